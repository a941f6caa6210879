"""Can a player force his aim, in all or within so many plies? Any game, by its moves alone.

Several players who act together are one opponent. Depth-first search over positions with a table
of what is known of each: the least bound within which the attacker was seen to win, and the
greatest within which he was seen not to. Knows no game: the caller says which moves there are,
where a play is over, and whose turn it is. Those are Python's functions, on which nearly all of
the time goes, and so this is Python too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from gameproof.solvers.limits import Limits

S = TypeVar("S", bound=Hashable)

UNBOUNDED = math.inf
"""Plies of games whose plays all end."""


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
    won: dict[S, float] = field(default_factory=dict)
    lost: dict[S, float] = field(default_factory=dict)

    def wins(self, state: S, plies: float = UNBOUNDED) -> bool:
        """Does the attacker win within ``plies``? O(states * plies * moves) at most, and
        O(states * moves) without a bound, where every play must end."""
        found = self._known(state, plies)
        stack: list[tuple[S, float, bool, Iterator[S]]] = []
        if found is None:
            stack.append(self._opened(state, plies))
        while stack:
            here, bound, mine, children = stack[-1]
            while found != mine:
                child = next(children, None)
                if child is None:
                    found = not mine
                    break
                found = self._known(child, bound - 1)
                if found is None:
                    stack.append(self._opened(child, bound - 1))
                    break
            if found is not None:
                stack.pop()
                self._note(here, bound, found)
        assert found is not None
        return found

    def least(self, state: S, plies: int) -> int | None:
        """The least number of plies, up to ``plies``, within which the attacker wins."""
        return next((bound for bound in range(plies + 1) if self.wins(state, bound)), None)

    def _known(self, state: S, plies: float) -> bool | None:
        known = self.won.get(state)
        if known is not None and known <= plies:
            return True
        if self.lost.get(state, -1) >= plies:
            return False
        over = self.over(state)
        if over is None and plies > 0:
            return None
        self._note(state, UNBOUNDED if over is False else 0, over is True)
        return over is True

    def _note(self, state: S, plies: float, won: bool) -> None:
        if won:
            self.won[state] = min(plies, self.won.get(state, plies))
        else:
            self.lost[state] = max(plies, self.lost.get(state, plies))

    def _opened(self, state: S, plies: float) -> tuple[S, float, bool, Iterator[S]]:
        self.nodes += 1
        if self.nodes % 256 == 0:
            self.limits.check()
            self.limits.progress(f"{self.nodes} positions searched")
        return state, plies, self.mine(state), iter(self.children(state))
