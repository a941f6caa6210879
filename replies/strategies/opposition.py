"""Answers on the image in Snort and Col."""

from __future__ import annotations

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.strategies.opposition import Opposition, row_read
from gameproof.games.snort import Position


def reply(position: Position, certificate: Opposition) -> int | None:
    """The winner's answer: the first move, or the image that is still to be played."""
    side = position.to_move
    theirs = position.blue if side == "red" else position.red
    mine = position.red if side == "red" else position.blue
    free = position.free(side)
    answers: list[int] = []
    for row in certificate.rows:
        try:
            first, image = row_read(row, position.graph.n)
        except Rejected:
            continue
        if row[1] != side:
            continue
        if first is not None and not mine >> first & 1:
            answers.append(first)
            continue
        answers.extend(u for v, u in image.items() if theirs >> v & 1 and free >> u & 1)
    return next((u for u in answers if free >> u & 1), None)
