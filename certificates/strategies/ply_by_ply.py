"""Replies of a player who owns a set first, or moves last on squares, ply by ply, without the
positions.

The checker plays all the other player's moves from the start, and the replies that are listed, a
ply at a time for all positions. Positions that a symmetry exchanges are one, and those of a ply
stand in the order of their words: so a reply is a cell and nothing else, and the positions of
a proof need not be written down.

Positions that are *settled* (:mod:`gameproof.certificates.strategies.follow_up`) are not looked at
further. Where stones fall a reply is a column; where the other threatens to complete a set, it is
the cell that he needs, and not listed.

In Domineering and Clobber a reply is the number of a move among all that the player ever has on
the board, row by row (:mod:`gameproof.certificates.strategies.square_walk`); in Clobber positions
that are equal as sums are one. If an image of the
board exchanges the players and keeps the start, what one can do the other can.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from gameproof.certificates.arrays import integers
from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.follow_up import HOLDS, WINS, settled
from gameproof.certificates.strategies.square_walk import FIRST, MOST_AT_ONCE, SECOND, SquareWalk
from gameproof.games.grids.clobber import Clobber
from gameproof.games.grids.domineering import Domineering
from gameproof.games.grids.square_words import MOST_MOVES
from gameproof.games.grids.squares import Squares
from gameproof.games.grids.stone_sums import MOST as MOST_STONES
from gameproof.games.grids.stone_sums import StoneSums
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.statement import Forces, Prevents, Statement, only, wins
from gameproof.games.positional_turns import OTHER, PLAYERS, TurnsPosition
from gameproof.games.variants.exact import ExactPosition
from gameproof.games.variants.gravity import GravityPosition
from gameproof.games.variants.owning import (
    LARGEST,
    OwningGame,
    Words,
    moves_of,
    named,
    taken_by,
)

OwningPosition = TurnsPosition | GravityPosition | ExactPosition
SquarePosition = Domineering | Clobber

MOST_SYMMETRIES = 1 << 10


class PlyByPly(Certificate, frozen=True, tag="ply-by-ply", omit_defaults=True):
    """``proofs``: rows (player, ``wins`` or ``holds``): he owns a set first, or keeps the other
    from that; on squares (player, ``first`` or ``second``): he wins moving first, or second.
    ``permutations``: a row for each symmetry that is made use of. ``replies``: the cells (columns,
    where stones fall; on squares moves) that the player takes, for each proof, each of his plies
    and each position of the ply in turn.
    The start (``first``, ``second``: stones; the free squares and none) is there for replies; the
    checker takes the goal's. ``small``: in Clobber, groups of so many stones at most have values.
    """

    first: list[int]
    second: list[int]
    proofs: list[tuple[str, str]]
    permutations: np.ndarray
    replies: np.ndarray
    small: int = 0


class Walk:
    """All plays of one proof, a ply at a time. ``pairs`` are the positions before ply ``ply``."""

    def __init__(
        self, game: OwningGame, seat: int, what: str, images: list[list[int]], replies: np.ndarray
    ) -> None:
        self.game, self.seat, self.what = game, seat, what
        self.images, self.replies = images, replies
        self.ply = self.used = self.seen = 0
        self.pairs = named(np.array([game.start], np.uint64), images)

    @property
    def mine(self) -> bool:
        """Is it the player's ply?"""
        return self.game.plies[self.ply] == self.seat

    def over(self) -> bool:
        """Has every play ended, and as the player wants it? Positions that are settled are left out
        first. Raises :class:`Rejected` where one has ended otherwise."""
        ended = self.ply == len(self.game.plies)
        if not ended:
            self.pairs = self.pairs[~settled(self.game, self.seat, self.what, self.pairs, self.ply)]
        elif self.what == WINS and len(self.pairs):
            raise Rejected("a play ends without a set")
        return ended or not len(self.pairs)

    def step(self) -> None:
        """On to the next ply. O(positions * (moves + sets + symmetries * cells))."""
        game, n = self.game, len(self.pairs)
        self.seen += n
        if self.mine:
            cells, listed = self.answers()
            self.used += listed
            free = game.open(self.pairs[:, 0] | self.pairs[:, 1], self.ply)
            if not (free & cells != 0).all():
                raise Rejected(f"a reply of ply {self.ply + 1} takes a cell that may not be taken")
            after = taken_by(self.pairs, self.seat, cells)
            after = after[~game.own(self.seat, after[:, self.seat])]
        else:
            parts, many = [], 0
            for part in moves_of(game, self.pairs, self.ply):
                if game.own(1 - self.seat, part[:, 1 - self.seat]).any():
                    raise Rejected(f"the other player owns a set after ply {self.ply + 1}")
                many += len(part)
                if many > MOST_AT_ONCE:
                    raise Rejected(f"more than {MOST_AT_ONCE} positions after ply {self.ply + 1}")
                parts.append(part)
            after = np.concatenate(parts)
        self.pairs = named(after, self.images)
        self.ply += 1

    def answers(self) -> tuple[Words, int]:
        """The replies of this ply, each as a word of one bit, and how many are listed: where there
        is a threat, the reply is the cell that it asks for."""
        found = self.game.threat(1 - self.seat, self.pairs, self.ply)
        free = np.flatnonzero(found == 0)
        cells = self.replies[self.used : self.used + len(free)]
        if len(cells) < len(free):
            raise Rejected(f"replies are missing, of ply {self.ply + 1}")
        found[free] = self.game.dropped(self.pairs[free], cells, self.ply)
        return found, len(free)


