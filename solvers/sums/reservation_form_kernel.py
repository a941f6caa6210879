# mypy: disable-error-code="untyped-decorator"
"""Components of a reservation game in compiled code: how a position splits, and a form that
isomorphic components share. Sets of vertices are words of 64.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gameproof.solvers.word_sets_kernel import inlined, inner, lowest

U64 = np.uint64
ZERO, ONE = U64(0), U64(1)
M1, M2, M3 = U64(0xBF58476D1CE4E5B9), U64(0x94D049BB133111EB), U64(0x9E3779B97F4A7C15)
S27, S30, S31 = U64(27), U64(30), U64(31)


# Arguments that are plain numbers in the source are compiled for one by one: these are not.
NONE, NEGATIVE = np.int64(0), np.int64(1)


@inner
def mix(x: Any) -> Any:
    """Spread the bits of a word (the finaliser of splitmix64)."""
    x = (x ^ (x >> S30)) * M1
    x = (x ^ (x >> S27)) * M2
    return x ^ (x >> S31)


@inner
def split(adj: Any, own: Any, left: Any, right: Any, out: Any, scratch: Any) -> Any:
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
                v = w * 64 + lowest(bit)
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
        colour[i] = mix(x * M3 + M2)
    distinct = steps = 0
    while True:
        while True:  # refine
            steps += k * k
            for i in range(k):
                total = ZERO
                for e in range(start[i], start[i + 1]):
                    total += mix(colour[nbr[e]] ^ M3)
                fresh[i] = mix(colour[i] * M3 + total)
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
                colour[i] = mix(single + ONE)
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
    first, second = mix(U64(k)), mix(U64(k) + M3)
    for i in range(k):
        x = U64(3) - label[i] if swap and label[i] != U64(3) else label[i]
        own = fresh[i] * U64(4) + x
        first += mix(own * M3 + ONE)
        second += mix(own * M1 + M2)
        for e in range(start[i], start[i + 1]):
            pair = fresh[i] * U64(65536) + fresh[nbr[e]]
            first += mix(pair * M3 + U64(77))
            second += mix(pair * M2 + M1)
    return first, second, steps


@inlined
def canonical(st: Any, left: Any, right: Any) -> Any:
    """Key (two words), whether the colours were swapped, whether that made no difference."""
    words = left.shape[0]
    verts, place, start, nbr = st.place[0], st.place[1], st.place[2], st.nbr
    label_of = st.colour[0]
    own = st.setting[0]
    k, reds, blues = NONE, 0, 0
    for w in range(words):
        rest = left[w] | right[w]
        while rest:
            v = w * 64 + lowest(rest)
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
                nbr[e] = place[w * 64 + lowest(met)]
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
