"""The Duck Game without words: what is to be done, as signs."""

from __future__ import annotations

from fabletop.drawing.svg import at
from fabletop.engine.view import View
from fabletop.games.duck.board import EVENT, RAIN, VALUE
from fabletop.games.duck.rules import Rules
from fabletop.games.duck.scenery import boat, duckling, rain

OWN = {"duck": duckling, "boat": boat, "rain": rain}
BUTTONS = {"hop": ["duck", "arrow"], "go": ["boat", "arrow"], "stay": ["palm"]}


def signs(view: View[Rules], last: str = "") -> list[str]:
    now = view.position
    here = now.at[now.turn]
    if view.turn != view.seat:
        return ["rain", "die", f"die-{VALUE[here]}"] if EVENT[here] == RAIN else ["die"]
    return ["duck" if now.on_duck(here) else "boat", "hand"]


def button(view: View[Rules], act: str) -> list[str]:
    return BUTTONS[act]


def drawn(name: str) -> str:
    return at(0, 0, OWN[name](), scale=2) if name in OWN else ""
