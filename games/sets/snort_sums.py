"""Sums of components of Snort or Col, seen from one player, and their names."""

from __future__ import annotations

import hashlib

Part = tuple[int, int]
"""Where this player may move in a component, and where the other may, as bit masks."""
Sum = tuple[tuple[Part, ...], int, int]
"""Components, this player's free moves less the other's, and how many stars (0 or 1)."""


def key(total: Sum) -> int:
    """A 63-bit digest of a sum."""
    digest = hashlib.blake2b(repr(total).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") >> 1
