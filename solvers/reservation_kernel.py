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
WIN, LOSS, OPEN = 1, 0, -1

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
)


class Store(NamedTuple):
    """All arrays of one search: ``W`` words, ``n`` vertices, sizes as in ``new_store``."""

    adj: NDArray[np.uint64]  # (n, W) neighbours
    setting: NDArray[np.int64]  # see ``SETTINGS``
    raw_tag: NDArray[np.uint64]  # cache: hash of the two sets of a component -> slot, sign
    raw_slot: NDArray[np.int32]
    key: NDArray[np.uint64]  # (slots, 2) hash of the component's canonical form
    bound: NDArray[np.int32]  # (slots, 6) a, b, x: at least a | b and x; a, b, y: at most
    kind: NDArray[np.int8]  # 1 lower bound is a number, 2 upper is, 4 equal to its negative
    tt_key: NDArray[np.uint64]  # sums: Left, to move, wins with tt_win more spare moves ...
    tt_win: NDArray[np.int16]
    tt_loss: NDArray[np.int16]  # ... and loses with tt_loss
    whole: NDArray[np.uint64]  # (levels, 2, W) components being worked out ...
    todo: NDArray[np.int64]  # (levels, 4) side, next vertex, sign, equal to its negative
    found: NDArray[np.int64]  # (levels, 6) bounds so far
    hashes: NDArray[np.uint64]  # (levels, 3) key and hash of the sets
    after: NDArray[np.uint64]  # (2, W) a position after a move and its components
    part: NDArray[np.uint64]  # (parts, 2, W)
    verts: NDArray[np.int32]  # scratch of the canonical form
    place: NDArray[np.int32]
    start: NDArray[np.int32]
    nbr: NDArray[np.int32]
    colour: NDArray[np.uint64]  # (4, n)
    top: NDArray[np.uint64]  # (2, n, 2, W) components of a node and of its child
    sums: NDArray[np.int64]  # (4, n + 3) bounds a, b, x being summed, marks
    slot: NDArray[np.int64]  # (3, n + 3) components of sums, as slot * 2 + sign
    pn_key: NDArray[np.uint64]  # unsettled sums: effort to win and to refute
    pn_value: NDArray[np.int32]  # (cells, 2)
    frame: NDArray[np.uint64]  # (plies, 2, W) the path searched: the two sets ...
    info: NDArray[np.int64]  # (plies, 4) ... spare moves, star, number of moves, chosen move
    limit: NDArray[np.int64]  # (plies, 2) efforts at which the node is left
    node_key: NDArray[np.uint64]  # (plies,)
    move: NDArray[np.int32]  # (plies, n + 3) the open moves of a node,
    child_key: NDArray[np.uint64]  # the sums they leave,
    child_spare: NDArray[np.int32]  # with so many spare moves,
    child_value: NDArray[np.int32]  # (plies, n + 3, 3) and their efforts, a shift for the second
    owner: NDArray[np.int32]  # (n + 3,)


@njit(cache=True)
def _mix(x: Any) -> Any:
    x = (x ^ (x >> S30)) * M1
    x = (x ^ (x >> S27)) * M2
    return x ^ (x >> S31)


@njit(cache=True)
def _low(x: Any) -> Any:
    """The number of the lowest bit of a word that is not zero."""
    return BIT_OF[((x & (~x + ONE)) * DE_BRUIJN) >> S58]


@njit(cache=True)
def _count(x: Any) -> Any:
    total = 0
    for w in range(x.shape[0]):
        y = x[w]
        while y:
            y &= y - ONE
            total += 1
    return total


@njit(cache=True)
def _split(adj: Any, own: Any, left: Any, right: Any, out: Any) -> Any:
    """Components of a position into ``out``; single vertices are counted instead:
    returns the number of components, Left's minus Right's free moves, and of stars."""
    words = left.shape[0]
    count, spare, stars = 0, 0, 0
    rest = left | right
    seen = np.empty(words, dtype=np.uint64)
    edge = np.empty(words, dtype=np.uint64)
    for w0 in range(words):
        while rest[w0]:
            for w in range(words):
                seen[w] = ZERO
                edge[w] = ZERO
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


