"""Simulations with players: the same games in any number of processes, rows, records, and an end when precise."""

from __future__ import annotations

import importlib.util
import random
from itertools import pairwise
from pathlib import Path

import pytest

import fabletop
from fabletop.cli import main
from fabletop.compiler.kernels import wait_for
from fabletop.engine.view import View
from fabletop.lab import playing
from fabletop.lab import simulate as module
from fabletop.lab.playing import Helper
from fabletop.lab.simulate import simulate
from fabletop.lab.summary import Summary
from fabletop.lab.workers import answered
from fabletop.players import registry


@pytest.fixture(autouse=True)
def ready(monkeypatch: pytest.MonkeyPatch) -> None:
    assert wait_for("duck", "simulate", seconds=300) is not None
    monkeypatch.setattr("fabletop.lab.simulate.PATIENCE_ALONE", 0.0)  # other processes at once


def test_processes_do_not_matter() -> None:
    one, two = (simulate("duck", 60, players="perfect,random", seed=2, threads=n) for n in (1, 2))
    assert one == two
    assert one.players == ("perfect", "random")
    assert not one.compiled
    assert one != simulate("duck", 60, players="random,perfect", seed=2, threads=1)


def test_a_lost_process_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = simulate("duck", 60, players="perfect", seed=3, threads=1)
    ask, asked = Helper._ask, []

    def dying(self: Helper, line: str) -> object:
        asked.append(line)
        if len(asked) in (3, 4) and self.process is not None:
            self.process.kill()
            self.process.wait()
        return ask(self, line)

    monkeypatch.setattr(Helper, "_ask", dying)
    assert simulate("duck", 60, players="perfect", seed=3, threads=2) == expected
    assert len(asked) > len(set(asked))  # a batch was asked for again


def test_a_process_that_dies_again_and_again_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Helper, "_ask", lambda self, line: None)
    with pytest.raises(fabletop.FabletopError, match="their process died 3 times"):
        simulate("duck", 60, players="perfect", seed=3, threads=2)


def test_a_player_registered_here_plays_here(monkeypatch: pytest.MonkeyPatch) -> None:
    class Last:
        def __init__(self, rng: random.Random) -> None:
            pass

        def choose(self, view: View) -> str:
            return view.actions()[-1]

    monkeypatch.setattr(registry, "_guests", {("duck", "last"): Last})
    monkeypatch.setattr(module, "Helper", lambda *all: pytest.fail("it cannot travel"))
    assert simulate("duck", 20, players="last", seed=1, threads=2).games == 20


def test_stopping_keeps_what_is_known(tmp_path: Path) -> None:
    def stop(done: int, doing: str) -> None:
        if done > 20:
            raise KeyboardInterrupt

    summary = simulate("duck", 1_000_000, players="gentle", seed=1, threads=2, progress=stop, csv=tmp_path / "a.csv")
    assert 20 < summary.games < 1_000_000
    rows = (tmp_path / "a.csv").read_text().splitlines()[1:]
    assert len({row.partition(",")[0] for row in rows}) == len(rows) == summary.games


def test_records_are_of_the_same_games_and_replay(tmp_path: Path) -> None:
    compiled = simulate("duck", 12, seed=4)
    written = simulate("duck", 12, seed=4, threads=2, record_dir=tmp_path / "games")
    assert compiled == written
    files = sorted((tmp_path / "games").iterdir())
    results = [fabletop.replay(file).result for file in files]
    assert len(results) == 12
    assert [sum(seat in result.winners for result in results if result) for seat in (0, 1)] == compiled.wins


def test_rows_are_in_the_order_of_the_games(tmp_path: Path) -> None:
    for threads in (1, 4):
        summary = simulate("kniffel", 300, seed=5, threads=threads, csv=tmp_path / f"{threads}.csv")
    text = (tmp_path / "1.csv").read_text()
    assert text == (tmp_path / "4.csv").read_text()
    head, *rows = [line.split(",") for line in text.splitlines()]
    assert head[:7] == ["game", "plies", "rank_0", "rank_1", "score_0", "score_1", "rerolls"]
    assert [int(row[0]) for row in rows] == list(range(300))
    assert sum(int(row[1]) for row in rows) / 300 == pytest.approx(summary.plies["mean"])
    assert sum(int(row[4]) for row in rows) / 300 == pytest.approx((summary.scores or [0])[0])


