"""What is stored of a table: its head, which never changes, and the entries of its log."""

from __future__ import annotations

import hashlib

import msgspec

from fabletop.engine.rulebook import CHANCE
from fabletop.tables.cup import Shake, Sit


class SeatPlan(msgspec.Struct, frozen=True):
    """Who sits in a seat: a person with a key of which only the hash is kept, or a computer player's level."""

    kind: str
    name: str
    key: str = ""
    colour: int | None = None


class Head(msgspec.Struct, frozen=True):
    """What is fixed when a table is made.  The seed stays secret until the end."""

    game: str
    options: dict[str, bool | int | str]
    seats: list[SeatPlan]
    seed: str
    rolls: bool = False  # people roll their dice themselves: chance waits for them
    version: int = 1  # of the rules: a table goes on under those it was made with; the first tables did not say
    dice: int = 1  # the protocol of its dice
    waits: bool = False  # chance begins when everybody's device is here, or somebody says so
    lots: list[list[int]] = []  # who begins was rolled: in each round what each seat has rolled, 0 if it did not
    begun: list[str] = []  # "What if?": the plies of another game from which this one goes on, with dice of its own


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A ply; with `undo` the number of plies that stay; with `sit` a device that sits down."""

    by: int
    act: str = ""
    salt: str = ""  # what the player's device contributed to the dice of protocol 1
    undo: int = -1
    via: int = 0  # the device of the person who decided
    shake: Shake | None = None  # of the cup, with which this ply of chance begins
    sit: Sit | None = None

    @property
    def is_ply(self) -> bool:
        return self.undo < 0 and self.sit is None

    def line(self) -> list[object]:
        """As the log of protocol 2 has it."""
        if self.sit is not None:
            return ["sit", *msgspec.structs.astuple(self.sit)]
        if self.undo >= 0:
            return ["undo", self.undo, self.via]
        return ["chance" if self.by == CHANCE else self.by, self.act, *self.proof()]

    def proof(self) -> tuple[object, ...]:
        """What the line of a ply says about the dice: the device of a decision, or the shake of the cup."""
        if self.shake is not None:
            return msgspec.structs.astuple(self.shake)
        return (self.via,) if self.via else ()


class Heard(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry as one seat hears of it."""

    ply: int
    by: int | str | None
    act: str
    turn: int | str | None
    actions: list[str]
    undo: int | None
    result: dict[str, object] | None
    sit: Sit | None = None
    shake: Shake | None = None  # if a device had a hand in it


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def named(turn: int | None) -> int | str | None:
    """A seat for the outside: a number, "chance", or null when the game is over."""
    return "chance" if turn == CHANCE else turn
