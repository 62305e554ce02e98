"""Limits that hold: whatever a client invents, it stays one client; and nobody has all connections or all memory."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import httpx
import msgspec
import pytest
import uvicorn
from starlette.types import Scope

from fabletop.tables import listeners
from fabletop.tables.house import House
from fabletop.tables.listeners import BACKLOG, Interrupted
from fabletop.tables.store import SqliteStore
from fabletop.testing.proxy import reverse_proxy
from fabletop.testing.running import run
from fabletop.testing.serving import launched
from fabletop.web.app import make_app
from fabletop.web.connections import connections
from fabletop.web.limits import INVENTED, Bucket, Busy, Limits, household
from fabletop.web.proxies import Proxies

NEW = {"game": "duck", "seats": ["person"]}
OTHERS = pytest.mark.skipif(not Path("/proc").exists(), reason="needs 127.0.0.2 and more to be this machine")


def scope_of(address: str, **headers: str) -> Scope:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"type": "http", "client": (address, 1), "scheme": "http", "headers": raw}


def allowed(take: Callable[[], object]) -> int:
    """How often, until it is refused."""
    for count in range(100_000):
        try:
            take()
        except Busy:
            return count
    raise AssertionError("it is never refused")


# Who is a client


def test_a_household_of_ipv6_is_one_client() -> None:
    assert household("2001:db8:1:2:aaaa::1") == household("2001:db8:1:2:bbbb::2") == "2001:db8:1:2::/64"
    assert household("2001:db8:1:3::1") != household("2001:db8:1:2::1")
    assert household("::ffff:192.0.2.7") == household("192.0.2.7") == "192.0.2.7"
    assert household("testclient") == "testclient"


@pytest.mark.parametrize(
    ("peer", "told", "client"),
    [
        ("10.0.0.1", "203.0.113.5", "203.0.113.5"),
        ("10.0.0.1", "198.51.100.1, 203.0.113.5", "203.0.113.5"),  # what stands before it anybody may have written
        ("10.0.0.1", "203.0.113.5, 10.0.0.9", "203.0.113.5"),  # two proxies
        ("10.0.0.1", "[2001:db8::1]:443", "2001:db8::1"),
        ("10.0.0.1", "203.0.113.5:4711", "203.0.113.5"),
        ("203.0.113.9", "198.51.100.1", "203.0.113.9"),  # nobody of ours: not believed
    ],
)
def test_only_a_trusted_proxy_is_believed(peer: str, told: str, client: str) -> None:
    scope = scope_of(peer, x_forwarded_for=told, x_forwarded_proto="https")
    Proxies.named("10.0.0.0/8").unveil(scope)
    assert scope["client"][0] == client
    assert scope["scheme"] == ("https" if peer.startswith("10.") else "http")


def test_odd_proxies_are_told_in_one_line() -> None:
    with pytest.raises(ValueError, match=r"--trusted-proxies 10\.0\.0\.1/8"):
        Proxies.named("10.0.0.1/8")


# What a client may do


def test_who_proves_nothing_shares_a_small_bucket_and_an_invented_token_costs_more() -> None:
    here, there = scope_of("192.0.2.1"), scope_of("192.0.2.2")
    limits = Limits(clock=lambda: 0.0)
    strangers = allowed(lambda: limits.act(here, None))
    assert allowed(lambda: limits.act(there, None, invented=True)) == strangers // INVENTED
    # a child that plays has its own bucket beside them, and cannot empty another's
    assert allowed(lambda: limits.act(here, "seat 1")) == allowed(lambda: limits.act(here, "seat 2")) > 0
    # but however many names it has, its address has an end, and another address is not touched by it
    assert allowed(lambda: limits.knock(here)) == allowed(lambda: limits.knock(there))


def test_a_bucket_refills_and_a_clock_set_back_takes_nothing() -> None:
    now = [1000.0]
    limits = Limits(3, clock=lambda: now[0])
    scope = scope_of("192.0.2.1")
    assert allowed(lambda: limits.make(scope)) == 3
    now[0] -= 500
    assert allowed(lambda: limits.make(scope)) == 0
    now[0] += 2
    assert allowed(lambda: limits.make(scope)) == 2


def test_streams_are_counted_and_given_back() -> None:
    limits, scope = Limits(), scope_of("192.0.2.1")
    limits.most_streams = 3
    with contextlib.ExitStack() as lines:
        for _ in range(3):
            lines.enter_context(limits.stream(scope))
        with pytest.raises(Busy), limits.stream(scope):
            pass
        with limits.stream(scope_of("192.0.2.2")):
            pass
    assert not limits.streams
    with limits.stream(scope):
        pass


def test_without_limits_there_are_none() -> None:
    limits, scope = Limits(generous=0), scope_of("192.0.2.1")
    for _ in range(2000):
        limits.read(scope)
        limits.act(scope, None, invented=True)


def asking(url: str, address: str) -> httpx.Client:
    """A client with an address of its own."""
    return httpx.Client(base_url=url, transport=httpx.HTTPTransport(local_address=address), timeout=30)


@OTHERS
@pytest.mark.parametrize("way", ["direct", "proxied", "from the same machine"])
def test_nothing_that_a_client_invents_makes_it_another_one(tmp_path: Path, way: str) -> None:
    with contextlib.ExitStack() as open_now:
        trusted = () if way == "from the same machine" else ("--trusted-proxies", "127.0.0.1")
        server = open_now.enter_context(launched(tmp_path, 0.0, "--tables-per-client", "5", *trusted))
        url = open_now.enter_context(reverse_proxy(server.url)) if way == "proxied" else server.url
        with asking(url, "127.0.0.5" if trusted else "127.0.0.1") as attacker:
            made, began = 0, time.monotonic()
            for i in range(40):
                headers = [
                    {"authorization": f"Bearer invented{i}"},
                    {"x-forwarded-for": f"198.51.100.{i}"},
                    {"x-real-ip": f"198.51.100.{i}", "forwarded": f"for=198.51.100.{i}"},
                    {"cookie": f"fabletop=invented{i}"},
                ][i % 4]
                answer = attacker.post("/api/tables", json=NEW, headers=headers)
                made += answer.status_code == 201
                assert answer.status_code == 201 or (answer.status_code == 429 and answer.headers["retry-after"])
            for _ in range(10):  # fresh cookies
                attacker.cookies.clear()
                attacker.get("/")
                page = attacker.post("/start/duck", headers={"origin": url})
                made += page.status_code == 303
            assert made <= 5 + (time.monotonic() - began) + 1  # and one more every second that this took
        with asking(url, "127.0.0.6") as other:
            assert other.post("/api/tables", json=NEW).status_code == 201
        told = server.log.read_text(encoding="utf-8").count("--trusted-proxies")
        assert told == (0 if way == "proxied" else 1)  # whoever runs it is told of a proxy without a name


def test_whatever_is_sent_is_limited(tmp_path: Path) -> None:
    """Links of devices, languages and what is nowhere cost as much as moves."""
    limits = Limits()
    with server_with(tmp_path, limits) as (url, _), httpx.Client(base_url=url, headers={"origin": url}) as client:
        limits.crowd = Bucket(8, 0.0)
        asked = ("/api/tables/nowhere/links", "/t/nowhere/link", "/language", "/nowhere")
        assert [client.post(path).status_code == 429 for path in asked * 3] == [False] * 8 + [True] * 4
        assert client.get("/healthz").status_code == 200


def test_reading_sitting_down_and_watching_are_limited_too(tmp_path: Path) -> None:
    limits = Limits()
    with server_with(tmp_path, limits) as (url, _), httpx.Client(base_url=url, headers={"origin": url}) as client:
        client.get("/")
        table = client.post("/new/garden", data={"kind0": "here", "kind1": "elsewhere"}).headers["location"]
        limits.joins = Bucket(3, 0.0)
        join = {"seat": "0", "do": "join"}
        assert [client.post(f"{table}/seat", data=join).status_code for _ in range(5)] == [422] * 3 + [429] * 2
        limits.most_streams = 1
        with client.stream("GET", f"{table}/live") as line:
            assert line.status_code == 200
            assert client.get(f"{table}/live").status_code == 429
        limits.reads = Bucket(4, 0.0)
        paths = (table, f"{table}/look", "/api/tables/nowhere", "/nowhere", "/", f"{table}/live")
        assert [client.get(path).status_code == 429 for path in paths] == [False] * 4 + [True] * 2
        assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize(("token", "cost"), [("", 1), ("invented", INVENTED)])
def test_a_token_that_opens_nothing_costs_more_than_none(tmp_path: Path, token: str, cost: int) -> None:
    limits = Limits()
    with server_with(tmp_path, limits) as (url, _), httpx.Client(base_url=url) as client:
        made = client.post("/api/tables", json=NEW).json()
        path, move = f"/api/tables/{made['table']}/moves", {"ply": 1, "act": "x"}
        limits.strangers = Bucket(2 * INVENTED, 0.0)
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answers = [client.post(path, json=move, headers=headers).status_code for _ in range(2 * INVENTED + 1)]
        assert answers.count(403) == 2 * INVENTED // cost
        assert answers[-1] == 429
        mine = {"authorization": f"Bearer {made['seats'][0]['token']}"}
        assert client.post(path, json=move, headers=mine).status_code in (409, 422)  # who sits has its own


@OTHERS
def test_behind_tls_browsers_are_told_to_stay_there_and_links_say_so(tmp_path: Path) -> None:
    with launched(tmp_path, 0.0, "--trusted-proxies", "127.0.0.1") as server:
        with reverse_proxy(server.url, scheme="https") as url, asking(url, "127.0.0.5") as client:
            headers = {"origin": "https://games.example.org", "host": "games.example.org"}
            page = client.get("/", headers=headers)
            assert page.headers["strict-transport-security"]
            assert "secure" in page.headers["set-cookie"].lower()
            table = client.post("/start/duck", headers=headers).headers["location"]
            assert "https://games.example.org/t/" in client.get(f"{table}/seats", headers=headers).text
        assert "strict-transport-security" not in httpx.get(server.url).headers


# Connections


@contextlib.contextmanager
def server_with(
    data: Path, limits: Limits, loop: Literal["auto", "asyncio"] = "auto", **of_connections: float
) -> Iterator[tuple[str, House]]:
    """A server in a thread, with connections of little patience."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(200)
        app = make_app(lambda: SqliteStore(data / "tables.sqlite"), limits=limits)
        protocol = connections(Proxies(), **of_connections)  # type: ignore[arg-type]
        server = uvicorn.Server(
            uvicorn.Config(
                app, http=protocol, loop=loop, log_config=None, access_log=False, timeout_graceful_shutdown=3
            )
        )
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            url = f"http://127.0.0.1:{listening.getsockname()[1]}"
            assert well(httpx.Client(base_url=url, timeout=30))
            yield url, app.state.house
        finally:
            server.should_exit = True
            thread.join()


