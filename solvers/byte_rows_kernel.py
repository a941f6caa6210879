# mypy: disable-error-code="no-untyped-call"
"""Rows of 128 small numbers, one to a byte, for compiled code that holds them in registers.

A row says something of each of at most 128 places; a set of places is two words, as in
``word_sets_kernel``. Numba has no vectors, so what is done to a whole row is written for LLVM,
which makes a few instructions of it on any processor that it knows.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_HALF = ir.VectorType(ir.IntType(8), 64)
_WORD = ir.IntType(64)
_PAIR = types.UniTuple(types.uint64, 2)


def _halves(context: Any, builder: Any, kind: Any, array: Any, row: Any) -> tuple[Any, Any]:
    """Where the two halves of a row begin."""
    rows = context.make_array(kind)(context, builder, array)
    size = builder.extract_value(rows.strides, 0)
    start = builder.add(builder.ptrtoint(rows.data, size.type), builder.mul(size, row))
    half = _HALF.as_pointer()
    return (
        builder.inttoptr(start, half),
        builder.inttoptr(builder.add(start, size.type(64)), half),
    )


def _row(context: Any, builder: Any, kind: Any, array: Any, row: Any) -> tuple[Any, Any]:
    """A row, in two halves."""
    low, high = _halves(context, builder, kind, array, row)
    return builder.load(low, align=1), builder.load(high, align=1)


def _sum(context: Any, builder: Any, kind: Any, array: Any, words: Any) -> tuple[Any, Any]:
    """The sum of the rows of a set, in two halves, modulo 256."""
    low = cgutils.alloca_once(builder, _HALF)
    high = cgutils.alloca_once(builder, _HALF)
    rest = cgutils.alloca_once(builder, _WORD)
    builder.store(_HALF(None), low)
    builder.store(_HALF(None), high)
    for number, word in enumerate(words):
        builder.store(word, rest)
        check = builder.append_basic_block("rows.check")
        body = builder.append_basic_block("rows.body")
        end = builder.append_basic_block("rows.end")
        builder.branch(check)
        builder.position_at_end(check)
        left = builder.load(rest)
        builder.cbranch(builder.icmp_unsigned("!=", left, _WORD(0)), body, end)
        builder.position_at_end(body)
        place = builder.cttz(left, context.get_constant(types.boolean, True))
        row = builder.add(place, _WORD(64 * number))
        one, two = _row(context, builder, kind, array, row)
        builder.store(builder.add(builder.load(low), one), low)
        builder.store(builder.add(builder.load(high), two), high)
        builder.store(builder.and_(left, builder.sub(left, _WORD(1))), rest)
        builder.branch(check)
        builder.position_at_end(end)
    return builder.load(low), builder.load(high)


def _pair(context: Any, builder: Any, low: Any, high: Any) -> Any:
    """The places where comparisons hold, as a set."""
    words = [builder.bitcast(flags, _WORD) for flags in (low, high)]
    return context.make_tuple(builder, _PAIR, words)


def _places_with(_context: Any, rows: Any, _row_number: Any, _value: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        low, high = _row(context, builder, signature.args[0], args[0], args[1])
        value = builder.trunc(args[2], ir.IntType(8))
        first = builder.insert_element(ir.Constant(_HALF, ir.Undefined), value, ir.IntType(32)(0))
        mask = ir.VectorType(ir.IntType(32), 64)(None)
        wanted = builder.shuffle_vector(first, ir.Constant(_HALF, ir.Undefined), mask)
        same = (builder.icmp_unsigned("==", half, wanted) for half in (low, high))
        return _pair(context, builder, *same)

    return _PAIR(rows, types.int64, types.int64), code


def _met_by(_context: Any, rows: Any, _low: Any, _high: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        halves = _sum(context, builder, signature.args[0], args[0], args[1:3])
        there = (builder.icmp_unsigned("!=", half, _HALF(None)) for half in halves)
        return _pair(context, builder, *there)

    return _PAIR(rows, types.uint64, types.uint64), code


def _filled_by(_context: Any, rows: Any, _low: Any, _high: Any, counts: Any, _row_no: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        halves = _sum(context, builder, signature.args[0], args[0], args[1:3])
        row = _row(context, builder, signature.args[3], args[3], args[4])
        same = (builder.icmp_unsigned("==", *both) for both in zip(halves, row, strict=True))
        there = [builder.icmp_unsigned("!=", half, _HALF(None)) for half in halves]
        met = _pair(context, builder, *there)
        filled = _pair(context, builder, *map(builder.and_, same, there))
        return context.make_tuple(builder, signature.return_type, [met, filled])

    pairs = types.UniTuple(_PAIR, 2)
    return pairs(rows, types.uint64, types.uint64, counts, types.int64), code


def _repeated(_context: Any, rows: Any, _low: Any, _high: Any, sums: Any, _row_number: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        halves = _sum(context, builder, signature.args[0], args[0], args[1:3])
        places = _halves(context, builder, signature.args[3], args[3], args[4])
        for half, place in zip(halves, places, strict=True):
            builder.store(half, place, align=1)
        one = ir.Constant(_HALF, [1] * 64)
        more = (builder.icmp_unsigned(">", half, one) for half in halves)
        return _pair(context, builder, *more)

    return _PAIR(rows, types.uint64, types.uint64, sums, types.int64), code


def _lessened(_context: Any, rows: Any, _l: Any, _h: Any, counts: Any, _old: Any, _new: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        halves = _sum(context, builder, signature.args[0], args[0], args[1:3])
        old = _row(context, builder, signature.args[3], args[3], args[4])
        new = _halves(context, builder, signature.args[3], args[3], args[5])
        for half, before, place in zip(halves, old, new, strict=True):
            builder.store(builder.sub(before, half), place, align=1)
        return context.get_dummy_value()

    words, numbers = (types.uint64,) * 2, (types.int64,) * 2
    return types.void(rows, *words, counts, *numbers), code


#: ``places_with(rows, r, k)``: where the row r has the number k.
places_with: Any = intrinsic(_places_with)
#: ``met_by(rows, low, high)``: where the rows of a set are not all 0.
met_by: Any = intrinsic(_met_by)
#: ``filled_by(rows, low, high, counts, r)``: ``met_by``, and where the sum of the rows of the set
#: is also what the row r of ``counts`` says.
filled_by: Any = intrinsic(_filled_by)
#: ``repeated(rows, low, high, sums, r)``: the sum of the rows of a set, as the row r of ``sums``,
#: and where it is 2 or more.
repeated: Any = intrinsic(_repeated)
#: ``lessened(rows, low, high, counts, old, new)``: the row ``new`` becomes the row ``old`` less the
#: sum of the rows of the set.
lessened: Any = intrinsic(_lessened)
