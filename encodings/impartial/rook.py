"""The rook game by the XOR of its coordinates, and that law by a table of the board."""

from __future__ import annotations

from gameproof.encodings.impartial.heap_methods import law_methods
from gameproof.encodings.method import Encoding
from gameproof.games.impartial.closed_form import LARGEST_CORNER
from gameproof.games.impartial.rook import Position

LAW = "the rook game is Nim with two heaps (Bouton 1902): g(m, n) = m XOR n"

ENCODING: Encoding[Position] = Encoding(
    methods=law_methods(
        LAW, LARGEST_CORNER, small=lambda position: position.heaps[0] * position.heaps[1] <= 2500
    )
)
