# mypy: disable-error-code="untyped-decorator"
"""Compiled walks over sets of at most 128 vertices in two words, which stay in registers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, types
from numba.extending import intrinsic

U64 = np.uint64
ZERO, ONE = U64(0), U64(1)
MIX, ODD = U64(0xD6E8FEB86659FD93), U64(0x9E3779B97F4A7C15)
HALF = U64(32)
#: For what only compiled functions call: it is cached with its callers, and wrappers for
#: Python would take longer to compile than all the rest.
LEAN: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
inner: Any = njit(**LEAN)
#: For what is called in one place of each caller: copied there, it is not compiled by itself too.
inlined: Any = njit(**LEAN, inline="always")


def _ones_of(_context: Any, _word: Any) -> Any:
    """The number of bits set in a word."""

    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), code


def _low_bit(_context: Any, _word: Any) -> Any:
    """The number of the lowest bit of a word that is not zero."""

    def code(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, True))

    return types.uint64(types.uint64), code


_ones: Any = intrinsic(_ones_of)
low_of: Any = intrinsic(_low_bit)


@inner
def count_bits(word: Any) -> Any:
    """The number of bits set in a word, signed: Numba makes a float of the sum of a signed and an
    unsigned number."""
    return np.int64(_ones(word))


@inner
def lowest(word: Any) -> Any:
    """The number of the lowest bit of a word that is not zero, signed."""
    return np.int64(low_of(word))


@inner
def size_of(low: Any, high: Any) -> Any:
    """The size of a set."""
    return count_bits(low) + count_bits(high)


@inner
def hash_of(a0: Any, a1: Any, b0: Any, b1: Any) -> Any:
    """A hash of two sets (44 bits)."""
    h = ZERO
    for word in (a0, a1, b0, b1):
        h = (h ^ word) * MIX + ODD
        h ^= h >> HALF
    return (h * MIX) >> U64(20)


@inner
def holds(low: Any, high: Any, v: Any) -> Any:
    """Is the vertex in the set?"""
    word = low >> U64(v) if v < 64 else high >> U64(v - 64)
    return word & ONE != ZERO


@inner
def single(v: Any) -> Any:
    """The set of one vertex."""
    return (ONE << U64(v), ZERO) if v < 64 else (ZERO, ONE << U64(v - 64))


@inner
def lowest_of(low: Any, high: Any) -> Any:
    """The lowest vertex of a set that is not empty."""
    return lowest(low) if low else lowest(high) + 64


@inner
def free_of(near: Any, a0: Any, a1: Any, b0: Any, b1: Any) -> Any:
    """The vertices of ``a`` that close nothing of ``b``: nothing of ``b`` can close them."""
    f0, f1 = ZERO, ZERO
    rest = a0
    while rest:
        v = np.int64(low_of(rest))
        bit = rest & (~rest + ONE)
        rest ^= bit
        if near[v, 0] & b0 == ZERO and near[v, 1] & b1 == ZERO:
            f0 |= bit
    rest = a1
    while rest:
        v = np.int64(low_of(rest)) + 64
        bit = rest & (~rest + ONE)
        rest ^= bit
        if near[v, 0] & b0 == ZERO and near[v, 1] & b1 == ZERO:
            f1 |= bit
    return f0, f1


@inner
def touched_by(near: Any, u0: Any, u1: Any) -> Any:
    """All vertices in the closed neighbourhood of a set."""
    t0, t1 = ZERO, ZERO
    for w in range(2):
        rest = u1 if w else u0
        while rest:
            v = np.int64(low_of(rest)) + 64 * w
            rest &= rest - ONE
            t0 |= near[v, 0]
            t1 |= near[v, 1]
    return t0, t1
