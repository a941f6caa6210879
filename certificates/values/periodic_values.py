"""Values of a subtraction game by a table from the start and a proved period."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.values.heap_laws import Lower, conclude_heaps, winning
from gameproof.certificates.values.impartial_answers import DERIVES, numbers, whole
from gameproof.certificates.values.mex_tables import verify_subtraction
from gameproof.games.impartial.heaps import Heaps, Take
from gameproof.games.impartial.subtraction import Position
from gameproof.games.meaning.laws import IMPARTIAL_NORMAL
from gameproof.games.meaning.statement import Is, quantity


class PeriodicValues(Certificate, frozen=True, tag="periodic-values"):
    """Grundy values of the heaps 0, 1, ... of a subtraction game, and a period.

    From ``preperiod`` on the values repeat with ``period``; the table reaches at
    least to ``preperiod + period + largest amount - 1``. With period 0 nothing is
    claimed beyond the table.
    """

    values: np.ndarray
    preperiod: int
    period: int


def conclude(goal: Goal[Position], certificate: PeriodicValues) -> Conclusion:
    """Every entry is a mex, and as many equal entries in a row as the largest amount, one
    period apart, make all later ones equal too. O(size of the table x amounts)."""
    allowed = goal.position.allowed
    values = numbers("values", certificate.values, (-1,))
    start, period = whole("preperiod", certificate.preperiod), whole("period", certificate.period)
    verify_subtraction(values, allowed)
    if period > 0:
        window = allowed[-1]
        if start + period + window > len(values):
            raise Rejected("the table is too short to prove the period")
        first = values[start : start + window]
        if not np.array_equal(first, values[start + period : start + period + window]):
            raise Rejected(f"the values do not repeat with period {period} from {start}")
    if goal.question == "period":
        found = period_text(values, start, period)
        return Conclusion((Is(quantity("period"), found),), f"the Grundy values have {found}")
    stated, lower = heap_values(goal.position, values, start, period)
    heaps: Goal[Heaps] = Goal(goal.position, goal.question, goal.arguments)
    return conclude_heaps(heaps, stated, lower, ", by the proved period")


def reply(position: Position, certificate: PeriodicValues) -> Take | None:
    """A move that makes the XOR zero, ``None`` where there is none."""
    values, lower = heap_values(
        position, certificate.values, certificate.preperiod, certificate.period
    )
    return next(iter(winning(position, values, lower)), None)


def periodic_value(values: NDArray[np.int64], start: int, period: int, n: int) -> int:
    """The value of a heap of n; raises :class:`Rejected` beyond a table without period."""
    if n < len(values):
        return int(values[n])
    if period == 0:
        raise Rejected("the table has no entry for some heap")
    return int(values[start + (n - start) % period])


def heap_values(
    position: Position, values: NDArray[np.int64], start: int, period: int
) -> tuple[list[int], Lower]:
    """The values of the position's heaps, and where a move can make a value of a heap."""

    def lower(n: int, target: int) -> list[int]:
        sizes = [n - s for s in position.allowed if s <= n]
        return [left for left in sizes if periodic_value(values, start, period, left) == target]

    return [periodic_value(values, start, period, n) for n in position.heaps], lower


def period_text(values: NDArray[np.int64], start: int, period: int) -> str:
    """``period 5 after 0 values``, the least of both; raises :class:`Rejected` otherwise.

    The least period divides every other one, so it is enough to test the proper divisors
    on one period, and the value before the start.
    """
    if period == 0:
        raise Rejected("no period is claimed")
    cycle = values[start : start + period]
    for divisor in range(1, period // 2 + 1):
        if period % divisor == 0 and np.array_equal(cycle, np.roll(cycle, divisor)):
            raise Rejected(f"{divisor} is a smaller period")
    if start > 0 and values[start - 1] == values[start - 1 + period]:
        raise Rejected("the values repeat earlier than claimed")
    return f"period {period} after {start} values"


KIND = Kind(
    record=PeriodicValues,
    scope=Scope(derives=(*DERIVES, "period"), positions=(Position,), laws=IMPARTIAL_NORMAL),
    theorem="a window of max(amounts) equal values repeats for ever (Guy, Smith 1956; "
    "Winning Ways, chapter 4); Sprague 1935 and Grundy 1939 for several heaps",
    evidence="the first Grundy values, each checked as a mex, with the period and where it starts",
    conclude=conclude,
    reply=reply,
)
