"""Kernels of the proof-number search: threat sequences, null moves, df-pn.

A position is two 64-bit words ``a`` (the attacker's cells) and ``d`` (the defender's).
A *dead* cell, one that lies in no live set of its owner (or, when free, of anybody),
is kept in both words: it blocks every set through it and nobody plays there. ``r`` is
the number of moves the attacker still has.
"""

# mypy: disable-error-code="untyped-decorator"

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

ONE = np.uint64(1)
NONE = np.uint64(0)
INFINITE = 1 << 30
MOST_THREATS = 33
FOUND_NOTHING, OUT_OF_BUDGET, CUT_OFF = -1, -2, -3
ATTACKER, DEFENDER = 1, 0
PROBES = 8
SOLVED = 1 << 20
COMPLETE = 100
MOST_TURNED = 8
SMALL_GROUP = 16
QUIET = 6  # how much farther a win is where no sequence is in sight
ENOUGH = 2  # answers left that make a child good enough to look no further for now
SPENT = 5  # a threat of the attacker forces the answer but spends itself
PATIENCE = 8  # proof number from which all the other children are wanted
UNLIMITED = 127


class Rules(NamedTuple):
    """The attacker's sets as masks ``A`` and by cell (``ap``, ``ai``), the defender's ``B``;
    ``images[g, c]`` is the bit of the cell to which automorphism g (0 the identity) takes
    cell c; then a table of positions without a threat sequence, room for the path of the
    search for one; ``stats`` counts threat
    nodes, expansions of the attacker's and of the defender's nodes, and table misses."""

    A: NDArray[np.uint64]
    ap: NDArray[np.int64]
    ai: NDArray[np.int64]
    B: NDArray[np.uint64]
    bp: NDArray[np.int64]
    bi: NDArray[np.int64]
    images: NDArray[np.uint64]
    fail_a: NDArray[np.uint64]
    fail_d: NDArray[np.uint64]
    fail_moves: NDArray[np.int64]
    path: NDArray[np.uint64]
    stats: NDArray[np.int64]


class Table(NamedTuple):
    """Proof and disproof numbers by position; ``work`` 0 marks a free place."""

    a: NDArray[np.uint64]
    d: NDArray[np.uint64]
    meta: NDArray[np.int64]
    work: NDArray[np.int64]
    pn: NDArray[np.int64]
    dn: NDArray[np.int64]


