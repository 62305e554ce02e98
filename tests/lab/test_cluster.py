"""A real Dask scheduler with worker processes: the same numbers as here, also when a worker is killed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from fabletop.cli import main
from fabletop.compiler.kernels import wait_for
from fabletop.lab.simulate import simulate

pytest.importorskip("distributed")


class Machines:
    """A scheduler and two workers, each a process of its own."""

    def __init__(self) -> None:
        self.started: list[subprocess.Popen[str]] = []
        scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        self.address = self._said(scheduler, r"Scheduler at:\s+(tcp://\S+)")
        self.workers = [self._worker() for _ in range(2)]
        for worker in self.workers:
            self._said(worker, r"(Registered to)")

    def _worker(self) -> subprocess.Popen[str]:
        return self._start("worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard")

    def _start(self, *words: str) -> subprocess.Popen[str]:
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        command = [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
        self.started.append(process)
        return process

    def _said(self, process: subprocess.Popen[str], pattern: str) -> str:
        assert process.stderr is not None
        heard = []
        for line in process.stderr:
            heard.append(line)
            if match := re.search(pattern, line):
                return match[1]
        pytest.fail("".join(heard))

    def close(self) -> None:
        for process in reversed(self.started):
            process.kill()
            process.wait()
            assert process.stderr is not None
            process.stderr.close()


@pytest.fixture(scope="module")
def machines() -> Iterator[Machines]:
    assert wait_for("duck", "simulate", seconds=300) is not None
    made = Machines()
    yield made
    made.close()


@pytest.mark.filterwarnings("default")
def test_a_cluster_gives_the_same_numbers(machines: Machines) -> None:
    assert simulate("duck", 5000, seed=1, cluster=machines.address) == simulate("duck", 5000, seed=1)
    here = simulate("duck", 30, seed=1, players="gentle", threads=1)
    assert simulate("duck", 30, seed=1, players="gentle", cluster=machines.address) == here


@pytest.mark.filterwarnings("default")
def test_a_killed_worker_loses_nothing(machines: Machines) -> None:
    expected = simulate("duck", 200_000, seed=2)
    victim = machines.workers[0]

    def kill(done: int, doing: str) -> None:
        if done > 2000 and victim.poll() is None:
            victim.kill()

    assert simulate("duck", 200_000, seed=2, cluster=machines.address, progress=kill) == expected
    assert victim.wait(10) != 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--cluster", "somewhere"], "give the address of a Dask scheduler"),
        (["--cluster", "tcp://127.0.0.1:9"], "no Dask scheduler answers at tcp://127.0.0.1:9"),
        (["--cluster", "tcp://127.0.0.1:9", "--record-dir", "x"], "either a cluster or a folder"),
    ],
)
@pytest.mark.filterwarnings("default")
def test_no_scheduler_is_one_line(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "duck", *arguments]) == 2
    assert says in capsys.readouterr().err
