"""A shortest closed walk of a given class, by breadth-first search in the covering space.

Cells of the covering are (cell, x, y): the cell reached and the crossings on the way. Every
walk of a class (x, y) other than (0, 0) leaves some cell by a step that crosses a side, so
the search starts from such cells only.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.algebra.homology import Element, Loops, Mesh, lattice
from gameproof.solvers.limits import Limits

Place = tuple[int, int, int]


def shortest_loop(
    mesh: Mesh, allowed: NDArray[np.bool_], wanted: Element, limits: Limits
) -> list[int] | None:
    """The cells of a shortest closed walk with crossings ``wanted`` over allowed cells.

    ``None`` when there is none. For a torus (``ValueError`` otherwise). Depth-bounded by the
    best walk so far: O(starts * cells of the covering within that length). Raises
    ``LimitReached``.
    """
    if mesh.surface != "torus" or wanted == (0, 0):
        raise ValueError("a class of the torus other than (0, 0) is needed")
    reach = _components(mesh, allowed, wanted).tolist()
    near = mesh.neighbour.tolist()
    across = list(zip(mesh.step_p.tolist(), mesh.step_q.tolist(), strict=True))
    axis = 0 if wanted[0] else 1
    best: list[int] | None = None
    for start, reached in enumerate(reach):
        if reached and any(across[start][axis]):
            limits.check()
            longest = None if best is None else len(best) - 1
            best = _through(near, across, reach, start, wanted, longest) or best
    return best


def _through(
    near: list[list[int]],
    across: list[tuple[list[int], list[int]]],
    reach: list[bool],
    start: int,
    wanted: Element,
    longest: int | None,
) -> list[int] | None:
    """A shortest such walk through ``start``, ``None`` when none has at most ``longest`` cells.

    Walks from the start and walks to the goal differ by a translation of the covering,
    so one search is grown until it meets its own translate half way.
    """
    root = (start, 0, 0)
    before: dict[Place, Place | None] = {root: None}
    far = {root: 0}
    layer = [root]
    depth = 0
    best: tuple[int, Place] | None = None
    while layer and (longest is None or 2 * depth < longest):
        depth += 1
        grown = []
        for here in layer:
            at, x, y = here
            for to, sx, sy in zip(near[at], *across[at], strict=True):
                there = (to, x + sx, y + sy)
                if reach[to] and there not in before:
                    before[there], far[there] = here, depth
                    grown.append(there)
        layer = grown
        # A walk of 2 depth - 1 or 2 depth steps has a middle that both searches know.
        for here in layer:
            other = far.get((here[0], here[1] - wanted[0], here[2] - wanted[1]))
            if other is not None and (best is None or depth + other < best[0]):
                best = depth + other, here
        if best is not None:
            break
    if best is None or (longest is not None and best[0] > longest):
        return None
    # From the start to the meeting place, then from its translate back to the start.
    meeting = best[1]
    out = _path(before, meeting)
    home = _path(before, (meeting[0], meeting[1] - wanted[0], meeting[2] - wanted[1]))
    return out[:-1] + home[:0:-1]


def _path(before: dict[Place, Place | None], there: Place) -> list[int]:
    """Cells from the start to the place, both included."""
    path = []
    at: Place | None = there
    while at is not None:
        path.append(at[0])
        at = before[at]
    return path[::-1]


def _components(mesh: Mesh, allowed: NDArray[np.bool_], wanted: Element) -> NDArray[np.bool_]:
    """The allowed cells in whose component some closed walk has the crossings wanted."""
    loops = Loops(mesh)
    cells = np.flatnonzero(allowed).astype(np.int32)
    closed = loops.place_all(cells, np.zeros(len(cells), dtype=np.int8))
    root, _, _ = loops.offsets()
    found: dict[int, list[Element]] = {}
    for turn, x, y in closed.tolist():
        found.setdefault(int(root[cells[turn]]), []).append((x, y))
    good = [r for r, some in found.items() if lattice([*some, wanted]) == lattice(some)]
    return np.isin(root, good) & allowed
