"""The H-numbers of a take-away game: the pile sizes that lose for the first player.

For non-decreasing f with f(x) >= x: H_1 = 1 and H_{j+1} = H_j + H_i with the least
i such that f(H_i) >= H_j (j >= 1). Every n >= 1 is in exactly one way a sum of
H-numbers H_a < H_b < ... with f(each) < the next one; (n, x) is an N-position iff x is
at least the smallest of them, and taking it wins (A. J. Schwenk, *Take-away games*,
Fibonacci Quarterly 8, 1970; source document 004, slides 29 to 42).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.nim_value import integer_argument, moves_text, sentence
from gameproof.games.game import BadInput
from gameproof.games.take_away import Position, check_function

ENUMERATED = 20_000
"""Piles up to this size have all their winning moves listed."""


MOST_COUNTS = 200_000_000
"""Numbers in all the tables that count representations."""


class HRepresentation(Certificate, frozen=True, tag="h-representation"):
    """The H-numbers up to n and the parts of n, ascending, in decimal."""

    numbers: list[str]
    parts: list[str]


class RepresentationCounts(Certificate, frozen=True, tag="representation-counts"):
    """For n = 0, ..., ``to`` the number of ways to write n as a sum of H-numbers, each
    with f(it) less than the next."""

    counts: np.ndarray


def representation_counts(f: Callable[[int], int], to: int) -> np.ndarray:
    """The numbers of such sums for n = 0, ..., ``to``. O(to x H-numbers).

    By the largest part h: the rest is 0 or a sum whose own largest part g has f(g) < h;
    these are the first few g, and only more of them as h grows. Raises
    :class:`BadInput` when that takes more than ``MOST_COUNTS`` numbers.
    """
    room = MOST_COUNTS

    def tick() -> None:
        nonlocal room
        room -= to + 1
        if room < 0:
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


def check(
    position: Position, claim: Claim, certificate: HRepresentation | RepresentationCounts
) -> str:
    """Recompute the numbers, check that the parts are the decomposition of n, apply
    the theorem. For one pile; linear in the number of H-numbers. Counts of
    representations are counted again, O(to x H-numbers)."""
    if not isinstance(position, Position) or len(position.piles) != 1:
        raise Rejected("the H-numbers decide a single pile of a take-away game")
    if isinstance(certificate, RepresentationCounts):
        return _check_counts(position, claim, certificate)
    n, most = position.piles[0]
    f = position.function
    try:
        check_function(f, n)
    except BadInput as error:
        raise Rejected(error.message) from None
    most_numbers = len(certificate.numbers) + 1

    def tick() -> None:
        nonlocal most_numbers
        most_numbers -= 1
        if most_numbers < 0:
            raise Rejected("there are more H-numbers than stated")

    numbers = h_numbers(f, n, tick)
    if certificate.numbers != [str(h) for h in numbers]:
        raise Rejected("the H-numbers are not those of the recurrence")
    known = set(certificate.numbers)
    if not isinstance(certificate.parts, list):
        raise Rejected("the parts are not a list")
    for text in certificate.parts:
        if not isinstance(text, str) or text not in known:
            raise Rejected("a part is not an H-number")
    parts = [int(text) for text in certificate.parts]
    if sum(parts) != n:
        raise Rejected(f"the parts do not add up to {n}")
    for small, large in pairwise(parts):
        if f(small) >= large:
            raise Rejected(f"the parts {small} and {large} do not satisfy f({small}) < {large}")
    truth = answer(position, claim.question, numbers, parts, most)
    if truth != claim.answer:
        raise Rejected(f"the answer is {truth}, not {claim.answer}")
    if claim.question == "losing-sizes":
        return f"the first player loses exactly from {claim.answer}, by Schwenk's theorem"
    return sentence(claim) + ", by Schwenk's theorem"


def _check_counts(position: Position, claim: Claim, certificate: RepresentationCounts) -> str:
    if claim.question != "unique-representation":
        raise Rejected(f"counts do not answer the question {claim.question!r}")
    to = integer_argument(claim, "to")
    counts = certificate.counts
    if (
        not isinstance(counts, np.ndarray)
        or counts.shape != (to + 1,)
        or (counts.dtype.kind not in "iu")
    ):
        raise Rejected(f"expected {to + 1} counts")
    try:
        check_function(position.function, to)
        truth = representation_counts(position.function, to)
    except BadInput as error:
        raise Rejected(error.message) from None
    wrong = np.flatnonzero(truth != counts)
    if len(wrong):
        raise Rejected(f"{int(wrong[0])} has {int(truth[wrong[0]])} representations")
    if claim.answer != ("yes" if (truth == 1).all() else "no"):
        raise Rejected("the counts do not support the answer")
    return f"every number up to {to} has exactly one representation: {claim.answer}"


def answer(
    position: Position, question: str, numbers: list[int], parts: list[int], most: int
) -> str:
    """What the theorem says; raises :class:`Rejected` for other questions."""
    wins = bool(parts) and most >= parts[0]
    if question == "outcome":
        return "N" if wins else "P"
    if question == "losing-sizes":
        return " ".join(map(str, numbers))
    if question == "winning-moves" and position.piles[0][0] <= ENUMERATED:
        n = position.piles[0][0]
        smallest = smallest_parts(numbers, n)
        moves = [
            position.move_text((0, taken))
            for taken in range(1, most + 1)
            if taken == n or position.function(taken) < smallest[n - taken]
        ]
        return moves_text(moves)
    raise Rejected(f"the H-numbers do not answer the question {question!r} here")


def reply(position: Position, certificate: HRepresentation | RepresentationCounts) -> Any | None:
    """Take the smallest part of the pile, ``None`` where that is not allowed."""
    n, most = position.piles[0]
    parts = h_parts(h_numbers(position.function, n), n)
    return (0, parts[0]) if parts and parts[0] <= most else None
