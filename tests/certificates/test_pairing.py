"""Pairings and violators: a changed certificate passes only where a naive look agrees."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameproof.certificates.certificate import Claim, Rejected, check
from gameproof.certificates.degrees import Degrees
from gameproof.certificates.hall_violator import HallViolator
from gameproof.certificates.pairing import Pairing, reply
from gameproof.certificates.potential import Potential
from gameproof.certificates.regions import Regions
from gameproof.encodings.positional_pairing import find_pairing
from gameproof.games.positional import Position
from gameproof.solvers.limits import Limits

BOARDS = ["tictactoe 5 2", "tictactoe 7 2", "tictactoe 4 2 --first a1 --second b2"]


def pairing_of(words: str) -> Pairing:
    found = find_pairing(Position.parse(words), Limits(), None)[0]
    assert found is not None
    return found


def accepted(words: str, certificate: Pairing | HallViolator, claim: Claim) -> bool:
    try:
        check(Position.parse(words), claim, certificate)
    except Rejected:
        return False
    return True


def is_pairing(words: str, pairs: list[list[int]], owner: list[int]) -> bool:
    """The definition, set by set."""
    cells = [cell for pair in pairs for cell in pair]
    live = [set(row) for row in Position.parse(words).live("first").sets()]
    if len(set(cells)) != len(cells) or len(owner) != len(live):
        return False
    return all(
        0 <= o < len(pairs) and set(pairs[o]) <= row for o, row in zip(owner, live, strict=True)
    )


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(BOARDS), st.data())
def test_mutated_pairings(words: str, data: st.DataObject) -> None:
    good = pairing_of(words)
    pairs = good.pairs.tolist()
    owner = list(range(len(pairs))) if good.owner is None else good.owner.tolist()
    for _ in range(data.draw(st.integers(1, 3))):
        if data.draw(st.booleans()):
            i = data.draw(st.integers(0, len(pairs) - 1))
            pairs[i][data.draw(st.integers(0, 1))] = data.draw(st.integers(-2, 50))
        else:
            i = data.draw(st.integers(0, len(owner) - 1))
            owner[i] = data.draw(st.integers(-2, len(pairs) + 2))
    bad = Pairing(np.array(pairs), np.array(owner))
    right = is_pairing(words, pairs, owner)
    assert accepted(words, bad, Claim("pairing", "exists")) == right


@pytest.mark.parametrize(
    "certificate",
    [
        Pairing(np.array([[0, 1]])),
        Pairing(np.array([0, 1])),
        Pairing(np.array([[0.5, 1.0]])),
        Pairing(np.array([["a", "b"]])),
        Pairing(np.array([[0, 1, 2]])),
        Pairing(np.zeros((0, 2), dtype=int)),
        Pairing(np.zeros((12, 2), dtype=int)),
        Pairing(np.array([[0, 1]]), np.zeros(12)),
        Pairing(np.array([[0, 1]]), np.zeros((3, 4), dtype=int)),
        Pairing(np.array([[0, 2**62]])),
    ],
)
def test_malformed_pairings(certificate: Pairing) -> None:
    assert not accepted("tictactoe 5 2", certificate, Claim("pairing", "exists"))


def test_a_pairing_proves_nothing_else() -> None:
    good = pairing_of("tictactoe 5 2")
    for question, answer in [("pairing", "impossible"), ("outcome", "first"),
                             ("outcome", "breaker"), ("win-within", "yes")]:  # fmt: skip
        assert not accepted("tictactoe 5 2", good, Claim(question, answer))
    for question, answer in [("pairing", "exists"), ("own-pairing", "exists"), ("outcome", "draw")]:
        assert accepted("tictactoe 5 2", good, Claim(question, answer))
    assert not accepted("tictactoe 6 2", good, Claim("pairing", "exists"))
    assert not accepted("tictactoe 5 2 --first a1", good, Claim("pairing", "exists"))
    # in mid-play the pairing player might win: a pairing alone proves no draw
    words = "tictactoe 4 2 --first a1 --second b2"
    middle = pairing_of(words)
    assert accepted(words, middle, Claim("pairing", "exists"))
    assert not accepted(words, middle, Claim("outcome", "draw"))


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(["tictactoe 3 2", "tictactoe 4 2", "mnk 4 4 3", "mnk 5 5 5"]),
    st.lists(st.integers(-1, 12), max_size=12),
    st.booleans(),
)
def test_random_violators(words: str, numbers: list[int], own: bool) -> None:
    sets = [set(row) for row in Position.parse(words).sets("first").sets()]
    claim = Claim("own-pairing" if own else "pairing", "impossible")
    right = (
        len(set(numbers)) == len(numbers)
        and all(0 <= i < len(sets) for i in numbers)
        and len(set().union(*(sets[i] for i in numbers))) < 2 * len(numbers)
        and (own or all(len(sets[i] & sets[j]) <= 1 for i in numbers for j in numbers if i < j))
    )
    assert accepted(words, HallViolator(np.array(numbers, dtype=int)), claim) == right


def test_killed_sets_are_no_violator() -> None:
    words = "tictactoe 3 2 --second b2"
    dead = [i for i, row in enumerate(Position.parse(words).sets("first").sets()) if 4 in row]
    certificate = HallViolator(np.array([*dead, *(i for i in range(8) if i not in dead)]))
    assert not accepted(words, certificate, Claim("pairing", "impossible"))


def test_replies_answer_in_the_pair() -> None:
    words = "tictactoe 5 2"
    good = pairing_of(words)
    for a, b in good.pairs.tolist():
        position = Position.parse(words).play(a)
        assert reply(position, good) == b
    assert reply(Position.parse(words), good) is None  # not the pairing player's turn


def test_boards_beyond_memory_reject_explicit_certificates() -> None:
    good = pairing_of("tictactoe 5 2")
    for words in ("tictactoe 1000 12", "tictactoe 1000 12 --first 1 --to-move second"):
        assert not accepted(words, good, Claim("pairing", "exists"))
        violator = HallViolator(np.array([0, 1]))
        assert not accepted(words, violator, Claim("pairing", "impossible"))
        for certificate in (Potential([(1000, "5")]), Degrees(1000, 3), Regions([], [])):
            with pytest.raises(Rejected):
                check(Position.parse(words), Claim("outcome", "draw"), certificate)
