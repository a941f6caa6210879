# mypy: disable-error-code="untyped-decorator"
"""The search of ``directed_geography`` on packed words, for digraphs.

The same reductions, order of moves and table; a state is the token's vertex and the
alive arcs as 64-bit words. Each call works for a slice and leaves its stack behind.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from gameproof.solvers.search.directed_geography_table_kernel import (
    BUSY,
    CHILDREN,
    DEPTH,
    LOST,
    NODES,
    STAMP,
    WON,
    Stack,
    Table,
    drop,
    hash_of,
    is_alive,
    is_full,
    known,
    store,
)
from gameproof.solvers.search.verdicts_kernel import recall, remember
from gameproof.solvers.word_sets_kernel import count_bits

DONE, MORE, FULL = 0, 1, 2


class Graph(NamedTuple):
    """Arcs by number; ``out_arcs[out_start[v]:out_start[v + 1]]`` leave v, ``in_...``
    enter it. ``deletes``: (arcs, words), what a use deletes. ``single``: just itself?"""

    tail: Any
    head: Any
    out_start: Any
    out_arcs: Any
    in_start: Any
    in_arcs: Any
    deletes: Any
    single: bool


@njit(cache=True)
def reach(graph: Graph, stack: Stack, token: int) -> None:
    """Keep in ``work`` the arcs that the token can reach; count them by tail."""
    stack.state[STAMP] += 1
    stamp = stack.state[STAMP]
    work = stack.work
    stack.seen[token] = stamp
    stack.waiting[0] = token
    top = 1
    kept = np.zeros_like(work)
    while top:
        top -= 1
        x = stack.waiting[top]
        stack.count[x] = 0
        for i in range(graph.out_start[x], graph.out_start[x + 1]):
            arc = graph.out_arcs[i]
            if is_alive(work, arc):
                stack.count[x] += 1
                kept[arc >> 6] |= np.uint64(1) << np.uint64(arc & 63)
                y = graph.head[arc]
                if stack.seen[y] != stamp:
                    stack.seen[y] = stamp
                    stack.waiting[top] = y
                    top += 1
    work[:] = kept


@njit(cache=True)
def finishing(graph: Graph, stack: Stack, x: int, token: int) -> bool:
    """Can a player on ``x`` end the game at once, now and at any later visit?"""
    work = stack.work
    for i in range(graph.out_start[x], graph.out_start[x + 1]):
        arc = graph.out_arcs[i]
        y = graph.head[arc]
        if not is_alive(work, arc) or (y == token and x != token):
            continue
        left = stack.count[y]
        if graph.single:
            if y == x:
                left -= 1
        elif x == token:
            for j in range(graph.out_start[y], graph.out_start[y + 1]):
                back = graph.out_arcs[j]
                if graph.head[back] == x and is_alive(work, back):
                    left -= 1
        if left == 0:
            return True
    return False


@njit(cache=True)
def drop_lost(graph: Graph, stack: Stack, token: int) -> bool:
    """Drop the arcs into vertices where the mover wins on the spot; was there any?"""
    changed = False
    stamp = stack.state[STAMP]
    for x in range(len(stack.seen)):
        if x == token or stack.seen[x] != stamp or not finishing(graph, stack, x, token):
            continue
        for i in range(graph.in_start[x], graph.in_start[x + 1]):
            arc = graph.in_arcs[i]
            if is_alive(stack.work, arc):
                drop(stack.work, arc)
                stack.count[graph.tail[arc]] -= 1
                changed = True
    return changed


@njit(cache=True)
def reduce(graph: Graph, stack: Stack, token: int) -> None:
    """Reduce the state (token, ``work``); see ``DirectedGeography.reduce`` for the result."""
    odd = False
    work, result = stack.work, stack.result
    while True:
        reach(graph, stack, token)
        if stack.count[token] == 0:
            result[2] = odd
            return
        if finishing(graph, stack, token, token):
            result[2] = not odd
            return
        if drop_lost(graph, stack, token):
            continue
        target = -1
        use = -1
        for i in range(graph.out_start[token], graph.out_start[token + 1]):
            arc = graph.out_arcs[i]
            if is_alive(work, arc):
                if target >= 0 and graph.head[arc] != target:
                    result[0] = token
                    result[1] = odd
                    result[2] = -1
                    return
                if target < 0:
                    target = graph.head[arc]
                    use = arc
        for k in range(len(work)):
            work[k] &= ~graph.deletes[use, k]
        token = target
        odd = not odd


@njit(cache=True)
def score(stack: Stack, token: int, flag: int) -> int:
    """Small states with few choices for the opponent (or many for us) come first."""
    arcs = 0
    for k in range(len(stack.work)):
        arcs += count_bits(stack.work[k])
    choices = int(stack.count[token])
    return arcs + (-2 * choices if flag else 2 * choices)


@njit(cache=True)
def open_state(graph: Graph, table: Table, stack: Stack, token: int, alive: Any) -> None:
    """Decide a reduced state by its followers at once, or push it with its children."""
    state = stack.state
    state[NODES] += 1
    first = state[CHILDREN]
    end = first
    low, high = graph.out_start[token], graph.out_start[token + 1]
    for i in range(low, high):
        arc = graph.out_arcs[i]
        if not is_alive(alive, arc):
            continue
        repeated = False
        for j in range(low, i):
            other = graph.out_arcs[j]
            if graph.head[other] == graph.head[arc] and is_alive(alive, other):
                repeated = True
                break
        if repeated:
            continue
        value = value_after(graph, table, stack, arc, alive)
        if value < 0:
            points = score(stack, stack.result[0], stack.result[1])
            at = end
            while at > first and stack.child_score[at - 1] < points:
                stack.child_score[at] = stack.child_score[at - 1]
                stack.child_token[at] = stack.child_token[at - 1]
                stack.child_flip[at] = stack.child_flip[at - 1]
                stack.child_alive[at] = stack.child_alive[at - 1]
                at -= 1
            stack.child_score[at] = points
            stack.child_token[at] = stack.result[0]
            stack.child_flip[at] = stack.result[1]
            stack.child_alive[at] = stack.work
            end += 1
            continue
        if value == 0:
            store(table, stack, token, alive, WON)
            return
    if len(table.shared):
        remember(table.shared, hash_of(token, alive), BUSY)
    depth = state[DEPTH]
    stack.token[depth] = token
    stack.alive[depth] = alive
    stack.first[depth] = first
    stack.end[depth] = end
    state[CHILDREN] = end
    state[DEPTH] += 1


@njit(cache=True)
def value_after(graph: Graph, table: Table, stack: Stack, arc: int, alive: Any) -> int:
    """Does the mover win (1) or lose (0) after the use of the arc, as far as the reductions and
    the table say; else -1."""
    for k in range(len(alive)):
        stack.work[k] = alive[k] & ~graph.deletes[arc, k]
    reduce(graph, stack, graph.head[arc])
    value = int(stack.result[2])
    if value >= 0:
        return value
    found = known(table, stack, stack.result[0], stack.work)
    if not found:
        return -1
    return int((found == WON) != bool(stack.result[1]))


@njit(cache=True)
def known_reply(graph: Graph, table: Table, stack: Stack, token: int, alive: Any) -> int:
    """Where to go so that the opponent loses, with the fewest choices left to him; -1 where a
    move that leaves him fewer is not decided, or none does it. ``alive`` need not be reduced."""
    best = -1
    fewest = len(graph.tail) + 1
    for i in range(graph.out_start[token], graph.out_start[token + 1]):
        arc = graph.out_arcs[i]
        if not is_alive(alive, arc):
            continue
        y = graph.head[arc]
        choices = 0
        for j in range(graph.out_start[y], graph.out_start[y + 1]):
            other = graph.out_arcs[j]
            deleted = graph.deletes[arc, other >> 6] >> np.uint64(other & 63) & np.uint64(1)
            if is_alive(alive, other) and not deleted:
                choices += 1
        if choices < fewest:
            value = value_after(graph, table, stack, arc, alive)
            if value != 1:
                best = y if value == 0 else -1
                fewest = choices
    return best


@njit(cache=True)
def put_off(table: Table, stack: Stack, first: int, last: int) -> None:
    """Where somebody else is at the last child, exchange it for one where nobody is."""
    for c in range(last, first - 1, -1):
        at = hash_of(stack.child_token[c], stack.child_alive[c])
        if recall(table.shared, at) == BUSY:
            continue
        if c < last:
            token, flip = stack.child_token[c], stack.child_flip[c]
            alive = stack.child_alive[c].copy()
            stack.child_token[c] = stack.child_token[last]
            stack.child_flip[c] = stack.child_flip[last]
            stack.child_alive[c] = stack.child_alive[last]
            stack.child_token[last] = token
            stack.child_flip[last] = flip
            stack.child_alive[last] = alive
        return


@njit(cache=True)
def cut(table: Table, stack: Stack) -> None:
    """Give up what is searched below a state that somebody else has decided. O(depth)."""
    state = stack.state
    for d in range(state[DEPTH]):
        if known(table, stack, stack.token[d], stack.alive[d]):
            state[DEPTH] = d
            state[CHILDREN] = stack.first[d]
            return


@njit(cache=True)
def search(graph: Graph, table: Table, stack: Stack, budget: int) -> int:
    """Search on from the stack for about ``budget`` states: DONE, MORE or FULL (table)."""
    state = stack.state
    stop = state[NODES] + budget
    while state[DEPTH] > 0:
        if state[NODES] >= stop:
            return MORE
        if is_full(table, stack):
            return FULL
        d = state[DEPTH] - 1
        verdict = LOST
        waiting = False
        while stack.end[d] > stack.first[d]:
            c = stack.end[d] - 1
            alive = stack.child_alive[c]
            found = known(table, stack, stack.child_token[c], alive)
            if not found:
                waiting = True
                if len(table.shared):
                    put_off(table, stack, stack.first[d], c)
                    alive = stack.child_alive[c]
                open_state(graph, table, stack, stack.child_token[c], alive.copy())
                break
            stack.end[d] = c
            if (found == WON) == bool(stack.child_flip[c]):
                verdict = WON
                break
        if not waiting:
            store(table, stack, stack.token[d], stack.alive[d], verdict)
            state[DEPTH] = d
            state[CHILDREN] = stack.first[d]
    return DONE
