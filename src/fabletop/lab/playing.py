"""Games between computer players: here, or in processes of their own.

Game number i depends on the seed and on i alone: chance has the stream that random play has, and every seat has a
whim of its own.  A process is asked for batches over a pipe, one line of JSON each way; if it dies its batch is
played again by another, and the answer is the same.
"""

from __future__ import annotations

import contextlib
import json
import random
import subprocess
import threading
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from fabletop.compiler import drivers
from fabletop.compiler.kernels import NO_BOOK, Games, Kernels, counted, wait_for
from fabletop.engine.errors import BadOption, FabletopError, listed
from fabletop.engine.game import Game, copied
from fabletop.engine.records import header_line, ply_line
from fabletop.engine.registry import events_of, mind_of
from fabletop.engine.rulebook import CHANCE, BaseEvents, BaseMind, BaseRules, Book, Moves, Rng
from fabletop.lab.workers import Answer, Job, answer_all, answered, command, game_of, job_of, line_of, surroundings
from fabletop.players import registry, solutions
from fabletop.players.minds import book_for

PATIENCE = 600.0  # seconds for what players compute once and keep
TRIES = 3  # of a batch whose process dies
KINDS = {"plies": np.int32, "ranks": np.int8, "scores": np.int32, "events": np.int32, "visits": np.int64}


class Batches(Protocol):
    """Plays batches of games: random or with players, compiled or not, here or elsewhere."""

    compiled: bool

    def simulate(self, root: BaseRules, seed: int, first: int, games: int, *, events: bool = False) -> Games: ...


def seated(game: Game, players: str | Sequence[str]) -> tuple[str, ...]:
    """A level for every seat, from one for all or one for each."""
    names = [name.strip() for name in players.split(",")] if isinstance(players, str) else list(players)
    for name in names:
        registry.bot(game.id, name)  # an error that lists the levels
    if len(names) == 1:
        names *= game.seats
    if len(names) != game.seats:
        raise BadOption(
            "players: {given}: give one for all, or one for each of {seats} seats",
            given=listed(names), seats=game.seats,
        )  # fmt: skip
    return tuple(names)


def can_travel(game: Game, players: Sequence[str]) -> bool:
    """Another process knows the players of a game's folder, but not those registered here."""
    return not any(registry.is_guest(game.id, name) for name in players)


class Contest:
    """Players of a game's Mind, plain or compiled."""

    def __init__(self, kernels: Kernels, game: Game, players: Sequence[str], book: Book | None = None) -> None:
        self.kernels, self.levels = kernels, registry.compiled_levels(game.id, players) or ()
        self.book = book or book_for(game, players)
        self.compiled = kernels.compiled

    def simulate(self, root: BaseRules, seed: int, first: int, games: int, *, events: bool = False) -> Games:
        return self.kernels.simulate(root, seed, first, games, levels=self.levels, book=self.book, events=events)


def batches(kernels: Kernels, game: Game, players: Sequence[str]) -> Batches | None:
    """Random play, or players that can be compiled; None: they cannot."""
    if set(players) == {"random"}:
        return kernels
    return Contest(kernels, game, players) if registry.compiled_levels(game.id, players) else None


def kernel_for(game: Game, players: Sequence[str]) -> str:
    """The one of the compiled kernels that plays these."""
    return "simulate" if set(players) == {"random"} else "contest"


