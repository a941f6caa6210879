"""Leaves of a refutation of Snort that are cut into pieces: those of one position together.

Most leaves are moves of the loser from one position (x of the winner, y of the loser, contested)
with one partition, that is, one set of vertices the winner does not forget. A move of the loser
on v takes v from y and what v closes from x. A vertex of x that is left still meets a
vertex of y, for all that met only v are closed; so what the winner keeps after the move is what
he keeps before it, without what v closes, and what he has forgotten is the same. The
position is therefore cut once, and each move is a move in one of its pieces (``snort_walls``).
A vertex of the loser that meets no vertex kept is a free move of his; to play there costs it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.strategies.snort_walls import Sums, Walls
from gameproof.games.sets.snort_sets import Numbers, Sets, Words, size_of

#: Positions cut together: as their pieces are much alike, more than are judged together elsewhere.
BATCH = 1 << 16


@dataclass(frozen=True, slots=True)
class Leaves:
    """Positions: the winner's vertices that are kept, and the loser's. Steps, and of each its
    position (``of``), the move of the loser there that it stands for, as a place (n: none),
    whether the winner moves next, and spare moves given."""

    kept: Words
    other: Words
    step: Numbers
    of: Numbers
    move: Numbers
    first: NDArray[np.bool_]
    given: Numbers


class Cuts:
    """Leaves are noted as they are met, and judged at the end, when all pieces are known."""

    def __init__(self, board: Sets, *, closing_most: bool = False) -> None:
        self.board, self.walls = board, Walls(board, closing_most=closing_most)
        self._waiting: list[Leaves] = []

    def note(self, leaves: Leaves) -> None:
        """Let leaves wait."""
        self._waiting.append(leaves)

    def judged(self) -> Iterator[tuple[Leaves, Words, Numbers]]:
        """All leaves, some thousand at a time: what each needs of the winner's vertices and how
        many spare moves. O(words) for each leaf, but for positions, components and pieces."""
        taken: list[tuple[Leaves, Numbers, Sums]] = []
        for leaves in _together(self._waiting):
            x, y, _, freed = self.board.contested(leaves.kept, leaves.other)
            taken.append((leaves, size_of(freed), self.walls.add(x, y)))
        self._waiting.clear()
        self.walls.work_out()
        for leaves, lost, sums in taken:
            need = self.walls.needs(sums, lost, leaves.of, leaves.move, leaves.first)
            yield leaves, leaves.kept[:, leaves.of] & ~self.board.near[:, leaves.move], need


def _together(waiting: list[Leaves]) -> Iterator[Leaves]:
    """The same leaves in batches, each of positions that are not many more than ``BATCH``."""
    batch: list[Leaves] = []
    positions = 0
    for leaves in waiting:
        batch.append(leaves)
        positions += leaves.kept.shape[1]
        if positions >= BATCH:
            yield _joined(batch)
            batch, positions = [], 0
    if batch:
        yield _joined(batch)


def _joined(batch: list[Leaves]) -> Leaves:
    """One for several, positions numbered on."""
    parts = {
        field.name: np.concatenate([getattr(leaves, field.name) for leaves in batch], axis=-1)
        for field in fields(Leaves)
    }
    before = np.cumsum([0, *(leaves.kept.shape[1] for leaves in batch[:-1])])
    parts["of"] += np.repeat(before, [len(leaves.of) for leaves in batch])
    return Leaves(**parts)
