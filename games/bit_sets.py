"""Sets of vertices, cells or lines as the ones of an integer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

LONG = 1024
"""Bits from which on a mask is read digit by digit: O(1) big-integer operations for each
member are quadratic in all."""


def members(mask: int) -> Iterator[int]:
    """The places of the ones of a bit mask, ascending. Linear in the length of the mask."""
    if mask.bit_length() > LONG:
        yield from (place for place, digit in enumerate(reversed(f"{mask:b}")) if digit == "1")
        return
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(places: Iterable[int]) -> int:
    """The bit mask of some places."""
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask
