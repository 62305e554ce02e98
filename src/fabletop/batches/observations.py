"""The numbers of an observation: what each of them means, and the same as features between 0 and 1.

An observation is the record that `view(seat)` holds, field by field.  Features are made for networks: they look alike
from every seat, because the own things come first and seats are counted from the own one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import prod
from typing import Any, NamedTuple

import numpy as np

from fabletop.engine import registry
from fabletop.engine.game import Game
from fabletop.engine.observation import AMOUNT, LOOKED_UP, MEMBERS, ONE_OF, SEAT, Reading, amount, one_of
from fabletop.engine.record import Field

# What the encoder does with a cell (compiler/batching.py)
IS_VALUE, HAS_BIT, HOW_MUCH, IS_SEAT, IN_TABLE, ABOVE = range(6)


class Number(NamedTuple):
    """One number of an observation."""

    name: str  # figures[0][2]
    low: int
    high: int
    meaning: str


class Feature(NamedTuple):
    """One number of an encoded observation, from 0 to 1."""

    name: str
    cell: int
    kind: int
    value: int = 0
    scale: float = 1.0
    stride: int = 0


@cache
def readings(id: str) -> dict[str, Reading]:
    """How each field of a game's record is to be read; in a game without observation.py as a number of its own."""
    spec = registry.spec_of(id)
    options = {option.name: option.help for option in spec.options}
    told = registry.has_part(id, "observation")
    own: dict[str, Reading] = registry.part(id, "observation").OBSERVATION if told else {}
    found = {}
    for name in registry.rules_of(id).Rules.FIELDS:
        if name == "seats":
            found[name] = amount("how many play")
        elif name in own:
            found[name] = own[name]
        elif name in options:
            found[name] = one_of(f"the option: {options[name]}")
        elif not told:
            found[name] = amount(f"the field {name}")
        else:
            raise LookupError(f"games/{id}/observation.py says nothing about the field {name}: add it to OBSERVATION")
    return found


def numbers(game: Game, history: int = 0) -> list[Number]:
    """The description of every number of an observation, in order."""
    found, own = [], readings(game.id)
    for name, f in registry.rules_of(game.id).Rules.FIELDS.items():
        for place in _places(f):
            cell = name + "".join(f"[{i}]" for i in place)
            found.append(Number(cell, f.low, f.high, own[name].meaning))
    for k in range(history):
        found.append(
            Number(f"past[{k}].seat", -3, game.seats - 1, "who acted so many plies ago; -1: chance, -3: nobody")
        )
        last = len(game.actions) - 1
        found.append(Number(f"past[{k}].action", -3, last, "what was done; -3: nothing yet, or the seat was not told"))
    return found


def kind_of(game: Game, history: int = 0) -> np.dtype[Any]:
    """The narrowest type, of 16 bits or more, that holds every number of an observation."""
    low = min(number.low for number in numbers(game, history))
    high = max(number.high for number in numbers(game, history))
    for kind in (np.int16, np.int32):
        if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max:
            return np.dtype(kind)
    return np.dtype(np.int64)


def _places(f: Field) -> Iterator[tuple[int, ...]]:
    yield from np.ndindex(f.shape)


class Encoding:
    """How the observations of one game become features."""

    def __init__(self, game: Game, history: int = 0) -> None:
        self.game = game
        self._tables: list[int] = []
        fields = registry.rules_of(game.id).Rules.FIELDS
        own, cells = readings(game.id), sum(prod(f.shape) for f in fields.values())
        self.source = np.tile(np.arange(cells + 2 * history, dtype=np.int32), (game.seats, 1))
        found: list[Feature] = []
        at = 0
        for name, f in fields.items():
            self._turn(at, f, own[name])
            for k, place in enumerate(_places(f)):
                changes = name not in game.options and name != "seats"
                if changes and not self._empty(own[name], place):
                    cell = name + "".join(f"[{i}]" for i in place)
                    found += self._features(cell, at + k, f, own[name])
            at += prod(f.shape)
        for k in range(history):
            found += [Feature(f"past[{k}].by == {who}", at, IS_SEAT, who) for who in range(game.seats)]
            found += [
                Feature(f"past[{k}] == {word}", at + 1, IS_VALUE, action) for action, word in enumerate(game.actions)
            ]
            at += 2
        self.features = found
        columns = list(zip(*((f.cell, f.kind, f.value, f.stride) for f in found), strict=True))
        self.cell, self.kind, self.value, self.stride = (np.array(column, np.int32) for column in columns)
        self.scale = np.array([f.scale for f in found], np.float32)
        self.table = np.array(self._tables or [0], np.int32)

    def _turn(self, at: int, f: Field, reading: Reading) -> None:
        """From each seat the entries of the seats begin with its own."""
        if reading.seats_from is None:
            return
        size, seats = prod(f.shape[1:]), self.game.seats
        for own in range(seats):
            for k in range(seats):
                to, come = (at + (reading.seats_from + i) * size for i in (k, (own + k) % seats))
                self.source[own, to : to + size] = np.arange(come, come + size)

    def _empty(self, reading: Reading, place: tuple[int, ...]) -> bool:
        """Does this cell belong to a seat that does not exist in this game?"""
        return reading.seats_from is not None and place[0] - reading.seats_from >= self.game.seats

    def _features(self, name: str, at: int, f: Field, reading: Reading) -> Iterator[Feature]:
        if reading.kind == ONE_OF:
            if (f.low, f.high) == (0, 1):
                yield Feature(name, at, HAS_BIT)
            else:
                for value in range(f.low, f.high + 1):
                    yield Feature(f"{name} == {value}", at, IS_VALUE, value)
        elif reading.kind == MEMBERS:
            for bit in range(reading.bits):
                yield Feature(f"{bit} in {name}", at, HAS_BIT, bit)
            if f.high >> reading.bits:
                yield Feature(f"{name} beyond", at, ABOVE, reading.bits, 1 / (f.high >> reading.bits))
        elif reading.kind == AMOUNT:
            yield Feature(name, at, HOW_MUCH, f.low, 1 / max(1, (reading.most or f.high) - f.low))
        elif reading.kind == SEAT:
            for seat in range(self.game.seats):
                yield Feature(f"{name} == own + {seat}", at, IS_SEAT, seat)
        elif reading.kind == LOOKED_UP:
            most, first = max(map(max, reading.rows)), len(self._tables)
            self._tables += [n for row in reading.rows for n in row]
            for k in range(len(reading.rows[0])):
                yield Feature(f"{name}: {k}", at, IN_TABLE, first + k, 1 / most, len(reading.rows[0]))

    def __len__(self) -> int:
        return len(self.features)

    def encoded(self, row: Any, seat: int) -> Any:
        """The features of one observation, as a seat sees it: what `encode` does for many (compiler/batching.py)."""
        found = row[self.source[seat, self.cell]].astype(np.int64)
        return np.choose(
            self.kind,
            (
                found == self.value,
                found >> self.value & 1,
                np.minimum(1, (found - self.value) * self.scale),
                (found >= 0) & ((found - seat) % self.game.seats == self.value),
                self.table[np.where(self.kind == IN_TABLE, self.value + found * self.stride, 0)] * self.scale,
                (found >> self.value) * self.scale,
            ),
        ).astype(np.float32)
