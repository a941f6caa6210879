"""Questions about clauses, divided: cubes are refuted apart, and their proofs joined.

The claim is that the checker's own clauses of the question cannot hold together. A place is a
cube, a row of literals; a piece is a refutation of the clauses and the cube, or what shows that
they can hold. Shared by the games whose questions have clauses in ``games/clauses/``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.clauses.refutation import Refutation
from gameproof.certificates.kernel import Goal
from gameproof.encodings.division import (
    Contradiction,
    Derived,
    Estimates,
    Found,
    Outcome,
    Place,
    Said,
    one_claim,
    spent,
    within,
)
from gameproof.encodings.engines import sat_engine
from gameproof.encodings.method import Division, Finding, Options
from gameproof.encodings.refute import as_certificate, write_proof
from gameproof.games.clauses.clauses import formula
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.statement import Is, quantity
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sat import sat
from gameproof.solvers.sat.cnf import Cnf
from gameproof.solvers.sat.cubes import Cube, Joined, Lookahead, conquer, is_lifted, refutation
from gameproof.solvers.sat.proof import Lrat, Rows

P = TypeVar("P")

Witness = Callable[[P, Sequence[bool]], Certificate]

CLAIM = "the clauses cannot hold together"
ENGINE = "glucose4"
"""The engine of the pieces where none is named: its proofs are noted with their hints soonest."""
SHALLOW = 5
"""Literals of the first cubes that are worth a piece of their own: some 32 of them."""
DEEPEST = 60
"""Literals of a cube that is searched to its end, whatever the effort."""


@dataclass(frozen=True, slots=True)
class Clauses(Generic[P]):
    """A question whose answer is yes where its clauses can hold together, no where they cannot.
    ``witness`` makes the certificate of a yes from the values of the variables (entry 0
    unused)."""

    question: str
    method: str
    applies: Callable[[P], bool]
    witness: Witness[P]


class CubeClaim(Generic[P]):
    """The claim that a question's clauses cannot hold together; a
    :class:`Splitting <gameproof.encodings.division.Splitting>`."""

    def __init__(self, position: P, about: Clauses[P], options: Options) -> None:
        self.about = about
        self.proof = options.proof
        self.engine = sat_engine(options) or ENGINE
        if self.engine not in sat.PROOF_ENGINES:
            raise BadInput(
                f"{self.engine} writes no proofs that can be joined, of which the pieces are made; "
                f"divided, it is one of {', '.join(sat.PROOF_ENGINES)}",
                "engine",
            )
        self.goal: Goal[P] = Goal(position, about.question)
        made = formula(self.goal)
        self.cnf = Cnf(made.variables, list(made.clauses))
        self._deepest = min(DEEPEST, self.cnf.variables)

    # -- places ------------------------------------------------------------------------------

    def start(self) -> Place:
        """As :class:`Splitting` says: all is tried at once, before it is divided."""
        return self._place(())

    def _place(self, cube: Cube) -> Place:
        text = " ".join(map(str, cube)) or "-"
        job = not cube or len(cube) >= min(SHALLOW, self._deepest)
        return Place(text, text, False, job=job)  # to refute a cube takes both of its halves

    def follow(self, place: Place, estimates: Estimates) -> list[Place]:  # noqa: ARG002 (none made)
        """As :class:`Splitting` says: the two halves, by look-ahead. Raises :class:`Rejected`
        for a cube that is to be searched to its end."""
        cube = _cube(place)
        if len(cube) >= self._deepest:
            raise Rejected("so deep a cube comes with a verdict")
        with Lookahead(self.cnf) as ahead:
            variable = ahead.variable(cube)
        return [self._place((*cube, variable)), self._place((*cube, -variable))]

    # -- pieces ------------------------------------------------------------------------------

    def search(self, place: Place, effort: int, limits: Limits) -> Found:
        """As :class:`Splitting` says; ``effort`` in milliseconds of the processor."""
        cube, began = _cube(place), time.thread_time()
        some = limits if len(cube) >= self._deepest else within(effort, limits)
        try:
            result = conquer(self.cnf, cube, some, self.engine)
        except LimitReached:
            limits.check()
            return Found(None, work=spent(began))
        if result.values is not None:
            witness = self.about.witness(self.goal.position, result.values)
            return Found(False, witness, work=spent(began))
        if result.status == "unknown":
            limits.check()
            return Found(None, work=spent(began))
        lrat = refutation(result, cube, limits)
        made = as_certificate(self._with(cube), lrat)
        return Found(True, made, work=spent(began))

    def _with(self, cube: Cube) -> list[Sequence[int]]:
        """The clauses, and the literals of the cube as clauses."""
        return [*self.cnf.clauses, *([literal] for literal in cube)]

    def says(self, place: Place, verdict: bool, certificate: Certificate | None) -> Said:
        """As :class:`Splitting` says: clauses and cube cannot hold together, or can."""
        if certificate is None:
            raise Rejected("a piece has no certificate")
        if not verdict:
            return Derived(self.goal, Is(quantity(self.about.question), True))
        cube = _cube(place)
        if not isinstance(certificate, Refutation) or certificate.bound is not None:
            raise Rejected("a cube is refuted by a refutation")
        try:
            lifted = is_lifted(self.rows(cube, certificate), cube)
        except (IndexError, TypeError, ValueError):  # its arrays are no lemmas and hints
            lifted = False
        if not lifted:
            raise Rejected("lemmas of a piece must hold without its cube, but for the last one")
        return Contradiction(self._with(cube))

    def rows(self, cube: Cube, certificate: Refutation) -> Lrat:
        """The refutation of a cube."""
        return Lrat(
            len(self.cnf.clauses) + len(cube),
            Rows(certificate.lemmas, certificate.lemma_ends),
            Rows(certificate.hints, certificate.hint_ends),
        )


def _cube(place: Place) -> Cube:
    return () if place.text == "-" else tuple(map(int, place.text.split()))


# -- putting together --------------------------------------------------------------------------


def composed(claim: CubeClaim[P], outcome: Outcome, limits: Limits) -> Lrat:
    """The refutations of all cubes as one of the clauses. O(their size)."""
    joined = Joined(len(claim.cnf.clauses))

    def clause(key: str) -> tuple[int, Cube]:
        """The number of the clause that says that a cube cannot hold, and the clause."""
        limits.check()
        here = outcome.decided[key]
        cube = _cube(here.place)
        if isinstance(here.certificate, Refutation):
            return joined.piece(claim.rows(cube, here.certificate), cube)
        one, two = here.children
        literal = _cube(outcome.decided[one].place)[-1]
        first = clause(one)
        if -literal not in first[1]:  # the other half is refuted by the same
            return first
        return joined.resolved(literal, first, clause(two))

    return joined.whole(clause(claim.start().key))


def division(about: Clauses[P]) -> Division[P]:
    """How a question of clauses is divided, in place of the method of the same name."""

    def finding(_position: P, outcomes: Mapping[str, Outcome], limits: Limits) -> Finding:
        outcome = outcomes[CLAIM]
        claim = outcome.splitting
        if not isinstance(claim, CubeClaim):
            raise TypeError("cubes are put together with their claim")
        stats: dict[str, int | str] = {
            "variables": claim.cnf.variables,
            "clauses": len(claim.cnf.clauses),
            "engine": claim.engine,
        }
        if outcome.verdict:
            lrat = composed(claim, outcome, limits)
            stats["lemmas"] = len(lrat.lemmas) - 1
            if claim.proof is not None:
                write_proof(claim.proof, formula(claim.goal), lrat, lrat.drat())
            return Finding(False, as_certificate(claim.cnf.clauses, lrat), stats)
        shown = [one.certificate for one in outcome.decided.values() if not one.verdict]
        witness = next(certificate for certificate in shown if certificate is not None)
        return Finding(True, witness, stats)

    return Division(
        about.question,
        about.method,
        about.applies,
        one_claim(CLAIM),
        lambda position, _claim, options: CubeClaim(position, about, options),
        finding,
    )
