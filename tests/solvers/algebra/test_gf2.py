"""Elimination over GF(2), against dense arithmetic and against long integers."""

from __future__ import annotations

import numpy as np
import pytest
from reference.gf2 import eliminate_integers

from gameproof.solvers.algebra import gf2
from gameproof.solvers.limits import LimitReached, Limits


def dense(rows: int, columns: int, ones: np.ndarray) -> np.ndarray:
    matrix = np.zeros((rows, columns), dtype=np.int64)
    np.add.at(matrix, (ones[:, 0], ones[:, 1]), 1)
    return matrix % 2


def test_relations_units_and_nulls() -> None:
    rng = np.random.default_rng(8)
    for _ in range(60):
        rows, columns = (int(x) for x in rng.integers(1, 80, size=2))
        count = int(rng.integers(0, 200))
        ones = np.stack([rng.integers(0, rows, count), rng.integers(0, columns, count)], axis=1)
        a = dense(rows, columns, ones)
        found = gf2.eliminate(rows, columns, ones)
        for i in range(rows):
            relation, unit = found.relation(i), found.unit(i)
            assert (relation is None) != (unit is None)
            if relation is not None:
                assert relation[i]
                assert not ((relation @ a) % 2).any()
            else:
                assert ((a @ unit) % 2 == np.eye(rows, dtype=int)[i]).all()
        transposed = gf2.eliminate(columns, rows, ones[:, ::-1])
        for j in range(columns):
            null = found.null_with(j)
            assert (null is None) == (transposed.relation(j) is None)
            if null is not None:
                assert null[j]
                assert not ((a @ null) % 2).any()
            else:
                combination = found.row_combination(j)
                assert ((combination @ a) % 2 == np.eye(columns, dtype=int)[j]).all()
        assert found.rank == transposed.rank


def test_the_same_reduction_as_by_long_integers() -> None:
    ones = np.random.default_rng(1).integers(0, 130, size=(500, 2))
    found = gf2.eliminate(130, 130, ones)
    work = np.zeros((130, 6), dtype=np.uint64)
    for i, j in [*ones.tolist(), *((i, 192 + i) for i in range(130))]:
        work[i, j >> 6] ^= np.uint64(1 << (j & 63))
    assert (found.pivot == eliminate_integers(work, 130)).all()
    assert (found.reduced == work[:, :3]).all()
    assert (found.combination == work[:, 3:]).all()


def test_no_rows_and_no_columns() -> None:
    none = np.zeros((0, 2), dtype=np.int64)
    assert gf2.eliminate(0, 0, none).rank == 0
    assert gf2.eliminate(2, 0, none).relation(1) is not None


def test_no_pivot_is_an_error() -> None:
    with pytest.raises(ValueError, match="no pivot"):
        gf2.eliminate(1, 2, np.array([[0, 0]])).row_combination(1)


def test_a_limit_stops_the_elimination() -> None:
    with pytest.raises(LimitReached):
        gf2.eliminate(5, 5, np.array([[0, 0]]), Limits(time_limit=0))
