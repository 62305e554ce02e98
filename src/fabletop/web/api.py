"""The JSON API: tables for other clients, load tests and bots in any language.  Documented at /api (OpenAPI)."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from fabletop.engine.errors import BadOption, FabletopError, IllegalAction, UnknownGame
from fabletop.tables.calls import TooLate
from fabletop.tables.cup import Given
from fabletop.tables.errors import Closed, NoSeat, NotYourTurn, Stale, UnknownTable
from fabletop.tables.house import House
from fabletop.tables.seats import COLOURS
from fabletop.tables.store import StoreDown
from fabletop.tables.table import Table
from fabletop.web.asked import authority
from fabletop.web.guard import Refused
from fabletop.web.limits import BODY, RETRY, Busy, Limits
from fabletop.web.names import Names
from fabletop.web.openapi import document
from fabletop.web.stream import DirectRoute, Plain, cut_of, last_event_id, line_of, send_events

T = TypeVar("T")
STATUS: dict[type[Exception], int] = {
    UnknownTable: 404,
    UnknownGame: 422,
    BadOption: 422,
    IllegalAction: 422,
    NoSeat: 403,
    NotYourTurn: 403,
    Stale: 409,
    Busy: 429,
    StoreDown: 503,
    Closed: 503,
    TooLate: 409,
}


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """What a client sends for a new table."""

    game: str
    seats: list[str]
    options: dict[str, bool | int | str] = {}
    names: list[str] = []
    waits: bool = False  # chance begins when every person's device has sat down
    colours: list[int | None] = []


class Move(msgspec.Struct, forbid_unknown_fields=True):
    """What a client sends for a move."""

    ply: int
    act: str
    salt: str = ""


class Undo(msgspec.Struct, forbid_unknown_fields=True):
    ply: int


class Anchor(msgspec.Struct, forbid_unknown_fields=True):
    """What a client sends to sit down with a chain of its own."""

    anchor: str


class Link(msgspec.Struct, forbid_unknown_fields=True):
    """What a client sends when it is called for a link."""

    device: int
    n: int
    i: int
    link: str
    head: str


HEADERS = {"cache-control": "no-store", "content-language": "en"}  # for programs, whose errors are English
JSON_HEADERS = ((b"content-type", b"application/json"), *((n.encode(), v.encode()) for n, v in HEADERS.items()))


def answered(body: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(body), status, HEADERS, media_type="application/json")


async def refused(request: Request, error: Exception) -> Response:
    """Every error is one object with one line."""
    if isinstance(error, Refused):
        return answered(error.body, error.status)
    if not isinstance(error, FabletopError):
        return answered({"error": "something went wrong; please try again"}, 500)
    status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 422)
    answer = answered({"error": "too many requests from here; wait a little" if status == 429 else str(error)}, status)
    if status in (429, 503):
        answer.headers["retry-after"] = str(RETRY)
    return answer


async def _body(receive: Receive, kind: type[T]) -> T:
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body, more = body + message.get("body", b""), message.get("more_body", False)
        if len(body) > BODY:
            raise Refused(413, f"the body is larger than {BODY:,} bytes")
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise Refused(422, str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused(400, f"the body is not JSON: {error}") from None


def token_of(scope: Scope) -> str | None:
    """The token of `Authorization: Bearer …`."""
    for name, value in scope["headers"]:
        if name == b"authorization":
            word, _, token = value.decode("latin-1").partition(" ")
            return token.strip() if word.lower() == "bearer" else None
    return None


def seated(seat: int | None) -> int:
    if seat is None:
        raise NoSeat("a spectator has no seat; send the token of yours")
    return seat


def checked_colours(colours: list[int | None], seats: int) -> list[int | None]:
    """Each seat's own of the six of the house, or null for whichever is left."""
    chosen = [colour for colour in colours if colour is not None]
    if colours and len(colours) != seats:
        raise Refused(422, f"{seats} seats, but {len(colours)} colours")
    if len(set(chosen)) != len(chosen) or not set(chosen) <= set(range(COLOURS)):
        raise Refused(422, f"colours are numbers from 0 to {COLOURS - 1}, each once, or null")
    return colours


