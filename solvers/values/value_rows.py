"""The games and sums that prove the values of all nodes of a game graph.

What a checker of values needs is the value of every node, the sums that the options of the
nodes are, the sums that these sums' options are, and the options of all games among them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.values.game_graph_values import (
    PLACES,
    Evaluation,
    GameGraph,
    NodeValues,
    TooFine,
    Total,
    ValueRows,
    evaluate_exactly,
)

_engine = native.engine("short_games")
_gather, _mark, _pair, _refill_rows = _engine.functions("gather", "mark", "pair", "refill_rows")
_ROW = native.record(np.int32, "g h sum")
_ROWS_PER_SLICE = 50_000


def evaluate_with_rows(
    graph: GameGraph, total: Total, limits: Limits
) -> tuple[Evaluation, ValueRows]:
    """The value of a position (an integer plus references, as for ``evaluate``) and the rows
    that prove the values of all nodes. Raises ``LimitReached``. One sum for each pair of games
    that options of sums lead to."""
    try:
        found = NodeValues(graph, total, limits)
        rows, needed = _gathered(found, limits)
        return found.evaluation(), _written(found, rows, needed)
    except TooFine:
        from gameproof.solvers.values.exact_rows import exact_rows

        evaluation, values = evaluate_exactly(graph, total, limits)
        return evaluation, exact_rows(evaluation.store, values, graph, total, limits)


def _gathered(found: NodeValues, limits: Limits) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """All rows, by the engine's games, and marks of the games that they need."""
    games = found.games
    rows = native.arrays(
        row=np.zeros(1 << 12, dtype=_ROW),
        place=np.zeros(1 << 13, dtype=np.int32),
        negated=np.zeros(games.state.games, dtype=np.uint8),
    )
    progress = _gather.numbers(1)

    def gather() -> int:
        position = found.graph, found.whole, found.references
        return _gather(games.state, games.store, *position, rows, progress, _ROWS_PER_SLICE)

    while not games.go_on(gather, limits):
        limits.check()
        limits.progress(f"{progress.done} of {progress.rows} sums are listed")
        if progress.full:
            if limits.memory_limit is not None and rows.row.nbytes > limits.memory_limit:
                raise LimitReached("memory")
            row = native.longer(rows.row)
            rows = native.arrays(
                row=row, place=np.zeros(2 * len(rows.place), dtype=np.int32), negated=rows.negated
            )
            _refill_rows(rows, progress.rows)
    listed = rows.row[: progress.rows].view(np.int32).reshape(-1, 3)
    negated = needed = np.zeros(0, dtype=np.uint8)

    def mark() -> int:
        nonlocal negated, needed  # there may be more games than the last time
        negated, needed = np.zeros((2, len(games.store.game)), dtype=np.uint8)
        negated[: len(rows.negated)] = rows.negated
        needed[found.graph.value] = 1
        needed[listed.ravel()] = 1
        return _mark(games.state, games.store, negated, needed)

    for work in (mark, lambda: _pair(games.state, games.store)):
        while not games.go_on(work, limits):
            limits.check()
    return listed, needed


def _written(found: NodeValues, rows: NDArray[np.int32], needed: NDArray[np.uint8]) -> ValueRows:
    """Number the games that are marked anew, numbers first, and fill the arrays."""
    game = found.games.game
    listed = np.flatnonzero(needed)
    is_number = game["is_number"][listed] == 1
    numbers, games = listed[is_number], listed[~is_number]
    numbers = numbers[np.argsort(game["left_stop"][numbers], kind="stable")]
    order = np.concatenate([numbers, games])
    place = np.full(len(needed), -1, dtype=np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    numerators = np.zeros(len(order), dtype=np.int64)
    exponents = np.full(len(order), -1, dtype=np.int32)
    for i, x in enumerate(game["left_stop"][numbers].tolist()):
        zeros = min(PLACES, (x & -x).bit_length() - 1) if x else PLACES
        numerators[i], exponents[i] = x >> zeros, PLACES - zeros
    counts = np.zeros((len(order), 2), dtype=np.int32)
    counts[len(numbers) :, 0] = game["left"][games]
    counts[len(numbers) :, 1] = game["right"][games]
    lengths = counts[len(numbers) :].sum(axis=1, dtype=np.int64)
    starts = game["options"][games] - (np.cumsum(lengths) - lengths)
    arena = found.games.store.arena
    options = arena[np.repeat(starts, lengths) + np.arange(int(lengths.sum()))]
    # Who compares games looks first at the options that are best for their player.
    lists = np.repeat(np.arange(2 * len(order)), counts.ravel())
    stops = game["left_stop"] + game["right_stop"]
    goodness = stops[options] * (1 - 2 * (lists % 2))
    options = options[np.lexsort((-goodness, lists))]
    negatives = game["negative"][order]
    negatives = np.where(negatives < 0, -1, place[negatives]).astype(np.int32)
    sums = place[rows]
    sums[:, :2].sort(axis=1)
    sums = sums[np.lexsort((sums[:, 1], sums[:, 0]))]
    return ValueRows(
        numerators, exponents, counts, place[options], negatives, sums, place[found.graph.value]
    )


def without_reflections(sums: NDArray[np.int32], negatives: NDArray[np.int32]) -> NDArray[np.int32]:
    """Of two sums (g, h, w), in order of g and h, that are one another's negatives, the first."""
    g, h, w = (negatives[sums[:, i]].astype(np.int64) for i in range(3))
    size = len(negatives)
    own = sums[:, 0].astype(np.int64) * size + sums[:, 1]  # ascends
    other = np.minimum(g, h) * size + np.maximum(g, h)
    place = np.minimum(np.searchsorted(own, other), max(0, len(own) - 1))
    again = (np.minimum(np.minimum(g, h), w) >= 0) & (other < own) & (own[place] == other)
    return np.asarray(sums[~again], dtype=np.int32)
