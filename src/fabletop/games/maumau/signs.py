"""Mau-Mau(s) without words: what is to be done, as signs."""

from __future__ import annotations

from fabletop.drawing.palette import SNOW
from fabletop.drawing.svg import at, circle, define, use
from fabletop.engine.view import View
from fabletop.games.maumau.faces import FILLS, card_alone, colour_signs
from fabletop.games.maumau.rules import ANY, CARDS, COLOURS, DRAWN, WISH, Rules

BUTTONS = {"draw": ["card"], "pass": ["palm"], "keep": ["keep"]}


def signs(view: View[Rules], last: str = "") -> list[str]:
    now, acts = view.position, view.actions()
    if view.turn != view.seat:
        return ["card"]
    fits = any(act.startswith("play") for act in acts)
    if now.phase == DRAWN:
        fresh = next(act.split()[1] for act in acts if act.startswith("play"))
        return [f"card-{fresh}", "question"]
    if not fits:
        return ["card", *(["plus"] if now.plus else []), "hand"] if "draw" in acts else ["palm"]
    if now.colour == ANY:
        return ["hand"]
    like = f"colour-{COLOURS[now.colour]}" if now.top == WISH else f"card-{CARDS[now.top]}"
    return [like, "hand"]


def button(view: View[Rules], act: str) -> list[str]:
    if act.startswith("play wish "):
        return ["card-wish", f"colour-{act.removeprefix('play wish ')}"]
    return BUTTONS.get(act) or [f"card-{act.removeprefix('play ')}"]


def drawn(name: str) -> str:
    word, _, rest = name.partition("-")
    if word == "card" and rest in CARDS:
        return at(0, 0, card_alone(CARDS.index(rest)), scale=0.9)
    if word == "colour" and rest in COLOURS:
        mark = define(f"mau-{rest}", colour_signs()[COLOURS.index(rest)])
        ground = circle(0, 0, 44, FILLS[rest]) + circle(0, 0, 31, SNOW)
        return f"<defs>{mark}</defs>{ground}" + at(0, 0, use(f"mau-{rest}"), scale=2.4)
    return ""
