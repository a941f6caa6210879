"""Take-and-break games: a proved period, or a table up to the largest heap."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.values.mex import Mex
from gameproof.encodings.impartial.impartial import (
    QUESTIONS,
    check_arguments,
    finding,
    misere_methods,
    table_methods,
)
from gameproof.encodings.method import UNKNOWN, Encoding, Finding, Method, Options
from gameproof.games.impartial.closed_form import bound_of
from gameproof.games.impartial.heaps import nim_sum
from gameproof.games.impartial.impartial import TWO, UNEQUAL, Impartial
from gameproof.games.impartial.octal import MOST_MOVES, Break, Position
from gameproof.games.meaning.answers import digits
from gameproof.games.meaning.bad_input import BadInput
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.values.octal import (
    find_period,
    octal_values,
    rare_heaps,
    repeated_window,
    values_needed,
)

PERIOD = (
    "values that repeat long enough repeat for ever (Guy, Smith 1956; Siegel, Combinatorial Game "
    "Theory, theorem IV.2.7)"
)
MOST_LISTED = 1_000_000
"""Winning moves are listed for heaps of at most so many objects together."""
REACH = 1 << 25
"""Heaps searched for a period, as long as the table can be checked in some minutes."""

OTHERS = 1000
"""Small heaps that leave nearly all values of the parity of rare ones."""
WINDOW = 64
"""Values behind a bound that are first looked for before it."""


def longest(code: tuple[int, ...]) -> int:
    """Entries of the longest table without a period: the checker is to have the time to look at
    it, whatever its values are."""
    return isqrt(MOST_MOVES // (12 * max(1, _splitting(code))))


def _splitting(code: tuple[int, ...]) -> int:
    return sum(1 for digit in code if digit & (TWO | UNEQUAL))


def _checkable(code: tuple[int, ...], values: NDArray[np.int32]) -> bool:
    """Will whoever checks the table of these values have the time? For each rare heap, and some
    thousand others, a bit is noted for each heap and value of one parity."""
    count = len(values)
    if count <= longest(code):
        return True
    if not _splitting(code):
        return count * sum(1 for digit in code if digit) <= MOST_MOVES // 2
    rare, numbers = rare_heaps(values), int(values.max()) + 1
    noted = numbers // 2 * (len(rare) + OTHERS) * (count // 256 + 512)
    return noted + int(rare.sum()) * _splitting(code) <= MOST_MOVES // 2


def octal_certificate(
    code: tuple[int, ...], largest: int, limits: Limits, *, period: bool = False
) -> Mex | None:
    """The values of all heaps up to ``largest``: a period where one is found, else the table;
    ``None`` when the table would be too long, or when a ``period`` is asked for and none found.
    """
    reach = longest(code)
    far = period or largest >= reach
    checked = partial(_checkable, code)
    bound = REACH if far else min(max(2048, 4 * largest), reach)
    repeats = find_period(code, bound, limits, checked)
    if repeats is not None and checked(repeats.values):
        return Mex({}, _narrow(repeats.values), repeats.preperiod, repeats.period)
    return None if far else heap_table(code, largest, limits)


def _narrow(values: NDArray[np.int32]) -> NDArray[np.integer]:
    """The same numbers, in as few bytes each as they need."""
    return values.astype(np.min_scalar_type(int(values.max())))


def by_period(question: str) -> Callable[[Position, Limits, Options], Finding]:
    """Answer for heaps of any size by the period, or by the table up to the heaps."""

    def run(position: Position, limits: Limits, options: Options) -> Finding:
        check_arguments(question, options)
        heaps = position.heaps
        if question == "winning-moves" and sum(heaps) > MOST_LISTED:
            return Finding(UNKNOWN, note=f"more than {MOST_LISTED} objects: moves are not listed")
        largest = max(heaps, default=0)
        try:
            certificate = octal_certificate(
                position.code, largest, limits, period=question == "period"
            )
        except LimitReached as reached:
            return Finding(UNKNOWN, None, {}, {"reason": reached.reason})
        if certificate is None:
            reason = "no period was found whose table can be checked in some minutes"
            return Finding(UNKNOWN, None, {}, {"reason": reason})
        return found_by(certificate, position, question, options)

    return run


def code_of(position: Impartial[Any]) -> tuple[int, ...]:
    """The digits of the code under which parts are heaps, that for taking nothing first."""
    digits = position.heap_code()
    return tuple(digits.get(taken, 0) for taken in range(max(digits, default=0) + 1))


def heap_table(code: tuple[int, ...], largest: int, limits: Limits) -> Mex | None:
    """The values of all heaps up to ``largest``, ``None`` where they take long to check."""
    values = octal_values(code, largest + 1, limits)
    return Mex({}, _narrow(values)) if _checkable(code, values) else None


def by_window(position: Impartial[Any], limits: Limits, options: Options) -> Finding:
    """Is what follows the bound nowhere before it? Then no period is so short; otherwise more
    values follow, until the period is proved or they differ."""
    code, to = code_of(position), bound_of(options.arguments)
    if to > REACH:
        raise BadInput(f"a size from 0 to {REACH} is needed, not {digits(to)[:40]}", "to")
    after, values = WINDOW, None
    try:
        while True:
            values = octal_values(code, to + after, limits, values)
            if not _checkable(code, values):
                return Finding(UNKNOWN, None, {}, {"reason": "the table would take long to check"})
            found = repeated_window(values, after)
            if found is None:
                return Finding(True, Mex({}, _narrow(values)), {"heaps": len(values)})
            needed = values_needed(code, *found)
            if needed <= len(values) and UNEQUAL not in code:  # of those no period is proved
                proof = Mex({}, _narrow(values[:needed]), *found)
                return Finding(False, proof, {"heaps": needed})
            after *= 2
    except LimitReached as reached:
        return Finding(UNKNOWN, None, {}, {"reason": reached.reason})


def found_by(certificate: Mex, position: Position, question: str, options: Options) -> Finding:
    """What the table says about the question."""
    stats = {"heaps": len(certificate.heaps)}
    table = HeapValues(certificate)
    if question == "period":
        return Finding(table.period_text(), certificate, stats)
    found = finding(
        position,
        question,
        options,
        lambda: nim_sum([table.value(n) for n in position.heaps]),
        lambda: winning(position, table, near=question == "outcome"),
        certificate,
        stats,
    )
    if certificate.period:
        found.detail |= {"period": certificate.period, "preperiod": certificate.preperiod}
    return found


@dataclass(frozen=True)
class HeapValues:
    """The table of heaps in a certificate."""

    proof: Mex

    def value(self, n: int) -> int:
        """The value of a heap of n, which is in the table or repeats."""
        proof = self.proof
        if n < len(proof.heaps):
            return int(proof.heaps[n])
        return int(proof.heaps[proof.preperiod + (n - proof.preperiod) % proof.period])

    def period_text(self) -> str:
        """The answer to ``period``."""
        return f"period {self.proof.period} after {self.proof.preperiod} values"


def winning(position: Position, table: HeapValues, *, near: bool) -> Iterator[Break]:
    """The moves that make the XOR zero; with ``near`` only those whose smaller heap lies within
    the first period: there is one if there is any. O(heaps x digits), or less."""
    values = [table.value(n) for n in position.heaps]
    total = nim_sum(values)
    period = table.proof.period
    most = max(table.proof.preperiod, 1) + period if near and period else None
    for index, (n, value) in enumerate(zip(position.heaps, values, strict=True)):
        for taken, small in position.breaks(n, most) if total else ():
            if table.value(small) ^ table.value(n - taken - small) == total ^ value:
                yield index, taken, small


MOST_OBJECTS = 500
"""Objects of the heaps of which everything is looked at: in misere play, and where heaps are
split into three."""
TOGETHER = f"heaps of at most {MOST_OBJECTS} together"


def _small(position: Position) -> bool:
    return sum(position.heaps) <= MOST_OBJECTS


def _in_three(position: Position) -> bool:
    return not position.octal and _small(position)


ENCODING: Encoding[Position] = Encoding(
    methods=(
        *(
            Method(
                question,
                "period",
                by_period(question),
                PERIOD,
                lambda position: position.octal,
                reach="codes whose digits are at most 7",
            )
            for question in (*QUESTIONS, "period")
        ),
        Method(
            "no-period",
            "window",
            by_window,
            "values with a period from some heap on are the same a period before",
            lambda position: position.octal,
            reach="codes whose digits are at most 7",
        ),
        *table_methods(applies=_in_three, reach=TOGETHER),
        *misere_methods(_small, TOGETHER),
    )
)
