"""Can a player force his aim within so many plies? Any game, by its moves alone.

Depth-first search over positions with a table of what is known of each: the least bound within
which the attacker was seen to win, and the greatest within which he was seen not to. Knows no
game: the caller says which moves there are, where a play is over, and whose turn it is. Those
are Python's functions, on which nearly all of the time goes, and so this is Python too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from gameproof.solvers.limits import Limits

S = TypeVar("S", bound=Hashable)

DEEPEST = 300
"""Plies of the longest line that is looked at; the search calls itself."""


@dataclass
class BoundedSearch(Generic[S]):
    """``children(state)``: the states that the moves lead to, good ones first. ``over(state)``:
    is the play over, and as the attacker wants it (``True``) or not (``False``)? It may also
    say ``False`` early, where he cannot win any more. ``mine(state)``: does the attacker move?

    Raises ``LimitReached``. ``nodes`` counts the states that were expanded.
    """

    children: Callable[[S], Iterable[S]]
    over: Callable[[S], bool | None]
    mine: Callable[[S], bool]
    limits: Limits
    nodes: int = 0
    won: dict[S, int] = field(default_factory=dict)
    lost: dict[S, int] = field(default_factory=dict)

    def wins(self, state: S, plies: int) -> bool:
        """Does the attacker win within ``plies``? O(states * plies * moves) at most;
        ``plies`` is at most ``DEEPEST``."""
        known = self.won.get(state)
        if known is not None and known <= plies:
            return True
        if self.lost.get(state, -1) >= plies:
            return False
        over = self.over(state)
        if over is not None:
            (self.won if over else self.lost)[state] = 0 if over else DEEPEST
            return over
        if plies == 0:
            self.lost[state] = 0
            return False
        self.nodes += 1
        if self.nodes % 256 == 0:
            self.limits.check()
            self.limits.progress(f"{self.nodes} positions searched")
        mine = self.mine(state)
        answer = not mine
        for child in self.children(state):
            if self.wins(child, plies - 1) == mine:
                answer = mine
                break
        if answer:
            self.won[state] = min(plies, self.won.get(state, plies))
        else:
            self.lost[state] = max(plies, self.lost.get(state, plies))
        return answer

    def least(self, state: S, plies: int) -> int | None:
        """The least number of plies, up to ``plies``, within which the attacker wins."""
        return next((bound for bound in range(plies + 1) if self.wins(state, bound)), None)
