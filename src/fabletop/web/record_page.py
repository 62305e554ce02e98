"""After and beside the game: the rules, watching again, the dice and their check, the record."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import Any

import msgspec
from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fabletop.engine.errors import UnknownGame
from fabletop.engine.game import State
from fabletop.engine.registry import game_ids
from fabletop.engine.rulebook import CHANCE
from fabletop.tables.table import Entry, Table
from fabletop.web.pages import NotYet, Pages
from fabletop.web.seen import picture, result_words
from fabletop.web.table_page import texts
from fabletop.web.visitor import packed
from fabletop.words import Words


@lru_cache(32)
def rules_html(id: str, language: str) -> Markup:
    """The rules page without its title, which the page has; what is written there stays text."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    title, _, rest = Words(language).game(id).rules().partition("\n")
    html: str = markdown.render(rest if title.startswith("# ") else f"{title}\n{rest}")
    html = re.sub(r"<thead>\s*<tr>(\s*<th></th>)+\s*</tr>\s*</thead>", "", html)  # a table that needs no head
    html = html.replace("<th></th>", "<td></td>")
    html = html.replace("<table>", '<div class="wide" tabindex="0"><table>').replace("</table>", "</table></div>")
    return Markup(html)


class RecordPages:
    def __init__(self, pages: Pages) -> None:
        self.pages, self.house = pages, pages.house

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/rules/{game}", self.rules),
            Route("/t/{table}/watch", self.watch),
            Route("/t/{table}/frame", self.frame),
            Route("/t/{table}/dice", self.dice),
            Route("/t/{table}/dice.json", self.proof),
            Route("/t/{table}/record", self.record),
        ]

    async def rules(self, request: Request) -> Response:
        id, visitor = request.path_params["game"], self.pages.visitor(request)
        if id not in game_ids():
            raise UnknownGame("there is no such game")
        body = rules_html(id, visitor.language)
        if "part" in request.query_params:
            return packed(request, body.encode(), "text/html; charset=utf-8")
        return self.pages.page(request, visitor, "rules.html", id=id, game=visitor.words.game(id), body=body)

    async def _finished(self, request: Request) -> Table:
        table = await self.house.table(request.path_params["table"])
        if table.turn is not None:
            raise NotYet("This is given out when the game is over.")
        return table

    async def watch(self, request: Request) -> Response:
        table, visitor = await self._finished(request), self.pages.visitor(request)
        seat, ply = _asked(request, table)
        context: dict[str, Any] = {
            "table": table,
            "game": visitor.words.game(table.game.id),
            "frame": frame(table, seat, ply, visitor.words),
            "seat": seat,
            "ply": ply,
            "plies": len(table.plies),
            "result": result_words(table, visitor.words),
        }
        return self.pages.page(request, visitor, "watch.html", **context)

    async def frame(self, request: Request) -> Response:
        table, visitor = await self._finished(request), self.pages.visitor(request)
        seat, ply = _asked(request, table)
        return packed(request, msgspec.json.encode(frame(table, seat, ply, visitor.words)), "application/json")

    async def dice(self, request: Request) -> Response:
        table, visitor = await self.house.table(request.path_params["table"]), self.pages.visitor(request)
        context: dict[str, Any] = {
            "table": table,
            "game": visitor.words.game(table.game.id),
            "over": table.turn is None,
            "salts": sum(bool(entry.salt) for entry in table.plies),
            "statistics": statistics(table, visitor.words),
            "texts": texts(visitor.words),
        }
        return self.pages.page(request, visitor, "dice.html", **context)

    async def proof(self, request: Request) -> Response:
        """All that is needed to compute every outcome of chance again."""
        table = await self._finished(request)
        plies = []
        state = table.game.new()
        for number, entry in enumerate(table.plies, start=1):
            line: dict[str, Any] = {"ply": number, "salt": entry.salt}
            if entry.by == CHANCE:
                weights = state.weights()
                line |= {"weights": list(weights.values()), "outcome": list(weights).index(entry.act)}
            state.play(entry.act)
            plies.append(line)
        body = {"table": table.id, "seed": table.head.seed, "commitment": table.commitment, "plies": plies}
        return packed(request, msgspec.json.encode(body), "application/json")

    async def record(self, request: Request) -> Response:
        table = await self._finished(request)
        name = f"{table.game.id}-{table.id}.jsonl"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(table.record(), headers=headers, media_type="application/x-ndjson")


def _asked(request: Request, table: Table) -> tuple[int | None, int]:
    seat, ply = request.query_params.get("seat", ""), request.query_params.get("ply", "")
    chosen = int(seat) if seat.isdecimal() and len(seat) < 3 and int(seat) < len(table.seats) else None
    last = len(table.plies)
    return chosen, min(int(ply), last) if ply.isdecimal() and len(ply) < 9 else last


def frame(table: Table, seat: int | None, ply: int, words: Words) -> dict[str, Any]:
    """The position after a ply of a finished game as a seat saw it, and what had just happened."""
    state: State = table.game.new()
    entry: Entry | None = None
    for entry in table.plies[: max(0, ply - 1)]:
        state.play(entry.act)
    if ply == 0:
        return {"ply": 0, "say": words("The game begins."), **picture(table, words, state.view(seat))}
    entry = table.plies[ply - 1]
    before, told = state.view(seat), state.tell(seat, entry.act)
    state.play(entry.act)
    after = state.view(seat)
    say = words.game(table.game.id).sentence(before, entry.by, told, after, table.names)
    return {"ply": ply, "say": say, **picture(table, words, after, told, before)}


def statistics(table: Table, words: Words) -> list[tuple[str, int, float, int]]:
    """How often each face has come, in dice games: text, count, what was to be expected, per cent of the most."""
    counts: Counter[str] = Counter()
    expected: Counter[str] = Counter()
    state = table.game.new()
    for entry in table.plies:
        if entry.by == CHANCE and entry.act.startswith("roll "):
            for face in entry.act.split()[1:]:
                counts[face] += 1
            for act, odds in state.odds().items():
                for face in act.split()[1:]:
                    expected[face] += float(odds)  # type: ignore[assignment]
        state.play(entry.act)
    most = max([*counts.values(), *expected.values(), 1])
    faces = sorted(expected, key=lambda face: (len(face), face))
    named = words.game(table.game.id).face
    return [(named(face), counts[face], round(expected[face], 1), round(100 * counts[face] / most)) for face in faces]
