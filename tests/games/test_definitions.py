"""Every question has a definition, and what our methods answer is what it says.

The definitions are the plain twins of all that searches and proves: on tiny boards of every game
they are evaluated, and compared with the answers of all methods, verified or not.
"""

from __future__ import annotations

from collections import defaultdict

import pytest
from reference.proved import methods
from soundness.goals import goals

from gameproof.encodings.method import Options, Undecided
from gameproof.games.game import games
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.definitions import answer, question_of
from gameproof.games.meaning.steps import TooMuch, tried, within
from gameproof.games.tictoe import make
from gameproof.instances.instance import Resolved
from gameproof.solvers.limits import Limits

STEPS = 1 << 21
EACH = 3
"""Boards for each question of each game; all of them in the slow test."""
UNDEFINED = {
    ("tictactoe", "opening-census"): "a sample of random openings, about which nothing is proved"
}
"""Questions without definition, each with its reason."""

ASKED: dict[tuple[str, str], list[Resolved]] = defaultdict(list)
for one in goals():
    if one.game.name in games() and (one.game.name, one.question.name) not in UNDEFINED:
        ASKED[one.game.name, one.question.name].append(one)


def test_every_question_has_a_definition() -> None:
    lacking = {
        (name, question.name)
        for name, (game, _) in games().items()
        for question in game.questions
        if question.defined_by is None and not (question.answers and question.means is not None)
    }
    assert lacking == set(UNDEFINED)


def compared(goal: Resolved) -> int:
    """How many methods' answers the definition was compared with; 0 where it takes too long."""
    wanted: Value | BadInput
    try:
        with within(STEPS):
            wanted = answer(goal.position, goal.question, goal.arguments)
    except TooMuch:
        return 0
    except BadInput as reason:
        wanted = reason
    number = 0
    for method in methods(goal.game.name, goal.question.name):
        try:
            if not method.applies(goal.position):
                continue
            options = Options(arguments=goal.arguments)
            found = method.run(goal.position, Limits(time_limit=60), options).answer
        except BadInput:
            continue
        if not isinstance(found, Undecided):
            assert found == wanted, f"{goal.words} {goal.arguments} by {method.name}"
            number += 1
    return number


@pytest.mark.parametrize("asked", ASKED, ids=" ".join)
def test_methods_answer_as_the_definition_says(asked: tuple[str, str]) -> None:
    boards = ASKED[asked]
    assert sum(compared(goal) for goal in boards[:: -(-len(boards) // EACH)])


@pytest.mark.slow
@pytest.mark.parametrize("asked", ASKED, ids=" ".join)
def test_methods_answer_as_the_definition_says_everywhere(asked: tuple[str, str]) -> None:
    assert sum(compared(goal) for goal in ASKED[asked])


def test_a_definition_ends_after_the_steps_it_is_given() -> None:
    with within(10), pytest.raises(TooMuch):
        sum(1 for _ in tried(range(11)))
    with within(10):
        assert sum(1 for _ in tried(range(10))) == 10
        with within(3), pytest.raises(TooMuch):
            sum(1 for _ in tried(range(2), 2))
    assert sum(1 for _ in tried(range(100))) == 100


def test_the_question_is_found_by_the_position() -> None:
    position = make()
    found = question_of(position, "can-win")
    assert found is not None
    assert found.defined_by is not None
    assert question_of(position, "value") is None
