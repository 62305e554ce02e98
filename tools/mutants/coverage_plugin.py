"""Which test runs which line: a plugin for pytest, and for the processes that a test starts.

Each test is a context of coverage.py.  A process that a test starts finds the test's name in its environment, and
writes its own data under it and CHILD (`start_in_child`, called by a sitecustomize in the folder of the run).  A server
that a fixture of the whole session starts is named after the first test that uses it, so it counts for all of them.
"""

from __future__ import annotations

import atexit
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

FOLDER, TEST = "MUTANTS_FOLDER", "MUTANTS_TEST"
CHILD = " in a process of its own"
SHARED = ("server",)  # fixtures of the whole session that start a process


def started(context: str | None = None) -> coverage.Coverage:
    found = coverage.Coverage(
        data_file=str(Path(os.environ[FOLDER], "coverage")), data_suffix=True, config_file=False,
        source_pkgs=["fabletop"], context=context,
    )  # fmt: skip
    found.set_option("run:concurrency", ["thread"])
    found.set_option("run:sigterm", True)
    found.set_option("run:disable_warnings", ["module-not-measured", "module-not-imported", "no-data-collected"])
    found.start()
    return found


def start_in_child() -> None:
    found = started(os.environ[TEST] + CHILD)
    atexit.register(found.save)
    atexit.register(found.stop)


class Contexts:
    def __init__(self) -> None:
        self.coverage = started()
        self.seconds: dict[str, float] = {}  # of the tests that pass
        self.sharing: list[str] = []  # those with a process that others use, too
        self.passed = True

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        os.environ[TEST] = item.nodeid
        self.coverage.switch_context(item.nodeid)
        if set(SHARED) & set(getattr(item, "fixturenames", ())):
            self.sharing.append(item.nodeid)
        began, self.passed = time.perf_counter(), True
        yield
        if self.passed:
            self.seconds[item.nodeid] = time.perf_counter() - began
        self.coverage.switch_context("")
        del os.environ[TEST]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.passed &= report.passed

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        self.coverage.save()
        Path(os.environ[FOLDER], f"seconds-{os.getpid()}.json").write_text(
            json.dumps({"seconds": self.seconds, "sharing": self.sharing})
        )


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get(FOLDER):
        config.pluginmanager.register(Contexts(), "mutants-contexts")
