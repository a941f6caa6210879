"""Torus questions asked and answered in tests: with their certificates checked as files."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.files import convert
from gameproof.certificates.kernel import Theorem, verify
from gameproof.games.torus_cycles import Position
from gameproof.prover.written import to_json
from reference.proved import findings, question_of

GAME = "torus-cycles"


def ask(position: Position, question: str, method: str = "", **arguments: Any) -> Any:
    """The finding of one method (the first by default), its certificate checked as JSON too."""
    found = findings(GAME, position, question, **arguments)
    finding: Any = found[method] if method else next(iter(found.values()))
    if finding.certificate is not None:
        again = convert(json.loads(json.dumps(to_json(finding.certificate))))
        text = question_of(GAME, question).form.write(finding.answer)
        assert accepted(position, question, text, again, **arguments)
    return finding


def accepted(
    position: Any, question: str, answer: str, certificate: Certificate, **arguments: Any
) -> Theorem:
    """The conclusion; raises :class:`Rejected`."""
    return verify(position, question_of(GAME, question), arguments, answer, certificate)


def rejected(
    position: Position, question: str, answer: str, certificate: Certificate, **arguments: Any
) -> str:
    with pytest.raises(Rejected) as caught:
        accepted(position, question, answer, certificate, **arguments)
    return str(caught.value)


# -- winner -----------------------------------------------------------------------------


def told(position: Position) -> str:
    """The winner from the rules: spanning trees instead of union-find."""
    classes = position.loops("x") | position.loops("o")
    if not classes:
        return "none"
    if len(classes) > 1:
        return "several"
    return position.owner(classes, "")
