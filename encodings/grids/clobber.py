"""Clobber by values and by search."""

from gameproof.encodings.partizan import partizan_encoding

ENCODING = partizan_encoding()
