"""A table of every board of a small torus game: who can force a win, checked move by move."""

from __future__ import annotations

import numpy as np

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.games.torus_cycles import COLOURS, OWNERS, PLAYERS, Move, Position

LARGEST = 16


class ForcedWins(Certificate, frozen=True, tag="forced-wins"):
    """``table[board]`` (uint8, 3^cells, base 3 with cell i counting 3^i): bit k is set when
    the k-th player after ``first`` can force a win; ``first`` is who begins on an empty board."""

    first: int
    table: np.ndarray


def check(position: Position, claim: Claim, certificate: ForcedWins) -> str:
    """Each entry must follow from its successors' entries, on every board without a loop.

    Vectorised over the boards of equally many stones. O(3^cells * cells).
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
    closing, free = _ends(position)
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


def _ends(position: Position) -> tuple[np.ndarray, np.ndarray]:
    """What a stone on each cell does to each loop-free set: 0, owner 1..3, 4 for the mover.

    Sets grow one stone at a time. Translations of the torus are symmetries, so
    only cell 0 is asked of the rules; other cells follow by shifting the set.
    """
    rows, columns = position.rows, position.columns
    cells = rows * columns
    sets = np.arange(1 << cells, dtype=np.int64)
    at_zero = np.zeros(1 << cells, dtype=np.uint8)
    free = np.ones(1 << cells, dtype=np.bool_)
    for mask in range(1 << cells):
        if mask & 1:
            continue
        board = "".join("x" if mask >> k & 1 else "." for k in range(cells))
        classes = Position(rows, columns, board).completed(0, "x")
        if len(classes) > 1:
            at_zero[mask] = 4
        elif classes:
            ((x, y),) = classes
            at_zero[mask] = 1 + PLAYERS.index(OWNERS[position.method](x, y))
    closing = np.zeros((cells, 1 << cells), dtype=np.uint8)
    for cell in range(cells):
        r, c = divmod(cell, columns)
        shifted = np.zeros_like(sets)
        for k in range(cells):
            row, column = divmod(k, columns)
            to = (row - r) % rows * columns + (column - c) % columns
            shifted |= (sets >> k & 1) << to
        closing[cell] = at_zero[shifted]
        closing[cell][(sets >> cell & 1) == 1] = 0
    # A set has a loop when a stone closes one, or when it had one before: by size.
    count = np.zeros(1 << cells, dtype=np.int64)
    for cell in range(cells):
        count += sets >> cell & 1
    for stones in range(1, cells + 1):
        level = sets[count == stones]
        for cell in range(cells):
            have = level[(level >> cell & 1) == 1]
            before = have ^ (1 << cell)
            free[have] &= free[before] & (closing[cell][before] == 0)
    return closing, free


def _check_table(
    cells: int, first: int, table: np.ndarray, closing: np.ndarray, free: np.ndarray
) -> None:
    by_stones: list[list[np.ndarray]] = [[] for _ in range(cells + 1)]
    chunk = 3 ** min(cells, 13)
    for start in range(0, 3**cells, chunk):
        boards = np.arange(start, min(start + chunk, 3**cells), dtype=np.int64)
        x, o, count = _masks(boards, cells)
        live = free[x] & free[o] & (count < cells)
        if table[boards[~live]].any():
            raise Rejected("a board that is over, or cannot arise, holds an entry")
        for stones in range(cells):
            part = boards[live & (count == stones)]
            if len(part):
                by_stones[stones].append(part)
    for stones in range(cells):
        mover = stones % 3
        for boards in by_stones[stones]:
            _check_boards(boards, cells, first, mover, table, closing)


def _masks(boards: np.ndarray, cells: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    x, o = np.zeros_like(boards), np.zeros_like(boards)
    count = np.zeros(len(boards), dtype=np.int64)
    rest = boards.copy()
    for k in range(cells):
        digit = rest % 3
        rest //= 3
        x |= (digit == 1).astype(np.int64) << k
        o |= (digit == 2).astype(np.int64) << k
        count += digit > 0
    return x, o, count


def _check_boards(
    boards: np.ndarray, cells: int, first: int, mover: int, table: np.ndarray, closing: np.ndarray
) -> None:
    x, o, _ = _masks(boards, cells)
    own = np.uint8(1 << mover)
    # Seat of each owner, then the mover's own bit for several classes.
    bits = np.array([0, *(1 << (k - first) % 3 for k in range(3)), own], dtype=np.uint8)
    some = np.zeros(len(boards), dtype=np.uint8)
    every = np.full(len(boards), 7, dtype=np.uint8)
    for cell in range(cells):
        empty = ((x | o) >> cell & 1) == 0
        for colour, mask in ((1, x), (2, o)):
            code = closing[cell][mask[empty]]
            after = table[boards[empty] + colour * 3**cell]
            wins = np.where(code == 0, after, bits[code])
            some[empty] |= wins
            every[empty] &= wins
    right = (some & own) | (every & np.uint8(7 & ~int(own)))
    if not np.array_equal(right, table[boards]):
        bad = int(boards[np.flatnonzero(right != table[boards])[0]])
        raise Rejected(f"the entry of board {bad} does not follow from its moves")


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
