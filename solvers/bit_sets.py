"""Sets of small numbers as the ones of an integer."""

from __future__ import annotations

from collections.abc import Iterator


def bits(mask: int) -> Iterator[int]:
    """The places of the ones, ascending. O(1) big-integer operations each."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
