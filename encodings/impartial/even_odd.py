"""The even/odd pile by its law, and the law by a table of mexes."""

from __future__ import annotations

from gameproof.encodings.impartial.heap_methods import law_methods
from gameproof.encodings.method import Encoding
from gameproof.games.impartial.closed_form import LARGEST_HEAP
from gameproof.games.impartial.even_odd import Position

LAW = "g(0) = 0, g(2k) = k - 1, g(2k - 1) = k (Frieze, Combinatorial Games, sums of games)"

ENCODING: Encoding[Position] = Encoding(methods=law_methods(LAW, LARGEST_HEAP))
