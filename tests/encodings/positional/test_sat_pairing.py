"""Pairings whose pairs may serve several sets, against all pairings of small boards."""

from __future__ import annotations

import random
from itertools import combinations

import msgspec
import numpy as np
import pytest
from reference.positional import accepted, checked

from gameproof.certificates.clauses.refutation import Refutation
from gameproof.certificates.pairings.hall import WEIGHTS, Hall
from gameproof.certificates.pairings.pairing import Pairing
from gameproof.encodings.method import UNKNOWN, Finding, Options
from gameproof.encodings.positional import static_proofs
from gameproof.encodings.positional.pairings import shared as module
from gameproof.encodings.positional.pairings import shared as sat_pairing
from gameproof.games.clauses import pairs as clauses
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.positional import Position
from gameproof.solvers.limits import LimitReached, Limits


def run(position: Position, name: str, engine: str | None = None) -> Finding:
    """One method's finding, its certificate checked."""
    method = next(m for m in module.METHODS if m.name == name)
    finding = method.run(position, Limits(time_limit=100), Options(engine=engine))
    if finding.answer is not UNKNOWN:
        assert finding.certificate is not None
        checked(position, "pairing", finding.answer, finding.certificate)
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
    assert run(position, "sat").answer is expected
    assert run(position, "weights").answer in (expected, UNKNOWN)
    assert run(position, "symmetric-sat").answer in (expected, UNKNOWN)


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("tictactoe 4 2", False),
        ("mnk 5 5 5", True),
        ("mnk 5 6 5", False),
        ("mnk 6 10 6", True),
        ("mnk 7 7 6", True),
        ("mnk 12 12 8", True),
        ("tictactoe 5 3", False),
        ("torus-row 8 8 9", True),
        ("tictactoe 3 2 --first b2", False),
        ("mnk 5 5 5 --second c3", True),
    ],
)
def test_boards(words: str, answer: bool) -> None:
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
        ("polyomino snaky 6 6", False, "sat"),
        ("mnk 9 12 7", True, "symmetric-sat"),
        ("mnk 7 18 7", True, "symmetric-sat"),
    ],
)
def test_large_boards(words: str, answer: bool, name: str) -> None:
    assert run(Position.parse(words), name).answer == answer


def test_one_pair_serves_several_sets() -> None:
    """Where every line had to have its own, 7 x 7 for 6 in a row would need 72 cells."""
    finding = run(Position.parse("mnk 7 7 6"), "symmetric-sat")
    assert isinstance(finding.certificate, Pairing)
    assert 2 * len(finding.certificate.pairs) <= 49
    assert len(Position.parse("mnk 7 7 6").sets("first")) == 36


def test_corrupted_certificates_are_rejected() -> None:
    position = Position.parse("mnk 5 6 5")
    weights = run(position, "weights").certificate
    assert isinstance(weights, Hall)
    assert weights.direction == WEIGHTS
    assert weights.sets is not None
    assert weights.cells is not None
    for place in range(len(weights.cells)):
        lighter = np.array(weights.cells)
        lighter[place] -= 1
        assert not accepted(position, "pairing", False, Hall(WEIGHTS, weights.sets, lighter))
    for certificate in (
        Hall(WEIGHTS, weights.sets[1:], weights.cells),
        Hall(WEIGHTS, 0 * weights.sets, 0 * weights.cells),
        Hall(WEIGHTS, weights.sets * 1.0, weights.cells),
        Hall(WEIGHTS, -weights.sets, -weights.cells),
    ):
        assert not accepted(position, "pairing", False, certificate)
    assert not accepted(Position.parse("mnk 5 5 5"), "pairing", False, weights)
    assert not accepted(position, "pairing", True, weights)
    assert accepted(position, "own-pairing", False, weights)
    assert not accepted(position, "outcome", "first", weights)
    proof = run(position, "sat").certificate
    assert isinstance(proof, Refutation)
    assert not accepted(Position.parse("mnk 5 5 5"), "pairing", False, proof)
    assert not accepted(position, "own-pairing", False, proof)
    numbered = msgspec.structs.replace(proof, bound=0)
    assert not accepted(position, "pairing", False, numbered)
    rng = random.Random(4)
    rejected = 0
    for _ in range(8):
        hints = np.array(proof.hints)
        hints[rng.randrange(len(hints))] += rng.choice([-1, 1])
        changed = Refutation(proof.lemmas, proof.lemma_ends, hints, proof.hint_ends)
        rejected += not accepted(position, "pairing", False, changed)
    assert rejected > 4  # a changed hint is harmless only where the lemma did not need it


@pytest.mark.parametrize("bound", ["MOST_PAIRS", "MOST_CLAUSES"])
def test_clauses_of_pairs_are_bounded(bound: str, monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.parse("tictactoe 4 2")
    proof = run(position, "sat").certificate
    assert proof is not None
    monkeypatch.setattr(clauses, bound, 20)
    assert not accepted(position, "pairing", False, proof)


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(BadInput, match=r"unknown engine 'cadical95'; did you mean 'cadical195'\?"):
        run(Position.parse("mnk 5 5 5"), "sat", "cadical95")
    assert run(Position.parse("mnk 5 5 5"), "sat", "hopcroft-karp").stats["engine"] == "cadical195"


def test_a_model_of_pairs_is_not_built_past_the_limits() -> None:
    position = Position.parse("mnk 9 9 6")
    with pytest.raises(LimitReached):
        sat_pairing.pairing_model(position, Options(), Limits(time_limit=0.0))
    assert sat_pairing.pairing_model(position, Options()).clauses


@pytest.mark.parametrize("words", ["tictactoe 9 5", "tictactoe 18 5", "mnk 300 300 9"])
def test_models_of_millions_of_pairs_are_not_begun_for_an_outcome(words: str) -> None:
    (method,) = (m for m in static_proofs.METHODS if m.name == "shared-pairs")
    assert not method.applies(Position.parse(words))


@pytest.mark.parametrize("words", ["tictactoe 2 4", "tictactoe 3 3", "tictactoe 4 3"])
def test_lines_of_a_cube_share_no_pair(words: str) -> None:
    """Why shared pairs are not looked for there."""
    lines = [set(line) for line in Position.parse(words).sets("first").sets()]
    assert max(len(a & b) for a, b in combinations(lines, 2)) == 1
    assert not sat_pairing.may_share(Position.parse(words))
    assert sat_pairing.may_share(Position.parse("mnk 12 12 8"))
