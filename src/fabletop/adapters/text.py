"""Text for language models: a position and its legal actions in words, and a player over any chat model.

The environment has the calls that TextArena's have; nothing of it is imported.

>>> env = TextEnv("duck", seats=2)
>>> env.reset(seed=1)
>>> seat, observation = env.get_observation()
>>> done, info = env.step("[hop]")
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

from fabletop.batches.task import rewards
from fabletop.engine.errors import IllegalAction
from fabletop.engine.game import Game, State
from fabletop.engine.view import View
from fabletop.words import Words

MOST_LISTED = 60
_BRACKETS = re.compile(r"\[([^\[\]]+)\]")


def described(view: View, names: list[str], language: str = "en") -> str:
    """What a seat knows, and what it may do, as a page of text."""
    words = Words(language).game(view.game.id)
    acts = view.actions() if view.turn == view.seat else []
    lines = [f"Game: {words.title}", f"You are {names[view.seat or 0]}.", "", words.position(view, names)]
    if acts:
        lines += ["", "Your actions (answer with one of them in square brackets):"]
        lines += [f"[{act}] {words.label(act)}" for act in acts[:MOST_LISTED]]
        if len(acts) > MOST_LISTED:
            lines.append(f"… and {len(acts) - MOST_LISTED} more of the same kinds")
    return "\n".join(lines)


def chosen(answer: str, view: View) -> str:
    """The action that an answer names: the last one in brackets, or the whole answer."""
    answer = answer if isinstance(answer, str) else ""  # a model that says nothing
    found = _BRACKETS.findall(answer)
    act = " ".join((found[-1] if found else answer).split())
    if act not in view.actions():
        reason = view.why_not(act)
        why = f" ({reason.rstrip('.')})" if reason else ""
        raise IllegalAction(f"{act[:80]!r} is not legal now{why}; legal: {', '.join(view.actions()[:MOST_LISTED])}")
    return act


class TextEnv:
    """A game for players that read and write: `reset`, `get_observation`, `step`, `close`."""

    def __init__(self, game: str, seats: int | None = None, language: str = "en", **options: Any) -> None:
        self.game = Game(game, seats, options)
        self.language = language
        self.names = [f"player {seat + 1}" for seat in range(self.game.seats)]

    def reset(self, num_players: int | None = None, seed: int | None = None) -> None:
        if num_players is not None and num_players != self.game.seats:
            self.game = Game(self.game.id, num_players, dict(self.game.options))
            self.names = [f"player {seat + 1}" for seat in range(self.game.seats)]
        self._dice = random.Random(seed)
        self.state: State = self.game.new()
        self._told: list[list[str]] = [[] for _ in range(self.game.seats)]
        self._wrong = ""
        self._chance()

    def get_observation(self) -> tuple[int, str]:
        """Who is to act, and all that this seat reads: what has happened since its last turn, the position, its
        actions, and why its last answer was refused."""
        seat = self.state.turn if self.state.turn is not None else 0
        news, self._told[seat] = self._told[seat], []
        text = described(self.state.view(seat), self.names, self.language)
        parts = ["\n".join(news), text, f"Refused: {self._wrong}" if self._wrong else ""]
        return seat, "\n\n".join(part for part in parts if part)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Play an answer; a refused one changes nothing, and the next observation says why."""
        if not hasattr(self, "state"):
            raise IllegalAction("reset comes before the first step")
        if self.state.turn is None:
            raise IllegalAction("the game is over")
        try:
            act = chosen(action, self.state.view(self.state.turn))
        except IllegalAction as error:
            self._wrong = str(error)
            return False, {"refused": self._wrong}
        self._wrong = ""
        self._play(act)
        self._chance()
        return self.state.turn is None, {}

    def close(self) -> tuple[dict[int, float], dict[str, Any]]:
        """The rewards of all seats, and how the game ended."""
        result = self.state.result
        return dict(enumerate(rewards(self.state))), {"result": result._asdict() if result else None}

    def _play(self, act: str) -> None:
        words, by = Words(self.language).game(self.game.id), self.state.turn
        seats = range(self.game.seats)
        before = [(self.state.view(seat), self.state.tell(seat, act)) for seat in seats]
        self.state.play(act)
        for seat, (view, told) in enumerate(before):
            self._told[seat].append(
                words.sentence(view, -1 if by is None else by, told, self.state.view(seat), self.names)
            )

    def _chance(self) -> None:
        while self.state.turn == -1:
            weights = self.state.weights()
            self._play(self._dice.choices(list(weights), list(weights.values()))[0])


class ChatPlayer:
    """A computer player over any chat model: `ask` gets a text and answers with one.

    An answer that is not legal is refused with its reason, a few times; then chance decides.
    """

    def __init__(self, ask: Callable[[str], str], tries: int = 3, rng: random.Random | None = None) -> None:
        self.ask, self.tries, self.rng = ask, tries, rng or random.Random()

    def choose(self, view: View) -> str:
        names = list(view.names) or [f"player {seat + 1}" for seat in range(view.game.seats)]
        text, refused = described(view, names), ""
        for _ in range(self.tries):
            try:
                return chosen(self.ask(text + refused), view)
            except IllegalAction as error:
                refused = f"\n\nRefused: {error}"
        return self.rng.choice(view.actions())


__all__ = ["ChatPlayer", "TextEnv", "chosen", "described"]
