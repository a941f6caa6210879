"""The kernel: what a certificate proves is derived, compared, and nothing else is believed.

A kind of certificate never sees the answer that somebody claims. It sees a goal (a position
and the question asked of it) and its evidence, and returns the statements that it derived
from the rules. The kernel refuses goals outside the kind's scope, and a claim is verified
iff the derived statements entail what the answer means (``gameproof.games.meaning.statement``).
Everything that says VERIFIED goes through :func:`verify`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Generic, TypeVar, cast

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.question import Question
from gameproof.games.meaning.statement import AtLeast, AtMost, Is, Statement, entails
from gameproof.games.plugins import imported

P = TypeVar("P")
P_co = TypeVar("P_co", covariant=True)
C = TypeVar("C", bound=Certificate)

DEEPEST = 20
"""Certificates inside certificates beyond this depth are refused."""


@dataclass(frozen=True, slots=True)
class Goal(Generic[P_co]):
    """A position and what is asked of it; the claimed answer is not part of it."""

    position: P_co
    question: str
    arguments: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Conclusion:
    """The statements that a kind derived, and a sentence that says them to a person."""

    statements: tuple[Statement, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class Scope:
    """Where the theorem of a kind holds.

    ``positions``: classes of positions (none listed: any). ``laws``: those it rests on.
    ``derives``: types of statements about play (``Forces``, ``Prevents``) and names of
    quantities; whatever else a kind returns is refused. A kind that only passes on what
    others derived names the types ``Is``, ``AtLeast``, ``AtMost`` instead of quantities.
    """

    derives: tuple[type[Statement] | str, ...] | Callable[[], tuple[str, ...]]
    positions: tuple[type, ...] = ()
    laws: frozenset[Law] = frozenset()


@dataclass(frozen=True, slots=True)
class Kind(Generic[P, C]):
    """A kind of certificate: its record, its scope, its theorem and its checker.

    ``theorem`` says, with its source, why the statements follow from what is recomputed;
    ``evidence`` what is read from the certificate. ``conclude`` raises :class:`Rejected`.
    """

    record: type[C]
    scope: Scope
    theorem: str
    evidence: str
    conclude: Callable[[Goal[P], C], Conclusion]

    @property
    def tag(self) -> str:
        """The name of the kind in files."""
        return str(self.record.__struct_config__.tag)

    def describe(self) -> dict[str, str | list[str]]:
        """The kind in words: what it derives, for which positions, by which theorem."""
        scope = self.scope
        derives = scope.derives() if callable(scope.derives) else scope.derives
        return {
            "kind": self.tag,
            "derives": [d if isinstance(d, str) else d.__name__ for d in derives],
            "positions": sorted({_name(c) for c in scope.positions}) or ["any"],
            "laws": sorted(law.value for law in scope.laws) or ["none"],
            "theorem": self.theorem,
            "evidence": self.evidence,
        }


AnyKind = Kind[AnyPosition, Certificate]
"""A kind that is known only while the program runs."""

_depth: ContextVar[int] = ContextVar("depth", default=0)
_steps: ContextVar[list[tuple[Goal[object], Certificate]] | None] = ContextVar(
    "steps", default=None
)


def kind_of_module(module: str) -> AnyKind | None:
    """The kind that a module defines as ``KIND``, ``None`` where it defines none."""
    found = getattr(imported(module), "KIND", None)
    if found is None:
        return None
    if not isinstance(found, Kind):
        raise RuntimeError(f"{module}.KIND is no Kind")
    expected = module.rpartition(".")[2].replace("_", "-")
    if found.tag != expected:
        raise RuntimeError(f"{module} holds the kind {found.tag!r}, not {expected!r}")
    return found


def kind_of(certificate: Certificate) -> AnyKind:
    """The kind of a certificate record; raises :class:`RuntimeError` for a record without one."""
    kind = kind_of_module(type(certificate).__module__)
    if kind is None or kind.record is not type(certificate):
        raise RuntimeError(f"{type(certificate).__name__} belongs to no kind")
    return kind


def conclude(goal: Goal[P], certificate: Certificate) -> Conclusion:
    """What the certificate proves about the goal's position; raises :class:`Rejected`.

    Composite kinds call this for their parts, with goals of their own. The cost is the kind's.
    """
    kind = kind_of(certificate)
    _admit(kind.scope, goal, kind.tag)
    depth = _depth.get()
    if depth >= DEEPEST:
        raise Rejected(f"certificates are nested more than {DEEPEST} deep")
    token = _depth.set(depth + 1)
    try:
        # The scope has admitted the position: it is one of the kind's.
        conclusion = kind.conclude(cast("Goal[AnyPosition]", goal), certificate)
    except BadInput as error:
        raise Rejected(
            f"{error.where}: {error.message}" if error.where else error.message
        ) from None
    except RecursionError:
        raise Rejected("the certificate is nested too deeply") from None
    finally:
        _depth.reset(token)
    for statement in conclusion.statements:
        if not _within(kind.scope, statement):
            raise Rejected(f"a certificate of kind {kind.tag} does not derive {statement}")
    steps = _steps.get()
    if steps is not None:
        steps.append((goal, certificate))
    return conclusion


def steps_of(goal: Goal[P], certificate: Certificate) -> list[tuple[Goal[object], Certificate]]:
    """Every goal that is proved on the way, with its certificate, parts before their whole.

    Raises :class:`Rejected`.
    """
    steps: list[tuple[Goal[object], Certificate]] = []
    token = _steps.set(steps)
    try:
        conclude(goal, certificate)
    finally:
        _steps.reset(token)
    return steps


def verify(
    position: P,
    question: Question[P],
    arguments: Mapping[str, Value],
    answer: str,
    certificate: Certificate,
) -> Conclusion:
    """The conclusion, if it entails that ``answer`` answers the question.

    Raises :class:`Rejected`; also when the answer is none of the question's or not in its
    one spelling, before anything is checked.
    """
    try:
        value = question.form.read(answer)
        wanted = question.meaning(position, value, arguments)
    except BadInput as error:
        raise Rejected(f"the claim: {error.message}") from None
    if not wanted:
        raise Rejected(f"the answer {answer!r} says nothing about this position")
    conclusion = conclude(Goal(position, question.name, arguments), certificate)
    for statement in wanted:
        if not entails(conclusion.statements, statement):
            raise Rejected(f"what was derived ({conclusion.sentence}) does not entail {answer!r}")
    return conclusion


def _admit(scope: Scope, goal: Goal[P], tag: str) -> None:
    position = goal.position
    if scope.positions and not isinstance(position, scope.positions):
        raise Rejected(f"a certificate of kind {tag} is not about a {_name(type(position))}")
    laws: frozenset[Law] = getattr(position, "laws", frozenset())
    for law in sorted(scope.laws - laws, key=lambda law: law.name):
        raise Rejected(f"a certificate of kind {tag} needs that {law.value}, which is not known")


def _name(positions: type) -> str:
    return f"position of {positions.__module__.rpartition('.')[2].replace('_', ' ')}"


def _within(scope: Scope, statement: Statement) -> bool:
    derives = scope.derives() if callable(scope.derives) else scope.derives
    if isinstance(statement, Is | AtLeast | AtMost):
        return statement.quantity.name in derives or type(statement) in derives
    return type(statement) in derives
