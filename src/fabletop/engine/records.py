"""Records: a game as JSON lines, a header and then one line for each ply.  A state is the fold of its record.

{"fabletop": 1, "game": "mensch", "version": 1, "options": {"track": 32}, "seats": ["Ada", "Ben"]}
{"ply": 1, "by": "chance", "act": "roll 6"}
{"ply": 2, "by": 0, "act": "enter"}
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, TypeAlias

from fabletop.engine.errors import BadRecord, FabletopError, quoted, refusal
from fabletop.engine.game import Game, State
from fabletop.engine.registry import known_id, spec_of
from fabletop.engine.rulebook import CHANCE

FORMAT = 1

Source: TypeAlias = str | os.PathLike[str] | IO[Any] | Iterable[str | bytes]


@dataclass(frozen=True, slots=True)
class Ply:
    """One action: its number from 1, who did it (a seat or CHANCE) and its text."""

    number: int
    by: int
    act: str


@dataclass(frozen=True, slots=True)
class Recording:
    """A record that has been read and found to follow the rules."""

    game: Game
    header: dict[str, Any]
    plies: tuple[Ply, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        given = self.header["seats"]
        return tuple(name if isinstance(name, str) else f"seat {seat}" for seat, name in enumerate(given, start=1))

    @property
    def colours(self) -> tuple[int, ...]:
        """Which colour and shape each seat had, of the six of the house; as they come unless the header says so."""
        given = self.header.get("colours")
        usual = tuple(range(self.game.seats))
        if not isinstance(given, list) or not all(type(colour) is int for colour in given):
            return usual
        fits = len(given) == len(set(given)) == len(usual) and set(given) <= set(range(6))
        return tuple(given) if fits else usual

    def states(self) -> Iterator[State]:
        """The position at the start and after each ply; one state, moved on from step to step."""
        state = self.game.new()
        yield state
        for ply in self.plies:
            state.play(ply.act)
            yield state

    def final(self) -> State:
        state = self.game.new()
        for ply in self.plies:
            state.play(ply.act)
        return state


def replay(record: Source) -> State:
    """The state that a record leads to: a path, an open file, or the lines themselves."""
    return _read(record)[1]


def load(record: Source) -> Recording:
    """The whole record, checked ply by ply."""
    return _read(record)[0]


def header_line(game: Game, seats: Sequence[object] | None = None, **more: object) -> str:
    """The first line of a record; seats are names, or whatever describes who sat there."""
    head: dict[str, object] = {"fabletop": FORMAT, "game": game.id, "version": game.version}
    head |= {"options": dict(game.options), "seats": list(seats) if seats else [None] * game.seats}
    if len(head["seats"]) != game.seats:  # type: ignore[arg-type]
        raise ValueError(f"{game.seats} seats, but {len(seats or ())} names")
    return json.dumps(head | more, ensure_ascii=False) + "\n"


def ply_line(number: int, by: int | None, act: str, **more: object) -> str:
    line = {"ply": number, "by": "chance" if by == CHANCE else by, "act": act}
    return json.dumps(line | more, ensure_ascii=False) + "\n"


class Writer:
    """Append a game to an open file as it is played: a ply is written before it is carried out."""

    def __init__(self, file: IO[str] | None, state: State, plies: int = 0) -> None:
        self.file, self.state, self.plies = file, state, plies

    @classmethod
    def silent(cls, game: Game) -> Writer:
        """A game that nobody writes down."""
        return cls(None, game.new())

    @classmethod
    def start(cls, file: IO[str], game: Game, seats: Sequence[object] | None = None) -> Writer:
        file.write(header_line(game, seats))
        file.flush()
        return cls(file, game.new())

    def play(self, act: str) -> None:
        self.state.tell(None, act)  # refuses what is illegal before a line is written
        if self.file:
            self.file.write(ply_line(self.plies + 1, self.state.turn, act))
            self.file.flush()
        self.state.play(act)
        self.plies += 1


def _read(record: Source) -> tuple[Recording, State]:
    with ExitStack() as stack:
        if isinstance(record, (str, os.PathLike)):
            name = os.fspath(record)
            try:
                record = stack.enter_context(Path(name).open("rb"))
            except OSError as error:
                raise BadRecord("{file}: cannot be read: {why}", file=name, why=refusal(error)) from None
        else:
            name = str(getattr(record, "name", "record"))
        return _fold(name, iter(record))


def _fold(name: str, lines: Iterator[str | bytes]) -> tuple[Recording, State]:
    place = f"{name}:1"
    first = next(lines, None)
    if first is None:
        raise BadRecord("{place}: an empty record; a header is expected", place=place)
    header = _object(place, first)
    game = _game(place, header)
    state, plies = game.new(), []
    for number, line in enumerate(lines, start=1):
        place = f"{name}:{number + 1}"
        ply = _ply(place, _object(place, line), number, state)
        try:
            state.play(ply.act)
        except FabletopError as error:
            raise BadRecord("{place}: {why}", place=place, why=error) from None
        plies.append(ply)
    return Recording(game, header, tuple(plies)), state


def _object(place: str, line: str | bytes) -> dict[str, Any]:
    try:
        thing = json.loads(line)
    except UnicodeDecodeError:
        raise BadRecord("{place}: not text; a record is JSON lines in UTF-8", place=place) from None
    except (ValueError, TypeError, RecursionError):
        raise BadRecord("{place}: not a whole JSON object: {found}", place=place, found=quoted(line)) from None
    if not isinstance(thing, dict):
        raise BadRecord("{place}: not a JSON object: {found}", place=place, found=quoted(thing))
    return thing


def _game(place: str, header: dict[str, Any]) -> Game:
    if header.get("fabletop") != FORMAT or header.get("fabletop") is True:
        found = quoted(header["fabletop"]) if "fabletop" in header else "none"
        raise BadRecord(
            '{place}: the header needs "fabletop": {format} (the format), found {found}',
            place=place, format=FORMAT, found=found,
        )  # fmt: skip
    try:
        id = known_id(header.get("game"))
        version = spec_of(id).check_version(header.get("version"))
        seats, options = header.get("seats"), header.get("options", {})
        if not isinstance(seats, list):
            raise BadRecord('"seats" must be a list with an entry for each seat, found {found}', found=quoted(seats))
        if not isinstance(options, dict):
            raise BadRecord('"options" must be an object, found {found}', found=quoted(options))
        return Game(id, len(seats), options, version)
    except FabletopError as error:
        raise BadRecord("{place}: {why}", place=place, why=error) from None


def _ply(place: str, line: dict[str, Any], number: int, state: State) -> Ply:
    found, by, act = line.get("ply"), line.get("by"), line.get("act")
    if type(found) is not int or found != number:
        raise BadRecord(
            "{place}: ply {found} where ply {number} is expected", place=place, found=quoted(found), number=number
        )
    if not isinstance(act, str):
        raise BadRecord('{place}: "act" must be the text of an action, found {found}', place=place, found=quoted(act))
    turn = state.turn
    if turn is None:
        raise BadRecord("{place}: the game was over before ply {number}", place=place, number=number)
    expected: int | str = "chance" if turn == CHANCE else turn
    if type(by) is not type(expected) or by != expected:
        raise BadRecord(
            '{place}: "by" is {found}, but it is the turn of {expected}',
            place=place, found=quoted(by), expected=quoted(expected),
        )  # fmt: skip
    return Ply(number, turn, act)
