"""The games and sums that prove the values of all nodes of a game graph, through the kernels.

What a checker of values needs is the value of every node, the sums that the options of the
nodes are, the sums that these sums' options are, and the options of all games among them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.jit import kernels
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.values.game_graph_values import (
    CompiledValues,
    Evaluation,
    GameGraph,
    compiled_values,
)

_ROWS_PER_SLICE = 50_000


@dataclass(frozen=True, slots=True)
class ValueRows:
    """The arrays of a certificate: games, numbers first, options before what they are options
    of; negatives, sums, and the game of each node.

    ``exponents[g]`` >= 0 makes g the number ``numerators[g] / 2^exponents[g]``; otherwise it has
    ``counts[g]`` options of Left and of Right, read in order from ``options``. ``negatives[g]``
    is -g or -1, ``sums`` holds rows (g, h, g + h), g <= h, in order.
    """

    numerators: NDArray[np.int64]
    exponents: NDArray[np.int32]
    counts: NDArray[np.int32]
    options: NDArray[np.int32]
    negatives: NDArray[np.int32]
    sums: NDArray[np.int32]
    values: NDArray[np.int32]


def evaluate_with_rows(
    graph: GameGraph, total: tuple[int, list[int]], limits: Limits
) -> tuple[Evaluation, ValueRows] | None:
    """The value of a position (an integer plus references, as for ``evaluate``) and the rows
    that prove the values of all nodes; ``None`` when the kernels cannot represent one. Raises
    ``LimitReached``. One sum for each pair of games that options of sums lead to."""
    found = compiled_values(graph, total, limits)
    if found is None:
        return None
    gathered = _gather(graph, total, found, limits)
    if gathered is None:
        return None
    return found.evaluation(len(graph.order)), _written(found, *gathered)


def _gather(
    graph: GameGraph, total: tuple[int, list[int]], found: CompiledValues, limits: Limits
) -> tuple[NDArray[np.int32], NDArray[np.uint8]] | None:
    """All rows, by the games of the kernel, and marks of the games that they need."""
    kernel = kernels("values.value_rows_kernel")
    from gameproof.solvers.values import short_game_store_kernel as layout

    arrays = found.arrays
    negated = np.zeros(int(arrays.meta[layout.GAMES]), dtype=np.uint8)
    rows = np.zeros((1 << 12, 3), dtype=np.int32)
    places = np.full(1 << 13, -1, dtype=np.int32)
    done = np.zeros(4, dtype=np.int64)
    whole, references = np.int64(total[0]), np.array(total[1], dtype=np.int32)

    def gather(own: tuple[Any, ...], state: tuple[NDArray[Any], ...]) -> bool:
        return bool(kernel.gather(state, graph.pointer, graph.stream, whole, references, *own))

    finished = False
    while not finished:
        limits.check()
        limits.progress(f"{done[kernel.ROW]} of {done[kernel.ROWS]} sums are listed")
        own = found.value, negated, rows, places, done, _ROWS_PER_SLICE
        finished = arrays.go_on(partial(gather, own), limits)
        if arrays.meta[layout.REASON] == layout.UNREPRESENTABLE:
            return None
        if done[kernel.FULL]:
            if limits.memory_limit is not None and rows.nbytes > limits.memory_limit:
                raise LimitReached("memory")
            count = int(done[kernel.ROWS])
            rows = np.concatenate([rows, np.zeros_like(rows)])
            places = np.full(2 * len(places), -1, dtype=np.int32)
            kernel.rehash_rows(rows, count, places)
    rows = rows[: int(done[kernel.ROWS])]
    needed = np.zeros(len(arrays.state[layout.WHERE]), dtype=np.uint8)
    needed[found.value] = 1
    needed[rows.ravel()] = 1
    marks = np.zeros(len(needed), dtype=np.uint8)
    marks[: len(negated)] = negated
    arrays.go_on(lambda state: bool(kernel.mark(state, marks, needed)), limits)
    while not arrays.go_on(lambda state: bool(kernel.pair(state)), limits):
        limits.check()
    return rows, needed


def _written(
    found: CompiledValues, rows: NDArray[np.int32], needed: NDArray[np.uint8]
) -> ValueRows:
    """Number the games that are marked anew, numbers first, and fill the arrays."""
    from gameproof.solvers.values import short_game_store_kernel as layout

    state: tuple[NDArray[Any], ...] = found.arrays.state
    listed = np.flatnonzero(needed)
    is_number = state[layout.FLAGS][listed] == 1
    numbers, games = listed[is_number], listed[~is_number]
    numbers = numbers[np.argsort(state[layout.STOPS][numbers, 0], kind="stable")]
    order = np.concatenate([numbers, games])
    place = np.full(len(needed), -1, dtype=np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    numerators = np.zeros(len(order), dtype=np.int64)
    exponents = np.full(len(order), -1, dtype=np.int32)
    for i, x in enumerate(state[layout.STOPS][numbers, 0].tolist()):
        zeros = min(layout.SHIFT, (x & -x).bit_length() - 1) if x else layout.SHIFT
        numerators[i], exponents[i] = x >> zeros, layout.SHIFT - zeros
    counts = np.zeros((len(order), 2), dtype=np.int32)
    counts[len(numbers) :] = state[layout.COUNT][games]
    lengths = counts[len(numbers) :].sum(axis=1, dtype=np.int64)
    starts = state[layout.WHERE][games] - (np.cumsum(lengths) - lengths)
    options = state[layout.POOL][np.repeat(starts, lengths) + np.arange(int(lengths.sum()))]
    # Who compares games looks first at the options that are best for their player.
    lists = np.repeat(np.arange(2 * len(order)), counts.ravel())
    goodness = state[layout.STOPS][options].sum(axis=1) * (1 - 2 * (lists % 2))
    options = options[np.lexsort((-goodness, lists))]
    negatives = state[layout.NEGATIVE][order]
    negatives = np.where(negatives < 0, -1, place[negatives]).astype(np.int32)
    sums = place[rows]
    sums[:, :2].sort(axis=1)
    sums = sums[np.lexsort((sums[:, 1], sums[:, 0]))]
    return ValueRows(
        numerators,
        exponents,
        counts,
        place[options],
        negatives,
        sums,
        place[found.value],
    )


def without_reflections(sums: NDArray[np.int32], negatives: NDArray[np.int32]) -> NDArray[np.int32]:
    """Of two sums (g, h, w), in order of g and h, that are one another's negatives, the first."""
    g, h, w = (negatives[sums[:, i]].astype(np.int64) for i in range(3))
    size = len(negatives)
    own = sums[:, 0].astype(np.int64) * size + sums[:, 1]
    other = np.minimum(g, h) * size + np.maximum(g, h)
    again = (np.minimum(np.minimum(g, h), w) >= 0) & (other < own) & np.isin(other, own)
    return sums[~again]
