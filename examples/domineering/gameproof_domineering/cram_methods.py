"""Cram by Grundy values."""

from gameproof.encodings.impartial.impartial import table_methods
from gameproof.encodings.method import Encoding

ENCODING = Encoding(table_methods())
