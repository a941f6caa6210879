"""Cram by the methods of arc Kayles: symmetry, values of the regions up to isomorphism."""

from gameproof.encodings.impartial.kayles import ENCODING

__all__ = ["ENCODING"]
