"""Where benchmarks write what they measured: the parts of a page of docs/ between two marks of their name."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"


def write_part(name: str, text: str, file: Path = PAGE) -> None:
    """Put a text between `<!-- name -->` and `<!-- end of name -->`."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    page = file.read_text(encoding="utf-8")
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(end)
    file.write_text(f"{before}{begin}{text.rstrip()}\n{end}{after}", encoding="utf-8")


def table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A Markdown table, numbers to the right."""
    names = list(heads)
    lines = [f"| {' | '.join(names)} |", f"|---|{'---:|' * (len(names) - 1)}"]
    lines += [f"| {' | '.join(str(cell) for cell in row)} |" for row in rows]
    return "\n".join(lines) + "\n"


def machine(*packages: str) -> str:
    """What was measured on: processor, cores, versions."""
    found = [f"{_processor()}, {os.cpu_count()} cores", f"Python {platform.python_version()}"]
    for package in packages:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            found.append(f"{package} not installed")
    return ", ".join(found)


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())
