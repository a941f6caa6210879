"""Who cannot win a positional game, as the rules alone say."""

from __future__ import annotations

from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.positional import OTHER, Position


def strategy_stealing(position: Position, player: str = "second") -> bool:
    """Does strategy stealing show that ``player``, who is not to move, cannot win?

    If he had a winning strategy, the other could make any move and then follow it
    himself; a further stone never hurts (Nash 1949; Hales, Jewett, Trans. AMS 106
    (1963)). Needs: the other is to move, and owns the image of every stone of ``player`` where
    the board is turned so that one's sets are the other's. If both want the same sets, it is not
    turned at all, and ``player`` has no stone; a Hex board of equal sides is turned over its
    long diagonal. O(stones).
    """
    if position.to_move == player:
        return False
    theirs = position.stones(player)
    if Law.SAME_SETS in position.laws:
        return not theirs
    if position.board.kind != "hex" or len(set(position.board.shape)) != 1:
        return False
    size = position.board.shape[0]
    turned = {cell % size * size + cell // size for cell in theirs}
    return turned <= position.stones(OTHER[player])


def hopeless(position: Position, player: str) -> bool:
    """Can the other keep ``player`` from completing a set, by strategy stealing or because no
    set of his is alive?"""
    if player == "second" and position.rule == "weak":
        return True
    if strategy_stealing(position, player):
        return True
    try:
        return len(position.live_numbers(player)) == 0
    except BadInput:  # too large a board to be looked through
        return False
