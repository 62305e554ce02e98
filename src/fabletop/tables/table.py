"""One table in memory: the fold of its log.  It decides what may happen; the house stores and tells it.

The log has three kinds of entries: a ply, an undo that takes the last plies back, and a device that sits down.  Its
length is what the outside calls `ply`: it only grows, so an answer to an older one is stale.
"""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Iterator
from typing import Any

from fabletop.engine.errors import IllegalAction
from fabletop.engine.game import Game, State
from fabletop.engine.rulebook import CHANCE, NOBODY
from fabletop.tables import dice, links
from fabletop.tables.cup import Cup, Shake
from fabletop.tables.entries import Entry, Head, Heard, hashed, named
from fabletop.tables.errors import NotYourTurn
from fabletop.tables.lessons import teaches
from fabletop.tables.luck import poured, shaken
from fabletop.tables.recorded import record_of
from fabletop.tables.seats import PERSON, Occupant, colours_of

TAKE_BACKS = 100  # of one seat in one game
MARK = 16  # plies between two positions that are kept: what is taken back is played again from the nearest one


class Table:
    """The present of a table."""

    def __init__(self, id: str, head: Head) -> None:
        self.id, self.head = id, head
        self.game = Game(head.game, len(head.seats), head.options, head.version)
        self.commitment = dice.commitment(head.seed)
        self.seats = [Occupant(p.kind, p.name, keyed=bool(p.key), colour=p.colour) for p in head.seats]
        self.invitation = ""  # changes when the invitations that are out are revoked
        self.log: list[Entry] = []
        self.given = len(head.begun)  # plies that were not played here
        self.plies: list[Entry] = []
        self.started = False  # somebody has said that chance may begin
        self._luck: dice.Mix | Cup = Cup(id, head.seed) if head.dice == links.PROTOCOL else dice.Mix(id, head.seed)
        self._in_luck = 0  # entries that the dice know of
        self._ahead: tuple[Entry, dice.Mix | Cup] | None = None  # the last entry foreseen, and the dice after it
        self.state = self.game.new()
        self.before = self.state  # the last ply or undo
        self._marks = [self.state.copy()]  # the position after every so many plies
        for act in head.begun:
            self.before = self.state.copy()
            self._play(Entry(CHANCE if self.state.turn is None else self.state.turn, act))
        self._taken_back: Counter[int] = Counter()
        self._foreseen: list[tuple[Entry, State]] = []  # entries that may be added next, and where they lead
        self._taught: bool | None = None  # has anybody learned something from the last ply?
        self.alike: dict[str, bytes] = {}  # what those who are not to act have been told of the last entry
        self.drawn: dict[object, Any] = {}  # and what has been drawn of it, for whoever looks the same way

    # The fold

    def add(self, entry: Entry) -> None:
        """One more entry of the log."""
        after = None
        if self._foreseen and self._foreseen[0][0] is entry:
            self.before, after = self.state, self._foreseen.pop(0)[1]
        elif entry.sit is None:
            self.before = self.state.copy()
        self._fold(entry, after)

    def _fold(self, entry: Entry, after: State | None = None) -> None:
        self.log.append(entry)
        self.alike, self.drawn = {}, {}
        if entry.sit is not None:
            return
        self._taught = None
        if entry.undo >= 0:
            stay = self.given + entry.undo
            del self.plies[stay:]
            del self._marks[stay // MARK + 1 :]
            self.state = self.position(stay)
            self._taken_back[entry.by] += 1
            return
        self._play(entry, after)

    def _play(self, entry: Entry, after: State | None = None) -> None:
        if after is None:
            after = self.state
            after.play(entry.act)
        self.state = after
        self.plies.append(entry)
        if len(self.plies) % MARK == 0:
            self._marks.append(self.state.copy())

    def position(self, plies: int) -> State:
        """After the first so many plies, played from the nearest mark."""
        state = self._marks[plies // MARK].copy()
        for ply in self.plies[plies // MARK * MARK : plies]:
            state.play(ply.act)
        return state

    @property
    def ply(self) -> int:
        return len(self.log)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(occupant.name for occupant in self.seats)

    @property
    def animals(self) -> tuple[str, ...]:
        return tuple(occupant.animal for occupant in self.seats)

    @property
    def colours(self) -> tuple[int, ...]:
        """Which of the house's colours and shapes each seat has."""
        return colours_of(tuple(occupant.colour for occupant in self.seats))

    @property
    def state(self) -> State:
        """The position; `turn` is who is to act in it, which everybody asks for again and again."""
        return self._state

    @state.setter
    def state(self, state: State) -> None:
        self._state, self.turn = state, state.turn

    def computer(self) -> str | None:
        """The level of the computer player that is to act, if one is."""
        turn = self.turn
        return None if turn is None or turn == CHANCE else self.seats[turn].computer

    @property
    def roller(self) -> int | None:
        """The person whose roll chance is waiting for, if it waits."""
        return self._waits(self.state, self._at_it())

    def _waits(self, state: State, at_it: int) -> int | None:
        """The person who is to throw before chance acts, unless she is at it already."""
        if not self.head.rolls or state.turn != CHANCE:
            return None
        seat = state.rules.acting()
        if seat in (NOBODY, at_it) or self.seats[seat].computer or not self.game.spec.is_throw(state.actions()[0]):
            return None
        return int(seat)

    def _at_it(self) -> int:
        """The seat that throws unasked in the present position (see `_throws_on`)."""
        return self._throws_on(self.before, self.plies[-1]) if self.plies else NOBODY

    def _throws_on(self, before: State, entry: Entry) -> int:
        """The seat that throws unasked after an entry: it has wished for it, or has just thrown the first die of
        several; NOBODY: whoever throws next is asked to."""
        spec = self.game.spec
        if spec.is_wish(entry.act):
            return entry.by
        return before.rules.acting() if spec.one_throw and spec.is_throw(entry.act) else NOBODY

    def seat_of(self, token: str | None) -> int | None:
        """The seat that a token opens; None: a spectator."""
        if token:
            key = hashed(token)
            for seat, plan in enumerate(self.head.seats):
                if plan.key and hmac.compare_digest(plan.key, key):
                    return seat
        return None

    # The dice

    @property
    def luck(self) -> dice.Mix | Cup:
        """They are needed only when chance acts, or a device asks: so they follow the log then."""
        if self._in_luck < len(self.log):
            if self._ahead and self._ahead[0] is self.log[-1]:  # all of it has happened, and nothing else
                self._luck.become(self._ahead[1])
            else:
                for entry in self.log[self._in_luck :]:
                    poured(self._luck, entry)
            self._in_luck, self._ahead = len(self.log), None
        return self._luck

    @property
    def cup(self) -> Cup | None:
        """The dice, if they are of protocol 2."""
        return found if isinstance(found := self.luck, Cup) else None

    def device_of(self, seat: int) -> int:
        """The device with which the person of a seat plays; 0: none."""
        cup = self.cup
        return 0 if cup is None or self.seats[seat].computer else cup.of_seat.get(seat, 0)

    def sits_since(self, device: int) -> int:
        """The shakes before a device sat down: its first link is for the next one."""
        return 0 if self.cup is None else self.cup.devices[device].since

    @property
    def held(self) -> bool:
        """Does chance wait until everybody's device is here, before the first ply?"""
        if not self.head.waits or self.plies or self.started or self.turn != CHANCE or self.roller is not None:
            return False
        return any(
            occupant.kind == PERSON and not occupant.computer and not self.device_of(seat)
            for seat, occupant in enumerate(self.seats)
        )

    @property
    def calls(self) -> bool:
        """Is chance to act, and are devices to be asked for their links before?"""
        if self.turn != CHANCE:  # mostly: so this comes first
            return False
        cup = self.cup
        return bool(
            cup is not None
            and cup.awake
            and self.roller is None
            and not self.held
            and self._opens(self.state, self._last(), self._at_it())
        )

    def _last(self) -> Entry | None:
        """The last ply that was played here: what was given has nothing to do with these dice."""
        return self.plies[-1] if len(self.plies) > self.given else None

    def _opens(self, state: State, last: Entry | None, at_it: int) -> bool:
        """Does chance shake the cup anew?  Not while it deals, nor for the further dice of one throw."""
        if last is None or last.by != CHANCE:
            return True
        return self.game.spec.is_throw(self.game.actions[state.legal()[0]]) and state.rules.acting() != at_it

    # What may be added

    def sit(self, seats: list[int], anchor: str) -> tuple[int, list[Entry]]:
        """A device sits down for seats: its number, and the entry unless it sits there already."""
        cup = self.cup
        if cup is None or self.turn is None:
            raise IllegalAction("no device can sit down here: the game is over, or its dice are of the old kind")
        number, sit = cup.sitting(seats, anchor)
        return number, [] if sit is None else [Entry(seats[0], sit=sit)]

    def opening(self) -> list[Entry]:
        """What chance does before anybody decides."""
        self._foreseen = []
        if self.held:
            return []
        return self._chances(self.state, self._last(), self.luck.copy(), self._at_it())

    def answer(self, seat: int, act: str, salt: str = "") -> list[Entry]:
        """A seat's action and all that chance makes of it unasked; refused in one line when it is not legal."""
        if self.turn != seat:
            raise NotYourTurn(f"it is not the turn of seat {seat}; to act: {named(self.turn)}")
        self._foreseen = []
        if salt:
            dice.checked_contribution(salt)
        old = self.head.dice != links.PROTOCOL
        first = Entry(seat, act, salt if old else "", via=0 if old else self.device_of(seat))
        ahead = self.luck.copy()
        poured(ahead, first)
        return [first, *self._chances(self._after(self.state, first), first, ahead, self._throws_on(self.state, first))]

    def roll(self, seat: int, salt: str = "", shake: Shake | None = None) -> list[Entry]:
        """A person rolls: chance acts, with what the person's device contributes to this very roll."""
        if self.roller != seat:
            raise NotYourTurn(f"it is not for seat {seat} to roll; to act: {named(self.turn)}")
        if salt:
            dice.checked_contribution(salt)
        return self.shaken(shake, salt)

    def shaken(self, shake: Shake | None, salt: str = "") -> list[Entry]:
        """Chance acts: with this shake of the cup, and then on until somebody has to be asked."""
        self._foreseen = []
        ahead = self.luck.copy()
        if isinstance(ahead, Cup):
            first = shaken(ahead, self.state, shake or Shake(ahead.n + 1))
        else:
            first = Entry(CHANCE, ahead.draw(self.state.weights(), salt), salt)
            poured(ahead, first)
        at_it = self._throws_on(self.state, first)
        return [first, *self._chances(self._after(self.state, first), first, ahead, at_it)]

    def _chances(self, state: State, last: Entry | None, ahead: dice.Mix | Cup, at_it: int) -> list[Entry]:
        made = []
        while state.turn == CHANCE and self._waits(state, at_it) is None:
            if isinstance(ahead, Cup):
                opens = self._opens(state, last, at_it)
                if opens and ahead.awake:
                    break
                last = shaken(ahead, state, Shake(ahead.n + 1) if opens else None)
            else:
                last = Entry(CHANCE, ahead.draw(state.weights()))
                poured(ahead, last)
            at_it = self._throws_on(state, last)
            state = self._after(state, last)
            made.append(last)
        if self._foreseen:
            self._ahead = self._foreseen[-1][0], ahead
        return made

    def _after(self, state: State, entry: Entry) -> State:
        """The position after an entry, kept until it is added: a chain is played once."""
        state.legal()  # for both
        after = state.copy()
        after.play(entry.act)
        self._foreseen.append((entry, after))
        return after

    def undo(self, seat: int) -> list[Entry]:
        """Take back the seat's last decision: not across chance, another's ply, or what it has let anybody learn.

        Whoever plays alone with computer players takes their replies back with it, one after the other: dice that
        have been thrown stay as they are thrown.
        """
        if self.turn is None:  # the dice lie open now: whoever went on from here could choose them
            raise IllegalAction("nothing to take back: the game is over")
        if seat == CHANCE or self.decided_last() != seat:
            raise IllegalAction("nothing to take back: chance or another seat has acted since")
        if self._taken_back[seat] >= TAKE_BACKS:
            raise IllegalAction("nothing to take back: this seat has done so too often")
        made = list[Entry]()
        for number in range(len(self.plies) - 1, self.given - 1, -1):
            if self._has_taught(number):
                raise IllegalAction("nothing to take back: somebody has learned something from it")
            by = self.plies[number].by
            made.append(Entry(by, undo=number - self.given, via=self.device_of(by)))
            if by == seat:
                break
        return made

    def decided_last(self) -> int:
        """The seat that has decided last, apart from computer players that answer the only person; NOBODY: chance has
        acted since."""
        alone = sum(not occupant.computer for occupant in self.seats) == 1
        for entry in reversed(self.plies[self.given :]):
            if entry.by == CHANCE:
                break
            if not (alone and self.seats[entry.by].computer):
                return entry.by
        return NOBODY

    def _has_taught(self, number: int) -> bool:
        """Has anybody learned something from this ply?"""
        if number < len(self.plies) - 1:
            return teaches(self.position(number), self.plies[number].act)
        if self._taught is None:
            self._taught = teaches(self._before_last_ply(), self.plies[-1].act)
        return self._taught

    def _before_last_ply(self) -> State:
        if self.log[-1].is_ply:
            return self.before
        return self.position(len(self.plies) - 1)

    # What is told

    def heard(self, seat: int | None, since: int = 0) -> Iterator[Heard]:
        """The entries after the first so many, as a seat hears of them."""
        for past, before, entry in self.past(since):
            yield past.message(seat, entry, before.tell(seat, entry.act) if entry.is_ply else "")

    def past(self, since: int = 0) -> Iterator[tuple[Table, State, Entry]]:
        """The table after each entry beyond the first so many, with the position before it, and the entry."""
        if since >= self.ply:
            return
        past = self._as_it_was(since)
        for entry in self.log[since:]:
            past.add(entry)
            yield past, past.before, entry

    def _as_it_was(self, ply: int) -> Table:
        """The table after the first so many entries: what was taken back before is not played again."""
        past = Table(self.id, self.head)
        past.seats, past.log = self.seats, self.log[:ply]
        for entry in past.log:
            if entry.undo >= 0:
                del past.plies[self.given + entry.undo :]
                past._taken_back[entry.by] += 1
            elif entry.is_ply:
                past.plies.append(entry)
        undone = (self.given + entry.undo for entry in self.log[ply:] if entry.undo >= 0)
        shared = min([len(past.plies), *undone])
        past._marks = self._marks[: shared // MARK + 1]
        state = past._marks[-1].copy()
        for number in range(shared // MARK * MARK, len(past.plies)):
            state.play(past.plies[number].act)
            if (number + 1) % MARK == 0:
                past._marks.append(state.copy())
        past.before = past.state = state
        return past

    def message(self, seat: int | None, entry: Entry, told: str) -> Heard:
        """The entry just added, in the words `told` of before it."""
        result = self.state.result
        return Heard(
            ply=self.ply,
            by=named(entry.by),
            act=told,
            turn=named(self.turn),
            actions=self.actions(seat),
            undo=entry.undo if entry.undo >= 0 else None,
            result=result._asdict() if result else None,
            sit=entry.sit,
            shake=entry.shake if entry.shake and (entry.shake.links or entry.shake.silent) else None,
        )

    def actions(self, seat: int | None) -> list[str]:
        """What the seat may do now; nothing unless it is its turn."""
        if seat is None or seat != self.turn:
            return []
        return self.state.view(seat).actions() if self.game.has_secrets else self.state.actions()

    def seen(self, seat: int | None) -> dict[str, Any]:
        """The table as a seat may see it."""
        view, result = self.state.view(seat), self.state.result
        return {
            "game": self.game.id,
            "version": self.game.version,
            "options": dict(self.game.options),
            "seats": [
                {"name": occupant.name, "kind": occupant.kind, "colour": colour}
                for occupant, colour in zip(self.seats, self.colours, strict=True)
            ],
            "seat": seat,
            "ply": self.ply,
            "turn": named(self.turn),
            "actions": self.actions(seat),
            "view": view.fields(),
            "result": result._asdict() if result else None,
            "commitment": self.commitment,
        }

    def record(self) -> str:
        """The record of a finished game with everything that is needed to check its dice."""
        return record_of(self)
