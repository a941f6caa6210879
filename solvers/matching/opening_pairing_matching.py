"""Two cells of its own for every line: a plain matcher and a compiled one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import jit

Ints = NDArray[np.int32]
Flags = NDArray[np.uint8]


class Matcher(Protocol):
    """Two free cells of its own for every open line."""

    def pair(self, open_lines: Flags, free: Flags, owner: Ints) -> bool:
        """Complete ``owner`` in place, keeping what fits; False when it is impossible."""

    def serve(self, open_lines: Flags, free: Flags, owner: Ints) -> Flags:
        """One flag a cell: is it free and left out by some pairing of the same lines?"""


class PlainMatcher:
    """Pure Python; for small boards, where compiling would cost more than it saves."""

    def __init__(self, lines: Sequence[Sequence[int]]) -> None:
        self.lines = lines

    def pair(self, open_lines: Flags, free: Flags, owner: Ints) -> bool:
        """See :class:`Matcher`; one augmenting path a missing cell, O(total size) each."""
        held = [0] * len(self.lines)
        for cell, holder in enumerate(owner.tolist()):
            if holder >= 0:
                if free[cell] and open_lines[holder] and held[holder] < 2:
                    held[holder] += 1
                else:
                    owner[cell] = -1
        for line in np.flatnonzero(open_lines).tolist():
            while held[line] < 2:
                if not self._augment(line, free, owner):
                    return False
                held[line] += 1
        return True

    def _augment(self, line: int, free: Flags, owner: Ints) -> bool:
        asked: dict[int, tuple[int, int]] = {line: (-1, -1)}
        queue = [line]
        for at in queue:
            for cell in self.lines[at]:
                if not free[cell]:
                    continue
                holder = int(owner[cell])
                if holder < 0:
                    taker = at
                    while taker >= 0:
                        owner[cell] = taker
                        cell, taker = asked[taker]
                    return True
                if holder not in asked:
                    asked[holder] = (cell, at)
                    queue.append(holder)
        return False

    def serve(self, open_lines: Flags, free: Flags, owner: Ints) -> Flags:
        """See :class:`Matcher`; O(total size * passes)."""
        served: Flags = ((free != 0) & (owner < 0)).astype(np.uint8)
        waiting = set(np.flatnonzero(open_lines).tolist())
        while True:
            loose = [at for at in waiting if any(served[cell] for cell in self.lines[at])]
            if not loose:
                return served
            for at in loose:
                waiting.remove(at)
                for cell in self.lines[at]:
                    if owner[cell] == at:
                        served[cell] = 1


class CompiledMatcher:
    """The same by kernels."""

    def __init__(self, lines: Sequence[Sequence[int]]) -> None:
        self.kernel = jit.kernels("matching.opening_pairing_kernel")
        self.ends, self.members = rows(lines)

    def pair(self, open_lines: Flags, free: Flags, owner: Ints) -> bool:
        """See :class:`Matcher`."""
        return int(self.kernel.pair(self.ends, self.members, open_lines, free, owner)) < 0

    def serve(self, open_lines: Flags, free: Flags, owner: Ints) -> Flags:
        """See :class:`Matcher`."""
        served: Flags = np.zeros(len(free), dtype=np.uint8)
        self.kernel.serve(self.ends, self.members, open_lines, free, owner, served)
        return served


def rows(lines: Sequence[Sequence[int]]) -> tuple[Ints, Ints]:
    """Lists as compressed rows ``(ends, members)``, int32."""
    ends = np.zeros(len(lines) + 1, dtype=np.int32)
    np.cumsum([len(line) for line in lines], out=ends[1:])
    flat = [cell for line in lines for cell in line]
    return ends, np.array(flat, dtype=np.int32)
