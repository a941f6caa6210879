"""A certificate file as the list of numbers that the proved checker reads."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from gameproof.certificates.files import CertificateFile, Sealed, unseal
from gameproof.certificates.kernel import Goal, verify
from gameproof.games.meaning.statement import Is
from gameproof.games.tetris import Position
from gameproof.instances.contained import contained
from gameproof.prover.formal import (
    answering,
    counted,
    followed,
    force,
    heaps,
    hold,
    images,
    matching,
    own_pairs,
    pairs,
    play,
    rounds,
    solved,
    tetris,
    values,
)
from gameproof.prover.formal.claims import claim
from gameproof.prover.formal.numbers import (
    After,
    Claimed,
    NotCovered,
    Numbers,
    Steps,
    TooMany,
    flat,
)

STEPS: Steps = {
    **play.STEPS,
    **pairs.STEPS,
    **hold.STEPS,
    **force.STEPS,
    **matching.STEPS,
    **rounds.STEPS,
}
AFTER: After = {
    **followed.AFTER,
    **answering.AFTER,
    **heaps.AFTER,
    **images.AFTER,
    **values.AFTER,
    **own_pairs.AFTER,
}


def claimed(record: CertificateFile) -> tuple[Numbers, Callable[[], list[Numbers]]]:
    """The instance and the claim of a certificate file as numbers, and what writes its steps.

    Raises :class:`NotCovered` and ``BadInput``."""
    asked = contained(record.instance)
    question, certificate = asked.question, record.certificate
    value = question.form.read(record.answer)
    wanted = question.meaning(asked.position, value, asked.arguments)
    kind = str(type(certificate).__struct_config__.tag)
    said = claim(asked.position, wanted)
    goal = Goal(asked.position, question.name, asked.arguments)

    @cache
    def derived() -> Claimed:
        verify(asked.position, question, asked.arguments, record.answer, certificate)
        return Claimed(goal, wanted)

    def evidence() -> list[Numbers]:
        if kind in STEPS:
            return STEPS[kind](goal, certificate)
        raise NotCovered(f"certificates of kind {kind}")

    def steps() -> list[Numbers]:
        try:
            return evidence()
        except NotCovered as what:
            lacking = what
        try:
            if kind in AFTER:
                if kind in followed.AFTER:
                    followed.require_short(certificate)
                return AFTER[kind](derived(), certificate)
        except NotCovered as what:
            lacking = what
        position: Any = asked.position
        listed = [one for one in wanted if isinstance(one, Is)]
        try:
            if all(counted.knows(position, one) for one in listed) and listed:
                derived()
                return [counted.step(position, one, certificate) for one in listed]
            if isinstance(position, Position):
                derived()
                return [tetris.step(position, one, certificate) for one in listed]
            if isinstance(lacking, TooMany):
                raise lacking
            solved.require_small(position)
            derived()
            return solved.of_claims(position, wanted)
        except NotCovered:
            raise lacking from None

    return said, steps


def require_covered(record: CertificateFile) -> None:
    """Raise :class:`NotCovered` for what is not covered; of what is, one look at the evidence
    that the plain checker looks at first, and none at that of others."""
    _, steps = claimed(record)
    if type(record.certificate).__struct_config__.tag not in STEPS:
        steps()


def translate(file: Sealed) -> Numbers:
    """The numbers of a certificate file. Raises :class:`NotCovered`, ``BadInput`` for what is no
    certificate file, and whatever a damaged certificate makes the translation stumble over."""
    return written(unseal(file))


def written(record: CertificateFile) -> Numbers:
    """The same of what was read."""
    return joined(*claimed(record))


def joined(said: Numbers, steps: Callable[[], list[Numbers]]) -> Numbers:
    """The claim with its steps, as :func:`claimed` gives them."""
    return [*said, *flat(steps())]


def write(path: Path, numbers: Numbers) -> None:
    """The numbers as a file of the program."""
    path.write_text(" ".join(map(str, numbers)) + "\n", encoding="ascii")
