"""What a house rule does to a game: games with the rule beside games without, with the same random numbers.

Game number i has one stream of random numbers under every set of rules, so each game is compared with its twin and
luck weighs less.  The effect of a rule is the mean difference between twins; its 95 % interval comes from how much
the differences scatter.  Players think, unless others are asked for.
"""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from fabletop.compiler.arrays import Array
from fabletop.compiler.kernels import Games, Kernels, kernels
from fabletop.engine.errors import BadOption, listed, quoted
from fabletop.engine.game import Game
from fabletop.engine.registry import mind_levels
from fabletop.engine.spec import Option, Value, shown
from fabletop.lab import files
from fabletop.lab.pace import minutes
from fabletop.lab.playing import batches, kernel_for, seated
from fabletop.lab.simulate import BATCH_SECONDS, MOST_SEEDS, cores, whole
from fabletop.lab.summary import Summary
from fabletop.lab.workers import job_of
from fabletop.players.registry import can_compile, thinking_level

Z = 1.96  # of a 95 % interval
MOST_VALUES = 8  # of one option, unless values are named: more are too many for a table

Progress = Callable[[int], None]  # games done, of every set of rules together


@dataclass(frozen=True, slots=True)
class Measure:
    """Something that every game has, as a whole number over `unit`: sums stay exact in any order."""

    key: str
    title: str
    unit: int
    of: Callable[[Games], Array]
    percent: bool = False

    def value(self, value: float) -> str:
        """A value itself: `62.64`, `3.05 %`."""
        return f"{100 * value:.2f} %" if self.percent else f"{value:,.2f}"

    def change(self, value: float) -> str:
        """A difference, of percentages in percentage points."""
        return f"{100 * value if self.percent else value:+,.2f}"

    @property
    def unit_of_change(self) -> str:
        return "percentage points" if self.percent else ""


def measures(game: Game) -> tuple[Measure, ...]:
    """What can be compared in a game: the scores only where there are any, an advantage only where there are others."""
    seats = game.seats
    found = [Measure("plies", "length in plies", 1, lambda batch: batch.plies.astype(np.int64))]
    if seats > 1:
        found.append(Measure("first_seat", "first seat's advantage", seats - 1, _advantage, percent=True))
        found.append(Measure("shared", "shared wins", 1, _shared, percent=True))
    found.append(Measure("won", "first seat wins", 1, lambda batch: _won(batch)[:, 0], percent=True))
    if game.spec.scored:
        found.append(Measure("score", "mean score", seats, lambda batch: batch.scores.sum(axis=1, dtype=np.int64)))
        found.append(Measure("best_score", "best score", 1, lambda batch: batch.scores.max(axis=1).astype(np.int64)))
    return tuple(found)


def _won(batch: Games) -> Array:
    found: Array = (batch.ranks == 1).astype(np.int64)
    return found


def _shared(batch: Games) -> Array:
    """Has the game ended with several winners?"""
    found: Array = (_won(batch).sum(axis=1) > 1).astype(np.int64)
    return found


def _advantage(batch: Games) -> Array:
    """How much more often the first seat wins than another one does."""
    won = _won(batch)
    found: Array = (won.shape[1] - 1) * won[:, 0] - won[:, 1:].sum(axis=1)
    return found


@dataclass(frozen=True, slots=True)
class Effect:
    """A mean difference and its 95 % interval."""

    mean: float
    error: float  # one standard error

    @property
    def low(self) -> float:
        return self.mean - Z * self.error

    @property
    def high(self) -> float:
        return self.mean + Z * self.error

    @property
    def clear(self) -> bool:
        """The interval does not contain 0."""
        return self.low > 0 or self.high < 0

    def as_json(self) -> dict[str, float]:
        return {"effect": self.mean, "low": self.low, "high": self.high}


