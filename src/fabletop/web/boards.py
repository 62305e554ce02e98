"""The still part of a board takes a while when it is drawn for the first time in a language: not on the event loop."""

from __future__ import annotations

import asyncio

from fabletop.engine.game import Game
from fabletop.engine.registry import has_part, part
from fabletop.words import Words

MOST = 1000  # boards that are remembered; the drawings themselves are kept where they are made


def draw_once(game: Game, words: Words) -> None:
    """As everybody may see it; it is kept for the next time."""
    start = game.new()
    for turned in {False, has_part(game.id, "draw") and bool(getattr(part(game.id, "draw"), "TURNS", False))}:
        for seat in (None, *range(game.seats)):
            view = start.view(seat)
            view.turned = turned
            view.svg(translate=words.game(game.id).translate)


class Boards:
    """Which boards have been drawn, in which languages."""

    def __init__(self) -> None:
        self._drawn: set[tuple[Game, str]] = set()

    async def ready(self, game: Game, words: Words) -> None:
        """Wait until this board is there."""
        key = game, words.language
        if key not in self._drawn:
            await asyncio.to_thread(draw_once, game, words)
            if len(self._drawn) >= MOST:
                self._drawn.clear()
            self._drawn.add(key)
