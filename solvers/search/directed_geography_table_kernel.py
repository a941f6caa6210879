# mypy: disable-error-code="untyped-decorator"
"""The stack and the table of ``directed_geography_kernel``."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from gameproof.solvers.search.verdicts_kernel import recall, remember

DEPTH, CHILDREN, NODES, FILLED, STAMP = 0, 1, 2, 3, 4
LOST, WON = 1, 2
BUSY = 3
"""In the shared table: somebody has begun with the state."""


class Stack(NamedTuple):
    """Open states with the range of their children not yet decided, and scratch space.

    ``state``: the counters DEPTH, CHILDREN, NODES, FILLED, STAMP. ``count`` and ``seen``:
    alive out-degrees of the vertices that ``reach`` found last. ``result``: token, flag
    and verdict (-1: none) of the last reduction, whose arcs are in ``work``.
    """

    token: Any
    alive: Any
    first: Any
    end: Any
    child_token: Any
    child_flip: Any
    child_score: Any
    child_alive: Any
    count: Any
    seen: Any
    waiting: Any
    work: Any
    result: Any
    state: Any


class Table(NamedTuple):
    """Open addressing; ``value`` is 0 for an empty place, else LOST or WON. ``shared`` are
    verdicts by hash that other processes write as well, none where there are no others."""

    token: Any
    alive: Any
    value: Any
    shared: Any


@njit(cache=True)
def is_alive(alive: Any, arc: int) -> bool:
    """Is the arc's bit set?"""
    return bool(alive[arc >> 6] >> np.uint64(arc & 63) & np.uint64(1))


@njit(cache=True)
def drop(alive: Any, arc: int) -> None:
    """Clear the arc's bit."""
    alive[arc >> 6] &= ~(np.uint64(1) << np.uint64(arc & 63))


@njit(cache=True)
def hash_of(token: int, alive: Any) -> Any:
    """64 bits of the state."""
    mixed = np.uint64(token) * np.uint64(0x9E3779B97F4A7C15)
    for k in range(len(alive)):
        mixed ^= alive[k]
        mixed *= np.uint64(0xBF58476D1CE4E5B9)
        mixed ^= mixed >> np.uint64(29)
    return mixed


@njit(cache=True)
def place_of(table: Table, token: int, alive: Any) -> Any:
    """Where the state stands in the table, or the empty place where it belongs."""
    mixed = hash_of(token, alive)
    mask = len(table.value) - 1
    at = np.int64(mixed & np.uint64(mask))  # int() would leave it unsigned, and sums floats
    while table.value[at]:
        if table.token[at] == token:
            same = True
            for k in range(len(alive)):
                if table.alive[at, k] != alive[k]:
                    same = False
                    break
            if same:
                break
        at = (at + 1) & mask
    return at


@njit(cache=True)
def store(table: Table, stack: Stack, token: int, alive: Any, value: Any) -> None:
    """Enter a decided state."""
    at = place_of(table, token, alive)
    if not table.value[at]:
        stack.state[FILLED] += 1
        table.token[at] = token
        for k in range(len(alive)):
            table.alive[at, k] = alive[k]
        table.value[at] = value
        if len(table.shared):
            remember(table.shared, hash_of(token, alive), value)


@njit(cache=True)
def is_full(table: Table, stack: Stack) -> bool:
    """Is it time for a larger table?"""
    return bool(10 * stack.state[FILLED] > 6 * len(table.value))


@njit(cache=True)
def known(table: Table, stack: Stack, token: int, alive: Any) -> Any:
    """LOST or WON where the table has the state, or another process has found it; else 0."""
    value = np.int64(table.value[place_of(table, token, alive)])
    if not value and len(table.shared):
        value = np.int64(recall(table.shared, hash_of(token, alive)))
        if value == BUSY:
            value = np.int64(0)
        if value and not is_full(table, stack):
            store(table, stack, token, alive, value)
    return value


@njit(cache=True)
def refill(old: Table, new: Table) -> None:
    """Move all entries to a larger table."""
    for i in range(len(old.value)):
        if old.value[i]:
            at = place_of(new, old.token[i], old.alive[i])
            new.token[at] = old.token[i]
            new.value[at] = old.value[i]
            for k in range(old.alive.shape[1]):
                new.alive[at, k] = old.alive[i, k]
