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
from gameproof.certificates.strategies.positional_strategy import PositionalStrategy
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.positional import OTHER, Position
from gameproof.replies.strategies.positional_strategy import reply

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
) -> PositionalStrategy:
    """A proof of one node with these pairs."""
    cells = position.board.cells
    none = np.zeros(0, np.int16)
    zeros = np.zeros(nodes + 1, np.int16)
    return PositionalStrategy(
        sorted(position.first), sorted(position.second), position.to_move, None,
        [(attacker, "prevents", opening, 0, 0)], np.arange(cells, dtype=np.int16)[None, :],
        zeros, none, none, none, none, zeros, np.zeros(1, np.int16), none,
        np.array([0, *[len(pairs)] * nodes]), np.array(pairs, np.int16).reshape(-1, 2),
    )  # fmt: skip


LONG = ("mnk 1 7 3", "mnk 1 8 3", "mnk 1 6 2", "mnk 2 5 3")
"""Boards on which some positions are held by answers, and not without."""


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
    assert attack(random.Random(1), 250) > 8


def answers(rng: random.Random, position: Position, attacker: str) -> list[tuple[int, int]]:
    """Rows of answers whose pairs stop every live set, and now and then of one whose do not."""
    theirs, rows = position.stones(OTHER[attacker]), list[tuple[int, int]]()
    live = [set(cells) for cells in position.sets(attacker).sets() if not theirs & set(cells)]
    free = [c for c in range(position.board.cells) if c not in position.first | position.second]
    for _ in range(40):
        rng.shuffle(free)
        pairs = list(zip(free[1::2], free[2::2], strict=False))
        needed = [pair for pair in pairs if any(set(pair) <= cells for cells in live)]
        if rng.random() < 0.01 or all(
            free[0] in cells or any(set(pair) <= cells for pair in needed) for cells in live
        ):
            rows += [(free[0], free[0]), *needed]
    return rows


def attack_with_answers(rng: random.Random, rounds: int) -> int:
    """How many proofs by random answers were accepted that need one; raises ``AssertionError``
    for a false one."""
    accepted = 0
    for _ in range(rounds):
        position = Position.parse(rng.choice(LONG) + rng.choice(["", " --rule weak"]))
        one, two = rng.sample(range(position.board.cells), 2)
        if rng.random() < 0.5:
            position = replace(position, first=frozenset({one}), second=frozenset({two}))
        attacker = "first"
        rows = answers(rng, position, attacker)
        goal = Goal(position, "outcome")
        try:
            found = conclude(goal, made(position, attacker, rows)).statements
        except Rejected:
            continue
        for statement in found:
            here = cast("AnyPosition", position)
            assert rules_oracle.holds(here, statement), (str(position), attacker, rows, statement)
        try:
            conclude(goal, made(position, attacker, []))
        except Rejected:
            accepted += 1
    return accepted


def test_nothing_false_is_derived_from_answers() -> None:
    assert attack_with_answers(random.Random(1), 300) > 5


@pytest.mark.slow
def test_nothing_false_is_derived_from_answers_for_long() -> None:
    assert attack_with_answers(random.Random(2), 3_000) > 50


@pytest.mark.slow
def test_nothing_false_is_derived_for_long() -> None:
    assert attack(random.Random(2), 30_000) > 1200


FOUR = Position.parse("mnk 1 6 3")
PAIRS = [(1, 2), (3, 4)]


def refused(position: Position, certificate: PositionalStrategy, reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        conclude(Goal(position, "outcome"), certificate)


def test_what_is_refused() -> None:
    good = made(FOUR, "first", PAIRS)
    assert conclude(Goal(FOUR, "outcome"), good).statements
    refused(FOUR, made(FOUR, "first", [(1, 2)]), "holds no pair")
    refused(FOUR, made(FOUR, "first", [(1, 2), (2, 3)]), "no free pair")
    stones = replace(FOUR, first=frozenset({1}), second=frozenset({5}))
    refused(stones, made(stones, "first", PAIRS), "no free pair")
    refused(FOUR, msgspec.structs.replace(good, pair_ends=np.array([0, 2, 2])), "different lengths")
    refused(FOUR, msgspec.structs.replace(good, pair_ends=np.array([0, 1])), "delimit")
    refused(FOUR, msgspec.structs.replace(good, pairs=np.array([[1, 2, 3]])), "two cells")
    refused(FOUR, msgspec.structs.replace(good, pairs=np.array([[1, 2], [3, 9]])), "outside")
    whole = replace(FOUR, first=frozenset({0, 1, 2}), second=frozenset({4, 5}))
    refused(whole, made(whole, "first", []), "over")


SEVEN = Position.parse("mnk 1 7 3")
ANSWERS = [(3, 3), (0, 1), (5, 6), (2, 2), (4, 5)]
"""The middle answers its neighbours, one of them the middle; the rest needs no answer."""


def test_answers_that_are_refused() -> None:
    assert conclude(Goal(SEVEN, "outcome"), made(SEVEN, "first", ANSWERS)).statements
    rest = ANSWERS[3:]
    refused(SEVEN, made(SEVEN, "first", ANSWERS[:3]), "no answer to the move 3")
    refused(SEVEN, made(SEVEN, "first", rest), "no answer to the move 2")
    refused(SEVEN, made(SEVEN, "first", [(3, 3), (0, 1), *rest]), "holds no pair")
    refused(SEVEN, made(SEVEN, "first", [(3, 3), (0, 1), (3, 6), *rest]), "no free pair")
    refused(SEVEN, made(SEVEN, "first", [*ANSWERS[:3], (1, 2), *rest]), "no free pair")
    stones = replace(SEVEN, first=frozenset({0}), second=frozenset({6}))
    refused(stones, made(stones, "first", [(6, 6), (3, 4)]), "answers by 6")
    refused(stones, made(stones, "first", [(0, 0), (3, 4)]), "answers by 0")


def test_pairs_are_no_proof_that_the_attacker_forces() -> None:
    good = made(FOUR, "first", PAIRS)
    row = ("first", "forces", -1, 0, 0)
    turned = replace(FOUR, to_move="second")
    refused(turned, msgspec.structs.replace(good, proofs=[row]), "no answer")


def test_the_pairs_are_played() -> None:
    played(FOUR, made(FOUR, "first", PAIRS), 40)


def test_the_answers_are_played() -> None:
    played(SEVEN, made(SEVEN, "first", ANSWERS), 40)


def played(start: Position, good: PositionalStrategy, games: int) -> None:
    """The second player holds his own against random moves."""
    rng = random.Random(4)
    for _ in range(games):
        position = start
        while position.result() is None:
            position = position.play(rng.choice(position.moves()))
            if position.result() is None:
                move = reply(position, good)
                assert move is not None
                position = position.play(move)
        assert position.result() != "first"
    assert OTHER["first"] == "second"
