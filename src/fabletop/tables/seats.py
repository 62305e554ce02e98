"""Who sits where right now.  Not part of the log: people come and go, the game stays.

A seat belongs to a person or a computer player.  A person's seat is bound to a browser, or free until somebody takes
it by the link; while its person is away a computer player may stand in.
"""

from __future__ import annotations

import msgspec

PERSON = "person"


class Sitting(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat: `kind` is "person" or a level; `browser` the hash of the browser's name; `stand_in` a level."""

    kind: str
    name: str
    browser: str = ""
    stand_in: str = ""
    keyed: bool = False  # opened by a token of the API, never by a browser

    @property
    def computer(self) -> str | None:
        """The level of the computer player that acts here, if one does."""
        return self.stand_in or (self.kind if self.kind != PERSON else None)

    @property
    def free(self) -> bool:
        """May somebody with the link sit down here?"""
        return self.kind == PERSON and not self.browser and not self.keyed


def taken(sitting: Sitting, browser: str, name: str) -> Sitting:
    """Somebody sits down, or comes back."""
    return msgspec.structs.replace(sitting, browser=browser, name=name or sitting.name, stand_in="")


def stood_in(sitting: Sitting, level: str) -> Sitting:
    """A computer player stands in; with no level the person plays on."""
    return msgspec.structs.replace(sitting, stand_in=level)
