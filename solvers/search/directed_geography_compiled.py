"""Directed geography in compiled code: arrays in, verdicts out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.jit import kernels
from gameproof.solvers.limits import Limits
from gameproof.solvers.search.verdicts import LEAST, verdicts

FIRST_TABLE = 1 << 14
SLICE = 10_000  # states between two looks at the clock
TOGETHER = 2_000  # the same where others search the same states
SHARED = 1 << 23
"""Verdicts that processes keep together."""


class Geography(Protocol):
    """What the compiled search needs to know of a ``DirectedGeography``."""

    n: int
    tail: Sequence[int]
    head: Sequence[int]
    deletes: Sequence[int]
    single: bool
    limits: Limits


class CompiledGeography:
    """The problem as arrays, with a table that lives as long as the object; what is found is
    kept in the file ``shared`` as well, and what others keep there is found."""

    def __init__(self, game: Geography, shared: Path | None = None) -> None:
        self.kernel = kernels("search.directed_geography_kernel")
        self.tables = kernels("search.directed_geography_table_kernel")
        self.game = game
        self.shared = verdicts(LEAST)[:0] if shared is None else verdicts(SHARED, shared)
        arcs = len(game.tail)
        self.words = max(1, (arcs + 63) // 64)
        tail, head = np.array(game.tail, dtype=np.int32), np.array(game.head, dtype=np.int32)
        out_start, out_arcs = _grouped(tail, game.n)
        in_start, in_arcs = _grouped(head, game.n)
        deletes = np.stack([self._packed(mask) for mask in game.deletes])
        self.graph = self.kernel.Graph(
            tail, head, out_start, out_arcs, in_start, in_arcs, deletes, game.single
        )
        # Every move deletes an arc, so no play and no stack is deeper than the arcs.
        widest = int(np.diff(out_start).max(initial=0))
        depth, children = arcs + 2, (arcs + 2) * widest + 2
        self.stack = self.tables.Stack(
            token=np.zeros(depth, dtype=np.int32),
            alive=np.zeros((depth, self.words), dtype=np.uint64),
            first=np.zeros(depth, dtype=np.int64),
            end=np.zeros(depth, dtype=np.int64),
            child_token=np.zeros(children, dtype=np.int32),
            child_flip=np.zeros(children, dtype=np.int8),
            child_score=np.zeros(children, dtype=np.int32),
            child_alive=np.zeros((children, self.words), dtype=np.uint64),
            count=np.zeros(game.n, dtype=np.int32),
            seen=np.zeros(game.n, dtype=np.int64),
            waiting=np.zeros(game.n + 1, dtype=np.int32),
            work=np.zeros(self.words, dtype=np.uint64),
            result=np.zeros(3, dtype=np.int32),
            state=np.zeros(5, dtype=np.int64),
        )
        self.table = self._new_table(FIRST_TABLE)

    @property
    def nodes(self) -> int:
        """States opened so far."""
        return int(self.stack.state[self.tables.NODES])

    def wins(self, token: int, alive: int) -> bool:
        """Does the mover win in this reduced state? Raises ``LimitReached``."""
        kernel, tables, packed = self.kernel, self.tables, self._packed(alive)
        state = self.stack.state
        together = len(self.shared) > 0
        while not (value := tables.known(self.table, self.stack, token, packed)):
            state[tables.DEPTH] = state[tables.CHILDREN] = 0
            kernel.open_state(self.graph, self.table, self.stack, token, packed)
            while True:
                if together:
                    kernel.cut(self.table, self.stack)
                slice_ = TOGETHER if together else SLICE
                verdict = kernel.search(self.graph, self.table, self.stack, slice_)
                if verdict == kernel.DONE:
                    break
                self.game.limits.check()
                self.game.limits.progress(f"{self.nodes} positions searched")
                if verdict == kernel.FULL:
                    larger = self._new_table(2 * len(self.table.value))
                    tables.refill(self.table, larger)
                    self.table = larger
        return bool(value == tables.WON)

    def reply(self, token: int, alive: int) -> int | None:
        """The vertex to go to that leaves the opponent lost and with the fewest choices; ``None``
        where the table is not enough to tell. The state need not be reduced."""
        packed = self._packed(alive)
        found = self.kernel.known_reply(self.graph, self.table, self.stack, token, packed)
        return int(found) if found >= 0 else None

    def known(self, token: int, alive: int) -> bool | None:
        """Does the mover win in this reduced state, as far as the table says?"""
        found = self.tables.known(self.table, self.stack, token, self._packed(alive))
        return bool(found == self.tables.WON) if found else None

    def _packed(self, mask: int) -> NDArray[np.uint64]:
        raw = mask.to_bytes(8 * self.words, "little")
        return np.frombuffer(raw, dtype="<u8").astype(np.uint64)

    def _new_table(self, size: int) -> Any:
        return self.tables.Table(
            np.zeros(size, dtype=np.int32),
            np.zeros((size, self.words), dtype=np.uint64),
            np.zeros(size, dtype=np.int8),
            self.shared,
        )


def _grouped(ends: NDArray[np.int32], n: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The arcs grouped by this end, in ascending order within a group."""
    start = np.concatenate([[0], np.cumsum(np.bincount(ends, minlength=n))]).astype(np.int64)
    return start, np.argsort(ends, kind="stable").astype(np.int32)
