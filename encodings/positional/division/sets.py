"""Who completes a set, divided: places of the search, their pieces, and one strategy of all.

The questions and certificates are those of :mod:`gameproof.encodings.positional.search`. Workers
search where the attacker is to move; positions are the same place when they are equal up to the
board's symmetries and dead cells.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Goal
from gameproof.encodings.division import (
    LEAST,
    Derived,
    Estimates,
    Found,
    Numbers,
    Outcome,
    Place,
)
from gameproof.encodings.method import Division, Finding, Options
from gameproof.encodings.positional import search
from gameproof.encodings.positional.division.composed import composed, proof_row
from gameproof.encodings.positional.division.in_turn import in_turn
from gameproof.games.boards.positional_sizes import listable
from gameproof.games.meaning.statement import Forces, Prevents, Statement, only
from gameproof.games.positional import OTHER, Position, Positional
from gameproof.games.positional_questions import completes
from gameproof.games.sets.stealing import strategy_stealing
from gameproof.solvers.bit_sets import bits
from gameproof.solvers.limits import Limits
from gameproof.solvers.positional import set_search
from gameproof.solvers.positional.achievement import UNLIMITED, Achievement
from gameproof.solvers.positional.positional_search import (
    ATTACKER,
    DEFENDER,
    Rules,
    Strategy,
    moved,
)
from gameproof.solvers.positional.proof_number import ProofNumberSearch
from gameproof.solvers.positional.staged_search import STAGES, StagedSearch
from gameproof.solvers.positional.strategy_writer import strategy

WRITING = 4
"""What the strategy of a decided piece may take to be written, in efforts of the piece."""
UNTRIED = 64
"""Proof number of a move that the stages have not tried; a tried one has up to half of it."""
DOUBT = 1 << 12
"""Disproof number of a place where stages look for a win: no second move is looked at while the
answers to the first are under way."""
RANK = 1 << 12
"""What each rank adds to the proof number of a move that stages have put behind others."""
ROUND = 256_000
"""Expansions with which the stages decide a place, twice what they mostly need: what a search
knows that stops before is lost to workers without its table, and so is the choice of the stages."""
NO_BOUNDS = 1 << 30, 1 << 30


class _Spent(Exception):
    """The effort of a piece is spent."""


class SetClaim:
    """The claim that ``attacker`` forces a set; a :class:`Splitting`."""

    def __init__(self, position: Position, attacker: str, _options: Options | None = None) -> None:
        self.position = position
        self.attacker = attacker
        self.problem = search.as_achievement(position, attacker)
        self.rules = Rules(self.problem)
        self.symmetries: NDArray[np.int64] = np.asarray(self.problem.symmetries, dtype=np.int64)
        self._short = self.problem.cells <= 64
        self._rows = self.symmetries.tolist()
        self.quiet = len(self._rows) > set_search.STAGED_FROM
        self.weak = not self.quiet and set_search.few_cells(self.problem)
        if self._short:
            self._images = np.uint64(1) << self.symmetries.astype(np.uint64)
        self._kernel: ProofNumberSearch | None = None
        self._shared: Path | None = None

    # -- places ------------------------------------------------------------------------------

    def turned(self, a: int, d: int) -> tuple[int, int, int]:
        """The least image of a position under the group, and the number of the symmetry."""
        if len(self._rows) == 1:
            return a, d, 0
        if self._short:
            x = np.bitwise_or.reduce(self._images[:, list(bits(a))], axis=1, initial=np.uint64(0))
            y = np.bitwise_or.reduce(self._images[:, list(bits(d))], axis=1, initial=np.uint64(0))
            g = int(np.lexsort((y, x))[0])
            return int(x[g]), int(y[g]), g
        turned = [(moved(a, row), moved(d, row), g) for g, row in enumerate(self._rows)]
        return min(turned)

    def key(self, a: int, d: int, turn: int) -> str:
        """The same for positions that are equal up to symmetry and dead cells."""
        x, y, _ = self.turned(*self.rules.alive(a, d, UNLIMITED))
        return f"{x:x} {y:x} {turn}"

    def place(self, a: int, d: int, turn: int, proof: int = 1, disproof: int = 1) -> Place:
        """The place of these stones with the attacker (1) or the defender (0) to move."""
        x, y = self.rules.alive(a, d, UNLIMITED)
        verdict = self.rules.settled(x, y, UNLIMITED, turn)
        own = turn == ATTACKER
        x, y, _ = self.turned(x, y)
        key, text = f"{x:x} {y:x} {turn}", f"{a:x} {d:x} {turn}"
        if not self.quiet:
            return Place(key, text, own, verdict, proof, disproof)
        if own:
            disproof = max(disproof, DOUBT)
        return Place(key, text, own, verdict, proof, disproof, job=own, effort=ROUND)

    def start(self) -> Place:
        """As :class:`Splitting` says. What is settled at once still needs a strategy."""
        turn = ATTACKER if self.problem.attacker_to_move else DEFENDER
        found = self.place(self.problem.attacker, self.problem.defender, turn)
        return replace(found, verdict=None, job=found.job or found.verdict is not None)

    def follow(self, place: Place, estimates: Estimates) -> list[Place]:
        """As :class:`Splitting` says: the moves on cells that are not dead."""
        a, d, turn = words_of(place)
        x, y = self.rules.alive(a, d, UNLIMITED)
        known = {key: (proof, disproof) for key, proof, disproof in estimates}
        free = self.rules.board & ~(x | y)
        if turn == ATTACKER:
            free = self.rules.defend.completing(y, x) or free
        else:
            free = self.rules.attack.completing(x, y) or free
        found: dict[str, tuple[tuple[int, int], Place]] = {}
        for number, cell in enumerate(self.rules.weight(x, y, free)):
            after = (a | 1 << cell, d) if turn == ATTACKER else (a, d | 1 << cell)
            next_place = self.place(*after, 1 - turn)
            if next_place.key in found:
                continue
            if next_place.key in known:
                proof, disproof = known[next_place.key]
                next_place = replace(next_place, proof=proof, disproof=disproof)
            elif known and turn == ATTACKER:
                next_place = replace(next_place, proof=UNTRIED)
            elif known:
                next_place = replace(next_place, disproof=UNTRIED)
            order = next_place.proof if turn == ATTACKER else next_place.disproof
            found[next_place.key] = (order, number), next_place
        return [one for _, one in sorted(found.values(), key=lambda row: row[0])]

    # -- pieces ------------------------------------------------------------------------------

    def at(self, place: Place) -> Position:
        """The position of a place: the stones that were played, none left out."""
        a, d, turn = words_of(place)
        mine, yours = frozenset(bits(a)), frozenset(bits(d))
        first, second = (mine, yours) if self.attacker == "first" else (yours, mine)
        to_move = self.attacker if turn == ATTACKER else OTHER[self.attacker]
        return replace(self.position, first=first, second=second, to_move=to_move)

    def search(self, place: Place, effort: int, limits: Limits) -> Found:
        """As :class:`Splitting` says; ``effort`` counts expanded positions."""
        return self.search_within(place, effort, NO_BOUNDS, limits)

    def search_within(self, place: Place, effort: int, bounds: Numbers, limits: Limits) -> Found:
        """As :class:`Numbered <gameproof.encodings.division.Numbered>` says."""
        a, d, turn = words_of(place)
        problem = replace(self.problem, attacker=a, defender=d, attacker_to_move=turn == ATTACKER)
        position = self.at(place)
        if self.weak and place.key == self.start().key:
            return self._first(position, problem, effort, limits)
        kernel = self._kernel_for(limits)
        kernel.problem = problem
        before, allowed = kernel.nodes, effort

        def count(text: str) -> None:
            limits.progress(text)
            if kernel.nodes - before > allowed:
                raise _Spent

        kernel.limits = replace(limits, progress=count)
        staged = StagedSearch(kernel) if self.quiet and problem.attacker_to_move else None
        if staged is not None and problem.stones < 2:
            return Found(None, None, self._ranked(staged, a, d), 1)
        try:
            if staged is not None:
                self._stages(staged, problem)
            numbers = self._numbers(kernel, problem, effort, bounds)
            spent = kernel.nodes - before
            if min(numbers) > 0 and spent < effort:
                return Found(None, work=spent, numbers=numbers)
            if min(numbers) > 0:
                return Found(None, None, self._estimates(kernel, a, d, turn), spent)
            # Writing the strategy searches again what the table has lost.
            allowed = kernel.nodes - before + WRITING * effort
            found = strategy(kernel)
        except _Spent:
            if staged is not None and (a, d) in staged.ranked:
                rows = self._ranked(staged, a, d)
            else:
                rows = self._estimates(kernel, a, d, turn)
            return Found(None, None, rows, kernel.nodes - before)
        return self._piece(position, found, kernel.nodes - before)

    def _first(
        self, position: Position, problem: Achievement, effort: int, limits: Limits
    ) -> Found:
        """The first piece where weak numbers serve, by the ordinary ones, as undivided."""
        kernel = ProofNumberSearch(problem, limits)
        if set_search.within(kernel, min(effort, set_search.LONG)) is None:
            return Found(None, work=kernel.nodes)
        return self._piece(position, strategy(kernel), kernel.nodes)

    def _stages(self, staged: StagedSearch, problem: Achievement) -> None:
        """Look for a win by stages; where the attacker has moved more than once, first as the
        last stage would from the position before."""
        here = self.rules.alive(problem.attacker, problem.defender, UNLIMITED)
        if problem.attacker.bit_count() < 2 or not staged.search.attempt(
            *here, UNLIMITED, ATTACKER, STAGES[-1].effort
        ):
            staged.forces()

    def _ranked(self, staged: StagedSearch, a: int, d: int) -> Estimates:
        """The attacker's moves in the order of the stages, those that none has tried by
        potential; the first is looked at before all others."""
        order = staged.ranked.get((a, d), [])
        rest = [x for x in staged.candidates(a, d, UNLIMITED) if x not in order]
        return tuple(
            (self.key(a | 1 << x, d, DEFENDER), 1 + RANK * rank, DOUBT)
            for rank, x in enumerate([*order, *rest])
        )

    def _numbers(
        self, kernel: ProofNumberSearch, problem: Achievement, effort: int, bounds: Numbers
    ) -> Numbers:
        """The numbers of the problem's position within about the effort and the bounds."""
        here = self.rules.alive(problem.attacker, problem.defender, UNLIMITED)
        turn = ATTACKER if problem.attacker_to_move else DEFENDER
        before = kernel.nodes
        while True:
            left = effort - (kernel.nodes - before)
            numbers = kernel.attempt_within(*here, UNLIMITED, turn, left, bounds)
            spent = kernel.nodes - before
            if 0 in numbers or spent >= effort // LEAST:
                return numbers
            bounds = 2 * bounds[0], 2 * bounds[1]

    def share(self, file: Path) -> None:
        """As :class:`Sharing <gameproof.encodings.division.Sharing>` says."""
        self._shared = file

    def near(self, one: Place, other: Place) -> bool:
        """As :class:`Sharing`: is there a set through the two cells in which they differ?"""
        (a, d, _), (x, y, _) = words_of(one), words_of(other)
        cells = a ^ x | d ^ y
        return self.quiet and any(cells & mask == cells for mask in self.rules.attack.masks)

    def _kernel_for(self, limits: Limits) -> ProofNumberSearch:
        """The search of this process; what it learns serves later pieces."""
        if self._kernel is None:
            size = 22 if self.problem.cells > 40 else 20
            self._kernel = ProofNumberSearch(
                self.problem, limits, bits=size, shared=self._shared, weak=self.weak
            )
        return self._kernel

    def _piece(self, position: Position, found: Strategy, work: int) -> Found:
        certificate = search.as_certificate(position, {self.attacker: found})
        return Found(found.forces, certificate, work=work)

    def _estimates(self, kernel: ProofNumberSearch, a: int, d: int, turn: int) -> Estimates:
        """Proof and disproof numbers of what follows, where the table has them."""
        x, y = self.rules.alive(a, d, UNLIMITED)
        rows: dict[str, Numbers] = {}
        for cell in bits(self.rules.board & ~(x | y)):
            after = (a | 1 << cell, d) if turn == ATTACKER else (a, d | 1 << cell)
            numbers = kernel.numbers(*self.rules.alive(*after, UNLIMITED), UNLIMITED, 1 - turn)
            if numbers is not None and min(numbers) > 0:
                rows[self.key(*after, 1 - turn)] = numbers
        return tuple((key, *numbers) for key, numbers in rows.items())

    def says(self, place: Place, verdict: bool, certificate: Certificate | None) -> Derived:
        """As :class:`Splitting` says."""
        position = self.at(place)
        aim = completes(position.rule, self.attacker)
        if (
            aim is None
            or certificate is None
            or proof_row(certificate, self.attacker, verdict) is None
        ):
            raise Rejected(f"a piece about the {self.attacker} player is a strategy of his")
        wanted: Statement = (
            Forces(position.to_move, only(self.attacker), only(aim))
            if verdict
            else Prevents(position.to_move, only(OTHER[self.attacker]), only(aim))
        )
        return Derived(Goal(position, "outcome"), wanted)


