"""Who can force a win of the torus game alone: tables of ends and retrograde analysis, or two
players together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.encodings.plays import Aim, build, written
from gameproof.encodings.torus import together
from gameproof.games.torus_classes import OWNERS
from gameproof.games.torus_cycles import PLAYERS, Move, Position
from gameproof.solvers.limits import Limits
from gameproof.solvers.positional.colour_claiming import solve

ZERMELO = "backward induction over all boards (Zermelo 1913), one player against two"
LARGEST = 16


def ends(rows: int, columns: int, method: str) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """What a stone does to a set of its colour, for every set, and which sets have no loop.

    One spanning forest with potentials for each loop-free set. O(2^cells * cells^2).
    """
    cells = rows * columns
    bare = Position(rows, columns, "." * cells)
    near = [list(bare.neighbours(cell)) for cell in range(cells)]
    shifts = [_shift(cell, rows, columns) for cell in range(cells)]
    sets = np.arange(1 << cells, dtype=np.int64)
    size = sum((sets >> k & 1) for k in range(cells))
    closing = np.zeros((1 << cells, cells), dtype=np.uint8)
    at_zero = np.zeros(1 << cells, dtype=np.uint8)
    free = np.zeros(1 << cells, dtype=np.bool_)
    owner = {p: k + 1 for k, p in enumerate(PLAYERS)}
    free[0] = True
    for stones in range(cells + 1):
        level = sets[size == stones]
        if stones:
            # A set without a loop comes from one with a cell fewer by a stone that closes none.
            low = level & -level
            last = np.log2(low).astype(np.int64)
            free[level] = free[level ^ low] & (closing[level ^ low, last] == 0)
        level = level[free[level]]
        for mask in level[level & 1 == 0].tolist():
            group, x, y = _forest(mask, near, cells)
            classes = _closed(0, mask, near[0], group, x, y)
            if len(classes) > 1:
                at_zero[mask] = 4
            elif classes:
                ((cx, cy),) = classes
                at_zero[mask] = owner[OWNERS[method](cx, cy)]
        # Translations are symmetries: other cells follow by shifting the set.
        for cell in range(cells):
            lacking = level[level >> cell & 1 == 0]
            moved = np.zeros_like(lacking)
            for k in range(cells):
                moved |= (lacking >> k & 1) << shifts[cell][k]
            closing[lacking, cell] = at_zero[moved]
    return closing, free


def _shift(cell: int, rows: int, columns: int) -> list[int]:
    """Where each cell goes when the board is moved so that ``cell`` comes to 0."""
    r, c = divmod(cell, columns)
    return [
        (k // columns - r) % rows * columns + (k % columns - c) % columns
        for k in range(rows * columns)
    ]


def _forest(
    mask: int, near: list[list[tuple[int, int, int]]], cells: int
) -> tuple[list[int], list[int], list[int]]:
    group, x, y = [-1] * cells, [0] * cells, [0] * cells
    for start in range(cells):
        if not mask >> start & 1 or group[start] >= 0:
            continue
        group[start] = start
        stack = [start]
        while stack:
            at = stack.pop()
            for to, sx, sy in near[at]:
                if mask >> to & 1 and group[to] < 0:
                    group[to], x[to], y[to] = start, x[at] + sx, y[at] + sy
                    stack.append(to)
    return group, x, y


def _closed(
    cell: int,
    mask: int,
    near: list[tuple[int, int, int]],
    group: list[int],
    x: list[int],
    y: list[int],
) -> frozenset[tuple[int, int]]:
    """Classes closed by ``cell``: differences of potentials of neighbours in one component."""
    found = set()
    ends = [(group[to], x[to] - sx, y[to] - sy) for to, sx, sy in near if mask >> to & 1]
    for k, (g, ax, ay) in enumerate(ends):
        for h, bx, by in ends[:k]:
            if g == h and (ax, ay) != (bx, by):
                dx, dy = ax - bx, ay - by
                found.add((dx, dy) if dx > 0 or (dx == 0 and dy > 0) else (-dx, -dy))
    for to, sx, sy in near:
        if to == cell:
            found.add((sx, sy) if sx > 0 or (sx == 0 and sy > 0) else (-sx, -sy))
    return frozenset(found)


def outcome(position: Position, limits: Limits, _options: Options) -> Finding:
    """The player who can force a win from this position against the other two, or nobody."""
    cells = position.rows * position.columns
    closing, free = ends(position.rows, position.columns, position.method)
    limits.check()
    # The table numbers players by their distance from the one who starts on an empty board:
    # under another turn order the owners sit in other seats.
    stones = cells - position.stones.count(".")
    first = (position.mover - stones) % 3
    seats = np.array([0, *((k - first) % 3 + 1 for k in range(3)), 4], dtype=np.uint8)
    solved = solve(cells, seats[closing], free, limits)
    table = solved.table

    def wins(player: str, here: Position) -> bool:
        if here.result() is not None:
            return here.result() == player
        board = sum(3**k * ".xo".index(s) for k, s in enumerate(here.stones))
        return bool(table[board] >> (PLAYERS.index(player) - first) % 3 & 1)

    def reply(here: Position, side: tuple[str, ...], _left: int | None) -> Move:
        """A move that keeps the win of one player, or keeps the third from it; one that ends the
        play if there is any."""
        alone = len(side) == 1
        (player,) = side if alone else set(PLAYERS) - set(side)
        found: Move | None = None
        for move in here.moves():
            after = here.play(move)
            if wins(player, after) == alone:
                found = found or move
                if after.result() is not None:
                    return move
        if found is None:
            raise RuntimeError("the table contradicts itself; please report this position")
        return found

    winner = next((player for player in PLAYERS if wins(player, position)), None)
    others = [tuple(sorted(set(PLAYERS) - {player})) for player in PLAYERS]
    sides = others if winner is None else [(winner,)]
    made = written([Aim(position, side) for side in sides], reply, tick=limits.check)
    detail = {"boards decided": solved.boards, **_census(table, cells, limits)}
    return Finding(winner or "nobody", made, {"boards": solved.boards}, detail)


def _census(table: NDArray[np.uint8], cells: int, limits: Limits) -> dict[str, int]:
    """Positions where the mover, the next or the previous player forces a win, in all."""
    counts = {"mover": 0, "next": 0, "previous": 0}
    digits = 3**cells
    step = 3 ** min(cells, 12)
    low = np.zeros(step, dtype=np.int8)
    for k in range(min(cells, 12)):
        low += (np.arange(step) // 3**k % 3 > 0).astype(np.int8)
    for start in range(0, digits, step):
        limits.check()
        high = 0
        rest = start // step
        while rest:
            high += rest % 3 > 0
            rest //= 3
        mover = (low + high) % 3
        part = table[start : start + step]
        for name, shift in (("mover", 0), ("next", 1), ("previous", 2)):
            counts[name] += int(np.count_nonzero(part >> ((mover + shift) % 3) & 1))
    return counts


def finished(position: Position, _limits: Limits, _options: Options) -> Finding:
    """The winner of a finished game, by the rules; unknown where the last stone would tell."""
    result = position.result()
    if result not in PLAYERS:
        note = "loops of several classes stand there: who won depends on the last stone"
        return Finding(UNKNOWN, note=note)

    def reply(_here: object) -> Move:
        raise RuntimeError("the game is over")

    return Finding(result, build([(position, result)], reply))


METHODS = (
    Method("outcome", "rules", finished, "the game is over", lambda p: p.result() is not None),
    Method(
        "outcome",
        "together",
        together.together,
        together.THEOREM,
        lambda p: p.rows * p.columns <= together.MOST_CELLS and p.result() is None,
        reach=f"boards of at most {together.MOST_CELLS} cells",
    ),
    Method(
        "outcome",
        "retrograde",
        outcome,
        ZERMELO,
        lambda p: p.rows * p.columns <= LARGEST and p.result() is None,
        reach=f"boards of at most {LARGEST} cells",
    ),
)
