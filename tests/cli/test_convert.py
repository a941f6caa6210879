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
