"""The rows of a table of verdicts; what is read there: ``test_tables.py``."""

from __future__ import annotations

from pathlib import Path

import pytest

from gameproof.solvers.search.verdicts import FIRST, verdicts


def test_two_who_share_a_file_have_the_same_rows(tmp_path: Path) -> None:
    file = tmp_path / "shared"
    file.touch()
    one, other = verdicts(FIRST, file), verdicts(FIRST, file)
    assert not other.any()
    one[77] = 2
    assert other[77] == 2


@pytest.mark.parametrize("rows", [0, FIRST // 2, FIRST + 1, 3 * FIRST])
def test_a_table_has_a_power_of_two_of_rows(rows: int) -> None:
    with pytest.raises(ValueError, match="a power of two of rows"):
        verdicts(rows)
