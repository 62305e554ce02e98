"""Minutes at a table: what the screen takes is measured from the games' own staging, what people add is assumed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import fabletop
from fabletop.drawing.stage import Frame
from fabletop.engine.game import Game
from fabletop.engine.registry import game_ids, part, rules_of
from fabletop.engine.view import View
from fabletop.guide import rulebook
from fabletop.lab import timing
from fabletop.lab.compare import compare
from fabletop.lab.house_rules import sentence
from fabletop.lab.pace import FORCED, games_of, kind_of, measured, pace_of, thinking, usual_minutes, watched

STATIC = Path(fabletop.__file__).parent / "web" / "static"


def test_every_kind_of_ply_of_every_game_has_a_pace() -> None:
    never = set()
    for id in game_ids():
        kinds = {kind_of(act) for act in rules_of(id).ACTIONS}
        assert set(pace_of(id).shown) <= kinds
        assert all(0.1 < pace_of(id).seconds(kind) < 15 for kind in kinds)
        never |= {(id, kind) for kind in kinds - set(pace_of(id).shown)}
    assert never <= {("maumau", "pass")}  # when all cards are in the hands


def test_what_is_kept_is_what_the_screen_takes() -> None:
    found = measured(games_of("duck"))[0].shown
    assert found == pytest.approx(pace_of("duck").shown, rel=0.1)  # else: python -m fabletop.lab.pace


def test_a_frame_that_is_held_longer_makes_the_game_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    def stage(before: View, act: str, after: View) -> Iterator[Frame]:
        yield from (replace(frame, hold=frame.hold + 3000) for frame in usual(before, act, after))

    games = [list(watched(Game("duck"), 0))]
    shown, usual = measured(games)[0].shown, part("duck", "stage").stage
    monkeypatch.setattr(part("duck", "stage"), "stage", stage)
    held = measured(games)[0].shown
    assert all(held[kind] > shown[kind] for kind in shown)


def test_the_reckoning_is_that_of_the_browser() -> None:
    """Who changes one changes the other."""
    stage, motion, table = (
        (STATIC / name).read_text(encoding="utf-8") for name in ("stage.js", "motion.js", "table.js")
    )
    t = timing
    assert f"Math.min({t.LETTER} * text.length, {t.READING} + {t.A_LETTER} * (text.length - {t.READ}))" in stage
    assert f"Math.min({t.LONGEST_WALK}, {t.STEP} * count)" in motion
    assert f"{t.TURN} + {t.QUARTER} * Math.abs(by) / 90" in motion
    assert f"tumble, ms = {t.TUMBLE} " in motion
    assert f"way < 1 ? {t.CHANGE} : Math.min({t.LONGEST_GLIDE}, {t.GLIDE} + {t.A_PIXEL} * way)" in motion
    assert f"FORCED = {round(1000 * FORCED)};" in table


def test_motions_come_one_after_the_other_and_sentences_are_read_to_their_end() -> None:
    at, there = timing.Thing("piece", 0, 0, 0, "a"), timing.Thing("piece", 100, 0, 0, "b")
    plate = [timing.Thing("plate", 0, 0, 0, text) for text in "12"]
    old, new = {"pawn": at, "score": plate[0]}, {"pawn": there, "score": plate[1]}
    assert timing.motion_time(old, old, {}) == 0
    assert (
        timing.motion_time(old, new, {"pawn": {"path": [[50, 0]]}}) == 500 + timing.CHANGE
    )  # then the counter changes
    frame = timing.Shown(0, new, {"pawn": {"ms": 400}}, 300, 0, False, "", True, "x" * 40, "")
    assert [ms for _, ms in timing.spent([frame], 0, old)] == [400 + timing.CHANGE + timing.reading("x" * 40)]
    dice = [replace(frame, ply=ply, joins="throw", says="", all="y" * 60) for ply in range(3)]
    assert [ms for _, ms in timing.spent(dice, 0, old)] == [400 + timing.CHANGE + timing.reading("y" * 60)]


def test_more_to_choose_from_takes_longer() -> None:
    assert thinking(1) < thinking(2) < thinking(4) < thinking(100) < 10


@pytest.mark.parametrize("id", game_ids())
def test_rulebooks_say_how_long_a_first_game_takes(id: str) -> None:
    book = rulebook(id)
    assert book is not None
    assert int(book.minutes) == pytest.approx(usual_minutes(Game(id)), abs=5)


def test_a_house_rule_is_told_to_a_family() -> None:
    found = compare("duck", ["bump"], games=300, seed=1)
    told = sentence(found, found.variations[0])
    assert told.startswith("Games take ")
    assert found.as_json()["base"]["minutes"]["mean"] > 1  # type: ignore[index]
    team = compare("cinderella", ["hours=4"], games=60, seed=1)
    assert sentence(team, team.variations[0]).endswith("the time; the team hardly ever wins.")
