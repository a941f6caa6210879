"""Sets that own cells, and can exchange them: what is accepted is true."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
import pytest
from reference.often import often
from reference.positional import accepted, value

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.zones import hold_nodes
from gameproof.certificates.zones.hold import Hold
from gameproof.certificates.zones.hold_nodes import NOBODY, SPARE
from gameproof.games.positional import Position

Leaf = Mapping[int, int]
"""The owner of each cell that is the leaf's."""
Answers = Sequence[tuple[int, int]]


def weak(cells: int, sets: list[list[int]], first: tuple[int, ...] = ()) -> Position:
    data = {"cells": cells, "sets": sets, "first": first, "rule": "weak"}
    return Position.parse(json.dumps(data))


def made(cells: int, leaves: Sequence[tuple[list[int], Leaf]], answers: Answers = ()) -> Hold:
    """Leaves of stones and owners, and where answers (cell, leaf) are given a node of them."""
    nodes = len(leaves) + bool(answers)
    owners = np.full((len(leaves), cells), NOBODY, np.int16)
    for row, (_, leaf) in zip(owners, leaves, strict=True):
        row[list(leaf)] = list(leaf.values())
    stones = np.cumsum([0, *(len(own) for own, _ in leaves), *[0] * bool(answers)])
    return Hold(
        np.arange(cells)[None, :],
        stones, np.array([cell for own, _ in leaves for cell in own], np.int64),
        np.zeros(nodes + 1, np.int64), np.zeros((0, 2), np.int64),
        np.array([0] * (len(leaves) + 1) + [len(answers)] * bool(answers)),
        np.array([(*row, 0) for row in answers], np.int64).reshape(-1, 3),
        owned=np.arange(len(leaves)),
        owners=np.diff(owners, axis=0, prepend=np.zeros((1, cells), np.int16)),
    )  # fmt: skip


