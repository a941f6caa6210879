"""What follows when one player of a positional game can stop the other's every set.

Shared by the certificates that prove such a thing (pairings, potential, degrees, regions):
:func:`stops` turns "this player can stop every set of the other" into statements, and adds
what the rules say of the blocking player himself.
"""

from __future__ import annotations

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Conclusion
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.statement import Forces, Prevents, Statement, only
from gameproof.games.positional import OTHER, Position
from gameproof.games.positional_questions import completes
from gameproof.games.sets.stealing import hopeless, strategy_stealing

MOST_CELLS = 1 << 12
MOST_BITS = 1 << 28
"""Cells times sets of the largest board that is looked at: 32 MB of bit masks."""


def small(position: Position) -> Position:
    """The position, if its sets fit into memory as bit masks."""
    cells = position.board.cells
    if cells > MOST_CELLS:
        raise Rejected(f"a board of {cells} cells is too large for this kind of certificate")
    board = position.board
    if cells * (len(board.first_sets) + len(board.second_sets)) > MOST_BITS:
        raise Rejected("the board has too many sets for this kind of certificate")
    return position


def listed(position: Position) -> Position:
    """The position, if its sets can be listed."""
    try:
        _ = position.board.first_sets, position.board.second_sets
    except BadInput as error:
        # redundant: the kernel refuses bad input too; replies do not pass through it
        raise Rejected(error.message) from None
    return position


def blocker(player: object) -> str:
    """The name of the blocking player, if it is one."""
    if not isinstance(player, str) or player not in OTHER:
        raise Rejected("a blocking player is first or second")
    return player


STEALING = (
    "of a player who stops every set: where both want the same sets, or the sides of Hex are "
    "equal, whoever is not to move and has no stone cannot win (strategy stealing: Nash 1949; "
    "Hales, Jewett 1963), nor can he without a live set"
)
"""What :func:`stops` adds to a theorem, as its kinds say it."""


def cannot_win(position: Position, player: str) -> tuple[Statement, ...]:
    """That the other one keeps ``player`` from completing a set, where the rules alone say so
    (:func:`hopeless`); no statement elsewhere. O(total size of the sets)."""
    own = completes(position.rule, player)
    if own is None or not hopeless(position, player):
        return ()
    return (Prevents(position.to_move, only(OTHER[player]), only(own)),)


def stops(position: Position, player: str) -> Conclusion:
    """What follows from "``player`` can stop every set of the other".

    He keeps the other from completing one; Breaker thereby wins, because the board fills up.
    Under the strong rule nothing else follows, but where the rules alone say that he cannot win
    himself (:func:`cannot_win`), that is said too, which makes a draw.
    """
    other = OTHER[player]
    result = completes(position.rule, other)
    if result is None:
        raise Rejected("Breaker wants no set, so there is nothing to stop")
    mover = position.to_move
    stopped: Statement = Prevents(mover, only(player), only(result))
    if position.rule == "weak":
        wins = Forces(mover, only(player), only("breaker"))
        return Conclusion((stopped, wins), "Breaker stops every set of Maker and wins")
    more = cannot_win(position, player)
    sentence = f"the {player} player stops every set of the {other}"
    if more:
        reason = (
            "strategy stealing" if strategy_stealing(position, player) else "no set of his is alive"
        )
        sentence += f", and cannot win himself ({reason})"
    return Conclusion((stopped, *more), sentence)
