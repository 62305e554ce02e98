"""Help in the middle of a game: what something is, why it cannot be done, and a hint."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fabletop.engine.rulebook import CHANCE
from fabletop.engine.view import View
from fabletop.players.hints import Hint, hint
from fabletop.tables.seats import PERSON
from fabletop.tables.table import Table
from fabletop.web.asked import whole
from fabletop.web.eyes import Eyes, acting, eyes_of, looking
from fabletop.web.pages import Pages
from fabletop.web.visitor import Visitor, form_of, packed
from fabletop.words import Words
from fabletop.words.worth import worths

KIND = "application/json"
LONGEST = 60  # letters that the name of a thing may have
PATIENCE = 0.9  # seconds that one question waits for a hint; then the page asks again


class HelpPages:
    def __init__(self, pages: Pages) -> None:
        self.pages, self.house = pages, pages.house
        self._hints: dict[tuple[str, int, int], asyncio.Task[Hint]] = {}  # by table, ply and seat: the latest few

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/t/{table}/what", self.what),
            Route("/t/{table}/why", self.why),
            Route("/t/{table}/hint", self.hint),
            Route("/t/{table}/hints", self.agree, methods=["POST"]),
        ]

    async def _found(self, request: Request) -> tuple[Visitor, Table, Eyes]:
        table = await self.house.table(request.path_params["table"])
        visitor = self.pages.visitor(request)
        return visitor, table, eyes_of(table, visitor.browser, whole(request.query_params.get("seat")))

    async def what(self, request: Request) -> Response:
        """What is this?  The name of a thing on the board and what it does, also when it is not one's turn."""
        visitor, table, eyes = await self._found(request)
        thing = request.query_params.get("thing", "")[:LONGEST]
        view = table.state.view(looking(table, eyes))
        told = visitor.words.game(table.game.id).explain(thing, view, table.names)
        return self._answer(request, {"name": told[0], "text": told[1]} if told else {"name": "", "text": ""})

    async def why(self, request: Request) -> Response:
        """Why can I not do that?  For something on the board that was tapped and does not glow.

        What nobody ever does anything with is explained instead.
        """
        visitor, table, eyes = await self._found(request)
        thing = request.query_params.get("thing", "")[:LONGEST]
        words = visitor.words
        reason = not_now(table, eyes, words)
        if not reason and table.turn == CHANCE:
            reason = words("Roll first.")
        if reason:
            return self._answer(request, {"text": reason})
        seen, game = table.state.view(looking(table, eyes)), words.game(table.game.id)
        if reason := game.why_not(seen, thing, table.names):
            return self._answer(request, {"text": reason})
        name, text = game.explain(thing, seen, table.names) or ("", "")
        return self._answer(request, {"name": name, "text": text})

    # Hints

    async def hint(self, request: Request) -> Response:
        """A good move for the seat that looks, and why; `wait` while somebody still thinks about it."""
        visitor, table, eyes = await self._found(request)
        self.pages.admit(visitor, request)
        words = visitor.words
        if eyes.mine and table.turn is not None and not hints_agreed(table):
            if all(table.seats[seat].hints for seat in eyes.mine):
                return self._answer(request, {"text": words("There are hints as soon as the others agree.")})
            asked = words(
                "Hints are for games in which everybody who plays elsewhere agrees. Do you, and shall I ask them?"
            )
            return self._answer(request, {"text": asked, "ask": True})
        if reason := not_now(table, eyes, words):
            return self._answer(request, {"text": reason})
        if table.turn == CHANCE:
            return self._answer(request, {"act": "roll", "text": words("Just roll: the dice decide.")})
        seat = looking(table, eyes)
        assert seat is not None
        view = table.state.view(seat)  # the game may go on while somebody thinks
        found = await self._thought(table, seat, view)
        if found is None:
            return self._answer(request, {"text": words("A moment …"), "wait": True})
        return self._answer(request, told(table, view, found, words))

    async def _thought(self, table: Table, seat: int, view: View) -> Hint | None:
        """Somebody waits for it, as for a computer player's move: it is thought of in the same place."""
        key = (table.id, table.ply, seat)
        if key not in self._hints:
            for past in [other for other in self._hints if other[0] == table.id]:  # nobody waits for them any longer
                self._hints.pop(past).cancel()
            for old in [other for other, task in self._hints.items() if task.done()][:-8]:
                del self._hints[old]
            thinking = self.house.work.thinkers.think(hint, view, people=True)
            self._hints[key] = asyncio.create_task(thinking)
        task = self._hints[key]
        await asyncio.wait({task}, timeout=PATIENCE)
        return task.result() if task.done() else None

    async def agree(self, request: Request) -> Response:
        """Whoever sits in this browser agrees that everybody may have hints."""
        await form_of(request)
        visitor, table, eyes = await self._found(request)
        self.pages.admit(visitor, request)
        for seat in eyes.mine:
            await self.house.reseat(table.id, seat, lambda now: msgspec.structs.replace(now, hints=True))
        if eyes.mine:
            self.house.notify(table.id, {"hints": table.seats[eyes.mine[0]].name, "agreed": hints_agreed(table)})
        return self._answer(request, {"ok": True})

    def _answer(self, request: Request, body: object) -> Response:
        return packed(request, msgspec.json.encode(body), KIND)


def hints_agreed(table: Table) -> bool:
    """May there be hints?  Among those at one device always; against people elsewhere only if all agree."""
    people = [s for s in table.seats if s.kind == PERSON and not s.free and not s.stand_in]
    devices = {s.browser for s in people}
    return (len(devices) < 2 and not any(s.keyed for s in people)) or all(s.hints for s in people)


def not_now(table: Table, eyes: Eyes, words: Words) -> str:
    """Why nobody at this browser can do anything now; empty if somebody can."""
    seat = acting(table)
    if table.turn is None:
        return words("The game is over.")
    if seat is None:
        return words("A moment …")
    if seat not in eyes.mine or seat != looking(table, eyes):
        return words("It is {name}'s turn.", name=table.seats[seat].name)
    return ""


def told(table: Table, view: View, found: Hint, words: Words) -> dict[str, object]:
    """A hint in words: the move, why, and what the best moves are worth where that is known."""
    game = words.game(table.game.id)
    why = game.because(view, found.act, table.names)
    worth = worths(words, table.game, found.worth)
    return {"act": found.act, "label": game.label(found.act), "text": why, "worth": worth}
