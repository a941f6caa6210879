"""A table of every board of a small torus game: who can force a win, checked move by move."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.games.meaning.statement import Forces, Prevents, Statement, only, wins
from gameproof.games.torus_classes import OWNERS
from gameproof.games.torus_cycles import PLAYERS, Position

LARGEST = 16
SLICE = 12  # cells whose boards are looked at together
SEVERAL = 4  # code of a stone that closes several classes: its mover wins


class ForcedWins(Certificate, frozen=True, tag="forced-wins"):
    """``table[board]`` (uint8, 3^cells, base 3 with cell i counting 3^i): bit k is set when
    the k-th player after the one who begins on an empty board can force a win."""

    table: np.ndarray


def conclude(goal: Goal[Position], certificate: ForcedWins, *, together: int = SLICE) -> Conclusion:
    """Who wins against the other two; each entry must follow from its successors' entries,
    on every board without a loop. O(3^cells * cells) in arrays, 3^``together`` boards at a time.
    """
    position = goal.position
    cells = position.rows * position.columns
    if cells > LARGEST:
        raise Rejected(f"a table has at most {LARGEST} cells")
    table = certificate.table
    if table.shape != (3**cells,) or table.dtype != np.uint8:
        raise Rejected("the table has the wrong size or type")
    if position.result() is not None or position.loops("x") or position.loops("o"):
        raise Rejected("the game is over")
    closing, free = ends(position)
    first = first_player(position)
    _check_table(cells, first, table, closing, free, together)
    entry = int(table[number_of(position)])
    statements: list[Statement] = []
    winners = []
    for place, player in enumerate(PLAYERS):
        if entry >> (place - first) % 3 & 1:
            statements.append(wins(position.to_move, player))
            winners.append(player)
        else:
            others = only(*PLAYERS) - only(player)
            statements.append(Prevents(position.to_move, others, only(player)))
    told = " and ".join(winners) or "nobody"
    return Conclusion(tuple(statements), f"{told} can force a win against the other two")


def first_player(position: Position) -> int:
    """The number of the player who would have begun on an empty board."""
    stones = len(position.stones) - position.stones.count(".")
    return (position.mover - stones) % 3


def number_of(position: Position) -> int:
    """The place of the board in the table."""
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
                at_zero[mask] = SEVERAL
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


@dataclass(frozen=True, slots=True)
class _Boards:
    """Boards that differ on the low cells only: for each its sets of x and of o, the number
    of its stones modulo 3, and whether it is over."""

    x: np.ndarray
    o: np.ndarray
    turn: np.ndarray
    over: np.ndarray


def _check_table(
    cells: int,
    first: int,
    table: np.ndarray,
    closing: np.ndarray,
    free: np.ndarray,
    together: int,
) -> None:
    """Every entry against its moves, 3^``together`` boards at a time."""
    low = min(cells, together)
    size = _sizes(cells)
    numbers = np.arange(3**low, dtype=np.int64)
    low_x, low_o = np.zeros_like(numbers), np.zeros_like(numbers)
    for k in range(low):
        digit = numbers // 3**k % 3
        low_x |= (digit == 1).astype(np.int64) << k
        low_o |= (digit == 2).astype(np.int64) << k
    # Whose bit a code sets, by the number of the mover: none, V, H, D, the mover himself.
    seats = [1 << (k - first) % 3 for k in range(3)]
    bits = np.array([[0, *seats, 1 << turn] for turn in range(3)], dtype=np.uint8)
    for start in range(0, 3**cells, 3**low):
        high = [start // 3**k % 3 for k in range(low, cells)]
        x = low_x | sum(1 << (low + k) for k, digit in enumerate(high) if digit == 1)
        o = low_o | sum(1 << (low + k) for k, digit in enumerate(high) if digit == 2)
        stones = size[x | o]
        boards = _Boards(x, o, stones % 3, ~free[x] | ~free[o] | (stones == cells))
        expected = _expected(start, low, high, table, boards, closing, bits)
        wrong = np.flatnonzero(expected != table[start : start + 3**low])
        if wrong.size:
            board = start + int(wrong[0])
            raise Rejected(f"the entry of board {board} does not follow from its moves")


def _expected(
    start: int,
    low: int,
    high: list[int],
    table: np.ndarray,
    boards: _Boards,
    closing: np.ndarray,
    bits: np.ndarray,
) -> np.ndarray:
    """The entries of boards ``start``, ``start + 1``, ... from those of their successors: the
    mover wins by one of his moves, the others only when they win after each. A board that is
    over holds 0, which is also what a stone that ends the game finds in the table."""
    here = 3**low
    some = np.zeros(here, dtype=np.uint8)
    every = np.full(here, 7, dtype=np.uint8)
    for cell in range(low + len(high)):
        if cell >= low and high[cell - low]:
            continue
        step = 3**cell
        # The boards with this cell empty, and the same boards with a stone there.
        empty = (slice(None), 0) if cell < low else (slice(None), slice(None))
        shape = (-1, 3, step) if cell < low else (1, 1, here)
        turn = boards.turn.reshape(shape)[empty]
        for colour, mask in enumerate((boards.x, boards.o), 1):
            if cell < low:
                after = table[start : start + here].reshape(shape)[:, colour]
            else:
                after = table[start + colour * step :][:here].reshape(shape)
            codes = closing[mask.reshape(shape)[empty], cell]
            found = np.where(codes > 0, bits[turn, codes], after)
            some.reshape(shape)[empty] |= found
            every.reshape(shape)[empty] &= found
    own = (1 << boards.turn).astype(np.uint8)
    expected = (some & own) | (every & ~own & 7)
    expected[boards.over] = 0
    return expected


KIND = Kind(
    record=ForcedWins,
    scope=Scope(derives=(Forces, Prevents), positions=(Position,)),
    theorem="backward induction (Zermelo 1913), one player against two: he wins where one of his "
    "moves, or each move of the others, leads to his win; else the two prevent it",
    evidence="for every board the players who can force a win",
    conclude=conclude,
)
