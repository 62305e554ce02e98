"""Does a server stay well?  People play, take back, leave, come back and delete; workers are killed; memory is watched.

    python benchmarks/soak.py --minutes 60                 one process with its file
    python benchmarks/soak.py --minutes 60 --workers 2     several over a PostgreSQL of its own (the system's binaries)

Players note the plies that were acknowledged, viewers every ply that they hear, over all lives of their streams: none
may be gone or changed afterwards.  In the first half a worker is killed now and then; in the second half they live on,
and their memory is what counts: megabytes of each process and the tables that they keep there, once a minute.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import signal
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import httpx

from fabletop.testing.postgres import running_postgres
from fabletop.testing.serving import launched
from page import machine

GAMES = ("mensch", "garden", "maumau", "duck", "kniffel", "quidditch")
KILLS = 10  # in the first half


class Guest(threading.Thread):
    """Comes and goes until the end, with a chance of its own."""

    def __init__(self, url: str, seed: int, end: threading.Event, tables: list[str]) -> None:
        super().__init__()
        self.url, self.chance, self.end, self.tables = url, random.Random(seed), end, tables
        self.lost: list[str] = []
        self.did: dict[str, int] = {}

    def count(self, what: str, so_many: int = 1) -> None:
        self.did[what] = self.did.get(what, 0) + so_many

    def run(self) -> None:
        while not self.end.is_set():
            with httpx.Client(base_url=self.url, timeout=20, headers={"origin": self.url}) as client:
                try:
                    self.visit(client)
                except httpx.HTTPError:  # a worker has gone: come back
                    self.count("cut off")
                    time.sleep(0.2)

    def visit(self, client: httpx.Client) -> None:
        raise NotImplementedError


class Player(Guest):
    """One table after the other; and one in the browser, of which everything is deleted again."""

    def visit(self, client: httpx.Client) -> None:
        self.table(client)
        client.get("/")
        page = client.post("/start/duck").headers.get("location", "/")
        client.get(page)
        self.count("deleted", client.post("/forget").status_code == 200)

    def table(self, client: httpx.Client) -> None:
        seats = ["person", self.chance.choice(["person", "random"])]
        answer = client.post("/api/tables", json={"game": self.chance.choice(GAMES), "seats": seats})
        if answer.status_code != 201:
            time.sleep(0.5)
            return
        made, reached = answer.json(), 0
        path = f"/api/tables/{made['table']}"
        self.tables[self.chance.randrange(len(self.tables))] = made["table"]
        for _ in range(self.chance.randint(5, 60)):
            for seat in made["seats"]:
                if self.end.is_set() or seat["token"] is None:
                    continue
                head = {"authorization": f"Bearer {seat['token']}"}
                state = self.asked(client, "GET", path, head)
                if state is None or not state.get("actions"):
                    continue
                if state["ply"] < reached:
                    self.lost.append(f"{made['table']}: {state['ply']} after {reached}")
                move = {"ply": state["ply"], "act": self.chance.choice(state["actions"])}
                stored = self.asked(client, "POST", f"{path}/moves", head, move)
                if stored and "ply" in stored and "error" not in stored:
                    reached = stored["ply"]
                    self.count("moves")
                    if self.chance.random() < 0.3:
                        back = self.asked(client, "POST", f"{path}/undo", head, {"ply": reached})
                        if back and "error" not in back:
                            reached = back["ply"]
                            self.count("taken back")
            time.sleep(0.05)
            if self.chance.random() < 0.02:
                self.count("left")
                break

    def asked(self, client: httpx.Client, method: str, path: str, head: dict[str, str], body: Any = None) -> Any:
        try:
            answer = client.request(method, path, headers=head, json=body)
        except httpx.HTTPError:
            return None
        self.count("refused", answer.status_code in (429, 503))
        if answer.status_code >= 500 and answer.status_code != 503:
            self.lost.append(f"{method} {path}: {answer.status_code}")
        return answer.json()


class Viewer(Guest):
    """Looks at tables, is cut off, and comes back for what was missed."""

    def visit(self, client: httpx.Client) -> None:
        table = self.chance.choice(self.tables)
        heard: dict[int, bytes] = {}
        for _ in range(self.chance.randint(1, 4)):
            self.look(client, table, heard, max(heard, default=0), self.chance.randint(3, 60))
            self.count("reconnects")
        if heard:  # and once more from the beginning: nothing may have changed
            again: dict[int, bytes] = {}
            self.look(client, table, again, 0, 1000, until=max(heard))
            if again and any(again.get(ply, said) != said for ply, said in heard.items()):
                self.lost.append(f"{table}: something else was heard the second time")
            self.count("plies heard", len(heard))

    def look(
        self, client: httpx.Client, table: str, heard: dict[int, bytes], since: int, most: int, until: int = 0
    ) -> None:
        if not table or self.end.is_set():
            time.sleep(0.2)
            return
        number, began = 0, time.monotonic()
        with client.stream("GET", f"/api/tables/{table}/events", headers={"last-event-id": str(since)}) as stream:
            for line in stream.iter_lines():
                if line.startswith("id: "):
                    number = int(line[4:])
                elif line.startswith("data: ") and number:
                    if number != max(heard, default=since) + 1:
                        self.lost.append(f"{table}: ply {number} after {max(heard, default=since)}")
                    heard[number], number = line.encode(), 0
                    if len(heard) >= most or max(heard) == until:
                        return
                if self.end.is_set() or time.monotonic() - began > 10:
                    return


def family(pid: int) -> list[int]:
    """The workers of a server, or the server if it is the only one."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parent = int(status.read_text().rpartition(")")[2].split()[1])
            if parent == pid and b"spawn_main" in (status.parent / "cmdline").read_bytes():
                found.append(int(status.parent.name))
    return sorted(found) or [pid]


