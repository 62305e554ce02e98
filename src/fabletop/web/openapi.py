"""The description of the JSON API, served at /api."""

from __future__ import annotations

from functools import cache
from typing import Any

from fabletop import __version__
from fabletop.engine.registry import game_ids, spec_of
from fabletop.players.registry import levels


def _answer(about: str, schema: dict[str, Any] | None = None, media: str = "application/json") -> dict[str, Any]:
    return {"description": about, "content": {media: {"schema": schema or {"$ref": "#/components/schemas/Error"}}}}


def _body(name: str) -> dict[str, Any]:
    return {"required": True, "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}}


def _object(required: list[str], **properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "required": required, "properties": properties}


TEXT, WHOLE = {"type": "string"}, {"type": "integer", "minimum": 0}
TURN = {"description": 'a seat, "chance", or null when the game is over', "type": ["integer", "string", "null"]}
RESULT = {"type": ["object", "null"]}
TEXTS = {"type": "array", "items": TEXT}
TABLE = [{"name": "table", "in": "path", "required": True, "schema": TEXT}]
LAST = [{"name": "Last-Event-ID", "in": "header", "schema": WHOLE, "description": "resume after this ply"}]
GONE, SEAT = _answer("There is no such table."), _answer("Not this seat's turn, or no token.")
MANY = _answer("Too many requests from this client.")
ANYBODY: list[dict[str, list[str]]] = [{}, {"seat": []}]


@cache
def document() -> dict[str, Any]:
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
                        "422": _answer("Illegal; `legal` lists what is legal."),
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
            "/api/tables/{table}/events": {
                "get": {
                    "summary": "One server-sent event for each ply (id = ply), as the seat may hear of it",
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


def _made() -> dict[str, Any]:
    seat = _object(["seat", "token"], seat=WHOLE, token=TEXT)
    return _object(["table", "seats"], table=TEXT, seats={"type": "array", "items": seat}, commitment=TEXT)


def _schemas() -> dict[str, Any]:
    kinds = sorted({"person", *(level for id in game_ids() for level in levels(id))})
    options = {
        id: {o.name: {"enum": list(o.values), "default": o.default, "description": o.help} for o in spec_of(id).options}
        for id in game_ids()
    }
    return {
        "Error": _object(["error"], error=TEXT),
        "NewTable": _object(
            ["game", "seats"],
            game={"enum": list(game_ids())},
            seats={"type": "array", "items": {"enum": kinds}},
            names=TEXTS,
            options={"type": "object", "description": "by game", "x-games": options},
        ),
        "Move": _object(["ply", "act"], ply=WHOLE, act=TEXT, salt={**TEXT, "pattern": "^([0-9a-f]{8,128})?$"}),
        "Undo": _object(["ply"], ply=WHOLE),
        "Table": _object(
            ["ply", "turn", "actions", "view", "result"],
            ply=WHOLE,
            turn=TURN,
            actions=TEXTS,
            view={"type": "object"},
            result=RESULT,
        ),
    }
