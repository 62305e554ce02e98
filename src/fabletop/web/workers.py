"""Several workers behind one port: a parent that serves nobody starts them, and starts another when one dies.

SIGTERM and Ctrl-C end them all; SIGHUP replaces them one after the other, each new one ready before an old one goes.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import shutil
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Event
from typing import NamedTuple

from fabletop.engine.errors import BadOption
from fabletop.web.settings import Settings

log = logging.getLogger("fabletop.workers")

PATIENCE = 60.0  # seconds that a worker may take to be ready
FAREWELL = 10.0  # … and to end
REST = 1.0  # seconds before another is started for one that has died
Serve = Callable[[Settings, socket.socket, Event, bool], None]  # the last: warm up before, not meanwhile


class Worker(NamedTuple):
    process: SpawnProcess
    ready: Event


def listening(host: str, port: int) -> socket.socket:
    """The socket that all workers share."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        sock.listen(2048)
    except OSError:
        sock.close()
        raise BadOption(
            "cannot listen on {host}:{port}; is something else there? Try --port", host=host, port=port
        ) from None
    return sock


class Workers:
    def __init__(self, settings: Settings, serve: Serve) -> None:
        self.settings, self.serve = settings, serve
        self._spawn = multiprocessing.get_context("spawn")
        self._ending, self._renewing = False, False
        self._woken = threading.Event()

    def run(self) -> None:
        """Until a signal ends it."""
        figures = tempfile.mkdtemp(prefix="fabletop-figures-")
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = figures  # before a worker counts anything
        for number, handler in ((signal.SIGTERM, self._end), (signal.SIGINT, self._end), (signal.SIGHUP, self._renew)):
            signal.signal(number, handler)
        with listening(self.settings.host, self.settings.port) as self._socket:
            workers = [self._start() for _ in range(self.settings.workers)]
            try:
                while not self._ending:
                    if self._renewing:
                        self._renewing = False
                        workers = [self._replaced(worker) for worker in workers]
                    workers = [self._seen_to(worker) for worker in workers]
                    self._woken.wait(0.2)
                    self._woken.clear()
            finally:
                for worker in workers:
                    worker.process.terminate()
                for worker in workers:
                    self._ended(worker)
                shutil.rmtree(figures, ignore_errors=True)

    def _end(self, *_: object) -> None:
        self._ending = True
        self._woken.set()

    def _renew(self, *_: object) -> None:
        self._renewing = True
        self._woken.set()

    def _start(self, *, warm: bool = False) -> Worker:
        ready = self._spawn.Event()
        process = self._spawn.Process(target=self.serve, args=(self.settings, self._socket, ready, warm), daemon=True)
        process.start()
        return Worker(process, ready)

    def _seen_to(self, worker: Worker) -> Worker:
        if worker.process.is_alive() or self._ending:
            return worker
        log.error("worker %s has ended with status %s; another is started", worker.process.pid, worker.process.exitcode)
        self._figures_of(worker)
        if not worker.ready.is_set():
            time.sleep(REST)  # one that cannot even start
        return self._start()

    def _replaced(self, old: Worker) -> Worker:
        """A new one that is ready, and then the old one may go."""
        new = self._start(warm=True)
        until = time.monotonic() + PATIENCE
        while not new.ready.is_set() and new.process.is_alive() and time.monotonic() < until and not self._ending:
            time.sleep(0.05)
        if new.ready.is_set():
            old.process.terminate()
            self._ended(old)
            log.info("worker %s has taken the place of %s", new.process.pid, old.process.pid)
            return new
        new.process.kill()
        log.error("a new worker does not start; the old one stays")
        return old

    def _ended(self, worker: Worker) -> None:
        worker.process.join(FAREWELL)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
        self._figures_of(worker)

    def _figures_of(self, worker: Worker) -> None:
        """What a worker that is gone had open is no longer counted."""
        from prometheus_client.multiprocess import mark_process_dead

        with contextlib.suppress(OSError):
            mark_process_dead(worker.process.pid)  # type: ignore[no-untyped-call]
