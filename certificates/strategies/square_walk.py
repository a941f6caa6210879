"""All plays of a player's replies in a game on squares, for
:mod:`gameproof.certificates.strategies.ply_by_ply`.

Whoever cannot move loses, so a position is decided for the player where the other is to move and
has no move. On boards that are covered (Domineering) it is also where a sum of switches says so
(:mod:`gameproof.certificates.strategies.domino_sums`). Squares and stones that take part in no
move any more are left out.
"""

from __future__ import annotations

import numpy as np

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.strategies import domino_sums
from gameproof.games.grids.square_words import SquareGame
from gameproof.games.variants.owning import Truths, Words, named

FIRST, SECOND = "first", "second"
"""Whether the player begins."""
MOST_AT_ONCE = 1 << 24
"""Positions of one ply, some gigabyte."""


class SquareWalk:
    """All plays of one proof, a ply at a time. ``pairs`` are the positions before ply ``ply``."""

    def __init__(
        self, game: SquareGame, seat: int, when: str, images: list[list[int]], replies: np.ndarray
    ) -> None:
        self.game, self.seat, self.when = game, seat, when
        self.images, self.replies = images, replies
        self.ply = self.used = self.seen = 0
        self.pairs = self._named(np.array([game.start], np.uint64))

    def _named(self, pairs: Words) -> Words:
        return named(self.game.tidied(pairs), self.images)

    @property
    def mine(self) -> bool:
        """Is it the player's ply?"""
        return (self.ply % 2 == 0) == (self.when == FIRST)

    def over(self) -> bool:
        """Is every play decided for the player? Positions that are settled are left out first."""
        self.pairs = self.pairs[~settled(self.game, self.seat, self.pairs, begins=self.mine)]
        return not len(self.pairs)

    def step(self) -> None:
        """On to the next ply. O(positions * (moves + symmetries * squares)); raises
        :class:`Rejected`."""
        self.seen += len(self.pairs)
        after = self._replied() if self.mine else self._moved()
        self.pairs = self._named(after)
        self.ply += 1

    def answers(self) -> np.ndarray:
        """The replies of this ply; raises :class:`Rejected`."""
        found = self.replies[self.used : self.used + len(self.pairs)]
        if len(found) < len(self.pairs):
            raise Rejected(f"replies are missing, of ply {self.ply + 1}")
        if len(found) and int(found.max()) >= len(self.game.moves[self.seat]):
            raise Rejected(f"a reply of ply {self.ply + 1} is no move")
        if not self.game.legal(self.seat, self.pairs, found).all():
            raise Rejected(f"a reply of ply {self.ply + 1} is not possible")
        return found

    def _replied(self) -> Words:
        moves = self.answers()
        self.used += len(moves)
        return self.game.after(self.seat, self.pairs, moves)

    def _moved(self) -> Words:
        """The positions after all moves of the other; where he has none, the play is over and
        won."""
        parts, many, other = [self.pairs[:0]], 0, 1 - self.seat
        for move in range(len(self.game.moves[other])):
            part = self.pairs[self.game.legal(other, self.pairs, move)]
            many += len(part)
            if many > MOST_AT_ONCE:
                raise Rejected(f"more than {MOST_AT_ONCE} positions after ply {self.ply + 1}")
            parts.append(self.game.after(other, part, move))
        return np.concatenate(parts)


def settled(game: SquareGame, seat: int, pairs: Words, *, begins: bool) -> Truths:
    """The positions, without what takes part in no move, that are decided for the player, who is to
    move (``begins``) or not."""
    if game.covering:
        return domino_sums.settled(game, seat, pairs[:, 0], begins=begins)
    over: Truths = (pairs == 0).all(axis=1)
    return over & (not begins)
