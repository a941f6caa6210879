"""Sums of components of Snort or Col, seen from one player, and their names."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gameproof.games.graph import neighbour_masks

if TYPE_CHECKING:
    from gameproof.games.snort import Position

Part = tuple[int, int]
"""Where this player may move in a component, and where the other may, as bit masks."""
Sum = tuple[tuple[Part, ...], int, int]
"""Components, this player's free moves less the other's, and how many stars (0 or 1)."""


def key(total: Sum) -> int:
    """A 63-bit digest of a sum."""
    digest = hashlib.blake2b(repr(total).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") >> 1


class OpenVertices:
    """A board, of which the vertices that are open to each of two players tell the position."""

    def __init__(self, position: Position) -> None:
        self.neighbours = neighbour_masks(position.graph)
        self.own = position.rules.forbidden == "own"
        self._near = {1 << v: near for v, near in enumerate(self.neighbours)}

    def after(self, mine: int, yours: int, v: int) -> Part:
        """The two sets after the first one's owner plays on ``v``: a piece closes its vertex to
        both players and its neighbours to the opponent (Snort) or to its own player (Col)."""
        keep = ~(1 << v)
        shut = ~self.neighbours[v]
        if self.own:
            return mine & keep & shut, yours & keep
        return mine & keep, yours & keep & shut

    def near(self, mine: int, yours: int, bit: int) -> int:
        """The neighbours of a vertex, given as a mask, that can still close it to somebody or be
        closed by it."""
        met = 0
        if mine & bit:
            met |= mine if self.own else yours
        if yours & bit:
            met |= yours if self.own else mine
        return self._near[bit] & met

    def components(self, mine: int, yours: int) -> Iterator[int]:
        """Vertex sets that no future move joins: two neighbours matter to one another only
        while a piece on one can still close the other."""
        rest = mine | yours
        while rest:
            part = edge = rest & -rest
            while edge:
                bit = edge & -edge
                bound = self.near(mine, yours, bit) & ~part
                part |= bound
                edge ^= bit | bound
            rest ^= part
            yield part
