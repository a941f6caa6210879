"""Kernels made ahead: none is forgotten, and what an engine does without is said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gameproof.cli.main import run as gameproof
from gameproof.cli.status import Status
from gameproof.prover import compilation

ROOT = Path(__file__).parents[2]


def test_every_kernel_that_an_engine_asks_for_is_made() -> None:
    asked = set()
    for path in (ROOT / "solvers").rglob("*.py"):
        asked |= set(re.findall(r'"(\w+\.\w+_kernel)"', path.read_text(encoding="utf-8")))
    assert asked - {"matching.hall_kernel"}, "the pattern finds them"
    assert asked == set(compilation.AHEAD)


@pytest.mark.parametrize(
    ("name", "status"), [("counting.exact_cover_kernel", 0), ("algebra.none_kernel", 70)]
)
def test_the_command_says_what_it_made(
    name: str, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use = compilation.AHEAD["counting.exact_cover_kernel"]
    monkeypatch.setattr(compilation, "AHEAD", {name: use})
    assert gameproof(["compile"]) == Status(status)
    assert name in capsys.readouterr().out


@pytest.mark.slow
def test_all_are_made() -> None:
    assert [made for made in compilation.compile_ahead() if made.error] == []
