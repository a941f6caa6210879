"""The checker of positional strategies, thousands of nodes at a time: what a defender prevents.

Helper of :mod:`gameproof.certificates.strategies.positional_strategy`. It asks of every node just
what :meth:`Checker.prevented` asks of one, without a bound on plies, and says how many nodes the
proof has, or ``None``: what it does not accept, the checker of single nodes decides, who knows
the reasons. Positions are columns of truth values, a row a cell; a dead cell is in both players'.
"""

from __future__ import annotations

import numpy as np

from gameproof.certificates.strategies.positional_checker import Checker, Side
from gameproof.games.bit_sets import members

FEWEST = 2_000
"""Nodes below which the checker of single nodes is as fast."""
MOST_VALUES = 1 << 26
"""Cells times entries of the lists: what is looked at fits into half a gigabyte."""
VALUES_AT_ONCE = 1 << 23
"""Cells times moves of the nodes that are looked at together, for the processor's cache."""

Edges = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
"""Edges that lead on, their nodes, and what follows them: the attacker's and the defender's
columns."""


def held(checker: Checker, start: tuple[int, int], root: int, symmetry: int) -> int | None:
    """The number of nodes, if all that are reached from ``start``, the words of the attacker
    and the defender, show that the attacker completes no set; each is looked at once.

    A node's position is what the first edge to it says; every other edge must say the same.
    Cells that are barred are not known here.
    O(nodes * (cells + total size of the sets)) operations on truth values.
    """
    table = checker.table
    nodes, cells = len(table.edge_ends) - 1, checker.board.bit_length()
    values = (nodes + len(table.moves) + len(table.pairs)) * cells
    most = (len(checker.attack.masks) + 1) << (checker.attack.longest + 2)
    if nodes < FEWEST or values > MOST_VALUES or most >= 1 << 62 or checker.barred:
        return None
    if root < 0 or not 0 <= symmetry < len(table.permutations):
        return None
    return _Levels(checker, cells).walked(start, root, symmetry)