def connected(url: str) -> socket.socket:
    host, port = url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), 30)


def well(client: httpx.Client) -> bool:
    """Is the server there?  A busy machine may be slower than its patience: so ask again."""
    for _ in range(40):
        with contextlib.suppress(httpx.TransportError):
            return client.get("/healthz").status_code == 200
    return False


def is_cut(line: socket.socket) -> bool:
    try:
        while line.recv(65536):
            pass
    except ConnectionError:
        pass
    return True  # otherwise it had timed out


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 150_000,
    ],
)
def test_half_a_request_is_not_waited_for_for_ever(tmp_path: Path, said: bytes) -> None:
    with server_with(tmp_path, Limits(), patience=0.3) as (url, _), connected(url) as line:
        line.sendall(said)
        assert is_cut(line)
        assert well(httpx.Client(base_url=url))


LIVE = "GET /api/tables/{table}/events HTTP/1.1\r\nHost: x\r\n\r\n"
CHUNKED = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"


@pytest.mark.parametrize(
    ("begin", "more"),
    [
        (LIVE.encode() + b"GET /", b"x" * 65536),
        (LIVE.encode(), b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 1700),
        (CHUNKED, b"X-Trailer: " + b"x" * 65536 + b"\r\n"),
    ],
    ids=["an endless head behind a stream", "requests behind a stream", "endless trailers"],
)
def test_nobody_fills_the_memory_with_what_comes_behind_a_request(tmp_path: Path, begin: bytes, more: bytes) -> None:
    """What a connection sends beyond its request is not kept, and the line is cut before it becomes much."""
    with server_with(tmp_path, Limits()) as (url, house), connected(url) as line:
        table = httpx.post(f"{url}/api/tables", json=NEW).json()["table"]
        line.sendall(begin.replace(b"{table}", table.encode()))
        with pytest.raises(ConnectionError):
            line.sendall(more * 500)  # the net holds far less than this
        until = time.monotonic() + 20
        while house.memory[table].listeners and time.monotonic() < until:
            time.sleep(0.01)
        assert not house.memory[table].listeners
        assert well(httpx.Client(base_url=url))


