"""Cram by Grundy values of the regions of the board."""

from gameproof.encodings.impartial.impartial import table_methods
from gameproof.encodings.impartial.misere import misere_methods
from gameproof.encodings.method import Encoding
from gameproof.games.grids.cram import Cram

ENCODING: Encoding[Cram] = Encoding((*table_methods(), *misere_methods()))