class _Differences:
    """Sums of whole numbers that are differences between twins."""

    def __init__(self, measures: Sequence[Measure]) -> None:
        self.measures = measures
        self.pairs = 0
        self.sums = [0] * len(measures)
        self.squares = [0] * len(measures)

    def add(self, rows: Sequence[Array], both: Array) -> None:
        self.pairs += int(both.sum())
        for i, row in enumerate(rows):
            self.sums[i] += int(row[both].sum())
            self.squares[i] += int((row[both] ** 2).sum())

    def effects(self) -> dict[str, Effect]:
        return {m.key: self._effect(i, m.unit) for i, m in enumerate(self.measures)} if self.pairs else {}

    def _effect(self, i: int, unit: int) -> Effect:
        n, mean = self.pairs, self.sums[i] / self.pairs
        spread = max(0.0, self.squares[i] - self.sums[i] * mean) / max(1, n - 1)
        return Effect(mean / unit, sqrt(spread / n) / unit)


class Variation:
    """One set of rules beside the base: its options, what its games were like, and what it changed."""

    def __init__(
        self, base: Game, game: Game, seed: int, players: Sequence[str], parts: tuple[Variation, ...] = ()
    ) -> None:
        self.base, self.game = base, game
        self.changes = {name: value for name, value in game.options.items() if base.options[name] != value}
        self.summary = Summary(game, seed, players)
        self.parts = parts  # of a pair: each of the two on its own
        self.differences = _Differences(measures(base))
        self.extra = _Differences(measures(base))  # beyond the sum of the parts
        self.different = 0  # twins that differ in length, ranks or scores

    @property
    def name(self) -> str:
        return ", ".join(f"{name}={shown(value)}" for name, value in self.changes.items())

    @property
    def effects(self) -> dict[str, Effect]:
        return self.differences.effects()

    @property
    def interactions(self) -> dict[str, Effect]:
        """Of a pair: its effect less those of its two parts."""
        return self.extra.effects() if self.parts else {}

    @property
    def longer(self) -> float:
        """How many minutes more it takes at a table: more plies, or others (lab/pace.py)."""
        if not self.different:
            return 0.0
        base = self.summary.plies.get("mean", 0.0) - self.effects["plies"].mean
        return minutes(self.game, base + self.effects["plies"].mean) - minutes(self.base, base)

    def as_json(self) -> dict[str, object]:
        found: dict[str, object] = {"changes": self.changes, "pairs": self.differences.pairs, "differ": self.different}
        found |= {"effects": {key: effect.as_json() for key, effect in self.effects.items()}}
        if self.parts:
            found["interactions"] = {key: effect.as_json() for key, effect in self.interactions.items()}
        found["minutes"] = self.summary.minutes
        return found | {"plies": self.summary.plies, "wins": self.summary.wins, "scores": self.summary.scores}


