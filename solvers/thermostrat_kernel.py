# mypy: disable-error-code="untyped-decorator"
"""Compiled bound by partition and thermostrat; theory in ``thermostrat``.

A piece is a pair of sets, those of the owner of the bound and those of the other player. Walls
are in quarters, temperatures in halves of a move.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from gameproof.solvers.word_sets_kernel import (
    ONE,
    U64,
    ZERO,
    free_of,
    hash_of,
    holds,
    inner,
    lowest_of,
    single,
    size_of,
    touched_by,
)

FAR = 1 << 20
#: Temperatures 0, 1/2, 1, ... at which the walls of pieces are kept.
STEPS = 16
QUARTERS = 4
NOTHING = -1000
#: Places of ``Known.state``: entries in use, entries that may still be made in this run,
#: whether the tables are full, the largest piece (vertices of both players counted) now and
#: as far as memory has allowed.
USED, WORK, FULL, LARGEST, MOST = range(5)
#: Columns of ``Cut.head``: pieces, numbers beside them, place of the best temperature.
PIECES, NUMBERS, WARMTH = range(3)


class Forest(NamedTuple):
    """A forest spanning the m vertices and the tables by which it is cut."""

    order: NDArray[np.int32]  # (m,) parents before children
    parent: NDArray[np.int32]  # (m,) -1: a root
    cost: NDArray[np.int32]  # (m, SIZE, 2) vertices given up, by size of the open piece and
    merged: NDArray[np.int32]  # (SIZE, 2)  whether its uppermost vertex is; one row, scratch
    back: NDArray[np.int32]  # (m, SIZE, 2) the states that were joined
    chosen: NDArray[np.int32]  # (4, m) sizes; size, given up or not and piece at the end


class Known(NamedTuple):
    """The pieces met so far."""

    slot: NDArray[np.int32]  # (slots,) entry or -1
    key: NDArray[np.uint64]  # (entries, 4)
    wall: NDArray[np.int8]  # (entries, 2, STEPS) left and right
    ends: NDArray[np.int8]  # (entries, 2) integers won moving first and second
    state: NDArray[np.int64]


class Tower(NamedTuple):
    """The stack on which pieces are worked out."""

    stack: NDArray[np.uint64]  # (depth, 8) both sets, the moves left
    best: NDArray[np.int32]  # (depth, 2, STEPS)
    goal: NDArray[np.int32]  # (depth, 3) ends so far; has it several components?


class Cut(NamedTuple):
    """A partition of the position at hand."""

    piece: NDArray[np.uint64]  # (m, 4) the owner's vertices and the other's
    item: NDArray[np.int32]  # (m, 2) entry and numbers beside it
    where: NDArray[np.int32]  # (m,) piece that holds a vertex of the other player
    head: NDArray[np.int32]  # (3,)
    level: NDArray[np.int32]  # (4, STEPS) sums, widest, second widest, whose


class Pieces(NamedTuple):
    """All of the second bound; ``mine`` is cut for the player to move."""

    forest: Forest
    known: Known
    tower: Tower
    mine: Cut
    yours: Cut


@inner
def _find(slot: Any, key: Any, p0: Any, p1: Any, k0: Any, k1: Any) -> Any:
    """The entry of a piece or -1."""
    mask = U64(slot.shape[0] - 1)
    place = hash_of(p0, p1, k0, k1) & mask
    while True:
        entry = slot[place]
        if entry < 0:
            return np.int64(-1)
        if (
            key[entry, 0] == p0
            and key[entry, 1] == p1
            and key[entry, 2] == k0
            and key[entry, 3] == k1
        ):
            return np.int64(entry)
        place = (place + ONE) & mask


@inner
def _seat(slot: Any, key: Any, entry: Any) -> None:
    """Put an entry into the first free slot of its key."""
    mask = U64(slot.shape[0] - 1)
    place = hash_of(key[entry, 0], key[entry, 1], key[entry, 2], key[entry, 3]) & mask
    while slot[place] >= 0:
        place = (place + ONE) & mask
    slot[place] = entry


@njit(cache=True)
def place_entries(slot: Any, key: Any, used: Any) -> None:
    """Fill the empty ``slot`` with the entries in use."""
    for entry in range(used):
        _seat(slot, key, entry)


@inner
def _component(near: Any, p0: Any, p1: Any, k0: Any, k1: Any) -> Any:
    """The component of a contested position that holds the owner's lowest vertex."""
    f0, f1 = single(lowest_of(p0, p1))  # the frontier, of the owner and of the other by turns
    c0, c1, d0, d1 = f0, f1, ZERO, ZERO
    own = True
    while f0 | f1:
        t0, t1 = touched_by(near, f0, f1)
        own = not own
        if own:
            f0, f1 = t0 & p0 & ~c0, t1 & p1 & ~c1
            c0, c1 = c0 | f0, c1 | f1
        else:
            f0, f1 = t0 & k0 & ~d0, t1 & k1 & ~d1
            d0, d1 = d0 | f0, d1 | f1
    return c0, c1, d0, d1


