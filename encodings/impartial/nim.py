"""Nim by Bouton's theorem, and the theorem by a table of mexes."""

from __future__ import annotations

from gameproof.encodings.impartial.heap_methods import law_methods
from gameproof.encodings.method import Encoding
from gameproof.games.impartial.closed_form import LARGEST_HEAP
from gameproof.games.impartial.nim import Position

BOUTON = "Bouton (1902): a position of Nim is P iff the XOR of the heaps is 0"

ENCODING: Encoding[Position] = Encoding(methods=law_methods(BOUTON, LARGEST_HEAP))
