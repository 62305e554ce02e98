"""Rulebooks for families and guided first games: data that is replayed, so that it cannot lie."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import fabletop
from fabletop.guide import BadGuide, Course, Lesson, Step, lessons, rulebook
from fabletop.guide.data import _read, reached
from fabletop.guide.spots import Spot, spot, window
from fabletop.testing.guide import check_lesson, check_rulebook, unmet, unmet_options, unmet_places
from fabletop.words import LANGUAGES, Words

TAUGHT = [id for id in fabletop.game_ids() if rulebook(id)]
LESSONS = [(id, name) for id in fabletop.game_ids() for name in lessons(id)]


@pytest.mark.parametrize("id", TAUGHT)
def test_every_picture_of_a_rulebook_is_a_position_of_the_game(id: str) -> None:
    check_rulebook(id)


@pytest.mark.parametrize(("id", "name"), LESSONS)
def test_every_lesson_can_be_played_as_it_is_told(id: str, name: str) -> None:
    check_lesson(id, name)


@pytest.mark.parametrize("id", TAUGHT)
def test_every_word_of_the_notation_is_met_or_explained(id: str) -> None:
    assert unmet(id) == set()


@pytest.mark.parametrize("id", TAUGHT)
def test_every_special_place_and_every_way_to_play_is_met_or_explained(id: str) -> None:
    assert unmet_places(id) == []
    assert unmet_options(id) == set()


def test_the_duck_lesson_is_won_by_who_follows_it() -> None:
    _, act, state = reached("duck", lessons("duck")["first"].record())
    assert act == "hop"
    assert state.result is not None
    assert state.result.winners == (0,)


def test_in_the_first_match_the_learner_does_all_that_can_be_done_a_foul_too_and_wins() -> None:
    lesson = lessons("quidditch")["first"]
    assert {step.do.split()[0] for step in lesson.step if step.do} == {"roll", "book", "done", "foul"}
    _, _, state = reached("quidditch", lesson.record())
    assert state.result is not None
    assert state.result.winners == (0,)


def test_who_has_nobody_on_the_way_chooses_once_to_roll_again() -> None:
    course = Course("mensch", lessons("mensch")["first"])
    at = next(i for i in range(course.last) if course.wanted(i) == "again")
    assert set(course.state(at).actions()) == {"move 2", "again"}


def test_the_learner_draws_once_from_an_empty_pile() -> None:
    course = Course("maumau", lessons("maumau")["first"])
    left = [course.state(i).rules.left for i in range(course.last) if course.wanted(i) == "draw"]
    assert left == [13, 0]


OTHER_VERBS = {"en": r"\bthrow(?!\w* (him |her |somebody )?out)", "de": r"\b[Ww](irf|erfen)\b", "fr": r"\b[Tt]ire\b",
    "es": r"\b[Ll]anza", "it": r"\b[Ll]ancia\b", "nl": r"\b([Rr]ol|[Ww]erp|[Dd]obbel)\b",
    "pt": r"\b([Aa]tira|[Rr]ola)\b", "el": r"[Ππ]έταξε"}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_asks_for_a_roll_with_the_word_of_the_button(language: str) -> None:
    for id, name in LESSONS:
        words, course = Words(language).game(id), Course(id, lessons(id)[name])
        for at in range(course.last):
            step = course.moments[at].step
            if step and step.do and course.rolls(at):
                said = words.translate(step.say)
                assert not re.search(OTHER_VERBS[language], said), f"{id}: {said}"


def test_in_the_magic_evening_a_blank_is_met_and_all_pairs_are_found() -> None:
    lesson = lessons("cinderella")["magic"]
    assert [act for act in lesson.record().plies() if act == "tile blank"] == ["tile blank"] * 3
    _, _, state = reached("cinderella", lesson.record())
    assert state.result is not None
    assert state.result.winners == (0, 1)


def test_in_the_advanced_evening_a_pair_comes_too_early_and_is_found_later() -> None:
    course = Course("cinderella", lessons("cinderella")["advanced"])
    tried = [i for i in range(course.last) if course.wanted(i) == "peek 7"]
    found = [course.states[course.moments[i].plies + 1].rules.found.bit_count() for i in tried]
    before = [course.state(i).rules.found.bit_count() for i in tried]
    assert [after - was for was, after in zip(before, found, strict=True)] == [0, 1]


def test_a_lesson_goes_from_word_to_word() -> None:
    steps = [Step("Roll.", do="roll 2", then="roll 3"), Step("Read."), Step("Later.", skip="roll 1, roll 4")]
    course = Course("duck", Lesson("A", "B", "Done.", steps, seats=2))
    said = [(moment.plies, moment.step.say if moment.step else "") for moment in course.moments]
    assert said == [(0, "Roll."), (1, ""), (2, "Read."), (4, "Later."), (4, "Done.")]
    assert course.wanted(0) == "roll"
    assert course.next(0) == 2
    assert course.spoken(1) == 2
    assert course.spoken(99) == course.last


def test_what_is_pointed_at_is_found_by_id_action_square_or_numbers() -> None:
    state = fabletop.game("duck", seats=2).new()
    state.play("roll 5")
    svg = state.view(0).svg()
    assert spot(svg, state.game, "10 20 30") == Spot(10, 20, 30)
    assert spot(svg, state.game, "die").r == 34
    assert spot(svg, state.game, "die @ 0 -10 50").y == spot(svg, state.game, "die").y - 10
    assert spot(svg, state.game, "hop")[:2] == pytest.approx(spot(svg, state.game, "square 10")[:2], abs=0.1)
    assert window(svg, state.game, "1 2 3 4") == (1, 2, 3, 4)
    with pytest.raises(BadGuide, match="nothing in the picture is called 'goose'"):
        spot(svg, state.game, "goose")


def test_a_slip_in_a_guide_is_told_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "first.toml"
    path.write_text('title = "A"\nabout = "B"\nend = "C"\n[[step]]\nsays = "D"\n', encoding="utf-8")
    with pytest.raises(BadGuide, match=r"first\.toml: .*says"):
        _read(path, Lesson)
