"""The pitch and the dice of Quidditch Dice, from board.toml, as the tables that the rules count with."""

from __future__ import annotations

import tomllib
from math import lcm
from pathlib import Path
from typing import Any, NamedTuple

DICE = {"offense": ("snitch", "quaffle", "goal"), "defense": ("keeper", "bludger")}
NAMES = DICE["offense"] + DICE["defense"]  # in this order they are rolled
SINGLE = ("snitch", "quaffle", "keeper")  # booked by their name alone, so there is one of each


class Board(NamedTuple):
    """The rows and the room in each; of each kind of dice the number and the faces, all equal in length."""

    rows: int
    capacity: int
    counts: tuple[int, ...]
    faces: tuple[tuple[int, ...], ...]


def board(text: str) -> Board:
    """The pitch and the dice that a file describes; what does not fit the rules is an error."""
    try:
        return _checked(tomllib.loads(text))
    except KeyError as missing:
        raise ValueError(f"board.toml: {missing} is missing") from None


def _checked(data: dict[str, Any]) -> Board:
    rows, capacity = data["pitch"]["rows"], data["pitch"]["capacity"]
    if rows < 1 or capacity < 1:
        raise ValueError(f"board.toml: {rows} rows with room for {capacity} dice are no pitch")
    counts, faces = [], []
    for side, names in DICE.items():
        if set(data[side]) - set(names):
            raise ValueError(f"board.toml: the {side} has {', '.join(names)}, not {', '.join(data[side])}")
        for name in names:
            die = data[side][name]
            if die["count"] < 1 or (name in SINGLE and die["count"] > 1):
                raise ValueError(f"board.toml: {die['count']} is no number of dice of the kind {name}")
            if not die["faces"] or not all(face in range(1, rows + 1) for face in die["faces"]):
                raise ValueError(f"board.toml: every face of a {name} shows one of the rows 1 to {rows}")
            counts.append(die["count"])
            faces.append(die["faces"])
    sides = lcm(*map(len, faces))
    return Board(rows, capacity, tuple(counts), tuple(tuple(row * (sides // len(row))) for row in faces))


ROWS, CAPACITY, COUNTS, FACES = board(Path(__file__).with_name("board.toml").read_text(encoding="utf-8"))
SIDES = len(FACES[0])
WEIGHTS = tuple(tuple(faces.count(number) for number in range(ROWS + 1)) for faces in FACES)
