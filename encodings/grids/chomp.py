"""Chomp by Grundy values."""

from gameproof.encodings.impartial.impartial import table_methods
from gameproof.encodings.method import Encoding
from gameproof.games.grids.chomp import Chomp

ENCODING: Encoding[Chomp] = Encoding(table_methods())
