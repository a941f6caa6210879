"""Grundy values of take-away games with memory, by their steps, every mex verified."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.h_numbers import h_numbers, smallest_parts
from gameproof.certificates.nim_value import integer_argument, verdict
from gameproof.games.game import BadInput
from gameproof.games.take_away import Position, check_function


class DynamicTable(Certificate, frozen=True, tag="dynamic-table"):
    """``first[k, n]`` is the least y whose removal from n chips leaves the value k (0: none).

    With ``T_k(n)`` the largest of ``first[0, n], ..., first[k, n]`` (infinite if one is
    missing) the value of (n, x) is the number of k with ``T_k(n) <= x``. A table that
    leaves some ``T`` of its last column finite decides P-positions only.
    """

    first: np.ndarray


def check(position: Position, claim: Claim, certificate: DynamicTable) -> str:
    """Verify the columns for all sizes of the table, then the claim.

    ``closed-form`` compares the P-positions with Schwenk's theorem up to ``to``.
    O(columns n log n) with NumPy.
    """
    if not isinstance(position, Position):
        raise Rejected("the table belongs to a take-away game")
    first = certificate.first
    if not isinstance(first, np.ndarray) or first.ndim != 2 or first.dtype != np.int32:
        raise Rejected("the table is not a matrix of 32-bit integers")
    size = first.shape[1] - 1
    if first.shape[0] == 0 or size < 0:
        raise Rejected("the table is empty")
    closed_form = claim.question == "closed-form"
    needed = integer_argument(claim, "to") if closed_form else max(n for n, _ in position.piles)
    if size < needed:
        raise Rejected(f"the table ends before {needed}")
    try:
        check_function(position.function, size)
    except BadInput as error:
        raise Rejected(error.message) from None
    steps = verify_columns(position.function, first)
    if closed_form:
        return _compare(position, claim, steps[0], needed)

    def value(of: Position) -> int:
        return nim_value(of, steps)

    partial = bool((steps[-1] <= size).any())
    if partial and (claim.question != "outcome" or len(position.piles) > 1):
        raise Rejected("the table does not show all values")
    return verdict(position, claim, value)


def nim_value(position: Position, steps: NDArray[np.int32]) -> int:
    """The XOR of the piles' values; ``steps[k, n]`` is T_k(n)."""
    total = 0
    for n, most in position.piles:
        total ^= int(np.count_nonzero(steps[:, n] <= most))
    return total


def step_table(first: NDArray[np.int32]) -> NDArray[np.int32]:
    """``T_k(n)`` from the columns, size + 1 where infinite."""
    steps = first.copy()
    steps[steps == 0] = first.shape[1]
    return np.maximum.accumulate(steps, axis=0, out=steps)


def verify_columns(f: Any, first: NDArray[np.int32]) -> NDArray[np.int32]:
    """Raise :class:`Rejected` unless every entry is the least y with its value.

    That an entry y has the value k is one look at T of the remaining pile. That no
    smaller y has it: the options (m, f(y)) of value k are those with y in one
    interval, for each m; over the sizes n = m + y of that interval the entries'
    remaining piles n - y must not be smaller than m. Minima over intervals come from
    a table of minima over powers of two.
    """
    columns, count = first.shape
    size = count - 1
    axis = np.arange(count, dtype=np.int32)
    if any(((column < 0) | (column > axis)).any() for column in first):
        raise Rejected("an entry takes more chips than there are")
    reach = np.array([0] + [min(f(y), count) for y in range(1, count)], dtype=np.int64)
    least_y = np.searchsorted(reach[1:], np.arange(count + 1)) + 1
    steps = step_table(first)
    for k in range(columns):
        low = steps[k - 1] if k > 0 else np.zeros(count, dtype=np.int32)
        high = steps[k]
        shown = np.flatnonzero(first[k] > 0)
        left = shown - first[k][shown]
        allowed = np.minimum(reach[first[k][shown]], left)
        wrong = ~((low[left] <= allowed) & (allowed < high[left]))
        if wrong.any():
            n = int(shown[np.flatnonzero(wrong)[0]])
            raise Rejected(f"column {k}: taking {int(first[k, n])} of {n} does not leave {k}")
        m = np.flatnonzero(low <= size)
        start = m + least_y[low[m]]
        end = np.where(high[m] > size, count, np.minimum(m + least_y[high[m]], count))
        used = start < end
        m, start, end = m[used], start[used], end[used]
        remaining = np.where(first[k] > 0, axis - first[k], np.int32(-1))
        bad = np.flatnonzero(_minima(remaining, start, end) < m)
        if len(bad):
            raise Rejected(
                f"column {k}: an option with {int(m[bad[0]])} chips left is overlooked "
                f"between the sizes {int(start[bad[0]])} and {int(end[bad[0]]) - 1}"
            )
    return steps


def _minima(
    values: NDArray[np.int32], start: NDArray[np.int64], end: NDArray[np.int64]
) -> NDArray[np.int32]:
    """Minima of ``values[start:end]`` for non-empty intervals, level by level."""
    level = np.frexp((end - start).astype(np.float64))[1] - 1
    answers = np.empty(len(start), dtype=np.int32)
    table = values
    for power in range(int(level.max(initial=-1)) + 1):
        if power > 0:
            half = 1 << (power - 1)
            table = np.minimum(table[:-half], table[half:])
        here = np.flatnonzero(level == power)
        answers[here] = np.minimum(table[start[here]], table[end[here] - (1 << power)])
    return answers


def _compare(position: Position, claim: Claim, bound: NDArray[np.int32], to: int) -> str:
    """The P-positions (x < T_0(n)) against the smallest parts of all sizes up to ``to``."""
    smallest = smallest_parts(h_numbers(position.function, to), to)
    wrong = np.flatnonzero((bound[: to + 1] != smallest)[1:]) + 1
    truth = "no" if len(wrong) else "yes"
    if truth != claim.answer:
        raise Rejected(f"the answer is {truth}, not {claim.answer}")
    if len(wrong):
        return f"Schwenk's theorem fails for {int(wrong[0])} chips"
    return f"(n, x) is N iff x is at least the smallest part of n, for all x and n <= {to}"


def reply(position: Position, certificate: DynamicTable) -> Any | None:
    """A move that makes the XOR zero by the table, ``None`` where there is none."""
    steps = step_table(certificate.first)
    for move in position.moves():
        after = position.play(move)
        if all(n < steps.shape[1] for n, _ in after.piles) and nim_value(after, steps) == 0:
            return move
    return None
