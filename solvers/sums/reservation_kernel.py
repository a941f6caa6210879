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

from gameproof.solvers.sums.reservation_bounds_kernel import (
    CHILD,
    FAR,
    NODE,
    UNIT,
    Parts,
    add,
    collect,
    component,
    guarantee,
    next_vertex,
    play,
)
from gameproof.solvers.sums.reservation_form_kernel import (
    M1,
    M2,
    M3,
    NEGATIVE,
    NONE,
    S30,
    U64,
    ZERO,
    mix,
    split,
)
from gameproof.solvers.word_sets_kernel import inlined, inner

# Not plain numbers: those are compiled for one by one.
WIN, LOSS, OPEN, HALT = np.int64(1), np.int64(0), np.int64(-1), np.int64(-2)
OWNER = 3  # for every part of a node, its row in ``part[NODE]``


#: Columns of ``info``, one row a ply: spare moves, star, number of open moves, chosen move
#: (its index, at the end its vertex), efforts at which the node is left.
SPARE, STAR, MADE, CHOSEN, WIN_LIMIT, REFUTE_LIMIT = range(6)
#: Columns of ``move``: vertex, spare moves of the sum it leaves, efforts to win and to refute
#: that, and a shift for the second.
VERTEX, SPARE_LEFT, TO_WIN, TO_REFUTE, SHIFT = range(5)


class Tree(NamedTuple):
    """The table of sums, and the path of the proof-number search."""

    won: NDArray[np.uint64]  # sums: Left, to move, wins with spare[0] more free moves ...
    spare: NDArray[np.int16]  # (cells, 2) ... and loses with spare[1]
    effort: NDArray[np.uint64]  # unsettled sums: effort to win and to refute
    efforts: NDArray[np.int32]  # (cells, 2)
    frame: NDArray[np.uint64]  # (plies, 2, W) the path searched: the two sets ...
    info: NDArray[np.int64]  # (plies, 6) ... see ``SPARE``
    node: NDArray[np.uint64]  # (plies,) key of the sum
    child: NDArray[np.uint64]  # (plies, n + 3) keys of the sums that the open moves leave
    move: NDArray[np.int32]  # (plies, n + 3, 5) see ``VERTEX``


@inner
def _sum_key(
    keys: Any, bound: Any, slots: Any, level: Any, count: Any, negative: Any, stars: Any
) -> Any:
    total = mix(U64(stars & 1) + M2)
    for i in range(count):
        ref = slots[level, i]
        slot, sign = ref >> 1, ref & 1
        x = keys[slot, 0]
        if not bound[slot, 6] & 4 and sign ^ negative:
            x ^= M1
        total += mix(x + keys[slot, 1] * M3)
    return total


@inner
def _probe(won: Any, limits: Any, key: Any, spare: Any) -> Any:
    """What the table knows of a sum with Left to move and ``spare`` more free moves."""
    cell = np.int64((key >> S30) & U64(won.shape[0] - 1))
    if won[cell] == key:
        if spare >= limits[cell, 0]:
            return WIN
        if spare <= limits[cell, 1]:
            return LOSS
    return OPEN


@inner
def _remember(won: Any, limits: Any, key: Any, spare: Any, verdict: Any) -> None:
    cell = np.int64((key >> S30) & U64(won.shape[0] - 1))
    if won[cell] != key:
        won[cell] = key
        limits[cell, 0], limits[cell, 1] = 32767, -32768
    if verdict == WIN:
        limits[cell, 0] = min(limits[cell, 0], spare)
    else:
        limits[cell, 1] = max(limits[cell, 1], spare)


@inner
def _bounds_verdict(st: Any, level: Any, count: Any, spare: Any, stars: Any, first: Any) -> Any:
    """WIN when the lower bounds let Left win (``first``: Left moves first), LOSS when the
    upper bounds let Right win; and how much each of them lacks."""
    low = high = 0
    for negative in range(2):
        k, total = collect(st.bound, st.slot, st.sums, level, count, negative, stars)
        total += -spare * UNIT if negative else spare * UNIT
        low, high = high, total + guarantee(st.sums, k, first ^ negative)
        if high >= 0:
            return LOSS if negative else WIN, 0, 0
    return OPEN, -low, -high


