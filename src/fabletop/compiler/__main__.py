"""`python -m fabletop.compiler GAME …`: compile games and leave the result in the cache.

Two processes do it side by side where there are two cores, one of them what players need (`--only`).
"""

from __future__ import annotations

import argparse
import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from fabletop.compiler import store
from fabletop.compiler.binder import CannotCompile
from fabletop.compiler.faults import STARTER, Watch, explained
from fabletop.compiler.kernels import BESIDE, KERNELS, compile_now
from fabletop.engine.errors import FabletopError
from fabletop.engine.registry import known_id


def main(args: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m fabletop.compiler", description=__doc__)
    parser.add_argument("ids", nargs="*", metavar="GAME")
    parser.add_argument("--only", action="append", metavar="KERNEL", choices=KERNELS, help="for a game in the making")
    given = parser.parse_args(args)
    os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")  # of thousands that nobody sees
    return max((compiled(id, given.only) for id in given.ids), default=0)


def compiled(id: str, only: Sequence[str] | None = None) -> int:
    """The exit status.  Whatever goes wrong, plain play goes on, and the reason is kept."""
    try:
        known_id(id)
    except FabletopError as error:
        print(error, file=sys.stderr)
        return 2
    with Watch(id, partial(fail, id), partial(leave, id)) as watch:
        try:
            if only:
                compile_thriftily(id, watch.now, only)
            else:
                with store.only_one(id), helper(id) as finish:
                    compile_thriftily(id, watch.now, [kernel for kernel in KERNELS if kernel not in BESIDE])
                    finish(watch.now)
        except Exception as error:
            fail(id, explained(id, error))
            return 1
    return 0


def compile_thriftily(id: str, doing: Callable[[str], None], only: Sequence[str]) -> None:
    if any(not store.is_ready(id, kernel) for kernel in only):
        from fabletop.compiler.thrift import be_thrifty  # loads Numba

        be_thrifty(store.module(id))
        compile_now(id, doing, only)


@contextlib.contextmanager
def helper(id: str) -> Iterator[Callable[[Callable[[str], None]], None]]:
    """Another process compiles what players need, if there is a core for it; what is given ends it: here or there."""
    todo = [kernel for kernel in BESIDE if not store.is_ready(id, kernel)]
    if not todo or (os.cpu_count() or 1) < 2:
        yield lambda doing: compile_thriftily(id, doing, todo)
        return
    command = [sys.executable, "-m", "fabletop.compiler", id, *(f"--only={kernel}" for kernel in todo)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, env=os.environ | {STARTER: str(os.getpid())})

    def finish(doing: Callable[[str], None]) -> None:
        doing("what players need")
        if process.wait():
            raise CannotCompile(store.failure(id) or "what players need was left unfinished")

    try:
        yield finish
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def fail(id: str, why: str) -> None:
    store.mark_failed(id, why)
    store.release(id)
    print(f"{id}: {why}", file=sys.stderr, flush=True)


def leave(id: str) -> None:
    """Nothing is known to be wrong: whoever needs it next begins again."""
    store.release(id)
    print(f"{id}: left unfinished, for whoever has begun it has ended", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
