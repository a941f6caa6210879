"""The arrays of a search for wins by force, for one board and its stones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gameproof.solvers import native
from gameproof.solvers.forced.threat_board import board_of, engine, room_for, tree_of

MOST_CELLS = 400
MOST_SETS = 1 << 12
MOST_MEMBERS = 8
"""Cells of a set."""
CLAIMS, EDGES = 1 << 18, 1 << 20
"""Room for claims, half a kilobyte each on 15 x 15; what is not used takes no memory."""
NODES = 1 << 17
"""Nodes of a search by threes."""


@dataclass(frozen=True, slots=True)
class ForcedProblem:
    """Does the attacker, to move, complete one of the ``sets`` by force before the defender does,
    who wants the same sets (``defended``) or none? Each player's stones are cells."""

    cells: int
    sets: tuple[tuple[int, ...], ...]
    defended: bool
    attacker: tuple[int, ...]
    defender: tuple[int, ...]

    @property
    def fits(self) -> bool:
        """Is the board one that the search takes?"""
        sizes = [len(one) for one in self.sets]
        return (
            self.cells <= MOST_CELLS
            and 0 < len(self.sets) <= MOST_SETS
            and min(sizes) >= 2
            and max(sizes) <= MOST_MEMBERS
        )


class ForcedBoard:
    """A board with its stones, claims and a tree of threes; what the engine is asked, packed."""

    def __init__(self, problem: ForcedProblem, seed: int, claims: int = CLAIMS) -> None:
        """Nothing is claimed yet. O(cells * sets / 64 + room)."""
        self.problem = problem
        cells, sets = problem.cells, problem.sets
        wanted = [3 if problem.defended else 1] * len(sets)
        self.board = board_of(cells, sets, wanted, seed)
        most, wide = self.board.cells.shape[1], self.board.near.shape[1]
        width = self.board.stones.shape[1]
        self.claims = native.arrays(
            cells=np.zeros((claims, 3, width), np.uint64),
            # Row 0 beside the levels from 3 to most + 1.
            levels=np.zeros((claims, most, wide), np.uint64),
            spans=np.zeros((claims, 2), np.int64),
            edges=np.zeros((EDGES * claims // CLAIMS, 3), np.int64),
            room=np.zeros((3, max(width, wide)), np.uint64),
            renumbered=np.zeros(claims, np.int64),
        )
        self.room = room_for(cells)
        self.tree = tree_of(cells, NODES, 2 * NODES)
        cultivate = engine.function("cultivate")
        self.state, self.made, self.ask = map(cultivate.numbers, range(3))
        board, ask = self.board, self.ask
        self._change = engine.function("change").bind(board, ask)
        self.replies = np.zeros((cells + 2, 2), np.int64)
        self._recalled = engine.function("recalled").bind(board, self.claims, self.replies, ask)
        self.kept, self.keeping = np.zeros(1024, np.int64), 0
        self._bind_known()
        self.cultivate = cultivate.bind(
            board, self.room, self.tree, self.state, self.claims, self.made, ask
        )
        self.harvest = engine.function("harvest").bind(self.tree, self.claims, self.made, ask)
        self.quiet_moves = engine.function("quiet_moves").bind(board, self.room, ask)
        self._asked = engine.function("asked").bind(board, self.room, self.claims, ask)
        for side, stones in enumerate((problem.attacker, problem.defender)):
            for cell in stones:
                self.add(cell, side)

    def add(self, cell: int, side: int) -> bool:
        """The side takes the cell. Could the defender complete a set then?"""
        self.ask.cell, self.ask.side, self.ask.count = cell, side, 1
        return bool(self._change())

    def remove(self, cell: int, side: int) -> None:
        """Undo :meth:`add`."""
        self.ask.cell, self.ask.side, self.ask.count = cell, side, -1
        self._change()

    def recalled(self, replies: Sequence[tuple[int, int]]) -> int:
        """The number of the last of these replies (and what they lead to) that wins here, -1 if
        none does."""
        self.replies[: len(replies)] = replies
        self.ask.count = len(replies)
        return self._recalled()

    def keep(self, claim: int) -> None:
        """The claim is tried at all positions from now on."""
        if self.keeping == len(self.kept):
            self.kept = native.longer(self.kept)
            self._bind_known()
        self.kept[self.keeping] = claim
        self.keeping += 1

    def _bind_known(self) -> None:
        self._known = engine.function("known").bind(self.board, self.claims, self.kept, self.ask)

    def known(self) -> tuple[int, int]:
        """A move of the attacker after which a kept claim is about the position, and the claim; a
        move of -1 if there is none."""
        self.ask.count = self.keeping
        self._known()
        return self.ask.reply, self.ask.after

    def asked(self, reply: int, after: int) -> tuple[list[int], list[int]]:
        """The answers that a win after a pass has to know of, and the defender's cells that are
        relied on."""
        self.ask.reply, self.ask.after = reply, after
        n = self._asked()
        return self.room.order[0, :n].tolist(), self.room.kept[: self.ask.found, 0].tolist()

    def claimed(self, edges: Sequence[tuple[int, int, int]]) -> int:
        """The claim with these edges (move, reply, child), the default first; -1 if there is
        none, or if it is not about this position."""
        rows = np.array(edges, np.int64)
        return engine.function("claimed")(self.board, self.claims, self.made, rows)
