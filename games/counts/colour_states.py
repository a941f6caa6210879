"""Colourings without a whole set, counted cell by cell over the states of the sets begun.

Two colours are given to the cells in order. Of what is coloured already only this matters: of
which sets the coloured cells are all of the forbidden colour, and which of their cells are
left. Colourings that agree in it are one state with a number, a transfer matrix whose rows are
made as they are needed (Stanley, Enumerative Combinatorics I, 4.7).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from gameproof.games.meaning.steps import TooMuch, look

MOST_WORDS = 1 << 25
"""Words of eight bytes in which the states after a cell and their numbers are kept."""
MOST_WORK = 1 << 32
"""States times kinds of rests, over all cells: about two minutes."""
MOST_KINDS = 1 << 10
"""Kinds of rests after a cell; their pairs are looked at."""

WORD = 64
LIMB = 32
ONE = np.uint64(1)

Trace = tuple[int, tuple[int, ...]]
"""A colour, and the cells that are left of a set whose other cells have it, ascending."""
Words = NDArray[np.uint64]


def colourings(
    cells: int,
    forbidden: tuple[Sequence[Iterable[int]], Sequence[Iterable[int]]],
    share: int | None = None,
) -> int:
    """In how many ways the cells 0..cells-1 can have the colours 0 and 1 so that no set of
    ``forbidden[c]`` has the colour c throughout; with ``share``, exactly so many cells having
    the colour 0.
    Raises :class:`TooMuch` where states or kinds of rests are too many.
    O(states * kinds + kinds^2) for each cell.
    """
    rows = [sorted({tuple(sorted(set(row))) for row in family}) for family in forbidden]
    if any(() in family for family in rows):
        return 0
    begun: list[list[Trace]] = [[] for _ in range(cells)]
    for colour, family in enumerate(rows):
        for row in family:
            begun[row[0]].append((colour, row[1:]))
    # a state: one bit for each trace, and in the last word how many cells have the colour 0
    states = np.zeros((1, 2), dtype=np.uint64)
    numbers = np.zeros((1, cells // LIMB + 1), dtype=np.int64)
    numbers[0, 0] = 1
    traces: list[Trace] = []
    work = 0
    for cell in range(cells):
        left = _traces_after(cell, traces, begun[cell])
        parts = []
        for colour in (0, 1):
            after, kept = _coloured(states, cell, colour, traces, left, begun[cell])
            if share is not None:
                ones = after[:, -1] + np.uint64(colour == 0)
                after[:, -1] = ones
                kept &= (ones <= share) & (ones + np.uint64(cells - cell - 1) >= share)
            parts.append((after[kept], numbers[kept]))
        states, numbers = _merged(
            np.concatenate([part for part, _ in parts]),
            np.concatenate([part for _, part in parts]),
        )
        traces, work = left, work + (len(states) + len(left)) * len(left)
        if states.size + numbers.size > MOST_WORDS or work > MOST_WORK:
            raise TooMuch("the states of partly coloured boards are too many to be counted")
        if not len(states):
            return 0
    total = numbers.sum(axis=0)
    return sum(int(limb) << LIMB * i for i, limb in enumerate(total))


def _traces_after(cell: int, traces: list[Trace], begun: list[Trace]) -> list[Trace]:
    """What can be left of sets once the cell is coloured, smaller rests first."""
    rests = {(c, row[1:] if row[0] == cell else row) for c, row in traces} | set(begun)
    left = sorted((trace for trace in rests if trace[1]), key=lambda t: (len(t[1]), t))
    if len(left) > MOST_KINDS:
        raise TooMuch(f"partly coloured boards have more than {MOST_KINDS} kinds of rests")
    return left


def _coloured(
    states: Words,
    cell: int,
    colour: int,
    traces: list[Trace],
    left: list[Trace],
    begun: list[Trace],
) -> tuple[Words, NDArray[np.bool_]]:
    """The states after the cell, and which of them have no whole set."""
    number = {trace: i for i, trace in enumerate(left)}
    width = -(-len(left) // WORD)
    after = np.zeros((len(states), width + 1), dtype=np.uint64)
    after[:, -1] = states[:, -1]
    kept = np.ones(len(states), dtype=np.bool_)
    for i, (own, row) in enumerate(traces):
        look()
        here = states[:, i // WORD] >> np.uint64(i % WORD) & ONE
        if row[0] == cell:
            if own != colour:
                continue  # the set has both colours
            row = row[1:]
            if not row:
                kept &= here == 0
                continue
        j = number[own, row]
        after[:, j // WORD] |= here << np.uint64(j % WORD)
    for own, row in begun:
        if own == colour and not row:
            kept[:] = False
        elif own == colour:
            j = number[own, row]
            after[:, j // WORD] |= ONE << np.uint64(j % WORD)
    _keep_smallest(after, left)
    return after, kept


def _keep_smallest(states: Words, traces: list[Trace]) -> None:
    """Forget a rest that holds another of the same colour: whoever avoids the smaller one
    avoids it too. So that more states are equal."""
    rests = [frozenset(row) for _, row in traces]
    for i, (own, _) in enumerate(traces):
        look()
        larger = [
            j for j in range(i + 1, len(traces)) if traces[j][0] == own and rests[i] < rests[j]
        ]
        here = states[:, i // WORD] >> np.uint64(i % WORD) & ONE
        for word in {j // WORD for j in larger}:
            mask = sum(1 << j % WORD for j in larger if j // WORD == word)
            states[:, word] &= ~(here * np.uint64(mask))


def _merged(states: Words, numbers: NDArray[np.int64]) -> tuple[Words, NDArray[np.int64]]:
    """Equal states once, with the sum of their numbers (limbs of 32 bits, lowest first)."""
    if not len(states):
        return states, numbers
    order = np.lexsort(states.T)
    look()
    states, numbers = states[order], numbers[order]
    new = np.ones(len(states), dtype=np.bool_)
    new[1:] = (states[1:] != states[:-1]).any(axis=1)
    starts = np.flatnonzero(new)
    look()
    # fewer than 2^31 limbs below 2^32 are added up
    numbers = np.add.reduceat(numbers, starts, axis=0)
    for limb in range(numbers.shape[1] - 1):
        numbers[:, limb + 1] += numbers[:, limb] >> LIMB
        numbers[:, limb] &= (1 << LIMB) - 1
    return states[starts], numbers
