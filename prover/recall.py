"""Answers from the store where it has them, else proved and kept: one way for every verb."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gameproof.certificates.files import Sealed, compressed, write
from gameproof.encodings.method import Options
from gameproof.instances.instance import Instance, Resolved, resolve
from gameproof.prover.answer import UNKNOWN, Answer
from gameproof.prover.disk import writing
from gameproof.prover.prove import prove_with_certificate, same_answer
from gameproof.prover.store import Store, how
from gameproof.solvers.limits import Limits

if TYPE_CHECKING:
    from gameproof.prover.divided.divided import Divided


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
    """As :func:`gameproof.prover.prove.prove`, with a store of decided answers.

    ``fresh`` proves anew and replaces what is stored. A stored answer is compared
    with this instance's expected one, and its certificate written to ``certificate``.
    """
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
    with writing(path):
        write(path, sealed)
