"""The end of Mau-Mau(s): the mice share the cheese."""

from __future__ import annotations

from fabletop.drawing.cards import back
from fabletop.drawing.ending import Way, the_end, winner
from fabletop.drawing.svg import at
from fabletop.engine.view import View
from fabletop.games.maumau.draw import BIG, PILE, TOP, cheese, mouse
from fabletop.games.maumau.faces import card_alone


def standing(view: View) -> list[float]:
    """The cards in each hand: here less is more."""
    return list(view.position.held[: view.game.seats])


def ending(view: View, way: Way) -> str:
    _, held = view.translate, view.position.held[: view.game.seats]
    mice = mouse(150, 92, 1.1, False) + mouse(300, 66, 1.25, True) + mouse(450, 92, 1.1, False)
    lying = at(*PILE, back(), scale=BIG), at(*TOP, card_alone(view.position.top), scale=BIG)  # the last card
    left = [
        _.ngettext("1 card left", "{number} cards left", cards).format(number=cards) if cards else _("no card left")
        for cards in held
    ]
    return the_end(
        view,
        sky=("#1E2340", "#4A3547", "#5B3631"),
        scenery=mice + at(60, -46, cheese(), *lying, scale=0.8),
        story=_(
            "{who} has laid the last card. MauMau(s)! squeak the mice, and everybody gets a piece of the cheese."
        ).format(who=winner(view)),
        notes=left,
        way=way,
    )
