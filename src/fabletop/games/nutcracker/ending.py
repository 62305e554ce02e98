"""The end of Nutcracker: the ball in the palace of sugar."""

from __future__ import annotations

from fabletop.drawing.ending import Way, first_home, the_end, winner
from fabletop.drawing.palette import SNOW
from fabletop.drawing.shapes import hills, sky_stars
from fabletop.drawing.svg import at, circle
from fabletop.engine.view import View
from fabletop.games.nutcracker.figures import clara_figure, king_figure, nutcracker_figure
from fabletop.games.nutcracker.scenery import palace
from fabletop.games.nutcracker.text import place


def standing(view: View) -> list[float]:
    return list(view.position.claras)


def ending(view: View, way: Way) -> str:
    now, _, best = view.position, view.translate, view.colours[first_home(view)]
    pair = now.level == 2
    dancers = at(258, 262, clara_figure(best), scale=1.7) + at(342, 262, nutcracker_figure(best), scale=1.7)
    if pair:
        dancers += at(540, 262, king_figure(), scale=1.1)
    flakes = "".join(circle(20 + i * 83 % 560, 20 + i * 57 % 220, 2.4, SNOW, 0.8) for i in range(26))
    told = (
        _("{who} has brought Clara and her Nutcracker home, and the Mouse King goes to bed.")
        if pair
        else _("The Key opens the tower: {who} has led Clara there first, and her Nutcracker is free.")
    )
    return the_end(
        view,
        sky=("#1E2340", "#5B4A8C", "#8A6FB0"),
        scenery=sky_stars(20, 10, 560, 90, 14, seed=3) + hills(0, 196, 600, 40, "#E8E6F5", 3, 2, deep=490)
        + at(30, -20, palace(), scale=0.9) + hills(0, 244, 600, 24, SNOW, 2, 6, deep=460) + flakes + dancers,
        story=told.format(who=winner(view)),
        notes=[place(where, _) for where in now.claras],
        way=way,
    )  # fmt: skip
