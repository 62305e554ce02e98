"""A call for links: chance is to act, and every device that is awake is asked for its next link."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Set
from typing import TypedDict

from fabletop.engine.errors import FabletopError, IllegalAction
from fabletop.tables.cup import Cup, Given, Shake

PATIENCE = 0.4  # seconds that a device has to answer
AFTER_A_RESTART = 3.0  # while browsers find their way back


class TooLate(FabletopError):  # noqa: N818
    """A link for a shake that is over, or has not been called for."""


class Called(TypedDict):
    """What devices that have not given theirs are asked for: their links for shake n after a past with this head."""

    n: int
    head: str
    devices: list[int]


class Call:
    """Shake n of the cup, while its links come in."""

    def __init__(self, cup: Cup, via: int = 0) -> None:
        self.cup, self.via = cup, via
        self.n, self.head = cup.n + 1, cup.head
        self.wanted: Set[int] = cup.awake | {via} if via else cup.awake
        self.given: dict[int, Given] = {}
        self._all = asyncio.Event()

    def take(self, given: Given) -> None:
        """A device answers; the same answer twice is one."""
        if given.n != self.n or given.head != self.head or given.device not in self.wanted:
            raise TooLate(f"nobody has called device {given.device} for shake {given.n} of this past")
        if given.device in self.given:
            return
        if not self.cup.fits(given):
            raise IllegalAction(f"this is not a link of device {given.device} that can come now")
        self.given[given.device] = given
        if self.complete:
            self._all.set()

    @property
    def complete(self) -> bool:
        return len(self.given) == len(self.wanted)

    async def answered(self, patience: float) -> None:
        """Once all have answered, or the time is over."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._all.wait(), patience)

    def shake(self) -> Shake:
        """What has come, and who was silent."""
        links = tuple((device, given.i, given.link) for device, given in sorted(self.given.items()))
        return Shake(self.n, self.via, links, tuple(sorted(self.wanted - set(self.given))))

    def said(self) -> Called:
        return {"n": self.n, "head": self.head, "devices": sorted(self.wanted - set(self.given))}
