# mypy: disable-error-code="untyped-decorator"
"""Proof-number search by threats on boards of any size, compiled.

A *threat* is a move after which the attacker would win by a sequence of moves that each leave
one cell to complete a set, if the defender passed. Only the answers that touch that sequence,
or that make a cell which the attacker must take on the way, need be considered; of these, those
that another sequence beats are no children either. So a three of Gomoku has three or four
answers, beside the defender's own fours. *Quiet* moves, after which every answer is a child,
may be asked for too.

The tree is kept in memory (Allis, van der Meulen, van den Herik, Artif. Intell. 66, 1994), equal
positions being one node; numbers are renewed along the path of each descent.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from gameproof.solvers.positional.set_counts_kernel import (
    NOBODY,
    Counts,
    completing,
    may_take,
    play,
    replays,
    shortest,
    take_back,
)

INFINITE = 1 << 30
ATTACKER, DEFENDER = 0, 1
LOST, UNTHREATENED = -1, -2
GROWING, SOLVED, FULL = 0, 1, 2
QUIET = 24
"""Proof number of a quiet move at first, and twice its rank among them is added."""
MOST_LINES = 48


class Room(NamedTuple):
    """``lines`` and ``lengths``: sequences found for the last answers asked, ``found[0]`` many;
    ``cells`` these answers; ``flags`` marks cells (``marks[0]`` the last use); ``worth`` of cells;
    ``path`` the edges and nodes of a descent."""

    lines: NDArray[np.int64]
    lengths: NDArray[np.int64]
    found: NDArray[np.int64]
    cells: NDArray[np.int64]
    flags: NDArray[np.int64]
    marks: NDArray[np.int64]
    worth: NDArray[np.int64]
    path: NDArray[np.int64]
    play: NDArray[np.int64]


class Tree(NamedTuple):
    """Nodes with key, proof and disproof number, whose turn it is, and their edges: from
    ``first[i]`` on, ``children[i]`` many, -1 before the node was expanded. Node 0 is the root.
    ``places`` finds nodes by key; ``used`` counts nodes, edges and expansions."""

    keys: NDArray[np.uint64]
    pn: NDArray[np.int32]
    dn: NDArray[np.int32]
    turn: NDArray[np.int8]
    first: NDArray[np.int32]
    children: NDArray[np.int16]
    edge_cell: NDArray[np.int16]
    edge_child: NDArray[np.int32]
    places: NDArray[np.int32]
    used: NDArray[np.int64]


@njit(cache=True)
def flag_pairs(counts: Counts, room: Room) -> None:
    """Flag the cells of which the defender would need two more to complete a set."""
    mark = room.marks[0]
    for j in range(counts.sizes[1, 1]):
        i = counts.near[1, 1, j]
        for m in range(counts.ends[i], counts.ends[i + 1]):
            cell = counts.members[m]
            if counts.stones[cell] == NOBODY:
                room.flags[cell] = mark


@njit(cache=True)
def flag_touching(counts: Counts, room: Room, length: Any) -> None:
    """Flag the cells on which a stone of the defender may spoil the first sequence: its moves,
    their answers, and what makes a cell that the attacker must take on the way."""
    mark = room.marks[0]
    played = 0
    flag_pairs(counts, room)
    for k in range(length):
        cell = room.lines[0, k]
        room.flags[cell] = mark
        play(counts, cell, 0)
        room.play[played] = cell
        played += 1
        if k == length - 1:
            for j in range(counts.sizes[0, 0]):
                i = counts.near[0, 0, j]
                for m in range(counts.ends[i], counts.ends[i + 1]):
                    if counts.stones[counts.members[m]] == NOBODY:
                        room.flags[counts.members[m]] = mark
            break
        answer = completing(counts, 0)
        room.flags[answer] = mark
        play(counts, answer, 1)
        room.play[played] = answer
        played += 1
        flag_pairs(counts, room)
    for j in range(played - 1, -1, -1):
        take_back(counts, room.play[j])


@njit(cache=True)
def alive(counts: Counts, cell: Any) -> Any:
    """Does the cell lie in a set that its owner may still complete?"""
    for j in range(counts.through_ends[cell], counts.through_ends[cell + 1]):
        if counts.blocked[counts.through[j]] == 0:
            return True
    return False


@njit(cache=True)
def answers(counts: Counts, room: Room, budget: Any, quiet: Any) -> Any:
    """The defender's moves, he being to move, that no sequence found beats: into ``room.cells``.

    Returns how many; ``LOST`` if he completes a set or no set is left, ``UNTHREATENED`` where
    the attacker threatens no sequence and the move is not to be ``quiet``. ``room.found[1]``:
    was it quiet?
    """
    room.found[0] = 0
    room.found[1] = 0
    if counts.sizes[1, 0] > 0:
        return LOST
    now = completing(counts, 0)
    if now == -2:
        return 0
    if now >= 0:
        play(counts, now, 1)
        found = shortest(counts, 0, room.lines[0], budget)
        take_back(counts, now)
        if found > 0:
            room.lengths[0] = found
            room.found[0] = 1
            return 0
        room.cells[0] = now
        return 1
    n = 0
    found = shortest(counts, 0, room.lines[0], budget)
    if found <= 0:
        if not quiet:
            return UNTHREATENED
        room.found[1] = 1
        for cell in range(counts.stones.shape[0]):
            if may_take(counts, cell, 1) and alive(counts, cell):
                room.cells[n] = cell
                n += 1
        return n if n > 0 else LOST
    room.lengths[0] = found
    room.found[0] = 1
    room.marks[0] += 1
    flag_touching(counts, room, found)
    mark = room.marks[0]
    for cell in range(counts.stones.shape[0]):
        if room.flags[cell] != mark or not may_take(counts, cell, 1):
            continue
        play(counts, cell, 1)
        beaten = False
        for j in range(room.found[0]):
            if replays(counts, 0, room.lines[j], room.lengths[j]):
                beaten = True
                break
        if not beaten:
            j = room.found[0]
            found = shortest(counts, 0, room.lines[j], budget)
            if found > 0:
                beaten = True
                if j < MOST_LINES - 1:
                    room.lengths[j] = found
                    room.found[0] += 1
        take_back(counts, cell)
        if not beaten:
            room.cells[n] = cell
            n += 1
    return n


@njit(cache=True)
def find(tree: Tree, key: Any) -> Any:
    """The node with this key, or -1."""
    size = np.uint64(tree.places.shape[0] - 1)
    place = np.int64(key & size)
    while tree.places[place] >= 0:
        node = tree.places[place]
        if tree.keys[node] == key:
            return np.int64(node)
        place = (place + 1) & np.int64(size)
    return np.int64(-1)


@njit(cache=True)
def node_of(tree: Tree, key: Any, turn: Any, pn: Any) -> Any:
    """The node with this key, a new one with proof number ``pn`` if there is none."""
    node = find(tree, key)
    if node >= 0:
        return node
    size = np.uint64(tree.places.shape[0] - 1)
    place = np.int64(key & size)
    while tree.places[place] >= 0:
        place = (place + 1) & np.int64(size)
    node = tree.used[0]
    tree.used[0] += 1
    tree.places[place] = node
    tree.keys[node] = key
    tree.pn[node] = pn
    tree.dn[node] = 1
    tree.turn[node] = turn
    tree.children[node] = -1
    return node


@njit(cache=True)
def link(tree: Tree, cell: Any, child: Any) -> None:
    """One edge more."""
    tree.edge_cell[tree.used[1]] = cell
    tree.edge_child[tree.used[1]] = child
    tree.used[1] += 1


@njit(cache=True)
def renew(tree: Tree, node: Any) -> None:
    """The node's numbers from its children's."""
    least = np.int64(INFINITE)
    total = np.int64(0)
    attacks = tree.turn[node] == ATTACKER
    for e in range(tree.first[node], tree.first[node] + tree.children[node]):
        child = tree.edge_child[e]
        x, y = np.int64(tree.pn[child]), np.int64(tree.dn[child])
        if not attacks:
            x, y = y, x
        least = min(least, x)
        total = min(np.int64(INFINITE), total + y)
    if least == 0:
        total = np.int64(INFINITE)
    tree.pn[node] = least if attacks else total
    tree.dn[node] = total if attacks else least


@njit(cache=True)
def candidates(counts: Counts, room: Room, wide: Any) -> Any:
    """The attacker's moves in sets that lack at most three cells (``wide``: in any set that is
    left), those of most worth to both first: into ``room.worth`` rows 0 (cells)."""
    cells, worth = room.worth[0], room.worth[1]
    worth[:] = 0
    n_sets = counts.owner.shape[0]
    for i in range(n_sets):
        if counts.blocked[i] > 0:
            continue
        if counts.owner[i] == 0 and counts.missing[i] > 3 and not wide:
            continue
        near = counts.owner[i] == 0 or wide
        if not near:
            continue
        size = counts.ends[i + 1] - counts.ends[i]
        more = np.int64(1) << (2 * min(size - counts.missing[i], 12))
        for m in range(counts.ends[i], counts.ends[i + 1]):
            cell = counts.members[m]
            if counts.stones[cell] == NOBODY and counts.before[cell] < 0:
                worth[cell] += more
    n = 0
    for cell in range(counts.stones.shape[0]):
        if worth[cell] > 0:
            i = n
            while i > 0 and worth[cells[i - 1]] < worth[cell]:
                cells[i] = cells[i - 1]
                i -= 1
            cells[i] = cell
            n += 1
    return n


@njit(cache=True)
def expand_defender(tree: Tree, node: Any, counts: Counts, room: Room, n: Any) -> None:
    """The node's children: the ``n`` answers in ``room.cells``."""
    turn = counts.codes[0, counts.stones.shape[0]]
    tree.first[node] = tree.used[1]
    tree.children[node] = n
    for i in range(n):
        cell = room.cells[i]
        link(tree, cell, node_of(tree, counts.key[0] ^ counts.codes[1, cell] ^ turn, ATTACKER, 1))
    renew(tree, node)


