"""Computer players of Cinderella.

| level | how it plays |
|---|---|
| sharp | asks who has seen what, imagines what may lie where, and weighs it by the solved game of one shared memory |
| fair | remembers all that it has seen |
| gentle | forgets |

All point at the partner of the tile shown if they know it, and follow a pointer.
"""

from __future__ import annotations

from fabletop.engine.rulebook import BaseMind, Book, Moves, Rng, field, lowest, record
from fabletop.games.cinderella.board import CELLS
from fabletop.games.cinderella.inference import counts, is_known, listen, pairs_up, partner_of, seers
from fabletop.games.cinderella.rules import (
    ALL_CELLS,
    DONE,
    HOURGLASS,
    KINDS,
    MIRROR,
    MOST_SEATS,
    NAME,
    NAME_PAIR,
    NONE,
    PASS,
    PEEK,
    PEEK_CELL,
    POINT,
    POINT_CELL,
    SECRET,
    SHOW,
    SHOW_CELL,
    TWOS,
    UNDRAWN,
    USE,
    USE_SPECIAL,
    Rules,
)
from fabletop.games.cinderella.weighing import FINE, weigh

LEVELS = ("gentle", "fair", "sharp")
READS = ("sharp",)
PLAYOUT = 2  # a review plays on thousands of times: this level is quick enough
GENTLE, FAIR, SHARP = 1, 2, 3
FORGOTTEN = 12  # of a hundred tiles that gentle knows are forgotten from one decision to the next
DREAMS = 20  # of a hundred times gentle does not think of pointing
MUCH = 1000 * FINE


@record
class Mind(BaseMind):
    level: int = field(0, SHARP)
    met: int = field(0, ALL_CELLS)  # gentle: cells that have been seen
    kept: int = field(0, ALL_CELLS)  # and are in mind

    searcher: int = field(0, MOST_SEATS - 1)  # sharp: of the search that goes on, or was the last heard of,
    sought: int = field(NONE, CELLS - 1)  # the cell shown (NONE: no search),
    watched: int = field(0, ALL_CELLS)  # the cells that anybody had seen,
    not_at: list[int] = field(0, (1 << KINDS) - 1, CELLS)  # and for each cell the kinds that should not lie there

    unsure: int = field(0, 1)  # for one decision: it is weighed in many pictures
    order: list[int] = field(0, CELLS, CELLS)  # the secret cells, in the order of being filled in
    secrets: int = field(0, CELLS)
    hopes: list[int] = field(-MUCH, MUCH, len(TWOS))  # of each cell, or of each two cells, added up over pictures
    total: int = field(0, MUCH)  # what is certain in all of them

    def forget(self) -> None:
        self.met = self.kept = 0
        self.sought = NONE
        for cell in range(CELLS):
            self.not_at[cell] = 0

    def decide(self, view: Rules, trial: Rules, moves: Moves, rng: Rng, book: Book) -> int:
        """Gentle forgets: what does not lie open slips its mind sooner or later, until it is seen again."""
        if self.level == GENTLE:
            recall(self, view, rng)
            if view.phase == POINT and rng.below(100) < DREAMS:
                return PASS
        if self.level == SHARP:
            listen(self, view)
            self.unsure = 1 if view.phase == NAME or searches(view) else 0
            if self.unsure:
                weigh(self, view, trial, rng, book)
        return self.best_of(view, trial, moves, rng, book)

    def worth(self, view: Rules, trial: Rules, action: int, book: Book) -> float:
        return sharp_liking(self, view, action) if self.level == SHARP else liking(view, action)


def recall(mind: Mind, view: Rules, rng: Rng) -> None:
    """What the child has in mind now; the other tiles are as if never seen."""
    seat, known, kept = view.to_move(), 0, 0
    for cell in range(CELLS):
        if is_known(view, cell):
            known |= 1 << cell
            fresh = mind.met >> cell & 1 == 0 or view.lies_open(cell, seat)
            if fresh or (mind.kept >> cell & 1 and rng.below(100) >= FORGOTTEN):
                kept |= 1 << cell
            else:
                view.tiles[cell] = SECRET
    mind.met = known
    mind.kept = kept


