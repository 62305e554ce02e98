"""The board, the die and the cards of Nutcracker, from board.toml, and the tables that the rules read."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

START = 0


class Board(NamedTuple):
    """Space 1 is path[0]; the Dungeon Key comes after the last one."""

    die: tuple[str, ...]  # the colour of each face
    path: tuple[str, ...]  # the colour of each space
    lockets: tuple[int, ...]  # the spaces with a locket
    fairies: int
    sceptres: int

    @property
    def key(self) -> int:
        return len(self.path) + 1

    @property
    def king_start(self) -> int:
        """One step beyond the Key, but only for the King and for those who hunt him."""
        return self.key + 1

    def ahead(self, colour: str, at: int) -> int:
        """The nearest space of the colour above this one; the Key has every colour."""
        return next((i for i in range(at + 1, self.key) if self.path[i - 1] == colour), self.key)

    def below(self, colour: str, at: int) -> int:
        """The nearest space of the colour below this one, or Clara Start."""
        return next((i for i in range(min(at, self.key) - 1, START, -1) if self.path[i - 1] == colour), START)


def board(text: str) -> Board:
    """A board from the text of a data file; one that cannot be played is an error."""
    data = tomllib.loads(text)
    missing = [part for part in ("die", "path", "cards") if part not in data]
    if missing:
        raise ValueError(f"board.toml: there is no {' and no '.join(missing)}")
    die, spaces = tuple(data["die"]), tuple(data["path"])
    path = tuple(space.removesuffix("*") for space in spaces)
    if len(die) < 2 or len(set(die)) != len(die):
        raise ValueError(f"board.toml: every face of the die needs a colour of its own, not {', '.join(die)}")
    if set(path) != set(die):
        odd = ", ".join(sorted(set(path) ^ set(die)))
        raise ValueError(f"board.toml: the colours of the path are not those of the die: {odd}")
    if len(path) <= 2 * len(die):
        raise ValueError(f"board.toml: a path of {len(path)} spaces is too short for a die of {len(die)} faces")
    lockets = tuple(i for i, space in enumerate(spaces, start=1) if space.endswith("*"))
    if not lockets:
        raise ValueError("board.toml: without a locket the King never moves")
    cards = data["cards"]
    if set(cards) != {"fairy", "sceptre"} or not all(type(n) is int and 1 <= n <= 15 for n in cards.values()):
        raise ValueError(f"board.toml: there must be 1 to 15 cards each of fairy and sceptre, not {cards}")
    return Board(die, path, lockets, cards["fairy"], cards["sceptre"])


BOARD = board(Path(__file__).with_name("board.toml").read_text(encoding="utf-8"))
KEY, KING_START = BOARD.key, BOARD.king_start
FAIRIES, CARDS = BOARD.fairies, BOARD.fairies + BOARD.sceptres
EVERY_SPACE = range(START, KING_START + 1)
LOCKET = tuple(int(at in BOARD.lockets) for at in EVERY_SPACE)
AHEAD = tuple(tuple(BOARD.ahead(colour, at) for at in EVERY_SPACE) for colour in BOARD.die)
BELOW = tuple(tuple(BOARD.below(colour, at) for at in EVERY_SPACE) for colour in BOARD.die)
