"""What an encoding declares of a question that can be divided into pieces proved apart.

A question is asked as a few *claims*, each with the answer yes or no. The search for one claim
is a tree of *places*; below a place a worker searches on its own, within an effort, and comes
back with a verdict and an ordinary certificate of the position there, or with estimates of the
places that follow. What decides the claim is put together into one certificate of the question.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.kernel import Goal
from gameproof.games.meaning.statement import Statement
from gameproof.solvers.limits import Limits


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the tree of a claim.

    Places with the same ``key`` have the same verdict, and what proves it for one proves it for
    the others. A worker makes the position again from ``text``. ``own``: the player to move is
    the one who wants the claim to hold. ``verdict`` is what the rules alone say. ``proof`` and
    ``disproof`` are the first estimates of the effort. Only where ``job`` is true a search is
    worth its while; elsewhere the places that follow are looked at instead. ``effort`` is what
    a search of this place is worth at least.
    """

    key: str
    text: str
    own: bool
    verdict: bool | None = None
    proof: int = 1
    disproof: int = 1
    job: bool = True
    effort: int = 0


Estimates = tuple[tuple[str, int, int], ...]
"""Rows (key of a place that follows, proof number, disproof number)."""
Numbers = tuple[int, int]
"""A proof and a disproof number."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search below a place came to; ``work`` counts what it looked at. ``numbers`` are
    those of the place itself, where the search has any and did not decide it; ``count`` is the
    number of what was to be counted there, where the claim is a count."""

    verdict: bool | None
    certificate: Certificate | None = None
    count: int | None = field(default=None, kw_only=True)
    estimates: Estimates = ()
    work: int = 0
    numbers: Numbers | None = None


@dataclass(frozen=True, slots=True)
class Derived:
    """What a certificate has to prove of the goal's position."""

    goal: Goal[Any]
    statement: Statement


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Clauses that a refutation has to refute."""

    clauses: Sequence[Sequence[int]]


Said = Derived | Contradiction | None
"""What a piece says; ``None`` where it says nothing that could be wrong."""


class Splitting(Protocol):
    """The tree of one claim."""

    def start(self) -> Place:
        """The place of the question itself."""

    def follow(self, place: Place, estimates: Estimates) -> list[Place]:
        """What every move leads to, up to symmetry, the most promising first."""

    def search(self, place: Place, effort: int, limits: Limits) -> Found:
        """Decide a place within about ``effort`` (a thousand is up to a second); the verdict is
        ``None`` where it is not enough. Raises ``LimitReached``."""

    def says(self, place: Place, verdict: bool, certificate: Certificate | None) -> Said:
        """What the certificate has to prove, so that the place has this verdict; raises
        :class:`Rejected` for one of another form than pieces are put together by.

        A claim whose "no" leaves the question open may take a "no" without a certificate.
        """


LEAST = 16
"""A piece takes one of so many parts of its effort at least, however soon its numbers pass their
bounds: a shorter one would cost more on its way than it finds."""


@runtime_checkable
class Numbered(Splitting, Protocol):
    """A splitting whose searches have proof numbers, and end when these pass bounds. Where these
    are ``weak``, those of the places that follow are not added up: the greatest counts, and one
    for each other place."""

    weak: bool

    def search_within(self, place: Place, effort: int, bounds: Numbers, limits: Limits) -> Found:
        """As :meth:`Splitting.search`; also ends, without a verdict, when the proof or the
        disproof number of the place has reached its bound, so that another place is the more
        promising one. A worker that comes back to the place goes on from what it knows."""


@runtime_checkable
class Sharing(Splitting, Protocol):
    """A splitting whose workers may share what they learn, where they are on one machine."""

    def share(self, file: Path) -> None:
        """Keep it in this file, empty at first, beside the other workers of the same claim.

        Called before the first search. What stands there is believed no more than a worker is:
        certificates are checked."""

    def near(self, one: Place, other: Place) -> bool:
        """Is one of these places, which follow the same one, likely to be cheap for who knows
        what the search of the other finds?"""


@runtime_checkable
class Together(Sharing, Protocol):
    """A splitting of which several workers with one table search the same place.

    So no worker looks at what may never be needed while another may still decide it."""

    def help(self, place: Place, effort: int, limits: Limits) -> int:
        """Search a place that others are at, where they are not; what is found is in the table.
        Returns the work, which is less than ``effort`` where the place is decided."""


@runtime_checkable
class Whole(Splitting, Protocol):
    """A splitting of the one claim that is the question itself: what proves the place of the
    question proves the answer, and is checked with it. So it is not checked twice."""

    whole: bool


@dataclass(frozen=True, slots=True)
class Decided:
    """A decided place: by ``certificate`` or ``count``, or by the places (their keys) that
    follow."""

    place: Place
    verdict: bool
    children: tuple[str, ...] = ()
    certificate: Certificate | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """A decided claim, with every decided place of its tree by key."""

    verdict: bool
    splitting: Splitting
    decided: Mapping[str, Decided]
    stats: Mapping[str, int] = field(default_factory=dict)


MILLISECONDS = 1000
"""Where nothing better is counted an effort is in milliseconds of the processor, so that a piece
is as large on a machine that has much else to do."""


def one_claim(claim: str) -> Callable[[object, Mapping[str, bool]], str | None]:
    """The claims of a question that needs this one alone."""
    return lambda _position, known: None if known else claim


def within(effort: int, limits: Limits) -> Limits:
    """The same limits, and this thread's work ends after ``effort`` milliseconds."""
    return limits.working(effort / MILLISECONDS)


def spent(began: float) -> int:
    """Milliseconds of work since ``time.thread_time()`` was ``began``."""
    return int(MILLISECONDS * (time.thread_time() - began))
