"""What the numbers of a game's record mean to somebody who learns from them.

A game's observation.py holds `OBSERVATION`: for each field of its rules, the options aside, one of the readings below.
They give every number its description, and a network numbers between 0 and 1 that look alike from every seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

ONE_OF, MEMBERS, AMOUNT, SEAT, LOOKED_UP = range(5)


@dataclass(frozen=True, slots=True)
class Reading:
    """How a field is to be read; `seats_from` is the place in it where the seats' own entries begin."""

    kind: int
    meaning: str
    seats_from: int | None = None
    bits: int = 0  # of a set
    most: int = 0  # of an amount, where the field allows more than ever happens
    rows: Sequence[Sequence[int]] = field(default=(), repr=False)


def one_of(meaning: str, *, seats_from: int | None = None) -> Reading:
    """A square, a card, a phase: different things, not more or less of one."""
    return Reading(ONE_OF, meaning, seats_from)


def members(meaning: str, bits: int, *, seats_from: int | None = None) -> Reading:
    """A set held as bits; what lies above so many bits is an amount."""
    return Reading(MEMBERS, meaning, seats_from, bits)


def amount(meaning: str, most: int = 0, *, seats_from: int | None = None) -> Reading:
    """More or less of something; what is beyond `most` counts as so much."""
    return Reading(AMOUNT, meaning, seats_from, most=most)


def a_seat(meaning: str) -> Reading:
    """The number of a seat: counted from the own one for whoever looks."""
    return Reading(SEAT, meaning)


def looked_up(meaning: str, rows: Sequence[Sequence[int]]) -> Reading:
    """A number that stands for a row of amounts."""
    return Reading(LOOKED_UP, meaning, rows=rows)
