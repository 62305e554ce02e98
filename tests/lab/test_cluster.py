"""A real Dask scheduler with worker processes: the same numbers as here, also when a worker is killed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fabletop.cli import main
from fabletop.compiler.kernels import wait_for
from fabletop.lab.playing import Helper
from fabletop.lab.simulate import simulate
from fabletop.players.registry import compiled_levels

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
def test_the_same_numbers_on_threads_processes_and_a_cluster(
    machines: Machines, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("fabletop.lab.simulate.PATIENCE_ALONE", 0.0)  # other processes are worth starting
    started: list[Helper] = []

    class Counted(Helper):
        def __init__(self, *job: Any) -> None:
            super().__init__(*job)
            started.append(self)

    monkeypatch.setattr("fabletop.lab.simulate.Helper", Counted)
    for players, games in (("random", 3000), ("gentle", 300), ("sharp", 30)):
        one = simulate("duck", games, seed=1, players=players, threads=1)
        assert one.events["hops"]["total"] > 0
        assert sum(one.visits.values()) > 0
        assert simulate("duck", games, seed=1, players=players, threads=2) == one
        assert simulate("duck", games, seed=1, players=players, cluster=machines.address) == one
    few = simulate("duck", 100, seed=1, threads=1)
    plain = compiled_levels("duck", ["sharp", "sharp"]) is None
    assert len(started) == 2 * plain, "players that cannot be compiled have processes"
    assert simulate("duck", 100, seed=1, threads=2, record_dir=tmp_path / "games") == few
    assert len(started) == 2 * plain + 2, "and so have random games that are written down"


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
        (["--cluster", "tcp://127.0.0.1"], "give the address of a Dask scheduler"),
        (["--cluster", "tcp://127.0.0.1:http"], "give the address of a Dask scheduler"),
        (["--cluster", "nonsense://127.0.0.1:9"], "give the address of a Dask scheduler"),
        (["--cluster", "tcp://127.0.0.1:9"], "no Dask scheduler answers at tcp://127.0.0.1:9"),
        (["--cluster", "tcp://127.0.0.1:9", "--record-dir", "x"], "either a cluster or a folder"),
    ],
)
@pytest.mark.filterwarnings("default")
def test_no_scheduler_is_one_line(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "duck", *arguments]) == 2
    error = capsys.readouterr().err
    assert says in error
    assert error.count("\n") == 1
