"""The chest: the lids of all games, and the tables of this browser."""

from __future__ import annotations

import asyncio
import random
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fabletop.drawing.animals import animal
from fabletop.engine.errors import UnknownGame
from fabletop.engine.game import Game
from fabletop.engine.registry import game_ids, spec_of
from fabletop.engine.spec import shown
from fabletop.web.games_page import latest
from fabletop.web.pages import Pages, edition
from fabletop.web.visitor import packed, words_in
from fabletop.words import LANGUAGES
from fabletop.words.words import GameWords


@lru_cache(32)
def lid_picture(id: str, language: str) -> bytes:
    """A board in the middle of a game: the picture on the lid."""
    spec = spec_of(id)
    state, rng = Game(id, min(spec.seats[1], max(spec.seats[0], 3))).new(), random.Random(7)
    best = state.copy()
    for _ in range(45):
        if state.turn is None:
            break
        best = state.copy()
        state.play(rng.choice(state.actions()))
    return best.view(None).svg(translate=words_in(language).game(id).translate).encode()


class ChestPages:
    def __init__(self, pages: Pages) -> None:
        self.pages, self.house = pages, pages.house

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/", self.chest),
            Route("/lid/{edition}/{language}/{game}.svg", self.lid),
            Route("/animal/{edition}/{name}.svg", self.animal),
        ]

    async def chest(self, request: Request) -> Response:
        visitor = self.pages.visitor(request)
        games = [
            {"id": id, "words": words, "spec": spec_of(id), "variants": variants(id, words)}
            for id in game_ids()
            for words in (visitor.words.game(id),)
        ]
        running = await latest(self.pages, visitor)
        return self.pages.page(request, visitor, "chest.html", games=games, running=running)

    async def lid(self, request: Request) -> Response:
        id, language = request.path_params["game"], request.path_params["language"]
        if id not in game_ids() or language not in LANGUAGES:
            raise UnknownGame("there is no such game")
        body = await asyncio.to_thread(lid_picture, id, language)
        kept = "public, max-age=86400" if request.path_params["edition"] == edition() else "no-cache"
        return packed(request, body, "image/svg+xml", {"cache-control": kept})

    async def animal(self, request: Request) -> Response:
        """A face for the pages: the boards have them drawn in."""
        if not (face := animal(request.path_params["name"])):
            raise UnknownGame("there is no such animal")
        body = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-24 -24 48 48">{face}</svg>'
        kept = "public, max-age=31536000, immutable" if request.path_params["edition"] == edition() else "no-cache"
        return packed(request, body.encode(), "image/svg+xml", {"cache-control": kept})


def variants(id: str, words: GameWords) -> list[tuple[str, str]]:
    """The games of one lid: what the address calls them, and their names; none, where there is only one."""
    spec = spec_of(id)
    if not spec.variant:
        return []
    return [(shown(value), words.value(spec.variant, value)) for value in spec.option(spec.variant).values]
