"""Moves of a strategy for sums in Snort and Col."""

from __future__ import annotations

import numpy as np

from gameproof.certificates.strategies.snort_strategy import NORMAL, SnortStrategy, Winner
from gameproof.games.bit_sets import members
from gameproof.games.game import Colour
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.sets.snort_sums import key
from gameproof.games.snort import Position, opponent


def reply(position: Position, certificate: SnortStrategy) -> int | None:
    """The strategy's move for the player to move, ``None`` where it proves none."""
    side = position.to_move
    if not position.free(side) or certificate.play != NORMAL:
        return None
    winner = Winner(position, misere=False)
    total = winner.start(position, side)
    where = np.flatnonzero(np.asarray(certificate.keys) == key(total))
    if where.size:
        chosen = int(certificate.moves[where[0]])
        for v in _vertices(winner, position, side, chosen):
            try:
                position.play(v)
            except BadInput:
                continue
            return v
        return None
    if not winner.decided(total, first=True):
        return None
    if winner.tiny:
        return next((v for v, after in winner.replies(total) if winner.decided(after, first=False)))
    best: tuple[int, int] | None = None
    for v in members(position.free(side)):
        mine, yours = winner.judge.after(position.free(side), position.free(opponent(side)), v)
        value = winner.judge.guarantee(winner.judge.reduced(mine, yours), first=False)
        if best is None or value > best[0]:
            best = (value, v)
    return None if best is None else best[1]


def _vertices(winner: Winner, position: Position, side: Colour, chosen: int) -> list[int]:
    """The vertices that a table's move may mean at a position."""
    if chosen < winner.n:
        return [chosen]
    mine, yours = position.free(side), position.free(opponent(side))
    alone = [
        v
        for v in members(mine)
        if not winner.judge.split(mine, yours)[0]
        or all(not (a | b) >> v & 1 for a, b in winner.judge.split(mine, yours)[0])
    ]
    return [v for v in alone if bool(yours >> v & 1) == (chosen == winner.n + 1)]
