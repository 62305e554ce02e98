"""`python -m fabletop.compiler GAME …`: compile games and leave the result in the cache."""

from __future__ import annotations

import sys

from fabletop.compiler import store
from fabletop.compiler.kernels import compile_now


def main(ids: list[str]) -> int:
    for id in ids:
        try:
            compile_now(id)
        except Exception as error:  # whatever it is, plain play goes on, and the reason is kept
            store.mark_failed(id, f"{type(error).__name__}: {error}")
            raise
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
