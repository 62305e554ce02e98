"""The guide's files as they are read: a rulebook and lessons.  Every text is English; catalogues hold the others."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from fabletop.engine import registry
from fabletop.engine.errors import FabletopError
from fabletop.engine.game import Game, State
from fabletop.engine.view import View

T = TypeVar("T")


class BadGuide(FabletopError):  # noqa: N818
    """A file of a guide that says what cannot be."""


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Record(_Data, frozen=True):
    """A game from its beginning, as far as it is needed: `acts` are actions with commas between them."""

    acts: str = ""
    seats: int | None = None
    options: dict[str, bool | int | str] = {}
    names: list[str] = []

    def plies(self) -> tuple[str, ...]:
        return split(self.acts)

    def game(self, id: str) -> Game:
        return Game(id, self.seats, self.options)


class Picture(_Data, frozen=True):
    """A position of a record, seen by a seat (-1: a spectator); what to ring, where to look closely, and a text."""

    record: str = "start"
    ply: int | None = None  # after so many plies; all of them unless it is said
    seat: int = 0
    ring: list[str] = []
    crop: str = ""
    name: str = ""
    say: str = ""
    covers: list[str] = []  # words of the game's notation that this entry explains


class Strip(_Data, frozen=True):
    """Several pictures under a title: an example of play."""

    title: str
    picture: list[Picture]
    say: str = ""


class Also(_Data, frozen=True):
    """Another way to play: an option and its value, how it goes, and what that does to the game."""

    option: str
    value: bool | int | str
    say: str
    effect: str
    title: str = ""
    picture: list[Picture] = []  # of what only this way of playing has
    covers: tuple[str, ...] = ()  # words of the notation that only this way of playing has


class Rulebook(_Data, frozen=True):
    """What a family reads before the first game.  Its records are its own, and those of the game's lessons."""

    story: str
    age: int
    minutes: str  # of a first game on a screen, as lab/pace.py reckons: part measured, part assumed
    begins: str
    goal: Picture
    table: list[Picture]  # what lies on it
    turn: list[Picture]
    end: Picture
    special: list[Picture] = []
    example: list[Strip] = []
    tips: list[str] = []
    also: list[Also] = []
    special_title: str = ""
    age_on_box: bool = False  # else it is an estimate, too
    records: dict[str, Record] = {}

    def pictures(self) -> list[Picture]:
        strips = [picture for strip in self.example for picture in strip.picture]
        ways = [picture for way in self.also for picture in way.picture]
        return [self.goal, *self.table, *self.turn, *self.special, self.end, *strips, *ways]


class Step(_Data, frozen=True):
    """One thing that the guide says, and what the learner does then; without `do` she reads and goes on."""

    say: str
    do: str = ""  # an action of the learner, or what her die shows
    then: str = ""  # what others and chance do after it, with commas between
    skip: str = ""  # what has been played unseen before it
    point: list[str] = []
    wrong: str = ""  # to who does something else


class Lesson(_Data, frozen=True):
    """A guided first game: a record in steps."""

    title: str
    about: str
    end: str
    step: list[Step]
    seats: int | None = None
    you: int = 0
    options: dict[str, bool | int | str] = {}
    names: list[str] = []

    def record(self) -> Record:
        acts = [act for step in self.step for act in (*split(step.skip), *split(step.do), *split(step.then))]
        return Record(", ".join(acts), self.seats, self.options, self.names)


def split(acts: str) -> tuple[str, ...]:
    return tuple(text for text in (" ".join(act.split()) for act in acts.split(",")) if text)


# Files


def folder(id: str) -> Path:
    return registry.folder_of(id) / "guide"


def _read(path: Path, kind: type[T]) -> T:
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), kind)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadGuide(f"{path.parent.parent.name}/{path.name}: {error}") from None


@cache
def rulebook(id: str) -> Rulebook | None:
    """The rulebook of a game; None: it has none."""
    path = folder(registry.known_id(id)) / "rulebook.toml"
    return _read(path, Rulebook) if path.exists() else None


@cache
def lessons(id: str) -> dict[str, Lesson]:
    """The guided first games of a game by their names, in the order of their files."""
    paths = sorted((folder(registry.known_id(id)) / "lessons").glob("*.toml"))
    return {path.stem.lstrip("0123456789-"): _read(path, Lesson) for path in paths}


def lesson(id: str, name: str) -> Lesson:
    found = lessons(id).get(name)
    if found is None:
        raise BadGuide(f"there is no lesson {name!r}")
    return found


# Positions


def record(id: str, name: str) -> Record:
    """A record that a rulebook may name: one of its own, a lesson's, or `start`, a game about to begin."""
    book = rulebook(id)
    if book is not None and name in book.records:
        return book.records[name]
    if name in lessons(id):
        return lessons(id)[name].record()
    if name == "start":
        return Record()
    raise BadGuide(f"there is no record {name!r}")


def reached(id: str, of: Record, ply: int | None = None) -> tuple[State | None, str, State]:
    """The position of a record after so many plies, with the one before it and the action that led here."""
    plies = of.plies()
    count = len(plies) if ply is None else ply
    if not 0 <= count <= len(plies):
        raise BadGuide(f"there is no ply {ply}: the record has {len(plies)}")
    state: State = of.game(id).new()
    before: State | None = None
    for act in plies[:count]:
        before = state.copy()
        state.play(act)
    return before, plies[count - 1] if count else "", state


def seen(id: str, of: Record, ply: int | None, seat: int | None, **how: Any) -> tuple[View, str]:
    """A position of a record as a seat sees it, and its picture with the last move in it."""
    before, act, state = reached(id, of, ply)
    view = state.view(seat)
    if before is None:
        return view, view.svg(names=of.names, **how)
    told = before.tell(seat, act)
    return view, view.svg(last=told, before=before.view(seat), names=of.names, **how)
