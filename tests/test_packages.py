"""What is given out: the source archive has all that `make test` needs, the wheel all that a player needs."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
WRITERS = {"fabletop/lab/house_rules.py", "fabletop/players/strength.py", "fabletop/testing/gallery.py"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    return folder


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]


def test_the_source_archive_is_whole(built: Path) -> None:
    """Everything that lies beside this test lies in it: a new file is never forgotten."""
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for folder in ("src", "tests", "docs", "benchmarks", "examples"):
        missing = [path for path in files(ROOT / folder) if path.relative_to(ROOT).as_posix() not in names]
        assert not missing, missing
    for name in ("Makefile", "pyproject.toml", "requirements.lock", "CONTRIBUTING.md", "CHANGELOG.md", "README.md"):
        assert name in names, name


def test_the_wheel_has_every_game_with_all_its_parts(built: Path) -> None:
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        names = set(wheel.namelist())
    missing = {path.relative_to(ROOT / "src").as_posix() for path in files(ROOT / "src" / "fabletop")} - names
    assert missing == WRITERS  # of pages of our docs
    assert {f"fabletop/docs/{page}.md" for page in ("add-a-game", "drawing", "stage", "teach-a-game")} <= names
    assert not [name for name in names if not name.startswith("fabletop")]
