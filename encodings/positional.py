"""Methods for positional games, cheapest proof first.

The rungs live in modules of their own; this one puts them in order.
"""

from __future__ import annotations

from gameproof.encodings import positional_opening, positional_orbits, positional_pairing
from gameproof.encodings.method import Export, Method

METHODS: tuple[Method, ...] = (
    *positional_pairing.METHODS,
    *positional_orbits.METHODS,
    *positional_opening.METHODS,
)

EXPORTS: tuple[Export, ...] = (*positional_pairing.EXPORTS,)