class Stack(NamedTuple):
    """The path of the search; a row a node, with its children in the later arrays.
    ``node`` rows: turn, r, pn limit, dn limit, number of children, chosen child, work, cut
    short?
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
def lowest(word: Any) -> Any:
    """The number of the lowest bit of a word that is not 0."""
    n = 0
    if word & np.uint64(0xFFFFFFFF) == NONE:
        n += 32
        word >>= np.uint64(32)
    if word & np.uint64(0xFFFF) == NONE:
        n += 16
        word >>= np.uint64(16)
    if word & np.uint64(0xFF) == NONE:
        n += 8
        word >>= np.uint64(8)
    if word & np.uint64(0xF) == NONE:
        n += 4
        word >>= np.uint64(4)
    if word & np.uint64(3) == NONE:
        n += 2
        word >>= np.uint64(2)
    if word & ONE == NONE:
        n += 1
    return n


@njit(cache=True)
def several(word: Any) -> Any:
    """Does the word have two bits or more?"""
    return word & (word - ONE) != NONE


@njit(cache=True)
def count_bits(word: Any) -> Any:
    """The number of bits of a word."""
    n = 0
    while word != NONE:
        word &= word - ONE
        n += 1
    return n


@njit(cache=True)
def mixed(a: Any, d: Any) -> Any:
    """A hash of a position."""
    h = a * np.uint64(0x9E3779B97F4A7C15) + (d ^ (d >> np.uint64(32))) * np.uint64(
        0xC2B2AE3D27D4EB4F
    )
    # Every bit must reach the low ones, or positions that differ on high cells collide.
    h = (h ^ (h >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    h = (h ^ (h >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return h ^ (h >> np.uint64(31))


@njit(cache=True)
def completing(own: Any, other: Any, masks: Any) -> Any:
    """The cells that complete a set for the owner of ``own``."""
    cells = NONE
    for i in range(masks.shape[0]):
        if masks[i] & other == NONE:
            rest = masks[i] & ~own
            if rest & (rest - ONE) == NONE:
                cells |= rest
    return cells


@njit(cache=True)
def completing_through(own: Any, other: Any, masks: Any, ptr: Any, idx: Any, cell: Any) -> Any:
    """As :func:`completing`, for the sets through one cell."""
    cells = NONE
    for j in range(ptr[cell], ptr[cell + 1]):
        mask = masks[idx[j]]
        if mask & other == NONE:
            rest = mask & ~own
            if rest & (rest - ONE) == NONE:
                cells |= rest
    return cells


@njit(cache=True)
def scan(own: Any, other: Any, masks: Any, moves: Any, out: Any) -> Any:
    """One pass over a family: ``out[0]`` completing cells, ``out[1]`` the cells of the live
    sets (no stone of the other, at most ``moves`` cells to take); returns the potential,
    the sum of 2^(48 - free cells) over the live sets, rounded up."""
    win = NONE
    live = NONE
    potential = np.int64(0)
    for i in range(masks.shape[0]):
        mask = masks[i]
        if mask & other == NONE:
            rest = mask & ~own
            free = count_bits(rest)
            if free <= moves:
                live |= mask
                if free <= 1:
                    win |= rest
                potential += np.int64(1) << np.int64(48 - free if free < 48 else 0)
    out[0] = win
    out[1] = live
    return potential


@njit(cache=True)
def threats(rules: Any, a: Any, d: Any, must: Any, line: Any, most: Any, budget: Any) -> Any:
    """Depth-first search for a sequence of threats that wins, the attacker to move.

    He completes nothing at once and ``must`` take that cell if there is one. Fills ``line``
    with his moves and returns their number; the last one leaves him two ways to complete a
    set. Otherwise ``FOUND_NOTHING``, ``CUT_OFF`` (none with at most ``most`` moves) or
    ``OUT_OF_BUDGET``.
    """
    A, B, path = rules.A, rules.B, rules.path
    ap, ai, bp, bi = rules.ap, rules.ai, rules.bp, rules.bi
    fail_a, fail_d, fail_moves = rules.fail_a, rules.fail_d, rules.fail_moves
    places = np.uint64(fail_a.shape[0] - 1)
    k = 0
    path[0, 0] = a
    path[0, 1] = d
    fresh = True
    seen = 0
    while k >= 0:
        a = path[k, 0]
        d = path[k, 1]
        place = mixed(a, d) & places
        if fresh:
            fresh = False
            path[k, 3] = NONE
            seen += 1
            if seen > budget:
                rules.stats[0] += seen
                return OUT_OF_BUDGET
            failed = fail_moves[place]
            if failed >= most - k and fail_a[place] == a and fail_d[place] == d:
                if failed < COMPLETE:
                    path[max(k - 1, 0), 3] = ONE
                k -= 1
                continue
            cells = NONE
            twice = NONE
            for i in range(A.shape[0]):
                if A[i] & d == NONE:
                    rest = A[i] & ~a
                    more = rest & (rest - ONE)
                    if more != NONE and more & (more - ONE) == NONE:
                        twice |= cells & rest
                        cells |= rest
            if must != NONE:
                cells &= must
                twice &= must
            while twice != NONE:
                bit = twice & (~twice + ONE)
                twice ^= bit
                cell = lowest(bit)
                if several(completing_through(a | bit, d, A, ap, ai, cell)):
                    line[k] = cell
                    rules.stats[0] += seen
                    return k + 1
            if k >= most - 1:
                if cells != NONE:
                    path[k, 3] = ONE
                cells = NONE
            path[k, 2] = cells
        cells = path[k, 2]
        if cells == NONE:
            fail_a[place] = a
            fail_d[place] = d
            if path[k, 3] != NONE:
                fail_moves[place] = most - k
                path[max(k - 1, 0), 3] = ONE
            else:
                fail_moves[place] = COMPLETE
            k -= 1
            continue
        bit = cells & (~cells + ONE)
        path[k, 2] = cells ^ bit
        cell = lowest(bit)
        a |= bit
        answer = completing_through(a, d, A, ap, ai, cell)
        if answer == NONE:
            continue
        line[k] = cell
        if several(answer):
            rules.stats[0] += seen
            return k + 1
        d |= answer
        must = completing_through(d, a, B, bp, bi, lowest(answer))
        if several(must):
            continue
        k += 1
        path[k, 0] = a
        path[k, 1] = d
        fresh = True
    rules.stats[0] += seen
    return CUT_OFF if path[0, 3] != NONE else FOUND_NOTHING


@njit(cache=True)
def shortest_threats(rules: Any, a: Any, d: Any, r: Any, line: Any, budget: Any) -> Any:
    """:func:`threats` with growing length, so that short sequences (which leave the
    defender few useful answers) come first; at most ``r`` moves with the completing one."""
    now = completing(a, d, rules.A)
    if now != NONE:
        line[0] = lowest(now)
        return 1
    must = completing(d, a, rules.B)
    if several(must):
        return FOUND_NOTHING
    most = min(r - 1, MOST_THREATS)
    length = 1
    while True:
        length = max(1, min(length * 2, most))
        found = threats(rules, a, d, must, line, length, budget)
        if found != CUT_OFF or length >= most:
            return found


@njit(cache=True)
def replays(rules: Any, a: Any, d: Any, r: Any, line: Any, length: Any) -> Any:
    """Does this sequence of threats win from here, the attacker to move?"""
    if completing(a, d, rules.A) != NONE:
        return r >= 1
    if r < length + 1:
        return False
    must = completing(d, a, rules.B)
    for i in range(length):
        bit = ONE << np.uint64(line[i])
        if (a | d) & bit != NONE or several(must) or (must != NONE and must != bit):
            return False
        a |= bit
        answer = completing_through(a, d, rules.A, rules.ap, rules.ai, line[i])
        if answer == NONE:
            return False
        if several(answer):
            return True
        d |= answer
        must = completing_through(d, a, rules.B, rules.bp, rules.bi, lowest(answer))
    return False


@njit(cache=True)
def canonical(a: Any, d: Any, images: Any, out: Any) -> Any:
    """The least image of a position under the group; returns the permutation's number.

    With more than ``MOST_TURNED`` live stones the position itself: symmetric ones are rare
    then, and moves keep their meaning from node to node.
    """
    best = 0
    least_a = a
    least_d = d
    if images.shape[0] > SMALL_GROUP and count_bits(a ^ d) > MOST_TURNED:
        out[0] = a
        out[1] = d
        return 0
    for g in range(1, images.shape[0]):
        x = NONE
        word = a
        while word != NONE:
            x |= images[g, lowest(word)]
            word &= word - ONE
        if x > least_a:
            continue
        y = NONE
        word = d
        while word != NONE:
            y |= images[g, lowest(word)]
            word &= word - ONE
        if x < least_a or y < least_d:
            best = g
            least_a = x
            least_d = y
    out[0] = least_a
    out[1] = least_d
    return best


@njit(cache=True)
def probe(table: Any, a: Any, d: Any, meta: Any) -> Any:
    """The place of a position in the table, or -1."""
    places = np.uint64(table.a.shape[0] - 1)
    start = mixed(a, d) + np.uint64(meta)
    for i in range(PROBES):
        place = np.int64((start + np.uint64(i)) & places)
        if table.a[place] == a and table.d[place] == d and table.meta[place] == meta:
            return place if table.work[place] else np.int64(-1)
    return np.int64(-1)


@njit(cache=True)
def store(table: Any, a: Any, d: Any, meta: Any, pn: Any, dn: Any, work: Any) -> Any:
    """Keep (pn, dn); of the places for it the one with the least work behind it is used.

    Solved positions stay as long as anything: what proved them may not be found so soon again.
    """
    place = probe(table, a, d, meta)
    if place < 0:
        places = np.uint64(table.a.shape[0] - 1)
        start = mixed(a, d) + np.uint64(meta)
        place = np.int64(start & places)
        for i in range(PROBES):
            other = np.int64((start + np.uint64(i)) & places)
            if table.work[other] < table.work[place]:
                place = other
    table.a[place] = a
    table.d[place] = d
    table.meta[place] = meta
    table.pn[place] = pn
    table.dn[place] = dn
    table.work[place] = work + 1 + (SOLVED if pn == 0 or dn == 0 else 0)


@njit(cache=True)
def meta_of(turn: Any, r: Any) -> Any:
    """What a table entry keeps beside the two words."""
    return 2 * r + turn


@njit(cache=True)
def fewer(r: Any) -> Any:
    """The attacker's moves after one of them."""
    return r if r == UNLIMITED else r - 1


