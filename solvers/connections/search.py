"""Connection games: who joins his two terminals, by virtual connections and proof numbers.

Two players take cells of a graph in turn; each wants to join two terminals of his own through
his cells, and on a full board exactly one of them has. A *full connection* of two cells or
terminals can be made although the opponent moves next, a *semi-connection* only by moving
first; the cells it may need are its *carrier*. Two full connections with disjoint carriers
through a common cell make a full one if the player owns that cell and a semi-connection if it
is free; semi-connections without a cell common to all make a full one (Anshelevich, A
hierarchical approach to computer Hex, Artificial Intelligence 134 (2002)).

Where these rules do not decide, the mover must play into all semi-connections of the opponent's
terminals at once: the *must-play region*. What proves one of his moves lost has a carrier too,
which every other move must meet (Hayward, Björnsson, Johanson, Kan, Po, van Rijswijck, Solving
7x7 Hex, Theoretical Computer Science 349 (2005)). Depth-first proof-number search goes through
what is left.

After each move the position is *filled*: dead cells go to both players, captured pairs to their
owner (:mod:`gameproof.solvers.connections.fill_kernel`), so nobody plays there. Who wins stays the
same. A proof may take the loser's filled cells for his; the winner's pairs that it needs are its
own affair, so each proof is known with the cells that it may need and the stones that it takes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.bit_sets import bits
from gameproof.solvers.jit import kernels
from gameproof.solvers.limits import Limits

MOST_CELLS = 128
INFINITE = 1 << 60
FAINT = 0.01
"""Resistance of a wire between chains, and conductance of a leak."""
WORD = (1 << 64) - 1


@dataclass(frozen=True, eq=False)
class Connections:
    """A position: ``near`` lists the neighbours of each cell, ``terminals`` for each player the
    cells at his two terminals; ``own`` the cells of each as bits; ``mover`` moves next."""

    near: tuple[tuple[int, ...], ...]
    terminals: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    own: tuple[int, int]
    mover: int


@dataclass(frozen=True, slots=True)
class Reach:
    """What a proof rests on: the free cells that it may need, and the winner's stones."""

    carrier: int
    stones: int


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a mover's moves outside of ``reach.carrier`` lose: the ``number``-th of the limiting
    semi-connections, or what refutes his move ``cell`` (-1 for the first kind)."""

    number: int
    cell: int
    reach: Reach


class Node:
    """A position of the search. ``must`` are moves not yet lost, ``reasons`` why the others are;
    ``reach`` is what the winner's proof rests on; ``after`` the filled positions after moves."""

    __slots__ = ("after", "delta", "move", "moves", "must", "phi", "reach", "reasons", "winner")

    def __init__(self) -> None:
        self.winner = -1
        self.must = 0
        self.reach = Reach(0, 0)
        self.phi = self.delta = 1
        self.move = -1
        self.moves: list[int] = []
        self.reasons: list[Reason] = []
        self.after: dict[int, Key] = {}


Key = tuple[int, int, int]
"""The cells of both players and who is to move; dead cells stand with both players."""

Pair = tuple[int, int, int, int]
"""A captured pair: its player, two cells, and the stones that it rests on."""


def live(moves: int) -> int:
    """How many of a position's moves count at a time, the most promising ones. Where they are
    lost, what refutes them often leaves little of the others (Arneson, Hayward, Henderson,
    Solving Hex: beyond humans, Computers and Games 2010)."""
    return 1 + moves // 4