def refused(position: Position, certificate: Hold, reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        conclude(Goal(position, "outcome"), certificate)


CHAIN = weak(6, [[0, 1, 2], [2, 3, 4], [0, 4, 5], [5]])
"""Breaker takes 5, which stops two sets; the others own 0 1 and 3 4, and 2 is spare."""
OWN = {0: 0, 1: 0, 3: 1, 4: 1, 2: SPARE}


def test_one_answer_serves_every_move_that_paths_reach() -> None:
    assert value(CHAIN) == "maker"  # Maker takes 5 himself
    refused(CHAIN, made(6, [([5], OWN)], [(5, 0)]), "no answer")
    two = weak(6, [[0, 1, 2], [2, 3, 4], [0, 4, 5]])
    leaf = ([5], OWN)
    assert accepted(replaced(two, second=(5,)), "outcome", "breaker", made(6, [leaf]))
    # Without the spare cell nothing can be let go, and each move on a pair is left out.
    stiff = ([5], {cell: owner for cell, owner in OWN.items() if owner != SPARE})
    refused(two, made(6, [stiff], [(5, 0)]), "no answer")
    # With it one answer serves all moves but itself, and another one serves that.
    other = ([4], {0: 0, 1: 0, 2: SPARE, 3: SPARE, 5: SPARE})
    good = made(6, [leaf, other], [(5, 0), (4, 1)])
    assert value(two) == "breaker"
    assert accepted(two, "outcome", "breaker", good)
    refused(
        two,
        msgspec.structs.replace(
            good, answers=good.answers[:1] * 1, answer_ends=np.array([0, 0, 0, 1])
        ),
        "no answer",
    )


def replaced(position: Position, **stones: tuple[int, ...]) -> Position:
    fields = {name: frozenset(cells) for name, cells in stones.items()}
    return Position(
        position.board,
        fields.get("first", position.first),
        fields.get("second", position.second),
        position.to_move,
        position.rule,
    )


PAIRED = weak(5, [[0, 1, 2], [2, 3, 4]])
FALSE = [
    ("owns a cell that is not its own", {0: 0, 3: 0, 1: 1, 4: 1}),
    ("does not own two cells", {0: 0, 1: 0, 2: 0, 3: 1, 4: 1}),
    ("does not own two cells", {0: 0, 3: 1, 4: 1}),
    ("does not stop every set", {0: 0, 1: 0}),
    ("does not stop every set", {}),
    ("set that does not exist", {0: 2, 1: 2, 3: 1, 4: 1}),
    ("set that does not exist", {0: -3, 1: 0, 2: 0, 3: 1, 4: 1}),
]


@pytest.mark.parametrize(("reason", "leaf"), FALSE)
def test_false_owners(reason: str, leaf: Leaf) -> None:
    good = made(5, [([], {0: 0, 1: 0, 3: 1, 4: 1})])
    assert accepted(PAIRED, "outcome", "breaker", good)
    refused(PAIRED, made(5, [([], leaf)]), reason)


def test_owners_stand_beside_stones_pairs_and_the_others_stones() -> None:
    good = made(5, [([], {0: 0, 1: 0, 3: 1, 4: 1, 2: SPARE})])
    refused(replaced(PAIRED, first=(0,)), good, "stone in the zone")
    refused(replaced(PAIRED, first=(2,)), good, "stone in the zone")  # spare cells count
    refused(PAIRED, made(5, [([1], {0: 0, 1: 0, 3: 1, 4: 1})]), "listed twice")
    pairs = {"pairs": np.array([[1, 2]]), "pair_ends": np.array([0, 1])}
    refused(PAIRED, msgspec.structs.replace(good, **pairs), "listed twice")
    twice = weak(3, [[0, 1], [0, 1], [1, 2]])
    refused(twice, made(3, [([], {0: 0, 1: 0})]), "stop every set")


def test_arrays_that_are_refused() -> None:
    good = made(5, [([], {0: 0, 1: 0, 3: 1, 4: 1})])
    owners = good.owners
    for change, reason in (
        ({"owned": np.array([1])}, "outside"),
        ({"owned": np.array([0, 0])}, "ascending"),
        ({"owned": np.array([], int)}, "owned nodes and cells"),
        ({"owners": owners[:, :4]}, "owned nodes and cells"),
        ({"owners": owners[:0]}, "owned nodes and cells"),
        ({"owners": owners.astype(float)}, "owned nodes and cells"),
        ({"owners": owners.astype(np.uint16)}, "owned nodes and cells"),
        ({"owners": np.array(["a"])}, "owned nodes and cells"),
    ):
        refused(PAIRED, msgspec.structs.replace(good, **change), reason)
    both = made(6, [([5], OWN)], [(5, 0)])
    both = msgspec.structs.replace(both, owned=np.array([0, 1]), owners=np.zeros((2, 6), np.int16))
    refused(CHAIN, both, "both owners and answers")


def test_boards_that_are_too_large_for_owners(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hold_nodes, "MOST_PLACES", 1)
    refused(PAIRED, made(5, [([], {0: 0, 1: 0, 3: 1, 4: 1})]), "too large")


def test_whatever_is_accepted_is_true() -> None:
    """Random owners and answers on small boards, most of them false."""
    chance, seen = random.Random(5), {"maker": 0, "breaker": 0}
    for _ in range(often(1200)):
        cells = chance.randint(3, 6)
        many = range(chance.randint(1, 4))
        sets = [sorted(chance.sample(range(cells), chance.randint(1, 3))) for _ in many]
        position = weak(cells, sets)
        family = position.sets("first").sets()
        leaves = []
        for _ in range(chance.randint(1, 3)):
            own = chance.sample(range(cells), chance.randint(0, 2))
            left = [cell for cell in range(cells) if cell not in own]
            chance.shuffle(left)
            leaf: dict[int, int] = {}
            for number, one in enumerate(family):
                inside = [cell for cell in left if cell in one][:2]
                if set(own).isdisjoint(one) and len(inside) == chance.choice([2, 2, 2, 1, 0]):
                    leaf |= dict.fromkeys(inside, number)
                    left = [cell for cell in left if cell not in inside]
            leaf |= dict.fromkeys(chance.sample(left, chance.randint(0, len(left))), SPARE)
            leaves.append((own, leaf))
        answers = [
            (own[0] if own else chance.randrange(cells), number)
            for number, (own, _) in enumerate(leaves)
        ]
        for forged in (made(cells, leaves[:1]), made(cells, leaves, answers)):
            if accepted(position, "outcome", "breaker", forged):
                assert value(position) == "breaker", (sets, leaves, answers)
                seen["breaker"] += 1
        if seen["maker"] <= 30:
            seen["maker"] += value(position) == "maker"
    assert seen["breaker"] > 30
    assert seen["maker"] > 30
