"""The lab: choose a game, its seats and house rules, and watch how long it takes and how fair it is."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncGenerator, Mapping

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from fabletop.engine.errors import BadOption, FabletopError, UnknownGame, listed, quoted
from fabletop.engine.game import Game
from fabletop.engine.registry import game_ids, spec_of
from fabletop.lab.bench import Bench, Study
from fabletop.lab.summary import Summary
from fabletop.players.registry import LEVELS, can_compile, levels, thinking_level
from fabletop.tables.events import HEARTBEAT, event
from fabletop.web import charts
from fabletop.web.asked import whole
from fabletop.web.limits import Bucket, Busy, client_of
from fabletop.web.pages import Pages, refusal
from fabletop.web.setup_page import chosen_value, level_words, option_row
from fabletop.web.stream import send_events
from fabletop.web.visitor import Visitor
from fabletop.words import Words

SECONDS = 20.0  # that are played for one visitor at a time
RUNNING = 4  # visitors for whom games are played at once
WAITING = 40  # visitors who wait for that
OF_ONE = 10  # of them at one address
LEARNING = 60  # slices at most until players have learned what they know
ENOUGH = 30  # games before anything is said about fairness


class LabPages:
    def __init__(self, pages: Pages, bench: Bench) -> None:
        self.pages, self.bench = pages, bench
        self.asks = Bucket(20, 1.0)
        self.room = asyncio.Semaphore(RUNNING)
        self.waiting: Counter[str] = Counter()  # at each address
        self.latest: dict[str, object] = {}  # what each visitor is watching: one thing at a time

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/lab", self.games),
            Route("/lab/{game}", self.lab),
            Route("/lab/{game}/watch", _Watch(self)),
        ]

    async def games(self, request: Request) -> Response:
        visitor = self.pages.visitor(request)
        games = [(id, visitor.words.game(id)) for id in game_ids()]
        await self.bench.warm()
        return self.pages.page(request, visitor, "lab.html", games=games)

    async def lab(self, request: Request) -> Response:
        """The page; without a script, `?now=1` has figures in it."""
        visitor, id = self.pages.visitor(request), request.path_params["game"]
        asked, figures, error = request.query_params, "", ""
        try:
            game = chosen_game(id, asked)
            players = chosen_levels(game, asked)
            await self.bench.warm()
            if "now" in asked:
                figures = await self._once(request, visitor, game, players)
        except UnknownGame:
            raise
        except FabletopError as wrong:
            error, game = refusal(wrong, visitor.words, id)[0], Game(id)
            players = chosen_levels(game, {})
        spec, form = spec_of(id), dict(asked)
        context: dict[str, object] = {
            "id": id,
            "game": visitor.words.game(id),
            "seats": range(spec.seats[0], spec.seats[1] + 1),
            "chosen_seats": game.seats,
            "levels": [(level, level_words(visitor.words)[level]) for level in offered_levels(id)],
            "players": [*players, *[thinking_level(id)] * (spec.seats[1] - game.seats)],
            "options": [option_row(spec, visitor.words, option.name, form) for option in spec.offered],
            "figures": Markup(figures),
            "error": error,
        }
        return self.pages.page(request, visitor, "lab_game.html", 422 if error else 200, **context)

    async def _once(self, request: Request, visitor: Visitor, game: Game, players: tuple[str, ...]) -> str:
        self._admit(request)
        study = self.bench.study(game, players)
        if not study.finished:
            if self.room.locked():
                raise Busy("The lab is busy just now. Please wait a little.")
            async with self.room:
                for _ in range(LEARNING):
                    await self.bench.refine(study)
                    if study.played:
                        break
        return await asyncio.to_thread(self.figures, study, visitor.words, whole=True)

    def _admit(self, request: Request) -> None:
        if not self.asks.take(client_of(request.scope)):
            raise Busy("That was a bit too quick. Wait a little, then try again.")

    def figures(self, study: Study, words: Words, *, whole: bool) -> str:
        """What is known so far; the board with its warm squares only at the end."""
        found = study.summary
        if not found.games:
            return ""
        heat = ""
        if whole and found.visits:
            heat = found.heat_map(caption=words("visits in a game"))
        return self.pages.templates.get_template("lab_figures.html").render(
            _=words, ngettext=words.ngettext, words=words, found=found,
            charts=charts, game=words.game(found.game.id), heat=Markup(heat),
            fairness=fairness(found, words), ties=ties(found, words), events=events(found, words),
            scores=" · ".join(charts.number(score, words, 1) for score in found.scores or ()),
        )  # fmt: skip

    async def watched(
        self, client: str, game: Game, players: tuple[str, ...], words: Words, address: str
    ) -> AsyncGenerator[bytes, None]:
        """Figures that become better while somebody looks, for a while."""
        mine, study = object(), self.bench.study(game, players)
        self.latest[client] = mine
        try:
            if not study.finished:
                async for waiting in self._admitted(words, address):
                    yield waiting
                try:
                    until = time.monotonic() + SECONDS
                    while not (study.finished or self.bench.dismissed) and time.monotonic() < until:
                        if self.latest.get(client) is not mine:
                            break
                        await self.bench.refine(study)
                        html = await asyncio.to_thread(self.figures, study, words, whole=False)
                        yield event({"html": html})
                finally:
                    self.room.release()
            html = await asyncio.to_thread(self.figures, study, words, whole=True)
            played = charts.number(study.played, words)
            said = words("Games that were played: {number}.", number=played)
            yield event({"html": html, "say": said})
        except FabletopError as error:
            yield event({"say": refusal(error, words, game.id)[0]})
        finally:
            if self.latest.get(client) is mine:
                del self.latest[client]

    async def _admitted(self, words: Words, address: str) -> AsyncGenerator[bytes, None]:
        """Wait until there is room."""
        if self.room.locked():
            if self.waiting.total() >= WAITING or self.waiting[address] >= OF_ONE:
                raise Busy("The lab is busy just now. Please wait a little.")
            yield event({"say": words("The lab is busy just now. Please wait a little.")})
        self.waiting[address] += 1
        try:
            while True:
                try:
                    await asyncio.wait_for(self.room.acquire(), 5)
                    return
                except TimeoutError:
                    yield HEARTBEAT
        finally:
            self.waiting[address] -= 1
            if not self.waiting[address]:
                del self.waiting[address]


class _Watch:
    """GET /lab/GAME/watch: figures as they become better."""

    def __init__(self, lab: LabPages) -> None:
        self.lab = lab

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        visitor, id = self.lab.pages.visitor(request), scope["path_params"]["game"]
        try:
            self.lab._admit(request)
            game = chosen_game(id, request.query_params)
            players = chosen_levels(game, request.query_params)
        except UnknownGame:
            raise
        except FabletopError as error:  # in a stream, where the page can read it
            await send_events(receive, send, _only(refusal(error, visitor.words, id)[0]))
            return
        client = visitor.browser if visitor.known else client_of(scope)
        with self.lab.pages.limits.stream(scope):
            watched = self.lab.watched(client, game, players, visitor.words, client_of(scope))
            await send_events(receive, send, watched)


async def _only(line: str) -> AsyncGenerator[bytes, None]:
    yield event({"say": line})


def chosen_game(id: str, asked: Mapping[str, str]) -> Game:
    """A game with the seats and house rules of a query."""
    spec = spec_of(id)
    options = {option.name: chosen_value(spec, option.name, asked) for option in spec.offered}
    return Game(id, whole(asked.get("seats"), 1000), options)


def offered_levels(id: str) -> list[str]:
    """Those that are quick enough to be watched."""
    return [level for level in ("random", *LEVELS) if level in levels(id) and can_compile(id, [level])]


def chosen_levels(game: Game, asked: Mapping[str, str]) -> tuple[str, ...]:
    """A level for each seat; unless others are asked for, players that think a little."""
    names = [asked.get(f"level{seat}") or thinking_level(game.id) for seat in range(game.seats)]
    known = offered_levels(game.id)
    for name in names:
        if name not in known:
            raise BadOption(
                "{game} has no player {level}; its players: {known}",
                game=game.spec.title, level=quoted(name), known=listed(known),
            )  # fmt: skip
    return tuple(names)


def fairness(found: Summary, words: Words) -> str:
    """One sentence: is it fair?"""
    fair, seats = charts.fair_share(found), found.game.seats
    if found.games < ENOUGH:
        return words("It is too early to tell whether that is fair.")
    if fair is None:
        if seats > 1 and len(set(found.wins)) == 1:
            return words("They win together, or nobody does.")
        return ""
    ahead = [seat for seat in range(seats) if found.win_interval(seat)[0] > fair]
    if not ahead:
        most = max(found.win_interval(seat)[1] for seat in range(seats)) - fair
        more = charts.number(100 * most, words, 1)
        return words("No seat is seen to have an advantage of more than {more} wins in 100 games.", more=more)
    best = max(ahead, key=lambda seat: found.wins[seat])
    more = charts.number(100 * (found.wins[best] / found.games - fair), words, 1)
    if best == 0:
        return words("Whoever begins has an advantage: {more} wins more in 100 games than would be fair.", more=more)
    return words(
        "Seat {seat} has an advantage: {more} wins more in 100 games than would be fair.", seat=best + 1, more=more
    )


def ties(found: Summary, words: Words) -> str:
    """How often several win, where that happens and they do not play together."""
    shared = sum(found.wins) - found.games  # each of two winners counts
    if found.game.spec.together or found.game.seats == 1 or shared <= 0:
        return ""
    return words(
        "In {number} of 100 games the win is shared.", number=charts.number(100 * shared / found.games, words, 1)
    )


def events(found: Summary, words: Words) -> list[tuple[str, str]]:
    """What happens in a game: names and means; what cannot happen under these rules is left out."""
    game = words.game(found.game.id)
    return [
        (game.event(name), charts.number(numbers["mean"], words, 2 if numbers["mean"] < 10 else 1))
        for name, numbers in found.events.items()
        if numbers["total"]
    ]
