"""Nutcracker's plies: the die lies before anybody walks, a meeting comes after the steps, a card turns over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fabletop.drawing.stage import LOOK, Frame, Motion, arc, flip, pass_on, path, tumble
from fabletop.engine.view import View
from fabletop.games.nutcracker.draw import FRONT, clara_way
from fabletop.games.nutcracker.rules import DRAW, KING_ROLL, PICK_KING_WAY, PICK_SIDE, REVEAL, UNKNOWN, Rules
from fabletop.games.nutcracker.scenery import SILL, WINDOWS, way
from fabletop.games.nutcracker.words import arrival, meets, misses
from fabletop.words import Translate


def stage(before: View[Rules], act: str, after: View[Rules]) -> Iterator[Frame]:
    then, now = before.position, after.position
    seat, verb, moment = then.turn, act.partition(" ")[0], before
    if verb == "roll":
        face = int(act[5:])
        moment = before.but(die=face)
        how = tumble(face, id="nutcracker-die{}" if now.level == 1 else "die-{}")
        stays = now.king == then.king and now.claras == then.claras and not now.die
        yield Frame(moment, {"die": how}, hold=LOOK, shows=900 if stays else 0, sound="roll", land="knock", tells=True)
    elif verb == "card":
        yield Frame(after, {"used": flip()}, shows=1300, sound="card")
        return
    elif verb in ("up", "down", "king"):
        yield Frame(before.but(), hold=0, tells=True)  # what is done is said while it is done
    if now.claras[seat] != then.claras[seat]:
        moment = moment.but(claras={seat: now.claras[seat]})
        steps = clara_way(then.claras[seat], now.claras[seat])[1:-1]
        pair = [f"clara-{seat}", f"nut-{seat}"][: 1 + then.united[seat]]
        yield Frame(moment, dict.fromkeys(pair, _walk(steps)))
    if now.king != then.king:
        moment = moment.but(king=now.king, heading=now.heading)
        yield Frame(moment, {"king": _walk(way(then.king, now.king)[1:-1])})
    if [*arrival(then, now, act, ("", ""), Translate())]:
        met = meets(then, now)
        moment = moment.but(rests=dict.fromkeys(met, 1), won=dict(enumerate(now.won)))
        special = bool(met) or now.won != then.won
        yield Frame(moment, sound="bump" if special else "", hold=800 if special else 300, tells=True)
    if verb == "reveal" or (verb == "turn" and then.tower != UNKNOWN):
        yield from _look_in(before, act, after)
        moment = after.but(turn=seat, phase=PICK_SIDE, rests=dict(enumerate(then.rests)))
    for other in misses(then, now):
        moment = moment.but(turn=other, rests={other: 0}, die=0)
        yield Frame(moment, shows=1000, sound="sleep", tells=True)
    drawn = now.phase in (DRAW, KING_ROLL) and then.phase not in (KING_ROLL, PICK_KING_WAY)
    takes: dict[str, Motion] = {"used": arc(30, source=[*FRONT, 0.75])} if now.level == 2 and drawn else {}
    if now.turn != seat or after.turn is None or now.rests != moment.position.rests:
        yield pass_on(after, motion=takes)
    else:
        yield Frame(after, takes, sound="card" if takes else "")


def _look_in(before: View[Rules], act: str, after: View[Rules]) -> Iterator[Frame]:
    """The tower turns: who was behind that side comes to the door, and then along, or back behind his window."""
    then, now, seat = before.position, after.position, before.position.turn
    own = bool(now.united[seat])
    if not now.reshuffle_tower:  # else the sides mean nothing
        side = then.side if then.tower == UNKNOWN else int(act == "turn right")
        tower = 1 + (side ^ seat ^ (not own))
        at_door = before.but(phase=REVEAL, tower=tower, side=side)
        who = seat if own else 1 - seat
        comes = {f"nut-{who}": arc(12, source=[WINDOWS[2 * side], SILL], ms=900)}
        empty = then.united[who]  # he has left the tower before
        yield Frame(at_door, {} if empty else comes, shows=1500, sound="hedge", land="card", tells=True)
    nut: dict[str, Motion] = {f"nut-{seat}": arc(60, source=[WINDOWS[1], SILL])} if own else {}
    found = after.but(turn=seat, phase=PICK_SIDE, rests=dict(enumerate(then.rests)))
    yield Frame(found, nut, shows=900, sound="found" if own else "sleep", tells=bool(now.reshuffle_tower))


def _walk(steps: list[Any]) -> Motion:
    return path([(x, y + 17) for x, y in steps])
