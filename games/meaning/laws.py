"""Laws that a position obeys, and on which theorems about it rest.

A position names its laws (``Position.laws``); a kind of certificate names those that its
theorem needs. ``gameproof.testing`` proves each declared law by brute force on tiny positions.
Laws hold for the position and for everything that play can reach from it.
"""

from __future__ import annotations

from enum import Enum


class Law(Enum):
    """One law; the value says it in words."""

    TURNS = "two players move in turn"
    FINITE = "no play goes on for ever"
    NORMAL_PLAY = "the play ends when the player to move has no move, and he has lost"
    IMPARTIAL = "both players have the same moves and the same aim"
    NO_DRAWS = "every finished play is won by one of the players"
    SUM = "the position is the disjunctive sum of its parts"
    EITHER_STARTS = "the same position with either player to move is a position (turn)"
    SAME_SETS = "both players want the same sets, and the first to own one wins"


#: What every impartial game in normal play obeys whose plays all end.
IMPARTIAL_NORMAL = frozenset(
    {Law.TURNS, Law.FINITE, Law.NORMAL_PLAY, Law.IMPARTIAL, Law.NO_DRAWS, Law.SUM}
)
