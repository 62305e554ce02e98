"""My games: those that go on, those that have ended, how often who has won, and the own dice."""

from __future__ import annotations

from datetime import UTC, datetime

from babel.dates import format_date
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from fabletop.web.pages import Pages
from fabletop.web.shelf import Kept, kept, matches, put_away, records
from fabletop.web.visitor import Visitor, form_of, go
from fabletop.words import Words

ENDED = 100  # finished games that the page lists


class GamesPages:
    def __init__(self, pages: Pages) -> None:
        self.pages, self.house = pages, pages.house

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/games", self.games, methods=["GET"]),
            Route("/games", self.shelve, methods=["POST"]),
        ]

    async def games(self, request: Request) -> Response:
        visitor = self.pages.visitor(request)
        found = await kept(self.house, visitor.browser) if visitor.known else []
        ended = [one for one in found if one.note.over]
        running = [one for one in found if not one.note.over]
        words = visitor.words
        context: dict[str, object] = {
            "running": [ticket(one, words) for one in running if not one.note.away],
            "away": [ticket(one, words) for one in running if one.note.away],
            "ended": [ticket(one, words) for one in ended[:ENDED]],
            "matches": matches([one.note for one in ended])[:12],
            "records": [
                (words.game(r.game).title, r, [(words.game(r.game).face(face), n) for face, n in r.thrown.items()])
                for r in records([one.note for one in ended])
            ],
        }
        return self.pages.page(request, visitor, "games.html", **context)

    async def shelve(self, request: Request) -> Response:
        """Put a game away, or take it out again."""
        form, visitor = await form_of(request), self.pages.visitor(request)
        self.pages.admit(visitor, request)
        await put_away(self.house, visitor.browser, form.get("table", ""), form.get("do") == "away")
        return visitor.greet(go("/games"))


def ticket(one: Kept, words: Words) -> dict[str, object]:
    """What the list says of a table."""
    note = one.note
    people = list(zip(note.names, note.animals or [""] * len(note.names), strict=False))
    day = datetime.fromtimestamp(note.at, UTC).astimezone()
    return {
        "id": one.id,
        "game": note.game,
        "title": words.game(note.game).title,
        "people": people,
        "names": ", ".join(note.names),
        "date": format_date(day, "medium", locale=words.translate.locale),
        "outcome": outcome(one, words) if note.over else "",
    }


def outcome(one: Kept, words: Words) -> str:
    """Who has won, and with how many points."""
    note = one.note
    if not note.winners:
        return words("Nobody has won.")
    if len(note.winners) == len(note.names) > 1:
        return words("Won together!")
    who = words.translate.listed(note.names[seat] for seat in note.winners)
    if note.scores:
        best = max(note.scores[seat] for seat in note.winners)
        return words.ngettext("{who}: {number} point", "{who}: {number} points", best, who=who)
    return words("Won by {who}", who=who)


async def latest(pages: Pages, visitor: Visitor) -> list[dict[str, object]]:
    """The games that go on, for the chest."""
    found = await kept(pages.house, visitor.browser) if visitor.known else []
    return [ticket(one, visitor.words) for one in found if not one.note.over and not one.note.away]
