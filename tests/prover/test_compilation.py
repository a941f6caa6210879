"""Kernels made ahead: none is forgotten."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gameproof.prover import compilation

ROOT = Path(__file__).parents[2]


def test_every_kernel_that_an_engine_asks_for_is_made() -> None:
    asked = set()
    for path in (ROOT / "solvers").rglob("*.py"):
        asked |= set(re.findall(r'"(\w+\.\w+_kernel)"', path.read_text(encoding="utf-8")))
    assert asked == set(compilation.AHEAD)


@pytest.mark.slow
def test_all_are_made() -> None:
    assert [made for made in compilation.compile_ahead() if made.error] == []
