"""The kernel: what a certificate proves is derived, compared, and nothing else is believed.

A proof is a list of steps, children first, checked in one pass. The kind of a step never sees the
answer that somebody claims. It sees a goal (a position, the question asked of it, and the theorems
of the earlier steps that this one uses) and its evidence, and returns statements that it derived
from the rules. The kernel alone makes theorems of them; it refuses goals and statements outside the
kind's scope, and a claim is verified iff the last theorem's statements entail what the answer means
(``gameproof.games.meaning.statement``). Everything that says VERIFIED goes through :func:`verify`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Generic, TypeVar

from gameproof.certificates.certificate import (
    About,
    Certificate,
    Key,
    Rejected,
    Step,
    steps_of,
    tag_of,
)
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.modules import imported
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.question import Question
from gameproof.games.meaning.statement import AtLeast, AtMost, Is, Statement, entails

P = TypeVar("P")
P_co = TypeVar("P_co", covariant=True)
C = TypeVar("C", bound=Certificate)
R = TypeVar("R")

_kernel = object()


class Theorem:
    """Statements that hold of the goal's position, derived by a step; the kernel alone makes one.

    ``behind``: the kinds of the steps that it rests on, its own last; ``rules``: the modules of
    the positions that these are about.
    """

    __slots__ = ("behind", "goal", "rules", "sentence", "statements")

    def __init__(
        self, maker: object, goal: Goal[object], kind: AnyKind, conclusion: Conclusion
    ) -> None:
        if maker is not _kernel:
            raise TypeError("the kernel alone makes theorems")
        self.goal = replace(goal, known=())
        self.statements = conclusion.statements
        self.sentence = conclusion.sentence
        earlier = goal.known
        self.behind: tuple[AnyKind, ...] = tuple(
            dict.fromkeys([*(k for theorem in earlier for k in theorem.behind), kind])
        )
        here = type(goal.position).__module__
        self.rules: tuple[str, ...] = tuple(
            dict.fromkeys([*(m for theorem in earlier for m in theorem.rules), here])
        )


@dataclass(frozen=True, slots=True)
class Goal(Generic[P_co]):
    """A position, what is asked of it, and the theorems of the earlier steps that may be used; the
    claimed answer is not part of it."""

    position: P_co
    question: str
    arguments: Mapping[str, Value] = field(default_factory=dict)
    known: tuple[Theorem, ...] = ()

    def of(self, position: object) -> tuple[Statement, ...]:
        """What the theorems say of this very position."""
        return tuple(
            statement
            for theorem in self.known
            if type(theorem.goal.position) is type(position) and theorem.goal.position == position
            for statement in theorem.statements
        )


@dataclass(frozen=True, slots=True)
class Conclusion:
    """The statements that a kind derived, and a sentence that says them to a person."""

    statements: tuple[Statement, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class Scope:
    """Where the theorem of a kind holds.

    ``positions``: classes of positions, or their full names, where a kind for many games leaves
    the others' rules alone (none listed: any). ``laws``: those it rests on.
    ``derives``: types of statements about play (``Forces``, ``Prevents``) and names of
    quantities; whatever else a kind returns is refused. A kind that only passes on what
    others derived names the types ``Is``, ``AtLeast``, ``AtMost`` instead of quantities.
    """

    derives: tuple[type[Statement] | str, ...] | Callable[[], tuple[str, ...]]
    positions: tuple[type | str, ...] = ()
    laws: frozenset[Law] = frozenset()

    def covers(self, position: object) -> bool:
        """Is the position of one of the classes?"""
        return not self.positions or any(of_class(position, one) for one in self.positions)


@dataclass(frozen=True, slots=True)
class Kind(Generic[P, C]):
    """A kind of certificate: its record, its scope, its theorem and its checker.

    ``theorem`` says, with its source, why the statements follow from what is recomputed;
    ``evidence`` what is read from the certificate. ``conclude`` raises :class:`Rejected`.
    ``part`` is the goal of an earlier step that is used, by its key: a proposal, whose
    theorem ``conclude`` takes only for the position that it is about.
    """

    record: type[C]
    scope: Scope
    theorem: str
    evidence: str
    conclude: Callable[[Goal[P], C], Conclusion]
    part: Callable[[Goal[P], Key], Goal[Any]] | None = None

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
            "positions": sorted({_name(_full(c)) for c in scope.positions}) or ["any"],
            "laws": sorted(law.value for law in scope.laws) or ["none"],
            "theorem": self.theorem,
            "evidence": self.evidence,
        }


AnyKind = Kind[AnyPosition, Certificate]
"""A kind that is known only while the program runs."""


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


def conclude(goal: Goal[P], certificate: Certificate) -> Theorem:
    """What the certificate proves about the goal's position; raises :class:`Rejected`.

    The cost is that of its steps.
    """
    return prove(goal, steps_of(certificate))[-1]


def prove(goal: Goal[P], steps: Sequence[Step]) -> list[Theorem]:
    """The theorems of the steps, in one pass; raises :class:`Rejected` at the first wrong one."""
    kinds = {tag_of(step.certificate): kind_of(step.certificate) for step in steps}
    goals: dict[About, Goal[Any]] = {(): goal}
    theorems: list[Theorem] = []
    for number, step in enumerate(steps):
        try:
            about = _part(goals, step.about, kinds)
            if not all(0 <= earlier < number for earlier in step.uses):
                raise Rejected("it uses a step that does not come before it")
            known = tuple(theorems[earlier] for earlier in step.uses)
            theorems.append(_theorem(replace(about, known=known), step.certificate))
        except Rejected as reason:
            if number == len(steps) - 1:
                raise
            raise Rejected(f"step {number} ({tag_of(step.certificate)}): {reason}") from None
    if not steps or steps[-1].about:
        raise Rejected("the last step is not about the whole")
    return theorems


def _part(goals: dict[About, Goal[Any]], about: About, kinds: Mapping[str, AnyKind]) -> Goal[Any]:
    """The goal that a step is about: a part of a part ... of the whole; each is found once."""
    for length in range(1, len(about) + 1):
        whole, (tag, key) = goals[about[: length - 1]], about[length - 1]
        if about[:length] in goals:
            continue
        kind = kinds.get(tag)
        if kind is None or kind.part is None:
            raise Rejected(f"no step of kind {tag[:60]!r} has parts")
        _admit(kind.scope, whole, tag)
        part = kind.part
        goals[about[:length]] = _safely(partial(part, whole, key))
    return goals[about]


def _theorem(goal: Goal[Any], certificate: Certificate) -> Theorem:
    kind = kind_of(certificate)
    _admit(kind.scope, goal, kind.tag)
    conclusion = _safely(partial(kind.conclude, goal, certificate))
    for statement in conclusion.statements:
        if not _within(kind.scope, statement):
            raise Rejected(f"a certificate of kind {kind.tag} does not derive {statement}")
    return Theorem(_kernel, goal, kind, conclusion)


def _safely(call: Callable[[], R]) -> R:
    """What a kind returns; wrong input that it finds is a reason to reject."""
    try:
        return call()
    except BadInput as error:
        where = f"{error.where}: " if error.where else ""
        raise Rejected(where + error.message) from None
    except RecursionError:
        raise Rejected("the certificate is nested too deeply") from None


def verify(
    position: P,
    question: Question[P],
    arguments: Mapping[str, Value],
    answer: str,
    certificate: Certificate,
) -> Theorem:
    """The theorem, if it entails that ``answer`` answers the question.

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
    theorem = conclude(Goal(position, question.name, arguments), certificate)
    for statement in wanted:
        if not entails(theorem.statements, statement):
            raise Rejected(f"what was derived ({theorem.sentence}) does not entail {answer!r}")
    return theorem


def _admit(scope: Scope, goal: Goal[P], tag: str) -> None:
    position = goal.position
    if not scope.covers(position):
        raise Rejected(f"a certificate of kind {tag} is not about a {_name(_full(type(position)))}")
    laws: frozenset[Law] = getattr(position, "laws", frozenset())
    for law in sorted(scope.laws - laws, key=lambda law: law.name):
        raise Rejected(f"a certificate of kind {tag} needs that {law.value}, which is not known")


def of_class(position: object, one: type | str) -> bool:
    """Is the position of the class, which may be given by its full name and is then not entered?"""
    bases = type(position).__mro__
    return one in map(_full, bases) if isinstance(one, str) else one in bases


def _full(positions: type | str) -> str:
    if isinstance(positions, str):
        return positions
    return f"{positions.__module__}.{positions.__qualname__}"


def _name(positions: str) -> str:
    return f"position of {positions.split('.')[-2].replace('_', ' ')}"


def _within(scope: Scope, statement: Statement) -> bool:
    derives = scope.derives() if callable(scope.derives) else scope.derives
    if isinstance(statement, Is | AtLeast | AtMost):
        return statement.quantity.name in derives or type(statement) in derives
    return type(statement) in derives
