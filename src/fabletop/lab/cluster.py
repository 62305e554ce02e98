"""Batches of games on a Dask cluster: other machines play, and the answer is the one that a single core gives.

A batch depends on the seed and the numbers of its games alone.  When a worker is lost, the scheduler gives its
batches to others.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from fabletop.compiler.kernels import Games, kernels
from fabletop.engine.errors import BadOption, FabletopError, quoted
from fabletop.engine.game import Game
from fabletop.engine.rulebook import BaseRules
from fabletop.lab import files
from fabletop.lab.playing import Playing, batches, kernel_for

PATIENCE = 5  # seconds for a scheduler to answer
SCHEMES = ("tcp", "tls", "ws", "wss")

_made: dict[str, Playing] = {}  # in a worker: players keep what they have computed


def play_batch(job: dict[str, Any], seed: int, first: int, games: int, events: bool) -> tuple[Games, bool]:
    """In a worker: the games, and whether they were compiled."""
    game = Game(job["game"], job["seats"], job["options"], job["version"])
    fast = batches(kernels(game.id, kernel_for(game, job["players"])), game, job["players"])
    if fast is not None:
        return fast.simulate(game.new().rules, seed, first, games, events=events), fast.compiled
    name = json.dumps(job)
    if name not in _made:
        _made[name] = Playing(game, job["players"])
    return _made[name].simulate(None, seed, first, games, events=events), False


class Cluster:
    """Takes the place of kernels in a simulation; may be used by many threads at once."""

    compiled = False

    def __init__(self, address: str, game: Game, players: Sequence[str]) -> None:
        files.needs("distributed", "a cluster")
        _knock(address)
        from distributed import Client

        try:
            self.client: Any = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TimeoutError):
            raise BadOption("cluster: no Dask scheduler answers at {address}", address=address) from None
        self.cores = sum(self.client.nthreads().values())
        if not self.cores:
            self.close()
            raise BadOption("cluster: the scheduler at {address} has no workers", address=address)
        self.job: dict[str, Any] = {
            "game": game.id,
            "version": game.version,
            "seats": game.seats,
            "options": dict(game.options),
        }
        self.job["players"] = list(players)

    def simulate(self, root: BaseRules, seed: int, first: int, games: int, *, events: bool = False) -> Games:
        future = self.client.submit(play_batch, self.job, seed, first, games, events, pure=False)
        try:
            batch, compiled = future.result()
        except FabletopError:
            raise
        except Exception as error:
            raise FabletopError(f"games {first} to {first + games - 1} failed on the cluster: {error}") from None
        self.compiled = self.compiled or compiled
        found: Games = batch
        return found

    def close(self) -> None:
        self.client.close()


def _knock(address: str) -> None:
    """Is anybody there?  A client of Dask would try for seconds also where nobody listens."""
    try:
        parts = urlsplit(address)
        known = parts.scheme in SCHEMES and parts.hostname and parts.port
    except ValueError:
        known = None
    if not known:
        raise BadOption(
            "cluster: {found}: give the address of a Dask scheduler, like tcp://host:8786", found=quoted(address)
        )
    try:
        socket.create_connection((parts.hostname, parts.port), PATIENCE).close()
    except OSError:
        raise BadOption("cluster: no Dask scheduler answers at {address}", address=address) from None
