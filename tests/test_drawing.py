"""What every game's pictures must hold, and the kit that draws them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import warnings
from xml.etree import ElementTree

import pytest

from fabletop.drawing import lettering, palette, raster, scene, svg
from fabletop.engine import registry
from fabletop.engine.game import Game
from fabletop.engine.registry import game_ids
from fabletop.testing import gallery, option_sets, random_game
from fabletop.words import LANGUAGES, Words

DRAWN = [id for id in registry.game_ids() if registry.has_part(id, "draw")]


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
    for sign in "".join(gallery.ALPHABETS).replace(" ", ""):
        assert "<path" in lettering.letters(sign, 0, 0, 10)
        assert sign == "?" or lettering.line(sign) != lettering.line("?"), sign
    assert lettering.line("Ä")[1] != lettering.line("A")[1]
    assert lettering.line("☃") == lettering.line("?")
    assert lettering.fitted("a long line", 0, 0, 30, 40) != lettering.letters("a long line", 0, 0, 30)


def test_a_line_with_a_letter_that_is_not_drawn_is_in_a_font_and_as_wide_as_its_place() -> None:
    drawn = ElementTree.fromstring(lettering.fitted("żółw <3", 20, 30, 14, 50, anchor="end"))
    assert drawn.text == "żółw <3"
    assert drawn.get("text-anchor") == "end"
    assert float(drawn.get("textLength", 0)) <= 50
    assert ElementTree.fromstring(lettering.letters("Zolw", 20, 30, 14)).tag == "path"


def test_all_words_of_all_languages_can_be_painted() -> None:
    for language in LANGUAGES:
        for id in game_ids():
            title = Words(language).game(id).title
            assert lettering.drawable(title), title
    assert lettering.line("ΐ") == lettering.line("ϊ")  # capitals have no accents in Greek, but dots
    assert lettering.line("ή") == lettering.line("η")


@pytest.mark.parametrize("id", game_ids())
def test_every_text_fits_its_plate_in_every_language(id: str) -> None:
    """On every board: at the start, in the middle and at the end of a game, for whoever is on turn."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", lettering.Squeezed)
        for game in option_sets(id, mixtures=0):
            kinds: set[frozenset[str]] = set()
            for state, _ in random_game(game, 5, most=120):
                kind = frozenset(act.partition(" ")[0] for act in state.actions())
                if kind in kinds:
                    continue  # the same buttons
                kinds.add(kind)
                for language in LANGUAGES:
                    state.view(max(state.turn or 0, 0)).svg(translate=Words(language).game(id).translate)
            assert kinds


def test_without_drawings_a_game_shows_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "has_part", lambda id, name: False)
    assert "<text" in Game("mensch").new().view(None).svg()


def test_small_print_goes_from_point_to_point_to_where_its_letters_are() -> None:
    found = re.search(r' d="([^"]+)"', lettering.small_print([("0", 100, 50), ("8", 20, 30)], 10))
    assert found
    at, ends = (0.0, 0.0), []
    for numbers in re.findall(r"[mlc]([^mlc]*)", found[1]):
        steps = [float(step) for step in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", numbers)]
        at = (at[0] + steps[-2], at[1] + steps[-1])
        ends.append(at)
    assert max(x for x, _ in ends) == pytest.approx(100, abs=5)
    assert min(x for x, _ in ends) == pytest.approx(20, abs=5)
    assert {round(y) for _, y in ends} <= {*range(45, 56), *range(25, 36)}
    assert ends[-1][1] == pytest.approx(29.4, abs=1)  # an 8 ends at its waist
