"""The end of Mensch ärgere Dich nicht: everybody is home, and the lights are on."""

from __future__ import annotations

from fabletop.drawing.ending import Way, first_home, the_end, winner
from fabletop.drawing.palette import HILL, HILL2, HILL3, SEATS
from fabletop.drawing.pawns import figure
from fabletop.drawing.shapes import halo, hills, house, moon, tree
from fabletop.drawing.svg import at
from fabletop.engine.view import View


def standing(view: View) -> list[float]:
    """The steps that all figures of a seat have walked."""
    now = view.position
    return [sum(where + 1 for where in now.figures[seat] if where >= 0) for seat in range(view.game.seats)]


def ending(view: View, way: Way) -> str:
    now, _, first = view.position, view.translate, first_home(view)
    best = view.colours[first]
    home = [sum(where >= now.track for where in now.figures[seat]) for seat in range(view.game.seats)]
    others = [seat for seat in range(view.game.seats) if seat != first]
    small = "".join(
        house(
            88 + 142 * i + (142 if i else 0), 214, 62, SEATS[view.colours[seat]].tint, SEATS[view.colours[seat]].colour
        )
        for i, seat in enumerate(others)
    )
    figures = "".join(at(252 + 34 * i, 252, figure(best), scale=1.35) for i in range(now.pieces))
    return the_end(
        view,
        scenery=moon(500, 56, 24)
        + hills(0, 150, 600, 60, HILL, 3, 2, deep=60) + hills(0, 196, 600, 40, HILL2, 2, 4, deep=490)
        + tree(150, 214, 56, HILL3) + tree(470, 218, 66, HILL3) + small + halo(300, 190, 96)
        + house(300, 240, 140, SEATS[best].tint, SEATS[best].colour) + figures,
        story=_("All the figures of {who} are home. The lights are on, and nobody is cross.").format(who=winner(view)),
        notes=[_("{home} of {all} at home").format(home=home[seat], all=now.pieces) for seat in range(view.game.seats)],
        way=way,
    )  # fmt: skip
