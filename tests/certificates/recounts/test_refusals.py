"""What is too large to be counted again, and what is no question of a count, is refused."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module

import pytest

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.recounts import recount, tetris_sequences, triples
from gameproof.certificates.recounts.recount import Recount
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.laws import Law
from gameproof.games.tetris import make as tetris
from gameproof.games.tetris_3partition import make as reduction
from gameproof.instances.instance import from_words, resolve


def recounted(words: str, question: str, **arguments: Value) -> str:
    """The sentence of a recount; arguments stand as they are, whatever the command line thinks."""
    goal = resolve(from_words(words.split(), question))
    about = {**goal.arguments, **arguments}
    return conclude(Goal(goal.position, goal.question.name, about), Recount()).sentence


LARGE = [
    # words, question, module, bound, a value that is too small, what is said
    ("torus-cycles 3 --position x..o.....", "threats", "glued_boards", "MOST_TRIED", 1, "stones"),
    ("torus-cycles 3", "colourings", "glued_boards", "LARGEST", 8, "at most 8 cells"),
    ("torus-cycles 3", "three-colours", "glued_boards", "LARGEST", 8, "at most 8 cells"),
    ("mnk 4 8 8", "count-drawn", "colour_states", "MOST_WORDS", 9, "states of partly coloured"),
    ("mnk 4 8 8", "count-drawn", "colour_states", "MOST_WORK", 9, "states of partly coloured"),
    ("mnk 4 8 8", "count-drawn", "colour_states", "MOST_KINDS", 3, "more than 3 kinds"),
    ("snort-multiplayer path 3", "labellings", "labellings", "MOST_STEPS", 9, "more than 1 lab"),
    ("snort path 3", "score", "snort", "MOST_SCORES", 2, "more than 2 positions"),
    ("paper-soccer 1 2", "longest", "soccer_plays", "MOST", 5, "more than 5 positions"),
    ("tetris-3partition 8 3 2 3", "partition", "triples", "MOST_STEPS", 0, "more than 0 triples"),
]


@pytest.mark.parametrize(("words", "question", "module", "bound", "value", "said"), LARGE)
def test_sizes_are_bounded(
    words: str,
    question: str,
    module: str,
    bound: str,
    value: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = import_module(f"gameproof.certificates.recounts.{module}")
    assert recounted(words, question)
    monkeypatch.setattr(place, bound, value)
    with pytest.raises(Rejected, match=said):
        recounted(words, question)


def test_sequences_are_counted_on_few_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first board counts, and those of each piece while they are made."""
    for most, length in ((0, 0), (1, 1)):
        monkeypatch.setattr(tetris_sequences, "MOST_BOARDS", most)
        start = tetris(size="4x4")
        with pytest.raises(Rejected, match="boards: too many to count again"):
            tetris_sequences.count(start, length)


NO_PLIES: list[Value] = [True, -1, 1 << 20, None, "2"]
ODD: list[tuple[str, str, dict[str, Value], str]] = [
    ("paper-soccer 1 2", "equivalent", {"other": 3}, "the other game is a text"),
    ("tictoe", "can-win", {"player": "third"}, "the players are"),
]
ODD += [
    ("paper-soccer 1 2", "bounces", {"plies": plies}, "plies is a number") for plies in NO_PLIES
]


@pytest.mark.parametrize(("words", "question", "arguments", "said"), ODD)
def test_arguments_that_are_none(
    words: str, question: str, arguments: dict[str, Value], said: str
) -> None:
    with pytest.raises(Rejected, match=said):
        recounted(words, question, **arguments)


def test_a_player_of_col_may_be_stuck_while_the_other_is_not() -> None:
    """Red has two vertices next to each other, Blue, to move, none."""
    with pytest.raises(Rejected, match="may be stuck"):
        recounted("col path 2 --only-red 0,1 --to-move blue", "score")


def test_pieces_that_leave_cells_free() -> None:
    position = reduction(8, [3, 2, 3])
    assert triples._sizes(position, {})
    with pytest.raises(Rejected, match="do not fill"):
        triples._sizes(replace(position, board=0), {})
    with pytest.raises(Rejected, match="not 5sT"):
        triples._sizes(replace(position, pieces=position.pieces[1:]), {})
    with pytest.raises(Rejected, match="too many numbers"):
        triples.splits((1,) * 603, 3)


def test_a_count_rests_on_laws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every position that is counted today has them; another package's may not."""
    goal = resolve(from_words(["snort", "path", "2"], "score"))
    count = recount.Count("score", (object,), lambda *_: 0, "", frozenset({Law.IMPARTIAL}))
    monkeypatch.setattr(recount, "counts", lambda: (count,))
    with pytest.raises(Rejected, match="which is not known"):
        conclude(Goal(goal.position, "score"), Recount())