def megabytes(pid: int) -> float:
    with contextlib.suppress(OSError, StopIteration):
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        return round(next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 1)
    return 0.0


def in_memory(url: str) -> int:
    """Tables that the workers have in memory together; -1: nobody answers just now."""
    with contextlib.suppress(httpx.HTTPError):
        for line in httpx.get(f"{url}/metrics").text.splitlines():
            if line.startswith("fabletop_tables_in_memory "):
                return int(float(line.split()[1]))
    return -1


def main() -> int:
    parser = argparse.ArgumentParser(description="Does a server stay well?")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--viewers", type=int, default=6)
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args()
    end, seen, kept, kills = threading.Event(), list[list[float]](), list[int](), 0
    tables = [""] * 20  # those that were made lately
    with contextlib.ExitStack() as open_now:
        data = open_now.enter_context(tempfile.TemporaryDirectory())
        more = ["--limits", "0", "--tables-per-client", "1000000"]
        if args.workers > 1:
            more += ["--store", open_now.enter_context(running_postgres()).url, "--workers", str(args.workers)]
        server = open_now.enter_context(launched(Path(data), 0.1, *more))
        kinds = [Player] * args.players + [Viewer] * args.viewers
        guests = [kind(server.url, seed, end, tables) for seed, kind in enumerate(kinds)]
        for guest in guests:
            guest.start()
        began, looks, half = time.monotonic(), 0, args.minutes * 30
        while (now := time.monotonic() - began) < args.minutes * 60:
            if args.workers > 1 and now < half and now > (kills + 1) * half / (KILLS + 1):
                os.kill(random.choice(family(server.process.pid)), signal.SIGKILL)
                kills += 1
            if now >= looks * 60:
                looks += 1
                seen.append([megabytes(pid) for pid in family(server.process.pid)])
                kept.append(in_memory(server.url))
                print(f"{now / 60:5.1f} min  {seen[-1]} MB  {kept[-1]} tables in memory", flush=True)
            time.sleep(1)
        end.set()
        for guest in guests:
            guest.join()
        log = server.log.read_text(encoding="utf-8")
    did: dict[str, int] = {}
    for guest in guests:
        for what, so_many in guest.did.items():
            did[what] = did.get(what, 0) + so_many
    lost = [line for guest in guests for line in guest.lost] + [line for line in log.splitlines() if '"trace"' in line]
    answer = {"machine": machine(), "minutes": args.minutes, "workers": args.workers, "kills": kills, **did}
    memory = {"MB of each process, once a minute": seen, "tables in memory of all": kept}
    print(json.dumps({**answer, **memory, "lost": lost}, indent=1))
    return 1 if lost else 0


if __name__ == "__main__":
    raise SystemExit(main())
