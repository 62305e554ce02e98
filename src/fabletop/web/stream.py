"""Server-sent events as a plain ASGI endpoint: little memory for each listener, exact resume by Last-Event-ID."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

from starlette.routing import Match, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from fabletop.tables.events import END
from fabletop.tables.house import Interrupted
from fabletop.web.visitor import HEADERS as SAFE_HEADERS

HEADERS = [
    *SAFE_HEADERS,
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class Straight(Route):
    """A route to a plain ASGI endpoint that is asked for very often, or for very long."""


class StraightOn:
    """Leads to the straight routes, round all other layers: each would take its time, and memory for every listener."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self.app
        if scope["type"] == "http":
            for route in scope["app"].state.straight:
                match, found = route.matches(scope)
                if match is Match.FULL:
                    scope.update(found)
                    app = route.app
                    break
        await app(scope, receive, send)


async def send_events(receive: Receive, send: Send, events: AsyncGenerator[bytes, None]) -> None:
    """Send events as they come, until they or the client come to an end."""

    async def say(body: bytes, more: bool = True) -> None:
        await send({"type": "http.response.body", "body": body, "more_body": more})

    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await say(b"retry: 1000\n\n")
    sending = asyncio.current_task()
    assert sending is not None
    watching = asyncio.create_task(_cancel_when_gone(receive, sending))
    try:
        async for told in events:
            await say(told)
        await say(END, more=False)
    except Interrupted:
        await say(b"", more=False)  # without the end: the client comes back
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
        if name == b"last-event-id" and value.isdigit():
            return int(value)
    return 0
