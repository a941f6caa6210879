"""A strategy that completes a set, written as claims that say what they rely on.

Each position of the strategy becomes a claim about every position in which its reasons hold
(relevance zones: Thomsen, Lambda-search in game trees, 2000; Wu, Lin 2010), each move of its
sequences of threats another one. So moves that miss the point share one reply, and what no claim
needs of the strategy is left out. ``claims.h`` says what a claim is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gameproof.solvers.bit_sets import bits
from gameproof.solvers.forced.forced_search import ForcedProof
from gameproof.solvers.limits import Limits
from gameproof.solvers.positional.achievement import UNLIMITED, Achievement
from gameproof.solvers.positional.positional_search import Rules, Strategy, moved

DEFAULT, CANDIDATES = -1, 12
"""Replies to a pass that are compared at a position."""

Row = tuple[int, int, int, int]
"""Move, reply, child and symmetry, as in the certificate."""


class Claim(NamedTuple):
    """Cells of the attacker, of the defender, cells that the defender must not own, and for
    k = 0, 1, ... the sets of the defender that have to lack k + 3 cells."""

    own: int
    taken: int
    zone: int
    levels: tuple[int, ...]


class Reply(NamedTuple):
    """The attacker's move, and an earlier claim or -1 - number of the set that is completed; the
    symmetry that takes the claim to its place."""

    cell: int
    child: int
    turn: int


@dataclass(frozen=True, slots=True)
class _Here:
    """A position: the attacker's and the defender's words, a dead cell in both; ``order`` takes
    the cells of the strategy's node to their places."""

    a: int
    d: int
    order: tuple[int, ...]

    def after(self, a: int = 0, d: int = 0) -> _Here:
        """The position with further stones."""
        return _Here(self.a | a, self.d | d, self.order)


class _NotFound(Exception):
    """A position of which no claim was found."""


