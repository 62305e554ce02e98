"""Cinderella without words: what is to be done, as signs."""

from __future__ import annotations

from fabletop.drawing.svg import at, define
from fabletop.engine.view import View
from fabletop.games.cinderella.board import SPECIAL_NAMES, TILES
from fabletop.games.cinderella.rules import HOURGLASS, MIRROR, NAME, NONE, PEEK, POINT, SHOW, UNDRAWN, USE, Rules
from fabletop.games.cinderella.tiles import PICTURES, back, cards, face, special


def signs(view: View[Rules], last: str = "") -> list[str]:
    now = view.position
    known = now.shown != NONE and now.tiles[now.shown] < UNDRAWN
    partner = [f"tile-{TILES[now.tiles[now.shown]]}", "plus", "tile", "hand"] if known else ["tile", "hand"]
    if now.phase == SHOW:
        return ["people", "look", "tile", "hand"]
    if now.phase == PEEK:
        return partner if now.face == HOURGLASS else ["person", "look", "tile", "hand"]
    if now.phase == POINT:
        return partner
    if now.phase == USE:
        return [_special(now), "question"]
    return ["tile", "plus", "tile", "hand"] if now.phase == NAME else ["die"]


def button(view: View[Rules], act: str) -> list[str]:
    if act == "use":
        return [_special(view.position)]
    return {"pass": ["palm"], "done": ["palm"]}.get(act, ["tile"])


def _special(now: Rules) -> str:
    return f"special-{SPECIAL_NAMES[now.special[now.turn] - MIRROR]}"


def drawn(name: str) -> str:
    word, _, rest = name.partition("-")
    if name == "tile":
        return f"<defs>{cards()}</defs>{at(0, 0, back(), scale=0.96)}"
    if rest in PICTURES and (rest in TILES if word == "tile" else word == "special"):
        body = face(rest) if word == "tile" else special(rest)
        return f"<defs>{cards()}{define(f'cinderella-{rest}', PICTURES[rest]())}</defs>{at(0, 0, body, scale=0.96)}"
    return ""
