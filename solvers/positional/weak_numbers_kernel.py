# mypy: disable-error-code="untyped-decorator"
"""Depth-first search with weak proof numbers for positional games to 64 cells, compiled.

A position is two words as in ``threat_kernel``, dead cells in both. What is forced is played
before a position counts as a node, sets that two cells of their own hold are given up, and of
cells whose live sets are all among those of another cell only that one is tried.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from gameproof.solvers.positional.proof_table_kernel import meta_of, probe, reduced, store
from gameproof.solvers.positional.threat_kernel import (
    NONE,
    ONE,
    Rules,
    completing_through,
    several,
)
from gameproof.solvers.word_sets_kernel import count_bits, lowest

INFINITE = 1 << 30
ATTACKER, DEFENDER = 1, 0
UNLIMITED = 127
OPEN, FORCES, FAILS = 0, 1, -1
MOBILITY = 4  # free cells that make a position one harder for whoever is to move


class Path(NamedTuple):
    """The path of the search; a row a node, with its children in the later arrays.

    ``words``: attacker, defender, moves; ``node``: turn, pn limit, dn limit, number of children
    (-1 not counted yet), chosen child, work; ``child_words`` as ``words``; ``child``: turn, pn,
    dn; ``alive`` is room for what is left of each set, ``within`` for what the sets through a
    cell have in common; ``settled`` for a settled position (words and turn); ``line`` for a
    sequence of threats (attacker, defender, threats left).
    """

    words: NDArray[np.uint64]
    node: NDArray[np.int64]
    child_words: NDArray[np.uint64]
    child: NDArray[np.int64]
    alive: NDArray[np.uint64]
    within: NDArray[np.uint64]
    settled: NDArray[np.uint64]
    line: NDArray[np.uint64]


@njit(cache=True)
def threatening(rules: Any, a: Any, d: Any) -> Any:
    """The attacker's moves that threaten to complete a set, and whether one of them threatens
    to complete it on either of two cells. He completes nothing now."""
    cells = NONE
    for i in range(rules.A.shape[0]):
        if rules.A[i] & d == NONE:
            rest = rules.A[i] & ~a
            more = rest & (rest - ONE)
            if more != NONE and not several(more):
                cells |= rest
    moves = cells
    while moves != NONE:
        cell = lowest(moves)
        bit = ONE << np.uint64(cell)
        moves ^= bit
        answer = completing_through(a | bit, d, rules.A, rules.ap, rules.ai, cell)
        if answer == NONE:
            cells ^= bit
        elif several(answer):
            return cells, True
    return cells, False


@njit(cache=True)
def threats_win(rules: Any, a: Any, d: Any, line: Any, budget: Any) -> Any:
    """Does a sequence of threats win, the attacker to move, who cannot complete a set now, and
    the defender without one that he could complete next?

    ``line`` (rows of attacker, defender, threats left) is room for the sequence, which is no
    longer than its rows; ``budget`` positions are looked at.
    """
    cells, twice = threatening(rules, a, d)
    if twice:
        return True
    k = 0
    line[0, 0], line[0, 1], line[0, 2] = a, d, cells
    while k >= 0:
        cells = line[k, 2]
        if cells == NONE:
            k -= 1
            continue
        bit = cells & (~cells + ONE)
        line[k, 2] ^= bit
        own, other = line[k, 0] | bit, line[k, 1]
        answer = completing_through(own, other, rules.A, rules.ap, rules.ai, lowest(bit))
        # The answer may itself be a threat, and must then be met by one.
        while True:
            other |= answer
            must = completing_through(other, own, rules.B, rules.bp, rules.bi, lowest(answer))
            if must == NONE or several(must):
                break
            own |= must
            answer = completing_through(own, other, rules.A, rules.ap, rules.ai, lowest(must))
            if answer == NONE:
                break
            if several(answer):
                return True
        if must != NONE:
            continue
        budget -= 1
        if budget < 0:
            return False
        cells, twice = threatening(rules, own, other)
        if twice:
            return True
        if k + 1 < line.shape[0]:
            k += 1
            line[k, 0], line[k, 1], line[k, 2] = own, other, cells
    return False


@njit(cache=True)
def settle(
    rules: Any, mirror: Any, path: Any, a: Any, d: Any, turn: Any, board: Any, budget: Any
) -> Any:
    """Plays what is forced; ``FORCES``, ``FAILS``, or ``OPEN`` with the position that is left, in
    canonical form, in ``path.settled``: its words, the cells worth a move, whose turn it is.

    The attacker fails where the potential of the sets is low (Erdős, Selfridge 1973). A set
    with two cells that lie in no other live set of either player never is completed: whoever
    defends takes one when the attacker takes the other, and neither move means anything else.
    """
    while True:
        win, must, live = NONE, NONE, False
        for i in range(rules.A.shape[0]):
            if rules.A[i] & d == NONE:
                live = True
                rest = rules.A[i] & ~a
                if not several(rest):
                    win |= rest
        for i in range(rules.B.shape[0]):
            if rules.B[i] & a == NONE:
                rest = rules.B[i] & ~d
                if not several(rest):
                    must |= rest
        if turn == ATTACKER:
            if win != NONE:
                return FORCES
            if not live or several(must):
                return FAILS
            if must == NONE:
                break
            a |= must
            turn = DEFENDER
        else:
            if must != NONE or not live:
                return FAILS
            if several(win):
                return FORCES
            if win == NONE:
                break
            d |= win
            turn = ATTACKER
    alive = path.alive
    n = 0
    for i in range(rules.A.shape[0]):
        if rules.A[i] & d == NONE:
            alive[n, 0] = rules.A[i]
            n += 1
    live_d = NONE
    for i in range(rules.B.shape[0]):
        if rules.B[i] & a == NONE:
            live_d |= rules.B[i]
    once = NONE
    while n > 0:
        once, twice = NONE, NONE
        for i in range(n):
            rest = alive[i, 0] & ~a
            twice |= once & rest
            once |= rest
        own = once & ~twice & ~live_d
        m = 0
        for i in range(n):
            if not several(alive[i, 0] & ~a & own):
                alive[m, 0] = alive[i, 0]
                m += 1
        if m == n:
            break
        n = m
    potential = 0.0
    live_a = NONE
    for i in range(n):
        live_a |= alive[i, 0]
        potential += 0.5 ** count_bits(alive[i, 0] & ~a)
    if potential < (0.5 if turn == ATTACKER else 1.0):
        return FAILS
    if turn == ATTACKER:
        if threats_win(rules, a, d, path.line, budget):
            return FORCES
    elif threats_win(mirror, d, a, path.line, budget):
        return FAILS
    out = path.settled
    reduced(a, d, live_a, live_d, board, rules.images, out)
    out[2] = board & ~(out[0] | out[1])
    out[3] = np.uint64(turn)
    return OPEN


@njit(cache=True)
def undominated(rules: Any, path: Any, a: Any, d: Any, moves: Any) -> Any:
    """The cells among ``moves`` that no other is at least as good as.

    A cell whose live sets, of both players, all go through another cell is no better than that
    one for either player: with the two cells exchanged, every set completed through the one is
    completed through the other as well.
    """
    within = path.within
    rest = moves
    while rest != NONE:
        cell = lowest(rest)
        rest &= rest - ONE
        within[cell] = moves
    for family in range(2):
        masks, other = (rules.A, d) if family == 0 else (rules.B, a)
        for i in range(masks.shape[0]):
            if masks[i] & other == NONE:
                rest = masks[i] & moves
                while rest != NONE:
                    within[lowest(rest)] &= masks[i]
                    rest &= rest - ONE
    kept = moves
    rest = moves
    while rest != NONE:
        cell = lowest(rest)
        bit = ONE << np.uint64(cell)
        rest ^= bit
        if within[cell] & kept & ~bit != NONE:
            kept ^= bit
    return kept


@njit(cache=True)
def expand(rules: Any, mirror: Any, path: Any, k: Any, board: Any, budget: Any) -> Any:
    """Children of row k; their number, or -1 where the attacker forces a set, -2 where not."""
    a, d, turn = path.words[k, 0], path.words[k, 1], path.node[k, 0]
    rules.stats[1 if turn == ATTACKER else 2] += 1
    moves = undominated(rules, path, a, d, path.words[k, 2])
    words, child, out = path.child_words, path.child, path.settled
    n = 0
    while moves != NONE:
        bit = moves & (~moves + ONE)
        moves ^= bit
        if turn == ATTACKER:
            ends = settle(rules, mirror, path, a | bit, d, DEFENDER, board, budget)
            if ends == FORCES:
                return -1
            if ends == FAILS:
                continue
        else:
            ends = settle(rules, mirror, path, a, d | bit, ATTACKER, board, budget)
            if ends == FAILS:
                return -2
            if ends == FORCES:
                continue
        to_move = np.int64(out[3])
        found = False
        for i in range(n):
            if words[k, i, 0] == out[0] and words[k, i, 1] == out[1] and child[k, i, 0] == to_move:
                found = True
                break
        if found:
            continue
        words[k, n, 0], words[k, n, 1], words[k, n, 2] = out[0], out[1], out[2]
        free = 1 + count_bits(out[2]) // MOBILITY
        child[k, n, 0] = to_move
        child[k, n, 1] = 1 if to_move == ATTACKER else free
        child[k, n, 2] = free if to_move == ATTACKER else 1
        n += 1
    if n == 0:
        return -2 if turn == ATTACKER else -1
    return n


@njit(cache=True)
def search(
    rules: Rules,
    mirror: Rules,
    table: Any,
    path: Path,
    control: Any,
    board: Any,
    budget: Any,
    work: Any,
) -> Any:
    """Weak proof-number search, depth first, from row 0 of the path (Ueda, Hashimoto, Hashimoto,
    Iida 2008: where proof numbers are added up, the greatest and one for each other child);
    thresholds 1 + 1/4 (Pawlewicz, Lew 2007).

    ``mirror`` is ``rules`` with the players exchanged. ``control``: the current row (-1 when
    finished), pn and dn of the last finished node. Returns after ``work`` expansions whether
    the search is finished; call again to go on.
    """
    k = control[0]
    pn, dn = control[1], control[2]
    until = rules.stats[1] + rules.stats[2] + work
    node, child = path.node, path.child
    while k >= 0:
        turn = node[k, 0]
        if node[k, 3] == -1:
            if rules.stats[1] + rules.stats[2] >= until:
                break
            node[k, 5] = 1
            n = expand(rules, mirror, path, k, board, budget)
            node[k, 3] = n if n > 0 else 0
            if n < 0:
                pn, dn = (0, INFINITE) if n == -1 else (INFINITE, 0)
        else:
            n = node[k, 3]
        limit, chosen = 0, 0
        second = INFINITE
        rest = 0
        if n > 0:
            best, most = INFINITE + 1, 0
            for i in range(n):
                place = probe(
                    table, path.child_words[k, i, 0], path.child_words[k, i, 1],
                    meta_of(child[k, i, 0], UNLIMITED),
                )  # fmt: skip
                if place >= 0:
                    child[k, i, 1] = table.pn[place]
                    child[k, i, 2] = table.dn[place]
                x, y = child[k, i, 1], child[k, i, 2]
                if turn == DEFENDER:
                    x, y = y, x
                if y > 0:
                    rest += 1
                    most = max(most, y)
                if x < best:
                    second = min(best, INFINITE)
                    best = x
                    chosen = i
                elif x < second:
                    second = x
            total = 0 if rest == 0 else min(INFINITE, most + rest - 1)
            if best == 0:
                total = INFINITE
            if total == 0:
                best = INFINITE
            pn, dn = (best, total) if turn == ATTACKER else (total, best)
        if n < 0 or pn >= node[k, 1] or dn >= node[k, 2] or pn == 0 or dn == 0:
            store(
                table, path.words[k, 0], path.words[k, 1], meta_of(turn, UNLIMITED), pn, dn,
                node[k, 5],
            )  # fmt: skip
            k -= 1
            if k >= 0:
                child[k, node[k, 4], 1] = pn
                child[k, node[k, 4], 2] = dn
                node[k, 5] += node[k + 1, 5]
            continue
        node[k, 4] = chosen
        for i in range(3):
            path.words[k + 1, i] = path.child_words[k, chosen, i]
        node[k + 1, 0] = child[k, chosen, 0]
        limit = second + 1 + second // 4
        own, other = (1, 2) if turn == ATTACKER else (2, 1)
        node[k + 1, own] = min(node[k, own], limit)
        far = node[k, other]
        node[k + 1, other] = far if far >= INFINITE else max(1, far - rest + 1)
        node[k + 1, 3] = -1
        k += 1
    control[0], control[1], control[2] = k, pn, dn
    return k < 0