def words_of(place: Place) -> tuple[int, int, int]:
    """The stones of the attacker and the defender, and who is to move."""
    a, d, turn = place.text.split()
    return int(a, 16), int(d, 16), int(turn)


# -- the questions -----------------------------------------------------------------------------


def _applies(position: Position) -> bool:
    if not listable(position.board):
        return False  # a board of which the method would count the sets
    return position.result() is None and search.METHODS[0].applies(position)


def _attackers(position: Position) -> list[str]:
    """Those of whom the outcome needs to know whether they force a set."""
    return [
        attacker
        for attacker in ("first", "second")
        if completes(position.rule, attacker) is not None
        and not strategy_stealing(position, attacker)
    ]


def _outcome_claims(position: Position, known: Mapping[str, bool]) -> str | None:
    if any(known.values()):
        return None
    return next((one for one in _attackers(position) if one not in known), None)


def _second_claims(position: Position, known: Mapping[str, bool]) -> str | None:
    attacker = "second" if position.rule == "strong" else "first"
    return None if attacker in known else attacker


def _strategies(
    outcomes: Mapping[str, Outcome], limits: Limits
) -> tuple[dict[str, Strategy], dict[str, int]]:
    found: dict[str, Strategy] = {}
    stats: dict[str, int] = {}
    for attacker, outcome in outcomes.items():
        if not isinstance(outcome.splitting, SetClaim):
            raise TypeError("the outcome of another claim")
        found[attacker] = composed(outcome.splitting, outcome, limits)
        for name, value in outcome.stats.items():
            stats[name] = stats.get(name, 0) + value
    return found, stats


def _outcome(position: Position, outcomes: Mapping[str, Outcome], limits: Limits) -> Finding:
    found, stats = _strategies(outcomes, limits)
    for attacker, one in found.items():
        wins = completes(position.rule, attacker)
        if one.forces and wins is not None:
            return search.finding(position, wins, {attacker: one}, stats)
    answer = "draw" if position.rule == "strong" else "breaker"
    return search.finding(position, answer, found, stats)


def _second_wins(position: Position, outcomes: Mapping[str, Outcome], limits: Limits) -> Finding:
    found, stats = _strategies(outcomes, limits)
    (attacker,) = found
    answer = found[attacker].forces == (attacker == "second")
    return search.finding(position, answer, found, stats)


DIVISIONS: tuple[Division[Positional], ...] = (
    in_turn("outcome", "search", _applies, _outcome_claims, SetClaim, _outcome),
    in_turn("second-wins", "search", _applies, _second_claims, SetClaim, _second_wins),
)
