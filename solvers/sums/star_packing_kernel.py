# mypy: disable-error-code="untyped-decorator"
"""Compiled depth-first search with the bounds of ``star_packing`` and ``thermostrat``.

A position is written for the player to move: ``a`` are his vertices, ``b`` the opponent's,
sets of at most 128 vertices in two words. The walls of pieces are in quarters, temperatures in
halves of a move.

Where the second bound is not wanted, ``cut`` is ``None`` and Numba leaves its code out.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from gameproof.solvers.byte_rows_kernel import places_with
from gameproof.solvers.memory_kernel import borrowed, fetch
from gameproof.solvers.sums.star_bound_kernel import (
    begin,
    merits,
    moved,
    needed_by,
    packed,
    with_second,
)
from gameproof.solvers.sums.star_store_kernel import (
    BY_STARS,
    CUTS,
    ENTER,
    EVIDENCE,
    GIVEN,
    LOGGING,
    LOSS,
    MOVE,
    NEED,
    NODES,
    OPEN,
    OTHER_FREE,
    OWN_FREE,
    PASS,
    PAUSED,
    PLY,
    PROOFS,
    ROOM,
    SPARE,
    STEPS,
    SURELY_LOST,
    SURELY_WON,
    TAKEN,
    TRIED,
    VERDICT,
    WANT_MOVE,
    WIN,
    Store,
    give_back,
    keep,
    log_cut,
    note_step,
)
from gameproof.solvers.sums.star_store_kernel import PLACES as PLACES
from gameproof.solvers.sums.star_store_kernel import SHIFT as SHIFT
from gameproof.solvers.sums.thermostrat_kernel import (
    FAR,
    cut_at,
    cut_up,
    discharge,
    gain_of,
    thermostrat,
)
from gameproof.solvers.word_sets_kernel import (
    ONE,
    U64,
    ZERO,
    hash_of,
    inlined,
    inner,
    low_of,
    lowest_of,
    single,
    size_of,
    touched_by,
)

#: Moves are ordered by vertices closed, then by what partitions gain; without them by ``merits``.
SCALE = 128


@inner
def _enter(st: Any, cut: Any, ply: Any) -> Any:
    """Count free moves, look the position up, try the bounds; ``OPEN`` with its moves scored,
    or who wins (for the player to move), the proof's vertices and need being left in place;
    ``PAUSED`` when there is no room for pieces."""
    near, frame, info = st.near, st.frame[ply], st.info[ply]
    a0, a1, b0, b1 = frame[0], frame[1], frame[2], frame[3]
    f0, f1 = places_with(st.closing, ply, 0)
    g0, g1 = places_with(st.closing, ply + 1, 0)
    f0, f1, g0, g1 = f0 & a0, f1 & a1, g0 & b0, g1 & b1
    a0, a1, b0, b1 = a0 & ~f0, a1 & ~f1, b0 & ~g0, b1 & ~g1
    frame[0], frame[1], frame[2], frame[3] = a0, a1, b0, b1
    frame[4], frame[5], frame[6], frame[7] = f0, f1, g0, g1
    own, other = size_of(f0, f1), size_of(g0, g1)
    spare = info[GIVEN] + own - other
    info[SPARE], info[OWN_FREE], info[OTHER_FREE] = spare, own, other
    info[TAKEN] = 0
    out = st.out
    st.state[EVIDENCE] = BY_STARS
    if not (a0 | a1):
        out[0], out[1] = ZERO, ZERO
        info[NEED] = 1 if spare >= 1 else 0
        return WIN if spare >= 1 else LOSS
    cell = np.int64(hash_of(a0, a1, b0, b1) & U64(st.key.shape[0] - 1))
    fetch(st.known, cell)
    fetch(st.key, cell)
    whole = not (ply == 0 and st.state[WANT_MOVE])
    if whole:
        count, total, st.most[ply, 1] = packed(st, ply, a0, a1, b0, b1)
        wanted = needed_by(st, count, total, spare, True)
        if wanted <= spare:
            info[NEED] = wanted
            return WIN
    key, known, used = st.key[cell], st.known[cell], st.used[cell]
    best = -1
    if known[3] and key[0] == a0 and key[1] == a1 and key[2] == b0 and key[3] == b1:
        if whole and spare >= known[0]:
            out[0], out[1], info[NEED] = used[0], used[1], known[0]
            st.state[EVIDENCE] = known[4]
            return WIN
        if whole and spare <= known[1]:
            out[0], out[1], info[NEED] = used[2], used[3], -known[1]
            st.state[EVIDENCE] = known[5]
            return LOSS
        best = known[2]
    if cut is None and whole:
        wanted = with_second(st, ply, count, total, spare, True, (a0, a1, b0, b1))
        if wanted <= spare:
            info[NEED] = wanted
            return WIN
    count, total, _ = packed(st, ply + 1, b0, b1, a0, a1)
    if whole:
        wanted = needed_by(st, count, total, -spare, False)
        if cut is None and wanted > -spare:
            wanted = with_second(st, ply + 1, count, total, -spare, False, (b0, b1, a0, a1))
        if wanted <= -spare:
            info[NEED] = wanted
            return LOSS
    if cut is not None:
        forest, known_pieces, tower, _, _ = cut
        mine, yours = cut_at(cut.mine, ply), cut_at(cut.yours, ply)
        if not cut_up(near, forest, ply & 1, known_pieces, tower, mine, a0, a1, b0, b1):
            return PAUSED
        wanted = thermostrat(mine, True, out)
        if ply == 0:
            st.state[SURELY_WON] = wanted
        if whole and wanted <= spare:
            info[NEED] = wanted
            st.state[EVIDENCE] = log_cut(st, mine)
            return WIN
        if not cut_up(near, forest, 1 - (ply & 1), known_pieces, tower, yours, b0, b1, a0, a1):
            return PAUSED
        wanted = thermostrat(yours, False, out)
        if ply == 0:
            st.state[SURELY_LOST] = wanted
        if whole and wanted <= -spare:
            info[NEED] = wanted
            st.state[EVIDENCE] = log_cut(st, yours)
            return LOSS
    c0, c1 = a0, a1
    frame[10], frame[11], info[NEED] = ZERO, ZERO, -FAR
    wanted = needed_by(st, count, total, -spare, True)
    evidence, by_pieces = np.int64(BY_STARS), np.int64(BY_STARS)
    if cut is not None and wanted > -spare:
        wanted = thermostrat(yours, True, out)
        if wanted <= -spare:
            evidence = by_pieces = log_cut(st, yours)
    if wanted <= -spare:  # a move that disturbs nothing of this proof loses
        note_step(st, ply, PASS, evidence)
        frame[10], frame[11], info[NEED] = out[0], out[1], wanted
        t0, t1 = touched_by(near, out[0], out[1])
        c0 &= t0
        c1 &= t1
    frame[8], frame[9] = c0, c1
    if cut is not None:
        info[NEED] = discharge(near, known_pieces, tower, yours, frame, -spare, info[NEED], out)
        if info[NEED] == FAR:
            return PAUSED
        c0, c1 = frame[8], frame[9]
        if (out[0] | out[1]) and by_pieces == BY_STARS:
            by_pieces = log_cut(st, yours)
        while out[0] | out[1]:
            v = lowest_of(out[0], out[1])
            one0, one1 = single(v)
            out[0], out[1] = out[0] & ~one0, out[1] & ~one1
            note_step(st, ply, v, by_pieces)
    score = st.score[ply]
    if cut is None:
        merits(st, ply, SCALE)
    else:
        for w in range(2):
            rest = c1 if w else c0
            while rest:
                v = np.int64(low_of(rest)) + 64 * w
                rest &= rest - ONE
                score[v] = SCALE * size_of(near[v, 0] & b0, near[v, 1] & b1) + SCALE - 1
    if best >= 0:
        score[best] = FAR
    return OPEN


@inner
def _next(st: Any, cut: Any, ply: Any) -> Any:
    """The best move not yet refuted, -1 when there is none. What the partitions gain by a move is
    only worked out when nothing closes more; ``FAR``: no room for that."""
    frame, score = st.frame[ply], st.score[ply]
    while True:
        best: Any = -1
        most: Any = -1
        for w in range(2):
            rest = frame[9] if w else frame[8]
            while rest:
                v = np.int64(low_of(rest)) + 64 * w
                rest &= rest - ONE
                if score[v] > most:
                    best, most = v, score[v]
        if cut is None:
            return best
        if best < 0 or most % SCALE != SCALE - 1:
            return best
        mine, yours = cut_at(cut.mine, ply), cut_at(cut.yours, ply)
        gain = gain_of(st.near, cut.known, cut.tower, mine, yours, best, frame[2], frame[3])
        if gain == FAR:
            return FAR
        score[best] += min(max(gain + SCALE // 2, 0), SCALE - 2) - (SCALE - 1)


@njit(cache=True)
def enlarge(st: Store, key: Any, used: Any, known: Any) -> None:
    """Copy the table into larger, empty arrays."""
    for old in range(st.key.shape[0]):
        if st.known[old, 3]:
            a0, a1, b0, b1 = st.key[old, 0], st.key[old, 1], st.key[old, 2], st.key[old, 3]
            cell = np.int64(hash_of(a0, a1, b0, b1) & U64(key.shape[0] - 1))
            for i in range(4):
                key[cell, i] = st.key[old, i]
                used[cell, i] = st.used[old, i]
            for i in range(6):
                known[cell, i] = st.known[old, i]


@inlined
def _search(st: Any, cut: Any, budget: Any) -> Any:
    """Search on until decided (``WIN``, ``LOSS`` for the player to move), ``budget`` more nodes
    are entered or pieces need room (``OPEN``)."""
    near, state, out = st.near, st.state, st.out
    ply, stop = state[PLY], state[NODES] + budget
    enter = state[ENTER]
    if ply == 0 and enter:
        a0, a1, b0, b1 = st.frame[0, 0], st.frame[0, 1], st.frame[0, 2], st.frame[0, 3]
        begin(st, 0, a0, a1, b0, b1)
        begin(st, 1, b0, b1, a0, a1)
    while True:
        frame, info = st.frame[ply], st.info[ply]
        result = OPEN
        if enter:
            crowded = state[LOGGING] and (
                state[STEPS] + ROOM > st.step.shape[0]
                or state[PROOFS] + ROOM > st.proof.shape[0]
                or state[CUTS] + 2 > st.kept.shape[0]
            )
            if state[NODES] >= stop or crowded:
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
            v = _next(st, cut, ply)
            if v == FAR:
                state[PLY], state[ENTER] = ply, 0
                return OPEN
            if v >= 0:
                one0 = ONE << U64(v) if v < 64 else ZERO
                one1 = ONE << U64(v - 64) if v >= 64 else ZERO
                frame[8] &= ~one0
                frame[9] &= ~one1
                info[TRIED] = v
                child = st.frame[ply + 1]
                child[0], child[1] = frame[2] & ~near[v, 0], frame[3] & ~near[v, 1]
                child[2], child[3] = frame[0] & ~one0, frame[1] & ~one1
                moved(st, ply, v, frame[2], frame[3])
                st.info[ply + 1, GIVEN] = -info[SPARE]
                ply += 1
                enter = 1
                continue
            result = LOSS
            out[0], out[1] = frame[10], frame[11]
            keep(st, ply, False, info[NEED], -1)
        # The position of this ply is decided; climb while that decides the one above.
        while True:
            if ply == 0:
                state[PLY], state[ENTER] = 0, 1
                state[VERDICT] = result
                state[MOVE] = st.info[0, TRIED] if result == WIN else -1
                return result
            need = give_back(st, ply, result == WIN)
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
                keep(st, ply, True, need, v)
                continue
            note_step(st, ply, info[TRIED], state[EVIDENCE])
            frame[10] |= out[0]
            frame[11] |= out[1]
            info[NEED] = max(info[NEED], need)
            t0, t1 = touched_by(near, out[0], out[1])
            frame[8] &= t0
            frame[9] &= t1
            break


@njit(cache=True)
def run(st: Store, cut: None, budget: Any) -> Any:
    """Search on without the second bound."""
    return _search(borrowed(st), cut, budget)


@njit(cache=True)
def run_with_pieces(st: Store, cut: Any, budget: Any) -> Any:
    """Search on with the second bound, by a name of its own so that each is compiled when it is
    first wanted, and announced."""
    return _search(borrowed(st), borrowed(cut), budget)
