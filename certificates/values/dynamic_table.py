"""Grundy values of take-away games with memory, by their steps, every mex verified."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.values.impartial_answers import (
    conclude_values,
    winning_texts,
)
from gameproof.games.impartial.laws.take_away_steps import nim_value, step_table
from gameproof.games.impartial.take_away import Position, check_function
from gameproof.games.meaning.laws import IMPARTIAL_NORMAL
from gameproof.games.meaning.outcomes import OF_GRUNDY_VALUES


class DynamicTable(Certificate, frozen=True, tag="dynamic-table"):
    """``first[k, n]`` is the least y whose removal from n chips leaves the value k (0: none).

    With ``T_k(n)`` the largest of ``first[0, n], ..., first[k, n]`` (infinite if one is
    missing) the value of (n, x) is the number of k with ``T_k(n) <= x``. A table that
    leaves some ``T`` of its last column finite decides P-positions only.
    """

    first: np.ndarray


def conclude(goal: Goal[Position], certificate: DynamicTable) -> Conclusion:
    """Verify the columns for all sizes of the table with the position's own function, then
    read off the values of the piles. O(columns n log n) with NumPy."""
    position = goal.position
    first = certificate.first
    if not isinstance(first, np.ndarray) or first.ndim != 2 or first.dtype != np.int32:
        raise Rejected("the table is not a matrix of 32-bit integers")
    size = first.shape[1] - 1
    if first.shape[0] == 0 or size < 0:
        raise Rejected("the table is empty")
    if size < max((n for n, _ in position.piles), default=0):
        raise Rejected("the table ends before the largest pile")
    check_function(position.function, size)
    steps = verify_columns(position.function, first)
    partial = bool((steps[-1] <= size).any())
    if partial and (goal.question != "outcome" or len(position.piles) > 1):
        raise Rejected("the table does not show all values")
    return conclude_values(
        goal,
        lambda: nim_value(position, steps),
        lambda: winning_texts(position, lambda move: nim_value(position.play(move), steps)),
    )


def verify_columns(f: Callable[[int], int], first: NDArray[np.int32]) -> NDArray[np.int32]:
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


KIND = Kind(
    record=DynamicTable,
    scope=Scope(derives=OF_GRUNDY_VALUES, positions=(Position,), laws=IMPARTIAL_NORMAL),
    theorem="Sprague 1935 and Grundy 1939; for non-decreasing f the values of (n, x) grow with x, "
    "so their steps say everything",
    evidence="for each value and size the least number of chips whose removal leaves it; all are "
    "checked from the rules with the position's function",
    conclude=conclude,
)
