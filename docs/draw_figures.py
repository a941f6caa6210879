"""Draws the figures of the pages, each from what the program answers today.

``python docs/draw_figures.py`` in a clone writes them to ``docs/figures``; a test holds that the
files there are what this module draws.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Sequence
from itertools import pairwise, product
from pathlib import Path

import networkx as nx
import numpy as np

import gameproof as gp
from gameproof.certificates.pairings.pairing import Pairing
from gameproof.games.positional import Position
from gameproof.games.sets.region_play import Region, masks, minimal
from gameproof.pictures.sheet.compose import side_by_side
from gameproof.pictures.sheet.drawing import Drawing, Point
from gameproof.pictures.sheet.palette import (
    BLUE,
    FIRST,
    GREEN,
    HIGHLIGHT,
    INK,
    MUTED,
    PALE,
    PAPER,
    RED,
    SECOND,
    TINTS,
    tint,
)
from gameproof.solvers.matching.blossom import maximum_matching

FOLDER = Path(__file__).parent / "figures"
CELL = 40.0

ANSWERED = {
    "five_by_five": ("tictactoe 5 2", "pairing"),
    "violator": ("tictactoe 4 2", "pairing"),
    "decomposition": ("geography path 7", "all"),
    "connection": ("hex 5 5 --first a1 --to-move second", "outcome"),
}
"""Figures that are the picture of an answer, with the question."""


def middle(row: float, column: float, left: float = 30.0, top: float = 30.0) -> Point:
    """The middle of a cell of a board of squares."""
    return left + (column + 0.5) * CELL, top + (row + 0.5) * CELL


def pairs_of(lines: Sequence[frozenset[int]], pairs: Sequence[Sequence[int]]) -> list[set[int]]:
    """The pair of each line, in the lines' order, each pair being inside exactly one line."""
    return [next(set(pair) for pair in pairs if set(pair) <= line) for line in lines]


def alternating() -> tuple[list[frozenset[int]], list[set[int]], list[int], list[int]]:
    """The lines of 5 x 5, the pair of each, the cells of an alternating path from the cell that
    no line owns to a cell as far from it as any, and the lines that it changes."""
    proof = gp.solve("tictactoe 5 2", "pairing")
    position, certificate = proof.position.rules, proof.certificate
    assert isinstance(position, Position)
    assert isinstance(certificate, Pairing)
    lines = [frozenset(row) for row in position.live("first").sets()]
    owned = pairs_of(lines, np.asarray(certificate.pairs).tolist())
    owner = {cell: number for number, pair in enumerate(owned) for cell in pair}
    start = next(cell for cell in range(25) if cell not in owner)
    came: dict[int, tuple[int, int]] = {}
    queue = deque([start])
    order = [start]
    while queue:
        cell = queue.popleft()
        for number, line in enumerate(lines):
            if cell in line and cell not in owned[number]:
                for let_go in sorted(owned[number]):
                    if let_go not in came:
                        came[let_go] = (cell, number)
                        queue.append(let_go)
                        order.append(let_go)
    cells, changed = [order[-1]], []
    while cells[0] != start:
        before, number = came[cells[0]]
        cells.insert(0, before)
        changed.insert(0, number)
    return lines, owned, cells, changed


def after(owned: list[set[int]], cells: list[int], changed: list[int]) -> list[set[int]]:
    """The pairs after the path: each line takes the cell before it and lets go the one behind."""
    found = [set(pair) for pair in owned]
    for taken, let_go, number in zip(cells, cells[1:], changed, strict=False):
        found[number] = found[number] - {let_go} | {taken}
    return found


def _pairs(owned: list[set[int]], title: str, unowned: int) -> Drawing:
    drawing = Drawing(5 * CELL + 60, 5 * CELL + 60, title)
    number_of = {cell: number + 1 for number, pair in enumerate(owned) for cell in pair}
    for cell in range(25):
        x, y = middle(*divmod(cell, 5))
        fill = PAPER if cell == unowned else tint(number_of[cell])
        drawing.rectangle(x - CELL / 2, y - CELL / 2, CELL, CELL, fill=fill)
    for cell in number_of:
        x, y = middle(*divmod(cell, 5))
        drawing.text((x - 0.3 * CELL, y - 0.3 * CELL), str(number_of[cell]), size=10)
    for place, letter in enumerate("abcde"):
        drawing.text((middle(0, place)[0], 18), letter, size=11, fill=MUTED)
        drawing.text((16, middle(place, 0)[1]), str(place + 1), size=11, fill=MUTED)
    return drawing


