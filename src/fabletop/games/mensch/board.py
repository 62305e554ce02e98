"""The boards of Mensch ärgere Dich nicht, from board.toml: where figures stand in a picture."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]  # column, row


class Board(NamedTuple):
    """A cross on a grid; each list of goal and home squares belongs to one corner."""

    grid: int
    track: tuple[Point, ...]
    goal: tuple[tuple[Point, ...], ...]
    home: tuple[tuple[Point, ...], ...]

    def place(self, corner: int, figure: int, at: int) -> Point:
        """Where the figure of this number stands, `at` counted as in the rules."""
        if at < 0:
            return self.home[corner][figure]
        if at >= len(self.track):
            return self.goal[corner][at - len(self.track)]
        return self.track[(corner * len(self.track) // 4 + at) % len(self.track)]


@cache
def board(track: int) -> Board:
    """The board with a track of so many squares; a board that does not fit the rules is an error."""
    data = tomllib.loads(Path(__file__).with_name("board.toml").read_text(encoding="utf-8"))[f"track{track}"]
    made = Board(
        data["grid"],
        tuple((x, y) for x, y in data["track"]),
        tuple(tuple((x, y) for x, y in row) for row in data["goal"]),
        tuple(tuple((x, y) for x, y in row) for row in data["home"]),
    )
    squares = [*made.track, *(at for row in (*made.goal, *made.home) for at in row)]
    if len(made.track) != track or len(set(squares)) != len(squares):
        raise ValueError(f"board.toml: track{track} has {len(made.track)} squares, or two in one place")
    if any(len(row) != 4 for row in (*made.goal, *made.home)) or len(made.goal) != 4 or len(made.home) != 4:
        raise ValueError(f"board.toml: track{track} needs four goal and four home squares at each of four corners")
    return made
