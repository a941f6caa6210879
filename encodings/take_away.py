"""Take-away games with memory: H-numbers for one pile, step tables for values and sums."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gameproof.certificates.dynamic_table import DynamicTable, nim_value, reply, step_table
from gameproof.certificates.h_numbers import (
    ENUMERATED,
    HRepresentation,
    RepresentationCounts,
    answer,
    h_numbers,
    h_parts,
    representation_counts,
    smallest_parts,
)
from gameproof.certificates.nim_value import QUESTIONS
from gameproof.encodings.heap_methods import bound_of
from gameproof.encodings.impartial import SPRAGUE_GRUNDY, finding, table_methods
from gameproof.encodings.method import UNKNOWN, Export, Finding, Method, Options
from gameproof.games.take_away import Position, check_function
from gameproof.solvers.dynamic_take_away import dynamic_columns
from gameproof.solvers.limits import Limits

SCHWENK = (
    "Schwenk (1970): (n, x) is N iff x is at least the smallest part of n in H-numbers; "
    "for f(x) = x the largest power of two in n, for f(x) = 2x Zeckendorf's sum"
)
LARGEST = 2_000_000
"""Largest size for which the P-positions are tabulated."""

VALUES_TO = 1_000_000
"""Largest pile for which all values are tabulated; they take gigabytes there."""


def by_h_numbers(question: str) -> Callable[[Position, Limits, Options], Finding]:
    """Answer for one pile of any size by its H-representation."""

    def run(position: Position, limits: Limits, options: Options) -> Finding:
        n, most = position.piles[0]
        numbers = h_numbers(position.function, n, limits.check)
        parts = h_parts(numbers, n)
        certificate = HRepresentation([str(h) for h in numbers], [str(h) for h in parts])
        if question == "winning-moves" and n > ENUMERATED:
            reason = f"winning moves are listed up to {ENUMERATED} chips"
            return Finding(UNKNOWN, None, {}, {"reason": reason})
        truth = answer(position, question, numbers, parts, most)
        detail: dict[str, object] = {"parts": certificate.parts}
        if truth == "N":
            detail["winning move"] = certificate.parts[0]
        return Finding(truth, certificate, {"h-numbers": len(numbers)}, detail)

    return run


def by_steps(question: str) -> Callable[[Position, Limits, Options], Finding]:
    """Answer for any piles by the steps of their Grundy values."""

    def run(position: Position, limits: Limits, options: Options) -> Finding:
        largest = max(n for n, _ in position.piles)
        f = [0] + [position.function(y) for y in range(1, largest + 1)]
        first = dynamic_columns(f, largest + 2, limits)
        steps = step_table(first)
        certificate = DynamicTable(first)
        return finding(
            position,
            question,
            options,
            lambda of: nim_value(of, steps),
            certificate,
            {"columns": len(first), "sizes": largest + 1},
            lambda of: reply(of, certificate),
        )

    return run


def closed_form(position: Position, limits: Limits, options: Options) -> Finding:
    """Test "N iff x is at least the smallest part" on all (n, x) up to a size."""
    to = bound_of(options, LARGEST)
    check_function(position.function, to)
    f = [0] + [position.function(y) for y in range(1, to + 1)]
    first = dynamic_columns(f, 1, limits)
    steps = step_table(first)[0]
    smallest = smallest_parts(h_numbers(position.function, to, limits.check), to)
    wrong = np.flatnonzero((steps != smallest)[1:]) + 1
    detail = {"fails at": int(wrong[0])} if len(wrong) else {}
    return Finding(
        "no" if len(wrong) else "yes", DynamicTable(first), {"sizes": to + 1}, {**detail}
    )


def unique_representation(position: Position, limits: Limits, options: Options) -> Finding:
    """Count the representations of all numbers up to a size."""
    to = bound_of(options, LARGEST)
    check_function(position.function, to)
    counts = representation_counts(position.function, to)
    wrong = np.flatnonzero(counts != 1)
    detail = {"fails at": int(wrong[0])} if len(wrong) else {}
    return Finding("no" if len(wrong) else "yes", RepresentationCounts(counts), {}, {**detail})


def _one(position: Position) -> bool:
    return len(position.piles) == 1


METHODS = (
    *(
        Method(question, "h-numbers", by_h_numbers(question), SCHWENK, _one)
        for question in ("outcome", "winning-moves", "losing-sizes")
    ),
    *(
        Method(
            question,
            "steps",
            by_steps(question),
            SPRAGUE_GRUNDY,
            lambda position: max(n for n, _ in position.piles) <= VALUES_TO,
        )
        for question in QUESTIONS
    ),
    *table_methods(applies=lambda position: sum(n for n, _ in position.piles) <= 60),
    Method("unique-representation", "count", unique_representation, SCHWENK, _one),
    Method("closed-form", "steps", closed_form, SPRAGUE_GRUNDY),
)

EXPORTS: tuple[Export, ...] = ()
