"""The Lantern Path's plies: the die lies before anything happens; then the lantern walks square by square."""

from __future__ import annotations

from collections.abc import Iterator

from fabletop.drawing.stage import LOOK, Frame, pass_on, path, tumble
from fabletop.engine.view import View

from .draw import place
from .rules import WIND, Rules


def stage(before: View[Rules], act: str, after: View[Rules]) -> Iterator[Frame]:
    then, now = before.position, after.position
    seat, moment = then.turn, before
    if act.startswith("roll"):
        face = int(act[5:])
        moment = before.but(die=face)
        gust = face == WIND
        yield Frame(moment, {"die": tumble(face)}, hold=LOOK, shows=700 if gust else 0, sound="roll", land="knock")
    if now.at[seat] != then.at[seat]:
        squares = range(then.at[seat] + 1, now.at[seat])
        feet = [place(moment.but(at={seat: square}).position, seat) for square in squares]
        yield Frame(moment.but(at={seat: now.at[seat]}, steps=0), {f"lantern-{seat}": path(feet)})
    if now.turn != seat or after.turn is None:
        yield pass_on(after)
