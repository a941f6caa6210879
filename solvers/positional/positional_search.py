"""Who completes a set: strategies read off a search.

A search (df-pn in ``proof_number``) answers ``wins(a, d, r, turn)``, does the attacker force
a set from here, and keeps what it found; :func:`strategy` asks it along one strategy and writes
it down. That is Python's work, because little of the time goes there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from gameproof.solvers.bit_sets import bits
from gameproof.solvers.limits import Limits
from gameproof.solvers.positional.achievement import Achievement, Family, fewer

ATTACKER, DEFENDER = 1, 0
Turn = Callable[[int, int], tuple[int, int, int]]
Words = tuple[int, int]
Node = tuple[int, int, int]
Edges = list[tuple[int, int, Node | None, int]]
Written = tuple[Edges, list[list[int]]]


def moved(word: int, to: list[int]) -> int:
    """The image of a word when cell c goes to ``to[c]``."""
    return sum(1 << to[cell] for cell in bits(word))


class Search(Protocol):
    """What :func:`strategy` asks; ``written`` has the attacker's nodes of earlier strategies."""

    problem: Achievement
    written: dict[Node, Written]

    def wins(self, a: int, d: int, r: int, turn: int) -> bool:
        """Does the attacker force a set? Searches when it is not known yet."""

    def known(self, a: int, d: int, r: int, turn: int) -> bool | None:
        """The same, ``None`` when it would have to be searched."""

    def reply(self, a: int, d: int, r: int, turn: int, moves: int) -> int:
        """One of these moves of which it is known that it serves whoever moves, -1 without one."""

    def hopeful(self, a: int, d: int, r: int) -> int:
        """The attacker's moves after which the defender has something to stop."""

    def renew(self, a: int, d: int, r: int, turn: int) -> None:
        """Search a known position again, so that what decides it is known as well."""

    def sequence(self, a: int, d: int, r: int, thorough: bool = False) -> list[int] | None:
        """A winning sequence of threats, the attacker to move, if one is found."""

    def beaten(self, a: int, d: int, r: int, moves: int, sequence: list[int]) -> int:
        """Those of the defender's moves after which this sequence of threats wins."""

    def pairs(self, a: int, d: int) -> list[tuple[int, int]]:
        """Disjoint pairs of which each live set of the attacker's holds one, if any are found."""


@dataclass
class Strategy:
    """The witness: whether the attacker ``forces`` a set, and the proved player's strategy.

    ``opening`` is his first move when he is to move (else -1), ``root`` the first node (-1
    when none is needed) and ``symmetry`` turns the position there into it. Node i has
    ``edges[i]`` (move, reply, child or -1, symmetry), ``lines[i]``, sequences of threats, and
    ``pairs[i]``, with which the defender answers from there on; children follow their parents.
    """

    forces: bool
    opening: int = -1
    root: int = -1
    symmetry: int = 0
    edges: list[list[tuple[int, int, int, int]]] = field(default_factory=list)
    lines: list[list[list[int]]] = field(default_factory=list)
    pairs: list[list[tuple[int, int]]] = field(default_factory=list)
    stats: dict[str, int] = field(default_factory=dict)


class Rules:
    """A problem's families, and the reduction of positions."""

    def __init__(self, problem: Achievement) -> None:
        self.problem = problem
        self.board = (1 << problem.cells) - 1
        self.attack = Family(problem.masks("attack"), problem.cells)
        self.defend = Family(problem.masks("defend"), problem.cells)
        self.whole = 1 << self.attack.longest

    def alive(self, a: int, d: int, r: int) -> Words:
        """The position with its dead cells in both words. O(sets)."""
        live_a = self.attack.live(a, d, r)
        live_d = self.defend.live(d, a, r)
        kept = (a & ~d & live_a) | (d & ~a & live_d) | (~(a | d) & (live_a | live_d))
        dead = self.board & ~kept
        return a | dead, d | dead

    def settled(self, a: int, d: int, r: int, turn: int) -> bool | None:
        """The answer where the sets alone tell it: completed, forked, or too little left."""
        win, _, potential = self.attack.scan(a, d, r)
        if turn == ATTACKER:
            if win and r >= 1:
                return True
            if r <= 1 or 2 * potential < self.whole:
                return False
            must = self.defend.completing(d, a)
            return False if must & (must - 1) else None
        if r <= 0 or potential < self.whole or self.defend.completing(d, a):
            return False
        return True if win & (win - 1) else None

    def weight(self, a: int, d: int, cells: int) -> list[int]:
        """The free cells, those with the greatest potential of both players first."""
        score = dict.fromkeys(bits(cells), 0)
        for family, own, other in ((self.attack, a, d), (self.defend, d, a)):
            for mask in family.masks:
                if not mask & other:
                    rest = mask & ~own
                    worth = 1 << (60 - min(60, 4 * rest.bit_count()))
                    for cell in bits(rest & cells):
                        score[cell] += worth
        return sorted(score, key=lambda cell: -score[cell])


