"""One strategy from the pieces of a divided search: their nodes, up to symmetry, in one book.

Every piece holds a strategy from its place on; the decided places above say which moves lead
to them. Written down position by position, from the start, with what the book has for each.
The result is checked like any other strategy, so nothing here is believed.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.strategies.positional_strategy import PositionalStrategy
from gameproof.encodings.division import Outcome, Place
from gameproof.games.positional import Position
from gameproof.solvers.bit_sets import bits
from gameproof.solvers.limits import Limits
from gameproof.solvers.positional.achievement import UNLIMITED, Achievement
from gameproof.solvers.positional.positional_search import (
    ATTACKER,
    DEFENDER,
    Edges,
    Rules,
    Strategy,
    Words,
    Written,
    moved,
    write,
)


class Claim(Protocol):
    """What the writer asks of a divided claim."""

    attacker: str
    problem: Achievement
    rules: Rules
    symmetries: NDArray[np.int64]

    def turned(self, a: int, d: int) -> tuple[int, int, int]:
        """The least image of a position, and the symmetry."""

    def key(self, a: int, d: int, turn: int) -> str:
        """The key of a place."""

    def at(self, place: Place) -> Position:
        """The position of a place."""


def positions_of(
    given: PositionalStrategy, start: tuple[Words, int, int], verdict: bool, rules: Rules
) -> dict[int, Words]:
    """The words of the position at each node of a proof that was checked. ``start``: where the
    other player is to move first, the node that it is, turned by which symmetry. O(edges * sets).
    """
    words, root, symmetry = start
    turns: list[list[int]] = given.permutations.tolist()
    ends: list[int] = given.edge_ends.tolist()
    columns = (given.moves, given.replies, given.children, given.symmetries)
    edges = list(zip(*(column.tolist() for column in columns), strict=True))
    found: dict[int, Words] = {}

    def reach(node: int, turn: int, a: int, d: int) -> None:
        x, y = rules.alive(a, d, UNLIMITED)
        found.setdefault(node, (moved(x, turns[turn]), moved(y, turns[turn])))

    if root >= 0:
        reach(root, symmetry, *words)
    for node in range(max(root, 0), len(ends) - 1):
        if node in found:
            a, d = found[node]
            for move, reply, child, turn in edges[ends[node] : ends[node + 1]]:
                if child >= 0:
                    mine, theirs = (reply, move) if verdict else (move, reply)
                    reach(child, turn, a | 1 << mine, d | 1 << theirs)
    return found


def proof_row(
    certificate: Certificate, attacker: str, verdict: bool
) -> tuple[PositionalStrategy, tuple[int, int, int]] | None:
    """A piece's strategy and its start (opening, node, symmetry) for this verdict about the
    attacker, ``None`` where the certificate has none."""
    if not isinstance(certificate, PositionalStrategy):
        return None
    if certificate.plies is not None or certificate.box is not None:
        return None
    what = "forces" if verdict else "prevents"
    for player, said, opening, root, symmetry in certificate.proofs:
        if (player, said) == (attacker, what):
            return certificate, (opening, root, symmetry)
    return None


class Book:
    """What the pieces do, by position up to symmetry and dead cells."""

    def __init__(self, claim: Claim, verdict: bool) -> None:
        self.claim = claim
        self.verdict = verdict
        self.rows: list[list[int]] = claim.symmetries.tolist()
        self.replies: dict[Words, int] = {}
        self.moves: dict[Words, dict[int, int]] = {}
        self.lines: dict[Words, list[list[int]]] = {}
        self.pairs: dict[Words, list[tuple[int, int]]] = {}

    def turned(self, a: int, d: int) -> tuple[Words, list[int]]:
        """The position without dead cells in its least form, and the symmetry."""
        x, y, g = self.claim.turned(*self.claim.rules.alive(a, d, UNLIMITED))
        return (x, y), self.rows[g]

    def add(self, place: Place, certificate: Certificate) -> None:
        """Put the nodes of a piece into the book. O(edges * sets)."""
        claim = self.claim
        row = proof_row(certificate, claim.attacker, self.verdict)
        if row is None:
            raise RuntimeError("a piece that was accepted holds no strategy")
        given, (opening, root, symmetry) = row
        a, d, turn = (int(word, 16) for word in place.text.split())
        if self.verdict == (turn == ATTACKER) and opening >= 0:
            self._reply(a, d, opening)
            a, d = (a | 1 << opening, d) if self.verdict else (a, d | 1 << opening)
        edge_ends, line_ends, cell_ends, pair_ends, moves, replies, cells, pairs = (
            np.asarray(column).tolist()
            for column in (
                given.edge_ends, given.line_ends, given.cell_ends, given.pair_ends,
                given.moves, given.replies, given.cells, given.pairs,
            )
        )  # fmt: skip
        known = positions_of(given, ((a, d), root, symmetry), self.verdict, claim.rules)
        for node, (x, y) in known.items():
            here, to = self.turned(x, y)
            if here in self.lines:
                continue
            self.moves[here] = {
                to[moves[edge]]: to[replies[edge]]
                for edge in range(edge_ends[node], edge_ends[node + 1])
            }
            self.lines[here] = [
                [to[cell] for cell in cells[cell_ends[i] : cell_ends[i + 1]]]
                for i in range(line_ends[node], line_ends[node + 1])
            ]
            rows = pairs[pair_ends[node] : pair_ends[node + 1]] if pair_ends else []
            self.pairs[here] = [(to[one], to[two]) for one, two in rows]

    def _reply(self, a: int, d: int, cell: int) -> None:
        here, to = self.turned(a, d)
        self.replies.setdefault(here, to[cell])


class _Writer:
    """Writes the strategy from the book and the decided places."""

    def __init__(self, claim: Claim, outcome: Outcome, limits: Limits) -> None:
        self.claim, self.rules, self.turned = claim, claim.rules, claim.turned
        self.outcome = outcome
        self.book = Book(claim, outcome.verdict)
        for decided in outcome.decided.values():
            limits.check()
            if decided.verdict == outcome.verdict and decided.certificate is not None:
                self.book.add(decided.place, decided.certificate)

    def answer(
        self, a: int, d: int, turn: int, reply: int | None = None
    ) -> tuple[int, Words | None, int]:
        """The proved player's move, the node it leads to (``None`` when nothing is left to prove)
        and the symmetry that turns the position into that node. The move is ``reply``, the
        book's, or leads to a place decided alike."""
        rules = self.rules
        now = rules.attack.completing(a, d) if turn == ATTACKER else rules.defend.completing(d, a)
        if now:
            return next(bits(now)), None, 0
        if reply is None:
            here, to = self.book.turned(a, d)
            cell = self.book.replies.get(here)
            if cell is None:
                cell = self._leads_on(*here, turn)
            reply = to.index(cell)
        if turn == ATTACKER:
            a |= 1 << reply
        else:
            d |= 1 << reply
            if 2 * rules.attack.scan(a, d, UNLIMITED)[2] < rules.whole:
                return reply, None, 0
        x, y, g = self.turned(*rules.alive(a, d, UNLIMITED))
        return reply, (x, y), g

    def _leads_on(self, a: int, d: int, turn: int) -> int:
        """A move of the proved player to a decided place, at a position in its least form."""
        for cell in self.rules.weight(a, d, self.rules.board & ~(a | d)):
            after = (a | 1 << cell, d) if turn == ATTACKER else (a, d | 1 << cell)
            found = self.outcome.decided.get(self.claim.key(*after, 1 - turn))
            if found is not None and found.verdict == self.outcome.verdict:
                return cell
        raise RuntimeError("the pieces do not fit together; please report this question")

    def forced(self, a: int, d: int) -> Written:
        """The attacker's answers, with the sequences of threats of the book. Where the book has
        the position, what it does not answer is met by these: its piece was checked."""
        known = self.book.moves.get((a, d))
        edges: Edges = []
        for move in bits(self.rules.board & ~(a | d)) if known is None else known:
            stones = d | 1 << move
            if known is None and self.rules.attack.completing(a, stones):
                continue
            reply = None if known is None else known[move]
            edges.append((move, *self.answer(a, stones, ATTACKER, reply)))
        return edges, self.book.lines.get((a, d), []), []

    def prevented(self, a: int, d: int) -> Written:
        """The defender's answers and the pairs of the book."""
        known = self.book.moves.get((a, d))
        edges: Edges = []
        for move in bits(self.rules.board & ~(a | d)) if known is None else known:
            grown = a | 1 << move
            if known is None:
                potential = self.rules.attack.scan(grown, d, UNLIMITED)[2]
                if potential < self.rules.whole or self.rules.defend.completing(d, grown):
                    continue
            reply = None if known is None else known[move]
            edges.append((move, *self.answer(grown, d, DEFENDER, reply)))
        return edges, [], self.book.pairs.get((a, d), [])


def composed(claim: Claim, outcome: Outcome, limits: Limits) -> Strategy:
    """The strategy of the whole claim. O(nodes * free cells * sets); raises ``LimitReached``."""
    problem, rules = claim.problem, claim.rules
    a, d = problem.attacker, problem.defender
    turn = ATTACKER if problem.attacker_to_move else DEFENDER
    verdict = outcome.verdict
    result = Strategy(verdict)
    writer = _Writer(claim, outcome, limits)
    expand = writer.forced if verdict else writer.prevented
    potential = rules.attack.scan(a, d, UNLIMITED)[2]
    if not verdict and potential < (rules.whole if turn == DEFENDER else (rules.whole + 1) // 2):
        return result
    if verdict == (turn == ATTACKER):
        result.opening, node, result.symmetry = writer.answer(a, d, turn)
        if node is not None:
            write(result, node, expand, limits)
        return result
    x, y, result.symmetry = claim.turned(*rules.alive(a, d, UNLIMITED))
    write(result, (x, y), expand, limits)
    return result
