"""The tool that puts small faults into the code finds those that matter, and each is one readable change."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))

from mutants.faults import faults

SOURCE = '''"""Not this."""
LONGEST = 40


def far(at: int, most: int = 3) -> bool:
    """Nor this – nor the log."""
    if at < 0 and most:
        raise ValueError("no")
    log.info("far")
    return not at + 1 >= most
'''


def test_each_fault_changes_one_thing() -> None:
    found = {}
    for fault in faults("far.py", SOURCE):
        changed = fault.put_into(SOURCE)
        ast.parse(changed)
        ((old, new),) = [
            pair for pair in zip(SOURCE.splitlines(), changed.splitlines(), strict=True) if pair[0] != pair[1]
        ]
        found[new.strip()] = old.strip()
    assert set(found) == {
        "def far(at: int, most: int = (4)) -> bool:",
        "if at < (1) and most:",
        "if (at < 0 or most):",
        "if (at <= 0) and most:",
        "if (not (at < 0 and most)):",
        "pass",
        "return (None)",
        "return (at + 1 >= most)",
        "return not (at + 1 > most)",
        "return not (at - 1) >= most",
        "return not at + (2) >= most",
    }
