"""Sequences of threats in plain Python, by recursion: slow, and what the engine is held against."""

from __future__ import annotations

from collections.abc import Sequence

from gameproof.solvers.bit_sets import bits
from gameproof.solvers.positional.achievement import Family

MOST_THREATS = 33


class Threats:
    """Search for sequences of threats, with a table of the positions that have none."""

    def __init__(self, attack: Family, defend: Family) -> None:
        self.attack = attack
        self.defend = defend
        self.none: dict[tuple[int, int], int] = {}

    def shortest(self, a: int, d: int, r: int, budget: int = 400) -> list[int] | None:
        """A short winning sequence, the attacker to move with ``r`` moves, if one is found.

        At most ``budget`` positions a length are looked at. The sequence is the
        attacker's moves without the one that completes the set, except that a
        set completed at once is a sequence of one move.
        """
        now = self.attack.completing(a, d)
        if now:
            return [(now & -now).bit_length() - 1] if r >= 1 else None
        must = self.defend.completing(d, a)
        if must & (must - 1):
            return None
        most = min(r - 1, MOST_THREATS)
        length = 1
        while True:
            length = min(length * 2, most)
            if length < 1:
                return None
            left = [budget]
            found, cut = self._search(a, d, must, length, left)
            if found is not None:
                return found
            if not cut or length >= most or left[0] < 0:
                return None

    def _search(
        self, a: int, d: int, must: int, most: int, left: list[int]
    ) -> tuple[list[int] | None, bool]:
        """A sequence of at most ``most`` moves, and whether that bound cut something off."""
        left[0] -= 1
        if left[0] < 0:
            return None, False
        known = self.none.get((a, d), -1)
        if known >= most:
            return None, known <= MOST_THREATS
        cells = twice = 0
        for mask in self.attack.masks:
            if not mask & d:
                rest = mask & ~a
                more = rest & (rest - 1)
                if more and not more & (more - 1):
                    twice |= cells & rest
                    cells |= rest
        if must:
            cells &= must
            twice &= must
        for cell in bits(twice):
            answer = self.attack.completing(a | 1 << cell, d, cell)
            if answer & (answer - 1):
                return [cell], False
        cut = most <= 1 and cells != 0
        for cell in bits(cells) if most > 1 else ():
            grown = a | 1 << cell
            answer = self.attack.completing(grown, d, cell)
            if not answer:
                continue
            stones = d | answer
            forced = self.defend.completing(stones, grown, answer.bit_length() - 1)
            if forced & (forced - 1):
                continue
            found, short = self._search(grown, stones, forced, most - 1, left)
            if found is not None:
                return [cell, *found], False
            cut = cut or short
        if left[0] >= 0:
            self.none[a, d] = most if cut else MOST_THREATS + 1
        return None, cut

    def replays(self, a: int, d: int, r: int, sequence: Sequence[int]) -> bool:
        """Does the sequence win from here, the attacker to move?"""
        if self.attack.completing(a, d):
            return r >= 1
        if r < len(sequence) + 1:
            return False
        must = self.defend.completing(d, a)
        for cell in sequence:
            bit = 1 << cell
            if (a | d) & bit or must & ~bit:
                return False
            a |= bit
            answer = self.attack.completing(a, d, cell)
            if answer & (answer - 1):
                return True
            if not answer:
                return False
            d |= answer
            must = self.defend.completing(d, a, answer.bit_length() - 1)
        return False