@njit(cache=True)
def _sorted_copy(values: Any, k: Any, out: Any) -> None:
    for i in range(k):
        x = values[i]
        j = i
        while j > 0 and out[j - 1] > x:
            out[j] = out[j - 1]
            j -= 1
        out[j] = x


@njit(cache=True)
def _form(st: Any, k: Any, swap: Any) -> Any:
    """Hash (two words) of a labelled form of the component in ``st.verts``.

    Colour refinement, then one vertex of the least repeated colour singled out, until all
    colours differ: equal forms mean isomorphic components (the order is an isomorphism),
    while isomorphic components may, rarely, get different forms.
    """
    colour, fresh, order = st.colour[1], st.colour[2], st.colour[3]
    label = st.colour[0]
    for i in range(k):
        x = U64(3) - label[i] if swap and label[i] != U64(3) else label[i]
        colour[i] = _mix(x * M3 + M2)
    distinct = 0
    while True:
        while True:  # refine
            for i in range(k):
                total = ZERO
                for e in range(st.start[i], st.start[i + 1]):
                    total += _mix(colour[st.nbr[e]] ^ M3)
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
        for e in range(st.start[i], st.start[i + 1]):
            pair = fresh[i] * U64(65536) + fresh[st.nbr[e]]
            first += _mix(pair * M3 + U64(77))
            second += _mix(pair * M2 + M1)
    return first, second


@njit(cache=True)
def _canonical(st: Any, left: Any, right: Any) -> Any:
    """Key (two words), whether the colours were swapped, whether that made no difference."""
    words = left.shape[0]
    own = st.setting[0]
    k, reds, blues = 0, 0, 0
    for w in range(words):
        rest = left[w] | right[w]
        while rest:
            v = w * 64 + _low(rest)
            bit = rest & (~rest + ONE)
            rest ^= bit
            st.verts[k] = v
            st.place[v] = k
            label = ZERO
            if left[w] & bit:
                label += ONE
            if right[w] & bit:
                label += U64(2)
            if label == ONE:
                reds += 1
            elif label == U64(2):
                blues += 1
            st.colour[0, k] = label
            k += 1
    e = 0
    for i in range(k):
        st.start[i] = e
        v = st.verts[i]
        label = st.colour[0, i]
        for w in range(words):
            met = ZERO
            if label & ONE:
                met |= left[w] if own else right[w]
            if label & U64(2):
                met |= right[w] if own else left[w]
            met &= st.adj[v, w]
            while met:
                st.nbr[e] = st.place[w * 64 + _low(met)]
                met &= met - ONE
                e += 1
    st.start[k] = e
    if reds > blues:
        a, b = _form(st, k, False)
        return a, b, 0, 0
    if reds < blues:
        a, b = _form(st, k, True)
        return a, b, 1, 0
    a, b = _form(st, k, False)
    c, d = _form(st, k, True)
    if a == c and b == d:
        return a, b, 0, 1
    if a < c or (a == c and b < d):
        return a, b, 0, 0
    return c, d, 1, 0


@njit(cache=True)
def _simplest(a: Any, b: Any) -> Any:
    """The simplest number strictly between a + 1 < b (in units)."""
    if a < 0 < b:
        return 0
    if b <= 0:
        return -_simplest_positive(-b, -a)
    return _simplest_positive(a, b)


