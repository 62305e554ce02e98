"""A server below a path of its host, as https://club.example.org/games: all inside thinks that it is at the top.

Requests lose the path at the door, answers get it back (where they lead on, and what their cookies are for), and
templates write addresses from the top: whatever begins with `="/` is put below the path when a template is read.
"""

from __future__ import annotations

import re

from jinja2.ext import Extension
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fabletop.engine.errors import BadOption

EVERYWHERE = ("/healthz", "/readyz", "/metrics")  # what watches the server asks it directly


def root_path(text: str) -> str:
    """As it is given: `/games`, `games/` and `/` are fine."""
    path = "/" + text.strip("/")
    if not re.fullmatch(r"(/[A-Za-z0-9_~.-]+)+|/", path) or re.search(r"/\.{1,2}(/|$)", path):
        raise BadOption("--root-path {found}: a path as /games, of letters, digits and - _ . ~", found=text)
    return "" if path == "/" else path


class BelowRoot(Extension):
    """Puts the addresses in templates below `root`, a global of theirs."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return source.replace('="/', '="{{ root }}/')


class Below:
    """The door of a server that lives below a path."""

    def __init__(self, app: ASGIApp, root: str) -> None:
        self.app, self.root = app, root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            path, root = scope["path"], self.root
            if path == root or path.startswith(root + "/"):
                scope["path"] = path[len(root) :] or "/"
            elif path not in EVERYWHERE:
                scope["path"] = "/…"  # nobody is there
        await self.app(scope, receive, self._put_below(send))

    def _put_below(self, send: Send) -> Send:
        async def put(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [self._header(*header) for header in message.get("headers", ())]
            await send(message)

        return put

    def _header(self, name: bytes, value: bytes) -> tuple[bytes, bytes]:
        if name == b"location":
            return name, re.sub(rb"^(https?://[^/]+)?/", rb"\1" + self.root.encode() + b"/", value)
        if name == b"set-cookie":
            return name, re.sub(rb"(?i)(; path=)/(?=;|$)", rb"\1" + self.root.encode(), value)
        return name, value
