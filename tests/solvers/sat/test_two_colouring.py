"""Local search for two-colourings: what it finds is right, and the seed repeats it."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sat.two_colouring import colour


def random_sets(seed: int, variables: int, count: int, size: int) -> NDArray[np.int64]:
    rng = np.random.default_rng(seed)
    rows = np.array([rng.choice(variables, size, replace=False) + 1 for _ in range(count)])
    signed: NDArray[np.int64] = rows * rng.choice([-1, 1], rows.shape)
    return signed


def good(rows: NDArray[np.int64], colours: NDArray[np.bool_]) -> bool:
    for row in rows.tolist():
        seen = {bool(colours[abs(v) - 1]) == (v > 0) for v in row if v}
        if len(seen) != 2:
            return False
    return True


@pytest.mark.parametrize("seed", range(5))
def test_random_families_of_fives(seed: int) -> None:
    rows = random_sets(seed, 300, 1500, 5)
    rows[::7, 4] = 0  # some sets of four
    found = colour(300, rows, Limits(time_limit=30, seed=seed))
    assert found is not None
    assert good(rows, found)
    again = colour(300, rows, Limits(time_limit=30, seed=seed))
    assert again is not None
    assert (found == again).all()


def test_an_impossible_family_is_given_up() -> None:
    triangle = np.array([[1, 2], [2, 3], [1, 3]])
    assert colour(3, triangle, Limits(), tries=1) is None
    with pytest.raises(LimitReached):
        colour(3, triangle, Limits(time_limit=0.2))
    with pytest.raises(ValueError, match="literals"):
        colour(3, np.array([[1, 0]]), Limits())