def liking(view: Rules, action: int) -> int:
    """From 0, whatever, to 4, just that."""
    if view.phase == POINT:
        if action == PASS:
            return 1
        return 2 if pairs_up(view, view.shown, action - POINT_CELL) else 0
    if view.phase == USE:
        return 1 if action == DONE else 2 if action == USE_SPECIAL and something_hidden(view) else 0
    if view.phase == NAME:
        return naming(view, action)
    if view.phase == SHOW:
        cell = action - SHOW_CELL
        if view.face == HOURGLASS and partner_of(view, cell) != NONE:
            return 2
        return 0 if is_known(view, cell) else 1
    return peeking(view, action - PEEK_CELL)


def peeking(view: Rules, cell: int) -> int:
    """The second tile of a search, or a look."""
    searching = view.face == HOURGLASS and view.shown != NONE and counts(view, view.shown)
    if searching and pairs_up(view, view.shown, cell):
        return 3
    if is_known(view, cell):
        return 0
    if searching:
        for seat in range(view.seats):
            if view.pointers[seat] == cell:
                return 2
    return 1


def naming(view: Rules, action: int) -> int:
    """A pair that is known, else to pass, else the likeliest guess."""
    if action == PASS:
        return 3
    both = TWOS[action - NAME_PAIR]
    one, other = lowest(both), lowest(both & both - 1)
    if pairs_up(view, one, other):
        return 4
    if is_known(view, one) and is_known(view, other):
        return 0
    return 2 if counts(view, one) or counts(view, other) else 1


# What sharp does


def searches(view: Rules) -> bool:
    """Is the first tile of a search to be chosen, or the second, which nobody points at?"""
    if view.face != HOURGLASS or view.phase == USE or view.phase == POINT:
        return False
    if view.phase == SHOW:
        return True
    if view.shown == NONE or not counts(view, view.shown) or partner_of(view, view.shown) != NONE:
        return False
    for cell in range(CELLS):
        if pointed_at(view, cell):
            return False
    return True


def pointed_at(view: Rules, cell: int) -> int:
    """How many point at a cell that could be the one."""
    found = 0
    if (view.layout & ~view.looked) >> cell & 1 and not is_known(view, cell):
        for seat in range(view.seats):
            found += 1 if view.pointers[seat] == cell else 0
    return found


def sharp_liking(mind: Mind, view: Rules, action: int) -> float:
    if view.phase == POINT:
        return float(liking(view, action))
    if view.phase == USE:
        return 1.0 if (action == USE_SPECIAL) == uses(view) else 0.0
    if view.phase == NAME:
        return mind.total - 0.5 if action == PASS else float(mind.hopes[action - NAME_PAIR])
    cell = action - (SHOW_CELL if view.phase == SHOW else PEEK_CELL)
    if mind.unsure:
        return -float(MUCH) if view.phase == PEEK and is_known(view, cell) else float(mind.hopes[cell])
    if view.phase == PEEK and view.face == HOURGLASS and view.shown != NONE and counts(view, view.shown):
        return float(CELLS * pairs_up(view, view.shown, cell) + pointed_at(view, cell))
    return float(-seers(view, cell) - (MOST_SEATS if is_known(view, cell) else 0))  # what is news to most


def uses(view: Rules) -> bool:
    """Does it pay to use the own special tile?"""
    if view.face != HOURGLASS:
        return something_fresh(view)
    if view.special[view.turn] != MIRROR:
        return True  # a turn of the hand is worth the same whenever it is saved
    if view.shown == NONE:
        return bool(view.hours_left <= view.seats)
    return counts(view, view.shown)


def something_fresh(view: Rules) -> bool:
    """Is there a tile that nobody has looked at?"""
    for cell in range(CELLS):
        if view.layout >> cell & 1 and view.tiles[cell] == UNDRAWN:
            return True
    return False


def something_hidden(view: Rules) -> bool:
    for cell in range(CELLS):
        if view.layout >> cell & 1 and not is_known(view, cell):
            return True
    return False
