"""The chest: the lids of all games, the tables of this browser, and setting up a new one."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fabletop.engine.errors import BadOption, FabletopError, UnknownGame
from fabletop.engine.game import Game
from fabletop.engine.registry import game_ids, spec_of
from fabletop.engine.spec import Spec, Value, shown
from fabletop.players.registry import levels
from fabletop.tables.house import OVER_NOTE, SEATS_NOTE
from fabletop.tables.seats import PERSON, Sitting
from fabletop.tables.table import Table
from fabletop.web.pages import Pages, edition, refusal
from fabletop.web.visitor import Visitor, form_of, go, packed, words_in
from fabletop.words import LANGUAGES, Words

HERE, ELSEWHERE, NOBODY = "here", "elsewhere", "nobody"
REMEMBERED = 12  # tables that the chest lists
LONGEST_NAME = 24


def animals(words: Words) -> list[str]:
    """What computer players are called."""
    return [words(name) for name in ("Hedgehog", "Owl", "Fox", "Hare", "Bear", "Badger")]


def _marked(_: Words) -> list[str]:
    """The names above, for the catalogue."""
    return [_("Hedgehog"), _("Owl"), _("Fox"), _("Hare"), _("Bear"), _("Badger")]


def level_words(_: Words) -> dict[str, str]:
    return {
        "random": _("Computer: anything goes"),
        "gentle": _("Computer: gentle"),
        "fair": _("Computer: fair"),
        "sharp": _("Computer: sharp"),
        "perfect": _("Computer: perfect"),
    }


def usual_level(game: str) -> str:
    """Kind, where the game has such a player."""
    return next(level for level in ("gentle", "fair", *levels(game)) if level in levels(game))


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
    return best.view(None).svg(translate=words_in(language).game(id).drawn).encode()


class ChestPages:
    def __init__(self, pages: Pages) -> None:
        self.pages, self.house = pages, pages.house

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/", self.chest),
            Route("/lid/{edition}/{language}/{game}.svg", self.lid),
            Route("/start/{game}", self.start, methods=["POST"]),
            Route("/new/{game}", self.setup, methods=["GET"]),
            Route("/new/{game}", self.make, methods=["POST"]),
        ]

    async def chest(self, request: Request) -> Response:
        visitor = self.pages.visitor(request)
        games = [(id, visitor.words.game(id), spec_of(id)) for id in game_ids()]
        tables = await self._tables(visitor) if visitor.known else []
        return self.pages.page(request, visitor, "chest.html", games=games, tables=tables)

    async def lid(self, request: Request) -> Response:
        id, language = request.path_params["game"], request.path_params["language"]
        if id not in game_ids() or language not in LANGUAGES:
            raise UnknownGame("there is no such game")
        body = await asyncio.to_thread(lid_picture, id, language)
        kept = "public, max-age=86400" if request.path_params["edition"] == edition() else "no-cache"
        return packed(request, body, "image/svg+xml", {"cache-control": kept})

    async def _tables(self, visitor: Visitor) -> list[dict[str, Any]]:
        """The tables where this browser has sat, the latest first."""
        notes = await self.house.store.notes(shelf(visitor))
        kept = [(msgspec.json.decode(body), id) for id, body in notes.items()]
        found = []
        for note, id in sorted(kept, key=lambda pair: -pair[0]["at"])[:REMEMBERED]:
            if note["game"] not in game_ids():
                continue
            about = await self.house.store.notes(id)
            if SEATS_NOTE not in about:
                continue
            seats = msgspec.json.decode(about[SEATS_NOTE], type=list[Sitting])
            found.append(
                {
                    "id": id,
                    "game": note["game"],
                    "title": visitor.words.game(note["game"]).title,
                    "names": ", ".join(sitting.name for sitting in seats),
                    "over": OVER_NOTE in about,
                }
            )
        return found

    # A new table

    async def start(self, request: Request) -> Response:
        """One tap: a person here, and kind computer players around."""
        await form_of(request)
        visitor, id = self.pages.visitor(request), request.path_params["game"]
        if id not in game_ids():
            raise UnknownGame("there is no such game")
        low, _ = spec_of(id).seats
        seats = max(low, min(spec_of(id).usual_seats, 3))
        kinds = [HERE, *[usual_level(id)] * (seats - 1)]
        return await self._open(request, visitor, id, {}, kinds, default_names(kinds, visitor.words))

    async def setup(self, request: Request) -> Response:
        id, visitor = request.path_params["game"], self.pages.visitor(request)
        if id not in game_ids():
            raise UnknownGame("there is no such game")
        return self._form(request, visitor, id, {}, "")

    def _form(self, request: Request, visitor: Visitor, id: str, form: dict[str, str], error: str) -> Response:
        spec, words = spec_of(id), visitor.words
        low, high = spec.seats
        usual = max(low, min(spec.usual_seats, 3))
        kinds = [HERE, *[usual_level(id)] * (usual - 1), *[NOBODY] * (high - usual)]
        kinds = [form.get(f"kind{seat}", kind) for seat, kind in enumerate(kinds)]
        names = default_names(kinds, words)
        places = {HERE: words("Plays here"), ELSEWHERE: words("Comes by link"), NOBODY: words("Nobody")}
        known = level_words(words)
        context = {
            "id": id,
            "game": words.game(id),
            "spec": spec,
            "kinds": {**places, **{level: known.get(level, level) for level in levels(id)}},
            "rows": [(seat, kinds[seat], form.get(f"name{seat}", ""), names[seat]) for seat in range(high)],
            "options": [option_row(spec, words, option.name, form) for option in spec.options],
            "begins": form.get("begins", "custom"),
            "error": error,
        }
        return self.pages.page(request, visitor, "setup.html", 422 if error else 200, **context)

    async def make(self, request: Request) -> Response:
        form, visitor, id = await form_of(request), self.pages.visitor(request), request.path_params["game"]
        if id not in game_ids():
            raise UnknownGame("there is no such game")
        spec = spec_of(id)
        known = (HERE, ELSEWHERE, *levels(id))
        rows = [(form.get(f"kind{s}", NOBODY), form.get(f"name{s}", "")) for s in range(spec.seats[1])]
        rows = [(kind, name) for kind, name in rows if kind in known]
        try:
            options = {o.name: chosen_value(spec, o.name, form) for o in spec.options}
            rows = _rotated(rows, form.get("begins", "custom"))
            kinds = [kind for kind, _ in rows]
            low, high = spec.seats
            if not low <= len(kinds) <= high:
                raise BadOption("This game has {low} to {high} seats.", low=low, high=high)
            Game(id, len(kinds), options)
            usual = default_names(kinds, visitor.words)
            names = [" ".join(name.split())[:LONGEST_NAME] or usual[i] for i, (_, name) in enumerate(rows)]
            return await self._open(request, visitor, id, options, kinds, names)
        except FabletopError as error:
            return self._form(request, visitor, id, form, refusal(error, visitor.words, id)[0])

    async def _open(
        self,
        request: Request,
        visitor: Visitor,
        id: str,
        options: dict[str, Value],
        kinds: list[str],
        names: list[str],
    ) -> Response:
        self.pages.admit(visitor, request, self.pages.tables)
        seats = [PERSON if kind in (HERE, ELSEWHERE) else kind for kind in kinds]
        browsers = [visitor.browser if kind == HERE else "" for kind in kinds]
        made = await self.house.make(id, options, seats, names, browsers=browsers)
        await remember(self.pages, visitor, made.table)
        await asyncio.to_thread(_draw_once, made.table.game, visitor.words)
        return visitor.greet(go(f"/t/{made.table.id}"))


def _draw_once(game: Game, words: Words) -> None:
    """The still part of a board takes a while the first time: not on the event loop."""
    start = game.new()
    for seat in (None, *range(game.seats)):
        start.view(seat).svg(translate=words.game(game.id).drawn)


def shelf(visitor: Visitor) -> str:
    """Under which name the store keeps what a browser has played."""
    return f"browser:{visitor.browser}"


async def remember(pages: Pages, visitor: Visitor, table: Table) -> None:
    note = msgspec.json.encode({"game": table.game.id, "at": time.time()})
    await pages.house.store.note(shelf(visitor), table.id, note)


def default_names(kinds: list[str], words: Words) -> list[str]:
    """People are numbered, computer players are animals."""
    people, beasts, names = 0, iter(animals(words)), []
    for kind in kinds:
        if kind in (HERE, ELSEWHERE):
            people += 1
        names.append(words("Player {number}", number=people) if kind in (HERE, ELSEWHERE) else next(beasts))
    return names


def _rotated(rows: list[tuple[str, str]], begins: str) -> list[tuple[str, str]]:
    """Seat 0 begins: turn the table until the right person sits there."""
    if not rows or begins == "custom":
        return rows
    first = secrets.randbelow(len(rows)) if begins == "random" else int(begins) if begins.isdigit() else 0
    first %= len(rows)
    return rows[first:] + rows[:first]


def chosen_value(spec: Spec, name: str, form: Mapping[str, str]) -> Value:
    option = spec.option(name)
    text = form.get(f"option-{name}")
    if option.values == (False, True):
        return text is not None
    return option.default if text is None else option.parse(text)


def option_row(spec: Spec, words: Words, name: str, form: Mapping[str, str]) -> dict[str, Any]:
    option, game = spec.option(name), words.game(_id_of(spec))
    label, help = game.option(name)
    chosen = form.get(f"option-{name}", shown(option.default))
    return {
        "name": name,
        "label": label,
        "help": help,
        "switch": option.values == (False, True),
        "on": f"option-{name}" in form,
        "values": [(shown(value), game.value(name, value), shown(value) == chosen) for value in option.values],
    }


def _id_of(spec: Spec) -> str:
    return next(id for id in game_ids() if spec_of(id) is spec)
