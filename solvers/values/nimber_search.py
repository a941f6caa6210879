"""Grundy values of node and arc Kayles on one graph, only as many as a question needs.

Whether the value of a part is k is settled without those of most things below it: it is not as
soon as one option has the value k, and in a sum of parts all but one are evaluated, which is only
compared with what they leave (J. Lemoine, S. Viennot, Nimbers are inevitable, Theoretical
Computer Science 462, 2012). Options that leave small parts come first, those that are known before
all (``nimber_search.cpp``).

Connected sets of vertices whose graphs are isomorphic are one state. They are told apart by 64-bit
hashes of graphs, and of sets: a collision could give a wrong value, with a chance of about
n^2 / 2^65 for n of them. The rows of a proof are checked by the rules, where it cannot hide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.bit_sets import bits
from gameproof.solvers.limits import LimitReached, Limits, resident_bytes
from gameproof.solvers.values.placement import form_room
from gameproof.solvers.values.sprague_grundy import TooMany, nim_sum

BUDGET = 1 << 22
"""Vertices looked at between two looks at the limits, some 50 ms."""
FIRST = 1 << 6
"""States for which there is room in the beginning."""
MOST_SEEN = 1 << 22
"""Sets of which it is remembered which states they are."""
MOST_ROWS = 1 << 30
"""Of a table that is made larger."""
NUMBERS = 64
"""Below it, what a value is not is kept, and stands in proofs; larger values are found out."""

_engine = native.engine("nimber_search")
_enter, _search, _explain, _take_over = _engine.functions("enter", "search", "explain", "take_over")
_DONE, _PAUSED, _STATES, _OPTIONS, _MANY = _engine.constants(
    "DONE", "PAUSED", "STATES", "OPTIONS", "MANY"
)
_VALUE, _ALL, _NONE = _engine.constants("VALUE", "ALL", "NONE")
_WORD = 64
_UNKNOWN = -1
_UNBOUNDED = 1 << 62
_KEPT = 5  # tables by state come before the places of states


@dataclass(frozen=True, slots=True)
class KaylesProblem:
    """Vertex v has the ``neighbours[start[v]:start[v + 1]]``, others and each once. A move takes
    an edge with both ends (``arcs``), or a vertex with its neighbours. ``paths`` has the values of
    paths of 0, 1, ... vertices, as many as the graph has."""

    start: NDArray[np.int64]
    neighbours: NDArray[np.int32]
    arcs: bool
    paths: NDArray[np.int64]


class Row(NamedTuple):
    """A line of a proof: a connected set of vertices has a value, or has not some numbers."""

    part: int
    value: int | None
    excluded: tuple[int, ...]


class NimberSearch:
    """Answers about sums of connected sets of vertices of one graph, keeping what it has found
    between questions; :meth:`proof` says what the answers rest on. ``numbers`` and ``budget``:
    see ``NUMBERS`` (at most) and ``BUDGET``."""

    def __init__(
        self,
        problem: KaylesProblem,
        limits: Limits,
        *,
        numbers: int = NUMBERS,
        budget: int = BUDGET,
    ) -> None:
        self.limits = limits
        self._numbers, self._budget = numbers, budget
        n = len(problem.start) - 1
        signs = np.random.default_rng(n).integers(1, 1 << 64, n, dtype=np.uint64)
        self._board = native.arrays(
            arcs=int(problem.arcs),
            kept=numbers,
            start=problem.start,
            near=problem.neighbours,
            path=problem.paths,
            sign=signs,
        )
        slots = 1 << (4 * n + 4).bit_length()
        self._room = native.arrays(
            frame=np.zeros((n + 2, 12), np.int64),
            option=np.zeros(1 << 16, np.int32),
            inside=np.zeros(n + 1, bool),
            stamp=np.zeros(n + 1, np.int64),
            first=np.zeros(n + 1, np.int32),
            second=np.zeros(n + 1, np.int32),
            slot=np.zeros(slots, np.uint64),
            holder=np.zeros(slots, np.int32),
            form=form_room(n, len(problem.neighbours)),
        )
        self._at = _tables(FIRST, max(1, -(-n // _WORD)))
        self._state = _search.numbers(most=_UNBOUNDED, marked=_NONE)
        self._asked: list[tuple[list[int], int | None]] = []

    @property
    def stats(self) -> dict[str, int]:
        """States that were met, and questions about them that were looked into."""
        return {"states": self._state.states, "questions": self._state.asked}

    def everything(self, parts: Iterable[int], most: int) -> list[Row]:
        """The values of some parts and of all that play in them can leave. Raises
        :class:`TooMany` where these are more than ``most`` states, and ``LimitReached``."""
        self._state.most = most
        try:
            for state in self._sum(parts)[1]:
                self._settle(state, _ALL)
        finally:
            self._state.most = _UNBOUNDED
        values = self._at.value[: self._state.states].tolist()
        none = np.uint64(0)
        return [self._row(s, value, none) for s, value in enumerate(values) if value != _UNKNOWN]

    def value(self, parts: Iterable[int]) -> int:
        """The Grundy value of a sum. Raises ``LimitReached``; exponential in general."""
        nim, states = self._sum(parts)
        self._asked.append((states, None))
        return nim ^ self._value(states)

    def equals(self, parts: Iterable[int], k: int) -> bool:
        """Has a sum the value ``k``? Raises ``LimitReached``; exponential in general."""
        nim, states = self._sum(parts)
        self._asked.append((states, k ^ nim))
        if not states:
            return nim == k
        wanted = k ^ nim ^ self._value(states[:-1])
        self._settle(states[-1], wanted if wanted < self._numbers else _VALUE)
        return bool(self._at.value[states[-1]] == wanted)

    def proof(self) -> list[Row]:
        """What the answers so far rest on. Raises ``LimitReached``. The moves of each state that
        it names are looked at once."""
        count = self._state.states
        sizes = self._at.vertices[:count]
        wanted = native.arrays(
            order=np.argsort(-sizes, kind="stable").astype(np.int64),
            valued=np.zeros(count, bool),
            denied=np.zeros(count, np.uint64),
        )
        for states, k in self._asked:
            self._want(states, k, wanted)
        self._state.next = 0
        self._until(lambda: _explain.bind(*self._given, wanted, self._budget))
        named = np.flatnonzero(wanted.valued | (wanted.denied != 0))
        return [
            self._row(s, int(self._at.value[s]) if wanted.valued[s] else None, wanted.denied[s])
            for s in named.tolist()
        ]

    def _want(self, states: Sequence[int], k: int | None, wanted: native.Arrays) -> None:
        """What tells the value of a sum of states, or (k) whether it is k."""
        values = self._at.value[list(states)].tolist()
        denied = None
        if k is not None:
            total = nim_sum(value for value in values if value != _UNKNOWN)
            for state, value in zip(states, values, strict=True):
                number = k ^ total ^ (0 if value == _UNKNOWN else value)
                if number < self._numbers and int(self._at.excluded[state]) >> number & 1:
                    denied = state, number
                    if value == _UNKNOWN:
                        break
        for state in states:
            if denied is None or state != denied[0]:
                wanted.valued[state] = True
            else:
                wanted.denied[state] |= np.uint64(1 << denied[1])

    def _row(self, state: int, value: int | None, denied: np.uint64) -> Row:
        part = int.from_bytes(self._at.set[state].astype("<u8").tobytes(), "little")
        return Row(part, value, tuple(bits(int(denied))) if value is None else ())

    def _value(self, states: Sequence[int]) -> int:
        for state in states:
            self._settle(state, _VALUE)
        return nim_sum(self._at.value[list(states)].tolist())

    def _sum(self, parts: Iterable[int]) -> tuple[int, list[int]]:
        """A sum as a Nim heap and different states, the largest last; equal ones cancel."""
        nim = 0
        odd: dict[int, None] = {}
        for part in sorted(parts, key=int.bit_count):
            state = self._state_of(part)
            if state == _NONE:
                nim ^= self._state.nim
            elif state in odd:
                del odd[state]
            else:
                odd[state] = None
        return nim, list(odd)

    def _state_of(self, part: int) -> int:
        octets = np.frombuffer(part.to_bytes(-(-part.bit_length() // 8), "little"), np.uint8)
        vertices = np.flatnonzero(np.unpackbits(octets, bitorder="little")).astype(np.int32)
        self._until(lambda: _enter.bind(*self._given, vertices))
        return self._state.found

    def _settle(self, state: int, goal: int) -> None:
        self._until(lambda: _search.bind(*self._given, state, goal, self._budget))

    @property
    def _given(self) -> tuple[object, ...]:
        return self._board, self._at, self._room, self._state

    def _until(self, bind: Callable[[], native.Call]) -> None:
        """Call until it is done, with more room where there was too little."""
        try:
            while True:
                code = (call := bind())()
                while code == _PAUSED:
                    self.limits.check()
                    self.limits.progress(f"{self._state.asked} questions about values")
                    code = call()
                if code == _DONE:
                    return
                if code == _MANY:
                    raise TooMany(f"more than {self._state.most} states")
                self._make_room(code)
        finally:  # what is found stays
            self._state.depth = self._state.used = 0

    def _make_room(self, lacking: int) -> None:
        """Twice as much of what is lacking."""
        self.limits.check()
        old, option = self._at, self._room.option
        kept = [option] if lacking == _OPTIONS else old[:_KEPT]
        more = 3 * sum(table.nbytes for table in kept)
        limit = self.limits.memory_limit
        if (limit is not None and resident_bytes() + more > limit) or len(kept[0]) >= MOST_ROWS:
            raise LimitReached("memory")
        try:
            if lacking == _OPTIONS:
                self._room = self._room._replace(option=native.longer(option))
            else:
                self._at = _enlarged(old)
                _take_over(self._at, self._state, old)
        except MemoryError:
            raise LimitReached("memory") from None


def _tables(states: int, words: int) -> native.Arrays:
    """Room for so many states, a power of two, sets taking so many words."""
    return native.arrays(
        set=np.zeros((states, words), np.uint64),
        name=np.zeros(states, np.uint64),
        vertices=np.zeros(states, np.int32),
        value=np.zeros(states, np.int32),
        excluded=np.zeros(states, np.uint64),
        **_places(states),
    )


def _enlarged(old: native.Arrays) -> native.Arrays:
    """Twice the room; what tells where states are is still to be taken over."""
    kept = {name: native.longer(getattr(old, name)) for name in old._fields[:_KEPT]}
    return native.arrays(**kept, **_places(len(kept["name"])))


def _places(states: int) -> dict[str, Any]:
    seen = np.zeros((min(8 * states, MOST_SEEN), 2), np.uint64)
    return {"place": np.zeros(2 * states, np.int32), "seen": (seen,)}
