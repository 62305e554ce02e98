"""docs/add-a-game.md, followed line by line as a new author would: its commands, its changes, its errors."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent / "docs" / "add-a-game.md"
BLOCK = re.compile(r"^```(sh|diff|text)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def steps() -> list[tuple[str, str]]:
    """What the first part of the page tells to do, in its order: commands, changes, and what is then said."""
    part = PAGE.read_text(encoding="utf-8").partition("## A game in an afternoon")[2].partition("## What a folder")[0]
    return BLOCK.findall(part)


class Author:
    """Somebody with a shell in an empty folder."""

    def __init__(self, home: Path) -> None:
        self.home, self.env = home, {**os.environ, "FABLETOP_CACHE": str(home / "cache")}

    def run(self, line: str) -> subprocess.CompletedProcess[str]:
        words = shlex.split(line)
        if words[0] == "export":
            name, _, value = words[1].partition("=")
            self.env[name] = str(self.home / value)
            words = ["python", "-c", ""]
        known = {"fabletop": [sys.executable, "-m", "fabletop.cli"], "python": [sys.executable]}
        command = [*known[words[0]], *words[1:]]
        tools = {"env": self.env, "cwd": self.home, "capture_output": True, "text": True, "timeout": 600}
        return subprocess.run(command, input="1\n" * 400, **tools)  # type: ignore[call-overload,no-any-return]

    def change(self, diff: str) -> None:
        tool = ["patch", "-p1", "--no-backup-if-mismatch", "--fuzz=0"]
        done = subprocess.run(tool, input=diff, cwd=self.home / "games", capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(shutil.which("patch") is None, reason="patch is not installed")
def test_the_page_does_what_it_says(tmp_path: Path) -> None:
    author, said = Author(tmp_path), 0
    for kind, text in steps():
        if kind == "sh":
            for line in text.splitlines():
                done = author.run(line)
                assert done.returncode == 0, f"{line}\n{done.stdout[-2500:]}{done.stderr[-800:]}"
        elif kind == "diff":
            author.change(text)
        else:
            done = author.run("fabletop games moon_race")
            assert done.stderr.splitlines()[-1] == text.strip()
            said += 1
    assert said == 1
    listed = author.run("python -m fabletop.words")
    assert listed.returncode == 1
    catalogue = (tmp_path / "games" / "moon_race" / "locale" / "de.po").read_text(encoding="utf-8")
    for text in ("Rocket", "a 6 counts double"):
        assert f'msgid "{text}"\nmsgstr ""' in catalogue
    again = author.run("python -m fabletop.words")
    assert (tmp_path / "games" / "moon_race" / "locale" / "de.po").read_text(encoding="utf-8") == catalogue
    assert "Rocket" in again.stdout  # it is still to be translated
