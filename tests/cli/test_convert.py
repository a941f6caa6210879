"""``gameproof convert``: files of earlier versions are proved again, or stay as they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gameproof.cli.main import run
from gameproof.cli.status import Status

Capture = pytest.CaptureFixture[str]


def older(words: str, answer: str, path: Path, **board: object) -> Path:
    """A file as version 2 wrote it, whose evidence nobody reads any more."""
    game, *_ = words.split()
    instance = {"schema": "gameproof/instance/1", "game": game, "board": board,
                "question": "outcome", "arguments": {}}  # fmt: skip
    document = {"type": "certificate", "schema": "gameproof/certificate/2", "instance": instance,
                "answer": answer, "certificate": {"kind": "gone"}}  # fmt: skip
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_an_older_file_is_proved_again(tmp_path: Path, capsys: Capture) -> None:
    path = older("geography", "N", tmp_path / "walk.json", graph="petersen", start="0")
    assert run(["check", str(path)]) == Status.USAGE
    said = capsys.readouterr().err
    assert "'gameproof convert' makes the file of an earlier version again" in said
    assert run(["convert", str(path)]) == Status.DONE
    assert run(["check", str(path)]) == Status.DONE
    assert "s VERIFIED geography petersen --start 0: outcome N" in capsys.readouterr().out
    before = path.read_bytes()
    assert run(["convert", str(path)]) == Status.DONE
    assert path.read_bytes() == before


def test_a_false_claim_is_not_converted(tmp_path: Path, capsys: Capture) -> None:
    path = older("nim", "P", tmp_path / "nim.json", heaps=[2, 1])
    before = path.read_bytes()
    assert run(["convert", str(path)]) == Status.UNKNOWN
    assert "no proof of its answer was found (N)" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_what_is_no_certificate_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text('{"schema": "gameproof/instance/1"}', encoding="utf-8")
    assert run(["convert", str(path)]) == Status.USAGE


def test_a_kind_that_is_gone_is_proved_again(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "old.json"
    words = ["tetris-3partition", "4", "1", "1", "2", "1", "1", "2", "-q", "partition"]
    assert run(["solve", *words, "-o", str(path)]) == Status.DONE
    document = json.loads(path.read_text())
    document["steps"] = [{"kind": "three-partition", "triples": [[0, 1, 2], [3, 4, 5]]}]
    path.write_text(json.dumps(document))
    capsys.readouterr()
    assert run(["check", str(path)]) != Status.DONE
    assert "'gameproof convert' makes old files anew" in capsys.readouterr().out
    assert run(["convert", str(path)]) == Status.DONE
    assert run(["check", str(path)]) == Status.DONE


@pytest.mark.parametrize(
    ("words", "steps"),
    [
        ("mnk 2 3 2 --rule weak", [{"kind": "maker-potential"}]),
        ("tictactoe 8 2", [{"kind": "degrees", "size": 8, "degree": 3, "player": "second"}]),
        ("tictactoe 3 2 -q pairing", [{"kind": "pair-weights", "sets": [2] * 8, "cells": [1] * 9}]),
        (
            "geography path 2 --start 0 --edge -q even-kernel",
            [{"kind": "parity-obstruction", "vertices": [1]}],
        ),
        (
            "tictactoe 2 3",
            [
                {"kind": "count", "about": [["sub-board", "drawn-position tictactoe 2 2"]]},
                {"kind": "sub-board", "places": [], "uses": [0]},
            ],
        ),
        (
            "torus-cycles 4 --position xxxx/..../..../....",
            [{"kind": "torus-loops", "x": [], "y": [], "walks": [[0, 1, 2, 3]]}],
        ),
        ("geography path 4", [{"kind": "alternating-forest", "mate": [1, 0, 3, 2]}]),
        ("tictactoe 5 2", [{"kind": "potential", "counts": [[5, "12"]], "player": "second"}]),
    ],
)
def test_kinds_that_became_another_one(
    words: str, steps: list[dict[str, object]], tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "old.json"
    assert run(["solve", *words.split(), "-o", str(path)]) == Status.DONE
    path.write_text(json.dumps({**json.loads(path.read_text()), "steps": steps}))
    capsys.readouterr()
    assert run(["check", str(path)]) == Status.REFUTED
    assert "'gameproof convert' makes old files anew" in capsys.readouterr().out
    assert run(["convert", str(path)]) == Status.DONE
    assert run(["check", str(path)]) == Status.DONE
