"""Certificates: typed records, their file form, and the call of their checkers.

A kind of certificate is a module of this package that defines a subclass of
:class:`Certificate` with a ``tag`` and a function
``check(position, claim, certificate) -> str``, which returns the proved claim
as one sentence or raises :class:`Rejected` with the first reason why not.
Large arrays (more than ``INLINE`` numbers) are kept in an ``.npz`` beside the JSON.
"""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec

SCHEMA = "gameproof/certificate/1"
INLINE = 2048


class Rejected(Exception):
    """The certificate does not prove the claim; the message is the first reason."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a certificate is to prove of a position."""

    question: str
    answer: str
    arguments: dict[str, Any] = field(default_factory=dict)


class Certificate(msgspec.Struct, frozen=True, tag_field="kind"):
    """Base of all certificate records. Fields are JSON values or NumPy arrays."""


@cache
def kinds() -> dict[str, Any]:
    """Every module of this package that defines a kind, by the kind's tag."""
    package = importlib.import_module(__package__)
    found: dict[str, Any] = {}
    for info in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"{__package__}.{info.name}")
        for value in list(vars(module).values()):
            if (
                isinstance(value, type)
                and issubclass(value, Certificate)
                and value is not Certificate
                and value.__module__ == module.__name__
            ):
                tag = value.__struct_config__.tag
                found[str(tag)] = (value, module)
    return found


def check(position: Any, claim: Claim, certificate: Certificate) -> str:
    """The proved claim as a sentence; raises :class:`Rejected`. The cost is the kind's."""
    _, module = kinds()[str(certificate.__struct_config__.tag)]
    sentence: str = module.check(position, claim, certificate)
    return sentence
