"""Domineering by values and by search."""

from gameproof.encodings.grids.square_search import square_encoding

ENCODING = square_encoding()