@njit(cache=True)
def expand_attacker(
    tree: Tree, node: Any, counts: Counts, room: Room, budget: Any, most: Any
) -> None:
    """The attacker's moves that threaten, with the answers to each, and at most ``most`` quiet
    ones; he has no sequence here, or at the root it was not looked for."""
    turn = counts.codes[1, counts.stones.shape[0]]
    cells, kept = room.worth[0], room.worth[2]
    must = completing(counts, 1)
    n = 0
    menaced = False
    if must >= 0 and may_take(counts, must, 0):
        cells[0] = must
        n = 1
    elif must == -1:
        n = candidates(counts, room, most > 0)
        menaced = shortest(counts, 1, room.lines[0], budget) > 0
    tree.used[2] += 1
    proved = -1
    children = 0
    quiet = 0
    for i in range(n):
        x = cells[i]
        play(counts, x, 0)
        key = counts.key[0] ^ turn
        child = find(tree, key)
        if child < 0:
            if not menaced or shortest(counts, 1, room.lines[0], budget) <= 0:
                m = answers(counts, room, budget, False)
                if m >= 0:
                    child = node_of(tree, key, DEFENDER, 1)
                    expand_defender(tree, child, counts, room, m)
                    if m == 0:
                        proved = child
                        tree.pn[child] = 0
                        tree.dn[child] = INFINITE
                elif m == UNTHREATENED and quiet < most:
                    child = node_of(tree, key, DEFENDER, QUIET + 2 * quiet)
                    quiet += 1
        elif tree.pn[child] == 0:
            proved = child
        take_back(counts, x)
        if child >= 0:
            kept[children] = x
            room.worth[3, children] = child
            children += 1
        if proved >= 0:
            break
    tree.first[node] = tree.used[1]
    tree.children[node] = children
    for i in range(children):
        link(tree, kept[i], room.worth[3, i])
    renew(tree, node)