def _tables(
    problem: Connections,
) -> tuple[NDArray[np.int32], NDArray[np.bool_], NDArray[np.bool_]]:
    """``near``, ``meets`` and ``beside`` of the kernels, for each player."""
    cells = len(problem.near)
    near = np.full((2, cells, 2 + max(map(len, problem.near), default=0)), -1, dtype=np.int32)
    meets = np.zeros((2, cells + 2, cells + 2), dtype=np.bool_)
    beside = np.zeros_like(meets)
    for player, ends in enumerate(problem.terminals):
        for cell, row in enumerate(problem.near):
            found = [*row, *(cells + side for side in (0, 1) if cell in ends[side])]
            near[player, cell, : len(found)] = found
            meets[player, cell, found] = meets[player, found, cell] = True
        beside[player] = meets[player]
        for at_end in ends:
            beside[player][np.ix_(at_end, at_end)] = True
    return near, meets, beside


class Deduction:
    """The kernel and its tables, for one graph."""

    def __init__(self, problem: Connections) -> None:
        self.kernel = kernels("connections.deduction_kernel")
        cells = len(problem.near)
        self.cells = cells
        self.near, self.meets, self.beside = _tables(problem)
        total, kernel = cells + 2, self.kernel
        self.group = np.empty(total, dtype=np.int32)
        self.way = np.empty((total, 2), dtype=np.uint64)
        self.arena = kernel.Arena(
            np.empty((kernel.ARENA, 7), dtype=np.int32),
            np.empty((kernel.ARENA, 2), dtype=np.uint64),
            np.empty((kernel.ARENA, 2), dtype=np.uint64),
            np.zeros(kernel.ARENA, dtype=np.int8),
            np.zeros(1, dtype=np.int64),
        )
        self.full, self.semi = (
            kernel.Lists(
                np.empty((total, total, most), dtype=np.int32),
                np.zeros((total, total), dtype=np.int32),
            )
            for most in (kernel.MOST_FULL, kernel.MOST_SEMI)
        )

    def run(self, player: int, own: int, gone: int, moves_next: bool) -> int:
        """Deduce ``player``'s connections; the row of one that joins his terminals, or -1."""
        own &= ~gone
        mine = np.array([own & WORD, own >> 64], dtype=np.uint64)
        his = np.array([gone & WORD, gone >> 64], dtype=np.uint64)
        row: int = self.kernel.deduce(
            self.near[player], self.meets[player], mine, his, self.group, self.way,
            self.arena, self.full, self.semi, moves_next,
        )  # fmt: skip
        return row

    def carrier(self, row: int) -> int:
        """The carrier of a row, as bits."""
        low, high = self.arena.carriers[row]
        return int(low) | int(high) << 64

    def reach(self, row: int) -> Reach:
        """The carrier of a row and the stones of the chains that it runs through, as bits."""
        low, high = self.arena.stones[row]
        return Reach(self.carrier(row), int(low) | int(high) << 64)

    def semis(self) -> list[int]:
        """Rows of the terminals' semi-connections, small carriers first."""
        x, y = self.group[self.cells :]
        rows = [int(row) for row in self.semi.rows[x, y, : self.semi.counts[x, y]]]
        return sorted(rows, key=lambda row: (self.carrier(row).bit_count(), row))

    def limiting(self, must: int) -> list[int]:
        """The semi-connections that each leave less of ``must`` than those before."""
        found = []
        for row in self.semis():
            carrier = self.carrier(row)
            if must & ~carrier:
                must &= carrier
                found.append(row)
        return found

    def flow(self, own: int) -> NDArray[np.float64]:
        """For each cell, how much of a current between the terminals runs through it, where full
        connections are wires: a free cell resists, a chain of the player does not (Anshelevich
        2002). O(cells cubed)."""
        total = self.cells + 2
        numbers = np.arange(total)
        nodes = numbers[self.group == numbers]
        resist = np.ones(total)
        resist[[*bits(own), self.cells, self.cells + 1]] = 0
        wires = self.full.counts[np.ix_(nodes, nodes)] > 0
        conduct = wires / (resist[nodes][:, None] + resist[nodes][None, :] + FAINT)
        source, target = np.searchsorted(nodes, self.group[self.cells :])
        # Faint leaks keep the equations regular where a piece of the board is cut off.
        equations = np.diag(conduct.sum(axis=1) + FAINT) - conduct
        equations[target] = 0
        equations[target, target] = 1
        current = np.zeros(len(nodes))
        current[source] = 1
        potential = np.linalg.solve(equations, current)
        drops = np.abs(potential[:, None] - potential[None, :])
        through = np.zeros(total)
        through[nodes] = (conduct * drops).sum(axis=1) / 2
        return through[: self.cells]


