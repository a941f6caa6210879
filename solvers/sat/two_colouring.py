"""Two-colourings in which no set has one colour, by local search.

Property B of a set family, for families far too large for a SAT engine: start from
random colours and flip, in a random set of one colour, a member chosen by how few
sets the flip would break (Balint, Schoening, "Choosing probability distributions for
stochastic local search", SAT 2012). It finds colourings or runs out of time; it never
shows that there are none.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import Limits

_engine = native.engine("two_colouring")
LONGEST = _engine.constant("LONGEST")
_begin, _advance = _engine.functions("begin", "advance")

SHARPNESS = 2.5
"""A flip that breaks b sets has weight (b + EASE)^-SHARPNESS."""
EASE = 0.9
SLICE = 50_000
RUN = 10_000_000
"""Flips between two looks at the limits, and of one run from one random start."""


def colour(
    variables: int, rows: NDArray[np.int64], limits: Limits, *, tries: int | None = None
) -> NDArray[np.bool_] | None:
    """A colour for each variable (index 0 is variable 1) such that no row has all literals
    equal; rows (N, k) hold literals v or -v and are padded with 0. None when ``tries``
    runs of ``RUN`` flips fail; raises ``LimitReached``. Repeatable by the seed.
    """
    sizes = (rows != 0).sum(axis=1)
    if len(rows) and (int(sizes.min()) < 2 or int(sizes.max()) > LONGEST):
        raise ValueError(f"sets of 2 to {LONGEST} literals")
    flat = rows[rows != 0]
    codes = np.where(flat > 0, 2 * (flat - 1), -2 * (flat + 1) + 1).astype(np.int64)
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    owner = np.repeat(np.arange(len(rows), dtype=np.int64), sizes)
    order = np.argsort(codes >> 1, kind="stable")
    members = (2 * owner + (codes & 1))[order]
    through = np.zeros(variables + 1, dtype=np.int64)
    np.cumsum(np.bincount(codes >> 1, minlength=variables), out=through[1:])
    family = native.arrays(start=starts, literals=codes, through=through, rows=members)
    weights = (np.arange(256) + EASE) ** -SHARPNESS
    rng = np.random.default_rng(limits.seed)
    value = np.zeros(variables, dtype=np.int8)
    colours = native.arrays(
        value=value,
        true_literals=np.zeros(len(rows), dtype=np.int64),
        bad=np.zeros(len(rows), dtype=np.int64),
        place=np.zeros(len(rows), dtype=np.int64),
    )
    state = _begin.numbers()
    advance = _advance.bind(family, colours, state, weights, SLICE)
    run = 0
    while tries is None or run < tries:
        run += 1
        value[:] = rng.integers(0, 2, variables, dtype=np.int64)
        state.random = int(rng.integers(1, 1 << 62))
        _begin(family, colours, state)
        for _ in range(RUN // SLICE):
            limits.check()
            advance()
            if state.count == 0:
                return value.astype(np.bool_)
    return None
