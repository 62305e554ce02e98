"""Cinderella: the rules CIN-R1 to R18 and the gaps decided in RULES.md.

Cells are numbered from 0 here, from 1 in the texts; a set of cells is an integer with one bit for each.
Nothing is laid out in advance: a cell is UNDRAWN until somebody looks at it.  `seen` says who has seen which
cells; so a view knows what its seat has seen, and the tiles that only others have seen are SECRET in it.
"""

from __future__ import annotations

from itertools import combinations

from fabletop.engine.rulebook import CHANCE, OVER, BaseRules, Moves, Rng, field, lowest, record
from fabletop.games.cinderella.board import (
    CELLS,
    COPIES,
    DIE,
    EARLIER,
    FACES,
    MOST_BLANKS,
    PAIR_COUNT,
    PAIR_OF,
    PARTNER,
    SPECIAL_NAMES,
    SPECIALS,
    TILES,
)

BASIC, MAGIC, ADVANCED = range(3)
KINDS = len(TILES)  # of tiles: the nine pictures and
BLANK = KINDS - 1
UNDRAWN, SECRET = KINDS, KINDS + 1
NO_SPECIAL, MIRROR, WAND, CAULDRON, HOURGLASS = range(5)  # special tiles and, from WAND, faces of the die
NONE = -1  # no cell
ALL_CELLS, ALL_PAIRS = (1 << CELLS) - 1, (1 << PAIR_COUNT) - 1
MOST_SEATS, MOST_HOURS = 6, 12

DEAL, ROLL, SHOW, PEEK, POINT, USE, NAME, END = range(8)  # what happens next

DEALT = 0  # actions
ROLLED = DEALT + len(SPECIAL_NAMES)
TILE = ROLLED + len(FACES)
SHOW_CELL = TILE + KINDS
PEEK_CELL = SHOW_CELL + CELLS
POINT_CELL = PEEK_CELL + CELLS
PASS = POINT_CELL + CELLS
USE_SPECIAL = PASS + 1
DONE = USE_SPECIAL + 1
NAME_PAIR = DONE + 1
ACTIONS = (
    *(f"deal {special}" for special in SPECIAL_NAMES),
    *(f"roll {face}" for face in FACES),
    *(f"tile {tile}" for tile in TILES),
    *(f"show {cell}" for cell in range(1, CELLS + 1)),
    *(f"peek {cell}" for cell in range(1, CELLS + 1)),
    *(f"point {cell}" for cell in range(1, CELLS + 1)),
    "pass",
    "use",
    "done",
    *(f"pair {one} {other}" for one, other in combinations(range(1, CELLS + 1), 2)),
)
TWOS = tuple(1 << one | 1 << other for one, other in combinations(range(CELLS), 2))


