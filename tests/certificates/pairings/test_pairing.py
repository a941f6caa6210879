"""Pairings and violators: a changed certificate passes only where a naive look agrees."""

from __future__ import annotations

import json

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.positional import accepted as proves
from reference.positional import value

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.pairings.hall import EXISTS, NONE, WEIGHTS, Hall
from gameproof.certificates.pairings.pairing import Pairing
from gameproof.certificates.strategies.potential import ERDOS_SELFRIDGE, Potential
from gameproof.encodings.positional.pairings.hall import find_pairing
from gameproof.games.meaning.answers import Value
from gameproof.games.positional import Position
from gameproof.replies.pairings.pairing import reply
from gameproof.solvers.limits import Limits

BOARDS = ["tictactoe 5 2", "tictactoe 7 2", "tictactoe 4 2 --first a1 --second b2"]


def pairing_of(words: str) -> Pairing:
    found = find_pairing(Position.parse(words), Limits())[0]
    assert found is not None
    return found


def accepted(words: str, certificate: Certificate, question: str, answer: Value) -> bool:
    return proves(Position.parse(words), question, answer, certificate)


def is_pairing(words: str, pairs: list[list[int]], owner: list[int]) -> bool:
    """The definition, set by set."""
    cells = [cell for pair in pairs for cell in pair]
    live = [set(row) for row in Position.parse(words).live("first").sets()]
    if len(set(cells)) != len(cells) or len(owner) != len(live):
        return False
    return all(
        0 <= o < len(pairs) and set(pairs[o]) <= row for o, row in zip(owner, live, strict=True)
    )


@settings(max_examples=150)
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
    assert accepted(words, bad, "pairing", True) == right
    own = right and len(set(owner)) == len(owner)
    assert accepted(words, bad, "own-pairing", True) == own


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
    assert not accepted("tictactoe 5 2", certificate, "pairing", True)


def test_a_pairing_proves_nothing_else() -> None:
    good = pairing_of("tictactoe 5 2")
    for question, answer in [("pairing", "impossible"), ("outcome", "first"),
                             ("outcome", "breaker"), ("win-within", "yes")]:  # fmt: skip
        assert not accepted("tictactoe 5 2", good, question, answer)
    for question, answer in [("pairing", "exists"), ("own-pairing", "exists"), ("outcome", "draw")]:
        assert accepted("tictactoe 5 2", good, question, answer)
    assert not accepted("tictactoe 6 2", good, "pairing", True)
    assert not accepted("tictactoe 5 2 --first a1", good, "pairing", True)
    # in mid-play the pairing player might win: a pairing alone proves no draw
    words = "tictactoe 4 2 --first a1 --second b2"
    middle = pairing_of(words)
    assert accepted(words, middle, "pairing", True)
    assert not accepted(words, middle, "outcome", "draw")
    # nor does the first player's pairing answer the question about the second player's
    theirs = msgspec.structs.replace(good, player="first")
    assert accepted("tictactoe 5 2 --to-move second", theirs, "outcome", "draw")
    for player in ("first", "maker", "", "First"):
        other = msgspec.structs.replace(good, player=player)
        assert not accepted("tictactoe 5 2", other, "pairing", True)
        assert not accepted("tictactoe 5 2 --rule weak", other, "outcome", "breaker")


@settings(max_examples=150)
@given(
    st.sampled_from(["tictactoe 3 2", "tictactoe 4 2", "mnk 4 4 3", "mnk 5 5 5"]),
    st.lists(st.integers(-1, 12), max_size=12),
    st.booleans(),
)
def test_random_violators(words: str, numbers: list[int], own: bool) -> None:
    sets = [set(row) for row in Position.parse(words).sets("first").sets()]
    right = (
        len(set(numbers)) == len(numbers)
        and all(0 <= i < len(sets) for i in numbers)
        and len(set().union(*(sets[i] for i in numbers))) < 2 * len(numbers)
        and (own or all(len(sets[i] & sets[j]) <= 1 for i in numbers for j in numbers if i < j))
    )
    certificate = Hall(NONE, np.array(numbers, dtype=int))
    assert accepted(words, certificate, "own-pairing" if own else "pairing", False) == right


def test_killed_sets_are_no_violator() -> None:
    words = "tictactoe 3 2 --second b2"
    dead = [i for i, row in enumerate(Position.parse(words).sets("first").sets()) if 4 in row]
    certificate = Hall(NONE, np.array([*dead, *(i for i in range(8) if i not in dead)]))
    assert not accepted(words, certificate, "pairing", False)
    assert not accepted(words, certificate, "own-pairing", False)


def test_a_violator_is_one_of_the_first_players_sets() -> None:
    """The second player's sets have no pairing; the first player's have."""
    words = '{"cells": 4, "sets": [[0, 1], [2, 3]], "second_sets": [[0, 1], [0, 2], [1, 2]]}'
    for numbers in ([0, 1], [0, 1, 2], [2], [-1, -2], []):
        certificate = Hall(NONE, np.array(numbers, dtype=int))
        assert not accepted(words, certificate, "own-pairing", False)
        assert not accepted(words, certificate, "pairing", False)


