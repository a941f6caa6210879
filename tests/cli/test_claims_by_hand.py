"""What a line that says VERIFIED can be made to look like: who writes the file chooses names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gameproof.cli.main import run

FALSE = "b: outcome first: the first player wins; instance " + "0" * 32 + " " * 100 + "."


def certificate(board: dict[str, object], moves: list[str], pairs: list[int]) -> str:
    """A true pairing on a board of a file, reached by moves."""
    content = {"text": json.dumps(board), "name": "board.json"}
    instance = {
        "schema": "gameproof/instance/1", "game": "positional", "board": {"file": content},
        "question": "pairing", "arguments": {}, "moves": moves,
    }  # fmt: skip
    numbers = {"numbers": pairs, "dtype": "<i4", "shape": [len(pairs) // 2, 2]}
    step = {"kind": "pairing", "pairs": numbers, "owner": None, "player": "second"}
    return json.dumps({
        "type": "certificate", "schema": "gameproof/certificate/3", "made_by": "nobody",
        "instance": instance, "answer": "exists", "steps": [step],
    })  # fmt: skip


def test_a_move_is_not_read_as_a_claim(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "evil.json"
    board = {"cells": ["a", "b", "c", FALSE], "sets": [["a", "b"]]}
    path.write_text(certificate(board, ["c", FALSE], [0, 1]))
    assert run(["check", str(path)]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f's VERIFIED positional board.json after c, "{FALSE}": pairing exists: ')
    assert said.count(FALSE) == said.count(f'"{FALSE}"') == 1


def test_plain_moves_stand_as_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "plain.json"
    board = {"cells": ["a", "b", "c", "d"], "sets": [["a", "b"]]}
    path.write_text(certificate(board, ["c", "d"], [0, 1]))
    assert run(["check", str(path)]) == 0
    assert " after c, d: pairing exists: " in capsys.readouterr().out


def test_a_claim_ends_with_as_many_digits_as_nobody_finds_twice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two boards of one name; birthday searches for 48 bits took four minutes."""
    for name, cells in (("one", ["a", "b"]), ("two", ["a", "b", "c"])):
        path = tmp_path / f"{name}.json"
        path.write_text(certificate({"cells": cells, "sets": [["a", "b"]]}, [], [0, 1]))
        assert run(["check", str(path)]) == 0
    keys = [line.rpartition("instance ")[2] for line in capsys.readouterr().out.splitlines()]
    assert len(set(keys)) == 2
    assert all(len(key) == 32 and set(key) <= set("0123456789abcdef") for key in keys)


def test_what_is_behind_standard_input_is_not_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--behind", "-"]) == 2
    assert "standard input" in capsys.readouterr().err


def test_digits_of_other_scripts_are_no_coordinates(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for first, status in (("1,2,3", 0), ("١,٢,٣", 2)):
        assert run(["solve", "tictactoe", "9", "3", "--first", first, "-q", "pairing"]) == status
    assert "no cell" in capsys.readouterr().err
