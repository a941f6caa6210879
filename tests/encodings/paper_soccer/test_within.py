"""Wins within a number of turns: search, its certificate, and the quantified formula."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from reference.plays import forced
from reference.proved import findings, proved, question_of

from gameproof.certificates import kernel
from gameproof.certificates.certificate import Certificate, Rejected, Use
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.files import CertificateFile, unseal
from gameproof.certificates.strategies.together import Together
from gameproof.encodings.each_move import together
from gameproof.encodings.method import Options
from gameproof.encodings.paper_soccer.within import by_search, win_within_model
from gameproof.encodings.plays import Aim, build, written
from gameproof.games.counts.soccer_counts import COUNTDOWN, Countdown, countdown
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.outcomes import opponent
from gameproof.games.paper_soccer import Position, Rules, make
from gameproof.prover.written import seal
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat import qbf

GAME = "paper-soccer"
SMALL: list[tuple[int, int, Rules]] = [
    (1, 3, "document"),
    (2, 2, "document"),
    (2, 2, "standard"),
    (3, 2, "document"),
]


def wins(position: Position, side: str, turns: int, plies: int) -> bool:
    """Does ``side`` win within the turns and plies? Straight from the words."""
    over = position.result()
    if over is not None:
        return over == side
    if turns == 0 or plies == 0:
        return False
    after = [position.play(move) for move in position.moves()]
    rest = [wins(p, side, turns - (p.mover != position.mover), plies - 1) for p in after]
    return any(rest) if position.to_move == side else all(rest)


def random_position(rng: np.random.Generator) -> Position:
    m, n, rules = SMALL[int(rng.integers(len(SMALL)))]
    while True:
        position = make(m, n, rules, first=str(rng.integers(1, 3)))
        for _ in range(int(rng.integers(0, 7))):
            moves = position.moves()
            if moves:
                position = position.play(moves[int(rng.integers(len(moves)))])
        if position.result() is None:
            return position


@pytest.mark.parametrize("seed", range(12))
def test_search_is_the_rule(seed: int) -> None:
    rng = np.random.default_rng(seed)
    position = make(1, 3, first=str(rng.integers(1, 3)))
    for _ in range(int(rng.integers(2, 6))):
        moves = [v for v in position.moves() if not position.pitch.goal[v]]
        if moves:
            position = position.play(moves[int(rng.integers(len(moves)))])
    if position.result() is not None:
        position = make(1, 3)
    turns = int(rng.integers(0, 5))
    expected = "yes" if wins(position, position.to_move, turns, 20) else "no"
    assert proved(GAME, position, "win-within", turns=turns) == expected


@pytest.mark.skipif(not qbf.found(), reason="no QBF solver on PATH")
def test_the_formula_is_true_exactly_for_wins() -> None:
    rng = np.random.default_rng(3)
    answers = []
    for _ in range(40):
        position = random_position(rng)
        turns, plies = int(rng.integers(0, 4)), int(rng.integers(0, 5))
        arguments = {"turns": turns, "plies": plies}
        result = qbf.solve(win_within_model(position, Options(arguments=arguments)), Limits(30))
        expected = wins(position, position.to_move, turns, plies)
        assert result.status == ("sat" if expected else "unsat"), (str(position), arguments)
        answers.append(expected)
    assert 5 < sum(answers) < 35


def test_outcomes_agree_with_many_turns() -> None:
    for first in ("1", "2"):
        for m, n in ((1, 3), (2, 2), (1, 5)):
            position = make(m, n, first=first)
            winner = proved(GAME, position, "outcome")
            expected = "yes" if winner == position.to_move else "no"
            assert proved(GAME, position, "win-within", turns=30) == expected


def test_plies_are_counted_too() -> None:
    for m, n in ((1, 3), (2, 2)):
        position = make(m, n)
        for turns in range(4):
            for plies in range(6):
                expected = "yes" if wins(position, position.to_move, turns, plies) else "no"
                asked = {"turns": turns, "plies": plies}
                assert proved(GAME, position, "win-within", **asked) == expected


def verify(
    position: Any, question: str, asked: dict[str, Any], answer: str, certificate: Certificate
) -> None:
    kernel.verify(position, question_of(GAME, question), asked, answer, certificate)


def holding(part: Certificate) -> Together:
    return Together(uses=(Use(part, COUNTDOWN),))


def test_changed_certificates_are_rejected() -> None:
    position = make(2, 4)
    turns = 1
    while not by_search(position, Limits(60), Options(arguments={"turns": turns})).answer:
        turns += 1
    assert turns > 1
    proof = findings(GAME, position, "win-within", turns=turns)["search"].certificate
    assert isinstance(proof, Together)
    less = findings(GAME, position, "win-within", turns=turns - 1)["search"].certificate
    assert isinstance(less, Together)
    outcome = findings(GAME, position, "outcome")["search"].certificate
    assert outcome is not None
    # What is true of the game itself is not true with a countdown.
    own = holding(outcome)
    question, answer = "win-within", "yes"
    asked = {"turns": turns}
    verify(position, question, asked, "yes", proof)
    again = unseal(seal(CertificateFile({}, "yes", proof))).certificate
    verify(position, question, asked, "yes", again)
    verify(position, question, asked, "yes", holding(together(proof.uses[0].certificate)))
    bad: list[tuple[dict[str, Any], str, Certificate]] = [
        ({"turns": turns - 1}, "yes", proof),
        ({"turns": turns}, "no", proof),
        ({"turns": True}, "yes", proof),
        ({"turns": float(turns)}, "yes", proof),
        ({"turns": -1}, "no", proof),
        ({}, "yes", proof),
        ({"turns": turns, "plies": 1}, "yes", proof),
        ({"turns": turns, "plies": True}, "yes", proof),
        ({"turns": turns}, "no", less),
        ({"turns": turns}, "yes", less),
        ({"turns": turns - 1}, "yes", own),
        ({"turns": turns}, answer, Together()),
        ({"turns": turns}, answer, holding(Together())),
        ({"turns": turns}, answer, holding(proof)),
        ({"turns": turns}, answer, holding(Definition())),
        ({"turns": turns}, answer, holding(together())),
    ]
    for arguments, said, certificate in bad:
        with pytest.raises(Rejected):
            verify(position, question, arguments, said, certificate)
    for winner in ("first", "second"):
        with pytest.raises(Rejected):
            verify(position, "outcome", {}, winner, proof)
    start = countdown(position, asked)
    prevented = written(
        [Aim(start, (start.to_move,), (opponent(start, start.to_move),), 0)], lambda *_: 0
    )
    refused: list[tuple[str, dict[str, Any], Certificate, str]] = [
        ("outcome", {}, proof, "no other position tells anything of 'outcome'"),
        ("win-within", {"turns": turns, "plies": True}, proof, "plies is a number"),
        ("win-within", {"turns": turns, "plies": -1}, proof, "plies is a number"),
        ("win-within", {"turns": turns, "plies": 2.0}, proof, "plies is a number"),
        (
            "win-within",
            {"turns": turns},
            holding(prevented),
            "no part says anything of this position",
        ),
    ]
    for asking, arguments, certificate, reason in refused:
        with pytest.raises(Rejected, match=reason):
            kernel.conclude(kernel.Goal(position, asking, arguments), certificate)


def test_no_turn_and_no_ply_win_nothing() -> None:
    position = make(2, 2)  # the goal is one ply away
    assert wins(position, position.to_move, 1, 1)
    for arguments in ({"turns": 0}, {"turns": 1, "plies": 0}):
        start = countdown(position, arguments)
        assert start.result() == "second"
        assert not start.moves()
        assert proved(GAME, position, "win-within", **arguments) == "no"


def test_more_turns_than_lines_are_as_good_as_all_of_them() -> None:
    start = countdown(make(1, 3), {"turns": 10**5000})
    assert (start.turns, start.plies) == (17, 17)
    assert len(start.key()) < 40
    with pytest.raises(BadInput):
        countdown(make(1, 3), {"turns": "3"})


def test_a_countdown_is_told_apart_by_what_is_left() -> None:
    position = make(2, 2)
    games = [Countdown(position, "first", turns, plies) for turns in range(3) for plies in range(3)]
    assert len({game.key() for game in games}) == 9
    assert build([(games[0], "second")], lambda at: 0).proofs == [forced("first", "second", 0)]
