"""The nodes of ``force``: what each claims, worked out from earlier ones.

Helper of :mod:`gameproof.certificates.zones.force`, which says what a node claims. Cells, and the
defender's sets, are bits of whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile

import numpy as np

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.zones.turned_sets import Ints, sets_turned
from gameproof.games.bit_sets import mask_of, members
from gameproof.games.boards.hypergraph import Rows
from gameproof.games.sets.forced_claim import Claim

MOST_WORK = 1 << 42
"""Bits that are looked at."""
MOST_KEPT = 1 << 33
"""Bits of the claims that are kept at a time: a gigabyte."""

ANY = -1
"""The move of a default, and the reply where a cell is taken."""


@dataclass(frozen=True, slots=True)
class Graph:
    """The arrays, known to have the right shapes and ranges."""

    ends: list[int]
    moves: list[int]
    replies: list[int]
    children: list[int]
    turns: list[int]
    """Rows of the symmetries; -1 where a node is not turned."""

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return len(self.ends) - 1


def image(word: int, to: Ints) -> int:
    """Each bit taken to its image. O(bits)."""
    packed = np.frombuffer(word.to_bytes(-(-len(to) // 8), "little"), np.uint8)
    turned = np.zeros(len(to), np.uint8)
    turned[to] = np.unpackbits(packed, bitorder="little", count=len(to))
    return int.from_bytes(np.packbits(turned, bitorder="little").tobytes(), "little")


def _ask(needs: list[int], levels: tuple[int, ...], alive: int, raised: int) -> None:
    """Ask for the levels of the sets that are ``alive``, one more for those that are ``raised``."""
    for k, level in enumerate(levels):
        level &= alive
        needs[k] |= level
        if k + 1 < len(needs):
            needs[k + 1] |= level & raised


class Claims:
    """Claims of the nodes, each from those before it."""

    def __init__(
        self, cells: int, attack: Rows, defend: Rows, graph: Graph, symmetries: Ints
    ) -> None:
        """``symmetries``: permutations of the cells, a row each. Raises ``Rejected``."""
        self.cells, self.graph = cells, graph
        self.attack = [mask_of(row) for row in attack]
        self.through = [0] * cells
        for number, row in enumerate(defend):
            for cell in row:
                self.through[cell] |= 1 << number
        self.sets = len(defend)
        self.every = (1 << self.sets) - 1
        self.shortest = min(map(len, defend), default=0)
        # A set of n cells never lacks n + 1, so that more need not be told apart.
        self.most = max([1, *map(len, defend)])
        work = graph.nodes * cells + len(graph.moves) * self.most
        if work * max(self.sets, cells) > MOST_WORK:
            raise Rejected("there are too many nodes for a board of this size")
        if (np.sort(symmetries, axis=1) != np.arange(cells)).any():
            raise Rejected("a symmetry is not a permutation")
        of_sets = sets_turned(symmetries, defend)
        if (of_sets < 0).any() or (sets_turned(symmetries, attack) < 0).any():
            raise Rejected("a symmetry does not keep the sets")
        self.images, self.images_of_sets = symmetries, of_sets

    def root(self, node: int, *, keep: dict[int, Claim] | None = None) -> Claim:
        """The claim of a node. Claims that no later node needs are dropped; ``keep`` takes all.
        Raises ``Rejected``. O(edges * sets * levels / 64 + nodes * cells * sets / 64)."""
        if not 0 <= node < self.graph.nodes:
            raise Rejected(f"there is no node {node}")
        known: dict[int, Claim] = {}
        last, held = self._last(), 0
        for number in range(node + 1):
            claim = self.claim(number, known)
            known[number] = claim
            if keep is not None:
                keep[number] = claim
            held += self._size(claim)
            if held > MOST_KEPT:
                raise Rejected("the claims of the nodes take too much memory")
            for child in set(self.graph.children[slice(*self.graph.ends[number : number + 2])]):
                if child >= 0 and last[child] == number:
                    held -= self._size(known.pop(child))
        return known[node]

    def _size(self, claim: Claim) -> int:
        return 3 * self.cells + self.sets * len(claim.levels)

    def _last(self) -> list[int]:
        """The last node that leads to each node; -1 where none does."""
        children = np.array(self.graph.children, np.int64)
        owners = np.repeat(np.arange(self.graph.nodes), np.diff(self.graph.ends))
        named = (children >= 0) & (children < self.graph.nodes)
        last = np.full(self.graph.nodes, -1)
        np.maximum.at(last, children[named], owners[named])
        found: list[int] = last.tolist()
        return found

    def claim(self, node: int, known: dict[int, Claim]) -> Claim:
        """The claim of a node from those of its edges."""
        graph, through = self.graph, self.through
        low, high = graph.ends[node], graph.ends[node + 1]
        if low == high or graph.moves[low] != ANY:
            raise Rejected(f"the first edge of node {node} is no default")
        own, other, zone, listed, taken = 0, 0, 0, 0, 0
        needs = [0] * self.most
        for edge in range(low + 1, high):
            move, reply, child = graph.moves[edge], graph.replies[edge], graph.children[edge]
            if move == ANY:
                raise Rejected(f"node {node} has two defaults")
            cell = 1 << move
            if (listed | taken) & cell:
                raise Rejected(f"node {node} lists the cell {move} twice")
            if reply == ANY:
                if child != -1:
                    raise Rejected(f"a cell that is taken leads to no node (node {node})")
                taken |= cell
                continue
            listed |= cell
            after = self._after(node, edge, known)
            answer = 1 << reply
            if (after.own | after.zone | answer) & cell:
                raise Rejected(f"the cell {move} that node {node} lists is needed after the reply")
            own |= after.own & ~answer
            other |= after.other & ~cell
            zone |= after.zone | answer
            if child < 0:
                self._completes(node, child, answer)
                continue
            _ask(needs, after.levels, ~through[reply], through[move])
        reply, child = graph.replies[low], graph.children[low]
        if reply == ANY:
            raise Rejected(f"the default of node {node} has no reply")
        after = self._after(node, low, known)
        answer = 1 << reply
        own |= after.own & ~answer
        other |= after.other | taken
        if (after.zone | answer) & ~(listed | own):
            raise Rejected(f"a cell that the default of node {node} needs is not listed")
        zone = (zone | after.zone | answer) & ~own
        if own & other or zone & other:
            raise Rejected(f"node {node} wants a cell of the other player for itself")
        if child < 0:
            self._completes(node, child, answer)
        else:
            _ask(needs, after.levels, ~through[reply], self._open(listed | other))
        return Claim(own, other, zone, self._levels(own, needs[1:]))

    def _levels(self, own: int, needs: Iterable[int]) -> tuple[int, ...]:
        """The sets of the defender without a cell of ``own``, and the levels among them."""
        free = self.every
        for cell in members(own):
            free &= ~self.through[cell]
        return free, *takewhile(bool, (level & free for level in needs))

    def _after(self, node: int, edge: int, known: dict[int, Claim]) -> Claim:
        """What is claimed after a reply; of a set that is completed, that it is owned."""
        child, turn = self.graph.children[edge], self.graph.turns[edge]
        if child < 0:
            return Claim(self.attack[-1 - child], 0, 0, ())
        if child >= node:
            raise Rejected(f"node {node} leads to node {child}, which is no earlier one")
        return known[child] if turn < 0 else self.turned(known[child], turn)

    def turned(self, claim: Claim, turn: int) -> Claim:
        """The same claim where the symmetry takes it."""
        own, other, zone = (image(word, self.images[turn]) for word in claim[:3])
        needs = (image(level, self.images_of_sets[turn]) for level in claim.levels[1:])
        return Claim(own, other, zone, self._levels(own, needs))

    def _completes(self, node: int, child: int, answer: int) -> None:
        if not self.attack[-1 - child] & answer:
            raise Rejected(f"a reply of node {node} is no cell of the set {-1 - child}")

    def _open(self, closed: int) -> int:
        """The sets with a cell outside of these."""
        if closed.bit_count() < self.shortest:
            return self.every
        found = 0
        for cell in members(~closed & ((1 << self.cells) - 1)):
            found |= self.through[cell]
        return found
