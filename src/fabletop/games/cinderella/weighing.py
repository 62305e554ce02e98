"""How sharp weighs what it could do in a search of Cinderella: the mean over pictures of what may lie where.

A picture says which tiles the team knows; what that is worth stands in the book, by the solved game of one memory.
There a place is a number: hours left, blanks not known, and two bits for each pair (so many of its tiles are known;
3: it is found).  To learn where a tile lies is a step from place to place, and so is to find a pair.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabletop.engine.rulebook import Book, Rng, lowest
from fabletop.games.cinderella.board import CELLS, MOST_BLANKS, PAIR_COUNT, PAIR_OF, PARTNER
from fabletop.games.cinderella.inference import (
    imagine_secrets,
    is_known,
    partner_of,
    put_in_order,
    seers,
    would_count,
)
from fabletop.games.cinderella.rules import KINDS, NAME, NONE, SHOW, TWOS, UNDRAWN, Rules

if TYPE_CHECKING:
    from fabletop.games.cinderella.mind import Mind

WORLDS = 60  # pictures of what may lie where, for one decision
FINE = 1_000_000_000  # hopes are whole numbers of such a part
SEEN = 1000  # of them: of two pairs rather the one that fewer others can find
PLACES = 1 << 2 * PAIR_COUNT  # for one number of blanks
AN_HOUR = (1 + MOST_BLANKS) * PLACES
STEP = tuple(1 << 2 * pair if pair >= 0 else -PLACES for pair in PAIR_OF)  # to learn where a tile of this kind lies


def weigh(mind: Mind, view: Rules, trial: Rules, rng: Rng, book: Book) -> None:
    """Fill in the hopes of each cell to search, or at the last chance of each two; likely pictures weigh more."""
    put_in_order(mind, view)
    mind.total = 0
    for i in range(len(TWOS)):
        mind.hopes[i] = 0
    usual = 1.0
    for i in range(WORLDS if mind.secrets else 1):
        trial.become(view)
        likely = imagine_secrets(mind, trial, rng)
        if i == 0:
            usual = likely
        weight = int(FINE * likely / usual)
        mind.total += weight
        if view.phase == NAME:
            hope_to_name(mind, trial, weight)
        else:
            hope_to_search(mind, trial, weight, book)
    if view.phase == SHOW:
        prefer_what_few_know(mind, view)
    if view.phase != NAME:
        make_alike(mind)


def hope_to_search(mind: Mind, world: Rules, weight: int, book: Book) -> None:
    """By the first cell of a search, or by the second."""
    at, fresh = place_of(world), 0
    for tile in range(KINDS):
        fresh += world.unseen[tile]
    second = world.phase != SHOW
    wanted = PARTNER[world.tiles[world.shown]] if second else NONE
    here: float = book.worths[at]
    found: float = book.worths[at + STEP[wanted]] if second else 0.0
    unknown = 0.0
    if fresh:
        unknown = guessed(world, at, fresh, wanted, book) if second else first_unknown(world, at, fresh, book)
    for cell in range(CELLS):
        if world.layout >> cell & 1:
            tile, worth = world.tiles[cell], here
            if tile == UNDRAWN:
                worth = unknown
            elif not second:
                worth = shown_first(world, at, fresh, tile, book)
            elif tile == wanted and cell != world.shown:
                worth = found
            mind.hopes[cell] += int(weight * worth)


def place_of(world: Rules) -> int:
    """What the team knows after this search, in the book; one hour later."""
    at = (world.hours_left - 1) * AN_HOUR
    for pair in range(PAIR_COUNT):
        at += (2 + (world.found >> pair & 1)) << 2 * pair
    for tile in range(KINDS):
        at -= world.unseen[tile] * STEP[tile]
    return at


def shown_first(world: Rules, at: int, fresh: int, tile: int, book: Book) -> float:
    """What it is worth to show a tile that the team knows now; whoever knows its partner will point at it."""
    if not would_count(world, tile):
        return guessed(world, at, fresh, NONE, book)
    if world.unseen[PARTNER[tile]]:
        return guessed(world, at, fresh, PARTNER[tile], book)
    return float(book.worths[at + STEP[tile]])


def first_unknown(world: Rules, at: int, fresh: int, book: Book) -> float:
    """What it is worth to show a tile that nobody has seen."""
    total = 0.0
    for tile in range(KINDS):
        often = world.unseen[tile]
        if often:
            world.unseen[tile] -= 1
            total += often * shown_first(world, at + STEP[tile], fresh - 1, tile, book)
            world.unseen[tile] += 1
    return total / fresh


def guessed(world: Rules, at: int, fresh: int, wanted: int, book: Book) -> float:
    """What a secret look at a tile that nobody has seen is worth; it may be the one that is wanted (NONE: none is)."""
    if fresh == 0:
        return float(book.worths[at])
    total = 0.0
    for tile in range(KINDS):
        if world.unseen[tile]:
            total += world.unseen[tile] * book.worths[at + STEP[tile]]
    if wanted != NONE and world.unseen[wanted]:
        total += book.worths[at + 2 * STEP[wanted]] - book.worths[at + STEP[wanted]]
    return total / fresh


def hope_to_name(mind: Mind, world: Rules, weight: int) -> None:
    """How likely each two cells are a pair that counts now."""
    fresh = paired = 0  # tiles that nobody has seen, and ways to draw a pair from them, one tile first
    for tile in range(KINDS):
        fresh += world.unseen[tile]
        if world.unseen[tile] and would_count(world, tile):
            paired += world.unseen[tile] * (world.unseen[PARTNER[tile]] - (1 if PARTNER[tile] == tile else 0))
    for i in range(len(TWOS)):
        if world.layout & TWOS[i] == TWOS[i]:
            one, other = world.tiles[lowest(TWOS[i])], world.tiles[lowest(TWOS[i] & TWOS[i] - 1)]
            if one == UNDRAWN:
                one, other = other, one
            if one == UNDRAWN:
                mind.hopes[i] += weight * paired // (fresh * (fresh - 1))
            elif would_count(world, one):
                if other == PARTNER[one]:
                    mind.hopes[i] += weight
                elif other == UNDRAWN and world.unseen[PARTNER[one]]:
                    mind.hopes[i] += weight // fresh


def prefer_what_few_know(mind: Mind, view: Rules) -> None:
    """Of pairs that are worth the same rather the one that the fewest others can find."""
    for cell in range(CELLS):
        if is_known(view, cell):
            partner = partner_of(view, cell)
            mind.hopes[cell] -= SEEN * (seers(view, cell) + (seers(view, partner) if partner != NONE else 0))


def make_alike(mind: Mind) -> None:
    """Cells of which the same is known are worth the same: their mean."""
    for i in range(mind.secrets):
        first = mind.order[i]
        alike = total = 0
        for j in range(i, mind.secrets):
            if mind.not_at[mind.order[j]] == mind.not_at[first]:
                alike += 1
                total += mind.hopes[mind.order[j]]
        for j in range(i, mind.secrets):
            if mind.not_at[mind.order[j]] == mind.not_at[first]:
                mind.hopes[mind.order[j]] = total // alike
