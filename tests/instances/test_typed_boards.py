"""Boards that stand in files, typed as words and given as lists, against the files themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

import gameproof as gp
from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.contained import contained, portable
from gameproof.instances.instance import from_object, from_words, resolve

HACKENBUSH = "ground a\na b red\nground b blue\n"
FAMILY = '{"cells": ["a", "b", "c", "d"], "sets": [["a", "b", "c"], ["c", "d"]]}'


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        (["hackenbush", "ground-a,a-b:red,ground-b-blue"], HACKENBUSH),
        (["hackenbush", "ground a; a b red; ground b blue"], HACKENBUSH),
        (["hackenbush", HACKENBUSH], HACKENBUSH),
        (["hackenbush", "lrg"], "ground 1 red\n1 2 blue\n2 3 green\n"),
        (["words", "New York,Kansas City,Yuma"], "New York\nKansas City\nYuma\n"),
        (["positional", "a,b,c;c,d"], FAMILY),
        (["positional", FAMILY + "\n"], FAMILY),
    ],
)
def test_typed_as_in_a_file(typed: list[str], text: str, tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text(text)
    game = typed[0]
    asked = resolve(from_words(typed))
    filed = resolve(from_words([game, "board.txt"], folder=tmp_path))
    assert str(asked.position) == str(filed.position)
    assert asked.position == filed.position or game == "hackenbush"
    again = contained({**portable(asked)})
    assert (again.key, again.words) == (asked.key, asked.words)


@pytest.mark.parametrize(
    ("game", "board", "question", "answer"),
    [
        ("hackenbush", [("ground", "a"), ("a", "b", "red")], "outcome", "N"),
        ("hackenbush", ["ground-a:red", "a-b:blue"], "value", "1/2"),
        ("words", ["New York", "Kansas City", "Yuma"], "winning-moves", "new york, yuma"),
        ("words", ["Yuma"], "winning-moves", "yuma"),
        ("positional", [{"a", "b", "c"}, ["c", "d"]], "outcome", "draw"),
        ("positional", [[0, 1], (1, 2)], "outcome", "first"),
    ],
)
def test_lists(game: str, board: object, question: str, answer: str) -> None:
    proof = gp.solve(game, board, question)
    assert (str(proof.answer), proof.verified) == (answer, True)


def test_lists_in_instance_files() -> None:
    document = {"schema": "gameproof/instance/1", "game": "words", "board": {"file": ["ab", "bc"]}}
    assert resolve(from_object(document)).words == "words ab,bc"


@pytest.mark.parametrize(
    ("string", "value"),
    # Berlekamp's rule, worked out by hand: the first run counts wholes, then binary digits
    [("l", "1"), ("r", "-1"), ("ll", "2"), ("lr", "1/2"), ("lrl", "3/4"), ("lrlrr", "9/16"),
     ("llr", "3/2"), ("rl", "-1/2"), ("g", "*"), ("lg", "{1|1}")],
)  # fmt: skip
def test_strings(string: str, value: str) -> None:
    proof = gp.solve(f"hackenbush {string}", "value")
    assert str(proof.answer) in (value, {"{1|1}": "1*"}.get(value, value))


@pytest.mark.parametrize(
    ("game", "board"),
    [
        ("words", ["a,b", "c"]),
        ("words", [["a"], "b"]),
        ("words", []),
        ("words", [None]),
        ("hackenbush", [("ground", "a-b")]),
        ("hackenbush", [("x", "a")]),
        ("hackenbush", [("ground", "a", "pink")]),
        ("positional", [["a", "b;c"]]),
        ("positional", [[["a"]]]),
        ("hackenbush ground-a,,a-b", None),
        ("hackenbush ground-a,a-b:pink", None),
        ("hackenbush ground-a-b-c", None),
        ("positional a,b;;c", None),
        ("positional a,,b", None),
        ("hackenbush lrb", None),
        ("words nofile", None),
    ],
)
def test_what_is_no_board(game: str, board: object) -> None:
    asked = (game,) if board is None else (game, board, "outcome")
    with pytest.raises(BadInput):
        gp.solve(*asked)


def test_a_word_is_not_both_a_board_and_a_file(tmp_path: Path) -> None:
    (tmp_path / "lrl").write_text("ground a")
    with pytest.raises(BadInput, match="a board and a file"):
        from_words(["hackenbush", "lrl"], folder=tmp_path)
    assert resolve(from_words(["hackenbush", "./lrl"], folder=tmp_path)).words.endswith('"./lrl"')


def test_a_certificate_cannot_call_another_board_by_a_typed_name() -> None:
    """The words of a board are typed again: text under a foreign name is said to be a file."""
    document = portable(resolve(from_words(["hackenbush", "lrl"])))
    document["board"]["board"]["text"] = "ground a green"
    assert contained(document).words == 'hackenbush "./lrl"'
    document["board"]["board"]["name"] = "ground-a,a-b:nothing"
    assert contained(document).words == 'hackenbush "./ground-a,a-b:nothing"'
