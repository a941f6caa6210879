"""Full boards counted part by part, and pairings of tori that are too small to have any."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.definitions.definition import Definition
from gameproof.games.positional import Position
from gameproof.instances.instance import Resolved
from soundness.oracle_positional import Arguments, count_drawn
from soundness.rules_oracle import TooLarge

MOST_CELLS = 9


def count_pairings(position: Position, arguments: Arguments) -> object:
    """The sets of disjoint pairs of cells, all needed, that serve every k in a row of the plane,
    each pair read as cells of the plane so many steps apart; by trying all sets of pairs."""
    p, q, k = position.board.parameters
    ways = ((0, 1), (1, 0), (1, 1), (1, -1))
    rows = {
        (way, tuple((r + i * ways[way][0]) % p * q + (c + i * ways[way][1]) % q for i in range(k)))
        for way in range(4)
        for r in range(p)
        for c in range(q)
    }
    pairs: dict[tuple[int, int, int, int], set[tuple[int, tuple[int, ...]]]] = {}
    for way, cells in rows:
        for i, j in combinations(range(k), 2):
            if cells[i] != cells[j]:
                pairs.setdefault((cells[i], cells[j], way, j - i), set()).add((way, cells))
    for size in range(p * q // 2 + 1):
        for some in combinations(pairs, size):
            disjoint = len({cell for pair in some for cell in pair[:2]}) == 2 * size
            served = {row for pair in some for row in pairs[pair]}
            if disjoint and served == rows:
                raise TooLarge("classes of pairings are not worked out here")
    return 0


ORACLES = {(Position, "count-pairings"): count_pairings}

PAIRS = ("count-pairings", "count-pairings --up-to-symmetry")
GOALS: list[tuple[str, tuple[str, ...]]] = [
    *((f"torus-row {size}", PAIRS) for size in ("1 1 1", "1 3 2", "2 2 2", "2 2 3", "1 4 5")),
    ("torus-row 2 4 3", ("count-drawn", "count-drawn --even")),
    ("torus-row 2 2 2", ("count-drawn", "count-drawn --even")),
    ("torus-row 4 2 2 --rule weak --first 3", ("count-drawn",)),
]


def handmade(goal: Resolved) -> Iterator[tuple[str, str, Certificate]]:
    """(method, answer, certificate): the last cell stands beside the others, or alone in a ring
    of three; colours exchanged, where that is a symmetry."""
    here: object = goal.position
    if goal.question.name != "count-drawn" or not isinstance(here, Position):
        return
    cells = here.board.cells
    if not 1 < cells <= MOST_CELLS:
        return
    answer = str(count_drawn(here, goal.arguments))
    alike = here.rule == "strong" and not here.first and not here.second
    alike = alike and here.board.first_sets is here.board.second_sets
    share = not goal.arguments.get("even") or cells % 2 == 0
    swapped = [literal ^ 1 for literal in range(2 * cells)]
    rows = np.array([swapped] if alike and share else [], dtype=np.int64)
    yield "parts", answer, Definition(parts=np.array([0] * (cells - 1) + [1]), symmetries=rows)
    yield "parts", answer, Definition(parts=np.array([0] * (cells - 1) + [3]), symmetries=rows)
