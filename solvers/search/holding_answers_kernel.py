# mypy: disable-error-code="untyped-decorator"
"""Breaker's answers at the positions that ``holding_kernel`` has found held, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from gameproof.solvers.search.grouped_pairs_kernel import find_pairs
from gameproof.solvers.search.holding_board_kernel import add, answers, canonical
from gameproof.solvers.search.holding_kernel import MAKER, held_by_pairs, probe


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
