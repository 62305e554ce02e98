"""Threads that share a piece of work again and again, with little ado: a step takes half a millisecond."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TypeAlias

Job: TypeAlias = Callable[[], None]


class Hands:
    """So many helpers beside whoever asks, who works, too."""

    def __init__(self, helpers: int) -> None:
        self._inboxes: list[SimpleQueue[Job | None]] = [SimpleQueue() for _ in range(helpers)]
        self._outbox: SimpleQueue[BaseException | None] = SimpleQueue()
        for inbox in self._inboxes:
            Thread(target=_help, args=(inbox, self._outbox), name="fabletop-batch", daemon=True).start()
            weakref.finalize(self, inbox.put, None)

    def do(self, jobs: Sequence[Job]) -> None:
        """The first job here, the others by helpers.  Each of them takes what is left of one work, so a job that nobody
        has begun when the first one ends has nothing to do any more.  The first error of any is raised."""
        for inbox, job in zip(self._inboxes, jobs[1:], strict=True):
            inbox.put(job)
        errors: list[BaseException | None] = []
        try:
            jobs[0]()
        finally:
            errors += [self._outbox.get() for inbox in self._inboxes if not _taken_back(inbox)]  # nobody is at work
        for error in errors:
            if error is not None:
                raise error

    def close(self) -> None:
        """The helpers go home."""
        for inbox in self._inboxes:
            inbox.put(None)


def _taken_back(inbox: SimpleQueue[Job | None]) -> bool:
    """Has the helper not even come?"""
    try:
        inbox.get_nowait()
    except Empty:
        return False
    return True


def _help(inbox: SimpleQueue[Job | None], outbox: SimpleQueue[BaseException | None]) -> None:
    while True:
        job, error = inbox.get(), None
        if job is None:
            return
        try:
            job()
        except BaseException as raised:
            error = raised
        del job  # what it works on may be thrown away meanwhile
        outbox.put(error)


__all__ = ["Hands", "Job"]
