"""Colourings of a board in parts, counted one part fixed and the others around a ring.

Conditions say which of some cells may have a colour. The cells of part 0 are coloured in every way
that no condition forbids; colourings that a symmetry carries to one another leave equally many
ways to go on, so that one of each orbit is enough. What is left of each condition must lie in one
part or in two neighbours of the ring 1, 2, ..., m, 1. Then the number is the trace of a product of
matrices, one for each two neighbours, 1 where their colourings go together (transfer matrices:
Stanley, Enumerative Combinatorics I, 4.7).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.steps import TooMuch, look

MOST_IN_ONE = 12
"""Cells of one condition."""
MOST_STATES = 1 << 21
"""Colourings of one part."""
MOST_ENTRIES = 1 << 25
"""Entries of the matrices of two neighbours, all degrees together: 256 MB."""
MOST_SAID = 1 << 27
"""Colourings of parts times conditions that they have to do with: 256 MB."""
MOST_WORK = 1 << 39
"""Products of two numbers: about two minutes."""
CALL, EACH = 1 << 18, 1 << 4
"""As many products as take the time of a few calls of NumPy, and of a look at a colouring."""
MOST_MOVED = 1 << 25
"""Colourings of part 0 times symmetries: 256 MB."""
MOST_SYMMETRIES = 64
SHORT, LONG = 1 << 24, 1 << 53
"""Whole numbers up to these are exact in 32 and in 64 bits of a floating-point number."""
ALONE, WORTH_SHARING = 1 << 18, 1 << 24
"""Products of two numbers in one of matrices that a thread makes alone, and that several should."""
WORD = 62
LIMB = 32

Bools = NDArray[np.bool_]
Whole = NDArray[np.int64]
Colours = NDArray[np.uint8]
Matrix = NDArray[Any]


@dataclass(frozen=True)
class Condition:
    """Those of ``cells`` that have the colour are ``allowed``: entry m, bit i of m for cell i."""

    cells: tuple[int, ...]
    colour: int
    allowed: Bools

    @classmethod
    def not_all(cls, cells: Sequence[int], colour: int) -> Condition:
        """Not all of the cells have the colour."""
        return cls._of(cells, colour, [(1 << len(cells)) - 1], others=True)

    @classmethod
    def one_of(cls, cells: Sequence[int], colour: int, sets: Sequence[int]) -> Condition:
        """The cells of the colour are one of some sets, given as masks over ``cells``."""
        return cls._of(cells, colour, sets, others=False)

    @classmethod
    def _of(
        cls, cells: Sequence[int], colour: int, masks: Sequence[int], *, others: bool
    ) -> Condition:
        if len(cells) > MOST_IN_ONE:
            raise TooMuch(f"a condition is about more than {MOST_IN_ONE} cells")
        allowed = np.full(1 << len(cells), others)
        allowed[np.array(masks, dtype=np.int64)] = not others
        return cls(tuple(cells), colour, allowed)

    def key(self, literals: Whole, colours: int) -> tuple[tuple[int, ...], int, bytes] | None:
        """The condition on the images of its cells, in one spelling; ``None`` if their colour
        has several images. ``literals[cell * colours + colour]`` is the image."""
        images = literals[np.array(self.cells, dtype=np.int64) * colours + self.colour]
        if len(set((images % colours).tolist())) > 1:
            return None
        order = np.argsort(images)
        table = self.allowed.reshape((2,) * len(order))
        # axis 0 of the table is the last cell
        axes = [len(order) - 1 - int(i) for i in order[::-1]]
        spelt = np.packbits(table.transpose(axes).ravel()).tobytes()
        colour = int(images[0]) % colours if len(order) else 0
        return tuple((images[order] // colours).tolist()), colour, spelt


@dataclass(frozen=True)
class Problem:
    """Cells, each to have one of the colours 0, 1, ..., and what is asked of them."""

    cells: int
    colours: int
    conditions: tuple[Condition, ...]

    def parts_in_turn(
        self, parts: Sequence[int], symmetries: Whole, share: int | None = None
    ) -> int:
        """In how many ways the conditions can be met; with ``share``, so many cells having the
        colour 0.

        ``parts[c]`` is the part of cell c; each row of ``symmetries`` holds the image of every
        cell and colour. Raises :class:`BadInput` for parts that make no ring and for what is no
        symmetry, :class:`TooMuch`. O(orbits of part 0 * m * states^3), with ``share`` as many
        times as there are cells.
        """
        if not all(one.cells or one.allowed[0] for one in self.conditions):
            return 0
        ring = _Ring(self, parts, share)
        symmetric = _symmetries(self, ring.members[0], symmetries, share)
        orbits = _orbits(ring.states[0], ring.members[0], symmetric, self.colours)
        ring.begin(len(orbits[0]))
        total = 0
        for state, size in zip(*(found.tolist() for found in orbits), strict=True):
            look()
            total += size * ring.around(state)
        return total

    def kept_by(self, literals: Whole) -> bool:
        """Does this permutation of cells and colours carry cells to cells and conditions to
        conditions?"""
        q = self.colours
        if not np.array_equal(np.sort(literals), np.arange(self.cells * q)):
            return False
        cells = literals.reshape(-1, q) // q
        if (cells != cells[:, :1]).any():
            return False
        return all(one.key(literals, q) in self._keys for one in self.conditions)

    @cached_property
    def _keys(self) -> set[tuple[tuple[int, ...], int, bytes] | None]:
        identity = np.arange(self.cells * self.colours)
        return {one.key(identity, self.colours) for one in self.conditions}


class _Ring:
    """The colourings of the parts, and how many go on from one of part 0."""

    def __init__(self, problem: Problem, parts: Sequence[int], share: int | None) -> None:
        if len(parts) != problem.cells or not all(0 <= part <= len(parts) for part in parts):
            raise BadInput("each cell has a part, numbered from 0")
        self.length = max(parts, default=0)
        self.share = share
        self.work = 0
        self.members = [
            [cell for cell, own in enumerate(parts) if own == part]
            for part in range(self.length + 1)
        ]
        self.states = [_colourings(problem, cells) for cells in self.members]
        self.weights = [(states == 0).sum(axis=1) for states in self.states]
        neighbours = {frozenset((i, i % self.length + 1)) for i in range(1, self.length + 1)}
        said = 0
        self.alone: dict[int, list[_Shared]] = {}
        self.between: dict[frozenset[int], list[_Shared]] = {}
        for condition in problem.conditions:
            touched = frozenset(parts[cell] for cell in condition.cells) - {0}
            if len(touched) > 1 and touched not in neighbours:
                raise BadInput("a condition lies in parts that are no neighbours of the ring")
            said += sum(len(self.states[part]) for part in {0, *touched})
            if said > MOST_SAID:
                raise TooMuch("the colourings of the parts are too many for so many conditions")
            if len(touched) == 1:
                shared = _Shared(condition, parts, self)
                self.alone.setdefault(min(touched), []).append(shared)
            elif touched:
                shared = _Shared(condition, parts, self)
                self.between.setdefault(touched, []).append(shared)

    def begin(self, orbits: int) -> None:
        """So many colourings of part 0 will be looked at; what that takes without matrices."""
        calls = 1 + self.length + sum(map(len, (*self.alone.values(), *self.between.values())))
        looks = sum(
            len(states) * (1 + len(self.alone.get(part, ())))
            for part, states in enumerate(self.states[1:], 1)
        )
        self._spend(orbits * (CALL * calls + EACH * looks), 0)
        self.all = [np.arange(len(states)) for states in self.states]

    def around(self, state: int) -> int:
        """The colourings of the other parts that go with one of part 0."""
        kept = self.all.copy()
        for part, conditions in self.alone.items():
            for shared in conditions:
                here = kept[part]
                kept[part] = here[shared.met(state, part, here)]
        wanted = None if self.share is None else self.share - int(self.weights[0][state])
        if self.length == 0:
            return int(wanted in (None, 0))
        if not all(map(len, kept[1:])):
            return 0
        if self.length == 1:
            return (
                len(kept[1]) if wanted is None else int((self.weights[1][kept[1]] == wanted).sum())
            )
        product = self._begun(self._matrix(state, 1, 2, kept), kept)
        for part in range(3, self.length + 1):
            product = self._step(product, self._matrix(state, part - 1, part, kept), part, kept)
        if not 0 <= (wanted or 0) < len(product):
            return 0
        found = product[wanted or 0]
        if self.length > 2:
            found = found * self._matrix(state, self.length, 1, kept).T
        return _summed(found)

    def _begun(self, matrix: Matrix, kept: list[Whole]) -> Matrix:
        """The pairs of colourings of the parts 1 and 2, by their cells of colour 0."""
        if self.share is None:
            return matrix.reshape(1, *matrix.shape)
        weights = self.weights[1][kept[1]][:, None] + self.weights[2][kept[2]][None, :]
        degrees = int(weights.max()) + 1
        self._spend(0, degrees * matrix.size)
        return np.where(np.arange(degrees)[:, None, None] == weights, matrix, np.float32(0))

    def _step(self, product: Matrix, matrix: Matrix, part: int, kept: list[Whole]) -> Matrix:
        """The ways to go on to the next part."""
        most = int(product.max()) * len(matrix)
        if most > LONG:
            raise TooMuch("the numbers are too large to be exact")
        exact = np.dtype(np.float32 if most <= SHORT else np.float64)
        product = product.astype(exact, copy=False)
        weights = self.weights[part][kept[part]]
        degrees = 1 if self.share is None else len(product) + int(weights.max())
        size = product.shape[1] * matrix.shape[1]
        self._spend(product.size * matrix.shape[1], degrees * size)
        wide = matrix.astype(exact, copy=False)
        if self.share is None:
            return _times(product[0], wide).reshape(1, len(product[0]), -1)
        after = np.zeros((degrees, product.shape[1], matrix.shape[1]), dtype=exact)
        for degree, before in enumerate(product):
            look()
            ways = _times(before, wide)
            for weight in np.unique(weights).tolist():
                here = weights == weight
                after[degree + weight][:, here] += ways[:, here]
        return after

    def _matrix(self, state: int, one: int, other: int, kept: list[Whole]) -> Matrix:
        """1 where colourings of two neighbours go together: no condition is broken."""
        rows, columns = kept[one], kept[other]
        look()
        here = self.between.get(frozenset((one, other)), ())
        said = ((shared, shared.broken(state, one, other)) for shared in here)
        tables = [(shared, broken) for shared, broken in said if broken.any()]
        wide = sum(len(broken) for _, broken in tables)
        size, longer = len(rows) * len(columns), max(len(rows), len(columns))
        self._spend(size * wide, max(size, longer * wide))
        if not tables:
            return np.ones((len(rows), len(columns)), dtype=np.float32)
        left = [np.eye(len(b), dtype=np.float32)[shared.number[one][rows]] for shared, b in tables]
        right = [b.astype(np.float32)[:, shared.number[other][columns]] for shared, b in tables]
        times_broken = _times(np.concatenate(left, axis=1), np.concatenate(right))
        matrix: Matrix = (times_broken == 0).astype(np.float32)
        return matrix

    def _spend(self, work: int, entries: int) -> None:
        self.work += work
        if self.work > MOST_WORK or entries > MOST_ENTRIES:
            raise TooMuch("the matrices of the parts are too large or too many")


class _Shared:
    """A condition, and what each colouring of each part says of it."""

    def __init__(self, condition: Condition, parts: Sequence[int], ring: _Ring) -> None:
        self.allowed = condition.allowed
        self.values: dict[int, Whole] = {}
        self.number: dict[int, NDArray[np.uint16]] = {}
        for part in {0, *(parts[cell] for cell in condition.cells)}:
            codes = _codes(condition, ring.states[part], ring.members[part])
            there = np.bincount(codes, minlength=len(condition.allowed)) > 0
            self.values[part] = np.flatnonzero(there)
            self.number[part] = (np.cumsum(there) - 1).astype(np.uint16)[codes]

    def _here(self, state: int) -> int:
        return int(self.values[0][self.number[0][state]])

    def met(self, state: int, part: int, kept: Whole) -> Bools:
        """Which colourings of the part go with one of part 0?"""
        met: Bools = self.allowed[self._here(state) | self.values[part]][self.number[part][kept]]
        return met

    def broken(self, state: int, one: int, other: int) -> Bools:
        """Which two ``values`` of neighbours break it, beside a colouring of part 0?"""
        both = self.values[one][:, None] | self.values[other][None, :]
        met: Bools = self.allowed[self._here(state) | both]
        return ~met


def _codes(condition: Condition, states: Colours, members: Sequence[int]) -> Whole:
    """Which cells of the condition have its colour, as bits; 0 for those elsewhere."""
    place = {cell: i for i, cell in enumerate(members)}
    codes = np.zeros(len(states), dtype=np.int64)
    for i, cell in enumerate(condition.cells):
        if cell in place:
            codes |= (states[:, place[cell]] == condition.colour).astype(np.int64) << i
    return codes


def _colourings(problem: Problem, cells: Sequence[int]) -> Colours:
    """The colourings of some cells that no condition forbids by itself, cell by cell."""
    found = np.zeros((1, 0), dtype=np.uint8)
    said = 0
    for count, cell in enumerate(cells, 1):
        look()
        if problem.colours * len(found) > MOST_STATES:
            raise TooMuch(f"a part has more than {MOST_STATES} colourings")
        colours = np.repeat(np.arange(problem.colours, dtype=np.uint8), len(found))
        found = np.column_stack([np.tile(found, (problem.colours, 1)), colours])
        for condition in problem.conditions:
            if cell in condition.cells:
                said += len(found)
                if said > MOST_SAID:
                    raise TooMuch("the colourings of a part are too many for so many conditions")
                done = sum(1 << i for i, c in enumerate(condition.cells) if c in cells[:count])
                masks = np.flatnonzero(condition.allowed) & done
                possible = np.zeros(len(condition.allowed), dtype=np.bool_)
                possible[masks] = True
                found = found[possible[_codes(condition, found, cells[:count])]]
    return found


def _symmetries(problem: Problem, fixed: list[int], rows: Whole, share: int | None) -> list[Whole]:
    """The rows, each a symmetry that keeps part 0, and the number that is to be shared."""
    if rows.ndim != 2 or len(rows) > MOST_SYMMETRIES:
        raise BadInput(f"at most {MOST_SYMMETRIES} symmetries are looked at")
    q, found = problem.colours, []
    for row in rows:
        look()
        literals = row.astype(np.int64)
        if not problem.kept_by(literals):
            raise BadInput("what is said to be a symmetry is none")
        if {int(literals[cell * q]) // q for cell in fixed} != set(fixed):
            raise BadInput("a symmetry does not carry part 0 to itself")
        first = literals[::q] % q
        turned = q == 2 and (first == 1).all() and 2 * (share or 0) == problem.cells
        if share is not None and first.any() and not turned:
            raise BadInput("a symmetry does not keep how many cells have the first colour")
        found.append(literals)
    return found


def _orbits(
    states: Colours, cells: list[int], symmetries: list[Whole], colours: int
) -> tuple[Whole, Whole]:
    """One of the colourings of part 0 for each orbit, and the size of the orbit."""
    wide = max(1, (colours - 1).bit_length())
    if wide * len(cells) > WORD:
        raise TooMuch("part 0 has too many cells")
    if len(states) * len(symmetries) > MOST_MOVED:
        raise TooMuch("the colourings of part 0 are too many for so many symmetries")
    place = {cell: i * wide for i, cell in enumerate(cells)}
    keys = np.zeros(len(states), dtype=np.int64)
    for i in range(len(cells)):
        keys |= states[:, i].astype(np.int64) << i * wide
    order = np.argsort(keys)
    images = []
    for literals in symmetries:
        moved = np.zeros(len(states), dtype=np.int64)
        for i, cell in enumerate(cells):
            own = literals[cell * colours : (cell + 1) * colours]
            moved |= (own % colours)[states[:, i]] << place[int(own[0]) // colours]
        found = order[np.searchsorted(keys, moved, sorter=order) % max(1, len(keys))]
        if not np.array_equal(keys[found], moved):
            raise BadInput("a symmetry carries a colouring of part 0 to none")
        images.append(found)
    least = np.arange(len(states))
    changed = True
    while changed:
        look()
        before = least.copy()
        for image in images:
            np.minimum.at(least, image, least.copy())
            least = np.minimum(least, least[image])
        least = least[least]
        changed = not np.array_equal(least, before)
    first, sizes = np.unique(least, return_counts=True)
    return first, sizes


def _times(one: Matrix, other: Matrix) -> Matrix:
    """The product of two matrices; middling ones some rows at a time, because libraries of linear
    algebra share out larger products among threads, which costs more than it gives."""
    rows = max(1, ALONE // max(1, other.size))
    if rows >= len(one) or one.size * other.shape[1] >= WORTH_SHARING:
        whole: Matrix = one @ other
        return whole
    return np.concatenate([one[i : i + rows] @ other for i in range(0, len(one), rows)])


def _summed(found: Matrix) -> int:
    """The sum of exact whole numbers, each below 2^53."""
    whole = found.astype(np.int64)
    return (int((whole >> LIMB).sum()) << LIMB) + int((whole & ((1 << LIMB) - 1)).sum())