@njit(cache=True)
def grow(tree: Tree, counts: Counts, room: Room, budget: Any, most: Any, work: Any) -> Any:
    """Descend to the most proving node and expand it, ``work`` times; ``SOLVED`` when the root
    is, ``FULL`` when there may be no room for another node."""
    spare = counts.stones.shape[0] * counts.stones.shape[0] // 2 + 1000
    until = tree.used[2] + work
    path = room.path
    while tree.used[2] < until:
        if tree.pn[0] == 0 or tree.dn[0] == 0:
            return SOLVED
        if min(tree.keys.shape[0] - tree.used[0], tree.edge_cell.shape[0] - tree.used[1]) < spare:
            return FULL
        node: Any = np.int64(0)
        depth = 0
        while tree.children[node] >= 0 and tree.pn[node] > 0 and tree.dn[node] > 0:
            best = tree.first[node]
            least = np.int64(INFINITE) + 1
            attacks = tree.turn[node] == ATTACKER
            for e in range(tree.first[node], tree.first[node] + tree.children[node]):
                child = tree.edge_child[e]
                value = np.int64(tree.pn[child] if attacks else tree.dn[child])
                if value < least:
                    least = value
                    best = e
            path[depth, 0] = node
            path[depth, 1] = tree.edge_cell[best]
            depth += 1
            play(counts, tree.edge_cell[best], tree.turn[node])
            node = np.int64(tree.edge_child[best])
        if tree.children[node] < 0 and tree.pn[node] > 0 and tree.dn[node] > 0:
            if tree.turn[node] == ATTACKER:
                expand_attacker(tree, node, counts, room, budget, most)
            else:
                tree.used[2] += 1
                m = answers(counts, room, budget, True)
                expand_defender(tree, node, counts, room, max(m, 0))
                if m == LOST:
                    tree.pn[node] = INFINITE
                    tree.dn[node] = 0
        for j in range(depth - 1, -1, -1):
            take_back(counts, path[j, 1])
            renew(tree, path[j, 0])
    return GROWING
