"""The table: its page, its live stream, moves, taking back, signs, and who sits where."""

from __future__ import annotations

import asyncio
import hmac
import io
from collections.abc import Sequence
from functools import partial

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from fabletop.drawing.scene import MARKS
from fabletop.drawing.signs import has_signs
from fabletop.engine.errors import BadOption, FabletopError, IllegalAction
from fabletop.engine.rulebook import CHANCE
from fabletop.players.registry import usual_level
from fabletop.tables.errors import NoSeat
from fabletop.tables.seats import COLOURS, PERSON, coloured, stood_in, taken
from fabletop.tables.table import Table
from fabletop.web.again_page import offered
from fabletop.web.asked import whole
from fabletop.web.dice_page import dice_texts, given_of, seat_at_dice
from fabletop.web.ending import end_scene
from fabletop.web.eyes import Eyes, eyes_of
from fabletop.web.facing import can_turn, kind_of
from fabletop.web.pages import Pages, refusal
from fabletop.web.seen import result_words, scene
from fabletop.web.setup_page import known_animal, known_colour, proper_name, remember
from fabletop.web.stream import DirectRoute, Plain, Squeezed, cut_of, last_event_id, line_of, send_events, takes_gzip
from fabletop.web.strips import page_encoder
from fabletop.web.visitor import Forbidden, Visitor, form_of, go, packed, wants_json
from fabletop.words import Words

