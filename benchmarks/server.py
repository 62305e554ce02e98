"""How quickly does the server pass on a move, and how many can it pass on?

    python benchmarks/server.py                    both loads below, one after the other
    python benchmarks/server.py --load paced       500 tables, half a move a second each, 2,000 viewers
    python benchmarks/server.py --load flat        50 tables with 4 viewers each, as many moves as they can
    python benchmarks/server.py --load flat --tables 1 --seconds 5
    python benchmarks/server.py --load paced --pages 4   beside each table's seats, 4 browsers that watch its page
    python benchmarks/server.py --load flat --workers 1 2 1 2   over a PostgreSQL of its own, in turns

The server is `fabletop serve` in one process with its store on disk; the load comes from this process over real
sockets.  A viewer listens on a seat's stream.  *Latency* is the time from sending a move to a viewer's event of that
very move (the ply it answered + 1), for each viewer; *chain* is the time to the last event that the move sets off
(rolls, forced passes), for each move.  The next move of a table waits until all its viewers have heard of the last.
CPU and memory are the server's.  A *page viewer* listens on the stream of the table's page, as a browser does: pictures
and sentences, drawn once for all who look through the same eyes.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from fabletop.testing.postgres import running_postgres
from page import machine
from soak import family, megabytes

GAME, SEATS, HOST = "mensch", 4, "127.0.0.1"
WARM_UP = 2.0  # seconds before anything counts
WORKERS_WARM = 4.0  # seconds in which the computer players of workers warm up


_numbers = itertools.count()


def family_of(number: int) -> list[str]:
    """Every family has names of its own: what is drawn for one is not there for the next."""
    first = ("Ada", "Ben", "Cleo", "David", "Emma", "Finn", "Greta", "Henri", "Ida", "Jonas", "Klara", "Leo")
    return [f"{first[(number * 5 + seat * 7) % 12]} {number % 997}" for seat in range(SEATS)]


@dataclass
class Load:
    """What has been measured."""

    counting: bool = False
    latencies: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    chains: list[float] = field(default_factory=list)
    moves: int = 0
    errors: list[str] = field(default_factory=list)


def number_of(event: bytes) -> int:
    """The ply that an event tells; -1: none.  A header may end in `id: `, too."""
    at = 0 if event.startswith(b"id: ") else event.find(b"\nid: ") + 1
    return int(event[at + 4 : event.index(b"\n", at)]) if at or event.startswith(b"id: ") else -1


class Viewer(asyncio.Protocol):
    """A listener on a seat's stream: it looks for the numbers of the events and keeps the last one."""

    def __init__(self, table: Table, token: str) -> None:
        self.table, self.token, self.rest, self.started, self.last = table, token, b"", False, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.WriteTransport, transport)
        self.transport.write(
            b"GET /api/tables/%b/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %b\r\nLast-Event-ID: 0\r\n\r\n"
            % (self.table.id.encode(), self.token.encode())
        )

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        *events, self.rest = (self.rest + data).split(b"\n\n")
        for event in events:
            if (at := event.rfind(b"id: ")) >= 0 and event[at - 1 : at] in (b"", b"\n"):
                self.last = event
                self.table.heard(self, int(event[at + 4 : event.index(b"\n", at)]), now)
        if not self.started and b"retry: " in data:
            self.started = True


class PageViewer(Viewer):
    """A browser that watches: the stream of the table's page, compressed as browsers ask for it."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.WriteTransport, transport)
        self.raw, self.headed, self.unpack = b"", False, zlib.decompressobj(31)
        self.transport.write(
            b"GET /t/%b/live?since=%d HTTP/1.1\r\nHost: x\r\nAccept-Language: de\r\nAccept-Encoding: gzip\r\n\r\n"
            % (self.table.id.encode(), max(0, self.table.target))
        )

    def unchunked(self, data: bytes) -> bytes:
        """What the chunks that are whole hold."""
        self.raw += data
        if not self.headed:
            _, found, rest = self.raw.partition(b"\r\n\r\n")
            if not found:
                return b""
            self.headed, self.raw = True, rest
        whole = b""
        while (at := self.raw.find(b"\r\n")) > 0 and len(self.raw) >= (end := at + 2 + int(self.raw[:at], 16)) + 2:
            whole, self.raw = whole + self.raw[at + 2 : end], self.raw[end + 2 :]
        return whole

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        told = self.unpack.decompress(self.unchunked(data))
        *events, self.rest = (self.rest + told).split(b"\n\n")
        load = self.table.load
        for event in events:
            if load.counting and self.table.sent_at and number_of(event) == self.table.ply + 1:
                load.pages.append(now - self.table.sent_at)


class Asker(asyncio.Protocol):
    """A connection for requests, one after the other."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport, self.buffer = cast(asyncio.WriteTransport, transport), b""

    def ask(self, path: str, body: dict[str, Any] | None, token: str = "") -> asyncio.Future[tuple[int, Any]]:
        self.answer: asyncio.Future[tuple[int, Any]] = asyncio.get_running_loop().create_future()
        data = b"" if body is None else json.dumps(body).encode()
        lines = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1", "Host: x", f"Authorization: Bearer {token}"]
        self.transport.write("\r\n".join([*lines, f"Content-Length: {len(data)}", "", ""]).encode() + data)
        return self.answer

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, found, body = self.buffer.partition(b"\r\n\r\n")
        if found and len(body) == int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0]):
            self.buffer = b""
            if not self.answer.done():  # the measurement may be over
                self.answer.set_result((int(head[9:12]), json.loads(body)))


