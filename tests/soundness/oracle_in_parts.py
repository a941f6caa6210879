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

MOST_CELLS = 9


def count_pairings(position: Position, arguments: Arguments) -> object:
    """The sets of disjoint pairs of cells, all needed, that serve every k in a row of the plane,
    each pair read as cells of the plane so many steps apart; by trying all sets of pairs."""
    p, q, k = position.board.parameters
    ways = ((0, 1), (1, 0), (1, 1), (1, -1))

    def at(r: int, c: int, way: int, i: int) -> int:
        down, right = ways[way]
        return (r + i * down) % p * q + (c + i * right) % q

    rows = [(r, c, way) for way in range(4) for r in range(p) for c in range(q)]
    read = {
        (at(r, c, way, 0), at(r, c, way, far), way, far)
        for r, c, way in rows
        for far in range(1, k)
    }
    served = {
        one: {
            row
            for row in rows
            for i in range(k - one[3])
            if row[2] == one[2] and at(*row, i) == one[0]
        }
        for one in read
        if one[0] != one[1]
    }
    found = set()
    for size in range(p * q // 2 + 1):
        for pairs in combinations(served, size):
            cells = [cell for pair in pairs for cell in pair[:2]]
            if len(set(cells)) == len(cells) and len(set().union(*map(served.get, pairs))) == len(
                rows
            ):
                found.add(frozenset(frozenset(pair[:2]) for pair in pairs))
    assert not found, "classes of pairings are not worked out here"
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
    here = goal.position
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