@inner
def _push(near: Any, tower: Any, d: Any, p0: Any, p1: Any, k0: Any, k1: Any) -> None:
    """Begin with a contested piece: its moves, or its components when there are several."""
    stack, best = tower.stack, tower.best
    stack[d, 0], stack[d, 1], stack[d, 2], stack[d, 3] = p0, p1, k0, k1
    c0, c1, _, _ = _component(near, p0, p1, k0, k1)
    if c0 != p0 or c1 != p1:
        for i in range(4, 8):
            stack[d, i] = ZERO
        tower.goal[d, 2] = 1
        return
    stack[d, 4], stack[d, 5], stack[d, 6], stack[d, 7] = p0, p1, k0, k1
    for i in range(STEPS):
        best[d, 0, i], best[d, 1, i] = NOTHING, -NOTHING
    tower.goal[d, 0], tower.goal[d, 1], tower.goal[d, 2] = NOTHING, -NOTHING, 0


@inner
def _combine(near: Any, known: Any, tower: Any, d: Any) -> Any:
    """Add up the components of the piece on the stack in ``best`` and ``goal``; -1, or the
    depth of the first component without an entry, which is put on the stack."""
    stack, best, goal, wall, ends = tower.stack, tower.best, tower.goal, known.wall, known.ends
    for i in range(STEPS):
        best[d, 0, i], best[d, 1, i] = NOTHING, 0
    goal[d, 0], goal[d, 1] = NOTHING, 0
    p0, p1, k0, k1 = stack[d, 0], stack[d, 1], stack[d, 2], stack[d, 3]
    while p0 | p1:
        c0, c1, d0, d1 = _component(near, p0, p1, k0, k1)
        entry = _find(known.slot, known.key, c0, c1, d0, d1)
        if entry < 0:
            _push(near, tower, d + 1, c0, c1, d0, d1)
            return d + 1
        for i in range(STEPS):
            best[d, 0, i] = max(
                best[d, 0, i] + wall[entry, 1, i], best[d, 1, i] + wall[entry, 0, i]
            )
            best[d, 1, i] += wall[entry, 1, i]
        goal[d, 0] = max(goal[d, 0] + ends[entry, 1], goal[d, 1] + ends[entry, 0])
        goal[d, 1] += ends[entry, 1]
        p0, p1, k0, k1 = p0 & ~c0, p1 & ~c1, k0 & ~d0, k1 & ~d1
    return np.int64(-1)


@inner
def _enlist(known: Any, tower: Any, d: Any) -> Any:
    """Make the piece on the stack an entry, or return -1 when there is no room."""
    slot, key, wall, state, best = known.slot, known.key, known.wall, known.state, tower.best
    entry = state[USED]
    if entry >= key.shape[0]:
        state[FULL] = 1
        return np.int64(-1)
    low, high = tower.goal[d, 0], tower.goal[d, 1]
    if tower.goal[d, 2] == 0:  # from the ends after a move of either player to those before it
        second = high if high <= 0 else max(0, min(high, low + 1))
        low = low if low >= 0 else max(low, min(high - 1, -1))
        high = second
    known.ends[entry, 0], known.ends[entry, 1] = low, high
    frozen, mast = False, np.int32(0)
    for i in range(STEPS):
        left, right = best[d, 0, i], best[d, 1, i]
        if left < right and not frozen:
            frozen = True
            mast = np.int32(QUARTERS * high)
            if i:
                mast = max(np.int32(wall[entry, 1, i - 1]), np.int32(wall[entry, 0, i - 1]) - 2)
        wall[entry, 0, i] = mast if frozen else left
        wall[entry, 1, i] = mast if frozen else right
    for i in range(4):
        key[entry, i] = tower.stack[d, i]
    _seat(slot, key, entry)
    state[USED] = entry + 1
    state[WORK] -= 1
    return np.int64(entry)


