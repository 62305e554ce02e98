"""Games between computer players: here, or in processes of their own.

Game number i depends on the seed and on i alone: chance has the stream that random play has, and every seat has a
whim of its own.  A process is asked for batches over a pipe, one line of JSON each way; if it dies its batch is
played again by another, and the answer is the same.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, Protocol

import numpy as np

from fabletop.compiler import drivers
from fabletop.compiler.kernels import Games, counted, wait_for
from fabletop.engine.errors import BadOption, FabletopError, listed
from fabletop.engine.game import Game, copied
from fabletop.engine.records import header_line, ply_line
from fabletop.engine.registry import events_of
from fabletop.engine.rulebook import CHANCE, BaseEvents, Moves, Rng
from fabletop.players import registry, solutions

PATIENCE = 600.0  # seconds for what players compute once and keep
TRIES = 3  # of a batch whose process dies
KINDS = {"plies": np.int32, "ranks": np.int8, "scores": np.int32, "events": np.int32, "visits": np.int64}


class Batches(Protocol):
    """Plays batches of games: random or with players, compiled or not, here or elsewhere."""

    compiled: bool

    def simulate(self, root: Any, seed: int, first: int, games: int, *, events: bool = False) -> Games: ...


def seated(game: Game, players: str | Sequence[str]) -> tuple[str, ...]:
    """A level for every seat, from one for all or one for each."""
    names = [name.strip() for name in players.split(",")] if isinstance(players, str) else list(players)
    for name in names:
        registry.bot(game.id, name)  # an error that lists the levels
    if len(names) == 1:
        names *= game.seats
    if len(names) != game.seats:
        raise BadOption(f"players: {listed(names)}: give one for all, or one for each of {game.seats} seats")
    return tuple(names)


def can_travel(game: Game, players: Sequence[str]) -> bool:
    """Another process knows the players of a game's folder, but not those registered here."""
    return not any((game.id, name) in registry._guests for name in players)


class Playing:
    """Plays in this process."""

    compiled = False

    def __init__(self, game: Game, players: Sequence[str], records: Path | None = None) -> None:
        self.game, self.players, self.records = game, tuple(players), records
        self.thinks = set(players) != {"random"}
        self.ready = not self.thinks
        self.counters = events_of(game.id)

    def simulate(self, root: Any, seed: int, first: int, games: int, *, events: bool = False) -> Games:
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
        lines = [header_line(game, self.players, simulated={"seed": seed, "game": number})] if self.records else []
        plies, rules = 0, state.rules
        while (turn := state.turn) is not None and plies < game.spec.most_plies:
            if turn == CHANCE or not self.thinks:
                act = game.words[drivers.choose(rules, turn, moves, rng)]
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


class Helper:
    """Plays in a process of its own; used by one thread."""

    compiled = False

    def __init__(self, game: Game, players: Sequence[str], records: Path | None, stop: threading.Event) -> None:
        self.stop = stop
        self.job = {"game": game.id, "seats": game.seats, "options": dict(game.options), "players": list(players)}
        self.job["records"] = str(records.absolute()) if records else None
        self.process: subprocess.Popen[str] | None = None

    def simulate(self, root: Any, seed: int, first: int, games: int, *, events: bool = False) -> Games:
        asked = self.job | {"seed": seed, "first": first, "count": games, "events": events}
        for _ in range(TRIES):
            answer = self._ask(json.dumps(asked))
            if answer is not None:
                if "error" in answer:
                    raise FabletopError(f"a player failed: {answer['error']}")
                return Games(**{name: np.array(answer[name], KINDS[name]) for name in KINDS if name in answer})
            self.close()
            if self.stop.is_set():
                raise Stopped
        raise FabletopError(f"games {first} to {first + games - 1}: their process died {TRIES} times")

    def _ask(self, line: str) -> dict[str, Any] | None:
        """None: the process is dead."""
        if self.process is None:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "fabletop.lab.playing"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
                env=os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
            )  # fmt: skip
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except OSError:
            return None
        found: dict[str, Any] | None = json.loads(answer) if answer.endswith("\n") else None
        return found

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


def serve(lines: IO[str], out: IO[str]) -> None:
    """Answer batches until there are no more."""
    made: dict[str, Playing] = {}
    for line in lines:
        job = json.loads(line)
        seed, first, count, events = (job.pop(name) for name in ("seed", "first", "count", "events"))
        name = json.dumps(job)
        try:
            if name not in made:
                folder = Path(job["records"]) if job["records"] else None
                made[name] = Playing(Game(job["game"], job["seats"], job["options"]), job["players"], folder)
            batch = made[name].simulate(None, seed, first, count, events=events)
            columns = {name: getattr(batch, name) for name in KINDS}
            answer = {name: column.tolist() for name, column in columns.items() if column is not None}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        out.write(json.dumps(answer) + "\n")
        out.flush()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who asks
    serve(sys.stdin, sys.stdout)
