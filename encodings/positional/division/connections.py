"""Hex, divided: who joins his sides, by the connections of pieces deduced one from another.

A place is a position with the must-play region as its moves
(:mod:`gameproof.solvers.connections.search`). A piece is an ordinary certificate of
connections from its place on; above the pieces the steps are those of the search tree: a winning
move is played, and any move of the opponent leaves a connection.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Goal
from gameproof.certificates.strategies.connection import Connection
from gameproof.encodings.division import (
    LEAST,
    Derived,
    Estimates,
    Found,
    Numbers,
    Outcome,
    Place,
    one_claim,
    spent,
    within,
)
from gameproof.encodings.method import Finding
from gameproof.encodings.positional import connections
from gameproof.encodings.positional.division.in_turn import in_turn
from gameproof.games.meaning.statement import Forces, only
from gameproof.games.positional import PLAYERS, Position
from gameproof.games.positional_questions import aim_of
from gameproof.solvers.bit_sets import bits
from gameproof.solvers.connections.deduction import Reach
from gameproof.solvers.connections.fill import Key
from gameproof.solvers.connections.proof import Proof, Writer
from gameproof.solvers.connections.search import INFINITE, Reason, Search
from gameproof.solvers.limits import LimitReached, Limits

FIRST, SECOND = 0, 1
"""Numbers of the players; the claim is about the first."""
MOST_KEPT = 1 << 19
"""Positions that a worker keeps for its next pieces."""


class JoinClaim:
    """The claim that the first player joins his sides; a
    :class:`Numbered <gameproof.encodings.division.Numbered>` splitting."""

    weak = False

    def __init__(self, position: Position) -> None:
        self.position = position
        self.layout = connections.layout_of(position)
        self.problem = connections.as_connections(position, self.layout)
        # A piece's proof stands for itself, and a lemma of another may hold pairs that it has
        # as stones.
        self.engine = Search(self.problem, Limits(), learning=False)

    # -- places ------------------------------------------------------------------------------

    def place(self, key: Key) -> Place:
        """The position of a key, with the verdict where connections alone say it."""
        node = self.engine.node(key)
        verdict = None if node.winner < 0 else node.winner == FIRST
        text, own = _text(key), key[2] == FIRST
        return Place(text, text, own, verdict, *_numbers(key, (node.phi, node.delta)))

    def start(self) -> Place:
        """As :class:`Splitting <gameproof.encodings.division.Splitting>` says."""
        start = self.place((*self.problem.own, self.problem.mover))
        return replace(start, verdict=None, proof=1, disproof=1)  # it needs a proof in any case

    def follow(self, place: Place, estimates: Estimates) -> list[Place]:
        """As :class:`Splitting <gameproof.encodings.division.Splitting>` says: the moves of the
        must-play region, all others lose; any move where connections say who wins."""
        del estimates  # the tree has them
        key = key_of(place)
        moves = self.engine.node(key).moves or [*bits(self.engine.all & ~(key[0] | key[1]))]
        return [self.place(after) for after in self.engine.filling.follow(key, moves)]

    def at(self, place: Place) -> Position:
        """The position of a place."""
        *stones, mover = key_of(place)
        dead = stones[0] & stones[1]  # whose they are does not matter: they are left free
        first, second = (
            frozenset(self.layout[1].index(number) for number in bits(word & ~dead))
            for word in stones
        )
        return replace(self.position, first=first, second=second, to_move=PLAYERS[mover])

    # -- pieces ------------------------------------------------------------------------------

    def search(self, place: Place, effort: int, limits: Limits) -> Found:
        """As :class:`Splitting <gameproof.encodings.division.Splitting>` says; ``effort`` in
        milliseconds of the processor."""
        return self.search_within(place, effort, (INFINITE, INFINITE), limits)

    def search_within(self, place: Place, effort: int, bounds: Numbers, limits: Limits) -> Found:
        """As :class:`Numbered <gameproof.encodings.division.Numbered>` says."""
        key, engine, began = key_of(place), self.engine, time.thread_time()
        if len(engine.nodes) > MOST_KEPT:
            engine.nodes.clear()
        engine.limits = within(effort, limits)
        try:
            node = engine.node(key)
            while node.winner < 0:
                engine.expand(key, node, *_numbers(key, bounds))
                if spent(began) >= effort // LEAST:
                    break
                bounds = 2 * bounds[0], 2 * bounds[1]
        except LimitReached:
            limits.check()
            return Found(None, estimates=self._estimates(key), work=spent(began))
        finally:
            engine.limits = limits
        if node.winner < 0:
            numbers = _numbers(key, (node.phi, node.delta))
            return Found(None, work=spent(began), numbers=numbers)
        proof = Writer(engine, node.winner, key[node.winner]).proof(key)
        made = connections.as_certificate(self.at(place), proof, self.layout)
        return Found(node.winner == FIRST, made, work=spent(began))

    def _estimates(self, key: Key) -> Estimates:
        """The numbers of what follows, as far as it was looked at."""
        nodes = self.engine.nodes
        if key not in nodes:
            return ()
        below = (self.engine.after(key, cell) for cell in nodes[key].moves)
        return tuple(
            (_text(one), *_numbers(one, (nodes[one].phi, nodes[one].delta)))
            for one in below
            if one in nodes and nodes[one].winner < 0
        )

    def says(self, place: Place, verdict: bool, certificate: Certificate | None) -> Derived:
        """As :class:`Splitting <gameproof.encodings.division.Splitting>` says."""
        if not isinstance(certificate, Connection):
            raise Rejected("a piece is a proof by connections")
        position = self.at(place)
        winner = PLAYERS[FIRST if verdict else SECOND]
        wanted = Forces(position.to_move, only(winner), only(aim_of(position.rule, winner)))
        return Derived(Goal(position, "outcome"), wanted)


def _text(key: Key) -> str:
    return f"{key[0]:x} {key[1]:x} {key[2]}"


def key_of(place: Place) -> Key:
    """The cells of both players and who is to move."""
    first, second, mover = place.text.split()
    return int(first, 16), int(second, 16), int(mover)


def _numbers(key: Key, numbers: Numbers) -> Numbers:
    """Numbers from the mover's side as proof and disproof numbers of the claim, and back."""
    return numbers if key[2] == FIRST else (numbers[1], numbers[0])