def alternating_path() -> str:
    """A pairing of 5 x 5, an alternating path, and the pairing changed along it."""
    _, owned, cells, changed = alternating()
    name = [f"{'abcde'[cell % 5]}{cell // 5 + 1}" for cell in cells]
    first = _pairs(owned, "an alternating path", cells[0])
    for a, b in pairwise(cells):
        (x, y), (u, v) = middle(*divmod(a, 5)), middle(*divmod(b, 5))
        far = math.hypot(u - x, v - y)
        dx, dy = (u - x) / far * 6, (v - y) / far * 6
        first.arrow((x + dx, y + dy), (u - dx, v - dy), stroke=RED, width=2.5)
    first.circle(middle(*divmod(cells[0], 5)), 5, fill=PAPER, stroke=RED, width=2.5)
    steps = "; ".join(
        f"line {number + 1} takes {a} and lets go {b}"
        for a, b, number in zip(name, name[1:], changed, strict=False)
    )
    first.caption(f"before: no line owns {name[0]}; {steps}")
    second = _pairs(after(owned, cells, changed), "the pairing without the cell", cells[-1])
    second.circle(middle(*divmod(cells[-1], 5)), 5, fill=PAPER, stroke=RED, width=2.5)
    second.caption(f"after: every line owns two cells again, and no line owns {name[-1]}")
    return side_by_side((first.svg(), second.svg()))


ROWS, COLUMNS = (0, 2, 3), (1, 2, 4)
"""Of a layer of 6 x 6 x 6, the lines that cross in the nine cells of the figure."""


def answers_in_nine() -> tuple[int, dict[int, int]]:
    """In a region of nine cells, three lines crossing three: the blocker's answer to a stone in
    the first cell, and then the answer to each other cell, -1 where none is needed."""
    cells = list(range(9))
    traces = masks(cells, [range(3 * k, 3 * k + 3) for k in range(3)]) | masks(
        cells, [range(k, 9, 3) for k in range(3)]
    )
    play = Region()
    assert play.stopped(traces)
    left = minimal({trace & ~1 for trace in traces})
    bit = play.answer(left)
    assert bit
    left = minimal({trace for trace in left if not trace & bit})
    taken = {0, bit.bit_length() - 1}
    found = {}
    for cell in set(cells) - taken:
        answer = play.answer(minimal({trace & ~(1 << cell) for trace in left}))
        assert answer is not None
        found[cell] = answer.bit_length() - 1
    return bit.bit_length() - 1, found


