"""Answers on the image in Snort, Col and Kayles."""

from __future__ import annotations

from collections.abc import Hashable

from gameproof.certificates.strategies.images import Images
from gameproof.games.impartial.kayles import Kayles
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.sets.kayles_images import in_play, symmetric
from gameproof.games.snort import Position


def reply(position: Kayles[Hashable] | Position, certificate: Images) -> Hashable | None:
    """The winner's answer: the first move, or the image that is still to be played; in Kayles a
    move that leaves a symmetric position. ``None`` without one."""
    if isinstance(position, Position):
        return _of_snort(position, certificate)
    for move in position.moves():
        after = position.play(move)
        whole = in_play(after)
        for row in certificate.rows:
            left = {v: u for v, u in row[3] if whole >> v & 1 or whole >> u & 1}
            try:
                symmetric(after, left)
            except BadInput:
                continue
            return move
    return None


def _of_snort(position: Position, certificate: Images) -> int | None:
    side = position.to_move
    theirs = position.blue if side == "red" else position.red
    mine = position.red if side == "red" else position.blue
    free = position.free(side)
    answers: list[int] = []
    for _, winner, first, pairs in certificate.rows:
        if winner != side:
            continue
        if first and not mine >> first[0] & 1:
            answers += first
            continue
        answers.extend(u for v, u in pairs if theirs >> v & 1 and free >> u & 1)
    return next((u for u in answers if free >> u & 1), None)
