"""Sets of vertices, cells or lines as the ones of an integer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

LARGEST = 1 << 20
"""Places of the sets that a position holds."""
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
    """The bit mask of some places. Linear in their number and in the largest."""
    chosen = list(places)
    if max(chosen, default=0) > LONG:
        digits = bytearray(max(chosen) // 8 + 1)
        for place in chosen:
            digits[place >> 3] |= 1 << (place & 7)
        return int.from_bytes(digits, "little")
    mask = 0
    for place in chosen:
        mask |= 1 << place
    return mask
