"""`python -m mutants cover` learns which test runs which line, `python -m mutants run` tries a sample of faults.

A fault that no test notices survives.  The sample is drawn with a seed, the same number from each folder; a fault is
tried with the tests that run its line, the quickest first; tests of browsers do not take part.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx  # noqa: F401
import hypothesis  # noqa: F401
import jinja2  # noqa: F401
import numpy  # noqa: F401
import pytest
import starlette.testclient  # noqa: F401
import uvicorn  # noqa: F401

from mutants.coverage_plugin import CHILD
from mutants.faults import Fault, faults

HOUSE = Path(__file__).resolve().parents[2]
FOLDERS = ("engine", "tables", "web")
TESTS = [
    "tests/test_api.py", "tests/test_cli.py", "tests/test_colours.py", "tests/test_contract.py", "tests/test_engine.py",
    "tests/test_games_by_folder.py", "tests/test_kit.py", "tests/test_records.py", "tests/test_simulate.py",
    "tests/test_versions.py", "tests/games", "tests/tables", "tests/web", "tests/hosting",
]  # fmt: skip
CUSTOMISE = """import os

if os.environ.get("MUTANTS_TEST"):
    from mutants.coverage_plugin import start_in_child

    start_in_child()
"""
ENOUGH = 15.0  # seconds of tests for one fault, as they took under coverage; the survivors are tried with all
SLOWNESS = 6.0  # a test that takes so many times as long, and half a minute, has met an endless loop: that is noticed


def environment(source: Path, **more: str) -> dict[str, str]:
    path = os.pathsep.join(map(str, (source, HOUSE / "tools", HOUSE)))
    return os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "FABLETOP_PLAIN": "1"} | more


def pytest_command(*more: str) -> list[str]:
    return [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not slow", *more]


def cover(folder: Path, processes: int, tests: list[str]) -> None:
    """Run the tests once and write down which lines each of them runs, and how long it takes."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "site").mkdir(parents=True)
    (folder / "site/sitecustomize.py").write_text(CUSTOMISE)
    env = environment(HOUSE / "src", MUTANTS_FOLDER=str(folder))
    env["PYTHONPATH"] = os.pathsep.join((str(folder / "site"), env["PYTHONPATH"]))
    there = [test for test in tests if (HOUSE / test).exists()]
    command = pytest_command("-p", "mutants.coverage_plugin", "-n", str(processes), *there)
    subprocess.run(command, cwd=HOUSE, env=env, check=False)
    combine(folder)


def combine(folder: Path) -> None:
    """What all processes have written, as one table: for each line of each file the tests that run it."""
    import coverage

    seconds: dict[str, float] = {}
    sharing: set[str] = set()
    for path in folder.glob("seconds-*.json"):
        noted = json.loads(path.read_text())
        seconds |= noted["seconds"]
        sharing |= set(noted["sharing"])

    def tests_of(contexts: list[str]) -> set[str]:
        """Who shares a server runs whatever the server runs for any of them."""
        found = {context.removesuffix(CHILD) for context in contexts}
        if any(context.endswith(CHILD) and context.removesuffix(CHILD) in sharing for context in contexts):
            found |= sharing
        return found & set(seconds)

    lines: dict[str, dict[int, set[str]]] = {}
    for path in folder.glob("coverage.*"):
        data = coverage.CoverageData(str(path))
        data.read()
        for file in data.measured_files():
            name = str(Path(file).relative_to(HOUSE / "src")) if Path(file).is_relative_to(HOUSE / "src") else ""
            if name.split("/")[1:2] and name.split("/")[1] in FOLDERS:
                known = lines.setdefault(name, {})
                for line, tests in data.contexts_by_lineno(file).items():
                    known.setdefault(line, set()).update(tests_of(tests))
    found = {file: {line: sorted(tests) for line, tests in known.items()} for file, known in lines.items()}
    (folder / "lines.json").write_text(json.dumps({"seconds": seconds, "lines": found}))
    print(f"{len(seconds)} tests run {sum(map(len, found.values()))} lines of {', '.join(FOLDERS)}")


def all_faults() -> Iterator[Fault]:
    for folder in FOLDERS:
        for path in sorted((HOUSE / "src/fabletop" / folder).rglob("*.py")):
            yield from faults(str(path.relative_to(HOUSE / "src")), path.read_text(encoding="utf-8"))


