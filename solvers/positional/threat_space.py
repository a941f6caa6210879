"""Wins by threats on boards of any size, with their strategies.

Threat-space search (Allis, van den Herik, Huntjens 1993) over sets that overlap as they like:
proof numbers choose among the moves that threaten a sequence of threats (``threat_space_kernel``
says which answers count), and if those are not enough, among quiet moves too. It finds wins
only; that a player has none it does not tell.
"""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import Any

import numpy as np

from gameproof.solvers import jit
from gameproof.solvers.bit_sets import bits
from gameproof.solvers.limits import Limits
from gameproof.solvers.positional.positional_search import Rules, Strategy
from gameproof.solvers.positional.threat_search import UNLIMITED, Achievement, identity

MOST_CELLS = 1 << 10
BUDGET = 300
"""Positions of one search for a sequence; a thorough one takes ``THOROUGH`` times as many."""
THOROUGH = 100
QUIET_MOVES = 12
"""Quiet moves of a position that are tried where threats alone do not win."""
BY_THREATS = 30_000
"""Expansions for a win by threats alone."""
NODES, EDGES = 1 << 20, 1 << 22
"""Room of the tree: some 100 MB."""
SLICE = 16

Words = tuple[int, int]


class ThreatSpace:
    """The search for one problem; ``expansions`` counts over all trees."""

    def __init__(
        self, problem: Achievement, limits: Limits, nodes: int = NODES, edges: int = EDGES
    ) -> None:
        self.kernel = jit.kernels("positional.threat_space_kernel")
        from gameproof.solvers.positional import set_counts_kernel

        if problem.cells > MOST_CELLS or problem.plies is not None:
            raise ValueError(f"a bound of plies, or a board of more than {MOST_CELLS} cells")
        self.counting = set_counts_kernel
        self.problem, self.limits = problem, limits
        self.room_for = nodes, edges
        self.expansions = 0
        self.counts = _counts(problem, set_counts_kernel)
        cells = problem.cells
        self.room = self.kernel.Room(
            np.zeros((self.kernel.MOST_LINES, set_counts_kernel.MOST_THREATS + 1), np.int64),
            np.zeros(self.kernel.MOST_LINES, np.int64),
            np.zeros(2, np.int64),
            np.zeros(cells, np.int64),
            np.zeros(cells, np.int64),
            np.zeros(1, np.int64),
            np.zeros((4, cells), np.int64),
            np.zeros((cells + 2, 2), np.int64),
            np.zeros(2 * set_counts_kernel.MOST_THREATS + 4, np.int64),
        )
        self.turn = 1 if not problem.attacker_to_move else 0
        self.tree = self._tree()

    # -- the search ----------------------------------------------------------------------------

    def wins(self, quiet: int, most: int | None = None) -> bool | None:
        """Does the attacker force a set by threats and at most ``quiet`` quiet moves at each
        position? ``None`` where ``most`` expansions, or the room of the tree, did not tell.

        Raises :class:`LimitReached`. The tree is kept for :meth:`strategy`.
        """
        self.tree = tree = self._tree()
        self._place(self.problem.attacker, self.problem.defender)
        if self.turn == 0 and self.sequence(BUDGET):
            tree.pn[0], tree.dn[0] = 0, self.kernel.INFINITE
            return True
        while most is None or tree.used[2] < most:
            self.limits.check()
            before = int(tree.used[2])
            status = self.kernel.grow(tree, self.counts, self.room, BUDGET, quiet, SLICE)
            self.expansions += int(tree.used[2]) - before
            if status == self.kernel.SOLVED:
                return bool(tree.pn[0] == 0)
            if status == self.kernel.FULL:
                return None
            self.limits.progress(f"{self.expansions} positions expanded")
        return None

    def strategy(self) -> Strategy | None:
        """The attacker's strategy, after :meth:`wins` found that he wins. ``None`` where a search
        for a sequence that the tree rests on does not succeed again."""
        result = Strategy(True)
        a, d = self.problem.attacker, self.problem.defender
        if self.turn == 0:
            opening = self._move(a, d)
            if opening is None:
                return None
            result.opening = opening
            a |= 1 << opening
            self._place(a, d)
            if any(mask & a == mask for mask in self.problem.masks("attack")):
                return result
        return result if Writer(self, result).run(a, d) else None

    # -- what the writer asks ------------------------------------------------------------------

    def answers(self, a: int, d: int) -> tuple[list[int], list[list[int]]]:
        """The defender's moves that no sequence found beats, and these sequences."""
        self._place(a, d)
        n = self.kernel.answers(self.counts, self.room, BUDGET, True)
        if n < 0:
            raise RuntimeError("the defender completes a set")
        lines = [
            self.room.lines[i, : self.room.lengths[i]].tolist() for i in range(self.room.found[0])
        ]
        return self.room.cells[:n].tolist(), lines

    def reply(self, a: int, d: int) -> tuple[int | None, list[int]]:
        """The attacker's winning move, or else a sequence found by a thorough search."""
        move = self._proved(a, d)
        if move is not None:
            return move, []
        return None, self.sequence(THOROUGH * BUDGET)

    def _move(self, a: int, d: int) -> int | None:
        """The attacker's winning move."""
        self._place(a, d)
        line = self.sequence(BUDGET)
        return line[0] if line else self._proved(a, d)

    def _proved(self, a: int, d: int) -> int | None:
        """A move of the attacker that the tree proves to win."""
        self._place(a, d)
        tree = self.tree
        node = self.kernel.find(tree, self._key(0))
        if node < 0:
            return None
        for edge in range(tree.first[node], tree.first[node] + max(0, tree.children[node])):
            if tree.pn[tree.edge_child[edge]] == 0:
                return int(tree.edge_cell[edge])
        return None

    def sequence(self, budget: int) -> list[int]:
        """The attacker's sequence of threats from here, empty if none is found among so many
        positions of each length."""
        found = self.counting.shortest(self.counts, 0, self.room.lines[0], budget)
        line: list[int] = self.room.lines[0, : max(found, 0)].tolist()
        return line

    def _key(self, side: int) -> Any:
        return self.counts.key[0] ^ self.counts.codes[side, self.problem.cells]

    def _place(self, a: int, d: int) -> None:
        """Put exactly these stones on the board."""
        wanted = np.full(self.problem.cells, -1, np.int64)
        for side, word in enumerate((a, d)):
            wanted[list(bits(word))] = side
        self.counting.arrange(self.counts, wanted)

    def _tree(self) -> Any:
        nodes, edges = self.room_for
        size = 1 << (nodes.bit_length() + 1)
        tree = self.kernel.Tree(
            np.zeros(nodes, np.uint64),
            np.zeros(nodes, np.int32),
            np.zeros(nodes, np.int32),
            np.zeros(nodes, np.int8),
            np.zeros(nodes, np.int32),
            np.zeros(nodes, np.int16),
            np.zeros(edges, np.int16),
            np.zeros(edges, np.int32),
            np.full(size, -1, np.int32),
            np.zeros(3, np.int64),
        )
        self._place(self.problem.attacker, self.problem.defender)
        self.kernel.node_of(tree, self._key(self.turn), self.turn, 1)
        return tree


