"""Three Animals as a picture: two cards on a meadow."""

from __future__ import annotations

from functools import cache

from fabletop.drawing.cards import back, face
from fabletop.drawing.lettering import fitted
from fabletop.drawing.palette import HILL, HILL2, INK, MOON, PAPER, SNOW
from fabletop.drawing.scene import (
    Game,
    action,
    button,
    cached_still,
    choices,
    moving_group,
    page,
    picture,
    piece,
    row_of_plates,
)
from fabletop.drawing.shapes import hills, moon
from fabletop.drawing.svg import at, circle, path
from fabletop.engine.translate import N_
from fabletop.engine.view import Translate, View

from .rules import HIDDEN, Rules

WIDTH, HEIGHT = 600, 480
PLACES = ((190, 240), (410, 240))
FUR = ("", "#C8641E", "#7A5230", "#D9A441")
NAMES = ("", N_("fox"), N_("bear"), N_("lion"))


@cached_still()
def _still(game: Game, seat: int | None, translate: Translate) -> str:
    return page(WIDTH, HEIGHT, "#CFE3D4") + moon(540, 100, 26, fill=MOON) + hills(0, 300, WIDTH, 90, HILL, deep=90)


def draw(view: View[Rules], *, last: str | None = None, before: View[Rules] | None = None) -> str:
    return picture(
        view, width=WIDTH, height=HEIGHT, still=_still(view), moving=moving(view, last=last, before=before),
    )  # fmt: skip


def moving(view: View[Rules], *, last: str | None = None, before: View[Rules] | None = None) -> str:
    now, may, _ = view.position, choices(view), view.translate
    parts = [row_of_plates(view, 12, 12, 576, [f"{apples:+}" for apples in now.apples])]
    shown = now.cards if any(now.cards) else now.laid
    for seat, (x, y) in enumerate(PLACES):
        if shown[seat]:
            parts.append(piece(f"card-{seat}", x, y, _card(shown[seat], _), size=1.7))
    if may:
        parts.append(action("pass", button(_("pass"), 170, 56), x=170, y=420))
        parts.append(action("dare", button(_("dare"), 170, 56), x=430, y=420))
    return moving_group(*parts)


@cache
def _card(card: int, _: Translate) -> str:
    if card == HIDDEN:
        return back()
    fur = FUR[card]
    ears = path("M-20-16L-14-34L-4-20ZM20-16L14-34L4-20Z", fur)
    if card > 1:
        ears = circle(-15, -22, 7, fur) + circle(15, -22, 7, fur)
    mane = circle(0, -8, 28, HILL2) + circle(0, -8, 25, "#B57B22") if card == 3 else ""
    head = circle(0, -8, 19, fur) + circle(-7, -12, 2.6, INK) + circle(7, -12, 2.6, INK) + circle(0, -3, 3.4, INK)
    return face(at(0, 0, mane, ears, head) + fitted(_(NAMES[card]), 0, 36, 13, 58, INK), SNOW, PAPER)
