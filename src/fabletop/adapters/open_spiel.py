"""OpenSpiel: every game for its algorithms.

>>> import pyspiel, fabletop.adapters.open_spiel as fabletop_games
>>> fabletop_games.register()
>>> game = pyspiel.load_game("fabletop_duck(seats=2)")
>>> game = pyspiel.load_game("fabletop_maumau(seats=2,history=16)")  # the last plies in the information-state tensor
>>> end = pyspiel.load_game("fabletop_duck", {"seats": 2, "start": "roll 6; roll 3"})  # what is left after these plies
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from fabletop.batches.task import Task, rewards
from fabletop.compiler.batching import UNSEEN
from fabletop.engine import registry
from fabletop.engine.errors import FabletopError, IllegalAction
from fabletop.engine.game import Game, State
from fabletop.engine.rulebook import CHANCE, Rng

WORD = 1 << 32
MOST_POINTS = 10_000.0  # more than any game gives to a player alone


def register() -> None:
    """Make all games known to pyspiel.load_game: by the game's id, and by a neutral name where the title is one's
    trademark."""
    known = set(pyspiel.registered_names())
    for id in registry.game_ids():
        neutral = registry.spec_of(id).neutral.lower().replace(" ", "_")
        for name in dict.fromkeys((f"fabletop_{id}", f"fabletop_{neutral or id}")):
            if name not in known:
                kind = _type(id, name)
                # a class, as OpenSpiel's own games: its registry outlives Python, and must not hold the last reference
                pyspiel.register_game(kind, type(name, (SpielGame,), {"id": id, "kind": kind}))


def _type(id: str, name: str, *, zero_sum: bool = False) -> Any:
    spec = registry.spec_of(id)
    low, high = spec.seats
    secrets = Game(id).has_secrets
    usual: dict[str, Any] = {"seats": spec.usual_seats, "history": 0, "start": ""} | {
        o.name: o.default for o in spec.options
    }
    information, utility = pyspiel.GameType.Information, pyspiel.GameType.Utility
    chance = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=name,
        long_name=spec.neutral or spec.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if spec.throws or spec.draws else chance.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if secrets else information.PERFECT_INFORMATION,
        utility=utility.ZERO_SUM if zero_sum else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=usual,
    )


class Told:
    """A position, and what each seat was told on the way there."""

    def __init__(self, game: Game, most: int) -> None:
        self.now, self.most = game.new(), most
        self.heard: list[list[str]] = [[] for _ in range(game.seats)]  # ply by ply
        self.past: list[list[tuple[int, int]]] = [[] for _ in range(game.seats)]  # the last of it, as numbers

    def play(self, text: str) -> None:
        by = CHANCE if self.now.turn is None else self.now.turn
        words = [self.now.tell(seat, text) for seat in range(len(self.heard))]
        self.now.play(text)
        action = self.now.game.numbers[text]
        for seat, told in enumerate(words):
            self.heard[seat].append(f"{'c' if by == CHANCE else by} {told}")
            if self.most:
                self.past[seat] = [(by, action if told == text else UNSEEN), *self.past[seat]][: self.most]

    def copy(self) -> Told:
        twin = Told(self.now.game, self.most)
        twin.now, twin.heard, twin.past = self.now.copy(), [[*row] for row in self.heard], [*self.past]
        return twin

    def __deepcopy__(self, memo: object) -> Told:
        return self.copy()


class SharedGame:
    """What all states of a game share: OpenSpiel copies states attribute by attribute, and this stays one thing."""

    def __init__(self, id: str, params: dict[str, Any]) -> None:
        spec = registry.spec_of(id)
        given = {name: value for name, value in params.items() if name not in ("seats", "history", "start")}
        self.game = Game(id, params.get("seats", spec.usual_seats), given)
        self.history = params.get("history", 0)
        self.first = Told(self.game, self.history)
        for text in filter(None, map(str.strip, params.get("start", "").split(";"))):
            self.first.play(text)
        self.task = Task(self.game, explicit=True)
        self.recall = Task(self.game, explicit=True, history=self.history)
        self.alone = self.game.seats == 1 and spec.scored  # then the score is what counts
        self.zero_sum = self.game.seats > 1 and not spec.together

    def __deepcopy__(self, memo: object) -> SharedGame:
        return self


@lru_cache(maxsize=64, typed=True)  # whoever reads a stored state loads its game again
def _shared(id: str, params: tuple[tuple[str, Any], ...]) -> SharedGame:
    return SharedGame(id, dict(params))


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    id: str
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params, spec = params or {}, registry.spec_of(self.id)
        try:
            self.shared = shared = _shared(self.id, tuple(sorted(params.items())))
        except FabletopError as error:
            raise pyspiel.SpielError(str(error)) from None
        chances = [a for a, text in enumerate(shared.game.actions) if spec.is_chance(text)]
        info = pyspiel.GameInfo(
            num_distinct_actions=len(shared.game.actions),
            max_chance_outcomes=max(chances, default=-1) + 1,
            num_players=shared.game.seats,
            min_utility=0.0 if shared.alone else -1.0,
            max_utility=MOST_POINTS if shared.alone else 1.0,
            utility_sum=0.0 if shared.zero_sum else None,
            max_game_length=spec.most_plies,
        )
        super().__init__(_type(self.id, self.kind.short_name, zero_sum=shared.zero_sum), info, params)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self, iig_obs_type)

    def observation_tensor_shape(self) -> list[int]:
        return [len(self.shared.task.encoding)]

    def information_state_tensor_shape(self) -> list[int]:
        return [len(self.shared.recall.encoding)]


class SpielState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.shared = game.shared
        self.told = self.shared.first.copy()

    @property
    def now(self) -> State:
        return self.told.now

    def current_player(self) -> int:
        turn = self.now.turn
        if turn is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if turn == CHANCE else turn

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.now.legal()) if player == self.now.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights, numbers = self.now.weights(), self.now.game.numbers
        total = sum(weights.values())
        return [(numbers[text], weight / total) for text, weight in weights.items()]

    def _apply_action(self, action: int) -> None:
        known = self.now.game.actions
        if action >= len(known):
            raise IllegalAction(f"{action} is no action; they are the numbers 0 to {len(known) - 1}")
        self.told.play(known[action])

    def _action_to_string(self, player: int, action: int) -> str:
        return self.now.game.actions[action]

    def is_terminal(self) -> bool:
        return self.now.turn is None

    def returns(self) -> list[float]:
        """As for all learners: 1 to -1 by places; for a player alone in a game with points, the points."""
        if self.shared.alone:
            result = self.now.result
            return [float(result.scores[0]) if result and result.scores else 0.0]
        return rewards(self.now)

    def information_state_string(self, player: int | None = None) -> str:
        """Everything that the seat has been told, from the first ply on."""
        return "; ".join(self.told.heard[self._seat(player)])

    def observation_string(self, player: int | None = None) -> str:
        """What the seat knows of the position."""
        return " ".join(str(int(n)) for n in self.now.view(self._seat(player)).position.key())

    def observation_tensor(self, player: int | None = None) -> list[float]:
        seat = self._seat(player)
        return [float(x) for x in self.shared.task.features(self.now, seat)]

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """The same, and with `history` the last plies as the seat heard of them: memory games need it."""
        return [float(x) for x in self.recalled(self._seat(player))]

    def recalled(self, seat: int) -> Any:
        return self.shared.recall.features(self.now, seat, self.told.past[seat])

    def _seat(self, player: int | None) -> int:
        return max(self.current_player(), 0) if player is None else player

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Another world that the seat cannot tell from this one; what the others have heard stays what it was."""
        rng = Rng()
        rng.seed(math.floor(sampler() * WORD) << 32 | math.floor(sampler() * WORD), 0)
        world = self.now.view(player).position
        world.complete(rng)
        twin: SpielState = self.clone()
        twin.told.now = State(self.now.game, world)
        return twin

    def __str__(self) -> str:
        return " ".join(str(int(n)) for n in self.now.rules.key())


class Observer:
    """OpenSpiel's interface for observations."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        self.game, self.recall = game, kind is not None and kind.perfect_recall
        self.task = game.shared.recall if self.recall else game.shared.task
        self.tensor = np.zeros(len(self.task.encoding), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = state.recalled(player) if self.recall else self.task.features(state.now, player)

    def string_from(self, state: SpielState, player: int) -> str:
        return state.information_state_string(player) if self.recall else state.observation_string(player)
