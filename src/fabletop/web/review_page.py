"""Luck or skill?  The review of a finished game: its curve, its big moments, and "What if?" from any of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from fabletop.engine.errors import BadOption, FabletopError
from fabletop.engine.game import Game
from fabletop.engine.rulebook import CHANCE
from fabletop.lab.critic import Critic
from fabletop.lab.review import Review, can_review
from fabletop.players.registry import levels, usual_level
from fabletop.tables.events import event
from fabletop.tables.seats import PERSON, Occupant
from fabletop.tables.table import Table
from fabletop.web.asked import whole
from fabletop.web.limits import Bucket, Busy, client_of
from fabletop.web.pages import NotYet, Pages, refusal
from fabletop.web.record_page import asked, watched
from fabletop.web.setup_page import remember
from fabletop.web.story import story
from fabletop.web.stream import send_events
from fabletop.web.visitor import Visitor, form_of, go
from fabletop.words import Words

LOOK = 0.3  # seconds between two looks at how far a review is
OPPONENT = "fair"


def offers_review(game: str, players: int) -> bool:
    """Is there anything to tell?"""
    return can_review(game) and (players > 1 or Game(game).spec.together)


class ReviewPages:
    def __init__(self, pages: Pages) -> None:
        self.pages, self.house = pages, pages.house
        self.critic = Critic(pages.bench.ask)
        self.asks = Bucket(20, 1.0)
        pages.templates.globals["offers_review"] = offers_review

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/t/{table}/review", self.review),
            Route("/t/{table}/review/watch", _Watch(self)),
            Route("/t/{table}/whatif", self.what_if, methods=["POST"]),
        ]

    async def finished(self, id: str) -> Table:
        table = await self.house.table(id)
        if table.turn is not None:
            raise NotYet("This is given out when the game is over.")
        return table

    async def review(self, request: Request) -> Response:
        """The page; without a script, `?now=1` has the story in it."""
        table, visitor = await self.finished(request.path_params["table"]), self.pages.visitor(request)
        if not offers_review(table.game.id, len(table.seats)):
            raise BadOption("There is nothing to tell about luck and skill here.")
        found = self.critic.found(key(table))
        if found is None and "now" in request.query_params:
            found = await self._begun(request.scope, table)
        context = await watched(self.pages, request, visitor, table)
        mine = [seat for seat, one in enumerate(table.seats) if one.browser and one.browser == visitor.browser]
        told = (
            await asyncio.to_thread(self.told, found, table, visitor.words, asked(request, table)[1]) if found else ""
        )
        context |= {
            "story": Markup(told),
            "mine": mine[0] if mine else None,
        }
        return self.pages.page(request, visitor, "review.html", **context)

    def told(self, found: Review, table: Table, words: Words, at: int | None = None) -> str:
        template = self.pages.templates.get_template("story.html")
        return template.render(_=words, words=words, table=table, **story(found, table, words, at))

    async def _begun(self, scope: Scope, table: Table) -> Review | None:
        if not self.asks.take(client_of(scope)):
            raise Busy("That was a bit too quick. Wait a little, then try again.")
        record = await asyncio.to_thread(table.record)  # a long game must not hold anybody up
        work = self.critic.begin(key(table), record)
        if work is None or work.task is None:
            raise Busy("Many games are being looked at just now. Please wait a little while.")
        return await asyncio.shield(work.task)

    async def progress(self, scope: Scope, table: Table, words: Words) -> AsyncGenerator[bytes, None]:
        """How far the review is, and then the review; whoever goes away does not stop it for the others."""
        try:
            found = self.critic.found(key(table))
            if found is None:
                making = asyncio.ensure_future(self._begun(scope, table))
                while not making.done():
                    work = self.critic.at_work.get(key(table))
                    if work is not None:
                        doing = words("The game is being played on from every move …")
                        yield event({"share": work.share, "say": doing if work.ready else words("Getting ready …")})
                    await asyncio.wait([making], timeout=LOOK)
                found = making.result()
            if found is not None:
                yield event({"html": await asyncio.to_thread(self.told, found, table, words), "say": ""})
        except FabletopError as error:
            yield event({"say": refusal(error, words, table.game.id)[0]})

    async def what_if(self, request: Request) -> Response:
        """A new table that goes on from a ply of this game: the visitor in one seat, computer players in the others."""
        form, visitor = await form_of(request), self.pages.visitor(request)
        table = await self.finished(request.path_params["table"])
        self.pages.limits.make(request.scope)
        ply = min(whole(form.get("ply")) or 0, len(table.plies) - 1)
        seat = whole(form.get("as"), len(table.seats))
        occupants = seated(table, visitor, next_to_act(table, ply) if seat is None else seat)
        kinds, names = [one.kind for one in occupants], [one.name for one in occupants]
        made = await self.house.make(
            table.game.id, table.game.options, kinds, names, occupants=occupants, begun=table, plies=ply
        )
        await remember(self.pages, visitor, made.table)
        return visitor.greet(go(f"/t/{made.table.id}"))


class _Watch:
    """GET /t/TABLE/review/watch: how far the review is, and then the review."""

    def __init__(self, reviews: ReviewPages) -> None:
        self.reviews = reviews

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        table = await self.reviews.finished(request.path_params["table"])
        words = self.reviews.pages.visitor(request).words
        with self.reviews.pages.limits.stream(scope):
            await send_events(receive, send, self.reviews.progress(scope, table, words))


def key(table: Table) -> str:
    return f"{table.id} {table.ply}"


def next_to_act(table: Table, ply: int) -> int:
    """Who decides first after a ply."""
    return next((entry.by for entry in table.plies[ply:] if entry.by != CHANCE), 0)


def seated(table: Table, visitor: Visitor, seat: int) -> list[Occupant]:
    """The same names, animals and colours; computer players keep their level, for people one stands in."""
    known = levels(table.game.id)
    usual = OPPONENT if OPPONENT in known else usual_level(table.game.id)
    found = []
    for number, (one, colour) in enumerate(zip(table.seats, table.colours, strict=True)):
        kind = PERSON if number == seat else one.kind if one.kind in known else usual
        browser = visitor.browser if number == seat else ""
        found.append(
            msgspec.structs.replace(
                one, kind=kind, browser=browser, stand_in="", keyed=False, hints=False, colour=colour
            )
        )
    return found
