"""What every picture of a game must hold: it stands alone, marks what may be done, is small, and tells no secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any
from xml.etree import ElementTree

from fabletop.engine import registry
from fabletop.engine.game import Game, State, copied
from fabletop.engine.rulebook import Rng
from fabletop.engine.view import View
from fabletop.testing.scripts import random_game

WHOLE, MOVING = 60_000, 12_000  # bytes
MARKS = "an action or a part for all that choices(view) holds, and for nothing else"
FORBIDDEN = ("script", "style", "text", "image", "foreignObject", "filter", "a", "animate")
REMEDY = "define what is drawn often once in <defs> of the still part, and show it with use()"


def pictures(game: Game) -> None:
    """The game's pictures hold what docs/drawing.md says; a game without `draw.py` shows its text."""
    if registry.has_part(game.id, "draw"):
        for check in PICTURES:
            check(game)


def positions(game: Game, seed: int, most: int = 400, every: int = 1) -> Iterator[tuple[State, State | None, str]]:
    """The positions of a random game, each of the first plies and of the later ones every so many; and the last.

    With each come the position before it and the action between them.
    """
    before, played = None, ""
    for ply, (state, action) in enumerate(random_game(game, seed, most)):
        if ply % every == 0 or ply < 3:
            yield state, before, played
        if (ply + 1) % every == 0 or ply < 3:
            before = state.copy()
        played = action
    yield state, None, ""


def pictured(state: State, before: State | None, action: str, seat: int | None) -> tuple[View, dict[str, Any]]:
    view = state.view(seat)
    if before is None:
        return view, {}
    return view, {"last": before.tell(seat, action), "before": before.view(seat)}


def watchers(state: State) -> list[int | None]:
    """The seat to act (or one of them), the one after it, a spectator."""
    first = state.turn if state.turn is not None and state.turn >= 0 else 0
    return list(dict.fromkeys((first, (first + 1) % state.game.seats, None)))


def some(game: Game, seed: int, every: int = 23) -> Iterator[tuple[View, dict[str, Any]]]:
    for state, before, action in positions(game, seed, most=350, every=every):
        for seat in watchers(state):
            yield pictured(state, before, action, seat)


def elements(drawn: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(drawn).iter())


def stands_alone(game: Game) -> None:
    """Valid SVG without scripts, styles, texts or anything from outside."""
    for view, just in some(game, 1):
        drawn = view.svg(**just)
        root = ElementTree.fromstring(drawn)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.get("viewBox", "").startswith("0 0 ")
        assert root.get("role") in ("img", "group")
        ids = [element.get("id", "") for element in root.iter() if element.get("id")]
        twice = sorted(id for id, times in Counter(ids).items() if times > 1)
        assert not twice, f"draw.py: an id stands for one thing only: {twice}"
        for element in root.iter():
            name = element.tag.rpartition("}")[2]
            assert name not in FORBIDDEN, f"draw.py: <{name}> has no place in a picture (words: letters, fitted)"
            for key, value in element.attrib.items():
                assert not key.startswith("on"), f"draw.py: no script in a picture: {key}"
                assert "transform" not in value or key != "style", "draw.py: place by piece() or at(), never by style"
                if key.endswith("href"):
                    assert value[:1] == "#", f"draw.py: {value} lies outside of the picture"
                    assert value[1:] in ids, f"draw.py: nothing has the id of {value}; define it in <defs>"
                if "url(" in value:
                    assert value.startswith("url(#"), f"draw.py: {value} lies outside of the picture"
                    assert value[5:-1] in ids, f"draw.py: nothing has the id of {value}; put it into <defs>"
        assert "http" not in drawn.replace('xmlns="http://www.w3.org/2000/svg"', "")
        assert "<!" not in drawn
        assert "<?" not in drawn
        assert set((root.get("aria-labelledby") or "").split()) < set(ids)


def says_the_position(game: Game) -> None:
    """Title and description say what lies on the table."""
    for view, just in some(game, 2, every=41):
        found = {element.tag.rpartition("}")[2]: element.text for element in elements(view.svg(**just))}
        assert (found["title"] or "").strip()
        assert len((found["desc"] or "").strip()) > 10
        assert "None" not in (found["title"] or "") + (found["desc"] or "")


