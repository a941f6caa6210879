"""Positions of placement games up to isomorphism, enumerated with bit sets, compiled.

See ``placement`` for the game. A position is a pair of 64-bit sets (a, b), the vertices
still open to Left and to Right. Components are kept once up to isomorphism and up to
exchange of the players; two components are taken for isomorphic when two independent
64-bit hashes of a relabelled copy agree. With ``meta[EXPLICIT]`` set they are kept up to
exchange of the players only, and up to the permutations of vertices that are given (rows
``images``, automorphisms of the graph; none otherwise).
"""
# mypy: disable-error-code="untyped-decorator"

from typing import Any

import numpy as np
from numba import njit

from gameproof.solvers.word_sets_kernel import inner, low_of

# Places in ``meta``.
NODES, NEXT, STREAM, EXACT, SHAPES, REASON, EXPLICIT = range(7)
FULL_NODES, FULL_STREAM, FULL_EXACT, FULL_SHAPES, SLICE_ENDED = range(1, 6)


@njit(cache=True, inline="always")
def _mix(x: Any) -> Any:
    x = np.uint64(x)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@njit(cache=True, inline="always")
def _bind(v: Any, a: Any, b: Any, masks: Any) -> Any:
    """The vertices whose future a move on ``v`` can still change, or the reverse."""
    bit = np.uint64(1) << np.uint64(v)
    found = np.uint64(0)
    if a & bit:
        found |= (masks[v, 1] & b) | (masks[v, 0] & a)
    if b & bit:
        found |= (masks[v, 1] & a) | (masks[v, 0] & b)
    return found & ~bit


@njit(cache=True)
def _shape(a: Any, b: Any, masks: Any, work: Any) -> Any:
    """Two hashes of (a, b) that do not depend on the numbering of its vertices.

    Colour refinement with individualisation of the first vertex of the first repeated
    class; automorphism ties aside, isomorphic components get equal hashes (different
    hashes only cost sharing).
    """
    n = 0
    rest = a | b
    while rest:
        v = low_of(rest)
        rest &= rest - np.uint64(1)
        bit = np.uint64(1) << np.uint64(v)
        work[n, 0] = np.uint64(v)
        label = np.uint64((1 if a & bit else 0) + (2 if b & bit else 0))
        work[v, 1] = _mix(label)
        work[v, 4] = _bind(v, a, b, masks)
        n += 1
    classes = 1
    while True:
        while True:
            for i in range(n):
                v = work[i, 0]
                total = work[v, 1] * np.uint64(0x9E3779B97F4A7C15)
                rest = work[v, 4]
                while rest:
                    u = low_of(rest)
                    rest &= rest - np.uint64(1)
                    bit = np.uint64(1) << np.uint64(u)
                    kind = np.uint64(
                        (1 if masks[v, 0] & bit else 0) + (2 if masks[v, 1] & bit else 0)
                    )
                    total += _mix(work[u, 1] + kind)
                work[v, 2] = _mix(total)
            for i in range(n):
                v = work[i, 0]
                work[v, 1] = work[v, 2]
            # Insertion sort of the vertices by their hash.
            for i in range(1, n):
                v = work[i, 0]
                j = i - 1
                while j >= 0 and work[work[j, 0], 1] > work[v, 1]:
                    work[j + 1, 0] = work[j, 0]
                    j -= 1
                work[j + 1, 0] = v
            fresh = 1
            for i in range(1, n):
                if work[work[i, 0], 1] != work[work[i - 1, 0], 1]:
                    fresh += 1
            if fresh <= classes:
                break
            classes = fresh
        if classes == n:
            break
        for i in range(1, n):
            if work[work[i, 0], 1] == work[work[i - 1, 0], 1]:
                v = work[i - 1, 0]
                work[v, 1] = _mix(work[v, 1] + np.uint64(1))
                break
    for i in range(n):
        work[work[i, 0], 3] = np.uint64(i)
    first, second = np.uint64(n), np.uint64(n + 77)
    for i in range(n):
        v = work[i, 0]
        bit = np.uint64(1) << np.uint64(v)
        row, other = np.uint64(0), np.uint64(0)
        rest = work[v, 4]
        while rest:
            u = low_of(rest)
            rest &= rest - np.uint64(1)
            at = np.uint64(1) << work[u, 3]
            if masks[v, 0] & (np.uint64(1) << np.uint64(u)):
                row |= at
            if masks[v, 1] & (np.uint64(1) << np.uint64(u)):
                other |= at
        label = np.uint64((1 if a & bit else 0) + (2 if b & bit else 0))
        for word in (row, other, label):
            first = _mix(first ^ word) + np.uint64(0x632BE59BD9B4E019)
            second = _mix(second * np.uint64(0xD1342543DE82EF95) + word)
    return first, second


