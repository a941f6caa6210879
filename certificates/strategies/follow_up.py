"""Positions from which a player plainly wins or holds, in games of owning sets first.

That is so

- where he *holds*, if it is plain that the other owns no set any more;
- where stones fall and the other is to move, if answering in the same column does it (the
  *follow-up* of Allis 1988, whose rule is claimeven; :func:`kept`);
- where stones fall and he is to move, if a cell completes a set of his or leads to such a position.
"""

from __future__ import annotations

import numpy as np

from gameproof.games.variants.owning import OwningGame, Truths, Words, taken_by

WINS, HOLDS = "wins", "holds"


def settled(game: OwningGame, seat: int, what: str, pairs: Words, ply: int) -> Truths:
    """The positions from which the player wins, or holds, as the module says. O(columns * (sets +
    rows)) operations on words."""
    own, other = pairs[:, seat], pairs[:, 1 - seat]
    found = np.zeros(len(pairs), bool)
    if what == HOLDS:
        found = game.hopeless(1 - seat, other, own, ply)
    if not game.step:
        return found
    if game.plies[ply] != seat:
        return found | followed(game, seat, what, own, other)
    free = game.open(own | other, ply)
    found |= game.short(own, seat) & free != 0
    for column in game.columns if ply + 1 < len(game.plies) else ():
        cell = free & np.uint64(column)
        rest = np.flatnonzero(~found & (cell != 0))
        found[rest] = settled(game, seat, what, taken_by(pairs[rest], seat, cell[rest]), ply + 1)
    return found


def followed(game: OwningGame, seat: int, what: str, own: Words, other: Words) -> Truths:
    """Does answering in the same column do it, the other player being to move? O(sets + rows)
    operations on words."""
    first = lower = game.open(own | other, -1)
    for _ in range(game.cells // game.step // 2):
        lower = lower | lower >> np.uint64(2 * game.step)
    threats = game.short(own, seat) & ~(own | other | first)
    good = np.zeros(len(own), bool)
    for some in (threats, threats & ~lower):
        rest = np.flatnonzero(~good)
        good[rest] = kept(game, seat, what, *(of[rest] for of in (own, other, lower, some)))
    return good


def kept(
    game: OwningGame, seat: int, what: str, own: Words, other: Words, lower: Words, threats: Words
) -> Truths:
    """The same where nobody goes past the cell below a threat: a free cell, not the first of its
    column, with which the player's stones make a set. ``lower`` are the first, third, ... free
    cells of each column. O(sets + rows) operations on words.

    Played are the free cells of each column, up to the one below the lowest threat. To each the
    player answers with the next one of the column: the other gets the lower ones, the player the
    upper. There always is a next one where each column has an even number of them. Where two have
    an odd number, the last one of either is answered in the other column, of which pairs were
    played so far, so that an odd number is left: from that *turn* on, which the player takes, he
    gets the lower ones there. So the other is to move when all are taken, and has to take the cell
    below a threat; then the player has his set. The other owns none before if none is of his
    stones, the cells below threats and what he gets, wherever the turn is. Where there is no threat
    the board is full in the end, and the player owns a set if his stones and the upper cells hold
    one (asked for even numbers alone)."""
    step, rows = np.uint64(game.step), range(game.cells // game.step)
    for _ in rows:
        threats = threats | threats >> step
    last = threats << step & ~threats
    played = ~(own | other | threats | last) & np.uint64(game.board)
    odd = lower & played & ~(played << step)
    one = odd & (odd - np.uint64(1))
    good: Truths = (odd == 0) | ((one != 0) & (one & (one - np.uint64(1)) == 0))
    if what == WINS:
        good &= (last != 0) | (odd == 0)
    some = np.flatnonzero(good)
    own, other, odd, last, played = (of[some] for of in (own, other, odd, last, played))
    lower = lower[some] & played
    upper = played & ~lower
    right = (odd != 0) | ~game.own(1 - seat, other | lower | last)
    if what == WINS:
        right &= (last != 0) | game.own(seat, own | upper)
    for _ in rows:
        odd = odd | odd << step & played
    turns: Words = np.where(right, lower & odd, np.uint64(0))
    while turns.any():
        turn: Words = turns & -turns
        turns ^= turn
        column = turn
        for _ in rows:
            column = column | (column << step | column >> step) & played
        over = column & (turn - np.uint64(1))
        his = other | last | lower & ~over & ~turn | upper & over
        right &= (turn == 0) | ~game.own(1 - seat, his)
    good[some] = right
    return good
