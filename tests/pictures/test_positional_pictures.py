"""Pictures of positional games: what is written in the cells, and SVG that parses."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import gameproof as gp
from gameproof.certificates.certificate import Certificate
from gameproof.encodings.method import Options
from gameproof.encodings.positional import static_proofs
from gameproof.encodings.positional.pairings import hall as pairing
from gameproof.games.positional import Position
from gameproof.pictures.boards.positional import draw
from gameproof.solvers.limits import Limits

METHODS = {(m.question, m.name): m for m in static_proofs.METHODS + pairing.METHODS}


def proof(words: str, question: str, method: str) -> Certificate | None:
    run = METHODS[question, method].run
    return run(Position.parse(words), Limits(), Options()).certificate


def test_a_large_hex_board_is_drawn_with_the_stones_that_join() -> None:
    text = gp.draw("hex 7 7 --first a1,c1,c2,c3,b4,b5,b6,a7,g7 --second a2,b2").text
    assert text.count("X*") == 7  # c1 c2 c3 b4 b5 b6 a7, of nine stones
    assert "*" not in gp.draw("hex 7 7 --first a1,g7 --second a2").text


def test_stones_and_completed_sets() -> None:
    position = Position.parse("tictactoe 3 2 --first a1;b2;c3 --second b1;c1")
    picture = draw(position)
    assert picture.text == (
        "tictactoe 3 2\n"
        "     a  b  c\n"
        "  1 X*  O  O\n"
        "  2  . X*  .\n"
        "  3  .  . X*\n"
        "* marks a completed set\n"
    )


def test_pairs_are_numbered_twice_each() -> None:
    picture = draw(Position.parse("tictactoe 5 2"), proof("tictactoe 5 2", "pairing", "hall"))
    board = [line.split()[1:] for line in picture.text.splitlines()[2:7]]
    words = [word for row in board for word in row]
    assert sorted(words.count(str(k)) for k in range(1, 13)) == [2] * 12
    assert words.count(".") == 1
    lines = list(board) + [list(column) for column in zip(*board, strict=True)]
    lines += [[board[i][i] for i in range(5)], [board[i][4 - i] for i in range(5)]]
    for line in lines:  # every line has a number twice
        assert any(line.count(word) == 2 for word in line if word != ".")


@pytest.mark.parametrize(
    ("words", "question", "method", "mark"),
    [
        ("tictactoe 3 2", "pairing", "hall", "+"),
        ("tictactoe 5 2", "outcome", "potential", "100"),
        ("tictactoe 8 3", "pairing", "hall", "244"),
        ("tictactoe 4 2 --first b2 --second c3", "outcome", "pairing", "1"),
        ("mnk 3 30 30", "pairing", "hall", "ad"),
    ],
)
def test_marks_and_valid_svg(words: str, question: str, method: str, mark: str) -> None:
    picture = draw(Position.parse(words), proof(words, question, method))
    assert mark in picture.text.split()
    root = ElementTree.fromstring(picture.svg)
    texts = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert mark in texts
    squares = [element for element in root.iter() if element.tag.endswith("polygon")]
    # and the frame of a proved move
    assert len(squares) == Position.parse(words).board.cells + ("!" in texts)


def test_slices() -> None:
    text = draw(Position.parse("tictactoe 2 4")).text
    assert [line for line in text.splitlines() if line.startswith("slice")] == [
        "slice 1,1", "slice 1,2", "slice 2,1", "slice 2,2",
    ]  # fmt: skip
    assert "slice 3" in draw(Position.parse("tictactoe 3 3")).text


def test_families_without_a_grid_and_huge_boards() -> None:
    family = Position.parse('{"cells": ["x", "y", "z"], "sets": [["x", "y"]], "first": ["y"]}')
    assert draw(family).text.splitlines()[1:] == ["  . X .", "cells: x y z"]
    assert "too many to draw" in draw(Position.parse("tictactoe 1000 12")).text
