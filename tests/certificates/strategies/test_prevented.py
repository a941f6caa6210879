"""What a defender prevents: proofs by hand that are refused, and random games against the rules."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import cast

import msgspec
import numpy as np
import pytest
from reference.forging import attack
from reference.often import often
from soundness import rules_oracle
from soundness.unhurried import Unhurried

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.strategies import positional_strategy
from gameproof.certificates.strategies.positional_checker import Checker
from gameproof.certificates.strategies.positional_strategy import PositionalStrategy
from gameproof.encodings.positional.search import as_achievement, as_certificate
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.statement import Statement
from gameproof.games.positional import OTHER, Position
from gameproof.solvers.positional.proof_number import ProofNumberSearch
from gameproof.solvers.positional.strategy_writer import strategy


@cache
def proved(words: str) -> tuple[Position, PositionalStrategy]:
    """A position that the first player does not win, with a proof of it."""
    position = Position.parse(words)
    found = with_proof(position)
    if words in HELD:
        assert any(one == two for one, two in found.pairs.tolist())
    return position, found


def with_proof(position: Position) -> PositionalStrategy:
    limits = Unhurried()
    search = ProofNumberSearch(as_achievement(position, "first"), limits, bits=14)
    return as_certificate(position, {"first": strategy(search)})


HELD = ("mnk 4 5 4", "mnk 4 5 4 --rule weak", "polyomino elly 4 3 --rule weak")
"""Boards whose proofs have answers with pairs of their own."""
WORDS = (
    *HELD, "mnk 1 7 3", "mnk 4 5 4 --first b2 --second d3", "mnk 3 3 3 --first b2 --second a1",
    "polyomino elly 4 4 --second b2", "mnk 3 3 3",
    "mnk 2 5 3 --rule weak --to-move second --first c1",
)  # fmt: skip


def verdict(position: Position, certificate: PositionalStrategy) -> int | None:
    """The nodes of the proof, ``None`` where it is refused."""
    ((attacker, _, opening, root, symmetry),) = certificate.proofs
    own, other = (position.sets(player).sets() for player in (attacker, OTHER[attacker]))
    try:
        table = positional_strategy.table_of(position, certificate)
        checker = Checker(own, other, position.board.cells, table)
        return positional_strategy.prevents(
            checker, position, attacker, None, (opening, root, symmetry)
        )
    except Rejected:
        return None


FIELDS = ("moves", "replies", "children", "symmetries", "pairs", "pairs", "edge_ends", "pair_ends")


def changed(certificate: PositionalStrategy, rng: random.Random, cells: int) -> PositionalStrategy:
    """One number of one array is another."""
    field = rng.choice(FIELDS)
    array = np.array(getattr(certificate, field))
    if not array.size:
        return certificate
    place = rng.randrange(array.size)
    number = array.flat[place]
    most = {"symmetries": len(certificate.permutations), "children": len(certificate.edge_ends)}
    array.flat[place] = rng.choice(
        [number - 1, number + 1, rng.randrange(most.get(field, cells)), array.flat[place - 1]]
    )
    return msgspec.structs.replace(certificate, **{field: array})


def test_whole_proofs_are_accepted() -> None:
    for words in WORDS:
        assert verdict(*proved(words)) is not None, words


# -- forgeries by hand ----------------------------------------------------------------------------

Node = tuple[Sequence[tuple[int, int, int]], Sequence[tuple[int, int]]]
"""Edges (move, reply, child), and rows of pairs."""
END: Node = ((), ())


def sets(
    first: list[list[int]],
    second: list[list[int]],
    stones: Sequence[int] = (),
    taken: Sequence[int] = (),
) -> Position:
    """The first player to move, with the stones of both."""
    data = {"cells": 8, "sets": first, "second_sets": second, "to_move": "first"}
    return Position.parse(json.dumps(data | {"first": [*stones], "second": [*taken]}))


def said(position: Position, *nodes: Node) -> int | None:
    """The nodes that are accepted of this proof."""
    edges = np.array([edge for node in nodes for edge in node[0]], int).reshape(-1, 3)
    none = np.zeros(len(nodes) + 1, int)
    certificate = PositionalStrategy(
        [], [], "first", None, [("first", "prevents", -1, 0, 0)], np.arange(8)[None, :],
        np.cumsum([0, *(len(node[0]) for node in nodes)]), edges[:, 0], edges[:, 1],
        edges[:, 2], 0 * edges[:, 0], none, none[:1], none[:0],
        np.cumsum([0, *(len(node[1]) for node in nodes)]),
        np.array([row for node in nodes for row in node[1]], int).reshape(-1, 2),
    )  # fmt: skip
    return verdict(position, certificate)


THREE = sets([[0, 1], [2, 3], [4, 5]], [])
EDGES = [(0, 1, 1), (1, 0, 1), (2, 3, 2), (3, 2, 2), (4, 5, 3), (5, 4, 3)]
PAIRS: list[Node] = [((), [(2, 3), (4, 5)]), ((), [(0, 1), (4, 5)]), ((), [(0, 1), (2, 3)])]


def test_a_proof_by_hand() -> None:
    """0 and 1 are dead after either move, so that both lead to one node."""
    assert said(THREE, (EDGES, ()), *PAIRS) == 4
    by_moves = [(move, reply, -1) for move, reply, _ in EDGES[2:]]
    assert said(THREE, (EDGES, ()), (by_moves, ()), *PAIRS[1:]) == 4
    assert said(THREE, ((), [(0, 1), (2, 3), (4, 5)])) == 1


@pytest.mark.parametrize(
    "edge",
    [
        (0, 1, 0),  # back
        (0, 1, 9),
        (0, 1, -1),
        (0, 1, 2),  # two positions
        (0, 0, 1),
        (0, 6, 1),  # a dead reply
        (6, 1, -1),  # a dead move
        (1, 0, 1),  # a move twice, and 0 unanswered
    ],
)
def test_edges_that_are_refused(edge: tuple[int, int, int]) -> None:
    assert said(THREE, ([edge, *EDGES[1:]], ()), *PAIRS) is None
    assert said(THREE, ([*EDGES, edge], ()), *PAIRS) is None
    if edge[2] == 1:
        assert said(THREE, ([*EDGES[1:], edge], ()), *PAIRS) is None


def test_no_reply_on_a_stone() -> None:
    fork = [[0, 1, 2], [0, 3, 4]]
    replies = [(1, 2, -1), (2, 1, -1), (3, 4, -1), (4, 3, -1)]
    assert said(sets(fork, [], stones=[0]), (replies, ())) == 1
    assert said(sets(fork, [], stones=[0]), ([(move, 0, -1) for move in range(1, 5)], ())) is None


def test_moves_and_nodes_that_are_missing() -> None:
    assert said(THREE, (EDGES[1:], ()), *PAIRS) is None
    later = [(move, reply, child + 1) for move, reply, child in EDGES]
    assert said(THREE, (later, ()), END, *PAIRS) is None
    assert said(THREE, (EDGES, ()), *PAIRS, END) == 4  # nothing leads there


def test_who_completes_a_set_first() -> None:
    own = [[2, 3], [4, 5]]
    assert said(sets([[0, 1], [0, 6]], own, taken=[2, 4]), END) == 1
    assert said(sets([[0, 1], [0, 6], [0, 7], [1, 7]], own, taken=[2]), END) is None
    assert said(sets([[0, 1], [0, 6]], own[:1], taken=[2]), END) == 1  # he must play 3
    assert said(sets([[0, 1]], own, stones=[0], taken=[2, 4]), END) is None
    moves = [(1, 2, 1), *((cell, 1, -1) for cell in (2, 3, 4))]
    assert said(sets([[0, 1]], [[2, 3], [2, 4]], stones=[0]), (moves, ()), END) is None


def test_pairs_that_are_refused() -> None:
    for pairs in ([(0, 1)], [(0, 1), (1, 2), (4, 5)], [(0, 2), (1, 3), (4, 5)], [(6, 7)]):
        assert said(THREE, ((), pairs)) is None
    taken = sets([[0, 1], [2, 3], [4, 5]], [[6]], stones=[0], taken=[1])
    assert said(taken, ((), [(2, 3), (4, 5)])) == 1
    assert said(taken, ((), [(0, 1), (2, 3), (4, 5)])) is None


SEVEN = [[cell, cell + 1, cell + 2] for cell in range(5)]
ANSWERS = [(3, 3), (0, 1), (5, 6), (2, 2), (4, 5)]


def test_answers_that_are_refused() -> None:
    row, rest = sets(SEVEN, []), ANSWERS[3:]
    assert said(row, ((), ANSWERS)) == 1
    for rows in (
        ANSWERS[:3],  # the answer itself is not served
        rest,
        [(3, 3), (0, 1), *rest],  # a set is left
        [(3, 3), (0, 1), (3, 6), *rest],
        [*ANSWERS[:3], (1, 2), *rest],
    ):
        assert said(row, ((), rows)) is None
    assert said(sets([[0, 1, 2], [0, 3, 4]], [], stones=[0]), ((), [(0, 0)])) is None


def test_no_node_and_no_symmetry_is_invented() -> None:
    position, certificate = proved("mnk 1 7 3")
    assert verdict(position, certificate) == 1
    for root, symmetry in ((0, 99), (-2, 0), (9, 0)):
        row = ("first", "prevents", -1, root, symmetry)
        assert verdict(position, msgspec.structs.replace(certificate, proofs=[row])) is None


# -- random games, against the rules -------------------------------------------------------------


def small(rng: random.Random) -> Position:
    """A position with sets of each player's own."""
    cells = rng.randint(5, 8)

    def family() -> list[list[int]]:
        sizes = (rng.randint(2, 4) for _ in range(rng.randint(3, 9)))
        return [rng.sample(range(cells), size) for size in sizes]

    taken = rng.sample(range(cells), rng.randint(0, 2))
    data = {"cells": cells, "sets": family(), "second_sets": family(), "rule": "strong"}
    start = {"first": taken[:1], "second": taken[1:], "to_move": rng.choice(["first", "second"])}
    return Position.parse(json.dumps(data | start))


