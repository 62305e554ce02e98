"""Nutcracker without words: what is to be done, as signs."""

from __future__ import annotations

from fabletop.drawing.svg import at
from fabletop.engine.view import View
from fabletop.games.nutcracker.figures import clara_figure, king_figure, nutcracker_figure
from fabletop.games.nutcracker.rules import DRAW, KING_ROLL, PICK_KING_WAY, PICK_WAY, ROLL, Rules

BUTTONS = {
    "up": ["up"], "down": ["down"], "king up": ["king", "up"], "king down": ["king", "down"],
    "turn left": ["left"], "turn right": ["arrow"],
}  # fmt: skip
COLOURS = ("0", "1", "2", "3", "4", "5")


def signs(view: View[Rules], last: str = "") -> list[str]:
    now = view.position
    colour = view.colours[now.turn]
    clara = f"clara-{colour}"
    return {
        ROLL: ["die", clara],
        KING_ROLL: ["die", "king"],
        DRAW: ["card"],
        PICK_WAY: [clara, "up", "down"],
        PICK_KING_WAY: ["king", "up", "down"],
    }.get(now.phase, ["left", f"nutcracker-{colour}", "arrow"])


def button(view: View[Rules], act: str) -> list[str]:
    return BUTTONS[act]


def drawn(name: str) -> str:
    word, _, colour = name.partition("-")
    if name == "king":
        return at(0, 44, king_figure(), scale=1.6)
    if colour in COLOURS and word in ("clara", "nutcracker"):
        body = clara_figure if word == "clara" else nutcracker_figure
        return at(0, 44, body(int(colour)), scale=1.7)
    return ""
