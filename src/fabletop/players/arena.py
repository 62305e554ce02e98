"""Let players play each other, many times, each seat in turn: strength as a number with an interval."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

from fabletop.engine.game import Game, Result
from fabletop.engine.rulebook import CHANCE, Moves, Rng
from fabletop.players.registry import Maker


@dataclass(frozen=True, slots=True)
class Score:
    """The first player's share of the points over so many games: 1 for a win, shared when a win is shared."""

    games: int
    points: float
    squares: float

    @property
    def share(self) -> float:
        return self.points / self.games

    @property
    def error(self) -> float:
        """One standard error of the share."""
        return sqrt(max(0.0, self.squares / self.games - self.share**2) / self.games)


def play_game(game: Game, makers: Sequence[Maker], seed: int) -> Result:
    """One game between new players; the dice and everybody's whims come from the seed."""
    rng, moves, state = Rng(), Moves(), game.new()
    rng.seed(seed, 0)
    whims = random.Random(seed)
    players = [make(random.Random(whims.randrange(1 << 62))) for make in makers]
    while (turn := state.turn) is not None:
        if turn == CHANCE:
            state.play(game.actions[state.rules.sample(moves, rng)])
        else:
            state.play(players[turn].choose(state.view(turn)))
    result = state.result
    assert result is not None
    return result


def contest(
    game: Game, one: Maker, others: Maker, games: int, seed: int = 0, progress: Callable[[int], None] | None = None
) -> Score:
    """The first player against the others, moving round the table so that each seat is as frequent."""
    points = squares = 0.0
    for i in range(games):
        seat = i % game.seats
        makers = [one if s == seat else others for s in range(game.seats)]
        # the same dice for every seat of a round, so that luck weighs less
        result = play_game(game, makers, seed + i // game.seats)
        gain = 1 / len(result.winners) if seat in result.winners else 0.0
        points, squares = points + gain, squares + gain * gain
        if progress:
            progress(i + 1)
    return Score(games, points, squares)
