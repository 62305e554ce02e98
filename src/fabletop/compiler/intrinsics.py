"""What compiled rules use instead of a few names of the plain text: one machine instruction, or an array.

Plain and compiled must mean the same; `tests/test_compiler.py` compares them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic


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


@njit  # type: ignore[untyped-decorator, unused-ignore]
def integers(n: int) -> Any:
    """n zeros."""
    return np.zeros(n, np.int64)


@njit  # type: ignore[untyped-decorator, unused-ignore]
def reals(n: int) -> Any:
    return np.zeros(n, np.float64)
