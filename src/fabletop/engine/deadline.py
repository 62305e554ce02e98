"""An end for what a game's own text does, also where that text has none."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class NoEnd(TimeoutError):  # noqa: N818
    """Something has used the processor for too long; the traceback tells where it was."""

    def __str__(self) -> str:
        return "this takes too long; is there a loop that never stops?"


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise NoEnd in whatever this thread is doing inside, once it has used the processor for so long.

    Time in which a busy machine did something else does not count, where the system can tell.
    """
    thread, used = threading.get_ident(), _own_time()
    over, ended = threading.Event(), threading.Lock()

    def watch() -> None:
        left = seconds
        while not over.wait(left):
            left = seconds - used()
            if left <= 0:
                with ended:
                    if not over.is_set():
                        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(NoEnd))
                return

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        with ended:
            over.set()
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), None)  # it ended in the last moment


def _own_time() -> Callable[[], float]:
    """Seconds that this thread has used from now on, as any thread may ask."""
    if not hasattr(time, "pthread_getcpuclockid"):
        began = time.monotonic()
        return lambda: time.monotonic() - began
    clock = time.pthread_getcpuclockid(threading.get_ident())
    spent = time.clock_gettime(clock)
    return lambda: time.clock_gettime(clock) - spent
