# mypy: disable-error-code="untyped-decorator"
"""Children of the positions of the proof-number search, compiled.

Sequences of threats settle what they can at once; the other children get first estimates of
their numbers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from gameproof.solvers.positional.pairs_kernel import find_pairs
from gameproof.solvers.positional.proof_table_kernel import meta_of, probe, reduced, store
from gameproof.solvers.positional.threat_kernel import (
    NONE,
    ONE,
    completing_through,
    open_to_defender,
    own_moves,
    replays,
    scan,
    several,
    shortest_threats,
)
from gameproof.solvers.word_sets_kernel import lowest

INFINITE = 1 << 30
ATTACKER, DEFENDER = 1, 0
QUIET = 6  # how much farther a win is where no sequence is in sight
ENOUGH = 2  # answers left that make a child good enough to look no further for now
SPENT = 5  # a threat of the attacker forces the answer but spends itself
UNLIMITED = 127
PAIRING = 40  # steps of the search for pairs that stop the attacker


class Stack(NamedTuple):
    """The path of the search; a row a node, with its children in the later arrays.
    ``node`` rows: turn, r, pn limit, dn limit, number of children, chosen child, work, is the
    list of children cut short?
    ``killers[m]``: the attacker's move that last refuted the defender's move m."""

    a: NDArray[np.uint64]
    d: NDArray[np.uint64]
    node: NDArray[np.int64]
    child_a: NDArray[np.uint64]
    child_d: NDArray[np.uint64]
    child_pn: NDArray[np.int64]
    child_dn: NDArray[np.int64]
    lines: NDArray[np.int64]
    lengths: NDArray[np.int64]
    state: NDArray[np.int64]
    killers: NDArray[np.int64]


@njit(cache=True)
def fewer(r: Any) -> Any:
    """The attacker's moves after one of them."""
    return r if r == UNLIMITED else r - 1


@njit(cache=True)
def add_child(stack: Any, k: Any, n: Any, out: Any) -> Any:
    """Append the position in ``out`` to the children of row k unless it is among them."""
    for i in range(n):
        if stack.child_a[k, i] == out[0] and stack.child_d[k, i] == out[1]:
            return n
    stack.child_a[k, n] = out[0]
    stack.child_d[k, n] = out[1]
    return n + 1


@njit(cache=True)
def last_answer(stack: Any, k: Any) -> Any:
    """The bit of the defender's move that led to row k; not 0 only where nothing was turned."""
    if k == 0:
        return NONE
    new = stack.d[k] & ~stack.a[k] & ~stack.d[k - 1]
    return NONE if several(new) else new


@njit(cache=True)
def refuted(
    rules: Any, stack: Any, a: Any, d: Any, r: Any, moves: Any, null: Any, budget: Any, most: Any
) -> Any:
    """Which of the defender's ``moves`` lose to a sequence of threats, and how hard are the rest?

    With ``null`` the attacker must have such a sequence if the defender passed, or nothing
    is refuted: most moves do not touch that sequence and lose to it unchanged. Leaves in
    ``stack.state[m]`` the number of the sequence that refutes the move m, -1 when none was
    found, -3 when moreover m forces the attacker's next move, -2 for no move;
    ``stack.state[64]`` is the number of sequences.

    Returns 0 when all are refuted, else an estimate of the proof number: after a forcing
    move and its reply the defender has all his other answers again.
    """
    state = stack.state
    state[:] = -2
    known = 0
    hope = not null
    if null and r > 1:
        found = shortest_threats(rules, a, d, r, stack.lines[0], budget)
        if found > 0:
            stack.lengths[0] = found
            known = 1
            hope = True
    left = 0
    forcing = 0
    while moves != NONE:
        bit = moves & (~moves + ONE)
        moves ^= bit
        cell = lowest(bit)
        state[cell] = -1
        if hope:
            for s in range(known):
                if replays(rules, a, d | bit, r, stack.lines[s], stack.lengths[s]):
                    state[cell] = s
                    break
            if state[cell] < 0:
                found = shortest_threats(rules, a, d | bit, r, stack.lines[known], budget)
                if found > 0:
                    stack.lengths[known] = found
                    state[cell] = known
                    known += 1
        if state[cell] < 0:
            if completing_through(d | bit, a, rules.B, rules.bp, rules.bi, cell) != NONE:
                forcing += 1
                state[cell] = -3
            else:
                left += 1
            if left + forcing > most and known > 0:
                break
    state[64] = known
    return left + forcing * (1 + left)


@njit(cache=True)
def by_potential(rules: Any, a: Any, d: Any, r: Any, moves: Any, order: Any) -> Any:
    """The attacker's ``moves`` into ``order``, those with the most potential first."""
    worth = np.zeros(64, np.int64)
    out = np.empty(2, np.uint64)
    n = 0
    while moves != NONE:
        bit = moves & (~moves + ONE)
        moves ^= bit
        score = 2 * scan(a | bit, d, rules.A, r, out) - scan(d, a | bit, rules.B, r, out)
        i = n
        while i > 0 and worth[i - 1] < score:
            worth[i] = worth[i - 1]
            order[i] = order[i - 1]
            i -= 1
        worth[i] = score
        order[i] = lowest(bit)
        n += 1
    return n


