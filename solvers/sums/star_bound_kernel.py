# mypy: disable-error-code="untyped-decorator"
"""Compiled bounds by packings of stars; theory in ``star_packing``.

Sets of at most 128 vertices are two words, so that they stay in registers. How many vertices
of the opponent each vertex closes is a row of bytes for each player, kept from ply to ply.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gameproof.solvers.byte_rows_kernel import (
    filled_by,
    lessened,
    met_by,
    places_with,
    repeated,
)
from gameproof.solvers.word_sets_kernel import (
    ONE,
    ZERO,
    inner,
    low_of,
    lowest_of,
    single,
    size_of,
    touched_by,
)


@inner
def begin(st: Any, row: Any, x0: Any, x1: Any, y0: Any, y1: Any) -> Any:
    """Count what each vertex of ``x`` closes of ``y``, into a row."""
    near, closing, most = st.near, st.closing, np.int64(0)
    for w in range(2):
        rest = x1 if w else x0
        while rest:
            v = np.int64(low_of(rest)) + 64 * w
            rest &= rest - ONE
            size = size_of(near[v, 0] & y0, near[v, 1] & y1)
            closing[row, v] = size
            most = max(most, size)
    st.most[row, 0] = st.most[row, 1] = most


@inner
def moved(st: Any, ply: Any, v: Any, b0: Any, b1: Any) -> Any:
    """Count anew after the player to move at ``ply`` has played on ``v``, against ``b``."""
    near = st.near
    lessened(st.beside, near[v, 0] & b0, near[v, 1] & b1, st.closing, ply, ply + 2)
    st.most[ply + 2, 0] = st.most[ply, 1]


@inner
def _alternate(star: Any, count: Any, first: Any, total: Any) -> Any:
    """The sum of stars, hottest first, and ``total``; and whether the owner is to move then."""
    mine = first
    for i in range(count):
        total += star[0, i] if mine else star[1, i]
        mine = not mine
    return total, mine


@inner
def packed(st: Any, row: Any, x0: Any, x1: Any, y0: Any, y1: Any) -> Any:
    """Pack stars for the owner of ``x``, whose counts are in a row, the largest first: how many,
    what the vertices of ``y`` in none of them are worth to him, and the largest count."""
    near, beside, closing, star = st.near, st.beside, st.closing, st.star
    need, shut = st.need, st.shut
    left0, left1, open0, open1 = y0, y1, x0, x1
    count = 0
    most: Any = np.int64(0)
    for size in range(st.most[row, 0], 0, -1):
        m0, m1 = places_with(closing, row, size)
        m0, m1 = m0 & open0, m1 & open1
        if most == 0 and (m0 | m1):
            most = size
        while m0 | m1:
            v = lowest_of(m0, m1)
            r0, r1 = near[v, 0] & y0, near[v, 1] & y1
            left0, left1 = left0 & ~r0, left1 & ~r1
            # Own vertices closed by nothing but what v closes are free once v is played.
            (t0, t1), (n0, n1) = filled_by(beside, r0, r1, closing, row)
            n0, n1 = n0 & open0, n1 & open1
            gain = size_of(n0, n1) - 1
            open0, open1, m0, m1 = open0 & ~t0, open1 & ~t1, m0 & ~t0, m1 & ~t1
            heat = gain + size - 1
            j = count
            while j > 0 and star[0, j - 1] - star[1, j - 1] < heat:
                star[0, j], star[1, j], star[2, j] = star[0, j - 1], star[1, j - 1], star[2, j - 1]
                need[j, 0], need[j, 1] = need[j - 1, 0], need[j - 1, 1]
                shut[j, 0], shut[j, 1] = shut[j - 1, 0], shut[j - 1, 1]
                j -= 1
            star[0, j], star[1, j], star[2, j] = gain, 1 - size, size
            need[j, 0], need[j, 1] = n0, n1
            shut[j, 0], shut[j, 1] = r0, r1
            count += 1
    return count, -size_of(left0, left1), most


@inner
def needed_by(st: Any, count: Any, total: Any, spare: Any, first: Any) -> Any:
    """Spare moves with which the owner of stars ``packed`` surely wins, and the vertices he needs
    for it in ``st.out``. When no more than ``spare``, the coolest stars are left out as long as
    that is enough."""
    star, need = st.star, st.need
    alternate, turn = _alternate(star, count, first, total)
    wanted = (1 if turn else 0) - alternate
    if wanted > spare:
        return wanted
    u0, u1 = ZERO, ZERO
    before = alternate - total
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
def with_second(
    st: Any, row: Any, count: Any, total: Any, spare: Any, first: Any, sets: Any
) -> Any:
    """The same with second centres beside the stars ``packed`` for the owner of the first of two
    ``sets``: those that close least are chosen first, and left out last."""
    near, beside, closing, star, shut = st.near, st.beside, st.closing, st.star, st.shut
    need, by_heat, second = st.need, st.sum, st.second
    x0, x1, y0, y1 = sets
    for i in range(count):
        x0, x1 = x0 & ~need[i, 0], x1 & ~need[i, 1]
    seconds, size, c0, c1 = 0, 0, ZERO, ZERO
    while x0 | x1:
        size += 1
        m0, m1 = places_with(closing, row, size)
        m0, m1 = m0 & x0, m1 & x1
        while m0 | m1:
            v = lowest_of(m0, m1)
            r0, r1 = near[v, 0] & y0, near[v, 1] & y1
            c0, c1 = c0 | r0, c1 | r1
            t0, t1 = met_by(beside, r0, r1)
            x0, x1, m0, m1 = x0 & ~t0, x1 & ~t1, m0 & ~t0, m1 & ~t1
            second[seconds] = v
            seconds += 1
    # What is lost with a star may cost a second centre too.
    for i in range(count):
        gain, loss = np.int64(star[0, i]), np.int64(star[1, i])
        if shut[i, 0] & c0 | shut[i, 1] & c1:
            loss -= 1
        j = i
        while j > 0 and by_heat[0, j - 1] - by_heat[1, j - 1] < gain - loss:
            for k in range(4):
                by_heat[k, j] = by_heat[k, j - 1]
            j -= 1
        by_heat[0, j], by_heat[1, j], by_heat[2, j], by_heat[3, j] = gain, loss, star[2, i], i
    total += seconds
    alternate, turn = _alternate(by_heat, count, first, total)
    wanted = 1 - alternate
    if wanted > spare:
        return wanted
    u0, u1 = ZERO, ZERO
    before = alternate - total
    mine, yours = np.int64(0), np.int64(0)
    for i in range(count - 1, -1, -1):
        turn = not turn
        gain, loss = np.int64(by_heat[0, i]), np.int64(by_heat[1, i])
        before -= gain if turn else loss
        if wanted < spare:
            rest = total - by_heat[2, i]
            without = 1 - rest - before - (mine if turn else yours)
            if without <= spare:
                total, wanted = rest, without
                continue
        u0 |= need[by_heat[3, i], 0]
        u1 |= need[by_heat[3, i], 1]
        mine, yours = gain + yours, loss + mine
    while seconds > 0 and wanted < spare:
        seconds -= 1
        wanted += 1
    for i in range(seconds):
        one0, one1 = single(second[i])
        u0, u1 = u0 | one0, u1 | one1
    st.out[0], st.out[1] = u0, u1
    return wanted


@inner
def merits(st: Any, ply: Any, scale: Any) -> Any:
    """What moves on the candidates of a ply are good for, in parts of ``scale``, to the score:
    each vertex of ``b`` that one closes counts 1 and, if d moves could close it, 1 / (1 + d), and
    a vertex of ``a`` that k moves can still close is worth 1 / (1 + k) of one that is safe."""
    near, part, frame, score = st.near, st.part, st.frame[ply], st.score[ply]
    own, other, gain, worth = st.closing[ply], st.closing[ply + 1], st.gain, st.worth
    a0, a1, b0, b1 = frame[0], frame[1], frame[2], frame[3]
    for w in range(2):
        rest = a1 if w else a0
        while rest:
            u = np.int64(low_of(rest)) + 64 * w
            rest &= rest - ONE
            k = np.int64(own[u])
            gain[u] = part[k - 1] - part[k]
    t0, t1 = touched_by(near, frame[8], frame[9])
    for w in range(2):
        rest = t1 & b1 if w else t0 & b0
        while rest:
            u = np.int64(low_of(rest)) + 64 * w
            rest &= rest - ONE
            total = np.int64(scale + part[other[u]])
            for q in range(2):
                more = near[u, 1] & a1 if q else near[u, 0] & a0
                while more:
                    total += gain[np.int64(low_of(more)) + 64 * q]
                    more &= more - ONE
            worth[u] = total
    for w in range(2):
        rest = frame[9] if w else frame[8]
        while rest:
            v = np.int64(low_of(rest)) + 64 * w
            rest &= rest - ONE
            total = np.int64(0)
            r0, r1 = near[v, 0] & b0, near[v, 1] & b1
            for q in range(2):
                more = r1 if q else r0
                while more:
                    total += worth[np.int64(low_of(more)) + 64 * q]
                    more &= more - ONE
            # What several of these could close gains from all at once.
            m0, m1 = repeated(st.beside, r0, r1, st.times, 0)
            for q in range(2):
                more = m1 & a1 if q else m0 & a0
                while more:
                    u = np.int64(low_of(more)) + 64 * q
                    more &= more - ONE
                    k, times = np.int64(own[u]), np.int64(st.times[0, u])
                    total += part[k - times] - part[k] - times * gain[u]
            score[v] = total