class Relevance:
    """Writes the claims of one strategy, those that follow first."""

    def __init__(
        self,
        problem: Achievement,
        attack: Sequence[Sequence[int]],
        defend: Sequence[Sequence[int]],
        strategy: Strategy,
        limits: Limits,
    ) -> None:
        """``attack`` and ``defend`` are the problem's sets in the order of the certificate."""
        self.problem, self.strategy, self.limits = problem, strategy, limits
        self.rules = Rules(problem)
        self.attack, self.defend = (
            [sum(1 << cell for cell in one) for one in sets] for sets in (attack, defend)
        )
        self.attack_through, self.defend_through = (
            _through(masks, problem.cells) for masks in (self.attack, self.defend)
        )
        self.near = [sum(1 << s for s in sets) for sets in self.defend_through]
        self.most = max(map(len, defend), default=1)
        self.turns: list[list[int]] = np.asarray(problem.symmetries).tolist()
        self.back = [_inverse(turn) for turn in self.turns]
        self.turn_of = {tuple(turn): i for i, turn in enumerate(self.turns)}
        number = {mask: s for s, mask in enumerate(self.defend)}
        self.of_sets = [[number[moved(mask, turn)] for mask in self.defend] for turn in self.turns]
        self.claims: list[Claim] = []
        self.nodes: list[tuple[Row, ...]] = []
        self.known: dict[tuple[Row, ...], int] = {}
        self.done: dict[int, tuple[int, tuple[int, ...]]] = {}
        self.turned: dict[tuple[int, int], Claim] = {}

    # -- claims --------------------------------------------------------------------------------

    def after(self, child: int, turn: int) -> Claim:
        """What is claimed after a reply, in its place."""
        if child < 0:
            return Claim(self.attack[-1 - child], 0, 0, ())
        if turn <= 0:
            return self.claims[child]
        found = self.turned.get((child, turn))
        if found is None:
            claim, cells, sets = self.claims[child], self.turns[turn], self.of_sets[turn]
            own, taken, zone = (moved(word, cells) for word in claim[:3])
            found = Claim(own, taken, zone, tuple(moved(level, sets) for level in claim.levels))
            self.turned[child, turn] = found
        return found

    def close(self, rows: tuple[Row, ...]) -> int | None:
        """The claim of these edges, the default first; ``None`` where it contradicts itself."""
        if rows in self.known:
            return self.known[rows]
        own = taken = zone = listed = 0
        needs = [0] * self.most
        for move, reply, child, turn in rows[1:]:
            if reply < 0:
                taken |= 1 << move
                continue
            listed |= 1 << move
            claim = self.after(child, turn)
            if (claim.own | claim.zone | 1 << reply) >> move & 1:
                return None
            own |= claim.own & ~(1 << reply)
            zone |= claim.zone | 1 << reply
            taken |= claim.taken & ~(1 << move)
            if child >= 0:
                self._ask(needs, claim, reply, self.near[move])
        _, reply, child, turn = rows[0]
        claim = self.after(child, turn)
        own |= claim.own & ~(1 << reply)
        taken |= claim.taken
        needed = claim.zone | 1 << reply
        zone = (zone | needed) & ~own
        if needed & ~(listed | own) or (own | zone) & taken:
            return None
        if child >= 0:
            closed, exposed = listed | taken, 0
            for cell, sets in enumerate(self.near):
                if not closed >> cell & 1:
                    exposed |= sets
            self._ask(needs, claim, reply, exposed)
        hit = self._hit(own)
        levels = [level & ~hit for level in needs]
        while levels and not levels[-1]:
            levels.pop()
        self.nodes.append(rows)
        self.claims.append(Claim(own, taken, zone, tuple(levels)))
        self.known[rows] = len(self.nodes) - 1
        return len(self.nodes) - 1

    def _ask(self, needs: list[int], claim: Claim, reply: int, exposed: int) -> None:
        alive = ~(self._hit(claim.own) | self.near[reply])
        needs[0] |= exposed & alive & ((1 << len(self.defend)) - 1)
        for k, level in enumerate(claim.levels):
            needs[k] |= level & alive
            if k + 1 < self.most:
                needs[k + 1] |= level & alive & exposed

    def _hit(self, own: int) -> int:
        found = 0
        for cell in bits(own):
            found |= self.near[cell]
        return found

    # -- positions -----------------------------------------------------------------------------

    def applies(self, claim: Claim, here: _Here) -> bool:
        """Is the claim about this position, in which no set of the defender lacks one cell?"""
        if claim.own & ~here.a or claim.taken & ~here.d or claim.zone & here.d:
            return False
        for k, level in enumerate(claim.levels):
            for s in bits(level):
                if not self.defend[s] & here.a and (self.defend[s] & ~here.d).bit_count() < 3 + k:
                    return False
        return True

    def works(self, reply: Reply, here: _Here, must: int) -> bool:
        """Does the attacker win by this reply? ``must``: where the defender is one cell short."""
        if (here.a | here.d) >> reply.cell & 1:
            return False
        if reply.child < 0:
            return self.after(reply.child, 0).own & ~here.a == 1 << reply.cell
        if must & ~(1 << reply.cell):
            return False
        after = self.after(reply.child, reply.turn)
        return self.applies(after, here.after(a=1 << reply.cell))

    def asked(self, reply: Reply, here: _Here) -> tuple[int, int]:
        """The moves to which this reply to a pass is no answer, and the defender's stones that
        keep others from being such."""
        if reply.child < 0:
            return 1 << reply.cell, 0
        claim = self.after(reply.child, reply.turn)
        moves, stones = (1 << reply.cell | claim.zone) & ~(here.a | here.d), 0
        blocked = here.a | claim.own | 1 << reply.cell
        for s, mask in enumerate(self.defend):
            if mask & blocked:
                continue
            least = 3 + sum(level >> s & 1 for level in claim.levels)
            if (self.defend[s] & ~here.d).bit_count() < least:
                moves |= mask & ~here.d
                stones |= mask & here.d
        return moves, stones

    def completing(self, a: int, d: int, cell: int | None = None) -> dict[int, int]:
        """The attacker's cells that complete a set (through ``cell``), with its number."""
        found: dict[int, int] = {}
        for s in range(len(self.attack)) if cell is None else self.attack_through[cell]:
            if not self.attack[s] & d:
                rest = self.attack[s] & ~a
                if rest and not rest & (rest - 1):
                    found.setdefault(rest.bit_length() - 1, s)
        return found

    def forced_by(self, move: int, here: _Here) -> int:
        """The cells on which the defender completes a set, having just moved there."""
        found = 0
        for s in self.defend_through[move]:
            if not self.defend[s] & here.a and (self.defend[s] & ~here.d).bit_count() < 2:
                found |= self.defend[s] & ~here.d
        return found

    # -- the strategy --------------------------------------------------------------------------

    def threats(self, here: _Here, must: int, line: Sequence[int]) -> Reply | None:
        """The attacker's reply that begins this sequence of threats, if it wins."""
        steps: list[tuple[int, dict[int, int]]] = []
        for cell in line:
            if (here.a | here.d) >> cell & 1 or must & ~(1 << cell):
                return None
            here = here.after(a=1 << cell)
            ends = self.completing(here.a, here.d, cell)
            steps.append((cell, ends))
            if len(ends) != 1:
                break
            (answer,) = ends
            here = here.after(d=1 << answer)
            must = self.forced_by(answer, here)
        if len(steps[-1][1]) < 2:
            return None
        cell, second = list(steps[-1][1].items())[1]
        reply = Reply(cell, -1 - second, 0)
        for cell, ends in reversed(steps):
            answer, s = next(iter(ends.items()))
            node = self.close(((DEFAULT, answer, -1 - s, 0), (answer, *reply)))
            if node is None:
                return None
            reply = Reply(cell, node, 0)
        return reply

    def edges(self, node: int, here: _Here) -> dict[int, Row]:
        """The edges of the strategy's node by the defender's move: itself, the reply, the
        strategy's child and its symmetry."""
        order = here.order
        return {
            order[move]: (order[move], order[reply], child, turn)
            for move, reply, child, turn in self.strategy.edges[node]
        }

    def follow(self, here: _Here, edge: Row) -> Reply:
        """The reply of an edge, with the claim about what follows."""
        move, cell, child, turn = edge
        grown = here.after(1 << cell, 1 << move)
        if child < 0:
            s = next(s for s in self.attack_through[cell] if not self.attack[s] & ~grown.a)
            return Reply(cell, -1 - s, 0)
        order = tuple(here.order[to] for to in self.back[turn])
        return Reply(cell, *self.claim(child, _Here(grown.a, grown.d, order)))

    def serve(self, node: int, here: _Here, move: int, tried: Sequence[Reply]) -> Reply | None:
        """A reply to a move of the defender; one that is known, if it serves."""
        after = here.after(d=1 << move)
        must = self.forced_by(move, after)
        for reply in tried:
            if self.works(reply, after, must):
                return reply
        for line in self._lines(node, here):
            found = self.threats(after, must, line)
            if found is not None and self.works(found, after, must):
                return found
        edge = self.edges(node, here).get(move)
        return None if edge is None else self.follow(here, edge)

    def _lines(self, node: int, here: _Here) -> Iterator[list[int]]:
        for line in self.strategy.lines[node]:
            yield [here.order[cell] for cell in line]

    def claim(self, node: int, here: _Here) -> tuple[int, int]:
        """The claim about a position of the strategy, and the symmetry that takes it to its
        place. Raises :class:`_NotFound`."""
        if node not in self.done:
            self.limits.check()
            self.limits.progress(f"writing the strategy, {len(self.nodes)} claims")
            alive = self.rules.alive(here.a, here.d, UNLIMITED)
            self.done[node] = self._claim(node, _Here(*alive, here.order)), here.order
        found, before = self.done[node]
        return found, self.turn_of[tuple(here.order[cell] for cell in _inverse(before))]

    def _claim(self, node: int, here: _Here) -> int:
        now = self.completing(here.a, here.d)
        if now:
            answer, s = next(iter(now.items()))
            also = [Reply(cell, -1 - k, 0) for cell, k in now.items() if cell != answer]
            reply = self.serve(node, here, answer, also)
            rows = None if reply is None else ((DEFAULT, answer, -1 - s, 0), (answer, *reply))
            found = None if rows is None else self.close(rows)
            if found is None:
                raise _NotFound
            return found
        ranked: list[tuple[int, int, Reply, int, int]] = []
        for default in self._defaults(node, here):
            if self.works(default, here, 0):
                wanted = self.asked(default, here)
                ranked.append((wanted[0].bit_count(), len(ranked), default, *wanted))
            if len(ranked) == CANDIDATES:
                break
        for _, _, default, moves, stones in sorted(ranked):
            rows_: list[Row] = [(DEFAULT, *default)]
            tried = [default]
            for move in bits(moves):
                reply = self.serve(node, here, move, tried)
                if reply is None:
                    break
                if reply not in tried:
                    tried.insert(0, reply)
                rows_.append((move, *reply))
            else:
                rows_ += [(cell, -1, -1, 0) for cell in bits(stones)]
                found = self.close(tuple(rows_))
                if found is not None and self.applies(self.claims[found], here):
                    return found
        raise _NotFound

    def _defaults(self, node: int, here: _Here) -> Iterator[Reply]:
        """Replies that may serve after a pass: by threats, or after some move."""
        seen: set[Reply] = set()
        for line in sorted(self._lines(node, here), key=len):
            found = self.threats(here, 0, line)
            if found is not None and found not in seen:
                seen.add(found)
                yield found
        for edge in self.edges(node, here).values():
            found = self.follow(here, edge)
            if found not in seen:
                seen.add(found)
                yield found

    def run(self) -> ForcedProof | None:
        """All claims; ``None`` where one was not found."""
        problem, strategy = self.problem, self.strategy
        opening = strategy.opening
        if strategy.root < 0:
            return ForcedProof(opening, -1, np.zeros(1, np.int64), np.zeros((0, 4), np.int64), {})
        a = problem.attacker | (1 << opening if opening >= 0 else 0)
        start = _Here(a, problem.defender, tuple(self.back[strategy.symmetry]))
        try:
            root, _ = self.claim(strategy.root, start)
        except _NotFound:
            return None
        return self._proof(opening, root)

    def _proof(self, opening: int, root: int) -> ForcedProof:
        """The nodes that the root rests on, numbered anew."""
        needed = {root}
        for node in range(root, -1, -1):
            if node in needed:
                needed |= {row[2] for row in self.nodes[node] if row[1] >= 0 and row[2] >= 0}
        number = {node: i for i, node in enumerate(sorted(needed))}
        rows = [
            [
                (move, reply, number[child] if child >= 0 else child, turn)
                for move, reply, child, turn in self.nodes[node]
            ]
            for node in sorted(needed)
        ]
        ends = np.cumsum([0, *map(len, rows)], dtype=np.int64)
        edges = np.array([row for node in rows for row in node], np.int64).reshape(-1, 4)
        return ForcedProof(opening, number[root], ends, edges, {"claims": len(rows)})


def _through(masks: Sequence[int], cells: int) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in range(cells)]
    for s, mask in enumerate(masks):
        for cell in bits(mask):
            found[cell].append(s)
    return found


def _inverse(row: Sequence[int]) -> list[int]:
    found = [0] * len(row)
    for cell, to in enumerate(row):
        found[to] = cell
    return found
