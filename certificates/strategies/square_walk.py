"""All plays of a player's replies in a game on squares, for
:mod:`gameproof.certificates.strategies.ply_by_ply`.

Whoever cannot move loses. On boards that are covered (Domineering) a sum of switches says which
positions are decided (:mod:`gameproof.certificates.strategies.domino_sums`), and squares that take
part in no move any more are left out. Of stones (Clobber) one position stands for all that are
equal as sums, and those of small groups alone are decided by their values
(:mod:`gameproof.games.grids.stone_sums`).
"""

from __future__ import annotations

import numpy as np

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.strategies import domino_sums
from gameproof.games.grids.square_words import SquareGame
from gameproof.games.grids.stone_sums import StoneSums
from gameproof.games.variants.owning import Truths, Words, named

FIRST, SECOND = "first", "second"
"""Whether the player begins."""
MOST_AT_ONCE = 1 << 24
"""Positions of one ply, some gigabyte."""


class SquareWalk:
    """All plays of one proof, a ply at a time. ``pairs`` are the positions before ply ``ply``;
    ``sums``: what stones add up to."""

    def __init__(
        self,
        game: SquareGame,
        seat: int,
        when: str,
        images: list[list[int]],
        replies: np.ndarray,
        sums: StoneSums | None,
    ) -> None:
        self.game, self.seat, self.when = game, seat, when
        self.images, self.replies, self.sums = images, replies, sums
        self.ply = self.used = self.seen = 0
        self.pairs = self.named(np.array([game.start], np.uint64))

    def named(self, pairs: Words) -> Words:
        """One position of all that are the same, in the order in which replies are listed."""
        if self.sums:
            return self.sums.named(pairs, self.images)
        return named(self.game.tidied(pairs), self.images)

    def settled(self, pairs: Words, *, begins: bool) -> Truths:
        """The named positions that are decided for the player, who is to move (``begins``) or
        not."""
        if self.sums:
            return self.sums.settled(self.seat, pairs, begins=begins)
        return domino_sums.settled(self.game, self.seat, pairs[:, 0], begins=begins)

    @property
    def mine(self) -> bool:
        """Is it the player's ply?"""
        return (self.ply % 2 == 0) == (self.when == FIRST)

    def over(self) -> bool:
        """Is every play decided for the player? Positions that are settled are left out first."""
        self.pairs = self.pairs[~self.settled(self.pairs, begins=self.mine)]
        return not len(self.pairs)

    def step(self) -> None:
        """On to the next ply. O(positions * (moves + symmetries * squares)); raises
        :class:`Rejected`."""
        self.seen += len(self.pairs)
        after = self._replied() if self.mine else self._moved()
        self.pairs = self.named(after)
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
