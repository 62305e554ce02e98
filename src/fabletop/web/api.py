"""The JSON API: tables for other clients, load tests and bots in any language.  Documented at /api (OpenAPI)."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from fabletop.engine.errors import BadOption, FabletopError, IllegalAction, UnknownGame
from fabletop.tables.house import House, NoSeat, Stale, UnknownTable
from fabletop.tables.table import NotYourTurn
from fabletop.web.limits import BODY, Bucket
from fabletop.web.openapi import document
from fabletop.web.stream import Straight, last_event_id, send_events
from fabletop.web.visitor import HEADERS

STATUS: dict[type[Exception], int] = {
    UnknownTable: 404,
    UnknownGame: 422,
    BadOption: 422,
    IllegalAction: 422,
    NoSeat: 403,
    NotYourTurn: 403,
    Stale: 409,
}


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """What a client sends for a new table."""

    game: str
    seats: list[str]
    options: dict[str, bool | int | str] = {}
    names: list[str] = []


class Move(msgspec.Struct, forbid_unknown_fields=True):
    """What a client sends for a move."""

    ply: int
    act: str
    salt: str = ""


class Undo(msgspec.Struct, forbid_unknown_fields=True):
    ply: int


class Refused(Exception):  # noqa: N818
    """An answer that is not 2xx, in one line."""

    def __init__(self, status: int, error: str, **more: Any) -> None:
        super().__init__(error)
        self.status, self.body = status, {"error": error, **more}


def answered(body: Any, status: int = 200) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(msgspec.json.encode(body), status, headers, media_type="application/json")


async def refused(request: Request, error: Exception) -> Response:
    """Every error is one object with one line."""
    if isinstance(error, Refused):
        return answered(error.body, error.status)
    status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 422)
    return answered({"error": str(error)}, status)


async def _body(request: Request, kind: type[Any]) -> Any:
    size = 0
    chunks = []
    async for chunk in request.stream():
        size += len(chunk)
        if size > BODY:
            raise Refused(413, f"the body is larger than {BODY:,} bytes")
        chunks.append(chunk)
    try:
        return msgspec.json.decode(b"".join(chunks), type=kind)
    except msgspec.ValidationError as error:
        raise Refused(422, str(error)) from None
    except msgspec.DecodeError as error:
        raise Refused(400, f"the body is not JSON: {error}") from None


def token_of(scope: Scope) -> str | None:
    """The token of `Authorization: Bearer …`."""
    for name, value in scope["headers"]:
        if name == b"authorization":
            word, _, token = value.decode("latin-1").partition(" ")
            return token.strip() if word.lower() == "bearer" else None
    return None


class Api:
    """The endpoints over one house."""

    def __init__(self, house: House, tables: Bucket, moves: Bucket) -> None:
        self.house, self.tables, self.moves = house, tables, moves

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api", self.describe),
            Straight("/api/tables/{table}/moves", _Moves(self), methods=["POST"]),
            Route("/api/tables", self.make, methods=["POST"]),
            Route("/api/tables/{table}", self.look),
            Route("/api/tables/{table}/undo", self.undo, methods=["POST"]),
            Route("/api/tables/{table}/record", self.record),
            Straight("/api/tables/{table}/events", _Events(self.house)),
        ]

    async def describe(self, request: Request) -> Response:
        return answered(document())

    async def make(self, request: Request) -> Response:
        self._admit(request, self.tables)
        wanted: NewTable = await _body(request, NewTable)
        if wanted.names and len(wanted.names) != len(wanted.seats):
            raise Refused(422, f"{len(wanted.seats)} seats, but {len(wanted.names)} names")
        if any(len(name) > 40 for name in wanted.names):
            raise Refused(422, "a name has at most 40 letters")
        made = await self.house.make(wanted.game, wanted.options, wanted.seats, wanted.names or None)
        seats = [{"seat": seat, "token": token} for seat, token in made.tokens.items()]
        return answered({"table": made.table.id, "seats": seats, "commitment": made.table.commitment}, 201)

    async def look(self, request: Request) -> Response:
        table = await self.house.table(request.path_params["table"])
        return answered(table.seen(table.seat_of(token_of(request.scope))))

    async def move(self, request: Request) -> Response:
        self._admit(request, self.moves)
        table = await self.house.table(request.path_params["table"])
        move: Move = await _body(request, Move)
        seat = table.seat_of(token_of(request.scope))
        try:
            ply = await self.house.move(table.id, seat, move.ply, move.act, move.salt)
        except IllegalAction as error:
            raise Refused(422, str(error), legal=table.actions(seat)) from None
        except Stale as error:
            raise Refused(409, str(error), ply=table.ply) from None
        return answered({"ply": ply})

    async def undo(self, request: Request) -> Response:
        self._admit(request, self.moves)
        table = await self.house.table(request.path_params["table"])
        wanted: Undo = await _body(request, Undo)
        return answered({"ply": await self.house.undo(table.id, table.seat_of(token_of(request.scope)), wanted.ply)})

    async def record(self, request: Request) -> Response:
        table = await self.house.table(request.path_params["table"])
        if table.turn is not None:
            raise Refused(409, "the record is given out when the game is over")
        name = f"{table.game.id}-{table.id}.jsonl"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(table.record(), headers=headers, media_type="application/x-ndjson")

    def _admit(self, request: Request, bucket: Bucket) -> None:
        # a seat counts for itself: a school plays behind one address
        client = token_of(request.scope) or (request.client.host if request.client else "?")
        if not bucket.take(client):
            raise Refused(429, "too many requests from here; wait a little")


class _Moves:
    """POST /api/tables/T/moves."""

    def __init__(self, api: Api) -> None:
        self.api = api

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        try:
            response = await self.api.move(request)
        except (FabletopError, Refused) as error:
            response = await refused(request, error)
        response.raw_headers += HEADERS
        await response(scope, receive, send)


class _Events:
    """GET /api/tables/T/events: one event for each ply, as the seat may hear of it."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            table = await self.house.table(scope["path_params"]["table"])
        except FabletopError as error:
            response = await refused(Request(scope), error)
            await response(scope, receive, send)
            return
        seat = table.seat_of(token_of(scope))
        await send_events(receive, send, self.house.listen(table.id, seat, last_event_id(scope)))
