"""Connect Four and its family by search, with strategies to the end of the play."""

from __future__ import annotations

from collections.abc import Callable

from gameproof.encodings.method import Finding, Method, Options
from gameproof.encodings.positional.attacks import by_attacks, second_by_attacks
from gameproof.games.positional_turns import PLAYERS
from gameproof.games.variants.gravity import GravityPosition
from gameproof.solvers.limits import Limits
from gameproof.solvers.positional.falling import LARGEST, FallingSearch

THEOREM = "Zermelo 1913; depth-first search with a table of the positions seen"


class Attack:
    """Can ``attacker`` own a set first?"""

    def __init__(self, position: GravityPosition, attacker: str, limits: Limits) -> None:
        board = position.board
        under = (position.below(cell) for cell in range(board.cells))
        last = board.shape[-1]
        mirror = [c - c % last + last - 1 - c % last for c in range(board.cells)]
        sets = [tuple(row) for row in board.first_sets.sets()]
        kept = {frozenset(mirror[c] for c in row) for row in sets} == set(map(frozenset, sets))
        self.start = position
        self.seat = PLAYERS.index(attacker)
        self.middle = [abs(2 * (c % last) - last + 1) for c in range(board.cells)]
        self.search = FallingSearch(
            [-1 if below is None else below for below in under],
            sets,
            mirror if kept else range(board.cells),
            self.seat,
            limits,
        )

    @property
    def nodes(self) -> int:
        """Positions that were searched."""
        return self.search.nodes

    def wins(self, here: GravityPosition) -> bool:
        """Does he, from here?"""
        result = here.result()
        if result is not None:
            return result == PLAYERS[self.seat]
        first, second = (sum(1 << c for c in stones) for stones in (here.first, here.second))
        return self.search.wins(first, second, PLAYERS.index(here.to_move))

    def succeeds(self) -> bool:
        """Does he, from the position of the question?"""
        return self.wins(self.start)

    def move(self, here: GravityPosition) -> int:
        """A move that keeps the answer for the player to move: the attacker's win, or not. One that
        ends the play comes first, then the middle."""
        attacks = PLAYERS.index(here.to_move) == self.seat
        after = {move: here.play(move) for move in here.moves()}
        order = sorted(after, key=lambda c: (after[c].result() is None, self.middle[c], -c))
        return next(move for move in order if self.wins(after[move]) == attacks)


def _attack(position: GravityPosition, limits: Limits) -> Callable[[str], Attack]:
    return lambda attacker: Attack(position, attacker, limits)


def outcome(position: GravityPosition, limits: Limits, options: Options) -> Finding:
    """Who owns a set first with best play, if anybody can."""
    return by_attacks(position, _attack(position, limits), limits, options)


def second_wins(position: GravityPosition, limits: Limits, options: Options) -> Finding:
    """Can the second player own a set first?"""
    return second_by_attacks(position, _attack(position, limits), limits, options)


def _applies(position: GravityPosition) -> bool:
    return position.board.cells <= LARGEST and position.board.same_sets


REACH = f"boards of at most {LARGEST} cells"
METHODS: tuple[Method[GravityPosition], ...] = (
    Method("outcome", "search", outcome, THEOREM, _applies, reach=REACH),
    Method("second-wins", "search", second_wins, THEOREM, _applies, reach=REACH),
)
