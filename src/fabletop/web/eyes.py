"""Whose eyes a browser looks through.

Where a game has secrets and several people share a browser, it looks through nobody's eyes until one of them has
lifted the cover.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from fabletop.engine.game import acting_in
from fabletop.engine.registry import has_part, part
from fabletop.engine.rulebook import CHANCE
from fabletop.engine.view import View
from fabletop.tables.table import Table
from fabletop.web.facing import is_turned


class Eyes(NamedTuple):
    """The seats of a browser at a table, and the one whose cover is lifted."""

    mine: tuple[int, ...]
    lifted: int | None
    turned: bool = False  # the board faces whoever looks


def eyes_of(table: Table, browser: str, lifted: int | None = None, facing: Collection[str] = ()) -> Eyes:
    """`facing` is where this browser wants boards to face who looks."""
    mine = tuple(seat for seat, s in enumerate(table.seats) if s.browser == browser and not s.stand_in)
    return Eyes(mine, lifted if lifted in mine else None, is_turned(table.game.id, mine, facing))


def is_shared(table: Table, eyes: Eyes) -> bool:
    """Do several people with secrets share this browser?"""
    return len(eyes.mine) > 1 and table.game.has_secrets


def acting(table: Table) -> int | None:
    """The seat that the table waits for."""
    return table.roller if table.turn == CHANCE else table.turn


def private(view: View) -> bool:
    """Would a screen show now what only this seat may see?  A game can say so in its draw.py; else it always would."""
    return says_private(view) is not False


def says_private(view: View) -> bool | None:
    """What the game says of it; None: nothing."""
    id = view.game.id
    own = getattr(part(id, "draw"), "private", None) if has_part(id, "draw") else None
    return None if own is None else bool(own(view))


def looking(table: Table, eyes: Eyes) -> int | None:
    """Through whose eyes this browser looks now; None: as a spectator."""
    seat = acting(table)
    if is_shared(table, eyes):
        if table.turn is None:
            return None
        open_to_all = eyes.lifted is None and seat in eyes.mine and not private(table.state.view(seat))
        return seat if open_to_all else eyes.lifted
    own = acting_in(table.state.rules) if seat is None else seat  # also while her dice roll by themselves
    return own if own in eyes.mine else eyes.mine[0] if eyes.mine else None
