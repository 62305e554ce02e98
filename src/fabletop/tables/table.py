"""One table in memory: the fold of its log.  It decides what may happen; the house stores and tells it.

The log has two kinds of entries: a ply, and an undo that takes the last plies back.  Its length is what the outside
calls `ply`: it only grows, so an answer to an older one is stale.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from typing import Any

import msgspec

from fabletop.engine.errors import FabletopError, IllegalAction
from fabletop.engine.game import Game, State, copied
from fabletop.engine.records import header_line, ply_line
from fabletop.engine.rulebook import CHANCE, NOBODY, BaseRules, Rng
from fabletop.tables import dice
from fabletop.tables.seats import Sitting

ASKS_FOR_ROLL = ("again", "reroll")  # decisions that are a wish to roll: nobody has to say it twice
WORLDS = 12  # imagined, to find out whether an action lets anybody learn something


class NotYourTurn(FabletopError):  # noqa: N818
    """Another seat, chance or nobody is to act."""


class SeatPlan(msgspec.Struct, frozen=True):
    """Who sits in a seat: a person with a key of which only the hash is kept, or a computer player's level."""

    kind: str
    name: str
    key: str = ""


class Head(msgspec.Struct, frozen=True):
    """What is fixed when a table is made.  The seed stays secret until the end."""

    game: str
    options: dict[str, bool | int | str]
    seats: list[SeatPlan]
    seed: str
    rolls: bool = False  # people roll their dice themselves: chance waits for them


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A ply, or with `undo` the number of plies that stay."""

    by: int
    act: str = ""
    salt: str = ""  # what the player's device contributed to the dice
    undo: int = -1


class Heard(msgspec.Struct, frozen=True):
    """An entry as one seat hears of it."""

    ply: int
    by: int | str | None
    act: str
    turn: int | str | None
    actions: list[str]
    undo: int | None
    result: dict[str, Any] | None


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def named(turn: int | None) -> int | str | None:
    """A seat for the outside: a number, "chance", or null when the game is over."""
    return "chance" if turn == CHANCE else turn


class Table:
    """The present of a table."""

    def __init__(self, id: str, head: Head) -> None:
        self.id, self.head = id, head
        self.game = Game(head.game, len(head.seats), head.options)
        self.commitment = dice.commitment(head.seed)
        self.seats = [Sitting(plan.kind, plan.name, keyed=bool(plan.key)) for plan in head.seats]
        self.log: list[Entry] = []
        self.plies: list[Entry] = []
        self.mixes: list[str] = [dice.first_mix(self.commitment)]  # one more than plies
        self.state = self.game.new()
        self.before = self.state  # the last entry
        self._foreseen: list[tuple[Entry, State]] = []  # entries that may be added next, and where they lead
        self._taught: bool | None = None  # has anybody learned something from the last ply?
        self.alike: dict[str, bytes] = {}  # what those who are not to act have been told of the last entry

    # The fold

    def add(self, entry: Entry) -> None:
        """One more entry of the log."""
        if self._foreseen and self._foreseen[0][0] is entry:
            self.before, after = self.state, self._foreseen.pop(0)[1]
        else:
            self.before, after = self.state.copy(), None
        self._fold(entry, after)

    def _fold(self, entry: Entry, after: State | None = None) -> None:
        self.log.append(entry)
        self.alike, self._taught = {}, None
        if entry.undo >= 0:
            del self.plies[entry.undo :]
            del self.mixes[entry.undo + 1 :]
            self.state = self.game.new()
            for ply in self.plies:
                self.state.play(ply.act)
            return
        if after is None:
            self.state.play(entry.act)
        else:
            self.state = after
        self.plies.append(entry)
        self.mixes.append(dice.mixed(self.mixes[-1], entry.salt) if entry.salt else self.mixes[-1])

    @property
    def ply(self) -> int:
        return len(self.log)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sitting.name for sitting in self.seats)

    @property
    def turn(self) -> int | None:
        return self.state.turn

    def computer(self) -> str | None:
        """The level of the computer player that is to act, if one is."""
        turn = self.turn
        return None if turn is None or turn == CHANCE else self.seats[turn].computer

    @property
    def roller(self) -> int | None:
        """The person whose roll chance is waiting for, if it waits."""
        return self._waits(self.state, self.plies[-1] if self.plies else None)

    def _waits(self, state: State, last: Entry | None) -> int | None:
        if not self.head.rolls or state.turn != CHANCE:
            return None
        seat = getattr(state.rules, "turn", None)  # most games say for whom chance acts
        if not isinstance(seat, int) or self.seats[seat].computer or not state.actions()[0].startswith("roll "):
            return None
        asked = last is not None and last.by == seat and last.act.partition(" ")[0] in ASKS_FOR_ROLL
        return None if asked else seat

    def seat_of(self, token: str | None) -> int | None:
        """The seat that a token opens; None: a spectator."""
        if token:
            key = hashed(token)
            for seat, plan in enumerate(self.head.seats):
                if plan.key and hmac.compare_digest(plan.key, key):
                    return seat
        return None

    # What may be added

    def opening(self) -> list[Entry]:
        """What chance does before anybody decides."""
        self._foreseen = []
        last = self.plies[-1] if self.plies else None
        return self._chances(self.state, len(self.plies), self.mixes[-1], last)

    def answer(self, seat: int, act: str, salt: str = "") -> list[Entry]:
        """A seat's action and all that chance makes of it; refused in one line when it is not legal."""
        if self.turn != seat:
            raise NotYourTurn(f"it is not the turn of seat {seat}; to act: {named(self.turn)}")
        self._foreseen = []
        mix = dice.mixed(self.mixes[-1], dice.checked_contribution(salt)) if salt else self.mixes[-1]
        first = Entry(seat, act, salt)
        return [first, *self._chances(self._after(self.state, first), len(self.plies) + 1, mix, first)]

    def roll(self, seat: int, salt: str = "") -> list[Entry]:
        """A person rolls: chance acts, with what the person's device contributes to this very roll."""
        if self.roller != seat:
            raise NotYourTurn(f"it is not for seat {seat} to roll; to act: {named(self.turn)}")
        self._foreseen = []
        mix = dice.mixed(self.mixes[-1], dice.checked_contribution(salt)) if salt else self.mixes[-1]
        plies = len(self.plies) + 1
        first = Entry(CHANCE, drawn(self.state, self.head.seed, self.id, plies, mix), salt)
        return [first, *self._chances(self._after(self.state, first), plies, mix, first)]

    def _chances(self, state: State, plies: int, mix: str, last: Entry | None) -> list[Entry]:
        made = []
        while state.turn == CHANCE and self._waits(state, last) is None:
            last = Entry(CHANCE, drawn(state, self.head.seed, self.id, plies + 1, mix))
            state = self._after(state, last)
            made.append(last)
            plies += 1
        return made

    def _after(self, state: State, entry: Entry) -> State:
        """The position after an entry, kept until it is added: a chain is played once."""
        state.legal()  # for both
        after = state.copy()
        after.play(entry.act)
        self._foreseen.append((entry, after))
        return after

    def undo(self, seat: int) -> Entry:
        """Take back the seat's last decision: not across chance, another's ply, or what it has let anybody learn."""
        if not self.plies or self.plies[-1].by != seat or seat == CHANCE:
            raise IllegalAction("nothing to take back: chance or another seat has acted since")
        if self._taught is None:
            self._taught = teaches(self._before_last_ply(), self.plies[-1].act)
        if self._taught:
            raise IllegalAction("nothing to take back: somebody has learned something from it")
        return Entry(seat, undo=len(self.plies) - 1)

    def _before_last_ply(self) -> State:
        if self.log[-1].undo < 0:
            return self.before
        before = self.game.new()
        for ply in self.plies[:-1]:
            before.play(ply.act)
        return before

    # What is told

    def heard(self, seat: int | None, since: int = 0) -> Iterator[Heard]:
        """The entries after the first so many, as a seat hears of them."""
        for past, before, entry in self.past(since):
            yield past.telling(seat, entry, before.tell(seat, entry.act) if entry.undo < 0 else "")

    def past(self, since: int = 0) -> Iterator[tuple[Table, State, Entry]]:
        """The table after each entry beyond the first so many, with the position before it, and the entry."""
        if since >= self.ply:
            return
        past = Table(self.id, self.head)
        past.seats = self.seats
        for entry in self.log:
            if past.ply < since:
                past._fold(entry)
            else:
                past.add(entry)
                yield past, past.before, entry

    def telling(self, seat: int | None, entry: Entry, told: str) -> Heard:
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
        )

    def actions(self, seat: int | None) -> list[str]:
        """What the seat may do now; nothing unless it is its turn."""
        return self.state.view(seat).actions() if seat is not None and seat == self.turn else []

    def seen(self, seat: int | None) -> dict[str, Any]:
        """The table as a seat may see it."""
        view, result = self.state.view(seat), self.state.result
        return {
            "game": self.game.id,
            "options": dict(self.game.options),
            "seats": [{"name": sitting.name, "kind": sitting.kind} for sitting in self.seats],
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
        if self.turn is not None:
            raise IllegalAction("the record is given out when the game is over")
        proof = {"table": self.id, "commitment": self.commitment, "seed": self.head.seed}
        lines = [header_line(self.game, [sitting.name for sitting in self.seats], dice=proof)]
        for number, ply in enumerate(self.plies, start=1):
            lines.append(ply_line(number, ply.by, ply.act, **({"salt": ply.salt} if ply.salt else {})))
        return "".join(lines)


def drawn(state: State, seed: str, table: str, ply: int, mix: str) -> str:
    """The outcome of chance at a table's ply."""
    weights = state.weights()
    return list(weights)[dice.outcome(seed, table, ply, mix, list(weights.values()))]


def teaches(state: State, act: str) -> bool:
    """Does anybody learn from this action: something new to see, or that it was possible at all?"""
    if type(state.rules).conceal is BaseRules.conceal:
        return False
    number, after, rng = state.game.numbers[act], state.copy(), Rng()
    after.play(act)
    rng.seed(0, 0)
    for seat in (*range(state.game.seats), NOBODY):
        known, learned = copied(state.rules), copied(after.rules)
        known.conceal(seat)
        learned.conceal(seat)
        for _ in range(WORLDS):
            world = copied(known)
            world.complete(rng)
            if number not in State(state.game, world).legal():
                return True
            world.apply(number)
            world.conceal(seat)
            if world.key() != learned.key():
                return True
    return False
