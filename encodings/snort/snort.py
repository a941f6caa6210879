"""Snort and Col: which modules answer which questions."""

from __future__ import annotations

from gameproof.encodings.method import Encoding
from gameproof.games.meaning.outcomes import VALUES
from gameproof.games.snort import Position

SEARCH = "gameproof.encodings.snort.outcome"
DIVIDED = "gameproof.encodings.snort.divided"
VALUE = "gameproof.encodings.snort.value"
BOUNDS = "gameproof.encodings.snort.integer_bounds"
LABELS = "gameproof.encodings.snort.csp"

ENCODING: Encoding[Position] = Encoding(
    parts={
        **dict.fromkeys(("outcome", "winner"), (SEARCH, DIVIDED)),
        **dict.fromkeys(("winning-moves", "misere-outcome"), (SEARCH,)),
        **dict.fromkeys(("labels", "terminal", "score"), (LABELS,)),
        **dict.fromkeys(VALUES, (VALUE,)),
        **dict.fromkeys(("bounds", "at-most", "at-least"), (BOUNDS,)),
    }
)
