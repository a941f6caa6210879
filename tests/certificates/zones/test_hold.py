"""Zones built from pairs upwards: what they prove, how they are played, what is refused."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from functools import cache
from typing import cast

import msgspec
import numpy as np
import pytest
from reference.often import often
from soundness import rules_oracle

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.zones import hold_nodes
from gameproof.certificates.zones.hold import Hold, evidence
from gameproof.certificates.zones.hold_nodes import Nodes, entries, flags_of
from gameproof.encodings.positional.holding import as_zones
from gameproof.encodings.positional.search import as_achievement
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.positional import Position
from gameproof.replies.zones.hold import reply
from gameproof.solvers.limits import Limits
from gameproof.solvers.positional.holding_search import searched

Leaf = tuple[list[int], list[tuple[int, int]], list[tuple[int, int, int]]]
Node = Leaf | tuple[*Leaf, list[tuple[int, int]]]
LISTS = ("stone", "pair", "answer", "part")
ARRAYS = ("permutations", *(f"{name}s" for name in LISTS), *(f"{name}_ends" for name in LISTS))


def made(cells: int, nodes: list[Node], **more: object) -> Hold:
    """A certificate of these nodes: stones, pairs and answers of each, and parts where named."""
    full = [(*node, [])[:4] for node in nodes]
    ends = [np.cumsum([0, *(len(node[i]) for node in full)]) for i in range(4)]
    stones, pairs, answers, parts = ([x for node in full for x in node[i]] for i in range(4))
    if parts:
        rows = np.array(parts, np.int64).reshape(-1, 2)
        more = {"part_ends": ends[3], "parts": rows} | more
    good = Hold(
        np.array([range(cells), range(cells - 1, -1, -1)]),
        ends[0], np.array(stones, np.int64),
        ends[1], np.array(pairs, np.int64).reshape(-1, 2),
        ends[2], np.array(answers, np.int64).reshape(-1, 3),
    )  # fmt: skip
    return msgspec.structs.replace(good, **more)


SEVEN = Position.parse("mnk 1 7 3 --rule weak")
LEFT: Node = ([3], [(0, 1), (5, 6)], [])
"""The middle is taken: its neighbours at the left and the two cells at the right are pairs."""
FIRST: Node = ([], [], [(3, 0, 0), (2, 1, 0), (4, 1, 1)])
GOOD: list[Node] = [LEFT, ([2], [(4, 5)], []), FIRST]
"""After a move on 2 or 4 the second player takes 3, else 2 or 4."""


def accepted(position: Position, certificate: Hold) -> bool:
    """Is it accepted? Then what it says is true by the rules."""
    try:
        found = conclude(Goal(position, "outcome"), certificate).statements
    except Rejected:
        return False
    here = cast("AnyPosition", position)
    assert all(rules_oracle.holds(here, one) for one in found), (str(position), certificate)
    return True


def test_a_row_of_seven() -> None:
    assert accepted(SEVEN, made(7, GOOD))
    assert accepted(replace(SEVEN, rule="strong"), made(7, GOOD))
    stones = replace(SEVEN, second=frozenset({2}), first=frozenset({0}))
    assert accepted(stones, made(7, GOOD[:2]))
    turned = replace(SEVEN, second=frozenset({4}), first=frozenset({6}))
    assert accepted(turned, made(7, GOOD[:2], turn=1))
    assert accepted(replace(SEVEN, to_move="second"), made(7, GOOD[:2], opening=2))


def refused(position: Position, certificate: Hold, reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        conclude(Goal(position, "outcome"), certificate)


def test_what_is_refused() -> None:
    leaf = GOOD[1]
    refused(SEVEN, made(7, []), "no node")
    refused(SEVEN, made(7, GOOD[:2]), "lacks a stone")
    refused(SEVEN, made(7, [([2], [(4, 4)], [])]), "share a cell")
    refused(SEVEN, made(7, [([2], [(4, 5), (5, 6)], [])]), "share a cell")
    refused(SEVEN, made(7, [([2, 5], [(4, 5)], [])]), "share a cell")
    refused(SEVEN, made(7, [([2], [(5, 6)], [])]), "does not stop every set")
    refused(SEVEN, made(7, [([2], [], [])]), "does not stop every set")
    # One answer alone, and two that both need the cell 2.
    refused(SEVEN, made(7, [leaf, ([], [], [(2, 0, 0)])]), "no answer")
    refused(SEVEN, made(7, [leaf, ([], [], [(2, 0, 0), (2, 0, 0)])]), "no answer")
    refused(SEVEN, made(7, [*GOOD[:2], ([], [], list(FIRST[2][:2]))]), "no answer")
    # The answer 6 does not take the stone 2 that its node needs: it stays asked for.
    refused(SEVEN, made(7, [*GOOD[:2], ([], [], [*FIRST[2], (6, 1, 0)])]), "lacks a stone")
    refused(SEVEN, made(7, [*GOOD[:2], ([], [(0, 1)], FIRST[2])]), "both pairs and answers")
    for answer in ((7, 0, 0), (2, 2, 0), (2, 5, 0), (2, 0, 2)):
        refused(SEVEN, made(7, [*GOOD[:2], ([], [], [answer])]), "names no cell")
    theirs = replace(SEVEN, first=frozenset({4}), second=frozenset({2}))
    refused(theirs, made(7, GOOD[:2]), "stone in the zone")
    for turn in (-1, 2):
        refused(SEVEN, made(7, GOOD, turn=turn), "no such turn")
    refused(SEVEN, made(7, GOOD, turn=True), "integers")
    refused(SEVEN, made(7, GOOD, opening=2), "not to move")
    breaker = replace(SEVEN, to_move="second")
    for opening in (7, -2):
        refused(breaker, made(7, GOOD, opening=opening), "no free cell")
    two = frozenset({2})
    for taken in (replace(breaker, first=two), replace(breaker, second=two)):
        refused(taken, made(7, GOOD, opening=2), "no free cell")
    refused(SEVEN, made(7, GOOD, player="maker"), "first or second")
    refused(SEVEN, made(7, GOOD, player="first", opening=3), "no set|wants no set")


def test_an_answer_that_the_other_can_take_away() -> None:
    """With the middle, either pair stops the last set; but the other takes the middle, and wins."""
    sets = [[0, 4], [1, 4], [2, 4], [3, 4], [0, 1, 2, 3]]
    star = Position.parse(json.dumps({"cells": 5, "sets": sets, "rule": "weak"}))
    leaves: list[Node] = [([4], [(0, 1)], []), ([4], [(2, 3)], [])]
    identity = np.arange(5)[None, :]
    taken = replace(star, second=frozenset({4}))
    assert all(accepted(taken, made(5, [leaf], permutations=identity)) for leaf in leaves)
    root: Node = ([], [], [(4, 0, 0), (4, 1, 0)])
    refused(star, made(5, [*leaves, root], permutations=identity), "no answer")


def test_boards_and_numbers_of_nodes_that_are_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    refused(Position.parse("mnk 65 65 5 --rule weak"), made(65 * 65, GOOD), "too large")
    monkeypatch.setattr(hold_nodes, "MOST_WORDS", 1)
    refused(SEVEN, made(7, GOOD), "too many nodes")


def test_arrays_that_are_refused() -> None:
    for name, value, reason in (
        ("permutations", [[0, 1, 2]], "wrong length"),
        ("permutations", [[0, 0, 2, 3, 4, 5, 6]], "not a permutation"),
        ("permutations", [[1, 0, 2, 3, 4, 5, 6]], "does not keep the sets"),
        ("permutations", [], "names no cell"),
        ("pairs", [[0, 1, 2]], "2 entries"),
        ("answers", [[0, 1]], "3 entries"),
        ("stones", [3, 7], "outside"),
        ("stone_ends", [0, 1, 2], "different lengths"),
        ("pair_ends", [0, 3, 2, 3], "does not delimit"),
        ("answer_ends", [0, 0, 0, 1], "does not delimit"),
        ("answer_ends", [1, 1, 1, 2], "does not delimit"),
    ):
        refused(SEVEN, made(7, GOOD, **{name: np.array(value)}), reason)


HALF: Node = ([3], [(0, 1)], [])
"""Stops the sets that the middle stops, and the one at the left."""


def test_a_leaf_in_parts() -> None:
    taken = replace(SEVEN, second=frozenset({3}))
    other: Node = ([3], [(5, 6)], [])
    assert accepted(taken, made(7, [HALF, other, ([], [], [], [(0, 0), (1, 0)])]))
    assert accepted(taken, made(7, [HALF, ([], [(5, 6)], [], [(0, 0)])]))
    assert accepted(taken, made(7, [HALF, ([], [], [], [(0, 0), (0, 1)])]))
    assert accepted(SEVEN, made(7, [HALF, ([], [], [], [(0, 0), (0, 1)]), GOOD[1],
                                    ([], [], [(3, 1, 0), (2, 2, 0), (4, 2, 1)])]))  # fmt: skip
    # A part that is a game of its own: on three cells one of two answers stops the set.
    three: Node = ([], [], [(0, 0, 0), (1, 1, 0)])
    row = Position.parse("mnk 1 3 3 --rule weak")
    assert accepted(row, made(3, [([0], [], []), ([1], [], []), three]))
    assert accepted(row, made(3, [([0], [], []), ([1], [], []), three, ([], [], [], [(2, 1)])]))


def test_parts_that_are_refused() -> None:
    taken = replace(SEVEN, second=frozenset({3}))
    whole: Node = ([], [], [], [(0, 0), (0, 1)])
    refused(taken, made(7, [HALF]), "does not stop every set")
    refused(taken, made(7, [HALF, ([], [], [], [(0, 0), (0, 0)])]), "share a cell")
    refused(taken, made(7, [HALF, ([], [(1, 2)], [], [(0, 0)])]), "share a cell")
    refused(taken, made(7, [HALF, ([], [], [], [(0, 0)])]), "does not stop every set")
    # One answer stops the left set, the other the right one: neither is stopped by both.
    other: Node = ([3], [(5, 6)], [])
    refused(taken, made(7, [HALF, other, ([3], [], [(3, 0, 0), (3, 1, 0)])]), "every set")
    refused(taken, made(7, [HALF, ([3], [], [(3, 0, 0), (3, 0, 1)])]), "every set")
    for part in ((1, 0), (2, 0), (0, 2)):
        refused(taken, made(7, [HALF, ([], [], [], [(0, 1), part])]), "no earlier node")
    both: Node = ([], [], [(3, 0, 0)], [(0, 0)])
    refused(SEVEN, made(7, [HALF, both]), "both parts and answers")
    none: Node = ([3], [], [])
    refused(taken, made(7, [none, HALF, ([], [], [], [(0, 0)] * 8)]), "more parts")
    chain: list[Node] = [HALF, whole, *(([], [], [], [(i, 0)]) for i in range(1, 40))]
    refused(taken, made(7, chain), "too deep")
    assert accepted(taken, made(7, chain[:20]))
    for name, value, reason in (
        ("parts", [[0, 0, 0]], "2 entries"), ("parts", [], "part_ends holds 2"),
        ("part_ends", [0, 2], "different lengths"), ("part_ends", [], "does not delimit"),
    ):  # fmt: skip
        refused(taken, made(7, [HALF, whole], **{name: np.array(value)}), reason)


def test_what_each_node_says_is_true() -> None:
    """The claim of every node that is accepted, played out on its zone: the other owns all cells
    that are neither in it nor stones."""
    rng = random.Random(11)
    found = [0, 0, 0]
    for _ in range(often(1_000)):
        position = Position.parse(rng.choice(WORDS) + " --rule weak")
        cells, sets = position.board.cells, position.sets("first").sets()
        identity = list(range(cells))
        permutations = [identity, identity[::-1]]
        try:
            certificate = made(cells, random_nodes(rng, cells), permutations=np.array(permutations))
            nodes = Nodes(
                cells, sets, np.array(permutations), evidence(certificate, cells, len(sets))
            )
        except Rejected:
            continue
        for node in range(len(nodes.zone)):
            flags = (nodes.zone, nodes.stones), (cells, cells)
            zone, stones = (
                frozenset(np.flatnonzero(flags_of(words[[node]], size)[0]).tolist())
                for words, size in zip(*flags, strict=True)
            )
            stopped = np.flatnonzero(flags_of(nodes.stopped[[node]], len(nodes.sets))[0])
            here = [frozenset(nodes.sets[i]) for i in stopped]
            kind = "parts" if len(entries(nodes.evidence.parts, node)) else "answers"
            kind = kind if len(entries(getattr(nodes.evidence, kind), node)) else "pairs"
            left = [one - (frozenset(identity) - zone - stones) for one in here if not one & stones]
            assert stops_all(frozenset(left), zone - stones), (str(position), certificate, node)
            found[("pairs", "answers", "parts").index(kind)] += bool(here)
    assert min(found) > 30, found


@cache
def stops_all(sets: frozenset[frozenset[int]], free: frozenset[int]) -> bool:
    """Does the second player hit every set, the first to move? By trying everything."""
    if not all(sets):
        return False
    if not sets:
        return True
    return all(
        any(
            stops_all(
                frozenset(one - {move} for one in sets if answer not in one), free - {move, answer}
            )
            for answer in free - {move} or {-1}
        )
        for move in free
    )


def random_nodes(rng: random.Random, cells: int) -> list[Node]:
    """Leaves that stop some sets, then nodes that lead to them."""
    nodes: list[Node] = []
    for _ in range(rng.randint(1, 4)):
        order = rng.sample(range(cells), cells)
        own = order[: rng.randint(0, 2)]
        rest = order[len(own) :][: 2 * rng.randint(0, 2)]
        nodes.append((own, list(zip(rest[::2], rest[1::2], strict=True)), []))
    for _ in range(rng.randint(1, 3)):
        some = [(rng.randrange(len(nodes)), rng.randrange(2)) for _ in range(rng.randint(1, 3))]
        if rng.random() < 0.5:
            nodes.append(([], [], [], some))
        else:
            nodes.append(([], [], [(rng.randrange(cells), *one) for one in some]))
    return nodes


WORDS = ("mnk 1 7 3", "mnk 2 4 3", "mnk 3 3 3", "mnk 1 6 2", "mnk 2 4 4", "mnk 1 8 3", "mnk 2 3 2")


def test_nothing_false_is_derived_from_random_nodes() -> None:
    assert attack(random.Random(3), often(600)) > 1


@pytest.mark.slow
def test_nothing_false_is_derived_for_long() -> None:
    assert attack(random.Random(4), 30_000) > 250


def attack(rng: random.Random, rounds: int) -> int:
    """How many certificates of random leaves under random answers were accepted, each true."""
    good = 0
    for _ in range(rounds):
        position = Position.parse(rng.choice(WORDS) + rng.choice(["", " --rule weak"]))
        cells = position.board.cells
        order = rng.sample(range(cells), cells)
        one, two = rng.randint(0, 2), rng.randint(0, 2)
        first, second = frozenset(order[:one]), frozenset(order[one : one + two])
        position = replace(
            position, first=first, second=second, to_move=rng.choice(position.players)
        )
        nodes: list[Node] = []
        for _ in range(rng.randint(1, 4)):
            free = rng.sample(range(cells), cells)
            own = [*second, *free[: rng.randint(0, 2)]]
            rest = [cell for cell in free if cell not in own and cell not in first]
            pairs = list(zip(rest[::2], rest[1::2], strict=False))[: rng.choice([1, 9, 9, 9])]
            nodes.append((own, pairs, []))
        for _ in range(rng.randint(0, 3)):
            some = [rng.randrange(len(nodes)) for _ in range(rng.randint(1, 4))]
            if rng.random() < 0.5:
                nodes.append(([], [], [], [(node, 0) for node in some[:2]]))
            else:
                answers = [(rng.randrange(cells), node, 0) for node in some]
                nodes.append(([*second], [], answers))
        opening = rng.randrange(cells) if position.to_move == "second" else -1
        certificate = made(cells, nodes, opening=opening, permutations=np.arange(cells)[None, :])
        good += accepted(position, certificate)
    return good


@cache
def found(words: str) -> Hold:
    """What the search makes."""
    position = Position.parse(words)
    search = searched(as_achievement(position, "first"), Limits(), 10_000, bits=12)
    assert search is not None
    return as_zones(position, search.zones())


HELD = ("mnk 1 7 3 --rule weak", "mnk 2 4 3 --rule weak", "mnk 2 4 4 --rule weak --first a1 "
        "--second b2", "mnk 1 7 3 --rule weak --to-move second")  # fmt: skip


def test_changed_and_transplanted_proofs_say_nothing_false() -> None:
    rng = random.Random(7)
    good = 0
    assert all(accepted(Position.parse(words), found(words)) for words in HELD)
    for _ in range(120):
        words = rng.choice(HELD)
        position, certificate = Position.parse(words), found(words)
        if rng.random() < 0.5:
            cells = rng.sample(range(position.board.cells), 3)
            position = replace(
                position,
                first=frozenset(cells[:1]),
                second=frozenset(cells[1 : rng.choice([1, 2])]),
            )
        name = rng.choice(ARRAYS)
        array = getattr(certificate, name).copy()
        if array.size and rng.random() < 0.8:
            array.flat[rng.randrange(array.size)] += rng.choice([-1, 1, 2])
        good += accepted(position, msgspec.structs.replace(certificate, **{name: array}))
    assert good > 8


@pytest.mark.parametrize("words", ["mnk 4 5 4 --rule weak", *HELD])
def test_the_zones_are_played(words: str) -> None:
    """Random moves against the whole strategy."""
    start, certificate = Position.parse(words), found(words)
    rng = random.Random(5)
    for _ in range(10):
        position = start
        while position.result() is None:
            if position.to_move == "first":
                move: int | None = rng.choice(position.moves())
            else:
                move = reply(position, certificate)
            assert move is not None
            position = position.play(move)
        assert position.result() == "breaker"
