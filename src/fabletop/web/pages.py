"""The pages: templates, static files, languages; chest, table and record pages hang their routes in here."""

from __future__ import annotations

import hmac
import socket
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from itsdangerous import URLSafeSerializer
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fabletop.drawing.palette import SEATS
from fabletop.drawing.shapes import seat_mark
from fabletop.engine.errors import BadRecord, FabletopError, IllegalAction, UnknownGame
from fabletop.lab.bench import Bench
from fabletop.tables.house import House, NoSeat, Stale, UnknownTable
from fabletop.tables.table import NotYourTurn
from fabletop.web.limits import Bucket
from fabletop.web.visitor import Elsewhere, Visitor, form_of, go, own_path, packed, wants_json
from fabletop.words import LANGUAGES, Words

HERE = Path(__file__).parent
KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".webmanifest": "application/json"}
LOCAL = ("localhost", "127.0.0.1", "[::1]")
Endpoint = Callable[[Request], Awaitable[Response]]


class Busy(FabletopError):  # noqa: N818
    """Too many requests."""


class NotYet(FabletopError):  # noqa: N818
    """What is given out when the game is over."""


@lru_cache(64)
def _static(name: str) -> tuple[bytes, str] | None:
    path = HERE / "static" / name
    return (path.read_bytes(), KINDS[path.suffix]) if path.suffix in KINDS and path.is_file() else None


@lru_cache(1)
def edition() -> str:
    """A short name for the static files as they are: browsers keep them until it changes."""
    digest = sha256()
    for path in sorted((HERE / "static").iterdir()):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:10]


@lru_cache(16)
def badge(seat: int) -> Markup:
    """The sign of a seat: its colour and its shape."""
    mark = SEATS[seat % len(SEATS)]
    body = f'<circle cx="12" cy="12" r="11" fill="{mark.colour}"/><circle cx="12" cy="12" r="8" fill="#FFFDF8"/>'
    shape = seat_mark(seat, 12, 12, 5.2, mark.shade)
    return Markup(f'<svg class="badge" viewBox="0 0 24 24" aria-hidden="true">{body}{shape}</svg>')


def refusal(error: FabletopError, words: Words, game: str = "") -> tuple[str, int]:
    """What a page says when something is refused, in a child's words where it happens in play; and the status."""
    if isinstance(error, Stale):
        return words("The game has gone on meanwhile. Have a look."), 409
    if isinstance(error, NotYourTurn | NoSeat):
        return words("It is not your turn just now."), 403
    if isinstance(error, IllegalAction | BadRecord):
        return words("That is not possible now."), 422
    if isinstance(error, UnknownTable | UnknownGame):
        return words("There is nothing here."), 404
    statuses = {Elsewhere: 403, NotYet: 409, Busy: 429}
    return words.error(error, game), statuses.get(type(error), 422)


class Pages:
    """What all pages share."""

    def __init__(self, house: House, secret: str, *, tables: Bucket, moves: Bucket, lan: bool = False) -> None:
        self.house, self.tables, self.moves, self.lan = house, tables, moves, lan
        self.secret, self.bench = secret, Bench()
        self.signer = URLSafeSerializer(secret, salt="browser")
        self.templates = Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=select_autoescape(default=True),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.templates.globals.update(badge=badge, edition=edition(), languages=LANGUAGES)

    def routes(self) -> list[BaseRoute]:
        from fabletop.web.chest_page import ChestPages
        from fabletop.web.lab_page import LabPages
        from fabletop.web.record_page import RecordPages
        from fabletop.web.table_page import TablePages

        return [
            Route("/static/{edition}/{name}", self.static),
            Route("/language", self.language, methods=["POST"]),
            *ChestPages(self).routes(),
            *TablePages(self).routes(),
            *RecordPages(self).routes(),
            *LabPages(self, self.bench).routes(),
        ]

    def visitor(self, request: Request) -> Visitor:
        return Visitor(request, self.signer)

    def rendered(self, request: Request, visitor: Visitor, name: str, **context: Any) -> str:
        here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        return self.templates.get_template(name).render(
            _=visitor.words, language=visitor.language, here=here, words=visitor.words, **context
        )

    def page(self, request: Request, visitor: Visitor, name: str, status: int = 200, **context: Any) -> Response:
        html = self.rendered(request, visitor, name, **context)
        return visitor.greet(packed(request, html.encode(), "text/html; charset=utf-8", status=status))

    def refused(self, request: Request, error: FabletopError) -> Response:
        visitor = self.visitor(request)
        line, status = refusal(error, visitor.words, request.path_params.get("game", ""))
        if wants_json(request):
            return packed(request, msgspec.json.encode({"error": line}), "application/json", status=status)
        return self.page(request, visitor, "error.html", status, line=line)

    async def static(self, request: Request) -> Response:
        found = _static(request.path_params["name"])
        if found is None:
            return Response("there is nothing here", 404)
        fresh = request.path_params["edition"] == edition()
        kept = "public, max-age=31536000, immutable" if fresh else "no-cache"
        return packed(request, found[0], found[1], {"cache-control": kept})

    async def language(self, request: Request) -> Response:
        form, visitor = await form_of(request), self.visitor(request)
        return visitor.speak(visitor.greet(go(own_path(form.get("to", "/")))), form.get("language", ""))

    def admit(self, visitor: Visitor, request: Request, bucket: Bucket) -> None:
        """A seat counts for itself; new browsers count by their address."""
        client = visitor.browser if visitor.known else (request.client.host if request.client else "?")
        if not bucket.take(client):
            raise Busy("That was very quick. Wait a little, then try again.")

    def invitation(self, table: str) -> str:
        """What an invitation knows beyond the address of the table, which only lets one watch."""
        digest = hmac.new(self.secret.encode(), f"invitation:{table}".encode(), sha256).digest()
        return urlsafe_b64encode(digest[:9]).decode()

    def address(self, request: Request) -> str:
        """Where others find this server: by the name it was called, or in the local net when called localhost."""
        host = request.headers.get("host", "localhost")
        name, _, port = host.rpartition(":") if ":" in host.rstrip("]") else (host, "", "")
        if self.lan and name in LOCAL and (found := lan_address()):
            host = f"{found}:{port}" if port else found
        return f"{request.url.scheme}://{host}"


@lru_cache(1)
def lan_address() -> str | None:
    """This machine's address in the local net; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") else address
