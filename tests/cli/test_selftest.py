"""What the self-test says of this machine."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from gameproof.cli.main import run as gameproof
from gameproof.cli.status import Status


def test_the_instances_of_some_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert gameproof(["selftest", "nim", "words"]) == Status.DONE
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert rows[0] == ["game", "instances", "answered", "verified", "agree", "time"]
    assert [row[0] for row in rows[1:3]] == ["nim", "words"]
    assert rows[1][1] == rows[1][2] == rows[1][3]
    assert ["numpy"] in [row[:1] for row in rows]
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_answer_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One of two instances expects what is not so, which the worker process finds."""
    wins = {
        "schema": "gameproof/instance/1",
        "game": "nim",
        "board": "3 4 5",
        "question": "outcome",
    }
    for name, expected in (("right", "N"), ("wrong", "P")):
        (tmp_path / f"{name}.json").write_text(json.dumps(wins | {"expected": expected}))
    shipped = SimpleNamespace(instances=tmp_path)
    monkeypatch.setattr("gameproof.prover.registry.entry", lambda _: shipped)
    assert gameproof(["selftest", "nim", "--json"]) == Status.REFUTED
    said = capsys.readouterr()
    row = json.loads(said.out)["games"]["nim"]
    wrong = f"{tmp_path.name}/wrong.json: N, expected P"
    assert (row["instances"], row["agree"], row["wrong"]) == (2, 1, [wrong])
    assert said.err == f"gameproof: {wrong}\n"


def test_an_unknown_game_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert gameproof(["selftest", "nmi"]) == Status.USAGE
    assert "did you mean 'nim'" in capsys.readouterr().err