class Table:
    """One table with a connection for moves and its viewers, each in the eyes of a seat."""

    def __init__(self, port: int, load: Load, viewers: int, pages: int = 0) -> None:
        self.port, self.load, self.wanted, self.pages = port, load, viewers, pages
        self.viewers: list[Viewer] = []
        self.watching: list[PageViewer] = []
        self.ply = self.target = -1
        self.sent_at = 0.0

    async def open(self) -> None:
        """A new table, once its viewers have heard how it begins."""
        loop = asyncio.get_running_loop()
        _, self.asker = await loop.create_connection(Asker, HOST, self.port)
        status, made = await self.asker.ask(
            "/api/tables", {"game": GAME, "seats": ["person"] * SEATS, "names": family_of(next(_numbers))}
        )
        if status != 201:
            raise SystemExit(f"the server makes no table: {made}")
        self.id, self.tokens = made["table"], [seat["token"] for seat in made["seats"]]
        _, table = await self.asker.ask(f"/api/tables/{self.id}", None)
        self.ply, self.target, self.reached, self.sent_at = 0, table["ply"], 0, 0.0
        self.settled: asyncio.Future[None] = loop.create_future()
        for i in range(self.wanted):
            token = self.tokens[i % SEATS]
            _, viewer = await loop.create_connection(lambda t=token: Viewer(self, t), HOST, self.port)  # type: ignore[misc]
            self.viewers.append(viewer)
        for _ in range(self.pages):
            _, watching = await loop.create_connection(lambda: PageViewer(self, ""), HOST, self.port)
            self.watching.append(watching)
        await asyncio.wait_for(self.settled, 60)

    def close(self) -> None:
        for viewer in (*self.viewers, *self.watching):
            viewer.transport.close()
        self.asker.transport.close()
        self.viewers, self.watching = [], []

    def heard(self, viewer: Viewer, ply: int, now: float) -> None:
        if ply == self.ply + 1 and self.load.counting and self.sent_at:
            self.load.latencies.append(now - self.sent_at)
        if ply == self.target:
            self._arrived(now)

    def _arrived(self, now: float) -> None:
        self.reached += 1
        if self.reached == self.wanted and not self.settled.done():
            if self.load.counting and self.sent_at:
                self.load.chains.append(now - self.sent_at)
            self.settled.set_result(None)

    def choices(self) -> tuple[int, list[str]]:
        """Who is to act and what is legal, as the seats' own streams have said."""
        for seat in range(SEATS):
            said = self.viewers[seat].last
            if b'"actions":[]' not in said:
                return seat, json.loads(said[said.index(b"data: ") + 6 :])["actions"]
        return -1, []

    async def move(self) -> bool:
        """One move by whoever is to act; False when the game is over."""
        seat, actions = self.choices()
        if seat < 0:
            return False
        self.ply, self.target = self.target, -1
        self.settled = asyncio.get_running_loop().create_future()
        self.sent_at = time.perf_counter()
        body = {"ply": self.ply, "act": random.choice(actions)}
        status, answer = await self.asker.ask(f"/api/tables/{self.id}/moves", body, self.tokens[seat])
        if status != 200:
            self.load.errors.append(f"{status} {answer}")
            return False
        self.target, self.reached = answer["ply"], 0
        now = time.perf_counter()
        for viewer in self.viewers:  # those that were quicker than the answer
            if viewer.last.find(b"id: %d\n" % self.target) >= 0:
                self._arrived(now)
        await self.settled
        self.load.moves += self.load.counting
        return True


async def kept_playing(table: Table, rate: float) -> None:
    """Moves at random moments, so many a second, or one after the other; a new table when a game is over."""
    if rate:
        await asyncio.sleep(random.expovariate(rate))
    while True:
        began = time.perf_counter()
        if not await table.move():
            table.close()
            await table.open()
        elif rate:
            await asyncio.sleep(max(0.0, random.expovariate(rate) - (time.perf_counter() - began)))


def memory(pid: int) -> float:
    """Megabytes that a server and its workers hold."""
    return sum(megabytes(worker) for worker in family(pid))