ROLL, START = "roll", "start"  # what a page sends when somebody rolls, or says that chance may begin
KIND = "application/json"
SOON = 3  # plies in which a page still shows how it was rolled who begins


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
            DirectRoute("/t/{table}/live", _Live(self.pages)),
            Route("/t/{table}/move", self.move, methods=["POST"]),
            Route("/t/{table}/undo", self.undo, methods=["POST"]),
            Route("/t/{table}/sign", self.sign, methods=["POST"]),
            Route("/t/{table}/seat", self.seat, methods=["POST"]),
            Route("/t/{table}/qr.svg", self.qr),
        ]

    async def _found(self, request: Request) -> tuple[Visitor, Table, Eyes]:
        table = await self.house.table(request.path_params["table"])
        visitor = self.pages.visitor(request)
        await self.pages.boards.ready(table.game, visitor.words)
        self.house.greet(table.id, visitor.browser)
        return visitor, table, eyes_of(table, visitor.browser, whole(request.query_params.get("seat")), visitor.facing)

    async def table(self, request: Request) -> Response:
        visitor, table, eyes = await self._found(request)
        shown = scene(table, eyes, visitor.words)
        seats = self._seats(request, visitor, table)
        context: dict[str, object] = {
            "table": table,
            "game": visitor.words.game(table.game.id),
            "scene": shown,
            "state": {key: value for key, value in shown.items() if key not in ("svg", "log")} | {"table": table.id},
            "dice": seat_at_dice(table, eyes),
            "eyes": eyes,
            "facing": kind_of(eyes.mine) if eyes.mine and can_turn(table.game.id) else "",
            "lots": table.head.lots if len(table.plies) <= SOON else [],
            "signs": signs(visitor.words),
            "texts": texts(visitor.words),
            "result": result_words(table, visitor.words),
            "roll": ROLL,
            "seats_html": seats,
            "welcome": self._welcome(request, visitor, table),
            "watching": False,
            "ending": await asyncio.to_thread(end_scene, table, visitor.words),
            "again": await offered(self.pages, visitor, table),
            "pictures": visitor.pictures and has_signs(table.game.id),
        }
        return self.pages.page(request, visitor, "table.html", **context)

    def _welcome(self, request: Request, visitor: Visitor, table: Table) -> dict[str, object] | None:
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
                "colour": table.colours[seat],
                "mark": visitor.words(MARKS[table.colours[seat]]),
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
        invitation = f"{link}?invite={self.pages.invitation(table)}"
        return self.pages.rendered(request, visitor, "seats.html", link=link, invitation=invitation, **context)

    def _invited(self, key: str, table: Table, visitor: Visitor) -> str:
        """The key of the invitation, if the visitor may sit down: by it, or because somebody of this browser sits."""
        right = self.pages.invitation(table)
        sits = any(s.browser == visitor.browser for s in table.seats)
        return right if sits or hmac.compare_digest(key.encode(), right.encode()) else ""

    # What a page sends

    async def move(self, request: Request) -> Response:
        form = await form_of(request)
        visitor, table, eyes = await self._found(request)
        self.pages.admit(visitor, request)
        ply, seat, act, salt = (form.get(name, "") for name in ("ply", "seat", "act", "salt"))
        try:
            at, who = _number(ply), _own(table, eyes, seat or (str(eyes.mine[0]) if act == START and eyes.mine else ""))
            if act == START and table.held:
                await self.house.start(table.id)
            elif act == ROLL and table.turn == CHANCE:
                await self.house.roll(table.id, who, at, salt, given_of(form))
            else:
                await self.house.move(table.id, who, at, act, salt)
        except FabletopError as error:
            return self._refused(request, visitor, table, seat, error, act)
        return self._done(request, table, request.query_params.get("seat", ""))

    async def undo(self, request: Request) -> Response:
        form = await form_of(request)
        visitor, table, eyes = await self._found(request)
        self.pages.admit(visitor, request)
        try:
            await self.house.undo(table.id, _own(table, eyes, str(table.decided_last())), _number(form.get("ply", "")))
        except FabletopError as error:
            return self._refused(request, visitor, table, form.get("seat", ""), error)
        return self._done(request, table, form.get("seat", ""))

    async def sign(self, request: Request) -> Response:
        form = await form_of(request)
        visitor, table, eyes = await self._found(request)
        self.pages.admit(visitor, request)
        known = [key for key, _ in signs(visitor.words)]
        if eyes.mine and form.get("sign") in known:
            wanted = whole(form.get("seat"))
            seat = wanted if wanted in eyes.mine else eyes.mine[0]
            self.house.notify(table.id, {"sign": form["sign"], "seat": seat, "name": table.seats[seat].name})
        return self._done(request, table, "")

    async def seat(self, request: Request) -> Response:
        """Sit down, leave the seat to a computer player, or come back."""
        form = await form_of(request)
        visitor, table, _ = await self._found(request)
        self.pages.admit(visitor, request)
        number, do = _number(form.get("seat", "")), form.get("do", "")
        if not 0 <= number < len(table.seats):
            raise BadOption("There is no such seat.")
        occupant = table.seats[number]
        sits = any(s.browser == visitor.browser for s in table.seats)
        mine = occupant.browser == visitor.browser
        away = occupant.kind == PERSON and not occupant.keyed and occupant.browser not in self.house.here(table.id)
        if do == "join":
            self.pages.limits.join(request.scope)
        if do == "join" and not self._invited(form.get("invite", ""), table, visitor):
            raise Forbidden("You need an invitation to sit down: ask for it, or watch.")
        if do == "join" and table.turn is None:
            raise BadOption("This game is over. You can watch it again, or begin another.")
        if do == "join" and not occupant.free:
            raise BadOption("Somebody is already sitting there. You can watch.")
        if do == "join":
            name, animal = proper_name(self.pages, form.get("name", "")), known_animal(form.get("animal", ""))
            await self.house.reseat(
                table.id, number, lambda now: taken(now, visitor.browser, name, animal) if now.free else now
            )
            favourite = known_colour(form.get("colour", ""))
            if favourite is not None and table.seats[number].browser == visitor.browser:
                await self._paint(table, number, [favourite])
            if table.seats[number].browser != visitor.browser:  # another was quicker
                raise BadOption("Somebody is already sitting there. You can watch.")
            await remember(self.pages, visitor, table)
        elif do == "colour" and mine and table.turn is not None:
            now = table.colours[number]
            await self._paint(table, number, [(now + step) % COLOURS for step in range(1, COLOURS)])
        elif do == "replace" and occupant.kind == PERSON and (mine or (sits and (away or occupant.free))):
            if not (mine or occupant.free or self.house.is_gone(table.id, occupant.browser)):
                raise BadOption("{name} was here a moment ago. Wait a little, then try again.", name=occupant.name)
            level = usual_level(table.game.id)
            await self.house.reseat(table.id, number, lambda now: stood_in(now, level))
        elif do == "back" and mine:
            await self.house.reseat(table.id, number, lambda now: stood_in(now, ""))
        return visitor.greet(go(f"/t/{table.id}"))

    async def _paint(self, table: Table, seat: int, wanted: Sequence[int]) -> None:
        """The first of these colours that nobody else has."""
        others = {colour for other, colour in enumerate(table.colours) if other != seat}
        free = [colour for colour in wanted if colour not in others]
        if free:
            await self.house.reseat(table.id, seat, lambda now: coloured(now, free[0]))

    def _done(self, request: Request, table: Table, seat: str) -> Response:
        if wants_json(request):
            return packed(request, msgspec.json.encode({"ok": True, "ply": table.ply}), KIND)
        return go(f"/t/{table.id}" + (f"?seat={seat}" if whole(seat) is not None else ""))

    def _refused(
        self, request: Request, visitor: Visitor, table: Table, seat: str, error: FabletopError, act: str = ""
    ) -> Response:
        """Kindly: what was wanted is not possible, and why; and the page catches up."""
        if not wants_json(request):
            return self._done(request, table, seat)
        line, status = refusal(error, visitor.words, table.game.id)
        if act and isinstance(error, IllegalAction):
            view = table.state.view(_number(seat))
            line = visitor.words.game(table.game.id).why_not(view, act, table.names) or line
        return packed(request, msgspec.json.encode({"error": line, "ply": table.ply}), KIND, status=status)

    async def qr(self, request: Request) -> Response:
        table = await self.house.table(request.path_params["table"])
        visitor = self.pages.visitor(request)
        if not (key := self._invited(request.query_params.get("invite", ""), table, visitor)):
            raise Forbidden("You need an invitation to sit down: ask for it, or watch.")
        code = segno.make(f"{self.pages.address(request)}/t/{table.id}?invite={key}", error="m")
        svg = io.BytesIO()
        code.save(svg, "svg", scale=4, border=2, dark="#1E2340", light="#FFFDF8", omitsize=True, xmldecl=False)
        return packed(request, svg.getvalue(), "image/svg+xml")


