"""Small regions that repeat over the plane, in each of which the opponent is stopped.

A tile is a fundamental domain of a lattice, spanned by ``columns`` cells to the right and
``rows`` down with ``shift`` to the right. Regions stand on the plane and repeat with the
lattice; no two of all these copies share a cell. A region is a list of traces, and on each
region alone the opponent, moving first, completes none. If every set of the board, wherever
it lies, contains a trace of a copy, then the second player stops all of them on the plane, on
every rectangle of it (a copy cut by the edge has fewer cells and traces, which helps him), and
on every torus of which the lattice is a part. A pair is a region of two cells. So eight in a
row is a draw on every board (Zetters, Amer. Math. Monthly 87 (1980)), and nine by pairs
(Pollak, Shannon 1954). On a rectangle only the sets that fit into it count: a tile as high as
the board makes a strip of any length.

A region too large to be played out here is a board of its own, with the traces as sets: that
Breaker wins on it may be known from a proof of whatever kind. So zones on 30 cells stop six in a
row on six rows, however long.
"""

from __future__ import annotations

from gameproof.certificates.certificate import Composite, Key, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.blocking import STEALING, stops
from gameproof.certificates.strategies.map import smaller
from gameproof.games.boards.positional_shapes import shapes
from gameproof.games.meaning.statement import (
    Forces,
    Is,
    Prevents,
    Statement,
    entails,
    only,
    quantity,
)
from gameproof.games.positional import Position
from gameproof.games.sets.region_play import MOST_CELLS, MOST_POSITIONS, Region, TooLarge, masks
from gameproof.games.sets.tiles import LONGEST, Cell, Copies, Tile

HELD = Forces("first", only("second"), only("breaker"))


class Tiling(Composite, frozen=True, tag="tiling"):
    """The lattice, and ``regions[r]``: the traces of region r, lists of cells (row, column) of
    the plane, negative ones too. Used are, of regions that need it, by the notation of the region
    as a board (:meth:`Tile.alone`), its ``outcome``: Breaker wins."""

    rows: int
    columns: int
    shift: int
    regions: list[list[list[Cell]]]

    @property
    def tile(self) -> Tile:
        """The lattice with its regions; raises :class:`BadInput` for wrong numbers and for
        regions whose copies overlap. O(cells)."""
        return Tile(self.rows, self.columns, self.shift, self.regions)


def part(_goal: Goal[Position], key: Key) -> Goal[Position]:
    """Who wins on a region, by its notation as a board."""
    return Goal(smaller(str(key)), "outcome")


def stopped(play: Region, traces: frozenset[int], number: int) -> bool:
    """Does the blocker, moving second, stop the traces of this region?"""
    if max(traces, default=0).bit_length() > MOST_CELLS:
        raise Rejected(f"region {number} has more than {MOST_CELLS} cells to be played out")
    try:
        return play.stopped(traces)
    except TooLarge:
        raise Rejected(f"region {number} is too large to be played out") from None


def conclude(goal: Goal[Position], certificate: Tiling) -> Conclusion:
    """That the second player stops every set of the first, and if the regions are pairs the
    question ``pairing``. Nothing of the board's size: O(area of the tile * length of a set)."""
    position = goal.position
    made = shapes(position.board, LONGEST)
    if made is None:
        raise Rejected("the sets of this board are no translates of a few shapes")
    tile = certificate.tile
    if position.board.kind == "torus-row" and not tile.fits(*position.board.shape):
        raise Rejected("the tile does not repeat with this torus")
    play = Region(MOST_POSITIONS)  # remembers the positions of all regions
    for number, traces in enumerate(tile.regions):
        if entails(goal.of(tile.alone(number)), HELD):
            continue
        cells = sorted(frozenset[Cell]().union(*traces))
        bit = {cell: i for i, cell in enumerate(cells)}
        needed = masks(range(len(cells)), [[bit[cell] for cell in trace] for trace in traces])
        if not stopped(play, needed, number):
            raise Rejected(f"the opponent completes a trace of region {number}")
    for shape in made:
        for at in tile.starts(position, shape):
            if not tile.holds(shape, at):
                raise Rejected(f"the set at {at} with cells {shape.cells[:10]} contains no trace")
    copies = Copies(position, tile)
    touched = {copies.over(cell) for cell in position.first} - {None}
    for copy in touched:
        if copy is not None and not stopped(play, copies.left(copy)[1], copy[0]):
            raise Rejected(f"the opponent's stones complete a trace of region {copy[0]}")
    found = stops(position, "second")
    pairs = all(len(traces) == 1 and len(traces[0]) == 2 for traces in tile.regions)
    more: list[Statement] = []
    if pairs and not touched:
        more.append(Is(quantity("pairing"), True))
    return Conclusion(
        (*found.statements, *more),
        f"{_counted(len(tile.regions), 'pair' if pairs else 'region')} in a tile of "
        f"{_counted(tile.rows * tile.columns, 'cell')}, repeated over the plane, with a trace in "
        "every set of the first player: "
        + "; ".join([found.sentence, *(f"of a region, {one.sentence}" for one in goal.known)]),
    )


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


KIND = Kind(
    record=Tiling,
    scope=Scope(derives=(Forces, Prevents, "pairing"), positions=(Position,)),
    theorem="set matching on the plane: disjoint regions that repeat, each held by itself, a trace "
    "of one in every set (pairs: Pollak, Shannon 1954 for nine in a row; regions: Zetters, "
    "Amer. Math. Monthly 87 (1980)); "
    f"{STEALING}",
    evidence="the lattice, and the regions' traces in one tile; of large regions a theorem is "
    "known",
    conclude=conclude,
    part=part,
)
