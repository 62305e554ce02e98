"""How quickly does the server pass on a move?  500 tables, half a move a second each, 2,000 viewers, one process.

    python benchmarks/server.py                    paced load, then as many moves as it can
    python benchmarks/server.py --tables 50 --seconds 5

The load comes from this process over real sockets; the server is `fabletop serve` with its own store on disk.
Latency is the time from sending a move to another viewer's event.  Memory is the server's.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from typing import Any

GAME, SEATS = "mensch", ["person"] * 4


@dataclass
class Load:
    """What has been measured."""

    latencies: list[float] = field(default_factory=list)
    moves: int = 0
    errors: int = 0


class Viewer(asyncio.Protocol):
    """A listener on a table's stream that looks for the ids of the events."""

    def __init__(self, table: Table, token: str) -> None:
        self.table, self.token, self.tail = table, token, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self.transport = transport
        transport.write(
            f"GET /api/tables/{self.table.id}/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {self.token}\r\n"
            f"Last-Event-ID: {self.table.ply}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        data = self.tail + data
        if not self.table.listening.done() and b"retry:" in data:
            self.table.heard_start()
        at = data.rfind(b"\nid: ")
        if at >= 0 and (end := data.find(b"\n", at + 5)) > 0:
            self.table.heard(int(data[at + 5 : end]))
            data = data[end:]
        self.tail = data[-64:]


class Table:
    """One table with its viewers and a connection for moves."""

    def __init__(self, host: str, port: int, load: Load, viewers: int) -> None:
        self.host, self.port, self.load, self.viewers = host, port, load, viewers
        self.started = 0
        self.listening: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.sent_at = 0.0
        self.measuring = False

    async def open(self, answer: dict[str, Any]) -> None:
        self.id = answer["table"]
        self.tokens = [entry["token"] for entry in answer["seats"]]
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        state = await self.ask("GET", f"/api/tables/{self.id}", self.tokens[0])
        self.ply, self.turn = state["ply"], state["turn"]
        loop = asyncio.get_running_loop()
        for i in range(self.viewers):
            await loop.create_connection(lambda i=i: Viewer(self, self.tokens[i % 4]), self.host, self.port)  # type: ignore[misc]
        await asyncio.wait_for(self.listening, 30)

    def heard_start(self) -> None:
        self.started += 1
        if self.started == self.viewers and not self.listening.done():
            self.listening.set_result(None)

    def heard(self, ply: int) -> None:
        if self.measuring and self.sent_at:
            self.load.latencies.append(time.perf_counter() - self.sent_at)

    async def ask(self, method: str, path: str, token: str, body: Any = None) -> dict[str, Any]:
        data = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", "Host: x", f"Authorization: Bearer {token}"]
        self.writer.write("\r\n".join([*lines, f"Content-Length: {len(data)}", "", ""]).encode() + data)
        status = await self.reader.readuntil(b"\r\n\r\n")
        length = int(status.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        answer: dict[str, Any] = json.loads(await self.reader.readexactly(length))
        if not status.startswith(b"HTTP/1.1 200"):
            self.load.errors += 1
        return answer

    async def move(self) -> bool:
        """One move by whoever is to act."""
        state = await self.ask("GET", f"/api/tables/{self.id}", self.tokens[self.turn or 0])
        if state["result"] is not None:
            return False
        if not state["actions"]:
            self.turn = state["turn"]
            state = await self.ask("GET", f"/api/tables/{self.id}", self.tokens[self.turn])
        self.sent_at = time.perf_counter()
        body = {"ply": state["ply"], "act": random.choice(state["actions"])}
        await self.ask("POST", f"/api/tables/{self.id}/moves", self.tokens[self.turn], body)
        self.load.moves += self.measuring
        return True


async def paced(table: Table, rate: float, until: float) -> None:
    await asyncio.sleep(random.random() / rate)
    while time.monotonic() < until and await table.move():
        await asyncio.sleep(random.expovariate(rate))


async def flat_out(table: Table, until: float) -> None:
    while time.monotonic() < until and await table.move():
        pass


def memory(pid: int) -> float:
    """Megabytes that the server holds."""
    try:
        with open(f"/proc/{pid}/status") as lines:  # noqa: PTH123
            return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))
    except OSError:
        return float("nan")


async def measured(args: argparse.Namespace, port: int, pid: int) -> dict[str, Any]:
    host, load = "127.0.0.1", Load()
    tables = [Table(host, port, load, args.viewers // args.tables) for _ in range(args.tables)]
    before = memory(pid)
    for table in tables:
        reader, writer = await asyncio.open_connection(host, port)
        body = json.dumps({"game": GAME, "seats": SEATS}).encode()
        writer.write(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        await table.open(json.loads(await reader.readexactly(length)))
        writer.close()
    idle = memory(pid)
    for table in tables:
        table.measuring = True
    began = time.monotonic()
    until = began + args.seconds
    if args.rate:
        await asyncio.gather(*(paced(table, args.rate, until) for table in tables))
    else:
        await asyncio.gather(*(flat_out(table, until) for table in tables))
    spent = time.monotonic() - began
    cuts = statistics.quantiles(load.latencies, n=100) if len(load.latencies) > 100 else [float("nan")] * 99
    return {
        "tables": args.tables,
        "viewers": args.tables * (args.viewers // args.tables),
        "moves/s": round(load.moves / spent, 1),
        "events": len(load.latencies),
        "p50 ms": round(cuts[49] * 1000, 2),
        "p99 ms": round(cuts[98] * 1000, 2),
        "errors": load.errors,
        "MB at the start": round(before, 1),
        "MB with viewers": round(idle, 1),
        "MB at the end": round(memory(pid), 1),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the server under load.")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--viewers", type=int, default=2000)
    parser.add_argument("--rate", type=float, default=0.5, help="moves a second and table; 0: as many as it can")
    parser.add_argument("--seconds", type=float, default=15)
    args = parser.parse_args()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "fabletop.cli", "serve", "--port", str(port), "--data", data]
        command += ["--tables-per-client", "100000"]
        env = {**os.environ, "FABLETOP_PACE": "0"}
        with subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL) as server:
            for _ in range(200):
                try:
                    socket.create_connection(("127.0.0.1", port), 0.2).close()
                    break
                except OSError:
                    time.sleep(0.05)
            try:
                answer = asyncio.run(measured(args, port, server.pid))
            finally:
                server.terminate()
    print(
        json.dumps(
            {"machine": f"{platform.machine()}, {os.cpu_count()} cores", "python": platform.python_version(), **answer},
            indent=1,
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