def cpu(pid: int) -> float:
    """Seconds of CPU that a server and its workers have used."""
    spent = 0.0
    for worker in family(pid):
        with contextlib.suppress(OSError), open(f"/proc/{worker}/stat") as line:  # noqa: PTH123
            spent += sum(map(int, line.read().rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")
    return spent


def centile(times: list[float], part: float) -> float:
    """In milliseconds."""
    if len(times) < 2:
        return float("nan")
    return round(statistics.quantiles(times, n=1000, method="inclusive")[round(part * 1000) - 1] * 1000, 2)


async def measured(
    port: int, pid: int, *, tables: int, viewers: int, pages: int, rate: float, seconds: float
) -> dict[str, Any]:
    load, before = Load(), memory(pid)
    playing = [Table(port, load, viewers // tables, pages) for _ in range(tables)]
    for table in playing:
        await table.open()
    idle = memory(pid)
    tasks = [asyncio.create_task(kept_playing(table, rate)) for table in playing]
    await asyncio.sleep(WARM_UP)
    load.counting, began, spent, own = True, time.perf_counter(), cpu(pid), time.process_time()
    await asyncio.sleep(seconds)
    load.counting, took = False, time.perf_counter() - began
    spent, own = cpu(pid) - spent, time.process_time() - own
    for task in tasks:
        if task.done() and (error := task.exception()):
            load.errors.append(repr(error))
        task.cancel()
    return {
        "tables": tables,
        "viewers": tables * (viewers // tables),
        "page viewers": tables * pages,
        "moves/s": round(load.moves / took, 1),
        "p50 ms": centile(load.latencies, 0.5),
        "p99 ms": centile(load.latencies, 0.99),
        **({"page p50 ms": centile(load.pages, 0.5), "page p99 ms": centile(load.pages, 0.99)} if pages else {}),
        "chain p50 ms": centile(load.chains, 0.5),
        "chain p99 ms": centile(load.chains, 0.99),
        "server ms of CPU a move": round(spent / max(1, load.moves) * 1000, 3),
        "server CPU": f"{spent / took:.0%}",
        "load CPU": f"{own / took:.0%}",
        "MB at the start": round(before, 1),
        "MB with idle viewers": round(idle, 1),
        "MB at the end": round(memory(pid), 1),
        "errors": len(load.errors),
        **({"first error": load.errors[0]} if load.errors else {}),
    }


def new_loop() -> asyncio.AbstractEventLoop:
    """The load should cost less than what it measures."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def with_server(
    seconds: float, program: Sequence[str] = ("-m", "fabletop.cli"), more: Sequence[str] = (), **what: Any
) -> dict[str, Any]:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, *program, "serve", "--port", str(port), "--data", data]
        command += ["--tables-per-client", "100000", "--limits", "0", *more]  # all of it comes from one address
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as server:
            try:
                while server.poll() is None:
                    with contextlib.suppress(OSError):
                        socket.create_connection((HOST, port), 0.2).close()
                        break
                    time.sleep(0.05)
                if "--workers" in more:
                    time.sleep(WORKERS_WARM)
                with asyncio.Runner(loop_factory=new_loop) as runner:
                    return runner.run(measured(port, server.pid, seconds=seconds, **what))
            finally:
                server.terminate()


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the server under load.")
    parser.add_argument("--load", choices=("paced", "flat", "both"), default="both")
    parser.add_argument("--tables", type=int, help="500 when paced, 50 flat out")
    parser.add_argument("--viewers", type=int, help="of all tables together; 4 for each table")
    parser.add_argument("--pages", type=int, default=0, help="browsers that watch each table besides")
    parser.add_argument("--workers", type=int, nargs="*", help="over PostgreSQL, so many, one run after the other")
    parser.add_argument("--rate", type=float, default=0.5, help="moves a second and table when paced")
    parser.add_argument("--seconds", type=float, default=15)
    args = parser.parse_args()
    answer: dict[str, Any] = {"machine": machine("uvloop", "httptools")}
    runs: list[tuple[str, tuple[str, ...]]] = [("", ())]
    open_now = contextlib.ExitStack()
    if args.workers:
        store = ("--store", open_now.enter_context(running_postgres()).url, "--workers")
        runs = [(f", {count} of PostgreSQL, run {run}", (*store, str(count))) for run, count in enumerate(args.workers)]
    for name, tables, rate in (("paced", args.tables or 500, args.rate), ("flat", args.tables or 50, 0.0)):
        if args.load in (name, "both"):
            viewers = args.viewers or tables * SEATS
            if viewers < tables * SEATS:
                parser.error(f"each table needs a viewer for each of its {SEATS} seats: --viewers {tables * SEATS}")
            load = {"tables": tables, "viewers": viewers, "pages": args.pages, "rate": rate}
            for run, more in runs:
                answer[name + run] = with_server(args.seconds, more=more, **load)
    open_now.close()
    print(json.dumps(answer, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
