"""What a game's spec.py declares: its name, its seats, its options, the version of its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from fabletop.engine.errors import BadOption, listed, quoted

Value: TypeAlias = bool | int | str

MOST_SEATS = 6  # each has a colour and a shape of its own


def shown(value: Value) -> str:
    """A value as it is typed on the command line."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule or variant: its values, the one that holds unless another is chosen, and what it does."""

    name: str
    values: tuple[Value, ...]
    default: Value
    help: str
    kept: bool = False  # only for the records of an earlier version: accepted, but not offered

    def check(self, value: object) -> Value:
        """The value itself, if it is one of ours: True is not 1 here, and '40' is not 40."""
        for own in self.values:
            if type(own) is type(value) and own == value:
                return own
        raise self._bad(value)

    def parse(self, text: str) -> Value:
        """A value as typed: on, off, 40, classic."""
        for own in self.values:
            if shown(own) == text.strip().lower() or shown(own) == text.strip():
                return own
        raise self._bad(text)

    def _bad(self, value: object) -> BadOption:
        return BadOption(
            "option {name}: {value} is not one of {allowed}",
            name=self.name,
            value=quoted(value),
            allowed=self.domain(),
        )

    def domain(self) -> str:
        if len(self.values) > 4 and all(type(value) is int for value in self.values):
            return f"{self.values[0]} to {self.values[-1]}"
        return listed(map(shown, self.values))

    def code(self, value: Value) -> int:
        """The integer that stands for the value in the rules' field of this name."""
        return value if isinstance(value, int) else self.values.index(value)


def choice(name: str, *values: Value, default: Value | None = None, help: str) -> Option:
    """One of several values; the first is the default unless another is named."""
    return Option(name, values, values[0] if default is None else default, help)


def switch(name: str, help: str) -> Option:
    """A house rule that is off unless it is switched on."""
    return Option(name, (False, True), False, help)


def first_word(act: str) -> str:
    """What kind of action this is: `roll` of `roll 6`."""
    return act.partition(" ")[0]


def kept(name: str, help: str) -> Option:
    """How an earlier version read a rule: its records and tables need it, a new table is not asked for it."""
    return Option(name, (False, True), False, help, kept=True)


def no_clash(seats: int, options: Mapping[str, Value]) -> BadOption | None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """A game as its players know it.  The id is the name of its folder."""

    title: str
    summary: str  # one line for the list of games
    neutral: str = ""  # a name for environments, where the title is somebody's trademark
    version: int  # a version is a set of defaults; records and tables carry its number
    begins: str = ""  # by the custom of the game, who begins: "The youngest player begins."
    seats: tuple[int, int]  # fewest, most
    usual_seats: int
    options: tuple[Option, ...] = ()
    variant: str = ""  # the option that makes another game of it: checks try every other option with each of its values
    scored: bool = False  # results have scores
    together: bool = False  # all win or lose as one
    most_plies: int = 100_000  # no game is longer under random play
    throws: tuple[str, ...] = ()  # first words of what chance does by a player's hand: at a table she presses for it
    draws: tuple[str, ...] = ()  # first words of what chance does by itself: cards dealt and drawn, tiles laid
    wishes: tuple[str, ...] = ()  # first words of decisions that are themselves a wish to throw: no second press
    one_throw: bool = False  # what a seat throws without a decision between is one throw of several dice: one press
    fleeting: bool = False  # remembering is the game: a table's log begins anew with every throw
    earlier: Mapping[int, Mapping[str, Value]] = field(default_factory=dict)  # version: defaults the next one changed
    clash: Callable[[int, Mapping[str, Value]], BadOption | None] = no_clash  # why options do not go together

    def is_throw(self, act: str) -> bool:
        """Does a player do by hand what chance decides here?"""
        return first_word(act) in self.throws

    def is_wish(self, act: str) -> bool:
        """Is this decision a wish to throw?"""
        return first_word(act) in self.wishes

    def is_chance(self, act: str) -> bool:
        """Is this the text of an outcome of chance, and never of a seat's decision?"""
        return first_word(act) in self.throws + self.draws

    def check_seats(self, seats: object) -> int:
        low, high = self.seats
        if type(seats) is int and low <= seats <= high:
            return seats
        if low < high:
            raise BadOption(
                "{game} has {low} to {high} seats, not {seats}",
                game=self.title,
                low=low,
                high=high,
                seats=quoted(seats),
            )
        raise BadOption("{game} has exactly {low} seats, not {seats}", game=self.title, low=low, seats=quoted(seats))

    def option(self, name: str) -> Option:
        for option in self.options:
            if option.name == name:
                return option
        known = listed((option.name for option in self.options), most=30)
        raise BadOption(
            "{game} has no option {name}; its options: {known}", game=self.title, name=quoted(name), known=known
        )

    @property
    def offered(self) -> tuple[Option, ...]:
        """The options that a new table may choose."""
        return tuple(option for option in self.options if not option.kept)

    def check_version(self, version: object) -> int:
        if type(version) is int and 1 <= version <= self.version:
            return version
        known = listed(map(str, range(1, self.version + 1)))
        if type(version) is int and version > self.version:
            raise BadOption(
                "version {version} of the rules of {game} is newer than this program; known: {known}",
                version=version,
                game=self.title,
                known=known,
            )
        raise BadOption(
            "unknown version {version} of the rules of {game}; known: {known}",
            version=quoted(version),
            game=self.title,
            known=known,
        )

    def defaults(self, version: int) -> dict[str, Value]:
        """What holds in a version unless something else is chosen."""
        found = {option.name: option.default for option in self.options}
        for past in range(self.version - 1, version - 1, -1):
            found |= self.earlier.get(past, {})
        return found

    def check_options(self, seats: int, given: Mapping[str, object], version: int | None = None) -> dict[str, Value]:
        """All options with their values, in the order of the spec; those not given have their version's default."""
        chosen = {name: self.option(name).check(value) for name, value in given.items()}
        full = {**self.defaults(version or self.version), **chosen}
        clash = self.clash(seats, full)
        if clash:
            raise clash
        return full
