"""Pairings whose pairs may serve several sets, against all pairings of small boards."""

from __future__ import annotations

import random

import numpy as np
import pytest

from gameproof.certificates.certificate import Claim, Rejected, check
from gameproof.certificates.pair_weights import PairWeights
from gameproof.certificates.pairing import Pairing
from gameproof.certificates.refutation import Refutation
from gameproof.encodings import positional_sat_pairing as module
from gameproof.encodings.method import UNKNOWN, Finding, Options
from gameproof.games.game import BadInput
from gameproof.games.positional import Position
from gameproof.solvers.limits import Limits


def run(position: Position, name: str, engine: str | None = None) -> Finding:
    """One method's finding, its certificate checked."""
    method = next(m for m in module.METHODS if m.name == name)
    finding = method.run(position, Limits(time_limit=100), Options(engine=engine))
    if finding.answer != UNKNOWN:
        assert finding.certificate is not None
        check(position, Claim("pairing", finding.answer), finding.certificate)
    return finding


def exists(sets: list[frozenset[int]], used: frozenset[int] = frozenset()) -> bool:
    """Is there a pairing? Serve the first unserved set by each of its pairs in turn."""
    if not sets:
        return True
    free = sorted(sets[0] - used)
    for i, a in enumerate(free):
        for b in free[i + 1 :]:
            left = [row for row in sets if not {a, b} <= row]
            if exists(left, used | {a, b}):
                return True
    return False


def family(seed: int) -> Position:
    rng = random.Random(seed)
    cells = rng.randint(4, 9)
    sets = [rng.sample(range(cells), rng.randint(2, 4)) for _ in range(rng.randint(1, 7))]
    text = f'{{"cells": {cells}, "sets": {sorted({tuple(sorted(s)) for s in sets})}}}'
    return Position.parse(text.replace("(", "[").replace(")", "]"))


@pytest.mark.parametrize("seed", range(60))
def test_random_families_against_all_pairings(seed: int) -> None:
    position = family(seed)
    expected = exists([frozenset(row) for row in position.live("first").sets()])
    answer = "exists" if expected else "impossible"
    assert run(position, "sat").answer == answer
    assert run(position, "weights").answer in (answer, UNKNOWN)
    assert run(position, "symmetric-sat").answer in (answer, UNKNOWN)


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("tictactoe 4 2", "impossible"),
        ("mnk 5 5 5", "exists"),
        ("mnk 5 6 5", "impossible"),
        ("mnk 6 10 6", "exists"),
        ("mnk 7 7 6", "exists"),
        ("mnk 12 12 8", "exists"),
        ("tictactoe 5 3", "impossible"),
        ("torus-row 8 8 9", "exists"),
        ("tictactoe 3 2 --first b2", "impossible"),
        ("mnk 5 5 5 --second c3", "exists"),
    ],
)
def test_boards(words: str, answer: str) -> None:
    position = Position.parse(words)
    found = {run(position, name).answer for name in ("weights", "symmetric-sat")}
    if words != "tictactoe 5 3":  # counting by clauses is slow there; weights do it at once
        found.add(run(position, "sat").answer)
    assert found - {UNKNOWN} == {answer}


@pytest.mark.parametrize("words", ["mnk 5 5 5", "mnk 7 7 6", "tictactoe 4 2"])
def test_cp_sat_agrees(words: str) -> None:
    position = Position.parse(words)
    assert run(position, "sat", "cp-sat").answer == run(position, "sat", "cadical195").answer


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "answer", "name"),
    [
        ("polyomino snaky 6 6", "impossible", "sat"),
        ("mnk 9 12 7", "exists", "symmetric-sat"),
        ("mnk 7 18 7", "exists", "symmetric-sat"),
    ],
)
def test_large_boards(words: str, answer: str, name: str) -> None:
    assert run(Position.parse(words), name).answer == answer


def test_one_pair_serves_several_sets() -> None:
    """Where every line had to have its own, 7 x 7 for 6 in a row would need 72 cells."""
    finding = run(Position.parse("mnk 7 7 6"), "symmetric-sat")
    assert isinstance(finding.certificate, Pairing)
    assert 2 * len(finding.certificate.pairs) <= 49
    assert len(Position.parse("mnk 7 7 6").sets("first")) == 36


def test_corrupted_certificates_are_rejected() -> None:
    position = Position.parse("mnk 5 6 5")
    claim = Claim("pairing", "impossible")
    weights = run(position, "weights").certificate
    assert isinstance(weights, PairWeights)
    for place in range(len(weights.cells)):
        lighter = np.array(weights.cells)
        lighter[place] -= 1
        with pytest.raises(Rejected):
            check(position, claim, PairWeights(weights.sets, lighter))
    with pytest.raises(Rejected):
        check(position, claim, PairWeights(weights.sets[1:], weights.cells))
    with pytest.raises(Rejected):
        check(position, claim, PairWeights(0 * weights.sets, 0 * weights.cells))
    with pytest.raises(Rejected):
        check(Position.parse("mnk 5 5 5"), claim, weights)
    with pytest.raises(Rejected):
        check(position, Claim("pairing", "exists"), weights)
    proof = run(position, "sat").certificate
    assert isinstance(proof, Refutation)
    with pytest.raises(Rejected):
        check(Position.parse("mnk 5 5 5"), claim, proof)
    with pytest.raises(Rejected):
        check(position, Claim("own-pairing", "impossible"), proof)
    rng = random.Random(4)
    rejected = 0
    for _ in range(20):
        hints = np.array(proof.hints)
        hints[rng.randrange(len(hints))] += rng.choice([-1, 1])
        try:
            check(
                position, claim, Refutation(proof.lemmas, proof.lemma_ends, hints, proof.hint_ends)
            )
        except Rejected:
            rejected += 1
    assert rejected > 10  # a changed hint is harmless only where the lemma did not need it


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(BadInput, match=r"unknown engine 'cadical95'; did you mean 'cadical195'\?"):
        run(Position.parse("mnk 5 5 5"), "sat", "cadical95")
    assert run(Position.parse("mnk 5 5 5"), "sat", "scipy").stats["engine"] == "cadical195"
