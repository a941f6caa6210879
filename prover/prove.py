"""From an instance to a checked answer: a portfolio of methods within limits."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.files import CertificateFile, Sealed
from gameproof.encodings.method import AnyDivision, AnyMethod, Finding, Options, Undecided
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput, hint
from gameproof.instances.contained import portable
from gameproof.instances.instance import Instance, Resolved, resolve
from gameproof.prover.answer import UNKNOWN, VERSION, Answer
from gameproof.prover.registry import entry
from gameproof.prover.verify import CertificateRejected, verify_sealed
from gameproof.prover.written import compressed, seal, write
from gameproof.solvers.limits import Cancelled, LimitReached, Limits

if TYPE_CHECKING:
    from gameproof.prover.divided.divided import Divided
    from gameproof.prover.divided.run import Run
    from gameproof.prover.store import Store


@dataclass(slots=True)
class Proof:
    """An answer as a record and as a value, with its certificate as the method made it and
    as a file (``None`` where the method has none). ``follows`` works out what is still missing in
    the answer's detail (``None``: nothing). ``told`` passes on what the answer holds so far."""

    answer: Answer
    value: Value | Undecided = Undecided.UNKNOWN
    certificate: Certificate | None = None
    sealed: Sealed | None = None
    resolved: Resolved | None = None
    follows: Callable[[], dict[str, object]] | None = None
    told: Callable[[], None] = lambda: None


def prove(
    instance: Instance,
    limits: Limits | None = None,
    *,
    method: str | None = None,
    options: Options | None = None,
    certificate: Path | None = None,
    divided: Divided | None = None,
) -> Answer:
    """Answer an instance, its certificate checked and written to ``certificate``.

    Methods are tried cheapest first (or only the one named ``method``). When the
    time or memory limit runs out, or the run is cancelled, the answer is ``unknown``
    with what was proved so far in ``detail``. ``divided`` says among whom the question is
    divided, once a method that can be comes to its turn. Raises :class:`BadInput` for wrong
    input and :class:`CertificateRejected` when a certificate of our own fails.
    """
    proof = prove_with_certificate(
        instance, limits, method=method, options=options, divided=divided
    )
    if certificate is not None and proof.sealed is not None:
        write(certificate, proof.sealed)
        proof.answer.certificate = str(certificate)
    return proof.answer


def prove_with_certificate(
    instance: Instance,
    limits: Limits | None = None,
    *,
    method: str | None = None,
    options: Options | None = None,
    resolved: Resolved | None = None,
    divided: Divided | None = None,
    later: bool = False,
) -> Proof:
    """As :func:`prove`, returning the certificate instead of writing it; the instance need
    not be resolved again where it was. What follows from the answer and takes its time is
    left to ``Proof.follows`` when it is wanted ``later``."""
    limits = limits or Limits()
    started = time.perf_counter()
    asked: Resolved | None = None
    answer = Answer(
        game=instance.game,
        board=instance.game,
        question=instance.question or "",
        answer=UNKNOWN,
        version=VERSION,
    )
    proof = Proof(answer)
    now: list[str] = []

    def tell(text: str) -> None:
        now[:] = [text]
        told(text)

    told, limits = limits.progress, dataclasses.replace(limits, progress=tell)
    try:
        with limits.guard(limits) as known:
            proof.told = lambda: known(answer.to_object())
            proof.told()
            asked = resolved or resolve(instance)
            proof.resolved = asked
            answer.board = asked.words
            answer.question = asked.question.name
            answer.arguments = asked.arguments
            answer.key = asked.key
            _try_methods(asked, limits, method, options or Options(), proof, divided)
            if proof.follows is not None and not later:
                answer.detail.update(proof.follows())
                proof.follows = None
    except LimitReached as limit:
        answer.stopped = "interrupted" if limits.cancelled.is_set() else limit.reason
    except MemoryError:
        answer.stopped = "memory"
    except Cancelled:
        answer.stopped = "interrupted"
    if proof.follows is not None and not later:  # a limit came while it was worked out
        proof.follows = None
        if answer.verified and answer.stopped != "interrupted":
            answer.detail["note"] = f"{answer.stopped} limit: what follows is not told to the end"
            answer.stopped = None
    if answer.stopped not in (None, "methods"):
        _forget(proof)
        if now and answer.answer == UNKNOWN:
            answer.detail["stopped_in"] = now[0]
    answer.seconds = round(time.perf_counter() - started, 6)
    answer.expected = instance.expected
    if instance.expected is not None and answer.answer != UNKNOWN and asked is not None:
        answer.agrees = same_answer(answer.game, answer.question, instance.expected, answer.answer)
    return proof


