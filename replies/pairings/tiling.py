"""Answers in regions that repeat over the plane."""

from __future__ import annotations

from gameproof.certificates.pairings.tiling import Tiling
from gameproof.games.positional import Position
from gameproof.games.sets.region_play import Region
from gameproof.games.sets.tiles import Copies


def reply(position: Position, certificate: Tiling) -> int | None:
    """The answer in the region where the opponent would get through; else any free cell."""
    if position.to_move != "second" or position.result() is not None:
        return None
    copies = Copies(position, certificate.tile)
    play = Region()  # remembers positions of all copies: a mask stands for its cells alone
    for copy in {copies.over(cell): None for cell in sorted(position.first)}:
        if copy is None:
            continue
        free, traces = copies.left(copy)
        if not play.stopped(traces):
            bit = play.answer(traces)
            if bit:
                return free[bit.bit_length() - 1]
    taken = position.first | position.second
    return next((cell for cell in range(len(taken) + 1) if _free(position, cell)), None)


def _free(position: Position, cell: int) -> bool:
    return (
        cell < position.board.cells and cell not in position.first and cell not in position.second
    )
