"""How long the screen takes to show plies: the reckoning of static/stage.js and static/motion.js, without a browser.

The pace is *normal* and nobody taps.  A motion is as long as its course; then the frame is held; a ply is over when its
sentence could be read.  Dice of one throw fall together.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from math import hypot
from typing import Any
from xml.etree import ElementTree

from fabletop.drawing.stage import Motion, strip, told_by
from fabletop.engine.game import State, acting_in
from fabletop.engine.records import Ply
from fabletop.words import GameWords

KEYED = ("piece", "plate", "last")
LETTER = 60  # milliseconds for each letter of a sentence
READ, READING, A_LETTER = 20, 1200, 45  # so one of 20 letters stays 1.2 s, and from then on it is 45 for each
STEP, LONGEST_WALK = 250, 2400
TURN, QUARTER = 620, 260
TUMBLE = 860
CHANGE, GLIDE, A_PIXEL, LONGEST_GLIDE = 280, 300, 0.7, 760

_TRANSLATE = re.compile(r"translate\(([^)]*)\)")
_ROTATE = re.compile(r"rotate\(([^)]*)\)")


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on the board that can move: where it is, and its drawing."""

    kind: str
    x: float
    y: float
    turn: float
    drawn: str


@dataclass(slots=True)
class Shown:
    """A frame as the page gets it, and the ply it belongs to."""

    ply: int
    things: Mapping[str, Thing]
    motion: Mapping[str, Motion]
    hold: int
    shows: int
    taps: bool
    joins: str
    last: bool  # of its ply
    says: str
    all: str  # what it says where others have joined it


def reading(text: str) -> int:
    return min(LETTER * len(text), READING + A_LETTER * (len(text) - READ))


def things_in(moving: str) -> dict[str, Thing]:
    """What can move, by its id."""
    found = {}
    for node in ElementTree.fromstring(f'<svg xmlns:xlink="x">{moving}</svg>').iter():
        kind = (node.get("class") or "").split()[:1]
        if node.get("id") and kind and kind[0] in KEYED:
            said = node.get("transform") or ""
            x, y = [*_numbers(_TRANSLATE, said), 0.0, 0.0][:2]
            turn = [*_numbers(_ROTATE, said), 0.0][0]
            found[node.get("id", "")] = Thing(kind[0], x, y, turn, ElementTree.tostring(node, "unicode"))
    return found


def _numbers(wanted: re.Pattern[str], text: str) -> list[float]:
    there = wanted.search(text)
    return [float(number) for number in re.split(r"[\s,]+", there[1].strip())] if there else []


def motion_time(old: Mapping[str, Thing], new: Mapping[str, Thing], motion: Mapping[str, Motion]) -> float:
    """How long everything in a frame takes to get from one drawing to the next, in ms."""
    named: list[float] = []
    others: list[tuple[Thing | None, Thing | None]] = []
    for id in {**old, **new}:
        how, after = motion.get(id), new.get(id)
        source = (how or {}).get("from")
        before = old.get(source if isinstance(source, str) else id)
        if how is not None:
            named.append(_course(how, before, after, 0.0))
        elif before is None or after is None or before.drawn != after.drawn:
            others.append((before, after))
    lead = max(named, default=0.0)
    return max([lead, *(_course({}, before, after, lead) for before, after in others)])


def _course(how: Motion, before: Thing | None, after: Thing | None, lead: float) -> float:
    """When one thing has arrived."""
    to = after or before
    if to is None or (after is not None and after.kind == "last"):
        return 0.0
    given, there = how.get("from"), before or to
    x, y = (given[0], given[1]) if isinstance(given, list | tuple) else (there.x, there.y)
    way = hypot(to.x - x, to.y - y)
    turns = bool(after and (before or isinstance(how.get("flip"), str)) and how.get("flip"))
    same = before is not None and after is not None and way < 0.5 and before.turn == after.turn
    stays = same and not given and not turns and "tumble" not in how
    start = how.get("after", lead if (stays or before is None) and "tumble" not in how else 0.0)
    return float(start + how.get("ms", _usual(how, way)))


def _usual(how: Motion, way: float) -> float:
    if "path" in how:
        return min(LONGEST_WALK, STEP * (len(how["path"]) + 1))
    if "about" in how:
        return float(TURN + QUARTER * abs(how["by"]) / 90)
    if "tumble" in how:
        return TUMBLE
    return CHANGE if way < 1 else min(LONGEST_GLIDE, GLIDE + A_PIXEL * way)


def frames_of(
    game: GameWords, past: Sequence[tuple[State, Ply, State]], names: Sequence[str], seat: int | None = None
) -> Iterator[Shown]:
    """Plies as frames, through the eyes of a seat, or else of whoever acts."""
    thrown = ""
    for number, (before, ply, after) in enumerate(past):
        eye, spec = acting_in(before.rules) if seat is None else seat, before.game.spec
        was, now, act = before.view(eye), after.view(eye), before.tell(eye, ply.act)
        was.thrown = thrown
        thrown = now.thrown = ply.act if spec.is_throw(ply.act) else thrown
        frames = strip(was, act, now)
        said = told_by(frames, game.sentences(was, ply.by, act, now, names))
        for i, frame in enumerate(frames):
            last = i == len(frames) - 1
            marks: dict[str, Any] = {"last": act, "before": was} if last or frame.marks else {}
            things = things_in(frame.view.moving(translate=game.translate, names=names, **marks))
            whole = game.together(was, names) if i in said and frame.joins else ""
            taps = frame.until == "tap"
            yield Shown(
                number, things, frame.motion, frame.hold, frame.shows, taps, frame.joins, last, said.get(i, ""), whole
            )


def together(frames: Sequence[Shown]) -> Iterator[Shown]:
    """Frames that join the one before are played with it; what comes between two dice of a throw is not shown."""
    queue = deque(frames)
    while queue:
        frame, says = queue.popleft(), ""
        while frame.joins and (near := [i for i in range(min(2, len(queue))) if queue[i].joins == frame.joins]):
            passed = [queue.popleft() for _ in range(near[0] + 1)]
            says = next((one.says for one in (*reversed(passed), frame) if one.says), says)
            motion = {**frame.motion, **passed[-1].motion}
            frame = replace(passed[-1], motion=motion, says=passed[-1].all or says)
        yield frame


def spent(frames: Sequence[Shown], tap: float, board: Mapping[str, Thing]) -> Iterator[tuple[Shown, float]]:
    """Each frame that is seen, and for how many ms; one that waits for a tap gets so long."""
    unread, seen = 0.0, [*together(frames)]
    for frame, following in zip_longest(seen, seen[1:]):
        moving = motion_time(board, frame.things, frame.motion)
        board, unread = frame.things, max(0.0, unread - moving)
        if frame.says:
            unread = reading(frame.says)
        waits = frame.last or bool(following and following.says)  # what was said stays until it is read
        held = tap if frame.taps else max(frame.shows, frame.hold, unread if waits else 0.0)
        unread = max(0.0, unread - held)
        yield frame, moving + held
