"""The arrays of a board on which threats are sought (``threat_board.h``), and of its trees."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native

engine = native.engine("threats")
SHARP, THEIRS = engine.constant("SHARP"), engine.constant("THEIRS")
MOST_THREATS = engine.constant("MOST_THREATS")
GROWING, FINISHED = engine.constant("GROWING"), engine.constant("FINISHED")
FAILED = 1 << 19
"""Positions without a sequence of threats that are remembered."""

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
Sets = Sequence[Sequence[int]]


def board_of(
    cells: int, sets: Sets, wanted: Sequence[int], seed: int, barred: Sequence[int] = ()
) -> native.Arrays:
    """The empty board. ``wanted`` says of each set who wants it: 1 the attacker, 2 the defender,
    3 both; the attacker never takes a cell that is ``barred``. O(cells * sets / 64)."""
    most = max(2, *map(len, sets)) if sets else 2
    width, wide = -(-cells // 64), max(1, -(-len(sets) // 64))
    rows = np.full((len(sets), most), -1, np.int64)
    through: list[list[int]] = [[] for _ in range(cells)]
    near = np.zeros((cells, wide), np.uint64)
    lacking = np.zeros((THEIRS + most + 1, wide), np.uint64)
    for number, (one, who) in enumerate(zip(sets, wanted, strict=True)):
        rows[number, : len(one)] = one
        word, bit = number // 64, np.uint64(1 << number % 64)
        for cell in one:
            through[cell].append(number)
        if who & 1:
            lacking[len(one) : THEIRS, word] |= bit
        if who & 2:
            near[list(one), word] |= bit
            lacking[THEIRS + len(one) :, word] |= bit
    listed = np.zeros((cells, 1 + max(map(len, through), default=0)), np.int64)
    for cell, numbers in enumerate(through):
        listed[cell, 0] = len(numbers)
        listed[cell, 1 : 1 + len(numbers)] = numbers
    closed = np.zeros((1, width), np.uint64)
    for cell in barred:
        closed[0, cell // 64] |= np.uint64(1 << cell % 64)
    rng = np.random.default_rng(seed)
    return native.arrays(
        cells=rows,
        sizes=np.array([len(one) for one in sets], np.int64),
        wanted=np.array(wanted, np.int64),
        through=listed,
        near=near,
        barred=closed,
        codes=rng.integers(0, 1 << 64, (2, cells + 1), np.uint64),
        stones=np.zeros((2, width), np.uint64),
        counts=np.zeros((len(sets), 2), np.int64),
        lacking=lacking,
        key=np.zeros(1, np.uint64),
        failed=(np.zeros((FAILED, 2), np.uint64),),
        path=np.zeros((MOST_THREATS + 2, engine.constant("MOST_WAYS"), 2), np.int32),
        tried=np.zeros((MOST_THREATS + 2, 2), np.int64),
        mark=np.zeros(1, np.int64),
        marked=np.zeros((cells, 2), np.int64),
    )


def room_for(cells: int) -> native.Arrays:
    """Room for the search on a board of so many cells."""
    return native.arrays(
        order=np.zeros((3, cells + 1), np.int64),
        kept=np.zeros((cells + 2, 2), np.int64),
        masks=np.zeros((4, -(-cells // 64)), np.uint64),
    )


def tree_of(cells: int, nodes: int, edges: int) -> native.Arrays:
    """An empty tree of at most so many nodes and edges; what is not used takes no memory."""
    return native.arrays(
        keys=np.zeros(nodes, np.uint64),
        nodes=np.zeros((nodes, 14), np.int32),
        edges=np.zeros((edges, 4), np.int32),
        places=np.full(2 << (nodes - 1).bit_length(), -1, np.int32),
        path=np.zeros((cells + 2, 2), np.int64),
    )
