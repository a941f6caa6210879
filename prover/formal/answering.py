"""Rule ``answers``: strategies of positional games, node by node.

The plain checker has accepted the certificate, and its own reader says what each node is about.
The evidence: who starts, who answers, whether he wins or holds, his opening move, symmetries, where
the root is, and the nodes, each after those that it leads to: what the other may own, what the
player who answers owns, which of the other's sets may be without a stone of his; then edges (move,
reply, twice a node or twice a set and one more, symmetry), sequences of threats with the moves that
they beat, what stops all that is left, answers with pairs, and the moves after which weights do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gameproof.certificates.strategies.positional_checker import UNLIMITED, Checker
from gameproof.certificates.strategies.positional_strategy import (
    checker_of,
    proof_rows,
    table_of,
)
from gameproof.certificates.strategies.potential import ERDOS_SELFRIDGE
from gameproof.games.bit_sets import mask_of, members
from gameproof.games.positional import OTHER, Position
from gameproof.prover.formal import followed
from gameproof.prover.formal.boxed import of_box
from gameproof.prover.formal.followed import require_short
from gameproof.prover.formal.force import inverse
from gameproof.prover.formal.numbers import (
    After,
    Claimed,
    NotCovered,
    Numbers,
    row,
)
from gameproof.prover.formal.pairs import stealing
from gameproof.prover.formal.positions import images_of, sets_of
from gameproof.prover.formal.timed import Timed
from gameproof.prover.formal.written_strategy import (
    PAIRED,
    Node,
    Writer,
    pair_rows,
    sequences,
    words_of,
)
from gameproof.replies.replies import reply

MOST_EDGES = 1 << 20
MOST_CELLS = 1 << 9
"""Of a board with a tile."""


def of_strategy(theorem: Claimed, certificate: Any) -> list[Numbers]:
    """A step for each proof, and stealing where it makes a draw of them; raises
    :class:`NotCovered`."""
    position = theorem.goal.position
    if len(certificate.moves) > MOST_EDGES:
        raise NotCovered(f"a strategy of more than {MOST_EDGES} moves")
    if certificate.box is not None:
        return [of_box(position, certificate)]
    table = table_of(position, certificate)
    steps = []
    for attacker, what, opening, root, symmetry in proof_rows(certificate):
        strategy: Strategy | Timed
        checker = checker_of(position, attacker, table)
        if certificate.plies is None:
            strategy = Strategy(position, attacker, what, checker)
        else:
            strategy = Timed(position, attacker, what, checker, certificate.plies)
        steps.append(strategy.step(opening, root, symmetry))
    return [*steps, *stealing(position)]


class Strategy:
    """One proof of a certificate."""

    def __init__(self, position: Position, attacker: str, what: str, checker: Checker) -> None:
        self.wins = what == "forces"
        self.player = attacker if self.wins else OTHER[attacker]
        self.position, self.checker = position, checker
        self.writer = Writer(position, self.player)

    def step(self, opening: int, root: int, symmetry: int) -> Numbers:
        """The step: the nodes in the certificate's order are looked at, and written from the
        last one to the first."""
        checker, writer = self.checker, self.writer
        theirs, own, _ = writer.start()
        if opening != -1:
            if whole := writer.whole(own | 1 << opening, opening):
                return writer.step(self.wins, opening, [], [whole, 0])
            own |= 1 << opening
        a, d = (own, theirs) if self.wins else (theirs, own)
        if not self.wins and 2 * checker.attack.potential(a, d, UNLIMITED) < self.full:
            start = Node(theirs, own, writer.unmet(own))
            return writer.step(False, opening, [], [2 * writer.by_weight(start), 0])
        checker.reach(root, symmetry, a, d, UNLIMITED, -1)
        words = words_of(checker, root, self.wins)
        number: dict[int, int] = {}
        for node in reversed(words):
            number[node] = self.written(node, *words[node], number)
        turns = [*self.symmetries()]
        return writer.step(self.wins, opening, turns, [2 * number[root], symmetry + 1])

    @property
    def full(self) -> int:
        """The weight from which a family may not be stopped."""
        return 1 << self.checker.attack.longest

    def symmetries(self) -> Iterator[Numbers]:
        """Those that take a node to its place: the permutations, back."""
        rows = self.checker.table.permutations
        sets = sets_of(self.position, OTHER[self.player])
        for to, back in zip(rows, images_of(sets, rows), strict=True):
            yield [*row(inverse(to)), *row(to), *row(inverse(back)), *row(back)]

    def node(self, a: int, d: int) -> Node:
        """A position, dead cells being in both words, as what is said of it."""
        theirs, own = (d, a) if self.wins else (a, d)
        return Node(theirs, own & ~theirs, self.writer.unmet(own))

    def edge(self, a: int, d: int, edge: int, number: dict[int, int]) -> Numbers:
        """An edge of a node."""
        table = self.checker.table
        move, reply = table.moves[edge], table.replies[edge]
        here = self.node(a, d)
        after = here.least | 1 << reply
        if whole := self.writer.whole(after, reply):
            return [move, reply, whole, 0]
        child = table.children[edge]
        if not self.wins:
            grown, stones = a | 1 << move, d | 1 << reply
            if 2 * self.checker.attack.potential(grown, stones, UNLIMITED) < self.full:
                left = here.open & ~self.writer.through[reply]
                light = Node(here.most | 1 << move, after, left)
                return [move, reply, 2 * self.writer.by_weight(light), 0]
        return [move, reply, 2 * number[child], table.symmetries[edge] + 1]

    def written(self, node: int, a: int, d: int, number: dict[int, int]) -> int:
        """A node, written; its number."""
        table = self.checker.table
        edges = {table.moves[edge]: edge for edge in table.edges_of(node)}
        here = self.node(a, d)
        if self.wins:
            told = [self.edge(a, d, e, number) for e in edges.values()]
            free = self.checker.board & ~(a | d)
            asked = free & ~mask_of(edges)
            beaten = sequences(self.checker, a, d, table.lines_of(node), asked)
            return self.writer.add(here, told, beaten)
        return self.held(node, here, a, d, edges, number)

    def held(
        self,
        node: int,
        here: Node,
        a: int,
        d: int,
        edges: dict[int, int],
        number: dict[int, int],
    ) -> int:
        """A node of who holds."""
        checker, table, writer = self.checker, self.checker.table, self.writer
        pairs = table.pairs_of(node)
        if pairs:
            return writer.add(here, stop=[PAIRED, *pair_rows(pairs)])
        ends = checker.defend.completing(d, a)
        if not checker.attack.completing(a, d) and ends & (ends - 1):
            return writer.add(here)
        if 2 * checker.attack.potential(a, d, UNLIMITED) < self.full:
            return writer.by_weight(here)
        answers = table.answers_of(node)
        moves = checker.board & ~(a | d) & ~checker.answered(node, a, d)
        if ends:
            moves &= ends
        told = [self.edge(a, d, edges[m], number) for m in members(moves) if m in edges]
        weighed = [m for m in members(moves) if m not in edges]
        return writer.add(here, told, pairings=answers, weighed=weighed)


def of_potential(theorem: Claimed, certificate: Any) -> list[Numbers]:
    """A node that weights stop, after the best cell where the player is to move."""
    position, player = theorem.goal.position, certificate.player
    if certificate.theorem != ERDOS_SELFRIDGE:
        require_short(certificate)
        return followed.of_strategy(theorem, certificate)
    writer = Writer(position, player)
    start, opening = writer.start(), -1
    if position.to_move == player:
        worth = [0] * position.board.cells
        for number, mask in enumerate(writer.theirs):
            if start.open >> number & 1:
                left = mask & ~start.most
                for cell in members(left):
                    worth[cell] += 1 << (position.board.cells - left.bit_count())
        opening = max(members(writer.free(start)), key=worth.__getitem__)
        left = start.open & ~writer.through[opening]
        start = Node(start.most, start.least | 1 << opening, left)
    root = [2 * writer.by_weight(start), 0]
    return [writer.step(False, opening, [], root), *stealing(position)]


def of_tiling(theorem: Claimed, certificate: Any) -> list[Numbers]:
    """The pairs that the copies of a tile leave on the board, one node; stealing beside it."""
    position = theorem.goal.position
    if any(len(cells) != 1 or len(cells[0]) != 2 for cells in certificate.regions):
        require_short(certificate)
        return followed.of_strategy(theorem, certificate)
    if position.board.cells > MOST_CELLS or position.to_move != "first":
        raise NotCovered(f"tiles on boards of more than {MOST_CELLS} cells, or of the other player")
    partner: dict[int, int] = {}
    for cell in position.moves():
        after = position.play(cell)
        found = None if after.result() is not None else reply(after, certificate)
        if found is not None:
            partner[cell] = found
    pairs = [(x, y) for x, y in partner.items() if x < y and partner.get(y) == x]
    writer = Writer(position, "second")
    root = [2 * writer.add(writer.start(), stop=[PAIRED, *pair_rows(pairs)]), 0]
    return [writer.step(False, -1, [], root), *stealing(position)]


AFTER: After = {"tiling": of_tiling, "positional-strategy": of_strategy, "potential": of_potential}
