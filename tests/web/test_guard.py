"""What stands before every page: safe headers, paths that lead nowhere, proxies that nobody has named."""

from __future__ import annotations

import logging

import pytest
from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send

from fabletop.engine.errors import BadOption
from fabletop.tables.errors import Stale
from fabletop.tables.store import StoreDown
from fabletop.testing.running import run
from fabletop.web import api
from fabletop.web.guard import SECURE, Guard, Refused
from fabletop.web.limits import Busy, Limits
from fabletop.web.proxies import Proxies
from fabletop.web.root import Below


async def _answer(app: object, scheme: str, path: str) -> tuple[int, dict[bytes, bytes], str]:
    said: list[Message] = []

    async def send(message: Message) -> None:
        said.append(message)

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    scope = {
        "type": "http", "method": "GET", "scheme": scheme, "path": path, "raw_path": path.encode(), "query_string": b"",
        "headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 1), "server": ("localhost", 80),
    }  # fmt: skip
    await app(scope, receive, send)  # type: ignore[operator]
    return said[0]["status"], dict(said[0]["headers"]), scope["path"]  # type: ignore[return-value]


async def _fine(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def test_only_a_secure_page_asks_browsers_to_stay_secure() -> None:
    async def work() -> None:
        async def refused(*_: object) -> None:
            raise AssertionError

        guard = Guard(_fine, Limits(), refused, Proxies())  # type: ignore[arg-type]
        for scheme in ("http", "https"):
            _, headers, _ = await _answer(guard, scheme, "/")
            assert (SECURE[0] in headers) == (scheme == "https")
            assert b"x-request-id" in headers

    run(work)


@pytest.mark.parametrize(
    ("path", "inside"),
    [
        ("/games", "/"),
        ("/games/", "/"),
        ("/games/t/x", "/t/x"),
        ("/gamesters", "/…"),
        ("/", "/…"),
        ("/healthz", "/healthz"),
    ],
)
def test_below_a_path_everything_else_is_nowhere(path: str, inside: str) -> None:
    async def work() -> None:
        assert (await _answer(Below(_fine, "/games"), "http", path))[2] == (inside or path)

    run(work)


def test_a_proxy_that_nobody_has_named_is_told_of_once(caplog: pytest.LogCaptureFixture) -> None:
    proxies = Proxies()
    plain = {"type": "http", "client": ("10.1.2.3", 1), "headers": []}
    forwarded = {**plain, "headers": [(b"x-forwarded-for", b"203.0.113.9")]}
    with caplog.at_level(logging.WARNING):
        proxies._notice(plain)
        assert not caplog.records
        proxies._notice(forwarded)
        proxies._notice(forwarded)
    assert [record.getMessage() for record in caplog.records] == [
        "10.1.2.3 says that it asks for others; if it is your proxy, say --trusted-proxies 10.1.2.3"
    ]


@pytest.mark.parametrize(
    ("method", "path", "counted"),
    [
        ("GET", "/", "read"), ("HEAD", "/t/x", "read"), ("GET", "/api/games", "read"),
        ("GET", "/static/1/table.js", ""), ("GET", "/lid/duck.svg", ""), ("GET", "/healthz", ""),
        ("POST", "/t/x/move", "knock"), ("POST", "/static/x", "knock"),
    ],
)  # fmt: skip
def test_what_is_asked_for_is_counted_but_for_what_costs_nothing(
    monkeypatch: pytest.MonkeyPatch, method: str, path: str, counted: str
) -> None:
    found: list[str] = []
    for name in ("read", "knock"):
        monkeypatch.setattr(Limits, name, lambda self, scope, name=name: found.append(name))

    async def refused(*_: object) -> None:
        raise AssertionError

    guard = Guard(_fine, Limits(), refused, Proxies())  # type: ignore[arg-type]
    scope = {"type": "http", "method": method, "path": path, "headers": [(b"host", b"localhost")], "client": ("::1", 1)}
    guard._check(scope, believed=False)
    assert found == ([counted] if counted else [])


@pytest.mark.parametrize("hosts", [[], ["here", "there"], ["x" * 300], ["evil.example"]])
def test_a_server_answers_to_its_own_names_alone(hosts: list[str]) -> None:
    async def refused(*_: object) -> None:
        raise AssertionError

    guard = Guard(_fine, Limits(), refused, Proxies())  # type: ignore[arg-type]
    headers = [(b"host", host.encode()) for host in hosts]
    scope = {"type": "http", "method": "GET", "path": "/", "headers": headers, "client": ("127.0.0.1", 1)}
    with pytest.raises(Refused, match="another name"):
        guard._check(scope, believed=False)


def test_no_answer_is_kept_by_a_browser_unless_it_says_so() -> None:
    async def kept(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"cache-control", b"max-age=9")]})
        await send({"type": "http.response.body", "body": b""})

    async def refused(*_: object) -> None:
        raise AssertionError

    async def work() -> None:
        for app, says in ((_fine, b"no-store"), (kept, b"max-age=9")):
            _, headers, _ = await _answer(Guard(app, Limits(), refused, Proxies()), "http", "/")  # type: ignore[arg-type]
            assert headers[b"cache-control"] == says

    run(work)


@pytest.mark.parametrize(("error", "status", "later"), [
    (Busy("x"), 429, "5"), (StoreDown("x"), 503, "5"), (BadOption("x"), 422, None), (Stale("x"), 409, None),
    (ValueError("secret"), 500, None),
])  # fmt: skip
def test_a_program_is_told_what_is_wrong_and_when_to_come_again(
    error: Exception, status: int, later: str | None
) -> None:
    async def work() -> None:
        answer = await api.refused(Request({"type": "http"}), error)
        assert (answer.status_code, answer.headers.get("retry-after")) == (status, later)
        assert b"secret" not in bytes(answer.body)

    run(work)
