"""Methods shared by the games that a published theorem decides: the theorem, and its test."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from gameproof.certificates.values.closed_form import ClosedForm
from gameproof.encodings.impartial.impartial import (
    QUESTIONS,
    finding,
    misere_methods,
    table_methods,
)
from gameproof.encodings.method import Finding, Method, Options
from gameproof.games.impartial.closed_form import bound_of
from gameproof.games.impartial.heaps import Heaps, nim_sum
from gameproof.games.impartial.impartial import MISERE
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
        values = position.values()
        found = finding(
            position,
            question,
            options,
            lambda: nim_sum(values),
            position.lawful_wins,
            ClosedForm(),
            {},
        )
        found.detail["values"] = [digits(value) for value in values]
        return found

    return run


def by_misere_law(position: Heaps, _limits: Limits, _options: Options) -> Finding:
    """Misere play of heaps that are those of Nim by their law."""
    values = position.values()
    misere = nim_sum(values) if any(v > 1 for v in values) else 1 - nim_sum(values)
    return Finding("N" if misere else "P", ClosedForm())


def counted(
    largest: int, law: Callable[[P], str] = lambda _position: ""
) -> Callable[[P, Limits, Options], Finding]:
    """A theorem says yes of all sizes up to ``--to``; whoever checks tests it by the rules alone.
    ``law`` names what is tested."""

    def run(position: P, _limits: Limits, options: Options) -> Finding:
        from gameproof.certificates.definitions.definition import Definition

        to = bound_of(options.arguments)
        if to > largest:
            raise BadInput(f"a size from 0 to {largest} is needed, not {digits(to)[:40]}", "to")
        named = law(position)
        return Finding(True, Definition(), {"sizes": to + 1}, {"law": named} if named else {})

    return run


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
        Method(MISERE.name, "law", by_misere_law, BOUTON, lambda position: position.like_nim),
        *misere_methods(small, reach),
        Method(
            "closed-form",
            "mex-table",
            counted(largest, lambda position: position.theorem),
            "the definition of Grundy values",
            applies,
        ),
    )