def texts(_: Words) -> dict[str, str]:
    """What the page's script says."""
    return {
        "lost": _("The connection is gone. I am trying again …"),
        "back": _("Back again."),
        "waits": _("Nothing can be saved just now. The game goes on by itself as soon as it can."),
        "failed": _("That did not work. Try again."),
        "waiting_for": _("Waiting for {name} …"),
        "ask": _("Tap anything on the board."),
        "ask_others": _("Ask the others"),
        "no_voice": _("This device has no voice for reading aloud."),
        "wants_hints": _("{name} would like to play with hints. Press the light bulb if you agree."),
        "hints_agreed": _("From now on there are hints for everybody."),
        "roll": _("Roll"),
        "hand_on": _("I have seen it: cover the screen"),
        "copied": _("The link is copied."),
        "copy_by_hand": _("The link is marked: now copy it."),
        "start": _("Start now"),
        **dice_texts(_),
    }


def _number(text: str) -> int:
    found = whole(text)
    return -1 if found is None else found


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
        with self.pages.limits.stream(scope):
            await self._follow(scope, receive, send)

    async def _follow(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        table = await self.house.table(scope["path_params"]["table"])
        visitor, asked = self.pages.visitor(request), request.query_params
        eyes = eyes_of(table, visitor.browser, whole(asked.get("seat")), visitor.facing)
        await self.pages.boards.ready(table.game, visitor.words)
        since = last_event_id(scope) or whole(asked.get("since")) or 0
        encode = page_encoder(eyes, visitor.words)
        key = ("page", eyes, visitor.language)
        turn, pack = partial(self.pages.limits.turn, scope), Squeezed() if takes_gzip(scope) else Plain()
        events = self.house.follow(
            table.id,
            key,
            encode,
            since,
            who=visitor.browser,
            cut=cut_of(scope),
            line=line_of(scope, pack),
            turn=turn,
        )
        await send_events(receive, send, events, pack)
