"""PettingZoo: every game as an AEC environment.

>>> from fabletop.adapters.pettingzoo import env
>>> duck = env("duck", seats=2)
>>> cinderella = env("cinderella", seats=3, history=32)  # with the last plies, as each seat heard of them
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from fabletop.batches.task import Course, Task, rewards
from fabletop.engine.errors import BadOption, IllegalAction, quoted
from fabletop.engine.game import Game, State


def env(
    game: str | Game, seats: int | None = None, render_mode: str | None = None, history: int = 0, **options: Any
) -> AECEnv:
    """A game; observations are {"observation": numbers, "action_mask": 0 and 1}, rewards come at the end.

    As in PettingZoo's own games, whoever plays what is not legal ends the game and loses; `raw_env` raises an error.
    """
    made = wrappers.TerminateIllegalWrapper(raw_env(game, seats, render_mode, history, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 (PettingZoo's name)
    """The environment itself: an illegal action raises an error that lists what is legal."""

    metadata = {"render_modes": ["ansi", "svg"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        render_mode: str | None = None,
        history: int = 0,
        **options: Any,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi", "svg"):
            raise BadOption(f"render_mode is ansi or svg, not {quoted(render_mode)}")
        self.game = game if isinstance(game, Game) else Game(game, seats, options)
        self.task = Task(self.game, history=history)
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": f"fabletop_{self.game.id}_v0"}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        low, high = (np.array([getattr(n, end) for n in self.task.numbers], self.task.kind) for end in ("low", "high"))
        actions = len(self.task.actions)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=self.task.kind),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._dice = random.Random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._dice = random.Random(seed)
        self._course = Course(self.task, self._dice)
        self._plies = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_act()

    @property
    def state_(self) -> State:
        return self._course.state

    def _to_act(self) -> str:
        return self.possible_agents[self.state_.turn or 0]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        return {
            "observation": self.task.observation(self.state_, seat, self._course.past[seat]),
            "action_mask": self.task.mask(self.state_, seat),
        }

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        text = self.task.text(action)
        self._cumulative_rewards[agent] = 0.0
        self._course.play(text)
        self._plies += 1
        if self.state_.turn is None:
            self.rewards = dict(zip(self.possible_agents, rewards(self.state_), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._plies >= self.game.spec.most_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self._to_act()
        self._accumulate_rewards()

    def render(self) -> str | None:
        if self.render_mode == "svg":
            return self.state_.view(None).svg()
        return self.state_.view(None).text() if self.render_mode else None

    def close(self) -> None:
        """Nothing is open."""


class parallel_env(ParallelEnv):  # type: ignore[misc]  # noqa: N801 (PettingZoo's name)
    """The same for libraries that ask all seats in every step: whoever is not to act has an empty mask, and may answer
    whatever it likes.  An illegal action of the seat to act raises an error that lists what is legal."""

    def __init__(self, game: str | Game, seats: int | None = None, **how: Any) -> None:
        self.turns = raw_env(game, seats, **how)
        self.metadata, self.render_mode = self.turns.metadata, self.turns.render_mode
        self.possible_agents = self.turns.possible_agents
        self.observation_space, self.action_space = self.turns.observation_space, self.turns.action_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        self.turns.reset(seed, options)
        self.agents = self.possible_agents[:]
        return self._seen(), self.turns.infos

    def step(self, actions: dict[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        acting = self.turns.agent_selection
        if acting not in actions:
            raise IllegalAction(f"{acting} is to act, and its action is missing")
        self.turns.step(actions[acting])
        ended, cut = self.turns.terminations, self.turns.truncations
        self.agents = [agent for agent in self.agents if not (ended[agent] or cut[agent])]
        return self._seen(), self.turns.rewards, ended, cut, self.turns.infos

    def _seen(self) -> dict[str, Any]:
        return {agent: self.turns.observe(agent) for agent in self.possible_agents}

    def render(self) -> str | None:
        return self.turns.render()

    def close(self) -> None:
        """Nothing is open."""