def walks(position: OwningPosition, certificate: PlyByPly) -> list[Walk]:
    """The plays of each proof, of which none has begun; raises :class:`Rejected`."""
    game = position.as_owning() if position.board.cells <= LARGEST else None
    if game is None:
        raise Rejected(f"more than {LARGEST} cells")
    images = _symmetries(certificate, game.cells, game.keeps)
    most = game.step or game.cells
    replies = integers(certificate.replies, "replies", 1, 0, most).astype(np.uint8)
    found = []
    for player, what in certificate.proofs:
        if player not in PLAYERS or what not in (WINS, HOLDS):
            raise Rejected("a proof is about first or second, who wins or holds")
        seat = PLAYERS.index(player)
        if game.won[seat if what == WINS else 1 - seat] is None:
            raise Rejected("Breaker wants no set, so nobody owns or prevents one of his")
        found.append(Walk(game, seat, what, images, replies))
    return found


def square_walks(position: SquarePosition, certificate: PlyByPly) -> list[SquareWalk]:
    """The plays of each proof on squares, of which none has begun; raises :class:`Rejected`."""
    if type(position) not in (Domineering, Clobber):
        raise Rejected("other rules than those of Domineering and Clobber")
    game = position.as_words()
    images = _symmetries(certificate, game.squares, game.keeps)
    replies = integers(certificate.replies, "replies", 1, 0, MOST_MOVES).astype(np.uint8)
    if game.covering and certificate.small != 0:
        raise Rejected("in Domineering there are no groups of stones")
    if not game.covering and not 0 < certificate.small <= MOST_STONES:
        raise Rejected(
            f"in Clobber small groups have 1 to {MOST_STONES} stones, not {certificate.small} (a "
            "proof that names no number is of an earlier form and has to be made again)"
        )
    sums = None if game.covering else StoneSums(game, certificate.small)
    found = []
    for player, when in certificate.proofs:
        if player not in position.players or when not in (FIRST, SECOND):
            raise Rejected("a proof is about left or right, who wins moving first or second")
        found.append(SquareWalk(game, position.players.index(player), when, images, replies, sums))
    return found


