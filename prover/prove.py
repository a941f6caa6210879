"""From an instance to a checked answer: the ladder of methods within limits."""

from __future__ import annotations

import dataclasses
import importlib
import importlib.util
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gameproof.certificates.certificate import Claim, Rejected, check
from gameproof.certificates.files import CertificateFile, write
from gameproof.encodings import game_graph_qbf
from gameproof.encodings.method import UNKNOWN, Export, Finding, Method, Options
from gameproof.games.game import BadInput, games
from gameproof.instances.did_you_mean import hint
from gameproof.instances.instance import Instance, Resolved, portable, resolve
from gameproof.prover.answer import Answer
from gameproof.prover.version import version
from gameproof.prover.watch import watched
from gameproof.solvers.limits import LimitReached, Limits

GRAPH_QUESTION = "outcome"
"""What every bounded game can be asked as a quantified formula over its positions."""


class CertificateRejected(Exception):
    """A method's own certificate was rejected: a fault of gameproof, never of the input."""


@dataclass(slots=True)
class Proof:
    """An answer with the certificate itself (``None`` where the method has none)."""

    answer: Answer
    certificate: Any = None
    resolved: Resolved | None = None


def encoding(module: str) -> Any:
    """The encoding module of a game's module; ``None`` where there is none yet."""
    name = f"gameproof.encodings.{module}"
    if importlib.util.find_spec(name) is None:
        return None
    return importlib.import_module(name)


def methods(module: str, question: str) -> list[Method]:
    """The methods that answer ``question``, in ladder order; last what runs only by name."""
    found = [m for m in getattr(encoding(module), "METHODS", ()) if m.question == question]
    if question == GRAPH_QUESTION and _needs_graph(module):
        found.append(game_graph_qbf.method(question, _answers(module)))
    return sorted(found, key=lambda m: m.only_by_name)


def ladder(module: str, question: str) -> list[Method]:
    """The methods that are tried when none is named."""
    return [m for m in methods(module, question) if not m.only_by_name]


def exports(module: str, question: str | None = None) -> list[Export]:
    """The questions of a game that can be written as files for other programs."""
    found = list(getattr(encoding(module), "EXPORTS", ()))
    if _needs_graph(module):
        found.append(game_graph_qbf.export(GRAPH_QUESTION))
    return [e for e in found if question in (None, e.question)]


def _answers(module: str) -> tuple[str, ...]:
    """The answers to the question that any bounded game can be asked as a formula; empty
    when the games of the module do not have it."""
    asked = (q for game, name in games().values() if name == module for q in game.questions)
    return next((q.answers for q in asked if q.name == GRAPH_QUESTION), ())


def _needs_graph(module: str) -> bool:
    """Has the game an outcome, and its encoding no quantified formula of its own?"""
    own = getattr(encoding(module), "EXPORTS", ())
    return bool(_answers(module)) and not any(e.quantified for e in own)


def prove(
    instance: Instance,
    limits: Limits | None = None,
    *,
    method: str | None = None,
    options: Options | None = None,
    certificate: Path | None = None,
    progress: Callable[[str], None] = lambda text: None,
) -> Answer:
    """Answer an instance, its certificate checked and written to ``certificate``.

    Methods are tried cheapest first (or only the one named ``method``). When the
    time or memory limit runs out, or on Ctrl-C, the answer is ``unknown`` with
    what was proved so far in ``detail``. Raises :class:`BadInput` for wrong
    input and :class:`CertificateRejected` when a certificate of our own fails.
    """
    proof = prove_with_certificate(
        instance, limits, method=method, options=options, progress=progress
    )
    if certificate is not None and proof.certificate is not None and proof.resolved is not None:
        write_certificate(certificate, proof)
        proof.answer.certificate = str(certificate)
    return proof.answer


