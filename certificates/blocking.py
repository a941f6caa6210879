"""What follows when one player of a positional game can stop the other's every set.

Shared by the certificates that prove such a thing (pairing, potential, degrees,
regions): each says which ``player`` blocks, and :func:`conclude` says whether the
claim follows by the rules. Also the reading of untrusted arrays.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Claim, Rejected
from gameproof.games.game import BadInput
from gameproof.games.positional import OTHER, Position


def integers(value: Any, name: str, ndim: int, low: int, high: int) -> NDArray[np.int64]:
    """The value as an int64 array of ``ndim`` dimensions with low <= entry < high.

    Raises ``Rejected`` for anything else. O(size).
    """
    try:
        array = np.asarray(value)
    except ValueError:
        raise Rejected(f"{name} is not an array") from None
    if array.size == 0:
        return np.zeros((0,) * ndim, dtype=np.int64)  # JSON keeps no shape of an empty array
    if array.dtype.kind not in "iu" or array.ndim != ndim:
        raise Rejected(f"{name} must hold integers in {ndim} dimensions")
    smallest, largest = int(array.min()), int(array.max())
    if smallest < low or largest >= high:
        bad = smallest if smallest < low else largest
        raise Rejected(f"{name} holds {bad}, outside {low}..{high - 1}")
    return array.astype(np.int64)


def positional(position: Any, listed: bool = True) -> Position:
    """The position, if it is one of a positional game and, unless ``listed`` is false, its
    sets can be listed."""
    if not isinstance(position, Position):
        raise Rejected("the position belongs to no positional game")
    if listed:
        try:
            _ = position.board.first_sets, position.board.second_sets
        except BadInput as error:
            raise Rejected(error.message) from None
    return position


def untouched_cube(position: Position) -> bool:
    """Is the board [n]^d without stones, which can be counted without being listed?"""
    return position.board.kind == "tictactoe" and not position.first and not position.second


def blocker(player: Any) -> str:
    """The name of the blocking player, if it is one."""
    if player not in OTHER:
        raise Rejected(f"no player {player!r}")
    return str(player)


def strategy_stealing(position: Position) -> bool:
    """Does strategy stealing show that the second player cannot win?

    If the second player had a winning strategy, the first could make any move and
    then follow it himself; a further stone never hurts (Nash 1949; Hales, Jewett,
    Trans. AMS 106 (1963)). Needs: both want the same sets, the first player is to
    move, the second has no stone (own stones of the first only help him).
    """
    return (
        position.rule == "strong"
        and position.board.same_sets
        and position.to_move == "first"
        and not position.second
    )


def hopeless(position: Position, player: str) -> bool:
    """Can ``player`` never complete a set, by strategy stealing or having none alive?"""
    if player == "second" and (position.rule == "weak" or strategy_stealing(position)):
        return True
    try:
        return len(position.live_numbers(player)) == 0
    except BadInput:  # too large a board to be looked through
        return False


def conclude(position: Position, claim: Claim, player: str) -> str:
    """The claim as a sentence, given that ``player`` can stop every set of the other.

    Under the weak rule Breaker then wins. Under the strong rule the game is drawn if
    the blocking player cannot win either; raises ``Rejected`` when that is not plain.
    """
    if claim.question != "outcome":
        raise Rejected(f"blocking every set does not answer the question {claim.question!r}")
    if position.rule == "weak":
        if player == "second" and claim.answer == "breaker":
            return "Breaker stops every set of Maker and wins"
        raise Rejected(f"Breaker's defence does not prove {claim.answer!r}")
    if claim.answer != "draw":
        raise Rejected(f"blocking every set does not prove {claim.answer!r}")
    if not hopeless(position, player):
        raise Rejected(f"nothing shows that the {player} player, who blocks, cannot win himself")
    other = OTHER[player]
    reason = "strategy stealing" if strategy_stealing(position) else "no set of his is alive"
    return (
        f"a draw: the {player} player stops every set of the {other}, and cannot win "
        f"himself ({reason})"
    )
