# mypy: disable-error-code="untyped-decorator"
"""Compiled bound by partition and thermostat; theory in ``thermostrat``.

The pieces, their walls and temperatures are those of ``thermostrat_pieces_kernel``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.sums.thermostrat_pieces_kernel import (
    LARGEST,
    NOTHING,
    QUARTERS,
    STEPS,
    Known,
    Tower,
    contested,
    find,
    larger,
    moved,
    work_out,
)
from gameproof.solvers.word_sets_kernel import (
    ZERO,
    free_of,
    holds,
    inner,
    lowest_of,
    single,
    touched_by,
)

FAR = 1 << 20
#: Columns of ``Cut.head``: pieces, numbers beside them, place of the best temperature.
PIECES, NUMBERS, WARMTH = range(3)


class Forest(NamedTuple):
    """A forest spanning the m vertices and the tables by which it is cut, for either player."""

    order: NDArray[np.int32]  # (m,) parents before children
    parent: NDArray[np.int32]  # (m,) -1: a root
    below: NDArray[np.uint64]  # (m, 2) each vertex and what hangs from it
    last: NDArray[np.uint64]  # (2, m, 4) both sets there when the rows below were worked out
    limit: NDArray[np.int32]  # (2,) and the largest piece then
    size: NDArray[np.int32]  # (2, m) of the open piece, at most
    cost: NDArray[np.int32]  # (2, m, SIZE, 2) vertices given up, by size of the open piece and
    merged: NDArray[np.int32]  # (SIZE, 2)  whether its uppermost vertex is; one row, scratch
    back: NDArray[np.int32]  # (2, m, SIZE, 2) the states that were joined
    live: NDArray[np.int32]  # (3, 2 SIZE) scratch: states of one row and their cost
    chosen: NDArray[np.int32]  # (4, m) changed or not; size, given up or not, piece at the end


class Cut(NamedTuple):
    """A partition of each position on the way to that at hand, or (without ``plies``) of one."""

    piece: NDArray[np.uint64]  # (plies, m, 4) the owner's vertices and the other's
    item: NDArray[np.int32]  # (plies, m, 2) entry and numbers beside it
    where: NDArray[np.int32]  # (plies, m) piece that holds a vertex of the other player
    head: NDArray[np.int32]  # (plies, 3)
    level: NDArray[np.int32]  # (plies, 4, STEPS) sums, widest, second widest, whose


class Pieces(NamedTuple):
    """All of the second bound; ``mine`` is cut for the player to move."""

    forest: Forest
    known: Known
    tower: Tower
    mine: Cut
    yours: Cut


@inner
def cut_at(cuts: Any, ply: Any) -> Any:
    """The partition of one position."""
    return Cut(cuts.piece[ply], cuts.item[ply], cuts.where[ply], cuts.head[ply], cuts.level[ply])


@inner
def _changed(forest: Any, side: Any, most: Any, x0: Any, x1: Any, y0: Any, y1: Any) -> None:
    """Begin the rows of the vertices that something hangs from that was not so the last time; what
    a move changes is little."""
    below, last, cost, chosen = forest.below, forest.last[side], forest.cost[side], forest.chosen
    if forest.limit[side] != most:
        forest.limit[side] = most
        last[:] = ~ZERO
    for v in range(below.shape[0]):
        n0, n1 = below[v, 0], below[v, 1]
        old = last[v]
        chosen[0, v] = 0
        if old[0] == x0 & n0 and old[1] == x1 & n1 and old[2] == y0 & n0 and old[3] == y1 & n1:
            continue
        old[0], old[1], old[2], old[3] = x0 & n0, x1 & n1, y0 & n0, y1 & n1
        size = (1 if holds(x0, x1, v) else 0) + (1 if holds(y0, y1, v) else 0)
        chosen[0, v], forest.size[side, v] = 1, size
        for s in range(size):
            cost[v, s, 0], cost[v, s, 1] = FAR, FAR
        cost[v, size, 0], cost[v, size, 1] = 0, FAR


@inner
def _partition(
    forest: Any, side: Any, piece: Any, most: Any, x0: Any, x1: Any, y0: Any, y1: Any
) -> Any:
    """Cut edges of the forest so that no piece is larger than allowed and the fewest vertices
    of ``x`` have neighbours in ``y`` beyond a cut; the pieces' vertices into ``piece``."""
    _changed(forest, side, most, x0, x1, y0, y1)
    cost, merged, back, chosen = forest.cost[side], forest.merged, forest.back[side], forest.chosen
    order, parent, sizes, live = forest.order, forest.parent, forest.size[side], forest.live
    m = order.shape[0]
    for i in range(m - 1, 0, -1):
        v = order[i]
        u = parent[v]
        if u < 0 or chosen[0, u] == 0 or sizes[v] == 0 or sizes[u] == 0:
            continue
        above = holds(x0, x1, u) and holds(y0, y1, v)
        below = holds(y0, y1, u) and holds(x0, x1, v)
        size, up = sizes[v], sizes[u]
        shut, shut_s, shut_g, lively = FAR, 0, 0, 0
        for s in range(size + 1):
            for g in range(2):
                if cost[v, s, g] >= FAR:
                    continue
                live[0, lively], live[1, lively], live[2, lively] = s, g, cost[v, s, g]
                lively += 1
                price = cost[v, s, g] + (1 if below and not g else 0)
                if price < shut:
                    shut, shut_s, shut_g = price, s, g
        joined = min(most, size + up) if above or below else up
        for s in range(joined + 1):
            merged[s, 0], merged[s, 1] = FAR, FAR
        for s in range(up + 1):
            for g in range(2):
                price = cost[u, s, g]
                if price >= FAR:
                    continue
                apart = price + shut + (1 if above and not g else 0)
                h = 1 if above else g
                if apart < merged[s, h]:
                    merged[s, h] = apart
                    back[v, s, h] = s | g << 6 | shut_s << 7 | shut_g << 13
                if not above and not below:
                    continue
                for j in range(lively):
                    t, together = live[0, j], price + live[2, j]
                    if s + t > most:
                        break
                    if together < merged[s + t, g]:
                        merged[s + t, g] = together
                        back[v, s + t, g] = s | g << 6 | t << 7 | live[1, j] << 13 | 1 << 14
        sizes[u] = joined
        for g in range(2):
            least = FAR
            for s in range(joined + 1):
                # A larger piece that does not save a vertex is of no use further up.
                cost[u, s, g] = merged[s, g] if merged[s, g] < least else FAR
                least = min(least, merged[s, g])
    count = 0
    for i in range(m):
        v = order[i]
        if sizes[v] == 0:
            continue
        u = parent[v]
        if u < 0 or sizes[u] == 0:
            least = FAR
            for s in range(sizes[v] + 1):
                for g in range(2):
                    if cost[v, s, g] < least:
                        least, chosen[1, v], chosen[2, v] = cost[v, s, g], s, g
            fresh = True
        else:
            code = back[v, chosen[1, u], chosen[2, u]]
            chosen[1, u], chosen[2, u] = code & 63, code >> 6 & 1
            chosen[1, v], chosen[2, v] = code >> 7 & 63, code >> 13 & 1
            fresh = code >> 14 == 0
        if fresh:
            chosen[3, v] = count
            for j in range(4):
                piece[count, j] = ZERO
            count += 1
        else:
            chosen[3, v] = chosen[3, u]
        one0, one1 = single(v)
        j = chosen[3, v]
        if holds(x0, x1, v):
            piece[j, 0] |= one0
            piece[j, 1] |= one1
        if holds(y0, y1, v):
            piece[j, 2] |= one0
            piece[j, 3] |= one1
    return count


