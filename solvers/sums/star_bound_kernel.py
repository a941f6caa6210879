# mypy: disable-error-code="untyped-decorator"
"""Compiled bound by a packing of stars; theory in ``star_packing``.

Sets of at most 128 vertices are two words, so that they stay in registers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.word_sets_kernel import ONE, ZERO, inner, low_of, size_of, touched_by


class Store(NamedTuple):
    """All arrays of one search on ``n`` vertices, ordered by degree."""

    near: NDArray[np.uint64]  # (n, 2) closed neighbourhoods
    key: NDArray[np.uint64]  # (cells, 4) the two sets of a position
    used: NDArray[np.uint64]  # (cells, 4) vertices the winner needs, when won and when lost
    known: NDArray[np.int32]  # (cells, 6) won from, lost up to (spare moves), move, in use, proofs
    frame: NDArray[np.uint64]  # (plies, 12) sets a, b, free a, free b, candidates, used
    info: NDArray[np.int32]  # (plies, 7)
    score: NDArray[np.int32]  # (plies, n)
    vertex: NDArray[np.int32]  # (3, n) scratch: vertices, degrees by vertex, order
    reach: NDArray[np.uint64]  # (n, 2) scratch: what each vertex closes
    star: NDArray[np.int32]  # (4, n + 1) scratch: gains, losses, sizes of the stars; counts
    need: NDArray[np.uint64]  # (n, 2) scratch: the vertices a star needs
    out: NDArray[np.uint64]  # (2,) vertices needed by the last proof
    state: NDArray[np.int64]
    taken: NDArray[np.int64]  # (plies, n + 1) steps against the moves refuted so far
    step: NDArray[np.int64]  # the log: steps of all proofs in turn; and of each proof the
    proof: NDArray[np.int64]  # (proofs, 3) winner's spare moves, does he begin, end of its steps
    kept: NDArray[np.uint64]  # (partitions, 2) vertices that the owner of each does not forget


@inner
def _listed(st: Any, x0: Any, x1: Any, y0: Any, y1: Any) -> Any:
    """List ``x`` in ``st.vertex`` by falling number of vertices of ``y`` closed."""
    near, vertex, reach = st.near, st.vertex, st.reach
    counts = st.star[3]
    count, most = 0, 0
    for w in range(2):
        rest = x1 if w else x0
        while rest:
            v = np.int64(low_of(rest)) + 64 * w
            rest &= rest - ONE
            r0, r1 = near[v, 0] & y0, near[v, 1] & y1
            size = size_of(r0, r1)
            reach[v, 0], reach[v, 1] = r0, r1
            vertex[0, count], vertex[1, v] = v, size
            while most < size:
                most += 1
                counts[most] = 0
            if count == 0:
                counts[0] = 0
            counts[size] += 1
            count += 1
    place = 0
    for size in range(most, -1, -1):
        here = counts[size]
        counts[size] = place
        place += here
    for i in range(count):
        v = vertex[0, i]
        vertex[2, counts[vertex[1, v]]] = v
        counts[vertex[1, v]] += 1
    return count


@inner
def _alternate(star: Any, count: Any, first: Any, total: Any) -> Any:
    """Spare moves that win the sum of stars (hottest first; size 0: left out) and ``total``."""
    mine = first
    for i in range(count):
        if star[2, i] == 0:
            continue
        total += star[0, i] if mine else star[1, i]
        mine = not mine
    return (1 if mine else 0) - total


@inner
def packed(st: Any, x0: Any, x1: Any, y0: Any, y1: Any) -> Any:
    """Pack stars for the owner of ``x``, the hottest first: how many, and what the vertices of
    ``y`` in none of them are worth to him."""
    vertex, reach, near, star, need = st.vertex, st.reach, st.near, st.star, st.need
    listed = _listed(st, x0, x1, y0, y1)
    left0, left1 = y0, y1
    count = 0
    for i in range(listed):
        v = vertex[2, i]
        r0, r1 = reach[v, 0], reach[v, 1]
        if r0 & ~left0 or r1 & ~left1:
            continue
        left0 &= ~r0
        left1 &= ~r1
        size = vertex[1, v]
        # Own vertices closed by nothing but what v closes are free once v is played.
        t0, t1 = touched_by(near, r0, r1)
        t0 &= x0
        t1 &= x1
        n0, n1, gain = ZERO, ZERO, -1
        for w in range(2):
            rest = t1 if w else t0
            while rest:
                u = np.int64(low_of(rest)) + 64 * w
                bit = rest & (~rest + ONE)
                rest ^= bit
                if reach[u, 0] & ~r0 == ZERO and reach[u, 1] & ~r1 == ZERO:
                    gain += 1
                    if w:
                        n1 |= bit
                    else:
                        n0 |= bit
        heat = gain + size - 1
        j = count
        while j > 0 and star[0, j - 1] - star[1, j - 1] < heat:
            star[0, j], star[1, j], star[2, j] = star[0, j - 1], star[1, j - 1], star[2, j - 1]
            need[j, 0], need[j, 1] = need[j - 1, 0], need[j - 1, 1]
            j -= 1
        star[0, j], star[1, j], star[2, j] = gain, 1 - size, size
        need[j, 0], need[j, 1] = n0, n1
        count += 1
    return count, -size_of(left0, left1)


@inner
def needed_by(st: Any, count: Any, total: Any, spare: Any, first: Any) -> Any:
    """Spare moves with which the owner of stars ``packed`` surely wins, and the vertices he needs
    for it in ``st.out``. When no more than ``spare``, stars are left out as long as that is
    enough; else they stay as they are, to be asked about again."""
    star, need = st.star, st.need
    wanted = _alternate(star, count, first, total)
    if wanted > spare:
        return wanted
    for i in range(count - 1, -1, -1):
        if wanted == spare:
            break
        size = star[2, i]
        star[2, i] = 0
        without = _alternate(star, count, first, total - size)
        if without <= spare:
            wanted = without
            total -= size
        else:
            star[2, i] = size
    u0, u1 = ZERO, ZERO
    for i in range(count):
        if star[2, i]:
            u0 |= need[i, 0]
            u1 |= need[i, 1]
    st.out[0], st.out[1] = u0, u1
    return wanted


@inner
def merit(near: Any, v: Any, a0: Any, a1: Any, b0: Any, b1: Any, scale: Any) -> Any:
    """What a move on ``v`` is good for, in parts of ``scale``: each vertex of ``b`` that it
    closes counts 1 and, if d moves could close it, 1 / (1 + d), and a vertex of ``a`` that k moves
    can still close is worth 1 / (1 + k) of one that is safe."""
    r0, r1 = near[v, 0] & b0, near[v, 1] & b1
    t0, t1 = touched_by(near, r0, r1)
    total = np.int64(0)
    for w in range(2):
        rest = r1 if w else r0
        while rest:
            u = np.int64(low_of(rest)) + 64 * w
            rest &= rest - ONE
            total += scale + scale // (1 + size_of(near[u, 0] & a0, near[u, 1] & a1))
        rest = t1 & a1 if w else t0 & a0
        while rest:
            u = np.int64(low_of(rest)) + 64 * w
            rest &= rest - ONE
            d0, d1 = near[u, 0] & b0, near[u, 1] & b1
            total += scale // (1 + size_of(d0 & ~r0, d1 & ~r1)) - scale // (1 + size_of(d0, d1))
    return total
