"""Wins by force inside a part of the board, on boards of any size.

The game in a zone (``certificates/strategies/positional_box``) is searched as a board of its own;
what is proved there holds for every board around it. On an empty board the zone lies in a corner,
where there are stones it is a box around the attacker's, or around all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from math import prod

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.strategies.positional_strategy import PositionalStrategy
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.encodings.positional import sub_boards
from gameproof.encodings.positional.search import arrays
from gameproof.games.boards.positional_shapes import Place, place
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.positional import OTHER, Position
from gameproof.games.positional_questions import completes
from gameproof.games.sets.zone_board import ZoneBoard, zone_board
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.positional import set_search
from gameproof.solvers.positional.achievement import Achievement

MOST_CELLS = 384
"""Cells of a zone, and cells that count moves beside it: six words."""
MARGIN = 2
"""Rows and columns around stones."""
SHARE, SECONDS = 0.5, 5.0
"""Of the time that is left, for each zone, and around stones at most so long: most positions
have no such win."""

SMALL, SEARCHED = 25, 64
"""Boards of at most so many cells, without stones and with some, are searched as they are."""

ZONES = {3: ((3, 4),), 4: ((5, 6), (7, 7))}
"""k: boards m x n, in a corner of which the first player gets k in a row."""
BETWEEN_ENDS = {(4, 4): 13}
"""(rows, k): the columns of a strip in which he does, with the board going on at both ends."""
ANIMALS = {
    "el": ((3, 3),),
    "tippy": ((3, 3),),
    "tic": ((4, 4),),
    "elly": ((4, 4),),
    "knobby": ((5, 5),),
}
"""The same for animals."""
HEXES = {
    **{name: (size,) for name, size in sub_boards.HEXES.items()},
    "i3": ((4, 4),),
    "u4": ((5, 5),),
    "i4": ((6, 6),),
    "p5": ((6, 6),),
    "j5": ((7, 7),),
    "s5": ((7, 7),),
    "v5": ((7, 7),),
}
"""For polyhexes those of the weak game, but for a few."""

Box = tuple[list[int], list[int]]
"""The least coordinates of a zone, and its size along each axis."""


def zones(position: Position) -> Iterator[tuple[str, Box]]:
    """Players, and boxes in which they might win: the player to move first, where there are no
    stones he alone."""
    m, n = position.board.shape
    mover = position.to_move
    if not position.first and not position.second:
        sizes = _sizes(position) if m * n > SMALL else ()
        for size in dict.fromkeys(turned for h, w in sizes for turned in ((h, w), (w, h))):
            if size[0] <= m and size[1] <= n and size[0] * size[1] < m * n:
                yield mover, ([0, 0], list(size))
        if m * n > SMALL:
            yield from ((mover, box) for box in _between_ends(position))
    elif m * n > SEARCHED:
        for attacker in filter(position.stones, (mover, OTHER[mover])):
            yield from ((attacker, box) for box in _around_stones(position, attacker))


def _around_stones(position: Position, attacker: str) -> list[Box]:
    """Boxes around the attacker's stones, and around all."""
    own, stones = position.stones(attacker), position.first | position.second
    found: list[Box] = []
    for some, margin in ((own, MARGIN), (own, 2 * MARGIN), (stones, MARGIN)):
        places = [place(position.board, cell) for cell in some]
        box = around(places, position.board.shape, margin)
        if prod(box[1]) <= MOST_CELLS and box not in found:
            found.append(box)
    return found


def around(stones: Sequence[Place], shape: Sequence[int], margin: int) -> Box:
    """The box of the board that holds the stones and so many rows and columns around them."""
    low = [max(0, min(stone[axis] for stone in stones) - margin) for axis in (0, 1)]
    high = [
        min(side, max(stone[axis] for stone in stones) + margin + 1)
        for axis, side in enumerate(shape)
    ]
    return low, [b - a for a, b in zip(low, high, strict=True)]


def _sizes(position: Position) -> tuple[tuple[int, int], ...]:
    if position.board.kind == "mnk":
        return ZONES.get(int(position.board.parameters[2]), ())
    found = sub_boards.told(position.board, {"polyomino": ANIMALS, "polyhex": HEXES})
    return found[0] if found else ()


