"""Wins by threats on boards of any size, with their strategies.

Threat-space search (Allis, van den Herik, Huntjens 1993) over sets that overlap as they like:
proof numbers choose among the moves that threaten a sequence of threats (``threats.cpp`` says
which answers count), and if those are not enough, among quiet moves too. It finds wins only;
that a player has none it does not tell.
"""

from __future__ import annotations

import numpy as np

from gameproof.solvers import native
from gameproof.solvers.bit_sets import bits
from gameproof.solvers.forced.threat_board import (
    FINISHED,
    GROWING,
    board_of,
    engine,
    room_for,
    tree_of,
)
from gameproof.solvers.limits import Limits
from gameproof.solvers.positional.achievement import UNLIMITED, Achievement
from gameproof.solvers.positional.positional_search import (
    Edges,
    Rules,
    Strategy,
    Words,
    Written,
    give,
)

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
SLICE = 64

ATTACKER, DEFENDER = 0, 1


class ThreatSpace:
    """The search for one problem; ``expansions`` counts over all trees."""

    def __init__(
        self, problem: Achievement, limits: Limits, nodes: int = NODES, edges: int = EDGES
    ) -> None:
        if problem.cells > MOST_CELLS or problem.plies is not None:
            raise ValueError(f"a bound of plies, or a board of more than {MOST_CELLS} cells")
        self.problem, self.limits = problem, limits
        self.expansions = 0
        self.turn = ATTACKER if problem.attacker_to_move else DEFENDER
        self.board = _board(problem)
        self.room = room_for(problem.cells)
        self.tree = tree_of(problem.cells, nodes, edges)
        sequence = engine.function("sequence")
        self.state, self.ask = sequence.numbers(0), sequence.numbers(1)
        self.wanted = np.full(problem.cells, -1, np.int64)
        board, room, tree, state, ask = self.board, self.room, self.tree, self.state, self.ask
        self._arrange = engine.function("place").bind(board, self.wanted)
        self._sequence = engine.function("sequence").bind(board, room, state, ask)
        self._plant = engine.function("plant").bind(board, tree, state, ask)
        self._grow = engine.function("grow").bind(board, room, tree, state, ask)
        self._answers = engine.function("answers").bind(board, room, tree, state, ask)
        self._proved_move = engine.function("proved_move").bind(board, tree, state)
        self._place(problem.attacker, problem.defender)

    # -- the search ----------------------------------------------------------------------------

    def wins(self, quiet: int, most: int | None = None) -> bool | None:
        """Does the attacker force a set by threats and at most ``quiet`` quiet moves at each
        position? ``None`` where ``most`` expansions, or the room of the tree, did not tell.

        Raises :class:`LimitReached`. The tree is kept for :meth:`strategy`.
        """
        self._place(self.problem.attacker, self.problem.defender)
        ask, state = self.ask, self.state
        ask.side = self.turn
        self._plant()
        if self.turn == ATTACKER and self.sequence(BUDGET):
            self.tree.nodes[0, :2] = 0, 1
            return True
        ask.most, ask.work, ask.budget = quiet, SLICE, BUDGET
        while most is None or state.expanded < most:
            self.limits.check()
            before = state.expanded
            status = self._grow()
            self.expansions += state.expanded - before
            if status != GROWING:
                proof = int(self.tree.nodes[0, 0])
                return proof == 0 if status == FINISHED else None
            self.limits.progress(f"{self.expansions} positions expanded")
        return None

    def strategy(self) -> Strategy | None:
        """The attacker's strategy, after :meth:`wins` found that he wins. ``None`` where a search
        for a sequence that the tree rests on does not succeed again."""
        result = Strategy(True)
        a, d = self.problem.attacker, self.problem.defender
        if self.turn == ATTACKER:
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
        self.ask.budget = BUDGET
        n = self._answers()
        if n < 0:
            raise RuntimeError("the defender completes a set")
        lines = [row[1 : 1 + row[0]] for row in self.room.lines[: self.ask.found].tolist()]
        return self.room.order[0, :n].tolist(), lines

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
        move = self._proved_move()
        return move if move >= 0 else None

    def sequence(self, budget: int) -> list[int]:
        """The attacker's sequence of threats from here, empty if none is found among so many
        positions of each length."""
        self.ask.budget = budget
        found = self._sequence()
        line: list[int] = self.room.lines[0, 1 : 1 + found].tolist()
        return line

    def _place(self, a: int, d: int) -> None:
        """Put exactly these stones on the board."""
        self.wanted[:] = -1
        for side, word in enumerate((a, d)):
            self.wanted[list(bits(word))] = side
        self._arrange()


class Writer:
    """Writes the strategy node by node, positions equal but for dead cells being one."""

    def __init__(self, search: ThreatSpace, result: Strategy) -> None:
        self.search, self.result = search, result
        self.rules = Rules(search.problem)
        self.nodes: dict[Words, Written] = {}

    def run(self, a: int, d: int) -> bool:
        """All nodes that follow from the position, the defender to move; were all written?"""
        todo = [(self.reduced(a, d), a, d)]
        root = todo[0][0]
        while todo:
            node, a, d = todo.pop()
            if node in self.nodes:
                continue
            if len(self.nodes) % 64 == 0:
                self.search.limits.check()
                self.search.limits.progress(f"writing the strategy, {len(self.nodes)} positions")
            moves, lines = self.search.answers(a, d)
            edges: Edges = []
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
                edges.append((move, reply, child, 0))
                todo.append((child, grown, stones))
            self.nodes[node] = edges, lines, []
        give(self.result, root, self.nodes)
        return True

    def reduced(self, a: int, d: int) -> Words:
        """The position with its dead cells in both words."""
        return self.rules.alive(a, d, UNLIMITED)


def _board(problem: Achievement) -> native.Arrays:
    """The board of the problem's sets, without stones; a set that both want is there once."""
    wanted: dict[int, int] = {}
    for side, family in ((1, "attack"), (2, "defend")):
        for mask in problem.masks(family):
            wanted[mask] = wanted.get(mask, 0) | side
    sets = [list(bits(mask)) for mask in wanted]
    barred = [list(bits(word)) for word in problem.barred]
    return board_of(problem.cells, sets, list(wanted.values()), 0, barred)


def solve(problem: Achievement, limits: Limits) -> Strategy | None:
    """The strategy of a win by threats, or by threats and quiet moves; ``None`` if none was
    found in the room of the tree. Raises :class:`LimitReached`; the memory is bounded, the
    time by the limits alone."""
    search = ThreatSpace(problem, limits)
    won = search.wins(0, BY_THREATS) or search.wins(QUIET_MOVES)
    found = search.strategy() if won else None
    if found is not None:
        found.stats = {"nodes": search.expansions, "threats": search.state.sequences}
    return found
