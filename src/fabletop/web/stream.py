"""Server-sent events as a plain ASGI endpoint: little memory for each listener, exact resume by Last-Event-ID."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.types import Receive, Scope, Send

HEARTBEAT = 15.0  # seconds; keeps proxies from closing a quiet line
HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


async def send_events(
    receive: Receive, send: Send, things: AsyncIterator[Any], written: Callable[[Any], tuple[int, bytes]]
) -> None:
    """Send each thing as it comes, with its number as id, until they end or the other side has gone."""
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await send({"type": "http.response.body", "body": b"retry: 1000\n\n", "more_body": True})
    gone = asyncio.ensure_future(_gone(receive))
    nxt: asyncio.Future[Any] = asyncio.ensure_future(anext(things, None))
    try:
        while True:
            done, _ = await asyncio.wait({gone, nxt}, timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
            if gone in done:
                return
            if nxt not in done:
                await send({"type": "http.response.body", "body": b": \n\n", "more_body": True})
                continue
            thing = nxt.result()
            if thing is None:
                break
            number, body = written(thing)
            event = b"id: %d\ndata: %b\n\n" % (number, body)
            await send({"type": "http.response.body", "body": event, "more_body": True})
            nxt = asyncio.ensure_future(anext(things, None))
        await send({"type": "http.response.body", "body": b"event: end\ndata: {}\n\n", "more_body": False})
    finally:
        for waiting in (gone, nxt):
            waiting.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await waiting
        close = getattr(things, "aclose", None)
        if close:
            await close()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def last_event_id(scope: Scope) -> int:
    """What the browser has already seen; 0 when it says nothing or nonsense."""
    for name, value in scope["headers"]:
        if name == b"last-event-id" and value.isdigit():
            return int(value)
    return 0