@inner
def _levels(level: Any, wall: Any, item: Any, kept: Any, numbers: Any) -> None:
    """Per temperature: the sum of right walls and the two widest pieces."""
    for i in range(STEPS):
        level[0, i] = QUARTERS * numbers
        level[1, i], level[2, i], level[3, i] = 0, 0, -1
    for j in range(kept):
        entry, more = item[j, 0], QUARTERS * item[j, 1]
        for i in range(STEPS):
            level[0, i] += wall[entry, 1, i] + more
            width = np.int32(wall[entry, 0, i]) - wall[entry, 1, i]
            if width > level[1, i]:
                level[2, i], level[1, i], level[3, i] = level[1, i], width, j
            elif width > level[2, i]:
                level[2, i] = width


@inner
def cut_up(
    near: Any,
    forest: Any,
    side: Any,
    known: Any,
    tower: Any,
    cut: Any,
    x0: Any,
    x1: Any,
    y0: Any,
    y1: Any,
) -> Any:
    """Partition a position for the owner of ``x`` (``side``: one of the players, mostly the same
    one) and fetch its pieces; False: no room."""
    piece, item, where = cut.piece, cut.item, cut.where
    count = _partition(forest, side, piece, known.state[LARGEST], x0, x1, y0, y1)
    kept, numbers = 0, 0
    where[:] = -1
    for j in range(count):
        p0, p1, k0, k1 = piece[j, 0], piece[j, 1], piece[j, 2], piece[j, 3]
        # What is closed by something outside the piece is given up.
        g0, g1 = free_of(near, p0, p1, y0 & ~k0, y1 & ~k1)
        more, p0, p1, q0, q1 = contested(near, g0, g1, k0, k1)
        if not (p0 | p1):
            numbers += more
            continue
        entry = find(known.slot, known.key, p0, p1, q0, q1)
        if entry < 0:
            entry = work_out(near, known, tower, p0, p1, q0, q1)
            if entry < 0:
                return False
        piece[kept, 0], piece[kept, 1], piece[kept, 2], piece[kept, 3] = g0, g1, k0, k1
        item[kept, 0], item[kept, 1] = entry, more
        while q0 | q1:
            v = lowest_of(q0, q1)
            one0, one1 = single(v)
            q0, q1 = q0 & ~one0, q1 & ~one1
            where[v] = kept
        kept += 1
    cut.head[PIECES], cut.head[NUMBERS] = kept, numbers
    _levels(cut.level, known.wall, item, kept, numbers)
    return True