def test_equal_and_nested_live_sets_may_share_a_pair() -> None:
    words = '{"cells": 4, "sets": [[0, 1], [0, 1, 2], [0, 1, 3]], "first": [2, 3]}'
    violator = Hall(NONE, np.array([0, 1, 2]))
    assert accepted(words, violator, "own-pairing", False)
    assert not accepted(words, violator, "pairing", False)
    assert accepted(words, Pairing(np.array([[0, 1]]), np.array([0, 0, 0])), "pairing", True)
    shared = Pairing(np.array([[0, 1]]), np.array([0, 0, 0]))
    assert not accepted(words, shared, "own-pairing", True)
    assert not accepted(words, Hall(WEIGHTS, np.ones(3, int), np.zeros(4, int)), "pairing", False)


def test_pairs_are_free_cells() -> None:
    words = "tictactoe 4 2 --first a1 --second b2"
    good = pairing_of(words)
    owner = np.arange(len(good.pairs)) if good.owner is None else good.owner
    assert accepted(words, Pairing(good.pairs, owner), "pairing", True)
    taken = Pairing(np.concatenate([good.pairs, [[0, 5]]]), owner)
    assert not accepted(words, taken, "pairing", True)


def test_weights_of_very_large_sets_are_refused() -> None:
    cells = list(range(6000))
    words = json.dumps({"cells": 6000, "sets": [[0], cells]})
    weights = Hall(WEIGHTS, np.array([1, 0]), np.zeros(6000, dtype=int))
    assert not accepted(words, weights, "pairing", False)


@pytest.mark.parametrize(
    "words",
    [
        "tictactoe 3 2 --first a1;b1;c1",
        "tictactoe 2 2 --first a1;b1 --second a2",
        "tictactoe 1 1",
        "mnk 2 2 3",
        "mnk 1 2 1 --rule weak",
        '{"cells": 2, "sets": [[]]}',
        '{"cells": 2, "sets": [[]], "rule": "weak"}',
        '{"cells": 2, "sets": [], "rule": "weak"}',
        '{"cells": 2, "sets": [], "second_sets": [[0]], "to_move": "second"}',
        '{"cells": 3, "sets": [[0, 1]], "second_sets": [[2]], "second": [2]}',
        '{"cells": 2, "sets": [[0], [1]], "first": [0]}',
    ],
)
def test_empty_certificates_prove_nothing_false(words: str) -> None:
    """Boards without sets, with whole sets, finished boards: what an empty pairing, no
    potential or no degree prove there is true."""
    position = Position.parse(words)
    outcome, none = value(position), np.zeros((0, 2), dtype=np.int64)
    row = none.reshape(-1)
    live = [set(members) for members in position.live("first").sets()]
    for player in ("first", "second"):
        for certificate in (
            Pairing(none, None, player), Pairing(none, row, player),
            Potential(ERDOS_SELFRIDGE, [], player), Hall(EXISTS, player=player),
            Hall(NONE, row), Hall(WEIGHTS, row, np.zeros(position.board.cells, dtype=int)),
        ):  # fmt: skip
            for answer in ("first", "second", "draw", "maker", "breaker"):
                assert not accepted(words, certificate, "outcome", answer) or answer == outcome
            if accepted(words, certificate, "second-wins", False):
                assert outcome not in ("second", "breaker")
            # Hall's direction alone is no empty evidence: one set of two cells has its pair.
            pairs = isinstance(certificate, Hall) and all(len(s) > 1 for s in live)
            assert not live or pairs or not accepted(words, certificate, "pairing", True)
            assert not accepted(words, certificate, "pairing", False)


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
        assert not accepted(words, good, "pairing", True)
        violator = Hall(NONE, np.array([0, 1]))
        assert not accepted(words, violator, "pairing", False)
        for certificate in (Potential(ERDOS_SELFRIDGE, [(1000, "5")]), Hall(EXISTS)):
            assert not accepted(words, certificate, "outcome", "draw")


def test_each_direction_of_hall_has_its_own_evidence() -> None:
    """Genuine evidence of one direction, with something of another beside it or left out."""
    three, eight = Position.parse("tictactoe 3 2"), Position.parse("tictactoe 8 2")
    sets, cells = np.full(8, 2), np.ones(9, dtype=int)
    weighed, counted = Hall(WEIGHTS, sets, cells), Hall(NONE, np.arange(8))
    shown = Hall(EXISTS)
    for position, good in ((three, weighed), (three, counted), (eight, shown)):
        conclude(Goal(position, "pairing"), good)
    replace = msgspec.structs.replace
    for position, bad, reason in (
        (three, replace(weighed, direction=""), "the direction is"),
        (three, replace(counted, direction="both"), "the direction is"),
        (three, replace(counted, cells=cells), "cells have weights"),
        (three, replace(weighed, cells=None), "cells have weights"),
        (eight, replace(shown, cells=np.ones(64, dtype=int)), "cells have weights"),
        (eight, replace(shown, sets=np.arange(1)), "not shown by sets"),
        (three, replace(weighed, player="first"), "sets of the first player"),
        (three, replace(counted, player="first"), "sets of the first player"),
        (three, replace(counted, sets=None), "sets of the first player"),
        (three, replace(weighed, sets=None), "sets of the first player"),
    ):
        with pytest.raises(Rejected, match=reason):
            conclude(Goal(position, "pairing"), bad)
