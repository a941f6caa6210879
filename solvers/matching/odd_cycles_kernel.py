# mypy: disable-error-code="untyped-decorator"
"""The steps of :mod:`gameproof.solvers.matching.odd_cycles_steps`, compiled."""

from __future__ import annotations

from numba import njit
from numba.extending import register_jitable

from gameproof.solvers.matching import odd_cycles_steps as steps

for helper in (steps.find, steps.meeting, steps.climb):
    register_jitable(helper)

shrink_all = njit(cache=True)(steps.shrink_all)
lay_out = njit(cache=True)(steps.lay_out)
