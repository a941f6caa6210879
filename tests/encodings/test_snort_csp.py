"""Labels and terminal positions of Snort and Col, against the rules and the paper."""

from __future__ import annotations

import random
from itertools import product

import msgspec
import pytest
from networkx.generators.atlas import graph_atlas_g

from gameproof.certificates.certificate import Certificate, Claim, Rejected, check
from gameproof.certificates.labels import Labels
from gameproof.certificates.score import Score
from gameproof.certificates.terminal import Terminal
from gameproof.encodings.method import Finding, Options
from gameproof.encodings.snort_csp import (
    METHODS,
    as_csp,
    labels_of,
    live_edges,
    paper_edges,
    paper_labels,
)
from gameproof.encodings.snort_paper import minimax_table, score_bounds
from gameproof.games.graph import Graph
from gameproof.games.snort import COL, SNORT, Position, members
from gameproof.solvers.arc_consistency import arc_consistency
from gameproof.solvers.limits import Limits


def ask(position: Position, question: str) -> Finding:
    method = next(m for m in METHODS if m.question == question)
    finding = method.run(position, Limits(), Options())
    assert finding.certificate is not None
    check(position, Claim(question, finding.answer), finding.certificate)
    return finding


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
    """AC-3, AC-4, the paper's forward checking and the rules agree along random plays."""
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
            assert labels_of(position, arc_consistency(problem, algorithm=3)) == expected
            assert labels_of(position, arc_consistency(problem, algorithm=4)) == expected
            assert paper_labels(position) == expected
            assert ask(position, "labels").answer == expected


def test_edges_between_red_and_blue_still_bind() -> None:
    """P_4 with Red on 1 and Blue on 4 (source document 002, section 2): the paper drops the
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
    """All labellings of paths with up to six vertices and both players to move."""
    for n in range(1, 7):
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
    ("rows", "answer"),
    [
        ([[0, 0]] * 6, "UUUUUU"),
        ([[-1, -1]] * 6, "AAAAAA"),
        ([[0, 0], [-1, 0], [3, -1], [3, 3], [-2, -1], [-1, -1]], "URBUBA"),
        ([[0, 0], [-1, 5], [3, -1], [3, 3], [3, -1], [-1, -1]], "URBUBA"),
        ([[0, 0], [-1, 0], [3, -1], [3, 3], [3, -1], [-1, -1]], "URBUBR"),
        ([[0, 0], [-1, 0], [3, -1], [3, 3], [3, -1]], "URBUBA"),
    ],
)
def test_wrong_reasons_for_labels_are_rejected(rows: list[list[int]], answer: str) -> None:
    import numpy as np

    right = ask(POSITION, "labels")
    assert right.answer == "URBUBA"
    array = np.array(rows, dtype=np.int32)
    if answer == "URBUBA" and rows[4] == [-2, -1]:
        # Vertex 4 is reserved for Blue as well as next to the piece: both reasons hold.
        check(POSITION, Claim("labels", answer), Labels(array))
        return
    with pytest.raises(Rejected):
        check(POSITION, Claim("labels", answer), Labels(array))


@pytest.mark.parametrize(
    ("answer", "certificate"),
    [
        ("red", Terminal(1, 2)),
        ("no", Terminal(1, 2, (0,))),
        ("no", Terminal(1, 2, (1, 3))),
        ("no", Terminal(1, 2, (17,))),
        ("no", Terminal(1, 2, ())),
        ("no", Labels(None)),  # type: ignore[arg-type]
    ],
)
def test_wrong_reasons_for_terminal_are_rejected(answer: str, certificate: Certificate) -> None:
    with pytest.raises(Rejected):
        check(POSITION, Claim("terminal", answer), certificate)


def test_wrong_counts_are_rejected() -> None:
    position = Position.parse("snort graph - rrb red")
    check(position, Claim("terminal", "red"), Terminal(2, 1))
    for answer, certificate in (
        ("blue", Terminal(2, 1)),
        ("red", Terminal(3, 1)),
        ("no", Terminal(2, 1, (0,))),
    ):
        with pytest.raises(Rejected):
            check(position, Claim("terminal", answer), certificate)
    assert list(members(position.red_free)) == [0, 1]


@pytest.mark.parametrize(
    ("n", "blue_first", "red_first"),
    [(4, "-1/2", "7/2"), (6, "0", "3/2"), (8, "0", "2"), (9, "-1/2", "2"), (10, "-1/2", "2")],
)
def test_score_of_paths_with_a_red_head(n: int, blue_first: str, red_first: str) -> None:
    """Source document 002, proof of theorem 1, says 1/2, -1/2, 1/2, ... for even paths."""
    marks = "r" + "." * (n - 1)
    assert ask(Position.parse(f"snort path {marks} blue"), "score").answer == blue_first
    assert ask(Position.parse(f"snort path {marks} red"), "score").answer == red_first


def test_corrupted_scores_are_rejected() -> None:
    position = Position.parse("snort path r.... blue")
    finding = ask(position, "score")
    proof = finding.certificate
    assert isinstance(proof, Score)
    for name in ("open_to", "reds_turn", "twice"):
        array = getattr(proof, name)
        for i in range(array.size):
            for amount in (1, -1, 77):
                changed = array.copy()
                changed.reshape(-1)[i] += amount
                corrupted = msgspec.structs.replace(proof, **{name: changed})
                with pytest.raises(Rejected):
                    check(position, Claim("score", finding.answer), corrupted)
        for broken in (array[:-1], array.astype(float), None, array[..., None]):
            corrupted = msgspec.structs.replace(proof, **{name: broken})
            with pytest.raises(Rejected):
                check(position, Claim("score", finding.answer), corrupted)
    with pytest.raises(Rejected):
        check(position, Claim("score", "1/2"), proof)


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
    assert (finding.answer, finding.certificate) == ("unknown", None)
    assert finding.detail == {"bounds": "-6 <= score <= 13/2", "reason": "time"}


def test_a_game_of_col_in_which_the_mover_is_stuck_has_no_score() -> None:
    """Red has no vertex, and Blue's two still close each other."""
    method = next(m for m in METHODS if m.question == "score")
    finding = method.run(Position.parse("col path bb red"), Limits(), Options())
    assert finding.answer == "unknown"
    assert finding.detail["undefined"].startswith("red may have to move")
