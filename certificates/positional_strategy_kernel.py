"""The compiled twin of the checker in ``positional_strategy``, for boards to 64 cells.

Same rules, same order of tests; a node is a pair of words and the attacker's number of moves.
"""

# mypy: disable-error-code="untyped-decorator"

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

ONE = np.uint64(1)
NONE = np.uint64(0)
UNLIMITED = 1 << 30
TOP = 48
WHOLE = 1 << TOP
HALF = WHOLE >> 1
REASONS = (
    "",
    "the node is never reached",
    "it answers a move that is not possible",
    "its reply is not possible",
    "the attacker has no move left",
    "the defender completes a set",
    "no answer to the move",
    "it leads to a node that is not forward",
    "it leads to a node that stands for two positions",
    "the attacker completes a set",
)


def check_nodes(
    attack: list[int],
    defend: list[int],
    board: int,
    table: dict[str, NDArray[np.int64]],
    start: tuple[int, int, int],
    root: int,
    forces: bool,
) -> tuple[int, int, int, int]:
    """Check the nodes from ``root`` on, which is ``start`` (a, d, r).

    Returns (node, cell, number of the reason in ``REASONS``, nodes seen); reason 0 means
    that all is well.
    """
    cells = board.bit_length()
    A = np.array(attack, dtype=np.uint64)
    B = np.array(defend, dtype=np.uint64)
    nodes = len(table["edge_ends"]) - 1
    words = np.zeros((nodes, 2), dtype=np.uint64)
    moves_left = np.full(nodes, -1, dtype=np.int64)
    words[root] = start[:2]
    moves_left[root] = start[2]
    images = ONE << table["permutations"].astype(np.uint64)
    trouble = np.zeros(3, dtype=np.int64)
    seen = _check(
        A, _through(A, cells), B, _through(B, cells), np.uint64(board), images,
        table["edge_ends"], table["moves"], table["replies"], table["children"],
        table["symmetries"], table["line_ends"], table["cell_ends"], table["cells"],
        words, moves_left, root, forces, trouble,
    )  # fmt: skip
    return int(trouble[0]), int(trouble[1]), int(trouble[2]), int(seen)


def _through(masks: NDArray[np.uint64], cells: int) -> NDArray[np.uint64]:
    """For each cell the masks through it, filled up with 0."""
    rows = [[m for m in masks.tolist() if m >> cell & 1] for cell in range(cells)]
    table = np.zeros((cells, max((len(row) for row in rows), default=0)), dtype=np.uint64)
    for cell, row in enumerate(rows):
        table[cell, : len(row)] = row
    return table


@njit(cache=True)
def _bits(word: Any) -> Any:
    n = 0
    while word != NONE:
        word &= word - ONE
        n += 1
    return n


@njit(cache=True)
def _lowest(word: Any) -> Any:
    n = 0
    if word & np.uint64(0xFFFFFFFF) == NONE:
        n += 32
        word >>= np.uint64(32)
    while word & ONE == NONE:
        word >>= ONE
        n += 1
    return n


@njit(cache=True)
def _completing(own: Any, other: Any, masks: Any) -> Any:
    found = NONE
    for mask in masks:
        if mask & other == NONE and mask != NONE:
            rest = mask & ~own
            if rest & (rest - ONE) == NONE:
                found |= rest
    return found


@njit(cache=True)
def _owns(own: Any, other: Any, masks: Any) -> Any:
    for mask in masks:
        if mask & ~own == NONE and mask & other == NONE and mask != NONE:
            return True
    return False


@njit(cache=True)
def _potential(own: Any, other: Any, masks: Any, moves: Any) -> Any:
    total = np.int64(0)
    for mask in masks:
        if mask & other == NONE:
            free = _bits(mask & ~own)
            if free <= moves:
                total += np.int64(1) << np.int64(TOP - free if free < TOP else 0)
                if total >= WHOLE:  # what is above does not matter; no overflow
                    return total
    return total


@njit(cache=True)
def _live(own: Any, other: Any, masks: Any, moves: Any) -> Any:
    cells = NONE
    for mask in masks:
        if mask & other == NONE and _bits(mask & ~own) <= moves:
            cells |= mask
    return cells


@njit(cache=True)
def _replay(A: Any, B: Any, a: Any, d: Any, must: Any, sequence: Any) -> Any:
    for cell in sequence:
        bit = ONE << np.uint64(cell)
        if (a | d) & bit != NONE or must & ~bit != NONE:
            return False
        a |= bit
        answer = _completing(a, d, A[cell])
        if answer & (answer - ONE) != NONE:
            return True
        if answer == NONE:
            return False
        d |= answer
        must = _completing(d, a, B[_lowest(answer)])
    return False


