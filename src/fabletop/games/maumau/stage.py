"""Mau-Mau(s): cards travel and turn over; whoever must rest is lit for a moment; then the light goes on."""

from __future__ import annotations

from collections.abc import Iterator

from fabletop.drawing.stage import SEEN, Frame, Motion, arc, flip, pass_on, stay
from fabletop.engine.view import View
from fabletop.games.maumau.draw import BIG, PILE, top_id
from fabletop.games.maumau.rules import NONE, PLAY, REST, WISH, Rules
from fabletop.games.maumau.words import hand

FROM_PILE = [*PILE, BIG]
APART = 70  # ms from card to card when they are dealt


def stage(before: View[Rules], act: str, after: View[Rules]) -> Iterator[Frame]:
    then, now = before.position, after.position
    seat, verb = then.turn, act.partition(" ")[0]
    moment = after.but(turn=seat, phase=then.phase if verb != "play" else now.phase)
    if verb == "play":
        moves: dict[str, Motion] = {top_id(before): stay()} if then.top != NONE else {}
        laid = arc(40) if seat == before.seat else flip(source=f"hand{seat}-{then.held[seat]}", arc=40)
        yield Frame(moment, moves | {top_id(after): laid}, shows=SEEN, sound="card", land="lay")
        if now.top % 7 == REST and now.top != WISH and after.turn is not None:
            yield Frame(moment.but(turn=(seat + 1) % now.seats), shows=900, sound="sleep")
        yield pass_on(after)
    elif verb == "turn":
        yield Frame(moment, {top_id(after): flip("#mau-back", source=FROM_PILE)}, shows=SEEN, sound="card", land="lay")
        yield pass_on(after)
    elif verb == "deal":
        moves = {
            id: how | {"ms": 420, "after": APART * sum(then.held)} for id, how in _taken(before, after, seat).items()
        }
        yield Frame(after, moves, hold=200, sound="card", joins="deal")
    elif verb == "card":
        yield Frame(moment, _taken(before, after, seat), hold=500, sound="card", land="lay")
        if now.turn != seat or now.phase != PLAY:
            yield pass_on(after) if now.turn != seat else Frame(after)
    elif verb == "draw" and then.left == 0:
        yield Frame(after, shows=SEEN, sound="shuffle")
    elif verb in ("pass", "keep"):
        yield Frame(before.but(), hold=500)
        yield pass_on(after)


def _taken(before: View[Rules], after: View[Rules], seat: int) -> dict[str, Motion]:
    """From the pile to a hand: one's own card turns over on the way."""
    if seat != before.seat:
        return {f"hand{seat}-{after.position.held[seat]}": arc(40, source=FROM_PILE)}
    old, new = (_names(view, seat) for view in (before, after))
    return {id: flip("#mau-back", source=FROM_PILE, arc=40) for id in new if id not in old}


def _names(view: View[Rules], seat: int) -> list[str]:
    """What the own cards are called on the board."""
    names, wishes = [], 0
    for card in hand(view.position.hands[seat]):
        wishes += card == WISH
        names.append(top_id(view.but(top=card)) if card != WISH else f"card-wish-{wishes}")
    return names
