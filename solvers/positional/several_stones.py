"""Two colours that everybody may place, sets to be filled with either, and several stones a turn.

Builder wins when a set has one colour throughout. He places some stones in a turn, Spoiler one;
each stone may have either colour, so that Spoiler hurts a set by the other colour and helps it
by the same. Plans are short and few; Python does for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from gameproof.solvers.limits import Limits

MOST_LOOKED_AT = 200
"""Ways to fill a turn that are tried at a position, first those where the fewest cells lack."""

Stone = tuple[int, int]
"""A cell, and its colour 0 or 1."""
Plan = tuple[Stone, ...]


@dataclass(slots=True)
class Builder:
    """The search for Builder's turns; ``sets`` are masks of cells, ``per_turn`` his stones."""

    cells: int
    sets: Sequence[int]
    per_turn: int
    limits: Limits
    known: dict[tuple[int, int, int, int], Plan | None] = field(default_factory=dict)

    def plan(self, colours: tuple[int, int], stones: int, turns: int) -> Plan | None:
        """Stones of this turn (``stones`` are left in it) after which a set is filled, whatever
        Spoiler does, in at most ``turns`` turns with this one; ``None`` if none was found. A
        plan may be shorter than the turn where it fills a set.

        ``colours`` are the masks of both colours. Raises ``LimitReached``. Exponential in
        ``turns``; not every way is tried, so ``None`` proves nothing.
        """
        key = (*colours, stones, turns)
        if key not in self.known:
            self.limits.check()
            self.known[key] = self._plan(colours, stones, turns)
        return self.known[key]

    def shortest(self, colours: tuple[int, int], stones: int, turns: int) -> Plan | None:
        """The first plan found for 1, 2, ... ``turns`` turns."""
        for most in range(1, turns + 1):
            found = self.plan(colours, stones, most)
            if found is not None:
                return found
        return None

    def _plan(self, colours: tuple[int, int], stones: int, turns: int) -> Plan | None:
        near = self._open(colours, stones + (turns - 1) * self.per_turn)
        if near and near[0][0] <= stones:
            _, colour, missing = near[0]
            return tuple((cell, colour) for cell in _cells(missing))
        if turns == 1:
            return None
        tried = set()
        for _, colour, missing in near:
            for chosen in combinations(_cells(missing), stones):
                plan = tuple((cell, colour) for cell in chosen)
                if plan in tried:
                    continue
                tried.add(plan)
                if self._holds(_with(colours, plan), turns - 1):
                    return plan
                if len(tried) > MOST_LOOKED_AT:
                    return None
        return None

    def _holds(self, colours: tuple[int, int], turns: int) -> bool:
        """Is there a plan after each stone of Spoiler's?"""
        threats = self._open(colours, self.per_turn)
        free = ((1 << self.cells) - 1) & ~(colours[0] | colours[1])
        answers = [(cell, colour) for cell in _cells(free) for colour in (0, 1)]
        for _, own, missing in threats:
            # any other stone leaves this set, which is filled in the next turn
            answers = [(c, colour) for c, colour in answers if colour != own and missing >> c & 1]
        if threats and turns == 1:
            return not answers
        return all(
            self.plan(_with(colours, (stone,)), self.per_turn, turns) is not None
            for stone in answers
        )

    def _open(self, colours: tuple[int, int], most: int) -> list[tuple[int, int, int]]:
        """Sets of one colour that lack at most ``most`` cells: how many, the colour, which;
        fewest first."""
        found = []
        for colour in (0, 1):
            own, other = colours[colour], colours[1 - colour]
            for cells in self.sets:
                if not cells & other:
                    missing = cells & ~own
                    if missing.bit_count() <= most:
                        found.append((missing.bit_count(), colour, missing))
        return sorted(found)


def _with(colours: tuple[int, int], stones: Plan) -> tuple[int, int]:
    masks = list(colours)
    for cell, colour in stones:
        masks[colour] |= 1 << cell
    return masks[0], masks[1]


def _cells(mask: int) -> list[int]:
    return [cell for cell in range(mask.bit_length()) if mask >> cell & 1]