@njit(cache=True)
def _reach(
    A: Any, B: Any, board: Any, image: Any, a: Any, d: Any, r: Any,
    parent: Any, child: Any, words: Any, moves_left: Any,
) -> Any:  # fmt: skip
    """0, or the number of the reason why the position cannot be node ``child``."""
    if child <= parent or child >= words.shape[0]:
        return 7
    live_a = _live(a, d, A, r)
    live_d = _live(d, a, B, r)
    alive = (a & ~d & live_a) | (d & ~a & live_d) | (~(a | d) & (live_a | live_d))
    dead = board & ~alive
    a |= dead
    d |= dead
    x = NONE
    y = NONE
    for cell in range(image.shape[0]):
        bit = ONE << np.uint64(cell)
        if a & bit != NONE:
            x |= image[cell]
        if d & bit != NONE:
            y |= image[cell]
    if moves_left[child] < 0:
        words[child, 0] = x
        words[child, 1] = y
        moves_left[child] = r
    elif moves_left[child] != r or words[child, 0] != x or words[child, 1] != y:
        return 8
    return 0


@njit(cache=True)
def _check(
    A: Any, through_a: Any, B: Any, through_b: Any, board: Any, images: Any,
    edge_ends: Any, moves: Any, replies: Any, children: Any, symmetries: Any,
    line_ends: Any, cell_ends: Any, cells: Any,
    words: Any, moves_left: Any, root: Any, forces: Any, trouble: Any,
) -> Any:  # fmt: skip
    """Every node from ``root`` on until none is reached any more; fills ``trouble``."""
    edge_of = np.empty(64, np.int64)
    furthest = root
    seen = 0
    node = root
    while node <= furthest:
        trouble[0] = node
        r = moves_left[node]
        if r < 0:
            trouble[2] = 1
            return seen
        seen += 1
        a, d = words[node, 0], words[node, 1]
        free = board & ~(a | d)
        edge_of[:] = -1
        for edge in range(edge_ends[node], edge_ends[node + 1]):
            move, reply = moves[edge], replies[edge]
            trouble[1] = move
            if edge_of[move] >= 0 or free & (ONE << np.uint64(move)) == NONE:
                trouble[2] = 2
                return seen
            if reply == move or free & (ONE << np.uint64(reply)) == NONE:
                trouble[2] = 3
                return seen
            edge_of[move] = edge
        if forces and r < 1:
            trouble[2] = 4
            return seen
        node += 1
        if not forces and (r < 1 or _potential(a, d, A, r) < HALF):
            continue
        after = r if r == UNLIMITED else r - 1
        for move in range(64):
            bit = ONE << np.uint64(move)
            if free & bit == NONE:
                continue
            trouble[1] = move
            edge = edge_of[move]
            if forces:
                d2 = d | bit
                if _owns(d2, a, through_b[move]):
                    trouble[2] = 5
                    return seen
                if edge >= 0:
                    a2 = a | ONE << np.uint64(replies[edge])
                    if _owns(a2, d2, through_a[replies[edge]]):
                        continue
                else:
                    won = _completing(a, d2, A) != NONE
                    if not won:
                        must = _completing(d2, a, B)
                        for line in range(line_ends[node - 1], line_ends[node]):
                            low, high = cell_ends[line], cell_ends[line + 1]
                            if high - low < r and _replay(
                                through_a, through_b, a, d2, must, cells[low:high]
                            ):
                                won = True
                                break
                    if not won:
                        trouble[2] = 6
                        return seen
                    continue
            else:
                a2 = a | bit
                if _owns(a2, d, through_a[move]):
                    trouble[2] = 9
                    return seen
                if after == 0 or _completing(d, a2, B) != NONE:
                    continue
                if edge < 0:
                    if _potential(a2, d, A, after) >= WHOLE:
                        trouble[2] = 6
                        return seen
                    continue
                d2 = d | ONE << np.uint64(replies[edge])
                if _potential(a2, d2, A, after) < HALF:
                    continue
            trouble[2] = _reach(
                A, B, board, images[symmetries[edge]], a2, d2, after,
                node - 1, children[edge], words, moves_left,
            )  # fmt: skip
            if trouble[2] != 0:
                return seen
            furthest = max(furthest, children[edge])
    trouble[0] = 0
    trouble[1] = 0
    return seen
