"""Cinderella's plies: remembering is the game, so a tile stays to be looked at, and an own secret look as long as one
likes; then the clock strikes, then the light goes on."""

from __future__ import annotations

from collections.abc import Iterator

from fabletop.drawing.stage import LOOK, SEEN, Frame, Motion, arc, flip, pass_on, tumble
from fabletop.engine.rulebook import NOBODY
from fabletop.engine.view import View
from fabletop.games.cinderella.board import CELLS, FACES, PAIR_OF, PARTNER, TILES
from fabletop.games.cinderella.draw import is_open, plan_of
from fabletop.games.cinderella.rules import NO_SPECIAL, NONE, UNDRAWN, Rules
from fabletop.games.cinderella.scenery import WIDTH
from fabletop.games.cinderella.words import strikes

REVEAL = 2600  # ms: a tile that is shown


def stage(before: View[Rules], act: str, after: View[Rules]) -> Iterator[Frame]:
    then, now = before.position, after.position
    verb, _, word = act.partition(" ")
    moment = before
    if verb == "roll":
        if closing := {f"tile-{cell + 1}": flip() for cell in range(CELLS) if is_open(before, cell)}:
            yield Frame(before.but(looked=0, shown=NONE), closing, sound="card")
        die = tumble(word, FACES, id="cinderella-face-{}", body="#cinderella-cube", half=37)
        yield Frame(after.but(), {"die": die}, hold=LOOK, shows=700, sound="roll", land="knock", tells=True)
        return
    if verb == "point":
        x, y = plan_of(after.game).plates[then.pointing]
        yield Frame(before.but(), hold=0)  # nothing glows any more that cannot be pressed
        yield Frame(after, {f"pointer-{then.pointing + 1}": arc(70, source=[x + 40, y + 10])}, hold=900, sound="hop")
        return
    own = f"special-{then.turn + 1}"
    if verb == "deal":
        places = plan_of(after.game).places
        middle = [WIDTH / 2, (places[0][1] + places[-1][1]) / 2, 1.6]
        yield Frame(after.but(turn=then.turn), {own: arc(60, source=middle)}, sound="card")
        yield pass_on(after)
        return
    if verb == "use":
        moment = before.but(special={then.turn: NO_SPECIAL})
        yield Frame(moment, {own: flip()}, shows=SEEN, sound="found", tells=True)
    gone = [cell for cell in range(CELLS) if then.layout & ~now.layout & 1 << cell]
    fresh = [cell for cell in range(CELLS) if is_open(after, cell) and not is_open(before, cell)]
    looks = now.looked & ~then.looked or (then.drawing != NONE and now.drawing == NONE)
    if gone:
        moment = after.but(turn=then.turn, hours_left=then.hours_left)
        yield from _found(before, moment, gone, word if verb == "tile" else "")
    elif looks and (fresh or now.drawing == NONE):  # else the tile is only pointed out, and chance draws it next
        tiles = {cell: now.tiles[cell] for cell in fresh}
        moment = before.but(looked=now.looked or then.looked, drawing=now.drawing, shown=now.shown, tiles=tiles)
        secret = any(not moment.position.lies_open(cell, NOBODY) for cell in fresh)
        turns = {f"tile-{cell + 1}": flip() for cell in fresh}
        shows = REVEAL if fresh else SEEN
        yield Frame(moment, turns, shows=shows, until="tap" if secret else "", sound="card", tells=True)
    elif strikes(then, now):
        yield Frame(before.but(), hold=0, tells=True)
    if strikes(then, now):
        moment = moment.but(hours_left=now.hours_left, pointers=dict.fromkeys(range(now.seats), NONE))
        yield Frame(moment, shows=SEEN, sound="clock" if now.hours_left < then.hours_left else "", tells=True)
    if now.turn != then.turn or after.turn is None:
        yield pass_on(after)


def _found(before: View[Rules], cleared: View[Rules], cells: list[int], drawn: str) -> Iterator[Frame]:
    """A pair: both tiles lie open for all, then they go to the shelf."""
    then, pair = before.position, (before.position.found ^ cleared.position.found).bit_length() - 1
    tiles = _kinds(then, cells, drawn)
    if tiles:
        looked = sum(1 << cell for cell in cells)
        moment = before.but(looked=looked, face=0, shown=NONE, drawing=NONE, tiles=tiles)
        turns = {f"tile-{cell + 1}": flip() for cell in cells if not is_open(before, cell)}
        yield Frame(moment, turns, shows=REVEAL, sound="card", land="found", tells=True)
    to_shelf: dict[str, Motion] = {f"pair-{pair + 1}": arc(60, source=f"tile-{cells[-1] + 1}", ms=900)}
    yield Frame(cleared, to_shelf, hold=700, sound="" if tiles else "found", tells=not tiles)


def _kinds(then: Rules, cells: list[int], drawn: str) -> dict[int, int]:
    """Which tile lies in which of the two cells, as far as this seat can tell; nothing: it cannot."""
    known = {cell: then.tiles[cell] for cell in cells if then.tiles[cell] < UNDRAWN}
    if then.drawing in cells and drawn in TILES:
        known[then.drawing] = TILES.index(drawn)
    for cell, other in (cells, cells[::-1]):
        if cell in known and other not in known and PAIR_OF[known[cell]] >= 0:
            known[other] = PARTNER[known[cell]]
    return known if len(known) == len(cells) else {}
