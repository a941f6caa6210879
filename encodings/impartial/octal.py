"""Take-and-break games: a proved period, or a table up to the largest heap."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt

from gameproof.certificates.values.heap_laws import nim_sum
from gameproof.certificates.values.impartial_answers import QUESTIONS
from gameproof.certificates.values.octal_tables import MOST_SPLITS, OctalTable, splits
from gameproof.certificates.values.octal_values import MOST_LISTED, OctalValues, winning
from gameproof.certificates.values.periodic_values import period_text
from gameproof.encodings.impartial.impartial import check_arguments, finding, table_methods
from gameproof.encodings.impartial.misere import misere_methods
from gameproof.encodings.method import UNKNOWN, Encoding, Finding, Method, Options
from gameproof.games.impartial.octal import Position
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.values.octal import find_period, octal_values

PERIOD = (
    "values that repeat long enough repeat for ever (Guy, Smith 1956; Siegel, Combinatorial Game "
    "Theory, theorem IV.2.7)"
)
REACH = 24_000
"""Heaps searched for a period, and largest heap of a table without one."""


def longest(code: tuple[int, ...]) -> int:
    """Entries of the longest table that is made under this code: the checker is to have the time
    to look at it."""
    per_digit = MOST_SPLITS // max(1, splits(2, code))
    return min(REACH + 1, isqrt(4 * per_digit))


def octal_certificate(
    code: tuple[int, ...], largest: int, limits: Limits, *, period: bool = False
) -> OctalValues | None:
    """The values of all heaps up to ``largest``: a period where one is found, else the table;
    ``None`` when the table would be too long, or when a ``period`` is asked for and none found.
    """
    reach = longest(code)
    enough = reach if period or largest >= reach else max(2048, 4 * largest)
    repeats = find_period(code, min(enough, reach), limits)
    if repeats is not None:
        return OctalValues(repeats.values, repeats.preperiod, repeats.period)
    if period or largest >= reach:
        return None
    return OctalValues(octal_values(code, largest + 1, limits), 0, 0)


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
            reach = longest(position.code)
            return Finding(UNKNOWN, None, {}, {"reason": f"no period below {reach - 1}"})
        return found_by(certificate, position, question, options)

    return run


def found_by(
    certificate: OctalValues, position: Position, question: str, options: Options
) -> Finding:
    """What the table says about the question."""
    stats = {"heaps": len(certificate.values)}
    if question == "period":
        text = period_text(certificate.values, certificate.preperiod, certificate.period)
        return Finding(text, certificate, stats)
    table = OctalTable(
        position.code,
        certificate.values,
        certificate.preperiod,
        certificate.period,
        trusted=True,
    )
    found = finding(
        question,
        options,
        lambda: nim_sum([table.value(n) for n in position.heaps]),
        lambda: map(position.move_text, winning(position, table, near=False)),
        certificate,
        stats,
        lambda: next(iter(winning(position, table, near=True)), None),
    )
    if table.period:
        found.detail |= {"period": table.period, "preperiod": table.start}
    return found


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
        *table_methods(applies=_in_three, reach=TOGETHER),
        *misere_methods(_small, TOGETHER),
    )
)
