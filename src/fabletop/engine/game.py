"""The public face of a game: `Game` (rules with chosen options), `State` (a position in play), `Result`."""

from __future__ import annotations

import math
import threading
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from fabletop.engine import registry
from fabletop.engine.errors import IllegalAction, listed, quoted
from fabletop.engine.rulebook import CHANCE, NOBODY, OVER, BaseRules, Moves
from fabletop.engine.spec import Spec, Value, shown
from fabletop.engine.view import View


class Result(NamedTuple):
    """How a game ended.  Ranks are 1 for the best; ties share; a team wins or loses as a whole."""

    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...] | None


class _Scratch(threading.local):
    """One move buffer for each thread: a fresh one for every position would cost more than the rules."""

    def __init__(self) -> None:
        self.moves = Moves()


_scratch = _Scratch()


@cache
def _numbered(words: tuple[str, ...]) -> dict[str, int]:
    numbers = {word: number for number, word in enumerate(words)}
    if len(numbers) != len(words):
        raise ValueError("two actions of a game have the same text")
    return numbers


class Game:
    """A game with a number of seats and its options chosen.  Equal choices are equal games."""

    __slots__ = ("_new", "id", "numbers", "options", "seats", "spec", "words")

    id: str
    spec: Spec
    seats: int
    options: Mapping[str, Value]
    words: tuple[str, ...]  # the text of each action
    numbers: dict[str, int]  # and back

    def __init__(self, id: str, seats: int | None = None, options: Mapping[str, object] | None = None) -> None:
        self.id = registry.known_id(id)
        self.spec = registry.spec_of(id)
        self.seats = self.spec.check_seats(self.spec.usual_seats if seats is None else seats)
        self.options = self.spec.check_options(self.seats, options or {})
        module = registry.rules_of(id)
        self.words = module.ACTIONS
        self.numbers = _numbered(self.words)
        rules: Any = module.Rules()
        rules.seats = self.seats
        for name, value in self.options.items():
            setattr(rules, name, self.spec.option(name).code(value))
        rules.start()
        self._new = rules

    def new(self) -> State:
        """A game about to begin."""
        return State(self, self._new)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.id, self.seats, self.options) == (other.id, other.seats, other.options)

    def __hash__(self) -> int:
        return hash((self.id, self.seats, *self.options.values()))

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self.changed().items())
        return f"fabletop.game({self.id!r}, seats={self.seats}{chosen})"

    def changed(self) -> dict[str, Value]:
        """The options that differ from the default."""
        return {o.name: self.options[o.name] for o in self.spec.options if self.options[o.name] != o.default}

    def described(self) -> str:
        """`mensch, 2 seats, track=32`: for headings and messages."""
        chosen = [f"{name}={shown(value)}" for name, value in self.changed().items()]
        return ", ".join([self.id, f"{self.seats} seat{'s' * (self.seats != 1)}", *chosen])


class State:
    """A position in play.  `rules` is the record that the rules work on; screens and players get a `view`."""

    __slots__ = ("_legal", "game", "rules")

    def __init__(self, game: Game, rules: BaseRules) -> None:
        self.game = game
        self.rules: Any = copied(rules)
        self._legal: tuple[int, ...] | None = None

    @property
    def turn(self) -> int | None:
        """The seat to act, CHANCE, or None when the game is over."""
        seat: int = self.rules.to_move()
        return None if seat == OVER else seat

    def legal(self) -> tuple[int, ...]:
        """The numbers of the legal actions, ascending; none when the game is over."""
        if self._legal is None:
            if self.rules.to_move() == OVER:
                self._legal = ()
            else:
                moves = _scratch.moves
                moves.n = moves.total = 0
                self.rules.legal(moves)
                self._legal = tuple(moves.room[: moves.n])
        return self._legal

    def actions(self) -> list[str]:
        """The texts of the legal actions in a fixed order: chance's outcomes when chance is to act."""
        words = self.game.words
        return [words[action] for action in self.legal()]

    def odds(self) -> dict[str, Fraction]:
        """The exact odds of each outcome when chance is to act; empty otherwise."""
        if self.rules.to_move() != CHANCE:
            return {}
        return chances(self.game, self.rules)

    def play(self, action: str) -> None:
        """Carry out a legal action; anything else leaves the state untouched."""
        number = self.game.numbers.get(action) if isinstance(action, str) else None
        if number is None or number not in self.legal():
            raise IllegalAction(self._refusal(action))
        self.rules.apply(number)
        self._legal = None

    def _refusal(self, action: object) -> str:
        if self.turn is None:
            return f"{quoted(action)} is not possible: the game is over"
        return f"{quoted(action)} is not legal now; legal: {listed(self.actions())}"

    @property
    def result(self) -> Result | None:
        """None while the game is on."""
        if self.rules.to_move() != OVER:
            return None
        return outcome(self.game, self.rules)

    def view(self, seat: int | None) -> View:
        """What a seat may know; None: a spectator.  The only way to a screen, a log or a player."""
        seat = self._observer(seat)
        known = copied(self.rules)
        known.conceal(seat)
        return View(self.game, None if seat == NOBODY else seat, known)

    def tell(self, seat: int | None, action: str) -> str:
        """The text of a legal action as a seat (None: a spectator) hears of it: `card ?` for a secret one."""
        number = self.game.numbers.get(action)
        if number is None or number not in self.legal():
            raise IllegalAction(self._refusal(action))
        if self.rules.knows(self._observer(seat), number):
            return action
        return action.partition(" ")[0] + " ?"

    def _observer(self, seat: int | None) -> int:
        if seat is None:
            return NOBODY
        if type(seat) is int and 0 <= seat < self.game.seats:
            return seat
        raise IllegalAction(f"there is no seat {quoted(seat)}; the seats are 0 to {self.game.seats - 1}")

    def weights(self) -> dict[str, int]:
        """The odds as whole numbers without a common divisor, when chance is to act; empty otherwise."""
        if self.rules.to_move() != CHANCE:
            return {}
        moves = _scratch.moves
        moves.clear()
        self.rules.legal(moves)
        found = moves.weights[: moves.n] if moves.total else [1] * moves.n
        divisor = math.gcd(*found)
        words = self.game.words
        return {words[action]: weight // divisor for action, weight in zip(moves.room[: moves.n], found, strict=True)}

    def copy(self) -> State:
        twin = State(self.game, self.rules)
        twin._legal = self._legal
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game == other.game and bool(self.rules == other.rules)

    def __hash__(self) -> int:
        return hash(self.rules)

    def __repr__(self) -> str:
        return f"<State of {self.game.described()}: turn {self.turn}>"


def copied(rules: Any) -> Any:
    """A second record like this one, independent of it."""
    twin = object.__new__(type(rules))
    twin.become(rules)
    return twin


def chances(game: Game, rules: BaseRules) -> dict[str, Fraction]:
    """The odds of chance's outcomes in a position where it is to act."""
    moves = _scratch.moves
    moves.clear()
    rules.legal(moves)
    if moves.total == 0:
        return {game.words[action]: Fraction(1, moves.n) for action in moves.room[: moves.n]}
    return {
        game.words[action]: Fraction(weight, moves.total)
        for action, weight in zip(moves.room[: moves.n], moves.weights, strict=False)
    }


def outcome(game: Game, rules: BaseRules) -> Result:
    """The result of a finished game."""
    places = [rules.rank(seat) for seat in range(game.seats)]
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    best = min(places)
    ranks = tuple(place - best + 1 for place in places)
    scores = tuple(rules.score(seat) for seat in range(game.seats)) if game.spec.scored else None
    return Result(winners, ranks, scores)
