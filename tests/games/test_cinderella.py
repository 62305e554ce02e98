"""Cinderella: a test for every rule, every decided gap, every worked example."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import fabletop
from fabletop import CHANCE, Game, State
from fabletop.engine.game import copied
from fabletop.engine.rulebook import Rng
from fabletop.games.cinderella import board
from fabletop.games.cinderella.board import PAIR_OF, TILES
from fabletop.games.cinderella.rules import ALL_PAIRS, HOURGLASS, NAME, NO_SPECIAL, SECRET, UNDRAWN
from fabletop.testing import played, position, random_game
from fabletop.words import Words

PAIRS = ("mouse mouse", "horse horse", "slipper slipper", "gown gloves", "rat coachman", "pumpkin carriage")


def cinderella(seats: int = 1, **options: object) -> Game:
    return fabletop.game("cinderella", seats=seats, **options)


def laid_out(game: Game, tiles: str, **fields: Any) -> State:
    """Before a roll: all have seen these tiles (`-` is a gap); pairs that are not among them are found."""
    names = tiles.split()
    cells = [UNDRAWN if name == "-" else TILES.index(name) for name in names]
    layout = sum(1 << cell for cell, name in enumerate(names) if name != "-")
    missing = {PAIR_OF[tile] for tile in cells if tile < UNDRAWN} - {-1}
    found = ALL_PAIRS & ~sum(1 << pair for pair in missing)
    seen = [layout] * (1 + game.seats)
    fields = {
        "phase": 1,
        "layout": layout,
        "tiles": cells,
        "seen": seen,
        "unseen": [0] * 10,
        "found": found,
    } | fields
    return position(game, **fields)


def special(name: str) -> list[int]:
    """The first seat has this special tile."""
    return [("none", "mirror", "wand", "cauldron", "hourglass").index(name)]


def cells(verb: str, *numbers: int) -> list[str]:
    return [f"{verb} {number}" for number in numbers]


def tile_of(state: State, seat: int | None, cell: int) -> str:
    """What a seat remembers of a cell."""
    tile: int = state.view(seat).position.tiles[cell - 1]
    return {UNDRAWN: "undrawn", SECRET: "secret"}.get(tile) or TILES[tile]


def open_tiles(state: State, seat: int | None) -> list[str]:
    """What the text shows in the layout: everything in brackets that is neither a back nor a gap."""
    found: list[str] = []
    for line in state.view(seat).text().splitlines():
        if line.startswith("["):
            found += [word for part in line.split("[") if (word := part.strip(" ]▒").lower())]
    return found


# Components and set-up


def test_cin_r1_everybody_wins_together() -> None:
    state = laid_out(cinderella(3), "mouse mouse")
    played(state, "roll hourglass", "show 1", "pass", "pass", "peek 2")
    assert state.result == fabletop.Result((0, 1, 2), (1, 1, 1), None)


def test_cin_r1_everybody_loses_together() -> None:
    state = laid_out(cinderella(2), "mouse mouse horse horse", hours_left=1)
    played(state, "roll hourglass", "show 1", "pass", "peek 3")
    assert state.turn is None
    assert state.result == fabletop.Result((), (1, 1), None)


@pytest.mark.parametrize("pair", PAIRS)
def test_cin_r2_the_six_pairs(pair: str) -> None:
    for tiles in (pair, " ".join(reversed(pair.split()))):
        state = laid_out(cinderella(), tiles)
        played(state, "roll hourglass", "show 1", "peek 2")
        assert state.result is not None
        assert state.result.winners == (0,)


@pytest.mark.parametrize("one", TILES)
def test_cin_r2_nothing_else_is_a_pair(one: str) -> None:
    rules = cinderella(variant="magic").new().rules
    partners = [TILES[other] for other in range(len(TILES)) if rules.match(TILES.index(one), other)]
    known = [pair.split() for pair in PAIRS]
    assert partners == [pair[pair[0] == one] for pair in known if one in pair]


def test_cin_r3_the_die() -> None:
    odds = cinderella().new().odds()
    assert odds == {
        "roll wand": Fraction(1, 6),
        "roll cauldron": Fraction(1, 3),
        "roll hourglass": Fraction(1, 2),
    }


def test_cin_r4_twelve_cells_twelve_hours_and_seat_0_begins() -> None:
    state = played(cinderella(2), "roll wand")
    assert state.turn == 0
    assert state.actions() == cells("show", *range(1, 13))
    assert state.rules.hours_left == 12
    assert "the hand is on 12, 12 searches left" in state.view(0).text()


def test_cin_r4_tiles_are_drawn_when_first_looked_at() -> None:
    state = played(cinderella(), "roll wand", "show 4")
    assert state.turn == CHANCE
    odds = state.odds()
    assert list(odds) == [f"tile {tile}" for tile in TILES[:-1]]
    assert odds["tile mouse"] == odds["tile horse"] == odds["tile slipper"] == Fraction(2, 12)
    assert odds["tile gown"] == odds["tile carriage"] == Fraction(1, 12)
    played(state, "tile mouse", "roll cauldron", "peek 5")
    assert state.odds()["tile mouse"] == Fraction(1, 11)
    played(state, "tile mouse", "roll wand", "show 6")
    assert "tile mouse" not in state.odds()
    assert state.odds()["tile gown"] == Fraction(1, 10)


# The basic game


def test_cin_r5_roll_act_and_pass_the_figurine_on() -> None:
    state = played(cinderella(3), "roll wand", "show 1", "tile rat")
    assert state.turn == CHANCE
    assert played(state, "roll cauldron").turn == 1
    played(state, "peek 1", "roll wand")
    assert state.turn == 2
    assert played(state, "show 1", "roll wand").turn == 0


def test_cin_r6_the_wand_shows_a_tile_to_all_and_puts_it_back() -> None:
    state = played(cinderella(2), "roll wand", "show 3")
    assert state.tell(1, "tile gown") == state.tell(None, "tile gown") == "tile gown"
    played(state, "tile gown")
    assert [tile_of(state, seat, 3) for seat in (0, 1, None)] == ["gown"] * 3
    assert played(state, "roll wand").actions() == cells("show", *range(1, 13))


def test_cin_r7_the_cauldron_shows_a_tile_to_one() -> None:
    state = played(cinderella(2), "roll cauldron")
    assert state.actions() == cells("peek", *range(1, 13))
    played(state, "peek 3")
    assert state.tell(0, "tile gown") == "tile gown"
    assert state.tell(1, "tile gown") == state.tell(None, "tile gown") == "tile ?"
    played(state, "tile gown")
    assert [tile_of(state, seat, 3) for seat in (0, 1, None)] == ["gown", "secret", "secret"]


def test_cin_r7_a_second_look_at_a_tile_needs_no_chance() -> None:
    state = played(cinderella(2), "roll cauldron", "peek 3", "tile gown", "roll cauldron", "peek 3")
    assert state.actions() == ["roll wand", "roll cauldron", "roll hourglass"]
    assert [tile_of(state, seat, 3) for seat in (0, 1, None)] == ["gown", "gown", "secret"]


def test_cin_r8_a_search_show_point_peek_and_the_hand_moves() -> None:
    state = played(cinderella(3), "roll hourglass", "show 1", "tile mouse")
    assert state.turn == 1
    assert state.actions() == [*cells("point", *range(2, 13)), "pass"]
    assert played(state, "point 5").turn == 2
    assert played(state, "pass").turn == 0
    assert state.rules.pointers[:3] == [-1, 4, -1]
    assert state.actions() == cells("peek", *range(2, 13))
    played(state, "peek 5")
    assert state.tell(1, "tile rat") == "tile ?"
    assert state.rules.hours_left == 12
    played(state, "tile rat")
    assert state.rules.hours_left == 11
    assert state.rules.pointers == [-1] * 6
    assert played(state, "roll wand").turn == 1


def test_cin_r8_the_others_point_in_turn_order() -> None:
    state = played(cinderella(3), "roll wand", "show 1", "tile mouse", "roll hourglass", "show 1")
    assert state.turn == 2
    assert played(state, "pass").turn == 0
    assert played(state, "pass").turn == 1


def test_cin_r9_a_match_is_turned_up_and_leaves_the_layout() -> None:
    state = played(cinderella(2), "roll hourglass", "show 1", "tile gown", "pass", "peek 7")
    assert state.tell(1, "tile gloves") == state.tell(None, "tile gloves") == "tile gloves"
    played(state, "tile gloves")
    assert state.rules.found == 1 << PAIR_OF[TILES.index("gown")]
    assert "✓ Gown–Gloves" in state.view(None).text()
    assert state.rules.hours_left == 11
    left = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12]
    assert played(state, "roll cauldron").actions() == cells("peek", *left)


def test_cin_r9_without_a_match_the_second_tile_stays_secret() -> None:
    state = played(cinderella(2), "roll hourglass", "show 1", "tile gown", "pass", "peek 7", "tile rat")
    assert [tile_of(state, seat, 7) for seat in (0, 1, None)] == ["rat", "secret", "secret"]
    assert [tile_of(state, seat, 1) for seat in (0, 1, None)] == ["gown"] * 3
    assert state.rules.found == 0


def test_cin_r9_a_match_with_a_tile_known_before_is_turned_up_too() -> None:
    script = (
        "roll cauldron",
        "peek 1",
        "tile horse",
        "roll hourglass",
        "show 2",
        "tile horse",
        "point 1",
        "peek 1",
    )
    state = played(cinderella(2), *script)
    assert state.rules.found == 1 << PAIR_OF[TILES.index("horse")]
    assert [tile_of(state, seat, 1) for seat in (0, 1, None)] == ["undrawn"] * 3


def test_cin_r10_twelve_o_clock_with_a_pair_missing_is_lost() -> None:
    state = laid_out(cinderella(), "mouse mouse horse horse", hours_left=1)
    played(state, "roll hourglass", "show 1", "peek 2")
    assert state.result is not None
    assert state.result.winners == ()
    assert state.rules.hours_left == 0


def test_cin_r11_there_are_exactly_twelve_searches() -> None:
    state = played(cinderella(), "roll wand", "show 1", "tile mouse", "roll wand", "show 2", "tile horse")
    for search in range(12):
        assert state.turn == CHANCE, search
        played(state, "roll hourglass", "show 1", "peek 2")
    assert state.turn is None


# The magic variant


def test_cin_r12_a_special_tile_for_everybody() -> None:
    state = cinderella(6, variant="magic").new()
    quarter = Fraction(1, 4)
    assert state.odds() == {f"deal {name}": quarter for name in ("mirror", "wand", "cauldron", "hourglass")}
    played(state, "deal mirror", "deal mirror")
    assert state.odds()["deal mirror"] == Fraction(1, 10)
    assert state.odds()["deal wand"] == Fraction(3, 10)
    played(state, "deal mirror")
    assert state.odds() == {f"deal {name}": Fraction(1, 3) for name in ("wand", "cauldron", "hourglass")}
    played(state, "deal wand", "deal cauldron", "deal hourglass", "roll wand")
    assert state.rules.special == [1, 1, 1, 2, 3, 4]
    assert state.actions() == cells("show", *range(1, 17))
    assert "seat 4  wand" in state.view(None).text()


def test_cin_r13_specials_in_the_layout_are_blanks() -> None:
    state = played(cinderella(variant="magic"), "deal mirror", "roll cauldron", "peek 16")
    assert state.odds()["tile blank"] == Fraction(4, 16)
    assert state.odds()["tile mouse"] == Fraction(2, 16)
    played(state, "tile blank", "roll cauldron", "peek 1")
    assert state.odds()["tile blank"] == Fraction(3, 15)


def test_cin_r14_the_mirror_gives_a_second_secret_look() -> None:
    tiles = "mouse horse mouse horse blank"
    state = laid_out(cinderella(variant="magic"), tiles, special=special("mirror"))
    played(state, "roll hourglass", "show 1", "peek 2")
    assert state.actions() == ["use", "done"]
    assert state.rules.hours_left == 12
    played(state, "use")
    assert state.actions() == cells("peek", 3, 4, 5)
    played(state, "peek 3")
    assert state.rules.layout == 0b11010
    assert state.rules.hours_left == 11
    assert state.actions()[0] == "roll wand"


def test_cin_r14_the_wand_shows_two_tiles() -> None:
    state = laid_out(cinderella(variant="magic"), "mouse horse mouse horse", special=special("wand"))
    played(state, "roll wand", "show 2")
    assert state.actions() == ["use", "done"]
    assert played(state, "use").actions() == cells("show", 1, 3, 4)
    assert played(state, "show 1").turn == CHANCE
    assert state.rules.special[0] == NO_SPECIAL


def test_cin_r14_the_cauldron_looks_at_two_tiles() -> None:
    state = played(cinderella(2, variant="magic"), "deal cauldron", "deal wand", "roll cauldron", "peek 2", "tile rat")
    assert state.turn == 0
    assert state.actions() == ["use", "done"]
    played(state, "use", "peek 5", "tile blank")
    assert [tile_of(state, 0, cell) for cell in (2, 5)] == ["rat", "blank"]
    assert [tile_of(state, 1, cell) for cell in (2, 5)] == ["secret", "secret"]
    assert played(state, "roll wand").turn == 1


def test_cin_r14_the_hourglass_holds_the_hand() -> None:
    state = laid_out(cinderella(variant="magic"), "mouse horse mouse horse", special=special("hourglass"))
    played(state, "roll hourglass", "show 1", "peek 2")
    assert state.actions() == ["use", "done"]
    played(state, "use")
    assert state.rules.hours_left == 12
    assert state.turn == CHANCE


@pytest.mark.parametrize("name", ["mirror", "wand", "cauldron", "hourglass"])
def test_cin_r14_declined_it_is_kept(name: str) -> None:
    state = laid_out(cinderella(variant="magic"), "mouse horse mouse horse", special=special(name))
    look = {"wand": ["show 1"], "cauldron": ["peek 1"]}.get(name, ["show 1", "peek 2"])
    played(state, f"roll {'hourglass' if name == 'mirror' else name}", *look, "done")
    assert state.turn == CHANCE
    assert state.rules.special[:1] == special(name)
    assert state.rules.hours_left == (11 if len(look) == 2 else 12)


@pytest.mark.parametrize("name", ["mirror", "wand", "cauldron", "hourglass"])
def test_cin_r15_it_works_once(name: str) -> None:
    state = laid_out(cinderella(variant="magic"), "mouse horse mouse horse", special=special(name))
    roll = f"roll {'hourglass' if name == 'mirror' else name}"
    looks = {"wand": ["show 1", "use", "show 2"], "cauldron": ["peek 1", "use", "peek 2"]}
    looks |= {"mirror": ["show 1", "peek 2", "use", "peek 4"], "hourglass": ["show 1", "peek 2", "use"]}
    played(state, roll, *looks[name])
    assert state.rules.special[0] == NO_SPECIAL
    again = [look for look in looks[name][:2] if look != "use"]
    assert played(state, roll, *again).turn == CHANCE


def test_cin_r14_only_the_own_special_on_the_own_turn() -> None:
    game = cinderella(2, variant="magic")
    state = played(game, "deal mirror", "deal wand", "roll wand", "show 1", "tile rat", "roll wand", "show 2")
    played(state, "tile horse")
    assert state.turn == 1
    assert state.actions() == ["use", "done"]


# Advanced, easy and tuned


def test_cin_r16_sections_in_order() -> None:
    game = cinderella(variant="advanced")
    tiles = "mouse mouse slipper slipper rat coachman"
    state = laid_out(game, tiles)
    played(state, "roll hourglass", "show 5", "peek 6", "roll hourglass", "show 3", "peek 4")
    assert bin(state.rules.layout).count("1") == 6
    played(state, "roll hourglass", "show 1", "peek 2", "roll hourglass", "show 5", "peek 6")
    assert bin(state.rules.layout).count("1") == 4
    played(state, "roll hourglass", "show 3", "peek 4", "roll hourglass", "show 5", "peek 6")
    assert state.result is not None
    assert state.result.winners == (0,)


def test_cin_r16_any_order_inside_a_section() -> None:
    state = laid_out(cinderella(variant="advanced"), "mouse mouse horse horse gown gloves")
    assert "▶· Mouse–Mouse" in state.view(0).text()
    played(state, "roll hourglass", "show 3", "peek 4", "roll hourglass", "show 1", "peek 2")
    assert state.rules.layout == 0b110000
    assert "pink   ▶" in state.view(0).text()


def test_cin_r17_the_last_chance() -> None:
    game = cinderella(2, last_chance=True)
    state = laid_out(game, "mouse horse mouse horse", hours_left=1)
    played(state, "roll hourglass", "show 1", "pass", "peek 2")
    assert state.turn == 0
    assert state.actions() == ["pass", "pair 1 2", "pair 1 3", "pair 1 4", "pair 2 3", "pair 2 4", "pair 3 4"]
    played(state, "pair 2 4")
    assert state.turn == 1
    assert state.actions() == ["pass", "pair 1 3"]
    assert played(state, "pair 1 3").result == fabletop.Result((0, 1), (1, 1), None)


def test_cin_r17_one_error_loses() -> None:
    state = laid_out(cinderella(2, last_chance=True), "mouse horse mouse horse", hours_left=1)
    played(state, "roll hourglass", "show 1", "pass", "peek 2", "pair 3 4")
    assert state.result == fabletop.Result((), (1, 1), None)
    assert open_tiles(state, None) == ["mouse", "horse"]


def test_cin_r17_cells_never_looked_at_are_drawn_one_after_the_other() -> None:
    script = ("roll hourglass", "show 1", "tile mouse", "pass", "peek 2", "tile gown")
    state = played(cinderella(2, last_chance=True, hours=4), *script)
    for turn in range(3):
        played(state, "roll hourglass", "show 1", "pass", "peek 2")
        assert state.turn == (1 if turn == 2 else CHANCE)
    assert len(state.actions()) == 67
    played(state, "pair 11 12")
    assert state.odds()["tile mouse"] == Fraction(1, 10)
    assert state.tell(None, "tile rat") == "tile rat"
    played(state, "tile rat")
    assert open_tiles(state, None) == ["rat", "…"]
    assert state.odds()["tile coachman"] == Fraction(1, 9)
    assert played(state, "tile coachman").turn == 0
    played(state, "pair 1 3")
    assert state.odds()["tile mouse"] == Fraction(1, 8)
    assert played(state, "tile horse").turn is None
    assert state.result == fabletop.Result((), (1, 1), None)


def test_cin_r17_in_section_order_when_advanced() -> None:
    tiles = "mouse mouse rat coachman blank"
    for bank, lost in ((False, True), (True, False)):
        game = cinderella(variant="advanced", last_chance=True, bank_early_pairs=bank)
        state = laid_out(game, tiles, hours_left=1)
        played(state, "roll hourglass", "show 1", "peek 5", "pair 3 4")
        assert (state.turn is None) == lost


def test_cin_r18_more_or_fewer_blanks() -> None:
    for blanks in range(9):
        state = played(cinderella(variant="magic", blanks=blanks), "deal wand", "roll wand")
        assert state.actions() == cells("show", *range(1, 13 + blanks))
        assert played(state, "show 1").odds().get("tile blank", 0) == Fraction(blanks, 12 + blanks)


# Gaps


def test_cin_a1_one_to_six_seats() -> None:
    for seats in range(1, 7):
        assert cinderella(seats, variant="magic", blanks=6).new().turn == CHANCE
    for seats in (0, 7):
        with pytest.raises(fabletop.BadOption, match="1 to 6 seats"):
            cinderella(seats)


def test_cin_a2_alone_nobody_points() -> None:
    state = played(cinderella(1), "roll hourglass", "show 1", "tile mouse")
    assert state.turn == 0
    assert state.actions() == cells("peek", *range(2, 13))


def test_cin_a3_a_pointer_may_be_wrong_or_declined() -> None:
    state = laid_out(cinderella(3), "mouse horse mouse horse")
    played(state, "roll hourglass", "show 1")
    assert state.actions() == [*cells("point", 2, 3, 4), "pass"]
    played(state, "point 2")
    assert state.actions() == [*cells("point", 2, 3, 4), "pass"]
    assert " 2  ■" in state.view(2).text()


def test_cin_a4_a_pointer_need_not_be_followed() -> None:
    state = laid_out(cinderella(2), "mouse horse mouse horse")
    played(state, "roll hourglass", "show 1", "point 3")
    assert state.actions() == cells("peek", 2, 3, 4)


def test_cin_a5_the_first_tile_may_be_known() -> None:
    state = played(cinderella(), "roll wand", "show 1", "tile rat", "roll hourglass")
    assert "show 1" in state.actions()
    assert played(state, "show 1").actions() == cells("peek", *range(2, 13))


def test_cin_a6_the_second_tile_is_another() -> None:
    state = played(cinderella(), "roll hourglass", "show 4", "tile rat")
    assert "peek 4" not in state.actions()
    with pytest.raises(fabletop.IllegalAction):
        state.play("peek 4")


def test_cin_a7_a_look_cannot_be_declined() -> None:
    for face, verb in (("wand", "show"), ("cauldron", "peek")):
        state = played(cinderella(), f"roll {face}")
        assert state.actions() == cells(verb, *range(1, 13))


def test_cin_a8_a_blank_shown_does_not_end_the_search() -> None:
    state = played(cinderella(2, variant="magic"), "deal wand", "deal wand", "roll hourglass", "show 1", "tile blank")
    assert state.turn == 1
    played(state, "pass", "peek 2", "tile blank")
    assert state.rules.found == 0
    assert state.rules.hours_left == 11


def test_cin_a9_the_mirror_is_decided_after_the_first_secret_look() -> None:
    game = cinderella(2, variant="magic")
    state = played(game, "deal mirror", "deal wand", "roll hourglass", "show 1", "tile rat", "pass", "peek 2")
    played(state, "tile gown")
    assert state.turn == 0
    assert state.actions() == ["use", "done"]
    assert open_tiles(state, 0) == ["rat", "gown"]
    assert open_tiles(state, 1) == ["rat", "secret"]
    assert state.rules.hours_left == 12
    assert played(state, "done").rules.hours_left == 11


def test_cin_a10_a_third_look_after_a_match_stays_secret() -> None:
    game = cinderella(2, variant="magic")
    state = played(game, "deal mirror", "deal wand", "roll hourglass", "show 1", "tile rat", "point 2", "peek 2")
    played(state, "tile coachman")
    assert state.actions() == ["use", "done"]
    assert bin(state.rules.found).count("1") == 1
    played(state, "use")
    assert state.actions() == cells("peek", *range(3, 17))
    played(state, "peek 3")
    assert state.tell(1, "tile mouse") == "tile ?"
    played(state, "tile mouse")
    assert [tile_of(state, seat, 3) for seat in (0, 1)] == ["mouse", "secret"]
    assert bin(state.rules.found).count("1") == 1
    assert state.rules.hours_left == 11


def test_cin_a10_no_third_look_after_the_last_pair() -> None:
    state = laid_out(cinderella(variant="magic"), "mouse mouse blank", special=special("mirror"))
    played(state, "roll hourglass", "show 1", "peek 2")
    assert state.turn is None


def test_cin_a11_the_hourglass_is_decided_when_the_hand_would_move() -> None:
    state = laid_out(cinderella(2, variant="magic"), "mouse mouse horse horse", special=special("hourglass"))
    played(state, "roll hourglass", "show 1", "point 2", "peek 2")
    assert state.rules.layout == 0b1100
    assert state.turn == 0
    assert state.actions() == ["use", "done"]
    assert played(state.copy(), "use").rules.hours_left == 12
    assert played(state.copy(), "done").rules.hours_left == 11


def test_cin_a11_no_decision_when_the_game_is_won() -> None:
    state = laid_out(cinderella(variant="magic"), "mouse mouse blank", special=special("hourglass"), hours_left=1)
    assert played(state, "roll hourglass", "show 1", "peek 2").turn is None


@pytest.mark.parametrize("name", ["mirror", "wand", "cauldron", "hourglass"])
@pytest.mark.parametrize("face", ["wand", "cauldron", "hourglass"])
def test_cin_a12_only_with_the_matching_face(name: str, face: str) -> None:
    state = laid_out(cinderella(variant="magic"), "mouse horse mouse horse", special=special(name))
    looks = {"wand": ["show 1"], "cauldron": ["peek 1"], "hourglass": ["show 1", "peek 2"]}
    played(state, f"roll {face}", *looks[face])
    fits = name == face or (name, face) == ("mirror", "hourglass")
    assert state.turn == (0 if fits else CHANCE)


def test_cin_a13_a_match_of_a_later_section_goes_back() -> None:
    game = cinderella(2, variant="advanced")
    state = played(game, "deal wand", "deal wand", "roll hourglass", "show 1", "tile rat", "pass", "peek 2")
    assert state.tell(1, "tile coachman") == "tile ?"
    played(state, "tile coachman")
    assert state.rules.found == 0
    assert [tile_of(state, seat, 2) for seat in (0, 1)] == ["coachman", "secret"]


def test_cin_a13_bank_early_pairs() -> None:
    game = cinderella(2, variant="advanced", bank_early_pairs=True)
    state = played(game, "deal wand", "deal wand", "roll hourglass", "show 1", "tile rat", "pass", "peek 2")
    assert state.tell(1, "tile coachman") == "tile coachman"
    played(state, "tile coachman")
    assert state.rules.found == 1 << PAIR_OF[TILES.index("rat")]
    assert "▶·" not in state.view(0).text()


def test_cin_a14_the_order_of_sections_holds() -> None:
    rules = cinderella(variant="advanced").new().rules
    counting = [tile for tile in range(9) if any(rules.match(tile, other) for other in range(9))]
    assert [TILES[tile] for tile in counting] == ["mouse", "horse"]


def at_twelve(turn: int = 2, seats: int = 3, **options: object) -> State:
    """The clock has struck, and the seat that has made the last search begins."""
    game = fabletop.game("cinderella", seats, last_chance=True, **options)
    state = laid_out(game, "mouse horse mouse horse", hours_left=1, turn=turn)
    played(state, "roll hourglass", "show 1", *["pass"] * (seats - 1), "peek 2")
    assert state.turn == turn
    return state


def test_cin_a15_round_the_table_a_seat_names_a_pair_or_passes() -> None:
    state = at_twelve()
    assert state.actions()[0] == "pass"
    assert played(state, "pass").turn == 0
    assert played(state, "pair 1 3").turn == 1, "a pair is named, and the next seat is asked"
    assert state.actions() == ["pass", "pair 2 4"]
    assert played(state, "pass", "pass").turn == 0


def test_cin_a15_whoever_comes_after_all_others_have_passed_must_name_a_pair() -> None:
    state = played(at_twelve(), "pass", "pass")
    assert state.turn == 1
    assert state.actions()[0] == "pair 1 2"
    played(state, "pair 1 3")
    assert state.actions() == ["pass", "pair 2 4"], "a pair ends the row of passes"
    assert played(state, "pass", "pass").actions() == ["pair 2 4"]
    assert played(state, "pair 2 4").result == fabletop.Result((0, 1, 2), (1, 1, 1), None)


def test_cin_a15_one_seat_alone_must_always_name() -> None:
    assert at_twelve(turn=0, seats=1).actions()[0] == "pair 1 2"


def test_cin_a15_what_was_looked_at_in_secret_is_face_down_for_the_next_seat() -> None:
    state = at_twelve()
    assert open_tiles(state, 2) == ["mouse", "horse"]
    assert open_tiles(state, 0) == ["mouse", "secret"]
    played(state, "pass")
    assert open_tiles(state, 0) == open_tiles(state, 2) == []


def test_cin_a15_in_version_1_the_active_seat_names_all_pairs() -> None:
    state = at_twelve(version=1)
    assert state.actions()[0] == "pair 1 2"
    assert played(state, "pair 1 3").turn == 2


@pytest.mark.parametrize("variant", ["basic", "magic", "advanced"])
def test_cin_a15_the_versions_part_only_at_the_last_chance(variant: str) -> None:
    parted = 0
    for seed in range(12):
        options = {"variant": variant, "hours": 5, "last_chance": True}
        now = fabletop.game("cinderella", 3, **options).new()
        for old, action in random_game(fabletop.game("cinderella", 3, version=1, **options), seed):
            if old.rules.phase == NAME and old.turn != CHANCE:
                assert now.turn == old.turn
                assert now.actions() == ["pass", *old.actions()]
                parted += 1
                break
            assert (now.turn, now.actions()) == (old.turn, old.actions())
            now.play(action)
    assert parted > 5


def test_cin_a15_a_pair_named_too_early_is_told_for_what_it_is() -> None:
    words = Words("en").game("cinderella")
    for tiles, told in (("rat coachman", "too early"), ("horse rat", "no pair")):
        state = laid_out(cinderella(2, variant="advanced", last_chance=True), f"{tiles} mouse mouse", hours_left=1)
        played(state, "roll hourglass", "show 1", "pass", "peek 3")
        before = state.copy()
        played(state, "pair 1 2")
        sentence = words.sentence(before.view(1), 0, "pair 1 2", state.view(1), ("Ada", "Ben"))
        assert told in sentence
        assert "Midnight was faster." in sentence


def test_cin_a1_the_box_has_twelve_special_tiles() -> None:
    with pytest.raises(fabletop.BadOption, match="of 12 special tiles at most 6 are left with 6 seats, not 8"):
        cinderella(6, variant="magic", blanks=8)
    assert cinderella(6, variant="advanced", blanks=6).options["blanks"] == 6
    assert cinderella(6, blanks=8).options["variant"] == "basic", "where no special tile is used"
    assert fabletop.game("cinderella", 6, version=1, variant="magic", blanks=8).options["blanks"] == 8


def test_cin_a16_a_blank_is_a_mistake() -> None:
    game = cinderella(variant="magic", last_chance=True)
    for pair in ("pair 2 3", "pair 3 4"):
        state = laid_out(game, "mouse mouse blank blank", hours_left=1)
        played(state, "roll hourglass", "show 1", "peek 3", pair)
        assert state.result == fabletop.Result((), (1,), None)


def test_cin_a17_gaps_stay() -> None:
    state = laid_out(cinderella(), "mouse - horse mouse - horse")
    assert played(state, "roll wand").actions() == cells("show", 1, 3, 4, 6)
    played(state, "show 1", "roll hourglass", "show 1", "peek 4", "roll wand")
    assert state.actions() == cells("show", 3, 6)


def test_cin_a18_the_layouts() -> None:
    shapes = {12: (3, 4), 13: (3, 5), 14: (3, 5), 15: (3, 5), 16: (4, 4), 17: (3, 6), 18: (3, 6), 19: (4, 5)}
    assert {cells: board.grid(cells) for cells in shapes} == shapes
    assert board.grid(20) == (4, 5)
    lines = cinderella(variant="magic", blanks=2).new().view(0).text().splitlines()
    assert [line.count("▒" * 8) for line in lines if line.startswith("[")] == [5, 5, 4]


def test_cin_a19_seat_0_begins_after_the_deal() -> None:
    state = played(cinderella(2, variant="magic"), "deal wand", "deal mirror", "roll cauldron")
    assert state.turn == 0


def test_cin_a20_two_slippers_are_a_pair() -> None:
    assert TILES.count("slipper") == 1
    state = laid_out(cinderella(), "slipper slipper")
    assert played(state, "roll hourglass", "show 2", "peek 1").turn is None


def test_cin_a22_only_the_own_view_shows_a_secret_look() -> None:
    state = played(cinderella(2), "roll cauldron", "peek 3")
    assert (open_tiles(state, 0), open_tiles(state, 1)) == (["…"], ["secret"])
    played(state, "tile gown")
    assert open_tiles(state, 0) == ["gown"]
    assert open_tiles(state, 1) == open_tiles(state, None) == ["secret"]
    played(state, "roll cauldron")
    assert open_tiles(state, 0) == []  # remembering is the game
    assert tile_of(state, 0, 3) == "gown"
    played(state, "peek 3")
    assert open_tiles(state, 1) == ["gown"]
    assert open_tiles(state, 0) == ["secret"]  # who knows it has still to remember it


def test_what_is_shown_lies_open_for_all_until_the_next_roll() -> None:
    state = played(cinderella(3), "roll wand", "show 3", "tile gown")
    assert [open_tiles(state, seat) for seat in (0, 1, 2, None)] == [["gown"]] * 4
    played(state, "roll hourglass", "show 3", "pass", "pass", "peek 1", "tile rat")
    assert [open_tiles(state, seat) for seat in (0, 1, None)] == [
        ["secret", "gown"],
        ["rat", "gown"],
        ["secret", "gown"],
    ]
    assert open_tiles(played(state, "roll wand"), 1) == []


@pytest.mark.parametrize("variant", ["basic", "advanced"])
def test_colours_only_repeat_what_the_text_says(variant: str) -> None:
    for state, _ in random_game(cinderella(4, variant=variant), 3):
        view = state.view(1)
        assert re.sub(r"\x1b\[[0-9;]*m", "", view.text(colour=True)) == view.text()


# Examples


def test_cin_t1_the_twelfth_search_decides() -> None:
    for second, winners in (("peek 2", (0,)), ("peek 3", ())):
        state = laid_out(cinderella(variant="magic"), "mouse mouse blank", hours_left=1)
        played(state, "roll hourglass", "show 1", second)
        assert state.result is not None
        assert state.result.winners == winners


def test_cin_t2_slippers_before_the_purple_section_is_finished() -> None:
    state = laid_out(cinderella(variant="advanced"), "mouse mouse slipper slipper")
    played(state, "roll hourglass", "show 3", "peek 4")
    assert state.rules.layout == 0b1111
    assert state.rules.hours_left == 11


def test_cin_t3_the_hourglass_tile_on_the_twelfth_hourglass_turn() -> None:
    tiles, own = "mouse mouse horse horse", special("hourglass")
    state = laid_out(cinderella(variant="magic"), tiles, special=own, hours_left=1)
    played(state, "roll hourglass", "show 1", "peek 3", "use")
    assert state.turn == CHANCE
    assert state.rules.hours_left == 1
    assert "the hand is on 11, 1 search left" in state.view(0).text()
    played(state, "roll hourglass", "show 1", "peek 3")
    assert state.result is not None


# Options


@pytest.mark.parametrize("hours", range(4, 13))
def test_hours_are_searches(hours: int) -> None:
    state = played(cinderella(hours=hours), "roll wand", "show 1", "tile mouse", "roll wand", "show 2", "tile rat")
    searches = 0
    while state.turn is not None:
        played(state, "roll hourglass", "show 1", "peek 2")
        searches += 1
    assert searches == hours


def test_blanks_and_banking_mean_nothing_in_the_basic_game() -> None:
    plain = played(cinderella(), "roll wand", "show 1")
    other = played(cinderella(blanks=8, bank_early_pairs=True), "roll wand", "show 1")
    assert plain.odds() == other.odds()
    assert played(other, "tile rat", "roll wand").actions() == cells("show", *range(1, 13))


@pytest.mark.parametrize("wrong", [{"variant": "easy"}, {"hours": 3}, {"hours": 13}, {"blanks": 9}, {"last_chance": 1}])
def test_other_values_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(fabletop.BadOption):
        fabletop.game("cinderella", None, **wrong)


# Secrets


def test_who_has_looked_where_is_public_and_the_tiles_are_not() -> None:
    state = played(cinderella(2), "roll cauldron", "peek 3", "tile gown", "roll wand", "show 3")
    assert state.turn == CHANCE  # no tile is drawn: everybody saw that it had been looked at
    state = played(cinderella(2), "roll cauldron", "peek 3", "tile gown", "roll cauldron", "peek 4")
    assert state.view(0).odds().get("tile gown") is None
    assert state.view(1).odds()["tile gown"] == Fraction(1, 12)  # for all that seat 1 knows
    assert state.view(1).odds()["tile mouse"] == Fraction(2, 12)


def test_a_failed_search_is_imagined_as_failed() -> None:
    state = played(cinderella(2, variant="magic"), "deal mirror", "deal wand", "roll hourglass", "show 1")
    played(state, "tile mouse", "pass", "peek 2", "tile rat")
    rng, seen = Rng(), set()
    rng.seed(1, 1)
    for _ in range(400):
        world = copied(state.view(1).position)
        world.complete(rng)
        seen.add(TILES[world.tiles[1]])
    assert seen == set(TILES) - {"mouse"}


@pytest.mark.parametrize("variant", ["basic", "magic", "advanced"])
def test_every_imagined_world_holds_all_tiles(variant: str) -> None:
    game = cinderella(3, variant=variant, blanks=3, last_chance=True)
    rng = Rng()
    rng.seed(4, 4)
    for state, _ in random_game(game, 11):
        for seat in (0, 1, 2, None):
            world = copied(state.view(seat).position)
            world.complete(rng)
            assert _tiles_in(world) == _tiles_in(state.rules)
            assert sum(world.unseen) == sum(state.rules.unseen)


def _tiles_in(rules: Any) -> list[int]:
    return [rules.unseen[tile] + rules.tiles.count(tile) for tile in range(len(TILES))]


def test_a_finished_state_keeps_no_pointers_or_looks_of_found_pairs() -> None:
    state = laid_out(cinderella(2), "mouse mouse", special=[HOURGLASS])
    played(state, "roll hourglass", "show 1", "point 2", "peek 2")
    assert state.rules.layout == state.rules.looked == 0
    assert state.rules.pointers == [-1] * 6
    assert state.rules.seen == [0] * 7


# The board as data


def _text() -> str:
    return Path(board.__file__).with_name("board.toml").read_text(encoding="utf-8")


def test_the_board_as_it_is() -> None:
    made = board.read(_text())
    assert made.tiles[-1] == "blank"
    assert sum(made.copies) == 12
    assert made.die == (1, 2, 3)
    assert made.specials == (3, 3, 3, 3)
    assert made.earlier == (0, 0, 3, 3, 15, 15)
    assert [" ".join(pair) for pair in made.pairs] == list(PAIRS)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('  ["rat", "coachman", "yellow"],\n', "", "5 pairs, not 6"),
        ('"coachman", "yellow"', '"coachman", "green"', "no such section: green"),
        ('"mouse", "purple"', '"mouse", "pink"', "order of their sections"),
        ('"coachman"', '"horse"', "exactly one pair"),
        ('"coachman"', '"blank"', "a blank to none"),
        ('die = ["wand", ', "die = [", "the die needs exactly"),
        ("mirror = 3", "mirror = 0", "each at least once"),
        ("mirror = 3", "broom = 3", "each at least once"),
        ("sections =", "parts =", "sections is missing"),
    ],
)
def test_a_wrong_board_is_refused(old: str, new: str, complaint: str) -> None:
    assert old in _text()
    with pytest.raises(ValueError, match=complaint):
        board.read(_text().replace(old, new, 1))


def test_the_number_of_the_section_in_turn_lies_above_its_frame() -> None:
    shelf = fabletop.game("cinderella", seats=2, variant="advanced").new().view(0).moving()
    assert shelf.index("#cinderella-sought") < shelf.index("#cinderella-section0")
