"""Wins by force that say what they rely on: what is true of them, how they are played, what is
refused."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from typing import cast

import msgspec
import numpy as np
import pytest
from reference.forced import Edge, Prover, Truth, family, record
from reference.often import often
from soundness import rules_oracle
from soundness.oracle_forced import FORCED, forced

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.zones import force_nodes
from gameproof.certificates.zones.force import Force, claims_of, part_of
from gameproof.certificates.zones.force_nodes import Claims
from gameproof.games.bit_sets import mask_of
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.statement import Forces, only
from gameproof.games.positional import Position
from gameproof.games.sets.forced_claim import Claim
from gameproof.replies.zones.force import reply

ROW = Position.parse("mnk 1 7 4 --first 2;3;4 --second 0 --to-move second")
"""Three of four in a row, open at both ends: the sets 1 and 2 lack the cells 1 and 5."""
OPEN: list[Edge] = [(-1, 1, -2), (1, 5, -3)]
CELLS, SECOND = 9, [[1, 2, 7], [5, 6, 7]]
STAR = Position.parse(json.dumps({
    "cells": CELLS, "sets": [[0, 1, 2], [0, 1, 3], [0, 4, 5], [0, 4, 6]], "second_sets": SECOND,
    "first": [0], "to_move": "second", "rule": "weak",
}))  # fmt: skip
"""With the middle, 1 leaves two cells that complete, and so does 4."""
ONE: list[Edge] = [(-1, 2, -1), (2, 3, -2)]
FOUR: list[Edge] = [(-1, 5, -3), (5, 6, -4)]
GOOD: list[list[Edge]] = [ONE, FOUR, [(-1, 1, 0), (1, 4, 1), (2, 4, 1), (3, 4, 1)]]


def read(position: Position, certificate: Force) -> Claims:
    return claims_of(part_of(position, certificate), certificate)


def accepted(position: Position, certificate: Force) -> bool:
    """Is it accepted? Then what it says is true by the rules."""
    try:
        found = conclude(Goal(position, "outcome"), certificate).statements
    except Rejected:
        return False
    here = cast("AnyPosition", position)
    assert all(rules_oracle.holds(here, one) for one in found), (str(position), certificate)
    return True


def refused(position: Position, certificate: Force, reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        conclude(Goal(position, "outcome"), certificate)


def test_rows() -> None:
    assert accepted(ROW, record(ROW, "first", [OPEN]))
    assert accepted(replace(ROW, second=frozenset({0, 6})), record(ROW, "first", [OPEN]))
    assert accepted(STAR, record(STAR, "first", GOOD))
    found = conclude(Goal(STAR, "outcome"), record(STAR, "first", GOOD)).statements
    assert found == (Forces("second", only("first"), only("maker")),)
    bare = replace(STAR, first=frozenset(), to_move="first")
    assert accepted(bare, record(bare, "first", GOOD, opening=0))
    assert accepted(replace(STAR, to_move="first"), record(STAR, "first", GOOD, opening=8))


def test_an_opening_that_completes_a_set_needs_no_node() -> None:
    mine = replace(ROW, to_move="first")
    assert accepted(mine, record(mine, "first", [], opening=5, root=-1))
    refused(mine, record(mine, "first", [], opening=6, root=-1), "no node -1")


def test_what_the_root_claims() -> None:
    claims = read(STAR, record(STAR, "first", GOOD))
    kept: dict[int, Claim] = {}
    assert claims.root(2, keep=kept) == Claim(1, 0, mask_of(range(1, 7)), (0,))
    assert kept[0] == Claim(mask_of([0, 1]), 0, mask_of([2, 3]), (0,))
    strong = replace(STAR, rule="strong")
    claims = read(strong, record(strong, "first", GOOD))
    # The moves 1 and 2 are in the first of the defender's sets, a move elsewhere may be in the
    # other one, so each must lack a cell more; 1 is in the first set, so nothing is asked of it.
    sets = [mask_of(one) for one in SECOND]
    root = claims.root(2, keep=kept)
    assert (kept[0].levels, kept[1].levels) == ((0b10,), (0b11,))
    assert root.levels == (0b11, 0b11)
    assert root.holds(1, 0, sets)
    assert root.holds(mask_of([0, 8]), 0, sets)
    assert not root.holds(1, mask_of([7]), sets)
    assert root.holds(mask_of([0, 1, 5]), mask_of([7]), sets)
    assert not root.holds(1, mask_of([1]), sets)
    assert accepted(strong, record(strong, "first", GOOD))
    near = replace(strong, second=frozenset({7}))
    refused(near, record(near, "first", GOOD), "lacks too few cells")


def test_a_proof_for_maker_that_ignores_what_the_other_completes() -> None:
    """Two open threes: Maker need not look at them, the first player must."""
    text = "mnk 2 7 4 --first 2;3;4 --second 9;10;11 --to-move second"
    maker = Position.parse(text + " --rule weak")
    assert accepted(maker, record(maker, "first", [OPEN]))
    strong = Position.parse(text)
    refused(strong, record(strong, "first", [OPEN]), "lacks too few cells")
    # Listing the move that completes does not help either: there is no reply.
    listed = [*OPEN, (8, 5, -3)]
    refused(strong, record(strong, "first", [listed]), "lacks too few cells")


def test_what_the_root_is_refused() -> None:
    good = record(ROW, "first", [OPEN])
    refused(replace(ROW, first=frozenset({2, 3})), good, "attacker lacks a stone")
    refused(replace(ROW, second=frozenset({5})), good, "stone in the zone")
    taken = record(ROW, "first", [[*OPEN, (0, -1, -1)]])
    assert accepted(ROW, taken)
    refused(replace(ROW, second=frozenset()), taken, "defender lacks a stone")
    for root in (-1, 1):
        refused(ROW, record(ROW, "first", [OPEN], root=root), "no node")
    refused(ROW, record(ROW, "first", []), "no node")
    refused(ROW, record(ROW, "first", [OPEN], opening=6), "not to move|other player is to move")
    mine = replace(ROW, to_move="first")
    for opening in (-1, 0, 2, 7):
        refused(mine, record(mine, "first", [OPEN], opening=opening), "no free cell")
    over = replace(ROW, first=frozenset({1, 2, 3, 4}))
    refused(over, good, "game is over")
    for attacker in ("maker", ""):
        refused(ROW, record(ROW, attacker, [OPEN]), "first or second")
    refused(ROW, msgspec.structs.replace(good, attacker=["first"]), "first or second")
    weak = replace(ROW, rule="weak", first=frozenset({0}), second=frozenset({2, 3, 4}))
    refused(weak, record(weak, "second", []), "wants no set")
    for changed in ({"opening": True}, {"root": False}, {"root": 0.0}):
        refused(ROW, msgspec.structs.replace(good, **changed), "integers")


@pytest.mark.parametrize(
    ("node", "reason"),
    [
        ([], "no default"),
        ([(1, 5, -3)], "no default"),
        ([(1, 5, -3), (-1, 1, -2)], "no default"),
        ([*OPEN, (-1, 1, -2)], "two defaults"),
        ([*OPEN, (1, 5, -3)], "lists the cell 1 twice"),
        ([*OPEN, (6, -1, -1), (6, -1, -1)], "lists the cell 6 twice"),
        ([*OPEN, (1, -1, -1)], "lists the cell 1 twice"),
        ([*OPEN, (6, -1, -2)], "taken leads to no node"),
        ([*OPEN, (6, -1, 0)], "taken leads to no node"),
        ([(-1, -1, -1), (1, 5, -3)], "default of node 0 has no reply"),
        ([(-1, 1, -2)], "default of node 0 needs is not listed"),
        ([(-1, 1, -2), (6, 5, -3)], "default of node 0 needs is not listed"),
        ([(-1, 1, -2), (1, -1, -1)], "default of node 0 needs is not listed"),
        ([(-1, 1, -2), (1, 1, -2)], "needed after the reply"),
        ([*OPEN, (4, 5, -3)], "needed after the reply"),
        ([(-1, 6, -2), (6, 5, -3)], "no cell of the set 1"),
        ([(-1, 1, -2), (1, 6, -3)], "no cell of the set 2"),
        ([(-1, 1, 0), (1, 5, -3)], "no earlier one"),
        ([(-1, 1, -2), (1, 5, 0)], "no earlier one"),
        ([(-1, 1, -2), (1, 5, 1)], "no earlier one"),
        ([*OPEN, (3, -1, -1)], "a cell of the other player"),
        ([*OPEN, (6, 0, -1), (0, -1, -1)], "a cell of the other player"),
    ],
)
def test_nodes_that_are_refused(node: list[Edge], reason: str) -> None:
    refused(ROW, record(ROW, "first", [node]), reason)


def test_nodes_behind_others_that_are_refused() -> None:
    def behind(*root: Edge) -> Force:
        return record(STAR, "first", [*GOOD[:2], list(root)])

    refused(STAR, behind(*GOOD[2][:-1]), "needs is not listed")
    refused(STAR, behind(*GOOD[2], (0, 4, 1)), "needed after the reply")
    refused(STAR, behind((-1, 1, 0), (1, 4, 1), (2, 1, 0), (3, 4, 1)), "needed after the reply")
    # What is taken in a node stays asked for in those that lead to it.
    taken: list[Edge] = [*ONE, (7, -1, -1)]
    refused(STAR, record(STAR, "first", [taken, *GOOD[1:]]), "defender lacks a stone")
    provided = replace(STAR, second=frozenset({7}))
    assert accepted(provided, record(STAR, "first", [taken, *GOOD[1:]]))
    clash: list[Edge] = [(-1, 1, 0), (1, 7, 1), (2, 4, 1), (3, 4, 1)]
    refused(STAR, record(STAR, "first", [taken, FOUR, clash]), "a cell of the other player")
    # The move 7 provides it.
    assert accepted(STAR, record(STAR, "first", [*GOOD, taken, [*GOOD[2], (7, 1, 3)]]))


def test_arrays_that_are_refused() -> None:
    good = record(ROW, "first", [OPEN])
    for name, value, reason in (
        ("moves", [-1, 7], "outside"), ("moves", [-2, 1], "outside"), ("moves", [-1], "different"),
        ("moves", [-1.0, 1.0], "integers"), ("moves", [[-1, 1]], "integers"),
        ("replies", [1, 7], "outside"), ("replies", [1, -2], "outside"),
        ("replies", [True, False], "integers"), ("replies", [1, 5, 5], "different lengths"),
        ("children", [-2, -5], "outside"), ("children", [-2, 1 << 41], "outside"),
        ("children", [], "different lengths"), ("edge_ends", [0, 1], "does not delimit"),
        ("edge_ends", [0], "does not delimit"), ("edge_ends", [], "does not delimit"),
        ("edge_ends", [0, 2, 1, 2], "does not delimit"), ("edge_ends", [1, 2], "does not delimit"),
        ("edge_ends", [0, 3], "outside"),
    ):  # fmt: skip
        refused(ROW, msgspec.structs.replace(good, **{name: np.array(value)}), reason)


PAIRED = Position.parse(json.dumps({
    "cells": 6, "sets": [[0, 1], [0, 2], [3, 4], [3, 5]], "to_move": "first", "rule": "weak",
    "second_sets": [],
}))  # fmt: skip
"""Twice the same: two cells beside one."""
OVER = [3, 4, 5, 0, 1, 2]


def turned(nodes: list[list[Edge]], rows: list[int], **changed: object) -> Force:
    """A proof about ``PAIRED`` with nodes that are turned."""
    certificate = record(PAIRED, "first", nodes, opening=1)
    found = msgspec.structs.replace(
        certificate, permutations=np.array([OVER]), turns=np.array(rows)
    )
    return msgspec.structs.replace(found, **changed)


def test_a_node_is_turned_to_its_place() -> None:
    """The node is about the cells 0, 1, 2; after a move on 0 it serves at 3, 4, 5."""
    pair: list[Edge] = [(-1, 1, -1), (1, 2, -2)]
    root: list[Edge] = [(-1, 0, -1), (0, 3, 0)]
    assert accepted(PAIRED, turned([pair, root], [-1, -1, -1, 0]))
    refused(PAIRED, turned([pair, root], [-1, -1, -1, -1]), "needed after the reply")
    # The default's node, turned: its cells must be listed where they are.
    other: list[Edge] = [(-1, 3, 0), (3, 0, -1)]
    refused(PAIRED, turned([pair, other], [-1, -1, 0, -1]), "needs is not listed")
    listed: list[Edge] = [*other, (4, 0, -1), (5, 0, -1)]
    assert accepted(PAIRED, turned([pair, listed], [-1, -1, 0, -1, -1, -1]))


def test_the_levels_are_turned_with_the_sets() -> None:
    """What the defender has to lack is asked of the images of his sets."""
    row = Position.parse("mnk 1 6 3")
    flipped = np.array([range(5, -1, -1)])
    good = record(row, "first", [[(-1, 1, -1), (2, 0, -1)]])
    certificate = msgspec.structs.replace(good, permutations=flipped, turns=np.array([-1, -1]))
    claims = read(row, certificate)
    # The sets begin at 0, 1, 2, 3; the cell 0 is in the first, its image 5 in the last.
    found = claims.turned(Claim(0b1, 0b10, 0b100, (0b1110, 0b0110, 0b0010)), 0)
    assert found == Claim(0b100000, 0b10000, 0b1000, (0b0111, 0b0110, 0b0100))


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"permutations": np.array([[3, 4, 5, 0, 1]])}, "wrong length"),
        ({"permutations": np.array([[3, 4, 5, 0, 1, 1]])}, "not a permutation"),
        ({"permutations": np.array([[1, 0, 2, 3, 4, 5]])}, "does not keep the sets"),
        ({"permutations": np.array([[3, 4, 5, 0, 1, 6]])}, "outside"),
        ({"turns": np.array([-1, -1, -1, 1])}, "outside"),
        ({"turns": np.array([-1, -1, -2, 0])}, "outside"),
        ({"turns": np.array([-1, -1, 0])}, "different lengths"),
        ({"turns": np.array([], np.int64)}, "different lengths"),
        ({"permutations": np.array([], np.int64)}, "outside"),
    ],
)
def test_symmetries_that_are_refused(changed: dict[str, object], reason: str) -> None:
    nodes: list[list[Edge]] = [[(-1, 1, -1), (1, 2, -2)], [(-1, 0, -1), (0, 3, 0)]]
    refused(PAIRED, turned(nodes, [-1, -1, -1, 0], **changed), reason)


def test_a_symmetry_keeps_the_sets_of_both() -> None:
    """One that keeps the attacker's alone, or the defender's alone, is none."""
    sets = {"sets": [[0, 1], [0, 2]], "second_sets": [[1, 3], [0, 3]]}
    two = Position.parse(json.dumps({"cells": 4, **sets, "first": [], "to_move": "first"}))
    good = record(two, "first", [[(-1, 1, -1), (1, 2, -2)]], opening=0)
    assert accepted(two, good)
    for turn in ([0, 2, 1, 3], [1, 0, 2, 3]):
        changed = msgspec.structs.replace(
            good, permutations=np.array([turn]), turns=np.array([-1, -1])
        )
        refused(two, changed, "does not keep the sets")


def test_boards_and_numbers_of_nodes_that_are_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    refused(Position.parse("mnk 65 65 5"), record(ROW, "first", [OPEN]), "too large")
    with monkeypatch.context() as patch:
        patch.setattr(force_nodes, "MOST_WORK", 50)
        refused(ROW, record(ROW, "first", [OPEN]), "too many nodes")
    # Three claims of 27 bits at a time; two are dropped when the third has been worked out.
    monkeypatch.setattr(force_nodes, "MOST_KEPT", 81)
    claims = read(STAR, record(STAR, "first", [*GOOD, ONE]))
    assert claims.root(3).zone == mask_of([2, 3])
    claims = read(STAR, record(STAR, "first", [ONE] * 4))
    assert claims.root(2).zone == mask_of([2, 3])
    with pytest.raises(Rejected, match="too much memory"):
        claims.root(3)


BOARDS = (
    "mnk 3 3 3", "mnk 3 3 3 --rule weak", "mnk 2 4 2", "mnk 2 4 3", "mnk 1 8 4", "mnk 1 7 3",
    "mnk 3 4 3", "mnk 4 4 3", "mnk 4 4 4", "mnk 4 4 4 --rule weak",
)  # fmt: skip


def proofs(rng: random.Random) -> tuple[Position, Prover, Truth]:
    """Nodes about positions of a small board."""
    if rng.random() < 0.5:
        position = family(rng, rng.randint(6, 8))
    else:
        position = Position.parse(rng.choice(BOARDS))
    attacker = rng.choice(position.players) if position.rule == "strong" else "first"
    prover, truth = Prover(position, attacker, rng), Truth(position, attacker)
    cells = position.board.cells
    for _ in range(6):
        order = rng.sample(range(cells), cells)
        mine = rng.randint(0, 3 if cells < 10 else 5)
        theirs = rng.randint(0, 2 if cells < 10 else 5)
        own, other = mask_of(order[:mine]), mask_of(order[mine : mine + theirs])
        if all(one & ~own for one in truth.attack):
            prover.root(own, other, rng.randint(0, 3), 600)
    return position, prover, truth


def changed(rng: random.Random, nodes: list[list[Edge]], cells: int, sets: int) -> None:
    """Changes, adds or removes one edge."""
    node = rng.randrange(len(nodes))
    rows, what = nodes[node], rng.random()
    child = rng.randrange(-sets, node + 1)
    if what < 0.4:
        rows.append((rng.randrange(cells), rng.randrange(-1, cells), child))
        return
    at = rng.randrange(len(rows))
    move, reply, then = rows[at]
    if what < 0.6:
        del rows[at]
    elif what < 0.7:
        rows[at] = rng.randrange(-1, cells), reply, then
    elif what < 0.8:
        rows[at] = move, rng.randrange(-1, cells), then
    else:
        rows[at] = move, reply, child


def attack(rng: random.Random, rounds: int) -> Counter[str]:
    """Every claim of nodes that are accepted, genuine or changed, against all positions of which
    it says something."""
    seen: Counter[str] = Counter()
    for _ in range(rounds):
        position, prover, truth = proofs(rng)
        cells = position.board.cells
        for trial in range(8 if prover.nodes else 0):
            nodes = [list(node) for node in prover.nodes]
            if trial:
                changed(rng, nodes, cells, len(truth.attack))
            claims = read(position, record(position, prover.attacker, nodes))
            known: dict[int, Claim] = {}
            for node, rows in enumerate(nodes):
                if any(child >= 0 and child not in known for _, _, child in rows if child != node):
                    continue
                try:
                    claim = known[node] = claims.claim(node, known)
                except Rejected:
                    continue
                if trial and claim == prover.known[node]:
                    continue
                wrong = truth.violates(claim, 7, None if cells < 10 else rng)
                assert wrong is None, (str(position), prover.attacker, nodes[: node + 1], wrong)
                seen["changed" if trial else "genuine"] += 1
                seen["levels"] += len(claim.levels) > 1
                seen["taken"] += claim.other > 0
                seen["nested"] += any(child >= 0 for _, _, child in rows)
    return seen


def test_what_each_node_says_is_true() -> None:
    found = attack(random.Random(3), often(25))
    assert min(found[name] for name in ("genuine", "changed", "levels", "taken", "nested")) > 8


@pytest.mark.slow
def test_what_each_node_says_is_true_for_long() -> None:
    found = attack(random.Random(4), 1_000)
    assert min(found.values()) > 300, found


def test_certificates_in_other_positions_say_nothing_false() -> None:
    rng, good = random.Random(7), 0
    for _ in range(often(150)):
        words = rng.choice(list(FORCED))
        position = Position.parse(words)
        certificate = forced(position, FORCED[words], random.Random(rng.randrange(3)))
        assert certificate is not None
        assert accepted(position, cast("Force", certificate))
        cells = position.board.cells
        order = rng.sample(range(cells), cells)
        one, two = rng.randint(0, 3), rng.randint(0, 3)
        other = replace(
            position,
            first=frozenset(order[:one]), second=frozenset(order[one : one + two]),
            to_move=rng.choice(position.players), rule=rng.choice(["strong", "weak"]),
        )  # fmt: skip
        opening = rng.randrange(cells) if other.to_move == FORCED[words] else -1
        moved = msgspec.structs.replace(certificate, opening=opening)
        good += accepted(other, cast("Force", moved))
    assert good > 2


@pytest.mark.parametrize("words", FORCED)
def test_the_proof_is_played(words: str) -> None:
    """Random moves against it, the order of which it has to find out."""
    start, attacker = Position.parse(words), FORCED[words]
    certificate = cast("Force", forced(start, attacker, random.Random(5)))
    rng = random.Random(9)
    for _ in range(30):
        position = start
        while position.result() is None:
            if position.to_move == attacker:
                move = reply(position, certificate)
                assert move is not None
            else:
                move = rng.choice(position.moves())
            position = position.play(move)
        assert position.result() == (attacker if start.rule == "strong" else "maker")


def test_replies_that_do_not_exist() -> None:
    certificate = record(ROW, "first", [OPEN])
    assert reply(ROW, certificate) is None
    assert reply(ROW.play(1), certificate) == 5
    assert reply(ROW.play(6), certificate) == 1
    over = ROW.play(6).play(1)
    assert reply(over, certificate) is None
    # Not a position of this proof: without the stone 3 nothing is completed.
    less = replace(ROW, first=frozenset({2}), second=frozenset({0, 6}), to_move="first")
    assert reply(less, msgspec.structs.replace(certificate, root=5)) is None
    assert reply(ROW.play(6), msgspec.structs.replace(certificate, attacker="second")) is None
    broken = msgspec.structs.replace(certificate, moves=np.array([9, 9]))
    assert reply(ROW.play(6), broken) is None


def test_replies_from_the_opening_on() -> None:
    opened = replace(STAR, to_move="first")
    opening = record(opened, "first", GOOD, opening=8)
    assert reply(opened, opening) == 8
    assert reply(opened.play(8).play(5), opening) == 1
    assert reply(opened.play(8).play(1), opening) == 4
    # The order of the moves is found out: 3 was answered by 4, then 5 by 6.
    assert reply(opened.play(8).play(3).play(4).play(5), opening) == 6
    assert reply(opened, record(opened, "first", GOOD, opening=0)) is None
    # A reply that is his already leaves him any move.
    more: list[Edge] = [
        (-1, 7, 2),
        *((x, 4, 1) for x in (1, 2, 3)),
        *((x, 1, 0) for x in (4, 5, 6, 7)),
    ]
    seven = replace(STAR, first=frozenset({0, 7}))
    spare = record(seven, "first", [*GOOD, more])
    assert accepted(seven, spare)
    assert reply(seven.play(8), spare) == 1
