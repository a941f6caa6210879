"""Labels and terminal positions of Snort and Col, against the rules and the paper."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from networkx.generators.atlas import graph_atlas_g
from reference.proved import question_of

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.definitions import definition
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.kernel import verify
from gameproof.encodings.method import UNKNOWN, Finding, Options, Undecided
from gameproof.encodings.snort.csp import (
    METHODS,
    as_csp,
    labels_of,
    live_edges,
    paper_edges,
    paper_labels,
)
from gameproof.encodings.snort.evaluation import minimax_table, score_bounds
from gameproof.games.bit_sets import members
from gameproof.games.graph import Graph
from gameproof.games.snort import COL, SNORT, Position
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat.arc_consistency import arc_consistency


def ask(position: Position, question: str) -> Finding:
    method = next(m for m in METHODS if m.question == question)
    finding = method.run(position, Limits(), Options())
    assert finding.certificate == Definition()
    form = question_of("snort", question).form
    assert not isinstance(finding.answer, Undecided)
    recounted(position, question, form.write(finding.answer))
    return finding


def recounted(position: Any, question: str, answer: str) -> str:
    """The kernel's sentence; the certificate holds nothing."""
    return verify(position, question_of("snort", question), {}, answer, Definition()).sentence


def random_play(position: Position, rng: random.Random) -> list[Position]:
    """A play of random moves, the players alternating where they can."""
    seen = [position]
    while True:
        movers = [p for p in (position.turn("red"), position.turn("blue")) if p.moves()]
        if not movers:
            return seen
        mover = rng.choice(movers)
        position = mover.play(rng.choice(mover.moves()))
        seen.append(position)


@pytest.mark.parametrize("rules", [SNORT, COL])
def test_closures_are_the_legal_moves_and_forward_checking_finds_them(rules: object) -> None:
    """AC-3, the paper's forward checking and the rules agree along random plays."""
    rng = random.Random(7)
    for atlas in graph_atlas_g()[1:210:3]:
        n = atlas.number_of_nodes()
        start = Position(
            SNORT if rules is SNORT else COL,
            Graph.of(n, list(atlas.edges())),
            only_red=rng.getrandbits(n) & rng.getrandbits(n),
            only_blue=rng.getrandbits(n) & rng.getrandbits(n),
        )
        for position in random_play(start, rng):
            problem = as_csp(position)
            expected = position.labels()
            assert labels_of(position, arc_consistency(problem)) == expected
            assert paper_labels(position) == expected
            assert ask(position, "labels").answer == expected


def test_edges_between_red_and_blue_still_bind() -> None:
    """P_4 with Red on 1 and Blue on 4 (Borje, sec. 2): the paper drops the
    edge between the two vertices left and calls the position lost for the player to move;
    its value is *, so the player to move wins."""
    for to_move, wrong in (("red", "blue"), ("blue", "red")):
        position = Position.parse(f"snort path R..B {to_move}")
        assert position.labels() == "URBU"
        assert paper_edges(position) == []
        assert live_edges(position) == [(1, 2)]
        finding = ask(position, "terminal")
        assert finding.answer == "no"
        assert finding.detail["paper"] == {"terminal": True, "edges": [], "verdict": wrong}
        assert finding.detail["play"] == {"value": "*", "outcome": "N", "winner": to_move}


def winner(position: Position) -> str:
    """Who wins by the rules, played to the end."""
    moves = position.moves()
    if not moves:
        return str(position.result())
    after = [winner(position.play(v)) for v in moves]
    return position.to_move if position.to_move in after else after[0]


def test_the_verdict_by_counting_is_right_wherever_it_is_given() -> None:
    """All labellings of paths with up to five vertices and both players to move."""
    for n in range(1, 6):
        for marks in product("rbx", repeat=n):
            for to_move in ("red", "blue"):
                position = Position.parse(f"snort path {''.join(marks)} {to_move}")
                answer = ask(position, "terminal").answer
                assert answer in ("no", winner(position))


def test_every_position_of_a_grid_by_counting() -> None:
    rng = random.Random(11)
    start = Position.parse("snort grid .../.../... red")
    for _ in range(60):
        for position in random_play(start, rng):
            finding = ask(position, "terminal")
            if finding.answer == "no":
                assert position.red_free & position.blue_free or live_edges(position)
            else:
                assert finding.answer == winner(position)
            if "play" in finding.detail:
                assert finding.detail["play"]["winner"] == winner(position)


def test_the_papers_example() -> None:
    """Figure 2: 3K_1 after a red move; with one R and one B left the score is 1/2 on
    Blue's turn and Red wins."""
    finding = ask(Position.parse("snort graph - Rrb blue"), "terminal")
    assert (finding.answer, finding.detail["score"]) == ("red", 0.5)
    assert ask(Position.parse("snort graph - Rrb red"), "terminal").answer == "blue"


def test_details_of_labels() -> None:
    detail = ask(Position.parse("snort path R.x.b red"), "labels").detail
    assert detail["moves"] == {"red": [1, 3], "blue": [3, 4]}
    assert detail["edges"] == [[3, 4]]
    assert detail["components"] == [[1], [3, 4]]


