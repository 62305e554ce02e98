"""The cup of a table under dice protocol 2: who sits at it, who is awake, what has been shaken into it.

It is the fold of the table's log, like the position; `fabletop.tables.verify` repeats it without this text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

import msgspec

from fabletop.engine.errors import IllegalAction
from fabletop.tables import links as sums

MOST_DEVICES = 100  # that may sit down in one seat, one after the other: nobody can use up those of another seat


class Sit(msgspec.Struct, frozen=True, array_like=True):
    """A device sits down for seats: from now on it is asked for its links."""

    device: int
    anchor: str
    seats: list[int]


class Shake(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Shake n: the device whose person threw, the links that were given [device, number, link], and who was silent."""

    n: int
    via: int = 0
    links: tuple[tuple[int, int, str], ...] = ()
    silent: tuple[int, ...] = ()


class Line(Protocol):
    """An entry of the log, which can be said as a line."""

    def line(self) -> list[object]: ...


class Given(NamedTuple):
    """What a device gives for shake n: its link of number i, for the past with this head."""

    device: int
    n: int
    i: int
    link: str
    head: str


class Device(NamedTuple):
    """A device at the table, the shakes before it sat down, and the last of its links that is known: at first its
    anchor."""

    anchor: str
    seats: list[int]
    since: int
    i: int
    link: bytes


class Cup:
    def __init__(self, table: str, seed: str) -> None:
        self.tag, self.seed = sums.tag(table), bytes.fromhex(seed)
        self.n = self.drawn = 0  # shakes so far, and outcomes of the last one
        self.pool = self._head = sums.NOTHING
        self.devices: dict[int, Device] = {}
        self.of_seat: dict[int, int] = {}
        self.awake: frozenset[int] = frozenset()
        self._lines: list[Line] = []  # not yet in the head
        self._hashed = 0
        self._key = b""

    def copy(self) -> Cup:
        """For looking ahead: what is in it is replaced, never changed; nobody asks it for its head."""
        twin = object.__new__(Cup)
        twin.__dict__.update(self.__dict__)
        twin._lines = []
        return twin

    def become(self, ahead: Any) -> None:
        """What a copy has looked ahead to has happened."""
        self.n, self.drawn, self.pool = ahead.n, ahead.drawn, ahead.pool
        self.devices, self.of_seat, self.awake = ahead.devices, ahead.of_seat, ahead.awake
        self._lines += ahead._lines

    # The fold

    def sat(self, sit: Sit) -> None:
        device = Device(sit.anchor, sit.seats, self.n, 0, bytes.fromhex(sit.anchor))
        self.devices = self.devices | {sit.device: device}
        before = {self.of_seat.get(seat) for seat in sit.seats}
        self.of_seat = self.of_seat | dict.fromkeys(sit.seats, sit.device)
        retired = before - set(self.of_seat.values())
        self.awake = (self.awake | {sit.device}) - retired

    def acted(self, via: int) -> None:
        """Whoever acts is awake."""
        if via:
            self.awake |= {via}

    def shaken(self, shake: Shake) -> None:
        self.n, self.drawn = shake.n, 0
        self.pool = sums.pooled(self.tag, self.pool, shake.n, shake.links)
        if shake.links:
            new = {d: self.devices[d]._replace(i=i, link=bytes.fromhex(link)) for d, i, link in shake.links}
            self.devices = self.devices | new
        self.acted(shake.via)
        if shake.silent:
            self.awake -= set(shake.silent)

    def noted(self, line: Line) -> None:
        """One more line of the log."""
        self._lines.append(line)

    # What the table asks

    def draw(self, weights: Mapping[str, int]) -> str:
        """The next outcome of the last shake."""
        act = sums.outcome(self.seed, self.tag, self.n, self.drawn, self.pool, weights)
        self.drawn += 1
        return act

    @property
    def head(self) -> str:
        """The hash of all that has happened: it binds hidden moves without showing them."""
        if not self._key:
            self._key = sums.log_key(self.seed, self.tag)
        for line in self._lines:
            self._hashed += 1
            self._head = sums.headed(self.tag, self._key, self._head, self._hashed, sums.line(line.line()))
        self._lines.clear()
        return self._head.hex()

    def fits(self, given: Given) -> bool:
        """Is this the link of the device's own chain for this shake?  There is but one: nobody can choose which."""
        device = self.devices.get(given.device)
        if (
            device is None
            or given.i != given.n - device.since
            or not device.i < given.i <= sums.LENGTH
            or not sums.HEX.fullmatch(given.link)
        ):
            return False
        link = bytes.fromhex(given.link)
        for _ in range(given.i - device.i):
            link = sums.step(self.tag, link)
        return link == device.link

    def sitting(self, seats: list[int], anchor: str) -> tuple[int, Sit | None]:
        """The number of a device that sits down, and the entry unless it sits there already."""
        if not sums.HEX.fullmatch(anchor) or not seats:
            raise IllegalAction("a device sits down with an anchor of 64 lower-case hexadecimal digits, for its seats")
        for number, device in self.devices.items():
            if device.anchor == anchor:
                if device.seats == seats and all(self.of_seat[seat] == number for seat in seats):
                    return number, None
                raise IllegalAction("this chain has sat down before: a device that comes anew brings a new one")
        if any(sum(seat in device.seats for device in self.devices.values()) >= MOST_DEVICES for seat in seats):
            raise IllegalAction(f"{MOST_DEVICES} devices have sat down here: no more can")
        number = len(self.devices) + 1
        return number, Sit(number, anchor, seats)
