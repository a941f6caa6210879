"""Snort and Col: the methods of the helper modules in one table, cheapest first."""

from __future__ import annotations

from gameproof.encodings.each_move import winning_moves
from gameproof.encodings.method import Encoding
from gameproof.encodings.snort import csp, divided, integer_bounds, outcome, value
from gameproof.games.snort import Position

ENCODING: Encoding[Position] = Encoding(
    methods=(
        *outcome.METHODS,
        winning_moves(lambda: [m for m in outcome.METHODS if m.question == "winner"]),
        *csp.METHODS,
        *value.METHODS,
        *integer_bounds.METHODS,
    ),
    exports=outcome.EXPORTS,
    same_answer=value.SAME_ANSWER,
    divisions=divided.DIVISIONS,
)