class _Levels:
    """The proof's arrays, and the positions of the nodes that were reached."""

    def __init__(self, checker: Checker, cells: int) -> None:
        table = checker.table
        self.attack, self.defend = _rows(checker.attack), _rows(checker.defend)
        self.whole = 1 << checker.attack.longest
        self.edge_ends = np.array(table.edge_ends, int)
        self.moves, self.replies = np.array(table.moves, int), np.array(table.replies, int)
        self.children, self.symmetries = (
            np.array(table.children, int),
            np.array(table.symmetries, int),
        )
        self.pair_ends = np.array(table.pair_ends, int)
        self.pairs = np.array(table.pairs, int).reshape(-1, 2)
        self.inverses = np.argsort(np.array(table.permutations, int), axis=1)
        self.cells, self.nodes = cells, len(table.edge_ends) - 1
        self.known = np.zeros(self.nodes, bool)
        self.a = np.zeros((cells, self.nodes), bool)
        self.d = np.zeros((cells, self.nodes), bool)

    def walked(self, start: tuple[int, int], root: int, symmetry: int) -> int | None:
        """Look at every node that is reached, those equally far from the root together."""
        a, d = (np.zeros((self.cells, 1), bool) for _ in start)
        for column, word in zip((a, d), start, strict=True):
            column[list(members(word))] = True
        step = 1 + VALUES_AT_ONCE // self.cells**2
        level = self.reached(np.array([-1]), np.array([root]), np.array([symmetry]), a, d)
        while level is not None and len(level):
            after = []
            for low in range(0, len(level), step):
                nodes = level[low : low + step]
                found = self.followed(nodes)
                if found is None:
                    return None
                edges, of, a, d = found
                new = self.reached(nodes[of], self.children[edges], self.symmetries[edges], a, d)
                if new is None:
                    return None
                after.append(new)
            level = np.concatenate(after)
        if level is None:
            return None
        seen = int(self.known.sum())
        return seen if self.known[root : root + seen].all() else None

    def reached(
        self,
        parents: np.ndarray,
        children: np.ndarray,
        symmetries: np.ndarray,
        a: np.ndarray,
        d: np.ndarray,
    ) -> np.ndarray | None:
        """Note that the positions, turned by the symmetries, are the nodes ``children``; those
        that are new. ``None`` if an edge leads back or a node stands for two positions."""
        if not ((parents < children) & (children < self.nodes)).all():
            return None
        live_a, live_d = _live(self.attack, d), _live(self.defend, a)
        dead = ~((a & ~d & live_a) | (d & ~a & live_d) | (~(a | d) & (live_a | live_d)))
        back = self.inverses[symmetries].T
        a, d = (np.take_along_axis(own | dead, back, axis=0) for own in (a, d))
        fresh = ~self.known[children]
        new = children[fresh]
        self.a[:, new], self.d[:, new], self.known[new] = a[:, fresh], d[:, fresh], True
        same = (self.a[:, children] == a).all() and (self.d[:, children] == d).all()
        return np.unique(new) if same else None

    def followed(self, nodes: np.ndarray) -> Edges | None:
        """The edges of these nodes that lead on; ``None`` unless the other moves are answered."""
        a, d = self.a[:, nodes], self.d[:, nodes]
        free = ~(a | d)
        edges, of = _within(self.edge_ends, nodes)
        move, reply = self.moves[edges], self.replies[edges]
        answered = np.zeros_like(free)
        answered[move, of] = True
        possible = free[move, of] & free[reply, of] & (move != reply)
        if not possible.all() or np.count_nonzero(answered) != len(edges):
            return None
        found = self.paired(nodes, a, d)
        if found is None:
            return None
        paired, served, false = found
        won, ends = _completing(self.attack, a, d).any(0), _completing(self.defend, d, a)
        over = ~won & (np.count_nonzero(ends, axis=0) > 1)
        left = ~(paired | over | (2 * self.potential(a, d) < self.whole))
        if (left & (won | false)).any():
            return None
        asked = free & left & ~served & (ends | ~ends.any(0))
        move_alone, column = np.nonzero(asked & ~answered)
        if (self.potential(*_taken(a, d, column, move_alone)) >= self.whole).any():
            return None
        kept = asked[move, of]
        edges, of, move, reply = edges[kept], of[kept], move[kept], reply[kept]
        after_a, after_d = _taken(a, d, of, move, reply)
        on = 2 * self.potential(after_a, after_d) >= self.whole
        return edges[on], of[on], after_a[:, on], after_d[:, on]

    def paired(
        self, nodes: np.ndarray, a: np.ndarray, d: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
        """The nodes that have pairs, the cells that an answer with its pairs serves, and the nodes
        of which an answer is false; ``None`` if some node's pairs are.

        Rows of pairs come in groups: those of a node before its first answer, and each answer
        with those after it.
        """
        rows, of = _within(self.pair_ends, nodes)
        one, two = self.pairs[rows].T
        answers = one == two
        begins = answers | (np.diff(of, prepend=-1) != 0)
        group = np.cumsum(begins) - 1
        of, led = of[begins], answers[begins]
        taken = a[:, of] | d[:, of]
        reply = one[begins][led]
        wrong = np.zeros(len(of), bool)
        wrong[led] = taken[reply, led]
        taken[reply, led] = True
        paired_row = ~answers
        one, two, at = one[paired_row], two[paired_row], group[paired_row]
        places = np.concatenate((one, two)) * len(of) + np.concatenate((at, at))
        used = np.bincount(places, minlength=taken.size).reshape(taken.shape) + taken
        wrong[(used > 1).any(0)] = True
        for row in self.attack:
            inside = np.zeros(self.cells, bool)
            inside[row] = True
            theirs: np.ndarray = np.logical_or.reduce(d[row])
            stopped = theirs[of]
            stopped[led] |= inside[reply]
            stopped[at[inside[one] & inside[two]]] = True
            wrong[~stopped] = True
        if wrong[~led].any():
            return None
        paired, false = np.zeros((2, len(nodes)), bool)
        paired[of[~led]] = True
        false[of[led & wrong]] = True
        served = np.zeros_like(a)
        cell, which = np.nonzero(used == 0)
        served[cell, of[which]] = True
        return paired, served, false

    def potential(self, a: np.ndarray, d: np.ndarray) -> np.ndarray:
        """The sum of 2^-(free cells) over the attacker's live sets, times 2^longest."""
        total = np.zeros(a.shape[1], np.int64)
        for row in self.attack:
            worth = (self.whole >> len(row)) << a[row].sum(0, dtype=np.int64)
            total += np.where(d[row].any(0), 0, worth)
        return total


def _rows(side: Side) -> list[list[int]]:
    return [list(members(mask)) for mask in side.masks]


def _within(ends: np.ndarray, nodes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The entries of a list that belong to these nodes, and the place of each one's node."""
    counts = ends[nodes + 1] - ends[nodes]
    of = np.repeat(np.arange(len(nodes)), counts)
    before = np.cumsum(counts) - counts
    return np.arange(len(of)) + (ends[nodes] - before)[of], of


def _live(rows: list[list[int]], other: np.ndarray) -> np.ndarray:
    """The cells of the live sets."""
    found = np.zeros_like(other)
    for row in rows:
        found[row] |= ~other[row].any(0)
    return found


def _completing(rows: list[list[int]], own: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The free cells that complete a set."""
    found = np.zeros_like(own)
    for row in rows:
        stones = own[row]
        found[row] |= ~stones & ~other[row].any(0) & (stones.sum(0, dtype=np.int16) == len(row) - 1)
    return found


def _taken(
    a: np.ndarray, d: np.ndarray, of: np.ndarray, move: np.ndarray, reply: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """The columns ``of``, each after the attacker's move, and the defender's reply if given."""
    a, d, place = a[:, of], d[:, of], np.arange(len(of))
    a[move, place] = True
    if reply is not None:
        d[reply, place] = True
    return a, d
