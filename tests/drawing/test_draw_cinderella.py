"""What is special in Cinderella's pictures."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from fabletop.drawing.palette import INK, SNOW, contrast
from fabletop.engine.game import Game, State
from fabletop.games.cinderella import draw, scenery, tiles
from fabletop.games.cinderella.rules import ALL_PAIRS, END, NAME, PEEK
from fabletop.testing.scripts import played, position


def cinderella(seats: int = 3, **options: Any) -> Game:
    return Game("cinderella", seats=seats, options=options)


def tile(state: State, seat: int | None, cell: int) -> str:
    """How a seat sees a cell."""
    root = ElementTree.fromstring(state.view(seat).svg())
    found = next(element for element in root.iter() if element.get("id") == f"tile-{cell}")
    return ElementTree.tostring(found, encoding="unicode")


def test_a_secret_look_is_open_to_the_looker_alone_and_only_until_the_next_roll() -> None:
    state = played(cinderella(), "roll cauldron", "peek 3", "tile mouse")
    assert "cinderella-up-mouse" in tile(state, 0, 3)
    assert "cinderella-alone" in tile(state, 0, 3)
    for other in (1, 2, None):
        assert "mouse" not in tile(state, other, 3)
        assert "cinderella-eye" in tile(state, other, 3)
    state.play("roll wand")
    assert state.view(0).position.tiles[2] == 0  # the view remembers
    assert "mouse" not in tile(state, 0, 3)


def test_a_tile_that_is_shown_is_open_to_all() -> None:
    state = played(cinderella(), "roll wand", "show 5", "tile pumpkin")
    for seat in (0, 1, 2, None):
        assert "cinderella-up-pumpkin" in tile(state, seat, 5)
        assert "cinderella-alone" not in tile(state, seat, 5)


def test_the_hand_goes_round_with_the_hours() -> None:
    for left, degrees in ((12, 0), (9, 90), (1, 330), (0, 360)):
        assert f"rotate({degrees})" in position(cinderella(), hours_left=left).view(None).svg()


def test_a_pair_found_and_the_hour_it_took_are_both_shown() -> None:
    before = played(cinderella(1), "roll hourglass", "show 1", "tile mouse", "peek 2")
    after = played(before.copy(), "tile mouse")
    drawn = after.view(0).svg(last="tile mouse", before=before.view(0))
    for id in ("last", "found", "pair-1"):
        assert drawn.count(f'id="{id}"') == 1


def test_the_newest_pointer_is_the_largest() -> None:
    before = played(cinderella(), "roll hourglass", "show 1", "tile rat", "point 4")
    drawn = played(before.copy(), "point 7").view(0).svg(last="point 7", before=before.view(0))
    first, second = drawn.split('id="pointer-2"')[1], drawn.split('id="pointer-3"')[1]
    assert "scale(1.3)" not in first.split("</g>")[0]
    assert "scale(1.3)" in second.split("</g>")[0]


def test_a_used_special_tile_is_set_aside() -> None:
    game = cinderella(2, variant="magic")
    state = played(game, "deal wand", "deal mirror", "roll wand", "show 1", "tile blank")
    assert state.view(0).svg().count('data-action="use"') == 2  # the tile and the button
    assert "cinderella-own-wand" in state.view(1).svg().split('id="special-1"')[1].split("</g>")[0]
    state.play("use")
    assert "cinderella-used" in state.view(1).svg().split('id="special-1"')[1].split("</g>")[0]


def test_in_the_last_chance_two_tiles_are_chosen_one_after_the_other() -> None:
    game = cinderella(4, last_chance=True, variant="magic", blanks=8)
    state = position(game, hours_left=0, phase=NAME, looked=1 << 6)
    assert len(state.actions()) == 191
    moving = draw.moving(state.view(0))
    for number in range(1, 21):
        assert moving.count(f'data-part="pair {number}"') == 1
    assert moving.count("data-action") == moving.count('data-action="pass"') == 1
    assert len(moving) <= 12_000
    assert "data-part" not in draw.moving(state.view(1))


def test_tiles_are_large_and_none_lies_on_another() -> None:
    for cells in range(12, 21):
        the = scenery.plan(cells, 6, 1)
        assert the.pitch * the.columns <= 580
        assert the.pitch >= 88
        assert len(set(the.places)) == cells
        assert max(y for _, y in the.places) + the.pitch / 2 < the.floor < the.specials[0][1] < the.height


def test_sections_can_be_told_apart_without_colours() -> None:
    for deep, _, light in tiles.SECTIONS.values():
        assert contrast(SNOW, deep) >= 4.5
        assert contrast(INK, light) >= 4.5
    assert len(set(tiles.PICTURES)) == 14


def test_won_the_carriage_arrives_and_lost_it_is_a_pumpkin() -> None:
    won = position(cinderella(), found=ALL_PAIRS, layout=0, phase=END).view(0).svg()
    lost = position(cinderella(), found=1, hours_left=0, phase=END).view(0).svg()
    assert '<use href="#cinderella-ball"/>' in won
    assert '<use href="#cinderella-lost"/>' in lost


def test_advanced_says_which_section_is_sought() -> None:
    free, bound = (
        position(cinderella(2, variant="advanced", bank_early_pairs=bank), found=0b11, phase=PEEK, face=4)
        for bank in (True, False)
    )
    assert '<use href="#cinderella-sought"' in bound.view(0).svg()
    assert bound.view(0).svg().count('<use href="#cinderella-lock"') == 1
    assert '<use href="#cinderella-lock"' not in free.view(0).svg()
