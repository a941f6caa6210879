"""Small proofs of wins by force, and what is true by trying everything.

The prover is a plain search: it asks what the attacker would do if the defender passed, answers
each move that the claim about it needs, and lists more moves until the node holds. It uses the
checker's claims to find proofs; what they say is compared with :class:`Truth`, which knows the
sets alone.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import numpy as np

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.zones.force import Force
from gameproof.certificates.zones.force_nodes import Claims, Graph
from gameproof.games.positional import OTHER, Position
from gameproof.games.sets.forced_claim import Claim

Edge = tuple[int, int, int]


def record(position: Position, attacker: str, nodes: list[list[Edge]], **more: int) -> Force:
    """A certificate of these nodes, about the last one."""
    flat = np.array([edge for node in nodes for edge in node], np.int64).reshape(-1, 3)
    ends = np.cumsum([0, *map(len, nodes)])
    opening, root = more.get("opening", -1), more.get("root", len(nodes) - 1)
    stones = sorted(position.first), sorted(position.second)
    moves, replies, children = (flat[:, i].copy() for i in range(3))
    return Force(attacker, *stones, position.to_move, opening, root, ends, moves, replies, children)


def members(mask: int) -> list[int]:
    """The cells of a word."""
    return [cell for cell in range(mask.bit_length()) if mask >> cell & 1]


def masks(position: Position, player: str) -> list[int]:
    """The sets of a player as words."""
    return [sum(1 << cell for cell in one) for one in position.sets(player).sets()]


class Truth:
    """Who completes a set first, by trying everything."""

    def __init__(self, position: Position, attacker: str) -> None:
        self.attack, self.defend = (masks(position, p) for p in (attacker, OTHER[attacker]))
        self.board = (1 << position.board.cells) - 1
        self.known: dict[tuple[int, int], bool] = {}

    def forced(self, own: int, other: int) -> bool:
        """Does the attacker complete a set first, the defender to move?"""
        if any(not one & ~own for one in self.attack):
            return True
        if (own, other) in self.known:
            return self.known[own, other]
        free = self.board & ~(own | other)
        found = bool(free) and all(self.answered(own, other | 1 << move) for move in members(free))
        self.known[own, other] = found
        return found

    def answered(self, own: int, other: int) -> bool:
        """The same with the attacker to move."""
        if any(not one & ~other for one in self.defend):
            return False
        free = self.board & ~(own | other)
        return any(self.forced(own | 1 << move, other) for move in members(free))

    def violates(self, claim: Claim, free: int, rng: random.Random | None) -> str | None:
        """A position of which the claim says something false, if any: of all positions, or of
        400 with so many free cells at most."""
        rest = self.board & ~(claim.own | claim.other)
        for own, other in all_of(rest) if rng is None else some_of(rest, free, rng):
            own, other = own | claim.own, other | claim.other
            if claim.holds(own, other, self.defend) and not self.forced(own, other):
                return f"{members(own)} {members(other)}"
        return None


def all_of(cells: int) -> Iterator[tuple[int, int]]:
    """All ways to give some of the cells to two players."""
    own = cells
    while True:
        rest = other = cells & ~own
        while True:
            yield own, other
            if not other:
                break
            other = (other - 1) & rest
        if not own:
            return
        own = (own - 1) & cells


def some_of(cells: int, free: int, rng: random.Random) -> Iterator[tuple[int, int]]:
    """Some of these ways, with so many free cells at most."""
    for _ in range(400):
        order = rng.sample(members(cells), cells.bit_count())
        taken = order[: rng.randint(max(0, len(order) - free), len(order))]
        own = sum(1 << cell for cell in taken if rng.random() < 0.5)
        yield own, sum(1 << cell for cell in taken) & ~own


class Prover:
    """Nodes about one board, each added when it holds in the position that it was made for."""

    def __init__(self, position: Position, attacker: str, rng: random.Random) -> None:
        self.position, self.attacker, self.rng = position, attacker, rng
        self.attack, self.defend = (masks(position, p) for p in (attacker, OTHER[attacker]))
        self.board = (1 << position.board.cells) - 1
        self.nodes: list[list[Edge]] = []
        self.known: dict[int, Claim] = {}
        self.budget = 0

    def node(self, own: int, other: int, depth: int) -> int | None:
        """A node that holds here, the defender to move."""
        self.budget -= 1
        if self.budget < 0:
            return None
        if self.rng.random() < 0.9:
            for number, claim in self.known.items():
                if claim.holds(own, other, self.defend):
                    return number
        if any((one & ~other).bit_count() < 2 for one in self.defend if not one & own):
            return None
        for reply, child in self.replies(own, other, depth):
            found = self.built(own, other, depth, (-1, reply, child))
            if found is not None:
                return found
        return None

    def replies(self, own: int, other: int, depth: int) -> Iterator[tuple[int, int]]:
        """Replies of the attacker with the set that they complete or the node that follows."""
        for number, one in enumerate(self.attack):
            left = one & ~own
            if left.bit_count() == 1 and not left & other:
                yield left.bit_length() - 1, -1 - number
        if depth:
            free = members(self.board & ~(own | other))
            for reply in self.rng.sample(free, len(free)):
                child = self.node(own | 1 << reply, other, depth - 1)
                if child is not None:
                    yield reply, child

    def built(self, own: int, other: int, depth: int, default: Edge) -> int | None:
        after = self.after(default)
        free = self.board & ~(own | other)
        ask = (after.zone | 1 << default[1]) & free
        taken = 0
        if self.rng.random() < 0.3:
            ask |= 1 << self.rng.choice(members(free))
        if self.rng.random() < 0.2 and other:
            taken = 1 << self.rng.choice(members(other))
        edges = [default]
        listed = 0
        while True:
            for cell in members(ask & ~listed):
                edge = self.edge(own, other, depth, cell)
                if edge is None:
                    return None
                edges.append(edge)
            listed |= ask
            claim = self.claim([*edges, *((cell, -1, -1) for cell in members(taken))])
            if claim is None:
                return None
            if claim.holds(own, other, self.defend):
                break
            # The defender gets something by a move elsewhere: the moves in his sets are listed.
            near = [one for one in self.defend if not one & own]
            more = [one for one in near if (one & free & ~listed) or (one & other & ~taken)]
            if not more:
                return None
            one = self.rng.choice(more)
            ask, taken = one & free, taken | one & other
        self.nodes.append([*edges, *((cell, -1, -1) for cell in members(taken))])
        self.known[len(self.nodes) - 1] = claim
        return len(self.nodes) - 1

    def edge(self, own: int, other: int, depth: int, cell: int) -> Edge | None:
        for reply, child in self.replies(own, other | 1 << cell, depth):
            after = self.after((cell, reply, child))
            if not (after.own | after.zone) >> cell & 1:
                return cell, reply, child
        return None

    def after(self, edge: Edge) -> Claim:
        child = edge[2]
        return self.known[child] if child >= 0 else Claim(self.attack[-1 - child], 0, 0, ())

    def claim(self, edges: list[Edge]) -> Claim | None:
        """What a further node with these edges would claim."""
        nodes = len(self.nodes)
        columns = (*map(list, zip(*edges, strict=True)), [-1] * len(edges))
        graph = Graph([0] * (nodes + 1) + [len(edges)], *columns)
        attack, defend = (
            self.position.sets(p).sets() for p in (self.attacker, OTHER[self.attacker])
        )
        try:
            cells = self.position.board.cells
            none = np.zeros((0, cells), np.int64)
            return Claims(cells, attack, defend, graph, none).claim(nodes, self.known)
        except Rejected:
            return None

    def root(self, own: int, other: int, depth: int, budget: int = 3_000) -> int | None:
        """:meth:`node` within so many calls."""
        self.budget = budget
        return self.node(own, other, depth)


def family(rng: random.Random, cells: int) -> Position:
    """A board with sets of two or three cells, others for each player."""
    sets, second = (
        [rng.sample(range(cells), rng.choice([2, 3, 3])) for _ in range(rng.randint(2, 7))]
        for _ in range(2)
    )
    return Position.parse(json.dumps({"cells": cells, "sets": sets, "second_sets": second}))
