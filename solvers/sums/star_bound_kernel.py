# mypy: disable-error-code="untyped-decorator"
"""Compiled bound by a packing of stars; theory in ``star_packing``.

Sets of at most 128 vertices are two words, so that they stay in registers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.word_sets_kernel import (
    ONE,
    ZERO,
    inner,
    low_of,
    lowest_of,
    size_of,
    touched_by,
)


class Store(NamedTuple):
    """All arrays of one search on ``n`` vertices, ordered by degree."""

    near: NDArray[np.uint64]  # (n, 2) closed neighbourhoods
    key: NDArray[np.uint64]  # (cells, 4) the two sets of a position
    used: NDArray[np.uint64]  # (cells, 4) vertices the winner needs, when won and when lost
    known: NDArray[np.int32]  # (cells, 6) won from, lost up to (spare moves), move, in use, proofs
    frame: NDArray[np.uint64]  # (plies, 12) sets a, b, free a, free b, candidates, used
    info: NDArray[np.int32]  # (plies, 7)
    score: NDArray[np.int32]  # (plies, n)
    reach: NDArray[np.uint64]  # (2, n, 2) scratch: what each vertex closes, by owner
    shell: NDArray[np.uint64]  # (2, n + 1, 2) scratch: the vertices that close so many, by owner
    part: NDArray[np.int32]  # (n + 2,) scale // (1 + k), for ``merit``
    star: NDArray[np.int32]  # (3, n + 1) scratch: gains, losses, sizes of the stars
    need: NDArray[np.uint64]  # (n, 2) scratch: the vertices a star needs
    out: NDArray[np.uint64]  # (2,) vertices needed by the last proof
    state: NDArray[np.int64]
    taken: NDArray[np.int64]  # (plies, n + 1) steps against the moves refuted so far
    step: NDArray[np.int64]  # the log: steps of all proofs in turn; and of each proof the
    proof: NDArray[np.int64]  # (proofs, 3) winner's spare moves, does he begin, end of its steps
    kept: NDArray[np.uint64]  # (partitions, 2) vertices that the owner of each does not forget


@inner
def look(st: Any, side: Any, x0: Any, x1: Any, y0: Any, y1: Any) -> Any:
    """Note what each vertex of ``x`` closes of ``y``, and which close how many: the most that one
    closes, and all that are closed."""
    near, reach, shell = st.near, st.reach[side], st.shell[side]
    shell[0, 0], shell[0, 1] = ZERO, ZERO
    most = np.int64(0)
    c0, c1 = ZERO, ZERO
    for w in range(2):
        rest = x1 if w else x0
        while rest:
            v = np.int64(low_of(rest)) + 64 * w
            bit = rest & (~rest + ONE)
            rest ^= bit
            r0, r1 = near[v, 0] & y0, near[v, 1] & y1
            size = size_of(r0, r1)
            reach[v, 0], reach[v, 1] = r0, r1
            c0 |= r0
            c1 |= r1
            while most < size:
                most += 1
                shell[most, 0], shell[most, 1] = ZERO, ZERO
            shell[size, w] |= bit
    return most, c0, c1


@inner
def _alternate(star: Any, count: Any, first: Any, total: Any) -> Any:
    """Spare moves that win the sum of stars (hottest first) and ``total``."""
    mine = first
    for i in range(count):
        total += star[0, i] if mine else star[1, i]
        mine = not mine
    return (1 if mine else 0) - total


@inner
def packed(st: Any, side: Any, most: Any, x0: Any, x1: Any, y0: Any, y1: Any) -> Any:
    """Pack stars for the owner of ``x``, who was looked at, the largest first: how many, and what
    the vertices of ``y`` in none of them are worth to him."""
    near, reach, shell, star, need = st.near, st.reach[side], st.shell[side], st.star, st.need
    left0, left1, open0, open1 = y0, y1, x0, x1
    count = 0
    for size in range(most, 0, -1):
        while True:
            n0, n1 = shell[size, 0] & open0, shell[size, 1] & open1
            if not (n0 | n1):
                break
            v = lowest_of(n0, n1)
            r0, r1 = reach[v, 0], reach[v, 1]
            left0 &= ~r0
            left1 &= ~r1
            # Own vertices closed by nothing but what v closes are free once v is played.
            t0, t1 = touched_by(near, r0, r1)
            n0, n1, gain = ZERO, ZERO, -1
            for w in range(2):
                rest = t1 & open1 if w else t0 & open0
                while rest:
                    u = np.int64(low_of(rest)) + 64 * w
                    bit = rest & (~rest + ONE)
                    rest ^= bit
                    if not (reach[u, 0] & ~r0 | reach[u, 1] & ~r1):
                        gain += 1
                        if w:
                            n1 |= bit
                        else:
                            n0 |= bit
            open0 &= ~t0
            open1 &= ~t1
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
    for it in ``st.out``. When no more than ``spare``, the coolest stars are left out as long as
    that is enough."""
    star, need = st.star, st.need
    wanted = _alternate(star, count, first, total)
    if wanted > spare:
        return wanted
    u0, u1 = ZERO, ZERO
    turn = first if count & 1 == 0 else not first
    before = (1 if turn else 0) - wanted - total
    # Of the stars kept after the one looked at: their sum when the owner begins with them, when
    # the other does, and whether they are odd in number.
    mine, yours, odd = np.int64(0), np.int64(0), False
    for i in range(count - 1, -1, -1):
        turn = not turn
        gain, loss = np.int64(star[0, i]), np.int64(star[1, i])
        before -= gain if turn else loss
        if wanted < spare:
            rest = total - star[2, i]
            without = (1 if turn != odd else 0) - rest - before - (mine if turn else yours)
            if without <= spare:
                total, wanted = rest, without
                continue
        u0 |= need[i, 0]
        u1 |= need[i, 1]
        mine, yours, odd = gain + yours, loss + mine, not odd
    st.out[0], st.out[1] = u0, u1
    return wanted


@inner
def merit(st: Any, v: Any, a0: Any, a1: Any, scale: Any) -> Any:
    """What a move on ``v`` is good for, in parts of ``scale``: each vertex of ``b`` that it
    closes counts 1 and, if d moves could close it, 1 / (1 + d), and a vertex of ``a`` that k moves
    can still close is worth 1 / (1 + k) of one that is safe. Both players were looked at."""
    near, part, reach, back = st.near, st.part, st.reach[0], st.reach[1]
    r0, r1 = reach[v, 0], reach[v, 1]
    t0, t1 = ZERO, ZERO
    total = np.int64(0)
    for w in range(2):
        rest = r1 if w else r0
        while rest:
            u = np.int64(low_of(rest)) + 64 * w
            rest &= rest - ONE
            t0 |= near[u, 0]
            t1 |= near[u, 1]
            total += scale + part[size_of(back[u, 0], back[u, 1])]
    for w in range(2):
        rest = t1 & a1 if w else t0 & a0
        while rest:
            u = np.int64(low_of(rest)) + 64 * w
            rest &= rest - ONE
            d0, d1 = reach[u, 0], reach[u, 1]
            total += part[size_of(d0 & ~r0, d1 & ~r1)] - part[size_of(d0, d1)]
    return total
