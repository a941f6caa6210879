"""Which positions and numbers the clauses of each question are about."""

from __future__ import annotations

import pytest

from gameproof.certificates.kernel import Goal
from gameproof.games.clauses import acyclic_twins, drawn_boards, one_winner, pairs
from gameproof.games.clauses.clauses import BOUNDED, FORMULAS, formula
from gameproof.games.clauses.cycles import LARGEST, LONGEST
from gameproof.games.geography import make as geography
from gameproof.games.graph import Graph
from gameproof.games.klein_cycles import OWN
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.paper_soccer import make as paper_soccer
from gameproof.games.positional import Position as Positional
from gameproof.games.tetris import make as tetris
from gameproof.games.torus_cycles import make as torus

WRONG_GAME = {
    "acyclic-twins": "about games of paper soccer",
    "blocked": "about the torus game",
    "classes": "about the torus game",
    "clear": "about plays of Tetris",
    "cycle": "about the torus game",
    "drawn-position": "no positional game",
    "even-kernel": "edge",
    "fewest-crosses": "no positional game",
    "full-board": "about the torus game",
    "max-rows": "about plays of Tetris",
    "max-tetrises": "about plays of Tetris",
    "one-winner": "glued board",
    "pairing": "no positional game",
    "survive": "about plays of Tetris",
}


def test_every_question_is_in_the_list() -> None:
    assert set(WRONG_GAME) == set(FORMULAS)


@pytest.mark.parametrize("question", WRONG_GAME)
def test_positions_of_another_game(question: str) -> None:
    position = geography(Graph.of(2, [(0, 1)]), 0)
    arguments: dict[str, Value] = {"plies": 2, "class": "1,0"}
    for bound in (None, 0) if question in BOUNDED else (None,):
        with pytest.raises(BadInput, match=WRONG_GAME[question]):
            formula(Goal(position, question, arguments), bound)


def test_twins_are_sought_from_the_empty_pitch_up_to_some_ply() -> None:
    assert formula(Goal(paper_soccer(3, 3), "acyclic-twins", {"plies": 2})).clauses
    with pytest.raises(BadInput, match="from the empty pitch"):
        formula(Goal(paper_soccer(3, 3, history="n"), "acyclic-twins", {"plies": 2}))
    nonsense: tuple[Value, ...] = (None, True, -1, "2")
    for plies in nonsense:
        with pytest.raises(BadInput, match="say up to which ply"):
            formula(Goal(paper_soccer(3, 3), "acyclic-twins", {"plies": plies}))
    with pytest.raises(BadInput, match="say up to which ply"):
        formula(Goal(paper_soccer(3, 3), "acyclic-twins", {}))


def test_tori_that_are_too_narrow_or_too_large_for_clauses_about_cycles() -> None:
    """On two rows a step up and a step down lead to one cell."""
    asked: dict[str, Value] = {"class": "1,0"}
    for rows, columns in ((2, 4), (4, 2), (1, 1)):
        with pytest.raises(BadInput, match="a step is ambiguous"):
            formula(Goal(torus(rows, columns), "blocked", asked))
    assert formula(Goal(torus(3, 4), "blocked", asked)).clauses
    with pytest.raises(BadInput, match=f"at most {LARGEST} cells"):
        formula(Goal(torus(129, 128), "blocked", asked))
    with pytest.raises(BadInput, match=f"sides of at most {LONGEST}"):
        formula(Goal(torus(3, LONGEST + 1), "blocked", asked))


def test_full_boards_are_square_and_of_moderate_size() -> None:
    for rows, columns in ((3, 4), (2, 2), (41, 41)):
        with pytest.raises(BadInput, match="square boards of 3 to 40 rows"):
            formula(Goal(torus(rows, columns), "full-board"))
    assert formula(Goal(torus(3, 3), "full-board")).clauses


def test_walks_that_win_meet() -> None:
    """On both surfaces; were it not so, a board could have two winners."""
    for surface, own in OWN.items():
        for mine in own["x"]:
            assert all(one_winner.intersection(surface, mine, theirs) for theirs in own["o"])


LIMITS: list[tuple[str, str, str, int, dict[str, Value], int | None, str]] = [
    # words, question, bound of the module drawn_boards or pairs, its value, then the goal's
    ("tictactoe 3 2", "drawn-position", "MOST_LITERALS", 32, {}, None, "too large for clauses"),
    ("tictactoe 3 2", "drawn-position", "MOST_COUNTED", 8, {"even": True}, None, "to be counted"),
    ("tictactoe 3 2", "fewest-crosses", "MOST_COUNTED", 8, {}, 4, "to be counted by clauses"),
    ("tictactoe 3 2", "pairing", "MOST_PAIRS", 23, {}, None, "clauses about their pairs"),
    ("tictactoe 3 2", "pairing", "MOST_CLAUSES", 8, {}, None, "too many pairs meet in a cell"),
]


@pytest.mark.parametrize(("words", "question", "name", "most", "about", "bound", "said"), LIMITS)
def test_formulas_of_positional_games_are_bounded(
    words: str,
    question: str,
    name: str,
    most: int,
    about: dict[str, Value],
    bound: int | None,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    goal = Goal(Positional.parse(words), question, about)
    assert formula(goal, bound).clauses
    monkeypatch.setattr(pairs if question == "pairing" else drawn_boards, name, most)
    with pytest.raises(BadInput, match=said):
        formula(goal, bound)


def test_numbers_where_there_are_none() -> None:
    place = Positional.parse("tictactoe 3 2")
    for question in ("drawn-position", "pairing"):
        with pytest.raises(BadInput, match="about no number"):
            formula(Goal(place, question), 3)
    for bound in (-1, 10):
        with pytest.raises(BadInput, match="no number of cells"):
            formula(Goal(place, "fewest-crosses"), bound)


def test_a_most_number_needs_a_bound() -> None:
    position = tetris(size="4x4", pieces="JJ", rotation="drop")
    for question in ("max-rows", "max-tetrises"):
        for bound in (None, -1):
            with pytest.raises(BadInput, match="needs a bound"):
                formula(Goal(position, question), bound)


def test_twins_are_written_on_pitches_of_moderate_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acyclic_twins, "MOST", 50)
    with pytest.raises(BadInput, match="more than 50 clauses"):
        formula(Goal(paper_soccer(3, 3), "acyclic-twins", {"plies": 2}))