POSITION = Position.parse("snort path R..Bb. red")


@pytest.mark.parametrize(
    "answer",
    ["UUUUUU", "AAAAAA", "URBUBR", "URBUB", "URBUBAA", "", "urbuba", "URBUBA ", "UBRUBA", "XRBUBA"],
)
def test_wrong_labels_are_rejected(answer: str) -> None:
    assert ask(POSITION, "labels").answer == "URBUBA"
    with pytest.raises(Rejected):
        recounted(POSITION, "labels", answer)


@pytest.mark.parametrize("answer", ["red", "blue", "N", "", "No", "yes"])
def test_wrong_answers_to_terminal_are_rejected(answer: str) -> None:
    assert ask(POSITION, "terminal").answer == "no"
    with pytest.raises(Rejected):
        recounted(POSITION, "terminal", answer)


def test_wrong_winners_by_counting_are_rejected() -> None:
    position = Position.parse("snort graph - rrb red")
    assert recounted(position, "terminal", "red")
    for answer in ("blue", "no", "R"):
        with pytest.raises(Rejected):
            recounted(position, "terminal", answer)
    assert list(members(position.red_free)) == [0, 1]


def test_questions_that_nobody_counts() -> None:
    """The empty certificate answers what has a definition, and says nothing of who wins."""
    for question, answer in (("outcome", "N"), ("winner", "red"), ("misere-outcome", "P")):
        with pytest.raises(Rejected, match="is not defined"):
            recounted(POSITION, question, answer)


@pytest.mark.parametrize(
    ("n", "blue_first", "red_first"),
    [(4, "-1/2", "7/2"), (6, "0", "3/2"), (8, "0", "2"), (9, "-1/2", "2"), (10, "-1/2", "2")],
)
def test_score_of_paths_with_a_red_head(n: int, blue_first: str, red_first: str) -> None:
    """Borje, proof of theorem 1, says 1/2, -1/2, 1/2, ... for even paths."""
    marks = "r" + "." * (n - 1)
    assert ask(Position.parse(f"snort path {marks} blue"), "score").answer == Fraction(blue_first)
    assert ask(Position.parse(f"snort path {marks} red"), "score").answer == Fraction(red_first)


def test_wrong_scores_are_rejected() -> None:
    position = Position.parse("snort path r.... blue")
    finding = ask(position, "score")
    assert isinstance(finding.answer, Fraction)
    for halves in range(-20, 21):
        if Fraction(halves, 2) != finding.answer:
            with pytest.raises(Rejected):
                recounted(position, "score", str(Fraction(halves, 2)))
    right = str(finding.answer)
    for spelt in (f"{right} ", f"+{right}", "2/4", "0.5", "1e9", "1/3", "-0", "nan", ""):
        with pytest.raises(Rejected, match="the claim"):
            recounted(position, "score", spelt)
    assert recounted(position, "score", right) == "verified by counting again"


def test_large_scores_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(definition, "STEPS", 1000)
    with pytest.raises(Rejected, match="too many steps"):
        recounted(Position.parse("snort path ...... red"), "score", "1/2")


def test_bounds_of_the_score_hold_with_and_without_scores_known() -> None:
    rng = random.Random(5)
    narrow = 0
    for atlas in graph_atlas_g()[1:210:2]:
        n = atlas.number_of_nodes()
        for to_move in ("red", "blue"):
            position = Position(
                SNORT,
                Graph.of(n, list(atlas.edges())),
                only_red=rng.getrandbits(n) & rng.getrandbits(n),
            ).turn("red" if to_move == "red" else "blue")
            table = minimax_table(position, Limits())
            key = (position.red_free, position.blue_free, to_move == "red")
            exact = table.pop(key)
            for share in (0.0, 0.2, 1.0):
                known = {k: x for k, x in table.items() if rng.random() < share}
                low, high = score_bounds(position, known)
                assert low <= exact <= high
                narrow += low == high
    assert narrow > 100


def test_a_limit_leaves_bounds_of_the_score() -> None:
    method = next(m for m in METHODS if m.question == "score")
    position = Position.parse("snort path .......... red")
    finding = method.run(position, Limits(time_limit=0.0), Options())
    assert (finding.answer, finding.certificate) == (UNKNOWN, None)
    assert finding.detail == {"bounds": "-6 <= score <= 13/2", "reason": "time"}


def test_a_game_of_col_in_which_the_mover_is_stuck_has_no_score() -> None:
    """Red has no vertex, and Blue's two still close each other."""
    method = next(m for m in METHODS if m.question == "score")
    position = Position.parse("col path bb red")
    finding = method.run(position, Limits(), Options())
    assert finding.answer is UNKNOWN
    assert finding.detail["undefined"].startswith("red may have to move")
    for answer in ("0", "-1", "-2", "-1/2", "-3/2"):
        with pytest.raises(Rejected, match="is stuck"):
            recounted(position, "score", answer)
