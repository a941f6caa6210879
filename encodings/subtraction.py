"""Subtraction games: the law for the amounts 1, ..., k, a proved period for all others."""

from __future__ import annotations

from collections.abc import Callable

from gameproof.certificates.heap_laws import law_of
from gameproof.certificates.heap_values import (
    PeriodicValues,
    answer,
    period_text,
    periodic_value,
    reply,
)
from gameproof.certificates.nim_value import QUESTIONS
from gameproof.encodings.heap_methods import closed_form, law_methods
from gameproof.encodings.impartial import claim_of
from gameproof.encodings.method import UNKNOWN, Export, Finding, Method, Options
from gameproof.games.subtraction import Position
from gameproof.solvers.limits import Limits
from gameproof.solvers.subtraction import find_period, subtraction_values

LAW = "amounts 1, ..., k: g(n) = n mod (k + 1) (source document 004, slide 25)"
PERIOD = (
    "a window of max(amounts) equal values repeats for ever "
    "(Guy, Smith 1956; Winning Ways, chapter 4)"
)
REACH = 4_000_000
"""Heaps searched for a period, unless the amounts themselves ask for more."""


def by_period(question: str) -> Callable[[Position, Limits, Options], Finding]:
    """Answer for heaps of any size by the period, or by the table up to the heaps."""

    def run(position: Position, limits: Limits, options: Options) -> Finding:
        window = position.allowed[-1]
        claim = claim_of(question, options)
        repeats = find_period(position.allowed, max(REACH, 4 * window), limits)
        if repeats is not None:
            certificate = PeriodicValues(repeats.values, repeats.preperiod, repeats.period)
        elif question == "period" or max(position.heaps) >= REACH:
            why = {"reason": f"no period among the heaps below {max(REACH, 4 * window)}"}
            return Finding(UNKNOWN, None, {}, why)
        else:
            values = subtraction_values(position.allowed, max(position.heaps) + 1, limits)
            certificate = PeriodicValues(values, 0, 0)
        stats = {"heaps": len(certificate.values)}
        if question == "period":
            text = period_text(
                certificate.values, window, certificate.preperiod, certificate.period
            )
            return Finding(text, certificate, stats)

        def lower(n: int, target: int) -> list[int]:
            sizes = [n - s for s in position.allowed if s <= n]
            return [left for left in sizes if periodic_value(certificate, left) == target]

        values_now = [periodic_value(certificate, n) for n in position.heaps]
        truth = answer(position, claim, values_now, lower)
        detail: dict[str, object] = {
            "period": certificate.period,
            "preperiod": certificate.preperiod,
        }
        move = reply(position, certificate) if truth == "N" else None
        if move is not None:
            detail["winning move"] = position.move_text(move)
        return Finding(truth, certificate, stats, detail)

    return run


METHODS = (
    *(Method(question, "period", by_period(question), PERIOD) for question in QUESTIONS),
    Method("period", "period", by_period("period"), PERIOD),
    *law_methods(LAW, lambda position: law_of(position) is not None),
    Method(
        "closed-form",
        "mex-table",
        closed_form(
            lambda position, to, limits: subtraction_values(position.allowed, to + 1, limits),
            10_000_000,
        ),
        "the definition of Grundy values",
        lambda position: law_of(position) is not None,
    ),
)

EXPORTS: tuple[Export, ...] = ()
