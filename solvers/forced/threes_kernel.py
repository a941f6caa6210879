# mypy: disable-error-code="untyped-decorator"
"""Wins by threes and fours, by proof numbers, with their claims, compiled.

A move of the attacker is looked at if he would win by fours if the defender passed; the answers
to it are those that this win has to know of (:func:`claims_kernel.asked`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.forced.board_kernel import (
    SHARP,
    THEIRS,
    Board,
    by_worth,
    inner,
    low,
    mark_free,
    menaced,
    put,
    some,
    take,
)
from gameproof.solvers.forced.claims_kernel import (
    Claims,
    applies,
    asked,
    close,
    edge,
    works,
)
from gameproof.solvers.forced.fours_kernel import Fours, by_fours

INFINITE = 1 << 28
SEQUENCE = 200
"""Positions of one search for fours."""
KEY, PN, DN, FIRST, COUNT, DEFENDS, EXPANDED, REPLY, CHILD, CLAIM, PASS, AFTER, SLOT = range(13)
"""Columns of a node: hash, proof numbers, edges, whether the defender is to move, the attacker's
winning reply and what it leads to; where the defender moves, the claim that is proved, and how
the attacker would win if the defender passed; the node's place in the table."""
COLUMNS = 13
TURN = np.int64(0x5555555555555555)
GROWING, SOLVED, FULL = 0, 1, 2


class Tree(NamedTuple):
    """``nodes`` and their ``edges`` (cell, child); ``places`` finds nodes by hash; ``used`` counts
    nodes, edges, expansions, descents. ``path``: nodes and moves of a descent; ``order``, ``cells``
    and ``known`` are room for cells by worth, masks of cells, and replies."""

    nodes: NDArray[np.int64]
    edges: NDArray[np.int64]
    places: NDArray[np.int64]
    used: NDArray[np.int64]
    path: NDArray[np.int64]
    order: NDArray[np.int64]
    cells: NDArray[np.int64]
    known: NDArray[np.int64]


@inner
def find(board: Board, tree: Tree, defends: Any) -> Any:
    """The node of this position, and its place in the table; a node of -1 if there is none."""
    key = board.state[0] ^ TURN if defends else board.state[0]
    size = tree.places.shape[0] - 1
    slot = (key >> 13) & size
    while tree.places[slot] >= 0:
        if tree.nodes[tree.places[slot], KEY] == key:
            return tree.places[slot], slot
        slot = (slot + 1) & size
    return np.int64(-1), slot


@inner
def node_of(board: Board, tree: Tree, defends: Any) -> Any:
    """The node of this position, a new one if there is none."""
    i, slot = find(board, tree, defends)
    if i < 0:
        i = tree.used[0]
        tree.used[0] += 1
        tree.places[slot] = i
        tree.nodes[i] = 0
        tree.nodes[i, KEY] = board.state[0] ^ TURN if defends else board.state[0]
        tree.nodes[i, PN], tree.nodes[i, DN] = 1, 1
        tree.nodes[i, DEFENDS], tree.nodes[i, SLOT] = defends, slot
        tree.nodes[i, REPLY], tree.nodes[i, CLAIM] = -1, -1
    return i


@inner
def link(tree: Tree, i: Any, cell: Any, child: Any) -> None:
    """One edge more of the node that is expanded."""
    at = tree.used[1]
    tree.edges[at, 0], tree.edges[at, 1] = cell, child
    tree.used[1] += 1
    tree.nodes[i, COUNT] += 1


@inner
def won(tree: Tree, i: Any, reply: Any, child: Any) -> None:
    """The attacker, to move, wins."""
    nodes = tree.nodes
    nodes[i, PN], nodes[i, DN], nodes[i, REPLY], nodes[i, CHILD] = 0, INFINITE, reply, child


@inner
def lost(tree: Tree, i: Any) -> None:
    """Nothing that is looked at wins."""
    tree.nodes[i, PN], tree.nodes[i, DN] = INFINITE, 0


