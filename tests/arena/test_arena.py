"""No checker accepts a file of the arena that is false, and each accepts what is genuine."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from arena.checkers import CHECKERS, FALSE, GENUINE, by_command, trap
from formal.in_node import ACCEPTED, DECLINED, REJECTED

from gameproof.certificates.kinds import kinds

Checker = Callable[[Sequence[Path]], list[str]]


def kind(path: Path) -> str:
    return str(json.loads(path.read_bytes())["steps"][-1]["kind"])


@pytest.mark.parametrize("checker", CHECKERS.values(), ids=CHECKERS)
def test_no_false_certificate_is_accepted(checker: Checker) -> None:
    found = dict(zip(FALSE, checker(FALSE), strict=True))
    assert not [f"{p.name}: {trap(p)}" for p, verdict in found.items() if verdict == ACCEPTED]
    assert sum(verdict == REJECTED for verdict in found.values()) >= 80


@pytest.mark.parametrize("checker", CHECKERS.values(), ids=CHECKERS)
def test_no_genuine_certificate_is_rejected(checker: Checker) -> None:
    found = dict(zip(GENUINE, checker(GENUINE), strict=True))
    assert not [p.name for p, verdict in found.items() if verdict == REJECTED]
    assert sum(verdict == ACCEPTED for verdict in found.values()) >= 5


def test_ours_declines_no_genuine_certificate() -> None:
    assert set(CHECKERS["python"](GENUINE)) == {ACCEPTED}


def test_every_kind_has_its_traps() -> None:
    names = [path.stem for path in FALSE]
    assert len(names) >= 120
    for tag in kinds():
        assert {f"{tag}-another-answer", f"{tag}-empty"} <= {*names}, tag
    assert {kind(path) for path in GENUINE} >= kinds().keys() - {"blocking-set"}  # 12 kB


def test_every_trap_is_one_sentence() -> None:
    for path in FALSE:
        assert len(trap(path)) > 10, path.name
        assert trap(path).endswith("."), path.name
        assert "\n" not in trap(path), path.name


def test_a_program_is_a_checker() -> None:
    """Its exit status is its verdict."""
    program = (
        f"{sys.executable} -c \"raise SystemExit(int('-empty' in __import__('sys').argv[1]) + 1)\""
    )
    said = by_command(program, [Path("a-empty.json"), Path("b.json")])
    assert said == [DECLINED, REJECTED]


def test_the_page_says_how_many_there_are() -> None:
    page = Path(__file__).parents[2] / "docs" / "trust.md"
    said = f"`tests/arena` holds {len(FALSE)} false certificates"
    assert said in " ".join(page.read_text(encoding="utf-8").split())