class Filling:
    """The filling kernel and its tables, for one graph."""

    def __init__(self, deduction: Deduction) -> None:
        self.kernel = kernels("connections.fill_kernel")
        self.graph = deduction.near, deduction.meets, deduction.beside
        self.cells = deduction.cells
        self.captured = np.empty((self.cells + 1, 3), dtype=np.int32)
        self.needs = np.empty((self.cells + 1, 2), dtype=np.uint64)

    def follow(self, key: Key, moves: list[int]) -> list[Key]:
        """The positions after each of the moves, filled. O(moves * cells) where little is."""
        stones, mover = _stones(key), key[2]
        found = np.empty((len(moves), 2, 2), dtype=np.uint64)
        self.kernel.follow(
            *self.graph, stones, mover, np.array(moves, dtype=np.int32),
            found, self.captured, self.needs,
        )  # fmt: skip
        return [
            (first | upper << 64, second | over << 64, 1 - mover)
            for (first, upper), (second, over) in found.tolist()
        ]

    def pairs(self, key: Key, cell: int) -> list[Pair]:
        """The pairs that are captured after a move, in the order in which they were filled."""
        stones = _stones(key)
        stones[key[2], cell >> 6] |= np.uint64(1 << (cell & 63))
        count = self.kernel.fill(*self.graph, stones, self.captured, self.needs)
        needs = [low | high << 64 for low, high in self.needs[:count].tolist()]
        rows = zip(self.captured[:count].tolist(), needs, strict=True)
        return [(player, one, other, stones) for (player, one, other), stones in rows]


def _stones(key: Key) -> NDArray[np.uint64]:
    return np.array([[word & WORD, word >> 64] for word in key[:2]], dtype=np.uint64)


