"""The Duck Game's plies: the die lies before the figure walks, each square acts after it has been reached."""

from __future__ import annotations

from collections.abc import Iterator

from fabletop.drawing.stage import LOOK, Frame, arc, pass_on, path, tumble
from fabletop.drawing.svg import Point
from fabletop.engine.view import View
from fabletop.games.duck.board import EVENT, LAST, RAIN, acts
from fabletop.games.duck.draw import landings, place
from fabletop.games.duck.rules import Rules


def stage(before: View[Rules], act: str, after: View[Rules]) -> Iterator[Frame]:
    then, now = before.position, after.position
    seat, here, end, face = then.turn, then.at[then.turn], now.at[then.turn], then.die
    pawn, moment = f"pawn-{seat}", before
    if act.startswith("roll"):
        face = int(act[5:])
        moment = before.but(die=face)
        stuck = EVENT[here] == RAIN and end == here
        yield Frame(
            moment, {"die": tumble(face)}, hold=LOOK, shows=900 if stuck else 0, sound="roll", land="knock", tells=True
        )
    else:
        yield Frame(before.but(), hold=0, tells=True)  # what is done is said while it is done
    stops = landings(then, now, act)
    for i, stop in enumerate(stops):
        walks = i == 0 and act != "go"
        moment = moment.but(die=face, at={seat: stop})
        squares = range(here + 1, stop) if stop > here else range(here - 1, stop, -1)
        way = path(_feet(moment, seat, squares)) if walks else arc(46)
        yield Frame(moment, {pawn: way}, sound="" if walks else "hop", hold=200)
        if i == 0 and len(stops) > 1:
            yield Frame(moment, hold=420, tells=True)  # where it is sent
        here = stop
    if stops and (now.die or acts(end, face)):
        missing = {seat: now.missing[seat]}
        moment = moment.but(missing=missing)
        yield Frame(moment, hold=800 if missing[seat] else 300, sound="sleep" if missing[seat] else "", tells=True)
    thrown = {other: now.at[other] for other in range(now.seats) if other != seat and now.at[other] != then.at[other]}
    if thrown:
        moment = moment.but(at=thrown)
        yield Frame(moment, {f"pawn-{other}": arc(60) for other in thrown}, sound="bump", hold=700, tells=True)
    yield from _missed(moment, now, seat)
    if now.turn != seat or after.turn is None:
        yield pass_on(after)


def _feet(moment: View[Rules], seat: int, squares: range) -> list[Point]:
    """Where the figure sets foot."""
    return [place(moment.but(at={seat: square}).position, seat)[:2] for square in squares if 0 < square <= LAST]


def _missed(moment: View[Rules], now: Rules, seat: int) -> Iterator[Frame]:
    """Whoever misses a turn is lit for a moment, and sleeps once less."""
    for other in ((seat + step) % now.seats for step in range(1, now.seats)):
        if now.missing[other] < moment.position.missing[other]:
            moment = moment.but(turn=other, die=0, missing={other: now.missing[other]})
            yield Frame(moment, shows=900, sound="sleep", tells=True)