@njit(cache=True)
def reduced(a: Any, d: Any, live_a: Any, live_d: Any, board: Any, images: Any, out: Any) -> Any:
    """The position with its dead cells in both words, in canonical form, in ``out``."""
    dead = board & ~((a & ~d & live_a) | (d & ~a & live_d) | (~(a | d) & (live_a | live_d)))
    return canonical(a | dead, d | dead, images, out)


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
    if shortest_threats(rules, a, d, r, stack.lines[0], budget) > 0:
        return -1
    moves = (live_a | live_d) & ~(a | d)
    if must != NONE:
        moves = must
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
            answers = win if win != NONE else (live_a | live_d) & ~(a2 | d)
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
    moves = win if win != NONE else (live_a | out[1]) & ~(a | d)
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


@njit(cache=True)
def search(
    rules: Any,
    mirror: Any,
    table: Any,
    stack: Any,
    control: Any,
    board: Any,
    budget: Any,
    work: Any,
) -> Any:
    """df-pn from row 0 of the stack (Nagai 2002; thresholds 1 + 1/4, Pawlewicz, Lew 2007).

    ``mirror`` is ``rules`` with the players exchanged.

    ``control``: the current row (-1 when finished), whether it is new, pn, dn and work of
    the last finished node. Returns after ``work`` expansions; call again to go on.
    """
    k, fresh = control[0], control[1]
    pn, dn = control[2], control[3]
    until = rules.stats[1] + rules.stats[2] + work
    node = stack.node
    while k >= 0:
        turn, r = node[k, 0], node[k, 1]
        child_meta = meta_of(1 - turn, fewer(r) if turn == ATTACKER else r)
        if fresh:
            if rules.stats[1] + rules.stats[2] >= until:
                break
            node[k, 6] = 1
            if turn == ATTACKER:
                n = expand_attacker(rules, mirror, table, stack, k, board, budget, fresh == 2)
            else:
                n = expand_defender(rules, mirror, table, stack, k, board, budget)
            node[k, 4] = n
            if turn == ATTACKER:
                for i in range(n):
                    stack.child_pn[k, i] = 1
                    stack.child_dn[k, i] = 1
        n = node[k, 4]
        if n < 0:
            pn, dn = (0, INFINITE) if n == -1 else (INFINITE, 0)
        else:
            best, second, total, chosen = INFINITE + 1, INFINITE, 0, 0
            for i in range(n):
                place = probe(table, stack.child_a[k, i], stack.child_d[k, i], child_meta)
                if place >= 0:
                    stack.child_pn[k, i] = table.pn[place]
                    stack.child_dn[k, i] = table.dn[place]
                elif not fresh:
                    rules.stats[3] += 1
                x, y = stack.child_pn[k, i], stack.child_dn[k, i]
                if turn == DEFENDER:
                    x, y = y, x
                total = min(INFINITE, total + y)
                if x < best:
                    second = min(best, INFINITE)
                    best = x
                    chosen = i
                elif x < second:
                    second = x
            if best == 0:
                total = INFINITE
            pn, dn = (best, total) if turn == ATTACKER else (total, best)
            if turn == ATTACKER and node[k, 7] and (best > PATIENCE or total == 0):
                fresh = 2
                continue
        fresh = 0
        if pn >= node[k, 2] or dn >= node[k, 3] or pn == 0 or dn == 0:
            store(table, stack.a[k], stack.d[k], meta_of(turn, r), pn, dn, node[k, 6])
            if turn == ATTACKER and pn == 0 and n > 0:
                last = last_answer(stack, k)
                move = stack.child_a[k, chosen] & ~stack.child_d[k, chosen] & ~stack.a[k]
                if last != NONE and move != NONE:
                    stack.killers[lowest(last)] = lowest(move)
            k -= 1
            if k >= 0:
                stack.child_pn[k, node[k, 5]] = pn
                stack.child_dn[k, node[k, 5]] = dn
                node[k, 6] += node[k + 1, 6]
            continue
        node[k, 5] = chosen
        stack.a[k + 1] = stack.child_a[k, chosen]
        stack.d[k + 1] = stack.child_d[k, chosen]
        node[k + 1, 0] = 1 - turn
        node[k + 1, 1] = fewer(r) if turn == ATTACKER else r
        if turn == ATTACKER:
            node[k + 1, 2] = min(node[k, 2], second + 1 + second // 4)
            node[k + 1, 3] = min(INFINITE, node[k, 3] - dn + stack.child_dn[k, chosen])
        else:
            node[k + 1, 2] = min(INFINITE, node[k, 2] - pn + stack.child_pn[k, chosen])
            node[k + 1, 3] = min(node[k, 3], second + 1 + second // 4)
        k += 1
        fresh = 1
    control[0] = k
    control[1] = fresh
    control[2] = pn
    control[3] = dn
    return k < 0
