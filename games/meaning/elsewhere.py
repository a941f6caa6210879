"""Quantities that other positions tell: a bound of a value by who wins a sum, and the like.

A game registers for its positions which of its questions are told so (:func:`elsewhere`), and
:class:`Elsewhere` is why.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Any, Generic, TypeVar

from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.question import Arguments
from gameproof.games.meaning.statement import Statement

P = TypeVar("P")

Told = Callable[[object], Sequence[Statement]]
"""What is known of a position."""
Follows = tuple[list[Statement], str]
"""What follows, none where nothing does, and a sentence that says it."""


@dataclass(frozen=True)
class Elsewhere(Generic[P]):
    """How other positions tell a quantity.

    ``at(position, arguments, key)`` is the position that a key names, of which ``question`` is
    asked (``None``: the same). ``says(position, arguments, told, others)`` is what follows from
    what is known of ``others``, if the position obeys ``laws``. Both raise :class:`BadInput`.
    """

    at: Callable[[P, Arguments, str | int], object]
    says: Callable[[P, Arguments, Told, Sequence[object]], Follows]
    question: str | None = "outcome"
    laws: frozenset[Law] = frozenset()


@singledispatch
def elsewhere(_position: object, _question: str) -> Elsewhere[Any] | None:
    """How other positions tell what the question asks for, ``None`` where none do."""
    return None
