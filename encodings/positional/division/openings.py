"""Pairings and regions after some answers, divided: positions of a level are searched apart.

The claim is that Breaker closes the position with so many answers, at most. Its "no" leaves
the question open (other answers, or other defences, may do), so it needs no certificate. A piece
is an ordinary opening pairing of its position; above the pieces the tree of moves and answers
is that of the certificate (:mod:`gameproof.certificates.zones.hold`).
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Goal
from gameproof.certificates.zones.hold import Hold
from gameproof.encodings.division import (
    Derived,
    Estimates,
    Found,
    Outcome,
    Place,
    spent,
    within,
)
from gameproof.encodings.method import UNKNOWN, Division, Finding, Options
from gameproof.encodings.positional import opening
from gameproof.encodings.positional.division.in_turn import in_turn
from gameproof.games.meaning.statement import Prevents, only
from gameproof.games.positional import OTHER, Position, Positional
from gameproof.games.positional_questions import completes
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.matching.opening_pairing import Result, Search, Statistics
from gameproof.solvers.matching.opening_pairing_nodes import NO_ANSWER
from gameproof.solvers.matching.opening_pairing_regions import CELLS_A_LINE

DISPROOF = 1 << 30
"""Disproof number of every open place: the search is for a "yes", so that no second answer to a
move is looked at while the first one is under way."""
MOST_WORK = 1_200_000
"""Milliseconds of work before the search is given up, as it is undivided after so many
positions."""


@dataclass(frozen=True, slots=True)
class _Stones:
    """A place in words: Maker's and Breaker's cells, and the answers left; where Breaker is to
    move, those that are left after his move."""

    maker: tuple[int, ...]
    breaker: tuple[int, ...]
    answers: int

    def place(self, own: bool) -> str:
        """As text."""
        rows = [",".join(map(str, cells)) or "-" for cells in (self.maker, self.breaker)]
        return f"{rows[0]} {rows[1]} {self.answers} {int(own)}"

    def after(self, *, maker: int | None = None, breaker: int | None = None) -> _Stones:
        """With one more stone; after Maker's an answer less is left."""
        if maker is not None:
            grown = tuple(sorted((*self.maker, maker)))
            return _Stones(grown, self.breaker, self.answers - 1)
        if breaker is not None:
            return replace(self, breaker=tuple(sorted((*self.breaker, breaker))))
        raise ValueError("nobody moves")


def _stones(place: Place) -> _Stones:
    maker, breaker, answers, _ = place.text.split()
    first, second = (
        tuple(map(int, text.split(","))) if text != "-" else () for text in (maker, breaker)
    )
    return _Stones(first, second, int(answers))


class ClosingClaim:
    """The claim that Breaker closes the position with ``answers`` answers, by pairs and
    ``regions``; a :class:`Splitting <gameproof.encodings.division.Splitting>`."""

    def __init__(self, position: Position, answers: int, regions: bool = True) -> None:
        self.position = position
        self.answers = answers
        self.regions = regions
        self.maker = "first" if position.rule == "weak" else position.to_move
        self.breaker = OTHER[self.maker]
        self.generators = opening.automorphisms(position, self.maker)
        group = opening.closure(self.generators, position.board.cells)
        if group is None:
            self.generators, group = [], np.arange(position.board.cells, dtype=np.int32)[None, :]
        self.group = group
        self.lines = position.sets(self.maker).sets()
        self._plan = self._search(Limits(), regions=False)
        if regions:  # the same bound as the engine's
            self._plan.cells_a_line = CELLS_A_LINE
        self._engine: Search | None = None

    def _search(self, limits: Limits, regions: bool) -> Search:
        return Search(
            self.position.board.cells,
            self.lines,
            self.group,
            limits,
            width=opening.WIDTH,
            regions=regions,
        )

    # -- places ------------------------------------------------------------------------------

    def start(self) -> Place:
        """As :class:`Splitting` says."""
        here = self.position
        stones = _Stones(
            tuple(sorted(here.stones(self.maker))),
            tuple(sorted(here.stones(self.breaker))),
            self.answers,
        )
        return self._place(stones, here.to_move == self.breaker)

    def _place(self, stones: _Stones, own: bool) -> Place:
        text = stones.place(own)
        free = self.position.board.cells - len(stones.maker) - len(stones.breaker)
        if own:
            verdict = False if free == 0 else None
            return Place(text, text, True, verdict, 1, DISPROOF, job=False)
        few, moves = self._plan.outlook(stones.maker, stones.breaker, stones.answers)
        if few > stones.answers:
            return Place(text, text, False, False, job=False)
        # A proof needs all moves, at every answer that is left before the last.
        proof = max(1, moves) * max(1, free) ** max(0, stones.answers - 2)
        return Place(text, text, False, None, 1 if few <= 1 else proof, DISPROOF, job=few <= 1)

    def follow(self, place: Place, estimates: Estimates) -> list[Place]:  # noqa: ARG002 (none made)
        """As :class:`Splitting` says: Maker's moves up to symmetry, or Breaker's best answers."""
        here, plan = _stones(place), self._plan
        free = plan.free_cells(here.maker, here.breaker)
        if place.own:
            ranked = plan.candidates(plan.open_lines(here.breaker), free)[: opening.WIDTH]
            return [self._place(here.after(breaker=cell), False) for cell, _ in ranked]
        moves = plan.orbits(here.maker, here.breaker, free)
        return [self._place(here.after(maker=move), True) for move in moves]

    def at(self, place: Place) -> Position:
        """The position of a place."""
        here = _stones(place)
        mine, yours = frozenset(here.maker), frozenset(here.breaker)
        first, second = (mine, yours) if self.maker == "first" else (yours, mine)
        to_move = self.breaker if place.own else self.maker
        return replace(self.position, first=first, second=second, to_move=to_move)

    # -- pieces ------------------------------------------------------------------------------

    def search(self, place: Place, effort: int, limits: Limits) -> Found:
        """As :class:`Splitting` says; ``effort`` in milliseconds of the processor. With one
        answer left the search always ends: branches serve more than single moves do."""
        here = _stones(place)
        if place.own:
            raise ValueError("Breaker's moves are tried by the client")
        if self._engine is None:
            self._engine = self._search(limits, self.regions)
        engine, began = self._engine, time.thread_time()
        engine.limits = limits if here.answers <= 1 else within(effort, limits)
        try:
            node = engine.close(list(here.maker), list(here.breaker), here.answers)
        except LimitReached:
            limits.check()
            return Found(None, work=effort)
        if node is None:
            return Found(False, work=spent(began))
        regions = engine.coverer.regions if engine.coverer is not None else []
        found = Result(node, NO_ANSWER, here.answers, Statistics(), regions)
        generators = self.generators
        if not node.children:  # a checker composes the group: only what keeps the stones matters
            group = engine.stabiliser(here.maker, here.breaker)
            generators = [] if len(group) == 1 else opening.generating(group)
        made = opening.as_certificate(self.at(place), self.maker, generators, found)
        return Found(True, made, work=spent(began))

    def says(self, place: Place, verdict: bool, certificate: Certificate | None) -> Derived | None:
        """As :class:`Splitting` says. A "no" is only that nothing was found."""
        if not verdict and certificate is None:
            return None
        if not verdict or not isinstance(certificate, Hold) or certificate.opening != -1:
            raise Rejected("a piece is an opening pairing with Maker to move")
        position = self.at(place)
        aim = completes(position.rule, self.maker)
        if aim is None:
            raise Rejected("Maker wants no set")
        wanted = Prevents(position.to_move, only(self.breaker), only(aim))
        return Derived(Goal(position, "outcome"), wanted)