class Api:
    """The endpoints over one house."""

    def __init__(self, house: House, limits: Limits, names: Names | None = None, root: str = "") -> None:
        self.house, self.limits, self.filter, self.root = house, limits, names or Names(), root

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api", self.describe),
            DirectRoute("/api/tables/{table}/moves", _Moves(self), methods=["POST"]),
            Route("/api/tables", self.make, methods=["POST"]),
            Route("/api/tables/{table}", self.look),
            Route("/api/tables/{table}/undo", self.undo, methods=["POST"]),
            Route("/api/tables/{table}/device", self.device, methods=["POST"]),
            Route("/api/tables/{table}/links", self.link, methods=["POST"]),
            Route("/api/tables/{table}/start", self.start, methods=["POST"]),
            Route("/api/tables/{table}/record", self.record),
            DirectRoute("/api/tables/{table}/events", _Events(self)),
        ]

    async def describe(self, request: Request) -> Response:
        return answered({**document(), "servers": [{"url": self.root or "/"}]})

    async def make(self, request: Request) -> Response:
        check_site(request.scope)
        self.limits.make(request.scope)
        wanted = await _body(request.receive, NewTable)
        if wanted.names and len(wanted.names) != len(wanted.seats):
            raise Refused(422, f"{len(wanted.seats)} seats, but {len(wanted.names)} names")
        if any(len(name) > 40 for name in wanted.names):
            raise Refused(422, "a name has at most 40 letters")
        colours = checked_colours(wanted.colours, len(wanted.seats))
        made = await self.house.make(
            wanted.game,
            wanted.options,
            wanted.seats,
            [self.filter.checked(name) for name in wanted.names] or None,
            waits=wanted.waits,
            colours=colours or None,
        )
        seats = [{"seat": seat, "token": token} for seat, token in made.tokens.items()]
        return answered({"table": made.table.id, "seats": seats, "commitment": made.table.commitment}, 201)

    async def look(self, request: Request) -> Response:
        table = await self.house.table(request.path_params["table"])
        seen = table.seen(table.seat_of(token_of(request.scope)))
        return answered(seen | {"call": self.house.called(table.id)})

    async def move(self, scope: Scope, receive: Receive) -> int:
        """A seat's move; the ply that the table has reached."""
        table, seat = await self._acting(scope)
        move = await _body(receive, Move)
        try:
            return await self.house.move(table.id, seat, move.ply, move.act, move.salt)
        except IllegalAction as error:
            raise Refused(422, str(error), legal=table.actions(seat), why=table.state.why_not(move.act)) from None
        except Stale as error:
            raise Refused(409, str(error), ply=table.ply) from None

    async def undo(self, request: Request) -> Response:
        table, seat = await self._acting(request.scope)
        wanted = await _body(request.receive, Undo)
        return answered({"ply": await self.house.undo(table.id, seat, wanted.ply)})

    async def device(self, request: Request) -> Response:
        """A client's device sits down for its seat."""
        table, seat = await self._acting(request.scope)
        wanted = await _body(request.receive, Anchor)
        device = await self.house.sit(table.id, [seated(seat)], wanted.anchor)
        since = table.sits_since(device)
        return answered({"device": device, "since": since, "commitment": table.commitment})

    async def link(self, request: Request) -> Response:
        """A device answers a call; its link says who it is."""
        link = await _body(request.receive, Link)
        await self.house.link(request.path_params["table"], Given(link.device, link.n, link.i, link.link, link.head))
        return answered({"ok": True})

    async def start(self, request: Request) -> Response:
        """Chance may begin, whoever is still missing."""
        table, seat = await self._acting(request.scope)
        seated(seat)
        return answered({"ply": (await self.house.start(table.id)).ply})

    async def record(self, request: Request) -> Response:
        table = await self.house.table(request.path_params["table"])
        if table.turn is not None:
            raise Refused(409, "the record is given out when the game is over")
        name = f"{table.game.id}-{table.id}.jsonl"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        record = await asyncio.to_thread(table.record)  # a long game must not hold anybody up
        return Response(record, headers=headers, media_type="application/x-ndjson")

    async def _acting(self, scope: Scope) -> tuple[Table, int | None]:
        """The table and the seat of a client that wants to act, and may."""
        check_site(scope)
        table, token = await self.house.table(scope["path_params"]["table"]), token_of(scope)
        seat = table.seat_of(token)
        self.limits.act(scope, None if seat is None else f"{table.id} {seat}", invented=token is not None)
        return table, seat


def check_site(scope: Scope) -> None:
    """Programs come from nowhere, our own pages from here; another site's pages must not act in a browser's name."""
    host, origin, site = "", None, b"none"
    for name, value in scope["headers"]:
        if name == b"host":
            host = value.decode("latin-1")
        elif name == b"origin":
            origin = value.decode("latin-1")
        elif name == b"sec-fetch-site":
            site = value
    if site not in (b"same-origin", b"none") or (origin is not None and authority(origin) != host):
        raise Refused(403, "another site's page cannot do this")


class _Moves:
    """POST /api/tables/T/moves: asked for more often than anything else, so it goes round what others need."""

    def __init__(self, api: Api) -> None:
        self.api = api

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = b'{"ply":%d}' % await self.api.move(scope, receive)
        await send({"type": "http.response.start", "status": 200, "headers": JSON_HEADERS, "body": body})


class _Events:
    """GET /api/tables/T/events: one event for each ply, as the seat may hear of it."""

    def __init__(self, api: Api) -> None:
        self.api = api

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        house = self.api.house
        with self.api.limits.stream(scope):
            table = await house.table(scope["path_params"]["table"])
            seat = table.seat_of(token_of(scope))
            turn, pack = partial(self.api.limits.turn, scope), Plain()
            line = line_of(scope, pack)
            events = house.listen(table.id, seat, last_event_id(scope), cut=cut_of(scope), line=line, turn=turn)
            await send_events(receive, send, events, pack)
