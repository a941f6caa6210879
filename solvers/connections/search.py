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
owner (``fill.cpp``), so nobody plays there. Who wins stays the same. A proof may take the loser's
filled cells for his; the winner's pairs that it needs are its own affair, so each proof is known
with the cells that it may need and the stones that it takes.
"""

from __future__ import annotations

from dataclasses import dataclass

from gameproof.solvers.bit_sets import bits
from gameproof.solvers.connections.deduction import Connections, Deduction, Reach
from gameproof.solvers.connections.fill import Filling, Key
from gameproof.solvers.limits import Limits

MOST_CELLS = 128
INFINITE = 1 << 60


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


def live(moves: int) -> int:
    """How many of a position's moves count at a time, the most promising ones. Where they are
    lost, what refutes them often leaves little of the others (Arneson, Hayward, Henderson,
    Solving Hex: beyond humans, Computers and Games 2010)."""
    return 1 + moves // 4


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
