"""A game is a folder: one more is found, played, simulated and compiled without touching any other file."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs" / "add-a-game.md"

SPEC = """
from fabletop.engine.spec import Spec, choice

SPEC = Spec(
    title="Nim", summary="Who takes the last match wins.", version=1, seats=(2, 2), usual_seats=2,
    options=(choice("matches", *range(1, 21), default=13, help="how many"),),
)
"""
TEXT = """
def text(view, *, colour=False):
    return "|" * view.position.matches or "no match left"
"""


@pytest.fixture
def nim(tmp_path: Path) -> dict[str, str]:
    """The very game of docs/add-a-game.md, in a folder of its own."""
    blocks = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    rules, events = (next(block for block in blocks if f"class {name}(" in block) for name in ("Rules", "Events"))
    folder = tmp_path / "more" / "nim"
    folder.mkdir(parents=True)
    for name, content in {"__init__": "", "spec": SPEC, "rules": rules, "events": events, "text": TEXT}.items():
        (folder / f"{name}.py").write_text(content)
    return {**os.environ, "FABLETOP_GAMES": str(folder.parent), "FABLETOP_CACHE": str(tmp_path / "cache")}


def run(env: dict[str, str], *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "fabletop.cli", *args]
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, input="1\n" * 40)


def test_it_is_listed_and_played(nim: dict[str, str]) -> None:
    assert "nim" in [game["game"] for game in json.loads(run(nim, "games", "--json").stdout)]
    played = run(nim, "play", "nim", "--people", "2", "--set", "matches=5")
    assert "Player 1 has won!" in played.stdout, played.stdout + played.stderr


def test_it_is_simulated_compiled_and_conforms(nim: dict[str, str]) -> None:
    compiled = subprocess.run(
        [sys.executable, "-m", "fabletop.compiler", "nim"], env=nim, capture_output=True, text=True
    )
    assert compiled.returncode == 0, compiled.stderr
    answer = json.loads(run(nim, "simulate", "nim", "--games", "1000", "--seed", "1", "--json").stdout)
    assert sum(answer["wins"]) == 1000
    assert answer["compiled"]
    assert answer["events"]["big_moves"]["total"] > 0
    checks = "from fabletop.testing import conform, option_sets\nfor game in option_sets('nim'): conform(game)"
    result = subprocess.run([sys.executable, "-c", checks], env=nim, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr


SPIEL = """
import pyspiel
from fabletop.adapters import open_spiel

open_spiel.register()
game = pyspiel.load_game("fabletop_nim")
assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
state = game.new_initial_state()
while not state.is_terminal():
    state.apply_action(state.legal_actions()[0])
assert sum(state.returns()) == 0
"""


def test_a_game_without_chance_is_one_for_open_spiel_too(nim: dict[str, str]) -> None:
    pytest.importorskip("pyspiel")
    done = subprocess.run([sys.executable, "-c", SPIEL], env=nim, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def test_the_house_itself_knows_no_game_by_name() -> None:
    root = Path(__file__).parent.parent / "src" / "fabletop"
    ids = [spec.parent.name for spec in (root / "games").glob("*/spec.py")]
    assert len(ids) >= 8
    either = "|".join(ids)
    named = re.compile(rf"""["']({either})["']|games\.({either})\b""")
    for path in root.rglob("*.py"):
        if path.is_relative_to(root / "games"):
            continue
        code = re.sub(r'""".*?"""', "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not named.search(code), f"{path.relative_to(root)} names {named.search(code)}"
