"""The example package: installed as anybody would, it is a game of the chest like any other."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "examples" / "three-animals"
CHECK = """
from fabletop.engine import registry
from fabletop.testing import conform, golden, option_sets
from fabletop.words.upkeep import missing

assert registry.package_of("three_animals") == "three_animals"
registry.check("three_animals")
for game in option_sets("three_animals"):
    conform(game)
for path in golden.kept("three_animals"):
    golden.check(path)
assert len(golden.kept("three_animals")) == 3
assert missing("de") == {}, missing("de")
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which it is installed."""
    place = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    made = subprocess.run([*pip, "--target", str(place), str(PACKAGE)], capture_output=True, text=True, timeout=120)
    assert made.returncode == 0, made.stderr
    paths = os.pathsep.join([str(place), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]).rstrip(os.pathsep)
    return {**os.environ, "PYTHONPATH": paths, "FABLETOP_CACHE": str(place / "cache")}


def fabletop(env: dict[str, str], *args: str) -> str:
    command = [sys.executable, "-m", "fabletop.cli", *args]
    run = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, input="1\n" * 60)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_it_conforms(installed: dict[str, str]) -> None:
    run = subprocess.run([sys.executable, "-c", CHECK], env=installed, capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stderr[-2000:]


def test_it_lies_in_the_chest(installed: dict[str, str]) -> None:
    assert "Three Animals" in fabletop(installed, "games")
    assert "three_animals" not in fabletop(dict(os.environ), "games")
    answer = json.loads(fabletop(installed, "simulate", "three_animals", "--games", "300", "--seed", "1", "--json"))
    assert answer["games"] == 300
    assert answer["events"] == {}  # nothing is counted in it
    assert "has won" in fabletop(installed, "play", "three_animals", "--computer", "sharp")


def test_the_bluffer_is_stronger_than_the_cautious(installed: dict[str, str]) -> None:
    code = (
        "from fabletop.players.arena import play_game\n"
        "from fabletop.players.registry import bot\n"
        "import fabletop\n"
        "def maker(level): return lambda rng: bot('three_animals', level, rng.randrange(1 << 60))\n"
        "game, won = fabletop.game('three_animals', rounds=5), 0\n"
        "for seed in range(600):\n"
        "    levels = ['sharp', 'random'] if seed % 2 else ['random', 'sharp']\n"
        "    result = play_game(game, [maker(level) for level in levels], seed)\n"
        "    won += result.scores[levels.index('sharp')]\n"
        "print(won)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], env=installed, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) > 150
