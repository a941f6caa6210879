"""The rook game by the XOR of its coordinates, and that law by a table of the board."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.nim_value import QUESTIONS
from gameproof.encodings.heap_methods import by_law, closed_form
from gameproof.encodings.impartial import table_methods
from gameproof.encodings.method import Export, Method
from gameproof.solvers.limits import Limits

LAW = "the rook game is Nim with two heaps (Bouton 1902): g(m, n) = m XOR n"


def board_values(position: Any, to: int, limits: Limits) -> NDArray[np.int32]:
    """Grundy values of the cells (0..to) x (0..to): mexes over rows and columns.

    The values seen so far in a row or column are the bits of an integer.
    O(to^2) operations on integers of about ``2 * to`` bits.
    """
    values = np.zeros((to + 1, to + 1), dtype=np.int32)
    columns = [0] * (to + 1)
    for a in range(to + 1):
        limits.check()
        row = 0
        for b in range(to + 1):
            options = row | columns[b]
            value = (~options & (options + 1)).bit_length() - 1
            values[a, b] = value
            row |= 1 << value
            columns[b] |= 1 << value
    return values


METHODS = (
    *(Method(question, "law", by_law(question), LAW) for question in QUESTIONS),
    *table_methods(applies=lambda position: position.heaps[0] * position.heaps[1] <= 2500),
    Method(
        "closed-form",
        "mex-table",
        closed_form(board_values, 4000),
        "the definition of Grundy values",
    ),
)

EXPORTS: tuple[Export, ...] = ()