@record
class Rules(BaseRules):
    seats: int = field(1, MOST_SEATS)
    variant: int = field(BASIC, ADVANCED)
    hours: int = field(4, MOST_HOURS)
    blanks: int = field(0, MOST_BLANKS)
    last_chance: int = field(0, 1)
    bank_early_pairs: int = field(0, 1)
    one_names_all: int = field(0, 1)
    more_specials: int = field(0, 1)

    layout: int = field(0, ALL_CELLS)  # cells that still have their tile
    tiles: list[int] = field(0, SECRET, CELLS)  # a gap is UNDRAWN again
    unseen: list[int] = field(0, MOST_BLANKS, KINDS)  # how many of each kind are not known to lie somewhere
    seen: list[int] = field(0, ALL_CELLS, 1 + MOST_SEATS)  # cells: [0] by the whole table, [1 + seat]
    found: int = field(0, ALL_PAIRS)
    hours_left: int = field(0, MOST_HOURS)
    special: list[int] = field(NO_SPECIAL, HOURGLASS, MOST_SEATS)  # not yet used

    phase: int = field(0, END)
    turn: int = field(0, MOST_SEATS - 1)
    face: int = field(0, HOURGLASS)  # of the die; 0: not rolled, or put away for the last chance
    looked: int = field(0, ALL_CELLS)  # cells looked at since the last roll: they lie open until the next
    shown: int = field(NONE, CELLS - 1)  # the first tile of a search
    drawing: int = field(NONE, CELLS - 1)  # the cell whose tile chance draws now
    pointing: int = field(0, MOST_SEATS - 1)  # who decides, while the others point
    pointers: list[int] = field(NONE, CELLS - 1, MOST_SEATS)
    passes: int = field(0, MOST_SEATS - 1)  # in a row, at the last chance

    def start(self) -> None:
        cells = 2 * PAIR_COUNT
        for tile in range(KINDS):
            self.unseen[tile] = COPIES[tile]
        if self.variant != BASIC:
            cells += self.blanks
            self.unseen[BLANK] = self.blanks
        self.layout = (1 << cells) - 1
        for cell in range(CELLS):
            self.tiles[cell] = UNDRAWN
        for seat in range(MOST_SEATS):
            self.special[seat] = NO_SPECIAL
            self.pointers[seat] = NONE
        for observer in range(1 + MOST_SEATS):
            self.seen[observer] = 0
        self.hours_left = self.hours
        self.phase = ROLL if self.variant == BASIC else DEAL
        self.found = self.turn = self.face = self.looked = self.pointing = self.passes = 0
        self.shown = self.drawing = NONE

    def to_move(self) -> int:
        if self.phase == END:
            return OVER
        if self.phase <= ROLL or self.drawing != NONE:
            return CHANCE
        return self.pointing if self.phase == POINT else self.turn

    def acting(self) -> int:
        return self.turn

    # What may be done

    def legal(self, moves: Moves) -> None:
        choice = self.layout & ~self.looked  # A6: never the same tile twice in a turn
        if self.drawing != NONE:
            for tile in range(KINDS):
                if self.unseen[tile]:
                    moves.add_weighted(TILE + tile, self.unseen[tile])
        elif self.phase == DEAL:
            self.undealt(moves)
        elif self.phase == ROLL:
            for face in range(len(DIE)):
                moves.add_weighted(ROLLED + face, DIE[face])
        elif self.phase == SHOW:
            moves.add_set(SHOW_CELL, choice)
        elif self.phase == PEEK:
            moves.add_set(PEEK_CELL, choice)
        elif self.phase == POINT:
            moves.add_set(POINT_CELL, choice)
            moves.add(PASS)
        elif self.phase == USE:
            moves.add(USE_SPECIAL)
            moves.add(DONE)
        else:
            if self.passes < self.seats - 1 and not self.one_names_all:
                moves.add(PASS)  # A15: unless all others have passed in a row
            for i in range(len(TWOS)):
                if self.layout & TWOS[i] == TWOS[i]:
                    moves.add(NAME_PAIR + i)

    def undealt(self, moves: Moves) -> None:
        """R12: the special tiles that the seats before have not got."""
        for kind in range(len(SPECIALS)):
            left = SPECIALS[kind]
            for seat in range(self.turn):
                if self.special[seat] == MIRROR + kind:
                    left -= 1
            if left:
                moves.add_weighted(DEALT + kind, left)

    # What it does

    def apply(self, action: int) -> None:
        if action < ROLLED:
            self.special[self.turn] = MIRROR + action - DEALT
            self.turn = self.next_to(self.turn)
            if self.turn == 0:
                self.phase = ROLL
        elif action < TILE:
            self.roll(WAND + action - ROLLED)
        elif action < SHOW_CELL:
            self.draw(action - TILE)
        elif action < PEEK_CELL:
            self.look(action - SHOW_CELL)
        elif action < POINT_CELL:
            self.look(action - PEEK_CELL)
        elif action == PASS and self.phase == NAME:
            self.passes += 1
            self.name_next()
        elif action <= PASS:
            self.point(action - POINT_CELL if action < PASS else NONE)
        elif action == USE_SPECIAL:
            self.use()
        elif action == DONE:
            self.decline()
        else:
            self.face = 0
            self.shown = NONE
            self.looked = TWOS[action - NAME_PAIR]
            self.turn_up()

    def roll(self, face: int) -> None:
        """R5; what was looked at in the turn before is face down from now on."""
        self.face = face
        self.looked = 0
        self.shown = NONE
        self.phase = PEEK if face == CAULDRON else SHOW

    def look(self, cell: int) -> None:
        self.looked |= 1 << cell
        if self.phase == SHOW and self.face == HOURGLASS:
            self.shown = cell
        if self.tiles[cell] == UNDRAWN:
            self.drawing = cell
        else:
            self.see(cell)

    def draw(self, tile: int) -> None:
        cell = self.drawing
        self.drawing = NONE
        self.tiles[cell] = tile
        self.unseen[tile] -= 1
        if self.phase == NAME:
            self.turn_up()
        else:
            self.see(cell)

    def see(self, cell: int) -> None:
        """R6 to R8: the tile is looked at, by all or by the seat on turn alone."""
        if self.phase == PEEK:
            self.seen[1 + self.turn] |= 1 << cell
        else:
            self.show_all(cell)
        if self.face == HOURGLASS and self.phase == SHOW:
            self.ask(self.next_to(self.turn))
        elif self.face == HOURGLASS:
            self.compare(cell)
        elif self.special[self.turn] == self.face:
            self.phase = USE  # R14: wand and cauldron
        else:
            self.pass_on()

    def show_all(self, cell: int) -> None:
        for observer in range(1 + self.seats):
            self.seen[observer] |= 1 << cell

    def point(self, cell: int) -> None:
        self.pointers[self.pointing] = cell
        self.ask(self.next_to(self.pointing))

    def ask(self, seat: int) -> None:
        """R8, A3: everybody else may point, once; then the second tile is chosen."""
        self.phase = PEEK if seat == self.turn else POINT
        self.pointing = 0 if seat == self.turn else seat

    def compare(self, cell: int) -> None:
        """R9, A10: a secret look of a search; without a tile shown, the pair has been found before."""
        if self.shown != NONE and self.match(self.tiles[self.shown], self.tiles[cell]):
            self.remove(1 << self.shown | 1 << cell, self.tiles[cell])
        if self.found == ALL_PAIRS:
            self.phase = END  # R10, R11: before the hand moves
        elif self.special[self.turn] == MIRROR:
            self.phase = USE  # A9
        else:
            self.end_search()

    def match(self, one: int, other: int) -> bool:
        """R2, R16, A13: do these make a pair that counts now?"""
        if PARTNER[one] != other:
            return False
        first = EARLIER[PAIR_OF[one]]
        return self.variant != ADVANCED or self.bank_early_pairs == 1 or self.found & first == first

    def remove(self, cells: int, tile: int) -> None:
        self.found |= 1 << PAIR_OF[tile]
        self.layout &= ~cells
        while cells:
            self.tiles[lowest(cells)] = UNDRAWN
            cells &= cells - 1
        for observer in range(1 + self.seats):
            self.seen[observer] &= self.layout
        self.looked = 0
        self.shown = NONE
        self.drop_pointers()

    def end_search(self) -> None:
        self.drop_pointers()
        if self.special[self.turn] == HOURGLASS:
            self.phase = USE  # A11: the hand would move
        else:
            self.move_hand()

    def drop_pointers(self) -> None:
        for seat in range(self.seats):
            self.pointers[seat] = NONE

    def use(self) -> None:
        """R14, R15: the own special tile works, and is set aside."""
        used = self.special[self.turn]
        self.special[self.turn] = NO_SPECIAL
        if used == HOURGLASS:
            self.pass_on()
        else:
            self.phase = SHOW if used == WAND else PEEK

    def decline(self) -> None:
        if self.face != HOURGLASS:
            self.pass_on()
        elif self.special[self.turn] == MIRROR:
            self.end_search()
        else:
            self.move_hand()

    def move_hand(self) -> None:
        self.hours_left -= 1
        if self.hours_left:
            self.pass_on()
        else:
            self.phase = NAME if self.last_chance else END  # R10, R17

    def pass_on(self) -> None:
        self.turn = self.next_to(self.turn)
        self.phase = ROLL

    def next_to(self, seat: int) -> int:
        return seat + 1 if seat + 1 < self.seats else 0

    def name_next(self) -> None:
        """A15: round the table; the tiles of the last search are face down again."""
        self.looked = 0
        self.shown = NONE
        self.face = 0
        self.turn = self.next_to(self.turn)

    def turn_up(self) -> None:
        """R17, A15, A16: two tiles named as a pair are turned up for all, one after the other."""
        cells = self.looked
        while cells:
            cell = lowest(cells)
            if self.tiles[cell] == UNDRAWN:
                self.drawing = cell
                return
            self.show_all(cell)
            cells &= cells - 1
        one = self.tiles[lowest(self.looked)]
        other = self.tiles[lowest(self.looked & self.looked - 1)]
        if self.match(one, other):
            self.remove(self.looked, one)
            if self.found == ALL_PAIRS:
                self.phase = END
            elif not self.one_names_all:
                self.passes = 0
                self.name_next()
        else:
            self.phase = END

    def rank(self, seat: int) -> int:
        return 1 if self.found == ALL_PAIRS else 2

    # What is known

    def lies_open(self, cell: int, seat: int) -> bool:
        """Does the seat (NOBODY: a spectator) see this tile right now?  Memory is another matter."""
        if self.looked >> cell & 1 == 0:
            return False
        looker = self.turn
        if self.phase == ROLL:
            looker = self.turn - 1 if self.turn else self.seats - 1
        secret = self.face == CAULDRON or (self.face == HOURGLASS and cell != self.shown)
        return seat == looker or not secret

    def knows(self, seat: int, action: int) -> bool:
        """A tile drawn for a secret look is the looker's own, unless it makes a pair and is turned up."""
        if self.drawing == NONE or self.phase != PEEK or seat == self.turn:
            return True
        return self.shown != NONE and self.match(self.tiles[self.shown], action - TILE)

    def conceal(self, seat: int) -> None:
        for cell in range(CELLS):
            tile = self.tiles[cell]
            if tile < UNDRAWN and self.seen[1 + seat] >> cell & 1 == 0:
                self.tiles[cell] = SECRET
                self.unseen[tile] += 1

    def complete(self, rng: Rng) -> None:
        """Any tile not known may lie in any cell; only the search just made is known to have failed."""
        for cell in range(CELLS):
            if self.tiles[cell] == SECRET and self.looked >> cell & 1 and self.shown != NONE:
                self.fill_in(cell, self.tiles[self.shown], rng)
        for cell in range(CELLS):
            if self.tiles[cell] == SECRET:
                self.fill_in(cell, BLANK, rng)

    def fill_in(self, cell: int, shown: int, rng: Rng) -> None:
        """Put an unseen tile here that is no pair with the tile shown (nothing is, with a blank)."""
        tile = self.any_unseen(rng)
        while self.match(shown, tile):
            tile = self.any_unseen(rng)
        self.unseen[tile] -= 1
        self.tiles[cell] = tile

    def any_unseen(self, rng: Rng) -> int:
        left = 0
        for tile in range(KINDS):
            left += self.unseen[tile]
        left = rng.below(left)
        tile = 0
        while left >= self.unseen[tile]:
            left -= self.unseen[tile]
            tile += 1
        return tile
