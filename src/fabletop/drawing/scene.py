"""The frame of every picture: the document, the still part and its cache, and its words.  With the pieces and plates
that lie in it this is all that most games draw with.

A game's draw.py has two functions of the same shape: `moving(view, *, last=None, before=None)`, what changes
from ply to ply, and `draw(view, *, last=None, before=None)`, the whole picture.  See docs/drawing.md.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias
from zlib import crc32

from fabletop.drawing.dice import die_defs
from fabletop.drawing.palette import PAPER
from fabletop.drawing.pieces import (
    action,
    ask_about,
    button,
    chance,
    choices,
    counter,
    finish,
    last_spot,
    piece,
    trail,
    warm_box,
    warm_ring,
    ways,
)
from fabletop.drawing.plates import PLATE_HIGH, face, name_tag, on_turn, plate, plate_defs, plates, row_of_plates
from fabletop.drawing.svg import at, esc, n, rect
from fabletop.engine import registry
from fabletop.engine.game import Game
from fabletop.engine.translate import N_

if TYPE_CHECKING:
    from fabletop.engine.view import View

CORNER = 22  # of the page


def picture(view: View, *, width: float, height: float, still: str, moving: str, story: str = "") -> str:
    """The whole document.  `still` comes from a function under `@cached_still`, `moving` from `moving_group`.

    `story` is what those who cannot see it hear before what lies on the table.
    """
    w, h = n(width), n(height)
    title, lies = caption(view)
    desc = f"{story} {lies}".strip()
    id = f"{crc32(desc.encode()):x}"  # several pictures may lie on one page
    shared = plate_defs(tuple(view.colours), tuple(view.animals)) if "#badge" in still or "#badge" in moving else ""
    if "#die-" in still or "#die-" in moving:
        shared += die_defs()
    role = "group" if "data-action" in moving or "data-part" in moving else "img"  # nothing in an image can be pressed
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" role="{role}"'
        f' aria-labelledby="t{id} d{id}" class="fabletop {view.game.id}">'
        f'<title id="t{id}">{esc(title)}</title><desc id="d{id}">{esc(desc)}</desc>'
        f'{shared}<g class="still" aria-hidden="true">{still}</g>{moving}</svg>'
    )


def caption(view: View) -> tuple[str, str]:
    """The title and the description of a picture."""
    return view.translate.labelled(view.translate(view.game.spec.title), whose_turn(view)), described(view)


def moving_group(*parts: str) -> str:
    """What a table sends after every ply."""
    return f'<g id="moving" class="moving">{"".join(parts)}</g>'


def page(width: float, height: float, fill: str = PAPER) -> str:
    """The paper that everything lies on: the first thing in a still part.  It makes its own ground, light or dark."""
    return rect(0, 0, width, height, CORNER, fill)


Still: TypeAlias = "Callable[..., str]"


def cached_still(
    per_seat: bool = False, per_colour: bool = False, turns: bool = False
) -> Callable[[Still], Callable[[View], str]]:
    """Turn `function(game, seat, translate) -> SVG` into `function(view)`, drawn once for each game and language.

    Only with `per_seat` does the function learn which seat looks, and with `turns` which seat the board faces; else
    it gets None.  With `per_colour` it gets the colours of the seats, too, as its last argument.
    """

    if callable(per_seat):
        raise TypeError("write @cached_still(), with brackets")

    def decorate(function: Still) -> Callable[[View], str]:
        drawn = lru_cache(256)(function)

        def cached(view: View) -> str:
            colours = (tuple(view.colours),) if per_colour else ()
            seat = view.seat if per_seat else view.facing if turns else None
            return drawn(view.game, seat, view.translate, *colours)

        cached.draw = function  # type: ignore[attr-defined]  # without the cache, to measure it
        cached.__doc__ = function.__doc__
        return cached

    return decorate


# Words


MARKS = (  # the colours and shapes that a seat may have
    N_("vermilion circle"), N_("blue square"), N_("green triangle"),
    N_("gold diamond"), N_("plum heart"), N_("sky star"),
)  # fmt: skip


def seat_name(view: View, seat: int) -> str:
    """Who sits there; where nobody has a name, `seat 2 (blue square)`: people count from 1."""
    if view.names:
        return view.names[seat]
    text = view.translate(N_("Seat {number} ({mark})"))
    return text.format(number=seat + 1, mark=view.translate(MARKS[view.colours[seat]]))


def described(view: View) -> str:
    """The position in a few sentences: `position` of the game's words.py; a game without words says its text."""
    if not registry.has_part(view.game.id, "words"):
        return view.text()
    names = [seat_name(view, seat) for seat in range(view.game.seats)]
    said: str = registry.part(view.game.id, "words").position(view, names, view.translate)
    return said[:1].upper() + said[1:]


def whose_turn(view: View) -> str:
    """The end of a title: whose turn it is, or who has won."""
    _, result = view.translate, view.result
    if result is not None:
        if not result.winners:
            return _("the game is over; nobody has won")
        if len(result.winners) == view.game.seats > 1:
            return _("the game is over; everybody has won")
        who = _.listed(seat_name(view, seat) for seat in result.winners)
        return _("the game is over; won by {who}").format(who=who)
    seat = on_turn(view)
    if seat is None:
        return _("chance decides")
    text = _("{who} to move") if view.turn == seat else _("chance decides for {who}")
    return text.format(who=seat_name(view, seat))


__all__ = [
    "PLATE_HIGH",
    "Game",
    "action",
    "ask_about",
    "at",
    "button",
    "cached_still",
    "chance",
    "choices",
    "counter",
    "described",
    "face",
    "finish",
    "last_spot",
    "moving_group",
    "name_tag",
    "on_turn",
    "page",
    "picture",
    "piece",
    "plate",
    "plates",
    "row_of_plates",
    "seat_name",
    "trail",
    "warm_box",
    "warm_ring",
    "ways",
    "whose_turn",
]
