"""Who wins a trail game: two players draw edges from a token, some points are exits.

The token's edge may be drawn once. Landing on a point that has been visited, or that
bounces by itself, leaves the same player to move; an exit ends the game for the player
it belongs to; whoever must move and cannot loses. Plain depth-first search with a
table, positions told by what can still matter (see the kernel).

Positions are told apart by 64-bit hashes: a collision could give a wrong answer, with a
chance of about n^2 / 2^65 for n positions. Strategies built from the answers are
checked by the rules, where collisions cannot hide. The first ``PLAIN`` positions are
searched in plain Python, with exact keys, so that small games wait for no compiler.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.jit import kernels
from gameproof.solvers.limits import Limits
from gameproof.solvers.search.verdicts import ENTRY_BYTES, LEAST, verdicts

BUDGET = 1 << 16
TOGETHER = 1 << 13
"""The same where others search the same positions."""
DEFAULT_TABLE = 1 << 24
PLAIN = 20_000
"""Positions searched in plain Python before the compiled search is asked."""
DEEPEST = 400
"""Edges of the largest game for which plain Python is tried: its recursion is as deep."""


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


class TrailSearch:
    """Answers positions of one game, keeping its table between them; ``plain`` positions are
    searched before a kernel with ``table`` entries at most is asked. Kernels of several
    processes with the same limit of memory may have their table in one file, ``shared``."""

    def __init__(
        self,
        game: Trail,
        limits: Limits,
        *,
        plain: int = PLAIN,
        table: int = DEFAULT_TABLE,
        shared: Path | None = None,
    ) -> None:
        self.game = game
        self.limits = limits
        self.nodes = 0
        self.known: dict[tuple[int, int, int], int] = {}
        self.steps: list[list[tuple[int, int]]] = [[] for _ in range(game.points)]
        self.touching = [0] * game.points
        for e, (u, v) in enumerate(game.edges):
            for a, b in ((u, v), (v, u)):
                self.steps[a].append((1 << e, b))
                self.touching[a] |= 1 << e
        self.left = plain if len(game.edges) <= DEEPEST else 0
        self.compiled = False
        self._table = table
        self._shared = shared

    def _arrays(self) -> None:
        """What the kernel works on: the game, the keys, the table and the stack."""
        game, limits = self.game, self.limits
        m = len(game.edges)
        near: list[list[tuple[int, int]]] = [[] for _ in range(game.points)]
        for e, (u, v) in enumerate(game.edges):
            near[u].append((e, v))
            near[v].append((e, u))
        self.ends = np.array(game.edges, dtype=np.int64).reshape(m, 2)
        self.indptr = np.cumsum([0, *map(len, near)]).astype(np.int64)
        self.edge = np.array([e for row in near for e, _ in row], dtype=np.int64)
        self.other = np.array([v for row in near for _, v in row], dtype=np.int64)
        self.goal = np.array(game.goal, dtype=np.int64)
        self.bounce = np.array(game.bounce, dtype=np.bool_)
        self.toward = np.stack([np.zeros(game.points), *(self._far(p) for p in (1, 2))])
        self.toward = self.toward.astype(np.int64)
        self._keys(m)
        size = self._table
        if limits.memory_limit is not None:
            while size > 1 << 16 and size * ENTRY_BYTES > limits.memory_limit // 2:
                size >>= 1
        size = min(size, max(LEAST, 1 << min(2 * m, 40)))
        self.table = verdicts(size, self._shared)
        self.frame = np.zeros((m + 2, 6), dtype=np.int64)
        self.order = np.zeros((m + 2, 16, 2), dtype=np.int64)
        self.path = np.zeros(m + 2, dtype=np.uint64)
        self.seen = np.zeros(game.points, dtype=np.int64)
        self.queue = np.zeros(game.points, dtype=np.int64)

    def _far(self, player: int) -> NDArray[np.int64]:
        """Steps from each point to the nearest exit of ``player`` on the empty field."""
        far = np.full(self.game.points, 32, dtype=np.int64)
        queue = deque(int(v) for v in np.flatnonzero(self.goal == player))
        far[list(queue)] = 0
        while queue:
            v = queue.popleft()
            for w in self.other[self.indptr[v] : self.indptr[v + 1]].tolist():
                if far[w] == 32:
                    far[w] = far[v] + 1
                    queue.append(w)
        return far

    def _keys(self, m: int) -> None:
        stream = np.random.PCG64(20110611)  # any fixed seed: hashes must not depend on the run
        points = self.game.points
        self.edge_key = np.zeros((2, m), dtype=np.uint64)
        self.point_key = np.zeros((2, points), dtype=np.uint64)
        self.token_key = np.zeros((2, points, 3), dtype=np.uint64)
        self.edge_key[0] = stream.random_raw(m)
        self.point_key[0] = stream.random_raw(points)
        self.token_key[0] = stream.random_raw(3 * points).reshape(points, 3)
        mirror = self.game.mirror
        if mirror is None:
            return
        number = {frozenset(pair): e for e, pair in enumerate(self.game.edges)}
        image = [number[frozenset((mirror[u], mirror[v]))] for u, v in self.game.edges]
        self.edge_key[1] = self.edge_key[0][image]
        self.point_key[1] = self.point_key[0][list(mirror)]
        self.token_key[1] = self.token_key[0][list(mirror)]

    def winner(self, drawn: int, token: int, mover: int) -> int:
        """The player (1 or 2) who wins with ``mover`` to move and the bit set ``drawn`` drawn.

        Raises ``LimitReached``. Exponential time; the table makes later calls cheap.
        """
        if self.game.goal[token]:
            return self.game.goal[token]
        if self.left > 0:
            found = self._plain(drawn, token, mover)
            if found:
                return found
        go_on = self._from(drawn, token, mover)
        while not (found := go_on(BUDGET if self._shared is None else TOGETHER)):
            self.limits.check()
            self.limits.progress(f"{self.nodes} positions searched")
        return found

    def look_up(self, drawn: int, token: int, mover: int) -> int:
        """The same as far as it is known already or plain from one move, else 0. O(edges)."""
        found = self.game.goal[token] or self.known.get((drawn, token, mover), 0)
        if found or self.left > 0:
            return found
        return self._from(drawn, token, mover)(1)

    def _from(self, drawn: int, token: int, mover: int) -> Callable[[int], int]:
        """The compiled search of a position: what goes on for so many positions, and says who
        wins, 0 when they were not enough."""
        if not self.compiled:
            self._arrays()
            self.compiled = True
        raw = np.frombuffer(drawn.to_bytes(self.ends.shape[0] // 8 + 1, "little"), dtype=np.uint8)
        used = np.unpackbits(raw, bitorder="little")[: self.ends.shape[0]].astype(np.int8)
        visits = np.bincount(self.ends[used > 0].ravel(), minlength=self.game.points)
        self.frame[0] = (token, mover, -1, 0, 0, 0)
        state = np.array([0, self.nodes, 0, 0], dtype=np.int64)
        kernel = kernels("search.trail_game_kernel")

        def go_on(budget: int) -> int:
            done = kernel.search(
                self.indptr, self.edge, self.other, self.goal, self.bounce, self.toward,
                used, visits, self.frame, self.order, self.path, state,
                self.edge_key, self.point_key, self.token_key, self.game.mirror is not None,
                self.table, self._shared is not None, self.seen, self.queue, budget,
            )  # fmt: skip
            self.nodes = int(state[1])
            return int(state[2]) if done else 0

        return go_on

    def _plain(self, drawn: int, token: int, mover: int) -> int:
        """The same without compiled code, 0 when ``left`` positions are not enough for it.

        As deep a recursion as there are undrawn edges.
        """
        key = (drawn, token, mover)
        found = self.known.get(key)
        if found is not None:
            return found
        self.nodes += 1
        self.left -= 1
        if self.left <= 0:
            self.left = 0
            return 0
        if self.nodes % 4096 == 0:
            self.limits.check()
        game = self.game
        moves = [(e, v) for e, v in self.steps[token] if not drawn & e]
        found = mover if any(game.goal[v] == mover for _, v in moves) else 3 - mover
        if found != mover:
            # As in the kernel: the turn goes on where it can.
            on = {v for _, v in moves if game.bounce[v] or drawn & self.touching[v]}
            moves.sort(key=lambda step: step[1] not in on)
            for e, v in moves:
                again = v in on
                if game.goal[v]:
                    continue  # an own goal never helps
                below = self._plain(drawn | e, v, mover if again else 3 - mover)
                if below == 0:
                    return 0
                if below == mover:
                    found = mover
                    break
        self.known[key] = found
        return found
