"""The Lantern Path explained: what each thing is, why something cannot be done, why a hint is good."""

from __future__ import annotations

from collections.abc import Sequence

from fabletop.drawing.scene import seat_name
from fabletop.engine.view import View
from fabletop.words import Explained, Translate

from .rules import Rules


def explain(thing: str, view: View[Rules], _: Translate) -> Explained | None:
    """Things are pieces and plates by their ids, places marked with `ask_about`, and words of actions."""
    now = view.position
    if thing.startswith(("lantern-", "plate")):
        seat = int(thing[-1])
        text = _("{number} squares to go.").format(number=now.length - now.at[seat])
        return _("The lantern of {who}").format(who=seat_name(view, seat)), text
    return {
        "die": (_("The die"), _("It shows how many steps you win. A 1 is a gust of wind.")),
        "steps": (_("Your steps"), _("Won in this turn. They are yours when you stop.")),
        "home": (_("Home"), _("Whose lantern is here first has won.")),
        "again": (_("Roll once more"), _("More steps, but a 1 takes all steps of this turn.")),
        "stop": (_("Stop and walk"), _("Your lantern goes on by the steps that you have won.")),
    }.get(thing)


def why_not(view: View[Rules], what: str, _: Translate) -> str:
    return _("You can be home: nobody risks that.") if what == "again" else ""


def because(view: View[Rules], act: str, names: Sequence[str], _: Translate) -> str:
    if act == "again":
        return _("There is not much to lose yet.")
    return _("So many steps are worth keeping.") if len(view.actions()) > 1 else _("That brings you home.")
