"""How a lesson goes: its steps as moments, one after the other.

A moment is a position of the lesson's record.  At some of them the guide speaks and the learner acts; from there
others move, ply by ply, until it is her turn again.
"""

from __future__ import annotations

from dataclasses import dataclass

from fabletop.engine.game import Game, State
from fabletop.engine.rulebook import CHANCE
from fabletop.guide.data import Lesson, Step, split


@dataclass(frozen=True, slots=True)
class Moment:
    """So many plies of the record are played; `step` is what the guide says here, if she does."""

    plies: int
    step: Step | None


class Course:
    """A lesson ready to be played."""

    def __init__(self, id: str, lesson: Lesson) -> None:
        self.lesson = lesson
        record = lesson.record()
        self.game: Game = record.game(id)
        self.plies = record.plies()
        self.states: list[State] = [self.game.new()]
        for act in self.plies:
            after = self.states[-1].copy()
            after.play(act)
            self.states.append(after)
        self.moments = _moments(lesson)

    @property
    def last(self) -> int:
        return len(self.moments) - 1

    def wanted(self, number: int) -> str:
        """What the learner is asked to do at a moment: an action's text, `roll` when she rolls, `` to read on."""
        step = self.moments[number].step
        if step is None or not step.do:
            return ""
        return "roll" if self.rolls(number) else step.do

    def rolls(self, number: int) -> bool:
        """Is what the learner does at a moment a throw?"""
        return self.state(number).turn == CHANCE

    def state(self, number: int) -> State:
        return self.states[self.moments[number].plies]

    def next(self, number: int) -> int:
        """The next moment at which the guide speaks."""
        return next((i for i in range(number + 1, self.last) if self.moments[i].step), self.last)

    def spoken(self, number: int) -> int:
        """The moment at which the guide speaks, at or after this one: where a lesson is taken up again."""
        number = min(max(number, 0), self.last)
        return number if self.moments[number].step or number == self.last else self.next(number)


def _moments(lesson: Lesson) -> list[Moment]:
    """The last moment is the end: all is played."""
    found: list[Moment] = []
    plies = 0
    for step in (*lesson.step, Step(lesson.end)):
        skipped = len(split(step.skip))
        plies += skipped
        if not skipped and found and found[-1].step is None:
            found.pop()  # where others have ended, the guide speaks
        found.append(Moment(plies, step))
        for _ in (*split(step.do), *split(step.then)):
            plies += 1
            found.append(Moment(plies, None))
    return found