def recall_or_prove(
    instance: Instance,
    limits: Limits,
    *,
    store: Store | None,
    fresh: bool = False,
    method: str | None = None,
    options: Options,
    certificate: Path | None = None,
    resolved: Resolved | None = None,
    divided: Divided | None = None,
) -> Answer:
    """As :func:`prove`, with a store of decided answers.

    ``fresh`` proves anew and replaces what is stored. A stored answer is compared
    with this instance's expected one, and its certificate written to ``certificate``.
    """
    key = ""
    if store is not None:
        from gameproof.prover.store import how

        key = how(method, options)
    if store is not None and not fresh:
        resolved = resolved or resolve(instance)
        found = store.get(resolved, key)
        if found is not None and (found[1] is not None or certificate is None):
            stored, sealed = found
            if certificate is not None and sealed is not None:
                _keep(certificate, sealed)
                stored.certificate = str(certificate)
            stored.board = resolved.words  # the same position may have had another name
            stored.expected = instance.expected
            stored.agrees = None
            if instance.expected is not None:
                stored.agrees = same_answer(
                    stored.game, stored.question, instance.expected, stored.answer
                )
            return stored
    proof = prove_with_certificate(
        instance, limits, method=method, options=options, resolved=resolved, divided=divided
    )
    answer = proof.answer
    keep = store is not None and answer.answer != UNKNOWN and answer.stopped is None
    if proof.sealed is not None and (certificate is not None or keep):
        proof.sealed = compressed(proof.sealed)
    if certificate is not None and proof.sealed is not None:
        _keep(certificate, proof.sealed)
        answer.certificate = str(certificate)
    if store is not None and keep:
        store.put(answer, proof.sealed, key)
    return answer


def _keep(path: Path, sealed: Sealed) -> None:
    from gameproof.prover.disk import writing

    with writing(path):
        write(path, sealed)


def _try_methods(
    asked: Resolved,
    limits: Limits,
    method: str | None,
    options: Options,
    proof: Proof,
    divided: Divided | None,
) -> None:
    answer = proof.answer
    options = dataclasses.replace(options, arguments=asked.arguments)
    joined = entry(asked.game.name)
    table = joined.portfolio(asked.question.name)
    if method is not None:
        named = joined.methods(asked.question.name)
        known = [m.name for m in named]
        if method not in known:
            listed = ", ".join(known) or "none"
            raise BadInput(
                f"no method {method!r} for {asked.game.name} {asked.question.name}"
                f"{hint(method, known)} (its methods: {listed})"
            )
        table = [m for m in named if m.name == method]
    if options.engine is not None:
        from gameproof.encodings.engines import sat_engine

        sat_engine(options)  # a wrong name is told also where no method would have asked for it
    divisions = {m.name: _division(asked, m, divided) for m in table}
    if divided is not None and divided.journal is not None and not any(divisions.values()):
        raise BadInput(
            f"{asked.words}: the question {asked.question.name} is not divided, "
            "so it has no journal"
        )
    tried: list[str] = []
    for one in table:
        limits.check()
        if not one.applies(asked.position):
            continue
        limits.progress(one.name)
        tried.append(one.name)
        proof.told()
        own = dataclasses.replace(limits, progress=_named(one.name, limits.progress))
        take = partial(_take, asked, one, proof)
        division = divisions[one.name]
        if divided is None or division is None:
            take(one.run(asked.position, own, options))
        else:
            from gameproof.prover.divided.run import Run

            _divided(Run(asked, division, divided, own, options), proof, take)
        if answer.answer != UNKNOWN:
            break
    else:
        answer.stopped = limits.exceeded() or "methods"
        if not tried:
            near = [one for one in table if one.reach and one.concerns(asked.position)]
            reaches = dict.fromkeys(f"{one.name} takes {one.reach}" for one in near)
            why = f": {'; '.join(reaches)}" if reaches else ""
            answer.detail["methods"] = f"no method applies to this position{why}"
    if len(tried) > 1:
        answer.detail.setdefault("tried", tried)


