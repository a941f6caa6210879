"""Moves of a player on squares whose replies are listed ply by ply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.strategies import domino_sums
from gameproof.certificates.strategies.ply_by_ply import PlyByPly, SquarePosition, square_walks
from gameproof.certificates.strategies.square_walk import SquareWalk
from gameproof.games.bit_sets import mask_of
from gameproof.games.grids.square_words import SquareGame
from gameproof.games.grids.squares import Square
from gameproof.games.variants.owning import Words
from gameproof.replies.last_asked import LastAsked


class Listed(NamedTuple):
    """One proof: of each of the player's plies the positions and his replies, and all positions in
    which the other is to move."""

    walk: SquareWalk
    replies: dict[int, tuple[Words, np.ndarray]]
    others: Words


def on_squares(position: SquarePosition, certificate: PlyByPly) -> tuple[Square, Square] | None:
    """A move after which the other is in a position of the proof, or in one that is no worse for
    the player, or the play is settled, or is after the next reply; ``None`` for a player without a
    proof and for positions that are not met. As long as a check takes for the first move
    of a proof, then O(positions)."""
    seat = position.players.index(position.to_move)
    here = position.as_words()
    start = np.array([here.start], np.uint64)
    # Both list the moves row by row.
    legal = [m for m in range(len(here.moves[seat])) if here.legal(seat, start, m)[0]]
    if not legal:
        return None
    moves = dict(zip(legal, position.moves(), strict=True))
    after = np.concatenate([here.after(seat, start, m) for m in legal])
    for listed in _LISTED.get((certificate,), lambda: _all_listed(position, certificate)):
        if listed.walk.seat == seat and here.moves == listed.walk.game.moves:
            found = _good(listed, here, after) if here.covering else _good_sums(listed, after)
            if len(found):
                return moves[legal[found[0]]]
    if not here.covering:
        return None
    free = here.tidied(after)[:, 0]
    found = np.flatnonzero(domino_sums.settled(here, seat, free, begins=False)).tolist()
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
            replace(walk.game, start=start),
            walk.seat,
            walk.when,
            walk.images,
            walk.replies,
            walk.sums,
        )
        begun.used = used
        replies: dict[int, tuple[Words, np.ndarray]] = {}
        others = [begun.pairs[:0]]
        while not begun.over():
            if begun.mine:
                replies[begun.ply] = begun.pairs, begun.answers()
            else:
                others.append(begun.pairs)
            begun.step()
        found.append(Listed(begun, replies, np.concatenate(others)))
        used = begun.used
    return found


def _good(listed: Listed, here: SquareGame, after: Words) -> list[int]:
    """After which moves is play where it is after the listed reply?"""
    wanted = _after(listed.walk, listed.replies, here)
    return [i for i, row in enumerate(after) if tuple(listed.walk.named(row[None])[0]) == wanted]


def _good_sums(listed: Listed, after: Words) -> Sequence[int]:
    """Where a sum is listed, another one may be met that is equal or better: some move is good
    there, by the theory, but it may be none of those that are listed."""
    walk, others = listed.walk, listed.others
    assert walk.sums
    found = np.flatnonzero(walk.sums.settled(walk.seat, after, begins=False)).tolist()
    if found or not len(others):
        return found
    return np.flatnonzero(walk.sums.no_worse(walk.seat, after, others, walk.images)).tolist()


def _after(
    walk: SquareWalk, replies: dict[int, tuple[Words, np.ndarray]], here: SquareGame
) -> tuple[int, ...] | None:
    """The position after the listed reply, as it is named; ``None`` where none is listed."""
    name = walk.named(np.array([here.start], np.uint64))
    for pairs, moves in replies.values():
        at = np.flatnonzero((pairs == name).all(axis=1))
        if len(at):
            after = walk.game.after(walk.seat, pairs[at[:1]], moves[at[:1]])
            return tuple(walk.named(after)[0].tolist())
    return None


def _settled_next(game: SquareGame, seat: int, after: Words) -> bool:
    """Is the play settled after every move of the other's, or after a reply to it?"""
    for move in range(len(game.moves[1 - seat])):
        if not game.legal(1 - seat, after, move)[0]:
            continue
        then = game.after(1 - seat, after, move)
        if domino_sums.settled(game, seat, game.tidied(then)[:, 0], begins=True)[0]:
            continue
        legal = [m for m in range(len(game.moves[seat])) if game.legal(seat, then, m)[0]]
        ends = [game.after(seat, then, m) for m in legal] or [then[:0]]
        free = game.tidied(np.concatenate(ends))[:, 0]
        good = domino_sums.settled(game, seat, free, begins=False)
        if not good.any():
            return False
    return True