@inner
def thermostrat(cut: Any, first: Any, out: Any) -> Any:
    """Spare moves with which the owner of a partition surely wins; his vertices in ``out``."""
    level, head, most = cut.level, cut.head, NOTHING
    for i in range(STEPS):
        stop = level[0, i] + (level[1, i] if first else -2 * i)
        if stop > most:
            most, head[WARMTH] = stop, i
    u0, u1 = ZERO, ZERO
    for j in range(head[PIECES]):
        u0 |= cut.piece[j, 0]
        u1 |= cut.piece[j, 1]
    out[0], out[1] = u0, u1
    return -((most - 1) // QUARTERS)  # the stop must pass 0


@inner
def discharge(
    near: Any, known: Any, tower: Any, cut: Any, frame: Any, spare: Any, need: Any, out: Any
) -> Any:
    """Take away candidates (columns 8 and 9 of ``frame``) after which the owner of ``cut``,
    given ``spare``, wins, adding the vertices he needs (10 and 11); the most spare moves
    needed, or ``FAR``: no room. Those that were looked at go into ``out``."""
    out[0], out[1] = ZERO, ZERO
    level, key, wall, piece, item = cut.level, known.key, known.wall, cut.piece, cut.item
    t0, t1 = ZERO, ZERO
    for j in range(cut.head[PIECES]):
        t0 |= piece[j, 0]
        t1 |= piece[j, 1]
    rest0, rest1 = frame[8], frame[9]
    while rest0 | rest1:
        v = lowest_of(rest0, rest1)
        one0, one1 = single(v)
        rest0, rest1 = rest0 & ~one0, rest1 & ~one1
        j = cut.where[v]
        if j < 0:
            continue
        was = item[j, 0]
        q0, q1, k0, k1 = key[was, 0], key[was, 1], key[was, 2], key[was, 3]
        more, c0, c1, k0, k1 = moved(near, q0, q1, k0, k1, v, False)
        entry = np.int64(0)
        if c0 | c1:
            entry = find(known.slot, known.key, c0, c1, k0, k1)
            if entry < 0:
                entry = work_out(near, known, tower, c0, c1, k0, k1)
                if entry < 0:
                    return FAR
        most, mark = np.int32(NOTHING), np.int32(j)
        for i in range(STEPS):
            width = level[2, i] if level[3, i] == mark else level[1, i]
            width = larger(width, np.int32(wall[entry, 0, i] - wall[entry, 1, i]))
            right = np.int32(wall[entry, 1, i] - wall[was, 1, i])
            most = larger(most, np.int32(np.int32(level[0, i] + right) + width))
        wanted = -((most + QUARTERS * more - 1) // QUARTERS)
        if wanted > spare:
            continue
        out[0], out[1] = out[0] | one0, out[1] | one1
        u0, u1 = t0 & ~near[v, 0], t1 & ~near[v, 1]
        frame[10] |= u0
        frame[11] |= u1
        need = max(need, wanted)
        c0, c1 = touched_by(near, u0, u1)
        frame[8] &= c0 & ~one0
        frame[9] &= c1 & ~one1
        rest0 &= c0
        rest1 &= c1
    return need


@inner
def _change(near: Any, known: Any, tower: Any, cut: Any, j: Any, v: Any, own: Any) -> Any:
    """What a move on ``v`` changes in the right wall of a piece; ``FAR``: no room."""
    key, wall, was = known.key, known.wall, cut.item[j, 0]
    p0, p1, k0, k1 = key[was, 0], key[was, 1], key[was, 2], key[was, 3]
    more, p0, p1, k0, k1 = moved(near, p0, p1, k0, k1, v, own)
    entry = np.int64(0)
    if p0 | p1:
        entry = find(known.slot, known.key, p0, p1, k0, k1)
        if entry < 0:
            entry = work_out(near, known, tower, p0, p1, k0, k1)
            if entry < 0:
                return FAR
    warm = cut.head[WARMTH]
    return np.int64(wall[entry, 1, warm]) - wall[was, 1, warm] + QUARTERS * more


@inner
def gain_of(
    near: Any, known: Any, tower: Any, mine: Any, yours: Any, v: Any, b0: Any, b1: Any
) -> Any:
    """What a move on ``v``, closing in (b0, b1), changes in the walls of both partitions at
    their best temperatures, in quarters; ``FAR``: no room."""
    gain = np.int64(0)
    seen0, seen1 = ZERO, ZERO
    rest0, rest1 = near[v, 0] & b0, near[v, 1] & b1
    while rest0 | rest1:
        u = lowest_of(rest0, rest1)
        one0, one1 = single(u)
        rest0, rest1 = rest0 & ~one0, rest1 & ~one1
        j = mine.where[u]
        if j < 0:
            gain += QUARTERS
        elif not holds(seen0, seen1, j):
            one0, one1 = single(j)
            seen0, seen1 = seen0 | one0, seen1 | one1
            change = _change(near, known, tower, mine, j, v, True)
            if change == FAR:
                return FAR
            gain += change
    j = yours.where[v]
    if j < 0:
        return gain - QUARTERS
    change = _change(near, known, tower, yours, j, v, False)
    return FAR if change == FAR else gain - change