@pytest.mark.parametrize("loop", ["asyncio", "auto"])
def test_a_stream_ends_with_its_line_also_when_another_request_waits_behind_it(
    tmp_path: Path, loop: Literal["auto", "asyncio"]
) -> None:
    limits = Limits()
    with server_with(tmp_path, limits, loop=loop) as (url, house):
        table = httpx.post(f"{url}/api/tables", json=NEW).json()["table"]
        with connected(url) as line:
            line.sendall((LIVE.format(table=table) * 3).encode())
            until = time.monotonic() + 20
            while not house.memory[table].listeners and time.monotonic() < until:
                time.sleep(0.01)
            assert len(house.memory[table].listeners) == 1  # the others have their turn after it
        while (house.memory[table].listeners or limits.streams) and time.monotonic() < until:
            time.sleep(0.01)
        assert not house.memory[table].listeners
        assert not limits.streams


def test_a_byte_now_and_then_does_not_help_and_waiting_between_requests_is_allowed(tmp_path: Path) -> None:
    with server_with(tmp_path, Limits(), patience=0.3) as (url, _), connected(url) as slow, httpx.Client() as kept:
        kept.base_url = httpx.URL(url)
        assert well(kept)
        with contextlib.suppress(ConnectionError):
            for letter in b"GET /healthz HTTP/1.1\r\nHost: abcdefghijklmnopqrstuvwxyz":
                slow.sendall(bytes([letter]))
                time.sleep(0.02)
        assert is_cut(slow)
        assert well(kept)


