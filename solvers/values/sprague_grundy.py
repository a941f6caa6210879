"""Grundy values: of any game given by its options, and of acyclic digraphs.

``g(x) = mex {g(y) : y an option of x}``, and a sum has the XOR of the values of
its parts (R. Sprague 1935; P. M. Grundy 1939). :func:`search` follows options,
:func:`dag_values` peels a digraph from its sinks.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import Limits

State = TypeVar("State", bound=Hashable)
V = TypeVar("V")

SLICE = 1 << 21  # arcs between two looks at the clock
_peel = native.engine("sprague_grundy").function("peel")


class CycleFound(Exception):
    """The play can return to a state, so Grundy values do not apply."""


class TooMany(Exception):
    """There are more states than were to be evaluated."""


def mex(values: Iterable[int]) -> int:
    """The least non-negative integer not among ``values``. O(number of values)."""
    present = set(values)
    least = 0
    while least in present:
        least += 1
    return least


def nim_sum(values: Iterable[int]) -> int:
    """The XOR of ``values``."""
    total = 0
    for value in values:
        total ^= value
    return total


def search(
    starts: Iterable[State],
    options: Callable[[State], Iterable[tuple[State, ...]]],
    limits: Limits,
    most: int | None = None,
) -> dict[State, int]:
    """Grundy values of ``starts`` and of every state below them; see :func:`evaluate`."""

    def value(moves: list[list[int]]) -> int:
        return mex(map(nim_sum, moves))

    return evaluate(starts, options, value, limits, most)


def evaluate(
    starts: Iterable[State],
    options: Callable[[State], Iterable[tuple[State, ...]]],
    value: Callable[[list[list[V]]], V],
    limits: Limits,
    most: int | None = None,
) -> dict[State, V]:
    """Values of ``starts`` and of every state below them.

    ``options(state)`` gives the moves, each as the tuple of states whose sum it
    leads to, and ``value(moves)`` the value of a state from those of the states that each of
    its moves leaves. Raises :class:`CycleFound` when a state can come back, :class:`TooMany` when
    there are more than ``most`` states, and ``LimitReached``. Time and memory grow with the
    states and moves seen.
    """
    values: dict[State, V] = {}
    open_states: dict[State, list[tuple[State, ...]]] = {}
    for start in starts:
        stack = [start]
        while stack:
            state = stack[-1]
            if state in values:
                stack.pop()
                continue
            if state not in open_states:
                limits.check()
                if most is not None and len(values) + len(open_states) >= most:
                    raise TooMany(f"more than {most} states")
                moves = open_states[state] = list(options(state))
                waiting = [part for move in moves for part in move if part not in values]
                if any(part in open_states for part in waiting):
                    raise CycleFound(f"the play can return to {state}")
                stack.extend(waiting)
                if waiting:
                    continue
            moves = open_states.pop(state)
            values[state] = value([[values[part] for part in move] for move in moves])
            stack.pop()
    return values


@dataclass(frozen=True)
class DagValues:
    """``grundy`` and ``number`` hold, for each vertex from which no cycle can be
    reached, its Grundy value and a topological number (arcs lead to larger
    numbers, n for the first sink); -1 elsewhere. ``cycle`` is a directed cycle if
    there is one."""

    grundy: NDArray[np.int32]
    number: NDArray[np.int32]
    cycle: tuple[int, ...] | None


def dag_values(indptr: NDArray[np.int64], heads: NDArray[np.int32], limits: Limits) -> DagValues:
    """Grundy values of a digraph in compressed rows, sinks first. O(n + m).

    Vertex v has the arcs to ``heads[indptr[v]:indptr[v + 1]]``. Raises
    ``LimitReached``. The numbering is the one of Kahn (1962) from the sinks.
    """
    n = len(indptr) - 1
    degree = np.diff(indptr)
    tails = np.repeat(np.arange(n, dtype=np.int32), degree)
    back_order = np.argsort(heads, kind="stable")
    back = np.ascontiguousarray(tails[back_order])
    back_ptr = np.zeros(n + 1, dtype=np.int64)
    np.cumsum(np.bincount(heads, minlength=n), out=back_ptr[1:])
    grundy = np.full(n, -1, dtype=np.int32)
    number = np.full(n, -1, dtype=np.int32)
    sinks = np.flatnonzero(degree == 0)
    queue = np.empty(n, dtype=np.int32)
    queue[: len(sinks)] = sinks
    seen = np.zeros(int(degree.max(initial=0)) + 2, dtype=np.int32)
    peel = _peel.bind(
        native.arrays(
            start=np.ascontiguousarray(indptr, dtype=np.int64),
            head=np.ascontiguousarray(heads, dtype=np.int32),
            back_start=back_ptr,
            back=back,
        ),
        native.arrays(
            waiting=degree.astype(np.int64), queue=queue, grundy=grundy, number=number, seen=seen
        ),
        _peel.numbers(next=0, end=len(sinks)),
        SLICE,
    )
    while peel():
        limits.check()
    return DagValues(grundy, number, _cycle(indptr, heads, number))


def _cycle(
    indptr: NDArray[np.int64], heads: NDArray[np.int32], number: NDArray[np.int32]
) -> tuple[int, ...] | None:
    """A directed cycle through vertices without a number: each has such a successor."""
    unnumbered = np.flatnonzero(number < 0)
    if len(unnumbered) == 0:
        return None
    v = int(unnumbered[0])
    place: dict[int, int] = {}
    walk: list[int] = []
    while v not in place:
        place[v] = len(walk)
        walk.append(v)
        v = next(int(w) for w in heads[indptr[v] : indptr[v + 1]] if number[w] < 0)
    return tuple(walk[place[v] :])