def strategy(search: Search, turned: Turn, limits: Limits) -> Strategy:
    """The strategy of the player whom ``search`` finds to succeed.

    ``turned(a, d)`` gives a position's canonical form and the number of the symmetry that
    leads to it. O(nodes * free cells) questions to the search.
    """
    problem = search.problem
    rules = Rules(problem)
    r = problem.moves
    turn = ATTACKER if problem.attacker_to_move else DEFENDER
    a, d = problem.attacker, problem.defender
    forces = search.wins(*rules.alive(a, d, r), r, turn)
    result = Strategy(forces)
    builder = _Searched(search, rules, turned, result)
    if not forces and turn == DEFENDER and (r < 1 or rules.attack.scan(a, d, r)[2] < rules.whole):
        return result
    if forces == (turn == ATTACKER):
        # The proved player opens; the root is what follows.
        result.opening, node, result.symmetry = builder.answer(a, d, r, turn)
        if node is not None:
            builder.run(node, limits)
        return result
    if not forces and 2 * rules.attack.scan(a, d, r)[2] < rules.whole:
        return result
    x, y, result.symmetry = turned(*rules.alive(a, d, r))
    builder.run((x, y, r), limits)
    return result


class Writer(ABC):
    """Collects the nodes of a strategy breadth first by number of stones, so that no
    edge leads backward; ``written`` has the attacker's nodes of earlier strategies."""

    def __init__(
        self,
        problem: Achievement,
        rules: Rules,
        turned: Turn,
        result: Strategy,
        written: dict[Node, Written],
    ) -> None:
        self.rules = rules
        self.turned = turned
        self.result = result
        self.written = written
        self.symmetries = problem.symmetries.tolist()
        self.number = {tuple(row): i for i, row in enumerate(self.symmetries)}
        self.edges: dict[Node, Edges] = {}
        self.lines: dict[Node, list[list[int]]] = {}
        self.pairs: dict[Node, list[tuple[int, int]]] = {}

    @abstractmethod
    def forced(self, a: int, d: int, r: int) -> Written:
        """The attacker's answers to every move of the defender."""

    @abstractmethod
    def prevented(self, a: int, d: int, r: int) -> Written:
        """The defender's answers to every move of the attacker, or pairs."""

    def run(self, root: Node, limits: Limits) -> None:
        """Expand everything the strategy reaches, then number it in topological order."""
        todo = [root]
        while todo:
            node = todo.pop()
            if node in self.edges:
                continue
            if len(self.edges) % 64 == 0:
                limits.check()
                limits.progress(f"writing the strategy, {len(self.edges)} positions")
            if node not in self.written:
                expand = self.forced if self.result.forces else self.prevented
                self.written[node] = expand(*node)
            self.edges[node], self.lines[node] = self.written[node]
            todo += [edge[2] for edge in self.edges[node] if edge[2] is not None]
        # A child has more cells taken or dead than its parent.
        order = sorted(self.edges, key=lambda node: ((node[0] | node[1]).bit_count(), node))
        number = {node: i for i, node in enumerate(order)}
        self.result.root = number[root]
        for node in order:
            self.result.lines.append(self.lines[node])
            self.result.pairs.append(self.pairs.get(node, []))
            self.result.edges.append(
                [(m, y, -1 if c is None else number[c], g) for m, y, c, g in self.edges[node]]
            )


