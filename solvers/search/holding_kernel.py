# mypy: disable-error-code="untyped-decorator"
"""Does a player hold all sets of the other? df-pn on boards to 128 cells, compiled.

The other, Maker, gets a whole set or not; the holder, Breaker, only takes cells, and is done
where pairs stop what is left. A position is (a, d), two 64-bit words each: Maker's cells in live
sets, and the cells that count no more (Breaker's, and those in no live set). ``held`` is how far
Breaker is from having held, ``lost`` how far Maker is from a set as far as the search looks: it
tries only Breaker's ``width`` best answers, so that ``lost`` = 0 proves nothing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from gameproof.solvers.search.shared_pairs_kernel import Room, count_bits, find_pairs
from gameproof.solvers.search.threat_kernel import NONE, ONE, lowest

INFINITE = 1 << 40
BREAKER, MAKER = 0, 1
PROBES = 8
SOLVED = 1 << 20
SCALE = 30  # a set of no free cells has potential 2 ** SCALE


class Rules(NamedTuple):
    """Maker's sets, the cells of the board, and ``images[g, c]``, where automorphism g takes
    cell c; ``options`` is Breaker's width and the steps of a search for pairs; ``stats`` counts
    expansions and searches for pairs."""

    masks: NDArray[np.uint64]
    board: NDArray[np.uint64]
    images: NDArray[np.uint64]
    options: NDArray[np.int64]
    stats: NDArray[np.int64]


class Table(NamedTuple):
    """The two numbers by position and player to move; ``work`` 0 marks a free place."""

    cells: NDArray[np.uint64]
    turn: NDArray[np.int8]
    work: NDArray[np.int64]
    held: NDArray[np.int64]
    lost: NDArray[np.int64]


class Stack(NamedTuple):
    """The path; a row a node with its children in the later arrays. ``node`` rows: turn, limit
    of held, limit of lost, number of children, chosen child, work."""

    cells: NDArray[np.uint64]
    node: NDArray[np.int64]
    child: NDArray[np.uint64]
    child_held: NDArray[np.int64]
    child_lost: NDArray[np.int64]


@njit(cache=True)
def mixed(p: Any, turn: Any) -> Any:
    """A hash of a position."""
    h = np.uint64(turn + 1)
    for i in range(4):
        h = (h ^ p[i]) * np.uint64(0x9E3779B97F4A7C15)
        h = (h ^ (h >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        h ^= h >> np.uint64(27)
    return h


@njit(cache=True)
def probe(table: Any, p: Any, turn: Any) -> Any:
    """The place of a position in the table, or -1."""
    places = np.uint64(table.turn.shape[0] - 1)
    start = mixed(p, turn)
    for i in range(PROBES):
        place = np.int64((start + np.uint64(i)) & places)
        c = table.cells[place]
        if table.turn[place] == turn and c[0] == p[0] and c[1] == p[1] and c[2] == p[2]:
            if c[3] == p[3]:
                return place if table.work[place] else np.int64(-1)
    return np.int64(-1)


@njit(cache=True)
def store(table: Any, p: Any, turn: Any, held: Any, lost: Any, work: Any) -> None:
    """Keep the numbers in the place with the least work behind it."""
    place = probe(table, p, turn)
    if place < 0:
        places = np.uint64(table.turn.shape[0] - 1)
        start = mixed(p, turn)
        place = np.int64(start & places)
        for i in range(PROBES):
            other = np.int64((start + np.uint64(i)) & places)
            if table.work[other] < table.work[place]:
                place = other
    for i in range(4):
        table.cells[place, i] = p[i]
    table.turn[place] = turn
    table.held[place] = held
    table.lost[place] = lost
    table.work[place] = work + 1 + (SOLVED if held == 0 or lost == 0 else 0)


@njit(cache=True)
def image(x: Any, y: Any, to: Any, out: Any, at: Any) -> None:
    """The words (x, y) when cell c goes to ``to[c]``, into two places of ``out``."""
    p = q = NONE
    for base in range(2):
        word = y if base else x
        while word != NONE:
            cell = to[64 * base + lowest(word)]
            word &= word - ONE
            if cell < np.uint64(64):
                p |= ONE << cell
            else:
                q |= ONE << (cell - np.uint64(64))
    out[at] = p
    out[at + 1] = q


@njit(cache=True)
def canonical(rules: Any, p: Any) -> Any:
    """Reduce the position ``p`` to its live sets and take its least image, by the automorphism
    that is returned."""
    x = y = NONE
    masks = rules.masks
    for i in range(masks.shape[0]):
        if masks[i, 0] & p[2] == NONE and masks[i, 1] & p[3] == NONE:
            x |= masks[i, 0]
            y |= masks[i, 1]
    p[0] &= x
    p[1] &= y
    p[2] = rules.board[0] & ~x
    p[3] = rules.board[1] & ~y
    number = 0
    best = p.copy()
    turned = np.empty(4, np.uint64)
    for g in range(1, rules.images.shape[0]):
        image(p[0], p[1], rules.images[g], turned, 0)
        if turned[0] > best[0] or (turned[0] == best[0] and turned[1] > best[1]):
            continue
        image(p[2], p[3], rules.images[g], turned, 2)
        for i in range(4):
            if turned[i] != best[i]:
                if turned[i] < best[i]:
                    best[:] = turned
                    number = g
                break
    p[:] = best
    return number


@njit(cache=True)
def distance(rules: Any, p: Any) -> Any:
    """A first guess how far Breaker is from having held: by Maker's potential squared."""
    total = 0.0
    for i in range(rules.masks.shape[0]):
        m0, m1 = rules.masks[i, 0], rules.masks[i, 1]
        if m0 & p[2] == NONE and m1 & p[3] == NONE:
            total += 2.0 ** -(count_bits(m0 & ~p[0]) + count_bits(m1 & ~p[1]))
    return 1 + np.int64(8.0 * total * total)


