"""Anything may be sent: each answer is one clear line with the same safe headers, and never an accident of ours."""

from __future__ import annotations

import random
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.routing import Route

import fabletop
from fabletop.tables.store import SqliteStore
from fabletop.testing.running import run
from fabletop.testing.serving import launched, raw
from fabletop.web import asked
from fabletop.web.app import make_app
from fabletop.web.asked import whole
from fabletop.web.guard import HEADERS, is_ours

SAFE = {name.decode(): value.decode() for name, value in HEADERS}
MANY = "9" * 5000


class Target:
    """A server with a table of each kind."""

    def __init__(self, url: str, log: Path) -> None:
        self.url, self.log, self.host = url, log, url.removeprefix("http://")
        with httpx.Client(base_url=url, headers={"origin": url}, follow_redirects=True) as browser:
            browser.get("/")
            self.page = browser.post("/start/maumau").url.path
            self.cookie = f"fabletop={browser.cookies['fabletop']}"
        made = httpx.post(f"{url}/api/tables", json={"game": "duck", "seats": ["person"]}).json()
        self.api, self.token = f"/api/tables/{made['table']}", made["seats"][0]["token"]
        self.tables = [self.page.rpartition("/")[2], made["table"]]

    def ask(
        self, method: str, path: str, headers: dict[str, str], body: bytes = b""
    ) -> tuple[int, dict[str, str], bytes]:
        lines = {"host": self.host, "connection": "close", "content-length": str(len(body)), **headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        return raw(self.url, f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode("latin-1", "replace") + body)


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    with launched(tmp_path_factory.mktemp("data"), 0.0, "--limits", "0", "--tables-per-client", "100000") as server:
        found = Target(server.url, server.log)
        yield found
        said = server.log.read_text(encoding="utf-8")
    assert "Traceback" not in said, said
    assert '"level": "error"' not in said, said


def check(answer: tuple[int, dict[str, str], bytes], what: object) -> int:
    status, headers, body = answer
    assert 200 <= status < 500, (what, status, body[:300])
    missing = {name for name, value in SAFE.items() if headers.get(name) != value}
    assert not missing, (what, status, missing)
    if status >= 400 and headers.get("content-type", "").startswith(("application/json", "text/plain")):
        assert len(body.strip().splitlines()) <= 1, (what, body)
    return status


def test_the_eleven_that_once_were_accidents(target: Target) -> None:
    ours = {"origin": target.url, "cookie": target.cookie, "content-type": "application/x-www-form-urlencoded"}
    seat = {"authorization": f"Bearer {target.token}"}
    for path in ("", "/look", "/seats"):
        assert check(target.ask("GET", f"{target.page}{path}?seat={MANY}", {}), path) == 200
    for path in ("/watch", "/frame"):
        assert check(target.ask("GET", f"{target.page}{path}?seat={MANY}&ply={MANY}", {}), path) == 409
    sign = f"sign=hello&seat={MANY}".encode()
    assert check(target.ask("POST", f"{target.page}/sign", ours, sign), "sign") == 303
    for begins in ("²", MANY, "-1", "٣"):
        body = httpx.QueryParams({"kind0": "here", "kind1": "here", "begins": begins})
        assert check(target.ask("POST", "/new/duck", ours, str(body).encode()), begins) == 303
    fields = "&".join(f"f{i}=1" for i in range(400)).encode()
    assert check(target.ask("POST", "/new/duck", ours, fields), "fields") == 403
    for origin in ("http://[", "http://[::1", "null", "//", "http://" + "a" * 3000):
        assert check(target.ask("POST", "/language", {"origin": origin}, b"language=de"), origin) == 403
        assert check(target.ask("POST", "/api/tables", {"origin": origin}, b"{}"), origin) == 403
    for body_ in (b'{"game": "\xff\xfe"}', b'{"ply": 1, "act": "\xc3"}', b'"\xed\xa0\x80"'):
        assert check(target.ask("POST", "/api/tables", {}, body_), body_) in (400, 422)
        assert check(target.ask("POST", f"{target.api}/moves", seat, body_), body_) in (400, 422)
    assert check(target.ask("GET", f"/static/x/{'a' * 300}.css", {}), "static") == 404
    assert (
        check(target.ask("GET", f"{target.page}/qr.svg", {"host": "h" * 4000, "cookie": target.cookie}), "host") == 421
    )
    assert check(target.ask("GET", f"{target.page}/qr.svg", {"cookie": target.cookie}), "code") == 200
    for stream in (
        f"{target.page}/live",
        f"{target.api}/events",
    ):  # an overlong number is none: told from the beginning
        head = f"GET {stream} HTTP/1.1\r\nHost: {target.host}\r\nLast-Event-ID: {MANY}\r\n\r\n"
        with socket.create_connection(target.host.split(":"), 20) as line:  # type: ignore[arg-type]
            line.sendall(head.encode())
            assert line.recv(100).startswith(b"HTTP/1.1 200")
        assert check(target.ask("GET", stream.replace("/t", "/t/nowhere", 1), {}), "no such stream") == 404
        assert check(target.ask("HEAD", stream, {}), "nothing of a stream") == 405
    for path in ("/language", f"{target.page}/move", f"{target.api}/moves", "/api/tables"):  # gone in the middle
        with socket.create_connection(target.host.split(":"), 20) as line:  # type: ignore[arg-type]
            line.sendall(
                f"POST {path} HTTP/1.1\r\nHost: x\r\nOrigin: {target.url}\r\nContent-Length: 99\r\n\r\nx".encode()
            )
    assert check(raw(target.url, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n"), "not HTTP") == 400


ODD = [
    "", "0", "-1", "1e9", "²", "٣", "NaN", "null", "%00", "%ff%fe", "%2e%2e%2f", "..", "//", "\\", "'", '"', "<x>",
    "{}", "{game}", "%(x)s", "a" * 300, "9" * 400, MANY, "\t", "%0d%0aset-cookie:%20x=1", "é", "[", "]", "http://[",
    "*",
]  # fmt: skip
PLAIN = [
    "0", "1", "2", "3", "4", "end", "en", "de", "person", "here", "elsewhere", "fair", "join", "back", "replace",
    "colour", "roll", "start", "draw", "pass", "square 31", "pawn-0", "hand", "classic", "/games", "Ada", "first",
    "true", "x" * 16, "0" * 64,
]  # fmt: skip
FIELDS = [
    "seat", "ply", "act", "salt", "do", "name", "invite", "sign", "to", "language", "begins", "kind0", "kind1", "since",
    "seats", "option-ducks", "game", "options", "part", "thing", "at", "animal", "colour", "table", "players",
    "anchor", "link", "n", "device", "names", "colours", "name0", "animal0", "number", "head",
]  # fmt: skip
NAMES = [
    "accept", "accept-language", "accept-encoding", "cookie", "origin", "referer", "authorization", "host",
    "content-type", "sec-fetch-site", "last-event-id", "x-forwarded-for", "x-forwarded-proto", "if-none-match",
    "range", "expect", "x-request-id",
]  # fmt: skip
VALUES = [
    "fr-CH, fr;q=0.9", "de;q=", "gzip;q=x", "Bearer", "Bearer " + "x" * 900, "fabletop=", "fabletop=a.b.c",
    "same-origin", "cross-site", "application/json", "text/html",
]  # fmt: skip
JSON = [
    "null", "[]", "{}", "0", "1", "-1", MANY, '"x"', '"duck"', '["person"]', "1e400", "true", '"\\ud800"', "[" * 3000,
]  # fmt: skip
APART = ("/live", "/events", "/lab/{game}/watch", "/forget")  # streams do not end, and after /forget nothing is left


def routes_of(folder: Path, method: str) -> list[str]:
    """Every path that a server answers to, whoever has added it."""

    async def work() -> list[str]:
        app = make_app(lambda: SqliteStore(folder / "tables.sqlite"))
        async with app.router.lifespan_context(app):
            routes = [route for route in app.router.routes if isinstance(route, Route)]
        return [route.path for route in routes if method in (route.methods or ())]

    return run(work)


def all_routes(folder: Path) -> list[str]:
    found = dict.fromkeys((*routes_of(folder, "GET"), *routes_of(folder, "POST")))
    return [path for path in found if not path.endswith(APART)]


def at_page(target: Target, path: str) -> str:
    """A path with its table and game filled in."""
    page, game = target.page.rpartition("/")[2], "maumau"
    table = target.api.rpartition("/")[2] if path.startswith("/api") else page
    return re.sub(r"\{\w+[^}]*\}", "1", path.replace("{table}", table).replace("{game}", game))


def test_no_other_site_can_post_anything_in_the_name_of_a_browser(target: Target, tmp_path: Path) -> None:
    """Whatever can be posted; a link of a device alone needs no cookie, and proves by itself whose it is."""
    posts = [path for path in routes_of(tmp_path, "POST") if not path.endswith("/links")]
    assert len(posts) > 15
    mine = {"cookie": target.cookie, "authorization": f"Bearer {target.token}"}
    evil = (
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site", "origin": target.url},
        {"sec-fetch-site": "same-site"},
    )
    for path in posts:
        for headers in evil:
            answer = target.ask("POST", at_page(target, path), mine | headers, b"")
            assert check(answer, (path, headers)) == 403, (path, headers)


PUBLIC = ("/static/", "/lid/", "/sign/", "/picture/", "/gallery/")


def test_nothing_that_may_be_private_is_kept_by_anybody_in_between(target: Target, tmp_path: Path) -> None:
    """All that is read, as the browser that sits at the table reads it."""
    reads = [path for path in routes_of(tmp_path, "GET") if not path.endswith(APART)]
    assert len(reads) > 25
    for path in reads:
        status, headers, _ = target.ask("GET", at_page(target, path), {"cookie": target.cookie})
        kept = headers.get("cache-control", "")
        assert kept in ("no-store", "no-cache") or path.startswith(PUBLIC), (path, status, kept)


def fuzzed(target: Target, routes: list[str], chance: random.Random) -> tuple[int, object]:
    """One request with an odd path, query, header or body; what came of it, and what it was."""

    def some() -> str:
        return chance.choice(ODD if chance.random() < 0.5 else PLAIN)

    def filled(found: re.Match[str]) -> str:
        known = {"table": chance.choice(target.tables), "game": chance.choice(fabletop.game_ids())}
        return known.get(found[1], some()) if chance.random() < 0.9 else some()

    path = re.sub(r"\{(\w+)[^}]*\}", filled, chance.choice(routes))
    if chance.random() < 0.1:
        path = f"{path.rstrip('/')}/{some()}"
    query = "&".join(f"{chance.choice(FIELDS)}={some()}" for _ in range(chance.randrange(3)))
    mine = [target.cookie, f"Bearer {target.token}"]
    asked = {chance.choice(NAMES): chance.choice([*ODD, *VALUES, *mine]) for _ in range(chance.randrange(4))}
    if chance.random() < 0.7:
        asked |= {"origin": target.url, "cookie": target.cookie}
    if chance.random() < 0.3:
        asked["authorization"] = mine[1]
    form = "&".join(f"{chance.choice(FIELDS)}={some()}" for _ in range(chance.randrange(6))).encode()
    pairs = (f'"{chance.choice(FIELDS)}": {chance.choice(JSON)}' for _ in range(chance.randrange(1, 5)))
    json = f"{{{', '.join(pairs)}}}".encode()
    body = chance.choice([b"", form, form, json, json, b"\xff\xfe", b"\x00" * 40, b"x" * 17_000])
    method = chance.choice(["GET", "GET", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS"])
    path = (path + (f"?{query}" if query else "")).replace(" ", "%20").replace("\t", "%09")
    what = (method, path[:200], {name: value[:80] for name, value in asked.items()}, body[:80])
    return check(target.ask(method, path, asked, body if method != "GET" else b""), what), what


@pytest.mark.parametrize("seed", [14])
def test_a_fuzzer_of_our_own_finds_no_accident(target: Target, tmp_path: Path, seed: int) -> None:
    """Every route with odd paths, queries, headers and bodies, at random but the same each time."""
    chance, routes = random.Random(seed), all_routes(tmp_path)
    assert len(routes) > 40
    seen = {fuzzed(target, routes, chance)[0] for _ in range(900)}
    assert {200, 303, 400, 403, 404, 405, 421, 422} <= seen, seen
    assert httpx.get(f"{target.url}/healthz").json()["ok"] is True


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("12", 12), (b"7", 7), ("007", 7), ("", None), (None, None), ("-1", None), ("+1", None), ("1_0", None),
     (" 1", None), ("²", None), ("٣", None), ("1.0", None), ("9" * 10, None), (MANY, None)],
)  # fmt: skip
def test_one_reader_of_whole_numbers(text: str | bytes | None, number: int | None) -> None:
    assert whole(text) == number


def test_a_number_has_to_be_small_enough() -> None:
    assert whole("3", 4) == 3
    assert whole("4", 4) is None


def test_only_names_that_no_website_can_have_are_believed() -> None:
    for host in (
        "localhost:8000",
        "127.0.0.1",
        "[::1]:8000",
        "192.168.1.7:8000",
        "kitchen",
        "kitchen.local:80",
        "x.home.arpa",
    ):
        assert is_ours(host), host
    for host in (
        "",
        "evil.example",
        "evil.example:8000",
        "127.0.0.1.evil.example",
        "[",
        ":80",
        "localhost.evil.example",
    ):
        assert not is_ours(host), host
    assert is_ours("Games.Example.org:443", ("games.example.org",))


def test_other_sites_cannot_act_and_cannot_give_us_their_name(target: Target) -> None:
    wanted = b'{"game": "duck", "seats": ["person"]}'
    for headers in (
        {"origin": "https://evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ):
        assert check(target.ask("POST", "/api/tables", headers, wanted), headers) == 403
        assert check(target.ask("POST", f"{target.api}/moves", headers, b'{"ply": 1, "act": ""}'), headers) == 403
    for headers in ({}, {"sec-fetch-site": "none"}, {"origin": target.url, "sec-fetch-site": "same-origin"}):
        assert check(target.ask("POST", "/api/tables", headers, wanted), headers) == 201
    rebound = {"host": "evil.example:8000", "origin": "http://evil.example:8000"}
    assert check(target.ask("POST", "/api/tables", rebound, wanted), rebound) == 421
    assert check(target.ask("GET", "/", rebound), rebound) == 421
    for hosts in ("", f"Host: {target.host}\r\nHost: evil.example\r\n"):  # of two, which one would it be?
        asked = f"GET / HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n"
        assert check(raw(target.url, asked.encode()), asked) == 421


def test_all_eight_games_make_a_table_from_the_plainest_form(target: Target) -> None:
    ours = {"origin": target.url, "cookie": target.cookie}
    for game in fabletop.game_ids():
        assert check(target.ask("POST", f"/start/{game}", ours), game) == 303


def test_whole_numbers_are_read_in_one_place() -> None:
    folder = Path(asked.__file__).parent
    others = [
        path.name for path in folder.glob("*.py") if re.search(r"\.is(decimal|digit|numeric)\(", path.read_text())
    ]
    assert others == ["asked.py"]
