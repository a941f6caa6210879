"""Values of green Hackenbush from a depth-first tree that shows bridges and blocks.

Theorem (Berlekamp, Conway, Guy, *Winning Ways*, chapter 7). Fusion: identifying the
points of a cycle keeps the value. Colon: at a point of a tree the value is the XOR of
(value of the branch + 1) over the branches. So a 2-edge-connected block is worth its
number of edges mod 2 plus what hangs on it, and the bridges form a tree of blocks.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.values.impartial_answers import DERIVES, conclude_values, numbers
from gameproof.games.bit_sets import members
from gameproof.games.impartial.hackenbush import Position
from gameproof.games.meaning.laws import IMPARTIAL_NORMAL

Edge = tuple[int, int, int]
"""Two points and the number of the line."""

LISTED = 5_000
"""Boards up to this many lines have their winning cuts listed."""


class FusionTree(Certificate, frozen=True, tag="fusion-tree"):
    """For each point its ``preorder`` number from the ground (0) and the number of the
    line to its parent (-1 at the ground and at points without standing lines, whose
    ``preorder`` is -1 too)."""

    preorder: np.ndarray
    parent_edge: np.ndarray


def conclude(goal: Goal[Position], certificate: FusionTree) -> Conclusion:
    """Verify the tree and evaluate the board along it. O(n + m) for the value.

    In a tree whose other edges all join a point to one of its ancestors, a tree edge
    is a bridge iff no other edge passes over it. ``winning-moves`` evaluates the cuts.
    """
    position = goal.position
    value = verified_value(position, certificate)

    def winning() -> list[str]:
        if position.lines.bit_count() > LISTED:
            raise Rejected(f"winning cuts are listed on boards of at most {LISTED} lines")
        return [position.move_text(k) for k in winning_cuts(position)]

    return conclude_values(goal, lambda: value, winning, ", by the colon and fusion principles")


def verified_value(position: Position, certificate: FusionTree) -> int:
    """The value of the standing lines; raises :class:`Rejected` on a wrong tree."""
    board = position.board
    pre = numbers("preorder", certificate.preorder, (board.n,))
    up = numbers("parent_edge", certificate.parent_edge, (board.n,))
    standing = np.zeros(board.m, dtype=bool)
    standing[list(members(position.lines))] = True
    inside = np.zeros(board.n, dtype=bool)
    inside[0] = True
    inside[board.ends[standing].ravel()] = True
    points = np.flatnonzero(inside)
    order = points[np.argsort(pre[points], kind="stable")]
    if order[0] != 0 or (pre[order] != np.arange(len(order))).any():
        raise Rejected("the preorder numbers are not 0, 1, 2, ... from the ground")
    others = order[1:]
    lines = up[others]
    if ((lines < 0) | (lines >= board.m)).any() or not standing[lines].all():
        raise Rejected("a tree edge is not a standing line")
    a, b = board.ends[lines, 0].astype(np.int64), board.ends[lines, 1].astype(np.int64)
    parent = np.where(a == others, b, a)
    if ((a != others) & (b != others)).any() or (pre[parent] >= pre[others]).any():
        raise Rejected("a tree edge does not lead to an earlier point")
    size = _branch_sizes(pre[parent].tolist())
    spans = np.array(size, dtype=np.int64)
    rank = pre[others]
    high = pre[parent]
    if (rank + spans[rank] > high + spans[high]).any():
        raise Rejected("the numbers are not those of a depth-first walk")
    rest = standing.copy()
    rest[lines] = False
    first, second = pre[board.ends[rest, 0]], pre[board.ends[rest, 1]]
    high, low = np.minimum(first, second), np.maximum(first, second)
    if (low >= high + spans[high]).any():
        raise Rejected("a line joins two branches of the tree")
    passes = np.zeros(len(order) + 1, dtype=np.int64)
    np.add.at(passes, low, 1)
    np.add.at(passes, high, -1)
    total = np.concatenate([[0], np.cumsum(passes[:-1])])
    over = total[np.arange(len(order)) + spans] - total[:-1]
    odd = np.bincount(low, minlength=len(order)) & 1
    return _evaluate(pre[parent].tolist(), (over == 0).tolist(), odd.tolist())


def _branch_sizes(parents: list[int]) -> list[int]:
    """Points in each branch, by preorder number; ``parents[k]`` is that of point k + 1."""
    size = [1] * (len(parents) + 1)
    for k in range(len(parents), 0, -1):
        size[parents[k - 1]] += size[k]
    return size


def _evaluate(parents: list[int], bridge: list[bool], odd: list[int]) -> int:
    """The value at the ground, branches before their parents. ``odd`` is the parity of
    the lines outside the tree whose lower end a point is."""
    hang = [0] * len(bridge)
    for k in range(len(parents), 0, -1):
        high = parents[k - 1]
        if bridge[k]:
            hang[high] ^= (hang[k] ^ odd[k]) + 1
        else:
            hang[high] ^= hang[k]
            odd[high] ^= odd[k] ^ 1
    return hang[0] ^ odd[0]


def reply(position: Position, _certificate: FusionTree) -> int | None:
    """A cut that leaves value 0, ``None`` where there is none. Needs no tree."""
    return next(iter(winning_cuts(position)), None)


# ------------------------------------------------------------------ winning cuts


def winning_cuts(position: Position, tick: Callable[[], None] = lambda: None) -> list[int]:
    """All cuts that leave value 0, ascending.

    From the ground upwards every block gets the value it would have to take for the
    total to become 0 with all else fixed: cutting a bridge wins iff that takes away
    just what is too much. A line inside a block is cut for trial and its block
    evaluated again, O(lines of the block) each. ``tick`` is called for each (for limits).
    """
    board = position.board
    edges = [(*board.ends[k].tolist(), k) for k in members(position.lines)]
    blocks = _Blocks([(int(a), int(b), int(k)) for a, b, k in edges])
    wins = []
    target = {0: 0}
    for root in blocks.order:  # parents before children
        wanted = target[root]
        value = blocks.value[root]
        for child, line in blocks.children[root]:
            needed = wanted ^ value ^ (blocks.value[child] + 1)
            if needed == 0:
                wins.append(line)
            # With a branch that must be worth needed - 1; a block that would have to
            # keep its value holds no winning cut, nor one that must go below 0.
            target[child] = needed - 1
        if wanted >= 0 and wanted != value:
            wins += blocks.cuts_inside(root, wanted, tick)
    return sorted(wins)


class _Blocks:
    """The 2-edge-connected blocks of a connected multigraph, each named by the point
    nearest to the ground, with their values and the bridges to further blocks."""

    def __init__(self, edges: list[Edge]) -> None:
        at: dict[int, list[tuple[int, int]]] = {0: []}
        for a, b, k in edges:
            at.setdefault(a, []).append((b, k))
            if a != b:
                at.setdefault(b, []).append((a, k))
        pre, parent, low = _depth_first(at)
        self.root: dict[int, int] = {}
        self.order: list[int] = []
        self.children: dict[int, list[tuple[int, int]]] = {}
        self.lines: dict[int, list[Edge]] = {}
        for v in pre:
            if v == 0 or low[v] == pre[v]:
                self.root[v] = v
                self.order.append(v)
                self.children[v], self.lines[v] = [], []
                if v != 0:
                    above, line = parent[v]
                    self.children[self.root[above]].append((v, line))
            else:
                self.root[v] = self.root[parent[v][0]]
        self.foot = {v: parent[v][0] for v in self.order if v != 0}
        bridges = {parent[v][1] for v in self.order if v != 0}
        for a, b, k in edges:
            if k not in bridges:
                self.lines[self.root[a]].append((a, b, k))
        self.value: dict[int, int] = {}
        for v in reversed(self.order):
            total = len(self.lines[v]) % 2
            for child, _ in self.children[v]:
                total ^= self.value[child] + 1
            self.value[v] = total

    def cuts_inside(self, root: int, wanted: int, tick: Callable[[], None]) -> list[int]:
        """Lines of a block whose cut gives the block, with all it carries, ``wanted``."""
        carried: dict[int, int] = {}
        for child, _ in self.children[root]:
            foot = self.foot[child]
            carried[foot] = carried.get(foot, 0) ^ (self.value[child] + 1)
        lines = self.lines[root]
        wins = []
        for _, _, cut in lines:
            tick()
            left = [edge for edge in lines if edge[2] != cut]
            if carried_value(root, left, carried) == wanted:
                wins.append(cut)
        return wins


def carried_value(root: int, edges: list[Edge], carried: dict[int, int]) -> int:
    """The value of connected edges over ``root`` when points carry the given XORs."""
    at: dict[int, list[tuple[int, int]]] = {root: []}
    for a, b, k in edges:
        at.setdefault(a, []).append((b, k))
        if a != b:
            at.setdefault(b, []).append((a, k))
    pre, parent, low = _depth_first(at, root)
    odd = dict.fromkeys(pre, 0)
    tree = {line for _, line in parent.values()}
    for a, b, k in edges:
        if k not in tree:
            odd[a if pre[a] > pre[b] else b] ^= 1
    hang = {v: carried.get(v, 0) for v in pre}
    for v in reversed(list(pre)):
        if v == root:
            continue
        above = parent[v][0]
        if low[v] == pre[v]:
            hang[above] ^= (hang[v] ^ odd[v]) + 1
        else:
            hang[above] ^= hang[v]
            odd[above] ^= odd[v] ^ 1
    return hang[root] ^ odd[root]


def _depth_first(
    at: dict[int, list[tuple[int, int]]], root: int = 0
) -> tuple[dict[int, int], dict[int, tuple[int, int]], dict[int, int]]:
    """Preorder numbers (in their order), parents with the line, and low points."""
    pre = {root: 0}
    low = {root: 0}
    parent: dict[int, tuple[int, int]] = {}
    place = dict.fromkeys(at, 0)
    stack = [root]
    while stack:
        v = stack[-1]
        if place[v] == len(at[v]):
            stack.pop()
            if stack:
                low[stack[-1]] = min(low[stack[-1]], low[v])
            continue
        w, line = at[v][place[v]]
        place[v] += 1
        if w not in pre:
            pre[w] = low[w] = len(pre)
            parent[w] = (v, line)
            stack.append(w)
        elif v == root or line != parent[v][1]:
            low[v] = min(low[v], pre[w])
    return pre, parent, low


KIND = Kind(
    record=FusionTree,
    scope=Scope(derives=DERIVES, positions=(Position,), laws=IMPARTIAL_NORMAL),
    theorem="colon and fusion principles (Berlekamp, Conway, Guy, Winning Ways, chapter 7)",
    evidence="a depth-first tree of the standing lines; every other line must join a point to one "
    "of its ancestors",
    conclude=conclude,
    reply=reply,
)
