"""Server-sent events as a plain ASGI endpoint: little memory for each listener, exact resume by Last-Event-ID."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Any

from starlette.types import Receive, Scope, Send

HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


async def send_events(
    receive: Receive, send: Send, things: AsyncGenerator[Any, None], written: Callable[[Any], tuple[int | None, bytes]]
) -> None:
    """Send each thing as it comes, with its number, if any, as id; None is a heartbeat.

    Ends with the things or the client.
    """
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await send({"type": "http.response.body", "body": b"retry: 1000\n\n", "more_body": True})
    sending = asyncio.current_task()
    assert sending is not None
    watching = asyncio.create_task(_cancel_when_gone(receive, sending))
    try:
        async for thing in things:
            await send({"type": "http.response.body", "body": _event(thing, written), "more_body": True})
        await send({"type": "http.response.body", "body": b"event: end\ndata: {}\n\n", "more_body": False})
    except asyncio.CancelledError:
        if not watching.done():
            raise  # the server ends
        sending.uncancel()
    finally:
        watching.cancel()
        await things.aclose()


def _event(thing: Any, written: Callable[[Any], tuple[int | None, bytes]]) -> bytes:
    if thing is None:
        return b": \n\n"
    number, body = written(thing)
    return b"data: %b\n\n" % body if number is None else b"id: %d\ndata: %b\n\n" % (number, body)


async def _cancel_when_gone(receive: Receive, sending: asyncio.Task[Any]) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    sending.cancel()


def last_event_id(scope: Scope) -> int:
    """What the browser has already seen; 0 when it says nothing or nonsense."""
    for name, value in scope["headers"]:
        if name == b"last-event-id" and value.isdigit():
            return int(value)
    return 0
