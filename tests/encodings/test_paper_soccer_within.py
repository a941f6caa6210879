"""Wins within a number of turns: search, its certificate, and the quantified formula."""

from __future__ import annotations

import numpy as np
import pytest
from reference.proved import findings, proved

from gameproof.certificates.certificate import Claim, Rejected, check
from gameproof.certificates.within_turns import WithinTurns
from gameproof.encodings.method import Options
from gameproof.encodings.paper_soccer_within import by_search, win_within_model
from gameproof.games.paper_soccer import Position, Rules, make
from gameproof.solvers import qbf
from gameproof.solvers.limits import Limits

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


def test_changed_certificates_are_rejected() -> None:
    position = make(2, 4)
    turns = 1
    while by_search(position, Limits(60), Options(arguments={"turns": turns})).answer == "no":
        turns += 1
    assert turns > 1
    proof = findings(GAME, position, "win-within", turns=turns)["search"].certificate
    assert proof is not None
    bad = [
        (Claim("win-within", "yes", {"turns": turns - 1}), proof),
        (Claim("win-within", "no", {"turns": turns}), proof),
        (Claim("win-within", "yes", {"turns": True}), proof),
        (Claim("outcome", "first"), proof),
        (Claim("win-within", "yes", {"turns": turns}), WithinTurns({})),
        (Claim("win-within", "yes", {"turns": turns}), WithinTurns({"kind": "within-turns"})),
    ]
    for claim, certificate in bad:
        with pytest.raises(Rejected):
            check(position, claim, certificate)
