"""Take-away games with memory: H-numbers for one pile, step tables for values and sums."""

from __future__ import annotations

from collections.abc import Callable

from gameproof.certificates.values.closed_form import ClosedForm
from gameproof.certificates.values.dynamic_table import DynamicTable
from gameproof.encodings.impartial.heap_methods import counted
from gameproof.encodings.impartial.impartial import (
    QUESTIONS,
    SPRAGUE_GRUNDY,
    check_arguments,
    finding,
    misere_methods,
    moves_to_zero,
    table_methods,
)
from gameproof.encodings.method import UNKNOWN, Encoding, Finding, Method, Options
from gameproof.games.impartial.closed_form import LARGEST_PILE
from gameproof.games.impartial.laws.h_numbers import (
    ENUMERATED,
    h_numbers,
    h_parts,
    taking,
    winning_takes,
)
from gameproof.games.impartial.laws.take_away_steps import nim_value, step_table
from gameproof.games.impartial.take_away import Position
from gameproof.games.meaning.answers import digits
from gameproof.solvers.limits import Limits
from gameproof.solvers.values.dynamic_take_away import dynamic_columns

SCHWENK = (
    "Schwenk (1970): (n, x) is N iff x is at least the smallest part of n in H-numbers; "
    "for f(x) = x the largest power of two in n, for f(x) = 2x Zeckendorf's sum"
)
TABLE_LIMIT = 60
"""Chips of all piles that are also evaluated from the rules alone."""
VALUES_TO = 1_000_000
"""Largest pile for which all values are tabulated; they take gigabytes there."""


def by_h_numbers(question: str) -> Callable[[Position, Limits, Options], Finding]:
    """Answer for one pile of any size by its H-representation."""

    def run(position: Position, limits: Limits, options: Options) -> Finding:
        n = position.piles[0][0]
        if question == "winning-moves" and n > ENUMERATED:
            reason = f"winning moves are listed up to {ENUMERATED} chips"
            return Finding(UNKNOWN, None, {}, {"reason": reason})
        numbers = h_numbers(position.function, n, limits.check)
        stats = {"h-numbers": len(numbers)}
        if question == "losing-sizes":
            return Finding(" ".join(map(digits, numbers)), ClosedForm(), stats)
        move = taking(position, numbers)
        best = [] if move is None else [move]
        found = finding(
            position,
            question,
            options,
            lambda: int(move is not None),
            lambda: best if question == "outcome" else winning_takes(position, numbers),
            ClosedForm(),
            stats,
        )
        found.detail["parts"] = [digits(part) for part in h_parts(numbers, n)]
        return found

    return run


def by_steps(question: str) -> Callable[[Position, Limits, Options], Finding]:
    """Answer for any piles by the steps of their Grundy values."""

    def run(position: Position, limits: Limits, options: Options) -> Finding:
        check_arguments(question, options)
        largest = max(n for n, _ in position.piles)
        f = [0] + [position.function(y) for y in range(1, largest + 1)]
        first = dynamic_columns(f, largest + 2, limits)
        steps = step_table(first)
        return finding(
            position,
            question,
            options,
            lambda: nim_value(position, steps),
            lambda: moves_to_zero(position, lambda after: nim_value(after, steps)),
            DynamicTable(first),
            {"columns": len(first), "sizes": largest + 1},
        )

    return run


def _one(position: Position) -> bool:
    return len(position.piles) == 1


def _chips(position: Position) -> list[int]:
    return [n for n, _ in position.piles]


def _small(position: Position) -> bool:
    return sum(_chips(position)) <= TABLE_LIMIT


REACH = f"piles of at most {TABLE_LIMIT} chips together"


ENCODING: Encoding[Position] = Encoding(
    methods=(
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
                lambda position: max(_chips(position)) <= VALUES_TO,
                reach=f"piles of at most {VALUES_TO} chips",
            )
            for question in QUESTIONS
        ),
        *table_methods(applies=_small, reach=REACH),
        *misere_methods(_small, REACH),
        Method(
            "unique-representation",
            "count",
            counted(LARGEST_PILE),
            SCHWENK,
            _one,
        ),
        Method("closed-form", "steps", counted(LARGEST_PILE), SPRAGUE_GRUNDY),
    )
)
