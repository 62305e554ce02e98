"""The rulebook for families: one page for each game, its pictures, and the reference one link further."""

from __future__ import annotations

import asyncio
import re
from functools import lru_cache

from markdown_it import MarkdownIt
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fabletop.engine.errors import UnknownGame
from fabletop.engine.registry import game_ids, spec_of
from fabletop.guide import Picture, lessons, rulebook
from fabletop.guide.data import record as named_record
from fabletop.guide.data import seen
from fabletop.guide.spots import spot, window
from fabletop.web.pages import Pages, edition
from fabletop.web.visitor import packed, words_in
from fabletop.words import LANGUAGES, GameWords, Words


@lru_cache(32)
def rules_html(id: str, language: str) -> Markup:
    """The reference without its title, which the page has; what is written there stays text."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    title, _, rest = Words(language).game(id).rules().partition("\n")
    html: str = markdown.render(rest if title.startswith("# ") else f"{title}\n{rest}")
    html = re.sub(r"<thead>\s*<tr>(\s*<th></th>)+\s*</tr>\s*</thead>", "", html)  # a table that needs no head
    html = html.replace("<th></th>", "<td></td>")
    html = html.replace("<table>", '<div class="wide" tabindex="0"><table>').replace("</table>", "</table></div>")
    return Markup(html)


def prose(text: str) -> Markup:
    """A text of the guide, where **this** stands out."""
    return Markup(re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", str(escape(text))))


@lru_cache(512)
def drawn(id: str, language: str, record: str, ply: int | None, seat: int) -> str:
    """A position of a record of a rulebook as a seat sees it; -1: as a spectator does."""
    found = named_record(id, record)
    _, svg = seen(id, found, ply, None if seat < 0 else seat, translate=words_in(language).game(id).translate)
    return svg


def shown(id: str, language: str, picture: Picture) -> dict[str, object]:
    """A picture for the page: where it comes from, which part of it is seen, and what is ringed."""
    svg, words = drawn(id, language, picture.record, picture.ply, picture.seat), words_in(language).game(id)
    game = named_record(id, picture.record).game(id)
    ply = "end" if picture.ply is None else picture.ply
    x, y, w, h = window(svg, game, picture.crop)
    whole = window(svg, game, "")
    return {
        "source": f"/picture/{edition()}/{language}/{id}/{picture.record}/{ply}/{picture.seat}.svg",
        "box": f"{x:g} {y:g} {w:g} {h:g}",
        "wide": whole.w,
        "high": whole.h,
        "rings": [spot(svg, game, ring) for ring in picture.ring],
        "thick": round(max(w, 120) / 60, 1),
        "name": words.translate(picture.name) if picture.name else "",
        "say": prose(words.translate(picture.say)) if picture.say else "",
    }


@lru_cache(32)
def leaves(id: str, language: str) -> dict[str, object]:
    """All that the page of a rulebook shows."""
    book = rulebook(id)
    if book is None:
        raise UnknownGame("this game has no rulebook")
    own: GameWords = words_in(language).game(id)

    def one(picture: Picture) -> dict[str, object]:
        return shown(id, language, picture)

    return {
        "story": prose(own.translate(book.story)),
        "age": book.age,
        "minutes": book.minutes,
        "age_on_box": book.age_on_box,
        "begins": prose(own.translate(book.begins)),
        "goal": one(book.goal),
        "table": [one(picture) for picture in book.table],
        "turn": [one(picture) for picture in book.turn],
        "special": [one(picture) for picture in book.special],
        "special_title": own.translate(book.special_title) if book.special_title else "",
        "end": one(book.end),
        "examples": [
            {
                "title": own.translate(strip.title),
                "say": prose(own.translate(strip.say)) if strip.say else "",
                "pictures": [one(picture) for picture in strip.picture],
            }
            for strip in book.example
        ],
        "tips": [prose(own.translate(tip)) for tip in book.tips],
        "also": [
            {
                "title": own.translate(also.title) if also.title else named_option(own, also.option, also.value),
                "say": prose(own.translate(also.say)),
                "effect": prose(own.translate(also.effect)),
                "pictures": [one(picture) for picture in also.picture],
            }
            for also in book.also
        ],
        "lessons": [(name, own.translate(found.title)) for name, found in lessons(id).items()],
    }


def named_option(own: GameWords, option: str, value: bool | int | str) -> str:
    return own.option(option)[0] if isinstance(value, bool) else own.set_to(option, value)


class GuidePages:
    def __init__(self, pages: Pages) -> None:
        self.pages = pages

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/rules/{game}", self.rules),
            Route("/rules/{game}/reference", self.reference),
            Route("/picture/{edition}/{language}/{game}/{record}/{ply}/{seat}.svg", self.picture),
        ]

    async def rules(self, request: Request) -> Response:
        """What a family reads; a game without a rulebook shows its reference."""
        id, visitor = known(request), self.pages.visitor(request)
        if rulebook(id) is None:
            return await self.reference(request)
        book = await asyncio.to_thread(leaves, id, visitor.language)
        context: dict[str, object] = {"id": id, "game": visitor.words.game(id), "spec": spec_of(id), "book": book}
        if "part" in request.query_params:
            html = self.pages.rendered(request, visitor, "rulebook_leaves.html", **context)
            return packed(request, html.encode(), "text/html; charset=utf-8")
        return self.pages.page(request, visitor, "rulebook.html", **context)

    async def reference(self, request: Request) -> Response:
        id, visitor = known(request), self.pages.visitor(request)
        body = rules_html(id, visitor.language)
        if "part" in request.query_params:
            return packed(request, body.encode(), "text/html; charset=utf-8")
        context: dict[str, object] = {
            "id": id,
            "game": visitor.words.game(id),
            "body": body,
            "family": rulebook(id) is not None,
        }
        return self.pages.page(request, visitor, "rules.html", **context)

    async def picture(self, request: Request) -> Response:
        asked = request.path_params
        id, language, record, ply, seat = (asked[key] for key in ("game", "language", "record", "ply", "seat"))
        book = rulebook(known(request))
        used = (
            {(p.record, "end" if p.ply is None else str(p.ply), str(p.seat)) for p in book.pictures()} if book else ()
        )
        if language not in LANGUAGES or (record, ply, seat) not in used:
            raise UnknownGame("there is no such picture")
        svg = await asyncio.to_thread(drawn, id, language, record, None if ply == "end" else int(ply), int(seat))
        kept = "public, max-age=86400" if asked["edition"] == edition() else "no-cache"
        return packed(request, svg.encode(), "image/svg+xml", {"cache-control": kept})


def known(request: Request) -> str:
    id: str = request.path_params["game"]
    if id not in game_ids():
        raise UnknownGame("there is no such game")
    return id
