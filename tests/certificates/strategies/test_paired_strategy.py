"""Strategies that end in pairs: what they prove, how they are played, what is refused."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import cast

import msgspec
import numpy as np
import pytest
from soundness import rules_oracle

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.strategies.paired_strategy import KIND, PairedStrategy, reply
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.positional import OTHER, Position

WORDS = (
    "mnk 2 3 3", "mnk 1 4 2", "mnk 2 2 2", "mnk 3 3 3", "mnk 1 5 3", "mnk 2 4 3", "tictactoe 2 2",
    "mnk 1 3 1", "mnk 2 4 4", "polyomino tic 2 4", "hex 2 2", "mnk 1 2 2",
)  # fmt: skip


def made(
    position: Position,
    attacker: str,
    pairs: list[tuple[int, int]],
    opening: int = -1,
    nodes: int = 1,
) -> PairedStrategy:
    """A proof of one node with these pairs."""
    cells = position.board.cells
    none = np.zeros(0, np.int16)
    zeros = np.zeros(nodes + 1, np.int16)
    return PairedStrategy(
        sorted(position.first), sorted(position.second), position.to_move, None,
        [(attacker, "prevents", opening, 0, 0)], np.arange(cells, dtype=np.int16)[None, :],
        zeros, none, none, none, none, zeros, np.zeros(1, np.int16), none,
        np.array([0, *[len(pairs)] * nodes]), np.array(pairs, np.int16).reshape(-1, 2),
    )  # fmt: skip


def some_position(rng: random.Random) -> Position:
    position = Position.parse(rng.choice(WORDS) + rng.choice(["", " --rule weak"]))
    cells = rng.sample(range(position.board.cells), position.board.cells)
    one, two = rng.randint(0, 2), rng.randint(0, 2)
    first, second = frozenset(cells[:one]), frozenset(cells[one : one + two])
    return replace(position, first=first, second=second, to_move=rng.choice(position.players))


def attack(rng: random.Random, rounds: int) -> int:
    """How many proofs by random pairs were accepted; raises ``AssertionError`` for a false one."""
    accepted = 0
    for _ in range(rounds):
        position = some_position(rng)
        cells = rng.sample(range(position.board.cells), position.board.cells)
        pairs = list(zip(cells[::2], cells[1::2], strict=False))[: rng.randint(0, 6)]
        if rng.random() < 0.2 and pairs:
            pairs.append(rng.choice([(cells[0], cells[0]), pairs[0], (cells[0], cells[-1])]))
        attacker = rng.choice(position.players)
        opening = rng.choice([-1, *cells]) if position.to_move != attacker else -1
        try:
            found = conclude(
                Goal(position, "outcome"), made(position, attacker, pairs, opening)
            ).statements
        except Rejected:
            continue
        accepted += 1
        for statement in found:
            here = cast("AnyPosition", position)
            assert rules_oracle.holds(here, statement), (str(position), attacker, pairs, statement)
    return accepted


def test_nothing_false_is_derived() -> None:
    assert attack(random.Random(1), 1500) > 60


@pytest.mark.slow
def test_nothing_false_is_derived_for_long() -> None:
    assert attack(random.Random(2), 30_000) > 1200


FOUR = Position.parse("mnk 1 6 3")
PAIRS = [(1, 2), (3, 4)]


def refused(position: Position, certificate: PairedStrategy, reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        conclude(Goal(position, "outcome"), certificate)


def test_what_is_refused() -> None:
    good = made(FOUR, "first", PAIRS)
    assert conclude(Goal(FOUR, "outcome"), good).statements
    refused(FOUR, made(FOUR, "first", [(1, 2)]), "holds no pair")
    refused(FOUR, made(FOUR, "first", [(1, 2), (2, 3)]), "no free pair")
    refused(FOUR, made(FOUR, "first", [(2, 2), (3, 3)]), "no free pair")
    stones = replace(FOUR, first=frozenset({1}), second=frozenset({5}))
    refused(stones, made(stones, "first", PAIRS), "no free pair")
    refused(FOUR, msgspec.structs.replace(good, pair_ends=np.array([0, 2, 2])), "different lengths")
    refused(FOUR, msgspec.structs.replace(good, pair_ends=np.array([0, 1])), "delimit")
    refused(FOUR, msgspec.structs.replace(good, pairs=np.array([[1, 2, 3]])), "two cells")
    refused(FOUR, msgspec.structs.replace(good, pairs=np.array([[1, 2], [3, 9]])), "outside")
    whole = replace(FOUR, first=frozenset({0, 1, 2}), second=frozenset({4, 5}))
    refused(whole, made(whole, "first", []), "over")


def test_pairs_are_no_proof_that_the_attacker_forces() -> None:
    good = made(FOUR, "first", PAIRS)
    row = ("first", "forces", -1, 0, 0)
    turned = replace(FOUR, to_move="second")
    refused(turned, msgspec.structs.replace(good, proofs=[row]), "no answer")


def test_the_pairs_are_played() -> None:
    good = made(FOUR, "first", PAIRS)
    rng = random.Random(4)
    for _ in range(40):
        position = FOUR
        while position.result() is None:
            position = position.play(rng.choice(position.moves()))
            if position.result() is None:
                move = reply(position, good)
                assert move is not None
                position = position.play(move)
        assert position.result() != "first"
    assert KIND.reply is reply
    assert OTHER["first"] == "second"
