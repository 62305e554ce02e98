"""The table: its page, its live stream, moves, taking back, signs, and who sits where."""

from __future__ import annotations

import hmac
from typing import Any

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from fabletop.engine.errors import BadOption, FabletopError
from fabletop.engine.rulebook import CHANCE
from fabletop.players.registry import levels
from fabletop.tables.house import NoSeat
from fabletop.tables.seats import PERSON, stood_in, taken
from fabletop.tables.table import Table
from fabletop.web.chest_page import LONGEST_NAME, remember, usual_level
from fabletop.web.pages import Pages, refusal
from fabletop.web.seen import Eyes, eyes_of, page_telling, result_words, scene
from fabletop.web.stream import Straight, last_event_id, send_events
from fabletop.web.visitor import Elsewhere, Visitor, form_of, go, packed, wants_json
from fabletop.words import Words

ROLL = "roll"  # what a page sends when somebody rolls
KIND = "application/json"


def signs(_: Words) -> list[tuple[str, str]]:
    """Friendly signs: there is no chat."""
    return [
        ("hello", _("Hello!")),
        ("luck", _("Good luck!")),
        ("well", _("Well done!")),
        ("oh", _("Oh!")),
        ("wait", _("One moment, please.")),
        ("thanks", _("Thank you!")),
    ]


