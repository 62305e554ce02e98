"""Mensch's plies: the die lies, then a figure walks stone by stone, then whoever was hit goes all the way home."""

from __future__ import annotations

from collections.abc import Iterator

from fabletop.drawing.stage import LOOK, Frame, pass_on, path, tumble
from fabletop.engine.view import View
from fabletop.games.mensch.draw import corner_of, spot
from fabletop.games.mensch.rules import HOME, Rules


def stage(before: View[Rules], act: str, after: View[Rules]) -> Iterator[Frame]:
    then, now = before.position, after.position
    moment = before
    if act.startswith("roll"):
        face = int(act[5:])
        moment, lost = before.but(die=face), now.die == 0
        yield Frame(moment, {"die": tumble(face)}, hold=LOOK, shows=900 if lost else 0, sound="roll", land="knock")
    moved = [
        (seat, figure, then.figures[seat][figure], now.figures[seat][figure])
        for seat in range(now.seats) for figure in range(now.pieces)
        if then.figures[seat][figure] != now.figures[seat][figure]
    ]  # fmt: skip
    for seat, figure, old, new in sorted(moved, key=lambda one: one[0] != then.turn):  # the mover, then who was hit
        home = new == HOME
        way = range(old - 1, -1, -1) if home else range(old + 1, new)
        stops = [spot(now.track, corner_of(now, seat, after.facing), figure, where) for where in way]
        how = path(stops, hop=0, ms=min(1500, 500 + 60 * len(stops))) if home else path(stops)
        moment = moment.but(figures={(seat, figure): new})
        yield Frame(moment, {f"pawn-{seat}-{figure + 1}": how}, sound="bump" if home else "", hold=600 if home else 250)
    if now.turn != then.turn or after.turn is None:
        yield pass_on(after)


def by_hand(view: View[Rules], act: str) -> bool:
    """The last figure comes home: nobody takes that move out of a player's hand, however the others play on."""
    now = view.position
    goal = now.in_goal() | 1 << now.target(view.game.numbers[act]) >> now.track
    return bool(act != "again" and goal == (1 << now.pieces) - 1)
