"""Subtraction games: the law for the amounts 1, ..., k, a proved period for all others."""

from __future__ import annotations

from collections.abc import Callable

from gameproof.certificates.values.mex import Mex
from gameproof.encodings.impartial.heap_methods import law_methods
from gameproof.encodings.impartial.impartial import (
    QUESTIONS,
    check_arguments,
    finding,
    moves_to_zero,
)
from gameproof.encodings.impartial.octal import HeapValues
from gameproof.encodings.method import UNKNOWN, Encoding, Finding, Method, Options
from gameproof.games.impartial.closed_form import LARGEST_HEAP
from gameproof.games.impartial.heaps import Take, nim_sum
from gameproof.games.impartial.impartial import Impartial
from gameproof.games.impartial.subtraction import Position
from gameproof.solvers.limits import Limits
from gameproof.solvers.values.octal import find_period, octal_values, subtraction_code

LAW = "amounts 1, ..., k: g(n) = n mod (k + 1) (Frieze, Combinatorial Games, sums of games)"
PERIOD = (
    "a window of max(amounts) equal values repeats for ever "
    "(Guy, Smith 1956; Winning Ways, chapter 4)"
)
REACH = 4_000_000
"""Heaps searched for a period, unless the amounts themselves ask for more."""


def by_period(question: str) -> Callable[[Position, Limits, Options], Finding]:
    """Answer for heaps of any size by the period, or by the table up to the heaps."""

    def run(position: Position, limits: Limits, options: Options) -> Finding:
        code = subtraction_code(position.allowed)
        reach = max(REACH, 4 * position.allowed[-1])
        check_arguments(question, options)
        largest = max(position.heaps, default=0)
        repeats = find_period(code, reach, limits)
        if repeats is not None:
            certificate = Mex({}, repeats.values, repeats.preperiod, repeats.period)
        elif question == "period" or largest >= REACH:
            why = {"reason": f"no period among the heaps below {reach}"}
            return Finding(UNKNOWN, None, {}, why)
        else:
            values = octal_values(code, largest + 1, limits)
            certificate = Mex({}, values)
        stats = {"heaps": len(certificate.heaps)}
        table = HeapValues(certificate)
        if question == "period":
            return Finding(table.period_text(), certificate, stats)

        def value(of: Impartial[Take]) -> int:
            return nim_sum([table.value(part.heap() or 0) for part in of.parts()])

        found = finding(
            position,
            question,
            options,
            lambda: value(position),
            lambda: moves_to_zero(position, value),
            certificate,
            stats,
        )
        found.detail |= {"period": certificate.period, "preperiod": certificate.preperiod}
        return found

    return run


ENCODING: Encoding[Position] = Encoding(
    methods=(
        *(Method(question, "period", by_period(question), PERIOD) for question in QUESTIONS),
        Method("period", "period", by_period("period"), PERIOD),
        *law_methods(LAW, LARGEST_HEAP, lambda position: position.like_nim),
    )
)
