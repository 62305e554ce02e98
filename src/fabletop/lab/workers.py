"""Processes that play games for another: one line of JSON asks, one line answers, until nobody asks any more."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Mapping
from typing import IO, Any, TypeAlias

from fabletop.engine.errors import FabletopError
from fabletop.engine.game import Game

Job: TypeAlias = dict[str, Any]  # what is asked for: a game, and more
Answer: TypeAlias = Mapping[str, object]


def command(module: str) -> list[str]:
    """Starts a worker: the module calls `answer_all`."""
    return [sys.executable, "-m", module]


def surroundings() -> dict[str, str]:
    """The environment of a worker: it finds the same packages."""
    return os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def job_of(game: Game) -> Job:
    return {"game": game.id, "version": game.version, "seats": game.seats, "options": dict(game.options)}


def game_of(job: Job) -> Game:
    return Game(job["game"], job["seats"], job["options"], job["version"])


def line_of(job: Job) -> str:
    return json.dumps(job) + "\n"


def answered(line: str) -> dict[str, Any] | None:
    """What a worker has answered; None: it has died over it."""
    if not line.endswith("\n"):
        return None
    answer: dict[str, Any] = json.loads(line)
    if "error" in answer:
        raise FabletopError(f"a game could not be played: {answer['error']}")
    return answer


def serve(lines: IO[str], out: IO[str], answer: Callable[[Job], Answer]) -> None:
    """Answer line by line; whatever goes wrong is an answer, too."""
    for line in lines:
        try:
            found = answer(json.loads(line))
        except Exception as error:
            found = {"error": f"{type(error).__name__}: {error}"}
        out.write(json.dumps(found) + "\n")
        out.flush()


def answer_all(answer: Callable[[Job], Answer]) -> None:
    """The whole life of a worker; Ctrl-C is for the one who asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    serve(sys.stdin, sys.stdout, answer)
