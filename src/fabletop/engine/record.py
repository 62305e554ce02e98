"""Declare a state once: a slotted Python class for play and tests, and what the compiler needs to pack it.

A record is a fixed set of small integers.  Each field states its range, so that tests can check it and the
compiler can choose a width.  Fields may be lists, or lists of lists, of a fixed shape.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")

BASIS, PRIME, CUT = 1469598103934665603, 1099511628211, (1 << 62) - 1  # of digests


@dataclass(frozen=True, slots=True)
class Field:
    """The range and the shape of one field; the shape () is a plain integer."""

    low: int
    high: int
    shape: tuple[int, ...]
    first: int | None = None

    def initial(self) -> Any:
        """`first`, or zeros; a range without zero starts at its low end, so that a fresh record is in range."""
        value: Any = self.first if self.first is not None else 0 if self.low <= 0 <= self.high else self.low
        for length in reversed(self.shape):
            value = [value[:] for _ in range(length)] if isinstance(value, list) else [value] * length
        return value


def field(low: int, high: int, *shape: int, first: int | None = None) -> Any:
    """A field of a record: an integer from low to high, or a list (of lists) of them; in a fresh record `first`."""
    if low > high:
        raise ValueError(f"a field from {low} to {high} holds nothing")
    if len(shape) > 2:
        raise ValueError("a field has at most two dimensions")
    return Field(low, high, shape, first)


class Record:
    """What `record` gives to a class; here for the type checker."""

    __slots__ = ()
    FIELDS: dict[str, Field]

    def become(self, other: Any) -> None:
        """Take over every field of another record of the same kind."""

    def key(self) -> tuple[int, ...]:
        """All integers of the record, field by field: its identity."""
        return ()

    def write(self, row: Any) -> None:
        """Put all integers of the record, in the order of `key`, at the beginning of a row."""

    def same(self, other: Any) -> bool:
        """Is every field alike?"""
        return False

    def digest(self) -> int:
        """A number that stands for the record (FNV-1a over its integers, cut to 62 bits): the same at either speed."""
        return 0


def record(cls: type[T]) -> type[T]:
    """Turn a class whose body declares fields into a slotted record; its methods stay as they are."""
    fields = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
    dropped = {"__dict__", "__weakref__", *fields}
    body = {name: value for name, value in vars(cls).items() if name not in dropped}
    body |= {"__slots__": tuple(fields), "FIELDS": fields} | _methods(fields)
    make: Any = type(cls)  # the metaclass
    made: type[T] = make(cls.__name__, cls.__bases__, body)
    made.__qualname__ = cls.__qualname__
    return made


def _methods(fields: dict[str, Field]) -> dict[str, Any]:
    """Straight-line code for what runs often, as dataclasses do it."""
    copies = {0: "{}", 1: "{}[:]", 2: "[row[:] for row in {}]"}
    flats = {0: "{},", 1: "*{},", 2: "*(cell for row in {} for cell in row),"}
    become = [f"  self.{name} = {copies[len(f.shape)].format('other.' + name)}" for name, f in fields.items()]
    flat = "".join(flats[len(f.shape)].format("self." + name) for name, f in fields.items())
    scope: dict[str, Any] = {}
    exec("def become(self, other):\n" + "\n".join(become or ["  pass"]), scope)
    exec(f"def key(self):\n  return ({flat})", scope)

    def init(self: Any) -> None:
        for name, f in fields.items():
            setattr(self, name, f.initial())

    def write(self: Any, row: Any) -> None:
        cells = self.key()
        row[: len(cells)] = cells

    def same(self: Any, other: Any) -> bool:
        return bool(self.key() == other.key())

    def digest(self: Any) -> int:
        found = BASIS
        for number in self.key():
            found = (found ^ number) * PRIME & CUT
        return found ^ found >> 29

    def hashed(self: Any) -> int:
        return hash(self.key())

    def equal(self: Any, other: Any) -> bool:
        return type(self) is type(other) and same(self, other)

    def described(self: Any) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in fields)})"

    return {
        "become": scope["become"],
        "key": scope["key"],
        "write": write,
        "same": same,
        "digest": digest,
        "__init__": init,
        "__eq__": equal,
        "__hash__": hashed,
        "__repr__": described,
    }


def out_of_range(state: Any) -> Iterator[str]:
    """Every cell outside its declared range, in words: compiled, it would wrap round in silence."""
    for name, f in state.FIELDS.items():
        for place, value in _cells(getattr(state, name), f.shape):
            if not f.low <= value <= f.high:
                yield f"{name}{place} is {value}, not {f.low} to {f.high}"


def _cells(value: Any, shape: tuple[int, ...]) -> Iterator[tuple[str, int]]:
    if not shape:
        yield "", value
        return
    if len(value) != shape[0]:
        raise ValueError(f"a list of {shape[0]} has become {value!r}")
    for i, item in enumerate(value):
        for place, cell in _cells(item, shape[1:]):
            yield f"[{i}]{place}", cell
