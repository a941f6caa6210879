"""Who completes a set: the rules of a problem as Python sees them, and strategies as witnesses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from gameproof.solvers.bit_sets import bits
from gameproof.solvers.limits import Limits
from gameproof.solvers.positional.achievement import Achievement, Family

ATTACKER, DEFENDER = 1, 0
Words = tuple[int, int]
Edges = list[tuple[int, int, Words | None, int]]
Written = tuple[Edges, list[list[int]], list[tuple[int, int]]]
"""A node's edges, its sequences of threats and its pairs."""


def moved(word: int, to: list[int]) -> int:
    """The image of a word when cell c goes to ``to[c]``."""
    return sum(1 << to[cell] for cell in bits(word))


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
        self.attack = Family(problem.masks("attack"))
        self.defend = Family(problem.masks("defend"))
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


def write(
    result: Strategy, root: Words, expand: Callable[[int, int], Written], limits: Limits
) -> None:
    """Put all nodes that follow from the root into the result, in an order in which children
    follow their parents: they have more cells taken or dead."""
    nodes: dict[Words, Written] = {}
    todo = [root]
    while todo:
        node = todo.pop()
        if node in nodes:
            continue
        if len(nodes) % 64 == 0:
            limits.check()
            limits.progress(f"writing the strategy, {len(nodes)} positions")
        nodes[node] = expand(*node)
        todo += [child for _, _, child, _ in nodes[node][0] if child is not None]
    order = sorted(nodes, key=lambda node: ((node[0] | node[1]).bit_count(), node))
    number = {node: i for i, node in enumerate(order)}
    result.root = number[root]
    for node in order:
        edges, lines, pairs = nodes[node]
        result.edges.append([(m, y, -1 if c is None else number[c], g) for m, y, c, g in edges])
        result.lines.append(lines)
        result.pairs.append(pairs)