class Playing:
    """Plays in this process."""

    compiled = False

    def __init__(self, game: Game, players: Sequence[str], records: Path | None = None) -> None:
        self.game, self.players, self.records = game, tuple(players), records
        self.thinks = set(players) != {"random"}
        self.ready = not self.thinks
        self.counters = events_of(game.id)
        self.levels = registry.compiled_levels(game.id, players) if self.thinks else None
        self.book = book_for(game, players) if self.levels else NO_BOOK

    def simulate(self, root: BaseRules | None, seed: int, first: int, games: int, *, events: bool = False) -> Games:
        if not self.ready:  # what a player computes once must be there, or the first games would be others
            wait_for(self.game.id, "search", PATIENCE)
            self._play(seed, first, None)
            self.ready = True
        while True:
            solutions.finished(PATIENCE)
            rows = [self.counters() if events and self.counters else None for _ in range(games)]
            found = [self._play(seed, first + i, rows[i]) for i in range(games)]
            if solutions.finished(0):
                break
        plies, ranks, scores = zip(*found, strict=True)
        lengths = np.array(plies, np.int32)
        more = counted(self.counters, rows, lengths) if events and self.counters else ()
        return Games(lengths, np.array(ranks, np.int8), np.array(scores, np.int32), *more)

    def _play(self, seed: int, number: int, events: BaseEvents | None) -> tuple[int, list[int], list[int]]:
        """One game: its plies, ranks and scores, as the drivers tell them."""
        game, rng, moves, state = self.game, Rng(), Moves(), self.game.new()
        rng.seed(seed, number)
        whims = random.Random(f"{seed} {number}")
        players = [registry.bot(game.id, name, whims.getrandbits(62)) for name in self.players if self.thinks]
        minds, whim = self._minds(), Rng()
        whim.seed(seed, drivers.WHIMS + number)  # the same games as compiled ones
        view, trial = copied(state.rules), copied(state.rules)
        lines = [header_line(game, self.players, simulated={"seed": seed, "game": number})] if self.records else []
        plies, rules = 0, state.rules
        while (turn := state.turn) is not None and plies < game.spec.most_plies:
            if turn == CHANCE or not self.thinks:
                act = game.actions[drivers.choose(rules, turn, moves, rng)]
            elif minds:
                act = game.actions[drivers.think(rules, turn, view, trial, moves, rng, whim, minds, self.book)]
            else:
                act = players[turn].choose(state.view(turn))
            plies += 1
            if self.records:
                lines.append(ply_line(plies, turn, act))
            before = copied(rules) if events is not None else None
            state.play(act)
            if events is not None:
                events.watch(before, game.numbers[act], rules)
        if self.records:
            (self.records / f"{game.id}-{number:06}.jsonl").write_text("".join(lines), encoding="utf-8")
        seats = range(game.seats)
        if state.turn is not None:
            return drivers.ENDLESS, [0] * game.seats, [rules.score(seat) for seat in seats]
        return plies, [rules.rank(seat) for seat in seats], [rules.score(seat) for seat in seats]

    def _minds(self) -> list[BaseMind]:
        """The players, where the game has them as records."""
        minds = []
        for level in self.levels or ():
            minds.append(mind_of(self.game.id)())
            minds[-1].level = level
            minds[-1].forget()
        return minds


class Helper:
    """Plays in a process of its own; used by one thread."""

    compiled = False

    def __init__(self, game: Game, players: Sequence[str], records: Path | None, stop: threading.Event) -> None:
        self.stop = stop
        folder = str(records.absolute()) if records else None
        self.job = job_of(game) | {"players": list(players), "records": folder}
        self.process: subprocess.Popen[str] | None = None

    def simulate(self, root: BaseRules, seed: int, first: int, games: int, *, events: bool = False) -> Games:
        asked = self.job | {"seed": seed, "first": first, "count": games, "events": events}
        for _ in range(TRIES):
            answer = self._ask(line_of(asked))
            if answer is not None:
                return Games(**{name: np.array(answer[name], KINDS[name]) for name in KINDS if name in answer})
            self.close()
            if self.stop.is_set():
                raise Stopped
        raise FabletopError(f"games {first} to {first + games - 1}: their process died {TRIES} times")

    def _ask(self, line: str) -> dict[str, Any] | None:
        """None: the process is dead."""
        if self.process is None:
            self.process = subprocess.Popen(
                command("fabletop.lab.playing"),
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=surroundings(),
            )  # fmt: skip
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(line)
            self.process.stdin.flush()
            return answered(self.process.stdout.readline())
        except OSError:
            return None

    def kill(self) -> None:
        """From another thread: whoever waits for an answer gets none."""
        process = self.process
        if process is not None:
            process.kill()

    def close(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            process.kill()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()
            process.wait()


class Stopped(Exception):  # noqa: N818
    """The simulation is being stopped, and so was this process."""


@lru_cache(1)
def _playing(job: str) -> Playing:
    """Kept from batch to batch: players may have computed something first."""
    asked = json.loads(job)
    folder = Path(asked["records"]) if asked["records"] else None
    return Playing(game_of(asked), asked["players"], folder)


def answer(job: Job) -> Answer:
    seed, first, count, events = (job.pop(name) for name in ("seed", "first", "count", "events"))
    batch = _playing(line_of(job)).simulate(None, seed, first, count, events=events)
    columns = {name: getattr(batch, name) for name in KINDS}
    return {name: column.tolist() for name, column in columns.items() if column is not None}


if __name__ == "__main__":
    answer_all(answer)
