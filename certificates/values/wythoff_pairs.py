"""Wythoff's game: the P-positions by exact integer arithmetic, and their test by table.

With phi the golden ratio the P-positions are (a, a + k) and (a + k, a) for
``a = floor(k phi)`` (Wythoff 1907). Since ``k phi = (k + sqrt(5 k^2)) / 2``, the
number ``a`` is ``(k + isqrt(5 k^2)) // 2`` without any rounding.
"""

from __future__ import annotations

from math import isqrt

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Rejected


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


def verify_kernel(partners: NDArray[np.int64]) -> None:
    """Is {(c, partners[c])} (-1: beyond the table) the set of P-positions of the square?

    Raises :class:`Rejected` unless no move leads from one of these positions to another and
    every other position has a move to one of them: a set with these two properties is unique
    (von Neumann, Morgenstern 1944). O(size^2) with NumPy.
    """
    size = len(partners)
    axis = np.arange(size)
    inside = partners >= 0
    if ((partners < -1) | (partners >= size)).any():
        raise Rejected("a partner lies outside the table")
    if (partners[partners[inside]] != axis[inside]).any():
        raise Rejected("the partners do not come in pairs")
    # One P-position in a row and column by the shape; on a diagonal too:
    difference = (partners - axis)[inside]
    if len(np.unique(difference)) != len(difference):
        raise Rejected("two of the positions lie on one diagonal")
    beyond = np.where(inside, partners, size)
    diagonal = np.full(2 * size, size)  # by d - c + size: the smaller c of the pair there
    diagonal[difference + size] = np.minimum(axis[inside], partners[inside])
    for c in range(size):
        reached = (
            (axis > beyond[c])
            | (c > beyond)
            | (np.minimum(axis, c) > diagonal[axis - c + size])
            | (axis == partners[c])
        )
        if not reached.all():
            d = int(np.flatnonzero(~reached)[0])
            raise Rejected(f"the position ({c}, {d}) has no move into the set")
