"""Notakto by the tables of its boards."""

from gameproof.encodings.impartial.impartial import misere_methods, table_methods
from gameproof.encodings.method import Encoding
from gameproof.games.impartial.notakto import Notakto

ENCODING: Encoding[Notakto] = Encoding((*misere_methods(), *table_methods()))
