"""House rules compared: each game beside its twin, the same numbers whatever plays them, intervals that hold."""

from __future__ import annotations

import importlib.util
import json
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

import fabletop
from fabletop.cli import main
from fabletop.compiler import store
from fabletop.compiler.kernels import Kernels, wait_for
from fabletop.engine.registry import game_ids, spec_of
from fabletop.lab import house_rules
from fabletop.lab.compare import Comparison, compare, variations

PAGE = Path(__file__).parents[2] / "docs" / "house-rules.md"


@pytest.fixture(autouse=True)
def ready() -> None:
    assert wait_for("duck", "simulate", seconds=300) is not None


def numbers(found: Comparison) -> dict[str, object]:
    return found.as_json() | {"seconds": None}


def test_an_effect_is_the_mean_difference_between_twins() -> None:
    found = compare("duck", ["bump"], 300, seats=3, seed=4, players="random")
    plain, bumped = (
        Kernels("duck").simulate(fabletop.game("duck", seats=3, bump=bump).new().rules, 4, 0, 300)
        for bump in (False, True)
    )
    longer = bumped.plies.astype(float) - plain.plies
    (one,) = found.variations
    assert one.changes == {"bump": True}
    assert one.effects["plies"].mean == pytest.approx(longer.mean())
    assert one.effects["plies"].error == pytest.approx(longer.std(ddof=1) / sqrt(300))
    ahead = [(g.ranks[:, 0] == 1) - (g.ranks[:, 1:] == 1).mean(axis=1) for g in (plain, bumped)]
    assert one.effects["first_seat"].mean == pytest.approx((ahead[1] - ahead[0]).mean())
    assert one.effects["first_seat"].low < one.effects["first_seat"].mean < one.effects["first_seat"].high
    assert one.different == int((longer != 0).sum() + ((longer == 0) & (plain.ranks != bumped.ranks).any(axis=1)).sum())
    assert found.base_value(found.measures[1]) == pytest.approx(np.mean(ahead[0]))


def test_threads_and_speed_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    one, three = (numbers(compare("duck", [], 700, pairs=True, seed=5, threads=n)) for n in (1, 3))
    assert one == three
    monkeypatch.setattr(store, "is_ready", lambda id, kernel: False)
    monkeypatch.setattr(store, "start_compiling", lambda id: None)
    assert numbers(compare("duck", [], 700, pairs=True, seed=5)) == one


def test_pairs_say_what_they_do_beyond_their_parts() -> None:
    found = compare("duck", ["bump", "forced_hops"], 200, pairs=True, seed=1)
    one, other, both = found.variations
    assert both.changes == {"forced_hops": True, "bump": True}
    assert both.parts == (one, other)
    for key, extra in both.interactions.items():
        assert extra.mean == pytest.approx(both.effects[key].mean - one.effects[key].mean - other.effects[key].mean)
    assert one.interactions == {}


def test_scores_count_where_there_are_scores() -> None:
    (one,) = compare("kniffel", ["must_max"], 40, seed=1, players="random").variations
    assert one.effects["score"].low > 3
    assert one.effects["best_score"].low > 3
    assert "score" not in compare("duck", ["bump"], 5).variations[0].effects


def test_a_team_wins_as_a_whole_and_a_seat_alone_has_no_advantage() -> None:
    together = compare("cinderella", ["last_chance"], 20, seed=1, players="random")
    assert [together.title(m) for m in together.shown_measures()] == ["length in plies", "all win"]
    alone = compare("duck", ["bump"], 20, seats=1, seed=1)
    assert "first_seat" not in alone.variations[0].effects


def test_options_with_very_many_values_are_sampled_and_impossible_values_left_out() -> None:
    rounds = [game.options["max_rounds"] for game in variations(fabletop.game("quidditch"), ["max_rounds"])[0]]
    assert (len(rounds), rounds[0], rounds[-1]) == (8, 1, 99)
    goals = [game.options["goals"] for game in variations(fabletop.game("garden", seats=4), ["goals"])[0]]
    assert goals == [1, 2, 3, 4, 5]