@njit(cache=True)
def completing(rules: Any, p: Any, out: Any) -> Any:
    """The cells by which Maker completes a set, into ``out``; how many."""
    out[0] = NONE
    out[1] = NONE
    for i in range(rules.masks.shape[0]):
        m0, m1 = rules.masks[i, 0], rules.masks[i, 1]
        if m0 & p[2] == NONE and m1 & p[3] == NONE:
            x, y = m0 & ~p[0], m1 & ~p[1]
            if count_bits(x) + count_bits(y) <= 1:
                out[0] |= x
                out[1] |= y
    return count_bits(out[0]) + count_bits(out[1])


@njit(cache=True)
def add(p: Any, at: Any, cell: Any) -> None:
    """Put a cell into the words of ``p`` from ``at`` on."""
    if cell < 64:
        p[at] |= ONE << np.uint64(cell)
    else:
        p[at + 1] |= ONE << np.uint64(cell - 64)


@njit(cache=True)
def answers(rules: Any, p: Any, order: Any) -> Any:
    """Breaker's moves into ``order``, those that take most potential squared first, or the one
    that he must make; how many, -1 if Maker completes a set in two ways."""
    must = np.empty(2, np.uint64)
    ways = completing(rules, p, must)
    if ways > 1:
        return -1
    if ways == 1:
        order[0] = lowest(must[0]) if must[0] != NONE else 64 + lowest(must[1])
        return 1
    worth = np.zeros(128, np.int64)
    for i in range(rules.masks.shape[0]):
        m0, m1 = rules.masks[i, 0], rules.masks[i, 1]
        if m0 & p[2] == NONE and m1 & p[3] == NONE:
            x, y = m0 & ~p[0], m1 & ~p[1]
            free = 2 * (count_bits(x) + count_bits(y))
            value = np.int64(1) << (SCALE - free if free < SCALE else 0)
            while x != NONE:
                worth[lowest(x)] += value
                x &= x - ONE
            while y != NONE:
                worth[64 + lowest(y)] += value
                y &= y - ONE
    n = 0
    width = rules.options[0]
    for cell in range(128):
        if worth[cell] == 0:
            continue
        i = min(n, width)
        while i > 0 and worth[order[i - 1]] < worth[cell]:
            if i < width:
                order[i] = order[i - 1]
            i -= 1
        if i < width:
            order[i] = cell
            n = min(n + 1, width)
    return n


@njit(cache=True)
def is_free(rules: Any, p: Any, cell: Any) -> Any:
    """Is the cell on the board, and in nobody's words?"""
    at = cell // 64
    return (rules.board[at] & ~(p[at] | p[2 + at])) >> np.uint64(cell % 64) & ONE != NONE


@njit(cache=True)
def expand_maker(rules: Any, stack: Any, k: Any) -> Any:
    """Children of a node where Maker moves; -1 held, -2 lost."""
    p = stack.cells[k]
    rules.stats[0] += 1
    out = np.empty(2, np.uint64)
    if completing(rules, p, out) > 0:
        return -2
    n = 0
    q = np.empty(4, np.uint64)
    for cell in range(128):
        if not is_free(rules, p, cell):
            continue
        q[:] = p
        add(q, 0, cell)
        if completing(rules, q, out) > 1:
            return -2
        canonical(rules, q)
        again = False
        for i in range(n):
            c = stack.child[k, i]
            if c[0] == q[0] and c[1] == q[1] and c[2] == q[2] and c[3] == q[3]:
                again = True
                break
        if again:
            continue
        stack.child[k, n] = q
        stack.child_held[k, n] = distance(rules, q)
        stack.child_lost[k, n] = 1
        n += 1
    return n if n else -1


