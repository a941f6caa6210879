# mypy: disable-error-code="untyped-decorator"
"""The steps of :mod:`gameproof.solvers.matching.blossom_steps`, compiled."""

from __future__ import annotations

from numba import njit
from numba.extending import register_jitable

from gameproof.solvers.matching import blossom_steps as steps

for helper in (
    steps.take_away,
    steps.find,
    steps.attach,
    steps.absorb,
    steps.shrink,
    steps.flip,
):
    register_jitable(helper)

adjacency = njit(cache=True)(steps.adjacency)
start_matching = njit(cache=True)(steps.start_matching)
plant = njit(cache=True)(steps.plant)
grow = njit(cache=True)(steps.grow)
dissolve = njit(cache=True)(steps.dissolve)
