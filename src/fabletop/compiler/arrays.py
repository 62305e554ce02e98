"""For the type checker: numbers in a row, as a plain list or as an array of whatever kind and shape."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, TypeAlias

from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Ints: TypeAlias = MutableSequence[int] | Array
Floats: TypeAlias = MutableSequence[float] | Array
Weights: TypeAlias = Sequence[float] | Array  # that are only read
Rows: TypeAlias = Sequence[list[float]] | Array

__all__ = ["Array", "Floats", "Ints", "Rows", "Weights"]
