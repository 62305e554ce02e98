"""A player that searches: information-set tree search over what its seat knows, with the compiled rules."""

from __future__ import annotations

import random
import time
from typing import Any

from fabletop.compiler.kernels import Kernels, kernels
from fabletop.engine.view import View

PLAIN_SECONDS = 0.4  # of thinking while the rules are not compiled yet
PLAIN_STEP = 8  # rollouts between two looks at the clock


class SearchPlayer:
    """Tries its actions in many games that agree with its view, and takes the one tried most often."""

    def __init__(self, rng: random.Random, rollouts: int, explore: float = 0.7) -> None:
        self.rng, self.rollouts, self.explore = rng, rollouts, explore

    def choose(self, view: View) -> str:
        legal = view.legal()
        if len(legal) == 1:
            return view.game.actions[legal[0]]
        visits = self.visits(view)
        return view.game.actions[max(legal, key=lambda action: visits.get(action, (0, 0.0)))]

    def values(self, view: View) -> dict[str, float]:
        """The mean reward of each action, as far as the search has tried it."""
        visits = self.visits(view)
        return {view.game.actions[a]: visits[a][1] for a in view.legal() if a in visits}

    def worlds(self, using: Kernels, view: View) -> Any:
        """Positions as they might be, the likelier the more often; None: whatever agrees with the view is as likely."""
        return None

    def visits(self, view: View) -> dict[int, tuple[int, float]]:
        """For each action how often it was tried, and its mean reward."""
        using = kernels(view.game.id, "search")
        worlds = self.worlds(using, view)
        seed = self.rng.randrange(1 << 32)
        if using.compiled:
            return using.search(view.position, self.rollouts, seed, self.explore, worlds)
        return self._in_time(using, view, seed, worlds)

    def _in_time(self, using: Kernels, view: View, seed: int, worlds: Any) -> dict[int, tuple[int, float]]:
        """Plain text is slow: small searches one after the other until the time is over, added up."""
        total: dict[int, tuple[int, float]] = {}
        end, done, step = time.monotonic() + PLAIN_SECONDS, 0, max(PLAIN_STEP, 2 * len(view.legal()))
        while done < self.rollouts and (not done or time.monotonic() < end):
            for action, (n, mean) in using.search(view.position, step, seed + done, self.explore, worlds).items():
                m, old = total.get(action, (0, 0.0))
                total[action] = (n + m, (n * mean + m * old) / (n + m))
            done += step
        return total
