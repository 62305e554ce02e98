"""What many games were like: lengths, wins, scores, events.  Sums of integers, so the order of the games is nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, sqrt
from pathlib import Path
from typing import Any

import numpy as np

from fabletop.compiler.arrays import Array
from fabletop.compiler.kernels import Games, event_names
from fabletop.drawing.heat import Picture, Square, heat_map
from fabletop.drawing.raster import png
from fabletop.engine import registry
from fabletop.engine.errors import BadOption, listed, quoted
from fabletop.engine.game import Game
from fabletop.lab.pace import minutes
from fabletop.lab.workers import job_of

Z = 1.96  # of a 95 % interval
HEAT_WIDTH = 1200  # pixels of a heat map as PNG
PERCENTS = (1, 5, 10, 25, 50, 75, 90, 95, 99)


def squares_of(game: Game) -> dict[int, Square]:
    """The squares whose visits are counted; an error in a game that has none."""
    if not _has_squares(game.id):
        those = listed(id for id in registry.game_ids() if _has_squares(id))
        raise BadOption("{game} has no squares to be visited; these have: {those}", game=game.spec.title, those=those)
    found: dict[int, Square] = registry.part(game.id, "draw").squares(game)
    return found


def _has_squares(id: str) -> bool:
    return registry.has_part(id, "draw") and hasattr(registry.part(id, "draw"), "squares")


class Summary:
    """Statistics of games that grow batch by batch; memory stays flat."""

    def __init__(self, game: Game, seed: int, players: Sequence[str] = ()) -> None:
        self.game = game
        self.players = tuple(players) or ("random",) * game.seats
        self.seed = seed
        self.games = 0
        self.seconds = 0.0
        self.endless = 0  # games stopped at the bound; they count nowhere else
        self.compiled = False
        self.lengths = np.zeros(1024, np.int64)  # how many games had so many plies
        self.won = np.zeros(game.seats, np.int64)
        self.points = np.zeros(game.seats, np.int64)
        kinds = len(event_names(game.id))
        self.watched = 0  # games whose events were counted
        self.happened: Array = np.zeros(kinds, np.int64)  # how often each kind of event
        self.squared: Array = np.zeros(kinds, np.int64)  # of these numbers, game by game
        self.most: Array = np.zeros(kinds, np.int64)
        self.visited: Array | None = None  # how often each square

    def add(self, batch: Games) -> None:
        ended = batch.plies >= 0
        self.endless += int(len(ended) - ended.sum())
        self._add_lengths(np.bincount(batch.plies[ended], minlength=len(self.lengths)))
        self.won += (batch.ranks == 1).sum(axis=0)
        self.points += batch.scores[ended].sum(axis=0, dtype=np.int64)
        self.games += int(ended.sum())
        if batch.events is not None:
            self._add_events(batch.events if ended.all() else batch.events[ended])
        if batch.visits is not None:
            self.visited = batch.visits + (0 if self.visited is None else self.visited)

    def _add_lengths(self, counted: Array) -> None:
        size = max(len(counted), len(self.lengths))
        self.lengths = np.pad(self.lengths, (0, size - len(self.lengths)))
        self.lengths[: len(counted)] += counted

    def numbers(self) -> dict[str, object]:
        """All sums, for JSON: what `merge` takes elsewhere."""
        found: dict[str, object] = {name: getattr(self, name) for name in ("games", "endless", "watched", "compiled")}
        found["lengths"] = np.trim_zeros(self.lengths, "b").tolist()
        for name in ("won", "points", "happened", "squared", "most"):
            found[name] = getattr(self, name).tolist()
        found["visited"] = None if self.visited is None else self.visited.tolist()
        return found

    def merge(self, numbers: Mapping[str, object]) -> None:
        """Add the sums of other games."""
        for name in ("games", "endless", "watched"):
            setattr(self, name, getattr(self, name) + numbers[name])
        self._add_lengths(np.array(numbers["lengths"], np.int64))
        for name in ("won", "points", "happened", "squared"):
            setattr(self, name, getattr(self, name) + np.array(numbers[name], np.int64))
        self.most = np.maximum(self.most, np.array(numbers["most"], np.int64))
        if numbers["visited"] is not None:
            self.visited = np.array(numbers["visited"], np.int64) + (0 if self.visited is None else self.visited)
        self.compiled = bool(numbers["compiled"])

    def _add_events(self, counts: Array) -> None:
        self.watched += len(counts)
        columns = np.ascontiguousarray(counts.T, np.int64)  # sums along rows are quick
        self.happened += columns.sum(axis=1)
        self.squared += np.einsum("ij,ij->i", columns, columns)
        self.most = np.maximum(self.most, columns.max(axis=1, initial=0))

    @property
    def wins(self) -> list[int]:
        """Games won by each seat; a shared win counts for each winner."""
        return [int(n) for n in self.won]

    @property
    def scores(self) -> list[float] | None:
        """The mean score of each seat, in a game that has scores."""
        if not self.game.spec.scored or not self.games:
            return None
        return [float(total) / self.games for total in self.points]

    @property
    def events(self) -> dict[str, dict[str, float]]:
        """How often each kind of event happened in a game; empty if they were not counted."""
        n, found = self.watched, {}
        for i, name in enumerate(event_names(self.game.id) if n else ()):
            total, squared = int(self.happened[i]), int(self.squared[i])
            spread = max(0.0, (squared - total * total / n) / max(1, n - 1))
            found[name] = {"mean": total / n, "sd": sqrt(spread), "max": int(self.most[i]), "total": total}
        return found

    @property
    def visits(self) -> dict[str, int]:
        """How often somebody came to stand on each square, in a game that has squares; empty if it was not counted."""
        if self.visited is None or not _has_squares(self.game.id):
            return {}
        return {square.name: int(self.visited[i]) for i, square in squares_of(self.game).items()}

    @property
    def plies(self) -> dict[str, float]:
        """The length of the games in plies, chance's included."""
        if not self.games:
            return {}
        at = np.flatnonzero(self.lengths)
        weights = self.lengths[at]
        mean = float((at * weights).sum()) / self.games
        spread = float(((at - mean) ** 2 * weights).sum()) / max(1, self.games - 1)
        return {
            "mean": mean,
            "sd": sqrt(spread),
            "min": int(at[0]),
            "p50": self.percentile(50),
            "p95": self.percentile(95),
            "max": int(at[-1]),
        }

    @property
    def minutes(self) -> dict[str, float]:
        """The same at a table (lab/pace.py): what the screen takes is measured, what people add is assumed."""
        plies = self.plies
        return {name: round(minutes(self.game, plies[name]), 1) for name in ("mean", "p50", "p95") if plies}

    def percentile(self, percent: float) -> int:
        """The shortest length that so many percent of the games do not exceed."""
        reached = np.cumsum(self.lengths) >= self.games * percent / 100
        return int(np.argmax(reached))

    @property
    def percentiles(self) -> dict[str, int]:
        """Lengths that so many percent of the games do not exceed."""
        return {str(percent): self.percentile(percent) for percent in PERCENTS} if self.games else {}

    def histogram(self, bins: int = 20) -> list[tuple[int, int, int]]:
        """The lengths in at most so many bins of one width: from, to (included), and how many games."""
        if type(bins) is not int or bins < 1:
            raise BadOption(f"bins must be a whole number from 1 up, not {quoted(bins)}")
        if not self.games:
            return []
        at = np.flatnonzero(self.lengths)
        low, high = int(at[0]), int(at[-1])
        width = -(-(high - low + 1) // bins)
        starts = range(low, high + 1, width)
        return [(start, start + width - 1, int(self.lengths[start : start + width].sum())) for start in starts]

    @property
    def precision(self) -> float:
        """Half the widest 95 % interval: of a seat's chance to win, or of the mean length as a share of it."""
        if not self.games:
            return inf
        plies = self.plies
        length = Z * plies["sd"] / sqrt(self.games) / max(1e-9, plies["mean"])
        intervals = (self.win_interval(seat) for seat in range(self.game.seats))
        return max(length, *((high - low) / 2 for low, high in intervals))

    def win_interval(self, seat: int) -> tuple[float, float]:
        """The seat's chance to win, as a 95 % interval (Wilson)."""
        n, z = max(1, self.games), Z
        share = self.wins[seat] / n
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        reach = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return middle - reach, middle + reach

    def as_json(self) -> dict[str, object]:
        return {
            **job_of(self.game),
            "games": self.games,
            "seed": self.seed,
            "seconds": round(self.seconds, 3),
            "players": list(self.players),
            "plies": self.plies,
            "minutes": self.minutes,
            "percentiles": self.percentiles,
            "wins": self.wins,
            "scores": self.scores,
            "events": self.events,
            "visits": self.visits,
            "endless": self.endless,
            "compiled": self.compiled,
        }

    def plot(self, file: str | Path | None = None) -> Any:
        """Lengths and wins; a Matplotlib figure, written to a .svg or .png where one is named."""
        from fabletop.lab.plots import summary_figure

        return summary_figure(self, file)

    def heat_map(self, file: str | Path | None = None, caption: str = "visits in a game") -> Picture:
        """The board and how often its squares are visited: SVG, written to a .svg or .png where one is named."""
        squares = squares_of(self.game)
        if self.visited is None or not self.games:
            raise BadOption("no visits were counted: simulate with events")
        values = {i: float(self.visited[i]) / self.games for i in squares}
        drawn = heat_map(self.game.new().view(None), squares, values, caption)
        if file is not None:
            path = Path(file)
            path.write_bytes(png(drawn, HEAT_WIDTH) if path.suffix.lower() == ".png" else drawn.encode())
        return drawn

    def __eq__(self, other: object) -> bool:
        """The same games gave the same numbers; how long that took does not matter."""
        if not isinstance(other, Summary):
            return NotImplemented
        measured = ("seconds", "compiled")
        mine, theirs = ({k: v for k, v in s.as_json().items() if k not in measured} for s in (self, other))
        return mine == theirs and bool(np.array_equal(np.trim_zeros(self.lengths), np.trim_zeros(other.lengths)))

    __hash__ = None  # type: ignore[assignment]

    @property
    def played(self) -> str:
        """`random games`, `games of sharp`, `games of sharp, fair, fair`: for headings."""
        if set(self.players) == {"random"}:
            return "random games"
        if len(set(self.players)) == 1:
            return f"games of {self.players[0]}"
        return f"games of {', '.join(self.players)}"

    def __repr__(self) -> str:
        return f"<Summary of {self.games:,} games of {self.game.described()}>"
