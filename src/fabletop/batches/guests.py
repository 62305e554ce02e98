"""Opponents in the other seats of a batch: levels that are compiled, and players that are asked one by one."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from fabletop.compiler import batching as b
from fabletop.compiler.arrays import Array
from fabletop.engine.errors import BadOption, quoted
from fabletop.engine.game import Game
from fabletop.players.registry import Player, bot, compiled_levels

if TYPE_CHECKING:
    from fabletop.batches.batch import Batch

Opponent: TypeAlias = "str | Callable[[], Player]"  # a level, or what makes a player of your own


def guests_of(game: Game, opponents: Opponent | Mapping[int, Opponent] | None) -> dict[int, Opponent]:
    if opponents is None:
        return {}
    if not isinstance(opponents, Mapping):
        opponents = dict.fromkeys(range(1, game.seats), opponents)
    for seat, guest in opponents.items():
        if type(seat) is not int or seat not in range(game.seats):
            raise BadOption(f"there is no seat {quoted(seat)} for an opponent; the seats are 0 to {game.seats - 1}")
        if isinstance(guest, str):
            bot(game.id, guest)  # a level that the game does not have is refused
        elif not callable(guest):
            raise BadOption(f"an opponent is a level or a function that makes a player, not {quoted(guest)}")
    if len(opponents) == game.seats:
        raise BadOption("opponents sit in every seat: leave one for the learner")
    return dict(opponents)


def level_of(id: str, guest: Opponent) -> int | None:
    """The level that the compiled loop plays itself; None: a player to be asked."""
    levels = compiled_levels(id, [guest]) if isinstance(guest, str) else None
    return levels[0] if levels else None


class Guests:
    """Those who are asked: each sits through one game, and acts until it is a learner's turn."""

    def __init__(self, env: Batch, seats: Mapping[int, Opponent]) -> None:
        self.env, self.seats = env, seats
        self._players: dict[tuple[int, int], Player] = {}
        self._dice = random.Random()

    def leave(self, seed: int | None = None) -> None:
        """Others will sit down, the same ones for the same seed."""
        self._players.clear()
        self._dice.seed(seed)

    def act(self, begun: Array, only: Array | None = None) -> None:
        """In all games, or only in some; `begun`: in which no learner has decided yet."""
        if self.seats:
            for i in range(self.env.n):
                if only is None or only[i]:
                    self._serve(i, bool(begun[i]))

    def _serve(self, i: int, begun: bool) -> None:
        """What the learner's decision has led to is told; a game that ends before there was any is played anew."""
        env = self.env
        final, gain, done, cut = env.final[i].copy(), env.reward[i].copy(), bool(env.done[i]), bool(env.truncated[i])
        over = done or cut
        if begun:
            self._dismiss(i)
        while over or env.seat[i] in self.seats:
            if over:
                self._dismiss(i)
                over = False
                if env.mode == b.SAME_STEP:
                    begun = True  # the next one is on the table already
                elif env.mode == b.NEXT_STEP and begun:
                    env.play_one(i)
                else:
                    break
                continue
            self._ask(i)
            over = bool(env.done[i] or env.truncated[i])
            if env.mode == b.DISABLED or not begun:
                gain, done, cut = gain + env.reward[i], bool(env.done[i]), bool(env.truncated[i])
                final = env.final[i].copy()
        env.reward[i], env.done[i], env.truncated[i] = gain, done, cut
        if env.mode == b.SAME_STEP:
            env.final[i] = final

    def _dismiss(self, i: int) -> None:
        for seat in self.seats:
            self._players.pop((i, seat), None)

    def _ask(self, i: int) -> None:
        env, seat = self.env, int(self.env.seat[i])
        if (i, seat) not in self._players:
            guest = self.seats[seat]
            made = bot(env.game.id, guest, self._dice.getrandbits(32)) if isinstance(guest, str) else guest()
            self._players[i, seat] = made
        env.play_one(i, env.number(self._players[i, seat].choose(env.state(i).view(seat))))
