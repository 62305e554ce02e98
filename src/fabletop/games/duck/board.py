"""The board of the Duck Game, from board.toml: what each square does, and where it lies in the spiral."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

Row: TypeAlias = tuple[int, ...]  # a number for each square, 0 being the place in front of the board

FACES = 6
PLAIN, CATCH_UP, GOTO, MISS, AGAIN, RAIN = range(6)  # what an event square does
EVENTS = {"catch_up": CATCH_UP, "goto": GOTO, "miss": MISS, "again": AGAIN, "rain": RAIN}
DUCK_SETS = ("classic", "french", "none")  # as in the option `ducks`


class Board(NamedTuple):
    """One entry for each square from 0 to `last`."""

    last: int
    event: Row
    value: Row  # of the event: the square to go to, turns to miss, faces as bits, the face that ends the rain
    quiet: Row  # 1: the square gone to does nothing
    duck: tuple[Row, ...]  # for each set of ducks, 1 where one is
    places: tuple[tuple[int, int], ...]  # column and row in the picture, row 0 on top; square 0 has none


def read(data: Mapping[str, Any]) -> Board:
    """The board as told in a file; a board that cannot be played on is an error."""
    last = _number(data, "squares", 1, 10_000)
    if data.get("columns", 0) * data.get("rows", 0) != last:
        raise ValueError(f"board.toml: columns times rows must be {last}, the number of squares")
    event, value, quiet = ([0] * (last + 1) for _ in range(3))
    for name, what in data["events"].items():
        square = int(name) if name.isdecimal() else 0
        if not 1 <= square < last:
            raise ValueError(f"board.toml: event on square {name}, which is not one of 1 to {last - 1}")
        event[square], value[square] = _event(square, what, last)
        quiet[square] = int(bool(what.get("quiet", False)))
    sets = {"none": []} | data["ducks"]
    if set(sets) != set(DUCK_SETS):
        raise ValueError(f"board.toml: the sets of ducks are {', '.join(sets)}, not {', '.join(DUCK_SETS)}")
    ducks = tuple(_ducks(name, sets[name], event) for name in DUCK_SETS)
    places = _spiral(data["columns"], data["rows"])
    made = Board(last, tuple(event), tuple(value), tuple(quiet), ducks, places)
    for name, row in zip(DUCK_SETS, ducks, strict=True):
        for die in range(1, FACES + 1):
            if any(_for_ever(made, row, die, square) for square in range(1, last)):
                raise ValueError(f"board.toml: with the ducks of {name} a {die} never comes to an end")
    return made


def _event(square: int, what: Mapping[str, Any], last: int) -> tuple[int, int]:
    """The kind of an event and its number."""
    names = [name for name in EVENTS if name in what]
    if len(names) != 1 or set(what) - {names[0], "quiet"}:
        raise ValueError(f"board.toml: square {square}: {dict(what)} is not one event of {', '.join(EVENTS)}")
    match names[0]:
        case "goto":
            return GOTO, _number(what, "goto", 1, last - 1, square)
        case "miss":
            return MISS, _number(what, "miss", 1, 9, square)
        case "rain":
            return RAIN, _number(what, "rain", 1, FACES, square)
        case "again":
            faces = [_number({"again": face}, "again", 1, FACES, square) for face in what["again"]]
            return AGAIN, sum(1 << face for face in set(faces))
    return CATCH_UP, 0


def _number(what: Mapping[str, Any], name: str, low: int, high: int, square: int | None = None) -> int:
    value = what.get(name)
    if type(value) is not int or not low <= value <= high:
        where = "" if square is None else f"square {square}: "
        raise ValueError(f"board.toml: {where}{name} = {value!r} is not a number from {low} to {high}")
    return value


def _ducks(name: str, squares: list[int], event: list[int]) -> Row:
    row = [0] * len(event)
    for square in squares:
        if not 1 <= square < len(event) - 1:
            raise ValueError(f"board.toml: duck of {name} on square {square}, which is not on the way")
        if event[square] or row[square]:
            raise ValueError(f"board.toml: square {square} of {name} has an event or a duck already")
        row[square] = 1
    return tuple(row)


def _for_ever(board: Board, ducks: Row, die: int, square: int) -> bool:
    """Would a figure that comes to this square with this roll never stop, hopping wherever it can?"""
    seen: set[int] = set()
    while square < board.last and (ducks[square] or board.event[square] == GOTO):
        if square in seen:
            return True
        seen.add(square)
        if board.quiet[square]:
            return False
        square = square + die if ducks[square] else board.value[square]
    return False


def _spiral(columns: int, rows: int) -> tuple[tuple[int, int], ...]:
    """Inwards and counter-clockwise from the bottom left corner; square 0 comes first, left of it."""
    x, y, dx, dy = -1, rows - 1, 1, 0
    places = [(x, y)]
    for _ in range(columns * rows):
        ahead = (x + dx, y + dy)
        if ahead in places or not (0 <= ahead[0] < columns and 0 <= ahead[1] < rows):
            dx, dy = dy, -dx
        x, y = x + dx, y + dy
        places.append((x, y))
    return tuple(places)


BOARD = read(tomllib.loads(Path(__file__).with_name("board.toml").read_text(encoding="utf-8")))
LAST, EVENT, VALUE, QUIET, DUCK = BOARD.last, BOARD.event, BOARD.value, BOARD.quiet, BOARD.duck
MOST_MISSED = max((VALUE[square] for square in range(LAST) if EVENT[square] == MISS), default=0)


def acts(square: int, die: int) -> bool:
    """Does something happen to whoever has come to stand here with this roll?"""
    if EVENT[square] == AGAIN:
        return bool(VALUE[square] >> die & 1)
    return square == LAST or EVENT[square] in (MISS, RAIN)
