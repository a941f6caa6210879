"""Published closed forms tested against the rules on all sizes up to a bound.

The values that the rules give are unique, so a law holds up to a bound iff the table that it
states passes the test of :mod:`mex_tables` (or of the kernel, or of the steps).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.values.dynamic_table import verify_columns
from gameproof.certificates.values.heap_tables import verify_heaps
from gameproof.certificates.values.mex_tables import verify_corner, verify_kernel, verify_runs
from gameproof.games.impartial import even_odd, nim, rook, subtraction, take_away, wythoff
from gameproof.games.impartial.closed_form import (
    LARGEST_CORNER,
    LARGEST_HEAP,
    LARGEST_PILE,
    LARGEST_WYTHOFF,
    bound_of,
)
from gameproof.games.impartial.heaps import Heaps
from gameproof.games.impartial.impartial import heap_of
from gameproof.games.impartial.laws.h_numbers import (
    h_numbers,
    representation_counts,
    smallest_parts,
)
from gameproof.games.impartial.laws.wythoff_pairs import partner
from gameproof.games.meaning.answers import Value

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
    stated = map(position.law, range(to + 1))
    nimble = isinstance(position, nim.Position)
    return _passes(
        lambda: verify_runs(stated, (lambda _n: 0) if nimble else (lambda n: 1 if n % 2 else 2))
    )


def _subtraction(position: subtraction.Position, arguments: Arguments) -> Value:
    """O(sizes * amounts) with NumPy."""
    to = _size(arguments, LARGEST_HEAP)
    if not position.theorem:
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


def faster(position: object, question: str, arguments: Mapping[str, Value]) -> tuple[Value] | None:
    """Whether a closed form holds up to a bound, and the values of Wythoff's game, for which none
    is known. Grundy values are unique: a table is theirs iff each entry is a mex. The P-positions
    are the only kernel (von Neumann, Morgenstern 1944)."""
    match position:
        case wythoff.Position() if question in ("grundy", "equivalent"):
            value = position.value()
            return (value if question == "grundy" else value == heap_of(arguments),)
        case take_away.Position() if question == "unique-representation":
            return (_representations(position, arguments),)
    if question != "closed-form":
        return None
    match position:
        case rook.Position():
            return (_corner(position, arguments),)
        case subtraction.Position():
            return (_subtraction(position, arguments),)
        case nim.Position() | even_odd.Position():
            return (_heaps(position, arguments),)
        case wythoff.Position():
            return (_pairs(position, arguments),)
        case take_away.Position():
            return (_smallest_parts(position, arguments),)
    return None
