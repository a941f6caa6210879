"""Play on the terminal: what can be said, how moves may be written, why answers are right."""

from __future__ import annotations

from pathlib import Path

import pytest

from gameproof.cli.main import run
from gameproof.cli.notation import read_move
from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.instance import from_words, resolve

Captured = pytest.CaptureFixture[str]


def played(capsys: Captured, words: str, *more: str) -> str:
    assert run(["play", *words.split(), *more]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "moves", "said"),
    [
        ("tictactoe 5 2 --method pairing -q outcome", "a1", "their pair"),
        ("mnk 5 4 4", "a1", "what has to be stopped is stopped after it"),
        ("nim 3 4 5", "q", "it leaves a position of value 0"),
        ("geography path 4 --start 1", "q", "along the maximum matching"),
        ("tictactoe 5 2 --rule weak", "c3", "the cell of greatest danger"),
        ("snort grid 2 2", "0", "its image under the opposition"),
    ],
)
def test_the_reason_of_an_answer(capsys: Captured, words: str, moves: str, said: str) -> None:
    assert said in played(capsys, words, "--moves", moves)


def test_every_answer_of_a_pairing_is_the_partner(capsys: Captured) -> None:
    out = played(capsys, "tictactoe 5 2 --method pairing -q outcome", "--moves", "a1 B2 3,1")
    answers = [line for line in out.splitlines() if line.startswith("second plays")]
    assert len(answers) == 3
    assert "answers a1: their pair" in answers[0]
    assert "b2" in answers[1]
    assert "a3" in answers[2]


@pytest.mark.parametrize("text", ["b3", "B3", "3,2", " b3 ", "(3, 2)", "3 2"])
def test_cells_alike(text: str) -> None:
    position = resolve(from_words(["tictactoe", "5", "2"])).position
    assert position.move_text(read_move(position, text)) == "b3"


@pytest.mark.parametrize(
    ("words", "text", "move"),
    [
        ("tictactoe 3 3", "1,2,3", "1,2,3"),
        ("torus-cycles 3", "b2X", "B2x"),
        ("torus-hex 3", "b2", "B2"),
        ("torus-hex 3", "2,3", "C2"),
        ("paper-soccer 4 4", "1,2", "1,2"),
        ("paper-soccer 4 4", "NE", "3,3"),
        ("hex 3 3", "1,3", "c1"),
    ],
)
def test_other_notations(words: str, text: str, move: str) -> None:
    position = resolve(from_words(words.split())).position
    assert position.move_text(read_move(position, text)) == move


@pytest.mark.parametrize("text", ["", "z9", "0,1", "9,9", "a1;b2", "x" * 999, "１,１"])
def test_what_is_no_move(text: str) -> None:
    position = resolve(from_words(["tictactoe", "3", "2"])).position
    with pytest.raises(BadInput):
        read_move(position, text)


def test_what_can_be_said(capsys: Captured) -> None:
    out = played(capsys, "nim 1 2", "--side", "second", "--moves", "? help hint board")
    assert "You play second." in out
    assert "moves: " in out
    assert "take your last move back" in out
    assert "hint: " in out


def test_undo_takes_a_move_and_its_answer_back(capsys: Captured) -> None:
    out = played(capsys, "tictactoe 5 2", "--moves", "a1 undo b1")
    boards = out.split("tictactoe 5 2\n")
    assert boards[-1].count("X") == 1
    assert "no move of yours" in played(capsys, "tictactoe 5 2", "--moves", "undo")


def test_an_unknown_side_is_refused(capsys: Captured) -> None:
    for side in ("o", "", "not o", "next"):
        if side:
            assert run(["play", "nim", "3", "--side", side]) == 2
            error = capsys.readouterr().err
            assert "sides are first, second" in error
            assert error.count("\n") == 1
    assert run(["play", "torus-cycles", "3", "--side", "W", "--moves", "q"]) == 2
    assert "sides are V, H, D" in capsys.readouterr().err


def test_a_game_is_saved_and_resumed(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    before = played(capsys, "tictactoe 5 2", "--moves", f"a1 b5 save:{file}")
    assert "--resume" in before
    after = played(capsys, f"--resume {file}", "--moves", "q")
    position = before.split("tictactoe 5 2\n")[-1].split("saved")[0]
    assert position.strip() in after
    assert "undo" not in played(capsys, f"--resume {file}", "--moves", "undo undo q").lower()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"schema": "gameproof/play/2", "words": [], "question": null, "side": "", "moves": []}',
        '{"schema": "gameproof/play/1", "words": ["nim", "3"], "question": null, "side": "first",'
        ' "moves": ["9"]}',
        '{"schema": "gameproof/play/1", "words": ["nim", "3"], "question": null, "side": "o",'
        ' "moves": []}',
        '{"schema": "gameproof/play/1", "words": [], "question": null, "side": "", "moves": []}',
    ],
)
def test_bad_saved_games(capsys: Captured, tmp_path: Path, text: str) -> None:
    file = tmp_path / "game.json"
    file.write_text(text, encoding="utf-8")
    assert run(["play", "--resume", str(file), "--moves", "q"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("gameproof: ")
    assert error.count("\n") == 1


def test_words_and_a_saved_game_are_refused(capsys: Captured, tmp_path: Path) -> None:
    assert run(["play", "nim", "3", "--resume", str(tmp_path / "none.json")]) == 2
    assert run(["play", "--resume", str(tmp_path / "none.json")]) == 2
    assert run(["play"]) == 2
    assert "expected a game" in capsys.readouterr().err
