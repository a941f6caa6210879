"""The nodes of rule ``answers`` as numbers, and sequences of threats with what they leave.

Helper of :mod:`gameproof.prover.formal.answering`, which explains them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gameproof.certificates.strategies.positional_checker import Checker
from gameproof.games.bit_sets import mask_of, members
from gameproof.games.positional import OTHER, Position
from gameproof.prover.formal.numbers import PLAYERS, Numbers, flat, maybe, row
from gameproof.prover.formal.positions import sets_of

RULE = 19
NOTHING, LIGHT, PAIRED = range(3)
Sequence_ = tuple[tuple[int, int], ...]


class Node(NamedTuple):
    """What a node says of a position: words of cells, and of sets."""

    most: int
    least: int
    open: int


class Writer:
    """The nodes of a step, written from the end: each that is asked for gets its number."""

    def __init__(self, position: Position, player: str) -> None:
        self.position, self.player = position, player
        self.goals = [mask_of(one) for one in sets_of(position, player)]
        self.theirs = [mask_of(one) for one in sets_of(position, OTHER[player])]
        self.through = [0] * position.board.cells
        for number, mask in enumerate(self.theirs):
            for cell in members(mask):
                self.through[cell] |= 1 << number
        self.nodes: list[Numbers] = []
        self.light: dict[Node, int] = {}

    def start(self) -> Node:
        """What is so where the play begins."""
        own, other = (mask_of(self.position.stones(p)) for p in (self.player, OTHER[self.player]))
        return Node(other, own, self.unmet(own))

    def free(self, node: Node) -> int:
        """The cells that nobody owns."""
        return ((1 << self.position.board.cells) - 1) & ~(node.most | node.least)

    def unmet(self, own: int) -> int:
        """The other's sets without these cells."""
        return sum(1 << i for i, mask in enumerate(self.theirs) if not mask & own)

    def whole(self, own: int, reply: int) -> int | None:
        """The number of a set of his that lies in these cells, through the reply."""
        for number, mask in enumerate(self.goals):
            if mask >> reply & 1 and not mask & ~own:
                return 2 * number + 1
        return None

    def add(
        self,
        node: Node,
        edges: Iterable[Numbers] = (),
        sequences: Iterable[tuple[list[int], Sequence_]] = (),
        stop: Numbers | None = None,
        pairings: Iterable[tuple[int, list[tuple[int, int]]]] = (),
        weighed: Iterable[int] = (),
    ) -> int:
        """A node; its number."""
        self.nodes.append(
            [
                *node,
                *flat(edges),
                *flat([*row(moves), *pair_rows(line)] for moves, line in sequences),
                *(stop or [NOTHING]),
                *flat([reply, *pair_rows(pairs)] for reply, pairs in pairings),
                *row(weighed),
            ]
        )
        return len(self.nodes) - 1

    def by_weight(self, node: Node) -> int:
        """A node that weights stop."""
        if node not in self.light:
            self.light[node] = self.add(node, stop=[LIGHT])
        return self.light[node]

    def step(self, wins: bool, opening: int, turns: list[Numbers], root: list[int]) -> Numbers:
        """The step."""
        return [
            RULE, PLAYERS[self.position.to_move], PLAYERS[self.player], int(wins),
            *maybe(None if opening == -1 else opening), *flat(turns), *root, *flat(self.nodes),
        ]  # fmt: skip


def pair_rows(pairs: Iterable[tuple[int, int]]) -> Numbers:
    """Pairs of cells, with their number before them."""
    return flat([*pair] for pair in pairs)


def words_of(checker: Checker, root: int, wins: bool) -> dict[int, tuple[int, int]]:
    """The words of the attacker and of the defender at each node from the root on that is reached,
    in the certificate's order; the plain checker follows the strategy."""
    found: dict[int, tuple[int, int]] = {}
    for node in range(root, len(checker.table.edge_ends) - 1):
        if not checker.nodes:
            break
        found[node] = checker.nodes[node][:2]
        (checker.forced if wins else checker.prevented)(node)
    return found


def pressed(checker: Checker, a: int, d: int, asked: int) -> int:
    """Those of the defender's moves that do not lose at once: where the attacker threatens to
    complete a set, the cell that he needs, and none where he needs one of several."""
    now = checker.attack.completing(a, d)
    return asked if not now else 0 if now & (now - 1) else asked & now


def sequences(
    checker: Checker, a: int, d: int, lines: Iterable[list[int]], asked: int
) -> list[tuple[list[int], Sequence_]]:
    """For each sequence of threats the moves that it beats, and what it leaves the other each
    time; a move that takes one of two last cells makes a sequence of its own."""
    asked = pressed(checker, a, d, asked)
    pairs = checker.defend.short_of_two(d, a)
    found: list[tuple[list[int], Sequence_]] = []
    for line in lines:
        if not asked:
            break
        beaten = checker.beaten(a, d, pairs, line, asked)
        asked &= ~beaten
        plain = played(checker, a, d, line)
        other = [x for x in members(beaten) if played(checker, a, d | 1 << x, line) != plain]
        usual = [x for x in members(beaten) if x not in other]
        if usual and plain is not None:
            found.append((usual, plain))
        for x in other:
            own = played(checker, a, d | 1 << x, line)
            if own is not None:
                found.append(([x], own))
    return found


def played(checker: Checker, a: int, d: int, line: Iterable[int]) -> Sequence_ | None:
    """The attacker's moves and what each leaves the defender, up to two cells at once."""
    found: list[tuple[int, int]] = []
    for cell in line:
        a |= 1 << cell
        answer = checker.attack.completing(a, d, cell)
        if not answer:
            return None
        if answer & (answer - 1):
            return (*found, (cell, cell))
        found.append((cell, answer.bit_length() - 1))
        d |= answer
    return None