@njit(cache=True)
def _simplest_positive(a: Any, b: Any) -> Any:
    step = UNIT
    while step:
        x = (a // step + 1) * step
        if x < b:
            return x
        step >>= 1
    return a


@njit(cache=True)
def _line(st: Any, k: Any, first: Any) -> Any:
    """What Left is sure of when he answers threats at the marked places and otherwise plays
    the hottest switch left: (as ``_guarantee``) for one marking."""
    a, b, x, marked = st.sums[0], st.sums[1], st.sums[2], st.sums[3]
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


@njit(cache=True)
def _guarantee(st: Any, k: Any, first: Any) -> Any:
    """The largest x found such that Left, moving first (second), wins the sum minus x.

    The k parts are in ``st.sums``: each at least the switch a | b, and at least the number
    x when Left answers there. Marks choose which of the two bounds is used.
    """
    a, b, x, marked = st.sums[0], st.sums[1], st.sums[2], st.sums[3]
    for i in range(k):
        p, q, r = a[i], b[i], x[i]
        j = i
        while j > 0 and a[j - 1] - b[j - 1] < p - q:
            a[j], b[j], x[j] = a[j - 1], b[j - 1], x[j - 1]
            j -= 1
        a[j], b[j], x[j] = p, q, r
        marked[i] = 0
    best = _line(st, k, first)
    for i in range(k):
        if x[i] > b[i]:
            marked[i] = 1
            now = _line(st, k, first)
            if now > best:
                best = now
            else:
                marked[i] = 0
    return best


@njit(cache=True)
def _collect(st: Any, level: Any, count: Any, negative: Any, stars: Any) -> Any:
    """Put the lower bounds of a sum (of its negative) into ``st.sums``: returns the number
    of those that are no numbers, and the sum of those that are."""
    a, b, z = st.sums[0], st.sums[1], st.sums[2]
    k, total = 0, 0
    for i in range(count):
        ref = st.slot[level, i]
        slot, sign = ref >> 1, (ref & 1) ^ negative
        if sign:
            x, y = -st.bound[slot, 4], -st.bound[slot, 3]
            sure = -st.bound[slot, 5]
        else:
            x, y = st.bound[slot, 0], st.bound[slot, 1]
            sure = st.bound[slot, 2]
        if (st.kind[slot] >> sign) & 1:
            total += sure
        else:
            a[k], b[k], z[k] = x, y, sure
            k += 1
    if stars & 1:
        a[k], b[k], z[k] = 0, 0, -1
        k += 1
    return k, total


@njit(cache=True)
def _add(st: Any, level: Any, count: Any, ref: Any) -> Any:
    """Put a component into the sum; with its negative there, both disappear."""
    slots = st.slot[level]
    wanted = ref if st.kind[ref >> 1] & 4 else ref ^ 1
    for j in range(count):
        if slots[j] == wanted:
            slots[j] = slots[count - 1]
            return count - 1
    slots[count] = ref
    return count + 1


@njit(cache=True)
def _rough(st: Any, left: Any, right: Any) -> Any:
    """A lower switch a | b of any component, from counting moves alone."""
    theirs = _count(right)
    best = -FAR
    for w in range(left.shape[0]):
        rest = left[w]
        while rest:
            v = w * 64 + _low(rest)
            rest &= rest - ONE
            gone = 1 if (right[w] >> U64(v & 63)) & ONE else 0
            for u in range(0 if st.setting[0] else left.shape[0]):
                x = st.adj[v, u] & right[u]
                while x:
                    x &= x - ONE
                    gone += 1
            best = max(best, gone)
    return (best - theirs) * UNIT, (1 - theirs) * UNIT


@njit(cache=True)
def _find(st: Any, left: Any, right: Any) -> Any:
    """``slot * 2 + sign`` of a component, or -1 when the store lacks it; then its key, sign
    and self-negativity, with the hash of its sets."""
    raw = M3
    for w in range(left.shape[0]):
        raw = _mix(raw * M3 + left[w])
        raw = _mix(raw * M3 + right[w])
    cell = np.int64(raw & U64(st.raw_tag.shape[0] - 1))
    if st.raw_tag[cell] == raw:
        return np.int64(st.raw_slot[cell]), ZERO, ZERO, 0, 0, raw
    first, second, sign, same = _canonical(st, left, right)
    slot = _slot(st, first, second)
    if st.key[slot, 0] == ZERO:
        return np.int64(-1), first, second, sign, same, raw
    st.raw_tag[cell] = raw
    st.raw_slot[cell] = slot * 2 + sign
    return np.int64(slot * 2 + sign), first, second, sign, same, raw


@njit(cache=True)
def _slot(st: Any, first: Any, second: Any) -> Any:
    """Where the key is in the store, or the empty place for it."""
    mask = st.key.shape[0] - 1
    slot = np.int64(first & U64(mask))
    while st.key[slot, 0] != ZERO and (st.key[slot, 0] != first or st.key[slot, 1] != second):
        slot = (slot + 1) & mask
    return slot


@njit(cache=True)
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


@njit(cache=True)
def _store(st: Any, level: Any) -> Any:
    """Put the component worked out at this level into the store; ``slot * 2 + sign``."""
    low_a, low_b, low_x, high_a, high_b, high_x = st.found[level]
    first, second, raw = st.hashes[level]
    sign, same = st.todo[level, 2], st.todo[level, 3]
    low_number, low_a, low_b, low_x = _settle(low_a, low_b, low_x)
    high_number, high_b, high_a, high_x = _settle(-high_b, -high_a, -high_x)
    high_a, high_b, high_x = -high_a, -high_b, -high_x
    if sign:
        low_number, high_number = high_number, low_number
        low_a, low_b, high_a, high_b = -high_b, -high_a, -low_b, -low_a
        low_x, high_x = -high_x, -low_x
    slot = _slot(st, first, second)
    if st.key[slot, 0] == ZERO:
        st.setting[2] += 1
    st.key[slot, 0] = first
    st.key[slot, 1] = second
    st.bound[slot, 0], st.bound[slot, 1], st.bound[slot, 2] = low_a, low_b, low_x
    st.bound[slot, 3], st.bound[slot, 4], st.bound[slot, 5] = high_a, high_b, high_x
    st.kind[slot] = low_number + 2 * high_number + 4 * same
    cell = np.int64(raw & U64(st.raw_tag.shape[0] - 1))
    st.raw_tag[cell] = raw
    st.raw_slot[cell] = slot * 2 + sign
    return slot * 2 + sign


@njit(cache=True)
def _open(st: Any, level: Any, left: Any, right: Any, facts: Any) -> Any:
    """Begin to work out a component the store lacks; True when rough bounds must do."""
    _, first, second, sign, same, raw = facts
    words = left.shape[0]
    size = 0
    for w in range(words):
        st.whole[level, 0, w] = left[w]
        st.whole[level, 1, w] = right[w]
        rest = left[w] | right[w]
        while rest:
            rest &= rest - ONE
            size += 1
    st.hashes[level, 0], st.hashes[level, 1], st.hashes[level, 2] = first, second, raw
    st.todo[level, 0], st.todo[level, 1] = 0, 0  # side, next vertex
    st.todo[level, 2], st.todo[level, 3] = sign, same
    if size > st.setting[1] or st.setting[2] * 10 > st.key.shape[0] * 9:
        x, y = _rough(st, left, right)
        st.found[level, 0], st.found[level, 1], st.found[level, 2] = x, y, y - 1
        x, y = _rough(st, right, left)
        st.found[level, 3], st.found[level, 4], st.found[level, 5] = -y, -x, 1 - y
        return True
    st.setting[5] += 1
    st.found[level, 0], st.found[level, 1], st.found[level, 2] = -FAR, FAR, FAR
    st.found[level, 3], st.found[level, 4], st.found[level, 5] = -FAR, FAR, -FAR
    return False


@njit(cache=True)
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


@njit(cache=True)
def _play(st: Any, v: Any, mine: Any, yours: Any) -> None:
    """Take the move on ``v`` by the owner of ``mine``, in place."""
    for w in range(mine.shape[0]):
        if st.setting[0]:
            mine[w] &= ~st.adj[v, w]
        else:
            yours[w] &= ~st.adj[v, w]
    bit = ~(ONE << U64(v & 63))
    mine[v >> 6] &= bit
    yours[v >> 6] &= bit


@njit(cache=True)
def component(st: Any, left: Any, right: Any) -> Any:
    """The component's place in the store as ``slot * 2 + sign``, with its bounds computed.

    Lower switch a | b: some Left option is at least a, all Right options at least b, so
    the component is at least {a | b}; upper switch likewise. Components of at most
    ``setting[1]`` vertices are worked out from the bounds of their parts (depth first, a
    level for each component being worked out); for larger ones moves are counted.
    """
    facts = _find(st, left, right)
    if facts[0] >= 0:
        return facts[0]
    level = 0
    if _open(st, 0, left, right, facts):
        return _store(st, 0)
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
        for w in range(left.shape[0]):
            st.after[0, w] = st.whole[level, 0, w]
            st.after[1, w] = st.whole[level, 1, w]
        _play(st, v, st.after[side], st.after[1 - side])
        parts, spare, stars = _split(st.adj, st.setting[0], st.after[0], st.after[1], st.part)
        count = 0
        missing = False
        for i in range(parts):
            facts = _find(st, st.part[i, 0], st.part[i, 1])
            ref = facts[0]
            if ref < 0:
                if _open(st, level + 1, st.part[i, 0], st.part[i, 1], facts):
                    ref = _store(st, level + 1)
                else:
                    missing = True
                    break
            count = _add(st, 0, count, ref)
        if missing:  # the same move again when the part is known
            level += 1
            continue
        st.todo[level, 1] = v + 1
        found = st.found[level]
        k, total = _collect(st, 0, count, 0, stars)
        total += spare * UNIT
        low = total + _guarantee(st, k, False)
        if side == 0:
            found[0] = max(found[0], low)
        else:
            found[1] = min(found[1], low)
            found[2] = min(found[2], total + _guarantee(st, k, True))
        k, total = _collect(st, 0, count, 1, stars)
        total -= spare * UNIT
        low = total + _guarantee(st, k, False)
        if side == 0:
            found[3] = max(found[3], -low)
            found[5] = max(found[5], -total - _guarantee(st, k, True))
        else:
            found[4] = min(found[4], -low)


@njit(cache=True)
def _sum_key(st: Any, level: Any, count: Any, negative: Any, stars: Any) -> Any:
    total = _mix(U64(stars & 1) + M2)
    for i in range(count):
        ref = st.slot[level, i]
        slot, sign = ref >> 1, ref & 1
        x = st.key[slot, 0]
        if not st.kind[slot] & 4 and sign ^ negative:
            x ^= M1
        total += _mix(x + st.key[slot, 1] * M3)
    return total


@njit(cache=True)
def _probe(st: Any, key: Any, spare: Any) -> Any:
    """What the table knows of a sum with Left to move and ``spare`` more free moves."""
    cell = np.int64((key >> S30) & U64(st.tt_key.shape[0] - 1))
    if st.tt_key[cell] == key:
        if spare >= st.tt_win[cell]:
            return WIN
        if spare <= st.tt_loss[cell]:
            return LOSS
    return OPEN


@njit(cache=True)
def _remember(st: Any, key: Any, spare: Any, verdict: Any) -> None:
    cell = np.int64((key >> S30) & U64(st.tt_key.shape[0] - 1))
    if st.tt_key[cell] != key:
        st.tt_key[cell] = key
        st.tt_win[cell] = 32767
        st.tt_loss[cell] = -32768
    if verdict == WIN:
        st.tt_win[cell] = min(st.tt_win[cell], spare)
    else:
        st.tt_loss[cell] = max(st.tt_loss[cell], spare)


@njit(cache=True)
def _bounds_verdict(st: Any, level: Any, count: Any, spare: Any, stars: Any, first: Any) -> Any:
    """WIN when the lower bounds let Left win (``first``: Left moves first), LOSS when the
    upper bounds let Right win; and how much each of them lacks."""
    k, total = _collect(st, level, count, 0, stars)
    low = total + spare * UNIT + _guarantee(st, k, first)
    if low >= 0:
        return WIN, 0, 0
    k, total = _collect(st, level, count, 1, stars)
    high = total - spare * UNIT + _guarantee(st, k, not first)
    if high >= 0:
        return LOSS, 0, 0
    return OPEN, -low, -high


@njit(cache=True)
def _enter(st: Any, ply: Any) -> Any:
    """Judge the node at this ply, or list its open moves with their efforts."""
    st.setting[3] += 1
    n, words = st.adj.shape
    level, below = 1, 2
    left, right = st.frame[ply, 0], st.frame[ply, 1]
    parts, spare, stars = _split(st.adj, st.setting[0], left, right, st.top[0])
    spare += st.info[ply, 0]
    stars = (stars + st.info[ply, 1]) & 1
    count = 0
    for i in range(parts):
        ref = component(st, st.top[0, i, 0], st.top[0, i, 1])
        before = count
        wanted = ref if st.kind[ref >> 1] & 4 else ref ^ 1
        for j in range(before):
            if st.slot[level, j] == wanted:
                st.owner[j] = st.owner[before - 1]
                break
        count = _add(st, level, count, ref)
        if count > before:
            st.owner[before] = i
    for w in range(words):
        left[w] = ZERO
        right[w] = ZERO
    for j in range(count):
        for w in range(words):
            left[w] |= st.top[0, st.owner[j], 0, w]
            right[w] |= st.top[0, st.owner[j], 1, w]
    st.info[ply, 0], st.info[ply, 1], st.info[ply, 2] = spare, stars, 0
    key = _sum_key(st, level, count, 0, stars)
    st.node_key[ply] = key
    if ply > 0 or st.setting[6] == 0:
        verdict = _probe(st, key, spare)
        if verdict != OPEN:
            return verdict
        verdict, _, _ = _bounds_verdict(st, level, count, spare, stars, True)
        if verdict != OPEN:
            _remember(st, key, spare, verdict)
            return verdict
    mine, yours = st.after[0], st.after[1]
    for j in range(count + 2):
        twin = False
        for i in range(min(j, count)):
            if j < count and st.slot[level, i] == st.slot[level, j]:
                twin = True
        if twin or (j == count and spare <= 0) or (j > count and not stars):
            continue
        v = -1
        while True:
            kept = 0
            for i in range(count):
                if i != j:
                    st.slot[below, kept] = st.slot[level, i]
                    kept += 1
            for w in range(words):
                mine[w] = st.top[0, st.owner[j], 0, w] if j < count else ZERO
                yours[w] = st.top[0, st.owner[j], 1, w] if j < count else ZERO
            if j < count:
                v = _next_vertex(mine, v + 1)
                if v < 0:
                    break
                _play(st, v, mine, yours)
                verdict = _judge(st, ply, kept, spare, stars, v)
            elif j == count:  # a free move
                v = n
                verdict = _judge(st, ply, kept, spare - 1, stars, v)
            else:  # the star
                v = n + 1
                verdict = _judge(st, ply, kept, spare, 0, v)
            if verdict == WIN:
                _remember(st, key, spare, WIN)
                st.info[ply, 3] = v
                return WIN
            if j >= count:
                break
    if st.info[ply, 2] == 0:
        _remember(st, key, spare, LOSS)
        return LOSS
    return OPEN


@njit(cache=True)
def _judge(st: Any, ply: Any, count: Any, spare: Any, stars: Any, v: Any) -> Any:
    """Judge Left's move ``v``, after which ``st.after`` joins the sum; list it if open."""
    below = 2
    parts, more, more_stars = _split(st.adj, st.setting[0], st.after[0], st.after[1], st.top[1])
    spare += more
    stars = (stars + more_stars) & 1
    before = count
    for i in range(parts):
        ref = component(st, st.top[1, i, 0], st.top[1, i, 1])
        count = _add(st, below, count, ref)
    key = _sum_key(st, below, count, 1, stars)
    known = _probe(st, key, -spare)
    if known != OPEN:
        return WIN if known == LOSS else LOSS
    verdict, low, high = _bounds_verdict(st, below, count, spare, stars, False)
    if verdict != OPEN:
        return verdict
    made = st.info[ply, 2]
    for i in range(made):
        if st.child_key[ply, i] == key and st.child_spare[ply, i] == -spare:
            return OPEN
    st.move[ply, made] = v
    st.child_key[ply, made] = key
    st.child_spare[ply, made] = -spare
    grain = st.setting[8]
    st.child_value[ply, made, 0] = 1 + (min(high, 200 * UNIT) >> grain)
    st.child_value[ply, made, 1] = 1 + (min(low, 200 * UNIT) >> grain)
    # something cancelled: a way to win that is worth more effort
    st.child_value[ply, made, 2] = st.setting[9] if count < before + parts else 0
    st.info[ply, 2] = made + 1
    return OPEN


@njit(cache=True)
def _descend(st: Any, ply: Any, v: Any) -> None:
    """Write the node after Left's move ``v`` to the next ply, seen from the other player."""
    n, words = st.adj.shape
    below = st.frame[ply + 1]
    for w in range(words):
        below[1, w] = st.frame[ply, 0, w]
        below[0, w] = st.frame[ply, 1, w]
    if v < n:
        _play(st, v, below[1], below[0])
    spare, star = st.info[ply, 0], st.info[ply, 1]
    st.info[ply + 1, 0] = -(spare - 1) if v == n else -spare
    st.info[ply + 1, 1] = 0 if v == n + 1 else star


@njit(cache=True)
def _pn_cell(st: Any, key: Any, spare: Any) -> Any:
    mark = _mix(key + U64(spare + 40000) * M3)
    return mark, np.int64(mark & U64(st.pn_key.shape[0] - 1))


@njit(cache=True)
def _settled(st: Any, ply: Any, i: Any, verdict: Any) -> None:
    """Keep a move's verdict with its node: the table may forget it at once."""
    st.child_value[ply, i, 0] = 0 if verdict == WIN else FAR
    st.child_value[ply, i, 1] = FAR if verdict == WIN else 0


@njit(cache=True)
def _weigh(st: Any, ply: Any) -> Any:
    """The node's efforts from its moves: (to win, to refute, best move's index, open moves,
    second least effort); to win is that of the easiest move, to refute that of the hardest
    answer and a little for every other open move (a sum would count transpositions often)."""
    win, second, hardest, best, still = FAR, FAR, 0, -1, 0
    for i in range(st.info[ply, 2]):
        if st.child_value[ply, i, 0] > 0 and st.child_value[ply, i, 1] > 0:
            known = _probe(st, st.child_key[ply, i], st.child_spare[ply, i])
            if known != OPEN:
                _settled(st, ply, i, known)
        if st.child_value[ply, i, 1] == 0:
            return 0, FAR, i, 1, FAR
        if st.child_value[ply, i, 0] == 0:
            continue
        mark, cell = _pn_cell(st, st.child_key[ply, i], st.child_spare[ply, i])
        if st.pn_key[cell] == mark:
            st.child_value[ply, i, 0] = st.pn_value[cell, 0]
            st.child_value[ply, i, 1] = st.pn_value[cell, 1]
        still += 1
        hardest = max(hardest, st.child_value[ply, i, 0])
        # Never 0, which would mean that the move is known to win.
        effort = max(1, st.child_value[ply, i, 1] >> st.child_value[ply, i, 2])
        if effort < win:
            win, second, best = effort, win, i
        elif effort < second:
            second = effort
    return win, hardest + ((still - 1) >> st.setting[7]), best, still, second


@njit(cache=True)
def run(st: Any, budget: Any) -> Any:
    """Continue the proof-number search whose path is in ``st`` for about ``budget`` nodes:
    WIN or LOSS of the player to move at ply 0, OPEN when the slice is over."""
    ply, enter = st.setting[4] >> 1, st.setting[4] & 1
    stop = st.setting[3] + budget
    work = st.setting[5] + 40 * budget
    while True:
        if enter:
            if (
                st.setting[3] >= stop
                or st.setting[5] >= work
                or st.setting[2] * 10 > st.key.shape[0] * 7
            ):
                st.setting[4] = ply * 2 + 1
                return OPEN
            verdict = _enter(st, ply)
            enter = 0
            if verdict != OPEN:
                if ply == 0:
                    return verdict
                ply -= 1
                _settled(st, ply, st.info[ply, 3], verdict)
                continue
        win, refute, best, still, second = _weigh(st, ply)
        if win == 0 or still == 0:
            verdict = WIN if win == 0 else LOSS
            _remember(st, st.node_key[ply], st.info[ply, 0], verdict)
            if ply == 0:
                if win == 0:
                    st.info[ply, 3] = st.move[ply, best]
                return verdict
            ply -= 1
            _settled(st, ply, st.info[ply, 3], verdict)
            continue
        if ply > 0 and (win >= st.limit[ply, 0] or refute >= st.limit[ply, 1]):
            mark, cell = _pn_cell(st, st.node_key[ply], st.info[ply, 0])
            st.pn_key[cell] = mark
            st.pn_value[cell, 0], st.pn_value[cell, 1] = win, refute
            ply -= 1
            continue
        st.limit[ply + 1, 0] = st.limit[ply, 1] - ((still - 1) >> st.setting[7])
        wanted = min(st.limit[ply, 0], second + (second >> 2) + 1)
        st.limit[ply + 1, 1] = wanted << st.child_value[ply, best, 2]
        st.info[ply, 3] = best
        _descend(st, ply, st.move[ply, best])
        ply += 1
        enter = 1