@inner
def _image(s: Any, image: Any) -> Any:
    """The set to which a permutation takes a set."""
    found = np.uint64(0)
    while s:
        found |= np.uint64(1) << np.uint64(image[low_of(s)])
        s &= s - np.uint64(1)
    return found


@inner
def _note(a: Any, b: Any, ref: Any, even: Any, meta: Any, exact: Any, exact_refs: Any) -> None:
    """Enter (a, b) with its reference and (b, a) with the negative, unless they are known;
    ``even``: both are the same component."""
    mask = np.uint64(len(exact_refs) - 1)
    for flip in range(2):
        x, y = (a, b) if flip == 0 else (b, a)
        slot = _mix(_mix(x) + y) & mask
        present = False
        while exact_refs[slot] >= 0:
            if exact[slot, 0] == x and exact[slot, 1] == y:
                present = True
                break
            slot = (slot + np.uint64(1)) & mask
        if not present:
            exact[slot, 0] = x
            exact[slot, 1] = y
            exact_refs[slot] = ref if (even or flip == 0) else ref ^ 1
            meta[EXACT] += 1


@njit(cache=True)
def _component(
    a: Any,
    b: Any,
    masks: Any,
    meta: Any,
    nodes: Any,
    exact: Any,
    exact_refs: Any,
    shapes: Any,
    shape_refs: Any,
    work: Any,
    images: Any,
) -> Any:
    """The reference of a component, made a node if new; -1 when a table is full."""
    mask = np.uint64(len(exact_refs) - 1)
    home = _mix(_mix(a) + b) & mask
    slot = home
    while exact_refs[slot] >= 0:
        if exact[slot, 0] == a and exact[slot, 1] == b:
            return np.int64(exact_refs[slot])
        slot = (slot + np.uint64(1)) & mask
    if 10 * (meta[EXACT] + 2 + 2 * len(images)) > 7 * len(exact_refs):
        meta[REASON] = FULL_EXACT
        return np.int64(-1)
    if meta[EXPLICIT]:
        p0, p1 = _mix(_mix(a) + b), a
        q0, q1 = _mix(_mix(b) + a), b
        exchange = a < b
    else:
        p0, p1 = _shape(a, b, masks, work)
        q0, q1 = _shape(b, a, masks, work)
        exchange = q0 < p0 or (q0 == p0 and q1 < p1)
    even = p0 == q0 and p1 == q1
    sign = 0
    if exchange:
        p0, p1 = q0, q1
        sign = 1
    mask = np.uint64(len(shape_refs) - 1)
    slot = p0 & mask
    found = np.int64(-1)
    while shape_refs[slot] >= 0:
        if shapes[slot, 0] == p0 and shapes[slot, 1] == p1:
            found = np.int64(shape_refs[slot])
            break
        slot = (slot + np.uint64(1)) & mask
    if found < 0:
        if 10 * (meta[SHAPES] + 1) > 7 * len(shape_refs):
            meta[REASON] = FULL_SHAPES
            return np.int64(-1)
        found = meta[NODES]
        if found >= len(nodes):
            meta[REASON] = FULL_NODES
            return np.int64(-1)
        # The node's own orientation is the one with the smaller hash, or the larger set.
        nodes[found, 0] = a if sign == 0 else b
        nodes[found, 1] = b if sign == 0 else a
        meta[NODES] = found + 1
        shapes[slot, 0] = p0
        shapes[slot, 1] = p1
        shape_refs[slot] = found
        meta[SHAPES] += 1
    ref = 2 * found + sign
    _note(a, b, ref, even, meta, exact, exact_refs)
    for i in range(len(images)):
        x, y = _image(a, images[i]), _image(b, images[i])
        _note(x, y, ref, False, meta, exact, exact_refs)
    return ref


