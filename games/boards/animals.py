"""Harary's animals, and the sets that the places of shapes on a board are."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np

from gameproof.games.boards.hypergraph import MOST_TORUS_MEMBERS, Hypergraph
from gameproof.games.boards.written_shapes import Cells, diagram, is_diagram, moved_to_origin
from gameproof.games.meaning.bad_input import BadInput

SHAPES = {
    "elam": "X", "domino": "XX", "tic": "XXX", "el": "XX,X.", "fatty": "XX,XX", "skinny": "XXXX",
    "elly": "XXX,X..", "knobby": "XXX,.X.", "tippy": "XX.,.XX", "f5": ".XX,XX.,.X.", "i5": "XXXXX",
    "l5": "XXXX,X...", "n5": "XXX.,..XX", "p5": "XXX,XX.", "t5": "XXX,.X.,.X.", "u5": "XXX,X.X",
    "v5": "XXX,X..,X..", "w5": "XX.,.XX,..X", "x5": ".X.,XXX,.X.", "y5": "XXXX,.X..",
    "z5": "XX.,.X.,.XX", "snaky": "XXXX.,...XX",
}  # fmt: skip
"""Harary's animals by his names; the pentominoes by their letters."""

OTHER_NAMES = {
    "i3": "tic", "v3": "el", "o4": "fatty", "i4": "skinny", "l4": "elly", "t4": "knobby",
    "s4": "tippy", "z4": "tippy",
}  # fmt: skip


HEXES = {
    "monohex": "X", "dihex": "XX", "i3": "XXX", "v3": "XX,.X", "a3": "XX,X.",
    "i4": "XXXX", "j4": "XXX,..X", "p4": "XXX,.X.", "s4": "XX.,.XX", "u4": ".XX,X.X",
    "y4": "..X,XX.,.X.", "o4": "XX,XX", "i5": "XXXXX", "j5": "XXXX,...X", "p5": "XXXX,..X.",
    "e5": "XXXX,.X..", "n5": "XXX.,..XX", "l5": "XXX,..X,..X", "r5": "XXX,..X,.X.",
    "c5": ".XXX,X..X", "s5": "X..,XXX,..X", "q5": ".X.,XXX,..X", "t5": "..X,XXX,..X",
    "y5": "...X,XXX.,..X.", "d5": "XXX,XX.", "x5": "..X,XXX,X..", "a5": "..X,XXX,.X.",
    "v5": "XXX,X..,X..", "u5": ".XX,X.X,X..", "g5": "XX.X,.XX.", "w5": "XX.,.XX,..X",
    "b5": "XXX,.XX", "f5": "XXX,X.X", "h5": "XX.,.XX,X..",
}  # fmt: skip
"""Polyhexes by the letters of Goodger's Polyform Puzzler (2015), in the rows of a Hex board."""


@cache
def animal_forms(name: str, kind: str = "polyomino") -> tuple[Cells, ...]:
    """An animal turned and reflected: cells (row, column), each form with least row and column
    0; of hexagons as on a Hex board where ``kind`` is ``polyhex``. It has a name or is drawn, as
    ``XX.,.XX``; raises ``BadInput`` for an unknown name."""
    slanted = kind == "polyhex"
    names = HEXES if slanted else SHAPES
    key = name.lower() if slanted else OTHER_NAMES.get(name.lower(), name.lower())
    if key not in names and not is_diagram(name):
        raise BadInput(
            f"no animal {name[:60]!r}; there are {', '.join(names)}, or a diagram as XX.,.XX",
            "name",
        )
    cells = diagram(names.get(key, name))
    forms: dict[Cells, None] = {}
    for reflect in (False, True):
        form = [(r + slanted * c, -c) for r, c in cells] if reflect else list(cells)
        for _ in range(6 if slanted else 4):
            form = [(c + slanted * r, -r) for r, c in form]
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
