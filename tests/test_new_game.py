"""`fabletop new-game` writes a game that is whole: it passes the kit, plays in every room, and is only a folder."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from fabletop.engine.errors import BadOption
from fabletop.terminal.new_game import new_game
from fabletop.testing.serving import launched

JSON = {"accept": "application/json"}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shelf with a game that has just been made."""
    folder = tmp_path_factory.mktemp("games")
    run = fabletop(folder, "new-game", "moon_race", "--title", "Race to the Moon", "--in", str(folder))
    assert run.returncode == 0, run.stderr
    assert f"python -m pytest {folder / 'moon_race'}" in run.stdout
    (page,) = re.findall(r"; (.*add-a-game\.md) goes with you", run.stdout)
    assert "Add a game" in Path(page).read_text(encoding="utf-8")
    return folder


def fabletop(shelf: Path, *args: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "FABLETOP_GAMES": str(shelf)}
    command = [sys.executable, "-m", "fabletop.cli", *args]
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=300, input="1\n" * 400)


def test_nothing_of_the_starter_is_left(shelf: Path) -> None:
    files = [path for path in (shelf / "moon_race").rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert {path.suffix for path in files} == {".py", ".md", ".po", ".jsonl"}
    assert shelf / "moon_race" / "tests" / "test_moon_race.py" in files
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert "starter" not in text.lower(), path
        assert "Lantern Path" not in text, path


def test_it_passes_the_kit_its_own_tests_and_replays_its_records(shelf: Path) -> None:
    env = {**os.environ, "FABLETOP_GAMES": str(shelf)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(shelf / "moon_race")]
    run = subprocess.run(command, env=env, capture_output=True, text=True, timeout=600, cwd=shelf)
    assert run.returncode == 0, run.stdout[-3000:]
    assert int(re.findall(r"(\d+) passed", run.stdout)[0]) > 60


def test_its_catalogue_lacks_nothing(shelf: Path) -> None:
    code = "from fabletop.words.upkeep import missing; print(missing('de'))"
    env = {**os.environ, "FABLETOP_GAMES": str(shelf)}
    run = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=120)
    assert run.stdout.strip() == "{}", run.stdout + run.stderr


def test_it_is_played_and_simulated_in_a_terminal(shelf: Path) -> None:
    assert "Race to the Moon" in fabletop(shelf, "games", "moon_race").stdout
    assert "has won" in fabletop(shelf, "play", "moon_race", "--people", "2", "--set", "length=20").stdout
    answer = json.loads(fabletop(shelf, "simulate", "moon_race", "--games", "200", "--seed", "1", "--json").stdout)
    assert sum(answer["wins"]) == 200
    assert answer["events"]["gusts"]["total"] > 0
    assert "20" in answer["visits"] or answer["visits"]


def test_it_is_played_in_a_browser(shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FABLETOP_GAMES", str(shelf))
    with launched(tmp_path) as server:
        origin = {"origin": server.url}
        with httpx.Client(base_url=server.url, headers=origin, follow_redirects=True) as client:
            assert "Race to the Moon" in client.get("/", headers={"accept-language": "en"}).text
            table = client.post("/new/moon_race", data={"kind0": "here", "kind1": "gentle"}).url.path
            decided = 0
            for _ in range(400):
                scene = client.get(f"{table}/look").json()
                if scene["over"]:
                    break
                if scene["own"]:
                    act = "roll" if scene["roll"] else scene["acts"][-1][0]
                    fields = {"ply": scene["ply"], "seat": scene["eye"], "act": act}
                    assert client.post(f"{table}/move", data=fields, headers=JSON).status_code == 200
                    decided += 1
            assert scene["over"]
            assert decided > 3
            assert client.get("/rules/moon_race").status_code == 200


@pytest.mark.parametrize(
    ("id", "says"),
    [("duck", "there is a game duck already"), ("Black Peter", "small letters"), ("7up", "small letters")],
)
def test_an_id_that_cannot_be_is_one_line(tmp_path: Path, id: str, says: str) -> None:
    run = fabletop(tmp_path, "new-game", id, "--in", str(tmp_path))
    assert run.returncode == 2
    assert says in run.stderr
    assert run.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("title", ['Peter "Black"', "Back\\slash", "two\nlines", "{who}"])
def test_a_title_that_would_spoil_a_file_is_one_line(tmp_path: Path, title: str) -> None:
    with pytest.raises(BadOption, match="a title is one line"):
        new_game("black_peter", title, tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_title_may_have_any_other_sign(tmp_path: Path) -> None:
    folder = new_game("peter", "Peter’s starter – “why not?”", tmp_path)
    assert 'title="Peter’s starter – “why not?”"' in (folder / "spec.py").read_text(encoding="utf-8")
