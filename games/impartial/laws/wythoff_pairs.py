"""Wythoff's game: the P-positions by exact integer arithmetic.

With phi the golden ratio the P-positions are (a, a + k) and (a + k, a) for
``a = floor(k phi)`` (Wythoff 1907). Since ``k phi = (k + sqrt(5 k^2)) / 2``, the
number ``a`` is ``(k + isqrt(5 k^2)) // 2`` without any rounding.
"""

from __future__ import annotations

from math import isqrt


def pair(k: int) -> tuple[int, int]:
    """The k-th P-position (a, b), a <= b, k = 0, 1, 2, ... Exact for all integers."""
    a = (k + isqrt(5 * k * k)) // 2
    return a, a + k


def is_p_position(a: int, b: int) -> bool:
    """Is (a, b) a P-position? One integer square root."""
    low, high = (a, b) if a <= b else (b, a)
    return pair(high - low)[0] == low


def partner(c: int) -> int:
    """The only d with (c, d) a P-position. A few integer square roots.

    If c = floor(k phi) then k is the only integer in (c / phi, (c + 1) / phi), that
    is ``k = floor((c + 1) / phi)`` for c > 0; if not, c = floor(k phi) + k for
    ``k = floor((c + 1) / phi^2)``. Both quotients come from 1 / phi = phi - 1.
    """
    if c == 0:
        return 0
    # floor((c + 1) / phi) = floor(((c + 1) sqrt(5) - (c + 1)) / 2)
    k = (isqrt(5 * (c + 1) * (c + 1)) - (c + 1)) // 2
    if pair(k)[0] == c:
        return c + k
    # floor((c + 1) / phi^2) = floor((3 (c + 1) - (c + 1) sqrt(5)) / 2); sqrt is irrational
    k = (3 * (c + 1) - isqrt(5 * (c + 1) * (c + 1)) - 1) // 2
    return c - k


def winning_moves(a: int, b: int) -> list[tuple[int, int]]:
    """All moves to a P-position: at most one in the row, the column and the diagonal."""
    moves = []
    if partner(a) < b:
        moves.append((0, b - partner(a)))
    if partner(b) < a:
        moves.append((a - partner(b), 0))
    low = min(a, b)
    target = pair(abs(a - b))[0]
    if target < low:
        moves.append((low - target, low - target))
    return moves
