"""How many minutes a guided first game takes: wanted are three to five, in every language.

What is shown is reckoned as in `timing`; what the guide says is read slowly, as to a child; each step is a tap.
"""

from __future__ import annotations

from fabletop.guide import Course, lessons
from fabletop.guide.data import split
from fabletop.lab.pace import steps
from fabletop.lab.timing import frames_of, spent
from fabletop.words import Words

SHORTEST, LONGEST = 3.0, 5.0  # minutes
LETTER = 0.07  # seconds for each letter of what the guide says, assumed
TAP = 1.5  # seconds until somebody has tapped, assumed


def lesson_minutes(id: str, name: str, language: str = "en") -> float:
    """How long a lesson takes who does at once what the guide says."""
    lesson, words = lessons(id)[name], Words(language).game(id)
    course, names = Course(id, lesson), [words.translate(name) for name in lesson.names]
    unseen, plies = set[int](), 0
    for step in lesson.step:
        later = plies + len(split(step.skip))
        unseen.update(range(plies, later))
        plies = later + len(split(step.do)) + len(split(step.then))
    past = list(steps(course.game, course.plies))
    frames = [frame for frame in frames_of(words, past, names, lesson.you) if frame.ply not in unseen]
    shown = sum(ms for _, ms in spent(frames, 1000 * TAP, {})) / 1000
    said = sum(len(words.translate(text)) for text in (*(step.say for step in lesson.step), lesson.end))
    return (shown + LETTER * said + TAP * len(lesson.step)) / 60
