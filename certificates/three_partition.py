"""3-PARTITION: the triples themselves, or the checker's own search that there are none."""

from __future__ import annotations

from typing import Any

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.games.tetris_3partition import Reduction

MOST_STEPS = 300_000
"""Triples that the checker is ready to try for the answer no."""


class ThreePartition(Certificate, frozen=True, tag="three-partition"):
    """``triples`` of indices into the numbers; none for the answer no and for sizes."""

    triples: list[list[int]]


def check(position: Any, claim: Claim, certificate: ThreePartition) -> str:
    """O(s) for triples; for "no" exponential in s, up to ``MOST_STEPS``."""
    if not isinstance(position, Reduction):
        raise Rejected("this certificate is about 3-PARTITION")
    if claim.question == "sizes":
        return _sizes(position, claim)
    if claim.question != "partition":
        raise Rejected(f"triples say nothing about {claim.question!r}")
    if claim.answer == "yes":
        check_triples(position, certificate.triples)
        return f"{len(certificate.triples)} triples have the sum {position.target} each"
    if claim.answer != "no" or certificate.triples:
        raise Rejected("triples do not show that there are none")
    if splits(position.numbers, position.target):
        raise Rejected("the numbers do split")
    return f"no way to split the numbers into triples of sum {position.target}"


def check_triples(position: Reduction, triples: list[list[int]]) -> None:
    """Raise :class:`Rejected` unless the triples are a 3-partition."""
    used = [i for triple in triples for i in triple]
    if any(type(i) is not int for i in used) or sorted(used) != list(range(len(position.numbers))):
        raise Rejected("the triples do not use every number once")
    for triple in triples:
        if len(triple) != 3 or sum(position.numbers[i] for i in triple) != position.target:
            raise Rejected(f"{triple} is no triple of sum {position.target}")


def splits(numbers: tuple[int, ...], target: int) -> bool:
    """Exhaustive search: the greatest number left with every pair that completes it."""
    failed: set[tuple[int, ...]] = set()
    steps = 0

    def try_rest(rest: tuple[int, ...]) -> bool:
        nonlocal steps
        if not rest:
            return True
        if rest in failed:
            return False
        first, others = rest[0], rest[1:]
        for i, a in enumerate(others):
            for j in range(i + 1, len(others)):
                steps += 1
                if steps > MOST_STEPS:
                    raise Rejected(f"more than {MOST_STEPS} triples: too many to try again")
                if first + a + others[j] == target and try_rest(
                    others[:i] + others[i + 1 : j] + others[j + 1 :]
                ):
                    return True
        failed.add(rest)
        return False

    if len(numbers) > 600:
        raise Rejected("too many numbers to search again")
    return try_rest(tuple(sorted(numbers, reverse=True)))


def _sizes(position: Reduction, claim: Claim) -> str:
    """Counted on the board, and compared with p = 5sT + 16s + 3T/2 + 6."""
    if claim.answer != position.sizes():
        raise Rejected(f"counted: {position.sizes()}")
    s, t = position.triples, position.target
    pieces = len(position.pieces)
    if pieces != 5 * s * t + 16 * s + 3 * t // 2 + 6:
        raise Rejected(f"{pieces} pieces, not 5sT + 16s + 3T/2 + 6")
    if 4 * pieces != position.rows * position.columns - position.filled:
        raise Rejected("the pieces do not fill the free cells")
    return f"{pieces} = 5sT + 16s + 3T/2 + 6 pieces fill the free cells"
