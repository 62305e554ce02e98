"""Who visits a page: a browser with a signed cookie, in a language; and what every page answers with."""

from __future__ import annotations

import gzip
import hashlib
import re
import secrets
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import parse_qsl

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fabletop.engine.errors import FabletopError
from fabletop.web.asked import authority
from fabletop.web.limits import BODY
from fabletop.words import LANGUAGES, Words, best_language

COOKIE, LANGUAGE, PICTURES, FACING = "fabletop", "language", "pictures", "facing"
FIELDS = 200  # of a form
SPOKEN = ("text/html", "application/json")
YEAR = 365 * 24 * 3600


class Forbidden(FabletopError):  # noqa: N818
    """What this visitor may not do: another site asks in her name, it asks too much, or it is for others to do."""


@lru_cache(32)
def words_in(language: str) -> Words:
    return Words(language)


class Visitor:
    """One browser: its name is known to it alone, we keep the hash."""

    def __init__(self, request: Request, signer: URLSafeSerializer) -> None:
        self.signer = signer
        self.language, self.asked = language_of(request), request.query_params.get(LANGUAGE, "")
        self.words = words_in(self.language)
        self.pictures = request.cookies.get(PICTURES) == "on"  # plays without reading
        self.facing = frozenset(request.cookies.get(FACING, "").split("-"))  # where boards face who looks: facing.py
        self.secure = request.url.scheme == "https"
        try:
            name, self.known = str(signer.loads(request.cookies.get(COOKIE, ""))), True
        except BadSignature:
            name, self.known = secrets.token_urlsafe(18), False
        self._name = name
        self.browser = hashlib.sha256(name.encode()).hexdigest()

    def greet(self, response: Response) -> Response:
        """Give a new browser its name, and remember the language that a link has asked for."""
        if not self.known:
            self._set(response, COOKIE, str(self.signer.dumps(self._name)))
        return self.speak(response, self.asked)

    def speak(self, response: Response, language: str) -> Response:
        """Remember the language that somebody has chosen."""
        if language in LANGUAGES:
            self._set(response, LANGUAGE, language)
        return response

    def read(self, response: Response, *, pictures: bool) -> Response:
        """Remember whether this device shows signs instead of words."""
        self._set(response, PICTURES, "on" if pictures else "off")
        return response

    def face(self, response: Response, where: Iterable[str]) -> Response:
        """Remember where boards face who looks."""
        self._set(response, FACING, "-".join(sorted(filter(None, where))))
        return response

    def _set(self, response: Response, name: str, value: str) -> None:
        response.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="lax", secure=self.secure)


def language_of(request: Request) -> str:
    """The language of an answer: of a link (`?language=fr`), chosen before, or wanted by the browser."""
    asked = request.query_params.get(LANGUAGE)
    chosen = asked if asked in LANGUAGES else request.cookies.get(LANGUAGE)
    return best_language(request.headers.get("accept-language"), chosen)


def check_origin(request: Request) -> None:
    """Only our own pages may post here."""
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site is not None and site != "same-origin":
        raise Forbidden("this can only be done from our own pages")
    if origin is not None and authority(origin) != request.headers.get("host"):
        raise Forbidden("this can only be done from our own pages")
    if site is None and origin is None:
        raise Forbidden("this can only be done from a browser that says where it comes from")


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form from our own pages."""
    check_origin(request)
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > BODY:
            raise Forbidden("the form is larger than {bytes} bytes", bytes=BODY)
    try:
        return dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=FIELDS))
    except ValueError:
        raise Forbidden("the form has more than {fields} fields", fields=FIELDS) from None


def wants_json(request: Request) -> bool:
    return "application/json" in request.headers.get("accept", "")


def own_path(text: str) -> str:
    """Where to go back to: a path of ours, nothing else."""
    return text if re.fullmatch(r"/(?![/\\])(?!.*\.\.)[\w\-./?=&]*", text) else "/"


def go(path: str) -> Response:
    return RedirectResponse(path, 303)


def _pressed(body: bytes) -> bytes:
    return gzip.compress(body, 5, mtime=0)


pressed = lru_cache(128)(_pressed)


def packed(
    request: Request, body: bytes, kind: str, headers: dict[str, str] | None = None, status: int = 200,
    *, kept: bool = False,
) -> Response:  # fmt: skip
    """An answer, compressed where that helps: once for all, if it is one that stays (`kept`)."""
    headers = {"cache-control": "no-store", "vary": "accept-encoding", **(headers or {})}
    if kind.startswith(SPOKEN):
        headers["content-language"] = language_of(request)
    if len(body) > 800 and "gzip" in request.headers.get("accept-encoding", ""):
        body = (pressed if kept else _pressed)(body)
        headers["content-encoding"] = "gzip"
    return Response(body, status, headers, media_type=kind)


__all__ = ["Forbidden", "Visitor", "form_of", "go", "own_path", "packed", "wants_json"]
