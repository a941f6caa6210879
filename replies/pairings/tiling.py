"""Answers in regions that repeat over the plane."""

from __future__ import annotations

from dataclasses import replace

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.pairings.tiling import Tiling
from gameproof.certificates.zones.hold import Hold
from gameproof.games.positional import Position
from gameproof.games.sets.region_play import Region
from gameproof.games.sets.tiles import Cell, Copies
from gameproof.replies.last_asked import LastAsked
from gameproof.replies.zones.hold import NOTHING, asked


def reply(position: Position, certificate: Tiling) -> int | None:
    """The answer in the region where the opponent would get through; else any free cell."""
    if position.to_move != "second" or position.result() is not None:
        return None
    copies = Copies(position, certificate.tile)
    play = Region()  # remembers positions of all copies: a mask stands for its cells alone
    proofs = _PROOFS.get((certificate,), lambda: _proofs(certificate))
    for copy in {copies.over(cell): None for cell in sorted(position.first)}:
        if copy is None:
            continue
        if copy[0] in proofs:
            found = _held(copies, copy, *proofs[copy[0]])
            if found is not None:
                return found
            continue
        free, traces = copies.left(copy)
        if not play.stopped(traces):
            bit = play.answer(traces)
            if bit:
                return free[bit.bit_length() - 1]
    taken = position.first | position.second
    return next((cell for cell in range(len(taken) + 1) if _free(position, cell)), None)


def _proofs(certificate: Tiling) -> dict[int, tuple[Position, Certificate]]:
    """The regions that have a proof of their own, each as a board, with it."""
    held = {str(use.key): use.certificate for use in certificate.uses}
    tile = certificate.tile
    boards = [tile.alone(number) for number in range(len(tile.regions) if held else 0)]
    return {n: (board, held[str(board)]) for n, board in enumerate(boards) if str(board) in held}


_PROOFS = LastAsked[dict[int, tuple[Position, Certificate]]]()


def _held(
    copies: Copies, copy: tuple[int, Cell], board: Position, proof: Certificate
) -> int | None:
    """The answer on a copy of a region that a proof of its own holds, where there has to be one.
    Cells beyond the edge count as the second player's."""
    number, (down, right) = copy
    traces = copies.tile.regions[number]
    cells = [
        copies.cell((row + down, column + right))
        for row, column in sorted(frozenset[Cell]().union(*traces))
    ]
    first, second = copies.position.first, copies.position.second
    if not isinstance(proof, Hold):
        return None
    there = replace(
        board,
        first=frozenset(i for i, cell in enumerate(cells) if cell in first),
        second=frozenset(i for i, cell in enumerate(cells) if cell is None or cell in second),
        to_move="second",
    )
    answer = asked(there, proof, inside=True)
    return None if answer is None or answer == NOTHING else cells[answer]


def _free(position: Position, cell: int) -> bool:
    return (
        cell < position.board.cells and cell not in position.first and cell not in position.second
    )
