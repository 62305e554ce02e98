"""A game's guide tells the truth: every picture can be drawn, every lesson played as it is told, nothing is left out.

from fabletop.testing.guide import check_lesson, check_rulebook, unmet, unmet_options, unmet_places
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from html import unescape

from fabletop.engine.game import Game
from fabletop.engine.registry import rules_of, spec_of
from fabletop.engine.rulebook import CHANCE
from fabletop.engine.spec import Value, shown
from fabletop.guide import Course, lessons, rulebook
from fabletop.guide.data import record, seen, split
from fabletop.guide.spots import pressable, size, spot, window
from fabletop.words import LANGUAGES, Words

PLACE = re.compile(r'data-what="([^"]+)"')
ORDINARY = 25  # places that are explained alike are nothing special
FEW = 3  # values of an option that are all worth a word
LONGEST = 200  # characters that the guide says at once, in any language


def check_rulebook(id: str) -> None:
    """Each picture replays, what it rings is in it, and its options are the game's."""
    book = rulebook(id)
    assert book is not None, f"{id} has no guide/rulebook.toml"
    for picture in book.pictures():
        found = record(id, picture.record)
        _, svg = seen(id, found, picture.ply, None if picture.seat < 0 else picture.seat)
        game, (wide, high) = found.game(id), size(svg)
        x, y, w, h = window(svg, game, picture.crop)
        assert w > 0 < h and x + w > 0 < y + h and x < wide and y < high, f"{picture.crop}: outside of the picture"  # noqa: PT018
        for ring in picture.ring:
            at = spot(svg, game, ring)
            assert x <= at.x <= x + w, f"{ring}: not in the part that is shown"
            assert y <= at.y <= y + h, f"{ring}: not in the part that is shown"
    for also in book.also:
        record(id, "start").game(id).spec.option(also.option).check(also.value)


def check_lesson(id: str, name: str) -> None:
    """Whoever does what the guide says plays the lesson to its end, and what she points at is there."""
    lesson = lessons(id)[name]
    course, you = Course(id, lesson), lesson.you
    assert course.moments[-1].plies == len(course.plies)
    for moment in course.moments:
        if moment.step is None:
            continue
        state = course.states[moment.plies]
        if moment.step.do:
            acts = split(moment.step.do)
            assert len(acts) == 1, f"{name}: {moment.step.do!r} is more than one thing to do"
            assert state.acting == you, f"{name}: {moment.step.do!r} is not for the learner to do"
            assert state.turn != CHANCE or course.game.spec.is_throw(acts[0]), (
                f"{name}: nobody does {acts[0]!r} by hand"
            )
        svg = state.view(you).svg()
        wide, high = size(svg)
        for text in moment.step.point:
            at = spot(svg, course.game, text)
            assert 0 <= at.x <= wide, f"{name}: {text} is outside"
            assert 0 <= at.y <= high, f"{name}: {text} is outside"
        if moment.step.do and state.turn != CHANCE:
            rings = [spot(svg, course.game, text) for text in moment.step.point]
            ways = [at for act, at in pressable(svg) if moment.step.do == act or moment.step.do.startswith(f"{act} ")]
            assert not ways or any(math.dist(ring[:2], at) <= ring.r for ring in rings for at in ways), (
                f"{name}: who taps what is pointed at does not do {moment.step.do!r}"
            )
        for language in LANGUAGES:
            said = Words(language).game(id).translate(moment.step.say)
            assert len(said) <= LONGEST, f"{name}: {said!r} is too much to read at once"


def parts(act: str) -> Iterator[str]:
    """The words of an action and what they are made of: `play red-plus` is play, red-plus, red and plus."""
    for word in act.split():
        yield word
        yield from word.split("-")


def unmet(id: str) -> set[str]:
    """Words of the game's notation that no lesson uses and no entry of the rulebook explains or shows."""
    book, met = rulebook(id), set[str]()
    records = [lesson.record() for lesson in lessons(id).values()] + ([*book.records.values()] if book else [])
    for found in records:
        met.update(part for act in found.plies() for part in parts(act))
    if book:
        met.update(word for picture in book.pictures() for word in picture.covers)
        met.update(word for way in book.also for word in way.covers)
    words = {word for act in rules_of(id).ACTIONS for word in act.split() if not re.fullmatch(r"[a-z]?\d+", word)}
    return {word for word in words if word not in met and not set(word.split("-")) - {*"0123456789"} <= met}


def unmet_places(id: str) -> list[list[str]]:
    """Special places of the board, alike ones together, that no lesson points at and no entry of the rulebook explains
    or shows closely: whatever `help.py` explains in words of its own, but for squares like many others."""
    book, met = rulebook(id), set[str]()
    pointed = [*(step.point for lesson in lessons(id).values() for step in lesson.step)]
    for picture in book.pictures() if book else []:
        pointed += [picture.ring, [picture.crop]]
        met.update(picture.covers)
    met.update(text.partition("@")[0].strip() for texts in pointed for text in texts)
    words, alike = Words("en").game(id), dict[str, set[str]]()
    for options in _variants(id):
        game = Game(id, None, options)
        view = game.new().view(0)
        for place in map(unescape, PLACE.findall(view.svg())):
            _, text = words.explain(place, view, [f"Name{seat}" for seat in range(game.seats)]) or ("", "")
            alike.setdefault(text, set()).add(place)
    return [sorted(places) for places in alike.values() if len(places) < ORDINARY and not places & met]


def _variants(id: str) -> list[dict[str, Value]]:
    """The options of each game of a lid."""
    spec = spec_of(id)
    return [{spec.variant: value} for value in spec.option(spec.variant).values] if spec.variant else [{}]


def unmet_options(id: str) -> set[str]:
    """Options that are offered, and no other way to play of the rulebook speaks of; of a few values, of each."""
    book, spec, unmet = rulebook(id), spec_of(id), set[str]()
    told = {(also.option, also.value) for also in book.also} if book else set()
    for option in spec.offered:
        others = [value for value in option.values if value != option.default]
        missing = [value for value in others if (option.name, value) not in told]
        if missing and (len(others) <= FEW or missing == others):
            unmet.update(f"{option.name}={shown(value)}" for value in missing)
    return unmet
