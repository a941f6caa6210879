"""Answers by definition: what is asked, evaluated as whoever checks evaluates it again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar, cast

from gameproof.certificates.definitions.definition import Definition
from gameproof.encodings.method import UNKNOWN, Finding, Options
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.definitions import answer, question_of
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.steps import STEPS, TooMuch, within
from gameproof.solvers.limits import Limits

P = TypeVar("P")


def defined(
    position: object,
    question: str,
    arguments: Mapping[str, Value],
    limits: Limits,
    steps: int | None = None,
) -> Value:
    """The answer by definition; raises :class:`TooMuch` where it takes more steps than whoever
    checks would take, or so many, and ``LimitReached``."""
    here = cast(AnyPosition, position)
    asked = question_of(here, question)
    assert asked is not None, f"nobody asks {question!r} of such a position"
    with within(STEPS if steps is None else steps, limits.check):
        return answer(here, asked, arguments)


def by_definition(question: str) -> Callable[[P, Limits, Options], Finding]:
    """A method that evaluates the definition of the question."""

    def run(position: P, limits: Limits, options: Options) -> Finding:
        try:
            return Finding(defined(position, question, options.arguments, limits), Definition())
        except TooMuch as reason:
            return Finding(UNKNOWN, note=reason.message)

    return run
