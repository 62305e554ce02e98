"""The Enchanted Garden's plies: a hedge turns about its axle and carries the pawns around, a pawn walks square by
square; what has been found is told after it has been reached."""

from __future__ import annotations

from collections.abc import Iterator

from fabletop.drawing.stage import SEEN, Frame, Motion, about, arc, pass_on, path
from fabletop.engine.view import View
from fabletop.games.garden.board import BOARD
from fabletop.games.garden.draw import way
from fabletop.games.garden.scenery import PILES, axle, middle, panel
from fabletop.games.garden.words import finders

DEGREES = {1: 90, 2: 180, 3: -90}  # by quarters: to the right, half round, to the left


def stage(before: View, act: str, after: View) -> Iterator[Frame]:
    then, now = before.position, after.position
    seat, (verb, *words), moment = then.turn, act.split(), before
    pawn = f"pawn-{seat}"
    if verb == "turn":
        number, quarters = int(words[0]), int(words[1])
        carried = {other: now.pawns[other] for other in range(now.seats) if now.pawns[other] != then.pawns[other]}
        moment = before.but(facing={number - 1: now.facing[number - 1]}, pawns=carried, turned=1)
        turned = about(axle(number - 1), DEGREES[quarters])
        ids = [f"hedge{number}", *(f"pawn-{other}" for other in carried)]
        yield Frame(moment, dict.fromkeys(ids, turned), hold=400, sound="hedge", tells=True)
    elif verb in ("walk", "gap", "fly"):
        end = BOARD.names.index(words[0])
        squares = way(then, then.pawns[seat], end) if verb == "walk" else []
        how = path([middle(square) for square in squares[1:-1]]) if squares else arc(130 if verb == "fly" else 50)
        magic = {} if squares else {(seat, 0 if verb == "gap" else 1): now.magic[seat][0 if verb == "gap" else 1]}
        moment = before.but(pawns={seat: end}, magic=magic)
        yield Frame(moment, {pawn: how}, hold=350, sound="" if squares else "hop", tells=True)
    elif verb == "place":
        x, y = panel(seat, now.seats)
        yield Frame(after.but(turn=seat, phase=then.phase), {pawn: arc(60, source=[x + 40, y + 40])}, sound="hop")
    elif verb == "goal":
        moves: dict[str, Motion] = {f"goal-{seat}": arc(60, source=[*PILES[0], 0.6])} if now.card[seat] >= 0 else {}
        yield Frame(_unfound(before, after), moves, shows=SEEN, sound="card", land="lay", tells=True)
    elif verb == "magic":
        yield Frame(_unfound(before, after), shows=900, sound="card", land="lay", tells=True)
    elif finders(then, now):
        yield Frame(before.but(), hold=0, tells=True)
    for finder in finders(then, now):
        yield Frame(after.but(turn=finder), shows=SEEN, sound="found", tells=True)
    if now.turn != seat or after.turn is None:
        yield pass_on(after)


def _unfound(before: View, after: View) -> View:
    """What comes after, but that nobody has found anything yet, and the light is where it was."""
    then = before.position
    mine = {seat: then.card[seat] for seat in range(then.seats) if seat != then.turn}
    return after.but(turn=then.turn, found=dict(enumerate(then.found)), card=mine)
