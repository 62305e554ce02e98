"""Guided first games: a lesson is played at the table's own page, with dice and cards that are prepared.

Nothing is stored: a page names the moment it is at, the lesson's record says what follows, and the rules and the
drawing are those of any game.  So a lesson can be left and taken up again, and costs the server nothing.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fabletop.engine.errors import UnknownGame
from fabletop.engine.spec import shown
from fabletop.guide import Course, Step, lessons
from fabletop.guide.spots import spot
from fabletop.players.registry import usual_level
from fabletop.tables.entries import Entry, Head, SeatPlan
from fabletop.tables.seats import PERSON, taken
from fabletop.tables.table import Table
from fabletop.web.asked import whole
from fabletop.web.eyes import Eyes
from fabletop.web.guide_page import known
from fabletop.web.help_page import LONGEST
from fabletop.web.pages import Pages
from fabletop.web.seen import LOG, picture, present, seen, sentences
from fabletop.web.setup_page import animal_words
from fabletop.web.strips import told_entry
from fabletop.web.table_page import ROLL, signs, texts
from fabletop.web.visitor import Visitor, form_of, go, packed, wants_json
from fabletop.words import Words

NEXT, PLAY, AGAIN, ONWARD = "next", "play", "anew", "onward"  # what a page sends beside actions of the game
LEARNER = "learner"  # the browser of the seat that learns


@lru_cache(32)
def course(id: str, name: str) -> Course:
    return Course(id, lessons(id)[name])


class LearnPages:
    def __init__(self, pages: Pages) -> None:
        self.pages = pages

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/learn/{game}", self.first),
            Route("/learn/{game}/{lesson}", self.lesson),
            Route("/learn/{game}/{lesson}/look", self.look),
            Route("/learn/{game}/{lesson}/what", self.what),
            Route("/learn/{game}/{lesson}/hint", self.hint),
            Route("/learn/{game}/{lesson}/move", self.move, methods=["POST"]),
        ]

    async def first(self, request: Request) -> Response:
        id = known(request)
        if not lessons(id):
            return go(f"/rules/{id}")
        return go(f"/learn/{id}/{next(iter(lessons(id)))}")

    async def _found(self, request: Request) -> tuple[Visitor, str, str, Course]:
        id, name = known(request), request.path_params["lesson"]
        if name not in lessons(id):
            raise UnknownGame("there is no such lesson")
        return self.pages.visitor(request), id, name, await asyncio.to_thread(course, id, name)

    async def lesson(self, request: Request) -> Response:
        visitor, id, name, found = await self._found(request)
        at = found.spoken(number(request.query_params.get("at", "")))
        classroom = Classroom(found, visitor.words)
        shown = await asyncio.to_thread(classroom.scene, at)
        table = classroom.table
        context: dict[str, object] = {
            "table": table,
            "game": visitor.words.game(id),
            "scene": shown,
            "state": {key: value for key, value in shown.items() if key not in ("svg", "log")} | {"table": table.id},
            "eyes": classroom.eyes,
            "lots": [],
            "watching": False,
            "signs": signs(visitor.words),
            "texts": texts(visitor.words) | lesson_texts(visitor.words),
            "result": "",
            "roll": ROLL,
            "seats_html": "",
            "welcome": None,
            "ending": "",
            "again": None,
            "pictures": False,  # a guide speaks in words
            "lesson": {"name": name, "title": classroom.own(found.lesson.title), "url": f"/learn/{id}/{name}"},
        }
        return self.pages.page(request, visitor, "learn.html", **context)

    async def look(self, request: Request) -> Response:
        """The whole scene at a moment: when a page has lost the thread."""
        visitor, _, _, found = await self._found(request)
        at = found.spoken(number(request.query_params.get("ply", "")))
        shown = await asyncio.to_thread(Classroom(found, visitor.words).scene, at)
        return packed(request, msgspec.json.encode(shown), "application/json")

    async def what(self, request: Request) -> Response:
        """What is this?  As at any table."""
        visitor, id, _, found = await self._found(request)
        at = found.spoken(number(request.query_params.get("ply", "")))
        thing = request.query_params.get("thing", "")[:LONGEST]
        classroom = Classroom(found, visitor.words)
        view = found.state(at).view(classroom.eyes.mine[0])
        name, text = visitor.words.game(id).explain(thing, view, classroom.table.names) or ("", "")
        return packed(request, msgspec.json.encode({"name": name, "text": text}), "application/json")

    async def hint(self, request: Request) -> Response:
        """What the guide asks for, and why it is good."""
        visitor, _, _, found = await self._found(request)
        at = found.spoken(number(request.query_params.get("ply", "")))
        answer = Classroom(found, visitor.words).hint(at)
        return packed(request, msgspec.json.encode(answer), "application/json")

    async def move(self, request: Request) -> Response:
        """What the learner has pressed: what follows from it, or a kind word."""
        form = await form_of(request)
        visitor, id, name, found = await self._found(request)
        at, act = number(form.get("ply", "")), form.get("act", "")
        answer: dict[str, object]
        lead = ""
        if at != found.spoken(at):
            answer = {"told": [], "kind": visitor.words("The game has moved on. Have a look.")}
        elif at == found.last:
            onward = f"/learn/{id}/{after(found) or name}?at=0"
            lead = {PLAY: table_like(found), ONWARD: onward}.get(act, f"/learn/{id}/{name}?at=0")
            answer = {"told": [], "go": self.pages.root + lead}
        elif act == (found.wanted(at) or NEXT):
            answer = {"told": await asyncio.to_thread(Classroom(found, visitor.words).follow, at)}
            at = found.next(at)
        else:
            answer = {"told": [], "kind": Classroom(found, visitor.words).kindly(at, act)}
        if wants_json(request):
            return packed(request, msgspec.json.encode(answer), "application/json")
        return go(lead or f"/learn/{id}/{name}?at={at}")


class Classroom:
    """A lesson as one learner meets it: a table that nobody keeps, and her eyes."""

    def __init__(self, found: Course, words: Words) -> None:
        self.course, self.words = found, words
        self.own = words.game(found.game.id).translate
        you, beasts = found.lesson.you, animal_words(words).values()
        names = [words.game(found.game.id).translate(name) for name in found.lesson.names]
        spare = iter([beast for beast in beasts if beast not in names])
        level = usual_level(found.game.id)
        plans = []
        for seat in range(found.game.seats):
            usual = "Mia" if seat == you else next(spare)
            plans.append(SeatPlan(PERSON if seat == you else level, names[seat] if seat < len(names) else usual))
        self.table = Table("lesson", Head(found.game.id, dict(found.game.options), plans, seed="", rolls=True))
        self.table.seats[you] = taken(self.table.seats[you], LEARNER, "")
        self.eyes = Eyes((you,), None)

    def forth(self, plies: int) -> None:
        """Play the record as far as this."""
        for act in self.course.plies[len(self.table.plies) : plies]:
            turn = self.table.turn
            assert turn is not None
            self.table.add(Entry(turn, act))

    def scene(self, at: int) -> dict[str, object]:
        """All that a page shows at a moment."""
        plies = self.course.moments[at].plies
        self.forth(plies)
        log = [line for past, before, entry in self.table.past(max(0, plies - LOG))
               for line in sentences(past, before, entry, self.eyes.mine[0], self.words)]  # fmt: skip
        return self._guided(at, {**self._present(), **self._drawn(), "log": log})

    def follow(self, at: int) -> list[dict[str, object]]:
        """What the page is told from one word of the guide to the next."""
        self.forth(self.course.moments[at].plies)
        told = []
        for number in range(at + 1, self.course.next(at) + 1):
            plies = self.course.moments[number].plies
            if plies == len(self.table.plies) + 1:
                self.forth(plies)
                entry = self.table.plies[-1]
                body = told_entry(self.table, self.table.before, entry, self.eyes, self.words)
            else:
                self.forth(plies)
                drawn = self._drawn()
                body = {**self._present(), "strip": [drawn], "parts": drawn["parts"], "by": None, "back": False}
            told.append(self._guided(number, body))
        return told

    def _present(self) -> dict[str, object]:
        return present(self.table, self.eyes, self.words)

    def _drawn(self) -> dict[str, object]:
        return picture(self.table, self.words, seen(self.table, self.eyes.mine[0]))

    def _guided(self, at: int, body: dict[str, object]) -> dict[str, object]:
        """The guide says what the table would say, and only what she asks for is to be done."""
        step = self.course.moments[at].step
        quiet = {
            "ply": at,
            "over": False,
            "forced": False,
            "sure": {},
            "undo": False,
            "cover": None,
            "hand_on": False,
            "own": False,
        }
        body |= quiet | {"roll": False, "acts": [], "rings": [], "progress": round(100 * at / self.course.last)}
        if step is None:
            return body
        table, you = self.table, self.eyes.mine[0]
        body |= {"own": True, "eye": you, "seat": you, "status": self.own(step.say), "rings": self._rings(step)}
        game = self.words.game(table.game.id)
        if at == self.course.last:
            onward = after(self.course)
            more = [[ONWARD, self.own(lessons(game.id)[onward].title)]] if onward else []
            body["acts"] = [[PLAY, self.words("Play a real game")], *more, [AGAIN, self.words("Once more")]]
        elif not step.do:
            body["acts"] = [[NEXT, self.words("Next")]]
        elif self.course.rolls(at):
            body["roll"] = True
        else:
            body["acts"] = [[act, game.label(act)] for act in table.state.view(you).actions()]
        return body

    def _rings(self, step: Step) -> list[list[float]]:
        if not step.point:
            return []
        svg = str(self._drawn()["svg"])
        return [[round(number, 1) for number in spot(svg, self.course.game, text)] for text in step.point]

    def hint(self, at: int) -> dict[str, str]:
        act, game = self.course.wanted(at), self.words.game(self.course.game.id)
        if not act:
            return {"text": self.words("Read this first, then tap Next.")}
        if self.course.rolls(at):
            return {"act": ROLL, "text": self.words("Just roll: the dice decide.")}
        why = game.because(self.course.state(at).view(self.eyes.mine[0]), act, self.table.names)
        return {"act": act, "label": game.label(act), "text": why}

    def kindly(self, at: int, act: str) -> str:
        """To who has done something else than she was asked to."""
        step = self.course.moments[at].step
        if step is not None and step.wrong:
            return self.own(step.wrong)
        if step is not None and not step.do:
            return self.words("Read this first, then tap Next.")
        if not self.course.rolls(at) and act in self.course.state(at).actions():
            return self.words("You may do that in a real game. For now, try what the guide says.")
        return self.words("Not quite. Tap what the guide points at.")


def after(found: Course) -> str:
    """The name of the game's next lesson; empty: this is the last one."""
    all = lessons(found.game.id)
    names = iter(all)
    next(name for name in names if all[name] is found.lesson)
    return next(names, "")


def table_like(found: Course) -> str:
    """Where a real game is set up, in the variant of the lesson."""
    variant = found.game.spec.variant
    chosen = {f"option-{name}": shown(value) for name, value in found.game.changed().items() if name == variant}
    return f"/new/{found.game.id}" + (f"?{urlencode(chosen)}" if chosen else "")


def number(text: str) -> int:
    return whole(text, 100_000) or 0


def lesson_texts(_: Words) -> dict[str, str]:
    return {"point": _("Not quite. Tap what the guide points at."), "next": _("Read this first, then tap Next.")}