def nine_cells() -> str:
    """Six lines in a layer of [6]^3 that cross in nine cells, and how they are held."""
    layer = Drawing(6 * CELL + 60, 6 * CELL + 60, "a region of nine cells")
    for crossed in (False, True):
        for row, column in product(range(6), repeat=2):
            if (row in ROWS or column in COLUMNS) == crossed:
                x, y = middle(row, column)
                fill = TINTS[0] if row in ROWS and column in COLUMNS else PAPER
                line = INK if crossed else PALE
                layer.rectangle(x - CELL / 2, y - CELL / 2, CELL, CELL, fill=fill, stroke=line)
    for row in ROWS:
        layer.line(middle(row, -0.35), middle(row, 5.35), stroke=BLUE, width=2)
    for column in COLUMNS:
        layer.line(middle(-0.35, column), middle(5.35, column), stroke=BLUE, width=2)
    letters = "abcdefghi"
    for number in range(9):
        x, y = middle(ROWS[number // 3], COLUMNS[number % 3])
        layer.text((x - 0.28 * CELL, y - 0.28 * CELL), letters[number], size=12, bold=True)
    layer.caption(
        "six lines of a layer of 6 x 6 x 6 cross in nine cells; the second player answers inside "
        "and gets a cell of each"
    )
    first, then = answers_in_nine()
    answers = Drawing(3 * CELL + 60, 6 * CELL + 60, "the answers in the region")
    for number in range(9):
        x, y = middle(1.5 + number // 3, number % 3)
        answers.rectangle(x - CELL / 2, y - CELL / 2, CELL, CELL, fill=TINTS[0])
        if number == 0:
            for side in (1, -1):
                answers.line((x - 9, y - side * 9), (x + 9, y + side * 9), stroke=FIRST, width=4)
        elif number == first:
            answers.circle((x, y), 10, fill=TINTS[0], stroke=SECOND, width=3)
        else:
            answers.text((x - 0.28 * CELL, y - 0.28 * CELL), letters[number], size=12, bold=True)
            answers.text((x + 3, y + 5), letters[then[number]] if then[number] >= 0 else "any")
    answers.caption(
        f"after a stone (cross) at a, answered (ring) at {letters[first]}: each cell shows where a "
        "stone there is answered. The nine cells are alike, so this is every opening"
    )
    return side_by_side((layer.svg(), answers.svg()))


WALK = nx.Graph([(0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (3, 5), (5, 6), (6, 7), (7, 8), (8, 5)])
"""A triangle and a single vertex that compete for a fourth, and a square that needs nobody."""
SPOTS = {
    0: (130, 60), 1: (50, 30), 2: (50, 90), 3: (210, 60), 4: (210, 125),
    5: (290, 60), 6: (350, 25), 7: (410, 60), 8: (350, 95),
}  # fmt: skip
START = 4


def classes() -> tuple[set[int], set[int]]:
    """The vertices that some maximum matching misses, and their neighbours among the others."""
    answer = str(gp.solve("geography", WALK, "all").answer)
    missed = {v for v, letter in enumerate(answer) if letter == "P"}
    return missed, {w for v in missed for w in WALK[v]} - missed


def gallai_edmonds() -> str:
    """A graph in the colours of Gallai and Edmonds, with a maximum matching and one walk."""
    edges = np.array(sorted(WALK.edges), dtype=np.int32)
    matching = maximum_matching(len(WALK), edges)
    mate, path = matching.mate.tolist(), matching.path(START)
    missed, needed = classes()
    drawing = Drawing(460, 165, "Gallai and Edmonds")
    walked = list(pairwise(path))
    for u, v in sorted(WALK.edges):
        thick = mate[u] == v
        drawing.line(SPOTS[u], SPOTS[v], stroke=BLUE if thick else INK, width=6 if thick else 1.3)
    for u, v in walked:
        (x, y), (a, b) = SPOTS[u], SPOTS[v]
        far = math.hypot(a - x, b - y)
        dx, dy = (a - x) / far, (b - y) / far
        off = (-8 * dy, 8 * dx)
        drawing.arrow(
            (x + 16 * dx + off[0], y + 16 * dy + off[1]),
            (a - 16 * dx + off[0], b - 16 * dy + off[1]),
            stroke=RED,
            width=2,
        )
    for v, spot in SPOTS.items():
        sort = "D" if v in missed else "A" if v in needed else "C"
        fill = {"D": TINTS[1], "A": TINTS[0], "C": PAPER}[sort]
        drawing.circle(spot, 15, fill=fill, width=3 if v == START else 1)
        drawing.text(spot, f"{sort}{v}", size=12, bold=v == START)
    drawing.caption(
        "thick: a maximum matching",
        "D: a maximum matching misses it, a start from there loses (P); A: the others beside D; "
        "C: the rest; starts from A and C win (N)",
        f"the walk {' '.join(map(str, path))} from D{START} to a vertex without partner: thick and "
        f"thin change places along it, and a matching as large misses {START}",
    )
    return drawing.svg()


def border_of_trust() -> str:
    """Prover, certificate, checker, and what has to be right for VERIFIED to be true."""
    drawing = Drawing(640, 232, "prover, certificate, checker, and the border of trust")
    drawing.rectangle(352, 8, 280, 216, fill=TINTS[2], stroke=GREEN, line=2)

    def box(left: float, top: float, wide: float, name: str, *words: str, fill: str) -> None:
        drawing.rectangle(left, top, wide, 36 + 16 * len(words), fill=fill)
        drawing.text((left + wide / 2, top + 18), name, size=14, bold=True)
        for k, line in enumerate(words):
            drawing.text((left + wide / 2, top + 36 + 16 * k), line, size=11)

    box(10, 34, 150, "prover", "methods, encodings,", "solvers, compiled code", fill=TINTS[7])
    box(200, 34, 130, "certificate", "a file: position,", "claim, evidence", fill=HIGHLIGHT)
    box(372, 34, 130, "checker", "derives statements", "from the rules", fill=PAPER)
    box(372, 142, 130, "rules", "games, and what", "an answer means", fill=PAPER)
    drawing.arrow((160, 68), (200, 68))
    drawing.arrow((330, 68), (372, 68))
    drawing.arrow((437, 142), (437, 102))
    drawing.arrow((502, 68), (532, 68))
    drawing.text((580, 60), "VERIFIED", size=14, bold=True)
    drawing.text((580, 78), "or refused", size=12)
    drawing.text((562, 200), "must be right", size=13, bold=True)
    drawing.text((170, 150), "a fault here can cost an answer,", size=12)
    drawing.text((170, 168), "it cannot make a wrong one pass", size=12)
    drawing.line((352, 8), (352, 224), stroke=GREEN, width=4, dashed=True)
    drawing.text((346, 212), "the border of trust", size=12, anchor="end", bold=True)
    return drawing.svg()


def answered(name: str) -> str:
    """The picture of an answer."""
    return gp.draw(gp.solve(*ANSWERED[name])).svg


DRAWN: dict[str, Callable[[], str]] = {
    "alternating_path": alternating_path,
    "nine_cells": nine_cells,
    "gallai_edmonds": gallai_edmonds,
    "border_of_trust": border_of_trust,
}
"""Figures that are drawn by hand from what the program answers."""

FIGURES = (*ANSWERED, *DRAWN)


def draw(name: str) -> str:
    """A figure as SVG; raises :class:`KeyError` for a name that is none of them."""
    return DRAWN[name]() if name in DRAWN else answered(name)


if __name__ == "__main__":
    for figure in FIGURES:
        (FOLDER / f"{figure}.svg").write_text(draw(figure), encoding="utf-8")