@inner
def _work_out(near: Any, known: Any, tower: Any, p0: Any, p1: Any, k0: Any, k1: Any) -> Any:
    """Make an entry of a contested piece; -1 when room or work ran out (what was made on the
    way stays)."""
    stack, best, goal, wall, ends = tower.stack, tower.best, tower.goal, known.wall, known.ends
    d = np.int64(0)
    _push(near, tower, d, p0, p1, k0, k1)
    while True:
        if known.state[WORK] <= 0:
            return np.int64(-1)
        mine = stack[d, 4] | stack[d, 5] != ZERO
        if not mine and not (stack[d, 6] | stack[d, 7]):
            if goal[d, 2]:
                missing = _combine(near, known, tower, d)
                if missing >= 0:
                    d = missing
                    continue
            entry = _enlist(known, tower, d)
            if entry < 0 or d == 0:
                return entry
            d -= 1
            continue
        v = lowest_of(stack[d, 4], stack[d, 5]) if mine else lowest_of(stack[d, 6], stack[d, 7])
        p0, p1, k0, k1 = stack[d, 0], stack[d, 1], stack[d, 2], stack[d, 3]
        p0, p1, k0, k1 = _played(near, p0, p1, k0, k1, v, mine)
        more, p0, p1, k0, k1 = _contested(near, p0, p1, k0, k1)
        entry = np.int64(0)
        if p0 | p1:
            entry = _find(known.slot, known.key, p0, p1, k0, k1)
            if entry < 0:
                d += 1
                _push(near, tower, d, p0, p1, k0, k1)
                continue
        one0, one1 = single(v)
        if mine:
            for i in range(STEPS):
                best[d, 0, i] = max(best[d, 0, i], wall[entry, 1, i] + QUARTERS * more - 2 * i)
            goal[d, 0] = max(goal[d, 0], ends[entry, 1] + more)
            stack[d, 4] &= ~one0
            stack[d, 5] &= ~one1
        else:
            for i in range(STEPS):
                best[d, 1, i] = min(best[d, 1, i], wall[entry, 0, i] + QUARTERS * more + 2 * i)
            goal[d, 1] = min(goal[d, 1], ends[entry, 0] + more)
            stack[d, 6] &= ~one0
            stack[d, 7] &= ~one1


@inner
def _played(near: Any, p0: Any, p1: Any, k0: Any, k1: Any, v: Any, own: Any) -> Any:
    """A piece after a move on ``v`` of its owner or of the other."""
    one0, one1 = single(v)
    n0, n1 = near[v, 0], near[v, 1]
    if own:
        return p0 & ~one0, p1 & ~one1, k0 & ~n0, k1 & ~n1
    return p0 & ~n0, p1 & ~n1, k0 & ~one0, k1 & ~one1


@inner
def _contested(near: Any, p0: Any, p1: Any, k0: Any, k1: Any) -> Any:
    """The surplus of the owner's free vertices and the piece without free vertices."""
    f0, f1 = free_of(near, p0, p1, k0, k1)
    g0, g1 = free_of(near, k0, k1, p0, p1)
    return size_of(f0, f1) - size_of(g0, g1), p0 & ~f0, p1 & ~f1, k0 & ~g0, k1 & ~g1


