"""What a sharp player of Cinderella concludes about the tiles that only others have seen.

The convention of our players: who knows where the partner of the tile shown lies points at it, who does not passes,
and a searcher follows.  So a search that failed tells that nobody had seen the partner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabletop.engine.rulebook import Rng, bits
from fabletop.games.cinderella.board import CELLS, PARTNER
from fabletop.games.cinderella.rules import HOURGLASS, KINDS, NONE, PEEK, POINT, SECRET, UNDRAWN, Rules

if TYPE_CHECKING:
    from fabletop.games.cinderella.mind import Mind

TRUST = 50  # to 1 that a teammate has seen and shown what our convention says


def listen(mind: Mind, view: Rules) -> None:
    """Keep in mind, at each own decision, what the search that goes on and the one that has ended tell."""
    searching = view.face == HOURGLASS and (view.phase == POINT or view.phase == PEEK) and view.shown != NONE
    if mind.sought != NONE and not (searching and mind.sought == view.shown and mind.searcher == view.turn):
        if view.layout >> mind.sought & 1:  # the tile still lies there: neither had the searcher seen its partner
            rule_out(mind, view, mind.sought, mind.watched | view.seen[1 + mind.searcher])
        mind.sought = NONE
    if not searching:
        return
    if mind.sought == NONE:
        mind.sought = view.shown
        mind.searcher = view.turn
        mind.watched = 0
        for seat in range(view.seats):
            mind.watched |= view.seen[1 + seat]
    if view.phase == PEEK:
        for seat in range(view.seats):
            if seat != view.turn and view.pointers[seat] == NONE:
                rule_out(mind, view, view.shown, view.seen[1 + seat])


def rule_out(mind: Mind, view: Rules, shown: int, cells: int) -> None:
    """The partner of the tile shown should lie in none of these cells."""
    tile = view.tiles[shown]
    if not would_count(view, tile):
        return
    for cell in range(CELLS):
        if cells >> cell & 1 and cell != shown:
            mind.not_at[cell] |= 1 << PARTNER[tile]


def put_in_order(mind: Mind, view: Rules) -> None:
    """The cells that only others have seen, those of which most is known first."""
    mind.secrets = 0
    for cell in range(CELLS):
        if view.tiles[cell] == SECRET:
            place = mind.secrets
            while place and bits(mind.not_at[mind.order[place - 1]]) < bits(mind.not_at[cell]):
                mind.order[place] = mind.order[place - 1]
                place -= 1
            mind.order[place] = cell
            mind.secrets += 1


def imagine_secrets(mind: Mind, world: Rules, rng: Rng) -> float:
    """Fill in the secret tiles at random; the result is how likely such a picture is, against how often it is drawn.

    What nobody has seen stays undrawn: those cells are all alike.
    """
    likely, left = 1.0, 0
    for tile in range(KINDS):
        left += world.unseen[tile]
    for i in range(mind.secrets):
        cell = mind.order[i]
        total = 0
        for tile in range(KINDS):
            total += world.unseen[tile] * trust(mind, cell, tile)
        likely *= total / (TRUST * left)
        at = rng.below(total)
        tile = 0
        while at >= world.unseen[tile] * trust(mind, cell, tile):
            at -= world.unseen[tile] * trust(mind, cell, tile)
            tile += 1
        world.tiles[cell] = tile
        world.unseen[tile] -= 1
        left -= 1
    return likely


def trust(mind: Mind, cell: int, tile: int) -> int:
    return 1 if mind.not_at[cell] >> tile & 1 else TRUST


# What a seat knows for sure


def is_known(view: Rules, cell: int) -> bool:
    return bool(view.layout >> cell & 1 and view.tiles[cell] < UNDRAWN)


def would_count(view: Rules, tile: int) -> bool:
    """Would this kind of tile make a pair now?"""
    return bool(PARTNER[tile] >= 0 and view.match(tile, PARTNER[tile]))


def counts(view: Rules, cell: int) -> bool:
    """Is this a known tile that would make a pair now?"""
    return is_known(view, cell) and would_count(view, view.tiles[cell])


def pairs_up(view: Rules, one: int, other: int) -> bool:
    """Are these two known tiles a pair that counts?"""
    if one == other or not counts(view, one) or not is_known(view, other):
        return False
    return bool(view.tiles[other] == PARTNER[view.tiles[one]])


def partner_of(view: Rules, cell: int) -> int:
    """The known cell that makes a pair with a known one, or NONE."""
    for other in range(CELLS):
        if pairs_up(view, cell, other):
            return other
    return NONE


def seers(view: Rules, cell: int) -> int:
    """How many seats have seen a cell."""
    found = 0
    for seat in range(view.seats):
        found += view.seen[1 + seat] >> cell & 1
    return found
