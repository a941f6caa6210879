"""Published closed forms tested against the rules on all sizes up to a bound.

The values that the rules give are unique, so a law holds up to a bound iff the table that it
states passes the test of :mod:`mex_tables` (or of the kernel, or of the steps).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.recounts.recount import Count
from gameproof.certificates.values.dynamic_table import verify_columns
from gameproof.certificates.values.heap_tables import verify_heaps
from gameproof.certificates.values.mex_tables import verify_corner, verify_kernel, verify_runs
from gameproof.games.impartial import even_odd, nim, rook, subtraction, take_away, wythoff
from gameproof.games.impartial.closed_form import bound_of
from gameproof.games.impartial.heaps import Heaps
from gameproof.games.impartial.impartial import heap_of
from gameproof.games.impartial.laws.h_numbers import (
    h_numbers,
    representation_counts,
    smallest_parts,
)
from gameproof.games.impartial.laws.heap_laws import law_of
from gameproof.games.impartial.laws.wythoff_pairs import partner
from gameproof.games.meaning.answers import Value

LARGEST_HEAP = 10_000_000
LARGEST_CORNER = 4_000
LARGEST_WYTHOFF = 20_000
LARGEST_TABLE = 1 << 21
"""Positions of Wythoff's game with the values of all, some seconds."""
LARGEST_PILE = 2_000_000
MOST_OPTIONS = 1 << 32
"""Sizes times amounts of a subtraction game."""

Arguments = Mapping[str, Value]


def _size(arguments: Arguments, largest: int) -> int:
    to = bound_of(arguments)
    if to > largest:
        raise Rejected(f"sizes are tested up to {largest} only")
    return to


def _heaps(position: Heaps, arguments: Arguments) -> Value:
    """Every mex anew. O(sizes)."""
    to = _size(arguments, LARGEST_HEAP)
    law = law_of(position)
    assert law is not None
    stated = map(law.value, range(to + 1))
    nimble = isinstance(position, nim.Position)
    return _passes(
        lambda: verify_runs(stated, (lambda _n: 0) if nimble else (lambda n: 1 if n % 2 else 2))
    )


def _subtraction(position: subtraction.Position, arguments: Arguments) -> Value:
    """O(sizes * amounts) with NumPy."""
    to = _size(arguments, LARGEST_HEAP)
    law = law_of(position)
    if law is None:
        raise Rejected("no closed form is known for these amounts")
    amounts = position.allowed
    if (to + 1) * min(len(amounts), to + 1) > MOST_OPTIONS:
        raise Rejected("the table has too many options")
    stated = np.arange(to + 1, dtype=np.int64)
    if amounts[-1] <= to:
        stated %= amounts[-1] + 1
    return _passes(lambda: verify_heaps(stated, position.heap_code()))


def _corner(_position: rook.Position, arguments: Arguments) -> Value:
    """O(sizes^2) words of as many bits."""
    axis = np.arange(_size(arguments, LARGEST_CORNER) + 1, dtype=np.int64)
    return _passes(lambda: verify_corner(axis[:, None] ^ axis[None, :]))


def _pairs(_position: wythoff.Position, arguments: Arguments) -> Value:
    """O(sizes^2) with NumPy."""
    to = _size(arguments, LARGEST_WYTHOFF)
    stated = [d if (d := partner(c)) <= to else -1 for c in range(to + 1)]
    return _passes(lambda: verify_kernel(np.array(stated, dtype=np.int64)))


def wythoff_value(position: wythoff.Position) -> int:
    """The Grundy value, from the mexes of the whole table up to the position: no closed form is
    known. The values seen in a row, a column and a diagonal are bits of an integer.
    O(A B) words of A + B bits; raises :class:`Rejected` for large tables."""
    a, b = sorted((position.a, position.b))
    if (a + 1) * (b + 1) > LARGEST_TABLE:
        raise Rejected(f"a table of more than {LARGEST_TABLE} positions")
    columns, diagonals, value = [0] * (b + 1), [0] * (a + b + 1), 0
    for i in range(a + 1):
        row = 0
        for j in range(b + 1):
            options = row | columns[j] | diagonals[j - i + a]
            value = ~options & (options + 1)  # the lowest bit that is not set
            row |= value
            columns[j] |= value
            diagonals[j - i + a] |= value
    return value.bit_length() - 1


def _equivalent(position: wythoff.Position, arguments: Arguments) -> bool:
    """As the value says."""
    heap = heap_of(arguments)
    return wythoff_value(position) == heap


def _smallest_parts(position: take_away.Position, arguments: Arguments) -> Value:
    """The sizes from which the theorem says that taking wins. O(sizes log sizes) with NumPy."""
    to = _size(arguments, LARGEST_PILE)
    take_away.check_function(position.function, to)
    stated = smallest_parts(h_numbers(position.function, to), to).astype(np.int32)
    return _passes(lambda: verify_columns(position.function, stated[None, :]))


def _representations(position: take_away.Position, arguments: Arguments) -> Value:
    """O(sizes * H-numbers) with NumPy."""
    to = _size(arguments, LARGEST_PILE)
    take_away.check_function(position.function, to)
    return bool((representation_counts(position.function, to) == 1).all())


def _passes(test: Callable[[], object]) -> bool:
    try:
        test()
    except Rejected:
        return False
    return True


MEX = "the definition of Grundy values: they are unique, so a table is theirs iff each is a mex"

COUNTS = (
    Count("grundy", (wythoff.Position,), lambda position, _: wythoff_value(position), MEX),
    Count("equivalent", (wythoff.Position,), _equivalent, MEX),
    Count("closed-form", (nim.Position, even_odd.Position), _heaps, MEX),
    Count("closed-form", (subtraction.Position,), _subtraction, MEX),
    Count("closed-form", (rook.Position,), _corner, MEX),
    Count(
        "closed-form",
        (wythoff.Position,),
        _pairs,
        "an acyclic digraph has one kernel, its P-positions (von Neumann, Morgenstern 1944)",
    ),
    Count(
        "closed-form",
        (take_away.Position,),
        _smallest_parts,
        "the least y whose removal leaves a P-position, verified for every size",
    ),
    Count(
        "unique-representation",
        (take_away.Position,),
        _representations,
        "every sum of H-numbers, each with f(it) less than the next, counted",
    ),
)
