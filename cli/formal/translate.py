"""A certificate file as the list of numbers that the proved checker reads."""

from __future__ import annotations

from pathlib import Path

from gameproof.certificates.files import load, unseal
from gameproof.certificates.kernel import Goal
from gameproof.cli.formal import force, hold, matching, nim, pairs, play
from gameproof.cli.formal.numbers import NotCovered, Numbers, Steps, claim
from gameproof.instances.contained import contained

STEPS: Steps = {
    **play.STEPS,
    **pairs.STEPS,
    **hold.STEPS,
    **force.STEPS,
    **matching.STEPS,
    **nim.STEPS,
}


def translate(path: Path) -> Numbers:
    """The numbers of a certificate file. Raises :class:`NotCovered`, ``BadInput`` for what is no
    certificate file, and whatever a damaged certificate makes the translation stumble over."""
    record = unseal(load(path))
    asked = contained(record.instance)
    value = asked.question.form.read(record.answer)
    wanted = asked.question.meaning(asked.position, value, asked.arguments)
    kind = str(type(record.certificate).__struct_config__.tag)
    if kind not in STEPS:
        raise NotCovered(f"certificates of kind {kind}")
    goal = Goal(asked.position, asked.question.name, asked.arguments)
    found = STEPS[kind](goal, record.certificate)
    return [*claim(asked.position, wanted), len(found), *(x for step in found for x in step)]


def write(path: Path, numbers: Numbers) -> None:
    """The numbers as a file of the program."""
    path.write_text(" ".join(map(str, numbers)) + "\n", encoding="ascii")
