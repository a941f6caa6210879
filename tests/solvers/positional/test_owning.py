"""Who owns a set first: random families, lists of plies and falling stones, by all plays.

Oracle: a search that knows the definition alone. Operations: the answer, replies that keep it.
"""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

from gameproof.solvers.limits import Limits
from gameproof.solvers.positional.owning import OwningProblem, OwningSearch


def problem(rng: random.Random, falls: bool) -> OwningProblem:
    cells = rng.choice([6, 8]) if falls else rng.randint(3, 7)
    family = [
        (sum(1 << c for c in rng.sample(range(cells), rng.randint(2, 3))), 0)
        for _ in range(rng.randint(2, 5))
    ]
    movers = [i % 2 for i in range(cells)] if falls else [rng.randint(0, 1) for _ in range(cells)]
    if not falls:
        movers = movers[: rng.randint(2, cells)]
    other = family if falls or rng.random() < 0.5 else [(mask, 0) for mask, _ in family[:1]]
    return OwningProblem(
        cells, (family, other), movers, 0, cells // 2 if falls else 0, [list(range(cells))]
    )


def by_all_plays(asked: OwningProblem, attacker: int, start: tuple[int, int]) -> bool:
    @cache
    def wins(own: tuple[int, int]) -> bool:
        for seat in (0, 1):
            if any(mask & own[seat] == mask for mask, _ in asked.wanted[seat]):
                return seat == attacker
        ply = (own[0] | own[1]).bit_count()
        if ply >= min(len(asked.movers), asked.cells):
            return False
        mover = asked.movers[ply]
        after = []
        for cell in range(asked.cells):
            below = cell + asked.step
            held = not asked.step or below >= asked.cells or (own[0] | own[1]) >> below & 1
            if held and not (own[0] | own[1]) >> cell & 1:
                both = list(own)
                both[mover] |= 1 << cell
                after.append(wins((both[0], both[1])))
        return any(after) if mover == attacker else all(after)

    return wins(start)


@pytest.mark.parametrize("falls", [False, True], ids=["any cell", "falling"])
def test_random_games(falls: bool) -> None:
    rng = random.Random(39)
    seen = set()
    for _ in range(150):
        asked = problem(rng, falls)
        for attacker in (0, 1):
            truth = by_all_plays(asked, attacker, (0, 0))
            search = OwningSearch(asked, attacker, Limits())
            assert search.wins(0, 0) == truth
            seen.add((attacker, truth))
            mover = asked.movers[0]
            (cell,) = search.answers(mover, np.zeros((1, 2), np.uint64)).tolist()
            if truth == (mover == attacker):
                own = (1 << cell, 0) if mover == 0 else (0, 1 << cell)
                assert by_all_plays(asked, attacker, own) == truth
    assert len(seen) == 4
