"""Rule ``timed``: strategies of positional games that count plies, node by node.

The plain checker has accepted the certificate, in which a node stands for all positions that the
symmetries of the board exchange. Here each of them is a node, with the plies that are left; a
sequence of threats is a chain of nodes, one for each move of his. The evidence: who starts, who
answers, whether he wins, in how many plies, his opening move, where the root is, and the nodes,
each after those that it leads to: plies, what the other may own, what the player who answers owns,
which of the other's sets he may yet complete; edges (move, reply, twice a node or twice a set and
one more), the moves after which weights do, and what stops all that is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from gameproof.certificates.strategies.positional_checker import Checker, attacker_moves
from gameproof.games.bit_sets import mask_of, members
from gameproof.games.positional import OTHER, Position
from gameproof.prover.formal.force import inverse
from gameproof.prover.formal.numbers import PLAYERS, NotCovered, Numbers, flat, maybe, row
from gameproof.prover.formal.written_strategy import (
    LIGHT,
    NOTHING,
    PAIRED,
    Writer,
    pair_rows,
    played,
    pressed,
)

RULE = 23
MOST = 1 << 16
"""Nodes of a step."""


class Timed:
    """One proof of a certificate that counts plies; raises :class:`NotCovered`.

    ``theirs`` and ``own`` are the words of the other and of who answers; a dead cell is in both.
    ``moves`` are those that the attacker has left.
    """

    def __init__(
        self, position: Position, attacker: str, what: str, checker: Checker, plies: int
    ) -> None:
        self.position, self.checker = position, checker
        self.wins = what == "forces"
        self.player = attacker if self.wins else OTHER[attacker]
        self.writer = Writer(position, self.player)
        self.nodes: list[Numbers] = []
        self.turns = checker.table.permutations
        self.plies, self.moves = plies, attacker_moves(position, attacker, plies)
        self.full = 1 << checker.attack.longest
        self.at, self.light = cache(self._at), cache(self._light)

    def step(self, opening: int, root: int, symmetry: int) -> Numbers:
        """The step."""
        position = self.position
        theirs, own, _ = self.writer.start()
        moves, starts = self.moves, position.to_move == self.player
        plies = self.plies
        if starts != (opening != -1):
            raise NotCovered("a strategy that counts plies without an opening move")
        if self.wins:  # the last ply is his
            plies = 2 * moves - starts
        target = None
        if starts:
            own |= 1 << opening
            moves -= self.wins
            target = self.writer.whole(own, opening)
        if target is None:
            turn = self.turns[symmetry] if 0 <= symmetry < len(self.turns) else ()
            left = plies - starts
            target = 2 * self.reached(root, turn, theirs, own, moves, left)
        entry = target if starts else target // 2
        return [
            RULE, PLAYERS[position.to_move], PLAYERS[self.player], int(self.wins), plies,
            *maybe(opening if starts else None), entry, *flat(self.nodes),
        ]  # fmt: skip

    def reached(
        self, node: int, turn: Sequence[int], theirs: int, own: int, moves: int, plies: int
    ) -> int:
        """The number of the node for a position, which ``turn`` takes to ``node``."""
        words = (own, theirs) if self.wins else (theirs, own)
        a, d = self.checker.reduced(*words, moves)
        if not self.wins and 2 * self.checker.attack.potential(a, d, moves) < self.full:
            return self.light(a, d, moves, plies)
        return self.at(node, tuple(turn), a, d, moves, plies)

    def _light(self, a: int, d: int, moves: int, plies: int) -> int:
        """A node that weights stop."""
        return self.add(a, d, moves, plies, stop=[LIGHT])

    def add(
        self,
        a: int,
        d: int,
        moves: int,
        plies: int,
        edges: Iterable[Numbers] = (),
        weighed: Iterable[int] = (),
        stop: Numbers | None = None,
    ) -> int:
        """A node; its number."""
        theirs, own = (d, a) if self.wins else (a, d)
        left = sum(
            1 << number
            for number, mask in enumerate(self.writer.theirs)
            if not mask & own and (mask & ~theirs).bit_count() <= moves
        )
        if len(self.nodes) == MOST:
            raise NotCovered(f"a strategy of more than {MOST} positions")
        told = [plies, theirs, own & ~theirs, left]
        self.nodes.append([*told, *flat(edges), *row(weighed), *(stop or [NOTHING])])
        return len(self.nodes) - 1

    def _at(self, node: int, turn: tuple[int, ...], a: int, d: int, moves: int, plies: int) -> int:
        back = inverse(turn)
        table = self.checker.table
        edges = {back[table.moves[edge]]: edge for edge in table.edges_of(node)}
        if self.wins:
            return self.forced(node, turn, back, edges, a, d, moves, plies)
        return self.prevented(node, turn, back, edges, a, d, moves, plies)

    def edge(
        self,
        edge: int,
        turn: Sequence[int],
        back: Sequence[int],
        a: int,
        d: int,
        moves: int,
        plies: int,
    ) -> Numbers:
        """An edge of a node."""
        table = self.checker.table
        move, reply = back[table.moves[edge]], back[table.replies[edge]]
        theirs, own = (d, a) if self.wins else (a, d)
        theirs, own = theirs | 1 << move, own | 1 << reply
        whole = self.writer.whole(own & ~theirs, reply)
        if whole is not None:
            return [move, reply, whole]
        further = self.turns[table.symmetries[edge]]
        after = [further[to] for to in turn]
        child = table.children[edge]
        return [move, reply, 2 * self.reached(child, after, theirs, own, moves - 1, plies - 2)]

    def forced(
        self, node: int, turn: Sequence[int], back: Sequence[int], edges: dict[int, int],
        a: int, d: int, moves: int, plies: int,
    ) -> int:  # fmt: skip
        """A node of who wins."""
        checker, table = self.checker, self.checker.table
        told = [self.edge(e, turn, back, a, d, moves, plies) for e in edges.values()]
        asked = pressed(checker, a, d, checker.board & ~(a | d) & ~mask_of(edges))
        pairs = checker.defend.short_of_two(d, a)
        for given in table.lines_of(node):
            line = [back[cell] for cell in given]
            if not asked or not 0 < len(line) < moves:
                continue
            beaten = checker.beaten(a, d, pairs, line, asked)
            asked &= ~beaten
            for move in members(beaten):
                chain = played(checker, a, d | 1 << move, line)
                told.append(self.chain(move, chain or (), a, d, moves, plies))
        return self.add(a, d, moves, plies, told)

    def chain(
        self, move: int, line: Sequence[tuple[int, int]], a: int, d: int, moves: int, plies: int
    ) -> Numbers:
        """The edge for a move that a sequence of threats beats."""
        if not line:
            raise NotCovered("a sequence of threats that wins nothing")
        (cell, left), *rest = line
        a, d = a | 1 << cell, d | 1 << move
        told = [self.chain(left, rest, a, d, moves - 1, plies - 2)] if rest else []
        return [move, cell, 2 * self.add(a, d, moves - 1, plies - 2, told)]

    def prevented(
        self, node: int, turn: Sequence[int], back: Sequence[int], edges: dict[int, int],
        a: int, d: int, moves: int, plies: int,
    ) -> int:  # fmt: skip
        """A node of who holds."""
        checker, table = self.checker, self.checker.table
        pairs = [(back[x], back[y]) for x, y in table.pairs_of(node)]
        if pairs:
            return self.add(a, d, moves, plies, stop=[PAIRED, *pair_rows(pairs)])
        ends = checker.defend.completing(d, a)
        asked = checker.board & ~(a | d)
        if ends:
            asked = 0 if ends & (ends - 1) else ends
        told: list[Numbers] = []
        for reply, kept in table.answers_of(node):
            cell, answer = back[reply], [(back[x], back[y]) for x, y in kept]
            served = asked & ~mask_of([cell, *(c for pair in answer for c in pair)])
            asked &= ~served
            stop = [PAIRED, *pair_rows(answer)]
            for move in members(served):
                words = a | 1 << move, d | 1 << cell
                there = self.add(*words, moves - 1, plies - 2, stop=stop)
                told.append([move, cell, 2 * there])
        weighed = [move for move in members(asked) if move not in edges]
        told += [
            self.edge(edges[move], turn, back, a, d, moves, plies)
            for move in members(asked)
            if move in edges
        ]
        return self.add(a, d, moves, plies, told, weighed)
