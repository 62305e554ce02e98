"""Who sits where right now.  Not part of the log: people come and go, the game stays.

A seat belongs to a person or a computer player.  A person's seat is bound to a browser, or free until somebody takes
it by the link; while its person is away a computer player may stand in.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

PERSON = "person"
COLOURS = 6  # of the house, each with a shape of its own


class Occupant(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat: `kind` is "person" or a level; `browser` the hash of the browser's name; `stand_in` a level."""

    kind: str
    name: str
    browser: str = ""
    stand_in: str = ""
    keyed: bool = False  # opened by a token of the API, never by a browser
    animal: str = ""  # whose face stands on the board; see drawing/animals.py
    hints: bool = False  # agrees that everybody may have hints, also against people elsewhere
    colour: int | None = None  # chosen among the house's colours and shapes; None: whichever is left

    @property
    def computer(self) -> str | None:
        """The level of the computer player that acts here, if one does."""
        return self.stand_in or (self.kind if self.kind != PERSON else None)

    @property
    def free(self) -> bool:
        """May somebody with the link sit down here?"""
        return self.kind == PERSON and not self.browser and not self.keyed


def taken(occupant: Occupant, browser: str, name: str, animal: str = "") -> Occupant:
    """Somebody sits down, or comes back."""
    return msgspec.structs.replace(
        occupant,
        browser=browser,
        name=name or occupant.name,
        stand_in="",
        animal=animal or occupant.animal,
        hints=False,
    )


def coloured(occupant: Occupant, colour: int | None) -> Occupant:
    """A seat with the colour and shape that somebody has chosen."""
    return msgspec.structs.replace(occupant, colour=colour)


@lru_cache(1024)
def colours_of(chosen: tuple[int | None, ...]) -> tuple[int, ...]:
    """The colour of each seat: the one it has chosen, else its own number's, else the first that is left."""
    found: list[int | None] = []
    for colour in chosen:
        found.append(colour if colour is not None and 0 <= colour < COLOURS and colour not in found else None)
    for seat, colour in enumerate(found):
        if colour is None and seat not in found:
            found[seat] = seat
    left = iter([colour for colour in range(COLOURS) if colour not in found])
    return tuple(next(left) if colour is None else colour for colour in found)


def stood_in(occupant: Occupant, level: str) -> Occupant:
    """A computer player stands in; with no level the person plays on."""
    return msgspec.structs.replace(occupant, stand_in=level)