def test_stopping_keeps_what_is_known() -> None:
    def stop(done: int) -> None:
        if done > 100:
            raise KeyboardInterrupt

    found = compare("duck", ["bump"], 10_000_000, seed=1, progress=stop)
    assert 0 < found.games < 10_000_000
    assert found.variations[0].differences.pairs == found.games


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("duck --vary nothing", "no option 'nothing'; its options: ducks"),
        ("duck --vary ducks=blue", "option ducks: 'blue' is not one of classic, french, none"),
        ("duck --vary ducks=classic", "that is what it is compared with"),
        ("duck --set bump=on --vary bump=on", "that is what it is compared with"),
        ("duck --vary bump --pairs", "--pairs needs two different options"),
        ("garden --vary goals=9", "24 cards are at most 6"),
        ("duck --games 0", "games must be a whole number from 1"),
        ("duck --threads 0", "threads must be a whole number from 1"),
        ("duck --plot effects.gif", "a picture is one of .svg, .png"),
    ],
)
def test_bad_input_is_one_line_before_any_work(
    arguments: str, says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fabletop.lab.compare._play", lambda *all: pytest.fail("work was done"))
    assert main(["compare", *arguments.split()]) == 2
    out, err = capsys.readouterr()
    assert says in err
    assert (out, err.count("\n")) == ("", 1)


def test_a_file_that_cannot_be_written_is_found_out_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fabletop.lab.files.needs", lambda *all: None)
    monkeypatch.setattr("fabletop.lab.compare._play", lambda *all: pytest.fail("work was done"))
    assert main(["compare", "duck", "--plot", str(tmp_path / "nowhere" / "effects.svg")]) == 2
    assert "cannot be written: there is no such file or folder" in capsys.readouterr().err


def test_without_matplotlib_the_line_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert main(["compare", "duck", "--plot", "effects.svg"]) == 2
    assert "a picture needs matplotlib, which is not installed: pip install 'fabletop[lab]'" in capsys.readouterr().err


def test_the_command_shows_a_table_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(
            ["compare", "duck", *["--vary", "bump", "--vary", "ducks=none", "--pairs", "--games", "50", "--seed", "3"]]
        )
        == 0
    )
    table = capsys.readouterr().out
    assert "50 games of fair, seed 3, for each set of rules" in table
    assert "bump=on" in table
    assert "Pairs: effect beyond the sum of the two" in table
    assert main(["compare", "duck", "--vary", "bump", "--games", "50", "--seed", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], found["games"], found["players"]) == ("duck", 50, "fair")
    assert set(found["variations"][0]["effects"]["plies"]) == {"effect", "low", "high"}


@pytest.mark.parametrize("name", ["effects.svg", "effects.png"])
def test_the_effects_can_be_drawn(tmp_path: Path, name: str) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / name
    compare("duck", ["bump", "ducks"], 50, seed=1, plot=file)
    assert file.read_bytes()[:5] in (b"<?xml", b"\x89PNG\r")


def test_the_page_of_house_rules_names_every_option() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for id in game_ids():
        spec = spec_of(id)
        section = page.partition(f"## {spec.title}\n")[2].partition("\n## ")[0]
        for option in spec.options:
            assert option.kept or f"`{option.name}=" in section, (id, option.name)
    assert "All seats play like `fair`" in page
    assert "random |" in page  # and beside it what it was without a thought
    assert "sharp |" in page  # and with a longer one
    assert "in minutes" in page
    assert "it helps nobody." in page  # in words for a family


@pytest.mark.parametrize(
    ("share", "says"),
    [
        (0.0, "games take as long"),
        (0.11, "games take a tenth longer"),
        (-0.32, "games take a third less time"),
        (1.5, "games take 2.5 times as long"),
        (-0.9, "games are over almost at once"),
    ],
)
def test_lengths_are_told_in_words(share: float, says: str) -> None:
    assert house_rules._longer(share) == says


def test_shared_wins_are_told_where_there_are_any() -> None:
    found = compare("quidditch", ["equal_innings"], 200, seed=1, players="random")
    assert "shared" in [m.key for m in found.measures]
    shared = compare("nutcracker", ["last_reply"], 400, seed=1)  # both may come home
    assert "shared wins" in [m.title for m in shared.shown_measures()]
    assert shared.variations[0].effects["shared"].mean > 0
    assert "shared wins" not in [m.title for m in compare("duck", ["bump"], 50, seed=1).shown_measures()]


def test_the_page_is_what_its_program_writes() -> None:
    """Of one game, digit by digit."""
    section = house_rules.page(("duck",)).partition("## ")[2].partition("## Seconds")[0].strip()
    assert section in PAGE.read_text(encoding="utf-8"), "python -m fabletop.lab.house_rules writes it anew"


def test_players_think_unless_others_are_asked_for() -> None:
    found = compare("maumau", ["play_drawn"], 40, seed=1)
    assert found.players == ("fair",) * found.game.seats
    assert found.as_json()["players"] == "fair"


def test_players_that_cannot_be_compiled_are_refused() -> None:
    with pytest.raises(fabletop.FabletopError, match="quick enough"):
        compare("duck", ["bump"], 10, seed=1, players="perfect")
