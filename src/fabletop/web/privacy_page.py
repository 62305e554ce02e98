"""What is kept about people, one page; and a person takes away or deletes what belongs to her device."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fabletop.engine.errors import FabletopError
from fabletop.players.registry import levels, usual_level
from fabletop.tables.keep import DAY
from fabletop.tables.keeping import remove, shelf
from fabletop.tables.seats import PERSON, Occupant, stood_in
from fabletop.tables.table import Table
from fabletop.web.pages import Pages
from fabletop.web.visitor import COOKIE, FACING, LANGUAGE, PICTURES, Visitor, form_of, packed
from fabletop.words import Words

FILE = "fabletop-my-tables.json"


class PrivacyPages:
    def __init__(self, pages: Pages) -> None:
        self.pages, self.house = pages, pages.house

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/privacy", self.page),
            Route("/mine.json", self.mine),
            Route("/forget", self.forget, methods=["POST"]),
        ]

    async def page(self, request: Request) -> Response:
        return self._page(request, self.pages.visitor(request))

    def _page(self, request: Request, visitor: Visitor, done: str = "") -> Response:
        kept = [kept_words(time, visitor.words) for time in self.pages.keep]
        return self.pages.page(request, visitor, "privacy.html", kept=kept, done=done)

    async def mine(self, request: Request) -> Response:
        """All that is kept for this browser: its tables, its seats, and the records of finished games."""
        visitor, found = self.pages.visitor(request), []
        async for table, seats in self._tables(visitor):
            line: dict[str, object] = {"table": table.id, "game": table.game.id, "options": dict(table.game.options)}
            line |= {"seats": seats, "names": [table.seats[seat].name for seat in seats], "plies": len(table.plies)}
            if table.turn is None:
                record = await asyncio.to_thread(table.record)  # long games must not hold anybody up
                line["record"] = record.splitlines()
            found.append(line)
        headers = {"content-disposition": f'attachment; filename="{FILE}"'}
        body = await asyncio.to_thread(msgspec.json.encode, {"tables": found})
        return await asyncio.to_thread(packed, request, body, "application/json", headers)

    async def forget(self, request: Request) -> Response:
        """Everything of this browser: its seats get another name and a computer player, its own tables are deleted."""
        await form_of(request)
        visitor = self.pages.visitor(request)
        self.pages.admit(visitor, request)
        async for table, seats in self._tables(visitor):
            if any(s.kind == PERSON and s.browser not in ("", visitor.browser) for s in table.seats):
                await self._leave(visitor, table, seats)
            else:  # nobody else's
                await remove(self.house, table.id)
        for table_id in await self.house.store.notes(shelf(visitor.browser)):
            await self.house.store.forget(shelf(visitor.browser), table_id)
        answer = self._page(request, visitor, visitor.words("Everything from this device is deleted."))
        for cookie in (COOKIE, LANGUAGE, PICTURES, FACING):
            answer.delete_cookie(cookie)
        return answer

    async def _tables(self, visitor: Visitor) -> AsyncIterator[tuple[Table, list[int]]]:
        """The tables where this browser sits, with its seats."""
        for id in list(await self.house.store.notes(shelf(visitor.browser))):
            try:
                table = await self.house.table(id)
            except FabletopError:
                continue  # no longer there
            seats = [seat for seat, occupant in enumerate(table.seats) if occupant.browser == visitor.browser]
            if seats:
                yield table, seats

    async def _leave(self, visitor: Visitor, table: Table, seats: list[int]) -> None:
        level = usual_level(table.game.id) if levels(table.game.id) else "random"
        for seat in seats:
            name = visitor.words("Player {number}", number=seat + 1)

            def left(now: Occupant, name: str = name) -> Occupant:
                nobody = msgspec.structs.replace(now, browser=f"left:{table.id}", name=name)
                return stood_in(nobody, level)

            await self.house.reseat(table.id, seat, left)
        plans = [
            msgspec.structs.replace(plan, name=table.seats[seat].name) if seat in seats else plan
            for seat, plan in enumerate(table.head.seats)
        ]
        table.head = msgspec.structs.replace(table.head, seats=plans)
        await self.house.store.rewrite(table.id, msgspec.json.encode(table.head))


def kept_words(seconds: float | None, words: Words) -> str:
    if seconds is None:
        return words("for ever")
    return words.ngettext("for one day", "for {number} days", round(seconds / DAY))
