# mypy: disable-error-code="untyped-decorator"
"""Bounds of components by switches and numbers in compiled code; the theory is in
``reservation_search``. A component is two bit sets of vertices, those where Left and those
where Right may move; it is worked out once, from the components that its moves leave.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.sums.reservation_form_kernel import (
    M3,
    NONE,
    ONE,
    U64,
    ZERO,
    canonical,
    mix,
    split,
)
from gameproof.solvers.word_sets_kernel import count_bits, inner, lowest

UNIT = 1024  # bounds are kept in units of 1/1024; one unit bounds any infinitesimal
FAR = 1 << 28
#: Rows of ``slot``: the parts of a component after a move, of a node, of its child.
PARTS, NODE, CHILD = np.int64(0), np.int64(1), np.int64(2)

SETTINGS = (
    "own",  # 1 when a piece closes its neighbours to its own side (Col), else 0 (Snort)
    "size",  # components up to this size are worked out
    "stored",  # components in the store
    "nodes",
    "ply",  # where the search goes on: ply * 2 + (is the node to be entered?)
    "worked",  # components worked out
    "move",  # 1 when a winning first move is wanted, not just the verdict
    "width",  # every 2^width open moves beside the hardest add one to the effort to refute
    "grain",  # what a bound lacks, in 2^-grain units, is the first estimate of an effort
    "favour",  # efforts to win by a move after which something cancels count 2^-favour
    "steps",  # about so many so far: a few nanoseconds each
    "stop",  # at so many steps the slice is over, also amid a node
)


class Parts(NamedTuple):
    """The components known, and what working one out needs: ``W`` words, ``n`` vertices;
    sizes as in ``reservation_search``."""

    adj: NDArray[np.uint64]  # (n, W) neighbours
    setting: NDArray[np.int64]  # see ``SETTINGS``
    raw: NDArray[np.uint64]  # (cells, 2) hash of the two sets of a component -> slot * 2 + sign
    key: NDArray[np.uint64]  # (slots, 2) hash of the component's canonical form
    bound: NDArray[np.int32]  # (slots, 7) a, b, x: at least a | b and x; a, b, y: at most; and
    # 1 when the lower bound is a number, 2 the upper, 4 equal to its negative
    whole: NDArray[np.uint64]  # (levels, 2, W) components being worked out ...
    todo: NDArray[np.int64]  # (levels, 10) side, next vertex, sign, equal to its negative, bounds
    hashes: NDArray[np.uint64]  # (levels, 3) key and hash of the sets
    after: NDArray[np.uint64]  # (5, W) a position after a move; scratch of ``split``
    part: NDArray[np.uint64]  # (3, n + 1, 2, W) components: rows as in ``slot``
    place: NDArray[np.int32]  # (3, n + 1) scratch of the canonical form
    nbr: NDArray[np.int32]
    colour: NDArray[np.uint64]  # (4, n)
    sums: NDArray[np.int64]  # (4, n + 3) bounds a, b, x being summed, marks
    slot: NDArray[np.int64]  # (4, n + 3) components of sums, as slot * 2 + sign; see ``PARTS``


@inner
def _simplest(a: Any, b: Any) -> Any:
    """The simplest number strictly between a + 1 < b (in units)."""
    if a < 0 < b:
        return 0
    if b <= 0:
        return -_simplest_positive(-b, -a)
    return _simplest_positive(a, b)


@inner
def _simplest_positive(a: Any, b: Any) -> Any:
    step = UNIT
    while step:
        x = (a // step + 1) * step
        if x < b:
            return x
        step >>= 1
    return a


@inner
def _line(sums: Any, k: Any, first: Any) -> Any:
    """What Left is sure of when he answers threats at the marked places and otherwise plays
    the hottest switch left: (as ``guarantee``) for one marking."""
    a, b, x, marked = sums[0], sums[1], sums[2], sums[3]
    turn = first
    total, played, sure, gain = 0, 0, 0, -FAR
    other = 0  # the switches with Right first, for a first move at a marked place
    for i in range(k):
        if marked[i]:
            sure += x[i]
            gain = max(gain, a[i] - x[i])
        else:
            total += a[i] if turn else b[i]
            other += b[i] if turn else a[i]
            turn = not turn
            played += 1
    if not first:
        return sure + total - (played & 1)
    best = sure + total - (1 - (played & 1))
    if gain > -FAR:
        best = max(best, sure + gain + other - (played & 1))
    return best


@inner
def guarantee(sums: Any, k: Any, first: Any) -> Any:
    """The largest x found such that Left, moving first (second), wins the sum minus x.

    The k parts are in ``sums``: each at least the switch a | b, and at least the number
    x when Left answers there. Marks choose which of the two bounds is used.
    """
    a, b, x, marked = sums[0], sums[1], sums[2], sums[3]
    for i in range(k):
        p, q, r = a[i], b[i], x[i]
        j = i
        while j > 0 and a[j - 1] - b[j - 1] < p - q:
            a[j], b[j], x[j] = a[j - 1], b[j - 1], x[j - 1]
            j -= 1
        a[j], b[j], x[j] = p, q, r
        marked[i] = 0
    best = _line(sums, k, first)
    for i in range(k):
        if x[i] > b[i]:
            marked[i] = 1
            now = _line(sums, k, first)
            if now > best:
                best = now
            else:
                marked[i] = 0
    return best


@inner
def collect(
    bound: Any, slots: Any, sums: Any, level: Any, count: Any, negative: Any, stars: Any
) -> Any:
    """Put the lower bounds of a sum (of its negative) into ``sums``: returns the number
    of those that are no numbers, and the sum of those that are."""
    a, b, z = sums[0], sums[1], sums[2]
    k, total = 0, 0
    for i in range(count):
        ref = slots[level, i]
        slot, sign = ref >> 1, (ref & 1) ^ negative
        if sign:
            x, y = -bound[slot, 4], -bound[slot, 3]
            sure = -bound[slot, 5]
        else:
            x, y = bound[slot, 0], bound[slot, 1]
            sure = bound[slot, 2]
        if (bound[slot, 6] >> sign) & 1:
            total += sure
        else:
            a[k], b[k], z[k] = x, y, sure
            k += 1
    if stars & 1:
        a[k], b[k], z[k] = 0, 0, -1
        k += 1
    return k, total


@inner
def add(bound: Any, slots: Any, level: Any, count: Any, ref: Any) -> Any:
    """Put a component into the sum; with its negative there, both disappear."""
    wanted = ref if bound[ref >> 1, 6] & 4 else ref ^ 1
    for j in range(count):
        if slots[level, j] == wanted:
            slots[level, j] = slots[level, count - 1]
            return count - 1
    slots[level, count] = ref
    return count + 1


@inner
def _rough(adj: Any, own: Any, left: Any, right: Any) -> Any:
    """A lower switch a | b of any component, from counting moves alone."""
    theirs, best = 0, -FAR
    for w in range(left.shape[0]):
        theirs += count_bits(right[w])
        rest = left[w]
        while rest:
            v = w * 64 + lowest(rest)
            rest &= rest - ONE
            gone = 1 if (right[w] >> U64(v & 63)) & ONE else 0
            for u in range(0 if own else left.shape[0]):
                gone += count_bits(adj[v, u] & right[u])
            best = max(best, gone)
    return (best - theirs) * UNIT, (1 - theirs) * UNIT


@inner
def _find(st: Any, left: Any, right: Any) -> Any:
    """``slot * 2 + sign`` of a component, or -1 when the store lacks it; then its key, sign
    and self-negativity, with the hash of its sets."""
    raw = M3
    for w in range(left.shape[0]):
        raw = mix(raw * M3 + left[w])
        raw = mix(raw * M3 + right[w])
    cell = np.int64(raw & U64(st.raw.shape[0] - 1))
    if st.raw[cell, 0] == raw:
        return np.int64(st.raw[cell, 1]), ZERO, ZERO, 0, 0, raw
    first, second, sign, same = canonical(st, left, right)
    slot = _slot(st.key, first, second)
    if st.key[slot, 0] == ZERO:
        return np.int64(-1), first, second, sign, same, raw
    st.raw[cell, 0], st.raw[cell, 1] = raw, U64(slot * 2 + sign)
    return slot * 2 + sign, first, second, sign, same, raw


@inner
def _slot(keys: Any, first: Any, second: Any) -> Any:
    """Where the key is in the store, or the empty place for it."""
    mask = keys.shape[0] - 1
    slot = np.int64(first & U64(mask))
    while keys[slot, 0] != ZERO and (keys[slot, 0] != first or keys[slot, 1] != second):
        slot = (slot + 1) & mask
    return slot


@inner
def _settle(a: Any, b: Any, x: Any) -> Any:
    """Lower bounds made consistent: whether they come to a number, then a, b and x.

    With a < b the game is at least the simplest number between (when the grid is too
    coarse for it, a); else x may not pass a, without which a spare move would beat it.
    """
    if a < b:
        x = _simplest(a, b) if b - a > 1 else a
        return 1, x, x, x
    x = max(min(x, a), b - 1)
    return (1 if x == a else 0), a, b, x


@inner
def _store(st: Any, level: Any) -> Any:
    """Put the component worked out at this level into the store; ``slot * 2 + sign``."""
    low_a, low_b, low_x = st.todo[level, 4], st.todo[level, 5], st.todo[level, 6]
    high_a, high_b, high_x = st.todo[level, 7], st.todo[level, 8], st.todo[level, 9]
    first, second, raw = st.hashes[level, 0], st.hashes[level, 1], st.hashes[level, 2]
    sign, same = st.todo[level, 2], st.todo[level, 3]
    low_number, low_a, low_b, low_x = _settle(low_a, low_b, low_x)
    high_number, high_b, high_a, high_x = _settle(-high_b, -high_a, -high_x)
    high_a, high_b, high_x = -high_a, -high_b, -high_x
    if sign:
        low_number, high_number = high_number, low_number
        low_a, low_b, high_a, high_b = -high_b, -high_a, -low_b, -low_a
        low_x, high_x = -high_x, -low_x
    slot = _slot(st.key, first, second)
    if st.key[slot, 0] == ZERO:
        st.setting[2] += 1
    st.key[slot, 0] = first
    st.key[slot, 1] = second
    st.bound[slot, 0], st.bound[slot, 1], st.bound[slot, 2] = low_a, low_b, low_x
    st.bound[slot, 3], st.bound[slot, 4], st.bound[slot, 5] = high_a, high_b, high_x
    st.bound[slot, 6] = low_number + 2 * high_number + 4 * same
    cell = np.int64(raw & U64(st.raw.shape[0] - 1))
    st.raw[cell, 0], st.raw[cell, 1] = raw, U64(slot * 2 + sign)
    return slot * 2 + sign


@inner
def _open(st: Any, level: Any, left: Any, right: Any, facts: Any) -> Any:
    """Begin to work out a component the store lacks; True when rough bounds must do."""
    _, first, second, sign, same, raw = facts
    words = left.shape[0]
    size = 0
    for w in range(words):
        st.whole[level, 0, w] = left[w]
        st.whole[level, 1, w] = right[w]
        size += count_bits(left[w] | right[w])
    st.hashes[level, 0], st.hashes[level, 1], st.hashes[level, 2] = first, second, raw
    st.todo[level, 0], st.todo[level, 1] = 0, 0  # side, next vertex
    st.todo[level, 2], st.todo[level, 3] = sign, same
    if size > st.setting[1] or st.setting[2] * 10 > st.key.shape[0] * 9:
        x, y = _rough(st.adj, st.setting[0], left, right)
        st.todo[level, 4], st.todo[level, 5], st.todo[level, 6] = x, y, y - 1
        x, y = _rough(st.adj, st.setting[0], right, left)
        st.todo[level, 7], st.todo[level, 8], st.todo[level, 9] = -y, -x, 1 - y
        return True
    st.setting[5] += 1
    st.todo[level, 4], st.todo[level, 5], st.todo[level, 6] = -FAR, FAR, FAR
    st.todo[level, 7], st.todo[level, 8], st.todo[level, 9] = -FAR, FAR, -FAR
    return False


@inner
def next_vertex(words: Any, v: Any) -> Any:
    """The first vertex from ``v`` on in a set, or -1."""
    w = v >> 6
    if w >= words.shape[0]:
        return -1
    rest = words[w] & (~ZERO << U64(v & 63))
    while True:
        if rest:
            return w * 64 + lowest(rest)
        w += 1
        if w >= words.shape[0]:
            return -1
        rest = words[w]


@inner
def play(adj: Any, own: Any, v: Any, mine: Any, yours: Any) -> None:
    """Take the move on ``v`` by the owner of ``mine``, in place."""
    for w in range(mine.shape[0]):
        if own:
            mine[w] &= ~adj[v, w]
        else:
            yours[w] &= ~adj[v, w]
    bit = ~(ONE << U64(v & 63))
    mine[v >> 6] &= bit
    yours[v >> 6] &= bit


@inner
def component(st: Any, left: Any, right: Any) -> Any:
    """The component's place in the store as ``slot * 2 + sign``, with its bounds computed.

    Lower switch a | b: some Left option is at least a, all Right options at least b, so
    the component is at least {a | b}; upper switch likewise. Components of at most
    ``setting[1]`` vertices are worked out from the bounds of their parts (depth first, a
    level for each component being worked out); for larger ones moves are counted.
    """
    adj, own, after, part = st.adj, st.setting[0], st.after, st.part[PARTS]
    facts = _find(st, left, right)
    if facts[0] >= 0:
        return facts[0]
    level = NONE
    if _open(st, level, left, right, facts):
        return _store(st, level)
    while True:
        side = st.todo[level, 0]
        v = next_vertex(st.whole[level, side], st.todo[level, 1])
        if v < 0:
            if side == 0:
                st.todo[level, 0], st.todo[level, 1] = 1, 0
                continue
            ref = _store(st, level)
            if level == 0:
                return ref
            level -= 1
            continue
        st.setting[10] += 64
        for w in range(left.shape[0]):
            after[0, w] = st.whole[level, 0, w]
            after[1, w] = st.whole[level, 1, w]
        play(adj, own, v, after[side], after[1 - side])
        parts, spare, stars = split(adj, own, after[0], after[1], part, after)
        count = NONE
        missing = False
        for i in range(parts):
            facts = _find(st, part[i, 0], part[i, 1])
            ref = facts[0]
            if ref < 0:
                if _open(st, level + 1, part[i, 0], part[i, 1], facts):
                    ref = _store(st, level + 1)
                else:
                    missing = True
                    break
            count = add(st.bound, st.slot, PARTS, count, ref)
        if missing:  # the same move again when the part is known
            level += 1
            continue
        st.todo[level, 1] = v + 1
        found = st.todo[level]
        for negative in range(2):  # upper bounds are lower ones of the negative
            k, total = collect(st.bound, st.slot, st.sums, PARTS, count, negative, stars)
            total += -spare * UNIT if negative else spare * UNIT
            for first in range(1 if side == negative else 2):
                sure = total + guarantee(st.sums, k, first)
                sure = -sure if negative else sure
                place = 4 + 3 * negative + (2 if first else side)
                found[place] = min(found[place], sure) if side else max(found[place], sure)
