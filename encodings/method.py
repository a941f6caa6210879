"""What an encoding module declares: the methods that answer a game's questions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from gameproof.certificates.certificate import Certificate
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.position import AnyPosition
from gameproof.solvers.limits import Limits

if TYPE_CHECKING:
    from gameproof.encodings.division import Outcome, Splitting
    from gameproof.solvers.sat.model import Model

P = TypeVar("P")


class Undecided(Enum):
    """The one answer that is none."""

    UNKNOWN = "unknown"


UNKNOWN = Undecided.UNKNOWN


@dataclass(frozen=True, slots=True)
class Options:
    """What a person asked for beside the question itself.

    ``engine`` names a SAT/CP-SAT back-end; ``proof`` is where a solver's proof
    goes; ``explicit`` asks for a full witness where a compact one would do;
    ``certificate`` is false when no certificate is wanted; ``arguments`` are the
    question's own parameters.
    """

    engine: str | None = None
    proof: Path | None = None
    explicit: bool = False
    certificate: bool = True
    arguments: Mapping[str, Value] = field(default_factory=dict)


@dataclass(slots=True)
class Finding:
    """What one method found out.

    ``answer`` is a value of the question's form, or ``UNKNOWN``; ``stats`` counts
    work (nodes, conflicts, seconds of a kernel). What a person may want beside the answer:
    ``winning_moves`` of the player to move, ``bounds`` of a number that was not decided
    (``None``: no bound on that side), a ``note`` on why there is no certificate or no more,
    and whatever else in ``detail``. ``stats`` and ``detail`` hold plain JSON values. ``follows``
    works out the rest of the detail where that takes its time and may never be asked for.
    """

    answer: Value | Undecided
    certificate: Certificate | None = None
    stats: dict[str, Any] = field(default_factory=dict)
    detail: dict[str, Any] = field(default_factory=dict)
    winning_moves: tuple[Hashable, ...] = ()
    bounds: tuple[Value, Value] | None = None
    note: str | None = None
    follows: Callable[[], dict[str, object]] | None = None

    def told(self, position: AnyPosition) -> dict[str, object]:
        """All that stands beside the answer, as JSON: one key for each idea."""
        told: dict[str, object] = {}
        if self.winning_moves:
            told["winning_move"] = position.move_text(self.winning_moves[0])
        for name, bound in zip(("at_least", "at_most"), self.bounds or (), strict=False):
            if bound is not None:
                told[name] = bound if isinstance(bound, int) else str(bound)
        if self.note is not None:
            told["note"] = self.note
        return {**told, **self.detail}


@dataclass(frozen=True, slots=True)
class Method(Generic[P]):
    """One way to answer one question; methods are tried in the order of the table.

    ``applies(position)`` is cheap. ``run(position, limits, options)`` returns a
    :class:`Finding`, ``unknown`` when the method does not decide; it may raise
    ``LimitReached``, after which the prover asks no further method.
    ``theorem`` names the theorem and source the method stands on. A method that is
    ``only_by_name`` runs when a person names it. ``reach`` says with its number what
    ``applies`` asks for, as "boards of at most 25 cells", where that is a matter of size;
    ``concerns(position)`` tells the boards, of any size, that it is about at all.
    """

    question: str
    name: str
    run: Callable[[P, Limits, Options], Finding]
    theorem: str
    applies: Callable[[P], bool] = lambda _position: True
    only_by_name: bool = False
    reach: str = ""
    concerns: Callable[[P], bool] = lambda _position: True


@dataclass(frozen=True, slots=True)
class Export(Generic[P]):
    """A question as a file for other programs: ``build(position, options)`` returns a
    ``gameproof.solvers.sat.model.Model`` (see there for the formats it can be written in).

    ``quantified`` models go into .qdimacs and .qcir files only. ``arguments`` are the names
    of options of the file itself, beside the question's, that ``build`` reads. ``finding``
    says what an assignment of the model answers, entry 0 unused (``None``: nothing is read back).
    """

    question: str
    build: Callable[[P, Options], Model]
    description: str
    quantified: bool = False
    arguments: tuple[str, ...] = ()
    finding: Callable[[P, Model, Sequence[bool], Options], Finding] | None = None


@dataclass(frozen=True, slots=True)
class Division(Generic[P]):
    """How a question is divided, in place of the method of the same name.

    ``claims(position, known)`` names the next claim to decide, ``None`` when the verdicts known
    are enough. ``splitting(position, claim, options)`` heeds the engine that a person named; it
    raises ``BadInput`` for one that makes no pieces. ``finding`` puts the outcomes together into
    the answer and its certificate. After ``most`` work (``None``: any) what is undecided counts
    as "no"; only for claims whose "no" leaves the question open.
    """

    question: str
    method: str
    applies: Callable[[P], bool]
    claims: Callable[[P, Mapping[str, bool]], str | None]
    splitting: Callable[[P, str, Options], Splitting]
    finding: Callable[[P, Mapping[str, Outcome], Limits], Finding]
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Encoding(Generic[P]):
    """What an encoding module of a game declares, as ``ENCODING``.

    ``methods`` in the order in which they are tried. ``same_answer`` compares two answers to
    a question where equal words are not needed (games as values). ``best_effort`` makes an
    unproved move for play, with a word on why. ``divisions`` are the questions of which pieces
    may be proved apart. ``parts`` names for a question modules that are imported when it is asked:
    their ``METHODS``, ``EXPORTS``, ``DIVISIONS`` and ``SAME_ANSWER`` are as if they stood here.
    """

    methods: tuple[Method[P], ...] = ()
    exports: tuple[Export[P], ...] = ()
    same_answer: Mapping[str, Callable[[str, str], bool]] = field(default_factory=dict)
    best_effort: Callable[[P], tuple[Hashable, str] | None] | None = None
    divisions: tuple[Division[P], ...] = ()
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


AnyEncoding = Encoding[AnyPosition]
"""The encoding of a game that is known only while the program runs."""

AnyDivision = Division[AnyPosition]
AnyMethod = Method[AnyPosition]
AnyExport = Export[AnyPosition]
"""Methods and exports of such a game."""
