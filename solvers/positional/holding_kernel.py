# mypy: disable-error-code="untyped-decorator"
"""Does a player hold all sets of the other? df-pn on boards to 128 cells, compiled.

The other, Maker, gets a whole set or not; the holder, Breaker, only takes cells, and is done
where pairs stop what is left. Positions are those of ``holding_board_kernel``. ``held`` is how far
Breaker is from having held, ``lost`` how far Maker is from a set as far as the search looks: it
tries only Breaker's ``width`` best answers, so that ``lost`` = 0 proves nothing.

A held position has a *zone*, the free cells on which Breaker's strategy plays or relies: it serves
though Maker owned all others. So where an answer to one move of Maker's holds, it holds after every
move outside of its zone too, and only moves inside are left (Hsu, Ko, Chen, Wei, Hsueh, Wu, TCS
815 (2020); in Hex the must-play region, Hayward).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from gameproof.solvers.positional.grouped_pairs_kernel import Room, find_pairs
from gameproof.solvers.positional.holding_board_kernel import (
    Rules,
    add,
    answers,
    canonical,
    completing,
    distance,
    has,
    image,
    is_free,
)
from gameproof.solvers.positional.threat_kernel import NONE
from gameproof.solvers.word_sets_kernel import count_bits

INFINITE = 1 << 40
BREAKER, MAKER = 0, 1
PROBES = 8
SOLVED = 1 << 20


class Table(NamedTuple):
    """The two numbers by position and player to move, and the zone of what is held; ``work`` 0
    marks a free place."""

    cells: NDArray[np.uint64]
    turn: NDArray[np.int8]
    work: NDArray[np.int64]
    held: NDArray[np.int64]
    lost: NDArray[np.int64]
    zone: NDArray[np.uint64]


class Stack(NamedTuple):
    """The path; a row a node with its children in the later arrays. ``node`` rows: turn, limit
    of held, limit of lost, number of children, chosen child, work. Of a child: the move that
    leads there, the automorphism that took it there, the first child that is the same, its zone
    in the node's coordinates. ``must``: Maker's moves that no held child serves."""

    cells: NDArray[np.uint64]
    node: NDArray[np.int64]
    child: NDArray[np.uint64]
    child_held: NDArray[np.int64]
    child_lost: NDArray[np.int64]
    child_cell: NDArray[np.int64]
    child_turned: NDArray[np.int64]
    child_same: NDArray[np.int64]
    child_zone: NDArray[np.uint64]
    must: NDArray[np.uint64]
    zone: NDArray[np.uint64]


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
def store(table: Any, p: Any, turn: Any, held: Any, lost: Any, work: Any, zone: Any) -> None:
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
    table.zone[place, 0] = zone[0]
    table.zone[place, 1] = zone[1]
    table.work[place] = work + 1 + (SOLVED if held == 0 or lost == 0 else 0)


@njit(cache=True)
def note_held(rules: Any, stack: Any, k: Any, i: Any, zone: Any) -> None:
    """Child i of the Maker node k is held in a zone, given in the child's coordinates: the same
    answer serves every move outside of it, and those that lead to the same child likewise."""
    out = np.empty(2, np.uint64)
    for j in range(stack.node[k, 3]):
        if stack.child_same[k, j] == stack.child_same[k, i]:
            image(zone[0], zone[1], rules.inverse[stack.child_turned[k, j]], out, 0)
            stack.child_zone[k, j] = out
            stack.child_held[k, j] = 0
            stack.child_lost[k, j] = INFINITE
            if rules.options[2]:
                stack.must[k, 0] &= out[0]
                stack.must[k, 1] &= out[1]


@njit(cache=True)
def zone_of_maker(rules: Any, stack: Any, k: Any) -> None:
    """The zone of a held Maker node: that of a few children, each of Maker's moves outside of
    the zone of one of them. Greedily, the child first that leaves the fewest moves."""
    p = stack.cells[k]
    x = rules.board[0] & ~(p[0] | p[2])
    y = rules.board[1] & ~(p[1] | p[3])
    stack.zone[k, :] = NONE
    while x != NONE or y != NONE:
        best, least = -1, 1 << 10
        for i in range(stack.node[k, 3]):
            c = stack.child_zone[k, i]
            if stack.child_held[k, i] == 0 and (x & ~c[0] != NONE or y & ~c[1] != NONE):
                more = count_bits(c[0] & ~stack.zone[k, 0]) + count_bits(c[1] & ~stack.zone[k, 1])
                size = 4 * (count_bits(x & c[0]) + count_bits(y & c[1])) + more
                if size < least:
                    least = size
                    best = i
        c = stack.child_zone[k, best]
        x &= c[0]
        y &= c[1]
        stack.zone[k, 0] |= c[0]
        stack.zone[k, 1] |= c[1]


@njit(cache=True)
def expand_maker(rules: Any, stack: Any, k: Any) -> Any:
    """Children of a node where Maker moves; -1 held, -2 lost."""
    p = stack.cells[k]
    rules.stats[0] += 1
    out = np.empty(2, np.uint64)
    if completing(rules, p, out) > 0:
        return -2
    for i in range(2):
        stack.must[k, i] = rules.board[i] & ~(p[i] | p[2 + i])
    n = 0
    q = np.empty(4, np.uint64)
    for cell in range(128):
        if not is_free(rules, p, cell):
            continue
        q[:] = p
        add(q, 0, cell)
        if completing(rules, q, out) > 1:
            return -2
        stack.child_turned[k, n] = canonical(rules, q)
        stack.child[k, n] = q
        stack.child_cell[k, n] = cell
        stack.child_held[k, n] = distance(rules, q)
        stack.child_lost[k, n] = 1
        stack.child_same[k, n] = n
        for i in range(n):
            c = stack.child[k, i]
            if c[0] == q[0] and c[1] == q[1] and c[2] == q[2] and c[3] == q[3]:
                stack.child_same[k, n] = i
                break
        n += 1
    return n if n else -1


@njit(cache=True)
def held_by_pairs(rules: Any, p: Any, room: Any, zone: Any) -> Any:
    """Are there pairs that stop every live set? Their cells are the zone."""
    rules.stats[1] += 1
    zone[:] = NONE
    found = find_pairs(rules.masks, p[0], p[1], p[2], p[3], room, rules.options[1])
    for i in range(found):
        zone[0] |= room.pairs[i, 0]
        zone[1] |= room.pairs[i, 1]
    return found >= 0


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
    zone = np.empty(2, np.uint64)
    for i in range(count):
        q[:] = p
        add(q, 2, order[i])
        turned = canonical(rules, q)
        stack.child_turned[k, i] = turned
        stack.child_cell[k, i] = order[i]
        place = probe(table, q, MAKER)
        if place < 0:
            if held_by_pairs(rules, q, room, zone):
                held, lost = 0, INFINITE
            else:
                held, lost = distance(rules, q), 1
            store(table, q, MAKER, held, lost, 0, zone)
        else:
            held, lost = table.held[place], table.lost[place]
            zone[:] = table.zone[place]
        if held == 0:
            answer_zone(rules, stack, k, i, zone)
            return -1
        stack.child[k, i] = q
        stack.child_held[k, i] = held
        stack.child_lost[k, i] = lost
    return count if count else -1


@njit(cache=True)
def answer_zone(rules: Any, stack: Any, k: Any, i: Any, zone: Any) -> None:
    """The zone of the Breaker node k: that of its held child i, and the answer."""
    out = np.empty(2, np.uint64)
    image(zone[0], zone[1], rules.inverse[stack.child_turned[k, i]], out, 0)
    add(out, 0, stack.child_cell[k, i])
    stack.zone[k] = out


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
            stack.zone[k, :] = NONE
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
                if turn == MAKER:
                    if stack.child_held[k, i] == 0:
                        continue
                    first = stack.child_same[k, i]
                    if not has(stack.must[k], stack.child_cell[k, i]):
                        continue
                    if first != i and has(stack.must[k], stack.child_cell[k, first]):
                        continue
                place = probe(table, stack.child[k, i], 1 - turn)
                if place >= 0:
                    stack.child_held[k, i] = table.held[place]
                    stack.child_lost[k, i] = table.lost[place]
                    if table.held[place] == 0:
                        if turn == MAKER:
                            note_held(rules, stack, k, i, table.zone[place])
                            continue
                        answer_zone(rules, stack, k, i, table.zone[place])
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
            best = min(best, INFINITE)
            held, lost = (total, best) if turn == MAKER else (best, total)
            if turn == MAKER and held == 0:
                zone_of_maker(rules, stack, k)
        if held == 0 or lost == 0 or held >= node[k, 1] or lost >= node[k, 2]:
            store(table, stack.cells[k], turn, held, lost, node[k, 5], stack.zone[k])
            k -= 1
            if k >= 0:
                i = node[k, 4]
                stack.child_held[k, i] = held
                stack.child_lost[k, i] = lost
                if held == 0:
                    if node[k, 0] == MAKER:
                        note_held(rules, stack, k, i, stack.zone[k + 1])
                    else:
                        answer_zone(rules, stack, k, i, stack.zone[k + 1])
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


@njit(cache=True)
def cover(rules: Any, p: Any, cell: Any, most: Any, room: Any, left: Any) -> Any:
    """Answer Maker's move on the cell at once, if one of Breaker's ``most`` best answers leaves
    pairs: take the moves that the same answer and pairs serve out of the words ``left``, and
    put the number of pairs after them. Returns the answer, -1 if there is none, -2 if Maker
    completes a set in two ways."""
    q = p.copy()
    add(q, 0, cell)
    order = np.empty(129, np.int64)
    count = answers(rules, q, order)
    if count < 0:
        return -2
    for i in range(min(count, most)):
        d0, d1 = q[2], q[3]
        add(q, 2, order[i])
        found = find_pairs(rules.masks, q[0], q[1], q[2], q[3], room, rules.options[1])
        if found >= 0:
            x = q[2] & ~d0
            y = q[3] & ~d1
            for j in range(found):
                x |= room.pairs[j, 0]
                y |= room.pairs[j, 1]
            left[0] &= x
            left[1] &= y
            left[2] = np.uint64(found)
            return order[i]
        q[2] = d0
        q[3] = d1
    return -1


@njit(cache=True)
def reply(rules: Any, table: Any, p: Any, room: Any) -> Any:
    """A move of Breaker's, to move at ``p``, after which he holds as far as the table knows,
    one that pairs follow if there is one; -1 if none is known."""
    order = np.empty(129, np.int64)
    q = np.empty(4, np.uint64)
    zone = np.empty(2, np.uint64)
    found = -1
    for i in range(answers(rules, p, order)):
        q[:] = p
        add(q, 2, order[i])
        canonical(rules, q)
        place = probe(table, q, MAKER)
        if place >= 0 and table.held[place] == 0:
            if held_by_pairs(rules, q, room, zone):
                return order[i]
            if found < 0:
                found = order[i]
    return found
