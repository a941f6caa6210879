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

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import gcd
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.jit import kernels
from gameproof.solvers.limits import Limits

Surface = Literal["torus", "klein", "projective"]
Element = tuple[int, int]
KINDS: dict[Surface, int] = {"torus": 0, "klein": 1, "projective": 2}
SLICE = 1 << 18
SMALL = 1 << 12


def product(surface: Surface, one: Element, two: Element) -> Element:
    """The product of two elements of the surface's group."""
    (p, q), (r, s) = one, two
    if surface == "torus":
        return p + r, q + s
    if surface == "klein":
        return (p - r if q % 2 else p + r), q + s
    return 0, (q + s) % 2


def inverse(surface: Surface, element: Element) -> Element:
    """The inverse of an element of the surface's group."""
    p, q = element
    if surface == "klein" and q % 2:
        return p, -q
    return (0, q % 2) if surface == "projective" else (-p, -q)


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
    colour: NDArray[np.int8] = field(init=False)
    parent: NDArray[np.int32] = field(init=False)
    p: NDArray[np.int32] = field(init=False)
    q: NDArray[np.int32] = field(init=False)
    size: NDArray[np.int32] = field(init=False)

    def __post_init__(self) -> None:
        n = self.mesh.cells
        self.colour = np.full(n, -1, dtype=np.int8)
        self.parent = np.arange(n, dtype=np.int32)
        self.p = np.zeros(n, dtype=np.int32)
        self.q = np.zeros(n, dtype=np.int32)
        self.size = np.ones(n, dtype=np.int32)

    def place(self, cell: int, colour: int) -> list[Element]:
        """Put a stone; the non-trivial loops it closes, as elements at the component's root.

        ``ValueError`` when the cell is taken.
        """
        if self.colour[cell] >= 0:
            raise ValueError(f"cell {cell} is taken")
        surface = self.mesh.surface
        self.colour[cell] = colour
        closed: list[Element] = []
        row = zip(
            self.mesh.neighbour[cell].tolist(),
            self.mesh.step_p[cell].tolist(),
            self.mesh.step_q[cell].tolist(),
            strict=True,
        )
        for other, sp, sq in row:
            if other < 0 or self.colour[other] != colour:
                continue
            mine, here = self.find(cell)
            theirs, there = self.find(other)
            loop = product(surface, product(surface, here, (sp, sq)), inverse(surface, there))
            if mine == theirs:
                if loop != (0, 0):
                    closed.append(loop)
            elif self.size[mine] < self.size[theirs]:
                self._hang(mine, theirs, inverse(surface, loop))
            else:
                self._hang(theirs, mine, loop)
        return closed

    def _hang(self, root: int, above: int, element: Element) -> None:
        """Hang a whole component on another root, ``element`` being the path to it."""
        self.parent[root] = above
        self.size[above] += self.size[root]
        self.p[root], self.q[root] = element

    def find(self, cell: int) -> tuple[int, Element]:
        """The root of the cell's component and the element of the path from it."""
        path = []
        while self.parent[cell] != cell:
            path.append(cell)
            cell = int(self.parent[cell])
        element: Element = (0, 0)
        for v in reversed(path):
            element = product(self.mesh.surface, element, (int(self.p[v]), int(self.q[v])))
            self.p[v], self.q[v] = element
            self.parent[v] = cell
        return cell, element

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
        if (np.bincount(cells, minlength=1) > 1).any() or (self.colour[cells] >= 0).any():
            raise ValueError("a cell is taken twice")
        limits = limits or Limits()
        if len(cells) < SMALL:
            rows = []
            for turn, (cell, colour) in enumerate(
                zip(cells.tolist(), colours.tolist(), strict=True)
            ):
                rows += [(turn, *loop) for loop in self.place(cell, colour)]
            return np.array(rows, dtype=np.int64).reshape(-1, 3)
        kernel = kernels("algebra.homology_kernel")
        k = self.mesh.neighbour.shape[1]
        parts = []
        scratch = np.zeros((2, k), dtype=np.int64)
        for start in range(0, len(cells), SLICE):
            limits.check()
            stop = min(start + SLICE, len(cells))
            found = np.empty(((stop - start) * k, 3), dtype=np.int64)
            count = kernel.place_all(
                KINDS[self.mesh.surface], self.mesh.neighbour, self.mesh.step_p,
                self.mesh.step_q, self.colour, self.parent, self.p, self.q, self.size,
                cells, colours, start, stop, found, 0, scratch[0], scratch[1],
            )  # fmt: skip
            parts.append(found[:count].copy())
        return np.concatenate(parts)

    def offsets(self) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
        """``(root, p, q)`` of every cell: its component and the path from the component's root."""
        root = np.full(self.mesh.cells, -1, dtype=np.int32)
        if self.mesh.cells < SMALL:
            for cell in np.flatnonzero(self.colour >= 0).tolist():
                root[cell] = self.find(cell)[0]
        else:
            kernels("algebra.homology_kernel").settle(
                KINDS[self.mesh.surface], self.parent, self.p, self.q, self.colour, root
            )
        return root, self.p, self.q


def closed_walks(
    mesh: Mesh, colour: NDArray[np.int8], wanted: int, limits: Limits
) -> list[list[int]]:
    """Up to ``wanted`` closed walks, each on one colour, as lists of cells.

    Their elements, read from their trees' roots, differ up to inversion; fewer walks come
    back only when there are no more. ``colour`` is -1 on empty cells. O(cells * k).
    """
    cells = mesh.cells
    parent = np.full(cells, -1, dtype=np.int32)
    found = np.zeros((wanted, 4), dtype=np.int64)
    if cells < SMALL:
        number = _search(mesh, colour.tolist(), parent, found)
    else:
        kernel = kernels("algebra.homology_kernel")
        p, q, queue = (np.zeros(cells, dtype=np.int32) for _ in range(3))
        state = np.zeros(4, dtype=np.int64)
        while not kernel.search(
            KINDS[mesh.surface], mesh.neighbour, mesh.step_p, mesh.step_q, colour, parent, p, q,
            queue, state, found, SLICE,
        ):  # fmt: skip
            limits.check()
        number = int(state[3])
    return [_closed(parent, int(at), int(to)) for at, to, _, _ in found[:number]]


def _search(
    mesh: Mesh, colour: list[int], parent: NDArray[np.int32], found: NDArray[np.int64]
) -> int:
    """The kernel's search in plain Python."""
    surface, number = mesh.surface, 0
    near, sp, sq = mesh.neighbour.tolist(), mesh.step_p.tolist(), mesh.step_q.tolist()
    seen: dict[int, Element] = {}
    for start, stone in enumerate(colour):
        if stone < 0 or start in seen:
            continue
        seen[start], parent[start] = (0, 0), start
        queue = deque([start])
        while queue:
            at = queue.popleft()
            for to, p, q in zip(near[at], sp[at], sq[at], strict=True):
                if to < 0 or colour[to] != stone:
                    continue
                there = product(surface, seen[at], (p, q))
                if to not in seen:
                    seen[to], parent[to] = there, at
                    queue.append(to)
                    continue
                loop = product(surface, there, inverse(surface, seen[to]))
                known = [(int(row[2]), int(row[3])) for row in found[:number]]
                if loop != (0, 0) and loop not in known and inverse(surface, loop) not in known:
                    found[number] = (at, to, *loop)
                    number += 1
                    if number == len(found):
                        return number
    return number


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
