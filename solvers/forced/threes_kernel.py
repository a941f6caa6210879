# mypy: disable-error-code="untyped-decorator"
"""Wins by threes and fours, by proof numbers, with their claims, compiled.

A move of the attacker is looked at, when its turn comes, if he would win by fours if the defender
passed; the answers to it are those that this win has to know of (:func:`claims_kernel.asked`).
Proof numbers are weak: the largest of the answers' and how many more there are, not their sum,
for many answers lead to the same (Ueda, Hashimoto, Hashimoto, Iida 2008).
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
MOST_OPEN = 12
"""Answers without a reply by fours with which a move is followed up."""


class Tree(NamedTuple):
    """``nodes`` and their ``edges`` (cell, child, what is added to its proof number until it is
    expanded); ``places`` finds nodes by hash; ``used`` counts
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
def find(tree: Tree, key: Any) -> Any:
    """The node with this hash, and its place in the table; a node of -1 if there is none."""
    size = tree.places.shape[0] - 1
    slot = (key >> 13) & size
    while tree.places[slot] >= 0:
        if tree.nodes[tree.places[slot], KEY] == key:
            return tree.places[slot], slot
        slot = (slot + 1) & size
    return np.int64(-1), slot


@inner
def node_of(tree: Tree, key: Any, defends: Any) -> Any:
    """The node of the position with this hash, a new one if there is none."""
    i, slot = find(tree, key)
    if i < 0:
        i = tree.used[0]
        tree.used[0] += 1
        tree.places[slot] = i
        tree.nodes[i] = 0
        tree.nodes[i, KEY] = key
        tree.nodes[i, PN], tree.nodes[i, DN] = 1, 1
        tree.nodes[i, DEFENDS], tree.nodes[i, SLOT] = defends, slot
        tree.nodes[i, REPLY], tree.nodes[i, CLAIM] = -1, -1
    return i


@inner
def link(tree: Tree, i: Any, cell: Any, child: Any, weight: Any) -> None:
    """One edge more of the node that is expanded."""
    at = tree.used[1]
    tree.edges[at, 0], tree.edges[at, 1], tree.edges[at, 2] = cell, child, weight
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
def expand_attacker(board: Board, tree: Tree, i: Any) -> None:
    """The moves in sets of which at most three cells are lacking."""
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
        fours, threes = _promise(board, cell)
        if fours + threes > 0:
            j = node_of(tree, board.state[0] ^ board.codes[0, cell] ^ TURN, True)
            weight = 0 if fours > 0 or threes >= 5 else (1 if threes >= 2 else 3)
            link(tree, i, cell, j, weight)
            if nodes[j, PN] == 0:
                break


@inner
def _promise(board: Board, cell: Any) -> Any:
    """Through a cell, the attacker's sets that lack two cells, and those that lack three."""
    fours = threes = np.int64(0)
    for j in range(1, board.through[cell, 0] + 1):
        s = board.through[cell, j]
        if board.counts[1, s] == 0:
            left = board.sizes[s] - board.counts[0, s]
            fours += left <= 2
            threes += left == 3
    return fours, threes


@inner
def expand_defender(board: Board, claims: Claims, fours: Fours, tree: Tree, i: Any) -> None:
    """The answers that the win by fours after a pass has to know of; those after which a reply
    that served another answer, or fours, win are solved at once."""
    nodes, known = tree.nodes, tree.known
    nodes[i, EXPANDED], nodes[i, FIRST] = 1, tree.used[1]
    if some(board.lacking[THEIRS + 1]):
        lost(tree, i)
        return
    nodes[i, PASS], nodes[i, AFTER] = by_fours(board, claims, fours, SEQUENCE)
    if nodes[i, PASS] < 0:
        lost(tree, i)
        return
    left = 0
    known[0, 0], known[0, 1] = nodes[i, PASS], nodes[i, AFTER]
    more = 1
    asked(board, claims, nodes[i, PASS], nodes[i, AFTER], tree.cells[0], tree.cells[1])
    n = by_worth(board, tree.cells[0], tree.order)
    for at in range(n):
        cell = tree.order[0, at]
        put(board, cell, 1)
        j = node_of(tree, board.state[0], False)
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
        link(tree, i, cell, j, 0)
        left += nodes[j, PN] != 0
        if nodes[j, DN] == 0 or left > MOST_OPEN:
            lost(tree, i)
            break


@inner
def renew(board: Board, claims: Claims, tree: Tree, i: Any) -> None:
    """The node's numbers from its children's; where all answers are answered, its claim."""
    nodes = tree.nodes
    if nodes[i, PN] == 0 or nodes[i, DN] == 0:
        return
    least, most, left = np.int64(INFINITE), np.int64(0), np.int64(0)
    for e in range(nodes[i, FIRST], nodes[i, FIRST] + nodes[i, COUNT]):
        j = tree.edges[e, 1]
        if nodes[i, DEFENDS] == 0:
            if nodes[j, PN] == 0:
                won(tree, i, tree.edges[e, 0], nodes[j, CLAIM])
                return
            least = min(least, _number(tree, e))
            most = max(most, nodes[j, DN])
            left += nodes[j, DN] != 0
        else:
            least = min(least, nodes[j, DN])
            most = max(most, nodes[j, PN])
            left += nodes[j, PN] != 0
    if nodes[i, DEFENDS] == 0:
        if left == 0:
            lost(tree, i)
        else:
            nodes[i, PN], nodes[i, DN] = least, min(most + left - 1, np.int64(INFINITE - 1))
    elif least == 0:
        lost(tree, i)
    elif left == 0:
        n = conclude(board, claims, tree, i)
        if n < 0:
            lost(tree, i)
        else:
            nodes[i, CLAIM], nodes[i, PN], nodes[i, DN] = n, 0, INFINITE
    else:
        nodes[i, PN], nodes[i, DN] = min(most + left - 1, np.int64(INFINITE - 1)), least


@inner
def _number(tree: Tree, e: Any) -> Any:
    """The proof number of an edge of the attacker."""
    j = tree.edges[e, 1]
    if tree.nodes[j, EXPANDED] == 0 and tree.nodes[j, PN] != 0:
        return min(tree.nodes[j, PN] + tree.edges[e, 2], np.int64(INFINITE))
    return tree.nodes[j, PN]


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
        defends = nodes[i, DEFENDS] != 0
        for e in range(nodes[i, FIRST], nodes[i, FIRST] + nodes[i, COUNT]):
            j = tree.edges[e, 1]
            number = nodes[j, DN] if defends else _number(tree, e)
            if number < least and not (defends and nodes[j, PN] == 0):
                best, least = e, number
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
            expand_attacker(board, tree, i)
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
    root = node_of(tree, board.state[0], False)
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