def marks_what_may_be_done(game: Game) -> None:
    """Exactly what the seat that looks may do is marked."""
    for view, just in some(game, 3, every=13):
        drawn = elements(view.svg(**just))
        expected = set(view.actions()) if view.turn == view.seat and view.seat is not None else set()
        pressed, parts, ends = (
            [element for element in drawn if element.get(f"data-{kind}") is not None]
            for kind in ("action", "part", "finish")
        )
        marked = {element.get("data-action", "") for element in pressed}
        made = chosen_by_parts(expected, parts, ends)
        unmarked, idle = expected - marked - made.keys(), marked - expected
        idle |= {part.get("data-part", "") for part in parts} - {part for each in made.values() for part in each}
        assert not unmarked, f"draw.py: seat {view.seat} may {sorted(unmarked)[:5]}, and nothing marks it: {MARKS}"
        assert not idle, f"draw.py: seat {view.seat} may not {sorted(idle)[:5]}, but it is marked: {MARKS}"
        for element in parts:
            place = element.get("transform", "")
            assert "translate(" in place, "draw.py: a part is a piece: its ways stand where it stands"
        for element in ends:
            assert element.get("display") == "none", "draw.py: what plays the chosen parts comes from finish()"


def chosen_by_parts(
    actions: set[str], parts: list[ElementTree.Element], ends: list[ElementTree.Element]
) -> dict[str, list[str]]:
    """The actions that parts make, with one of the finishes if there are any, and of which parts (docs/drawing.md)."""
    there = Counter(part.get("data-part", "") for part in parts)
    made = {}
    for action in actions:
        for end in [finish.get("data-finish", "") for finish in ends] or [""]:
            verb, *words = action.removesuffix(f" {end}" if end else "").split()
            needed = Counter(f"{verb} {word}" for word in words) or Counter([verb])
            if needed and needed <= there and (not end or action.endswith(f" {end}")):
                made[action] = list(needed)
    return made


def is_the_same_again(game: Game) -> None:
    """The same view gives the same bytes, and the moving part is in it."""
    draw = registry.part(game.id, "draw")
    for view, just in some(game, 4):
        drawn, again = view.svg(**just), copied(view.position)
        assert View(game, view.seat, again).svg(**just) == drawn, "draw.py: the same view, another picture"
        moving = draw.moving(view, **just)
        assert moving.startswith('<g id="moving"'), "draw.py: moving() gives a moving_group()"
        assert drawn.endswith(f"</g>{moving}</svg>"), "draw.py: draw() gives picture(…, moving=moving(…)), no more"
        assert drawn.count('class="moving"') == 1, "draw.py: one moving_group()"
        assert view._repr_svg_() == view.svg()


def is_small(game: Game) -> None:
    """No picture is too heavy for a phone."""
    draw, largest = registry.part(game.id, "draw"), 0
    for seed in (8, 9):
        for state, before, action in positions(game, seed, most=400, every=4):
            view, just = pictured(state, before, action, watchers(state)[0])
            moving = len(draw.moving(view, **just).encode())
            assert moving <= MOVING, f"{moving} bytes move, at most {MOVING}: {REMEDY}"
            if moving > largest:
                largest, whole = moving, len(view.svg(**just).encode())
                assert whole <= WHOLE, f"{whole} bytes in all, at most {WHOLE}: {REMEDY}"


def keeps_its_ids(game: Game) -> None:
    """Pieces keep their ids from ply to ply."""
    for seat in (0, None):
        known: set[str] = set()
        for state, before, action in positions(game, 5, most=60):
            view, just = pictured(state, before, action, seat)
            ids = {
                element.get("id") or "" for element in elements(view.svg(**just))
                if "piece" in (element.get("class") or "").split()
            }  # fmt: skip
            assert "" not in ids, "a piece without an id"
            kept = len(known & ids) >= min(len(known), len(ids)) / 2
            assert kept, f"draw.py: pieces keep their ids from ply to ply: {sorted(known)}, then {sorted(ids)}"
            known = ids


def tells_no_secret(game: Game) -> None:
    """Another world that looks the same to a seat gives it the same picture, ids included."""
    rng = Rng()
    rng.seed(6, 6)
    for state, _, _ in positions(game, 6, most=350, every=19):
        for seat in watchers(state):
            view = state.view(seat)
            other = copied(view.position)
            other.complete(rng)
            same = State(game, other).view(seat).svg() == view.svg()
            assert same, f"draw.py: seat {seat} sees in the picture what it cannot know"


PICTURES: tuple[Callable[[Game], None], ...] = (
    stands_alone, says_the_position, marks_what_may_be_done, is_the_same_again, is_small, keeps_its_ids,
    tells_no_secret,
)  # fmt: skip