def _between_ends(position: Position) -> Iterator[Box]:
    """A part of a strip with cells before and after it."""
    m, n = position.board.shape
    if position.board.kind != "mnk":
        return
    rows, columns = min(m, n), max(m, n)
    length = BETWEEN_ENDS.get((rows, int(position.board.parameters[2])))
    if length is not None and columns >= length + 2:
        low, size = [0, (columns - length) // 2], [rows, length]
        yield (low, size) if m < n else (low[::-1], size[::-1])


def symmetries(zone: ZoneBoard, size: list[int]) -> NDArray[np.int64]:
    """The turns and reflections of the box that keep both players' sets and the sides."""
    z = prod(size)
    sides = [[c for c in range(z, zone.cells) if word >> c & 1] for word in zone.barred]
    cell = np.arange(z, dtype=np.int64).reshape(size).squeeze()
    size = list(cell.shape)
    turned = [
        np.flip(cell.transpose(axes), flipped)
        for axes in permutations(range(cell.ndim))
        if [size[axis] for axis in axes] == size
        for count in range(cell.ndim + 1)
        for flipped in combinations(range(cell.ndim), count)
    ]
    families = [{frozenset(row) for row in rows} for rows in (zone.attack, zone.defend)]
    found: dict[tuple[int, ...], None] = {}
    for image in turned:
        for order in _orders(len(sides)):
            to = [*image.ravel().tolist(), *(c for i in order for c in sides[i])]
            if all(
                {frozenset(to[c] for c in row) for row in family} == family for family in families
            ):
                found[tuple(to)] = None
                break
    return np.array(list(found), dtype=np.int64)


def _orders(sides: int) -> list[list[int]]:
    """The sides as they are, and with the one or the other neighbours exchanged."""
    order = list(range(sides))
    exchanged = [order]
    for i in range(sides - 1):
        exchanged += [[*o[:i], o[i + 1], o[i], *o[i + 2 :]] for o in exchanged]
    return exchanged


def as_achievement(zone: ZoneBoard, moving: bool, symmetric: NDArray[np.int64]) -> Achievement:
    """Does the attacker force a set in the zone? ``moving``: he is to move; ``symmetric``: what
    :func:`symmetries` found."""
    return Achievement(
        cells=zone.cells,
        attack=_packed(zone.attack),
        defend=_packed(zone.defend),
        symmetries=symmetric,
        attacker=zone.attacker,
        defender=zone.defender,
        attacker_to_move=moving,
        barred=zone.barred,
    )


def _packed(rows: list[tuple[int, ...]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    ends = np.cumsum([0, *(len(row) for row in rows)], dtype=np.int64)
    return ends, np.array([cell for row in rows for cell in row], dtype=np.int64)


def attempt(position: Position, attacker: str, box: Box, limits: Limits) -> Finding:
    """The win of the attacker in this box, if there is one."""
    try:
        zone = zone_board(position, attacker, *box)
    except BadInput:
        return Finding(UNKNOWN)
    if zone.cells > MOST_CELLS:
        return Finding(UNKNOWN)
    moving = position.to_move == attacker
    problem = as_achievement(zone, moving, symmetries(zone, box[1]))
    strategy = set_search.solve(problem, limits)
    if not strategy.forces:
        return Finding(UNKNOWN)
    low, size = box
    found = arrays(np.asarray(problem.symmetries, dtype=np.int64), [strategy])
    certificate = PositionalStrategy(
        sorted(position.first),
        sorted(position.second),
        position.to_move,
        None,
        [(attacker, "forces", *found.starts[0])],
        *found.columns,
        box=box,
    )
    stats: dict[str, int] = {**strategy.stats, "strategy": len(strategy.edges)}
    finding = Finding(completes(position.rule, attacker) or UNKNOWN, certificate, stats)
    if strategy.opening >= 0:
        row, column = divmod(strategy.opening, size[1])
        columns = position.board.shape[1]
        finding.winning_moves = ((low[0] + row) * columns + low[1] + column,)
    return finding


def outcome(position: Position, limits: Limits, _options: Options) -> Finding:
    """The first win that is found in a zone; each is sought for a share of the time that is left
    and, where there are stones, for so many seconds at most."""
    seconds = SECONDS if position.first or position.second else None
    for attacker, box in zones(position):
        try:
            found = attempt(position, attacker, box, limits.share(SHARE, seconds=seconds))
        except LimitReached:
            limits.check()
            continue
        if found.answer is not UNKNOWN:
            return found
    return Finding(UNKNOWN)


def _applies(position: Position) -> bool:
    board = position.board
    if (board.kind != "mnk" and not board.forms) or position.result() is not None:
        return False
    if not position.wants_sets(OTHER[position.to_move]):
        return False
    return next(zones(position), None) is not None


METHODS: tuple[Method[Position], ...] = (
    Method(
        "outcome",
        "zone",
        outcome,
        "a win inside a zone, the opponent's moves elsewhere taken at their worst",
        _applies,
    ),
)
