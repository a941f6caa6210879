"""Shipped instances and claims of Tetris, by every method that applies."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import pytest
from reference.proved import proved
from reference.tetris import answers, cells_of

from gameproof.games.tetris import Position
from gameproof.instances.claim_files import read_claims
from gameproof.instances.instance import Instance, from_object, resolve

SLOW = ("sixty-pieces", "forty-snakes", "one-of-each", "random-6x10")
"""All plays by the twin take minutes; their expected answers come from such a run."""


def shipped(game: str) -> list[tuple[str, dict[str, Any]]]:
    folder = files("gameproof.instances").joinpath("data", game)
    items = sorted(folder.iterdir(), key=lambda item: item.name)
    return [(item.name, json.loads(item.read_text(encoding="utf-8"))) for item in items]


ALL = [
    pytest.param(item, id=name, marks=[pytest.mark.slow] if name.startswith("random") else [])
    for game in ("tetris", "tetris-3partition")
    for name, item in shipped(game)
]


def first_answer(instance: Instance) -> str:
    """By the first method that decides, its certificate checked."""
    from gameproof.prover.prove import prove

    answer = prove(instance)
    assert answer.verified
    return answer.answer


@pytest.mark.parametrize("item", ALL)
def test_instances(item: dict[str, Any]) -> None:
    instance = from_object(item)
    assert first_answer(instance) == item["expected"]


@pytest.mark.parametrize(
    "name", [name for name, _ in shipped("tetris") if not name.startswith(SLOW)]
)
def test_expected_answers_are_those_of_brute_force(name: str) -> None:
    item = dict(shipped("tetris"))[name]
    asked = resolve(from_object(item))
    position: object = asked.position
    assert isinstance(position, Position)
    cells = cells_of(position.columns, position.board)
    brute = answers(position.rows, position.columns, cells, position.pieces, position.rotation)
    assert brute[asked.question.name] == item["expected"]
    assert proved("tetris", position, asked.question.name) == item["expected"]


@pytest.mark.slow
def test_claims() -> None:
    claims = [c for c in read_claims("001") if c.where.startswith("claims/001-tetris.json")]
    assert len(claims) == 6
    assert {c.record.verdict for c in claims} == {"consistent", "proved", "open", "not checkable"}
    for claim in claims:
        for instance in claim.instances:
            assert first_answer(instance) == instance.expected
