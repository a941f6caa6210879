"""Games in which a player owns a set first, by search, with strategies as far as they matter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from gameproof.encodings.method import Finding, Method, Options
from gameproof.encodings.positional.attacks import by_attacks, second_by_attacks
from gameproof.games.positional_turns import PLAYERS
from gameproof.games.variants.exact import ExactPosition
from gameproof.games.variants.gravity import GravityPosition
from gameproof.solvers.limits import Limits
from gameproof.solvers.positional.owning import OwningSearch

P = TypeVar("P", GravityPosition, ExactPosition)

THEOREM = "Zermelo 1913; depth-first search with a table of the positions seen"


class Attack(Generic[P]):
    """Can ``attacker`` own a set first, as ``search`` finds out? Of two moves that keep the answer,
    that on the cell with the smaller number of ``far`` comes first."""

    def __init__(
        self, position: P, attacker: str, search: OwningSearch, far: Sequence[int]
    ) -> None:
        self.start: P = position
        self.seat = PLAYERS.index(attacker)
        self.search = search
        self.far = far

    @property
    def nodes(self) -> int:
        """Positions that were searched."""
        return self.search.nodes

    def wins(self, here: P) -> bool:
        """Does he, from here?"""
        result = here.result()
        if result is not None:
            return result == PLAYERS[self.seat]
        first, second = (sum(1 << c for c in stones) for stones in (here.first, here.second))
        return self.search.wins(first, second, PLAYERS.index(here.to_move))

    def succeeds(self) -> bool:
        """Does he, from the position of the question?"""
        return self.wins(self.start)

    def move(self, here: P) -> int:
        """A move that keeps the answer for the player to move: the attacker's win, or not. One that
        ends the play comes first, then the middle."""
        attacks = PLAYERS.index(here.to_move) == self.seat
        after = {move: here.play(move) for move in here.moves()}
        order = sorted(after, key=lambda c: (after[c].result() is None, self.far[c], -c))
        return next(move for move in order if self.wins(after[move]) == attacks)


def methods(
    attack: Callable[[P, str, Limits], Attack[P]], applies: Callable[[P], bool], reach: str
) -> tuple[Method[P], ...]:
    """Who wins, and whether the second player does."""

    def outcome(position: P, limits: Limits, options: Options) -> Finding:
        return by_attacks(position, lambda who: attack(position, who, limits), limits, options)

    def second_wins(position: P, limits: Limits, options: Options) -> Finding:
        return second_by_attacks(
            position, lambda who: attack(position, who, limits), limits, options
        )

    return (
        Method("outcome", "search", outcome, THEOREM, applies, reach=reach),
        Method("second-wins", "search", second_wins, THEOREM, applies, reach=reach),
    )