# -- putting together --------------------------------------------------------------------------


def composed(claim: JoinClaim, outcome: Outcome, limits: Limits) -> Proof:
    """The steps of all pieces in one proof. O(their length); raises ``LimitReached``."""
    winner = FIRST if outcome.verdict else SECOND
    engine = Search(claim.problem, limits, learning=False)
    writer = Writer(engine, winner, claim.problem.own[winner])
    start = key_of(claim.start())
    waiting, seen = [start], {start}
    while waiting:
        key = waiting.pop()
        node, here = engine.node(key), outcome.decided[_text(key)]
        if isinstance(here.certificate, Connection):
            writer.take_over(key, [tuple(step) for step in here.certificate.steps()])
            continue
        if node.winner >= 0:
            continue  # connections alone say it
        below = {engine.after(key, cell): cell for cell in node.moves}
        needed = list(below)
        if key[2] == winner:
            needed = [one for one in needed if _won(outcome, one)][:1]
            node.move = below[needed[0]]
        else:
            node.reasons += [Reason(Reach(0, 0), cell=cell) for cell in below.values()]
        waiting += [one for one in needed if one not in seen]
        seen.update(needed)
    return writer.proof(start)


def _won(outcome: Outcome, key: Key) -> bool:
    """Is the place decided like the claim?"""
    found = outcome.decided.get(_text(key))
    return found is not None and found.verdict == outcome.verdict


def _finding(position: Position, outcomes: Mapping[str, Outcome], limits: Limits) -> Finding:
    (outcome,) = outcomes.values()
    claim = outcome.splitting
    if not isinstance(claim, JoinClaim):
        raise TypeError("the outcome of another claim")
    return connections.as_finding(position, composed(claim, outcome, limits), claim.layout)


def _second_wins(position: Position, outcomes: Mapping[str, Outcome], limits: Limits) -> Finding:
    (outcome,) = outcomes.values()
    found = _finding(position, outcomes, limits)
    found.answer = not outcome.verdict
    return found


def _applies(position: Position) -> bool:
    return position.result() is None and connections.applies(position)


DIVISIONS = tuple(
    in_turn(
        question,
        "connections",
        _applies,
        one_claim("the first player joins his sides"),
        lambda position, _claim, _options: JoinClaim(position),
        finding,
    )
    for question, finding in (("outcome", _finding), ("second-wins", _second_wins))
)
