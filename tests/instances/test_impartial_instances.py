"""Shipped instances and claims of the impartial games, by every method that applies."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import pytest
from reference.proved import proved

from gameproof.instances.claim_files import read_claims
from gameproof.instances.instance import Instance, from_object, resolve

GAMES = (
    "digraph", "nim", "subtraction", "even-odd", "rook", "wythoff", "take-away", "hackenbush",
    "octal", "tictoe", "node-kayles", "arc-kayles", "sum",
)  # fmt: skip
CLAIMS = ("004-impartial.json", "001-games.json")


def shipped(game: str) -> list[tuple[str, dict[str, Any]]]:
    folder = files("gameproof.instances").joinpath("data", game)
    return [
        (item.name, json.loads(item.read_text(encoding="utf-8")))
        for item in sorted(folder.iterdir(), key=lambda item: item.name)
    ]


def truth(instance: Instance) -> str:
    asked = resolve(instance)
    return proved(asked.game.name, asked.position, asked.question.name, **asked.arguments)


@pytest.mark.parametrize("game", GAMES)
def test_instances(game: str) -> None:
    rows = shipped(game)
    assert len(rows) >= 3
    for name, item in rows:
        assert item["source"], name
        assert truth(from_object(item)) == item["expected"], name


@pytest.mark.parametrize("name", CLAIMS)
def test_claims(name: str) -> None:
    claims = [c for c in read_claims() if c.where.startswith(f"claims/{name}")]
    assert claims
    for claim in claims:
        decided = claim.record.verdict not in ("not checkable", "open")
        assert bool(claim.instances) is decided, claim.record.place
        if claim.record.verdict in ("refuted", "corrected"):
            assert claim.record.correction, claim.record.place
        for instance in claim.instances:
            assert truth(instance) == instance.expected, claim.record.place
