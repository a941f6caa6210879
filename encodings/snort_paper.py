"""The evaluation of source document 002 played out by minimax.

The paper stops a game where no vertex is contested and scores it |R| - |B|, plus 1/2 on
Blue's turn; Red maximises, Blue minimises. Here a position is terminal when nothing binds
any more, so edges between R and B are kept (the paper drops them).
"""

from __future__ import annotations

from fractions import Fraction

from gameproof.encodings.snort_value import closures
from gameproof.games.snort import Position, members
from gameproof.solvers.limits import Limits
from gameproof.solvers.placement import binding


def paper_minimax(position: Position, limits: Limits) -> Fraction:
    """The minimax score of a position; raises ``LimitReached``. O(labellings * n^2)."""
    same, other = closures(position)
    known: dict[tuple[int, int, bool], Fraction] = {}

    def terminal(red: int, blue: int) -> bool:
        return not red & blue and not any(
            binding(same, other, v, red, blue) for v in members(red | blue)
        )

    def score(red: int, blue: int, reds_turn: bool) -> Fraction:
        key = (red, blue, reds_turn)
        found = known.get(key)
        if found is not None:
            return found
        if len(known) % 1024 == 0:
            limits.check()
        if terminal(red, blue):
            result = Fraction(red.bit_count() - blue.bit_count())
            result += Fraction(0 if reds_turn else 1, 2)
        elif reds_turn:
            result = max(score(red & ~same[v], blue & ~other[v], False) for v in members(red))
        else:
            result = min(score(red & ~other[v], blue & ~same[v], True) for v in members(blue))
        known[key] = result
        return result

    return score(position.red_free, position.blue_free, position.to_move == "red")
