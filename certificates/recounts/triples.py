"""3-PARTITION: a search that there are no triples, and the sizes of the Tetris board."""

from __future__ import annotations

from collections.abc import Mapping

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.recounts.recount import Count
from gameproof.games.meaning.answers import Value
from gameproof.games.tetris_3partition import Reduction

MOST_STEPS = 300_000
"""Triples that are tried again, and numbers that are kept."""


def _partition(position: Reduction, _arguments: Mapping[str, Value]) -> Value:
    return splits(position.numbers, position.target)


def splits(numbers: tuple[int, ...], target: int) -> bool:
    """Exhaustive search: the greatest number left with every pair that completes it.

    Exponential in their number, up to ``MOST_STEPS``; then raises :class:`Rejected`.
    """
    failed: set[tuple[int, ...]] = set()
    steps = 0

    def try_rest(rest: tuple[int, ...]) -> bool:
        nonlocal steps
        if not rest:
            return True
        if rest in failed:
            return False
        steps += len(rest)
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

    if not numbers or len(numbers) % 3:
        raise Rejected("3-PARTITION has 3s numbers")
    if len(numbers) > 600:
        raise Rejected("too many numbers to search again")
    return try_rest(tuple(sorted(numbers, reverse=True)))


def _sizes(position: Reduction, _arguments: Mapping[str, Value]) -> Value:
    """Counted on the board, and compared with p = 5sT + 16s + 3T/2 + 6."""
    s, t = position.triples, position.target
    pieces = len(position.pieces)
    if pieces != 5 * s * t + 16 * s + 3 * t // 2 + 6:
        raise Rejected(f"{pieces} pieces, not 5sT + 16s + 3T/2 + 6")
    if 4 * pieces != position.rows * position.columns - position.filled:
        raise Rejected("the pieces do not fill the free cells")
    return position.sizes()


COUNTS = (
    Count("partition", (Reduction,), _partition, "every way to form triples is tried"),
    Count(
        "sizes",
        (Reduction,),
        _sizes,
        "rows, cells and pieces counted; the pieces fill the free cells",
    ),
)
