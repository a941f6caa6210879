"""Values of a take-and-break game by a table from the start and a proved period."""

from __future__ import annotations

import numpy as np

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.values.heap_laws import nim_sum
from gameproof.certificates.values.impartial_answers import DERIVES, conclude_values
from gameproof.certificates.values.octal_tables import OctalTable
from gameproof.certificates.values.periodic_values import period_text
from gameproof.games.impartial.octal import Break, Position
from gameproof.games.meaning.laws import IMPARTIAL_NORMAL
from gameproof.games.meaning.statement import Is, quantity

MOST_LISTED = 1_000_000
"""Winning moves are listed for heaps of at most so many objects together."""


class OctalValues(Certificate, frozen=True, tag="octal-values"):
    """Grundy values of the heaps 0, 1, ... of an octal game, and a period.

    From ``preperiod`` on the values repeat with ``period``; with s the larger of ``preperiod``
    and 1, the table has at least 2 s + 2 ``period`` + k entries, k being the most that may be
    taken. With period 0 nothing is claimed beyond the table.
    """

    values: np.ndarray
    preperiod: int
    period: int


def conclude(goal: Goal[Position], certificate: OctalValues) -> Conclusion:
    """Every entry is a mex; the period follows from the table. O(size of the table squared)."""
    position = goal.position
    table = OctalTable(position.code, certificate.values, certificate.preperiod, certificate.period)
    if goal.question == "period":
        found = period_text(table.values, table.start, table.period)
        return Conclusion((Is(quantity("period"), found),), f"the Grundy values have {found}")
    return conclude_values(
        goal,
        lambda: nim_sum([table.value(n) for n in position.heaps]),
        lambda: map(position.move_text, winning(position, table, near=False)),
        ", by the proved period" if table.period else "",
    )


def winning(position: Position, table: OctalTable, *, near: bool) -> list[Break]:
    """The moves that make the XOR zero; with ``near`` some of them, one if there are any.

    Raises :class:`Rejected` where all are asked for and the heaps are too large to list them.
    """
    if not near and sum(position.heaps) > MOST_LISTED:
        raise Rejected(f"moves are listed for heaps of at most {MOST_LISTED} objects together")
    values = [table.value(n) for n in position.heaps]
    total = nim_sum(values)
    return [
        (index, taken, small)
        for index, (n, value) in enumerate(zip(position.heaps, values, strict=True))
        if total
        for taken, small in table.options(n, total ^ value, near)
    ]


def reply(position: Position, certificate: OctalValues) -> Break | None:
    """A move that makes the XOR zero, ``None`` where there is none."""
    table = OctalTable(
        position.code,
        certificate.values,
        certificate.preperiod,
        certificate.period,
        trusted=True,
    )
    return next(iter(winning(position, table, near=True)), None)


KIND = Kind(
    record=OctalValues,
    scope=Scope(derives=(*DERIVES, "period"), positions=(Position,), laws=IMPARTIAL_NORMAL),
    theorem="values that repeat long enough repeat for ever (Guy, Smith 1956; Siegel, "
    "Combinatorial Game Theory, theorem IV.2.7); Sprague 1935 and Grundy 1939 for several heaps",
    evidence="the first Grundy values, each checked as a mex, with the period and where it starts",
    conclude=conclude,
    reply=reply,
)
