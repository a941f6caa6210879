# mypy: disable-error-code="untyped-decorator"
"""What Python asks of the board, of claims, and of the search by threes and fours, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from gameproof.solvers.forced.board_kernel import (
    THEIRS,
    Board,
    by_worth,
    has,
    inner,
    inside,
    is_free,
    low,
    mark_free,
    meet,
    menaced,
    put,
    some,
    take,
)
from gameproof.solvers.forced.board_kernel import add as mark
from gameproof.solvers.forced.claims_kernel import (
    Claims,
    applies,
    asked,
    close,
    edge,
    forget,
    works,
)
from gameproof.solvers.forced.fours_kernel import Fours
from gameproof.solvers.forced.threes_kernel import (
    CHILD,
    PN,
    REPLY,
    Tree,
    begin,
    grow,
)
from gameproof.solvers.memory_kernel import borrowed


@njit(cache=True)
def add(board: Board, cell: Any, side: Any) -> Any:
    """The side takes the cell. Could the defender complete a set then?"""
    put(borrowed(board), cell, side)
    return some(board.lacking[THEIRS + 1])


@njit(cache=True)
def remove(board: Board, cell: Any, side: Any) -> None:
    """Undo :func:`add`."""
    take(borrowed(board), cell, side)


@njit(cache=True)
def recalled(board: Board, claims: Claims, replies: NDArray[np.int64], n: Any) -> Any:
    """The last one of n replies that wins here; -1 if none does."""
    b, c = borrowed(board), borrowed(claims)
    for i in range(n - 1, -1, -1):
        if works(b, c, replies[i, 0], replies[i, 1]):
            return np.int64(i)
    return np.int64(-1)


@njit(cache=True)
def cultivate(
    board: Board, claims: Claims, fours: Fours, tree: Tree, fresh: Any, most: Any, work: Any
) -> Any:
    """Look for the attacker's win, he being to move: by fours if that is ``fresh``, then by threes
    within ``most`` expansions; see :func:`threes_kernel.grow`."""
    b, c, f, t = borrowed(board), borrowed(claims), borrowed(fours), borrowed(tree)
    if fresh:
        begin(b, c, f, t)
    return grow(b, c, f, t, most, work)


@njit(cache=True)
def known(board: Board, claims: Claims, kept: NDArray[np.int64], n: Any) -> Any:
    """A move of the attacker after which one of n claims is about the position, the latest claim
    first, and that claim; a move of -1 if there is none."""
    b, c = borrowed(board), borrowed(claims)
    own, other = b.stones[0], b.stones[1]
    for i in range(n - 1, -1, -1):
        cells = c.cells[kept[i]]
        move, lacking = np.int64(-1), 0
        for w in range(own.shape[0]):
            left = cells[0, w] & ~own[w]
            if left != 0:
                lacking += 1 if left & (left - 1) == 0 else 2
                move = w * 64 + low(left)
            if lacking > 1:
                break
        if lacking > 1 or not inside(cells[1], other) or meet(cells[2], other):
            continue
        for w in range(own.shape[0]):
            left = cells[2, w] & ~own[w]
            if move < 0 and left != 0:
                move = w * 64 + low(left)
        if move >= 0 and works(b, c, move, kept[i]):
            return move, kept[i]
    return np.int64(-1), np.int64(-1)


@njit(cache=True)
def harvest(claims: Claims, tree: Tree, first: Any, second: Any) -> Any:
    """The reply that was found and what it leads to, a reply of -1 if none was. Of the claims
    made since there were ``first``, with ``second`` edges, those that are needed stay."""
    c = borrowed(claims)
    won = tree.nodes[0, PN] == 0
    reply = tree.nodes[0, REPLY] if won else np.int64(-1)
    child = tree.nodes[0, CHILD] if won else np.int64(-1)
    return reply, forget(c, first, second, child)


@njit(cache=True)
def quiet_moves(board: Board, tree: Tree, top: Any, four: Any) -> Any:
    """Moves of the attacker, into row 0 of ``order``, and what is added to their proof numbers
    until they are looked at, into row 1: the cells of most worth beside a stone of his in a set
    that he may complete, or in one of which the defender has two. First come those in a set of
    which the defender lacks two cells; they and fours alone if he has a move that makes two
    threats. Fours weigh ``four`` more. How many there are."""
    b, order = borrowed(board), tree.order
    must = menaced(b)
    if must != -1:
        order[0, 0], order[1, 0] = must, 0
        return np.int64(1 if must >= 0 else 0)
    urgent, cells, fours = tree.cells[0], tree.cells[1], tree.cells[2]
    urgent[:] = 0
    cells[:] = 0
    fours[:] = 0
    mark_free(b, b.lacking[THEIRS + 2], urgent)
    mark_free(b, b.lacking[2], fours)
    if _open(b, tree):
        n = by_worth(b, urgent, order)
        order[1, :n] = 0
        for cell in range(b.near.shape[0]):
            if has(fours, cell) and not has(urgent, cell):
                order[0, n], order[1, n] = cell, 2
                n += 1
        return n
    for s in range(b.sizes.shape[0]):
        mine, other = b.counts[0, s], b.counts[1, s]
        if (mine > 0 and other == 0) or (mine == 0 and other > 1 and b.state[1] != 0):
            for t in range(b.sizes[s]):
                if is_free(b, b.rows[s, t]):
                    mark(cells, b.rows[s, t])
    found = min(by_worth(b, cells, order), top)
    n = np.int64(0)
    for i in range(found):
        if not has(urgent, order[0, i]):
            tree.known[n, 0] = order[0, i]
            n += 1
    first = by_worth(b, urgent, order)
    for i in range(n):
        order[0, first + i] = tree.known[i, 0]
    for i in range(first + n):
        order[1, i] = i // 2 + (four if has(fours, order[0, i]) else 0)
    return first + n


@inner
def _open(board: Board, tree: Tree) -> Any:
    """Has the defender a move after which he would complete sets at two cells?"""
    mask, other = board.lacking[THEIRS + 2], tree.known[:, 1]
    other[:] = -1
    for i in range(mask.shape[0]):
        left = mask[i]
        while left != 0:
            s = i * 64 + low(left)
            left &= left - 1
            one = two = np.int64(-1)
            for t in range(board.sizes[s]):
                if is_free(board, board.rows[s, t]):
                    one, two = board.rows[s, t], one
            for _ in range(2):
                if two >= 0 and other[one] >= 0 and other[one] != two:
                    return True
                other[one] = two
                one, two = two, one
    return False


@njit(cache=True)
def answers(board: Board, claims: Claims, tree: Tree, reply: Any, child: Any) -> Any:
    """The answers that a win after a pass has to know of, into row 0 of ``order``, and the
    defender's cells that it relies on, into column 0 of ``known``. How many of each."""
    b = borrowed(board)
    asked(b, borrowed(claims), reply, child, tree.cells[0], tree.cells[1])
    m = np.int64(0)
    for i in range(tree.cells.shape[1]):
        left = tree.cells[1, i]
        while left != 0:
            tree.known[m, 0] = i * 64 + low(left)
            left &= left - 1
            m += 1
    return by_worth(b, tree.cells[0], tree.order), m


@njit(cache=True)
def claimed(board: Board, claims: Claims, edges: NDArray[np.int64]) -> Any:
    """The claim with these edges (move, reply, child), the default first; -1 if there is none, or
    if it is not about this position."""
    b, c = borrowed(board), borrowed(claims)
    start = c.used[1]
    for i in range(edges.shape[0]):
        edge(c, edges[i, 0], edges[i, 1], edges[i, 2])
    n = close(b, c, start)
    if n >= 0 and not applies(b, c, n):
        c.used[2] += 1
        return np.int64(-1)
    return n
