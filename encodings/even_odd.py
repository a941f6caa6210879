"""The even/odd pile by its law, and the law by a table of mexes."""

from __future__ import annotations

from gameproof.encodings.heap_methods import closed_form, growing_classes, law_methods
from gameproof.encodings.method import Export, Method

LAW = "g(0) = 0, g(2k) = k - 1, g(2k - 1) = k (source document 004, slide 17)"

METHODS = (
    *law_methods(LAW, lambda position: True),
    Method(
        "closed-form",
        "mex-table",
        closed_form(
            lambda position, to, limits: growing_classes(
                position, to, limits, lambda n: 1 if n % 2 else 2
            ),
            10_000_000,
        ),
        "the definition of Grundy values",
    ),
)

EXPORTS: tuple[Export, ...] = ()
