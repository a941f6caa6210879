"""Ask a game a question by every method that applies; every certificate is checked."""

from __future__ import annotations

from typing import Any

from gameproof.certificates.kernel import verify
from gameproof.encodings.method import AnyMethod, Finding, Options, Undecided
from gameproof.games.game import games
from gameproof.games.meaning.question import Question
from gameproof.prover.registry import entry
from gameproof.solvers.limits import Limits

LIMIT = 180
"""Seconds of one method: generous, a busy machine is slow."""


def methods(game: str, question: str) -> list[AnyMethod]:
    """The methods of a game for one question, in the order of the portfolio."""
    return entry(game).own(question)


def question_of(game: str, name: str) -> Question[Any]:
    """The question of that name."""
    return next(q for q in games()[game][0].questions if q.name == name)


def findings(game: str, position: Any, question: str, **arguments: Any) -> dict[str, Finding]:
    """What each applicable method finds, by the method's name; certificates are checked."""
    found: dict[str, Finding] = {}
    for method in methods(game, question):
        if not method.applies(position):
            continue
        finding = method.run(position, Limits(time_limit=LIMIT), Options(arguments=arguments))
        if not isinstance(finding.answer, Undecided):
            assert finding.certificate is not None, f"{method.name} gave no certificate"
            asked = question_of(game, question)
            text = asked.form.write(finding.answer)
            verify(position, asked, arguments, text, finding.certificate)
        found[method.name] = finding
    return found


def proved(game: str, position: Any, question: str, **arguments: Any) -> str:
    """The answer that all methods that decide agree on, as text."""
    form = question_of(game, question).form
    answers = {
        form.write(finding.answer)
        for finding in findings(game, position, question, **arguments).values()
        if not isinstance(finding.answer, Undecided)
    }
    assert len(answers) == 1, f"{game} {question}: {answers}"
    return answers.pop()
