"""Server-sent events as a plain ASGI endpoint: little memory for each listener, exact resume by Last-Event-ID."""

from __future__ import annotations

import asyncio
import struct
import zlib
from collections.abc import AsyncGenerator, Callable, Sequence
from functools import lru_cache
from typing import Any, Protocol, TypeAlias

from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from fabletop.tables.events import END
from fabletop.tables.listeners import Interrupted, Line
from fabletop.web.asked import whole

HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"vary", b"accept-encoding"),
]


LEVEL = 2  # of compression: the frames of a ply are so alike that 6 costs 2.6 times as much for 2 KB of 5 less


class DirectRoute(Route):
    """A route to a plain ASGI endpoint that is asked for very often, or for very long."""

    def __init__(self, path: str, endpoint: Callable[..., Any], *, methods: list[str] | None = None) -> None:
        super().__init__(path, endpoint, methods=methods or ["GET"])
        self.methods = set(self.methods or ()) - {"HEAD"}  # a stream without anything in it would never end


class DirectRouting:
    """Leads to the direct routes, round all other layers: each would take its time, and memory for every listener."""

    def __init__(self, app: ASGIApp, routes: Sequence[DirectRoute]) -> None:
        self.app, self.routes = app, routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self.app
        if scope["type"] == "http":
            path, method = scope["path"], scope["method"]
            for route in self.routes:
                if (found := route.path_regex.match(path)) and method in (route.methods or ()):
                    scope["path_params"] = found.groupdict()
                    app = route.app
                    break
        await app(scope, receive, send)


class Squeezed:
    """A gzip stream that is made of parts which are compressed alone: those who are told the same share the work, and
    a listener costs no window of its own.  Each part ends at a byte, so that nothing waits in the browser."""

    HEAD = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
    LAST = b"\x03\0"  # an empty last block

    def __init__(self) -> None:
        self.sum = self.size = 0

    def begin(self, body: bytes) -> bytes:
        return self.HEAD + self.more(body)

    def more(self, body: bytes) -> bytes:
        self.sum, self.size = zlib.crc32(body, self.sum), self.size + len(body)
        return squeezed(body)

    def end(self, body: bytes) -> bytes:
        return self.more(body) + self.LAST + struct.pack("<II", self.sum, self.size & 0xFFFFFFFF)


@lru_cache(256)
def squeezed(body: bytes) -> bytes:
    """A part of a deflate stream that leans on nothing before it."""
    if not body:
        return b""
    alone = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return alone.compress(body) + alone.flush(zlib.Z_FULL_FLUSH)


class Plain:
    """A stream as it is."""

    @staticmethod
    def more(body: bytes) -> bytes:
        return body

    begin = end = more


def takes_gzip(scope: Scope) -> bool:
    return any(name == b"accept-encoding" and b"gzip" in value for name, value in scope["headers"])


Pack: TypeAlias = Plain | Squeezed


class Connection(Protocol):
    """What a stream may do with its line, where the server allows it: `connections.py`."""

    def cut(self) -> None: ...
    def takes(self) -> bool: ...
    def write(self, body: bytes) -> bool: ...


def connection_of(scope: Scope) -> Connection | None:
    found: Connection | None = scope.get("state", {}).get("line")
    return found


def cut_of(scope: Scope) -> Callable[[], None] | None:
    """What cuts the line of somebody who does not read."""
    connection = connection_of(scope)
    return connection.cut if connection else None


def line_of(scope: Scope, pack: Pack) -> Line | None:
    """What writes at once to the line of somebody who does."""
    connection = connection_of(scope)
    if connection is None:
        return None
    if isinstance(pack, Plain):
        return connection.write
    return lambda said: connection.takes() and connection.write(pack.more(said))


async def send_events(
    receive: Receive, send: Send, events: AsyncGenerator[bytes, None], pack: Pack | None = None
) -> None:
    """Send events as they come, until they or the client come to an end."""
    pack = pack or Plain()

    async def say(body: bytes, more: bool = True) -> None:
        await send({"type": "http.response.body", "body": body, "more_body": more})

    headers = [*HEADERS, (b"content-encoding", b"gzip")] if isinstance(pack, Squeezed) else HEADERS
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await say(pack.begin(b"retry: 1000\n\n"))
    sending = asyncio.current_task()
    assert sending is not None
    watching = asyncio.create_task(_cancel_when_gone(receive, sending))
    try:
        async for told in events:
            await say(pack.more(told))
        await say(pack.end(END), more=False)
    except Interrupted:
        await say(pack.end(b""), more=False)  # without the end: the client comes back
    except asyncio.CancelledError:
        if not watching.done():
            raise  # the server ends
        sending.uncancel()
    finally:
        watching.cancel()
        await events.aclose()


async def _cancel_when_gone(receive: Receive, sending: asyncio.Task[Any]) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    sending.cancel()


def last_event_id(scope: Scope) -> int:
    """What the browser has already seen; 0 when it says nothing or nonsense."""
    for name, value in scope["headers"]:
        if name == b"last-event-id":
            return whole(value) or 0
    return 0
