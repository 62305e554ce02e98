"""One game as a task for a learner: which actions a seat has, and what it is told.  Adapters are written over this."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from typing import Any, TypeGuard

import numpy as np

from fabletop.batches.observations import Encoding, kind_of, numbers
from fabletop.compiler.batching import UNSEEN
from fabletop.engine.errors import BadOption, IllegalAction, quoted
from fabletop.engine.game import Game, State
from fabletop.engine.rulebook import CHANCE

MOST_PAST = 256  # plies that a history remembers
TRIED, LOOKED_AT = 20, 500  # games and plies in each, to see whether anybody ever decides


class Task:
    """The numbering of a game's decisions and its observations.  Chance's outcomes have no number, unless asked for."""

    def __init__(self, game: Game, *, explicit: bool = False, history: int = 0) -> None:
        history = whole("history", history, 0, MOST_PAST)
        if nobody_decides(game):
            raise BadOption(f"in {game.described()} nobody ever decides: there is nothing to learn")
        self.game, self.history = game, history
        self.action_of = np.array(
            [a for a, text in enumerate(game.actions) if explicit or not game.spec.is_chance(text)], np.int16
        )
        self.number_of = np.full(len(game.actions), -1, np.int16)
        self.number_of[self.action_of] = np.arange(len(self.action_of))
        self.actions = tuple(game.actions[a] for a in self.action_of)
        self.numbers = numbers(game, history)
        self.kind = kind_of(game, history)

    def number(self, text: str) -> int:
        """The number of an action."""
        found = self.game.numbers.get(text)
        if found is None or self.number_of[found] < 0:
            raise IllegalAction(f"{quoted(text)} is no action of a seat in {self.game.id}")
        return int(self.number_of[found])

    def text(self, number: object) -> str:
        """The text of an action."""
        if isinstance(number, np.ndarray) and number.ndim == 0:
            number = number[()]
        if not is_integer(number) or not 0 <= number < len(self.actions):
            raise IllegalAction(f"{quoted(number)} is no action; they are the numbers 0 to {len(self.actions) - 1}")
        return str(self.actions[int(number)])

    def observation(self, state: State, seat: int | None, past: Sequence[tuple[int, int]] = ()) -> Any:
        """What the seat knows, number by number; then the past: who and what (or UNSEEN), the newest ply first."""
        heard = [*past, *([(UNSEEN, UNSEEN)] * (self.history - len(past)))]
        return np.array([*state.view(seat).position.key(), *(n for ply in heard for n in ply)], self.kind)

    def mask(self, state: State, seat: int) -> Any:
        """1 for what the seat may do now."""
        mask = np.zeros(len(self.actions), np.int8)
        if state.turn == seat:
            mask[[self.number_of[a] for a in state.legal()]] = 1
        return mask

    @cached_property
    def encoding(self) -> Encoding:
        return Encoding(self.game, self.history)

    def features(self, state: State, seat: int, past: Sequence[tuple[int, int]] = ()) -> Any:
        """What the seat knows as numbers between 0 and 1, own things first."""
        return self.encoding.encoded(self.observation(state, seat, past), seat)


def is_integer(value: object) -> TypeGuard[int]:
    """Of Python's kind or NumPy's; true and false are none."""
    return type(value) is int or isinstance(value, np.integer)


def whole(name: str, value: object, low: int, high: int) -> int:
    """A whole number between these."""
    if is_integer(value) and low <= value <= high:
        return int(value)
    raise BadOption(f"{name} must be a whole number from {low} to {high}, not {quoted(value)}")


def rewards(state: State) -> list[float]:
    """1 for beating everybody, -1 for being beaten by all; a team wins or loses as one; 0 before the end."""
    result = state.result
    if result is None:
        return [0.0] * state.game.seats
    ranks, n = result.ranks, state.game.seats
    if not result.winners:
        return [-1.0] * n
    if n == 1:
        return [1.0]
    return [
        sum((other > mine) - (other < mine) for k, other in enumerate(ranks) if k != seat) / (n - 1)
        for seat, mine in enumerate(ranks)
    ]


class Course:
    """A game as it goes; where the task has a history, what each seat has heard of the last plies is remembered."""

    def __init__(self, task: Task, dice: random.Random) -> None:
        self.task, self.dice, self.state = task, dice, task.game.new()
        self.past: list[list[tuple[int, int]]] = [[] for _ in range(task.game.seats)]
        self.chance()

    def play(self, text: str) -> None:
        """An action, and what chance does until a seat is to decide or the game is over."""
        self.ply(text)
        self.chance()

    def chance(self) -> None:
        while self.state.turn == CHANCE:
            weights = self.state.weights()
            self.ply(self.dice.choices(list(weights), list(weights.values()))[0])

    def ply(self, text: str) -> None:
        """An action alone."""
        state, most = self.state, self.task.history
        by = CHANCE if state.turn is None else state.turn
        if most:
            for seat, past in enumerate(self.past):
                heard = state.game.numbers[text] if state.tell(seat, text) == text else UNSEEN
                self.past[seat] = [(by, heard), *past][:most]
        state.play(text)


def nobody_decides(game: Game) -> bool:
    """Is it all chance?  A few games at random show it."""
    dice = random.Random(0)
    for _ in range(TRIED):
        state = game.new()
        for _ in range(LOOKED_AT):
            if state.turn is None:
                break
            if state.turn != CHANCE and len(state.legal()) > 1:
                return False
            state.play(dice.choice(state.actions()))
    return True