@njit(cache=True)
def expand_attacker(
    rules: Any, mirror: Any, table: Any, stack: Any, k: Any, board: Any, budget: Any, whole: Any
) -> Any:
    """Children of an attacker's node, or ``-1`` proved, ``-2`` disproved.

    Unless ``whole``, the first child that leaves the defender at most ``ENOUGH`` answers ends
    the list; ``stack.node[k, 7]`` says whether it was cut short so.
    """
    a, d, r = stack.a[k], stack.d[k], stack.node[k, 1]
    after = fewer(r)
    rules.stats[1] += 1
    stack.node[k, 7] = 0
    out = np.empty(2, np.uint64)
    potential = scan(a, d, rules.A, r, out)
    win, live_a = out[0], out[1]
    if win != NONE:
        return -1
    if r <= 1 or potential < np.int64(1) << 47:
        return -2
    scan(d, a, rules.B, r, out)
    must, live_d = out[0], out[1]
    if several(must):
        return -2
    if find_pairs(a, d, rules.A, rules.pairs, PAIRING) > 0:
        return -2
    if shortest_threats(rules, a, d, r, stack.lines[0], budget) > 0:
        return -1
    moves = (live_a | live_d) & ~(a | d)
    if must != NONE:
        moves = must
    moves = own_moves(moves, rules.barred)
    # A further stone of the attacker never helps the defender: if he has no sequence of
    # threats now, he has none after any move.
    menaced = shortest_threats(mirror, d, a, UNLIMITED, stack.lines[0], budget) > 0
    order = np.empty(64, np.int64)
    count = by_potential(rules, a, d, after, moves, order)
    last = last_answer(stack, k)
    if last != NONE:
        killer = stack.killers[lowest(last)]
        for i in range(count):
            if order[i] == killer:
                for j in range(i, 0, -1):
                    order[j] = order[j - 1]
                order[0] = killer
    n = 0
    most = 64
    for i in range(count):
        bit = ONE << np.uint64(order[i])
        a2 = a | bit
        potential = scan(a2, d, rules.A, after, out)
        win, live_a = out[0], out[1]
        if potential < np.int64(1) << 48:
            continue
        theirs = scan(d, a2, rules.B, after, out)
        if out[0] != NONE:
            continue
        if several(win):
            return -1
        live_d = out[1]
        reduced(a2, d, live_a, live_d, board, rules.images, out)
        before = n
        n = add_child(stack, k, n, out)
        if n == before:
            continue
        meta = meta_of(DEFENDER, after)
        place = probe(table, out[0], out[1], meta)
        if place >= 0:
            left = table.pn[place]
            if left == 0:
                return -1
        elif menaced and shortest_threats(mirror, d, a2, UNLIMITED, stack.lines[0], budget) > 0:
            n = before
            continue
        else:
            answers = win
            if win == NONE:
                answers = open_to_defender((live_a | live_d) & ~(a2 | d), rules.barred)
            left = refuted(rules, stack, a2, d, after, answers, win == NONE, budget, most)
            if left == 0:
                store(table, out[0], out[1], meta, 0, INFINITE, 1)
                if last != NONE:
                    stack.killers[lowest(last)] = order[i]
                return -1
            if stack.state[64] == 0 and win == NONE:
                # No threat of a sequence: far from a win, nearer with the better potential.
                left = max(left, QUIET * left + 16 - 2 * (potential >> 44) + (theirs >> 44))
            if win != NONE and must == NONE:
                left += SPENT
            else:
                most = min(most, left + 3)
            store(table, out[0], out[1], meta, left, 1, 0)
        if left <= ENOUGH and not whole and i < count - 1:
            stack.node[k, 7] = 1
            break
    return n if n else -2


@njit(cache=True)
def expand_defender(
    rules: Any, mirror: Any, table: Any, stack: Any, k: Any, board: Any, budget: Any
) -> Any:
    """Children of a defender's node, or ``-1`` proved, ``-2`` disproved."""
    a, d, r = stack.a[k], stack.d[k], stack.node[k, 1]
    rules.stats[2] += 1
    stack.state[:] = -2
    stack.state[64] = 0
    out = np.empty(2, np.uint64)
    potential = scan(a, d, rules.A, r, out)
    win, live_a = out[0], out[1]
    if r <= 0 or potential < np.int64(1) << 48:
        return -2
    scan(d, a, rules.B, r, out)
    if out[0] != NONE:
        return -2
    if several(win):
        return -1
    if shortest_threats(mirror, d, a, UNLIMITED, stack.lines[0], budget) > 0:
        return -2
    moves = win
    if win == NONE:
        moves = open_to_defender((live_a | out[1]) & ~(a | d), rules.barred)
    if refuted(rules, stack, a, d, r, moves, win == NONE, budget, 64) == 0:
        return -1
    n = 0
    plain = 1
    for kind in (-1, -3):
        rest = moves
        while rest != NONE:
            bit = rest & (~rest + ONE)
            rest ^= bit
            if stack.state[lowest(bit)] != kind:
                continue
            d2 = d | bit
            potential = scan(a, d2, rules.A, r, out)
            live_a = out[1]
            if potential < np.int64(1) << 47:
                return -2
            scan(d2, a, rules.B, r, out)
            if several(out[0]):
                return -2
            reduced(a, d2, live_a, out[1], board, rules.images, out)
            before = n
            n = add_child(stack, k, n, out)
            if n > before:
                stack.child_pn[k, before] = 1 if kind == -1 else plain
                stack.child_dn[k, before] = 1
                place = probe(table, out[0], out[1], meta_of(ATTACKER, r))
                if place >= 0 and table.dn[place] == 0:
                    return -2
        plain = n + 1
    return n
