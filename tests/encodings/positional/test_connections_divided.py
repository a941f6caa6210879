"""Hex in pieces: who wins is what others found, forged pieces are refused."""

from __future__ import annotations

import random
from dataclasses import replace

import msgspec
import numpy as np
import pytest
from reference.proved import question_of

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import verify
from gameproof.certificates.strategies.connection import Connection
from gameproof.encodings.division import Found, Numbered, Outcome, Place
from gameproof.encodings.method import Undecided
from gameproof.encodings.positional.division.connections import (
    DIVISIONS,
    JoinClaim,
    key_of,
)
from gameproof.games.positional import Position
from gameproof.prover.divided.pieces import check_piece
from gameproof.prover.divided.tree import Tree
from gameproof.solvers.limits import Limits

WON = {"5 5": (4, 12), "6 6": (9,)}
LOST = {"5 5": (0, 3, 21)}
"""Openings, cells row by row, that win and lose (Hayward, Björnsson, Johanson, Kan, Po, van
Rijswijck 2005, and others before them)."""
OPENINGS = [
    (size, cell, won)
    for table, won in ((WON, True), (LOST, False))
    for size, cells in table.items()
    for cell in cells
]


def decided(claim: JoinClaim, seed: int, shallow: int) -> tuple[Tree, int]:
    """The claim by pieces, none of which decides a place with fewer than ``shallow`` stones."""
    chance = random.Random(seed)
    tree, worker, pieces = Tree(claim), JoinClaim(claim.position), 0
    while (node := tree.next()) is not None:
        stones = sum(word.bit_count() for word in key_of(node.place)[:2])
        bounds = node.bounds
        if chance.random() < 0.5:
            found = worker.search(node.place, 100_000, Limits())
        else:
            found = worker.search_within(node.place, 16, bounds, Limits())
        if found.numbers is not None:
            assert any(n >= bound for n, bound in zip(found.numbers, bounds, strict=True))
            tree.value(node, found.numbers)
        elif found.verdict is None or stones < shallow:
            tree.expand(node, found.estimates)
        else:
            check_piece(claim, node.place, found.verdict, found.certificate)
            tree.decide(node, found.verdict, found.certificate)
            pieces += 1
    assert tree.verdict is not None
    return tree, pieces


@pytest.mark.parametrize(("size", "cell", "won"), OPENINGS)
def test_pieces_fit_together(size: str, cell: int, won: bool) -> None:
    """The outcome and whether the second player wins, with the steps of all pieces."""
    position = Position.parse(f"hex {size} --first {cell} --to-move second")
    claim = JoinClaim(position)
    assert isinstance(claim, Numbered)
    tree, pieces = decided(claim, cell, 3)
    assert tree.verdict == won
    assert pieces > 1 or size == "5 5"
    outcomes = {"": Outcome(won, claim, tree.decided())}
    for division in DIVISIONS:
        finding = division.finding(position, outcomes, Limits())
        question = question_of("hex", division.question)
        assert not isinstance(finding.answer, Undecided)
        answer = question.form.write(finding.answer)
        expected = {"outcome": "first" if won else "second"}
        assert answer == expected.get(division.question, "no" if won else "yes")
        assert finding.certificate is not None
        verify(position, question, {}, answer, finding.certificate)


def test_forged_pieces_are_refused() -> None:
    """The proof of another place, of the other verdict, changed, or none."""
    claim = JoinClaim(Position.parse("hex 4 4"))
    key = 1 << 5, 1 << 10, 0
    here = replace(claim.place(key), verdict=None)
    found: Found = claim.search(here, 10_000, Limits())
    assert found.verdict is not None
    made = found.certificate
    assert isinstance(made, Connection)
    check_piece(claim, here, found.verdict, made)
    winner = "first" if found.verdict else "second"
    elsewhere = claim.place((0, key[0] | key[1], 0) if found.verdict else (key[0] | key[1], 0, 1))
    forged: list[tuple[Place, bool, Certificate | None]] = [
        (here, not found.verdict, made),
        (here, found.verdict, None),
        (elsewhere, found.verdict, made),
        (here, found.verdict, msgspec.structs.replace(made, player="third")),
        (here, found.verdict, msgspec.structs.replace(made, numbers=np.zeros_like(made.numbers))),
    ]
    assert made.player == winner
    for place, verdict, certificate in forged:
        with pytest.raises(Rejected):
            check_piece(claim, place, verdict, certificate)


def test_a_piece_ends_with_its_effort() -> None:
    """The next one goes on from there; one without bounds decides."""
    claim = JoinClaim(Position.parse("hex 6 6 --first 2 --to-move second"))
    start = claim.start()
    found = claim.search(start, 0, Limits())
    assert (found.verdict, found.numbers, found.certificate) == (None, None, None)
    found = claim.search(start, 100_000, Limits())
    assert (found.verdict, found.numbers) == (False, None)
    check_piece(claim, start, False, found.certificate)
