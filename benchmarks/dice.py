"""What do the dice cost?  The flat-out load of server.py under the old protocol and the present one, in turns.

    python benchmarks/dice.py                      two turns of 8 seconds each
    python benchmarks/dice.py --turns 3 --seconds 10

CPU time of the server for a move, and the ratio.  Programs that give no links are what the load is made of; beside it
stands what a table itself spends on one shake of the cup without devices and with two of them, and how long a person
waits from her press on Roll until the throw is on the disk (`--throws` measures only this).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from unittest import mock

from fabletop.engine.errors import IllegalAction
from fabletop.tables import house, links
from fabletop.tables.calls import Call, TooLate
from fabletop.tables.cup import Cup, Given
from fabletop.tables.entries import Head, SeatPlan
from fabletop.tables.seats import Occupant
from fabletop.tables.store import SqliteStore
from fabletop.tables.table import Table
from page import machine
from server import SEATS, with_server

OLD = """
import sys
import fabletop.tables.house as house
from fabletop.cli import main
head = house.Head
house.Head = lambda *args, **more: head(*args, **{**more, "dice": 1})
sys.exit(main(sys.argv[1:]))
"""


async def shakes(devices: int, most: int = 1000) -> float:
    """Microseconds of a table for one roll of the Duck Game with links of so many devices."""
    head = Head("duck", {}, [SeatPlan("person", "a"), SeatPlan("person", "b")], "ab" * 32, dice=2)
    spent = rolls = 0
    while rolls < most:
        table = Table(os.urandom(8).hex(), head)
        chains = [links.chain(links.tag(table.id), os.urandom(32)) for _ in range(devices)]
        for seat, chain in enumerate(chains):
            for entry in table.sit([seat], chain[0].hex())[1]:
                table.add(entry)
        number = 0
        while table.turn is not None:
            began = time.perf_counter_ns()
            if table.turn >= 0:
                entries = table.answer(table.turn, table.actions(table.turn)[0])
            else:
                number += 1
                assert table.cup
                call = Call(table.cup)
                for device, chain in enumerate(chains, start=1):
                    call.take(Given(device, call.n, number, chain[number].hex(), call.head))
                entries = table.shaken(call.shake())
            for entry in entries:
                table.add(entry)
            spent += time.perf_counter_ns() - began
        rolls += sum(ply.by < 0 for ply in table.plies)
    return spent / rolls / 1000


async def waits(protocol: int, devices: int, folder: str, most: int) -> list[float]:
    """Milliseconds from a press on Roll until the throw is stored, in the Duck Game of two people."""
    found: list[float] = []
    with mock.patch.object(house, "Head", lambda *args, **more: Head(*args, **{**more, "dice": protocol})):
        chest = house.House(SqliteStore(Path(folder) / "tables.sqlite"))
        occupants = [Occupant("person", name, browser=name) for name in ("Ada", "Ben")]
        while len(found) < most:
            table = (await chest.make("duck", {}, ["person", "person"], occupants=occupants)).table
            chains = [links.chain(links.tag(table.id), os.urandom(32)) for _ in range(devices)]
            for seat, chain in enumerate(chains):
                await chest.sit(table.id, [seat], chain[0].hex())
            answers = asyncio.create_task(answering(chest, table.id, chains))
            while table.turn is not None:
                if (presses := table.roller) is None:
                    await chest.move(table.id, table.turn, table.ply, table.actions(table.turn)[0])
                    continue
                given = given_by(table.cup, presses, chains) if table.cup and presses < devices else None
                began = time.perf_counter()
                await chest.roll(table.id, presses, table.ply, "" if table.cup else "ab" * 16, given)
                found.append(1000 * (time.perf_counter() - began))
            answers.cancel()
            shakes = [entry.shake for entry in table.plies if entry.shake]
            assert all(len(shake.links) == devices for shake in shakes), "a device was silent"
        await chest.close()
    return found


def given_by(cup: Cup, seat: int, chains: list[list[bytes]]) -> Given:
    number = cup.n + 1
    return Given(seat + 1, number, number, chains[seat][number].hex(), cup.head)


async def answering(chest: house.House, table: str, chains: list[list[bytes]]) -> None:
    """The device that did not press answers as soon as it hears the call: what the network adds is not ours."""
    while True:
        call = chest.called(table)
        if call:
            n = call["n"]
            for device in call["devices"]:
                given = Given(device, n, n, chains[device - 1][n].hex(), call["head"])
                with contextlib.suppress(TooLate, IllegalAction):
                    await chest.link(table, given)
        await asyncio.sleep(0)


def throws(turns: int, most: int = 400) -> dict[str, Any]:
    """The wait for a throw under the old protocol and the present one, in turns: medians, and ratios to the old."""
    ways = {"old": (1, 0), "new, no device": (2, 0), "new, one device": (2, 1), "new, two devices": (2, 2)}
    spent: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(turns):
        for name, (protocol, devices) in ways.items():
            with tempfile.TemporaryDirectory() as folder:
                spent[name] += asyncio.run(waits(protocol, devices, folder, most))
    medians = {name: statistics.median(times) for name, times in spent.items()}
    return {name: {"ms": round(ms, 3), "ratio": round(ms / medians["old"], 2)} for name, ms in medians.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure what the dice cost.")
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--throws", action="store_true", help="only how long a throw takes")
    args = parser.parse_args()
    if args.throws:
        print(json.dumps({"machine": machine(), "a throw": throws(args.turns)}, indent=1))
        return 0
    spent: dict[str, list[float]] = {"old": [], "new": []}
    for _ in range(args.turns):
        for name, program in (("old", ("-c", OLD)), ("new", ("-m", "fabletop.cli"))):
            found = with_server(
                args.seconds, program, tables=args.tables, viewers=args.tables * SEATS, pages=0, rate=0.0
            )
            if found["errors"]:
                raise SystemExit(found["first error"])
            spent[name].append(found["server ms of CPU a move"])
    old, new = (statistics.median(times) for times in spent.values())
    answer: dict[str, Any] = {
        "machine": machine("uvloop", "httptools"),
        "server ms of CPU a move": spent,
        "ratio": round(new / old, 3),
        "a throw": throws(args.turns),
        "table us a roll": {devices: round(asyncio.run(shakes(devices)), 1) for devices in (0, 1, 2)},
    }
    print(json.dumps(answer, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
