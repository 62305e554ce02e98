"""`fabletop draw`: pictures of a record, never with more than one may know."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from fabletop.cli import main
from fabletop.engine import registry
from fabletop.engine.game import Game
from fabletop.engine.records import Writer
from fabletop.testing import gallery
from fabletop.testing.scripts import random_game
from fabletop.words import LANGUAGES


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    file = io.StringIO()
    writer = Writer.start(file, Game("maumau", 3))
    for _, action in random_game(Game("maumau", 3), 4, most=24):
        writer.play(action)
    path.write_text(file.getvalue(), encoding="utf-8")
    return path


def test_svg_goes_to_a_file_or_to_standard_output(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = record.with_name("board.svg")
    assert main(["draw", str(record), "-o", str(out)]) == 0
    assert main(["draw", str(record)]) == 0
    shown = capsys.readouterr()
    assert shown.out == out.read_text(encoding="utf-8") + "\n"
    assert "ply 24" in shown.err


def test_a_spectator_sees_backs_and_a_seat_its_own_hand(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def drawn(*more: str) -> str:
        assert main(["draw", str(record), "--ply", "16", *more]) == 0
        return capsys.readouterr().out

    spectator, own = drawn(), drawn("--seat", "1")
    assert spectator.count('id="card-') == 1  # the one on the pile
    assert own.count('id="card-') == 6
    assert 'id="hand1-1"' in spectator
    assert 'id="hand1-1"' not in own


def test_png_gif_and_frames(record: Path) -> None:
    pytest.importorskip("resvg_py")
    pytest.importorskip("PIL")
    png, gif, frames = (record.with_name(name) for name in ("board.png", "film.gif", "frames"))
    picture = ["--ply", "18", "--width", "90"]
    assert main(["draw", str(record), *picture, "-o", str(png), "--gif", str(gif), "--frames", str(frames)]) == 0
    assert png.read_bytes().startswith(b"\x89PNG")
    assert gif.read_bytes().startswith(b"GIF8")
    assert [path.name for path in sorted(frames.iterdir())] == [f"{ply:02}.svg" for ply in range(19)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--ply", "25"], "the plies 0 to 24"),
        (["--ply", "-1"], "the plies 0 to 24"),
        (["--seat", "3"], "the seats are 0 to 2"),
        (["-o", "board.jpg"], ".svg or .png"),
        (["--gif", "film.mp4"], "ends in .gif"),
        (["--width", "0"], "16 to 8192"),
        (["-o", "/nowhere/at/all.svg"], "cannot be written"),
    ],
)
def test_mistakes_are_one_line(
    record: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert main(["draw", str(record), *arguments]) == 2
    shown = capsys.readouterr().err
    assert message in shown
    assert shown.count("\n") == 1


def test_without_resvg_a_png_says_what_to_install(
    record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    assert main(["draw", str(record), "-o", str(record.with_name("a.png"))]) == 2
    assert "pip install resvg-py" in capsys.readouterr().err


def test_the_gallery_shows_a_game_once_for_each_look(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(registry, "game_ids", lambda: ("mensch",))
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "old.svg").write_text("gone")
    written = gallery.write(tmp_path)
    names = [path.name for path in written]
    assert names == ["gallery.md", "mensch.svg", "mensch-track-32.svg", "mensch-pieces-4.svg", "letters.svg"]
    assert sorted(path.name for path in (tmp_path / "pictures").iterdir()) == sorted(names[1:])
    page = written[0].read_text(encoding="utf-8")
    assert all(f"pictures/{name}" in page for name in (*names[1:], *(f"screens/in-{code}.jpg" for code in LANGUAGES)))
