"""The end of Quidditch Dice: a lap of honour under the lights."""

from __future__ import annotations

from fabletop.drawing.ending import Way, first_home, the_end, winner
from fabletop.drawing.palette import HILL2, SEATS, SNOW
from fabletop.drawing.shapes import halo, hills, moon
from fabletop.drawing.svg import at, rect, stroke
from fabletop.engine.view import View
from fabletop.games.quidditch.dice import snitch
from fabletop.games.quidditch.pitch import tower
from fabletop.games.quidditch.rules import CAUGHT

HOOPS = ((250, 118), (300, 96), (350, 118))


def standing(view: View) -> list[float]:
    return list(view.position.points)


def ending(view: View, way: Way) -> str:
    _, best = view.translate, view.colours[first_home(view)]
    cloths = (SEATS[best].colour, "#7A2E5D", "#2F5E8C", SEATS[best].colour)
    stands = "".join(
        at(x, 92, tower(0, 0, cloth), scale=1.9) for x, cloth in zip((70, 160, 440, 530), cloths, strict=True)
    )
    hoops = "".join(
        rect(x - 3, y + 24, 6, 236 - y - 24, 3, "#B98A2E")
        + stroke(f"M{x - 24} {y}a24 24 0 1 0 48 0a24 24 0 1 0-48 0", "#E3B535", 6)
        for x, y in HOOPS
    )
    told = (
        _("The Snitch is caught, the lights go on, and the stands cheer for {who}.")
        if max(view.position.snitches) == CAUGHT
        else _("The last whistle: nobody has the Snitch, and the stands cheer for {who}.")
    )
    return the_end(
        view,
        sky=("#1E2340", "#2F3A6B", "#45568C"),
        scenery=moon(300, 40, 20, crescent=False) + stands + hills(0, 214, 600, 30, HILL2, 2, 3, deep=480) + hoops
        + halo(420, 70, 54) + at(420, 70, snitch(), scale=1.3)
        + stroke("M250 150Q310 40 384 66", SNOW, 3, stroke_dasharray="0 10", stroke_opacity=0.8),
        story=told.format(who=winner(view)),
        notes=[
            _.ngettext("{number} point", "{number} points", int(points)).format(number=int(points))
            for points in view.position.points
        ],
        way=way,
    )  # fmt: skip
