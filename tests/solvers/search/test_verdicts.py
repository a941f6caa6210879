"""The table of verdicts: what is read was written for that hash, all 64 bits of it."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from gameproof.solvers.jit import kernels
from gameproof.solvers.search.verdicts import LEAST, verdicts


def test_a_row_is_read_for_its_own_hash_alone() -> None:
    """Beside a dictionary of rows, on hashes that differ in single bits."""
    kernel = kernels("search.verdicts_kernel")
    table = verdicts(LEAST)
    chance = random.Random(5)
    base = chance.getrandbits(64)
    keys = [base, *(base ^ 1 << bit for bit in range(64)), 0, 1, 2, 3]
    rows: dict[int, tuple[int, int]] = {}
    for _ in range(4000):
        key = chance.choice(keys)
        if chance.random() < 0.3:
            verdict = chance.randrange(1, 4)
            kernel.remember(table, np.uint64(key), verdict)
            rows[key % LEAST] = key, verdict
        kept, verdict = rows.get(key % LEAST, (None, 0))
        assert kernel.recall(table, np.uint64(key)) == (verdict if kept == key else 0)


def test_two_who_share_a_file_read_the_same(tmp_path: Path) -> None:
    kernel = kernels("search.verdicts_kernel")
    file = tmp_path / "shared"
    file.touch()
    one, other = verdicts(LEAST, file), verdicts(LEAST, file)
    assert not other.any()
    kernel.remember(one, np.uint64(77), 2)
    assert kernel.recall(other, np.uint64(77)) == 2


@pytest.mark.parametrize("rows", [0, LEAST // 2, LEAST + 1, 3 * LEAST])
def test_a_table_has_a_power_of_two_of_rows(rows: int) -> None:
    with pytest.raises(ValueError, match="a power of two of rows"):
        verdicts(rows)
