"""Values of separate heaps, by a published law or by a proved period, and their XOR."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.heap_laws import law_of
from gameproof.certificates.heap_table import verify_subtraction
from gameproof.certificates.nim_value import integer_argument, moves_text, sentence
from gameproof.games import subtraction

Lower = Callable[[int, int], list[int]]


class HeapValues(Certificate, frozen=True, tag="heap-values"):
    """The Grundy value of each heap, in decimal (heaps may be larger than 64 bits)."""

    values: list[str]


class PeriodicValues(Certificate, frozen=True, tag="periodic-values"):
    """Grundy values of the heaps 0, 1, ... of a subtraction game, and a period.

    From ``preperiod`` on the values repeat with ``period``; the table reaches at
    least to ``preperiod + period + largest amount - 1``. With period 0 nothing is
    claimed beyond the table.
    """

    values: np.ndarray
    preperiod: int
    period: int


def check(position: Any, claim: Claim, certificate: HeapValues | PeriodicValues) -> str:
    """Verify the heaps' values and the claim about their XOR.

    ``HeapValues`` stands on the law of the game (see ``heap_laws``), in time
    proportional to the digits. ``PeriodicValues`` is verified from the rules: every
    entry is a mex, and as many equal entries in a row as the largest amount, one
    period apart, make all later ones equal too. O(size of the table x amounts).
    """
    if isinstance(certificate, PeriodicValues):
        return _check_periodic(position, claim, certificate)
    law = law_of(position)
    if law is None:
        raise Rejected("no closed form is known for this game")
    heaps = position.heaps
    stated = certificate.values
    if not isinstance(stated, list) or len(stated) != len(heaps):
        raise Rejected(f"expected a value for each of {len(heaps)} heaps")
    values = [law.value(n) for n in heaps]
    for k, (text, value) in enumerate(zip(stated, values, strict=True)):
        if text != str(value):
            raise Rejected(f"heap {k + 1} has the value {value}, not {text!r}")
    return _verdict(position, claim, values, law.lower) + f", by {law.name}"


def answer(position: Any, claim: Claim, values: list[int], lower: Lower) -> str:
    """The true answer when the heaps have these values; raises :class:`Rejected`."""
    total = 0
    for value in values:
        total ^= value
    if claim.question == "outcome":
        return "N" if total else "P"
    if claim.question == "grundy":
        return str(total)
    if claim.question == "equivalent":
        return "yes" if total == integer_argument(claim, "heap") else "no"
    if claim.question == "winning-moves":
        return moves_text([position.move_text(m) for m in winning(position, values, lower)])
    raise Rejected(f"heap values do not answer the question {claim.question!r}")


def winning(position: Any, values: list[int], lower: Lower) -> list[tuple[int, int]]:
    """The moves that make the XOR zero, found from the values alone."""
    total = 0
    for value in values:
        total ^= value
    return [
        (index, n - left)
        for index, (n, value) in enumerate(zip(position.heaps, values, strict=True))
        for left in lower(n, total ^ value)
        if total
    ]


def reply(position: Any, certificate: HeapValues | PeriodicValues) -> Any | None:
    """A move that makes the XOR zero, ``None`` where there is none."""
    if isinstance(certificate, PeriodicValues):
        values, lower = _periodic(position, certificate)
    else:
        law = law_of(position)
        if law is None:
            return None
        values, lower = [law.value(n) for n in position.heaps], law.lower
    moves = winning(position, values, lower)
    return moves[0] if moves else None


def _verdict(position: Any, claim: Claim, values: list[int], lower: Lower) -> str:
    truth = answer(position, claim, values, lower)
    if truth != claim.answer:
        raise Rejected(f"the answer is {truth}, not {claim.answer}")
    return sentence(claim)


def periodic_value(certificate: PeriodicValues, n: int) -> int:
    """The value of a heap of n; raises :class:`Rejected` beyond a table without period."""
    if n < len(certificate.values):
        return int(certificate.values[n])
    if certificate.period == 0:
        raise Rejected(f"the table has no entry for a heap of {n}")
    start = certificate.preperiod
    return int(certificate.values[start + (n - start) % certificate.period])


def _periodic(position: Any, certificate: PeriodicValues) -> tuple[list[int], Lower]:
    def lower(n: int, target: int) -> list[int]:
        sizes = [n - s for s in position.allowed if s <= n]
        return [left for left in sizes if periodic_value(certificate, left) == target]

    return [periodic_value(certificate, n) for n in position.heaps], lower


def _check_periodic(position: Any, claim: Claim, certificate: PeriodicValues) -> str:
    if not isinstance(position, subtraction.Position):
        raise Rejected("a periodic table belongs to a subtraction game")
    values, start, period = certificate.values, certificate.preperiod, certificate.period
    if not isinstance(values, np.ndarray) or values.ndim != 1 or values.dtype.kind not in "iu":
        raise Rejected("the values are not a list of integers")
    for number in (start, period):
        if isinstance(number, bool) or not isinstance(number, int) or number < 0:
            raise Rejected("the period is not given by non-negative integers")
    verify_subtraction(values, position.allowed)
    if period > 0:
        window = position.allowed[-1]
        if start + period + window > len(values):
            raise Rejected("the table is too short to prove the period")
        first = values[start : start + window]
        if not np.array_equal(first, values[start + period : start + period + window]):
            raise Rejected(f"the values do not repeat with period {period} from {start}")
    if claim.question == "period":
        truth = period_text(values, position.allowed[-1], start, period)
        if truth != claim.answer:
            raise Rejected(f"the answer is {truth}, not {claim.answer}")
        return f"the Grundy values have {truth}"
    stated, lower = _periodic(position, certificate)
    return _verdict(position, claim, stated, lower) + ", by the proved period"


def period_text(values: Any, window: int, start: int, period: int) -> str:
    """``period 5 after 0 values``, the least of both; raises :class:`Rejected` otherwise.

    A smaller period of the same sequence would divide the least one, so it is
    enough to test the proper divisors on one period, and the value before the start.
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