class TablePages:
    def __init__(self, pages: Pages) -> None:
        self.pages, self.house = pages, pages.house

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/t/{table}", self.table),
            Route("/t/{table}/look", self.look),
            Route("/t/{table}/seats", self.seats),
            Straight("/t/{table}/live", _Live(self.pages)),
            Route("/t/{table}/move", self.move, methods=["POST"]),
            Route("/t/{table}/undo", self.undo, methods=["POST"]),
            Route("/t/{table}/sign", self.sign, methods=["POST"]),
            Route("/t/{table}/seat", self.seat, methods=["POST"]),
            Route("/t/{table}/qr.svg", self.qr),
        ]

    async def _found(self, request: Request) -> tuple[Visitor, Table, Eyes]:
        table = await self.house.table(request.path_params["table"])
        visitor = self.pages.visitor(request)
        lifted = request.query_params.get("seat", "")
        return visitor, table, eyes_of(table, visitor.browser, int(lifted) if lifted.isdecimal() else None)

    async def table(self, request: Request) -> Response:
        visitor, table, eyes = await self._found(request)
        shown = scene(table, eyes, visitor.words)
        seats = self._seats(request, visitor, table)
        context: dict[str, Any] = {
            "table": table,
            "game": visitor.words.game(table.game.id),
            "scene": shown,
            "state": {key: value for key, value in shown.items() if key not in ("svg", "log")} | {"table": table.id},
            "eyes": eyes,
            "signs": signs(visitor.words),
            "texts": texts(visitor.words),
            "result": result_words(table, visitor.words),
            "roll": ROLL,
            "seats_html": seats,
            "welcome": self._welcome(request, visitor, table),
        }
        return self.pages.page(request, visitor, "table.html", **context)

    def _welcome(self, request: Request, visitor: Visitor, table: Table) -> dict[str, Any] | None:
        """The first free seat, for somebody who is invited and does not sit yet."""
        sits = any(s.browser == visitor.browser for s in table.seats)
        free = [seat for seat, s in enumerate(table.seats) if s.free]
        invite = self._invited(request.query_params.get("invite", ""), table, visitor)
        return {"seat": free[0], "invite": invite} if invite and free and not sits and table.turn is not None else None

    async def look(self, request: Request) -> Response:
        """The whole scene again: after a cover was lifted or put back, or when a page has lost the thread."""
        visitor, table, eyes = await self._found(request)
        return packed(request, msgspec.json.encode(scene(table, eyes, visitor.words)), KIND)

    async def seats(self, request: Request) -> Response:
        visitor, table, _ = await self._found(request)
        html = self._seats(request, visitor, table)
        return packed(request, html.encode(), "text/html; charset=utf-8")

    def _seats(self, request: Request, visitor: Visitor, table: Table) -> str:
        here = self.house.here(table.id)
        rows = [
            {
                "seat": seat,
                "sitting": s,
                "mine": s.browser == visitor.browser,
                "away": s.kind == PERSON and not s.keyed and not s.free and s.browser not in here,
            }
            for seat, s in enumerate(table.seats)
        ]
        sits = any(row["mine"] for row in rows)
        invite = self._invited(request.query_params.get("invite", ""), table, visitor)
        free = any(s.free for s in table.seats)
        others = any(s.kind == PERSON and s.browser != visitor.browser for s in table.seats)
        context = {
            "table": table,
            "rows": rows,
            "sits": sits,
            "invite": invite,
            "free": free,
            "others": others,
            "over": table.turn is None,
        }
        link = f"{self.pages.address(request)}/t/{table.id}"
        invitation = f"{link}?invite={self.pages.invitation(table.id)}"
        return self.pages.rendered(request, visitor, "seats.html", link=link, invitation=invitation, **context)

    def _invited(self, key: str, table: Table, visitor: Visitor) -> str:
        """The key of the invitation, if the visitor may sit down: by it, or because somebody of this browser sits."""
        right = self.pages.invitation(table.id)
        sits = any(s.browser == visitor.browser for s in table.seats)
        return right if sits or hmac.compare_digest(key.encode(), right.encode()) else ""

    # What a page sends

    async def move(self, request: Request) -> Response:
        form = await form_of(request)
        visitor, table, eyes = await self._found(request)
        self.pages.admit(visitor, request, self.pages.moves)
        ply, seat, act, salt = (form.get(name, "") for name in ("ply", "seat", "act", "salt"))
        try:
            at, who = _number(ply), _own(table, eyes, seat)
            if act == ROLL and table.turn == CHANCE:
                await self.house.roll(table.id, who, at, salt)
            else:
                await self.house.move(table.id, who, at, act, salt)
        except FabletopError as error:
            return self._refused(request, visitor, table, seat, error)
        return self._done(request, table, seat)

    async def undo(self, request: Request) -> Response:
        form = await form_of(request)
        visitor, table, eyes = await self._found(request)
        self.pages.admit(visitor, request, self.pages.moves)
        seat = str(table.plies[-1].by) if table.plies else ""
        try:
            await self.house.undo(table.id, _own(table, eyes, seat), _number(form.get("ply", "")))
        except FabletopError as error:
            return self._refused(request, visitor, table, form.get("seat", ""), error)
        return self._done(request, table, form.get("seat", ""))

    async def sign(self, request: Request) -> Response:
        form = await form_of(request)
        visitor, table, eyes = await self._found(request)
        self.pages.admit(visitor, request, self.pages.moves)
        known = [key for key, _ in signs(visitor.words)]
        if eyes.mine and form.get("sign") in known:
            wanted = form.get("seat", "")
            seat = int(wanted) if wanted.isdecimal() and int(wanted) in eyes.mine else eyes.mine[0]
            self.house.notify(table.id, {"sign": form["sign"], "seat": seat, "name": table.seats[seat].name})
        return self._done(request, table, "")

    async def seat(self, request: Request) -> Response:
        """Sit down, leave the seat to a computer player, or come back."""
        form = await form_of(request)
        visitor, table, _ = await self._found(request)
        self.pages.admit(visitor, request, self.pages.moves)
        number, do = _number(form.get("seat", "")), form.get("do", "")
        if not 0 <= number < len(table.seats):
            raise BadOption("There is no such seat.")
        sitting = table.seats[number]
        sits = any(s.browser == visitor.browser for s in table.seats)
        mine = sitting.browser == visitor.browser
        away = sitting.kind == PERSON and not sitting.keyed and sitting.browser not in self.house.here(table.id)
        if do == "join" and not self._invited(form.get("invite", ""), table, visitor):
            raise Elsewhere("Only who is invited can sit down: ask for the invitation, or watch.")
        if do == "join" and not sitting.free:
            raise BadOption("Somebody sits there already. You can watch.")
        if do == "join":
            name = " ".join(form.get("name", "").split())[:LONGEST_NAME]
            await self.house.reseat(
                table.id, number, lambda now: taken(now, visitor.browser, name) if now.free else now
            )
            await remember(self.pages, visitor, table)
        elif do == "replace" and sitting.kind == PERSON and (mine or (sits and (away or sitting.free))):
            level = usual_level(table.game.id) if levels(table.game.id) else "random"
            await self.house.reseat(table.id, number, lambda now: stood_in(now, level))
        elif do == "back" and mine:
            await self.house.reseat(table.id, number, lambda now: stood_in(now, ""))
        return visitor.greet(go(f"/t/{table.id}"))

    def _done(self, request: Request, table: Table, seat: str) -> Response:
        if wants_json(request):
            return packed(request, msgspec.json.encode({"ok": True, "ply": table.ply}), KIND)
        return go(f"/t/{table.id}" + (f"?seat={seat}" if seat.isdecimal() else ""))

    def _refused(self, request: Request, visitor: Visitor, table: Table, seat: str, error: FabletopError) -> Response:
        """Kindly: what was wanted is no longer possible, and the page catches up."""
        if not wants_json(request):
            return self._done(request, table, seat)
        line, status = refusal(error, visitor.words, table.game.id)
        return packed(request, msgspec.json.encode({"error": line, "ply": table.ply}), KIND, status=status)

    async def qr(self, request: Request) -> Response:
        table = await self.house.table(request.path_params["table"])
        visitor = self.pages.visitor(request)
        if not (key := self._invited(request.query_params.get("invite", ""), table, visitor)):
            raise Elsewhere("Only who is invited can sit down: ask for the invitation, or watch.")
        code = segno.make(f"{self.pages.address(request)}/t/{table.id}?invite={key}", error="m")
        svg = code.svg_inline(scale=4, border=2, dark="#1E2340", light="#FFFDF8", omitsize=True)
        svg = svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1) if "xmlns" not in svg else svg
        return packed(request, svg.encode(), "image/svg+xml")


