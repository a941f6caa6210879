"""Examples: how their rows are read, and that each says no more than the definition allows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.kernel import Goal, conclude
from gameproof.games.game import games
from gameproof.games.graph import Graph
from gameproof.games.impartial import digraph
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.question import Arguments, Rows
from gameproof.games.meaning.statement import AtLeast, AtMost, Is, quantity
from gameproof.games.positional import Position
from gameproof.games.tetris import make

SQUARE = Position.parse("tictactoe 3 2")
DRAWN = [1, 1, 0, 0, 0, 1, 1, 1, 0]


@given(st.lists(st.lists(st.integers(0, 2**31 - 1), max_size=4), max_size=4))
def test_rows_are_those_that_were_written(rows: list[list[int]]) -> None:
    assert Definition.of(rows).rows() == rows


@pytest.mark.parametrize(
    "ends", [[], [0], [9], [1, 9], [0, 8], [0, 10], [0, 9, 8], [0, 9, 0, 9], [9, 0], [-1, 9]]
)
def test_ends_that_delimit_no_rows(ends: Sequence[int]) -> None:
    board = np.array(DRAWN)
    with pytest.raises(Rejected, match="ends"):
        Definition(board, np.array(ends, dtype=np.int64)).rows()


@pytest.mark.parametrize(
    "numbers",
    [
        np.array([*DRAWN[:8], -1]),
        np.array([*DRAWN[:8], 2**31]),
        np.array(DRAWN, dtype=np.float64),
        np.array(DRAWN, dtype=np.bool_),
        np.array(DRAWN).reshape(3, 3),
        np.array(["1"] * 9),
    ],
)
def test_numbers_that_are_none(numbers: Any) -> None:
    with pytest.raises(Rejected, match="numbers"):
        conclude(Goal(SQUARE, "drawn-position"), Definition(numbers, np.array([0, 9])))


def test_an_object_answers_its_own_question() -> None:
    board = Definition.of([DRAWN])
    drawn, crosses = quantity("drawn-position"), quantity("fewest-crosses")
    assert conclude(Goal(SQUARE, "drawn-position"), board).statements == (Is(drawn, True),)
    assert conclude(Goal(SQUARE, "fewest-crosses"), board).statements == (AtMost(crosses, 5),)
    for question in ("outcome", "pairing", "count-drawn", "sets", "win-within", "nothing", ""):
        with pytest.raises(Rejected, match="no object answers"):
            conclude(Goal(SQUARE, question), board)
    with pytest.raises(Rejected, match="no object answers"):
        conclude(Goal(make(size="4x4"), "drawn-position"), board)
    with pytest.raises(Rejected, match="no object answers"):
        conclude(Goal(object(), "drawn-position"), board)


ASKED: list[tuple[object, str, Arguments, Rows]] = [
    (SQUARE, "drawn-position", {}, [DRAWN]),
    (SQUARE, "drawn-position", {"even": True}, [DRAWN]),
    (SQUARE, "fewest-crosses", {}, [DRAWN]),
    (make(size="8x4", pieces="JJ", rotation="drop"), "clear", {}, [[0, 0, 0], [2, 1, 0]]),
    (make(size="8x4", pieces="JJ", rotation="drop"), "survive", {}, [[0, 0, 0], [2, 1, 0]]),
    (make(size="8x4", pieces="JJ", rotation="drop"), "max-rows", {}, [[0, 0, 0]]),
    (make(size="8x4", pieces="JJ", rotation="drop"), "max-tetrises", {}, []),
    (games()["tetris-3partition"][0].make(target=4, numbers=[1, 2, 1]), "partition", {}, [[0] * 3]),
    (games()["torus-cycles"][0].make(n=3), "cycle", {"class": "1,0"}, [[0, 1, 2]]),
    (games()["torus-cycles"][0].make(n=3), "blocked", {"class": "1,0"}, [[0, 1, 2]]),
    (games()["torus-cycles"][0].make(n=3), "classes", {}, [[0, 1, 2], [0, 3, 6]]),
    (games()["torus-cycles"][0].make(n=3), "shortest-loop", {"class": "0,1"}, [[0, 1, 3, 6]]),
    (games()["paper-soccer"][0].make(m=2, n=2), "goal-this-turn", {}, [[1]]),
    (digraph.make(Graph.of(3, [(0, 1), (1, 2), (2, 1)], directed=True)), "acyclic", {}, [[1, 2]]),
]


def test_every_question_with_examples_is_asked() -> None:
    named = {q.name for game, _ in games().values() for q in game.questions if q.example}
    assert named == {question for _, question, _, _ in ASKED}


@pytest.mark.parametrize(("position", "question", "arguments", "rows"), ASKED)
def test_what_an_object_shows_is_what_the_definition_says(
    position: Any, question: str, arguments: dict[str, Value], rows: Rows
) -> None:
    """The definition looks at all objects, and this one is among them."""
    asked = next(
        q for game, _ in games().values() for q in game.questions
        if q.name == question and q.example and type(position).__module__ == game.make.__module__
    )  # fmt: skip
    assert asked.defined_by is not None
    true = asked.defined_by(position, arguments)
    (shown,) = conclude(Goal(position, question, arguments), Definition.of(rows)).statements
    if isinstance(shown, Is):
        assert shown == Is(quantity(question, arguments), true)
        return
    assert isinstance(true, int)
    assert isinstance(shown, AtLeast | AtMost)
    assert shown.bound <= true if isinstance(shown, AtLeast) else shown.bound >= true
