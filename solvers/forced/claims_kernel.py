# mypy: disable-error-code="untyped-decorator"
"""Claims about positions, worked out from those of the positions that follow, compiled.

A claim (A, T, Z, m) says: wherever the attacker owns the cells A and the defender T and no cell
of Z, and each set S of the defender without a stone of the attacker lacks m(S) cells, the
attacker, after the defender's next move, completes a set first. Its edges (x, r, c) say that
after x the attacker takes r, and that he has then the set -1 - c whole, or that claim c holds;
the first edge is for all x that are not listed (x = -1); where r = -1, x is a cell that the
defender must own already. :func:`close` works out what a claim asks for from its edges.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.forced.board_kernel import (
    THEIRS,
    Board,
    add,
    drop,
    has,
    inner,
    inside,
    is_free,
    low,
    meet,
    put,
    some,
    take,
)

A, T, Z = 0, 1, 2
MOVE, REPLY, CHILD = 0, 1, 2
FEWEST = 2
"""Cells that any set of the defender has to lack; ``levels`` begin with one more."""


class Claims(NamedTuple):
    """By claim its ``cells`` A, T and Z; ``levels``: row 0 the sets with a cell of A, row 1 + k
    the sets that have to lack 3 + k cells; ``spans`` where its ``edges`` begin and end. ``used``
    counts claims, edges, and what had to be given up: contradictions, and for want of room.
    ``room`` is for the cells that :func:`close` sees listed, for those that it looks for, and
    for sets."""

    cells: NDArray[np.int64]
    levels: NDArray[np.int64]
    spans: NDArray[np.int64]
    edges: NDArray[np.int64]
    used: NDArray[np.int64]
    room: NDArray[np.int64]


@inner
def edge(claims: Claims, move: Any, reply: Any, child: Any) -> None:
    """One edge more of the claim that :func:`close` will make."""
    at = claims.used[1]
    if at < claims.edges.shape[0]:
        claims.edges[at, MOVE], claims.edges[at, REPLY], claims.edges[at, CHILD] = (
            move,
            reply,
            child,
        )
    claims.used[1] = at + 1


@inner
def ask(board: Board, claims: Claims, n: Any, e: Any, exposed: Any) -> None:
    """Claim n asks for what its edge e needs; the sets ``exposed`` may lose a cell by the move."""
    move, reply, child = claims.edges[e, MOVE], claims.edges[e, REPLY], claims.edges[e, CHILD]
    cells = claims.cells[n]
    if child < 0:
        for t in range(board.sizes[-1 - child]):
            if board.rows[-1 - child, t] != reply:
                add(cells[A], board.rows[-1 - child, t])
        add(cells[Z], reply)
        return
    after, levels, own = claims.cells[child], claims.levels[child], claims.levels[n]
    held = has(cells[A], reply)
    for i in range(cells.shape[1]):
        cells[A, i] |= after[A, i]
        cells[Z, i] |= after[Z, i]
    if not held:
        drop(cells[A], reply)
    add(cells[Z], reply)
    held = move < 0 or has(cells[T], move)
    for i in range(cells.shape[1]):
        cells[T, i] |= after[T, i]
    if not held:
        drop(cells[T], move)
    for i in range(own.shape[1]):
        alive = ~levels[0, i] & ~board.near[reply, i]
        before = alive & exposed[i]
        for k in range(1, own.shape[0]):
            now = levels[k, i] & alive
            own[k, i] |= now | before
            before = now & exposed[i]


@inner
def close(board: Board, claims: Claims, start: Any) -> Any:
    """Make a claim of the edges from ``start`` on, the default first. Its number, or -1 where it
    contradicts itself or there is no room: then the edges are given up."""
    n, end = claims.used[0], claims.used[1]
    if n >= claims.cells.shape[0] or end > claims.edges.shape[0]:
        claims.used[1] = start
        claims.used[3] += 1
        return np.int64(-1)
    cells, levels = claims.cells[n], claims.levels[n]
    cells[:] = 0
    levels[:] = 0
    listed, needed, sets = claims.room[0], claims.room[1], claims.room[2]
    listed[:] = 0
    needed[:] = 0
    sets[:] = 0
    width = cells.shape[1]
    for e in range(start + 1, end):
        if claims.edges[e, REPLY] < 0:
            add(cells[T], claims.edges[e, MOVE])
        else:
            add(listed, claims.edges[e, MOVE])
            ask(board, claims, n, e, board.near[claims.edges[e, MOVE]])
    child = claims.edges[start, CHILD]
    if child >= 0:
        for i in range(width):
            cells[T, i] |= claims.cells[child, T, i]
            needed[i] = claims.cells[child, Z, i]
        for cell in range(board.near.shape[0]):
            if not has(listed, cell) and not has(cells[T], cell):
                for i in range(board.near.shape[1]):
                    sets[i] |= board.near[cell, i]
    add(needed, claims.edges[start, REPLY])
    ask(board, claims, n, start, sets)
    good = True
    for i in range(width):
        cells[Z, i] &= ~cells[A, i]
        if (cells[A, i] | cells[Z, i]) & cells[T, i] != 0:
            good = False
        if needed[i] & ~(listed[i] | cells[A, i]) != 0:
            good = False
        left = cells[A, i]
        while left != 0:
            cell = i * 64 + low(left)
            left &= left - 1
            for j in range(levels.shape[1]):
                levels[0, j] |= board.near[cell, j]
    if not good:
        claims.used[1] = start
        claims.used[2] += 1
        return np.int64(-1)
    for k in range(1, levels.shape[0]):
        for j in range(levels.shape[1]):
            levels[k, j] &= ~levels[0, j]
    claims.spans[n, 0], claims.spans[n, 1] = start, end
    claims.used[0] = n + 1
    return n


@inner
def applies(board: Board, claims: Claims, n: Any) -> Any:
    """Is the claim about this position, the defender to move?"""
    cells, levels, lacking = claims.cells[n], claims.levels[n], board.lacking
    if not inside(cells[A], board.stones[0]) or not inside(cells[T], board.stones[1]):
        return False
    if meet(cells[Z], board.stones[1]) or some(lacking[THEIRS + FEWEST - 1]):
        return False
    most = board.rows.shape[1]
    for k in range(1, levels.shape[0]):
        if meet(levels[k], lacking[THEIRS + min(FEWEST - 1 + k, most)]):
            return False
    return True


@inner
def works(board: Board, claims: Claims, reply: Any, child: Any) -> Any:
    """Does the attacker, to move, win here by this reply, as was found elsewhere?"""
    if not is_free(board, reply):
        return False
    if child < 0:
        s = -1 - child
        return board.counts[1, s] == 0 and board.counts[0, s] == board.sizes[s] - 1
    if meet(claims.cells[child, Z], board.stones[1]):
        return False
    put(board, reply, 0)
    found = applies(board, claims, child)
    take(board, reply, 0)
    return found


@inner
def asked(board: Board, claims: Claims, reply: Any, child: Any, moves: Any, taken: Any) -> None:
    """If the attacker would win by this reply when the defender passed: the moves that need an
    answer of their own, and the defender's cells that stand beside them in a set that would lack
    too few cells after one more."""
    moves[:] = 0
    taken[:] = 0
    add(moves, reply)
    if child < 0:
        return
    cells, levels, lacking = claims.cells[child], claims.levels[child], board.lacking
    for i in range(moves.shape[0]):
        moves[i] = (moves[i] | cells[Z, i]) & ~board.stones[0, i] & ~board.stones[1, i]
    most = board.rows.shape[1]
    for i in range(levels.shape[1]):
        left = lacking[THEIRS + min(FEWEST, most), i]
        for k in range(1, levels.shape[0]):
            left |= levels[k, i] & lacking[THEIRS + min(FEWEST + k, most), i]
        left &= ~levels[0, i] & ~board.near[reply, i]
        while left != 0:
            s = i * 64 + low(left)
            left &= left - 1
            for t in range(board.sizes[s]):
                cell = board.rows[s, t]
                if has(board.stones[1], cell):
                    add(taken, cell)
                else:
                    add(moves, cell)


@inner
def forget(claims: Claims, mark: Any, first: Any, root: Any) -> Any:
    """Of the claims from ``mark`` on (edges from ``first`` on) keep those that ``root`` rests on.
    The new number of the root; -1 or less is kept as it is."""
    n = claims.used[0]
    number = np.full(n - mark, -1, np.int64)
    if root >= mark:
        number[root - mark] = 0
    for i in range(n - 1, mark - 1, -1):
        if number[i - mark] >= 0:
            for e in range(claims.spans[i, 0], claims.spans[i, 1]):
                if claims.edges[e, REPLY] >= 0 and claims.edges[e, CHILD] >= mark:
                    number[claims.edges[e, CHILD] - mark] = 0
    to, at = mark, first
    for i in range(mark, n):
        if number[i - mark] < 0:
            continue
        number[i - mark] = to
        begin = at
        for e in range(claims.spans[i, 0], claims.spans[i, 1]):
            child = claims.edges[e, CHILD]
            if claims.edges[e, REPLY] >= 0 and child >= mark:
                child = number[child - mark]
            claims.edges[at, MOVE], claims.edges[at, REPLY] = (
                claims.edges[e, MOVE],
                claims.edges[e, REPLY],
            )
            claims.edges[at, CHILD] = child
            at += 1
        claims.cells[to] = claims.cells[i]
        claims.levels[to] = claims.levels[i]
        claims.spans[to, 0], claims.spans[to, 1] = begin, at
        to += 1
    claims.used[0], claims.used[1] = to, at
    return number[root - mark] if root >= mark else root
