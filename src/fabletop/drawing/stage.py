"""A ply as a strip of frames: what a game's stage.py is made of.  See docs/stage.md.

`stage(before, act, after)` yields the moments of a ply as one seat sees it: each is a view, drawn by the game's own
draw.py, with what moves on the way there and how long it is held.  `before` and `after` are that seat's views and
`act` is what it was told, so a frame holds nothing that the seat may not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypedDict, Unpack, cast

from fabletop.drawing.svg import Point
from fabletop.engine import registry
from fabletop.engine.game import copied
from fabletop.engine.rulebook import OVER, Rng
from fabletop.engine.view import View


class How(TypedDict, total=False):
    """What can be said of any motion."""

    ms: float | None  # how long it takes
    after: float | None  # it begins later
    source: str | Point | list[float] | None  # another piece, or a place, that it comes from
    arc: float  # above the table, so high
    hop: float  # how high it hops from square to square; 0 slides
    body: str  # of a die of a game's own
    half: float  # its width


Motion = TypedDict(
    "Motion",
    {
        "tumble": list[str], "path": list[list[float]], "about": list[float], "by": float, "arc": float,
        "flip": str | bool, "stay": bool,
        "from": str | Point | list[float], "ms": float, "after": float, "hop": float, "body": str, "half": float,
    },
    total=False,
)  # fmt: skip

BREATH = 450  # after somebody's turn
LOOK = 520  # at a die that has come to rest
SEEN = 1200  # for what is new and matters


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A moment of a ply: the drawing at its end, and how it gets there."""

    view: View = field(kw_only=False)
    motion: Mapping[str, Motion] = field(
        kw_only=False, default_factory=dict
    )  # id: how; what is not named glides or fades
    hold: int = 300  # ms after the motion
    shows: int = 0  # ms for something new to be seen: not shortened by a quick pace or by plies that wait
    until: str = ""  # "tap": held until somebody taps
    sound: str = ""  # when it begins
    land: str = ""  # when the motion ends
    tells: bool = False  # the sentence of the ply, or its next one, is said when the motion has ended (see `told_by`)
    joins: str = ""  # played together with frames of this name of the plies around it: dice thrown at once
    marks: bool = False  # with the marks of the last move, which the last frame always has


class Shown(TypedDict, total=False):
    """The fields of a frame besides its drawing."""

    motion: Mapping[str, Motion]
    hold: int
    shows: int
    until: str
    sound: str
    land: str
    tells: bool
    joins: str
    marks: bool


def tumble(face: object, faces: Sequence[object] = range(1, 7), *, id: str = "die-{}", **how: Unpack[How]) -> Motion:
    """A die is thrown and rolls over several faces; the last is the one drawn.  `from` is where the throw comes from.

    `id` names a face in `<defs>`, `body` the die without one, `half` half its width, where they are not the usual ones.
    """
    at, steps = list(faces).index(face), (2, 5, 1, 4, 3, 0) if len(faces) > 5 else (5, 4, 3, 2, 1, 0)
    shown = [faces[(at + step) % len(faces)] for step in steps]
    return _with({"tumble": [f"#{id.format(one)}" for one in shown]}, how)


def path(points: Sequence[Point], **how: Unpack[How]) -> Motion:
    """Square by square: the stops on the way; the end is drawn.  `hop=0` slides."""
    return _with({"path": [[round(x, 1), round(y, 1)] for x, y in points]}, how)


def about(point: Point, by: float, **how: Unpack[How]) -> Motion:
    """About a point by so many degrees: what stands on it spins, what stands around it is carried upright."""
    return _with({"about": [round(point[0], 2), round(point[1], 2)], "by": by}, how)


def arc(high: float = 46, **how: Unpack[How]) -> Motion:
    """In an arc above the table."""
    return _with({"arc": high}, how)


def flip(side: str | bool = True, **how: Unpack[How]) -> Motion:
    """Turns over: from its picture before (or that of `from`, an id or a place), or from the side `#id`."""
    return _with({"flip": side}, how)


def stay(**how: Unpack[How]) -> Motion:
    """Stays until the frame ends, and is gone then."""
    return _with({"stay": True}, how)


def _with(motion: Motion, how: How) -> Motion:
    """`source` is `from`, which is no name in Python."""
    more = {"from" if key == "source" else key: value for key, value in how.items() if value is not None}
    return cast(Motion, {**motion, **more})


def pass_on(after: View, **how: Unpack[Shown]) -> Frame:
    """The end of a turn: the light goes on to the next seat, and there is a breath."""
    shown: Shown = {"hold": BREATH, "sound": "turn", **how}
    return Frame(after, **shown)


def strip(before: View, act: str, after: View) -> list[Frame]:
    """The frames of a ply; where a game says nothing else, one: what comes after."""
    game = after.game.id
    frames: Iterator[Frame] = iter(())
    if registry.has_part(game, "stage"):
        frames = registry.part(game, "stage").stage(before, act, after)
    found = list(frames)
    if not found or found[-1].view is not after:
        found.append(Frame(after))
    return found


def told_by(frames: Sequence[Frame], sentences: Sequence[str]) -> dict[int, str]:
    """Which frame says what: those that tell, one sentence after the other; where one is missing, the first frame."""
    tellers = [number for number, frame in enumerate(frames) if frame.tells]
    if len(tellers) < len(sentences):
        tellers = [0, *(number for number in tellers if number)]
    last = len(tellers) - 1
    said = zip(tellers, [*sentences[:last], " ".join(sentences[last:])], strict=False)
    return {number: text for number, text in said if text}


def plays_itself(view: View, act: str) -> bool:
    """May the only possible move of the seat to act be made for it?  Not the one that ends the game, as far as the
    seat can tell, nor one that its game leaves to the player's hand."""
    rng, id = Rng(), view.game.id
    by_hand = getattr(registry.part(id, "stage"), "by_hand", None) if registry.has_part(id, "stage") else None
    if by_hand is not None and by_hand(view, act):
        return False
    rng.seed(0, 0)
    world = copied(view.position)
    world.complete(rng)
    world.apply(view.game.numbers[act])
    return bool(world.to_move() != OVER)


__all__ = [
    "BREATH", "LOOK", "SEEN", "Frame", "Motion", "about", "arc", "flip", "pass_on", "path", "plays_itself", "stay",
    "strip", "told_by", "tumble",
]  # fmt: skip
