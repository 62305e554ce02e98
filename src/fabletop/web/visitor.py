"""Who visits a page: a browser with a signed cookie, in a language; and what every page answers with."""

from __future__ import annotations

import gzip
import hashlib
import re
import secrets
from functools import lru_cache
from urllib.parse import parse_qsl, urlsplit

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fabletop.engine.errors import FabletopError
from fabletop.web.limits import BODY
from fabletop.words import LANGUAGES, Words, best_language

COOKIE, LANGUAGE = "fabletop", "language"
YEAR = 365 * 24 * 3600
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


class Elsewhere(FabletopError):  # noqa: N818
    """A request that another site has made in the visitor's name, or that is too large."""


@lru_cache(8)
def words_in(language: str) -> Words:
    return Words(language)


class Visitor:
    """One browser: its name is known to it alone, we keep the hash."""

    def __init__(self, request: Request, signer: URLSafeSerializer) -> None:
        self.signer = signer
        self.language = best_language(request.headers.get("accept-language"), request.cookies.get(LANGUAGE))
        self.words = words_in(self.language)
        self.secure = request.url.scheme == "https"
        try:
            name, self.known = str(signer.loads(request.cookies.get(COOKIE, ""))), True
        except BadSignature:
            name, self.known = secrets.token_urlsafe(18), False
        self._name = name
        self.browser = hashlib.sha256(name.encode()).hexdigest()

    def greet(self, response: Response) -> Response:
        """Give a new browser its name."""
        if not self.known:
            self._set(response, COOKIE, str(self.signer.dumps(self._name)))
        return response

    def speak(self, response: Response, language: str) -> Response:
        """Remember the language that somebody has chosen."""
        if language in LANGUAGES:
            self._set(response, LANGUAGE, language)
        return response

    def _set(self, response: Response, name: str, value: str) -> None:
        response.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="lax", secure=self.secure)


def check_origin(request: Request) -> None:
    """Only our own pages may post here."""
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site is not None and site != "same-origin":
        raise Elsewhere("this can only be done from our own pages")
    if origin is not None and urlsplit(origin).netloc != request.headers.get("host"):
        raise Elsewhere("this can only be done from our own pages")
    if site is None and origin is None:
        raise Elsewhere("this can only be done from a browser that says where it comes from")


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form from our own pages."""
    check_origin(request)
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > BODY:
            raise Elsewhere("the form is larger than {bytes} bytes", bytes=BODY)
    return dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=200))


def wants_json(request: Request) -> bool:
    return "application/json" in request.headers.get("accept", "")


def own_path(text: str) -> str:
    """Where to go back to: a path of ours, nothing else."""
    return text if re.fullmatch(r"/(?![/\\])[\w\-./?=&]*", text) else "/"


def go(path: str) -> Response:
    return RedirectResponse(path, 303)


def packed(
    request: Request, body: bytes, kind: str, headers: dict[str, str] | None = None, status: int = 200
) -> Response:
    """An answer, compressed where that helps."""
    headers = {"cache-control": "no-store", "vary": "accept-encoding", **(headers or {})}
    if len(body) > 800 and "gzip" in request.headers.get("accept-encoding", ""):
        body = gzip.compress(body, 5, mtime=0)
        headers["content-encoding"] = "gzip"
    return Response(body, status, headers, media_type=kind)


class SafeHeaders:
    """Every answer says what a page may load: only what is ours."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


__all__ = ["Elsewhere", "SafeHeaders", "Visitor", "form_of", "go", "own_path", "packed", "wants_json"]
