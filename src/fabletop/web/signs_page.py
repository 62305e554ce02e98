"""Play without reading: the switch, and the pictures of the signs."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fabletop.drawing.signs import sign
from fabletop.engine.errors import UnknownGame
from fabletop.engine.registry import game_ids
from fabletop.web.pages import Pages, edition
from fabletop.web.visitor import form_of, go, own_path, packed


class SignPages:
    def __init__(self, pages: Pages) -> None:
        self.pages = pages

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/pictures", self.switch, methods=["POST"]),
            Route("/sign/{edition}/{name}.svg", self.sign),
            Route("/sign/{edition}/{game}/{name}.svg", self.sign),
        ]

    async def switch(self, request: Request) -> Response:
        form, visitor = await form_of(request), self.pages.visitor(request)
        answer = visitor.greet(go(own_path(form.get("to", "/"))))
        return visitor.read(answer, pictures=form.get("pictures") == "on")

    async def sign(self, request: Request) -> Response:
        game = request.path_params.get("game", "")
        if (game and game not in game_ids()) or not (drawn := sign(request.path_params["name"], game)):
            raise UnknownGame("there is no such sign")
        kept = "public, max-age=31536000, immutable" if request.path_params["edition"] == edition() else "no-cache"
        return packed(request, drawn.encode(), "image/svg+xml", {"cache-control": kept})
