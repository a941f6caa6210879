"""Ask a game a question by every method that applies; every certificate is checked."""

from __future__ import annotations

import importlib
from typing import Any

from gameproof.certificates.certificate import Claim, check
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.games.game import games
from gameproof.solvers.limits import Limits


def methods(game: str, question: str) -> list[Method]:
    """The methods of a game for one question, in the order of the ladder."""
    _, module = games()[game]
    encoding = importlib.import_module(f"gameproof.encodings.{module}")
    return [method for method in encoding.METHODS if method.question == question]


def findings(game: str, position: Any, question: str, **arguments: Any) -> dict[str, Finding]:
    """What each applicable method finds, by the method's name; certificates are checked."""
    found: dict[str, Finding] = {}
    for method in methods(game, question):
        if not method.applies(position):
            continue
        finding = method.run(position, Limits(time_limit=60), Options(arguments=arguments))
        if finding.answer != UNKNOWN:
            assert finding.certificate is not None, f"{method.name} gave no certificate"
            check(position, Claim(question, finding.answer, arguments), finding.certificate)
        found[method.name] = finding
    return found


def proved(game: str, position: Any, question: str, **arguments: Any) -> str:
    """The answer that all methods that decide agree on."""
    answers = {
        finding.answer
        for finding in findings(game, position, question, **arguments).values()
        if finding.answer != UNKNOWN
    }
    assert len(answers) == 1, f"{game} {question}: {answers}"
    return answers.pop()
