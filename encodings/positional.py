"""Methods for positional games, cheapest proof first.

The rungs live in modules of their own; this one puts them in order.
"""

from __future__ import annotations

from gameproof.encodings import (
    positional_census,
    positional_colouring,
    positional_counts,
    positional_ladder,
    positional_opening,
    positional_orbits,
    positional_pairing,
    positional_qbf,
    positional_sat_pairing,
    positional_search,
    positional_torus,
)
from gameproof.encodings.method import Export, Method

METHODS: tuple[Method, ...] = (
    *positional_pairing.METHODS,
    *positional_orbits.METHODS,
    *positional_sat_pairing.METHODS,
    *positional_ladder.METHODS,
    *positional_opening.METHODS,
    *positional_search.METHODS,
    *positional_colouring.METHODS,
    *positional_torus.METHODS,
    *positional_qbf.METHODS,
    *positional_counts.METHODS,
    *positional_census.METHODS,
)

EXPORTS: tuple[Export, ...] = (
    *positional_pairing.EXPORTS,
    *positional_sat_pairing.EXPORTS,
    *positional_colouring.EXPORTS,
    *positional_qbf.EXPORTS,
)
