"""Records as packed NumPy records, and back."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from fabletop.compiler.arrays import Array
from fabletop.engine.record import Field

LINE = 128  # bytes that a core fetches at once: the lines of a cache come in pairs


def zeros(shape: int | tuple[int, ...], kind: Any) -> Array:
    """Zeros with lines of the cache of their own: nobody waits for them because a neighbour was written."""
    size = np.dtype(kind).itemsize * (shape if isinstance(shape, int) else prod(shape))
    room = np.zeros(size + 2 * LINE, np.uint8)
    begin = -room.ctypes.data % LINE
    found: Array = room[begin : begin + size].view(kind).reshape(shape)
    return found


def width(f: Field) -> str:
    """The narrowest signed integer that holds the field's range."""
    for size in (1, 2, 4, 8):
        if -(1 << 8 * size - 1) <= f.low and f.high < 1 << 8 * size - 1:
            return f"i{size}"
    raise ValueError(f"a field from {f.low} to {f.high} is wider than 64 bits")


def dtype_of(kind: Any) -> np.dtype[Any]:
    """The packed form of a record class."""
    return np.dtype([(name, width(f), f.shape) for name, f in kind.FIELDS.items()], align=True)


def packed(record: Any) -> Any:
    """An array of one: the same record, packed."""
    room = zeros(1, dtype_of(type(record)))
    for name in record.FIELDS:
        room[name][0] = getattr(record, name)
    return room


def unpacked(kind: Any, row: Any) -> Any:
    """A plain record from a packed one."""
    record = kind()
    for name in kind.FIELDS:
        setattr(record, name, row[name].tolist())
    return record


def keys(kind: Any, rows: Any) -> list[tuple[int, ...]]:
    """`key()` of each packed record."""
    columns = [rows[name].reshape(len(rows), -1).astype(np.int64) for name in kind.FIELDS]
    return [tuple(row) for row in np.concatenate(columns, axis=1).tolist()]
