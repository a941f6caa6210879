"""Who wins a trail game: two players draw edges from a token, some points are exits.

Each edge may be drawn once. Landing on a point that has been visited, or that bounces by
itself, leaves the same player to move; an exit ends the game for the player it belongs to;
whoever must move and cannot loses. Depth-first search with a table, positions told by what
can still matter (``trail_game.cpp``).

Positions are told apart by 64-bit hashes: a collision could give a wrong answer, with a
chance of about n^2 / 2^65 for n positions. Strategies built from the answers are
checked by the rules, where collisions cannot hide.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import Limits
from gameproof.solvers.search.verdicts import FIRST, ROW_BYTES, TabledSearch, Verdicts, verdicts

BUDGET = 1 << 15
"""Positions between two looks at the limits, some 50 ms."""
TOGETHER = 1 << 13
"""The same where others search the same positions."""
MOST_ROWS = 1 << 24
"""Of the table."""
FAR = 32
"""Steps from a point to no exit."""

_engine = native.engine("trail_game")
_search = _engine.function("search")
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Trail:
    """``edges`` are pairs of points; ``goal[v]`` is the player (1, 2) who wins there, else 0;
    ``bounce[v]`` tells points that bounce unvisited; ``mirror`` is a permutation of the
    points that keeps all of this, or ``None``."""

    points: int
    edges: tuple[tuple[int, int], ...]
    goal: tuple[int, ...]
    bounce: tuple[bool, ...]
    mirror: tuple[int, ...] | None = None


class TrailSearch(TabledSearch):
    """Answers positions of one game, keeping its table between them. Searches of several
    processes with the same limit of memory may have their table in one file, ``shared``."""

    rows_for_one = 4

    def __init__(self, game: Trail, limits: Limits, *, shared: Path | None = None) -> None:
        self.game = game
        self._shared = shared is not None
        m = len(game.edges)
        self._ends = np.array(game.edges, dtype=np.int64).reshape(m, 2)
        near: list[list[tuple[int, int]]] = [[] for _ in range(game.points)]
        for e, (u, v) in enumerate(game.edges):
            near[u].append((e, v))
            near[v].append((e, u))
        width = max(1, *map(len, near))
        starts = np.cumsum([0, *map(len, near)]).astype(np.int64)
        other = np.array([v for row in near for _, v in row], dtype=np.int64)
        edge_key, point_key, token_key = self._keys(m)
        self._game = native.arrays(
            starts=starts,
            edge=np.array([e for row in near for e, _ in row], dtype=np.int64),
            other=other,
            goal=np.array(game.goal, dtype=np.int8),
            bounce=np.array(game.bounce, dtype=np.bool_),
            toward=np.stack([self._far(player, starts, other) for player in (0, 1, 2)]),
            edge_key=edge_key,
            point_key=point_key,
            token_key=token_key,
        )
        rows = MOST_ROWS
        if limits.memory_limit is not None:
            while rows > 1 << 16 and rows * ROW_BYTES > limits.memory_limit // 2:
                rows >>= 1
        most = min(rows, max(FIRST, 1 << min(2 * m, 40)))
        at = native.arrays(
            table=(verdicts(most if self._shared else FIRST, shared),),
            drawn=np.zeros(m, np.bool_),
            visits=np.zeros(game.points, np.int32),
            path=np.zeros((m + 2, 7), np.uint64),
            order=np.zeros(((m + 2) * width, 2), np.int64),
            seen=np.zeros(game.points, np.int64),
            queue=np.zeros(game.points, np.int64),
        )
        state = _search.numbers(mirrored=game.mirror is not None, shared=self._shared, width=width)
        super().__init__(_engine, at, state, most, limits)

    def _far(self, player: int, starts: Ints, other: Ints) -> NDArray[np.int8]:
        """Steps from each point to the nearest exit of ``player`` on the empty field."""
        far = np.full(self.game.points, FAR, dtype=np.int8)
        queue = deque(v for v, goal in enumerate(self.game.goal) if player and goal == player)
        far[list(queue)] = 0
        while queue:
            v = queue.popleft()
            for w in other[starts[v] : starts[v + 1]].tolist():
                if far[w] == FAR and far[v] + 1 < FAR:
                    far[w] = far[v] + 1
                    queue.append(w)
        return far

    def _keys(self, m: int) -> tuple[Verdicts, Verdicts, Verdicts]:
        """Words for the edges, the visited points and the token with its mover, as they are and
        in the mirror; of a position the words are summed without carry (Zobrist 1970)."""
        stream = np.random.PCG64(20110611)  # any fixed seed: hashes must not depend on the run
        points = self.game.points
        edge, point, token = (
            np.zeros((2, *shape), np.uint64) for shape in ((m,), (points,), (points, 3))
        )
        for key in (edge, point, token):
            key[0] = stream.random_raw(key[0].size).reshape(key[0].shape)
        mirror = self.game.mirror
        if mirror is not None:
            number = {frozenset(pair): e for e, pair in enumerate(self.game.edges)}
            image = [number[frozenset((mirror[u], mirror[v]))] for u, v in self.game.edges]
            for key, to in ((edge, image), (point, list(mirror)), (token, list(mirror))):
                key[1] = key[0][to]
        return edge, point, token

    def winner(self, drawn: int, token: int, mover: int) -> int:
        """The player (1 or 2) who wins with ``mover`` to move and the bit set ``drawn`` drawn.

        Raises ``LimitReached``. Exponential time; the table makes later calls cheap.
        """
        if self.game.goal[token]:
            return self.game.goal[token]
        self._begin(drawn, token, mover)
        self._until(lambda: self._go_on(TOGETHER if self._shared else BUDGET))
        return self._state.verdict

    def look_up(self, drawn: int, token: int, mover: int) -> int:
        """The same as far as it is known already or plain from one move, else 0. O(edges)."""
        if self.game.goal[token]:
            return self.game.goal[token]
        self._begin(drawn, token, mover)
        return self._state.verdict if self._go_on(1) else 0

    def _begin(self, drawn: int, token: int, mover: int) -> None:
        """The path from a position."""
        m = len(self._ends)
        raw = np.frombuffer(drawn.to_bytes(m // 8 + 1, "little"), dtype=np.uint8)
        at = self._at
        at.drawn[:] = np.unpackbits(raw, bitorder="little")[:m]
        at.visits[:] = np.bincount(self._ends[at.drawn].ravel(), minlength=self.game.points)
        at.path[0, :2] = token, mover
        self._state.depth = 0

    def _go_on(self, budget: int) -> bool:
        """Search on for so many positions; is it finished?"""
        return bool(_search(self._game, self._at, self._state, budget))