def prove_with_certificate(
    instance: Instance,
    limits: Limits | None = None,
    *,
    method: str | None = None,
    options: Options | None = None,
    progress: Callable[[str], None] = lambda text: None,
) -> Proof:
    """As :func:`prove`, returning the certificate instead of writing it."""
    limits = limits or Limits()
    started = time.perf_counter()
    asked: Resolved | None = None
    answer = Answer(
        game=instance.game,
        board=instance.game,
        question=instance.question or "",
        answer=UNKNOWN,
        version=version(),
    )
    proof = Proof(answer)
    try:
        with watched(limits):
            asked = resolve(instance)
            proof.resolved = asked
            answer.board = asked.words
            answer.question = asked.question.name
            answer.arguments = asked.arguments
            answer.key = asked.key
            _climb(asked, limits, method, options or Options(), proof, progress)
    except LimitReached as limit:
        answer.stopped = limit.reason
        _forget(proof)
    except KeyboardInterrupt:
        answer.stopped = "interrupted"
        _forget(proof)
    answer.seconds = round(time.perf_counter() - started, 6)
    answer.expected = instance.expected
    if instance.expected is not None and answer.answer != UNKNOWN and asked is not None:
        answer.agrees = same_answer(instance, instance.expected, answer.answer)
    return proof


def _climb(
    asked: Resolved,
    limits: Limits,
    method: str | None,
    options: Options,
    proof: Proof,
    progress: Callable[[str], None],
) -> None:
    answer = proof.answer
    options = dataclasses.replace(options, arguments=asked.arguments)
    table = methods(asked.module, asked.question.name)
    if method is not None:
        known = [m.name for m in table]
        if method not in known:
            listed = ", ".join(known) or "none"
            raise BadInput(
                f"no method {method!r} for {asked.game.name} {asked.question.name}"
                f"{hint(method, known)} (its methods: {listed})"
            )
        table = [m for m in table if m.name == method]
    else:
        table = ladder(asked.module, asked.question.name)
    tried: list[str] = []
    for rung in table:
        limits.check()
        if not rung.applies(asked.position):
            continue
        progress(rung.name)
        tried.append(rung.name)
        finding = rung.run(asked.position, limits, options)
        answer.stats.update({rung.name: finding.stats} if finding.stats else {})
        answer.detail.update(finding.detail)
        if finding.answer != UNKNOWN:
            _accept(asked, rung, finding, proof)
            break
    else:
        answer.stopped = limits.exceeded() or "methods"
        if not tried:
            answer.detail["methods"] = "no method applies to this position"
    if len(tried) > 1:
        answer.detail.setdefault("tried", tried)


def _accept(asked: Resolved, rung: Method, finding: Finding, proof: Proof) -> None:
    answer = proof.answer
    words = asked.question.answers
    if words and finding.answer not in words:
        raise CertificateRejected(
            f"{asked.words}: method {rung.name} answered {finding.answer!r}, not one of {words}"
        )
    if finding.certificate is not None:
        claim = Claim(asked.question.name, finding.answer, asked.arguments)
        try:
            answer.claim = check(asked.position, claim, finding.certificate)
        except Rejected as reason:
            raise CertificateRejected(f"{asked.words}: {rung.name}: {reason}") from None
        answer.verified = True
    answer.answer = finding.answer
    answer.method = rung.name
    answer.theorem = rung.theorem
    proof.certificate = finding.certificate


def write_certificate(path: Path, proof: Proof) -> int:
    """Write the certificate of a proof beside its instance and claim; returns bytes."""
    if proof.resolved is None or proof.certificate is None:
        raise ValueError("this proof has no certificate")
    answer = proof.answer
    claim = Claim(answer.question, answer.answer, answer.arguments)
    instance = portable(proof.resolved, path.parent)
    return write(
        path, CertificateFile(instance, claim, proof.certificate, f"gameproof {version()}")
    )


def _forget(proof: Proof) -> None:
    """An answer that was not checked to the end is no answer."""
    if not proof.answer.verified:
        proof.answer.answer = UNKNOWN
        proof.certificate = None


def same_answer(instance: Instance, expected: str, answer: str) -> bool:
    """Equal words; an encoding may compare better (``SAME_ANSWER``: games as values)."""
    if expected == answer:
        return True
    module = games()[instance.game][1]
    equal = getattr(encoding(module), "SAME_ANSWER", {}).get(instance.question)
    return bool(equal(expected, answer)) if equal is not None else False
