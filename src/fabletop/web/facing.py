"""A board can face whoever looks at it: a choice of each device, made apart where several people share one."""

from __future__ import annotations

from collections.abc import Collection

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fabletop.engine.registry import has_part, part
from fabletop.web.pages import Pages
from fabletop.web.visitor import form_of, go, own_path

ALONE, SHARED = "alone", "shared"  # one person at this device, or several


class FacingPages:
    def __init__(self, pages: Pages) -> None:
        self.pages = pages

    def routes(self) -> list[BaseRoute]:
        return [Route("/facing", self.switch, methods=["POST"])]

    async def switch(self, request: Request) -> Response:
        form, visitor = await form_of(request), self.pages.visitor(request)
        where = SHARED if form.get("where") == SHARED else ALONE
        wanted = visitor.facing | {where} if form.get("facing") == "on" else visitor.facing - {where}
        return visitor.face(visitor.greet(go(own_path(form.get("to", "/")))), wanted)


def is_turned(game: str, seats: Collection[int], wanted: Collection[str]) -> bool:
    """Does a device with these seats want the board of this game to face who looks?"""
    return can_turn(game) and kind_of(seats) in wanted


def kind_of(seats: Collection[int]) -> str:
    return SHARED if len(seats) > 1 else ALONE


def can_turn(game: str) -> bool:
    """Do people sit around this board?  Its draw.py says so."""
    return bool(has_part(game, "draw") and getattr(part(game, "draw"), "TURNS", False))