@inlined
def _enter(st: Any, tree: Any, ply: Any) -> Any:
    """Judge the node at this ply, or list its open moves with their efforts; HALT when the
    slice is over before that is done: then all is done again, components being known."""
    n, words = st.adj.shape
    own = st.setting[0]
    left, right = tree.frame[ply, 0], tree.frame[ply, 1]
    parts, spare, stars = split(st.adj, own, left, right, st.part[NODE], st.after)
    spare += tree.info[ply, SPARE]
    stars = (stars + tree.info[ply, STAR]) & 1
    count = NONE
    for i in range(parts):
        ref = component(st, st.part[NODE, i, 0], st.part[NODE, i, 1])
        if st.setting[10] >= st.setting[11]:
            return HALT
        before = count
        wanted = ref if st.bound[ref >> 1, 6] & 4 else ref ^ 1
        for j in range(before):
            if st.slot[NODE, j] == wanted:
                st.slot[OWNER, j] = st.slot[OWNER, before - 1]
                break
        count = add(st.bound, st.slot, NODE, count, ref)
        if count > before:
            st.slot[OWNER, before] = i
    for w in range(words):
        left[w], right[w] = ZERO, ZERO
    for j in range(count):
        for w in range(words):
            left[w] |= st.part[NODE, st.slot[OWNER, j], 0, w]
            right[w] |= st.part[NODE, st.slot[OWNER, j], 1, w]
    tree.info[ply, SPARE], tree.info[ply, STAR], tree.info[ply, MADE] = spare, stars, 0
    key = _sum_key(st.key, st.bound, st.slot, NODE, count, NONE, stars)
    tree.node[ply] = key
    if ply > 0 or st.setting[6] == 0:
        verdict = _probe(tree.won, tree.spare, key, spare)
        if verdict != OPEN:
            return verdict
        verdict, _, _ = _bounds_verdict(st, NODE, count, spare, stars, NEGATIVE)
        if verdict != OPEN:
            _remember(tree.won, tree.spare, key, spare, verdict)
            return verdict
    mine, yours = st.after[0], st.after[1]
    for j in range(count + 2):
        twin = False
        for i in range(j if j < count else 0):
            if st.slot[NODE, i] == st.slot[NODE, j]:
                twin = True
        if twin or (j == count and spare <= 0) or (j > count and not stars):
            continue
        v = OPEN
        while True:
            kept = NONE
            for i in range(count):
                if i != j:
                    st.slot[CHILD, kept] = st.slot[NODE, i]
                    kept += 1
            for w in range(words):
                mine[w] = st.part[NODE, st.slot[OWNER, j], 0, w] if j < count else ZERO
                yours[w] = st.part[NODE, st.slot[OWNER, j], 1, w] if j < count else ZERO
            if j < count:
                v = next_vertex(mine, v + 1)
                if v < 0:
                    break
                play(st.adj, own, v, mine, yours)
            else:  # a free move, the star
                v = n + j - count
            verdict = _judge(st, tree, ply, kept, spare - (v == n), NONE if v > n else stars, v)
            if verdict == WIN:
                _remember(tree.won, tree.spare, key, spare, WIN)
                tree.info[ply, CHOSEN] = v
                return WIN
            if st.setting[10] >= st.setting[11]:
                return HALT
            if j >= count:
                break
    if tree.info[ply, MADE] == 0:
        _remember(tree.won, tree.spare, key, spare, LOSS)
        return LOSS
    return OPEN


@inlined
def _judge(st: Any, tree: Any, ply: Any, count: Any, spare: Any, stars: Any, v: Any) -> Any:
    """Judge Left's move ``v``, after which ``st.after`` joins the sum; list it if open."""
    parts, more, more_stars = split(
        st.adj, st.setting[0], st.after[0], st.after[1], st.part[CHILD], st.after
    )
    spare += more
    stars = (stars + more_stars) & 1
    before = count
    for i in range(parts):
        ref = component(st, st.part[CHILD, i, 0], st.part[CHILD, i, 1])
        count = add(st.bound, st.slot, CHILD, count, ref)
    key = _sum_key(st.key, st.bound, st.slot, CHILD, count, NEGATIVE, stars)
    known = _probe(tree.won, tree.spare, key, -spare)
    if known != OPEN:
        return WIN if known == LOSS else LOSS
    verdict, low, high = _bounds_verdict(st, CHILD, count, spare, stars, NONE)
    if verdict != OPEN:
        return verdict
    made = tree.info[ply, MADE]
    for i in range(made):
        if tree.child[ply, i] == key and tree.move[ply, i, SPARE_LEFT] == -spare:
            return OPEN
    tree.move[ply, made, VERTEX] = v
    tree.child[ply, made] = key
    tree.move[ply, made, SPARE_LEFT] = -spare
    grain = st.setting[8]
    tree.move[ply, made, TO_WIN] = 1 + (min(high, 200 * UNIT) >> grain)
    tree.move[ply, made, TO_REFUTE] = 1 + (min(low, 200 * UNIT) >> grain)
    # something cancelled: a way to win that is worth more effort
    tree.move[ply, made, SHIFT] = st.setting[9] if count < before + parts else 0
    tree.info[ply, MADE] = made + 1
    return OPEN


@inlined
def _descend(st: Any, tree: Any, ply: Any, v: Any) -> None:
    """Write the node after Left's move ``v`` to the next ply, seen from the other player."""
    n, words = st.adj.shape
    below = tree.frame[ply + 1]
    for w in range(words):
        below[1, w], below[0, w] = tree.frame[ply, 0, w], tree.frame[ply, 1, w]
    if v < n:
        play(st.adj, st.setting[0], v, below[1], below[0])
    spare, star = tree.info[ply, SPARE], tree.info[ply, STAR]
    tree.info[ply + 1, SPARE] = -(spare - 1) if v == n else -spare
    tree.info[ply + 1, STAR] = 0 if v == n + 1 else star


