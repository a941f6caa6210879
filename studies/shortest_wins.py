"""In how many plies the first player wins, for the small boards of a map.

A number needs two proofs: that he completes a set within so many plies, and that the other keeps
him from it within two fewer. The moves between are the other's, so the number is always odd.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from gameproof.games.positional import Position
from gameproof.instances.instance import from_words
from gameproof.prover.prove import prove_with_certificate
from gameproof.solvers.limits import Limits
from gameproof.studies.maps import Cell

LARGEST = 64
"""Cells of the largest board that is asked: as many as the compiled search takes."""


def count_plies(cells: Iterable[Cell], limits: Limits, each: float) -> int:
    """Write the plies of the shortest win into the cells that have one, each within so many
    seconds. Cells of larger boards, and those that the limits leave no time for, keep none; how
    many the latter are."""
    left = 0
    for cell in cells:
        if cell.winner in ("first", "maker") and cell.verified:
            board = Position.parse(cell.full).board
            if board.cells <= LARGEST:
                if limits.exceeded() is not None:
                    left += 1
                    continue
                started = time.process_time()
                shortest = min(len(row) for row in board.first_sets.sets())
                cell.plies = plies_of(cell.full, shortest, limits.share(seconds=each))
                cell.seconds += time.process_time() - started
    return left


def plies_of(words: str, shortest: int, limits: Limits) -> str:
    """The plies of the shortest win of the first player, who begins on an empty board that he
    wins, with sets of at least ``shortest`` cells; ``>= P`` where the limits end the search, and
    nothing where they end it before anything is proved. Each bound was verified."""
    least = plies = 2 * shortest - 1
    while True:
        instance = from_words([*words.split(), "--plies", str(plies)], "win-within")
        answer = prove_with_certificate(instance, limits, method="search").answer
        if not answer.verified:
            return f">= {plies}" if plies > least else ""
        if answer.answer == "yes":
            return str(plies)
        plies += 2
