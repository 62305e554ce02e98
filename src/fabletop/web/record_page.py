"""After and beside the game: watching again, the record."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fabletop.tables.table import Table
from fabletop.web.again_page import offered
from fabletop.web.asked import whole
from fabletop.web.pages import NotYet, Pages
from fabletop.web.seen import picture, result_words
from fabletop.web.strips import in_frames
from fabletop.web.visitor import Visitor, packed
from fabletop.words import Words


class RecordPages:
    def __init__(self, pages: Pages) -> None:
        self.pages, self.house = pages, pages.house

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/t/{table}/watch", self.watch),
            Route("/t/{table}/frame", self.frame),
            Route("/t/{table}/record", self.record),
        ]

    async def _finished(self, request: Request) -> Table:
        table = await self.house.table(request.path_params["table"])
        if table.turn is not None:
            raise NotYet("This is given out when the game is over.")
        return table

    async def watch(self, request: Request) -> Response:
        table, visitor = await self._finished(request), self.pages.visitor(request)
        context = await watched(self.pages, request, visitor, table)
        return self.pages.page(request, visitor, "watch.html", **context)

    async def frame(self, request: Request) -> Response:
        table, visitor = await self._finished(request), self.pages.visitor(request)
        seat, ply = asked(request, table)
        return packed(request, msgspec.json.encode(frame(table, seat, ply, visitor.words)), "application/json")

    async def record(self, request: Request) -> Response:
        table = await self._finished(request)
        name = f"{table.game.id}-{table.id}.jsonl"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        record = await asyncio.to_thread(table.record)  # a long game must not hold anybody up
        return Response(record, headers=headers, media_type="application/x-ndjson")


async def watched(pages: Pages, request: Request, visitor: Visitor, table: Table) -> dict[str, object]:
    """What a page shows on which a finished game is watched."""
    seat, ply = asked(request, table)
    return {
        "table": table,
        "game": visitor.words.game(table.game.id),
        "frame": frame(table, seat, ply, visitor.words),
        "seat": seat,
        "ply": ply,
        "plies": len(table.plies),
        "result": result_words(table, visitor.words),
        "again": await offered(pages, visitor, table),
        "watching": True,
    }


def asked(request: Request, table: Table) -> tuple[int | None, int]:
    last, ply = len(table.plies), whole(request.query_params.get("ply"))
    return whole(request.query_params.get("seat"), len(table.seats)), last if ply is None else min(ply, last)


def frame(table: Table, seat: int | None, ply: int, words: Words) -> dict[str, object]:
    """The position after a ply of a finished game as a seat saw it, and what had just happened."""
    state = table.position(max(0, ply - 1))
    if ply == 0:
        return {"ply": 0, "say": words("The game begins."), **picture(table, words, state.view(seat))}
    entry, before = table.plies[ply - 1], state.copy()
    state.play(entry.act)
    frames = in_frames(table, before, entry, state, table.plies[:ply], (seat, seat), words, whole=True)
    say = " ".join(str(one["say"]) for one in frames if "say" in one)
    return {"ply": ply, "say": say, "strip": frames, "svg": frames[-1]["svg"]}
