"""The description of the JSON API, served at /api."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TypeAlias

from fabletop import __version__
from fabletop.engine.registry import game_ids, spec_of
from fabletop.players.registry import levels
from fabletop.tables.seats import COLOURS

Schema: TypeAlias = Mapping[str, object]


def _answer(about: str, schema: Schema | None = None, media: str = "application/json") -> Schema:
    return {"description": about, "content": {media: {"schema": schema or {"$ref": "#/components/schemas/Error"}}}}


def _body(name: str) -> Schema:
    return {"required": True, "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}}


def _object(required: list[str], **properties: Schema) -> Schema:
    return {"type": "object", "required": required, "properties": properties}


COLOURS_ARE = (
    "of each seat, each once, or null for whichever is left: "
    "0 vermilion circle, 1 blue square, 2 green triangle, 3 gold diamond, 4 plum heart, 5 sky star"
)
TEXT, WHOLE = {"type": "string"}, {"type": "integer", "minimum": 0}
TURN = {"description": 'a seat, "chance", or null when the game is over', "type": ["integer", "string", "null"]}
HEX = {**TEXT, "pattern": "^[0-9a-f]{64}$"}
RESULT = {"type": ["object", "null"]}
TEXTS = {"type": "array", "items": TEXT}
TABLE = [{"name": "table", "in": "path", "required": True, "schema": TEXT}]
LAST = [{"name": "Last-Event-ID", "in": "header", "schema": WHOLE, "description": "resume after this ply"}]
GONE, SEAT = _answer("There is no such table."), _answer("Not this seat's turn, or no token.")
MANY = _answer("Too many requests from this client.")
ANYBODY: list[dict[str, list[str]]] = [{}, {"seat": []}]


@cache
def document() -> Schema:
    """The whole description (OpenAPI 3.1)."""
    stale, plied = _answer("The table has gone on; `ply` says where it is."), _object(["ply"], ply=WHOLE)
    ref = {"$ref": "#/components/schemas/Table"}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Fabletop", "version": __version__, "description": "Tables of fairy-tale family games."},
        "security": ANYBODY,
        "paths": {
            "/api/tables": {
                "post": {
                    "summary": "Make a table",
                    "requestBody": _body("NewTable"),
                    "responses": {
                        "201": _answer("The table, and a token for each person.", _made()),
                        "400": _answer("Not JSON."),
                        "413": _answer("Too large."),
                        "422": _answer("Unknown game, seats, option or level; the line says what is allowed."),
                        "429": MANY,
                    },
                }
            },
            "/api/tables/{table}": {
                "get": {
                    "summary": "The table as the seat may see it; without a token as a spectator",
                    "parameters": TABLE,
                    "responses": {"200": _answer("The table.", ref), "404": GONE},
                }
            },
            "/api/tables/{table}/moves": {
                "post": {
                    "summary": "Act. Chance's plies are made by the server",
                    "parameters": TABLE,
                    "requestBody": _body("Move"),
                    "responses": {
                        "200": _answer("Stored; the new ply.", plied),
                        "400": _answer("Not JSON."),
                        "403": SEAT,
                        "404": GONE,
                        "409": stale,
                        "413": _answer("Too large."),
                        "422": _answer("Illegal; `why` says why in a player's words, `legal` lists what is legal."),
                        "429": MANY,
                    },
                }
            },
            "/api/tables/{table}/undo": {
                "post": {
                    "summary": "Take back one's own last decision, if nobody has acted or learned anything since",
                    "parameters": TABLE,
                    "requestBody": _body("Undo"),
                    "responses": {
                        "200": _answer("The new ply.", plied),
                        "403": SEAT,
                        "404": GONE,
                        "409": stale,
                        "422": _answer("Nothing can be taken back."),
                    },
                }
            },
            "/api/tables/{table}/device": {
                "post": {
                    "summary": "Sit down with the anchor of a chain of links: from now on you are called for them",
                    "parameters": TABLE,
                    "requestBody": _body("Anchor"),
                    "responses": {
                        "200": _answer("The number of your device, the shakes before it; the promise.", _seated()),
                        "403": SEAT,
                        "404": GONE,
                        "422": _answer("No anchor, or the game is over."),
                    },
                }
            },
            "/api/tables/{table}/links": {
                "post": {
                    "summary": "Give a link to the call that is open (see `call` of the table, or its event)",
                    "parameters": TABLE,
                    "requestBody": _body("Link"),
                    "responses": {
                        "200": _answer("It is in.", _object(["ok"], ok={"const": True})),
                        "404": GONE,
                        "409": _answer("Nobody has called for it, or too late."),
                        "422": _answer("Not a link of this device's chain that can come now."),
                    },
                }
            },
            "/api/tables/{table}/start": {
                "post": {
                    "summary": "At a table made with `waits`: chance may begin, whoever is still missing",
                    "parameters": TABLE,
                    "responses": {"200": _answer("The ply.", plied), "403": SEAT, "404": GONE},
                }
            },
            "/api/tables/{table}/events": {
                "get": {
                    "summary": "One server-sent event for each ply (id = ply), as the seat may hear of it; calls for "
                    "links as events named `call`",
                    "parameters": TABLE + LAST,
                    "responses": {"200": _answer("A stream.", TEXT, "text/event-stream"), "404": GONE},
                }
            },
            "/api/tables/{table}/record": {
                "get": {
                    "summary": "The record of a finished game, with the seed of its dice",
                    "parameters": TABLE,
                    "responses": {
                        "200": _answer("JSON lines.", TEXT, "application/x-ndjson"),
                        "404": GONE,
                        "409": _answer("The game is not over."),
                    },
                }
            },
        },
        "components": {
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
            "schemas": _schemas(),
        },
    }


def _seated() -> Schema:
    return _object(["device", "since", "commitment"], device=WHOLE, since=WHOLE, commitment=HEX)


def _made() -> Schema:
    seat = _object(["seat", "token"], seat=WHOLE, token=TEXT)
    return _object(["table", "seats"], table=TEXT, seats={"type": "array", "items": seat}, commitment=TEXT)


def _schemas() -> Schema:
    kinds = sorted({"person", *(level for id in game_ids() for level in levels(id))})
    options = {
        id: {o.name: {"enum": list(o.values), "default": o.default, "description": o.help} for o in spec_of(id).offered}
        for id in game_ids()
    }
    return {
        "Error": _object(["error"], error=TEXT),
        "NewTable": _object(
            ["game", "seats"],
            game={"enum": list(game_ids())},
            seats={"type": "array", "items": {"enum": kinds}},
            names=TEXTS,
            waits={"type": "boolean", "description": "chance begins when every person's device has sat down"},
            colours={"type": "array", "items": {"enum": [*range(COLOURS), None]}, "description": COLOURS_ARE},
            options={"type": "object", "description": "by game", "x-games": options},
        ),
        "Move": _object(["ply", "act"], ply=WHOLE, act=TEXT, salt={**TEXT, "pattern": "^([0-9a-f]{8,128})?$"}),
        "Undo": _object(["ply"], ply=WHOLE),
        "Anchor": _object(["anchor"], anchor=HEX),
        "Link": _object(["device", "n", "i", "link", "head"], device=WHOLE, n=WHOLE, i=WHOLE, link=HEX, head=HEX),
        "Table": _object(
            ["ply", "turn", "actions", "view", "result"],
            ply=WHOLE,
            turn=TURN,
            actions=TEXTS,
            view={"type": "object"},
            result=RESULT,
            call={"type": ["object", "null"], "description": "the devices that are asked for a link, `n` and `head`"},
            version={**WHOLE, "description": "of the rules: which defaults the options have"},
            seats={"type": "array", "items": _object(["name", "kind", "colour"], name=TEXT, kind=TEXT, colour=WHOLE)},
        ),
    }
