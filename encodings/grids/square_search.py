"""Games on squares by search in words, with replies ply by ply."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.strategies.ply_by_ply import PlyByPly
from gameproof.encodings.method import Encoding, Finding, Method, Options
from gameproof.encodings.partizan import COMPARED, outcome_by_value, value_methods
from gameproof.encodings.short_games import same_value
from gameproof.games.bit_sets import members
from gameproof.games.grids.clobber import Clobber
from gameproof.games.grids.domineering import Domineering
from gameproof.games.grids.square_words import LARGEST, SquareGame
from gameproof.games.grids.squares import Square
from gameproof.games.grids.stone_sums import MOST, StoneSums
from gameproof.games.variants.owning import Truths, Words, named
from gameproof.solvers.limits import Limits
from gameproof.solvers.search.square_game import SquareSearch
from gameproof.solvers.search.stone_sums import StoneSearch

SquarePosition = Domineering | Clobber

THEOREM = (
    "Zermelo 1913; dominoes that the other cannot touch, and sums of switches (Bullock 2002; "
    "Winning Ways, chapter 6); small groups of stones by their values (Conway 1976)"
)
SMALL = {Domineering: (".", 12), Clobber: ("xo", 8)}
"""Squares, with these characters, of regions whose values are found sooner than a search ends."""
SMALL_GROUP = MOST
"""Stones of groups that have values in a certificate, at most."""
AT_ONCE = 1 << 12
"""Positions that the engine is asked about at once."""
OUTCOMES = {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}
"""By whether Left wins moving first, and Right does."""


def engine(game: SquareGame, limits: Limits) -> SquareSearch | StoneSearch:
    """What searches the positions of a game."""
    left, right = (np.concatenate(rows, axis=1) for rows in game.arrays)
    search = SquareSearch if game.covering else StoneSearch
    return search(game.rows, game.columns, (left, right), limits)


class Outcome:
    """Who wins whichever player begins."""

    def __init__(self, position: SquarePosition, limits: Limits) -> None:
        self.game = game = position.as_words()
        self.players = position.players
        self.limits = limits
        self.images = [image for image in game.images() if game.keeps(image)]
        self.search = engine(game, limits)
        self.sums = None if game.covering else StoneSums(game, SMALL_GROUP)
        self.alike = game.exchanges_players()
        self.first = [self.search.wins(0, *game.start)]
        self.first.append(self.first[0] if self.alike else self.search.wins(1, *game.start))

    @property
    def answer(self) -> str:
        """``N``, ``P``, ``L`` or ``R``."""
        return OUTCOMES[self.first[0], self.first[1]]

    def winning(self, position: SquarePosition) -> tuple[tuple[Square, Square], ...]:
        """A move with which the player to move wins, where he was asked about and there is one."""
        seat = self.players.index(position.to_move)
        if not self.first[seat] or (seat and self.alike):
            return ()
        start = np.array([self.game.start], np.uint64)
        (number,) = self.search.answers(seat, start).tolist()
        earlier = sum(bool(self.game.legal(seat, start, m)[0]) for m in range(number))
        return (position.moves()[earlier],)  # listed in the same order

    def certified(self) -> PlyByPly:
        """The replies of who wins, for each player who may begin, or for one where they are
        alike."""
        proofs, replies = [], [np.zeros(0, np.int64)]
        for begins in range(1 if self.alike else 2):
            seat = begins if self.first[begins] else 1 - begins
            proofs.append((self.players[seat], "first" if seat == begins else "second"))
            replies += self._replies(seat, seat == begins)
        one, two = (list(members(word)) for word in self.game.start)
        rows = np.array(self.images[1:], np.uint8).reshape(-1, self.game.squares)
        small = self.sums.small if self.sums else 0
        return PlyByPly(one, two, proofs, rows, np.concatenate(replies).astype(np.uint8), small)

    def _replies(self, seat: int, mine: bool) -> Iterator[NDArray[np.int64]]:
        """To every position that play comes to, of each ply of the player's in turn."""
        game, ply = self.game, 0
        pairs = self._named(np.array([game.start], np.uint64))
        while True:
            pairs = pairs[~self._settled(seat, mine, pairs)]
            if not len(pairs):
                return
            ply += 1
            self.limits.check()
            self.limits.progress(f"ply {ply}: {len(pairs)} positions")
            if mine:
                parts = range(0, len(pairs), AT_ONCE)
                moves = np.concatenate(
                    [self.search.answers(seat, pairs[i : i + AT_ONCE]) for i in parts]
                )
                yield moves
                after = game.after(seat, pairs, moves)
            else:
                after = np.concatenate([*_moves_of(game, 1 - seat, pairs)])
            pairs, mine = self._named(after), not mine

    def _named(self, pairs: Words) -> Words:
        if self.sums:
            return self.sums.named(pairs, self.images[1:])
        return named(self.game.tidied(pairs), self.images[1:])

    def _settled(self, seat: int, begins: bool, pairs: Words) -> Truths:
        if isinstance(self.search, SquareSearch):
            return self.search.settled(seat, begins, pairs)
        assert self.sums
        return self.sums.settled(seat, pairs, begins=begins)


def _moves_of(game: SquareGame, seat: int, pairs: Words) -> Iterator[Words]:
    """The positions after each of the player's moves, of those in which it is possible."""
    for move in range(len(game.moves[seat])):
        yield game.after(seat, pairs[game.legal(seat, pairs, move)], move)


def outcome(position: SquarePosition, limits: Limits, options: Options) -> Finding:
    """Who wins when Left, when Right starts."""
    found = Outcome(position, limits)
    certificate = found.certified() if options.certificate else None
    moves = found.winning(position)
    return Finding(found.answer, certificate, {"nodes": found.search.nodes}, winning_moves=moves)


def in_small_regions(position: SquarePosition) -> bool:
    """Are the values of its regions easier to find than who wins the whole: is each one small, or
    none larger than all others together, so that plays in them mix in very many ways?"""
    marks, most = SMALL[type(position)]
    boards = ("".join(part.lines) for part in position.parts())
    sizes = [sum(map(board.count, marks)) for board in boards]
    largest = max(sizes, default=0)
    return largest <= most or 2 * largest <= sum(sizes) or not in_words(position)


def in_words(position: SquarePosition) -> bool:
    """Has the board room in a word?"""
    return 0 < sum(map(len, position.lines)) <= LARGEST


def square_encoding() -> Encoding[Any]:
    """Methods for the questions of :mod:`gameproof.games.partizan`."""
    reach = f"boards of 1 to {LARGEST} squares"
    return Encoding(
        methods=(
            Method("outcome", "value", outcome_by_value, COMPARED, in_small_regions),
            Method("outcome", "search", outcome, THEOREM, in_words, reach=reach),
            *value_methods(),
        ),
        same_answer={"value": same_value},
    )