class Comparison:
    """The base, and every variation of it."""

    def __init__(
        self, base: Game, games: Sequence[Game], pairs: Sequence[tuple[int, int, Game]], seed: int,
        players: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.game, self.seed = base, seed
        self.summary = Summary(base, seed, players)
        self.players = self.summary.players
        self.measures = measures(base)
        self.variations = [Variation(base, game, seed, self.players) for game in games]
        singles = self.variations
        self.variations = singles + [
            Variation(base, game, seed, self.players, (singles[one], singles[other])) for one, other, game in pairs
        ]
        self.together = base.seats > 1  # until a game shows that seats do not all win or lose together
        self.seconds = 0.0

    @property
    def games(self) -> int:
        """Games of each set of rules."""
        return self.summary.games + self.summary.endless

    def shown_measures(self) -> list[Measure]:
        """What is worth a column: in a cooperative game how often all win, else how far the first seat is ahead, and
        how often a win is shared where that happens at all."""
        hidden = {"first_seat", "shared"} if self.together else {"won"} if self.game.seats > 1 else set()
        changes = [one.effects["shared"].mean for one in self.variations if "shared" in one.effects]
        if not self.shared_total and not any(changes):
            hidden.add("shared")
        return [m for m in self.measures if m.key not in hidden]

    def title(self, measure: Measure) -> str:
        return "all win" if measure.key == "won" and self.together else measure.title

    def base_value(self, measure: Measure) -> float:
        s, n = self.summary, max(1, self.summary.games)
        if measure.key == "plies":
            return s.plies.get("mean", 0.0)
        if measure.key == "won":
            return s.wins[0] / n
        if measure.key == "first_seat":
            return (s.wins[0] - sum(s.wins[1:]) / (self.game.seats - 1)) / n
        if measure.key == "score":
            return sum(s.scores or [0.0]) / self.game.seats
        return (self.shared_total if measure.key == "shared" else self.best_total) / n

    best_total = shared_total = 0

    def add(self, batches: Sequence[Games]) -> None:
        """The same games under the base's rules and under each variation's."""
        base = batches[0]
        values = [[m.of(batch) for m in self.measures] for batch in batches]
        self.summary.add(base)
        self.together = self.together and bool((base.ranks == base.ranks[:, :1]).all())
        self.shared_total += int(_shared(base)[base.plies >= 0].sum())
        if self.game.spec.scored:
            self.best_total += int(values[0][-1][base.plies >= 0].sum())
        place = {id(one): i for i, one in enumerate(self.variations, start=1)}
        for i, one in enumerate(self.variations, start=1):
            batch = batches[i]
            one.summary.add(batch)
            both = (base.plies >= 0) & (batch.plies >= 0)
            one.differences.add([a - b for a, b in zip(values[i], values[0], strict=True)], both)
            changed = (base.plies != batch.plies) | (base.ranks != batch.ranks).any(axis=1)
            one.different += int((changed | (base.scores != batch.scores).any(axis=1)).sum())
            if one.parts:
                a, b = (place[id(part)] for part in one.parts)
                both = both & (batches[a].plies >= 0) & (batches[b].plies >= 0)
                rows = zip(values[i], values[a], values[b], values[0], strict=True)
                one.extra.add([pair - x - y + none for pair, x, y, none in rows], both)

    def as_json(self) -> dict[str, object]:
        return {
            **job_of(self.game),
            "games": self.games,
            "seed": self.seed,
            "players": self.players[0] if len(set(self.players)) == 1 else list(self.players),
            "seconds": round(self.seconds, 3),
            "base": {m.key: self.base_value(m) for m in self.measures} | self._lengths(),
            "variations": [one.as_json() for one in self.variations],
        }

    def _lengths(self) -> dict[str, object]:
        return {"plies": self.summary.plies, "minutes": self.summary.minutes}

    def plot(self, file: str | Path | None = None) -> Any:
        """Each effect with its interval; a Matplotlib figure, written to a .svg or .png where one is named."""
        from fabletop.lab.plots import comparison_figure

        return comparison_figure(self, file)


# What to compare


def variations(
    base: Game, vary: Sequence[str] = (), pairs: bool = False
) -> tuple[list[Game], list[tuple[int, int, Game]]]:
    """The games that `NAME` or `NAME=VALUE` ask for (nothing: every option), and pairs of them by their places."""
    wanted: dict[tuple[str, Value], bool] = {}  # and whether the value was named
    for text in vary or [option.name for option in base.spec.offered]:
        name, equals, value = (part.strip() for part in text.partition("="))
        option = base.spec.option(name)
        if equals:
            wanted[name, _other(base, option, option.parse(value))] = True
        else:
            wanted |= {(name, other): False for other in _spread(base, option) if (name, other) not in wanted}
    games, changes = [], []
    for (name, other), named in wanted.items():
        try:
            games.append(Game(base.id, base.seats, {**base.options, name: other}, base.version))
        except BadOption:
            if named:
                raise
            continue  # one of several values that do not go with the rest
        changes.append((name, other))
    if not games:
        raise BadOption("{game}: nothing is left to vary", game=base.described())
    return games, _pairs(base, changes) if pairs else []


def _other(base: Game, option: Option, value: Value) -> Value:
    if value == base.options[option.name]:
        raise BadOption(
            "--vary {name}={value}: that is what it is compared with; name another value",
            name=option.name, value=shown(value),
        )  # fmt: skip
    return value


def _spread(base: Game, option: Option) -> Iterable[Value]:
    """The other values; of very many some, evenly spread from the first to the last."""
    others = [value for value in option.values if value != base.options[option.name]]
    others = [value for value in others if not base.spec.clash(base.seats, {**base.options, option.name: value})]
    if len(others) <= MOST_VALUES:
        return others
    return [others[round(i * (len(others) - 1) / (MOST_VALUES - 1))] for i in range(MOST_VALUES)]


def _pairs(base: Game, changes: Sequence[tuple[str, Value]]) -> list[tuple[int, int, Game]]:
    if len({name for name, _ in changes}) < 2:
        raise BadOption("--pairs needs two different options to vary")
    found = []
    for (i, (one, a)), (j, (other, b)) in combinations(enumerate(changes), 2):
        options = {**base.options, one: a, other: b}
        if one != other and not base.spec.clash(base.seats, options):
            found.append((i, j, Game(base.id, base.seats, options, base.version)))
    return found


# Playing


def compare(
    game: str | Game,
    vary: Sequence[str] = (),
    games: int = 10_000,
    *,
    pairs: bool = False,
    seats: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    players: str | Sequence[str] | None = None,
    plot: str | Path | None = None,
    progress: Progress | None = None,
    **options: object,
) -> Comparison:
    """Each variation against the game as it is; Ctrl-C ends it with what is known so far.

    `players` is a level for all seats or one for each, of those that can be compiled; by default players that think.
    """
    base = game if isinstance(game, Game) else Game(game, seats, options)
    if isinstance(game, Game) and (seats is not None or options):
        raise BadOption("a Game has its seats and options already; give the id of a game to choose others")
    if isinstance(vary, str):
        raise BadOption(f"vary: give a list of names, not {quoted(vary)}")
    games = whole("games", games, 1, 1 << 40)
    threads = whole("threads", cores() if threads is None else threads, 1, 1024)
    seed = whole("seed", random.SystemRandom().randrange(1 << 32) if seed is None else seed, 0, MOST_SEEDS - 1)
    names = seated(base, thinking_level(base.id) if players is None else players)
    if not can_compile(base.id, names):
        raise BadOption(
            "players: {found}: only random and {known} are quick enough",
            found=listed(names), known=listed(mind_levels(base.id)),
        )  # fmt: skip
    found = Comparison(base, *variations(base, vary, pairs), seed, names)
    picture = files.picture(plot) if plot is not None else None
    began = time.monotonic()
    with contextlib.suppress(KeyboardInterrupt):
        _play(found, games, threads, progress or (lambda done: None))
    found.seconds = time.monotonic() - began
    if picture is not None and found.summary.games:
        found.plot(picture)
    return found


def _play(found: Comparison, games: int, threads: int, progress: Progress) -> None:
    """Batch by batch: the same games under every set of rules, then their differences."""
    sets = [found.game] + [one.game for one in found.variations]
    done, size = 0, 16
    with ThreadPoolExecutor(threads) as pool:
        while done < games:
            size = min(size, games - done)
            fast = kernels(found.game.id, kernel_for(found.game, found.players))
            began = time.monotonic()

            def batch(game: Game, fast: Kernels = fast, first: int = done, size: int = size) -> Games:
                playing = batches(fast, game, found.players)
                assert playing is not None
                return playing.simulate(game.new().rules, found.seed, first, size)

            found.add(list(pool.map(batch, sets)))
            done += size
            progress(done * len(sets))
            took = max(1e-4, time.monotonic() - began)
            size = max(1, min(int(size * 2 * BATCH_SECONDS / took), 4 * size, 1 << 16))
