"""Pairings of a torus that repeat over the plane, for any shapes, by SAT.

A variable for every two cells of a set, up to the lattice; every set of the board, wherever it
lies, contains a chosen pair, and no cell of the tile is in two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from gameproof.certificates.pairings.tiling import Tiling
from gameproof.games.boards.positional_shapes import Shape, shapes
from gameproof.games.boards.written_shapes import moved_to_origin
from gameproof.games.positional import Position
from gameproof.games.sets.tiles import LONGEST, Tile
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sat import sat
from gameproof.solvers.sat.model import Model

Cell = tuple[int, int]

Pair = tuple[Cell, Cell]
Lattice = tuple[int, int, int]
"""Rows, columns and shift of a tile."""


def lattices(area: int) -> Iterator[Lattice]:
    """The lattices of this area as (rows, columns, shift): as many as the sum of its divisors."""
    for rows in range(1, area + 1):
        if area % rows == 0:
            for shift in range(area // rows):
                yield rows, area // rows, shift


@dataclass(frozen=True, slots=True)
class Group:
    """Forms, by their numbers, that no pair serves together with others; the ``steps`` between
    two cells of a form, each with the number of translates that such a pair lies in."""

    forms: frozenset[int]
    steps: Counter[Cell]

    @property
    def most(self) -> int:
        """The most translates of its forms that one pair lies in."""
        return max(self.steps.values())


@lru_cache(maxsize=8)
def grouped(forms: tuple[tuple[Cell, ...], ...]) -> tuple[Group, ...]:
    """The forms of at least two cells in such groups, which are the same for every lattice that is
    tried. O(forms * cells^2)."""
    by_step: dict[Cell, Counter[int]] = {}
    for number, form in enumerate(forms):
        for one, two in combinations(form, 2):
            by_step.setdefault(between(one, two), Counter())[number] += 1
    groups: list[Group] = []
    for step, counts in by_step.items():
        joined = Group(frozenset(counts), Counter({step: counts.total()}))
        apart = []
        for group in groups:
            if joined.forms.isdisjoint(group.forms):
                apart.append(group)
            else:
                joined = Group(joined.forms | group.forms, joined.steps + group.steps)
        groups = [*apart, joined]
    return tuple(groups)


def between(one: Cell, two: Cell) -> Cell:
    """The step from one cell to the other, downwards or to the right."""
    step = two[0] - one[0], two[1] - one[1]
    return step if step > (0, 0) else (-step[0], -step[1])


def fewest_pairs(sets: Sequence[int], groups: Iterable[Group]) -> int:
    """No fewer pairs stop so many translates of each form."""
    return sum(-(-sum(sets[form] for form in group.forms) // group.most) for group in groups)


def density(position: Position) -> Fraction | None:
    """A lower bound for the cells of pairs in a cell of the plane: above 1 there are no pairs
    that repeat, with whatever tile. ``None`` on boards whose sets are no translates."""
    made = shapes(position.board, LONGEST)
    if made is None:
        return None
    groups = grouped(tuple(shape.cells for shape in made))
    if sum(len(group.forms) for group in groups) < len(made):  # a set of one cell holds no pair
        return Fraction(2)
    return sum((Fraction(2 * len(group.forms), group.most) for group in groups), Fraction(0))


class Pairs:
    """The pairs of cells up to a lattice, each with its variable."""

    def __init__(self, tile: Tile, model: Model) -> None:
        self.tile, self.model = tile, model
        self.number: dict[Pair, int] = {}
        self.at: dict[Cell, list[int]] = {}

    def variable(self, one: Cell, two: Cell) -> int | None:
        """The variable of a pair, and of all its copies; none where it meets a copy of itself."""
        residue, other = self.tile.residue(one), self.tile.residue(two)
        if residue == other:
            return None
        step = two[0] - one[0], two[1] - one[1]
        if other < residue:  # a pair is named from the lesser of its residues
            residue, other, step = other, residue, (-step[0], -step[1])
        pair = residue, (residue[0] + step[0], residue[1] + step[1])
        if pair not in self.number:
            self.number[pair] = self.model.variable(f"pair{pair}")
            for end in (residue, other):
                self.at.setdefault(end, []).append(self.number[pair])
        return self.number[pair]

    def inside(self, shape: Shape, at: Cell, steps: set[Cell] | None) -> Counter[int]:
        """The pairs inside the shape moved there, with these steps if any are given, and how many
        copies of each."""
        cells = [(at[0] + row, at[1] + column) for row, column in shape.cells]
        found = (
            self.variable(one, two)
            for one, two in combinations(cells, 2)
            if steps is None or between(one, two) in steps
        )
        return Counter(literal for literal in found if literal is not None)


def find_pairs(
    position: Position, rows: int, columns: int, shift: int, limits: Limits
) -> Tiling | None:
    """Pairs that repeat with this lattice, a pair in every set of the board; ``None`` if there
    are none. Raises :class:`LimitReached`.

    Where the tile has not one cell more than counting asks for, each cell is in a pair, and each
    set of a group in which nothing is lost holds one pair: an exact cover.
    """
    made = shapes(position.board, LONGEST)
    if made is None:
        return None
    tile = Tile(rows, columns, shift)
    places = [list(tile.starts(position, shape)) for shape in made]
    groups = grouped(tuple(shape.cells for shape in made))
    sets = [len(starts) for starts in places]
    spare = rows * columns - 2 * fewest_pairs(sets, groups)
    if spare < 0:
        return None
    best: dict[int, set[Cell]] = {}  # for each form of an exact group the steps that lose nothing
    for group in groups:
        if spare == 0 and sum(sets[form] for form in group.forms) % group.most == 0:
            steps = {step for step, times in group.steps.items() if times == group.most}
            best |= dict.fromkeys(group.forms, steps)
    model = Model("a pair in every set, repeated over the plane", str(position))
    pairs = Pairs(tile, model)
    for form, (shape, starts) in enumerate(zip(made, places, strict=True)):
        for at in starts:
            inside = pairs.inside(shape, at, best.get(form))
            if not inside:
                return None
            model.clause(sorted(inside))
            if form in best:
                model.at_most(1, sorted(inside))
                for literal, copies in inside.items():
                    if copies > 1:
                        model.clause([-literal])
    for literals in pairs.at.values():
        model.at_most(1, literals)
        if spare == 0:
            model.clause(literals)
    result = sat.solve(model, limits)
    if result.status == "unknown":
        raise LimitReached(result.reason or "time")
    if result.values is None:
        return None
    chosen = [pair for pair, literal in pairs.number.items() if result.values[literal]]
    needed = _needed(tile, position, chosen)
    return Tiling(rows, columns, shift, [[list(pair)] for pair in needed])


def _needed(tile: Tile, position: Position, chosen: list[Pair]) -> list[Pair]:
    """The chosen pairs without those that no set needs."""
    kept = list(chosen)
    for pair in chosen:
        fewer = [other for other in kept if other != pair]
        regions = [[list(other)] for other in fewer]
        less = Tile(tile.rows, tile.columns, tile.shift, regions)
        made = shapes(position.board, LONGEST) or ()
        if all(less.holds(shape, at) for shape in made for at in less.starts(position, shape)):
            kept = fewer
    return kept


Turn = Callable[[Cell], Cell]
TURNS: tuple[Turn, ...] = (
    lambda v: (v[0], v[1]),
    lambda v: (-v[0], v[1]),
    lambda v: (v[1], v[0]),
    lambda v: (-v[1], v[0]),
)
"""The symmetries of the square, up to the half turn, which takes each lattice to itself."""


def turned_lattice(lattice: Lattice, turn: Turn) -> Lattice:
    """Rows, columns and shift of the image of a lattice."""
    rows, columns, shift = lattice
    (a, b), (c, d) = turn((rows, shift)), turn((0, columns))
    while c:  # Euclid's algorithm on the first coordinates
        a, b, c, d = c, d, a % c, b - a // c * d
    rows, columns = abs(a), abs(d)
    return rows, columns, (b if a > 0 else -b) % columns


def different_lattices(position: Position, area: int) -> list[Lattice]:
    """The lattices of this area, squarest first, one of each class under the symmetries that the
    sets and the board have. O(lattices)."""
    m, n = position.board.shape
    forms = {shape.cells for shape in shapes(position.board, LONGEST) or ()}
    kept = [
        turn
        for number, turn in enumerate(TURNS)
        if (m == n or number < 2)
        and forms == {moved_to_origin([turn(cell) for cell in form]) for form in forms}
    ]
    found: dict[Lattice, Lattice] = {}
    for lattice in sorted(lattices(area), key=lambda x: (abs(x[0] - x[1]), x)):
        found.setdefault(min(turned_lattice(lattice, turn) for turn in kept), lattice)
    return list(found.values())


def smallest_pairs(position: Position, largest: int, limits: Limits) -> Tiling | None:
    """Pairs with the smallest tile of at most ``largest`` cells; ``None`` if there are none. Raises
    :class:`LimitReached`."""
    for area in range(2, largest + 1):
        for lattice in different_lattices(position, area):
            limits.check()
            found = find_pairs(position, *lattice, limits)
            if found is not None:
                return found
    return None
