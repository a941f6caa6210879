"""Values of all nodes of a game graph whose options are sums of other nodes.

A :class:`GameGraph` is the explicit form in which an engine hands over a finite
last-player-wins game: nodes, and for each node the options of both players, every
option an integer plus a sum of nodes or of their negatives. :func:`evaluate` computes
the canonical form of one node, compiled when the graph is large, plainly otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.jit import kernels
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.values.short_games import Store

#: Graphs with at most this many terms in their options are evaluated without compiling.
PLAIN_TERMS = 20_000
_STEPS_PER_SLICE = 400_000
_NODES_PER_SLICE = 250


@dataclass(frozen=True, slots=True)
class GameGraph:
    """Nodes 0..n-1 with options as a stream of integers.

    ``stream[pointer[v]:]`` holds the number of Left's and of Right's options of v, then
    for every option (Left's first) an integer summand, the number k of further summands
    and k references ``2 * node + s``, s = 1 for the node's negative. ``order`` lists the
    nodes so that every node comes after those it refers to.
    """

    pointer: NDArray[np.int64]
    stream: NDArray[np.int32]
    order: NDArray[np.int32]

    def options(self, v: int) -> tuple[list[tuple[int, list[int]]], list[tuple[int, list[int]]]]:
        """Left's and Right's options of ``v`` as (integer, references)."""
        at = int(self.pointer[v])
        stream = self.stream
        left, right = int(stream[at]), int(stream[at + 1])
        at += 2
        rows: list[tuple[int, list[int]]] = []
        for _ in range(left + right):
            whole, k = int(stream[at]), int(stream[at + 1])
            rows.append((whole, [int(x) for x in stream[at + 2 : at + 2 + k]]))
            at += 2 + k
        return rows[:left], rows[left:]


@dataclass(slots=True)
class Evaluation:
    """The value asked for, in ``store``, what it cost, and where the plain way was taken
    the values of all nodes."""

    store: Store
    value: int
    stats: dict[str, Any]
    nodes: dict[int, int] = field(default_factory=dict)


def evaluate(
    graph: GameGraph,
    total: tuple[int, list[int]],
    limits: Limits,
    *,
    compiled: bool | None = None,
) -> Evaluation:
    """The canonical form of an integer plus a sum of references ``2 * node + s``.

    All nodes in ``graph.order`` are evaluated on the way.

    ``compiled`` forces (True) or forbids (False) the kernels. Raises ``LimitReached``.
    The cost depends on the values, which may be exponentially large in the graph.
    """
    if compiled is None:
        compiled = len(graph.stream) > PLAIN_TERMS
    if compiled:
        found = _evaluate_compiled(graph, total, limits)
        if found is not None:
            return found
    return _evaluate_plain(graph, total, limits)


def _evaluate_plain(graph: GameGraph, total: tuple[int, list[int]], limits: Limits) -> Evaluation:
    store = Store()
    value: dict[int, int] = {}

    def value_of(terms: tuple[int, list[int]]) -> int:
        whole, references = terms
        result = 0
        for reference in references:
            g = value[reference >> 1]
            result = store.add(result, store.negative(g) if reference & 1 else g)
        return store.add(result, store.number_game(whole)) if whole else result

    for place, v in enumerate(graph.order.tolist()):
        if place % 16 == 0:
            limits.check()
            limits.progress(f"{place} of {len(graph.order)} positions have their value")
        left, right = graph.options(v)
        value[v] = store.game([value_of(o) for o in left], [value_of(o) for o in right])
    stats = {"positions": len(graph.order), "games": len(store), "engine": "plain"}
    return Evaluation(store, value_of(total), stats, value)


def _evaluate_compiled(
    graph: GameGraph, total: tuple[int, list[int]], limits: Limits
) -> Evaluation | None:
    """As above through the kernels; ``None`` when a value is not representable there."""
    found = compiled_values(graph, total, limits)
    return None if found is None else found.evaluation(len(graph.order))


@dataclass(frozen=True, slots=True)
class CompiledValues:
    """The kernel's games, the game of each node and that of the position asked about."""

    arrays: Arrays
    value: NDArray[np.int32]
    result: int

    def evaluation(self, positions: int) -> Evaluation:
        """The position's value in a store of its own. O(size of its canonical form)."""
        from gameproof.solvers.values import short_game_store_kernel as layout

        meta = self.arrays.meta
        store = Store()
        stats = {
            "positions": positions,
            "games": int(meta[layout.GAMES]),
            "comparisons": int(meta[layout.LESS]),
            "sums": int(meta[layout.SUMS]),
            "bytes": self.arrays.bytes(),
            "engine": "compiled",
        }
        return Evaluation(store, load_canonical(self.arrays.state, store, self.result), stats)


def compiled_values(
    graph: GameGraph, total: tuple[int, list[int]], limits: Limits
) -> CompiledValues | None:
    """The values of all nodes by the kernels; ``None`` when one is not representable there.
    Raises ``LimitReached``."""
    kernel = kernels("values.canonical_form_kernel")
    from gameproof.solvers.values import short_game_store_kernel as layout

    arrays = Arrays(kernel)
    value = np.full(len(graph.pointer), -1, dtype=np.int32)
    whole, references = total
    sum_of = np.array(references, dtype=np.int32)
    place, result = 0, -1

    def more(state: tuple[NDArray[Any], ...]) -> bool:
        nonlocal place, result
        before = place
        if place < len(graph.order):
            end = min(len(graph.order), place + _NODES_PER_SLICE)
            order = graph.order[:end]
            place = int(kernel.evaluate(state, order, place, graph.pointer, graph.stream, value))
        else:
            result = int(kernel.total(state, whole, sum_of, value))
        return place > before

    while result < 0:
        limits.check()
        limits.progress(f"{place} of {len(graph.order)} positions have their value")
        arrays.go_on(more, limits)
        if arrays.meta[layout.REASON] == layout.UNREPRESENTABLE:
            return None
    return CompiledValues(arrays, value, result)


class Arrays:
    """The kernel's state and its growth."""

    def __init__(self, kernel: ModuleType) -> None:
        self.kernel = kernel
        self.budget = _STEPS_PER_SLICE
        games = 1 << 12
        self.state: tuple[NDArray[Any], ...] = (
            np.zeros(16, dtype=np.int64),
            np.zeros(games, dtype=np.int64),
            np.zeros((games, 2), dtype=np.int32),
            np.zeros(1 << 15, dtype=np.int32),
            np.zeros((games, 2), dtype=np.int64),
            np.zeros(games, dtype=np.uint8),
            np.full(games, -1, dtype=np.int32),
            np.zeros(1 << 16, dtype=np.uint64),
            np.zeros(1 << 13, dtype=np.uint64),
            np.zeros(1 << 13, dtype=np.int32),
            np.full(2 * games, -1, dtype=np.int32),
            np.zeros(1 << 12, dtype=np.int64),
            np.full(1 << 12, -1, dtype=np.int32),
            np.zeros(1 << 16, dtype=np.int32),
            np.zeros((games, 2), dtype=np.int64),
        )
        if int(kernel.number_game(self.state, 0)) != 0:
            raise RuntimeError("the zero game must be game 0")

    @property
    def meta(self) -> NDArray[np.int64]:
        """Counters and the reason of the last stop (places are named in the kernel)."""
        meta: NDArray[np.int64] = self.state[0]
        return meta

    def go_on(self, work: Callable[[tuple[NDArray[Any], ...]], bool], limits: Limits) -> bool:
        """One slice of ``work``, which says whether it got on; enlarges what ran out. Raises
        ``LimitReached``."""
        from gameproof.solvers.values import short_game_store_kernel as layout

        meta = self.meta
        meta[layout.STEPS] = meta[layout.REASON] = meta[layout.STACK] = 0
        meta[layout.BUDGET] = self.budget
        got_on = work(self.state)
        reason = int(meta[layout.REASON])
        if reason == layout.OUT_OF_STEPS:
            # One node may need more than a slice; what it found is kept in the tables.
            stuck = not got_on and self.budget < 8 * _STEPS_PER_SLICE
            self.budget = 2 * self.budget if stuck else self.budget
        elif reason and reason != layout.UNREPRESENTABLE:
            self.grow(reason, limits)
        return got_on

    def bytes(self) -> int:
        """Bytes held by all arrays."""
        return sum(array.nbytes for array in self.state)

    def grow(self, reason: int, limits: Limits) -> None:
        """Double what ran out. Raises ``LimitReached("memory")`` before it would not fit."""
        from gameproof.solvers.values import short_game_store_kernel as layout

        kernel = self.kernel
        if limits.memory_limit is not None and self.bytes() > limits.memory_limit:
            raise LimitReached("memory")
        new = list(self.state)

        def longer(place: int) -> None:
            old = self.state[place]
            new[place] = np.zeros((2 * len(old), *old.shape[1:]), dtype=old.dtype)
            new[place][: len(old)] = old

        if reason == layout.FULL_ARENA:
            longer(layout.POOL)
        elif reason == layout.FULL_STACK:
            longer(layout.SCRATCH)
        elif reason == layout.FULL_LESS:
            old = self.state[layout.LESS_TABLE]
            new[layout.LESS_TABLE] = np.zeros(2 * len(old), dtype=np.uint64)
            kernel.rehash_less(old, new[layout.LESS_TABLE])
        elif reason == layout.FULL_SUMS:
            keys, values = self.state[layout.SUM_KEYS], self.state[layout.SUM_VALUES]
            new[layout.SUM_KEYS] = np.zeros(2 * len(keys), dtype=np.uint64)
            new[layout.SUM_VALUES] = np.zeros(2 * len(keys), dtype=np.int32)
            kernel.rehash_sums(keys, values, new[layout.SUM_KEYS], new[layout.SUM_VALUES])
        else:
            games = int(self.meta[layout.GAMES])
            for place in (layout.WHERE, layout.COUNT, layout.STOPS, layout.FLAGS, layout.STAMPS):
                longer(place)
            longer(layout.NEGATIVE)
            new[layout.NEGATIVE][games:] = -1
            table = np.full(2 * len(self.state[layout.INTERN]), -1, dtype=np.int32)
            kernel.rehash_games(
                new[layout.COUNT], new[layout.WHERE], new[layout.POOL], games, table
            )
            new[layout.INTERN] = table
            keys, values = self.state[layout.NUMBER_KEYS], self.state[layout.NUMBER_VALUES]
            if 4 * int(self.meta[layout.NUMBERS]) > len(keys):
                new[layout.NUMBER_KEYS] = np.zeros(2 * len(keys), dtype=np.int64)
                new[layout.NUMBER_VALUES] = np.full(2 * len(keys), -1, dtype=np.int32)
                kernel.rehash_numbers(
                    keys, values, new[layout.NUMBER_KEYS], new[layout.NUMBER_VALUES]
                )
        self.state = tuple(new)


def load_canonical(state: tuple[NDArray[Any], ...], store: Store, game: int) -> int:
    """The game of a kernel state as a game of ``store``. O(size of its canonical form)."""
    from fractions import Fraction

    from gameproof.solvers.values import short_game_store_kernel as layout

    where, count, pool = state[layout.WHERE], state[layout.COUNT], state[layout.POOL]
    stops, flags = state[layout.STOPS], state[layout.FLAGS]
    listed: dict[int, tuple[list[int], list[int]]] = {}
    known: dict[int, int] = {}
    waiting = {game}
    while waiting:  # all games that as many moves lead to, and no fewer
        games = np.array(sorted(waiting), dtype=np.int64)
        rows = zip(
            games.tolist(),
            flags[games].tolist(),
            stops[games, 0].tolist(),
            where[games].tolist(),
            count[games].tolist(),
            strict=True,
        )
        found: set[int] = set()
        for g, is_number, stop, base, (nl, nr) in rows:
            if is_number:
                known[g] = store.number_game(Fraction(stop, layout.ONE))
                continue
            options: list[int] = pool[base : base + nl + nr].tolist()
            listed[g] = options[:nl], options[nl:]
            found.update(options)
        waiting = {g for g in found if g not in listed and g not in known}
    for g in sorted(listed):  # options come before what they are options of
        left, right = listed[g]
        known[g] = store.canonical_game([known[x] for x in left], [known[x] for x in right])
    return known[game]
