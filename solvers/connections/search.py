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

So known, the proof of one position is a *lemma* about all others (``lemmas.py``): where it holds,
the position is decided; where it lacks a stone, the opponent must play into it. Lemmas cut across
the orders of moves and the cells that do not matter (what Henderson, Arneson, Hayward, Solving 8x8
Hex, IJCAI 2009, shrink proofs for).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from gameproof.solvers.bit_sets import bits
from gameproof.solvers.connections.deduction import Connections, Deduction, Reach
from gameproof.solvers.connections.fill import Filling, Key
from gameproof.solvers.connections.lemmas import Lemmas, Use
from gameproof.solvers.limits import Limits

MOST_CELLS = 128
INFINITE = 1 << 60
REPLY = 0.2
"""What it adds to a move's promise, the share of the currents that runs through its cell, that it
refuted another move of the opponent's."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a mover's moves outside of ``reach.carrier`` lose: the ``number``-th of the limiting
    semi-connections, a lemma, or what refutes his move ``cell``; the others are -1 or ``None``."""

    reach: Reach
    number: int = -1
    cell: int = -1
    lemma: Use | None = None


class Node:
    """A position of the search. ``must`` are moves not yet lost, ``reasons`` why the others are;
    ``reach`` is what the winner's proof rests on, ``lemma`` where it is that of another position;
    ``after`` the filled positions after moves."""

    __slots__ = (
        "after",
        "delta",
        "lemma",
        "move",
        "moves",
        "must",
        "phi",
        "reach",
        "reasons",
        "winner",
    )

    def __init__(self) -> None:
        self.winner = -1
        self.must = 0
        self.reach = Reach(0, 0)
        self.phi = self.delta = 1
        self.move = -1
        self.moves: list[int] = []
        self.reasons: list[Reason] = []
        self.after: dict[int, Key] = {}
        self.lemma: Use | None = None


def live(moves: int) -> int:
    """How many of a position's moves count at a time, the most promising ones. Where they are
    lost, what refutes them often leaves little of the others (Arneson, Hayward, Henderson,
    Solving Hex: beyond humans, Computers and Games 2010)."""
    return 1 + moves // 3


class Search:
    """The positions looked at, and what is known of each; ``learning``: with lemmas."""

    def __init__(self, problem: Connections, limits: Limits, learning: bool = True) -> None:
        if len(problem.near) > MOST_CELLS:
            raise ValueError(f"more than {MOST_CELLS} cells")
        self.problem = problem
        self.limits = limits
        self.deduction = Deduction(problem)
        self.filling = Filling(self.deduction, problem.own)
        self.learning = learning
        self.lemmas = (Lemmas(), Lemmas())
        self.all = (1 << len(problem.near)) - 1
        self.nodes: dict[Key, Node] = {}

    def node(self, key: Key, replies: Collection[int] = ()) -> Node:
        """The position's node, made when it is first asked for, with moves to try early; raises
        ``LimitReached``."""
        found = self.nodes.get(key)
        if found is None:
            self.limits.check()
            if len(self.nodes) % 200 == 0:
                self.limits.progress(f"{len(self.nodes)} positions")
            found = self.nodes[key] = self.look(key, replies)
        return found

    def look(self, key: Key, replies: Collection[int]) -> Node:
        """What lemmas and connections alone say of a position."""
        node, mover = Node(), key[2]
        mine, his = key[mover], key[1 - mover]
        for use in self.lemmas[mover].find(mine, his)[:1]:
            return self.apply(node, mover, mover, use)
        threats = self.lemmas[1 - mover].find(his, mine)
        if threats and threats[-1].cell < 0:
            return self.apply(node, mover, 1 - mover, threats[-1])
        deduction = self.deduction
        row = deduction.run(mover, mine, his, True)
        if row >= 0:
            return self.decide(node, mover, mover, deduction.reach(row))
        score = deduction.flow()
        row = deduction.run(1 - mover, his, mine, False)
        if row >= 0:
            return self.decide(node, mover, 1 - mover, deduction.reach(row))
        node.must = self.all & ~(mine | his)
        for number, row in enumerate(deduction.limiting(node.must)):
            reach = deduction.reach(row)
            node.must &= reach.carrier
            node.reasons.append(Reason(reach, number=number))
        for use in threats:
            if node.must & ~use.reach.carrier:
                node.must &= use.reach.carrier
                node.reasons.append(Reason(use.reach, lemma=use))
        if not node.must:
            return self.lose(key, node)
        score += deduction.flow()
        score[[*replies]] += REPLY
        promise = score.round(6).tolist()
        node.moves = sorted(bits(node.must), key=lambda cell: (-promise[cell], cell))
        node.delta = live(len(node.moves))
        return node

    def apply(self, node: Node, mover: int, winner: int, use: Use) -> Node:
        """Decide a position by a lemma."""
        node.lemma, node.move = use, use.cell
        return self.decide(node, mover, winner, use.reach)

    def decide(self, node: Node, mover: int, winner: int, reach: Reach) -> Node:
        """Note who wins, and on what the proof rests."""
        node.winner, node.reach = winner, reach
        node.phi, node.delta = (0, INFINITE) if winner == mover else (INFINITE, 0)
        node.after.clear()
        return node

    def lose(self, key: Key, node: Node) -> Node:
        """The mover loses: of the reasons those are kept that are needed, small ones rather. Only
        cells that the winner has may lie in all their carriers, those of lemmas: he needs them."""
        own = key[1 - key[2]]
        kept = node.reasons
        for reason in sorted(kept, key=lambda one: -one.reach.carrier.bit_count()):
            rest = [one for one in kept if one is not reason]
            if rest and not _common(rest) & ~own:
                kept = rest
        node.reasons = kept
        carrier = stones = 0
        for one in kept:
            carrier |= one.reach.carrier
            stones |= one.reach.stones
        shared = _common(kept)
        return self.decide(node, key[2], 1 - key[2], Reach(carrier & ~shared, stones | shared))

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
                self.node(below, self.replies(node))
                continue
            # The second best may grow by a quarter before the search turns to it.
            self.expand(below, child, delta - others, min(phi, second + 1 + second // 4))
            if child.winner == mover:
                continue

    def replies(self, node: Node) -> set[int]:
        """The moves that refuted the mover's moves so far."""
        lost = (self.nodes[node.after[one.cell]] for one in node.reasons if one.cell >= 0)
        return {child.move for child in lost if child.move >= 0}

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
            node.reasons.append(Reason(reach, cell=cell))
            node.must &= reach.carrier & ~bit
        open_ = [(cell, child) for cell, child in known if node.must >> cell & 1]
        node.moves = [cell for cell, _ in open_]
        if not open_:
            self.lose(key, node)
            if self.learning:
                self.lemmas[node.winner].add(key, node.reach)
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


def _common(reasons: list[Reason]) -> int:
    """The cells that lie in all carriers."""
    common = -1
    for one in reasons:
        common &= one.reach.carrier
    return common
