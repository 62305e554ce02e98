"""`python -m fabletop.compiler GAME …`: compile games and leave the result in the cache."""

from __future__ import annotations

import sys
from functools import partial

from fabletop.compiler import store
from fabletop.compiler.faults import Watch, explained
from fabletop.compiler.kernels import compile_now
from fabletop.engine.errors import FabletopError
from fabletop.engine.registry import known_id


def main(ids: list[str]) -> int:
    return max(map(compiled, ids), default=0)


def compiled(id: str) -> int:
    """The exit status.  Whatever goes wrong, plain play goes on, and the reason is kept."""
    try:
        known_id(id)
    except FabletopError as error:
        print(error, file=sys.stderr)
        return 2
    with Watch(id, partial(fail, id), partial(leave, id)) as watch:
        try:
            compile_now(id, watch.now)
        except Exception as error:
            fail(id, explained(id, error))
            return 1
    return 0


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