@inner
def _pn_cell(marks: Any, key: Any, spare: Any) -> Any:
    mark = mix(key + U64(spare + 40000) * M3)
    return mark, np.int64(mark & U64(marks.shape[0] - 1))


@inner
def _settled(move: Any, ply: Any, i: Any, verdict: Any) -> None:
    """Keep a move's verdict with its node: the table may forget it at once."""
    move[ply, i, TO_WIN] = 0 if verdict == WIN else FAR
    move[ply, i, TO_REFUTE] = FAR if verdict == WIN else 0


@inlined
def _weigh(tree: Any, ply: Any, width: Any) -> Any:
    """The node's efforts from its moves: (to win, to refute, best move's index, open moves,
    second least effort); to win is that of the easiest move, to refute that of the hardest
    answer and a little for every other open move (a sum would count transpositions often)."""
    win, second, hardest, best, still = FAR, FAR, 0, -1, 0
    for i in range(tree.info[ply, MADE]):
        spare = np.int64(tree.move[ply, i, SPARE_LEFT])
        if tree.move[ply, i, TO_WIN] > 0 and tree.move[ply, i, TO_REFUTE] > 0:
            known = _probe(tree.won, tree.spare, tree.child[ply, i], spare)
            if known != OPEN:
                _settled(tree.move, ply, i, known)
        if tree.move[ply, i, TO_REFUTE] == 0:
            return 0, FAR, i, 1, FAR
        if tree.move[ply, i, TO_WIN] == 0:
            continue
        mark, cell = _pn_cell(tree.effort, tree.child[ply, i], spare)
        if tree.effort[cell] == mark:
            tree.move[ply, i, TO_WIN] = tree.efforts[cell, 0]
            tree.move[ply, i, TO_REFUTE] = tree.efforts[cell, 1]
        still += 1
        hardest = max(hardest, tree.move[ply, i, TO_WIN])
        # Never 0, which would mean that the move is known to win.
        effort = max(1, tree.move[ply, i, TO_REFUTE] >> tree.move[ply, i, SHIFT])
        if effort < win:
            win, second, best = effort, win, i
        elif effort < second:
            second = effort
    return win, hardest + ((still - 1) >> width), best, still, second


@njit(cache=True)
def run(st: Parts, tree: Tree, budget: Any) -> Any:
    """Continue the proof-number search whose path is in ``tree`` for about ``budget`` steps:
    WIN or LOSS of the player to move at ply 0, OPEN when the slice is over."""
    ply, enter = st.setting[4] >> 1, st.setting[4] & 1
    st.setting[11] = st.setting[10] + budget
    while True:
        if enter:
            over = st.setting[10] >= st.setting[11] or st.setting[2] * 10 > st.key.shape[0] * 7
            verdict = HALT if over else _enter(st, tree, ply)
            if verdict == HALT:
                st.setting[4] = ply * 2 + 1
                return OPEN
            st.setting[3] += 1
            st.setting[10] += 64 * st.adj.size
            enter = 0
            if verdict != OPEN:
                if ply == 0:
                    return verdict
                ply -= 1
                _settled(tree.move, ply, tree.info[ply, CHOSEN], verdict)
                continue
        win, refute, best, still, second = _weigh(tree, ply, st.setting[7])
        if win == 0 or still == 0:
            verdict = WIN if win == 0 else LOSS
            _remember(tree.won, tree.spare, tree.node[ply], tree.info[ply, SPARE], verdict)
            if ply == 0:
                if win == 0:
                    tree.info[ply, CHOSEN] = tree.move[ply, best, VERTEX]
                return verdict
            ply -= 1
            _settled(tree.move, ply, tree.info[ply, CHOSEN], verdict)
            continue
        if ply > 0 and (win >= tree.info[ply, WIN_LIMIT] or refute >= tree.info[ply, REFUTE_LIMIT]):
            mark, cell = _pn_cell(tree.effort, tree.node[ply], tree.info[ply, SPARE])
            tree.effort[cell] = mark
            tree.efforts[cell, 0], tree.efforts[cell, 1] = win, refute
            ply -= 1
            continue
        tree.info[ply + 1, WIN_LIMIT] = tree.info[ply, REFUTE_LIMIT] - (
            (still - 1) >> st.setting[7]
        )
        wanted = min(tree.info[ply, WIN_LIMIT], second + (second >> 2) + 1)
        tree.info[ply + 1, REFUTE_LIMIT] = wanted << tree.move[ply, best, SHIFT]
        tree.info[ply, CHOSEN] = best
        _descend(st, tree, ply, np.int64(tree.move[ply, best, VERTEX]))
        ply += 1
        enter = 1