def test_one_client_cannot_have_all_connections_and_streams_end(tmp_path: Path) -> None:
    limits = Limits()
    limits.most_streams = 4
    with server_with(tmp_path, limits, most=10, patience=90) as (url, _), contextlib.ExitStack() as lines:
        table = httpx.post(f"{url}/api/tables", json=NEW).json()["table"]
        path = f"{url}/api/tables/{table}/events"
        with httpx.Client() as client:
            for _ in range(4):
                assert lines.enter_context(client.stream("GET", path)).status_code == 200
            fifth = client.get(path)
            assert fifth.status_code == 429
        idle = [lines.enter_context(connected(url)) for _ in range(20)]
        refused = sum(is_cut(line) for line in idle[12:])  # ten at most, and some are streams
        assert refused == 8


def test_whoever_never_reads_is_let_go_at_the_end_of_the_backlog(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stream that is not read while much is told: memory stays, and the line is cut."""
    monkeypatch.setattr(listeners, "BACKLOG", 5)
    monkeypatch.setattr(listeners, "GRACE", 0.05)
    with server_with(tmp_path, Limits(generous=0)) as (url, house), connected(url) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made = httpx.post(f"{url}/api/tables", json=NEW).json()
        line.sendall(f"GET /t/{made['table']}/live?since=0 HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        assert line.recv(10)
        assert house._beating is not None
        loop = house._beating.get_loop()
        said: dict[str, object] = {"sign": "x" * 100_000}
        for _ in range(200):
            loop.call_soon_threadsafe(house.notify, made["table"], said)
            time.sleep(0.001)
        until = time.monotonic() + 20
        while house.memory[made["table"]].listeners and time.monotonic() < until:
            time.sleep(0.01)
        assert not house.memory[made["table"]].listeners


def test_a_listener_that_lags_keeps_no_more_than_its_backlog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listeners, "GRACE", 0.0)

    async def work() -> None:
        house, cuts = House(SqliteStore(tmp_path / "tables.sqlite")), []
        table = (await house.make("mensch", {}, ["random"] * 4)).table
        events = house.listen(table.id, None, table.ply, cut=lambda: cuts.append(True))
        first = asyncio.create_task(anext(events))
        await first
        (listener,) = house.memory[table.id].listeners
        for number in range(100 * BACKLOG):
            listener.tell(number + 1, b"x")
            assert len(listener.news) <= BACKLOG
        while not cuts:
            await asyncio.sleep(0)
        with pytest.raises(Interrupted):
            await anext(events)
        await house.close()
        assert cuts == [True]

    run(work)


def answers(line: socket.socket) -> list[tuple[bytes, bytes, bytes]]:
    """Status, headers and body of each answer until the server hangs up."""
    found, said = [], b"".join(iter(lambda: line.recv(65536), b""))
    while said:
        head, _, rest = said.partition(b"\r\n\r\n")
        size = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        found.append((head[9:12], head, rest[:size]))
        said = rest[size:]
    return found


@pytest.mark.parametrize("last", ["healthz", "move"])
def test_moves_in_one_packet_are_answered_whole_and_in_order(tmp_path: Path, last: str) -> None:
    """An answer that is written at once never overtakes another, and the line ends when the client wants it to."""
    with server_with(tmp_path, Limits()) as (url, _), httpx.Client(base_url=url) as client, connected(url) as line:
        made = client.post("/api/tables", json={"game": "kniffel", "seats": ["person", "person"]}).json()
        table = f"/api/tables/{made['table']}"
        token = made["seats"][0]["token"]
        state = client.get(table, headers={"authorization": f"Bearer {token}"}).json()
        move = msgspec.json.encode({"ply": state["ply"], "act": state["actions"][0]})
        head = f"Host: x\r\nAuthorization: Bearer {token}\r\nContent-Length: {len(move)}\r\n"
        asked = f"POST {table}/moves HTTP/1.1\r\n{head}".encode()
        closing = b"Connection: close\r\n\r\n"
        if last == "move":
            line.sendall(asked + closing + move)
            expected = [b"200"]
        else:
            line.sendall(2 * (asked + b"\r\n" + move) + b"GET /healthz HTTP/1.1\r\nHost: x\r\n" + closing)
            expected = [b"200", b"409", b"200"]
        told = answers(line)
        assert [status for status, _, _ in told] == expected
        assert msgspec.json.decode(told[0][2])["ply"] > state["ply"]
        assert all(b"x-request-id: " in head and b"nosniff" in head for _, head, _ in told)
