"""Two cells of its own for every line, in a position (``opening_pairing.cpp``)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native

Ints = NDArray[np.int32]
Flags = NDArray[np.uint8]

_engine = native.engine("opening_pairing")
_pair, _serve = _engine.functions("pair", "serve")


class Matcher:
    """Two free cells of its own for every open line."""

    def __init__(self, lines: Sequence[Sequence[int]], cells: int) -> None:
        self.lines = rows(lines)
        self.alive: Flags = np.zeros(len(lines), dtype=np.uint8)
        self.free: Flags = np.zeros(cells, dtype=np.uint8)
        self.owner: Ints = np.zeros(cells, dtype=np.int32)
        self.served: Flags = np.zeros(cells, dtype=np.uint8)
        given = self.lines, self.alive, self.free, self.owner
        self.make = _pair.bind(*given, room(len(lines)))
        self.look = _serve.bind(*given, self.served, np.zeros(len(lines), dtype=np.uint8))

    def pair(self, open_lines: Flags, free: Flags, owner: Ints) -> bool:
        """Complete ``owner`` in place, keeping what fits; False when it is impossible.
        O(lines * total size) at worst."""
        self.alive[:], self.free[:], self.owner[:] = open_lines, free, owner
        made = bool(self.make())
        owner[:] = self.owner
        return made

    def serve(self, open_lines: Flags, free: Flags, owner: Ints) -> Flags:
        """One flag a cell: is it free and left out by some pairing of the same lines?
        O(total size * passes)."""
        self.alive[:], self.free[:], self.owner[:] = open_lines, free, owner
        self.look()
        return self.served.copy()


def rows(lines: Sequence[Sequence[int]]) -> native.Arrays:
    """Lists as compressed rows."""
    ends = np.zeros(len(lines) + 1, dtype=np.int32)
    np.cumsum([len(line) for line in lines], out=ends[1:])
    flat = [cell for line in lines for cell in line]
    return native.arrays(ends=ends, members=np.array(flat, dtype=np.int32))


def room(lines: int) -> native.Arrays:
    """For so many lines."""
    names = ("held", "seen", "wanted", "asker", "queue")
    return native.arrays(**{name: np.zeros(lines, dtype=np.int32) for name in names})
