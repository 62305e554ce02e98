"""Three Animals explained."""

from __future__ import annotations

from collections.abc import Sequence

from fabletop.drawing.scene import seat_name
from fabletop.engine.view import View
from fabletop.words import Explained, Translate

from .rules import CARDS, Rules


def explain(thing: str, view: View[Rules], _: Translate) -> Explained | None:
    if thing.startswith(("card-", "plate")):
        name = _("Card of {who}") if thing.startswith("card-") else "{who}"
        return name.format(who=seat_name(view, int(thing[-1]))), _("The lion beats the bear, the bear beats the fox.")
    return {
        "turn": (_("Whose turn it is"), _("The light is beside the plate of whoever plays now.")),
        "pass": (_("Pass"), _("You bet nothing; if the other has dared, you pay one apple.")),
        "dare": (_("Dare"), _("You bet an apple more. The other must dare, too, or give up.")),
    }.get(thing)


def why_not(view: View[Rules], what: str, _: Translate) -> str:
    return ""


def because(view: View[Rules], act: str, names: Sequence[str], _: Translate) -> str:
    strong = view.seat is not None and view.position.cards[view.seat] == CARDS
    if act == "dare":
        return _("Nothing beats the lion.") if strong else _("A bold face may make the other give up.")
    return _("It costs little.")
