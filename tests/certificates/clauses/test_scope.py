"""Which positions and numbers the clauses of each question are about."""

from __future__ import annotations

import pytest

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.clauses.blocked import LARGEST
from gameproof.certificates.clauses.clauses import formula, refuted_questions
from gameproof.certificates.kernel import Goal
from gameproof.games.geography import make as geography
from gameproof.games.graph import Graph
from gameproof.games.meaning.answers import Value
from gameproof.games.paper_soccer import make as paper_soccer
from gameproof.games.torus_cycles import make as torus

WRONG_GAME = {
    "acyclic-twins": "about games of paper soccer",
    "blocked": "about the torus game",
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
    assert set(WRONG_GAME) == set(refuted_questions())


@pytest.mark.parametrize("question", WRONG_GAME)
def test_positions_of_another_game(question: str) -> None:
    position = geography(Graph.of(2, [(0, 1)]), 0)
    arguments: dict[str, Value] = {"plies": 2, "class": "1,0"}
    for bound in (None, 0):
        with pytest.raises(Rejected, match=WRONG_GAME[question]):
            formula(Goal(position, question, arguments), bound)


def test_twins_are_sought_from_the_empty_pitch_up_to_some_ply() -> None:
    assert formula(Goal(paper_soccer(3, 3), "acyclic-twins", {"plies": 2})).clauses
    with pytest.raises(Rejected, match="from the empty pitch"):
        formula(Goal(paper_soccer(3, 3, history="n"), "acyclic-twins", {"plies": 2}))
    nonsense: tuple[Value, ...] = (None, True, -1, "2")
    for plies in nonsense:
        with pytest.raises(Rejected, match="say up to which ply"):
            formula(Goal(paper_soccer(3, 3), "acyclic-twins", {"plies": plies}))
    with pytest.raises(Rejected, match="say up to which ply"):
        formula(Goal(paper_soccer(3, 3), "acyclic-twins", {}))


def test_tori_that_are_too_narrow_or_too_large_for_clauses_about_cycles() -> None:
    """On two rows a step up and a step down lead to one cell."""
    asked: dict[str, Value] = {"class": "1,0"}
    for rows, columns in ((2, 4), (4, 2), (1, 1)):
        with pytest.raises(Rejected, match="a step is ambiguous"):
            formula(Goal(torus(rows, columns), "blocked", asked))
    assert formula(Goal(torus(3, 4), "blocked", asked)).clauses
    with pytest.raises(Rejected, match=f"at most {LARGEST} cells"):
        formula(Goal(torus(33, 32), "blocked", asked))