def found(rng: random.Random) -> tuple[Position, PositionalStrategy | None]:
    """A small position, with a proof that the first player does not win."""
    position = small(rng)
    if position.result() is not None:
        return position, None
    certificate = with_proof(position)
    held = certificate.proofs[0][1] == "prevents" and len(certificate.edge_ends) > 1
    return position, certificate if held else None


def neighbour(position: Position, rng: random.Random) -> Position:
    """The same position with a stone more, less or of the other colour."""
    cell = rng.randrange(position.board.cells)
    first, second = position.first - {cell}, position.second - {cell}
    return rng.choice(
        [
            replace(position, first=first | {cell}, second=second),
            replace(position, first=first, second=second | {cell}),
            replace(position, first=first, second=second),
        ]
    )


def tampered(certificate: PositionalStrategy, rng: random.Random) -> PositionalStrategy:
    return changed(certificate, rng, 8)


def true(statement: Statement, position: Position) -> bool:
    return rules_oracle.holds(cast("AnyPosition", position), statement)


def test_nothing_false_is_derived() -> None:
    tried, accepted = attack(random.Random(1), often(32), found, neighbour, tampered, true, 40, 10)
    assert tried > 150
    assert accepted > 30


@pytest.mark.slow
def test_nothing_false_is_derived_for_long() -> None:
    tried, accepted = attack(random.Random(2), 4_000, found, neighbour, tampered, true, 40, 20)
    assert tried > 50_000
    assert accepted > 8_000