def _division(asked: Resolved, method: AnyMethod, divided: Divided | None) -> AnyDivision | None:
    """How the method's question is divided, where it is to be."""
    if divided is None:
        return None
    from gameproof.prover.divided.pieces import division_of

    return division_of(asked, method.name)


def _divided(run: Run, proof: Proof, take: Callable[[Finding], None]) -> None:
    """Take what a divided question comes to; how far it came is told also when a limit ends it."""
    try:
        run.finding(take)
    except (LimitReached, Cancelled):
        proof.answer.detail.update({"divided": run.counted(), **run.told})
        raise


def _named(name: str, progress: Callable[[str], None]) -> Callable[[str], None]:
    """What an engine tells, with the name of its method."""
    return lambda text: progress(f"{name}: {text}")


def _take(asked: Resolved, method: AnyMethod, proof: Proof, finding: Finding) -> None:
    """What a method came to: its answer, or what is known without one."""
    answer = proof.answer
    answer.stats.update({method.name: finding.stats} if finding.stats else {})
    answer.detail.update(finding.told(asked.position))
    if not isinstance(finding.answer, Undecided):
        accept(asked, method, finding, proof)
        proof.follows = finding.follows


def accept(asked: Resolved, method: AnyMethod, finding: Finding, proof: Proof) -> None:
    """Keep what a method found; verified once its certificate was accepted as a file."""
    answer = proof.answer
    if isinstance(finding.answer, Undecided):
        raise TypeError("no answer to accept")
    try:
        text = asked.question.form.write(finding.answer)
        asked.question.form.read(text)
    except (ValueError, BadInput) as error:
        raise CertificateRejected(
            f"{asked.words}: method {method.name} answered {finding.answer!r}: {error}"
        ) from None
    if finding.certificate is not None:
        made_by = f"gameproof {VERSION}"
        record = CertificateFile(portable(asked), text, finding.certificate, made_by)
        # Told where a limit ends the check; the answer is unknown then (``_forget``).
        answer.detail["unchecked"] = f"{text}, by {method.name}: its certificate was being checked"
        proof.told()
        try:
            proof.sealed = seal(record, compress=False)
            answer.claim = verify_sealed(proof.sealed).sentence
        except (Rejected, BadInput) as reason:
            proof.sealed = None
            raise CertificateRejected(f"{asked.words}: {method.name}: {reason}") from None
        del answer.detail["unchecked"]
        answer.verified = True
    answer.answer = text
    answer.method = method.name
    answer.theorem = method.theorem
    proof.certificate = finding.certificate
    proof.value = finding.answer


def _forget(proof: Proof) -> None:
    """An answer that was not checked to the end is no answer."""
    if not proof.answer.verified:
        proof.answer.answer = UNKNOWN
        proof.value = Undecided.UNKNOWN
        proof.certificate = None
        proof.sealed = None


def same_answer(game: str, question: str, expected: str, answer: str) -> bool:
    """Equal words; an encoding may compare better (``same_answer``: games as values)."""
    return expected == answer or entry(game).same_answer(question)(expected, answer)
