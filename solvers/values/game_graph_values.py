"""Values of all nodes of a game graph whose options are sums of other nodes.

A :class:`GameGraph` is the explicit form in which an engine hands over a finite
last-player-wins game: nodes, and for each node the options of both players, every
option an integer plus a sum of nodes or of their negatives. :func:`evaluate` computes
the canonical form of one node, by ``short_games.cpp``, whose numbers have 32 binary places;
where finer or larger ones come up, by the store in Python, whose numbers are exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.values.short_games import Store

Total = tuple[int, list[int]]
"""An integer plus a sum of references ``2 * node + s``, s = 1 for the node's negative."""

_STEPS_PER_SLICE = 400_000


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

    def options(self, v: int) -> tuple[list[Total], list[Total]]:
        """Left's and Right's options of ``v`` as (integer, references)."""
        at = int(self.pointer[v])
        stream = self.stream
        left, right = int(stream[at]), int(stream[at + 1])
        at += 2
        rows: list[Total] = []
        for _ in range(left + right):
            whole, k = int(stream[at]), int(stream[at + 1])
            rows.append((whole, [int(x) for x in stream[at + 2 : at + 2 + k]]))
            at += 2 + k
        return rows[:left], rows[left:]


@dataclass(slots=True)
class Evaluation:
    """The value asked for, in ``store``, and what it cost."""

    store: Store
    value: int
    stats: dict[str, Any]


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


class TooFine(Exception):
    """A number is finer or larger than the engine's."""


def evaluate(graph: GameGraph, total: Total, limits: Limits) -> Evaluation:
    """The canonical form of an integer plus a sum of references ``2 * node + s``.

    All nodes in ``graph.order`` are evaluated on the way. Raises ``LimitReached``.
    The cost depends on the values, which may be exponentially large in the graph.
    """
    try:
        return NodeValues(graph, total, limits).evaluation()
    except TooFine:
        return evaluate_exactly(graph, total, limits)[0]


def evaluate_exactly(
    graph: GameGraph, total: Total, limits: Limits
) -> tuple[Evaluation, dict[int, int]]:
    """As :func:`evaluate`, with numbers of any size, and the values of all nodes."""
    store = Store()
    value: dict[int, int] = {}

    def value_of(terms: Total) -> int:
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
    stats = {"positions": len(graph.order), "games": len(store)}
    return Evaluation(store, value_of(total), stats), value


# -- the engine --------------------------------------------------------------------------

_engine = native.engine("short_games")
_begin, _evaluate, _total = _engine.functions("begin", "evaluate", "total")
_refill_less, _refill_sums = _engine.functions("refill_less", "refill_sums")
_refill_games = _engine.function("refill_games")
_OUT_OF_STEPS, _TOO_FINE, _FULL_ARENA = _engine.constants("OUT_OF_STEPS", "TOO_FINE", "FULL_ARENA")
_FULL_LESS, _FULL_SUMS, _FULL_STACK = _engine.constants("FULL_LESS", "FULL_SUMS", "FULL_STACK")
PLACES = _engine.constant("PLACES")
"""Binary places of the engine's numbers."""

_GAME = native.record(
    np.int64, "left_stop right_stop options left right negative is_number compared"
)
_SUM = native.record(np.uint64, "pair sum")
_NAMED = native.record(np.int64, "number next")


def empty_store(times: int = 1) -> native.Arrays:
    """A store (``short_games.h``) without a game, its arrays so many times as long as small ones;
    a power of two."""
    return native.arrays(
        game=np.zeros(times << 10, _GAME),
        arena=np.zeros(times << 13, np.int32),
        less=np.zeros(times << 13, np.uint64),
        sum=np.zeros(times << 11, _SUM),
        known=np.zeros(times << 11, np.int32),
        number=np.zeros(times << 9, _NAMED),
        stack=np.zeros(times << 13, np.int32),
    )


