"""Outcomes of Snort and Col, divided: who wins when who starts, piece by piece.

A place is the two sets of vertices where the players may move, and who is to move. Its pieces
are the strategies of :mod:`gameproof.encodings.snort.outcome`; put together they are one table of
the winner's moves, which is followed against all play before it is written. Large boards, of
which the undivided search keeps its own proof instead, are not divided.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Goal
from gameproof.certificates.strategies.snort_strategy import SnortStrategy, Winner
from gameproof.encodings.division import (
    Derived,
    Estimates,
    Found,
    Outcome,
    Place,
    Splitting,
    spent,
    within,
)
from gameproof.encodings.method import Division, Finding, Options
from gameproof.encodings.snort import outcome as undivided
from gameproof.encodings.snort import symmetry
from gameproof.games.bit_sets import members
from gameproof.games.game import COLOURS, Colour
from gameproof.games.meaning.statement import wins
from gameproof.games.sets.snort_sums import Sum, key
from gameproof.games.snort import Position, opponent
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sums.star_packing import StarPacking


class StartClaim:
    """The claim that ``starter`` wins when he starts; a :class:`Splitting`."""

    def __init__(self, position: Position, starter: Colour) -> None:
        self.position = position
        self.starter = starter
        self.winner = Winner(position, misere=False)

    # -- places ------------------------------------------------------------------------------

    def place(self, mine: int, yours: int, own: bool) -> Place:
        """The starter's and the other's vertices, and whether the starter is to move."""
        verdict = None if (mine if own else yours) else not own  # who cannot move has lost
        for side in (True, False):
            total = self.winner.sum_of(*((mine, yours) if side else (yours, mine)))
            if self.winner.decided(total, first=side == own):
                verdict = side
        text = f"{mine:x} {yours:x} {int(own)}"
        # As many moves as the player to move has: the mobility of proof-number search.
        moves = (mine if own else yours).bit_count()
        proof, disproof = (1, moves) if own else (moves, 1)
        return Place(text, text, own, verdict, max(1, proof), max(1, disproof))

    def start(self) -> Place:
        """As :class:`Splitting` says. What the bounds decide still needs its rows."""
        here, other = self.position, opponent(self.starter)
        return replace(self.place(here.free(self.starter), here.free(other), True), verdict=None)

    def follow(self, place: Place, estimates: Estimates) -> list[Place]:  # noqa: ARG002 (none made)
        """As :class:`Splitting` says."""
        mine, yours, own = sets_of(place)
        found: dict[str, Place] = {}
        for v in members(mine if own else yours):
            if own:
                after = self.winner.judge.after(mine, yours, v)
            else:
                after = self.winner.judge.after(yours, mine, v)[::-1]
            one = self.place(*after, not own)
            found.setdefault(one.key, one)
        return list(found.values())

    def at(self, place: Place) -> Position:
        """A position with just these moves: other vertices are closed to the players."""
        mine, yours, own = sets_of(place)
        red, blue = (mine, yours) if self.starter == "red" else (yours, mine)
        everything = (1 << self.position.graph.n) - 1
        return Position(
            self.position.rules,
            self.position.graph,
            self.starter if own else opponent(self.starter),
            only_red=everything & ~blue,
            only_blue=everything & ~red,
        )

    # -- pieces ------------------------------------------------------------------------------

    def search(self, place: Place, effort: int, limits: Limits) -> Found:
        """As :class:`Splitting` says; ``effort`` in milliseconds of the processor."""
        position = self.at(place)
        began = time.thread_time()
        short = within(effort, limits)
        try:
            winner = undivided.winner_of(position, position.to_move, short)
        except LimitReached:
            limits.check()
            return Found(None, work=effort)
        made = undivided.strategy(position, ((position.to_move, winner),), "normal", limits)
        if isinstance(made, str):
            limits.check()
            return Found(None, work=effort)
        return Found(winner == self.starter, made, work=spent(began))

    def says(self, place: Place, verdict: bool, certificate: Certificate | None) -> Derived:
        """As :class:`Splitting` says."""
        position = self.at(place)
        if not isinstance(certificate, SnortStrategy):
            raise Rejected("a piece is a strategy")
        player = self.starter if verdict else opponent(self.starter)
        return Derived(Goal(position, "winner"), wins(position.to_move, player))


def sets_of(place: Place) -> tuple[int, int, bool]:
    """The starter's and the other's vertices, and whether the starter is to move."""
    mine, yours, own = place.text.split()
    return int(mine, 16), int(yours, 16), own == "1"


def table_of(claim: StartClaim, outcome: Outcome) -> dict[int, int]:
    """The winner's moves, by the digests of sums: those of the pieces, and those that lead from
    a decided place to another."""
    table: dict[int, int] = {}
    for one in outcome.decided.values():
        if one.verdict != outcome.verdict:
            continue
        if isinstance(one.certificate, SnortStrategy):
            rows = zip(one.certificate.keys.tolist(), one.certificate.moves.tolist(), strict=True)
            for digest, move in rows:
                table.setdefault(digest, move)
        mine, yours, own = sets_of(one.place)
        if own != outcome.verdict or not one.children:
            continue
        ours, theirs = (mine, yours) if own else (yours, mine)
        good = {
            _sum(claim, outcome.decided[child].place, outcome.verdict)
            for child in one.children
            if child in outcome.decided and outcome.decided[child].verdict == outcome.verdict
        }
        total = claim.winner.sum_of(ours, theirs)
        for move, after in claim.winner.replies(total):
            if after in good:
                table[key(total)] = move
                break
    return table


def _sum(claim: StartClaim, place: Place, verdict: bool) -> Sum:
    """A place as a sum seen from the winner."""
    mine, yours, _ = sets_of(place)
    return claim.winner.sum_of(*((mine, yours) if verdict else (yours, mine)))


def _composed(
    position: Position, outcomes: Mapping[str, Outcome], limits: Limits
) -> tuple[SnortStrategy, int]:
    """The strategy of all claims, and how many of its sums no piece knew.

    Isomorphic sums are met once, and not always where the pieces met them: what they do
    not know is searched here.
    """
    rows: list[tuple[Colour, Colour]] = []
    table: dict[int, int] = {}
    kept: dict[int, int] = {}
    for starter in COLOURS:
        if starter in outcomes:
            outcome = outcomes[starter]
            claim = outcome.splitting
            if not isinstance(claim, StartClaim):
                raise TypeError("the outcome of another claim")
            rows.append((starter, starter if outcome.verdict else opponent(starter)))
            table |= table_of(claim, outcome)
    winner = Winner(position, misere=False)
    engine = undivided.engine_for(position, limits)
    unknown = 0

    def move(total: Sum) -> int:
        nonlocal unknown
        digest = key(total)
        found = table.get(digest)
        if found is None or all(v != found for v, _ in winner.replies(total)):
            unknown += 1
            mine, yours = 0, 0
            for a, b in total[0]:
                mine, yours = mine | a, yours | b
            found = engine.winning_move(mine, yours, limits, spare=total[1], star=bool(total[2]))
            if found is None:
                raise RuntimeError("the pieces do not fit together; please report this question")
        kept[digest] = found
        return found

    def tick(visited: int) -> None:
        if visited % 64 == 0:
            limits.check()
            limits.progress(f"putting the pieces together, {visited} sums")

    goals = [(winner.start(position, side), starter == side) for starter, side in rows]
    try:
        winner.prove(goals, move, tick)
    except Rejected as problem:
        raise RuntimeError(f"the pieces contradict each other: {problem}") from None
    return SnortStrategy.of(rows, "normal", kept), unknown


def _finding(
    answer: str, position: Position, outcomes: Mapping[str, Outcome], limits: Limits
) -> Finding:
    made, unknown = _composed(position, outcomes, limits)
    stats = {"moves_in_table": len(made.keys)}
    return Finding(answer, made, {**stats, "searched_again": unknown} if unknown else stats)


def _outcome(position: Position, outcomes: Mapping[str, Outcome], limits: Limits) -> Finding:
    won = {name: outcome.verdict for name, outcome in outcomes.items()}
    red: Colour = "red" if won["red"] else "blue"
    blue: Colour = "blue" if won["blue"] else "red"
    return _finding(symmetry.outcome_word((red, blue)), position, outcomes, limits)


def _winner(position: Position, outcomes: Mapping[str, Outcome], limits: Limits) -> Finding:
    mover = position.to_move
    answer = mover if outcomes[mover].verdict else opponent(mover)
    return _finding(answer, position, outcomes, limits)


def _splitting(position: Position, claim: str, _options: Options) -> Splitting:
    return StartClaim(position, "red" if claim == "red" else "blue")


def _applies(position: Position) -> bool:
    """Boards whose answer is proved by a strategy. Others are proved by what one search looked at,
    which does not fall into pieces, and the strategies of their pieces would be too large."""
    free = position.red_free | position.blue_free
    if free.bit_count() <= undivided.SHORT_OPEN:
        return bool(free)
    return not isinstance(undivided.engine_for(position, Limits()), StarPacking)


DIVISIONS: tuple[Division[Position], ...] = (
    Division(
        "outcome",
        "search",
        _applies,
        lambda _position, known: next((side for side in COLOURS if side not in known), None),
        _splitting,
        _outcome,
    ),
    Division(
        "winner",
        "search",
        _applies,
        lambda position, known: None if position.to_move in known else position.to_move,
        _splitting,
        _winner,
    ),
)