class Search:
    """The positions looked at, and what is known of each."""

    def __init__(self, problem: Connections, limits: Limits) -> None:
        if len(problem.near) > MOST_CELLS:
            raise ValueError(f"more than {MOST_CELLS} cells")
        self.problem = problem
        self.limits = limits
        self.deduction = Deduction(problem)
        self.filling = Filling(self.deduction)
        self.all = (1 << len(problem.near)) - 1
        self.nodes: dict[Key, Node] = {}

    def node(self, key: Key) -> Node:
        """The position's node, made when it is first asked for; raises ``LimitReached``."""
        found = self.nodes.get(key)
        if found is None:
            self.limits.check()
            if len(self.nodes) % 200 == 0:
                self.limits.progress(f"{len(self.nodes)} positions")
            found = self.nodes[key] = self.look(key)
        return found

    def look(self, key: Key) -> Node:
        """What the connections alone say of a position."""
        node, mover = Node(), key[2]
        mine, his = key[mover], key[1 - mover]
        deduction = self.deduction
        row = deduction.run(mover, mine, his, True)
        if row >= 0:
            return self.decide(node, mover, mover, deduction.reach(row))
        score = deduction.flow(mine)
        row = deduction.run(1 - mover, his, mine, False)
        if row >= 0:
            return self.decide(node, mover, 1 - mover, deduction.reach(row))
        node.must = self.all & ~(mine | his)
        for number, row in enumerate(deduction.limiting(node.must)):
            node.must &= deduction.carrier(row)
            node.reasons.append(Reason(number, -1, deduction.reach(row)))
        if not node.must:
            return self.lose(node, mover)
        score += deduction.flow(his)
        node.moves = sorted(bits(node.must), key=lambda cell: (-round(float(score[cell]), 6), cell))
        node.delta = live(len(node.moves))
        return node

    def decide(self, node: Node, mover: int, winner: int, reach: Reach) -> Node:
        """Note who wins, and on what the proof rests."""
        node.winner, node.reach = winner, reach
        node.phi, node.delta = (0, INFINITE) if winner == mover else (INFINITE, 0)
        node.after.clear()
        return node

    def lose(self, node: Node, mover: int) -> Node:
        """The mover loses: of the reasons those are kept that are needed, small ones rather."""
        kept = node.reasons
        for reason in sorted(kept, key=lambda one: -one.reach.carrier.bit_count()):
            rest = [one for one in kept if one is not reason]
            common = -1
            for one in rest:
                common &= one.reach.carrier
            if rest and common == 0:
                kept = rest
        node.reasons = kept
        carrier = stones = 0
        for one in kept:
            carrier |= one.reach.carrier
            stones |= one.reach.stones
        return self.decide(node, mover, 1 - mover, Reach(carrier, stones))

    def after(self, key: Key, cell: int) -> Key:
        """The position after the mover took the cell, filled."""
        return self.filling.follow(key, [cell])[0]

    def proved(self, key: Key, cell: int, child: Node) -> Reach:
        """On what the winner's proof rests after the mover took a cell, before the position was
        filled: the pairs that it takes for stones are given back."""
        carrier, stones = child.reach.carrier, child.reach.stones
        for player, one, other, needs in reversed(self.filling.pairs(key, cell)):
            both = 1 << one | 1 << other
            if player == child.winner and stones & both:
                carrier |= both
                stones = (stones | needs) & ~both
        return Reach(carrier, stones)

    def expand(self, key: Key, node: Node, phi: int, delta: int) -> None:
        """Search below a position until it is decided or its numbers reach the bounds."""
        mover = key[2]
        while True:
            best = self.choose(key, node)
            if best is None:
                return
            cell, others, second = best
            if node.phi >= phi or node.delta >= delta:
                return
            below = node.after[cell]
            child = self.nodes.get(below)
            if child is None:
                self.node(below)
                continue
            # The second best may grow by a quarter before the search turns to it.
            self.expand(below, child, delta - others, min(phi, second + 1 + second // 4))
            if child.winner == mover:
                continue

    def choose(self, key: Key, node: Node) -> tuple[int, int, int] | None:
        """The most promising move, the sum of the other moves' numbers and the second best;
        ``None`` when the position is decided. Brings its numbers up to date."""
        mover = key[2]
        if not node.after:
            node.after = dict(zip(node.moves, self.filling.follow(key, node.moves), strict=True))
        known = [(cell, self.nodes.get(node.after[cell])) for cell in node.moves]
        for cell, child in known:
            if child is None or child.winner < 0 or not node.must >> cell & 1:
                continue
            reach, bit = self.proved(key, cell, child), 1 << cell
            if child.winner == mover:
                node.move = cell
                stones = reach.stones & ~bit
                self.decide(node, mover, mover, Reach(reach.carrier | bit, stones))
                return None
            node.reasons.append(Reason(len(node.reasons), cell, reach))
            node.must &= reach.carrier & ~bit
        open_ = [(cell, child) for cell, child in known if node.must >> cell & 1]
        node.moves = [cell for cell, _ in open_]
        if not open_:
            self.lose(node, mover)
            return None
        best, least, second, total, own = -1, INFINITE, INFINITE, 0, 0
        for place, (cell, child) in enumerate(open_[: live(len(open_))]):
            # Moves that were not looked at count the more the later they stand.
            hard, easy = (1, 1 + place // 2) if child is None else (child.phi, child.delta)
            total += hard
            if easy < least:
                best, second, least, own = cell, least, easy, hard
            elif easy < second:
                second = easy
        node.phi, node.delta = least, total
        return best, total - own, second
