"""Dead cells and captured pairs of a connection game, filled in (``fill.cpp``)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gameproof.solvers import native
from gameproof.solvers.connections.deduction import WORD, Deduction

_engine = native.engine("fill")
_follow = _engine.function("follow")

Key = tuple[int, int, int]
"""The cells of both players and who is to move; dead cells stand with both players."""

Pair = tuple[int, int, int, int]
"""A captured pair: its player, two cells, and the stones that it rests on."""


class Filling:
    """The filling engine and its tables, for one graph. The cells of both players at the
    ``start`` are not filled, those of every other position are."""

    def __init__(self, deduction: Deduction, start: tuple[int, int]) -> None:
        self.start = start
        cells = deduction.cells
        self.before = np.empty((1, 2, 2), dtype=np.uint64)
        self.captured = native.arrays(
            pairs=np.empty((cells + 1, 3), dtype=np.int32),
            needs=np.empty((cells + 1, 2), dtype=np.uint64),
        )
        self.asked = _follow.numbers()
        self.moves = np.empty(cells, dtype=np.int32)
        self.after = np.empty((cells, 2, 2), dtype=np.uint64)
        self.follow_each = _follow.bind(
            deduction.board, self.before, self.asked, self.moves, self.after, self.captured
        )

    def follow(self, key: Key, moves: Sequence[int]) -> list[Key]:
        """The positions after each of the moves, filled. O(moves) where little is."""
        self._fill(key, moves)
        return [
            (first | upper << 64, second | over << 64, 1 - key[2])
            for (first, upper), (second, over) in self.after[: len(moves)].tolist()
        ]

    def pairs(self, key: Key, cell: int) -> list[Pair]:
        """The pairs that are captured after a move, in the order in which they were filled."""
        count = self._fill(key, [cell])
        needs = [low | high << 64 for low, high in self.captured.needs[:count].tolist()]
        rows = zip(self.captured.pairs[:count].tolist(), needs, strict=True)
        return [(player, one, other, stones) for (player, one, other), stones in rows]

    def _fill(self, key: Key, moves: Sequence[int]) -> int:
        """Fill after each of the moves; how many pairs after the last."""
        self.before[0] = [[cells & WORD, cells >> 64] for cells in key[:2]]
        self.asked.mover, self.asked.moves = key[2], len(moves)
        self.asked.whole = key[:2] == self.start
        self.moves[: len(moves)] = moves
        return self.follow_each()
