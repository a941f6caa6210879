"""A shortest closed walk of a given class, by breadth-first search in the covering space.

Cells of the covering are (cell, x, y): the cell reached and the crossings on the way. Every
walk of a class (x, y) other than (0, 0) leaves some cell by a step that crosses a side, so
the search starts from such cells only.
"""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.homology import Element, Loops, Mesh, lattice
from gameproof.solvers.limits import Limits


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
    reach = _components(mesh, allowed, wanted)
    near = mesh.neighbour.tolist()
    across = list(zip(mesh.step_p.tolist(), mesh.step_q.tolist(), strict=True))
    axis = 0 if wanted[0] else 1
    best: list[int] | None = None
    for start in np.flatnonzero(reach).tolist():
        if not any(across[start][axis]):
            continue
        limits.check()
        before: dict[tuple[int, int, int], tuple[int, int, int] | None] = {(start, 0, 0): None}
        goal = (start, *wanted)
        queue = deque([((start, 0, 0), 0)])
        while queue and goal not in before:
            here, length = queue.popleft()
            if best is not None and length + 1 >= len(best):
                break
            at, x, y = here
            for to, sx, sy in zip(near[at], *across[at], strict=True):
                there = (to, x + sx, y + sy)
                if reach[to] and there not in before:
                    before[there] = here
                    queue.append((there, length + 1))
        if goal in before:
            path = []
            back = before[goal]
            while back is not None:
                path.append(back[0])
                back = before[back]
            best = path[::-1]
    return best


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
