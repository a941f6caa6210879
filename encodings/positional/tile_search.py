"""Pairings of a torus that repeat over the plane, for any shapes, by SAT.

A variable for every two cells of a set, up to the lattice; every set of the board, wherever it
lies, contains a chosen pair, and no cell of the tile is in two.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from gameproof.certificates.pairings.tiling import LONGEST, Cell, Tile, Tiling
from gameproof.games.positional import Position
from gameproof.games.positional_shapes import shapes
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat import sat
from gameproof.solvers.sat.model import Model

Pair = tuple[Cell, Cell]


def lattices(area: int) -> Iterator[tuple[int, int, int]]:
    """The lattices of this area as (rows, columns, shift): as many as the sum of its divisors."""
    for rows in range(1, area + 1):
        if area % rows == 0:
            for shift in range(area // rows):
                yield rows, area // rows, shift


def find_pairs(
    position: Position, rows: int, columns: int, shift: int, limits: Limits
) -> Tiling | None:
    """Pairs that repeat with this lattice, a pair in every set of the board; ``None`` if there
    are none or the limits end the search."""
    made = shapes(position.board, LONGEST)
    if made is None:
        return None
    tile = Tile(Tiling(rows, columns, shift, []))
    model = Model("a pair in every set, repeated over the plane", str(position))
    number: dict[Pair, int] = {}
    at: dict[Cell, list[int]] = {}

    def variable(one: Cell, two: Cell) -> int | None:
        """The variable of a pair, and of all its copies; none where it meets a copy of itself."""
        residue, other = tile.residue(one), tile.residue(two)
        if residue == other:
            return None
        step = two[0] - one[0], two[1] - one[1]
        if other < residue:
            residue, other, step = other, residue, (-step[0], -step[1])
        pair = residue, (residue[0] + step[0], residue[1] + step[1])
        if pair not in number:
            number[pair] = model.variable(f"pair{pair}")
            for end in (residue, other):
                at.setdefault(end, []).append(number[pair])
        return number[pair]

    for shape in made:
        for down, right in tile.starts(position, shape):
            cells = [(down + r, right + c) for r, c in shape.cells]
            held = {variable(one, two) for one, two in combinations(cells, 2)} - {None}
            if not held:
                return None
            model.clause(sorted(literal for literal in held if literal is not None))
    for literals in at.values():
        model.at_most(1, literals)
    result = sat.solve(model, limits)
    if result.values is None:
        return None
    chosen = [pair for pair, literal in number.items() if result.values[literal]]
    needed = _needed(tile, position, chosen)
    return Tiling(rows, columns, shift, [[list(pair)] for pair in needed])


def _needed(tile: Tile, position: Position, chosen: list[Pair]) -> list[Pair]:
    """The chosen pairs without those that no set needs."""
    kept = list(chosen)
    for pair in chosen:
        fewer = [other for other in kept if other != pair]
        regions = [[list(other)] for other in fewer]
        less = Tile(Tiling(tile.rows, tile.columns, tile.shift, regions))
        made = shapes(position.board, LONGEST) or ()
        if all(less.holds(shape, at) for shape in made for at in less.starts(position, shape)):
            kept = fewer
    return kept


def smallest_pairs(position: Position, largest: int, limits: Limits) -> Tiling | None:
    """Pairs with the smallest tile of at most ``largest`` cells. Lattices of one area are tried
    squarest first."""
    for area in range(2, largest + 1):
        for rows, columns, shift in sorted(lattices(area), key=lambda x: (abs(x[0] - x[1]), x)):
            limits.check()
            found = find_pairs(position, rows, columns, shift, limits)
            if found is not None:
                return found
    return None
