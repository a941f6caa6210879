"""Tables of Grundy values tested against the rules: is every entry a mex?

Each function raises :class:`Rejected` at the first entry that is none. As the values that the
rules give are unique, they accept the true table and no other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Rejected


def verify_runs(values: Iterable[int], smallest: Callable[[int], int]) -> None:
    """Tables whose heap n may become any smaller size of its class.

    ``smallest(n)`` is 0 when n may become every smaller size; otherwise sizes of the
    parity of n from ``smallest(n)`` on, and 0 too for odd n. The option sets only
    grow along a class, so one growing set for each class gives all mexes. O(n).
    """
    # The heap 0 has value 0, which every heap of the classes 0 and 1 may become.
    seen: dict[int, set[int]] = {0: {0}, 1: {0}, 2: set()}
    least = {0: 0, 1: 0, 2: 0}
    for n, value in enumerate(values):
        low = smallest(n)
        while least[low] in seen[low]:
            least[low] += 1
        truth = least[low] if n > 0 else 0
        if value != truth:
            raise Rejected(f"the heap {n}: the mex is {truth}, not {value}")
        if n > 0:
            seen[low].add(value)


def verify_corner(values: NDArray[np.int64]) -> None:
    """Is every entry the mex of the entries before it in its row and column?

    The values seen in a row or column are the bits of an integer.
    """
    columns = [0] * values.shape[1]
    for a, row in enumerate(values.tolist()):
        seen = 0
        for b, value in enumerate(row):
            options = seen | columns[b]
            truth = (~options & (options + 1)).bit_length() - 1
            if value != truth:
                raise Rejected(f"the cell ({a}, {b}): the mex is {truth}, not {value}")
            seen |= 1 << value
            columns[b] |= 1 << value


def verify_kernel(partners: NDArray[np.int64]) -> None:
    """Is {(c, partners[c])} (-1: beyond the table) the set of P-positions of the square?

    Raises :class:`Rejected` unless no move leads from one of these positions to another and
    every other position has a move to one of them: a set with these two properties is unique
    (von Neumann, Morgenstern 1944). O(size^2) with NumPy.
    """
    size = len(partners)
    axis = np.arange(size)
    inside = partners >= 0
    if ((partners < -1) | (partners >= size)).any():
        raise Rejected("a partner lies outside the table")
    if (partners[partners[inside]] != axis[inside]).any():
        raise Rejected("the partners do not come in pairs")
    # One P-position in a row and column by the shape; on a diagonal too:
    difference = (partners - axis)[inside]
    if len(np.unique(difference)) != len(difference):
        raise Rejected("two of the positions lie on one diagonal")
    beyond = np.where(inside, partners, size)
    diagonal = np.full(2 * size, size)  # by d - c + size: the smaller c of the pair there
    diagonal[difference + size] = np.minimum(axis[inside], partners[inside])
    for c in range(size):
        reached = (
            (axis > beyond[c])
            | (c > beyond)
            | (np.minimum(axis, c) > diagonal[axis - c + size])
            | (axis == partners[c])
        )
        if not reached.all():
            d = int(np.flatnonzero(~reached)[0])
            raise Rejected(f"the position ({c}, {d}) has no move into the set")
