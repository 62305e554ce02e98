"""Once more: a new table for the same people with the same seats, levels and house rules.

Whoever sat here may ask for it; there is one such table however many ask, and those who play elsewhere are asked to
come along: their seats are kept for them.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fabletop.players.registry import usual_level
from fabletop.tables.errors import UnknownTable
from fabletop.tables.seats import PERSON, Occupant, coloured, stood_in
from fabletop.tables.store import Conflict
from fabletop.tables.table import Table
from fabletop.web.pages import NotYet, Pages
from fabletop.web.setup_page import remember
from fabletop.web.visitor import Forbidden, Visitor, form_of, go
from fabletop.words import Words

NEXT, LOSER, SAME = "next", "loser", "same"  # who begins


class AgainPages:
    def __init__(self, pages: Pages) -> None:
        self.pages, self.house = pages, pages.house

    def routes(self) -> list[BaseRoute]:
        return [Route("/t/{table}/again", self.again, methods=["POST"])]

    async def again(self, request: Request) -> Response:
        form, visitor = await form_of(request), self.pages.visitor(request)
        table = await self.house.table(request.path_params["table"])
        if table.turn is not None:
            raise NotYet("This is given out when the game is over.")
        if not may_ask(table, visitor):
            raise Forbidden("Only people who played here can ask for another game.")
        self.pages.limits.make(request.scope)
        new = await self._open(table, form.get("begins", NEXT))
        if form.get("do") == "leave":
            await self._leave(new, visitor)
            return visitor.greet(go("/"))
        await remember(self.pages, visitor, new)
        return visitor.greet(go(f"/t/{new.id}"))

    async def _open(self, table: Table, begins: str) -> Table:
        """The table at which they play again; the first who asks sets it up."""
        id = self.pages.again(table.id)
        if found := await _existing(self.pages, id):
            return found
        occupants = turned(table, begins)
        kinds, names = [s.kind for s in occupants], [s.name for s in occupants]
        try:
            made = await self.house.make(
                table.game.id, table.game.options, kinds, names, occupants=occupants, id=id, waits=table.head.waits
            )
        except Conflict:  # another was quicker
            return await self.house.table(id)
        self.house.notify(table.id, {"again": id})
        return made.table

    async def _leave(self, table: Table, visitor: Visitor) -> None:
        """Not now: a computer player plays in our seats, so that the others need not wait."""
        level = usual_level(table.game.id)
        for seat, occupant in enumerate(table.seats):
            if occupant.browser == visitor.browser:
                await self.house.reseat(table.id, seat, lambda now: stood_in(now, level))


def may_ask(table: Table, visitor: Visitor) -> bool:
    """Did somebody of this browser play, and nobody by a program's token, which is not known here?"""
    return any(s.browser == visitor.browser for s in table.seats) and not any(s.keyed for s in table.seats)


async def _existing(pages: Pages, id: str) -> Table | None:
    try:
        return await pages.house.table(id)
    except UnknownTable:
        return None


async def offered(pages: Pages, visitor: Visitor, table: Table) -> dict[str, object]:
    """What the end of a game offers: to play again, or to come along with those who do."""
    if table.turn is not None or not may_ask(table, visitor):
        return {"state": ""}
    if found := await _existing(pages, pages.again(table.id)):
        alone = all(s.browser in ("", visitor.browser) for s in table.seats if s.kind == PERSON)
        words = visitor.words("The next game is waiting for you.") if alone else visitor.words("Another game?")
        return {"state": "asked", "id": found.id, "words": words}
    return {"state": "possible", "begins": beginners(table, visitor.words)}


def beginners(table: Table, _: Words) -> list[tuple[str, str]]:
    """Who may begin the next game."""
    known = [
        (NEXT, _("The next player begins")),
        (LOSER, _("Whoever lost begins")),
        (SAME, _("The same player begins")),
    ]
    return [one for one in known if one[0] != LOSER or _last(table) is not None]


def _last(table: Table) -> int | None:
    """Who came in last, if anybody did."""
    result = table.state.result
    if result is None or len(set(result.ranks)) == 1:
        return None
    return result.ranks.index(max(result.ranks))


def turned(table: Table, begins: str) -> list[Occupant]:
    """The same people in their colours, seen from whoever begins: the first seat does."""
    first = {NEXT: 1, LOSER: _last(table) or 0, SAME: 0}.get(begins, 1) % len(table.seats)
    seats = [coloured(occupant, colour) for occupant, colour in zip(table.seats, table.colours, strict=True)]
    return [*seats[first:], *seats[:first]]
