"""What compiled rules use instead of a few names of the plain text: one machine instruction, or an array.

Plain and compiled must mean the same; `tests/test_compiler.py` compares them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic, overload

LINE = 64  # bytes of a line of the cache


@intrinsic  # type: ignore[untyped-decorator, unused-ignore]
def bits(typing: Any, members: Any) -> Any:
    """The size of a set held as bits."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator, unused-ignore]
def lowest(typing: Any, members: Any) -> Any:
    """The smallest member of a set held as bits; 64 for none."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator, unused-ignore]
def copy_bytes(typing: Any, record: Any, other: Any) -> Any:
    """Make a record the same as another of its kind."""
    if not isinstance(record, types.Record) or record.size != other.size:
        raise TypeError(f"{record} and {other} are not of one kind")

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        size = ir.Constant(ir.IntType(64), record.size)
        cgutils.raw_memcpy(builder, args[0], args[1], size, 1)
        return context.get_dummy_value()

    return types.none(record, other), codegen


@intrinsic  # type: ignore[untyped-decorator, unused-ignore]
def claimed(typing: Any, queue: Any, which: Any) -> Any:
    """The next number of a counter, in one go: two threads never get the same."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        counters = context.make_array(signature.args[0])(context, builder, args[0]).data
        return builder.atomic_rmw("add", builder.gep(counters, [args[1]]), ir.Constant(ir.IntType(64), 1), "monotonic")

    return types.int64(queue, types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator, unused-ignore]
def prefetch(typing: Any, rows: Any, i: Any) -> Any:
    """Ask for the lines of the cache that hold a row which is going to be written."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0]
        array = context.make_array(kind)(context, builder, args[0])
        width = cgutils.unpack_tuple(builder, array.strides, kind.ndim)[0]
        flag, pointer = ir.IntType(32), ir.IntType(8).as_pointer()
        shape = ir.FunctionType(ir.VoidType(), (pointer, flag, flag, flag))
        fetch = builder.module.declare_intrinsic("llvm.prefetch", (pointer,), shape)
        to_write, to_keep, data = (ir.Constant(flag, value) for value in (1, 3, 1))
        row = builder.gep(builder.bitcast(array.data, pointer), [builder.mul(args[1], width)])
        line = ir.Constant(ir.IntType(64), LINE)
        with cgutils.for_range_slice(builder, ir.Constant(ir.IntType(64), 0), width, line) as (at, _):
            builder.call(fetch, (builder.gep(row, [at]), to_write, to_keep, data))
        return context.get_dummy_value()

    return types.none(rows, types.int64), codegen


@njit  # type: ignore[untyped-decorator, unused-ignore]
def integers(n: int) -> Any:
    """n zeros."""
    return np.zeros(n, np.int64)


@njit  # type: ignore[untyped-decorator, unused-ignore]
def reals(n: int) -> Any:
    return np.zeros(n, np.float64)


def twins(state: Any, n: int) -> Any:
    """n records of the same kind, to try things on; what they hold does not matter."""
    raise NotImplementedError("for compiled text alone")


@overload(twins)  # type: ignore[untyped-decorator, unused-ignore]
def _twins(state: Any, n: Any) -> Any:
    kind = state.dtype

    def made(state: Any, n: Any) -> Any:
        return np.zeros(n, kind)

    return made
