"""A guided first game takes three to five minutes, in every language."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import fabletop
from fabletop.guide import lessons
from fabletop.lab.lessons import LONGEST, SHORTEST, lesson_minutes
from fabletop.words import LANGUAGES

LESSONS = [(id, name) for id in fabletop.game_ids() for name in lessons(id)]


@pytest.mark.parametrize(("id", "name"), LESSONS)
def test_a_lesson_takes_three_to_five_minutes(id: str, name: str) -> None:
    found = {language: round(lesson_minutes(id, name, language), 2) for language in LANGUAGES}
    assert all(SHORTEST <= minutes <= LONGEST for minutes in found.values()), found


def test_what_is_passed_over_takes_no_time_and_what_is_said_does(monkeypatch: pytest.MonkeyPatch) -> None:
    lesson = lessons("nutcracker")["numbers"]
    usual = lesson_minutes("nutcracker", "numbers")
    at = next(i for i, step in enumerate(lesson.step) if step.skip)
    step = lesson.step[at]
    played = replace(lesson.step[at - 1], then=f"{lesson.step[at - 1].then}, {step.skip}")
    longer = replace(lesson, step=[*lesson.step[: at - 1], played, replace(step, skip=""), *lesson.step[at + 1 :]])
    wordy = replace(lesson, end=lesson.end + "!" * 100)
    for changed, more in ((longer, 0.1), (wordy, 0.1)):
        monkeypatch.setattr("fabletop.lab.lessons.lessons", lambda _, changed=changed: {"numbers": changed})
        assert lesson_minutes("nutcracker", "numbers") > usual + more
