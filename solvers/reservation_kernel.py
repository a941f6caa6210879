# mypy: disable-error-code="untyped-decorator"
"""Compiled search of sums of reservation games; the theory is in ``reservation_search``.

A position is two bit sets of vertices (words of 64), those where Left and those where
Right may move. Everything is written for Left to move; the sets change places after a move.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from gameproof.solvers.word_sets_kernel import LEAN, inner

U64 = np.uint64
ZERO, ONE = U64(0), U64(1)
M1, M2, M3 = U64(0xBF58476D1CE4E5B9), U64(0x94D049BB133111EB), U64(0x9E3779B97F4A7C15)
S27, S30, S31, S58 = U64(27), U64(30), U64(31), U64(58)
DE_BRUIJN = U64(0x03F79D71B4CB0A89)
BIT_OF = np.zeros(64, dtype=np.int64)
for _bit in range(64):
    BIT_OF[((0x03F79D71B4CB0A89 << _bit) & (2**64 - 1)) >> 58] = _bit

UNIT = 1024  # bounds are kept in units of 1/1024; one unit bounds any infinitesimal
FAR = 1 << 28
# Arguments that are plain numbers in the source are compiled for one by one: these are not.
WIN, LOSS, OPEN, HALT = np.int64(1), np.int64(0), np.int64(-1), np.int64(-2)
NONE, NEGATIVE = np.int64(0), np.int64(1)
#: Rows of ``slot``: the parts of a component after a move, of a node, of its child.
PARTS, NODE, CHILD = np.int64(0), np.int64(1), np.int64(2)
OWNER = 3  # for every part of a node, its row in ``part[NODE]``
#: Columns of ``info``, one row a ply: spare moves, star, number of open moves, chosen move
#: (its index, at the end its vertex), efforts at which the node is left.
SPARE, STAR, MADE, CHOSEN, WIN_LIMIT, REFUTE_LIMIT = range(6)
#: Columns of ``move``: vertex, spare moves of the sum it leaves, efforts to win and to refute
#: that, and a shift for the second.
VERTEX, SPARE_LEFT, TO_WIN, TO_REFUTE, SHIFT = range(5)

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
    after: NDArray[np.uint64]  # (5, W) a position after a move; scratch of ``_split``
    part: NDArray[np.uint64]  # (3, n + 1, 2, W) components: rows as in ``slot``
    place: NDArray[np.int32]  # (3, n + 1) scratch of the canonical form
    nbr: NDArray[np.int32]
    colour: NDArray[np.uint64]  # (4, n)
    sums: NDArray[np.int64]  # (4, n + 3) bounds a, b, x being summed, marks
    slot: NDArray[np.int64]  # (4, n + 3) components of sums, as slot * 2 + sign; see ``PARTS``


class Tree(NamedTuple):
    """The table of sums, and the path of the proof-number search."""

    won: NDArray[np.uint64]  # sums: Left, to move, wins with spare[0] more free moves ...
    spare: NDArray[np.int16]  # (cells, 2) ... and loses with spare[1]
    effort: NDArray[np.uint64]  # unsettled sums: effort to win and to refute
    efforts: NDArray[np.int32]  # (cells, 2)
    frame: NDArray[np.uint64]  # (plies, 2, W) the path searched: the two sets ...
    info: NDArray[np.int64]  # (plies, 6) ... see ``SPARE``
    node: NDArray[np.uint64]  # (plies,) key of the sum
    child: NDArray[np.uint64]  # (plies, n + 3) keys of the sums that the open moves leave
    move: NDArray[np.int32]  # (plies, n + 3, 5) see ``VERTEX``


# Functions that only ``run`` calls: compiling wrappers for Python and code to keep on disk for
# each would take longer than all the rest. What is called in one place is copied there.
_inlined: Any = njit(**LEAN, inline="always")


@inner
def _mix(x: Any) -> Any:
    x = (x ^ (x >> S30)) * M1
    x = (x ^ (x >> S27)) * M2
    return x ^ (x >> S31)


@inner
def _low(x: Any) -> Any:
    """The number of the lowest bit of a word that is not zero."""
    return BIT_OF[((x & (~x + ONE)) * DE_BRUIJN) >> S58]


@inner
def _ones(x: Any) -> Any:
    total = 0
    while x:
        x &= x - ONE
        total += 1
    return total


@inner
def _split(adj: Any, own: Any, left: Any, right: Any, out: Any, scratch: Any) -> Any:
    """Components of a position into ``out``; single vertices are counted instead:
    returns the number of components, Left's minus Right's free moves, and of stars."""
    words = left.shape[0]
    count, spare, stars = 0, 0, 0
    rest, seen, edge = scratch[2], scratch[3], scratch[4]
    for w in range(words):
        rest[w] = left[w] | right[w]
    for w0 in range(words):
        while rest[w0]:
            for w in range(words):
                seen[w], edge[w] = ZERO, ZERO
            edge[w0] = rest[w0] & (~rest[w0] + ONE)
            size = 0
            w = w0
            while w < words:
                if not edge[w]:
                    w += 1
                    continue
                bit = edge[w] & (~edge[w] + ONE)
                edge[w] ^= bit
                seen[w] |= bit
                size += 1
                v = w * 64 + BIT_OF[(bit * DE_BRUIJN) >> S58]
                in_left = left[w] & bit
                in_right = right[w] & bit
                back = w
                for u in range(words):
                    met = ZERO
                    if in_left:
                        met |= adj[v, u] & (left[u] if own else right[u])
                    if in_right:
                        met |= adj[v, u] & (right[u] if own else left[u])
                    met &= ~seen[u]
                    edge[u] |= met
                    if met and u < back:
                        back = u
                w = back
            for u in range(words):
                rest[u] &= ~seen[u]
            if size == 1:
                one = seen[w0]
                if not left[w0] & one:
                    spare -= 1
                elif not right[w0] & one:
                    spare += 1
                else:
                    stars += 1
            else:
                for u in range(words):
                    out[count, 0, u] = left[u] & seen[u]
                    out[count, 1, u] = right[u] & seen[u]
                count += 1
    return count, spare, stars


@inner
def _sorted_copy(values: Any, k: Any, out: Any) -> None:
    for i in range(k):
        x = values[i]
        j = i
        while j > 0 and out[j - 1] > x:
            out[j] = out[j - 1]
            j -= 1
        out[j] = x


@inner
def _form(colours: Any, start: Any, nbr: Any, k: Any, swap: Any) -> Any:
    """Hash (two words) of a labelled form of the component whose edges are given, and steps.

    Colour refinement, then one vertex of the least repeated colour singled out, until all
    colours differ: equal forms mean isomorphic components (the order is an isomorphism),
    while isomorphic components may, rarely, get different forms.
    """
    label, colour, fresh, order = colours[0], colours[1], colours[2], colours[3]
    for i in range(k):
        x = U64(3) - label[i] if swap and label[i] != U64(3) else label[i]
        colour[i] = _mix(x * M3 + M2)
    distinct = steps = 0
    while True:
        while True:  # refine
            steps += k * k
            for i in range(k):
                total = ZERO
                for e in range(start[i], start[i + 1]):
                    total += _mix(colour[nbr[e]] ^ M3)
                fresh[i] = _mix(colour[i] * M3 + total)
            _sorted_copy(fresh, k, order)
            now = 1
            for i in range(1, k):
                if order[i] != order[i - 1]:
                    now += 1
            for i in range(k):
                colour[i] = fresh[i]
            if now <= distinct or now == k:
                distinct = now
                break
            distinct = now
        if distinct == k:
            break
        single = ZERO
        for i in range(1, k):
            if order[i] == order[i - 1]:
                single = order[i]
                break
        for i in range(k):
            if colour[i] == single:
                colour[i] = _mix(single + ONE)
                break
    for i in range(k):  # rank of every vertex
        lo, hi = 0, k - 1
        while lo < hi:
            mid = (lo + hi) >> 1
            if order[mid] < colour[i]:
                lo = mid + 1
            else:
                hi = mid
        fresh[i] = U64(lo)
    first, second = _mix(U64(k)), _mix(U64(k) + M3)
    for i in range(k):
        x = U64(3) - label[i] if swap and label[i] != U64(3) else label[i]
        own = fresh[i] * U64(4) + x
        first += _mix(own * M3 + ONE)
        second += _mix(own * M1 + M2)
        for e in range(start[i], start[i + 1]):
            pair = fresh[i] * U64(65536) + fresh[nbr[e]]
            first += _mix(pair * M3 + U64(77))
            second += _mix(pair * M2 + M1)
    return first, second, steps


@_inlined
def _canonical(st: Any, left: Any, right: Any) -> Any:
    """Key (two words), whether the colours were swapped, whether that made no difference."""
    words = left.shape[0]
    verts, place, start, nbr = st.place[0], st.place[1], st.place[2], st.nbr
    label_of = st.colour[0]
    own = st.setting[0]
    k, reds, blues = NONE, 0, 0
    for w in range(words):
        rest = left[w] | right[w]
        while rest:
            v = w * 64 + _low(rest)
            bit = rest & (~rest + ONE)
            rest ^= bit
            verts[k], place[v] = v, k
            label = ZERO
            if left[w] & bit:
                label += ONE
            if right[w] & bit:
                label += U64(2)
            if label == ONE:
                reds += 1
            elif label == U64(2):
                blues += 1
            label_of[k] = label
            k += 1
    e = 0
    for i in range(k):
        start[i] = e
        v = verts[i]
        label = label_of[i]
        for w in range(words):
            met = ZERO
            if label & ONE:
                met |= left[w] if own else right[w]
            if label & U64(2):
                met |= right[w] if own else left[w]
            met &= st.adj[v, w]
            while met:
                nbr[e] = place[w * 64 + _low(met)]
                met &= met - ONE
                e += 1
    start[k] = e
    a, b, sign, same = ZERO, ZERO, 0, 0
    for swap in range(1 if reds < blues else 0, 1 if reds > blues else 2):
        c, d, steps = _form(st.colour, start, nbr, k, swap)
        st.setting[10] += steps
        if swap and reds == blues:
            if a == c and b == d:
                same = 1
            if a < c or (a == c and b <= d):
                break
        a, b, sign = c, d, swap
    return a, b, sign, same


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
    the hottest switch left: (as ``_guarantee``) for one marking."""
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
def _guarantee(sums: Any, k: Any, first: Any) -> Any:
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
def _collect(
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
def _add(bound: Any, slots: Any, level: Any, count: Any, ref: Any) -> Any:
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
        theirs += _ones(right[w])
        rest = left[w]
        while rest:
            v = w * 64 + _low(rest)
            rest &= rest - ONE
            gone = 1 if (right[w] >> U64(v & 63)) & ONE else 0
            for u in range(0 if own else left.shape[0]):
                gone += _ones(adj[v, u] & right[u])
            best = max(best, gone)
    return (best - theirs) * UNIT, (1 - theirs) * UNIT


@inner
def _find(st: Any, left: Any, right: Any) -> Any:
    """``slot * 2 + sign`` of a component, or -1 when the store lacks it; then its key, sign
    and self-negativity, with the hash of its sets."""
    raw = M3
    for w in range(left.shape[0]):
        raw = _mix(raw * M3 + left[w])
        raw = _mix(raw * M3 + right[w])
    cell = np.int64(raw & U64(st.raw.shape[0] - 1))
    if st.raw[cell, 0] == raw:
        return np.int64(st.raw[cell, 1]), ZERO, ZERO, 0, 0, raw
    first, second, sign, same = _canonical(st, left, right)
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
        size += _ones(left[w] | right[w])
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
def _next_vertex(words: Any, v: Any) -> Any:
    """The first vertex from ``v`` on in a set, or -1."""
    w = v >> 6
    if w >= words.shape[0]:
        return -1
    rest = words[w] & (~ZERO << U64(v & 63))
    while True:
        if rest:
            return w * 64 + _low(rest)
        w += 1
        if w >= words.shape[0]:
            return -1
        rest = words[w]


@inner
def _play(adj: Any, own: Any, v: Any, mine: Any, yours: Any) -> None:
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
        v = _next_vertex(st.whole[level, side], st.todo[level, 1])
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
        _play(adj, own, v, after[side], after[1 - side])
        parts, spare, stars = _split(adj, own, after[0], after[1], part, after)
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
            count = _add(st.bound, st.slot, PARTS, count, ref)
        if missing:  # the same move again when the part is known
            level += 1
            continue
        st.todo[level, 1] = v + 1
        found = st.todo[level]
        for negative in range(2):  # upper bounds are lower ones of the negative
            k, total = _collect(st.bound, st.slot, st.sums, PARTS, count, negative, stars)
            total += -spare * UNIT if negative else spare * UNIT
            for first in range(1 if side == negative else 2):
                sure = total + _guarantee(st.sums, k, first)
                sure = -sure if negative else sure
                place = 4 + 3 * negative + (2 if first else side)
                found[place] = min(found[place], sure) if side else max(found[place], sure)


@inner
def _sum_key(
    keys: Any, bound: Any, slots: Any, level: Any, count: Any, negative: Any, stars: Any
) -> Any:
    total = _mix(U64(stars & 1) + M2)
    for i in range(count):
        ref = slots[level, i]
        slot, sign = ref >> 1, ref & 1
        x = keys[slot, 0]
        if not bound[slot, 6] & 4 and sign ^ negative:
            x ^= M1
        total += _mix(x + keys[slot, 1] * M3)
    return total


@inner
def _probe(won: Any, limits: Any, key: Any, spare: Any) -> Any:
    """What the table knows of a sum with Left to move and ``spare`` more free moves."""
    cell = np.int64((key >> S30) & U64(won.shape[0] - 1))
    if won[cell] == key:
        if spare >= limits[cell, 0]:
            return WIN
        if spare <= limits[cell, 1]:
            return LOSS
    return OPEN


@inner
def _remember(won: Any, limits: Any, key: Any, spare: Any, verdict: Any) -> None:
    cell = np.int64((key >> S30) & U64(won.shape[0] - 1))
    if won[cell] != key:
        won[cell] = key
        limits[cell, 0], limits[cell, 1] = 32767, -32768
    if verdict == WIN:
        limits[cell, 0] = min(limits[cell, 0], spare)
    else:
        limits[cell, 1] = max(limits[cell, 1], spare)


@inner
def _bounds_verdict(st: Any, level: Any, count: Any, spare: Any, stars: Any, first: Any) -> Any:
    """WIN when the lower bounds let Left win (``first``: Left moves first), LOSS when the
    upper bounds let Right win; and how much each of them lacks."""
    low = high = 0
    for negative in range(2):
        k, total = _collect(st.bound, st.slot, st.sums, level, count, negative, stars)
        total += -spare * UNIT if negative else spare * UNIT
        low, high = high, total + _guarantee(st.sums, k, first ^ negative)
        if high >= 0:
            return LOSS if negative else WIN, 0, 0
    return OPEN, -low, -high


@_inlined
def _enter(st: Any, tree: Any, ply: Any) -> Any:
    """Judge the node at this ply, or list its open moves with their efforts; HALT when the
    slice is over before that is done: then all is done again, components being known."""
    n, words = st.adj.shape
    own = st.setting[0]
    left, right = tree.frame[ply, 0], tree.frame[ply, 1]
    parts, spare, stars = _split(st.adj, own, left, right, st.part[NODE], st.after)
    spare += tree.info[ply, SPARE]
    stars = (stars + tree.info[ply, STAR]) & 1
    count = NONE
    for i in range(parts):
        ref = component(st, st.part[NODE, i, 0], st.part[NODE, i, 1])
        if st.setting[10] >= st.setting[11]:
            return HALT
        before = count
        wanted = ref if st.bound[ref >> 1, 6] & 4 else ref ^ 1
        for j in range(before):
            if st.slot[NODE, j] == wanted:
                st.slot[OWNER, j] = st.slot[OWNER, before - 1]
                break
        count = _add(st.bound, st.slot, NODE, count, ref)
        if count > before:
            st.slot[OWNER, before] = i
    for w in range(words):
        left[w], right[w] = ZERO, ZERO
    for j in range(count):
        for w in range(words):
            left[w] |= st.part[NODE, st.slot[OWNER, j], 0, w]
            right[w] |= st.part[NODE, st.slot[OWNER, j], 1, w]
    tree.info[ply, SPARE], tree.info[ply, STAR], tree.info[ply, MADE] = spare, stars, 0
    key = _sum_key(st.key, st.bound, st.slot, NODE, count, NONE, stars)
    tree.node[ply] = key
    if ply > 0 or st.setting[6] == 0:
        verdict = _probe(tree.won, tree.spare, key, spare)
        if verdict != OPEN:
            return verdict
        verdict, _, _ = _bounds_verdict(st, NODE, count, spare, stars, NEGATIVE)
        if verdict != OPEN:
            _remember(tree.won, tree.spare, key, spare, verdict)
            return verdict
    mine, yours = st.after[0], st.after[1]
    for j in range(count + 2):
        twin = False
        for i in range(j if j < count else 0):
            if st.slot[NODE, i] == st.slot[NODE, j]:
                twin = True
        if twin or (j == count and spare <= 0) or (j > count and not stars):
            continue
        v = OPEN
        while True:
            kept = NONE
            for i in range(count):
                if i != j:
                    st.slot[CHILD, kept] = st.slot[NODE, i]
                    kept += 1
            for w in range(words):
                mine[w] = st.part[NODE, st.slot[OWNER, j], 0, w] if j < count else ZERO
                yours[w] = st.part[NODE, st.slot[OWNER, j], 1, w] if j < count else ZERO
            if j < count:
                v = _next_vertex(mine, v + 1)
                if v < 0:
                    break
                _play(st.adj, own, v, mine, yours)
            else:  # a free move, the star
                v = n + j - count
            verdict = _judge(st, tree, ply, kept, spare - (v == n), NONE if v > n else stars, v)
            if verdict == WIN:
                _remember(tree.won, tree.spare, key, spare, WIN)
                tree.info[ply, CHOSEN] = v
                return WIN
            if st.setting[10] >= st.setting[11]:
                return HALT
            if j >= count:
                break
    if tree.info[ply, MADE] == 0:
        _remember(tree.won, tree.spare, key, spare, LOSS)
        return LOSS
    return OPEN


@_inlined
def _judge(st: Any, tree: Any, ply: Any, count: Any, spare: Any, stars: Any, v: Any) -> Any:
    """Judge Left's move ``v``, after which ``st.after`` joins the sum; list it if open."""
    parts, more, more_stars = _split(
        st.adj, st.setting[0], st.after[0], st.after[1], st.part[CHILD], st.after
    )
    spare += more
    stars = (stars + more_stars) & 1
    before = count
    for i in range(parts):
        ref = component(st, st.part[CHILD, i, 0], st.part[CHILD, i, 1])
        count = _add(st.bound, st.slot, CHILD, count, ref)
    key = _sum_key(st.key, st.bound, st.slot, CHILD, count, NEGATIVE, stars)
    known = _probe(tree.won, tree.spare, key, -spare)
    if known != OPEN:
        return WIN if known == LOSS else LOSS
    verdict, low, high = _bounds_verdict(st, CHILD, count, spare, stars, NONE)
    if verdict != OPEN:
        return verdict
    made = tree.info[ply, MADE]
    for i in range(made):
        if tree.child[ply, i] == key and tree.move[ply, i, SPARE_LEFT] == -spare:
            return OPEN
    tree.move[ply, made, VERTEX] = v
    tree.child[ply, made] = key
    tree.move[ply, made, SPARE_LEFT] = -spare
    grain = st.setting[8]
    tree.move[ply, made, TO_WIN] = 1 + (min(high, 200 * UNIT) >> grain)
    tree.move[ply, made, TO_REFUTE] = 1 + (min(low, 200 * UNIT) >> grain)
    # something cancelled: a way to win that is worth more effort
    tree.move[ply, made, SHIFT] = st.setting[9] if count < before + parts else 0
    tree.info[ply, MADE] = made + 1
    return OPEN


@_inlined
def _descend(st: Any, tree: Any, ply: Any, v: Any) -> None:
    """Write the node after Left's move ``v`` to the next ply, seen from the other player."""
    n, words = st.adj.shape
    below = tree.frame[ply + 1]
    for w in range(words):
        below[1, w], below[0, w] = tree.frame[ply, 0, w], tree.frame[ply, 1, w]
    if v < n:
        _play(st.adj, st.setting[0], v, below[1], below[0])
    spare, star = tree.info[ply, SPARE], tree.info[ply, STAR]
    tree.info[ply + 1, SPARE] = -(spare - 1) if v == n else -spare
    tree.info[ply + 1, STAR] = 0 if v == n + 1 else star


@inner
def _pn_cell(marks: Any, key: Any, spare: Any) -> Any:
    mark = _mix(key + U64(spare + 40000) * M3)
    return mark, np.int64(mark & U64(marks.shape[0] - 1))


@inner
def _settled(move: Any, ply: Any, i: Any, verdict: Any) -> None:
    """Keep a move's verdict with its node: the table may forget it at once."""
    move[ply, i, TO_WIN] = 0 if verdict == WIN else FAR
    move[ply, i, TO_REFUTE] = FAR if verdict == WIN else 0


@_inlined
def _weigh(tree: Any, ply: Any, width: Any) -> Any:
    """The node's efforts from its moves: (to win, to refute, best move's index, open moves,
    second least effort); to win is that of the easiest move, to refute that of the hardest
    answer and a little for every other open move (a sum would count transpositions often)."""
    win, second, hardest, best, still = FAR, FAR, 0, -1, 0
    for i in range(tree.info[ply, MADE]):
        spare = np.int64(tree.move[ply, i, SPARE_LEFT])
        if tree.move[ply, i, TO_WIN] > 0 and tree.move[ply, i, TO_REFUTE] > 0:
            known = _probe(tree.won, tree.spare, tree.child[ply, i], spare)
            if known != OPEN:
                _settled(tree.move, ply, i, known)
        if tree.move[ply, i, TO_REFUTE] == 0:
            return 0, FAR, i, 1, FAR
        if tree.move[ply, i, TO_WIN] == 0:
            continue
        mark, cell = _pn_cell(tree.effort, tree.child[ply, i], spare)
        if tree.effort[cell] == mark:
            tree.move[ply, i, TO_WIN] = tree.efforts[cell, 0]
            tree.move[ply, i, TO_REFUTE] = tree.efforts[cell, 1]
        still += 1
        hardest = max(hardest, tree.move[ply, i, TO_WIN])
        # Never 0, which would mean that the move is known to win.
        effort = max(1, tree.move[ply, i, TO_REFUTE] >> tree.move[ply, i, SHIFT])
        if effort < win:
            win, second, best = effort, win, i
        elif effort < second:
            second = effort
    return win, hardest + ((still - 1) >> width), best, still, second


@njit(cache=True)
def run(st: Any, tree: Any, budget: Any) -> Any:
    """Continue the proof-number search whose path is in ``tree`` for about ``budget`` steps:
    WIN or LOSS of the player to move at ply 0, OPEN when the slice is over."""
    ply, enter = st.setting[4] >> 1, st.setting[4] & 1
    st.setting[11] = st.setting[10] + budget
    while True:
        if enter:
            over = st.setting[10] >= st.setting[11] or st.setting[2] * 10 > st.key.shape[0] * 7
            verdict = HALT if over else _enter(st, tree, ply)
            if verdict == HALT:
                st.setting[4] = ply * 2 + 1
                return OPEN
            st.setting[3] += 1
            st.setting[10] += 64 * st.adj.size
            enter = 0
            if verdict != OPEN:
                if ply == 0:
                    return verdict
                ply -= 1
                _settled(tree.move, ply, tree.info[ply, CHOSEN], verdict)
                continue
        win, refute, best, still, second = _weigh(tree, ply, st.setting[7])
        if win == 0 or still == 0:
            verdict = WIN if win == 0 else LOSS
            _remember(tree.won, tree.spare, tree.node[ply], tree.info[ply, SPARE], verdict)
            if ply == 0:
                if win == 0:
                    tree.info[ply, CHOSEN] = tree.move[ply, best, VERTEX]
                return verdict
            ply -= 1
            _settled(tree.move, ply, tree.info[ply, CHOSEN], verdict)
            continue
        if ply > 0 and (win >= tree.info[ply, WIN_LIMIT] or refute >= tree.info[ply, REFUTE_LIMIT]):
            mark, cell = _pn_cell(tree.effort, tree.node[ply], tree.info[ply, SPARE])
            tree.effort[cell] = mark
            tree.efforts[cell, 0], tree.efforts[cell, 1] = win, refute
            ply -= 1
            continue
        tree.info[ply + 1, WIN_LIMIT] = tree.info[ply, REFUTE_LIMIT] - (
            (still - 1) >> st.setting[7]
        )
        wanted = min(tree.info[ply, WIN_LIMIT], second + (second >> 2) + 1)
        tree.info[ply + 1, REFUTE_LIMIT] = wanted << tree.move[ply, best, SHIFT]
        tree.info[ply, CHOSEN] = best
        _descend(st, tree, ply, np.int64(tree.move[ply, best, VERTEX]))
        ply += 1
        enter = 1
