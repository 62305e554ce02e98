"""Why rules could not be compiled, in one line that names the line of the game's own text; and an end to waiting."""

from __future__ import annotations

import os
import re
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path

from fabletop.compiler.binder import CannotCompile, origin
from fabletop.engine.registry import rules_of

WORK = 300  # seconds of a processor: no rules take so long to compile
PATIENCE = 1200  # seconds in all, on a machine that is busy with other things
STARTER = "FABLETOP_STARTER"  # in the environment: the process that has started the compilation
ORPHANED = 300  # seconds after the end of whoever has started the compilation

_PAINT = re.compile(r"\x1b\[[0-9;]*m")  # Numba colours its messages where colorama is installed
_BOUND_LINE = re.compile(r'bound\.py", line (\d+)')


def explained(id: str, error: BaseException) -> str:
    """What is wrong and where: `rules.py, line 42: …`."""
    if isinstance(error, CannotCompile):
        return str(error)
    text = _PAINT.sub("", str(error))
    found = _BOUND_LINE.search(text)  # the innermost comes first
    where = origin(id, int(found[1])) if found else _own_line(id, traceback.extract_tb(error.__traceback__))
    said = _sentence(text) or "no reason given"
    return f"{where}: {type(error).__name__}: {said}" if where else f"{type(error).__name__}: {said}"


def _sentence(text: str) -> str:
    """What a message of Numba says, without where and how it came to say it."""
    lines = [line.strip() for line in text.splitlines()]
    told = [line for line in lines if line and not line.startswith(("Failed in", "During:", "File ", "-", ">>>"))]
    return told[0].rstrip(":") if told else ""


def _own_line(id: str, frames: Iterable[traceback.FrameSummary]) -> str | None:
    """The innermost of these lines that is the game's own."""
    home = Path(str(rules_of(id).__file__)).parent
    own = [frame for frame in frames if Path(frame.filename).parent == home]
    return f"{Path(own[-1].filename).name}, line {own[-1].lineno}" if own else None


class Watch:
    """Ends this process when what it is doing takes too long, or nobody waits for it any longer, having said so."""

    def __init__(self, id: str, fail: Callable[[str], None], leave: Callable[[], None]) -> None:
        self.id, self.fail, self.leave = id, fail, leave
        self._doing = "loading"
        self._done = threading.Event()
        self._thread = threading.get_ident()

    def __enter__(self) -> Watch:
        threading.Thread(target=self._look, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._done.set()

    def now(self, doing: str) -> None:
        self._doing = doing

    def _look(self) -> None:
        began, worked = time.monotonic(), time.process_time()
        parent = int(os.environ.get(STARTER, os.getppid()))  # who may have ended before we could look
        orphaned = 0.0
        while not self._done.wait(0.5):
            now = time.monotonic()
            if os.getppid() != parent:
                orphaned = orphaned or now
            if time.process_time() - worked > WORK or now - began > PATIENCE:
                self.fail(self._overdue(now - began))
                os._exit(1)
            if orphaned and now - orphaned > ORPHANED:
                self.leave()
                os._exit(1)

    def _overdue(self, seconds: float) -> str:
        stack = traceback.extract_stack(sys._current_frames().get(self._thread))
        where = _own_line(self.id, stack)
        if where:
            return f"{where}: no end after {seconds:.0f} s of {self._doing}: a loop that never stops?"
        return f"{self._doing}: no end after {seconds:.0f} s"