# -- putting together --------------------------------------------------------------------------


def composed(claim: ClosingClaim, outcome: Outcome, limits: Limits) -> Hold:
    """The pieces in one tree. O(their size)."""
    writer = opening.writer_of(claim.position, claim.maker, claim.generators, limits)
    made: dict[str, int] = {}

    def answer(key: str) -> tuple[int, int]:
        """Breaker's move at a place of his, and what follows."""
        here = outcome.decided[key]
        for child in here.children:
            after = outcome.decided.get(child)
            if after is not None and after.verdict:
                new = set(_stones(after.place).breaker) - set(_stones(here.place).breaker)
                return new.pop(), node(child)
        raise RuntimeError("the pieces do not fit together; please report this question")

    def node(key: str) -> int:
        """A place where Maker is to move."""
        if key in made:
            return made[key]
        limits.check()
        here = outcome.decided[key]
        if isinstance(here.certificate, Hold):
            found = writer.absorbed(here.certificate)
        else:
            stones = _stones(here.place)
            answers = [answer(child) for child in here.children]
            theirs, mine = frozenset(stones.maker), frozenset(stones.breaker)
            found = opening.serving(writer, theirs, mine, answers)
        made[key] = found
        return found

    start = claim.start()
    opens, root = answer(start.key) if start.own else (NO_ANSWER, node(start.key))
    return writer.certificate(claim.breaker, root, opens)


def _name(answers: int) -> str:
    return f"closed by regions after {answers} answers"


def _claims(_position: Position, known: Mapping[str, bool]) -> str | None:
    """The fewest answers that are not known to fail."""
    if any(known.values()) or len(known) > opening.REGION_ANSWERS:
        return None
    return _name(len(known))


def _splitting(position: Position, claim: str, _options: Options) -> ClosingClaim:
    for answers in range(opening.REGION_ANSWERS + 1):
        if claim == _name(answers):
            return ClosingClaim(position, answers)
    raise ValueError(f"no claim {claim!r}")


def _finding(position: Position, outcomes: Mapping[str, Outcome], limits: Limits) -> Finding:
    for outcome in outcomes.values():
        claim = outcome.splitting
        if outcome.verdict and isinstance(claim, ClosingClaim):
            certificate = composed(claim, outcome, limits)
            stats = {
                "pairings": len(certificate.owned),
                "zones": len(certificate.stone_ends) - 1,
            }
            answer = "breaker" if position.rule == "weak" else "draw"
            return Finding(answer, certificate, stats, {"answers": claim.answers})
    return Finding(UNKNOWN)


DIVISIONS: tuple[Division[Positional], ...] = (
    in_turn(
        "outcome",
        "opening-regions",
        opening.applies_regions,
        _claims,
        _splitting,
        _finding,
        MOST_WORK,
    ),
)
