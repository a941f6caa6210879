"""Methods shared by the games that a published theorem decides: the theorem, and its test."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from gameproof.certificates.definitions.count import Count
from gameproof.certificates.values.closed_form import ClosedForm
from gameproof.encodings.impartial.impartial import QUESTIONS, finding, table_methods
from gameproof.encodings.impartial.misere import misere_methods
from gameproof.encodings.method import Finding, Method, Options
from gameproof.games.impartial.closed_form import bound_of
from gameproof.games.impartial.heaps import Heaps
from gameproof.games.impartial.impartial import MISERE
from gameproof.games.impartial.laws import heap_laws
from gameproof.games.meaning.answers import digits
from gameproof.games.meaning.bad_input import BadInput
from gameproof.solvers.limits import Limits

TABLE_LIMIT = 2000
"""Heaps up to this total are also evaluated from the rules alone, as a second opinion."""

BOUTON = "misere Nim: as Nim, but for heaps of at most one object each (Bouton 1902)"

P = TypeVar("P")
H = TypeVar("H", bound=Heaps)


def by_law(question: str) -> Callable[[Heaps, Limits, Options], Finding]:
    """Answer by the closed form of the heaps' values, in time that does not grow with them."""

    def run(position: Heaps, _limits: Limits, options: Options) -> Finding:
        law = heap_laws.law_of(position)
        if law is None:
            raise BadInput("no closed form is known for this game")
        values = [law.value(n) for n in position.heaps]
        found = finding(
            position,
            question,
            options,
            lambda: heap_laws.nim_sum(values),
            lambda: heap_laws.winning(position, values, law.lower),
            ClosedForm(),
            {},
        )
        found.detail["values"] = [digits(value) for value in values]
        return found

    return run


def by_misere_law(position: Heaps, _limits: Limits, _options: Options) -> Finding:
    """Misere play of heaps that are those of Nim by their law."""
    law = heap_laws.law_of(position)
    if law is None:
        raise BadInput("no closed form is known for this game")
    values = [law.value(n) for n in position.heaps]
    return Finding("N" if heap_laws.genus(values)[1] else "P", ClosedForm())


def counted(
    largest: int, law: Callable[[P], str] = lambda _position: ""
) -> Callable[[P, Limits, Options], Finding]:
    """A theorem says yes of all sizes up to ``--to``; whoever checks tests it by the rules alone.
    ``law`` names what is tested."""

    def run(position: P, _limits: Limits, options: Options) -> Finding:
        to = bound_of(options.arguments)
        if to > largest:
            raise BadInput(f"a size from 0 to {largest} is needed, not {digits(to)[:40]}", "to")
        named = law(position)
        return Finding(True, Count(), {"sizes": to + 1}, {"law": named} if named else {})

    return run


def like_nim(position: Heaps) -> bool:
    """Is misere play of the heaps that of Nim, by their law?"""
    law = heap_laws.law_of(position)
    return law is not None and heap_laws.like_nim(law)


def law_name(position: Heaps) -> str:
    """The name of the law for the position's heaps."""
    law = heap_laws.law_of(position)
    return "" if law is None else law.name


def law_methods(
    theorem: str,
    largest: int,
    applies: Callable[[H], bool] = lambda _position: True,
    small: Callable[[H], bool] = lambda position: sum(position.heaps) <= TABLE_LIMIT,
) -> tuple[Method[H], ...]:
    """The law, then mexes from the rules alone for small heaps; the law tested on all sizes."""
    reach = f"heaps of at most {TABLE_LIMIT} together"
    return (
        *(Method(question, "law", by_law(question), theorem, applies) for question in QUESTIONS),
        *table_methods(applies=small, reach=reach),
        Method(MISERE.name, "law", by_misere_law, BOUTON, like_nim),
        *misere_methods(small, reach),
        Method(
            "closed-form",
            "mex-table",
            counted(largest, law_name),
            "the definition of Grundy values",
            applies,
        ),
    )
