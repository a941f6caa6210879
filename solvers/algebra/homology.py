"""Loops on a surface glued from a polygon: union-find with offsets in its group.

The cells of the surface are the vertices of a graph; the step from a cell to its
``k``-th neighbour carries an element of the fundamental group, (p, q) for a^p b^q,
which counts crossings of the polygon's sides. Two stones of one colour in the
same component then close a loop whose class is read off in near-constant time.

Surfaces: ``torus`` (Z^2), ``klein`` (b a = a^-1 b), ``projective`` (Z/2 in q).
Union-find with offsets: the classical structure of Tarjan, "Efficiency of a good
but not linear set union algorithm" (1975), with a group element on each link.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import gcd
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import Limits

Surface = Literal["torus", "klein", "projective"]
Element = tuple[int, int]
SURFACES: tuple[Surface, ...] = ("torus", "klein", "projective")
"""In the order of their numbers in ``homology.cpp``."""
SLICE = 1 << 17
"""Stones placed between two looks at the limits, about 50 ms."""

_engine = native.engine("homology")
EMPTY = _engine.constant("EMPTY")
_place_all, _find, _search = _engine.functions("place_all", "find", "search")


@dataclass(frozen=True, slots=True)
class Mesh:
    """The cells of a glued surface.

    ``neighbour`` is (n, k) int32, -1 where there is none; ``step_p`` and ``step_q``
    (n, k) int8 hold the group element of each step.
    """

    surface: Surface
    neighbour: NDArray[np.int32]
    step_p: NDArray[np.int8]
    step_q: NDArray[np.int8]

    @property
    def cells(self) -> int:
        """Number of cells."""
        return len(self.neighbour)


@dataclass(slots=True)
class Loops:
    """Stones on a mesh and the loops that they close, stone by stone.

    ``place`` takes amortised O(k * alpha(n)) time for k neighbours.
    """

    mesh: Mesh
    stones: native.Arrays = field(init=False)

    def __post_init__(self) -> None:
        n = self.mesh.cells
        self.stones = native.arrays(
            colour=np.full(n, EMPTY, dtype=np.int8),
            parent=np.arange(n, dtype=np.int32),
            offset=np.zeros((n, 2), dtype=np.int32),
            size=np.ones(n, dtype=np.int32),
        )

    @property
    def colour(self) -> NDArray[np.int8]:
        """Of each cell's stone, -1 on empty cells."""
        colour: NDArray[np.int8] = self.stones.colour
        return colour

    def place(self, cell: int, colour: int) -> list[Element]:
        """Put a stone; the non-trivial loops it closes, as elements at the component's root.

        ``ValueError`` when the cell is taken.
        """
        one = np.array([cell], dtype=np.int32), np.array([colour], dtype=np.int8)
        return [(p, q) for _, p, q in self.place_all(*one).tolist()]

    def find(self, cell: int) -> tuple[int, Element]:
        """The root of the cell's component and the element of the path from it."""
        root = _find(SURFACES.index(self.mesh.surface), self.stones, cell)
        p, q = self.stones.offset[cell].tolist()
        return root, (p, q)

    def place_all(
        self, cells: NDArray[np.int32], colours: NDArray[np.int8], limits: Limits | None = None
    ) -> NDArray[np.int64]:
        """Put many stones; rows (turn, p, q), one for each loop closed (at most 6 a stone).

        Raises ``ValueError`` on a taken cell and ``LimitReached``. O(n k alpha(n)).
        """
        cells = np.ascontiguousarray(cells, dtype=np.int32)
        colours = np.ascontiguousarray(colours, dtype=np.int8)
        if len(cells) and not 0 <= cells.min() <= cells.max() < self.mesh.cells:
            raise ValueError("a cell is outside the mesh")
        if (np.bincount(cells, minlength=1) > 1).any() or (self.colour[cells] != EMPTY).any():
            raise ValueError("a cell is taken twice")
        limits = limits or Limits()
        mesh, k = _given(self.mesh), self.mesh.neighbour.shape[1]
        parts = [np.empty((0, 3), dtype=np.int64)]
        for start in range(0, len(cells), SLICE):
            limits.check()
            stop = min(start + SLICE, len(cells))
            found = np.empty(((stop - start) * k, 3), dtype=np.int64)
            count = _place_all(mesh, self.stones, cells, colours, start, stop, found)
            parts.append(found[:count].copy())
        return np.concatenate(parts)


def _given(mesh: Mesh) -> native.Arrays:
    return native.arrays(
        surface=SURFACES.index(mesh.surface),
        neighbour=np.ascontiguousarray(mesh.neighbour),
        step_p=np.ascontiguousarray(mesh.step_p),
        step_q=np.ascontiguousarray(mesh.step_q),
    )


def closed_walks(
    mesh: Mesh, colour: NDArray[np.int8], wanted: int, limits: Limits
) -> list[list[int]]:
    """Up to ``wanted`` closed walks, each on one colour, as lists of cells.

    Their elements, read from their trees' roots, differ up to inversion; fewer walks come
    back only when there are no more. ``colour`` is -1 on empty cells. O(cells * k).
    """
    parent = np.full(mesh.cells, -1, dtype=np.int32)
    offset, queue = np.zeros((mesh.cells, 2), dtype=np.int32), np.zeros_like(parent)
    found, state = np.zeros((wanted, 4), dtype=np.int64), _search.numbers()
    search = _search.bind(
        _given(mesh),
        colour,
        native.arrays(parent=parent, offset=offset, queue=queue),
        state,
        found,
        SLICE,
    )
    while search():
        limits.check()
    return [_closed(parent, at, to) for at, to, _, _ in found[: state.found].tolist()]


def _closed(parent: NDArray[np.int32], one: int, two: int) -> list[int]:
    """The tree path from ``two`` up and down to ``one``; the step from one to two closes it."""

    def up(v: int) -> list[int]:
        path = [v]
        while int(parent[path[-1]]) != path[-1]:
            path.append(int(parent[path[-1]]))
        return path

    first, second = up(two), up(one)
    while len(first) > 1 and len(second) > 1 and first[-2] == second[-2]:
        first.pop()
        second.pop()
    return first + second[-2::-1]


def lattice(vectors: Iterable[Sequence[int]] | NDArray[np.integer]) -> list[Element]:
    """A basis of the sublattice of Z^2 spanned by integer vectors: 0, 1 or 2 of them.

    Hermite form by Euclid's algorithm; the one generator of rank 1 is normalised
    to x > 0, or x = 0 and y > 0. O(number of vectors * log size).
    """
    pivot = (0, 0)
    across = 0
    for x, y in {(int(x), int(y)) for x, y in vectors}:
        a, b = pivot, (x, y)
        while b[1]:
            k = a[1] // b[1]
            a, b = b, (a[0] - k * b[0], a[1] - k * b[1])
        pivot = a
        across = gcd(across, b[0])
        if pivot[1] == 0:
            across = gcd(across, pivot[0])
            pivot = (0, 0)
    basis = [(across, 0)] if across else []
    if pivot != (0, 0):
        x, y = pivot if pivot[1] > 0 else (-pivot[0], -pivot[1])
        basis.append((x % across if across else x, y))
    if len(basis) == 1 and (basis[0][0] < 0):
        basis = [(-basis[0][0], -basis[0][1])]
    return basis
