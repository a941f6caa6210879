"""Nim by Bouton's theorem, and the theorem by a table of mexes."""

from __future__ import annotations

from gameproof.encodings.heap_methods import closed_form, growing_classes, law_methods
from gameproof.encodings.method import Export, Method

BOUTON = "Bouton (1902): a position of Nim is P iff the XOR of the heaps is 0"

METHODS = (
    *law_methods(BOUTON, lambda position: True),
    Method(
        "closed-form",
        "mex-table",
        closed_form(
            lambda position, to, limits: growing_classes(position, to, limits, lambda n: 0),
            10_000_000,
        ),
        "the definition of Grundy values",
    ),
)

EXPORTS: tuple[Export, ...] = ()
