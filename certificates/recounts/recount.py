"""Counted again from the rules: the one kind that carries no evidence.

What each question counts is written in the modules beside this one, as ``COUNTS``. The
certificate only says that the rules decide; whoever checks it does the whole work again,
with the plain programs of this package.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Generic, TypeVar

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.statement import Is, quantity
from gameproof.games.plugins import PluginFailed, imported, left_out, plugins

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Count(Generic[P]):
    """How one quantity is counted.

    ``count(position, arguments)`` returns the value, from the rules alone, or raises
    :class:`Rejected` where that would take too long or makes no sense. ``theorem`` says why
    the count is what the question asks, and what it costs.
    """

    quantity: str
    positions: tuple[type[P], ...]
    count: Callable[[P, Mapping[str, Value]], Value]
    theorem: str
    laws: frozenset[Law] = frozenset()


AnyCount = Count[object]


class Recount(Certificate, frozen=True, tag="recount"):
    """No content: the rules decide."""


@cache
def counts() -> tuple[AnyCount, ...]:
    """Every count of the modules beside this one, and of those that packages bring."""
    package = importlib.import_module(__package__)
    found: list[AnyCount] = []
    for info in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"{__package__}.{info.name}")
        found.extend(getattr(module, "COUNTS", ()))
    for name in (name for plugin in plugins() for name in plugin.kinds):
        try:
            found.extend(getattr(imported(name), "COUNTS", ()))
        except PluginFailed as failure:
            left_out(failure)
    return tuple(found)


def count_of(position: object, name: str) -> AnyCount | None:
    """How the quantity is counted for such a position; ``None`` where nothing counts it."""
    for count in counts():
        if count.quantity == name and isinstance(position, count.positions):
            return count
    return None


def conclude(goal: Goal[object], _certificate: Recount) -> Conclusion:
    """The value of the quantity that the question asks for, counted anew."""
    count = count_of(goal.position, goal.question)
    if count is None:
        raise Rejected(f"nothing counts {goal.question!r} again for such a position")
    laws: frozenset[Law] = getattr(goal.position, "laws", frozenset())
    for law in sorted(count.laws - laws, key=lambda law: law.name):
        raise Rejected(f"counting {goal.question!r} needs that {law.value}, which is not known")
    value = count.count(goal.position, goal.arguments)
    asked = quantity(goal.question, goal.arguments)
    return Conclusion((Is(asked, value),), "verified by recount")


def derives() -> tuple[str, ...]:
    """The quantities that are counted again."""
    return tuple(sorted({count.quantity for count in counts()}))


KIND = Kind(
    record=Recount,
    scope=Scope(derives=derives),
    theorem="the definition of each quantity; see the counts",
    evidence="none: everything is counted again from the rules",
    conclude=conclude,
)