def texts(_: Words) -> dict[str, str]:
    """What the page's script says."""
    return {
        "lost": _("The line is gone. I am trying again …"),
        "back": _("There again."),
        "failed": _("That did not work. Try again."),
        "roll": _("Roll"),
        "hand_on": _("I have seen it: cover the screen"),
        "copied": _("The link is copied."),
        "honest": _("All {rolls} rolls are what the seed and the players made them."),
        "wrong": _("Ply {ply} is not what the seed and the players made it!"),
        "promise": _("The seed is not the one that was promised!"),
    }


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else -1


def _own(table: Table, eyes: Eyes, seat: str) -> int:
    number = _number(seat)
    if number not in eyes.mine:
        raise NoSeat("this seat is not yours")
    return number


class _Live:
    """GET /t/T/live: one event for each ply, as the eyes of this browser see it, and notices."""

    def __init__(self, pages: Pages) -> None:
        self.pages, self.house = pages, pages.house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        try:
            table = await self.house.table(scope["path_params"]["table"])
        except FabletopError:
            await Response("there is no such table", 404)(scope, receive, send)
            return
        visitor, asked = self.pages.visitor(request), request.query_params
        lifted = asked.get("seat", "")
        eyes = eyes_of(table, visitor.browser, int(lifted) if lifted.isdecimal() else None)
        since = last_event_id(scope) or _number(asked.get("since", "0"))
        telling = page_telling(eyes, visitor.words)
        key = ("page", eyes, visitor.language)
        events = self.house.follow(table.id, key, telling, max(0, since), who=visitor.browser)
        await send_events(receive, send, events)
