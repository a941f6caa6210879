"""Moves of a player whose replies are listed ply by ply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from gameproof.certificates.strategies.follow_up import HOLDS, settled
from gameproof.certificates.strategies.ply_by_ply import (
    OwningPosition,
    PlyByPly,
    SquarePosition,
    Walk,
    walks,
)
from gameproof.games.bit_sets import mask_of
from gameproof.games.grids.squares import Square, Squares
from gameproof.games.positional_turns import PLAYERS, TurnsPosition
from gameproof.games.variants.owning import OwningGame, Words, moved
from gameproof.replies.last_asked import LastAsked
from gameproof.replies.strategies.square_replies import on_squares


@dataclass(frozen=True, slots=True)
class _Listed:
    """One proof: of each of the player's plies the positions and the cells that he takes."""

    game: OwningGame
    seat: int
    what: str
    images: Sequence[Sequence[int]]
    replies: dict[int, tuple[Words, Words]]


def reply(
    position: OwningPosition | SquarePosition, certificate: PlyByPly
) -> int | tuple[Square, Square] | None:
    """As :func:`cell`, or of a game on squares."""
    if isinstance(position, Squares):
        return on_squares(position, certificate)
    return cell(position, certificate)


def cell(position: OwningPosition, certificate: PlyByPly) -> int | None:
    """The listed cell, or where nothing is listed any more a free cell after which the play stays
    settled; ``None`` for a player without a proof and for positions that are not met. As long as a
    check takes for the first move of a proof, then O(positions of the ply)."""
    start = _start(position, certificate)
    if position.result() is not None or start is None:
        return None
    about = start.board, certificate
    for listed in _LISTED.get(about, lambda: _all_listed(start, certificate)):
        if listed.seat == PLAYERS.index(position.to_move):
            found = _found(position, listed)
            if found is not None:
                return found
    return None


_LISTED = LastAsked[list[_Listed]]()


def _start(position: OwningPosition, certificate: PlyByPly) -> OwningPosition | None:
    """The position that the proof is about, of which this one is a follower."""
    first, second = frozenset(certificate.first), frozenset(certificate.second)
    if isinstance(position, TurnsPosition):
        own = mask_of(first), mask_of(second)
        fits = len(first) + len(second) >= position.schedule.placed
        return replace(position, own=own) if fits else None
    plies = len(position.first | position.second) - len(first | second)
    other = PLAYERS[1 - PLAYERS.index(position.to_move)]
    to_move = other if plies % 2 else position.to_move
    return replace(position, first=first, second=second, to_move=to_move)


def _all_listed(start: OwningPosition, certificate: PlyByPly) -> list[_Listed]:
    found, used = list[_Listed](), 0
    for walk in walks(start, certificate):
        walk.used = used
        found.append(_listed(walk))
        used = walk.used
    return found


def _listed(walk: Walk) -> _Listed:
    """The positions of a proof. As long as its check takes."""
    replies: dict[int, tuple[Words, Words]] = {}
    while not walk.over():
        if walk.mine:
            replies[walk.ply] = walk.pairs, walk.answers()[0]
        walk.step()
    return _Listed(walk.game, walk.seat, walk.what, walk.images, replies)


def _found(position: OwningPosition, listed: _Listed) -> int | None:
    game, seat = listed.game, listed.seat
    here = [mask_of(position.stones(player)) for player in PLAYERS]
    ply = sum(map(int.bit_count, here)) - sum(map(int.bit_count, game.start))
    cells = range(game.cells)
    turned = [([moved(word, image) for word in here], image) for image in (cells, *listed.images)]
    least, image = min(turned, key=lambda one: one[0])
    pairs, answers = listed.replies.get(ply, (np.zeros((0, 2), np.uint64), np.zeros(0, np.uint64)))
    at = np.flatnonzero((pairs == np.array(least, np.uint64)).all(axis=1))
    if len(at):
        return image.index(int(answers[at[0]]).bit_length() - 1)
    pair = np.array([here], np.uint64)
    last = ply + 1 == len(game.plies)
    for cell in sorted(position.moves(), key=lambda c: position.play(c).result() is None):
        after = pair.copy()
        after[0, seat] |= np.uint64(1 << cell)
        if game.own(seat, after[:, seat])[0]:
            return cell
        if listed.what == HOLDS and last:
            return cell
        if not last and settled(game, seat, listed.what, after, ply + 1)[0]:
            return cell
    return None