@inner
def expand_attacker(board: Board, claims: Claims, fours: Fours, tree: Tree, i: Any) -> None:
    """The moves after which fours would win if the defender passed."""
    nodes = tree.nodes
    nodes[i, EXPANDED], nodes[i, FIRST] = 1, tree.used[1]
    must = menaced(board)
    if must == -2:
        lost(tree, i)
        return
    n = np.int64(1)
    tree.order[0, 0] = must
    if must < 0:
        tree.cells[2] = 0
        mark_free(board, board.lacking[SHARP], tree.cells[2])
        n = by_worth(board, tree.cells[2], tree.order)
    for at in range(n):
        cell = tree.order[0, at]
        put(board, cell, 0)
        j = np.int64(-1)
        if not some(board.lacking[THEIRS + 1]):
            j, _ = find(board, tree, True)
            if j < 0:
                reply, child = by_fours(board, claims, fours, SEQUENCE)
                if reply >= 0:
                    j = node_of(board, tree, True)
                    nodes[j, PASS], nodes[j, AFTER] = reply, child
                    asked(board, claims, reply, child, tree.cells[0], tree.cells[1])
                    nodes[j, PN] = _size(tree.cells[0])
        take(board, cell, 0)
        if j >= 0:
            link(tree, i, cell, j)
            if nodes[j, PN] == 0:
                break


@inner
def _size(cells: Any) -> Any:
    n = np.int64(0)
    for i in range(cells.shape[0]):
        left = cells[i]
        while left != 0:
            left &= left - 1
            n += 1
    return n


@inner
def expand_defender(board: Board, claims: Claims, fours: Fours, tree: Tree, i: Any) -> None:
    """The answers that the win after a pass has to know of; those after which a reply that served
    another answer, or fours, win are solved at once."""
    nodes, known = tree.nodes, tree.known
    nodes[i, EXPANDED], nodes[i, FIRST] = 1, tree.used[1]
    known[0, 0], known[0, 1] = nodes[i, PASS], nodes[i, AFTER]
    more = 1
    asked(board, claims, nodes[i, PASS], nodes[i, AFTER], tree.cells[0], tree.cells[1])
    n = by_worth(board, tree.cells[0], tree.order)
    for at in range(n):
        cell = tree.order[0, at]
        put(board, cell, 1)
        j = node_of(board, tree, False)
        if nodes[j, EXPANDED] == 0 and nodes[j, PN] != 0:
            for q in range(more - 1, -1, -1):
                if works(board, claims, known[q, 0], known[q, 1]):
                    won(tree, j, known[q, 0], known[q, 1])
                    break
            if nodes[j, PN] != 0:
                reply, child = by_fours(board, claims, fours, SEQUENCE)
                if reply >= 0:
                    won(tree, j, reply, child)
                    known[more, 0], known[more, 1] = reply, child
                    more += 1
        take(board, cell, 1)
        link(tree, i, cell, j)
        if nodes[j, DN] == 0:
            break


@inner
def renew(board: Board, claims: Claims, tree: Tree, i: Any) -> None:
    """The node's numbers from its children's; where all answers are answered, its claim."""
    nodes = tree.nodes
    if nodes[i, PN] == 0 or nodes[i, DN] == 0:
        return
    least, total = np.int64(INFINITE), np.int64(0)
    mine, other = (DN, PN) if nodes[i, DEFENDS] != 0 else (PN, DN)
    for e in range(nodes[i, FIRST], nodes[i, FIRST] + nodes[i, COUNT]):
        j = tree.edges[e, 1]
        if nodes[i, DEFENDS] == 0 and nodes[j, PN] == 0:
            won(tree, i, tree.edges[e, 0], nodes[j, CLAIM])
            return
        least = min(least, nodes[j, mine])
        total = min(total + nodes[j, other], np.int64(INFINITE - 1))
    if nodes[i, DEFENDS] == 0:
        if least >= INFINITE:
            lost(tree, i)
        else:
            nodes[i, PN], nodes[i, DN] = least, total
    elif least == 0:
        lost(tree, i)
    elif total == 0:
        n = conclude(board, claims, tree, i)
        if n < 0:
            lost(tree, i)
        else:
            nodes[i, CLAIM], nodes[i, PN], nodes[i, DN] = n, 0, INFINITE
    else:
        nodes[i, PN], nodes[i, DN] = total, least


