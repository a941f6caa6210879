"""A table of every board of a small torus game: who can force a win, checked move by move."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.games.torus_cycles import COLOURS, OWNERS, PLAYERS, Move, Position

LARGEST = 16
SMALL = 9  # cells that plain Python checks in a moment
SLICE = 1 << 22


class ForcedWins(Certificate, frozen=True, tag="forced-wins"):
    """``table[board]`` (uint8, 3^cells, base 3 with cell i counting 3^i): bit k is set when
    the k-th player after ``first`` can force a win; ``first`` is who begins on an empty board."""

    first: int
    table: np.ndarray


def check(position: Position, claim: Claim, certificate: ForcedWins) -> str:
    """Each entry must follow from its successors' entries, on every board without a loop.

    Compiled above 9 cells. O(3^cells * cells).
    """
    if claim.question != "outcome":
        raise Rejected(f"a table of forced wins says nothing about {claim.question!r}")
    cells = position.rows * position.columns
    if cells > LARGEST:
        raise Rejected(f"a table has at most {LARGEST} cells")
    table = certificate.table
    if table.shape != (3**cells,) or table.dtype != np.uint8:
        raise Rejected("the table has the wrong size or type")
    stones = cells - position.stones.count(".")
    if certificate.first not in (0, 1, 2) or (certificate.first + stones) % 3 != position.mover:
        raise Rejected("the table is for another turn order")
    if position.result() is not None:
        raise Rejected("the game is over")
    closing, free = ends(position)
    _check_table(cells, certificate.first, table, closing, free)
    wins = int(table[_number(position)])
    winners = [PLAYERS[(k + certificate.first) % 3] for k in range(3) if wins >> k & 1]
    answer = winners[0] if winners else "nobody"
    if answer != claim.answer:
        raise Rejected(f"the table says {answer}")
    return (
        f"{answer} can force a win against the other two"
        if winners
        else "nobody can force a win against the other two"
    )


def _number(position: Position) -> int:
    return sum(3**k * ".xo".index(s) for k, s in enumerate(position.stones))


def ends(position: Position) -> tuple[np.ndarray, np.ndarray]:
    """What a stone on each cell does to each loop-free set: 0, owner 1..3, 4 for the mover.

    Sets grow one stone at a time. Translations of the torus are symmetries, so
    only cell 0 is asked of the rules; other cells follow by shifting the set.
    """
    rows, columns = position.rows, position.columns
    cells = rows * columns
    sets = np.arange(1 << cells, dtype=np.int64)
    count = _sizes(cells)
    closing = np.zeros((1 << cells, cells), dtype=np.uint8)
    free = np.ones(1 << cells, dtype=np.bool_)
    at_zero = np.zeros(1 << cells, dtype=np.uint8)
    for stones in range(cells + 1):
        level = sets[count == stones]
        # A set has a loop when its last stone, whichever that is, closed one or came later.
        for cell in range(cells):
            have = level[(level >> cell & 1) == 1]
            before = have ^ (1 << cell)
            free[have] &= free[before] & (closing[before, cell] == 0)
        level = level[free[level]]
        for mask in level[(level & 1) == 0].tolist():
            board = "".join("x" if mask >> k & 1 else "." for k in range(cells))
            classes = Position(rows, columns, board).completed(0, "x")
            if len(classes) > 1:
                at_zero[mask] = 4
            elif classes:
                ((x, y),) = classes
                at_zero[mask] = 1 + PLAYERS.index(OWNERS[position.method](x, y))
        for cell in range(cells):
            lacking = level[(level >> cell & 1) == 0]
            r, c = divmod(cell, columns)
            shifted = np.zeros_like(lacking)
            for k in range(cells):
                row, column = divmod(k, columns)
                to = (row - r) % rows * columns + (column - c) % columns
                shifted |= (lacking >> k & 1) << to
            closing[lacking, cell] = at_zero[shifted]
    return closing, free


def _sizes(cells: int) -> np.ndarray:
    sets = np.arange(1 << cells, dtype=np.int64)
    count = np.zeros(1 << cells, dtype=np.int64)
    for cell in range(cells):
        count += sets >> cell & 1
    return count


def _check_table(
    cells: int, first: int, table: np.ndarray, closing: np.ndarray, free: np.ndarray
) -> None:
    """Every entry against its moves: plain Python to 9 cells, compiled above."""
    # Seat of each owner, then the mover's own bit for several classes.
    seats = [1 << (k - first) % 3 for k in range(3)]
    bits = np.array([[0, *seats, 1 << mover] for mover in range(3)], dtype=np.int64)
    low_cells = (cells + 1) // 2
    numbers = np.arange(3**low_cells, dtype=np.int64)
    low_x, low_o = np.zeros_like(numbers), np.zeros_like(numbers)
    for k in range(low_cells):
        low_x |= (numbers // 3**k % 3 == 1).astype(np.int64) << k
        low_o |= (numbers // 3**k % 3 == 2).astype(np.int64) << k
    powers = np.array([3**k for k in range(cells)], dtype=np.int64)
    parts: list[Any] = [low_x, low_o, _sizes(cells), powers, bits, closing, free, table]
    if cells <= SMALL:
        wrong = _first_wrong(cells, low_cells, *(part.tolist() for part in parts))
        if wrong >= 0:
            raise Rejected(f"the entry of board {wrong} does not follow from its moves")
        return
    kernel = importlib.import_module("gameproof.certificates.forced_wins_kernel")
    for start in range(0, 3**cells, SLICE):
        wrong = kernel.first_wrong(cells, low_cells, *parts, start, min(start + SLICE, 3**cells))
        if wrong >= 0:
            raise Rejected(f"the entry of board {wrong} does not follow from its moves")


def _first_wrong(
    cells: int,
    low_cells: int,
    low_x: list[int],
    low_o: list[int],
    size: list[int],
    powers: list[int],
    bits: list[list[int]],
    closing: list[list[int]],
    free: list[bool],
    table: list[int],
) -> int:
    """The kernel's loop over all boards in plain Python."""
    for board, entry in enumerate(table):
        high, low = divmod(board, len(low_x))
        x = low_x[low] | low_x[high] << low_cells
        o = low_o[low] | low_o[high] << low_cells
        stones = size[x | o]
        if not free[x] or not free[o] or stones == cells:
            if entry:
                return board
            continue
        some, every = 0, 7
        for cell in range(cells):
            if (x | o) >> cell & 1:
                continue
            for colour, mask in ((1, x), (2, o)):
                code = closing[mask][cell]
                wins = bits[stones % 3][code] if code else table[board + colour * powers[cell]]
                some |= wins
                every &= wins
        own = 1 << stones % 3
        if entry != (some & own) | (every & ~own & 7):
            return board
    return -1


def reply(position: Position, certificate: ForcedWins) -> Move | None:
    """A move that keeps the mover's forced win; ``None`` when there is none to keep."""
    seat = (position.mover - certificate.first) % 3
    number = _number(position)
    if position.result() is not None or not int(certificate.table[number]) >> seat & 1:
        return None
    for cell, colour in position.moves():
        after = position.play((cell, colour))
        if after.result() == position.to_move:
            return cell, colour
        nxt = number + (1 + COLOURS.index(colour)) * 3**cell
        if after.result() is None and int(certificate.table[nxt]) >> seat & 1:
            return cell, colour
    return None
