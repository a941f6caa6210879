"""What a win by force relies on, whatever else stands on the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Claim(NamedTuple):
    """Wherever the attacker owns ``own`` and the defender ``other`` and no cell of ``zone``, the
    attacker completes a set first, if each set of the defender without a stone of the attacker
    lacks 2 cells, and k + 2 cells if it is in ``levels[k]``; each level holds the next one, and
    none holds a set with a cell of ``own``."""

    own: int
    other: int
    zone: int
    levels: tuple[int, ...]

    def holds(self, attacker: int, defender: int, sets: Sequence[int]) -> bool:
        """Is this said of the position with these stones? ``sets``: the defender's, as cells.
        O(sets)."""
        if self.own & ~attacker or self.other & ~defender or self.zone & defender:
            return False
        for number, cells in enumerate(sets):
            if not cells & attacker:
                least = 2 + sum(level >> number & 1 for level in self.levels[1:])
                if (cells & ~defender).bit_count() < least:
                    return False
        return True
