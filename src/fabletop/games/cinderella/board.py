"""The tiles, the die and the layouts of Cinderella, from board.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

FACES = ("wand", "cauldron", "hourglass")
SPECIAL_NAMES = ("mirror", *FACES)
PAIR_COUNT, MOST_BLANKS = 6, 8
CELLS = 2 * PAIR_COUNT + MOST_BLANKS


class Board(NamedTuple):
    """Kinds of tiles are numbered as they first stand among the pairs; the blank comes last."""

    tiles: tuple[str, ...]  # the name of each kind
    copies: tuple[int, ...]  # how many there are; blanks are put in as the game wants them
    partner: tuple[int, ...]  # the kind that makes a pair with this one; -1: none
    pair_of: tuple[int, ...]  # and the number of that pair
    pairs: tuple[tuple[str, str], ...]
    sections: tuple[str, ...]
    section_of: tuple[int, ...]  # for each pair
    earlier: tuple[int, ...]  # for each pair the set of pairs in earlier sections
    die: tuple[int, ...]  # sides with each of the faces
    specials: tuple[int, ...]  # tiles of each special


def read(text: str) -> Board:
    """The board that a text in TOML describes; one that does not fit the rules is an error."""
    data = tomllib.loads(text)
    for key in ("sections", "pairs", "die", "specials"):
        if key not in data:
            raise ValueError(f"board.toml: {key} is missing")
    rows, sections = data["pairs"], tuple(data["sections"])
    if len(rows) != PAIR_COUNT:
        raise ValueError(f"board.toml: {len(rows)} pairs, not {PAIR_COUNT}")
    if unknown := {section for *_, section in rows} - set(sections):
        raise ValueError(f"board.toml: no such section: {', '.join(sorted(unknown))}")
    section_of = tuple(sections.index(section) for *_, section in rows)
    if list(section_of) != sorted(section_of):
        raise ValueError("board.toml: the pairs do not stand in the order of their sections")
    pairs = tuple((one, other) for one, other, _ in rows)
    tiles = tuple(dict.fromkeys(tile for pair in pairs for tile in pair))
    if "blank" in tiles or sum(len(set(pair)) for pair in pairs) != len(tiles):
        raise ValueError("board.toml: a tile belongs to exactly one pair, and a blank to none")
    if set(data["die"]) != set(FACES):
        raise ValueError(f"board.toml: the die needs exactly these faces: {', '.join(FACES)}")
    if set(data["specials"]) != set(SPECIAL_NAMES) or min(data["specials"].values()) < 1:
        raise ValueError(f"board.toml: the special tiles are {', '.join(SPECIAL_NAMES)}, each at least once")
    pair_of = [next(i for i, pair in enumerate(pairs) if tile in pair) for tile in tiles]
    partner = [pairs[i][pairs[i][0] == tile] for tile, i in zip(tiles, pair_of, strict=True)]
    return Board(
        (*tiles, "blank"),
        (*(sum(pair.count(tile) for pair in pairs) for tile in tiles), 0),
        (*(tiles.index(tile) for tile in partner), -1),
        (*pair_of, -1),
        pairs,
        sections,
        section_of,
        tuple(sum(1 << i for i in range(PAIR_COUNT) if section_of[i] < own) for own in section_of),
        tuple(data["die"].count(face) for face in FACES),
        tuple(data["specials"][special] for special in SPECIAL_NAMES),
    )


def grid(cells: int) -> tuple[int, int]:
    """A18: rows and columns of the smallest layout for so many tiles, not wider than it must be."""
    return min(((rows, -(-cells // rows)) for rows in (3, 4)), key=lambda shape: shape[0] * shape[1])


BOARD = read(Path(__file__).with_name("board.toml").read_text(encoding="utf-8"))
TILES, COPIES, PARTNER, PAIR_OF = BOARD.tiles, BOARD.copies, BOARD.partner, BOARD.pair_of
EARLIER, DIE, SPECIALS = BOARD.earlier, BOARD.die, BOARD.specials