def sample(seed: int, most: int, folders: Sequence[str]) -> list[Fault]:
    """The same number of faults of each folder."""
    chosen, rng = [], random.Random(seed)
    everything = list(all_faults())
    for folder in folders:
        of_folder = [fault for fault in everything if fault.file.startswith(f"fabletop/{folder}/")]
        chosen += rng.sample(of_folder, min(len(of_folder), most // len(folders)))
    rng.shuffle(chosen)  # so that whoever stops early has tried some of each
    print(f"{len(everything)} faults in {', '.join(FOLDERS)}; {len(chosen)} are tried (seed {seed})")
    return chosen


class Trials:
    """Tries faults in a copy of the source."""

    def __init__(self, folder: Path, also: list[str]) -> None:
        self.also = also
        known = json.loads((folder / "lines.json").read_text())
        self.seconds: dict[str, float] = known["seconds"]
        self.lines: dict[str, dict[str, list[str]]] = known["lines"]
        self.source = folder / f"src-{os.getpid()}"
        shutil.copytree(HOUSE / "src", self.source, ignore=shutil.ignore_patterns("__pycache__"))

    def close(self) -> None:
        shutil.rmtree(self.source)

    def tests(self, fault: Fault) -> list[str]:
        """The tests that run a fault's line, the quickest first."""
        lines = self.lines.get(fault.file, {})
        found = set(lines.get(str(fault.line), ()))
        if not found and fault.when_imported:  # whoever uses the file
            found = {test for tests in lines.values() for test in tests}
        return sorted(found, key=lambda test: (self.seconds[test], test))

    def noticed(self, fault: Fault, enough: float) -> str:
        """`killed`, `survived`, or `no test` runs the line."""
        tests, planned, spent = self.tests(fault), list[str](), 0.0
        for test in tests:
            spent += self.seconds[test]
            if planned and spent > enough:
                break
            planned.append(test)
        planned = [*self.also, *planned]
        if not planned:
            return "no test"
        path = self.source / fault.file
        right = path.read_text(encoding="utf-8")
        path.write_text(fault.put_into(right), encoding="utf-8")
        try:
            return "survived" if self.passes(planned) else "killed"
        finally:
            path.write_text(right, encoding="utf-8")

    def passes(self, tests: list[str]) -> bool:
        """In a process of its own that has imported what all tests need: only what is ours is read anew."""
        patience = 30 + min(90, SLOWNESS * sum(self.seconds.get(test, 5.0) for test in tests))
        child = os.fork()
        if child == 0:
            os.setsid()
            os._exit(self._pytest(tests))
        until = time.monotonic() + patience
        while (done := os.waitpid(child, os.WNOHANG)) == (0, 0) and time.monotonic() < until:
            time.sleep(0.05)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        if done == (0, 0):
            os.waitpid(child, 0)
            return False
        return done[1] == 0

    def _pytest(self, tests: list[str]) -> int:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for number in range(3):
            os.dup2(nowhere, number)
        os.environ.update(environment(self.source))
        os.chdir(HOUSE)
        sys.path[:0] = [str(self.source), str(HOUSE)]
        try:
            return int(pytest.main(pytest_command("-x", "--no-header", "-W", "ignore", *tests)[3:]))
        except BaseException:
            return 99


def run(args: argparse.Namespace) -> int:
    chosen = sample(args.seed, args.most, args.of)
    mine = [fault for place, fault in enumerate(chosen) if place % args.parts == args.part]
    done = args.folder / f"results-{args.seed}-{args.most}.jsonl"
    known = {}
    if done.exists():
        known = {tuple(json.loads(line)["fault"]): json.loads(line) for line in done.read_text().splitlines()}
    trials = Trials(args.folder, args.also)
    try:
        for fault in mine:
            before = known.get(tuple(fault))
            if before and (before["end"] == "killed" or not args.survivors):
                continue
            began = time.monotonic()
            end = trials.noticed(fault, args.enough)
            line = {"fault": list(fault), "end": end, "seconds": round(time.monotonic() - began, 1)}
            with done.open("a") as out:
                out.write(json.dumps(line) + "\n")
            if end != "killed":
                print(f"{end}: {fault.file}:{fault.line} {fault.kind}: {fault.text}", flush=True)
    finally:
        trials.close()
    return report(args, chosen)


def report(args: argparse.Namespace, chosen: list[Fault]) -> int:
    done = args.folder / f"results-{args.seed}-{args.most}.jsonl"
    ends = {tuple(json.loads(line)["fault"]): json.loads(line)["end"] for line in done.read_text().splitlines()}
    for folder in (*FOLDERS, ""):
        tried = Counter(ends[tuple(fault)] for fault in chosen if tuple(fault) in ends and f"/{folder}" in fault.file)
        total = sum(tried.values())
        if total:
            print(f"{folder or 'all':8} {tried['killed']} of {total} noticed: {100 * tried['killed'] / total:.1f} %")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("do", choices=["cover", "run", "report"])
    parser.add_argument("--folder", type=Path, default=HOUSE / "build/mutants")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--tests", nargs="*", default=TESTS, help="for `cover`: those that take part")
    parser.add_argument("--of", nargs="*", default=FOLDERS, choices=FOLDERS, help="folders that get faults")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=300, help="faults that are tried")
    parser.add_argument("--enough", type=float, default=ENOUGH, help="seconds of tests for one fault")
    parser.add_argument("--survivors", action="store_true", help="only what has survived so far, once more")
    parser.add_argument("--also", nargs="*", default=[], metavar="TEST", help="tests written since, for every fault")
    parser.add_argument("--part", type=int, default=0, help="several processes: which is this?")
    parser.add_argument("--parts", type=int, default=1)
    args = parser.parse_args()
    if args.do == "cover":
        cover(args.folder, args.processes, args.tests)
        return 0
    return run(args) if args.do == "run" else report(args, sample(args.seed, args.most, args.of))


if __name__ == "__main__":
    sys.exit(main())
