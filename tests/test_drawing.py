"""What every game's pictures must hold, and the kit that draws them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

from fabletop.drawing import lettering, palette, raster, scene, svg
from fabletop.engine import registry
from fabletop.engine.game import Game, State, copied
from fabletop.engine.rulebook import Rng
from fabletop.engine.view import View
from fabletop.testing import option_sets
from fabletop.testing.scripts import random_game

WHOLE, MOVING = 60_000, 12_000  # bytes
DRAWN = [id for id in registry.game_ids() if registry.has_part(id, "draw")]
GAMES = [game for id in DRAWN for game in option_sets(id, mixtures=1)]

every_game = pytest.mark.parametrize("game", GAMES, ids=repr)


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


@every_game
def test_a_picture_is_valid_and_stands_alone(game: Game) -> None:
    for view, just in some(game, 1):
        drawn = view.svg(**just)
        root = ElementTree.fromstring(drawn)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.get("viewBox", "").startswith("0 0 ")
        assert root.get("role") in ("img", "group")
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        assert len(ids) == len(set(ids)), sorted({id for id in ids if ids.count(id) > 1})  # type: ignore[type-var]
        for element in root.iter():
            name = element.tag.rpartition("}")[2]
            assert name not in ("script", "style", "text", "image", "foreignObject", "filter", "a", "animate"), name
            for key, value in element.attrib.items():
                assert not key.startswith("on"), key
                assert "transform" not in value or key != "style"
                if key.endswith("href"):
                    assert value[:1] == "#", value
                    assert value[1:] in ids, value
                if "url(" in value:
                    assert value.startswith("url(#"), value
                    assert value[5:-1] in ids, value
        assert "http" not in drawn.replace('xmlns="http://www.w3.org/2000/svg"', "")
        assert "<!" not in drawn
        assert "<?" not in drawn
        assert set((root.get("aria-labelledby") or "").split()) < set(ids)


@every_game
def test_a_picture_says_the_position_in_words(game: Game) -> None:
    for view, just in some(game, 2, every=41):
        found = {element.tag.rpartition("}")[2]: element.text for element in elements(view.svg(**just))}
        assert (found["title"] or "").strip()
        assert len((found["desc"] or "").strip()) > 10
        assert "None" not in (found["title"] or "") + (found["desc"] or "")


@every_game
def test_exactly_what_may_be_done_is_marked(game: Game) -> None:
    for view, just in some(game, 3, every=13):
        drawn = elements(view.svg(**just))
        expected = set(view.actions()) if view.turn == view.seat and view.seat is not None else set()
        pressed, parts, ends = (
            [element for element in drawn if element.get(f"data-{kind}") is not None]
            for kind in ("action", "part", "finish")
        )
        marked = {element.get("data-action", "") for element in pressed}
        made = chosen_by_parts(expected, parts, ends)
        assert marked | made.keys() == expected
        assert {part.get("data-part") for part in parts} == {part for each in made.values() for part in each}
        for element in parts:
            assert "translate(" in element.get("transform", "")  # the ways of a part stand where it stands
        for element in ends:
            assert element.get("display") == "none"


def chosen_by_parts(
    actions: set[str], parts: list[ElementTree.Element], ends: list[ElementTree.Element]
) -> dict[str, list[str]]:
    """The actions that parts make, with one of the finishes if there are any, and of which parts (docs/drawing.md)."""
    there = Counter(part.get("data-part", "") for part in parts)
    made = {}
    for action in actions:
        for end in [finish.get("data-finish", "") for finish in ends] or [""]:
            verb, *words = action.removesuffix(f" {end}" if end else "").split()
            needed = Counter(f"{verb} {word}" for word in words)
            if needed and needed <= there and (not end or action.endswith(f" {end}")):
                made[action] = list(needed)
    return made


@every_game
def test_the_same_view_gives_the_same_bytes_and_the_moving_part_is_in_it(game: Game) -> None:
    draw = registry.part(game.id, "draw")
    for view, just in some(game, 4):
        drawn, again = view.svg(**just), copied(view.position)
        assert View(game, view.seat, again).svg(**just) == drawn
        moving = draw.moving(view, **just)
        assert moving.startswith('<g id="moving"')
        assert drawn.endswith(f"</g>{moving}</svg>")  # nothing else moves
        assert drawn.count('class="moving"') == 1
        assert view._repr_svg_() == view.svg()


@every_game
def test_pictures_are_small(game: Game) -> None:
    draw, largest = registry.part(game.id, "draw"), 0
    for seed in (8, 9):
        for state, before, action in positions(game, seed, most=400, every=4):
            view, just = pictured(state, before, action, watchers(state)[0])
            moving = len(draw.moving(view, **just).encode())
            assert moving <= MOVING, f"{moving} bytes moving"
            if moving > largest:
                largest, whole = moving, len(view.svg(**just).encode())
                assert whole <= WHOLE, f"{whole} bytes"


@every_game
def test_pieces_keep_their_ids_from_ply_to_ply(game: Game) -> None:
    for seat in (0, None):
        known: set[str] = set()
        for state, before, action in positions(game, 5, most=60):
            view, just = pictured(state, before, action, seat)
            ids = {
                element.get("id") or "" for element in elements(view.svg(**just))
                if "piece" in (element.get("class") or "").split()
            }  # fmt: skip
            assert "" not in ids, "a piece without an id"
            assert len(known & ids) >= min(len(known), len(ids)) / 2, (known, ids)
            known = ids


@every_game
def test_a_picture_tells_nobody_a_secret(game: Game) -> None:
    """Another world that looks the same to a seat gives it the same picture, ids included."""
    rng = Rng()
    rng.seed(6, 6)
    for state, _, _ in positions(game, 6, most=350, every=19):
        for seat in watchers(state):
            view = state.view(seat)
            other = copied(view.position)
            other.complete(rng)
            assert State(game, other).view(seat).svg() == view.svg()


def test_pictures_do_not_hang_on_the_order_of_sets() -> None:
    script = (
        "import hashlib, sys\nfrom fabletop.engine.game import Game\nfrom fabletop.testing.scripts import random_game\n"
        "for id in sys.argv[1:]:\n"
        "    for state, _ in random_game(Game(id), 7, 60): pass\n"
        "    for seat in (None, *range(state.game.seats)):\n"
        "        print(id, hashlib.sha256(state.view(seat).svg().encode()).hexdigest())\n"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", script, *DRAWN],
            env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert runs[0] == runs[1]


@pytest.mark.parametrize("id", DRAWN)
def test_a_picture_can_be_a_png(id: str) -> None:
    pytest.importorskip("resvg_py")
    drawn = raster.png(Game(id).new().view(None).svg(), 120)
    assert drawn.startswith(b"\x89PNG")
    assert int.from_bytes(drawn[16:20], "big") == 120


# The kit


def test_words_on_the_seats_colours_can_be_read() -> None:
    for mark in palette.SEATS:
        assert palette.contrast(mark.text, mark.colour) >= 4.5, mark
        assert palette.contrast(palette.INK, mark.tint) >= 4.5, mark
        assert palette.contrast(palette.SNOW, mark.shade) >= 4.5, mark
    for ground in (palette.SNOW, palette.PAPER, palette.PAPER2, palette.PAPER3):
        assert palette.contrast(palette.INK2, ground) >= 4.5
        assert palette.contrast(palette.INK, ground) >= 7
    assert palette.contrast(palette.EMBER, palette.PAPER) >= 3  # the ring around what can be pressed
    assert palette.contrast("#000000", "#FFFFFF") == pytest.approx(21)


def test_every_seat_has_a_colour_and_a_shape_of_its_own() -> None:
    assert len({mark.colour for mark in palette.SEATS}) == len({mark.shape for mark in palette.SEATS}) == 6


def test_numbers_are_short() -> None:
    assert [svg.n(value) for value in (1, 1.0, -0.001, 2.5, 0.333333, 100, -7.10)] == [
        "1", "1", "0", "2.5", "0.33", "100", "-7.1",
    ]  # fmt: skip


def test_attributes_are_escaped() -> None:
    drawn = scene.action('say "<&>"', svg.rect(0, 0, 1, 1, 0, "red"))
    element = ElementTree.fromstring(drawn)
    assert element.get("data-action") == 'say "<&>"'


def test_letters_are_paths_that_fit_their_width() -> None:
    assert lettering.width("W", 20) > lettering.width("I", 20) > 0
    assert lettering.width("no", 20) < lettering.width("NO", 20)
    for sign in lettering.GLYPHS.keys() - {" "}:
        assert "<path" in lettering.letters(sign, 0, 0, 10)
    assert lettering.line("Ä")[1] != lettering.line("A")[1]
    assert lettering.line("☃") == lettering.line("?")
    assert lettering.fitted("a long line", 0, 0, 30, 40) != lettering.letters("a long line", 0, 0, 30)


def test_without_drawings_a_game_shows_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "has_part", lambda id, name: False)
    assert "<text" in Game("mensch").new().view(None).svg()
