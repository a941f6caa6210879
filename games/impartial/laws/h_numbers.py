"""The H-numbers of a take-away game: the pile sizes that lose for the first player.

For non-decreasing f with f(x) >= x: H_1 = 1 and H_{j+1} = H_j + H_i with the least
i such that f(H_i) >= H_j (j >= 1). Every n >= 1 is in exactly one way a sum of
H-numbers H_a < H_b < ... with f(each) < the next one; (n, x) is an N-position iff x is
at least the smallest of them, and taking it wins (A. J. Schwenk, *Take-away games*,
Fibonacci Quarterly 8, 1970).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

import numpy as np

from gameproof.games.impartial import take_away
from gameproof.games.impartial.heaps import Take
from gameproof.games.meaning.bad_input import BadInput

ENUMERATED = 20_000
"""Piles of take-away games up to this size have all their winning moves listed."""
MOST_COUNTS = 200_000_000
"""Numbers in all the tables that count representations."""


def representation_counts(f: Callable[[int], int], to: int) -> np.ndarray:
    """The numbers of such sums for n = 0, ..., ``to``. O(to x H-numbers).

    By the largest part h: the rest is 0 or a sum whose own largest part g has f(g) < h;
    these are the first few g, and only more of them as h grows. Raises
    :class:`BadInput` when that takes more than ``MOST_COUNTS`` numbers.
    """
    left = MOST_COUNTS

    def tick() -> None:
        nonlocal left
        left -= to + 1
        if left < 0:
            raise BadInput(f"too many H-numbers up to {to} for a table", "to")

    numbers = h_numbers(f, to, tick)
    ending: list[np.ndarray] = []  # ending[k][n]: sums for n with the largest part k
    smaller = np.zeros(to + 1, dtype=np.int64)  # sums with largest part below ``next_part``
    smaller[0] = 1
    next_part = 0
    total = smaller.copy()
    for h in numbers:
        while next_part < len(ending) and f(numbers[next_part]) < h:
            smaller += ending[next_part]
            next_part += 1
        ways = np.zeros(to + 1, dtype=np.int64)
        ways[h:] = smaller[: to + 1 - h]
        ending.append(ways)
        total += ways
    return total


def h_numbers(
    f: Callable[[int], int], largest: int, tick: Callable[[], None] = lambda: None
) -> list[int]:
    """All H-numbers up to ``largest``. Linear in their number, since i only grows.

    ``tick`` is called for each number (for limits).
    """
    numbers = [1] if largest >= 1 else []
    i = 0
    while numbers:
        tick()
        while f(numbers[i]) < numbers[-1]:
            i += 1
        following = numbers[-1] + numbers[i]
        if following > largest:
            break
        numbers.append(following)
    return numbers


def h_parts(numbers: list[int], n: int) -> list[int]:
    """The parts of n, ascending: take the largest H-number that fits, again and again."""
    parts = []
    while n > 0:
        parts.append(numbers[bisect_right(numbers, n) - 1])
        n -= parts[-1]
    return parts[::-1]


def smallest_parts(numbers: list[int], to: int) -> np.ndarray:
    """The smallest part of every n = 0, ..., to (0 for n = 0). O(to)."""
    smallest = np.zeros(to + 1, dtype=np.int64)
    for k, h in enumerate(numbers):
        if h > to:
            break
        end = min(numbers[k + 1] if k + 1 < len(numbers) else to + 1, to + 1)
        smallest[h] = h
        smallest[h + 1 : end] = smallest[1 : end - h]
    return smallest


def taking(position: take_away.Position, found: list[int]) -> Take | None:
    """Taking the smallest part of the pile, ``None`` where that is not allowed."""
    n, most = position.piles[0]
    parts = h_parts(found, n)
    return (0, parts[0]) if parts and parts[0] <= most else None


def winning_takes(position: take_away.Position, found: list[int]) -> list[Take]:
    """All winning moves from one pile; raises :class:`BadInput` for large ones."""
    n, most = position.piles[0]
    if n > ENUMERATED:
        raise BadInput(f"winning moves are listed up to {ENUMERATED} chips")
    smallest: np.ndarray = smallest_parts(found, n)
    return [
        (0, taken)
        for taken in range(1, most + 1)
        if taken == n or position.function(taken) < smallest[n - taken]
    ]
