"""The truth about a game under given options: solved where the game's folder can, else simulated.

A game's `analysis.py` has `analyse(game, progress)`, which answers None where it is not exact.  It may have more:
a function `analyse_round(game, snitch: float, progress)` is asked for by `--round --snitch 1.5`.  And it may have
`turns_begun(graph, seat)`, which counts the turns of a seat edge by edge, missed ones too; simulations use it.
"""

from __future__ import annotations

import inspect
import random
import time
from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any, get_type_hints

import numpy as np

from fabletop.compiler.kernels import Graph
from fabletop.engine import registry
from fabletop.engine.errors import BadOption, listed, quoted
from fabletop.engine.game import Game, copied
from fabletop.engine.rulebook import CHANCE, OVER, BaseRules, Moves, Rng
from fabletop.engine.view import View
from fabletop.players.analysis import Analysis, Progress
from fabletop.players.registry import LEVELS, Maker, bot, levels
from fabletop.players.search import SearchPlayer

SECONDS = 20.0  # a simulation takes so long unless the number of games is given
ENOUGH = 200  # games in that time; a level that cannot play as many is too slow
PERCENTS = (5, 25, 50, 75, 95, 99)
ROLLOUTS = 4000  # of a search that is asked for advice


def silent(share: float, doing: str) -> None:
    pass


def analyse(
    game: Game,
    extra: Sequence[str] = (),
    *,
    level: str | None = None,
    games: int | None = None,
    seed: int = 0,
    progress: Progress = silent,
) -> Analysis:
    """Exact if the game can be solved under these options, unless players or games are asked for."""
    if extra:
        return _special(game, extra, progress)
    if level is None and games is None and registry.has_part(game.id, "analysis"):
        found: Analysis | None = registry.part(game.id, "analysis").analyse(game, progress)
        if found is not None:
            return found
    return simulated(game, level, games, seed, progress)


# What a game's folder offers beyond that


def _special(game: Game, extra: Sequence[str], progress: Progress) -> Analysis:
    offers = specials(game.id)
    names = [word.removeprefix("--") for word in extra if word.startswith("--")]
    asked = [name for name in names if name in offers]
    if len(asked) != 1:
        given = " ".join(extra)
        if not offers:
            raise BadOption("{found}: {game} can be analysed only as a whole", found=given, game=game.id)
        raise BadOption(
            "{found}: {game} can be analysed with {known}", found=given, game=game.id, known=_offered(game.id)
        )
    function, kinds = offers[asked[0]]
    values = _values([word for word in extra if word != f"--{asked[0]}"], kinds)
    missing = [f"--{name}" for name in kinds if name not in values]
    if missing:
        raise BadOption("--{name} needs {missing}", name=asked[0], missing=listed(missing))
    result: Analysis = function(game, progress=progress, **values)
    return result


def specials(id: str) -> dict[str, tuple[Callable[..., Analysis], dict[str, type]]]:
    """The special analyses of a game, and what each wants to know."""
    if not registry.has_part(id, "analysis"):
        return {}
    found: dict[str, tuple[Callable[..., Analysis], dict[str, type]]] = {}
    for name, function in inspect.getmembers(registry.part(id, "analysis"), inspect.isfunction):
        if name.startswith("analyse_"):
            hints = get_type_hints(function)
            asks = {
                key: hints[key] for key in inspect.signature(function).parameters if key not in ("game", "progress")
            }
            found[name.removeprefix("analyse_")] = (function, asks)
    return found


def _offered(id: str) -> str:
    ways = [" ".join([f"--{name}", *(f"--{key} N" for key in asks)]) for name, (_, asks) in specials(id).items()]
    return listed(ways)


def _values(words: list[str], kinds: dict[str, type]) -> dict[str, Any]:
    """`--snitch 1.5` or `--snitch=1.5` as values of the types that are asked for."""
    values: dict[str, Any] = {}
    parts = [part for word in words for part in (word.split("=", 1) if word.startswith("--") else [word])]
    for flag, text in zip(parts[::2], [*parts[1::2], ""], strict=False):
        name = flag.removeprefix("--")
        if name not in kinds or not flag.startswith("--"):
            raise BadOption(
                "{found} is not one of {known}", found=quoted(flag), known=listed(f"--{key}" for key in kinds)
            )
        try:
            values[name] = kinds[name](text)
        except ValueError:
            raise BadOption("--{name} {found} is not a number", name=name, found=quoted(text)) from None
    return values


# Simulation


