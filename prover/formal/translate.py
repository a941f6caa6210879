"""A certificate file as the list of numbers that the proved checker reads."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from gameproof.certificates.files import CertificateFile, Sealed, unseal
from gameproof.certificates.kernel import Goal
from gameproof.instances.contained import contained
from gameproof.prover.formal import force, hold, matching, nim, pairs, play
from gameproof.prover.formal.numbers import NotCovered, Numbers, Steps, claim

STEPS: Steps = {
    **play.STEPS,
    **pairs.STEPS,
    **hold.STEPS,
    **force.STEPS,
    **matching.STEPS,
    **nim.STEPS,
}


def claimed(record: CertificateFile) -> tuple[Numbers, Callable[[], list[Numbers]]]:
    """The instance and the claim of a certificate file as numbers, and what writes its steps.

    Raises :class:`NotCovered` and ``BadInput``."""
    asked = contained(record.instance)
    value = asked.question.form.read(record.answer)
    wanted = asked.question.meaning(asked.position, value, asked.arguments)
    kind = str(type(record.certificate).__struct_config__.tag)
    if kind not in STEPS:
        raise NotCovered(f"certificates of kind {kind}")
    goal = Goal(asked.position, asked.question.name, asked.arguments)
    return claim(asked.position, wanted), partial(STEPS[kind], goal, record.certificate)


def translate(file: Sealed) -> Numbers:
    """The numbers of a certificate file. Raises :class:`NotCovered`, ``BadInput`` for what is no
    certificate file, and whatever a damaged certificate makes the translation stumble over."""
    return written(unseal(file))


def written(record: CertificateFile) -> Numbers:
    """The same of what was read."""
    said, steps = claimed(record)
    found = steps()
    return [*said, len(found), *(x for step in found for x in step)]


def write(path: Path, numbers: Numbers) -> None:
    """The numbers as a file of the program."""
    path.write_text(" ".join(map(str, numbers)) + "\n", encoding="ascii")
