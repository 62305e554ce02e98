"""The end of The Enchanted Garden: home through the gate, with all that was found."""

from __future__ import annotations

from fabletop.drawing.ending import Way, first_home, the_end, winner
from fabletop.drawing.palette import HILL, HILL2, HILL3, SNOW
from fabletop.drawing.pawns import figure
from fabletop.drawing.shapes import bush, flower, halo, hills, moon
from fabletop.drawing.svg import at, circle
from fabletop.engine.view import View
from fabletop.games.garden.board import BOARD
from fabletop.games.garden.goals import ROUND, picture_of
from fabletop.games.garden.scenery import arch


def standing(view: View) -> list[float]:
    return list(view.position.found[: view.game.seats])


def ending(view: View, way: Way) -> str:
    now, _, best = view.position, view.translate, view.colours[first_home(view)]
    found = [goal for i, goal in enumerate(BOARD.goals) if not now.unseen >> i & 1 and i not in now.card]
    treasures = "".join(
        circle(x, 214, 24, SNOW, 0.9) + f"<g {ROUND}>{at(x, 214, picture_of(goal), scale=0.95)}</g>"
        for x, goal in zip((44, 556, 104, 496, 164, 436), found, strict=False)
    )
    hedge = "".join(bush(x, 196 + x % 3 * 5, 52, HILL2 if x % 2 else HILL) for x in range(10, 600, 37))
    return the_end(
        view,
        sky=("#1E2340", "#32526B", "#4F7A6B"),
        scenery=moon(496, 60, 24) + hills(0, 120, 600, 60, HILL, 3, 3, deep=60)
        + hedge + hills(0, 190, 600, 20, HILL3, 2, 1, deep=510)
        + halo(300, 150, 110) + at(300, 172, arch(), scale=3) + at(300, 258, figure(best), scale=2.2)
        + treasures + flower(24, 256, 7, "#F3B6CF") + flower(576, 254, 7, SNOW),
        story=_("The gate opens for {who}: everything is found, and at last the hedges stand still.").format(
            who=winner(view)
        ),
        notes=[_("{found} of {all} found").format(found=min(int(f), now.goals), all=now.goals) for f in standing(view)],
        way=way,
    )  # fmt: skip
