"""How long does a game take that was never compiled?  With an empty cache, one game after the other.

    python benchmarks/cold.py [GAME …]
    python benchmarks/cold.py --page            writes the part of docs/benchmarks.md

The compiler is started as a table or the lab starts it.  The first answer is there when random games can be simulated;
everything, when players, searches and solvers are compiled as well.  By the clock, from the start of the process on,
and in processor seconds, which a busy machine leaves alone.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from fabletop.compiler.kernels import KERNELS
from fabletop.engine.registry import game_ids
from page import machine, table, write_part


def spent() -> float:
    """Processor seconds of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def cold(id: str) -> tuple[float, float, float]:
    """Seconds until the first answer and until everything is there, and processor seconds of it all."""
    with tempfile.TemporaryDirectory() as cache:
        began, before, first = time.monotonic(), spent(), 0.0
        process = subprocess.Popen(
            [sys.executable, "-m", "fabletop.compiler", id], env=os.environ | {"FABLETOP_CACHE": cache}
        )
        while process.poll() is None:
            if not first and any(Path(cache).glob(f"{id}/*/{KERNELS[0]}.ready")):
                first = time.monotonic() - began
            time.sleep(0.01)
        if process.returncode:
            raise SystemExit(f"{id} does not compile")
        return first, time.monotonic() - began, spent() - before


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ids", nargs="*", metavar="GAME", help="default: every game")
    parser.add_argument("--page", action="store_true", help="write the part of docs/benchmarks.md")
    given = parser.parse_args()
    rows = []
    for id in given.ids or game_ids():
        rows.append([id, *(f"{seconds:.1f}" for seconds in cold(id))])
        print(*rows[-1], file=sys.stderr, flush=True)
    found = table(["game", "first answer, s", "everything, s", "processor s"], rows)
    if given.page:
        write_part("cold", f"`python benchmarks/cold.py` on {machine('numba')}.\n\n{found}")
    else:
        print(found)


if __name__ == "__main__":
    main()
