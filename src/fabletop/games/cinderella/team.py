"""What the players of a team have in mind: which tiles they know, and what they conclude about the others.

The convention of our players: who knows where the partner of the tile shown lies points at it, who does not
passes, and a searcher follows.  So a search that failed tells that nobody had seen the partner.
"""

from __future__ import annotations

import random
from typing import Any

from fabletop.games.cinderella.board import BOARD, CELLS, COPIES, PAIR_OF, PARTNER
from fabletop.games.cinderella.rules import BASIC, BLANK, HOURGLASS, KINDS, NONE, PEEK, POINT
from fabletop.games.cinderella.solve import remembered

DOUBT = 0.02  # that a teammate has not seen, or not shown, what our convention says


class Mind:
    """A seat's picture of a position: the tiles it remembers, and where the others have looked."""

    def __init__(self, now: Any, seat: int, known: dict[int, int]) -> None:
        self.now, self.seat, self.known = now, seat, known
        self.cells = [cell for cell in range(CELLS) if now.layout >> cell & 1]
        self.choice = [cell for cell in self.cells if not now.looked >> cell & 1]
        self.hidden = [cell for cell in self.cells if cell not in known]
        self.others = 0  # cells that a teammate has seen
        for other in range(now.seats):
            if other != seat:
                self.others |= now.seen[1 + other]
        self.own = sum(1 << cell for cell in known)
        self.left = [COPIES[tile] for tile in range(KINDS)]  # tiles that may lie in the hidden cells
        self.left[BLANK] = now.blanks if now.variant != BASIC else 0
        for pair, tiles in enumerate(BOARD.pairs):
            if now.found >> pair & 1:
                for name in tiles:
                    self.left[BOARD.tiles.index(name)] -= 1
        for tile in known.values():
            self.left[tile] -= 1

    def counts(self, tile: int) -> bool:
        """Would this tile make a pair now?"""
        return PARTNER[tile] >= 0 and self.now.match(tile, PARTNER[tile])

    def partner(self, cell: int) -> int:
        """The known cell of the partner of a known tile, or NONE."""
        wanted = PARTNER[self.known[cell]]
        return next((other for other, tile in self.known.items() if tile == wanted and other != cell), NONE)

    def pairs(self) -> list[tuple[int, int]]:
        """The pairs that are known and would count."""
        found = [(cell, self.partner(cell)) for cell, tile in self.known.items() if self.counts(tile)]
        return [(one, other) for one, other in found if one < other]

    def seers(self, cell: int) -> int:
        """How many seats have seen a cell."""
        return sum(self.now.seen[1 + seat] >> cell & 1 for seat in range(self.now.seats))

    def pointed(self) -> list[int]:
        """The cells that others point at and that could still be the one, most pointed at first."""
        cells = [cell for cell in self.now.pointers[: self.now.seats] if cell in self.choice and cell not in self.known]
        return sorted(set(cells), key=lambda cell: (-cells.count(cell), cell))


class Memory:
    """What a player keeps from view to view: for each cell the kinds that should not lie there."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        self.layout = self.hours = 0
        self.search: tuple[int, int, int, int] | None = None  # seat, cell shown, its tile, cells anybody had seen
        self.not_at: list[set[int]] = [set() for _ in range(CELLS)]

    def update(self, now: Any, seat: int) -> None:
        if now.layout & ~self.layout or now.hours_left > self.hours:
            self.forget()  # another game
        self.layout, self.hours = now.layout, now.hours_left
        searching = now.face == HOURGLASS and now.phase in (POINT, PEEK) and now.shown != NONE
        shown = now.shown if searching else NONE
        if self.search and (self.search[1] != shown or self.search[0] != now.turn):
            self._conclude(now)
        if searching and self.search is None:
            seen = 0
            for observer in range(1, 1 + now.seats):
                seen |= now.seen[observer]
            self.search = (now.turn, shown, now.tiles[shown], seen)
        if searching and now.turn == seat:
            for other in range(now.seats):
                if other != seat and now.pointers[other] == NONE:
                    self._rule_out(now.seen[1 + other], now.tiles[shown], shown, now)

    def _conclude(self, now: Any) -> None:
        """The search has ended; if its tile still lies there, nobody had seen its partner, nor has the searcher."""
        assert self.search is not None
        seat, cell, tile, seen = self.search
        if now.layout >> cell & 1:
            self._rule_out(seen | now.seen[1 + seat], tile, cell, now)
        self.search = None

    def _rule_out(self, cells: int, tile: int, shown: int, now: Any) -> None:
        if PARTNER[tile] < 0 or not now.match(tile, PARTNER[tile]):
            return
        for cell in range(CELLS):
            if cells >> cell & 1 and cell != shown:
                self.not_at[cell].add(PARTNER[tile])


def imagined(mind: Mind, not_at: list[set[int]], rng: random.Random) -> list[int]:
    """The tiles of all cells as they might lie, by what a seat knows and concludes."""
    tiles, left = [NONE] * CELLS, mind.left[:]
    for cell, tile in mind.known.items():
        tiles[cell] = tile
    order = mind.hidden[:]
    rng.shuffle(order)
    order.sort(key=lambda cell: -len(not_at[cell]))
    for cell in order:
        weights = [left[tile] * (DOUBT if tile in not_at[cell] else 1.0) for tile in range(KINDS)]
        tile = rng.choices(range(KINDS), weights)[0]
        left[tile] -= 1
        tiles[cell] = tile
    return tiles


class ChildsMemory:
    """Forgets: whatever does not lie open slips its mind sooner or later, until it is seen again."""

    def __init__(self, rng: random.Random, share: float) -> None:
        self.rng, self.share = rng, share
        self.kept: dict[int, int] = {}
        self.met: set[tuple[int, int]] = set()  # cell and tile that it has had in mind

    def recall(self, now: Any, seat: int) -> dict[int, int]:
        there = remembered(now)
        if any(now.layout >> cell & 1 and there.get(cell) != tile for cell, tile in self.met):
            self.kept, self.met = {}, set()  # another game
        kept = {}
        for cell, tile in there.items():
            fresh = (cell, tile) not in self.met or now.lies_open(cell, seat)
            if fresh or (cell in self.kept and self.rng.random() >= self.share):
                kept[cell] = tile
        self.met = set(there.items())
        self.kept = kept
        return kept


def partner_cell(tiles: list[int], cell: int) -> int:
    """Where the partner of a cell's tile lies, in a picture of all tiles."""
    pair = PAIR_OF[tiles[cell]]
    return next((c for c, tile in enumerate(tiles) if tile >= 0 and PAIR_OF[tile] == pair and c != cell), NONE)
