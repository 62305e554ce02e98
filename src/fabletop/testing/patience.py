"""A check has an end, also where the game that it checks has none."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from functools import wraps
from types import FrameType

from fabletop.engine import registry
from fabletop.engine.game import Game

SECONDS = 60  # of our own processor time: a busy machine does not count


def in_time(check: Callable[[Game], None]) -> Callable[[Game], None]:
    """The same check; a loop of the game that never stops is named with its line, where the system has such a clock."""

    @wraps(check)
    def checked(game: Game) -> None:
        if not hasattr(signal, "SIGVTALRM") or threading.current_thread() is not threading.main_thread():
            return check(game)

        def late(_number: int, frame: FrameType | None) -> None:
            raise AssertionError(f"{_line(game, frame)}: no end after {SECONDS} s; is there a loop that never stops?")

        before = signal.signal(signal.SIGVTALRM, late)
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
        try:
            return check(game)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, before)

    return checked


def _line(game: Game, frame: FrameType | None) -> str:
    """The line of the game's folder where it is."""
    folder = registry.folder_of(game.id)
    while frame is not None:
        if frame.f_code.co_filename.startswith(str(folder)):
            return f"{frame.f_code.co_filename.removeprefix(str(folder))[1:]}, line {frame.f_lineno}"
        frame = frame.f_back
    return game.id