class Games:
    """The engine's games: arrays that grow as they are filled."""

    def __init__(self) -> None:
        self.state = _begin.numbers()
        self.store = empty_store()
        self._budget = _STEPS_PER_SLICE
        _begin(self.state, self.store)

    @property
    def game(self) -> NDArray[Any]:
        """What is known of each game."""
        game: NDArray[Any] = self.store.game[: self.state.games]
        return game

    def bytes(self) -> int:
        """Bytes held by all arrays."""
        return sum(array.nbytes for array in self.store)

    def go_on(self, work: Callable[[], int], limits: Limits) -> int:
        """One slice of ``work``; then what ran out is enlarged. Raises ``LimitReached``, and
        :class:`TooFine`."""
        state = self.state
        state.steps = state.reason = state.top = 0
        state.budget = self._budget
        before = state.games, state.less, state.sums
        found = work()
        if state.reason == _TOO_FINE:
            raise TooFine
        if state.reason == _OUT_OF_STEPS:
            # What it found is kept in the tables; one canonical form may need more than a slice.
            stuck = before == (state.games, state.less, state.sums)
            self._budget = 2 * self._budget if stuck else _STEPS_PER_SLICE
        elif state.reason:
            self._grow(state.reason, limits)
        return found

    def _grow(self, reason: int, limits: Limits) -> None:
        if limits.memory_limit is not None and self.bytes() > limits.memory_limit:
            raise LimitReached("memory")
        old = self.store
        try:
            if reason == _FULL_ARENA:
                self.store = old._replace(arena=native.longer(old.arena))
            elif reason == _FULL_STACK:
                self.store = old._replace(stack=native.longer(old.stack))
            elif reason == _FULL_LESS:
                self.store = old._replace(less=np.zeros(2 * len(old.less), np.uint64))
                _refill_less(old.less, self.store.less)
            elif reason == _FULL_SUMS:
                self.store = old._replace(sum=np.zeros(2 * len(old.sum), _SUM))
                _refill_sums(old.sum, self.store.sum)
            else:
                numbers = len(old.number) * (2 if 4 * self.state.named > len(old.number) else 1)
                self.store = old._replace(
                    game=native.longer(old.game),
                    known=np.zeros(2 * len(old.known), np.int32),
                    number=np.zeros(numbers, _NAMED),
                )
                _refill_games(self.state, self.store)
        except MemoryError:
            raise LimitReached("memory") from None

    def load(self, game: int, into: Store) -> int:
        """A game as one of a store in Python. O(size of its canonical form)."""
        listed: dict[int, tuple[list[int], list[int]]] = {}
        known: dict[int, int] = {}
        waiting = {game}
        while waiting:  # all games that as many moves lead to, and no fewer
            found: set[int] = set()
            numbers = sorted(waiting)
            for g, row in zip(numbers, self.game[numbers].tolist(), strict=True):
                stop, _, base, left, right, _, is_number, _ = row
                if is_number:
                    known[g] = into.number_game(Fraction(stop, 1 << PLACES))
                    continue
                options: list[int] = self.store.arena[base : base + left + right].tolist()
                listed[g] = options[:left], options[left:]
                found.update(options)
            waiting = {g for g in found if g not in listed and g not in known}
        for g in sorted(listed):  # options come before what they are options of
            lefts, rights = listed[g]
            known[g] = into.canonical_game([known[x] for x in lefts], [known[x] for x in rights])
        return known[game]


class NodeValues:
    """The games of all nodes of a graph, and that of a position, by the engine. Raises
    ``LimitReached``, and :class:`TooFine`."""

    def __init__(self, graph: GameGraph, total: Total, limits: Limits) -> None:
        self.games = games = Games()
        value = np.full(len(graph.pointer), -1, dtype=np.int32)
        self.graph = nodes = native.arrays(
            pointer=graph.pointer, stream=graph.stream, order=graph.order, value=value
        )
        self.whole, self.references = total[0], np.array(total[1], dtype=np.int32)
        place, count = 0, len(graph.order)

        def go_on() -> int:
            return _evaluate(games.state, games.store, nodes, place)

        def add_up() -> int:
            return _total(games.state, games.store, nodes, self.whole, self.references)

        while place < count:
            limits.check()
            limits.progress(f"{place} of {count} positions have their value")
            place = games.go_on(go_on, limits)
        while (result := games.go_on(add_up, limits)) < 0:
            limits.check()
        self.result = result

    def evaluation(self) -> Evaluation:
        """The position's value in a store of its own. O(size of its canonical form)."""
        state, store = self.games.state, Store()
        stats = {
            "positions": len(self.graph.order),
            "games": state.games,
            "comparisons": state.less,
            "sums": state.sums,
            "bytes": self.games.bytes(),
        }
        return Evaluation(store, self.games.load(self.result, store), stats)