class _Tally:
    """What many played games add up to."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.plies: list[int] = []
        self.turns: list[int] = []
        self.won = np.zeros(game.seats)
        self.scores: list[tuple[int, ...]] = []

    def add(
        self, path: list[BaseRules], acts: list[int], winners: tuple[int, ...], scores: tuple[int, ...] | None
    ) -> None:
        self.plies.append(len(acts))
        self.turns.append(turns_of(self.game, path, acts, 0))
        for seat in winners:
            self.won[seat] += 1
        if scores is not None:
            self.scores.append(scores)

    @property
    def games(self) -> int:
        return len(self.plies)

    def value(self) -> float:
        """Of seat 0."""
        return float(np.mean([row[0] for row in self.scores])) if self.scores else float(self.won[0] / self.games)


def simulated(
    game: Game, level: str | None = None, games: int | None = None, seed: int = 0, progress: Progress = silent
) -> Analysis:
    """Games between players of one level; then as many with seat 0 at random, to see what its play is worth."""
    level = _level(game, level, progress)
    best = _play_many(game, [level] * game.seats, games, seed, lambda s: progress(s / 2, f"playing ({level})"))
    careless = None
    if level != "random":
        others = ["random"] + [level] * (game.seats - 1)
        careless = _play_many(game, others, games, seed, lambda s: progress(0.5 + s / 2, "seat 1 at random"))
    plies = np.array(best.plies)
    n = best.games
    win = [float(share) for share in best.won / n]
    details: dict[str, Any] = {
        "games": n,
        "seed": seed,
        "level": level,
        "win_error": [sqrt(max(share * (1 - share), 1 / n) / n) for share in win],
        "plies": {
            "mean": float(plies.mean()),
            "percentiles": {str(p): float(np.percentile(plies, p)) for p in PERCENTS},
        },
        "turns_error": float(np.std(best.turns) / sqrt(n)),
    }
    if best.scores:
        details["scores"] = [float(mean) for mean in np.mean(best.scores, axis=0)]
    if careless is not None:
        details["decisions_are_worth"] = best.value() - careless.value()
        details["value_of_seat_0_if_random"] = careless.value()
    return Analysis(
        exact=False,
        method=f"{n:,} simulated games, every seat played by `{level}`; seed {seed}",
        win=win,
        turns=float(np.mean(best.turns)),
        value=best.value(),
        details=details,
    )


def _level(game: Game, level: str | None, progress: Progress) -> str:
    """The one asked for, or the strongest that plays enough games in time."""
    known = levels(game.id)
    if level is not None:
        bot(game.id, level)
        return level
    for name in reversed([name for name in LEVELS if name in known]):
        progress(0.0, f"trying {name}")
        began = time.monotonic()
        _play(game, [_maker(game.id, name)] * game.seats, 0)
        _play(game, [_maker(game.id, name)] * game.seats, 1)
        if (time.monotonic() - began) / 2 * ENOUGH < SECONDS:
            return name
    return "random"


def _maker(id: str, level: str) -> Maker:
    return lambda rng: bot(id, level, rng.randrange(1 << 62))


def _play_many(game: Game, names: list[str], games: int | None, seed: int, report: Callable[[float], None]) -> _Tally:
    makers = [_maker(game.id, name) for name in names]
    tally, began = _Tally(game), time.monotonic()
    while True:
        done = tally.games
        spent = (time.monotonic() - began) / (SECONDS / 2)
        if done and (done >= games if games is not None else spent >= 1 or done >= 20_000):
            return tally
        tally.add(*_play(game, makers, seed + done))
        report(min(1.0, done / games if games else max(spent, done / 20_000)))


def _play(
    game: Game, makers: Sequence[Maker], seed: int
) -> tuple[list[BaseRules], list[int], tuple[int, ...], tuple[int, ...] | None]:
    """One game: its positions, its actions, who won and the scores."""
    rng, moves, state = Rng(), Moves(), game.new()
    rng.seed(seed, 0)
    whims = random.Random(seed)
    players = [make(random.Random(whims.randrange(1 << 62))) for make in makers]
    path, acts = [copied(state.rules)], []
    while (turn := state.turn) is not None:
        if turn == CHANCE:
            act = game.actions[state.rules.sample(moves, rng)]
        else:
            act = players[turn].choose(state.view(turn))
        acts.append(game.numbers[act])
        state.play(act)
        path.append(copied(state.rules))
    result = state.result
    assert result is not None
    return path, acts, result.winners, result.scores


def turns_of(game: Game, path: list[BaseRules], acts: list[int], seat: int) -> int:
    """How many turns a seat had in a game, missed and waiting ones included.

    A turn begins whenever the rules' `turn` comes to the seat or passes it by; a game that knows more says so in
    `turns_begun`.
    """
    first = int(seat == 0)
    if registry.has_part(game.id, "analysis") and hasattr(registry.part(game.id, "analysis"), "turns_begun"):
        count = len(acts)
        movers = np.array([rules.to_move() for rules in path], np.int8)
        offsets = np.minimum(np.arange(count + 2), count)
        chain = Graph(path, movers, offsets, np.arange(1, count + 1), np.array(acts, np.int64), np.ones(count))
        return first + int(registry.part(game.id, "analysis").turns_begun(chain, seat).sum())
    now = [getattr(rules, "turn", rules.to_move()) for rules in path if rules.to_move() != OVER]
    found, last = first, 0
    for turn in now:
        if turn != last and 0 <= turn < game.seats:
            found += (seat - last - 1) % game.seats < (turn - last) % game.seats
            last = turn
    return found


# Advice


def advice(view: View, seed: int = 0) -> tuple[dict[str, float], str]:
    """The value of every legal action for the seat to act, and whose opinion it is."""
    known = [level for level in levels(view.game.id) if level != "random"]
    for level in reversed(known):
        player = bot(view.game.id, level, seed)
        ask: Callable[[View], dict[str, float]] = getattr(player, "values", lambda view: {})
        values = ask(view)
        if set(values) == set(view.actions()):
            return values, level
    searched = SearchPlayer(random.Random(seed), ROLLOUTS).values(view)
    return searched, "search"
