"""Certificates: typed records of evidence, and the exception of their checkers.

A proof is a list of steps, children first: each has a kind, what it is about, its evidence and the
earlier steps that it uses. In memory a certificate that uses others holds them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from gameproof.games.meaning.bad_input import BadInput

SCHEMA = "gameproof/certificate/3"
INLINE = 2048
"""Arrays of more numbers stand in the ``.npz`` beside the JSON."""


class Rejected(Exception):
    """The certificate does not prove what is asked; the message is the first reason."""

    exit_status = 1


class Certificate(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """Base of all certificate records. Fields are JSON values or NumPy arrays."""


class Composite(Certificate, frozen=True, kw_only=True):
    """Base of the records of kinds that use earlier steps; ``uses`` are no evidence."""

    uses: tuple[Use, ...] = ()


Key = str | int | None
"""Names a part of a goal to the kind that uses it; ``None`` where there is one part."""

About = tuple[tuple[str, Key], ...]
"""What a step is about: from the goal of the whole proof on, (kind, key) of part within part."""


@dataclass(frozen=True, slots=True)
class Use:
    """A certificate that another one uses, and the part of that one's goal that it is about."""

    certificate: Certificate
    key: Key = None


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a proof; ``uses`` are the numbers of the earlier steps that it uses."""

    about: About
    certificate: Certificate
    uses: tuple[int, ...] = ()


def tag_of(certificate: Certificate) -> str:
    """The name of the certificate's kind in files."""
    return str(certificate.__struct_config__.tag)


def fields_of(record: msgspec.Struct | type[msgspec.Struct]) -> tuple[str, ...]:
    """The names of a record's evidence."""
    return tuple(name for name in record.__struct_fields__ if name != "uses")


def uses_of(certificate: Certificate) -> tuple[Use, ...]:
    """The certificates that one uses."""
    return certificate.uses if isinstance(certificate, Composite) else ()


def steps_of(whole: Certificate) -> list[Step]:
    """The proof as a list, children first, each part of a goal once. O(size)."""
    steps: list[Step] = []
    number: dict[tuple[About, int], int] = {}
    waiting: list[tuple[About, Certificate, Iterator[Use]]] = [((), whole, iter(uses_of(whole)))]
    while waiting:
        about, certificate, uses = waiting[-1]
        tag = tag_of(certificate)
        for use in uses:
            inner = (*about, (tag, use.key))
            if (inner, id(use.certificate)) not in number:
                waiting.append((inner, use.certificate, iter(uses_of(use.certificate))))
                break
        else:
            waiting.pop()
            used = (((*about, (tag, u.key)), id(u.certificate)) for u in uses_of(certificate))
            number[about, id(certificate)] = len(steps)
            steps.append(Step(about, certificate, tuple(number[name] for name in used)))
    return steps


def whole_of(steps: list[Step]) -> Certificate:
    """The certificate of the last step, with all that it uses; raises :class:`BadInput`."""
    made: list[Certificate] = []
    for place, step in enumerate(steps):
        uses = []
        for number in step.uses:
            if not 0 <= number < place:
                raise BadInput(f"there is no earlier step {number}", f"steps[{place}].uses")
            about = steps[number].about
            if about[:-1] != step.about or not about or about[-1][0] != tag_of(step.certificate):
                raise BadInput(f"step {number} is not about a part of it", f"steps[{place}].uses")
            uses.append(Use(made[number], about[-1][1]))
        if uses and not isinstance(step.certificate, Composite):
            kind = tag_of(step.certificate)
            raise BadInput(f"a step of kind {kind} uses no others", f"steps[{place}].uses")
        composite = isinstance(step.certificate, Composite)
        changed = {"uses": tuple(uses)} if composite else {}
        made.append(msgspec.structs.replace(step.certificate, **changed))
    used = {number for step in steps for number in step.uses}
    for place in range(len(steps) - 1):
        if place not in used:
            raise BadInput("no step uses it", f"steps[{place}]")
    if not steps or steps[-1].about:
        raise BadInput("the last step is about the whole", "steps")
    return made[-1]
