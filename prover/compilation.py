"""Compiled kernels made ahead of their first use, for images and clusters.

A kernel is compiled for the types that it is called with. So each is called as its engine calls
it, on a problem that is just large enough to be given to it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from gameproof.solvers import jit
from gameproof.solvers.limits import Limits

PATIENCE = 120.0
"""Seconds for one question."""


@dataclass(frozen=True, slots=True)
class Made:
    """A kernel module of ``solvers``, and the seconds until its first answer; ``error`` where
    it could not be made."""

    name: str
    seconds: float
    error: str = ""


def compile_ahead() -> Iterator[Made]:
    """Make every kernel of :data:`AHEAD`, one after the other; what is on disk is only loaded."""
    for name, use in AHEAD.items():
        begun = time.perf_counter()
        error = ""
        try:
            use()
            if name not in jit.used():
                error = "its engine did without"
        except Exception as reason:
            error = f"{type(reason).__name__}: {reason}"
        yield Made(name, round(time.perf_counter() - begun, 3), error)


def _ask(words: str, question: str, method: str | None = None) -> Callable[[], object]:
    """A question that reaches the kernel."""

    def use() -> object:
        from gameproof.instances.instance import from_words
        from gameproof.prover.prove import prove

        asked = from_words(words.split(), question)
        return prove(asked, Limits(PATIENCE), method=method)

    return use


def _colour_claiming() -> None:
    from gameproof.solvers.positional.colour_claiming import SMALL, solve

    cells = SMALL + 1
    closing = np.zeros((1 << cells, cells), dtype=np.uint8)
    solve(cells, closing, np.ones(1 << cells, dtype=np.bool_), Limits())


def _weak_numbers() -> None:
    from gameproof.solvers.positional.threat_search import Achievement, identity
    from gameproof.solvers.positional.weak_numbers import WeakSearch

    # Three in a row on 3 x 3, which nothing decides at once.
    rows = [range(i, i + 3) for i in (0, 3, 6)] + [range(i, 9, 3) for i in range(3)]
    cells = np.array([cell for row in [*rows, (0, 4, 8), (2, 4, 6)] for cell in row], np.int64)
    sets = np.arange(0, len(cells) + 1, 3), cells
    asked = Achievement(9, sets, sets, identity(9), 0, 0, attacker_to_move=True)
    WeakSearch(asked, Limits(), bits=10).wins(0, 0, asked.moves, 1)


def _directed_geography() -> None:
    from gameproof.solvers.search.directed_geography import DirectedGeography
    from gameproof.solvers.search.directed_geography_compiled import CompiledGeography

    game = DirectedGeography(3, [0, 1, 2], [1, 2, 0], [1, 2, 4], True)
    CompiledGeography(game).wins(0, 7)


def _reservations() -> None:
    from gameproof.solvers.sums.reservation_search import PLAIN_SIZE, ReservationSearch

    n = PLAIN_SIZE + 1
    cycle = [1 << (v + 1) % n | 1 << (v - 1) % n for v in range(n)]
    ReservationSearch(cycle).winning_move(7, 7, Limits())


def _star_packing() -> None:
    from gameproof.solvers.sums.star_packing import StarPacking

    cycle = [1 << (v + 1) % 12 | 1 << (v - 1) % 12 for v in range(12)]
    for pieces in (False, True):
        # Short slices and a small table, so that it is enlarged and the proof is read.
        search = StarPacking(cycle, pieces=pieces, first_bits=2, slices=(8, 8))
        search.plain_nodes = 0
        search.proof((1 << 12) - 1, (1 << 12) - 1, Limits())


AHEAD: dict[str, Callable[[], object]] = {
    "positional.colour_claiming_kernel": _colour_claiming,
    "search.directed_geography_kernel": _directed_geography,
    "search.directed_geography_table_kernel": _directed_geography,
    "positional.proof_number_kernel": _ask("mnk 6 6 4", "outcome"),
    "positional.weak_numbers_kernel": _weak_numbers,
    "search.trail_game_kernel": _ask("paper-soccer 4 4", "outcome"),
    "sums.reservation_kernel": _reservations,
    "sums.star_packing_kernel": _star_packing,
}
"""A use of each kernel module that engines ask :func:`gameproof.solvers.jit.kernels` for."""
