"""Breaker's wins and draws on boards of any size, by regions that repeat over the plane.

Eight in a row needs a region of ten cells, nine one of seven: the smallest that a search over
all connected regions (by sides or corners) which tile the plane by a lattice found; none of
eight or nine cells serves for eight (that it is a draw: Zetters 1980). Pairs are found by SAT.
Seven in a row has a strip of eleven rows. Other strips are sought: a block of k - 1 columns as
high as the board, in which every row is stopped whose greater part lies there, repeats along it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import msgspec

from gameproof.certificates.certificate import Use
from gameproof.certificates.pairings.tiling import Tiling
from gameproof.certificates.zones.hold import Hold
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.encodings.positional.holding import as_zones
from gameproof.encodings.positional.pairings.lattices import Cell, smallest_pairs
from gameproof.encodings.positional.search import as_achievement
from gameproof.games.boards.positional_shapes import shapes
from gameproof.games.positional import Position
from gameproof.games.sets.region_play import Region, TooLarge
from gameproof.games.sets.stealing import hopeless
from gameproof.games.sets.tiles import LONGEST, Copies
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.positional import holding_search

LARGEST_TILE = 16
"""Cells of the largest tile for which pairs of shapes are sought: the losing animals of at most
six cells need six, seven in a row in three directions twelve."""
SECONDS = 2.0
LARGEST_BLOCK, MOST, STRIP_SECONDS = 48, 200_000, 20.0
"""Cells of the largest block that is sought for a strip, and expansions: six rows for six in a row
take some 100 000, and where nothing is found it is soon seen."""


def _drawn(rows: int, columns: int, shift: int, *regions: str) -> Tiling:
    """A tiling of regions written as traces, divided by blanks: digits of row and column, ``a`` for
    ten."""
    made: list[list[list[Cell]]] = []
    for region in regions:
        traces = [trace.split(",") for trace in region.split()]
        made.append([[(int(cell[0], 11), int(cell[1])) for cell in trace] for trace in traces])
    return Tiling(rows, columns, shift, made)


def _each(pairs: str) -> list[str]:
    """Each pair as a region of its own."""
    return pairs.split()


EIGHT = _drawn(1, 10, 7, "00,11,22 22,13,40 21,30,12 32,21,10 11,13,12,10 32,30 22,32,12 00,30,10")
"""Eight traces on ten cells; the tile repeats with (1, 7) and (0, 10)."""
NINE = _drawn(1, 7, 2, "12,13,14 12,34,23 13,03,23 12,03,21")
"""Four traces of three on seven cells; the tile repeats with (1, 2) and (0, 7)."""
NINE_BY_PAIRS = _drawn(
    8,
    8,
    0,
    *_each(
        "02,03 18,17 25,26 35,36 46,47 56,57 65,66 74,75 50,60 41,51 52,62 63,73 04,14 05,15 "
        "06,16 67,77 44,55 81,70 13,24 61,72 37,48 27,38 53,64 87,76 80,71 45,54 11,20 12,21 "
        "22,31 23,32 33,42 34,43"
    ),
)
"""All 64 cells of the 8 x 8 torus in 32 dominoes, straight and slanted."""
ELEVEN_ROWS = _drawn(
    11,
    5,
    0,
    "46,55 46,56,66 35,45,55 35,46,57 44,55,66 44,45,46 55,56,57",
    "54,63 54,64,74 54,65,87 63,74,a7 63,64,65",
    "62,73 53,62,71 53,73,83 62,72,92 83,92,a1 71,72,73",
    "25,34 38,47 01,23,34 14,24,34 27,37,47 23,24,25 36,37,38 14,25,36,47",
    "75,86 75,84,93 75,85,95 84,85,86",
    "10,21 03,12,21 10,11,12",
    *_each("04,05 a3,a5 13,43 94,96"),
)
"""For seven in a row on at most eleven rows, however long the board: regions of 11, 8, 8, 7, 6 and
5 cells and four pairs. It repeats with (0, 5). Found by column generation: a linear program prices
the cells and the rows of seven, a random search finds regions that are worth more than their
cells, and CP-SAT chooses among them."""
ACROSS = _drawn(1, 2, 0, "00,01")
DOWN = _drawn(2, 1, 0, "00,10")
"""Dominoes: for boards too narrow for more than one direction."""


def turned(tiling: Tiling) -> Tiling:
    """A tile without a shift, turned over the diagonal. What is known of its regions is lost."""
    regions = [
        [[(column, row) for row, column in trace] for trace in region] for region in tiling.regions
    ]
    return Tiling(tiling.columns, tiling.rows, 0, regions)


def block(height: int, k: int) -> list[list[Cell]]:
    """Traces in a block of k - 1 columns that repeats along a strip of so many rows: each row of k
    holds one, of its parts in different copies the largest, the left one of two. O(height k^2)."""
    found: dict[tuple[Cell, ...], None] = {}
    for (down, right), at in product(((0, 1), (1, 0), (1, 1), (1, -1)), range(k - 1)):
        for top in range(height - down * (k - 1)):
            parts: dict[int, list[Cell]] = {}
            for i in range(k):
                copy, column = divmod(at + i * right, k - 1)
                parts.setdefault(copy, []).append((top + i * down, column))
            copy = max(sorted(parts), key=lambda copy: len(parts[copy]))
            found[tuple(parts[copy])] = None
    least = [one for one in found if not any(set(other) < set(one) for other in found)]
    return [list(one) for one in sorted(least)]


def strip(position: Position, limits: Limits) -> Tiling | None:
    """A block that repeats along the board, as high as it is, or as wide, with zones that hold it;
    ``None`` where none are found. Raises ``LimitReached``."""
    m, n = position.board.shape
    k, height = int(position.board.parameters[2]), min(m, n)
    if position.board.kind != "mnk" or height < k or not 2 <= k - 1 <= LARGEST_BLOCK // height:
        return None
    if max(m, n) <= 2 * (k - 1):
        return None  # few copies; zones of the board are found as soon
    tiling = Tiling(height, k - 1, 0, [block(height, k)])
    tiling = tiling if height == m else turned(tiling)
    region = tiling.tile.alone(0)

    def made() -> Hold | None:
        search = holding_search.searched(as_achievement(region, "first"), limits, MOST)
        return None if search is None else as_zones(region, search.zones())

    zones = limits.keep(("strip", str(region)), made)  # the same for boards of all lengths
    if zones is None:
        return None
    return msgspec.structs.replace(tiling, uses=(Use(zones, str(region)),))


def tilings(position: Position, limits: Limits, pairs: bool) -> Iterator[Tiling]:
    """Tilings that may stop every set of the first player; to be looked at."""
    kind, parameters = position.board.kind, position.board.parameters
    if position.board.forms:
        try:
            found = smallest_pairs(position, LARGEST_TILE, limits.share(seconds=SECONDS))
        except LimitReached:
            limits.check()
            return
        if found is not None:
            yield found
        return
    k = int(parameters[2])
    if kind == "mnk" and min(int(x) for x in parameters[:2]) < k:
        yield from (ACROSS, DOWN)
    if kind == "mnk" and k == 7 and not pairs:
        m, n = position.board.shape
        if m <= ELEVEN_ROWS.rows:
            yield ELEVEN_ROWS
        if n <= ELEVEN_ROWS.rows:
            yield turned(ELEVEN_ROWS)
    if pairs and k >= 9:
        yield NINE_BY_PAIRS
    elif not pairs:
        yield from [tiling for least, tiling in ((8, EIGHT), (9, NINE)) if k >= least][::-1]


def serves(position: Position, tiling: Tiling) -> bool:
    """Does every set of the first player contain a trace, and does he complete none with the stones
    that he has?"""
    made, tile = shapes(position.board, LONGEST), tiling.tile
    torus = position.board.kind == "torus-row"
    if made is None or (torus and not tile.fits(*position.board.shape)):
        return False
    copies, play = Copies(position, tile), Region()
    touched = {copies.over(cell) for cell in position.first}
    if not all(tile.holds(shape, at) for shape in made for at in tile.starts(position, shape)):
        return False
    try:
        return all(play.stopped(copies.left(copy)[1]) for copy in touched if copy is not None)
    except TooLarge:
        return False


def outcome(position: Position, limits: Limits, _options: Options) -> Finding:
    """Breaker's win, or a draw where the second player cannot win either."""
    if position.rule == "strong" and not hopeless(position, "second"):
        return Finding(UNKNOWN)
    answer = "breaker" if position.rule == "weak" else "draw"
    for tiling in tilings(position, limits, pairs=False):
        if serves(position, tiling):
            return Finding(answer, tiling)
    try:
        found = None if position.first else strip(position, limits.share(seconds=STRIP_SECONDS))
    except LimitReached:
        limits.check()
        return Finding(UNKNOWN)
    return Finding(UNKNOWN) if found is None else Finding(answer, found)


def pairing(position: Position, limits: Limits, _options: Options) -> Finding:
    """Pairs that repeat over the plane."""
    for tiling in tilings(position, limits, pairs=True):
        if serves(position, tiling):
            return Finding(True, tiling)
    return Finding(UNKNOWN)


def _grid(position: Position) -> bool:
    return position.board.kind in ("mnk", "torus-row") or bool(position.board.forms)


def _large(position: Position) -> bool:
    return _grid(position) and not position.first and not position.second


METHODS: tuple[Method[Position], ...] = (
    Method(
        "outcome",
        "tiling",
        outcome,
        "regions that repeat over the plane (pairs: Pollak, Shannon 1954; Zetters 1980)",
        _grid,
    ),
    Method(
        "pairing",
        "tiling",
        pairing,
        "pairs that repeat over the plane (Pollak, Shannon 1954)",
        _large,
    ),
)
