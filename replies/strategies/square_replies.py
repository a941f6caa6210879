"""Moves of a player on squares whose replies are listed ply by ply."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.strategies.ply_by_ply import PlyByPly, SquarePosition, square_walks
from gameproof.certificates.strategies.square_walk import SquareWalk, settled
from gameproof.games.bit_sets import mask_of
from gameproof.games.grids.square_words import SquareGame
from gameproof.games.grids.squares import Square
from gameproof.games.variants.owning import Words, named
from gameproof.replies.last_asked import LastAsked

Listed = tuple[SquareWalk, dict[int, tuple[Words, np.ndarray]]]
"""One proof: of each of the player's plies the positions and his replies."""


def on_squares(position: SquarePosition, certificate: PlyByPly) -> tuple[Square, Square] | None:
    """The listed move, or where nothing is listed any more one after which the play is settled, or
    is after the next reply; ``None`` for a player without a proof and for positions that are not
    met. As long as a check takes for the first move of a proof, then O(positions of the ply)."""
    seat = position.players.index(position.to_move)
    here = position.as_words()
    start = np.array([here.start], np.uint64)
    # Both list the moves row by row.
    legal = [m for m in range(len(here.moves[seat])) if here.legal(seat, start, m)[0]]
    if not legal:
        return None
    moves = dict(zip(legal, position.moves(), strict=True))
    after = np.concatenate([here.after(seat, start, m) for m in legal])
    for walk, replies in _LISTED.get((certificate,), lambda: _all_listed(position, certificate)):
        if walk.seat == seat and here.moves == walk.game.moves:
            wanted = _after(walk, replies, here)
            turned = [tuple(_named(walk, row[None])[0].tolist()) for row in after]
            if wanted in turned:
                return moves[legal[turned.index(wanted)]]
    found = np.flatnonzero(settled(here, seat, here.tidied(after), begins=False)).tolist()
    if not found:
        found = [i for i in range(len(legal)) if _settled_next(here, seat, after[i : i + 1])][:1]
    return moves[legal[found[0]]] if found else None


_LISTED = LastAsked[list[Listed]]()


def _all_listed(position: SquarePosition, certificate: PlyByPly) -> list[Listed]:
    """All proofs with their positions. As long as their check takes."""
    found, used = list[Listed](), 0
    for walk in square_walks(position, certificate):
        squares = range(walk.game.squares)
        if not all(square in squares for square in (*certificate.first, *certificate.second)):
            raise Rejected("the start has squares that are not on the board")
        start = mask_of(certificate.first), mask_of(certificate.second)
        begun = SquareWalk(
            replace(walk.game, start=start), walk.seat, walk.when, walk.images, walk.replies
        )
        begun.used = used
        replies: dict[int, tuple[Words, np.ndarray]] = {}
        while not begun.over():
            if begun.mine:
                replies[begun.ply] = begun.pairs, begun.answers()
            begun.step()
        found.append((begun, replies))
        used = begun.used
    return found


def _named(walk: SquareWalk, pairs: Words) -> Words:
    return named(walk.game.tidied(pairs), walk.images)


def _after(
    walk: SquareWalk, replies: dict[int, tuple[Words, np.ndarray]], here: SquareGame
) -> tuple[int, ...] | None:
    """The position after the listed reply, as it is named; ``None`` where none is listed."""
    name = _named(walk, np.array([here.start], np.uint64))
    for pairs, moves in replies.values():
        at = np.flatnonzero((pairs == name).all(axis=1))
        if len(at):
            after = walk.game.after(walk.seat, pairs[at[:1]], moves[at[:1]])
            return tuple(_named(walk, after)[0].tolist())
    return None


def _settled_next(game: SquareGame, seat: int, after: Words) -> bool:
    """Is the play settled after every move of the other's, or after a reply to it?"""
    for move in range(len(game.moves[1 - seat])):
        if not game.legal(1 - seat, after, move)[0]:
            continue
        then = game.after(1 - seat, after, move)
        if settled(game, seat, game.tidied(then), begins=True)[0]:
            continue
        legal = [m for m in range(len(game.moves[seat])) if game.legal(seat, then, m)[0]]
        ends = [game.after(seat, then, m) for m in legal] or [then[:0]]
        good = settled(game, seat, game.tidied(np.concatenate(ends)), begins=False)
        if not good.any():
            return False
    return True