class Writer:
    """Writes the strategy node by node, positions equal but for dead cells being one."""

    def __init__(self, search: ThreatSpace, result: Strategy) -> None:
        self.search, self.result = search, result
        self.rules = Rules(search.problem)
        self.edges: dict[Words, list[tuple[int, int, Words]]] = {}
        self.lines: dict[Words, list[list[int]]] = {}

    def run(self, a: int, d: int) -> bool:
        """All nodes that follow from the position, the defender to move; were all written?"""
        todo = [(self.reduced(a, d), a, d)]
        root = todo[0][0]
        while todo:
            node, a, d = todo.pop()
            if node in self.edges:
                continue
            if len(self.edges) % 64 == 0:
                self.search.limits.check()
                self.search.limits.progress(f"writing the strategy, {len(self.edges)} positions")
            moves, lines = self.search.answers(a, d)
            edges: list[tuple[int, int, Words]] = []
            for move in moves:
                stones = d | 1 << move
                reply, line = self.search.reply(a, stones)
                if line:
                    lines.append(line)
                    continue
                if reply is None:
                    return False
                grown = a | 1 << reply
                child = self.reduced(grown, stones)
                edges.append((move, reply, child))
                todo.append((child, grown, stones))
            self.edges[node], self.lines[node] = edges, lines
        # A child has more cells taken or dead than its parent.
        order = sorted(self.edges, key=lambda node: ((node[0] | node[1]).bit_count(), node))
        number = {node: i for i, node in enumerate(order)}
        self.result.root = number[root]
        for node in order:
            self.result.edges.append([(m, x, number[to], 0) for m, x, to in self.edges[node]])
            self.result.lines.append(self.lines[node])
            self.result.pairs.append([])
        return True

    def reduced(self, a: int, d: int) -> Words:
        """The position with its dead cells in both words."""
        return self.rules.alive(a, d, UNLIMITED)