class _Searched(Writer):
    """Writes down what a search says."""

    def __init__(self, search: Search, rules: Rules, turned: Turn, result: Strategy) -> None:
        written = search.written if result.forces else {}
        super().__init__(search.problem, rules, turned, result, written)
        self.search = search

    def answer(self, a: int, d: int, r: int, turn: int) -> tuple[int, Node | None, int]:
        """The proved player's move, the node it leads to (``None`` when nothing is left to
        prove) and the symmetry that turns the position into that node.

        The search is asked in the coordinates in which it looked at the position.
        """
        x, y, g = self.turned(*self.rules.alive(a, d, r))
        first = self.symmetries[g]
        cell, over = self.attack(x, y, r) if turn == ATTACKER else self.defend(x, y, r)
        # From here on without the dead cells of the position between: where plies are
        # counted, one of the defender's sets may have come within reach by his move.
        a, d = moved(a, first), moved(d, first)
        if turn == ATTACKER:
            a, r = a | 1 << cell, fewer(r)
        else:
            d |= 1 << cell
            over = over or 2 * self.rules.attack.scan(a, d, r)[2] < self.rules.whole
        reply = first.index(cell)
        if over:
            return reply, None, 0
        x, y, then = self.turned(*self.rules.alive(a, d, r))
        second = self.symmetries[then]
        return reply, (x, y, r), self.number[tuple(second[to] for to in first)]

    def forced(self, a: int, d: int, r: int) -> Written:
        """The attacker's answers to every move of the defender."""
        lines: list[list[int]] = []
        edges: Edges = []
        left = self.rules.problem.answers(self.rules.board & ~(a | d))
        now = self.rules.attack.completing(a, d)
        if now:
            left &= now if not now & (now - 1) else 0
        else:
            null = self.search.sequence(a, d, r)
            if null is not None:
                lines.append(null)
                left &= ~self.search.beaten(a, d, r, left, null)
        while left:
            move = next(bits(left))
            left ^= 1 << move
            stones = d | 1 << move
            found = self.search.sequence(a, stones, r)
            if found is None and not self.search.known(
                *self.rules.alive(a, stones, r), r, ATTACKER
            ):  # the search found one with help that its tables have lost
                found = self.search.sequence(a, stones, r, thorough=True)
            if found is not None:
                lines.append(found)
                left &= ~self.search.beaten(a, d, r, left, found)
                continue
            reply, node, symmetry = self.answer(a, stones, r, ATTACKER)
            edges.append((move, reply, node, symmetry))
        return edges, lines

    def attack(self, a: int, d: int, r: int) -> tuple[int, bool]:
        """A winning move of the attacker, and whether it completes a set."""
        now = self.rules.attack.completing(a, d)
        if now:
            return next(bits(now)), True
        found = self.search.sequence(a, d, r)
        if found is not None:
            return found[0], False
        moves = self.rules.defend.completing(d, a) or self.rules.board & ~(a | d)
        moves = self.rules.problem.own_moves(moves)
        after = fewer(r)
        for _ in range(2):
            cell = self.search.reply(a, d, r, ATTACKER, moves)
            if cell >= 0:
                return cell, False
            self.search.renew(a, d, r, ATTACKER)
        for cell in self.rules.weight(a, d, moves):
            if self.search.wins(*self.rules.alive(a | 1 << cell, d, after), after, DEFENDER):
                return cell, False
        raise RuntimeError("a won position has no winning move")

    def prevented(self, a: int, d: int, r: int) -> Written:
        """The defender's answers to every move of the attacker."""
        self.pairs[a, d, r] = self.search.pairs(a, d)
        if self.pairs[a, d, r]:
            return [], []
        edges: Edges = []
        after = fewer(r)
        for move in bits(self.search.hopeful(a, d, r)):
            grown = a | 1 << move
            reply, node, symmetry = self.answer(grown, d, after, DEFENDER)
            edges.append((move, reply, node, symmetry))
        return edges, []

    def defend(self, a: int, d: int, r: int) -> tuple[int, bool]:
        """A move of the defender after which the attacker fails, and whether it ends the game."""
        now = self.rules.defend.completing(d, a)
        if now:
            return next(bits(now)), True
        moves = self.rules.attack.completing(a, d) or self.rules.board & ~(a | d)
        for _ in range(2):
            cell = self.search.reply(a, d, r, DEFENDER, moves)
            if cell >= 0:
                return cell, False
            self.search.renew(a, d, r, DEFENDER)
        for cell in self.rules.weight(a, d, moves):
            if not self.search.wins(*self.rules.alive(a, d | 1 << cell, r), r, ATTACKER):
                return cell, False
        raise RuntimeError("a held position has no holding move")
