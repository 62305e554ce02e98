"""One drawing for all seats: what differs for the seat that looks is left open in it, and filled in for each.

A game whose draw.py says `same_for_all = True` is drawn once for all who look on, from what a spectator may know: its
moving part may depend on who looks only through `own` and through what may be pressed (`choices`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fabletop.engine import registry

if TYPE_CHECKING:
    from fabletop.engine.view import View

BEGIN, OR, END = "\x01\x02\x03"  # no drawing has such letters
_OPEN = re.compile(f"{BEGIN}([0-9]+){OR}([^{OR}]*){OR}([^{END}]*){END}")


def own(view: View, seat: int, mine: str, others: str) -> str:
    """What the seat itself sees, and all others."""
    if view.everybody:
        return f"{BEGIN}{seat}{OR}{mine}{OR}{others}{END}"
    return mine if seat == view.seat else others


def open_places(drawn: str) -> list[str]:
    """A drawing for everybody in pieces: what all see, and after it a seat, what it sees itself, what all others see,
    and so on; what all see is the last."""
    return _OPEN.split(drawn)


def is_same_for_all(game: str) -> bool:
    """Do all seats see the same, but for what is their own?"""
    return registry.has_part(game, "draw") and getattr(registry.part(game, "draw"), "same_for_all", False) is True
