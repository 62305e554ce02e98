"""Setting up a table: who plays, where, and by which house rules."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fabletop.drawing.animals import ANIMALS
from fabletop.drawing.scene import MARKS
from fabletop.drawing.signs import has_signs
from fabletop.engine.errors import BadOption, FabletopError, UnknownGame
from fabletop.engine.game import Game
from fabletop.engine.registry import game_ids, spec_of
from fabletop.engine.spec import Spec, Value, shown
from fabletop.players.registry import levels, usual_level
from fabletop.tables.keeping import shelf
from fabletop.tables.lots import rolled
from fabletop.tables.seats import COLOURS, PERSON, Occupant
from fabletop.tables.table import Table
from fabletop.web.asked import whole
from fabletop.web.pages import Pages, refusal
from fabletop.web.visitor import Visitor, form_of, go
from fabletop.words import Words

HERE, ELSEWHERE, NOBODY = "here", "elsewhere", "nobody"
PEOPLE = (HERE, ELSEWHERE)
LONGEST_NAME = 24


class Row(NamedTuple):
    """One line of the form."""

    seat: int
    kind: str
    name: str
    animal: str
    colour: int | None = None


def animal_words(_: Words) -> dict[str, str]:
    """The animals that somebody can be; the first of them are the computer players."""
    named = (
        _("Hedgehog"), _("Owl"), _("Fox"), _("Hare"), _("Bear"), _("Badger"),
        _("Mouse"), _("Cat"), _("Frog"), _("Squirrel"), _("Deer"), _("Duckling"),
    )  # fmt: skip
    return dict(zip(ANIMALS, named, strict=True))


def level_words(_: Words) -> dict[str, str]:
    return {
        "random": _("Computer: anything goes"),
        "gentle": _("Computer: gentle"),
        "fair": _("Computer: fair"),
        "sharp": _("Computer: sharp"),
        "perfect": _("Computer: perfect"),
    }


def usual_kinds(id: str) -> list[str]:
    """A person here, and kind computer players around; the other seats are empty."""
    low, high = spec_of(id).seats
    usual = max(low, min(spec_of(id).usual_seats, 3))
    return [HERE, *[usual_level(id)] * (usual - 1), *[NOBODY] * (high - usual)]


def has_script(form: Mapping[str, str]) -> bool:
    """Does the form come from a page whose device can shake the cup along (static/script.js)?"""
    return "script" in form


class SetupPages:
    def __init__(self, pages: Pages) -> None:
        self.pages, self.house = pages, pages.house

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/start/{game}", self.start, methods=["POST"]),
            Route("/start/{game}/{variant}", self.start, methods=["POST"]),
            Route("/new/{game}", self.setup, methods=["GET"]),
            Route("/new/{game}", self.make, methods=["POST"]),
        ]

    async def start(self, request: Request) -> Response:
        """One tap: a person here, and kind computer players around."""
        form, visitor, id = await form_of(request), self.pages.visitor(request), known_game(request)
        spec, variant = spec_of(id), request.path_params.get("variant")
        options = {spec.variant: spec.option(spec.variant).parse(variant)} if variant and spec.variant else {}
        kinds = [kind for kind in usual_kinds(id) if kind != NOBODY]
        rows = [Row(seat, kind, "", "") for seat, kind in enumerate(kinds)]
        rows[0] = rows[0]._replace(
            name=proper_name(self.pages, form.get("name", "")),
            animal=form.get("animal", ""),
            colour=known_colour(form.get("colour", "")),
        )
        return await self._open(request, visitor, id, options, rows, has_script(form))

    async def setup(self, request: Request) -> Response:
        """The form; a link may have chosen options already."""
        chosen = {name: value for name, value in request.query_params.items() if name.startswith("option-")}
        return self._form(request, self.pages.visitor(request), known_game(request), chosen, "")

    def _form(self, request: Request, visitor: Visitor, id: str, form: dict[str, str], error: str) -> Response:
        spec, words = spec_of(id), visitor.words
        low = spec.seats[0]
        kinds = [form.get(f"kind{seat}", kind) for seat, kind in enumerate(usual_kinds(id))]
        rows = [
            Row(s, kind, form.get(f"name{s}", ""), form.get(f"animal{s}", ""), known_colour(form.get(f"colour{s}", "")))
            for s, kind in enumerate(kinds)
        ]
        places = {HERE: words("Plays here"), ELSEWHERE: words("Comes by link"), NOBODY: words("Nobody")}
        known = level_words(words)
        kinds_known = {**places, **{level: known.get(level, level) for level in levels(id)}}
        options = [option_row(spec, words, option.name, form) for option in spec.offered]
        context = {
            "id": id,
            "game": words.game(id),
            "kinds": kinds_known,
            "kinds_taken": {kind: text for kind, text in kinds_known.items() if kind != NOBODY},
            "fewest": low,
            "rows": list(zip(rows, usual_names(rows, words), usual_animals(rows), strict=True)),
            "animals": animal_words(words),
            "variants": [option for option in options if option["name"] == spec.variant],
            "options": [option for option in options if option["name"] != spec.variant],
            "begins": form.get("begins", "custom"),
            "marks": [words(mark) for mark in MARKS],
            "longest": LONGEST_NAME,
            "error": error,
            "pictures": visitor.pictures and has_signs(id),
        }
        return self.pages.page(request, visitor, "setup.html", 422 if error else 200, **context)

    async def make(self, request: Request) -> Response:
        form, visitor, id = await form_of(request), self.pages.visitor(request), known_game(request)
        spec = spec_of(id)
        known = (*PEOPLE, *levels(id))
        try:
            rows = [
                Row(
                    s,
                    form.get(f"kind{s}", NOBODY),
                    proper_name(self.pages, form.get(f"name{s}", "")),
                    form.get(f"animal{s}", ""),
                    known_colour(form.get(f"colour{s}", "")),
                )
                for s in range(spec.seats[1])
            ]
            rows = [row for row in rows if row.kind in known]
            options = {o.name: chosen_value(spec, o.name, form) for o in spec.offered}
            enough(spec, len(rows))
            Game(id, len(rows), options)
            rows, lots = turned(rows, form.get("begins", "custom"))
            return await self._open(request, visitor, id, options, rows, has_script(form), lots)
        except FabletopError as error:
            return self._form(request, visitor, id, form, refusal(error, visitor.words, id)[0])

    async def _open(
        self,
        request: Request,
        visitor: Visitor,
        id: str,
        options: dict[str, Value],
        rows: Sequence[Row],
        waits: bool,
        lots: Sequence[Sequence[int]] = (),
    ) -> Response:
        self.pages.limits.make(request.scope)
        occupants = [
            Occupant(
                PERSON if row.kind in PEOPLE else row.kind,
                row.name or name,
                visitor.browser if row.kind == HERE else "",
                animal=animal,
                colour=row.colour,
            )
            for row, name, animal in zip(rows, usual_names(rows, visitor.words), usual_animals(rows), strict=True)
        ]
        kinds, names = [s.kind for s in occupants], [s.name for s in occupants]
        made = await self.house.make(id, options, kinds, names, occupants=occupants, waits=waits, lots=lots)
        await remember(self.pages, visitor, made.table)
        await self.pages.boards.ready(made.table.game, visitor.words)
        return visitor.greet(go(f"/t/{made.table.id}"))


def known_game(request: Request) -> str:
    id: str = request.path_params["game"]
    if id not in game_ids():
        raise UnknownGame("there is no such game")
    return id


def proper_name(pages: Pages, text: str) -> str:
    """A name as it was typed, without needless spaces; one that is too long is refused, not cut."""
    name = pages.names.checked(" ".join(text.split()))
    if len(name) > LONGEST_NAME:
        raise BadOption("A name has at most {most} letters.", most=LONGEST_NAME)
    return name


def known_colour(text: str) -> int | None:
    return whole(text, COLOURS)


def known_animal(text: str) -> str:
    return text if text in ANIMALS else ""


def enough(spec: Spec, players: int) -> None:
    low, high = spec.seats
    if low == high != players:
        raise BadOption("This game is for {low} players.", low=low)
    if not low <= players <= high:
        raise BadOption("This game is for {low} to {high} players.", low=low, high=high)


async def remember(pages: Pages, visitor: Visitor, table: Table) -> None:
    note = msgspec.json.encode({"game": table.game.id, "at": time.time()})
    await pages.house.store.note(shelf(visitor.browser), table.id, note)


def usual_names(rows: Sequence[Row], words: Words) -> list[str]:
    """What those are called who are given no name: people are numbered, computer players are animals."""
    people, beasts, names = 0, iter(animal_words(words).values()), []
    for row in rows:
        if row.kind == NOBODY or row.kind in PEOPLE:
            people += 1
            names.append(words("Player {number}", number=people))
        else:
            names.append(next(beasts))
    return names


def usual_animals(rows: Sequence[Row]) -> list[str]:
    """Everybody's animal: the chosen one, or one that nobody else is."""
    beasts = iter(ANIMALS)
    computers = {row.seat: next(beasts) for row in rows if row.kind not in (*PEOPLE, NOBODY)}
    taken = {*computers.values(), *(row.animal for row in rows)}
    free = (name for name in reversed(ANIMALS) if name not in taken)
    return [computers.get(row.seat) or (row.animal if row.animal in ANIMALS else next(free)) for row in rows]


def turned(rows: list[Row], begins: str) -> tuple[list[Row], list[list[int]]]:
    """The first seat begins: turn the table until the right person sits there; and what dice have shown for it."""
    if not rows or begins == "custom":
        return rows, []
    lots: list[list[int]] = []
    if begins == "random":
        first, lots = rolled(len(rows))
    else:
        first = next((i for i, row in enumerate(rows) if str(row.seat) == begins), 0)
    return rows[first:] + rows[:first], [faces[first:] + faces[:first] for faces in lots]


def chosen_value(spec: Spec, name: str, form: Mapping[str, str]) -> Value:
    option = spec.option(name)
    text = form.get(f"option-{name}")
    if option.values == (False, True):
        return text is not None
    return option.default if text is None else option.parse(text)


def option_row(spec: Spec, words: Words, name: str, form: Mapping[str, str]) -> dict[str, object]:
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
