"""Gymnasium: one seat learns, opponents sit in the others.  Importing this registers the environments.

>>> import gymnasium, fabletop.adapters.gymnasium
>>> env = gymnasium.make("fabletop/Duck-v0", seats=2, opponents="random")
>>> many = gymnasium.make_vec("fabletop/Duck-v0", num_envs=1024)
"""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from fabletop.batches.batch import Batch, batch
from fabletop.batches.guests import Opponent, guests_of
from fabletop.batches.task import Course, Task, rewards
from fabletop.engine import registry
from fabletop.engine.errors import BadOption, IllegalAction, quoted
from fabletop.engine.game import Game, State
from fabletop.players.registry import Player, bot

MODES = {
    "next_step": AutoresetMode.NEXT_STEP,
    "same_step": AutoresetMode.SAME_STEP,
    "disabled": AutoresetMode.DISABLED,
}


def _space(task: Task) -> spaces.Box:
    return spaces.Box(0.0, 1.0, (len(task.encoding),), np.float32)


class FabletopEnv(gymnasium.Env[Any, Any]):
    """The first seat without an opponent learns.  Observations are features between 0 and 1; what is legal is in
    `info["action_mask"]` and, as mask-aware learners ask for it, `action_masks()`.

    An illegal action ends the game with -1 and `info["illegal"]` says why; with `illegal="raise"` it is an error.
    """

    metadata = {"render_modes": ["ansi", "svg"]}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        opponents: Opponent | dict[int, Opponent] = "random",
        score: bool = False,
        illegal: str = "lose",
        render_mode: str | None = None,
        history: int = 0,
        **options: Any,
    ) -> None:
        if illegal not in ("lose", "raise"):
            raise BadOption(f"illegal is lose or raise, not {quoted(illegal)}")
        self.illegal = illegal
        self.game = Game(game, seats, options)
        self.task = Task(self.game, history=history)
        self.guests = guests_of(self.game, opponents)
        left = [seat for seat in range(self.game.seats) if seat not in self.guests]
        if len(left) != 1:
            raise BadOption(f"one seat learns, not {len(left)}: give opponents for the others")
        if score and not self.game.spec.scored:
            raise BadOption(f"{game} has no score to be the reward")
        if render_mode not in (None, "ansi", "svg"):
            raise BadOption(f"render_mode is ansi or svg, not {quoted(render_mode)}")
        self.seat, self.score, self.render_mode = left[0], score, render_mode
        self.observation_space = _space(self.task)
        self.action_space = spaces.Discrete(len(self.task.actions))
        self._players: dict[int, Player] = {}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self._dice = random.Random(int(self.np_random.integers(1 << 62)))
        self._plies = 0
        self._begin()
        while self.state.turn is None:  # lost before the learner had to decide: nothing to learn from
            self._begin()
        return self._seen()

    def _begin(self) -> None:
        for seat, guest in sorted(self.guests.items()):
            made = bot(self.game.id, guest, self._dice.getrandbits(32)) if isinstance(guest, str) else guest()
            self._players[seat] = made
        self._course = Course(self.task, self._dice)
        self._carry_on()

    @property
    def state(self) -> State:
        return self._course.state

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        try:
            self._course.play(self.task.text(action))
        except IllegalAction as error:
            if self.illegal == "raise":
                raise
            observation, info = self._seen()
            return observation, -1.0, True, False, {**info, "illegal": str(error)}
        self._carry_on()
        self._plies += 1
        result = self.state.result
        gain = rewards(self.state)[self.seat]
        if self.score:
            gain = float(result.scores[self.seat]) if result and result.scores else 0.0
        observation, info = self._seen()
        return observation, gain, result is not None, self._plies >= self.game.spec.most_plies, info

    def _carry_on(self) -> None:
        """The opponents, until the learner decides or the game is over."""
        while self.state.turn not in (None, self.seat):
            seat = self.state.turn or 0
            self._course.play(self._players[seat].choose(self.state.view(seat)))

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        return self.task.features(self.state, self.seat, self._course.past[self.seat]), {
            "action_mask": self.action_masks()
        }

    def action_masks(self) -> Any:
        """1 for what is legal now."""
        return self.task.mask(self.state, self.seat)

    def render(self) -> Any:
        view = self.state.view(self.seat)
        if self.render_mode == "svg":
            return view.svg()
        return view.text() if self.render_mode else None


