"""The script that measures the tests, on two small kinds; on all of them it is run by hand."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from soundness.mutation import PACKAGE, ROOT, Row, imported_by, table


def test_imports_of_every_form_are_found(tmp_path: Path) -> None:
    path = tmp_path / "imports.py"
    path.write_text(
        "import one.two\nfrom three import (\n    four,\n    five as six,\n)\n"
        "def late():\n    from seven.eight import nine\n",
        encoding="utf-8",
    )
    wanted = {"one.two", "three", "three.four", "three.five", "seven.eight", "seven.eight.nine"}
    assert imported_by(path) == wanted


def test_the_table_has_a_line_for_each_module_and_one_for_all() -> None:
    rows = {f"{PACKAGE}.kernel": Row(killed=7, redundant=1), f"{PACKAGE}.a.b": Row(survivors=2)}
    assert [line.split() for line in table(rows).splitlines()] == [
        ["module", "rejections", "killed", "redundant", "survivors"],
        ["a.b", "2", "0", "0", "2"],
        ["kernel", "8", "7", "1", "0"],
        ["all", "10", "7", "1", "2"],
    ]


@pytest.mark.slow
def test_no_rejection_of_two_kinds_is_without_a_test() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "soundness.mutation", "strategies.play", "strategies.images"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    total = done.stdout.splitlines()[-1].split()
    assert total[0] == "all"
    assert int(total[1]) == int(total[2]) + int(total[3]) > 10
