"""Answers in regions."""

from __future__ import annotations

from gameproof.certificates.pairings.regions import Region, Regions, masks
from gameproof.certificates.strategies.blocking import blocker
from gameproof.games.positional import OTHER, Position


def reply(position: Position, certificate: Regions) -> int | None:
    """The answer in the region where the opponent would get through; else any free cell."""
    player = blocker(certificate.player)
    if position.to_move != player or position.result() is not None:
        return None
    mine, theirs = position.stones(player), position.stones(OTHER[player])
    for traces in certificate.regions:
        open_traces = [trace for trace in traces if mine.isdisjoint(trace)]
        inside = sorted({cell for trace in open_traces for cell in trace} - theirs)
        needed = masks(inside, open_traces)
        play = Region()
        if not play.stopped(needed):
            bit = play.answer(needed)
            if bit:
                return inside[bit.bit_length() - 1]
    return min(position.moves(), default=None)