@inner
def conclude(board: Board, claims: Claims, tree: Tree, i: Any) -> Any:
    """The claim about a position of which all answers are answered; -1 if it does not apply."""
    nodes = tree.nodes
    asked(board, claims, nodes[i, PASS], nodes[i, AFTER], tree.cells[0], tree.cells[1])
    start = claims.used[1]
    edge(claims, -1, nodes[i, PASS], nodes[i, AFTER])
    for e in range(nodes[i, FIRST], nodes[i, FIRST] + nodes[i, COUNT]):
        j = tree.edges[e, 1]
        edge(claims, tree.edges[e, 0], nodes[j, REPLY], nodes[j, CHILD])
    for w in range(tree.cells.shape[1]):
        left = tree.cells[1, w]
        while left != 0:
            edge(claims, w * 64 + low(left), -1, -1)
            left &= left - 1
    n = close(board, claims, start)
    if n >= 0 and not applies(board, claims, n):
        claims.used[2] += 1
        return np.int64(-1)
    return n


@inner
def share(board: Board, claims: Claims, tree: Tree, i: Any, reply: Any, child: Any) -> None:
    """A reply just found may serve the other answers at a node."""
    nodes = tree.nodes
    for e in range(nodes[i, FIRST], nodes[i, FIRST] + nodes[i, COUNT]):
        cell, j = tree.edges[e, 0], tree.edges[e, 1]
        if nodes[j, PN] != 0 and nodes[j, DN] != 0:
            put(board, cell, 1)
            if works(board, claims, reply, child):
                won(tree, j, reply, child)
            take(board, cell, 1)


@inner
def descend(board: Board, claims: Claims, fours: Fours, tree: Tree) -> None:
    """To the node that matters most; it is expanded, and the numbers on the way are renewed."""
    nodes, path = tree.nodes, tree.path
    i: Any = np.int64(0)
    depth = 0
    path[0, 0] = 0
    while nodes[i, EXPANDED] != 0 and nodes[i, PN] != 0 and nodes[i, DN] != 0:
        best: Any = np.int64(-1)
        least: Any = np.int64(INFINITE + 1)
        by = DN if nodes[i, DEFENDS] != 0 else PN
        for e in range(nodes[i, FIRST], nodes[i, FIRST] + nodes[i, COUNT]):
            j = tree.edges[e, 1]
            if nodes[j, by] < least and (by == PN or nodes[j, PN] != 0):
                best, least = e, nodes[j, by]
        if best < 0:
            break
        depth += 1
        put(board, tree.edges[best, 0], nodes[i, DEFENDS])
        i = tree.edges[best, 1]
        path[depth, 0], path[depth, 1] = i, tree.edges[best, 0]
    if nodes[i, EXPANDED] == 0 and nodes[i, PN] != 0 and nodes[i, DN] != 0:
        if nodes[i, DEFENDS] != 0:
            expand_defender(board, claims, fours, tree, i)
        else:
            expand_attacker(board, claims, fours, tree, i)
        tree.used[2] += 1
    for k in range(depth, -1, -1):
        i = path[k, 0]
        renew(board, claims, tree, i)
        if k > 0:
            side = 1 - nodes[i, DEFENDS]
            take(board, path[k, 1], side)
            if side == 1 and nodes[i, PN] == 0:
                share(board, claims, tree, path[k - 1, 0], nodes[i, REPLY], nodes[i, CHILD])


@inner
def begin(board: Board, claims: Claims, fours: Fours, tree: Tree) -> None:
    """A new tree, about this position, the attacker to move."""
    for i in range(tree.used[0]):
        tree.places[tree.nodes[i, SLOT]] = -1
    tree.used[:] = 0
    root = node_of(board, tree, False)
    reply, child = by_fours(board, claims, fours, SEQUENCE)
    if reply >= 0:
        won(tree, root, reply, child)


@inner
def grow(board: Board, claims: Claims, fours: Fours, tree: Tree, most: Any, work: Any) -> Any:
    """Expand nodes, at most ``most`` in all and ``work`` now. ``SOLVED`` when the root is, or
    when they are spent; ``FULL`` where there may be no room for another one."""
    spare = 2 * board.near.shape[0] + 2
    until = tree.used[2] + work
    while tree.nodes[0, PN] != 0 and tree.nodes[0, DN] != 0 and tree.used[2] < most:
        if tree.used[2] >= until:
            return GROWING
        # Where nodes are shared a descent may end at one that needs no expansion.
        tree.used[3] += 1
        if tree.used[3] > 3 * most + 100:
            return SOLVED
        if min(tree.nodes.shape[0] - tree.used[0], tree.edges.shape[0] - tree.used[1]) < spare:
            return FULL
        descend(board, claims, fours, tree)
    return SOLVED