def _counts(problem: Achievement, counting: Any) -> Any:
    """The counts of the problem's sets on an empty board."""
    families = [
        [list(bits(mask)) for mask in problem.masks(family)] for family in ("attack", "defend")
    ]
    sets = families[0] + families[1]
    cells = problem.cells
    through: list[list[int]] = [[] for _ in range(cells)]
    for i, row in enumerate(sets):
        for cell in row:
            through[cell].append(i)
    before = np.full(cells, -1, np.int64)
    for word in problem.barred:
        side = list(bits(word))
        before[side] = [side[0], *side[:-1]]
    sizes = np.array([len(row) for row in sets], np.int64)
    rng = np.random.default_rng(0)
    depth = counting.MOST_THREATS + 2
    counts = counting.Counts(
        _ends(sets), np.fromiter(chain(*sets), np.int64),
        _ends(through), np.fromiter(chain(*through), np.int64),
        np.repeat(np.array([0, 1], np.int64), [len(family) for family in families]),
        sizes, np.zeros(len(sets), np.int64),
        np.zeros((2, 2, max(1, len(sets))), np.int64), np.zeros((2, 2), np.int64),
        np.zeros(len(sets), np.int64),
        np.full(cells, counting.NOBODY, np.int64), before,
        np.zeros(1, np.uint64), rng.integers(0, 1 << 64, (2, cells + 1), np.uint64),
        np.zeros(1 << 18, np.uint64), np.full(1 << 18, -1, np.int64),
        np.zeros((depth, counting.WIDTH, 2), np.int64), np.zeros(depth, np.int64),
        np.zeros((depth, 2), np.int64),
        np.zeros(1, np.int64), np.zeros(cells, np.int64), np.zeros(cells, np.int64),
        np.zeros(1, np.int64),
    )  # fmt: skip
    for i, row in enumerate(sets):
        if len(row) <= 2:  # near completion before any stone
            whose = counts.owner[i]
            counts.places[i] = counts.sizes[whose, len(row) - 1]
            counts.near[whose, len(row) - 1, counts.places[i]] = i
            counts.sizes[whose, len(row) - 1] += 1
    return counts


@cache
def compiled() -> None:
    """Call every kernel once in this process, so that reading it from disk, or compiling it,
    counts against no search that is given little time."""
    sets = [range(i, i + 3) for i in range(4)]
    family = _ends([list(row) for row in sets]), np.fromiter(chain(*sets), np.int64)
    problem = Achievement(
        cells=6,
        attack=family,
        defend=family,
        symmetries=identity(6),
        attacker=1 << 2,
        defender=0,
        attacker_to_move=False,
    )
    search = ThreatSpace(problem, Limits(), nodes=1 << 6, edges=1 << 8)
    for quiet in (0, 1):
        search.wins(quiet, most=1)
    search.answers(problem.attacker, problem.defender)
    search.reply(problem.attacker, 1)


def _ends(rows: list[list[int]]) -> np.ndarray:
    return np.cumsum([0, *(len(row) for row in rows)], dtype=np.int64)


def solve(problem: Achievement, limits: Limits) -> Strategy | None:
    """The strategy of a win by threats, or by threats and quiet moves; ``None`` if none was
    found in the room of the tree. Raises :class:`LimitReached`; the memory is bounded, the
    time by the limits alone."""
    search = ThreatSpace(problem, limits)
    won = search.wins(0, BY_THREATS) or search.wins(QUIET_MOVES)
    found = search.strategy() if won else None
    if found is not None:
        found.stats = {"nodes": search.expansions, "threats": int(search.counts.stats[0])}
    return found
