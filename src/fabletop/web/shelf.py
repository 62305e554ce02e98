"""What a browser has played: a note for each table, with how it ended once it is over, and what that adds up to."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from fabletop.engine.registry import game_ids
from fabletop.engine.rulebook import CHANCE
from fabletop.tables.errors import UnknownTable
from fabletop.tables.house import House
from fabletop.tables.keeping import shelf
from fabletop.tables.notes import OVER_NOTE, SEATS_NOTE
from fabletop.tables.seats import Occupant
from fabletop.tables.table import Table

AT_ONCE = 25  # finished tables that are read for one page; the others wait for the next


class Note(msgspec.Struct, omit_defaults=True):
    """A table on the shelf.  What follows `at` is known when the game is over."""

    game: str
    at: float
    away: bool = False  # put away: not listed among those that go on
    names: list[str] = []
    animals: list[str] = []
    mine: list[int] = []  # seats of this browser
    winners: list[int] = []
    scores: list[int] | None = None
    thrown: dict[str, int] = {}  # the faces that this browser's people threw
    over: bool = False


class Kept(NamedTuple):
    """A table of the list."""

    id: str
    note: Note


async def kept(house: House, browser: str) -> list[Kept]:
    """All tables of a browser, the latest first; those that have ended meanwhile are written down as such."""
    notes = await house.store.notes(shelf(browser))
    all_ = [Kept(id, msgspec.json.decode(body, type=Note)) for id, body in notes.items()]
    found, read = [], 0
    for one in sorted(all_, key=lambda one: -one.note.at):
        if one.note.game not in game_ids():
            continue
        if not one.note.over:
            about = await house.store.notes(one.id)
            if SEATS_NOTE not in about:
                continue
            seats = msgspec.json.decode(about[SEATS_NOTE], type=list[Occupant])
            one.note.names, one.note.animals = [s.name for s in seats], [s.animal for s in seats]
            one.note.mine = [seat for seat, s in enumerate(seats) if s.browser == browser]
            if OVER_NOTE in about and read < AT_ONCE:
                read += 1
                await _close(house, browser, one)
        found.append(one)
    return found


async def _close(house: House, browser: str, one: Kept) -> None:
    """Write down how a table has ended."""
    try:
        table = await house.table(one.id)
    except UnknownTable:
        return
    if (result := table.state.result) is None:
        return
    note = one.note
    note.over, note.winners = True, list(result.winners)
    note.scores = list(result.scores) if result.scores is not None else None
    note.thrown = await asyncio.to_thread(thrown_by, table, note.mine)
    await house.store.note(shelf(browser), one.id, msgspec.json.encode(note))


async def put_away(house: House, browser: str, id: str, away: bool) -> None:
    """Off the list of games that go on, or back to it."""
    notes = await house.store.notes(shelf(browser))
    if id in notes:
        note = msgspec.json.decode(notes[id], type=Note)
        note.away = away
        await house.store.note(shelf(browser), id, msgspec.json.encode(note))


def thrown_by(table: Table, seats: Iterable[int]) -> dict[str, int]:
    """How often each face has come when chance acted for these seats."""
    state, spec, own, counts = table.game.new(), table.game.spec, set(seats), Counter[str]()
    for number, entry in enumerate(table.plies):
        if entry.by == CHANCE and number >= table.given and spec.is_throw(entry.act) and state.acting in own:
            counts.update(entry.act.split()[1:])
        state.play(entry.act)
    return dict(counts)


# What it adds up to


class Match(NamedTuple):
    """Games of the same people: how often each of them has won."""

    wins: list[tuple[str, int]]
    games: int


def matches(notes: Sequence[Note]) -> list[Match]:
    """Those who have met more than once, the busiest first; nobody competes in a game that is won together."""
    met: dict[tuple[str, ...], Counter[str]] = {}
    games: Counter[tuple[str, ...]] = Counter()
    for note in notes:
        people = tuple(sorted(note.names))
        if not note.over or len(people) < 2 or len(set(people)) < len(people) or _together(note):
            continue
        games[people] += 1
        met.setdefault(people, Counter(dict.fromkeys(people, 0))).update(note.names[seat] for seat in note.winners)
    return [Match(sorted(met[p].items(), key=lambda one: -one[1]), n) for p, n in games.most_common() if n > 1]


def _together(note: Note) -> bool:
    return len(note.winners) in (0, len(note.names))


class Record(NamedTuple):
    """One game's line of the statistics."""

    game: str
    played: int
    won: int  # by somebody of this browser
    best: int | None  # score of somebody of this browser
    thrown: dict[str, int]


def records(notes: Sequence[Note]) -> list[Record]:
    """What this browser's people have done, game by game, the most played first."""
    found = []
    by_game = Counter(note.game for note in notes if note.over and note.mine)
    for game, played in by_game.most_common():
        own = [note for note in notes if note.over and note.mine and note.game == game]
        won = sum(any(seat in note.winners for seat in note.mine) for note in own)
        scores = [note.scores[seat] for note in own if note.scores for seat in note.mine]
        thrown: Counter[str] = Counter()
        for note in own:
            thrown.update(note.thrown)
        faces = dict(sorted(thrown.items(), key=lambda one: (len(one[0]), one[0])))
        found.append(Record(game, played, won, max(scores) if scores else None, faces))
    return found
