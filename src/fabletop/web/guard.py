"""The outermost layer: what holds for every request and every answer, whoever gives it.

Each answer carries the same safe headers and the number of its request; each error is one clear line; a host that is
not ours is not believed; reading is limited as well as acting.
"""

from __future__ import annotations

import contextvars
import ipaddress
import logging
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import lru_cache

from prometheus_client import Histogram
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fabletop.engine.errors import FabletopError
from fabletop.tables import counts
from fabletop.web.limits import Limits
from fabletop.web.proxies import Proxies

log = logging.getLogger("fabletop.web")
request_id: contextvars.ContextVar[str] = contextvars.ContextVar("request_id", default="")

LONGEST_HOST = 255
LOCAL_NAMES = (".localhost", ".local", ".lan", ".home.arpa", ".internal")
KINDS = ("api", "static", "t", "lab", "new", "start")  # what is counted apart
STREAMS = ("/events", "/live", "/watch")
AT_TABLES = ("/t/", "/api/tables/")
UNLIMITED = ("/static/", "/lid/", "/healthz", "/readyz", "/metrics")
HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        b"form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
UNKEPT = (b"cache-control", b"no-store")  # unless an answer says otherwise: most are for one person's eyes
SECURE = (b"strict-transport-security", b"max-age=31536000")


@lru_cache(256)
def _asked(of: str, hundreds: int) -> Histogram:
    return counts.ASKED.labels(of, f"{hundreds}xx")


class Refused(Exception):  # noqa: N818
    """An answer that is not 2xx, in one line."""

    def __init__(self, status: int, error: str, **more: object) -> None:
        super().__init__(error)
        self.status, self.body = status, {"error": error, **more}


Answer = Callable[[Request, Exception], Awaitable[Response]]


Headers = tuple[tuple[bytes, bytes], ...]


def safe(headers: Headers, *, secure: bool) -> Headers:
    """The headers of an answer with those that every answer has."""
    unkept = () if any(name == b"cache-control" for name, _ in headers) else (UNKEPT,)
    return (*headers, *HEADERS, *unkept, *((SECURE,) if secure else ()))


always_safe = lru_cache(64)(safe)  # of answers whose headers are always the same


async def answer_at_once(scope: Scope, message: Message, send: Send, number: bytes) -> None:
    """Who says its `body` with the head is answered in one write, where the line can do that (`connections.py`)."""
    status, body = message["status"], message["body"]
    headers = always_safe(message["headers"], secure=scope["scheme"] == "https")
    line = scope["state"].get("line") if "state" in scope else None
    if line is None or not line.answer(status, headers, number, body):
        length = b"%d" % len(body)
        headers = (*headers, (b"content-length", length), (b"x-request-id", number))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def host_name(host: str) -> str:
    """The name without the port, in small letters."""
    if host.startswith("["):
        return host.partition("]")[0].strip("[").lower()
    return host.partition(":")[0].rstrip(".").lower()


@lru_cache(1024)
def is_ours(host: str, names: tuple[str, ...] = ()) -> bool:
    """May this server be called so?  By an address, or by a name that no website can have."""
    name = host_name(host)
    try:
        ipaddress.ip_address(name)
        return True
    except ValueError:
        return bool(name) and (name in names or "." not in name or name.endswith(LOCAL_NAMES))


def _first(scope: Scope) -> bool:
    """Does it wait for nobody?  What costs next to nothing, and what people do at their tables."""
    if scope["method"] in ("GET", "HEAD"):
        return bool(scope["path"].startswith(UNLIMITED))
    return bool(scope["path"].startswith(AT_TABLES))


class Guard:
    """Round everything else.  `names` are what the server may be called; without any, trusted proxies are believed."""

    def __init__(
        self, app: ASGIApp, limits: Limits, answer: Answer, proxies: Proxies, names: Sequence[str] = ()
    ) -> None:
        self.app, self.limits, self.answer, self.proxies = app, limits, answer, proxies
        self.names = tuple(name.lower() for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return  # a web socket: nobody is there
        began, status = time.perf_counter(), 0
        number = f"{random.getrandbits(48):012x}"  # to tell requests apart: no secret
        request_id.set(number)
        proxied = self.proxies.unveil(scope)

        async def guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                if "body" in message:
                    await answer_at_once(scope, message, send, number.encode())
                    return
                headers = safe(tuple(message.get("headers", ())), secure=scope["scheme"] == "https")
                message["headers"] = [*headers, (b"x-request-id", number.encode())]
            await send(message)

        try:
            self._check(scope, believed=proxied and not self.names)
            if not _first(scope):
                await self.limits.turn(scope)
            await self.app(scope, receive, guarded)
        except ClientDisconnect:
            status = status or 499  # gone before it has said all: nobody waits for an answer
        except Exception as error:
            if not isinstance(error, FabletopError | Refused):
                log.exception("%s %s went wrong", scope["method"], scope["path"][:200])
            if status:
                raise  # too late for another answer: the line is cut
            await (await self.answer(Request(scope), error))(scope, receive, guarded)
        finally:
            self._count(scope, status, time.perf_counter() - began)

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        path: str = scope["path"]
        if not path.endswith(STREAMS):
            kind = path[1:].partition("/")[0]
            _asked(kind if kind in KINDS else "page", status // 100).observe(seconds)

    def _check(self, scope: Scope, *, believed: bool) -> None:
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        host = hosts[0].decode("latin-1") if len(hosts) == 1 else ""  # of two, a proxy may have meant the other
        if len(host) > LONGEST_HOST or not (believed or is_ours(host, self.names)):
            raise Refused(421, "this server has another name; whoever runs it can add one with --name")
        if scope["method"] not in ("GET", "HEAD"):
            self.limits.knock(scope)
        elif not scope["path"].startswith(UNLIMITED):
            self.limits.read(scope)
