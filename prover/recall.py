"""Answers from the store where it has them, else proved and kept: one way for every verb."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from gameproof.encodings.method import UNKNOWN, Options
from gameproof.instances.instance import Instance, resolve
from gameproof.prover.answer import Answer
from gameproof.prover.prove import prove, same_answer
from gameproof.prover.store import Store, how, reusable
from gameproof.solvers.limits import Limits


def recall_or_prove(
    instance: Instance,
    limits: Limits,
    *,
    store: Store | None,
    fresh: bool = False,
    method: str | None = None,
    options: Options,
    certificate: Path | None = None,
    progress: Callable[[str], None] = lambda text: None,
) -> Answer:
    """As :func:`gameproof.prover.prove.prove`, with a store of decided answers.

    ``fresh`` proves anew and replaces what is stored. A stored answer is compared
    with this instance's expected one.
    """
    key = how(method, options)
    if store is not None and not fresh:
        stored = store.get(resolve(instance).key, key)
        if stored is not None and reusable(stored, certificate):
            stored.expected = instance.expected
            stored.agrees = None
            if instance.expected is not None:
                stored.agrees = same_answer(instance, instance.expected, stored.answer)
            return stored
    answer = prove(
        instance,
        limits,
        method=method,
        options=options,
        certificate=certificate,
        progress=progress,
    )
    if store is not None and answer.answer != UNKNOWN and answer.stopped is None:
        store.put(answer, key)
    return answer
