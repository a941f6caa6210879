# mypy: disable-error-code="untyped-decorator"
"""Compiled depth-first search with the bounds of ``star_packing`` and ``thermostrat``.

Sets of at most 128 vertices are two words, so that they stay in registers. A position is
written for the player to move: ``a`` are his vertices, ``b`` the opponent's. The walls of
pieces are in quarters, temperatures in halves of a move.

Where the second bound is not wanted, ``cut`` is ``None`` and Numba leaves its code out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from gameproof.solvers.thermostrat_kernel import (
    FAR,
    cut_up,
    discharge,
    gain_of,
    thermostrat,
)
from gameproof.solvers.word_sets_kernel import (
    ONE,
    U64,
    ZERO,
    free_of,
    hash_of,
    inner,
    low_of,
    size_of,
    touched_by,
)

#: Places of ``state``; the last two: spare moves with which the bounds at the root win for the
#: player to move and for the opponent.
NODES, PLY, ENTER, WANT_MOVE, VERDICT, MOVE, SURELY_WON, SURELY_LOST = range(8)
#: Columns of ``info``, one row a ply: spare moves given and after free moves were counted,
#: free moves of both sides, effort of the refutations so far, the move being tried.
GIVEN, SPARE, OWN_FREE, OTHER_FREE, NEED, TRIED = range(6)
WIN, LOSS, OPEN, PAUSED = 1, 0, -1, -2
#: Moves are ordered by vertices closed, among equals by what the partitions gain.
SCALE = 128


class Store(NamedTuple):
    """All arrays of one search on ``n`` vertices, ordered by degree."""

    near: NDArray[np.uint64]  # (n, 2) closed neighbourhoods
    key: NDArray[np.uint64]  # (cells, 4) the two sets of a position
    used: NDArray[np.uint64]  # (cells, 4) vertices the winner needs, when won and when lost
    known: NDArray[np.int32]  # (cells, 4) won from, lost up to (spare moves), move, in use
    frame: NDArray[np.uint64]  # (plies, 12) sets a, b, free a, free b, candidates, used
    info: NDArray[np.int32]  # (plies, 6)
    score: NDArray[np.int32]  # (plies, n)
    vertex: NDArray[np.int32]  # (3, n) scratch: vertices, degrees by vertex, order
    reach: NDArray[np.uint64]  # (n, 2) scratch: what each vertex closes
    star: NDArray[np.int32]  # (4, n + 1) scratch: gains, losses, sizes of the stars; counts
    need: NDArray[np.uint64]  # (n, 2) scratch: the vertices a star needs
    out: NDArray[np.uint64]  # (2,) vertices needed by the last proof
    state: NDArray[np.int64]


@inner
def _order(st: Any, x0: Any, x1: Any, y0: Any, y1: Any) -> Any:
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
def _pack(st: Any, x0: Any, x1: Any, y0: Any, y1: Any, spare: Any, first: Any) -> Any:
    """Spare moves with which the owner of ``x`` surely wins, and the vertices he needs for it
    in ``st.out`` (when no more than ``spare``, then as few stars as found)."""
    vertex, reach, near, star, need = st.vertex, st.reach, st.near, st.star, st.need
    listed = _order(st, x0, x1, y0, y1)
    left0, left1 = y0, y1
    count, total = 0, 0
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
    total -= size_of(left0, left1)
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
def _enter(st: Any, cut: Any, ply: Any) -> Any:
    """Count free moves, look the position up, try the bounds; ``OPEN`` with its moves scored,
    or who wins (for the player to move), the proof's vertices and need being left in place;
    ``PAUSED`` when there is no room for pieces."""
    near, frame, info = st.near, st.frame[ply], st.info[ply]
    a0, a1, b0, b1 = frame[0], frame[1], frame[2], frame[3]
    f0, f1 = free_of(near, a0, a1, b0, b1)
    g0, g1 = free_of(near, b0, b1, a0, a1)
    a0, a1, b0, b1 = a0 & ~f0, a1 & ~f1, b0 & ~g0, b1 & ~g1
    frame[0], frame[1], frame[2], frame[3] = a0, a1, b0, b1
    frame[4], frame[5], frame[6], frame[7] = f0, f1, g0, g1
    own, other = size_of(f0, f1), size_of(g0, g1)
    spare = info[GIVEN] + own - other
    info[SPARE], info[OWN_FREE], info[OTHER_FREE] = spare, own, other
    out = st.out
    if not (a0 | a1):
        out[0], out[1] = ZERO, ZERO
        info[NEED] = 1 if spare >= 1 else 0
        return WIN if spare >= 1 else LOSS
    cell = np.int64(hash_of(a0, a1, b0, b1) & U64(st.key.shape[0] - 1))
    key, known, used = st.key[cell], st.known[cell], st.used[cell]
    best = -1
    whole = not (ply == 0 and st.state[WANT_MOVE])
    if known[3] and key[0] == a0 and key[1] == a1 and key[2] == b0 and key[3] == b1:
        if whole and spare >= known[0]:
            out[0], out[1], info[NEED] = used[0], used[1], known[0]
            return WIN
        if whole and spare <= known[1]:
            out[0], out[1], info[NEED] = used[2], used[3], -known[1]
            return LOSS
        best = known[2]
    if whole:
        wanted = _pack(st, a0, a1, b0, b1, spare, True)
        if wanted <= spare:
            info[NEED] = wanted
            return WIN
        wanted = _pack(st, b0, b1, a0, a1, -spare, False)
        if wanted <= -spare:
            info[NEED] = wanted
            return LOSS
    if cut is not None:
        forest, known_pieces, tower, mine, yours = cut
        if not cut_up(near, forest, known_pieces, tower, mine, a0, a1, b0, b1):
            return PAUSED
        wanted = thermostrat(known_pieces.wall, mine, True, out)
        if ply == 0:
            st.state[SURELY_WON] = wanted
        if whole and wanted <= spare:
            info[NEED] = wanted
            return WIN
        if not cut_up(near, forest, known_pieces, tower, yours, b0, b1, a0, a1):
            return PAUSED
        wanted = thermostrat(known_pieces.wall, yours, False, out)
        if ply == 0:
            st.state[SURELY_LOST] = wanted
        if whole and wanted <= -spare:
            info[NEED] = wanted
            return LOSS
    c0, c1 = a0, a1
    frame[10], frame[11], info[NEED] = ZERO, ZERO, -FAR
    wanted = _pack(st, b0, b1, a0, a1, -spare, True)
    if cut is not None and wanted > -spare:
        wanted = thermostrat(known_pieces.wall, yours, True, out)
    if wanted <= -spare:  # a move that disturbs nothing of this proof loses
        frame[10], frame[11], info[NEED] = out[0], out[1], wanted
        t0, t1 = touched_by(near, out[0], out[1])
        c0 &= t0
        c1 &= t1
    frame[8], frame[9] = c0, c1
    if cut is not None:
        info[NEED] = discharge(near, known_pieces, tower, yours, frame, -spare, info[NEED])
        if info[NEED] == FAR:
            return PAUSED
        c0, c1 = frame[8], frame[9]
    score = st.score[ply]
    for w in range(2):
        rest = c1 if w else c0
        while rest:
            v = np.int64(low_of(rest)) + 64 * w
            rest &= rest - ONE
            score[v] = FAR if v == best else SCALE * size_of(near[v, 0] & b0, near[v, 1] & b1)
            if cut is not None and v != best:
                gain = gain_of(near, known_pieces, tower, mine, yours, v, b0, b1)
                if gain == FAR:
                    return PAUSED
                score[v] += min(max(gain + SCALE // 2, 0), SCALE - 1)
    return OPEN


@inner
def _next(st: Any, ply: Any) -> Any:
    """The best move not yet refuted, -1 when there is none."""
    frame, score = st.frame[ply], st.score[ply]
    best: Any = -1
    most: Any = -1
    for w in range(2):
        rest = frame[9] if w else frame[8]
        while rest:
            v = np.int64(low_of(rest)) + 64 * w
            rest &= rest - ONE
            if score[v] > most:
                best, most = v, score[v]
    return best


@inner
def _keep(st: Any, ply: Any, won: Any, need: Any, move: Any) -> None:
    """Write a result that was searched for into the table."""
    frame, out = st.frame[ply], st.out
    cell = np.int64(hash_of(frame[0], frame[1], frame[2], frame[3]) & U64(st.key.shape[0] - 1))
    key, known, used = st.key[cell], st.known[cell], st.used[cell]
    same = known[3] != 0
    for i in range(4):
        same = same and key[i] == frame[i]
    if not same:
        for i in range(4):
            key[i] = frame[i]
        known[0], known[1], known[2], known[3] = FAR, -FAR, -1, 1
    if won:
        known[2] = move
        if need < known[0]:
            known[0], used[0], used[1] = need, out[0], out[1]
    elif -need > known[1]:
        known[1], used[2], used[3] = -need, out[0], out[1]


@inner
def _give_back(st: Any, ply: Any, won: Any) -> Any:
    """Turn the proof of a position (in ``out`` and its need) into one with its free vertices
    put back: as few of the winner's as the spare moves given do not make up for."""
    frame, info, out = st.frame[ply], st.info[ply], st.out
    need = info[NEED]
    if won:
        given, other, f0, f1 = info[GIVEN], info[OTHER_FREE], frame[4], frame[5]
    else:
        given, other, f0, f1 = -info[GIVEN], info[OWN_FREE], frame[6], frame[7]
    missing = need - given + other
    if missing <= 0:
        return need + other
    for w in range(2):
        rest = f1 if w else f0
        while rest and missing > 0:
            out[w] |= rest & (~rest + ONE)
            rest &= rest - ONE
            missing -= 1
    return given


