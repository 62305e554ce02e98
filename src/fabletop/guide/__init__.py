"""What teaches a game: its rulebook for families and its guided first games, both data in the game's folder.

`games/<id>/guide/rulebook.toml` and `games/<id>/guide/lessons/*.toml` name records of the real game: a list of
actions, chance's among them.  Pictures are positions of these records, drawn as any position is; what a learner does
is judged by the rules.  See docs/teach-a-game.md; `fabletop.testing.guide` checks that none of it lies.
"""

from fabletop.guide.course import Course, Moment
from fabletop.guide.data import BadGuide, Lesson, Picture, Record, Rulebook, Step, lesson, lessons, rulebook

__all__ = [
    "BadGuide",
    "Course",
    "Lesson",
    "Moment",
    "Picture",
    "Record",
    "Rulebook",
    "Step",
    "lesson",
    "lessons",
    "rulebook",
]