@njit(cache=True)
def expand_breaker(rules: Any, table: Any, stack: Any, k: Any, room: Any) -> Any:
    """Children of a node where Breaker moves; -1 held, -2 lost."""
    p = stack.cells[k]
    rules.stats[0] += 1
    order = np.empty(129, np.int64)
    count = answers(rules, p, order)
    if count < 0:
        return -2
    q = np.empty(4, np.uint64)
    for i in range(count):
        q[:] = p
        add(q, 2, order[i])
        canonical(rules, q)
        place = probe(table, q, MAKER)
        if place < 0:
            if held_by_pairs(rules, q, room):
                held, lost = 0, INFINITE
            else:
                held, lost = distance(rules, q), 1
            store(table, q, MAKER, held, lost, 0)
        else:
            held, lost = table.held[place], table.lost[place]
        if held == 0:
            return -1
        stack.child[k, i] = q
        stack.child_held[k, i] = held
        stack.child_lost[k, i] = lost
    return count if count else -1


@njit(cache=True)
def held_by_pairs(rules: Any, p: Any, room: Any) -> Any:
    """Are there pairs that stop every live set?"""
    rules.stats[1] += 1
    return find_pairs(rules.masks, p[0], p[1], p[2], p[3], room, rules.options[1]) >= 0


@njit(cache=True)
def search(rules: Rules, table: Table, stack: Stack, room: Room, control: Any, effort: Any) -> Any:
    """df-pn from row 0 of the stack (Nagai 2002; thresholds 1 + 1/4, Pawlewicz, Lew 2007).

    ``control``: the current row (-1 when finished), whether it is new, held, lost and work of
    the last finished node. Returns after ``effort`` expansions; call again to go on.
    """
    k, fresh, held, lost = control[0], control[1], control[2], control[3]
    until = rules.stats[0] + effort
    node = stack.node
    while k >= 0:
        turn = node[k, 0]
        if fresh:
            if rules.stats[0] >= until:
                break
            node[k, 5] = 1
            if turn == MAKER:
                node[k, 3] = expand_maker(rules, stack, k)
            else:
                node[k, 3] = expand_breaker(rules, table, stack, k, room)
        fresh = 0
        n = node[k, 3]
        chosen, second = 0, INFINITE
        if n < 0:
            held, lost = (0, INFINITE) if n == -1 else (INFINITE, 0)
        else:
            best, total = INFINITE + 1, 0
            for i in range(n):
                place = probe(table, stack.child[k, i], 1 - turn)
                if place >= 0:
                    stack.child_held[k, i] = table.held[place]
                    stack.child_lost[k, i] = table.lost[place]
                x, y = stack.child_lost[k, i], stack.child_held[k, i]
                if turn == BREAKER:
                    x, y = y, x
                total = min(INFINITE, total + y)
                if x < best:
                    second = min(best, INFINITE)
                    best = x
                    chosen = i
                elif x < second:
                    second = x
            if best == 0:
                total = INFINITE
            held, lost = (total, best) if turn == MAKER else (best, total)
        if held == 0 or lost == 0 or held >= node[k, 1] or lost >= node[k, 2]:
            store(table, stack.cells[k], turn, held, lost, node[k, 5])
            k -= 1
            if k >= 0:
                stack.child_held[k, node[k, 4]] = held
                stack.child_lost[k, node[k, 4]] = lost
                node[k, 5] += node[k + 1, 5]
            continue
        node[k, 4] = chosen
        stack.cells[k + 1] = stack.child[k, chosen]
        node[k + 1, 0] = 1 - turn
        x, y = stack.child_held[k, chosen], stack.child_lost[k, chosen]
        if turn == MAKER:
            node[k + 1, 1] = min(INFINITE, node[k, 1] - held + x)
            node[k + 1, 2] = min(node[k, 2], second + 1 + second // 4)
        else:
            node[k + 1, 1] = min(node[k, 1], second + 1 + second // 4)
            node[k + 1, 2] = min(INFINITE, node[k, 2] - lost + y)
        k += 1
        fresh = 1
    control[0], control[1], control[2], control[3] = k, fresh, held, lost
    return k < 0