def test_parquet_has_the_same_rows(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    simulate("duck", 300, seed=5, csv=tmp_path / "a.csv", parquet=tmp_path / "a.parquet")
    table = parquet.read_table(tmp_path / "a.parquet")
    rows = [",".join(map(str, row.values())) for row in table.to_pylist()]
    assert rows == (tmp_path / "a.csv").read_text().splitlines()[1:]


def test_precision_ends_it_at_the_same_game_for_any_number_of_threads() -> None:
    one, four = (simulate("duck", until_precision=0.02, seed=1, threads=n) for n in (1, 4))
    assert one == four
    assert one.precision <= 0.02 < simulate("duck", one.games // 2, seed=1).precision
    assert simulate("duck", 200, until_precision=0.001, seed=1).games == 200


def test_histogram_and_percentiles_are_of_all_games() -> None:
    summary = simulate("duck", 1000, seed=1)
    bins = summary.histogram(10)
    assert sum(count for _, _, count in bins) == 1000
    assert len(bins) <= 10
    assert len({high - low for low, high, _ in bins}) == 1
    assert all(after[0] == before[1] + 1 for before, after in pairwise(bins))
    assert summary.percentiles["50"] == summary.plies["p50"]
    with pytest.raises(fabletop.BadOption, match="bins must be"):
        summary.histogram(0)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("--players nobody", "duck has no player 'nobody'; its players: random, gentle"),
        ("--players fair,fair,fair", "give one for all, or one for each of 2 seats"),
        ("--games 0", "games must be a whole number from 1"),
        ("--until-precision 0", "until_precision must be from"),
        ("--csv nowhere/a.csv", "nowhere/a.csv: cannot be written"),
        ("--record-dir nowhere/at/all", "nowhere/at/all: cannot be written"),
        ("--record-dir .", "give a folder that is empty"),
        ("--plot a.gif", "a picture is one of .svg, .png"),
        ("--parquet a.parquet", "a Parquet file needs pyarrow, which is not installed"),
        ("--plot a.svg", "a picture needs matplotlib, which is not installed"),
    ],
)
def test_bad_input_is_one_line_before_any_work(
    arguments: str, says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module._Run, "play", lambda *all: pytest.fail("work was done"))
    if "which is not installed" in says:
        monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert main(["simulate", "duck", *arguments.split()]) == 2
    out, err = capsys.readouterr()
    assert says in err
    assert (out, err.count("\n")) == ("", 1)


def test_what_a_player_says_when_it_fails_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Helper, "_ask", lambda self, line: answered('{"error": "ValueError: no"}\n'))
    with pytest.raises(fabletop.FabletopError, match="a game could not be played: ValueError: no"):
        simulate("duck", 60, players="perfect", threads=2)


def test_the_command_shows_who_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "duck", "--players", "gentle,random", "--games", "20", "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert "20 games of gentle, random, seed 1" in out
    assert "player" in out


@pytest.mark.parametrize("name", ["games.svg", "games.png"])
def test_a_summary_can_be_drawn(tmp_path: Path, name: str) -> None:
    pytest.importorskip("matplotlib")
    summary = simulate("duck", 200, seed=1, plot=tmp_path / name)
    drawn = (tmp_path / name).read_bytes()
    assert drawn[:5] in (b"<?xml", b"\x89PNG\r")
    summary.plot(tmp_path / f"again-{name}")
    assert (tmp_path / f"again-{name}").read_bytes() == drawn


def test_a_summary_of_no_game_is_no_error() -> None:
    assert playing.seated(fabletop.game("duck"), ["random"]) == ("random", "random")
    empty = Summary(fabletop.game("duck"), 0)
    assert (empty.histogram(), empty.percentiles, empty.plies) == ([], {}, {})
