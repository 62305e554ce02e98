"""One pawn for all games: in each seat's colour, with its shape on the chest, so that colour alone never counts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from fabletop.drawing.palette import PAPER, SEATS, SHADOW, SNOW, mixed
from fabletop.drawing.shapes import seat_mark
from fabletop.drawing.svg import circle, define, ellipse, path, use

# A pawn stands on 0 0 and is 40 high and 26 wide; scale it with `svg.at`
_BODY = "M-12-3C-12-9-7-13-6-22Q-6-26 0-26Q6-26 6-22C7-13 12-9 12-3Q12 1 0 1Q-12 1-12-3Z"
_LIGHT = "M-9-4C-8-9-4-13-3.6-22Q-3-25 0-25.4Q-5-26-5.4-22C-7-13-11-9-11-3Q-10-2-9-4Z"


@lru_cache(16)
def figure(colour: int) -> str:
    """The pawn itself, in one of the house's colours."""
    mark = SEATS[colour]
    dark, light = mixed(mark.colour, SHADOW, 0.28), mixed(mark.colour, SNOW, 0.35)
    return (
        ellipse(0, 0.5, 15, 5, SHADOW, 0.2)
        + path(_BODY, dark, transform="translate(0 1.6)")
        + path(_BODY, mark.colour)
        + path(_LIGHT, light)
        + circle(0, -30, 8.6, dark) + circle(0, -30.8, 8.4, mark.colour) + circle(-2.6, -33.2, 2.8, light)
        + circle(0, -9.5, 7.6, PAPER) + seat_mark(colour, 0, -9.5, 4.9, mark.shade)
    )  # fmt: skip


def pawn_defs(colours: Sequence[int]) -> str:
    """The pawns of all seats, each in the colour it has chosen, for the `<defs>` of the still part."""
    return "".join(define(f"pawn{seat}", figure(colour)) for seat, colour in enumerate(colours))


def pawn(seat: int) -> str:
    """A pawn standing on 0 0 (needs `pawn_defs` in the still part)."""
    return use(f"pawn{seat}")
