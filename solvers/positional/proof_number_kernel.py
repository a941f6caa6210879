# mypy: disable-error-code="untyped-decorator"
"""Depth-first proof-number search (df-pn) for positional games, compiled.

The loop is like that of ``holding.cpp`` and stands apart from it all the same. There a child
that is held gives its zone, which strikes out its siblings while they are counted; here an
attacker's node is expanded once more where its numbers grow, and the table is asked with the
plies left. So the loops differ within a node's sum, not only in their steps, and Numba would keep
no code on disk of a loop that is given its steps as arguments. The search for connections is
plain Python.
"""

from __future__ import annotations

from typing import Any

from numba import njit

from gameproof.solvers.positional.proof_number_moves_kernel import (
    ATTACKER,
    DEFENDER,
    INFINITE,
    Stack,
    expand_attacker,
    expand_defender,
    fewer,
    last_answer,
)
from gameproof.solvers.positional.proof_table_kernel import Table, meta_of, probe, store
from gameproof.solvers.positional.threat_kernel import NONE, Rules
from gameproof.solvers.word_sets_kernel import lowest

PATIENCE = 8  # proof number from which all the other children are wanted


@njit(cache=True)
def search(
    rules: Rules,
    mirror: Rules,
    table: Table,
    stack: Stack,
    control: Any,
    board: Any,
    budget: Any,
    work: Any,
) -> Any:
    """df-pn from row 0 of the stack (Nagai 2002; thresholds 1 + 1/4, Pawlewicz, Lew 2007).

    ``mirror`` is ``rules`` with the players exchanged.

    ``control``: the current row (-1 when finished), whether it is new, pn, dn and work of
    the last finished node. Returns after ``work`` expansions; call again to go on.
    """
    k, fresh = control[0], control[1]
    pn, dn = control[2], control[3]
    until = rules.stats[1] + rules.stats[2] + work
    node = stack.node
    while k >= 0:
        turn, r = node[k, 0], node[k, 1]
        child_meta = meta_of(1 - turn, fewer(r) if turn == ATTACKER else r)
        if fresh:
            if rules.stats[1] + rules.stats[2] >= until:
                break
            node[k, 6] = 1
            if turn == ATTACKER:
                n = expand_attacker(rules, mirror, table, stack, k, board, budget, fresh == 2)
            else:
                n = expand_defender(rules, mirror, table, stack, k, board, budget)
            node[k, 4] = n
            if turn == ATTACKER:
                for i in range(n):
                    stack.child_pn[k, i] = 1
                    stack.child_dn[k, i] = 1
        n = node[k, 4]
        if n < 0:
            pn, dn = (0, INFINITE) if n == -1 else (INFINITE, 0)
        else:
            best, second, total, chosen = INFINITE + 1, INFINITE, 0, 0
            for i in range(n):
                place = probe(table, stack.child_a[k, i], stack.child_d[k, i], child_meta)
                if place >= 0:
                    stack.child_pn[k, i] = table.pn[place]
                    stack.child_dn[k, i] = table.dn[place]
                elif not fresh:
                    rules.stats[3] += 1
                x, y = stack.child_pn[k, i], stack.child_dn[k, i]
                if turn == DEFENDER:
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
            pn, dn = (best, total) if turn == ATTACKER else (total, best)
            if turn == ATTACKER and node[k, 7] and (best > PATIENCE or total == 0):
                fresh = 2
                continue
        fresh = 0
        if pn >= node[k, 2] or dn >= node[k, 3] or pn == 0 or dn == 0:
            store(table, stack.a[k], stack.d[k], meta_of(turn, r), pn, dn, node[k, 6])
            if turn == ATTACKER and pn == 0 and n > 0:
                last = last_answer(stack, k)
                move = stack.child_a[k, chosen] & ~stack.child_d[k, chosen] & ~stack.a[k]
                if last != NONE and move != NONE:
                    stack.killers[lowest(last)] = lowest(move)
            k -= 1
            if k >= 0:
                stack.child_pn[k, node[k, 5]] = pn
                stack.child_dn[k, node[k, 5]] = dn
                node[k, 6] += node[k + 1, 6]
            continue
        node[k, 5] = chosen
        stack.a[k + 1] = stack.child_a[k, chosen]
        stack.d[k + 1] = stack.child_d[k, chosen]
        node[k + 1, 0] = 1 - turn
        node[k + 1, 1] = fewer(r) if turn == ATTACKER else r
        if turn == ATTACKER:
            node[k + 1, 2] = min(node[k, 2], second + 1 + second // 4)
            node[k + 1, 3] = min(INFINITE, node[k, 3] - dn + stack.child_dn[k, chosen])
        else:
            node[k + 1, 2] = min(INFINITE, node[k, 2] - pn + stack.child_pn[k, chosen])
            node[k + 1, 3] = min(node[k, 3], second + 1 + second // 4)
        k += 1
        fresh = 1
    control[0] = k
    control[1] = fresh
    control[2] = pn
    control[3] = dn
    return k < 0
