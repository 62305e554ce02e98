"""Devices for tests, as a browser or a program would write them: a chain, a rule, a receipt."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
from collections.abc import Iterator
from unittest import mock

from fabletop.tables import links
from fabletop.tables.audit import Receipt
from fabletop.tables.calls import TooLate
from fabletop.tables.cup import Given
from fabletop.tables.house import House
from fabletop.tables.table import Table


@contextlib.contextmanager
def patient() -> Iterator[None]:
    """Calls wait as long as a busy machine may take: for devices that all answer."""
    with contextlib.ExitStack() as stack:
        for name in ("memory.AFTER_A_RESTART", "live.PATIENCE", "work.PATIENCE"):
            stack.enter_context(mock.patch(f"fabletop.tables.{name}", 60.0))
        yield


class Refused(Exception):  # noqa: N818
    """A device does not give what it is asked for."""


class Device:
    """One person's device; `online` is whether it answers calls."""

    def __init__(self, table: Table, seats: tuple[int, ...], root: bytes = b"") -> None:
        self.table, self.seats, self.online, self.number = table, seats, True, 0
        self.since = 0  # shakes before it sat down
        self.commitment = table.commitment  # before it shows its anchor
        self.chain = links.chain(links.tag(table.id), root or os.urandom(32))
        self.gave: list[tuple[int, int, str]] = []
        self.told: list[tuple[int, str]] = []

    async def sit(self, house: House) -> Device:
        self.number = await house.sit(self.table.id, self.seats, self.chain[0].hex())
        self.since = (await house.table(self.table.id)).sits_since(self.number)
        return self

    def link(self, n: int, head: str) -> Given:
        """The link for shake n: the same when asked again, never for another past; noted before it is sent."""
        if not self.gave or n > self.gave[-1][0]:
            self.gave.append((n, n - self.since, head))
        if self.gave[-1][0] != n or self.gave[-1][2] != head:
            raise Refused(n)
        i = self.gave[-1][1]
        return Given(self.number, n, i, self.chain[i].hex(), head)

    @property
    def receipt(self) -> Receipt:
        return Receipt(2, self.table.id, self.commitment, self.number, self.chain[0].hex(), self.gave, self.told)

    @property
    def heard(self) -> int:
        """The last line of the log of which it was told."""
        return self.told[-1][0] if self.told else 0

    async def listen(self, house: House) -> None:
        """Notes what its first seat is told, until the game is over or it is cancelled."""
        async for said in house.listen(self.table.id, self.seats[0], self.heard):
            for line in said.decode().splitlines():
                heard = json.loads(line[6:]) if line.startswith("data: ") else {}
                if heard.get("act") and heard["ply"] > self.heard:  # what it was told first is what counts
                    self.told.append((heard["ply"], heard["act"]))


async def answering(house: House, table: str, devices: list[Device]) -> None:
    """Devices that answer every call, until cancelled."""
    while True:
        call = house.called(table)
        for device in devices if call else ():
            if call and device.online and device.number in call["devices"]:
                with contextlib.suppress(TooLate, Refused):
                    await house.link(table, device.link(call["n"], call["head"]))
        await asyncio.sleep(0.001)


async def settled(table: Table, house: House) -> None:
    """Once it is a person's turn, or over."""
    while table.computer() or table.calls or house.called(table.id):
        await asyncio.sleep(0.001)


async def played_out(house: House, table: Table, devices: list[Device], most: int = 10_000) -> None:
    """The people act at random, and roll with their devices' links, until the game is over."""
    chance = random.Random(1)
    task = asyncio.create_task(answering(house, table.id, devices))
    listening = [asyncio.create_task(device.listen(house)) for device in devices]
    by_seat = {seat: device for device in devices for seat in device.seats}
    try:
        for _ in range(most):
            await settled(table, house)
            if table.turn is None:
                await asyncio.gather(*listening)  # they have heard the end
                return
            if (seat := table.roller) is not None:
                assert table.cup
                device, given = by_seat.get(seat), None
                with contextlib.suppress(Refused):
                    given = device.link(table.cup.n + 1, table.cup.head) if device and device.online else None
                await house.roll(table.id, seat, table.ply, given=given)
            else:
                assert table.turn is not None
                await house.move(table.id, table.turn, table.ply, chance.choice(table.actions(table.turn)))
    finally:
        for one in (task, *listening):
            one.cancel()
