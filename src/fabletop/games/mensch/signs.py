"""Mensch without words: what is to be done, as signs."""

from __future__ import annotations

from fabletop.engine.view import View
from fabletop.games.mensch.rules import HOME, Rules


def signs(view: View[Rules], last: str = "") -> list[str]:
    now = view.position
    figure = _figure(view)
    if view.turn != view.seat:
        waits = not last and now.off_track() and HOME in now.figures[now.turn]
        return ["die", "die-6", figure] if waits else ["die"]
    return [f"die-{now.die}", figure, "hand"]


def button(view: View[Rules], act: str) -> list[str]:
    return ["die"] if act == "again" else [_figure(view)]


def _figure(view: View[Rules]) -> str:
    return f"pawn-{view.colours[view.position.turn]}"


def drawn(name: str) -> str:
    return ""
