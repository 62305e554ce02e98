"""The public face of a game: `Game` (rules with chosen options), `State` (a position in play), `Result`."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from fabletop.engine import registry
from fabletop.engine.errors import IllegalAction, listed, quoted
from fabletop.engine.kinds import R
from fabletop.engine.record import Record
from fabletop.engine.rulebook import CHANCE, NOBODY, OVER, BaseRules
from fabletop.engine.spec import Spec, Value, shown
from fabletop.engine.view import View, scratch

T = TypeVar("T", bound=Record)


class Result(NamedTuple):
    """How a game ended.  Ranks are 1 for the best; ties share; a team wins or loses as a whole."""

    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...] | None


@cache
def _numbered(actions: tuple[str, ...]) -> dict[str, int]:
    return {action: number for number, action in enumerate(actions)}


class Game(Generic[R]):
    """A game with a number of seats and its options chosen.  Equal choices are equal games.

    The version says which defaults hold; two versions with the same options are the same game.
    """

    __slots__ = ("_new", "actions", "has_secrets", "id", "numbers", "options", "seats", "spec", "version")

    id: str
    spec: Spec
    seats: int
    version: int
    options: Mapping[str, Value]
    actions: tuple[str, ...]  # the text of each action that there is, by its number
    numbers: dict[str, int]  # and back
    has_secrets: bool  # is there anything that a seat may not know?

    def __init__(
        self,
        id: str,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        version: object = None,
    ) -> None:
        self.id = registry.known_id(id)
        self.spec = registry.spec_of(id)
        self.seats = self.spec.check_seats(self.spec.usual_seats if seats is None else seats)
        self.version = self.spec.version if version is None else self.spec.check_version(version)
        self.options = self.spec.check_options(self.seats, options or {}, self.version)
        module = registry.rules_of(id)
        self.actions = module.ACTIONS
        self.numbers = _numbered(self.actions)
        rules: Any = module.Rules()
        rules.seats = self.seats
        for name, value in self.options.items():
            setattr(rules, name, self.spec.option(name).code(value))
        rules.start()
        self._new = rules
        self.has_secrets = type(rules).conceal is not BaseRules.conceal

    def new(self) -> State[R]:
        """A game about to begin."""
        return State(self, self._new)

    def play(self, opponents: str | Sequence[str] = "fair", seed: int | None = None) -> Any:
        """Play it in a notebook, in the first seat, against computer players."""
        import importlib

        return importlib.import_module("fabletop.adapters.notebook").Play(self, opponents, seed)

    @property
    def words(self) -> tuple[str, ...]:
        """The earlier name of `actions`."""
        return self.actions

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.id, self.seats, self.options) == (other.id, other.seats, other.options)

    def __hash__(self) -> int:
        return hash((self.id, self.seats, *self.options.values()))

    def __deepcopy__(self, memo: object) -> Game:
        """A game never changes."""
        return self

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self.changed().items())
        version = "" if self.version == self.spec.version else f", version={self.version}"
        return f"fabletop.game({self.id!r}, seats={self.seats}{version}{chosen})"

    def changed(self) -> dict[str, Value]:
        """The options that differ from the defaults of the version."""
        usual = self.spec.defaults(self.version)
        return {name: value for name, value in self.options.items() if value != usual[name]}

    def described(self) -> str:
        """`mensch, 2 seats, track=32`: for headings and messages."""
        chosen = [f"{name}={shown(value)}" for name, value in self.changed().items()]
        version = [] if self.version == self.spec.version else [f"version {self.version}"]
        return ", ".join([self.id, f"{self.seats} seat{'s' * (self.seats != 1)}", *version, *chosen])


class State(Generic[R]):
    """A position in play.  `rules` is the record that the rules work on; screens and players get a `view`."""

    __slots__ = ("_legal", "_weights", "game", "rules")

    def __init__(self, game: Game[R], rules: R) -> None:
        self.game = game
        self.rules = copied(rules)
        self._legal: tuple[int, ...] | None = None
        self._weights: tuple[int, ...] = ()  # of the legal actions, where they differ

    @property
    def turn(self) -> int | None:
        """The seat to act, CHANCE, or None when the game is over."""
        seat: int = self.rules.to_move()
        return None if seat == OVER else seat

    @property
    def acting(self) -> int | None:
        """The seat that acts or for whom chance acts; None: nobody, or the game is over."""
        return acting_in(self.rules)

    def legal(self) -> tuple[int, ...]:
        """The numbers of the legal actions, ascending; none when the game is over."""
        if self._legal is None:
            if self.rules.to_move() == OVER:
                self._legal = ()
            else:
                moves = scratch.moves
                moves.n = moves.total = 0
                self.rules.legal(moves)
                self._legal = tuple(moves.room[: moves.n])
                self._weights = tuple(moves.weights[: moves.n]) if moves.total else ()
        return self._legal

    def actions(self) -> list[str]:
        """The texts of the legal actions in a fixed order: chance's outcomes when chance is to act."""
        texts = self.game.actions
        return [texts[action] for action in self.legal()]

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
        reason = self.why_not(action) if isinstance(action, str) else ""
        why = f" ({reason.rstrip('.')})" if reason else ""
        return f"{quoted(action)} is not legal now{why}; legal: {listed(self.actions())}"

    def why_not(self, action: str) -> str:
        """Why the seat to act cannot do that, in one sentence; empty where there is nothing more to say."""
        return "" if self.turn in (None, CHANCE) else self.view(self.turn).why_not(action)

    @property
    def result(self) -> Result | None:
        """None while the game is on."""
        if self.rules.to_move() != OVER:
            return None
        return outcome(self.game, self.rules)

    def view(self, seat: int | None) -> View[R]:
        """What a seat may know; None: a spectator.  The only way to a screen, a log or a player.

        When the game is over everything is turned up, as at any table.
        """
        seat = self._observer(seat)
        known = copied(self.rules)
        if self.turn is not None:
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
        texts = self.actions()
        if not self._weights:
            return dict.fromkeys(texts, 1)
        divisor = math.gcd(*self._weights)
        return {text: weight // divisor for text, weight in zip(texts, self._weights, strict=True)}

    def copy(self) -> State[R]:
        twin = State(self.game, self.rules)
        twin._legal, twin._weights = self._legal, self._weights
        return twin

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game == other.game and bool(self.rules == other.rules)

    def __hash__(self) -> int:
        return hash(self.rules)

    def __repr__(self) -> str:
        return f"<State of {self.game.described()}: turn {self.turn}>"


def acting_in(rules: BaseRules) -> int | None:
    """The seat that acts in a position or for whom chance acts; None: nobody."""
    turn = rules.to_move()
    seat = rules.acting() if turn == CHANCE else turn
    return seat if seat >= 0 else None


def copied(rules: T) -> T:
    """A second record like this one, independent of it."""
    twin = object.__new__(type(rules))
    twin.become(rules)
    return twin


def chances(game: Game, rules: BaseRules) -> dict[str, Fraction]:
    """The odds of chance's outcomes in a position where it is to act."""
    found = _weighed(game, rules)
    total = sum(found.values())
    return {text: Fraction(weight, total) for text, weight in found.items()}


def _weighed(game: Game, rules: BaseRules) -> dict[str, int]:
    """Chance's outcomes with the weights that the rules give them; 1 for each where all are alike."""
    moves = scratch.moves
    moves.clear()
    rules.legal(moves)
    weights = moves.weights[: moves.n] if moves.total else [1] * moves.n
    return {game.actions[action]: weight for action, weight in zip(moves.room[: moves.n], weights, strict=True)}


def outcome(game: Game, rules: BaseRules) -> Result:
    """The result of a finished game."""
    places = [rules.rank(seat) for seat in range(game.seats)]
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    best = min(places)
    ranks = tuple(place - best + 1 for place in places)
    scores = tuple(rules.score(seat) for seat in range(game.seats)) if game.spec.scored else None
    return Result(winners, ranks, scores)