@njit(cache=True)
def enlarge(st: Any, key: Any, used: Any, known: Any) -> None:
    """Copy the table into larger, empty arrays."""
    for old in range(st.key.shape[0]):
        if st.known[old, 3]:
            a0, a1, b0, b1 = st.key[old, 0], st.key[old, 1], st.key[old, 2], st.key[old, 3]
            cell = np.int64(hash_of(a0, a1, b0, b1) & U64(key.shape[0] - 1))
            for i in range(4):
                key[cell, i] = st.key[old, i]
                used[cell, i] = st.used[old, i]
                known[cell, i] = st.known[old, i]


@njit(cache=True)
def run(st: Any, cut: Any, budget: Any) -> Any:
    """Search on until decided (``WIN``, ``LOSS`` for the player to move), ``budget`` more nodes
    are entered or pieces need room (``OPEN``)."""
    near, state, out = st.near, st.state, st.out
    ply, stop = state[PLY], state[NODES] + budget
    enter = state[ENTER]
    while True:
        frame, info = st.frame[ply], st.info[ply]
        result = OPEN
        if enter:
            if state[NODES] >= stop:
                state[PLY], state[ENTER] = ply, 1
                return OPEN
            state[NODES] += 1
            result = _enter(st, cut, ply)
            if result == PAUSED:
                for i in range(4):
                    frame[i] |= frame[i + 4]  # to be entered again, free vertices and all
                state[NODES] -= 1
                state[PLY], state[ENTER] = ply, 1
                return OPEN
            enter = 0
        if result == OPEN:
            v = _next(st, ply)
            if v >= 0:
                one0 = ONE << U64(v) if v < 64 else ZERO
                one1 = ONE << U64(v - 64) if v >= 64 else ZERO
                frame[8] &= ~one0
                frame[9] &= ~one1
                info[TRIED] = v
                child = st.frame[ply + 1]
                child[0], child[1] = frame[2] & ~near[v, 0], frame[3] & ~near[v, 1]
                child[2], child[3] = frame[0] & ~one0, frame[1] & ~one1
                st.info[ply + 1, GIVEN] = -info[SPARE]
                ply += 1
                enter = 1
                continue
            result = LOSS
            out[0], out[1] = frame[10], frame[11]
            _keep(st, ply, False, info[NEED], -1)
        # The position of this ply is decided; climb while that decides the one above.
        while True:
            if ply == 0:
                state[PLY], state[ENTER] = 0, 1
                state[VERDICT] = result
                state[MOVE] = st.info[0, TRIED] if result == WIN else -1
                return result
            need = _give_back(st, ply, result == WIN)
            ply -= 1
            frame, info = st.frame[ply], st.info[ply]
            if result == LOSS:
                v = info[TRIED]
                if v < 64:
                    out[0] |= ONE << U64(v)
                else:
                    out[1] |= ONE << U64(v - 64)
                info[NEED] = need
                result = WIN
                _keep(st, ply, True, need, v)
                continue
            frame[10] |= out[0]
            frame[11] |= out[1]
            info[NEED] = max(info[NEED], need)
            t0, t1 = touched_by(near, out[0], out[1])
            frame[8] &= t0
            frame[9] &= t1
            break


@njit(cache=True)
def run_with_pieces(st: Any, cut: Any, budget: Any) -> Any:
    """``run`` with the second bound, by a name of its own so that each is compiled when it is
    first wanted, and announced."""
    return run(st, cut, budget)
