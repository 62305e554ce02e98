"""What an entry of the log does to the dice, whichever protocol they follow."""

from __future__ import annotations

from fabletop.engine.game import State
from fabletop.engine.rulebook import CHANCE
from fabletop.tables import dice
from fabletop.tables.cup import Cup, Shake
from fabletop.tables.entries import Entry


def poured(into: dice.Mix | Cup, entry: Entry) -> None:
    """An entry of the log happens to the dice."""
    if isinstance(into, Cup):
        into.noted(entry)
        if entry.sit is not None:
            into.sat(entry.sit)
        elif entry.shake is not None:
            into.shaken(entry.shake)
        else:
            into.acted(entry.via)
        if entry.by == CHANCE:
            into.drawn += 1
    elif entry.undo >= 0:
        into.taken_back(entry.undo)
    else:
        into.played(entry.salt)


def shaken(cup: Cup, state: State, shake: Shake | None) -> Entry:
    """What chance does, and how it is written down; with no shake one more outcome of the last."""
    if shake is not None:
        cup.shaken(shake)
    entry = Entry(CHANCE, cup.draw(state.weights()), shake=shake)
    cup.noted(entry)
    return entry
