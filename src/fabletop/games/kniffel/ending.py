"""The end of Space Kniffel: a flag on the planet."""

from __future__ import annotations

from fabletop.drawing.ending import Way, first_home, the_end, winner
from fabletop.drawing.palette import SEATS, SNOW
from fabletop.drawing.shapes import halo, hills, seat_mark
from fabletop.drawing.svg import at, circle, ellipse, path, stroke
from fabletop.engine.view import View
from fabletop.games.kniffel.symbols import planet, rocket, star, sun, ufo


def standing(view: View) -> list[float]:
    return [sum(view.position.sheets[seat]) for seat in range(view.game.seats)]


def ending(view: View, way: Way) -> str:
    _, best = view.translate, view.colours[first_home(view)]
    mark = SEATS[best]
    flag = (
        stroke("M300 236V112", SNOW, 5) + path("M302 114H382L366 138L382 162H302Z", mark.colour)
        + circle(334, 138, 15, SNOW) + seat_mark(best, 334, 138, 10, mark.shade)
    )  # fmt: skip
    return the_end(
        view,
        sky=("#14162E", "#2C2550", "#4B3B78"),
        scenery=halo(478, 84, 70) + at(478, 84, sun(), scale=1.5) + at(96, 80, planet(), scale=1.6)
        + at(188, 166, ufo(), scale=1.1)
        + at(250, 60, star(), scale=0.7) + at(404, 176, rocket(), scale=1.5)
        + hills(0, 214, 600, 40, "#6B5B95", 2, 3, deep=480)
        + ellipse(110, 252, 40, 9, "#57487F") + ellipse(486, 250, 30, 7, "#57487F")
        + flag,
        story=_("The flag of {who} flies on the planet, and the little ufo waves to everybody.").format(
            who=winner(view)
        ),
        notes=[
            _.ngettext("{number} point", "{number} points", int(points)).format(number=int(points))
            for points in standing(view)
        ],
        way=way,
    )  # fmt: skip
