"""Each ply as the eyes of a browser see it: a strip of frames (docs/stage.md), and what may be done after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from fabletop.drawing.own import is_same_for_all
from fabletop.drawing.stage import Frame, strip, told_by
from fabletop.engine.game import State, acting_in
from fabletop.engine.rulebook import CHANCE
from fabletop.engine.spec import Spec
from fabletop.tables.entries import Entry
from fabletop.tables.events import event
from fabletop.tables.listeners import Encoder
from fabletop.tables.table import Table
from fabletop.web.eyes import Eyes, is_shared, looking, private, says_private
from fabletop.web.frozen import Frozen
from fabletop.web.seen import forgets, picture, present, sat_down, seen, taken_back, thrown
from fabletop.words import Words


def page_encoder(eyes: Eyes, words: Words) -> Encoder:
    """Each entry for a page's stream."""

    def encode(table: Table, before: State, entry: Entry) -> bytes:
        return event(told_entry(table, before, entry, eyes, words), table.ply)

    return encode


def told_entry(table: Table, before: State, entry: Entry, eyes: Eyes, words: Words) -> dict[str, object]:
    """An entry as a page is told of it: what has happened, frame by frame, and what may be done now."""
    if entry.sit is not None:  # nothing to see on the board
        return {**present(table, eyes, words), "say": sat_down(table, entry.sit, words), "sit": entry.sit}
    eye = looking(table, eyes)
    if entry.is_ply:
        first = eye
        shared = is_shared(table, eyes)
        if shared and eyes.lifted is not None:
            first = eyes.lifted
        elif len(eyes.mine) > 1:  # the eyes may change from ply to ply
            seat = acting_in(before.rules)
            first = eyes.mine[0] if eyes.turned else eye  # as it was looked at before
            if shared or seat in eyes.mine:
                first = seat if seat in eyes.mine and not (shared and private(before.view(seat))) else None
        # at the end a shared page looks as a spectator again
        whole = table.turn is None or first != eye
        frames, parts = told_in_frames(table, before, entry, (first, eye), words, whole, eyes.turned)
    else:
        frame = Frozen(
            {"say": taken_back(table, entry, words), "sound": "back"}
            | picture(table, words, seen(table, eye, eyes.turned))
        )
        frames, parts = [frame.seen_by(eye)], frame.frame["parts"]
    return {
        **present(table, eyes, words),
        "strip": frames,
        "parts": parts,
        "by": entry.by,
        "told": before.tell(None if is_shared(table, eyes) else eye, entry.act) if entry.is_ply else None,
        "secret": entry.is_ply and told_alone(table, before, entry, eye),
        "back": entry.undo >= 0,
    }


def told_alone(table: Table, before: State, entry: Entry, eye: int | None) -> bool:
    """Do these eyes alone learn something from this ply, or still have it before them?"""
    if eye is None:
        return False
    if before.tell(eye, entry.act) != before.tell(None, entry.act):
        return True
    return bool(says_private(table.state.view(eye)))


def told_in_frames(
    table: Table, before: State, entry: Entry, eyes: tuple[int | None, int | None], words: Words, whole: bool,
    turned: bool = False,
) -> tuple[list[msgspec.Raw], object]:  # fmt: skip
    """The ply just added as a strip of frames (docs/stage.md); whoever looks through the same eyes in the same
    language gets what has been drawn already, and where all see the same it is drawn once for everybody.
    With it go the parts of actions that can be chosen."""
    eye = eyes[0]
    everybody = eyes == (eye, eye) and not (whole or turned) and is_same_for_all(table.game.id)
    key = ("all" if everybody else eyes, words.language, table.names, table.animals, table.colours, whole, turned)
    frames: list[Frozen] | None = table.drawn.get(key)
    if frames is None:
        frames = table.drawn[key] = _drawn_frames(table, before, entry, eyes, words, whole, turned, everybody)
    if everybody and eye is not None and table.turn == eye:  # what may be pressed is drawn for these eyes alone
        now, was, act = seen(table, eye), before.view(eye), before.tell(eye, entry.act)
        frames = [*frames[:-1], frames[-1].but(picture(table, words, now, act, was, whole=False))]
    return [frame.seen_by(eye) for frame in frames], frames[-1].frame.get("parts", {})


def _drawn_frames(
    table: Table, before: State, entry: Entry, eyes: tuple[int | None, int | None], words: Words, whole: bool,
    turned: bool, everybody: bool,
) -> list[Frozen]:  # fmt: skip
    seen_by = (None, None) if everybody else eyes
    said = in_frames(
        table, before, entry, table.state, table.plies, seen_by, words,
        whole=whole, turned=turned, everybody=everybody,
    )  # fmt: skip
    if forgets(table, entry):
        next(frame for frame in said if "say" in frame)["anew"] = True
    return [Frozen(frame) for frame in said]


def in_frames(
    table: Table, before: State, entry: Entry, after: State, plies: Sequence[Entry],
    eyes: tuple[int | None, int | None], words: Words, *, whole: bool, turned: bool = False,
    everybody: bool = False,
) -> list[dict[str, object]]:  # fmt: skip
    """A ply, the last of these, as a strip of frames: seen by the first of these eyes, and last by the second.

    For everybody, what is a seat's own is left open in it (drawing/own.py).
    """
    spec, game = table.game.spec, words.game(table.game.id)
    eye, last_eye = eyes
    was, now, act = before.view(eye), after.view(eye), before.tell(eye, entry.act)
    was.thrown, now.thrown = thrown(spec, plies[:-1]), thrown(spec, plies)
    was.turned = now.turned = turned
    was.everybody = now.everybody = everybody
    frames = strip(was, act, now)
    said = [_how(frame) for frame in frames]
    for frame, body in zip(frames[:-1], said, strict=False):
        marks: dict[str, Any] = {"last": act, "before": was} if frame.marks else {}
        body["moving"] = frame.view.moving(translate=game.translate, names=table.names, colours=table.colours, **marks)
    if last_eye != eye:
        now, act, was = after.view(last_eye), before.tell(last_eye, entry.act), before.view(last_eye)
        now.thrown, now.turned = thrown(spec, plies), turned
    said[-1] |= picture(table, words, now, act, was, whole=whole)
    for number, text in told_by(frames, game.sentences(was, entry.by, act, now, table.names)).items():
        said[number]["say"] = text
        if frames[number].joins:
            said[number]["all"] = game.together(was, table.names)
    if len(said) == 1:
        said[0].setdefault("sound", sound(spec, entry))
    return said


def _how(frame: Frame) -> dict[str, object]:
    """What a page must know of a frame besides its drawing."""
    body: dict[str, object] = {"hold": frame.hold}
    for name in ("motion", "shows", "until", "sound", "land", "joins"):
        if value := getattr(frame, name):
            body[name] = value
    return body


def sound(spec: Spec, entry: Entry) -> str:
    if entry.by == CHANCE:
        return "roll" if spec.is_throw(entry.act) else "card"
    return "step" if entry.undo < 0 else "back"
