"""The garden from board.toml, checked, and as tables of integers for the rules, which know no geometry.

Squares are numbered row by row, axles as in the file.  Edge 4 * axle + i lies between the i-th and the next
of the four squares around the axle: a quarter turn moves the arms of the hedge and the pawns one place on.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

Table: TypeAlias = tuple[tuple[int, ...], ...]

ARMS = "NESW"
SHAPES = ("T", "L")  # of the inner hedges, in the order of the option's values
MOST_SQUARES = 64  # a set of squares is one integer
FEWEST_CARDS = 24  # twelve goals for each of two seats
NONE = -1  # no square, no edge that could be closed


class Axle(NamedTuple):
    """The squares around an axle (north-west, north-east, south-east, south-west) and its hedge."""

    squares: tuple[int, ...]
    hedge: str
    start: int


class Board(NamedTuple):
    """The garden: first as it is written in the file, then the tables made from it."""

    names: tuple[str, ...]  # of the squares
    columns: int
    axles: tuple[Axle, ...]
    gates: dict[str, int]
    fairies: tuple[int, ...]  # ascending
    goals: dict[str, int]
    magic: tuple[int, int]  # gap cards, fairy cards
    neighbours: Table  # of each square, ascending; NONE beyond the outer wall
    edges: Table  # that lie between; NONE where no axle owns it: always open
    closed: tuple[Table, ...]  # for each shape of the inner hedges, edge and facing: 1 where an arm closes it


def load(text: str) -> Board:
    """The board in a file of this kind; a board that cannot be played on is an error."""
    data = tomllib.loads(text)
    names, columns = _squares(data["squares"])
    axles = tuple(_axle(number, axle, names, columns) for number, axle in enumerate(data["axles"], start=1))
    gates = _named("gate", data["gates"], names)
    goals = _named("goal", data["goals"], names)
    fairies = sorted(_named("fairy", {at: at for at in data["fairies"]}, names).values())
    if len(gates) != 4 or len(fairies) < 2 or len(goals) < FEWEST_CARDS:
        raise ValueError(f"board.toml: four gates, two fairies and {FEWEST_CARDS} goals are needed")
    at_gate = [name for name, square in goals.items() if square in gates.values()]
    if at_gate:
        raise ValueError(f"board.toml: the goal {at_gate[0]} lies at a gate")
    magic = (data["magic"]["gap"], data["magic"]["fairy"])
    if min(magic) < 0:
        raise ValueError("board.toml: there cannot be fewer than no magic cards")
    closed = tuple(_closed(axles, data["shapes"], inner) for inner in SHAPES)
    return Board(names, columns, axles, gates, tuple(fairies), goals, magic, *_edges(axles, names, columns), closed)


def _squares(rows: list[str]) -> tuple[tuple[str, ...], int]:
    grid = [row.split() for row in rows]
    names = tuple(name for row in grid for name in row)
    if len({len(row) for row in grid}) != 1:
        raise ValueError("board.toml: a square is missing: the rows differ in length")
    if len(set(names)) != len(names) or len(names) > MOST_SQUARES:
        raise ValueError(f"board.toml: two squares have one name, or there are more than {MOST_SQUARES}")
    return names, len(grid[0])


def _square(what: str, name: str, names: tuple[str, ...]) -> int:
    if name not in names:
        raise ValueError(f"board.toml: {what} is on {name!r}, which is no square")
    return names.index(name)


def _named(kind: str, places: Mapping[str, str], names: tuple[str, ...]) -> dict[str, int]:
    found = {name: _square(f"{kind} {name}", at, names) for name, at in places.items()}
    if len(set(found.values())) != len(found):
        raise ValueError(f"board.toml: two of one kind ({kind}) are on one square")
    return found


def _axle(number: int, data: Mapping[str, Any], names: tuple[str, ...], columns: int) -> Axle:
    what = f"axle {number}"
    squares = tuple(_square(what, name, names) for name in data["squares"].split())
    around = squares[:1] + tuple(squares[0] + step for step in (1, columns + 1, columns))
    if squares != around or squares[0] % columns == columns - 1:
        raise ValueError(f"board.toml: {what}: {data['squares']} do not lie clockwise around one corner")
    if data["start"] not in range(4):
        raise ValueError(f"board.toml: {what} starts turned by {data['start']} quarters, not 0 to 3")
    return Axle(squares, data["hedge"], data["start"])


def _edges(axles: tuple[Axle, ...], names: tuple[str, ...], columns: int) -> tuple[Table, Table]:
    """The neighbours of each square, and the edges to them."""
    owned: dict[tuple[int, int], int] = {}
    for number, axle in enumerate(axles):
        for arm, side in enumerate(zip(axle.squares, axle.squares[1:] + axle.squares[:1], strict=True)):
            if side in owned:
                between = " and ".join(names[square] for square in side)
                both = f"{owned[side] // 4 + 1} and {number + 1}"
                raise ValueError(f"board.toml: the edge between {between} is owned by both axles {both}")
            owned[side] = owned[side[::-1]] = 4 * number + arm
    neighbours = tuple(_beside(square, columns, len(names) // columns) for square in range(len(names)))
    edges = tuple(
        tuple(owned.get((square, other), NONE) for other in beside) for square, beside in enumerate(neighbours)
    )
    return neighbours, edges


def _beside(square: int, columns: int, rows: int) -> tuple[int, ...]:
    row, column = divmod(square, columns)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(r * columns + c if 0 <= r < rows and 0 <= c < columns else NONE for r, c in around)


def _closed(axles: tuple[Axle, ...], shapes: Mapping[str, str], inner: str) -> Table:
    """For each edge and each facing of its hedge: does an arm lie on it?"""
    rows = []
    for number, axle in enumerate(axles, start=1):
        shape = inner if axle.hedge in SHAPES else axle.hedge
        arms = shapes.get(shape, "")
        if not arms or any(arm not in ARMS for arm in arms):
            raise ValueError(f"board.toml: axle {number} has a hedge {shape!r} without arms N, E, S or W")
        rows += [tuple(int(ARMS[i - facing] in arms) for facing in range(4)) for i in range(4)]
    return tuple(rows)


BOARD = load(Path(__file__).with_name("board.toml").read_text(encoding="utf-8"))

SQUARES, AXLES, GOALS = len(BOARD.names), len(BOARD.axles), len(BOARD.goals)
NEIGHBOURS, EDGES, CLOSED = BOARD.neighbours, BOARD.edges, BOARD.closed
AROUND = tuple(axle.squares for axle in BOARD.axles)
FACING = tuple(axle.start for axle in BOARD.axles)
GATES = tuple(BOARD.gates.values())
SPOTS = (*BOARD.goals.values(), *GATES)  # where each goal card lies, and after them the gates
FAIRIES = BOARD.fairies
MAGIC = BOARD.magic
