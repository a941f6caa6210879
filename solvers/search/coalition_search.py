"""Who can force the end of a finite game of several players alone against all others?

For one player the others act as one opponent, so each player poses a two-sided game of
perfect information; it is solved by depth-first search with a table. In Python, like
the rules of the game that it asks, on which nearly all of the time goes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from gameproof.solvers.limits import Limits

P = TypeVar("P", bound=Hashable)
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Forced(Generic[P, M]):
    """Does ``player`` force a win? ``replies`` maps each position the winning side can meet
    with itself to move to a move that keeps the win."""

    player: int
    wins: bool
    replies: dict[P, M]
    positions: int


def force(
    start: P,
    player: int,
    moves: Callable[[P], Sequence[M]],
    play: Callable[[P, M], P],
    mover: Callable[[P], int | None],
    won: Callable[[P], bool],
    limits: Limits,
) -> Forced[P, M]:
    """Solve the game of ``player`` against everybody else.

    ``mover(p)`` is the player to move, ``None`` when p is over; then ``won(p)`` tells whether
    ``player`` has won. Raises ``LimitReached``. O(positions * moves); play must be finite.
    """
    known: dict[P, bool] = {}
    choice: dict[P, M] = {}
    stack: list[tuple[P, list[M], int]] = []

    def open_position(p: P) -> bool | None:
        """The known result, or ``None`` after putting ``p`` on the stack."""
        if p in known:
            return known[p]
        if mover(p) is None:
            known[p] = won(p)
            return known[p]
        stack.append((p, list(moves(p)), 0))
        return None

    open_position(start)
    steps = 0
    while stack:
        steps += 1
        if steps % 1024 == 0:
            limits.check()
            limits.progress(f"{steps} positions searched")
        p, options, at = stack.pop()
        own = mover(p) == player
        result: bool | None = not own
        while at < len(options):
            stack.append((p, options, at))
            child = open_position(play(p, options[at]))
            if child is None:
                result = None  # come back to the same move when the child is known
                break
            stack.pop()
            if child == own:
                result, choice[p] = own, options[at]
                break
            at += 1
        if result is not None:
            known[p] = result
    wins = known[start]
    replies = _needed(start, wins, player, choice, moves, play, mover)
    return Forced(player, wins, replies, len(known))


def _needed(
    start: P,
    wins: bool,
    player: int,
    choice: dict[P, M],
    moves: Callable[[P], Sequence[M]],
    play: Callable[[P, M], P],
    mover: Callable[[P], int | None],
) -> dict[P, M]:
    """The replies of the winning side at the positions that its strategy can meet."""
    replies: dict[P, M] = {}
    seen = {start}
    waiting = [start]
    while waiting:
        p = waiting.pop()
        who = mover(p)
        if who is None:
            continue
        if (who == player) == wins:
            replies[p] = choice[p]
            children = [play(p, choice[p])]
        else:
            children = [play(p, m) for m in moves(p)]
        for child in children:
            if child not in seen:
                seen.add(child)
                waiting.append(child)
    return replies
