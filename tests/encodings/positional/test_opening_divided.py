"""Opening pairings in pieces: the answers are those of one search, forged pieces are refused."""

from __future__ import annotations

import random
from dataclasses import replace

import msgspec
import numpy as np
import pytest
from reference.positional import checked

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.zones.hold import Hold
from gameproof.encodings.division import Found, Outcome, Place
from gameproof.encodings.positional.division.openings import (
    DIVISIONS,
    ClosingClaim,
    composed,
)
from gameproof.games.positional import Position
from gameproof.prover.divided.pieces import check_piece
from gameproof.prover.divided.tree import Tree
from gameproof.solvers.limits import Limits


def decided(claim: ClosingClaim, seed: int) -> tuple[bool, Tree, int]:
    """The claim by pieces, some of which come back without a verdict."""
    chance = random.Random(seed)
    tree = Tree(claim)
    pieces = 0
    while (node := tree.next()) is not None:
        answers = int(node.place.text.split()[2])
        if answers > 1 and chance.random() < 0.8:
            tree.expand(node, ())
            continue
        found = claim.search(node.place, 100_000, Limits())
        assert found.verdict is not None
        check_piece(claim, node.place, found.verdict, found.certificate)
        tree.decide(node, found.verdict, found.certificate)
        pieces += 1
    assert tree.verdict is not None
    return tree.verdict, tree, pieces


CLOSED = {
    "mnk 6 5 5": (2, "draw"),
    "mnk 6 5 5 --rule weak": (2, "breaker"),
    "mnk 6 5 5 --rule weak --to-move second": (1, "breaker"),
    "mnk 4 4 4": (1, "draw"),
}
"""The fewest answers with pairs alone, and the outcome."""


@pytest.mark.parametrize("words", CLOSED)
def test_pieces_fit_together(words: str) -> None:
    position = Position.parse(words)
    answers, outcome = CLOSED[words]
    most = 0
    for seed in range(3):
        claim = ClosingClaim(position, answers, regions=False)
        verdict, tree, pieces = decided(claim, seed)
        assert verdict
        made = composed(claim, Outcome(verdict, claim, tree.decided()), Limits())
        assert checked(position, "outcome", outcome, made)
        most = max(most, pieces)
    if answers == 2:
        assert most > 5
    fewer = ClosingClaim(position, answers - 1, regions=False)
    assert not decided(fewer, 0)[0]


def test_forged_pieces_are_refused() -> None:
    claim = ClosingClaim(Position.parse("mnk 6 5 5"), 1)
    here = Place("7 8 1 0", "7 8 1 0", False)
    other = Place("0 1 1 0", "0 1 1 0", False)
    found: Found = claim.search(here, 10_000, Limits())
    made = found.certificate
    assert found.verdict is True
    assert isinstance(made, Hold)
    check_piece(claim, here, True, made)
    check_piece(claim, here, False, None)  # that nothing was found decides nothing
    owners = made.owners.copy()
    owners[0, np.flatnonzero(owners[0] >= 0)[0]] += 1
    for place, verdict, forged in (
        (other, True, made),
        (here, False, made),
        (here, True, None),
        (replace(here, text="7 9 1 0"), True, made),
        (here, True, msgspec.structs.replace(made, opening=9)),
        (here, True, msgspec.structs.replace(made, owners=owners)),
        (here, True, msgspec.structs.replace(made, owners=made.owners[:0])),
    ):
        with pytest.raises(Rejected):
            check_piece(claim, place, verdict, forged)


def test_it_divides_what_its_method_takes() -> None:
    (division,) = DIVISIONS
    assert division.applies(Position.parse("tictactoe 6 3"))
    assert not division.applies(Position.parse("mnk 6 5 5"))
    assert not division.applies(Position.parse("tictactoe 6 3 --first 0"))