@inner
def _partition(forest: Any, piece: Any, most: Any, x0: Any, x1: Any, y0: Any, y1: Any) -> Any:
    """Cut edges of the forest so that no piece is larger than allowed and the fewest vertices
    of ``x`` have neighbours in ``y`` beyond a cut; the pieces' vertices into ``piece``."""
    cost, merged, back, chosen = forest.cost, forest.merged, forest.back, forest.chosen
    order, parent = forest.order, forest.parent
    m = order.shape[0]
    for v in range(m):
        size = (1 if holds(x0, x1, v) else 0) + (1 if holds(y0, y1, v) else 0)
        chosen[0, v] = size
        for s in range(size):
            cost[v, s, 0], cost[v, s, 1] = FAR, FAR
        cost[v, size, 0], cost[v, size, 1] = 0, FAR
    for i in range(m - 1, 0, -1):
        v = order[i]
        u = parent[v]
        if u < 0 or chosen[0, v] == 0 or chosen[0, u] == 0:
            continue
        above = holds(x0, x1, u) and holds(y0, y1, v)
        below = holds(y0, y1, u) and holds(x0, x1, v)
        size, up = chosen[0, v], chosen[0, u]
        shut, shut_s, shut_g = FAR, 0, 0
        for s in range(size + 1):
            for g in range(2):
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
                for t in range(min(size, most - s) + 1):
                    for k in range(2):
                        together = price + cost[v, t, k]
                        if together < merged[s + t, g]:
                            merged[s + t, g] = together
                            back[v, s + t, g] = s | g << 6 | t << 7 | k << 13 | 1 << 14
        chosen[0, u] = joined
        for s in range(joined + 1):
            cost[u, s, 0], cost[u, s, 1] = merged[s, 0], merged[s, 1]
    count = 0
    for i in range(m):
        v = order[i]
        if chosen[0, v] == 0:
            continue
        u = parent[v]
        if u < 0 or chosen[0, u] == 0:
            least = FAR
            for s in range(chosen[0, v] + 1):
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
def cut_up(
    near: Any, forest: Any, known: Any, tower: Any, cut: Any, x0: Any, x1: Any, y0: Any, y1: Any
) -> Any:
    """Partition a position for the owner of ``x`` and fetch its pieces; False: no room."""
    piece, item, where = cut.piece, cut.item, cut.where
    count = _partition(forest, piece, known.state[LARGEST], x0, x1, y0, y1)
    kept, numbers = 0, 0
    where[:] = -1
    for j in range(count):
        p0, p1, k0, k1 = piece[j, 0], piece[j, 1], piece[j, 2], piece[j, 3]
        # What is closed by something outside the piece is given up.
        g0, g1 = free_of(near, p0, p1, y0 & ~k0, y1 & ~k1)
        more, p0, p1, q0, q1 = _contested(near, g0, g1, k0, k1)
        if not (p0 | p1):
            numbers += more
            continue
        entry = _find(known.slot, known.key, p0, p1, q0, q1)
        if entry < 0:
            entry = _work_out(near, known, tower, p0, p1, q0, q1)
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
    return True


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
def thermostrat(wall: Any, cut: Any, first: Any, out: Any) -> Any:
    """Spare moves with which the owner of a partition surely wins; his vertices in ``out``."""
    level, head, most = cut.level, cut.head, NOTHING
    _levels(level, wall, cut.item, head[PIECES], head[NUMBERS])
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
    near: Any, known: Any, tower: Any, cut: Any, frame: Any, spare: Any, need: Any
) -> Any:
    """Take away candidates (columns 8 and 9 of ``frame``) after which the owner of ``cut``,
    given ``spare``, wins, adding the vertices he needs (10 and 11); the most spare moves
    needed, or ``FAR``: no room."""
    level, wall, piece, item = cut.level, known.wall, cut.piece, cut.item
    t0, t1 = ZERO, ZERO
    for j in range(cut.head[PIECES]):
        t0 |= piece[j, 0]
        t1 |= piece[j, 1]
    _levels(level, wall, item, cut.head[PIECES], cut.head[NUMBERS])
    rest0, rest1 = frame[8], frame[9]
    while rest0 | rest1:
        v = lowest_of(rest0, rest1)
        one0, one1 = single(v)
        rest0, rest1 = rest0 & ~one0, rest1 & ~one1
        j = cut.where[v]
        if j < 0:
            continue
        p0, p1, k0, k1 = _played(near, piece[j, 0], piece[j, 1], piece[j, 2], piece[j, 3], v, False)
        entry = np.int64(0)
        more, c0, c1, k0, k1 = _contested(near, p0, p1, k0, k1)
        if c0 | c1:
            entry = _find(known.slot, known.key, c0, c1, k0, k1)
            if entry < 0:
                entry = _work_out(near, known, tower, c0, c1, k0, k1)
                if entry < 0:
                    return FAR
        was, most = item[j, 0], NOTHING
        change = QUARTERS * (more - item[j, 1])
        for i in range(STEPS):
            width = level[2, i] if level[3, i] == j else level[1, i]
            width = max(width, np.int32(wall[entry, 0, i]) - wall[entry, 1, i])
            most = max(most, level[0, i] - wall[was, 1, i] + wall[entry, 1, i] + change + width)
        wanted = -((most - 1) // QUARTERS)
        if wanted > spare:
            continue
        u0, u1 = t0 & ~piece[j, 0] | p0, t1 & ~piece[j, 1] | p1
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
    piece, wall = cut.piece, known.wall
    p0, p1, k0, k1 = _played(near, piece[j, 0], piece[j, 1], piece[j, 2], piece[j, 3], v, own)
    more, p0, p1, k0, k1 = _contested(near, p0, p1, k0, k1)
    entry = np.int64(0)
    if p0 | p1:
        entry = _find(known.slot, known.key, p0, p1, k0, k1)
        if entry < 0:
            entry = _work_out(near, known, tower, p0, p1, k0, k1)
            if entry < 0:
                return FAR
    warm = cut.head[WARMTH]
    change = np.int64(wall[entry, 1, warm]) - wall[cut.item[j, 0], 1, warm]
    return change + QUARTERS * (more - cut.item[j, 1])


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
