"""The Lantern Path as a picture: a path that winds up a hill, and a lantern for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from fabletop.drawing.boards import crowd, number_defs, numbers, serpentine
from fabletop.drawing.dice import lying
from fabletop.drawing.heat import Square
from fabletop.drawing.lettering import fitted
from fabletop.drawing.palette import DUSK, GLOW, MOON, NIGHT, PAPER, PAPER2, SEATS
from fabletop.drawing.pawns import pawn, pawn_defs
from fabletop.drawing.scene import (
    Game,
    action,
    ask_about,
    button,
    cached_still,
    chance,
    choices,
    counter,
    moving_group,
    page,
    picture,
    piece,
    row_of_plates,
    trail,
)
from fabletop.drawing.shapes import disc, halo, house, moon, sheet, sky_stars
from fabletop.drawing.svg import Point, circle, gradient
from fabletop.engine.rulebook import CHANCE
from fabletop.engine.view import Translate, View

from .rules import Rules

WIDTH, HEIGHT = 600, 640
COLUMNS, WIDE, HIGH = 8, 68, 70
DIE = (300, 572)


@cache
def path(length: int) -> list[Point]:
    """The places from the front of the path (0) to home."""
    return serpentine(length + 1, COLUMNS, (WIDTH - COLUMNS * WIDE) / 2, 505, WIDE, HIGH)


# The still part


@cached_still(per_colour=True)
def _still(game: Game, seat: int | None, translate: Translate, colours: Sequence[int]) -> str:
    length = int(game.options["length"])
    places = path(length)
    x, y = places[-1]
    stones = "".join(
        sheet(px - 28, py - 26, 56, 52, 14, PAPER2 if i % 2 else PAPER) for i, (px, py) in enumerate(places)
    )
    return "".join([
        f"<defs>{gradient('starter-sky', NIGHT, DUSK)}{pawn_defs(colours)}{number_defs('starter-n', 13)}</defs>",
        page(WIDTH, HEIGHT, "url(#starter-sky)"),
        sky_stars(10, 60, 580, 120, 14, seed=3), moon(548, 96, 24),
        stones,
        numbers("starter-n", 13, [(px, py + 16) for px, py in places[1:-1]]),
        halo(x, y, 40), house(x, y + 18, 44, PAPER, "#A8483A"), ask_about("home", x, y, 56),
    ])  # fmt: skip


# The moving part


def draw(view: View[Rules], *, last: str | None = None, before: View[Rules] | None = None) -> str:
    return picture(
        view, width=WIDTH, height=HEIGHT, still=_still(view), moving=moving(view, last=last, before=before),
    )  # fmt: skip


def moving(view: View[Rules], *, last: str | None = None, before: View[Rules] | None = None) -> str:
    now, may, _ = view.position, choices(view), view.translate
    notes = [str(now.at[seat]) for seat in range(view.game.seats)]
    parts = [row_of_plates(view, 12, 12, 576, notes)]
    if before is not None:
        parts.append(_way(before.position, now))
    for seat in range(view.game.seats):
        x, y = place(now, seat)
        parts.append(piece(f"lantern-{seat}", x, y, pawn(seat)))
    parts.append(_die(view))
    if now.steps:
        parts.append(counter("steps", _steps(now.steps), x=DIE[0] + 74, y=DIE[1]))
    if "again" in may:
        parts.append(action("again", button(_("once more"), 168, 54), x=108, y=DIE[1]))
    if "stop" in may:
        parts.append(action("stop", button(_("stop"), 130, 54), x=502, y=DIE[1]))
    return moving_group(*parts)


def place(now: Rules, seat: int) -> Point:
    """Where a lantern stands; several on one square stand side by side."""
    here = [other for other in range(now.seats) if now.at[other] == now.at[seat]]
    dx, dy = crowd(len(here), 26)[here.index(seat)]
    x, y = path(now.length)[now.at[seat]]
    return x + dx, y + 8 + dy


def _way(then: Rules, now: Rules) -> str:
    """Where the last one has gone."""
    old, new = then.at[then.turn], now.at[then.turn]
    return trail(path(now.length)[old : new + 1], 9) if new > old else ""


def _die(view: View[Rules]) -> str:
    """In the light while it waits to be rolled; the last throw lies there until the next."""
    now, (x, y) = view.position, DIE
    face = now.die or (int(view.thrown[5:]) if view.thrown else None)
    cube = piece("die", x, y, lying(face), size=0.58)
    waits = view.turn == CHANCE and not view.quiet
    mat = disc(x, y + 2, 44, SEATS[view.colours[now.turn]].colour)
    return mat + (chance(circle(x, y, 39, GLOW, 0.75), cube) if waits else cube)


@cache
def _steps(steps: int) -> str:
    return circle(0, 0, 25, NIGHT) + circle(0, 0, 22, MOON) + fitted(f"+{steps}", 0, 0, 20, 38)


def squares(game: Game) -> dict[int, Square]:
    """Where the heat map of the lab lies."""
    places = path(int(game.options["length"]))
    return {i: Square(f"square {i}", x, y, 22) for i, (x, y) in enumerate(places) if i}
