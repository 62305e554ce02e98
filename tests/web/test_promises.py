"""What the pages and the API promise: whose seat it is, through whose eyes, how large, how safe."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from itsdangerous import URLSafeSerializer
from starlette.requests import Request
from starlette.responses import Response

from fabletop.tables.entries import Head, SeatPlan
from fabletop.tables.store import SqliteStore
from fabletop.tables.table import Table
from fabletop.testing.running import run
from fabletop.web.app import make_app
from fabletop.web.eyes import Eyes, is_shared, looking
from fabletop.web.limits import Bucket
from fabletop.web.visitor import Visitor

Visit = Callable[[], httpx.Client]


def test_who_is_there_cannot_be_replaced_by_the_others(visit: Visit) -> None:
    host, guest = visit(), visit()
    made = host.post("/new/duck", data={"kind0": "here", "kind1": "elsewhere", "name0": "Ada"})
    table = made.url.path
    key = re.search(rf"{table}\?invite=([\w-]+)", made.text)
    assert key
    guest.post(f"{table}/seat", data={"seat": "1", "do": "join", "name": "Ben", "invite": key[1]})
    with guest.stream("GET", f"{table}/live") as line:
        assert line.status_code == 200
        lines = line.iter_lines()
        next(lines)  # he hears the table: he is there
        answer = host.post(f"{table}/seat", data={"seat": "1", "do": "replace"})
        assert "a moment ago" not in answer.text  # he is here now: nothing happens, and nobody is told to wait
        assert "stands in" not in host.get(f"{table}/seats").text
    for _ in range(100):  # he is gone as soon as the server has noticed it
        host.post(f"{table}/seat", data={"seat": "1", "do": "replace"})
        if "stands in" in host.get(f"{table}/seats").text:
            return
        time.sleep(0.05)
    raise AssertionError("who is away can be replaced")


def test_who_was_here_a_moment_ago_is_waited_for(tmp_path: Path) -> None:
    async def work() -> None:
        app = make_app(lambda: SqliteStore(tmp_path / "tables.sqlite"), gone=60.0)
        async with app.router.lifespan_context(app):
            transport, headers = httpx.ASGITransport(app=app), {"origin": "http://here", "accept-language": "en"}
            browser = {"transport": transport, "base_url": "http://here", "headers": headers, "follow_redirects": True}
            async with httpx.AsyncClient(**browser) as host, httpx.AsyncClient(**browser) as guest:  # type: ignore[arg-type]
                made = await host.post("/new/duck", data={"kind0": "here", "kind1": "elsewhere", "name0": "Ada"})
                key = re.search(rf"{made.url.path}\?invite=([\w-]+)", made.text)
                assert key
                seat, replaced = f"{made.url.path}/seat", {"seat": "1", "do": "replace"}
                await guest.post(seat, data={"seat": "1", "do": "join", "name": "Ben", "invite": key[1]})
                refused = await host.post(seat, data=replaced)
                assert "Ben was here a moment ago" in refused.text
                assert "stands in" not in (await host.get(f"{seat}s")).text
                app.state.house.gone = 0.0
                await host.post(seat, data=replaced)
                assert "stands in" in (await host.get(f"{seat}s")).text

    run(work)


def test_a_shared_page_looks_through_nobodys_eyes_once_the_game_is_over() -> None:
    table = Table("t", Head("maumau", {}, [SeatPlan("person", "Ada"), SeatPlan("person", "Ben")], "5eed" * 16))
    eyes = Eyes((0, 1), lifted=0)
    for entry in table.opening():
        table.add(entry)
    assert is_shared(table, eyes)
    while table.turn is not None:
        assert looking(table, eyes) == 0
        for entry in table.answer(table.turn, table.actions(table.turn)[0]):
            table.add(entry)
    assert looking(table, eyes) is None
    assert looking(table, Eyes((1,), lifted=None)) == 1  # whoever is alone goes on looking as before


def test_a_full_memory_of_clients_forgets_the_oldest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fabletop.web.limits.CLIENTS", 3)
    bucket = Bucket(1, 0.0, clock=lambda: 0.0)
    for client in "abcd":
        assert bucket.take(client)
    assert not bucket.take("d")  # the newest has had its one request, and that is remembered
    assert not bucket.take("c")
    assert bucket.take("a")  # the oldest is a stranger again


def test_a_name_has_at_most_forty_letters(server: str) -> None:
    wanted = {"game": "duck", "seats": ["person", "person"]}
    long = httpx.post(f"{server}/api/tables", json={**wanted, "names": ["Ada", "B" * 41]})
    assert (long.status_code, long.json()["error"]) == (422, "a name has at most 40 letters")
    assert httpx.post(f"{server}/api/tables", json={**wanted, "names": ["Ada", "B" * 40]}).status_code == 201


def test_every_answer_to_a_move_has_the_safe_headers(server: str) -> None:
    made = httpx.post(f"{server}/api/tables", json={"game": "maumau", "seats": ["person", "person"]}).json()
    url, token = f"{server}/api/tables/{made['table']}", made["seats"][0]["token"]
    headers = {"Authorization": f"Bearer {token}"}
    state = httpx.get(url, headers=headers).json()
    played = httpx.post(f"{url}/moves", json={"ply": state["ply"], "act": state["actions"][0]}, headers=headers)
    refused = httpx.post(f"{url}/moves", json={"ply": 0, "act": "x"}, headers=headers)
    nonsense = httpx.post(f"{url}/moves", content=b"{", headers=headers)
    assert [answer.status_code for answer in (played, refused, nonsense)] == [200, 409, 400]
    for answer in (played, refused, nonsense):
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_over_https_a_cookie_never_travels_without_it(scheme: str) -> None:
    scope = {
        "type": "http", "method": "GET", "path": "/", "raw_path": b"/", "query_string": b"", "scheme": scheme,
        "server": ("games.example", 443), "headers": [(b"host", b"games.example")],
    }  # fmt: skip
    visitor = Visitor(Request(scope), URLSafeSerializer("key"))
    for response in (visitor.greet(Response()), visitor.speak(Response(), "de")):
        cookie = response.headers["set-cookie"].lower()
        assert ("; secure" in cookie) == (scheme == "https")
        assert "httponly" in cookie
        assert "samesite=lax" in cookie


def test_a_picture_of_the_rules_is_drawn_in_a_language_that_is_known(server: str) -> None:
    page = httpx.get(f"{server}/rules/duck", headers={"accept-language": "en"}).text
    link = re.search(r"/picture/[^\"]+\.svg", page)
    assert link
    assert httpx.get(server + link[0]).status_code == 200
    assert "/en/" in link[0]
    assert httpx.get(server + link[0].replace("/en/", "/xx/")).status_code == 404


def test_a_game_that_is_none_has_no_stream_of_the_lab(server: str) -> None:
    assert httpx.get(f"{server}/lab/chess/watch").status_code == 404


def test_what_a_device_has_chosen_is_kept_for_it() -> None:
    scope = {
        "type": "http", "method": "GET", "path": "/", "raw_path": b"/", "query_string": b"", "scheme": "http",
        "server": ("games.example", 80), "headers": [(b"host", b"games.example")],
    }  # fmt: skip
    visitor = Visitor(Request(scope), URLSafeSerializer("key"))
    chosen = [
        (visitor.face(Response(), ["shared", "", "alone"]), "=alone-shared;"),
        (visitor.face(Response(), []), '="";'),
        (visitor.read(Response(), pictures=True), "=on;"),
        (visitor.read(Response(), pictures=False), "=off;"),
        (visitor.speak(Response(), "fr"), "=fr;"),
    ]
    for response, kept in chosen:
        assert kept in response.headers["set-cookie"]
        assert "max-age=31536000" in response.headers["set-cookie"].lower()
    assert "set-cookie" not in visitor.speak(Response(), "klingon").headers
