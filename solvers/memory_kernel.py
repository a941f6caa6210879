"""How compiled code reaches its arrays: without counting references, and ahead of time."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


def _uncounted(_context: Any, value: Any) -> Any:
    """The same arrays without the records in which references to them are counted."""

    def lent(context: Any, builder: Any, kind: Any, item: Any) -> Any:
        if isinstance(kind, types.Array):
            array = context.make_array(kind)(context, builder, item)
            array.meminfo = array.meminfo.type(None)
            return array._getvalue()
        for i, part in enumerate(getattr(kind, "types", ())):  # of a tuple
            new = lent(context, builder, part, builder.extract_value(item, i))
            item = builder.insert_value(item, new, i)
        return item

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return lent(context, builder, signature.args[0], args[0])

    return value(value), code


def _begun(_context: Any, array: Any, _row: Any) -> Any:
    """Begin to fetch the beginning of a row into the cache."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        rows = context.make_array(signature.args[0])(context, builder, args[0])
        size = builder.extract_value(rows.strides, 0)
        start = builder.add(builder.ptrtoint(rows.data, size.type), builder.mul(size, args[1]))
        place = builder.inttoptr(start, ir.IntType(8).as_pointer())
        flag = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [place.type, flag, flag, flag])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", (place.type,), kind)
        builder.call(prefetch, [place, flag(0), flag(3), flag(1)])  # to read, to keep, data
        return context.get_dummy_value()

    return types.void(array, types.int64), code


#: An array, or a tuple of such, for use while the caller holds it. Of others Numba counts the
#: references, by atomic additions, at every call that they are passed to: half of a kernel's
#: time where the calls are short.
borrowed: Any = intrinsic(_uncounted)
#: ``fetch(array, row)``: what a table holds in a random row is then there a little later.
fetch: Any = intrinsic(_begun)