def _symmetries(
    certificate: PlyByPly, cells: int, keeps: Callable[[Sequence[int]], bool]
) -> list[list[int]]:
    """The permutations, each verified; raises :class:`Rejected`."""
    images: list[list[int]] = integers(
        certificate.permutations, "permutations", 2, 0, cells
    ).tolist()
    if len(images) > MOST_SYMMETRIES:
        raise Rejected(f"more than {MOST_SYMMETRIES} symmetries")
    for number, image in enumerate(images):
        if not keeps(image):
            raise Rejected(f"permutation {number} is no symmetry of the game")
    return images


def _on_squares(position: SquarePosition, certificate: PlyByPly) -> Conclusion:
    """Who wins moving first or second."""
    statements: list[Statement] = []
    said = []
    used = 0
    others = dict(zip(position.players, reversed(position.players), strict=True))
    for (player, when), walk in zip(
        certificate.proofs, square_walks(position, certificate), strict=True
    ):
        walk.used = used
        while not walk.over():
            walk.step()
        used = walk.used
        starter = player if when == FIRST else others[player]
        statements.append(wins(starter, player))
        said.append(f"{player} wins moving {when} ({walk.seen} positions)")
        if walk.game.exchanges_players():
            statements.append(wins(others[starter], others[player]))
            said.append(f"so does {others[player]}, by symmetry")
    _all_used(said, used, certificate)
    return Conclusion(tuple(statements), ", ".join(said))


def _all_used(said: list[str], used: int, certificate: PlyByPly) -> None:
    """Raise :class:`Rejected` unless there are proofs, and no replies beside theirs."""
    if not said:
        # redundant: without statements no answer is entailed
        raise Rejected("the certificate holds no proof")
    if used != np.size(certificate.replies):
        raise Rejected("more replies than positions")


def conclude(goal: Goal[OwningPosition | SquarePosition], certificate: PlyByPly) -> Conclusion:
    """What each proof shows: that a player owns a set first, or keeps the other from that; on
    squares that he wins. O(positions * (moves + sets + symmetries * cells)) operations on words."""
    if isinstance(goal.position, Squares):
        return _on_squares(goal.position, certificate)
    return _of_sets(goal.position, certificate)


def _of_sets(position: OwningPosition, certificate: PlyByPly) -> Conclusion:
    """Who owns a set first, or keeps the other from that."""
    result = position.result()
    statements: list[Statement] = []
    said = []
    used = 0
    for (player, what), walk in zip(certificate.proofs, walks(position, certificate), strict=True):
        won, lost = (walk.game.won[seat] for seat in (walk.seat, 1 - walk.seat))
        if result is not None:
            if (result != won) if what == WINS else (result == lost):
                raise Rejected(f"the game is over, with the result {result}")
        else:
            walk.used = used
            while not walk.over():
                walk.step()
            used = walk.used
        if what == WINS:
            statements.append(Forces(position.to_move, only(player), only(str(won))))
            said.append(f"the {player} player owns a set first ({walk.seen} positions)")
            continue
        statements.append(Prevents(position.to_move, only(player), only(str(lost))))
        if position.rule == "weak":
            statements.append(Forces(position.to_move, only(player), only("breaker")))
        said.append(f"the {OTHER[player]} player owns no set first ({walk.seen} positions)")
    _all_used(said, used, certificate)
    return Conclusion(tuple(statements), ", ".join(said))


KIND = Kind(
    record=PlyByPly,
    scope=Scope(
        derives=(Forces, Prevents),
        positions=(TurnsPosition, GravityPosition, ExactPosition, Domineering, Clobber),
        laws=frozenset({Law.FINITE}),
    ),
    theorem="a strategy answers every move (Zermelo 1913); where stones fall, answering in the "
    "same column (follow-up, claimeven: Allis, A Knowledge-based Approach of Connect-Four, 1988); "
    "dominoes that the other cannot touch, and sums of switches, widest first (Bullock, ICGA "
    "Journal 25 (2002); Winning Ways, chapter 6); equal games stand for each other in sums "
    "(Conway, On Numbers and Games, 1976)",
    evidence="the replies alone, ply by ply, to positions that the checker finds itself",
    conclude=conclude,
)
