"""The end of the Duck Game: the evening at the pond."""

from __future__ import annotations

from fabletop.drawing.ending import Way, first_home, the_end, winner
from fabletop.drawing.palette import DUSK2, HILL, HILL2, HILL3, SNOW
from fabletop.drawing.pawns import figure
from fabletop.drawing.shapes import bush, flower, hills, moon
from fabletop.drawing.svg import at, ellipse, stroke
from fabletop.engine.view import View
from fabletop.games.duck.scenery import WATER, WATER2, duckling

DUCKS = ((150, 206, 1.2, 1), (206, 170, 0.9, 1), (398, 168, 0.9, -1), (452, 208, 1.2, -1), (250, 232, 1.1, 1))


def standing(view: View) -> list[float]:
    return list(view.position.at[: view.game.seats])


def ending(view: View, way: Way) -> str:
    _ = view.translate
    ducks = "".join(
        f'<g transform="translate({x} {y}) scale({-size * side} {size})">{duckling()}</g>' for x, y, size, side in DUCKS
    )
    pond = ellipse(300, 206, 236, 58, WATER2) + ellipse(300, 202, 222, 50, WATER)
    waves = stroke("M190 214q14-7 28 0t28 0M344 222q14-7 28 0t28 0", SNOW, 2.4, stroke_opacity=0.6)
    bank = "".join(bush(x, y, 40, HILL2) for x, y in ((62, 232), (540, 232), (92, 246), (506, 248)))
    flowers = "".join(flower(x, y, 6, colour) for x, y, colour in ((40, 250, SNOW), (566, 248, "#F3B6CF")))
    return the_end(
        view,
        sky=("#1E2340", "#3A3A6B", "#6B5B95"),
        scenery=moon(92, 62, 26)
        + hills(0, 110, 600, 60, DUSK2, 3, 3, deep=80) + hills(0, 150, 600, 40, HILL3, 2, 5, deep=530)
        + hills(0, 250, 600, 20, HILL, 2, 2, deep=450) + pond + waves + ducks
        + at(300, 206, figure(view.colours[first_home(view)]), scale=2.6) + bank + flowers,
        story=_("{who} has reached the pond, and all the ducks quack for joy.").format(who=winner(view)),
        notes=[_("square {number}").format(number=at_) for at_ in view.position.at[: view.game.seats]],
        way=way,
    )  # fmt: skip
