"""What is too large to be counted again, and what has no definition, is refused."""

from __future__ import annotations

import importlib

import pytest

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.definitions import definition
from gameproof.certificates.definitions.definition import FASTER, Definition
from gameproof.certificates.kernel import Goal, conclude
from gameproof.games.counts import colour_states
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.definitions import answer, question_of
from gameproof.instances.instance import from_words, resolve


def again(words: str, question: str, **arguments: Value) -> str:
    """The sentence of a count; arguments stand as they are, whatever the command line thinks."""
    goal = resolve(from_words(words.split(), question))
    about = {**goal.arguments, **arguments}
    return conclude(Goal(goal.position, goal.question.name, about), Definition()).sentence


LARGE = [
    ("torus-cycles 3 --position x..o.....", "threats"),
    ("torus-cycles 3", "colourings"),
    ("torus-cycles 3", "three-colours"),
    ("klein-cycles 2", "census"),
    ("mnk 2 3 3", "drawn-position"),
    ("snort-multiplayer path 3", "labellings"),
    ("snort path 3", "score"),
    ("paper-soccer 1 2", "longest"),
    ("tetris-3partition 8 3 2 3", "partition"),
    ("tetris --size 4x4 --pieces OO", "survive"),
    ("take-away x 9", "losing-sizes"),
    ("octal 0.07 --heaps 3", "period"),
]


@pytest.mark.parametrize(("words", "question"), LARGE)
def test_steps_are_bounded(words: str, question: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert again(words, question) == "verified by counting again"
    monkeypatch.setattr(definition, "STEPS", 0)
    with pytest.raises(Rejected, match="too many steps"):
        again(words, question)


@pytest.mark.parametrize(
    ("bound", "value", "said"),
    [("MOST_WORDS", 9, "states of partly coloured"), ("MOST_WORK", 9, "states of partly coloured"),
     ("MOST_KINDS", 3, "more than 3 kinds")],
)  # fmt: skip
def test_states_are_bounded(
    bound: str, value: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert again("mnk 4 8 8", "count-drawn")
    monkeypatch.setattr(colour_states, bound, value)
    with pytest.raises(Rejected, match=said):
        again("mnk 4 8 8", "count-drawn")


def test_the_lengths_of_sequences_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(definition, "STEPS", 1 << 18)
    with pytest.raises(Rejected, match="too many steps"):
        again("tetris --size 6x6", "sequences", length=9)


NO_PLIES: list[Value] = [True, -1, 1 << 20, None, "2"]
ODD: list[tuple[str, str, dict[str, Value], str]] = [
    ("paper-soccer 1 2", "equivalent", {"other": 3}, "the other game is a text"),
    ("tictoe", "can-win", {"player": "third"}, "none of two players"),
    ("tetris --size 4x4", "sequences", {"length": -1}, "a length is a number"),
]
ODD += [
    ("paper-soccer 1 2", "bounces", {"plies": plies}, "expected a number") for plies in NO_PLIES
]


@pytest.mark.parametrize(("words", "question", "arguments", "said"), ODD)
def test_arguments_that_are_none(
    words: str, question: str, arguments: dict[str, Value], said: str
) -> None:
    with pytest.raises(Rejected, match=said):
        again(words, question, **arguments)


def test_a_player_of_col_may_be_stuck_while_the_other_is_not() -> None:
    """Red has two vertices next to each other, Blue, to move, none."""
    with pytest.raises(Rejected, match="is stuck"):
        again("col path 2 --only-red 0,1 --to-move blue", "score")


@pytest.mark.parametrize(
    ("words", "question"),
    [("tictoe", "outcome"), ("nim 1 2", "outcome"), ("tictactoe 2 2", "opening-census")],
)
def test_what_has_no_definition_is_not_counted(words: str, question: str) -> None:
    """Who can force what is proved by strategies; a question of another game is none here."""
    with pytest.raises(Rejected, match="is not defined"):
        again(words, question)
    goal = resolve(from_words(words.split(), question))
    with pytest.raises(Rejected, match="is not defined"):
        conclude(Goal(goal.position, "thermograph"), Definition())


FASTER_BOARDS = [
    *((words, "count-drawn", {"even": even}) for even in (False, True)
      for words in ("tictactoe 2 2", "mnk 3 4 3", "tictactoe 3 2 --first a1;b1;c1", "hex 3 3",
                    "tictactoe 3 2 --rule weak", "mnk 2 4 3 --to-move second")),
    *((words, question, {}) for question in ("drawn-position", "fewest-crosses")
      for words in ("hex 2 3", "tictactoe 2 2", "mnk 3 4 4")),
    ("torus-row 2 3 2", "count-pairings", {}),
    ("torus-row 2 2 4", "count-pairings", {"up_to_symmetry": True}),
    ("torus-row 1 4 5", "count-pairings", {}),
    *((words, "closed-form", {"to": 30}) for words in (
        "nim 1", "even-odd 1", "rook 1 1", "wythoff 1 1", "subtraction 1 2 3",
        "take-away 2*x 3", "take-away x+3 3")),
    *((f"take-away {f} 3", "unique-representation", {"to": 60}) for f in ("x", "2*x", "x*x")),
    *((f"wythoff {a} {b}", "grundy", {}) for a, b in ((0, 0), (3, 5), (7, 4), (6, 6))),
    *((f"wythoff 3 {b}", "equivalent", {"heap": 5}) for b in range(6)),
    ("nim 3 5", "grundy", {}),
]  # fmt: skip


@pytest.mark.parametrize(("words", "question", "arguments"), FASTER_BOARDS)
def test_what_is_faster_counts_what_is_defined(
    words: str, question: str, arguments: dict[str, Value]
) -> None:
    goal = resolve(from_words(words.split(), question))
    asked = question_of(goal.position, question)
    assert asked is not None
    truth = answer(goal.position, asked, arguments)
    module = importlib.import_module(FASTER[question])
    assert module.faster(goal.position, question, arguments) in (None, (truth,))
