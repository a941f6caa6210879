"""Harary's animals, and the sets that the places of shapes on a board are."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np

from gameproof.games.boards.hypergraph import MOST_TORUS_MEMBERS, Hypergraph
from gameproof.games.boards.written_shapes import Cells, diagram, is_diagram, moved_to_origin
from gameproof.games.meaning.bad_input import BadInput

SHAPES: dict[str, tuple[str, ...]] = {
    "elam": ("X",),
    "domino": ("XX",),
    "tic": ("XXX",),
    "el": ("XX", "X."),
    "fatty": ("XX", "XX"),
    "skinny": ("XXXX",),
    "elly": ("XXX", "X.."),
    "knobby": ("XXX", ".X."),
    "tippy": ("XX.", ".XX"),
    "f5": (".XX", "XX.", ".X."),
    "i5": ("XXXXX",),
    "l5": ("XXXX", "X..."),
    "n5": ("XXX.", "..XX"),
    "p5": ("XXX", "XX."),
    "t5": ("XXX", ".X.", ".X."),
    "u5": ("XXX", "X.X"),
    "v5": ("XXX", "X..", "X.."),
    "w5": ("XX.", ".XX", "..X"),
    "x5": (".X.", "XXX", ".X."),
    "y5": ("XXXX", ".X.."),
    "z5": ("XX.", ".X.", ".XX"),
    "snaky": ("XXXX.", "...XX"),
}
"""Harary's animals by his names; the pentominoes by their letters."""

OTHER_NAMES = {
    "i3": "tic", "v3": "el", "o4": "fatty", "i4": "skinny", "l4": "elly", "t4": "knobby",
    "s4": "tippy", "z4": "tippy",
}  # fmt: skip


@cache
def animal_forms(name: str) -> tuple[Cells, ...]:
    """An animal turned and reflected: cells (row, column), each form with least row and column
    0. It has a name or is drawn, as ``XX.,.XX``; raises ``BadInput`` for an unknown name."""
    key = OTHER_NAMES.get(name.lower(), name.lower())
    if key not in SHAPES and not is_diagram(name):
        raise BadInput(
            f"no animal {name[:60]!r}; there are {', '.join(SHAPES)}, or a diagram as XX.,.XX",
            "name",
        )
    cells = diagram(",".join(SHAPES[key]) if key in SHAPES else name)
    forms: dict[Cells, None] = {}
    for reflect in (False, True):
        form = [(r, -c) for r, c in cells] if reflect else list(cells)
        for _ in range(4):
            form = [(c, -r) for r, c in form]
            forms[moved_to_origin(form)] = None
    return tuple(forms)


def placements(forms: Iterable[Cells], m: int, n: int) -> Hypergraph:
    """All translates of the forms on m rows and n columns."""
    shapes = dict.fromkeys(moved_to_origin(list(shape)) for shape in forms)
    sizes, found = [], []
    for shape in shapes:
        tall, wide = max(r for r, _ in shape) + 1, max(c for _, c in shape) + 1
        rows, columns = max(m - tall + 1, 0), max(n - wide + 1, 0)
        if rows * columns * len(shape) > MOST_TORUS_MEMBERS:
            raise BadInput(f"the translates of a shape on {m} x {n} cells are too many to list")
        corners = np.add.outer(np.arange(rows) * n, np.arange(columns)).ravel()
        cells = np.array(sorted(r * n + c for r, c in shape))
        sizes.append(np.full(len(corners), len(cells), dtype=np.int64))
        found.append(np.add.outer(corners, cells).ravel().astype(np.int32))
    members = np.concatenate(found or [np.zeros(0, np.int32)])
    return Hypergraph.packed(m * n, np.concatenate(sizes or [np.zeros(0, np.int64)]), members)
