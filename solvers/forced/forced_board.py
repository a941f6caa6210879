"""The arrays of a search for wins by force, for one board and its stones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gameproof.solvers import native
from gameproof.solvers.forced.threat_board import board_of, engine, room_for, tree_of

MOST_CELLS = 400
MOST_SETS = 1 << 12
MOST_MEMBERS = 8
"""Cells of a set."""
CLAIMS, EDGES = 1 << 18, 1 << 20
"""Room for claims, half a kilobyte each on 15 x 15; what is not used takes no memory."""
NODES, QUIET_NODES = 1 << 17, 1 << 20
"""Nodes of a search by threes, and of one with quiet moves."""
FAILED = 1 << 20
"""Positions without a win by threes that are remembered."""
PER_CHUNK, CHUNK_WORDS = engine.constant("PER_CHUNK"), engine.constant("CHUNK_WORDS")
"""Claims that lie beside each other in a list, and the words that they take."""


@dataclass(frozen=True)
class ForcedProblem:
    """Does the attacker, to move, complete one of the sets ``attack`` by force before the defender
    completes one of ``defend``? Each player's stones are cells; the attacker never takes one that
    is ``barred``."""

    cells: int
    attack: tuple[tuple[int, ...], ...]
    defend: tuple[tuple[int, ...], ...]
    attacker: tuple[int, ...]
    defender: tuple[int, ...]
    barred: tuple[int, ...] = ()

    @cached_property
    def sets(self) -> dict[tuple[int, ...], int]:
        """All sets, those of the attacker first, with who wants each: 1 the attacker, 2 the
        defender, 3 both."""
        wanted = dict.fromkeys(self.attack, 1)
        for one in self.defend:
            wanted[one] = wanted.get(one, 0) | 2
        return wanted

    @property
    def fits(self) -> bool:
        """Is the board one that the search takes?"""
        sizes = [len(one) for one in self.sets]
        return (
            self.cells <= MOST_CELLS
            and len(self.attack) > 0
            and len(self.sets) <= MOST_SETS
            and min(sizes) >= 1
            and max(sizes) <= MOST_MEMBERS
        )


class ForcedBoard:
    """A board with its stones, claims and trees; what the engine is asked, packed."""

    def __init__(self, problem: ForcedProblem, seed: int, claims: int = CLAIMS) -> None:
        """Nothing is claimed yet. O(cells * (sets / 64 + cells) + room)."""
        self.problem = problem
        cells, sets = problem.cells, problem.sets
        self.board = board_of(cells, [*sets], [*sets.values()], seed, problem.barred)
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
            places=np.full(2 << (claims - 1).bit_length(), -1, np.int64),
        )
        kept = native.arrays(
            given=np.zeros((1, width), np.uint64),
            uses=np.zeros(cells, np.int64),
            bit=np.full(cells, -1, np.int64),
            heads=np.full(cells * cells + cells + 1, -1, np.int32),
            claims=np.zeros(claims, np.int64),
            chunks=np.zeros((3 * claims // PER_CHUNK + cells * cells, CHUNK_WORDS), np.uint64),
            near=np.zeros((claims, 2), np.uint64),
            seen=np.zeros(claims, np.int64),
        )
        self.room = room_for(cells)
        tree = tree_of(cells, QUIET_NODES, 2 * QUIET_NODES)
        search = engine.function("search")
        self.state, self.quiet, threes, self.made, keeping, self.ask = map(search.numbers, range(6))
        board, ask = self.board, self.ask
        self.search = search.bind(
            board, self.room, tree, self.state, self.quiet,
            room_for(cells), tree_of(cells, NODES, 2 * NODES), threes,
            self.claims, self.made, kept, keeping, (np.zeros((FAILED, 2), np.uint64),), ask,
        )  # fmt: skip
        self._keep = engine.function("keep").bind(self.claims, kept, keeping, ask)
        self._change = engine.function("change").bind(board, ask)
        self.replies = np.zeros((cells + 2, 2), np.int64)
        self._recalled = engine.function("recalled").bind(board, self.claims, self.replies, ask)
        self._moves = engine.function("moves").bind(board, self.room, ask)
        self._asked = engine.function("asked").bind(board, self.room, self.claims, ask)
        for side, stones in enumerate((problem.attacker, problem.defender)):
            for cell in stones:
                self.add(cell, side)
        kept.given[0] = board.stones[0]

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
        self.ask.child = claim
        self._keep()

    def moves(self, most: int) -> list[int]:
        """Moves of the attacker, so many of those of most worth."""
        self.ask.most = most
        n = self._moves()
        found: list[int] = self.room.order[0, :n].tolist()
        return found

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