@njit(cache=True)
def split(
    a: Any,
    b: Any,
    masks: Any,
    meta: Any,
    nodes: Any,
    stream: Any,
    exact: Any,
    exact_refs: Any,
    shapes: Any,
    shape_refs: Any,
    work: Any,
    images: Any,
) -> Any:
    """Write ``integer, k, references`` of the position at ``meta[STREAM]``; False when full."""
    at = meta[STREAM]
    if at + 70 > len(stream):
        meta[REASON] = FULL_STREAM
        return False
    whole, k = 0, 0
    rest = a | b
    while rest:
        seed = rest & (~rest + np.uint64(1))
        part, edge = seed, seed
        while edge:
            v = low_of(edge)
            edge &= edge - np.uint64(1)
            fresh = _bind(v, a, b, masks) & ~part
            part |= fresh
            edge |= fresh
        rest &= ~part
        if part == seed and (a & seed == 0 or b & seed == 0):
            whole += 1 if a & seed else -1
            continue
        ref = _component(
            a & part,
            b & part,
            masks,
            meta,
            nodes,
            exact,
            exact_refs,
            shapes,
            shape_refs,
            work,
            images,
        )
        if ref < 0:
            return False
        stream[at + 2 + k] = ref
        k += 1
    stream[at] = whole
    stream[at + 1] = k
    meta[STREAM] = at + 2 + k
    return True


@inner
def _untwinned(a: Any, b: Any, masks: Any) -> Any:
    """The first vertex of each class of twins: open to the same players and next to the same
    open vertices, one another left out."""
    both = a | b
    found = np.uint64(0)
    rest = both
    while rest:
        v = low_of(rest)
        rest &= rest - np.uint64(1)
        bit = np.uint64(1) << np.uint64(v)
        near = (masks[v, 0] | masks[v, 1]) & both & ~bit
        alone = True
        before = both & (bit - np.uint64(1))
        while before:
            u = low_of(before)
            before &= before - np.uint64(1)
            other = np.uint64(1) << np.uint64(u)
            if (a & bit == 0) != (a & other == 0) or (b & bit == 0) != (b & other == 0):
                continue
            close = (masks[u, 0] | masks[u, 1]) & both & ~other
            if close == near or close | other == near | bit:
                alone = False
                break
        if alone:
            found |= bit
    return found


@njit(cache=True)
def expand(
    quota: Any,
    masks: Any,
    meta: Any,
    nodes: Any,
    pointer: Any,
    stream: Any,
    exact: Any,
    exact_refs: Any,
    shapes: Any,
    shape_refs: Any,
    work: Any,
    images: Any,
) -> None:
    """Write the options of up to ``quota`` nodes; ``meta[REASON]`` is 0 when none is left."""
    meta[REASON] = 0
    while meta[NEXT] < meta[NODES]:
        if quota == 0:
            meta[REASON] = SLICE_ENDED
            return
        quota -= 1
        node = meta[NEXT]
        a, b = nodes[node, 0], nodes[node, 1]
        begin = meta[STREAM]
        if begin + 2 > len(stream):
            meta[REASON] = FULL_STREAM
            return
        meta[STREAM] = begin + 2
        counts = np.zeros(2, dtype=np.int64)
        alone = _untwinned(a, b, masks)
        for side in range(2):
            mine, theirs = (a, b) if side == 0 else (b, a)
            rest = mine & alone
            while rest:
                v = low_of(rest)
                rest &= rest - np.uint64(1)
                x = mine & ~masks[v, 0]
                y = theirs & ~masks[v, 1]
                if side == 1:
                    x, y = y, x
                if not split(
                    x,
                    y,
                    masks,
                    meta,
                    nodes,
                    stream,
                    exact,
                    exact_refs,
                    shapes,
                    shape_refs,
                    work,
                    images,
                ):
                    meta[STREAM] = begin
                    return
                counts[side] += 1
        stream[begin] = counts[0]
        stream[begin + 1] = counts[1]
        pointer[node] = begin
        meta[NEXT] = node + 1


@njit(cache=True)
def rehash(old: Any, old_refs: Any, new: Any, new_refs: Any, by_pair: Any) -> None:
    """Move a table keyed by two words into a larger one."""
    mask = np.uint64(len(new_refs) - 1)
    for i in range(len(old_refs)):
        if old_refs[i] >= 0:
            slot = (_mix(_mix(old[i, 0]) + old[i, 1]) if by_pair else old[i, 0]) & mask
            while new_refs[slot] >= 0:
                slot = (slot + np.uint64(1)) & mask
            new[slot, 0] = old[i, 0]
            new[slot, 1] = old[i, 1]
            new_refs[slot] = old_refs[i]