class FabletopVectorEnv(VectorEnv[Any, Any, Any]):
    """The same over `fabletop.batch`: thousands of games in one call.

    `autoreset` is the mode that Gymnasium names so: "next_step", "same_step" (the last observation of a game that has
    just ended is in `info["final_obs"]`, an object array, and `info["_final_obs"]` says where) or "disabled"
    (`reset(options={"reset_mask": …})` begins some of them anew).
    """

    def __init__(
        self,
        num_envs: int = 1,
        game: str = "",
        opponents: Opponent | dict[int, Opponent] = "random",
        autoreset: str = "next_step",
        score: bool = False,
        **how: Any,
    ) -> None:
        rewarded = "score" if score else "rank"
        made = Game(game, how.pop("seats", None), {name: how.pop(name) for name in list(how) if name not in TOOLS})
        self.batch: Batch = batch(
            made,
            num_envs,
            opponents=opponents if made.seats > 1 else None,
            autoreset=autoreset,
            rewards=rewarded,
            **how,
        )
        if made.seats > 1 and self.batch.learner is None:
            raise BadOption("one seat learns: give opponents for the others")
        self.num_envs, self.seat = num_envs, self.batch.learner or 0
        self.metadata = {"autoreset_mode": MODES[autoreset]}
        self.single_observation_space = spaces.Box(0.0, 1.0, (len(self.batch.encoding),), np.float32)
        self.single_action_space = spaces.Discrete(len(self.batch.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        some = (options or {}).get("reset_mask")
        if isinstance(seed, list) and len(seed) != self.num_envs:
            raise BadOption(f"seed is one number, or {self.num_envs} of which the first counts, not {len(seed)}")
        if some is None:
            self.batch.reset(seed[0] if isinstance(seed, list) else seed)
            if self.batch.done.any():  # lost before the learner had to decide: nothing to learn from
                self.batch.begin(self.batch.done.copy())
        else:  # as SyncVectorEnv has it: only these, where the mode is "disabled"
            self.batch.begin(some)
        return self.batch.encoded(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        self.batch.step(np.asarray(actions))
        b = self.batch
        info, ended = self._info(), b.done | b.truncated
        if self.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP and ended.any():
            info |= {"final_obs": np.full(self.num_envs, None, object), "_final_obs": ended}
            last = b.encoded(of=b.final)
            for i in np.flatnonzero(ended):
                info["final_obs"][i] = last[i]
        return b.encoded(), b.reward[:, self.seat].copy(), b.done.copy(), b.truncated.copy(), info

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.batch.mask.copy(), "_action_mask": np.ones(self.num_envs, bool)}

    def close_extras(self, **kwargs: Any) -> None:
        self.batch.close()


TOOLS = ("skip_forced", "threads", "history")


def environment_id(id: str) -> str:
    """`fabletop/Duck-v0`; a neutral name where the title is somebody's trademark."""
    name = registry.spec_of(id).neutral or id
    return f"fabletop/{''.join(word.capitalize() for word in name.split())}-v0"


def register() -> None:
    """Make all games known to gymnasium.make and make_vec; by the game's id too."""
    here = "fabletop.adapters.gymnasium"
    for id in registry.game_ids():
        for name in {environment_id(id), f"fabletop/{id.capitalize()}-v0"}:
            if name not in gymnasium.registry:
                gymnasium.register(
                    name,
                    entry_point=f"{here}:FabletopEnv",
                    vector_entry_point=f"{here}:FabletopVectorEnv",
                    kwargs={"game": id},
                )


register()
