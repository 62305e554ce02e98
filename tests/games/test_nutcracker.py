"""Nutcracker: a test for each rule, each decided gap and each example, named after it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import fabletop
from fabletop.compiler.kernels import Compiled
from fabletop.engine.game import Game, State
from fabletop.engine.rulebook import CHANCE
from fabletop.games.nutcracker import board as board_module
from fabletop.games.nutcracker.board import BOARD, KEY, KING_START, LOCKET, board
from fabletop.games.nutcracker.rules import (
    ACTIONS,
    DRAW,
    KING_ROLL,
    PICK_SIDE,
    PICK_WAY,
    REVEAL,
    ROLL,
    UP,
)
from fabletop.testing import CHECKS, played, position, random_game
from fabletop.words import Words

HALF = Fraction(1, 2)
WAYS = ("up", "down", "king up", "king down")
PINK, PURPLE, BLUE, GREEN, YELLOW, ORANGE = (f"roll {face}" for face in range(1, 7))
ROLLS = [PINK, PURPLE, BLUE, GREEN, YELLOW, ORANGE]
KNOWN = {"seen": 8}  # the first pass through the pile is over …
SCEPTRES_FIRST = KNOWN | {"pile": 0b11110000}  # … and four sceptres are in front


def colours(**options: Any) -> Game:
    return fabletop.game("nutcracker", **options)


def numbers(**options: Any) -> Game:
    return fabletop.game("nutcracker", level=2, **options)


def claras(state: State) -> list[int]:
    return list(state.rules.claras)


def winners(state: State) -> tuple[int, ...]:
    assert state.result is not None
    return state.result.winners


# The common part


def test_nut_r1_there_are_exactly_two_players() -> None:
    assert colours().seats == 2
    for seats in (1, 3):
        with pytest.raises(ValueError, match="exactly 2"):
            fabletop.game("nutcracker", seats=seats)


def test_nut_r2_nut1_a1_the_board_is_the_one_in_the_data_file() -> None:
    assert BOARD.die == ("pink", "purple", "blue", "green", "yellow", "orange")
    assert KEY == 37
    assert BOARD.path == BOARD.die * 6
    assert BOARD.lockets == (3, 6, 8, 11, 13, 16, 20, 23, 25, 28, 30, 33)
    assert [sum(BOARD.path[i - 1] == name for i in BOARD.lockets) for name in BOARD.die] == [2] * 6
    assert [at for at, locket in enumerate(LOCKET) if locket] == list(BOARD.lockets)


def test_nut_r3_there_are_four_fairies_and_four_sceptres() -> None:
    assert (BOARD.fairies, BOARD.sceptres) == (4, 4)


def test_nut_r4_nut2_a21_a_side_of_the_tower_holds_one_nutcracker_or_the_other() -> None:
    state = position(numbers(), claras=[KEY, 5], phase=PICK_SIDE)
    assert state.actions() == ["turn left", "turn right"]
    assert played(state, "turn left").odds() == {"reveal own": HALF, "reveal other": HALF}


@pytest.mark.parametrize("level", [1, 2])
def test_nut_r5_everybody_begins_on_a_start(level: int) -> None:
    state = fabletop.game("nutcracker", level=level).new()
    assert claras(state) == [0, 0]
    assert state.rules.king == KING_START
    assert state.rules.united == [0, 0]
    assert state.odds() == {roll: Fraction(1, 6) for roll in ROLLS}


@pytest.mark.parametrize("level", [1, 2])
def test_nut_r6_nut1_a13_seat_0_begins_and_the_turns_alternate(level: int) -> None:
    state = played(fabletop.game("nutcracker", level=level), PINK)
    assert claras(state) == [1, 0]
    assert claras(played(state, GREEN)) == [1, 4]
    assert claras(played(state, PURPLE if level == 1 else PINK)) == [2, 4]


def test_nut_r7_clara_dances_up_and_the_king_down() -> None:
    state = played(position(colours(), claras=[5, 9], king=20), ORANGE, BLUE)
    assert claras(state) == [6, 9]
    assert state.rules.king == 15


# Level 1


def test_nut1_r1_r8_the_first_clara_on_the_key_wins_at_once() -> None:
    state = played(position(colours(), claras=[30, 36], turn=1), GREEN)
    assert state.turn is None
    assert state.actions() == []
    assert state.result == ((1,), (2, 1), None)


@pytest.mark.parametrize(("roll", "target"), list(zip(ROLLS, (13, 14, 15, 16, 17, 12), strict=True)))
def test_nut1_r2_clara_goes_to_the_nearest_space_of_the_colour(roll: str, target: int) -> None:
    assert claras(played(position(colours(), claras=[11, 30]), roll)) == [target, 30]


def test_nut1_r3_a2_a_taken_space_is_leapt() -> None:
    state = played(position(colours(), claras=[4, 10]), GREEN)
    assert claras(state) == [16, 10]


def test_nut1_r4_without_a_free_space_of_the_colour_she_goes_to_the_key() -> None:
    assert winners(played(position(colours(), claras=[35, 3]), YELLOW)) == (0,)
    assert winners(played(position(colours(), claras=[30, 36]), ORANGE)) == (0,)  # the last one is taken


def test_nut1_r5_a_locket_moves_the_king() -> None:
    state = played(colours(), BLUE)
    assert state.turn == CHANCE
    assert state.rules.king == KING_START
    state = played(state, GREEN)
    assert state.rules.king == 34
    assert state.rules.turn == 1


def test_nut1_r5_every_locket_does_and_no_other_space() -> None:
    for at in range(1, KEY):
        state = played(position(colours(), claras=[at - 1, 0], king=36), f"roll {(at - 1) % 6 + 1}")
        assert claras(state) == [at, 0]
        assert (state.rules.phase == KING_ROLL) == (at in BOARD.lockets)


def test_nut1_r6_the_king_turns_at_clara_start() -> None:
    state = played(position(colours(), claras=[5, 9], king=2), ORANGE, PURPLE)
    assert state.rules.king == 0
    assert state.rules.heading == UP
    state = played(state, YELLOW, PINK)  # seat 1 on the locket 11
    assert state.rules.king == 1


def test_nut1_r7_a_clara_who_lands_on_the_king_misses_her_next_turn() -> None:
    state = played(position(colours(), claras=[3, 8], king=4), GREEN)
    assert state.rules.rests == [1, 0]
    state = played(state, BLUE)
    assert state.rules.rests == [0, 0]
    assert state.rules.turn == 1  # twice running
    assert claras(played(state, GREEN)) == [4, 10]
    assert state.rules.turn == 0


def test_nut1_r7_the_king_who_lands_on_a_clara_makes_her_miss_a_turn() -> None:
    state = played(position(colours(), claras=[2, 10], king=12), BLUE, GREEN)
    assert state.rules.king == 10
    assert state.rules.turn == 0  # seat 1 has missed it, without a ply
    assert state.rules.rests == [0, 0]


def test_nut1_r7_the_king_may_land_on_the_clara_who_rolled_for_him() -> None:
    state = played(position(colours(), claras=[2, 20], king=5), BLUE, BLUE)
    assert state.rules.king == 3
    assert state.rules.rests == [1, 0]
    assert state.rules.turn == 1


def test_nut1_a3_the_king_holds_no_space() -> None:
    state = played(position(colours(), claras=[3, 20], king=9), BLUE)
    assert claras(state) == [9, 20]
    assert state.rules.rests == [1, 0]


def test_nut1_a4_a_leap_may_end_on_the_king_or_on_a_locket() -> None:
    state = played(position(colours(), claras=[1, 4], king=10), GREEN)
    assert claras(state) == [10, 4]
    assert state.rules.rests == [1, 0]
    state = played(position(colours(), claras=[1, 2]), PURPLE)
    assert claras(state) == [8, 2]
    assert state.rules.phase == KING_ROLL


def test_nut1_a5_a_locket_with_the_king_on_it_does_both() -> None:
    state = played(position(colours(), claras=[1, 20], king=3), BLUE)
    assert state.rules.rests == [1, 0]
    assert state.rules.phase == KING_ROLL
    state = played(state, PINK)
    assert state.rules.king == 1
    assert state.rules.rests == [1, 0]
    assert state.rules.turn == 1


def test_nut1_a6_at_the_top_the_king_turns_down_again() -> None:
    state = played(position(colours(), claras=[2, 10], king=33, heading=UP), BLUE, BLUE)
    assert state.rules.king == KING_START
    assert state == position(colours(), claras=[3, 10], turn=1)  # as if he had never left


def test_nut1_a7_the_king_passes_without_harm() -> None:
    state = played(position(colours(), claras=[2, 10], king=12), BLUE, PURPLE)
    assert state.rules.king == 8
    assert state.rules.rests == [0, 0]


def test_nut1_a8_two_hits_cost_one_turn() -> None:
    state = position(colours(), claras=[2, 5], king=10, rests=[0, 1])
    state = played(state, BLUE, YELLOW)  # the King goes down to 5, where seat 1 already is to miss a turn
    assert state.rules.king == 5
    assert state.rules.turn == 0
    assert state.rules.rests == [0, 0]
    assert played(state, GREEN).rules.turn == 1


def test_nut1_a9_both_flags_are_used_up_in_turn() -> None:
    state = position(colours(), claras=[9, 14], king=15, rests=[0, 1])
    state = played(state, BLUE)  # seat 0 lands on him, too
    assert state.rules.rests == [0, 0]
    assert state.rules.turn == 1  # 1 has missed, 0 has missed, 1 rolls


def test_nut1_a10_clara_start_is_neutral() -> None:
    state = played(position(colours(), claras=[2, 0], king=2), BLUE, PURPLE)
    assert state.rules.king == 0
    assert state.rules.rests == [0, 0]
    assert state.rules.turn == 1


def test_nut1_a11_the_next_turn_is_missed_not_the_current_one() -> None:
    state = played(position(colours(), claras=[2, 20], king=3), BLUE)
    assert state.rules.phase == KING_ROLL  # her turn goes on
    assert state.rules.turn == 0


def test_nut1_a12_both_may_stand_on_clara_start() -> None:
    assert claras(colours().new()) == [0, 0]


def test_nut1_t1_first_turns() -> None:
    state = played(colours(), BLUE, ORANGE)
    assert claras(state) == [3, 0]
    assert state.rules.king == 36
    assert claras(played(state, BLUE)) == [3, 9]


def test_nut1_t2_near_the_key() -> None:
    assert winners(played(position(colours(), claras=[31, 5]), PINK)) == (0,)
    assert claras(played(position(colours(), claras=[30, 5]), ORANGE)) == [36, 5]


def test_nut1_t3_the_king_turns_round() -> None:
    state = played(position(colours(), claras=[2, 19], king=4), BLUE, GREEN)
    assert state.rules.king == 0
    assert played(state, PURPLE, BLUE).rules.king == 3


def test_nut1_has_no_decisions_and_no_other_ply() -> None:
    for seed in range(50):
        for state, _ in random_game(colours(last_reply=bool(seed % 2)), seed):
            assert state.actions() == ROLLS
            assert state.turn == CHANCE


def test_nut1_the_options_of_level_2_change_nothing() -> None:
    names = ("reshuffle_tower", "exact_key", "bounce", "shuffle_each_draw")
    other = colours(**dict.fromkeys(names, True))
    for seed in range(20):
        ends = [list(random_game(game, seed))[-1][0] for game in (colours(), other)]
        assert [s.result for s in ends] == [ends[0].result] * 2
        assert claras(ends[0]) == claras(ends[1])


def test_nut1_the_positions_can_be_counted() -> None:
    graph = Compiled("nutcracker").explore(colours().new().rules, 1_000_000)
    assert len(graph) == 188_176


def test_nut1_the_king_reaches_clara_start_now_and_then() -> None:
    games = 1000
    turned = sum(any(state.rules.heading for state, _ in random_game(colours(), seed)) for seed in range(games))
    assert 10 <= turned <= 45  # about 23


# Level 2


def test_nut2_r1_the_key_alone_does_not_win() -> None:
    state = played(position(numbers(), claras=[35, 5]), "roll 2")
    assert state.result is None
    assert state.turn == 0
    assert state.actions() == ["turn left", "turn right"]


@pytest.mark.parametrize("face", range(1, 7))
def test_nut2_r2_clara_goes_as_far_as_she_rolled(face: int) -> None:
    assert claras(played(position(numbers(), claras=[9, 30]), f"roll {face}"))[0] == 9 + face


def test_nut2_r2_from_a_taken_space_she_goes_on() -> None:
    assert claras(played(position(numbers(), claras=[9, 10]), "roll 1")) == [11, 10]
    assert claras(played(position(numbers(), claras=[34, 36]), "roll 2")) == [KEY, 36]


def test_nut2_r2_a16_the_key_may_be_shared() -> None:
    state = played(position(numbers(), claras=[KEY, 34], turn=1), "roll 3")
    assert claras(state) == [KEY, KEY]
    assert state.turn == 1
    assert state.actions() == ["turn left", "turn right"]


def test_nut2_r3_a17_a_locket_draws_from_the_cards_not_yet_seen() -> None:
    state = played(numbers(), "roll 3")
    assert state.odds() == {"card fairy": HALF, "card sceptre": HALF}
    state = played(state, "card fairy", "roll 3", "card fairy")
    assert state.rules.seen == 2
    state = played(state, "roll 2")  # on 8
    assert state.odds() == {"card fairy": Fraction(1, 3), "card sceptre": Fraction(2, 3)}


def test_nut2_r3_a17_the_last_cards_of_the_first_pass_are_still_drawn() -> None:
    state = position(numbers(), claras=[2, 20], seen=7, pile=0b11110000)
    assert played(state.copy(), "roll 1").odds() == {"card sceptre": Fraction(1)}
    assert played(state, "roll 1", "card sceptre").rules.seen == 8


def test_nut2_a17_after_the_first_pass_the_order_is_known() -> None:
    cards = ["fairy", "sceptre", "sceptre", "fairy", "fairy", "sceptre", "fairy", "sceptre"]
    state = numbers().new()
    for card in cards:
        state.rules.claras = [2, 20]
        state.rules.turn, state.rules.phase = 0, ROLL
        state = played(state, "roll 1", f"card {card}")
    order = state.rules.pile
    for card in cards:
        state.rules.claras = [2, 20]
        state.rules.turn, state.rules.phase = 0, ROLL
        state = played(state, "roll 1")  # no ply for the card
        assert state.rules.phase == (ROLL if card == "fairy" else KING_ROLL)
        assert state.rules.turn == 0
        assert state.odds() == {roll: Fraction(1, 6) for roll in ROLLS}
    assert state.rules.pile == order  # once round
    assert state.rules.seen == 8


def test_nut2_a17_the_seen_cards_wait_at_the_back() -> None:
    a = played(position(numbers(), claras=[2, 20]), "roll 1", "card fairy")
    assert (a.rules.seen, a.rules.pile) == (1, 0b10000000)
    b = played(a, "roll 3", "card sceptre")
    assert (b.rules.seen, b.rules.pile) == (2, 0b01000000)


def test_nut2_r4_a_sceptre_moves_the_king_up_or_down() -> None:
    state = played(position(numbers(), claras=[2, 20], king=15), "roll 1", "card sceptre")
    assert state.turn == CHANCE
    assert state.actions() == ROLLS
    state = played(state, "roll 5")
    assert state.turn == 0
    assert state.actions() == ["king up", "king down"]
    assert state.odds() == {}
    up, down = played(state.copy(), "king up"), played(state, "king down")
    assert (up.rules.king, down.rules.king) == (20, 10)
    assert (up.rules.turn, down.rules.turn) == (0, 1)  # on 20 seat 1 stands, and has missed her turn
    assert claras(up) == claras(down) == [3, 20]


def test_nut2_r5_a_fairy_moves_the_own_piece_and_may_bring_the_next_card() -> None:
    state = played(position(numbers(), claras=[2, 20], king=9), "roll 1", "card fairy", "roll 3")
    assert claras(state) == [6, 20]
    assert state.actions() == ["card fairy", "card sceptre"]
    state = played(state, "card fairy", "roll 3")
    assert claras(state) == [9, 20]
    assert state.rules.rests == [1, 0]  # the King was there
    assert state.rules.turn == 1


def test_nut2_r6_a4_a_fairy_may_bring_her_to_the_key_and_to_the_tower() -> None:
    state = played(position(numbers(), claras=[32, 20]), "roll 1", "card fairy", "roll 4")
    assert claras(state) == [KEY, 20]
    assert state.actions() == ["turn left", "turn right"]


def test_nut2_r7_the_wrong_nutcracker_lets_her_wait_and_try_again() -> None:
    state = played(position(numbers(), claras=[36, 1]), "roll 1", "turn left", "reveal other")
    assert state.rules.united == [0, 0]
    assert state.rules.turn == 1
    state = played(state, "roll 1")
    assert state.turn == 0
    assert state.actions() == ["turn left", "turn right"]  # instead of a roll


def test_nut2_r8_the_right_nutcracker_joins_her() -> None:
    state = played(position(numbers(), claras=[36, 1]), "roll 1", "turn left", "reveal own")
    assert state.rules.united == [1, 0]
    state = played(state, "roll 1", "roll 4")
    assert state.turn == 0
    assert state.actions() == ["down"], "above the Key there is only the King's Start"
    assert claras(played(state, "down")) == [30 + 3, 2]


def test_nut2_r8_a_pair_goes_up_or_down() -> None:
    state = played(position(numbers(), claras=[20, 1], united=[1, 0]), "roll 4")
    assert claras(played(state.copy(), "up")) == [24, 1]
    assert claras(played(state, "down")) == [16, 1]


def test_nut2_r9_a_pair_that_lands_on_the_king_wins() -> None:
    state = played(position(numbers(), claras=[1, 20], united=[0, 1], king=15, turn=1), "roll 5", "down")
    assert state.result == ((1,), (2, 1), None)


def test_nut2_r9_a_pair_that_brings_the_king_to_itself_wins() -> None:
    state = position(numbers(), claras=[12, 1], united=[1, 0], king=15)
    state = played(state, "roll 1", "up", "card sceptre", "roll 2", "king down")
    assert winners(state) == (0,)


def test_nut2_r9_r10_a_clara_alone_loses_a_turn() -> None:
    state = played(position(numbers(), claras=[9, 20], king=10), "roll 1")
    assert state.rules.rests == [1, 0]
    assert state.result is None
    state = played(state, "roll 1")
    assert state.rules.turn == 1
    assert state.rules.rests == [0, 0]


def test_nut2_r10_is_not_renewed_while_nobody_moves_onto_anybody() -> None:
    state = played(position(numbers(), claras=[9, 20], king=10), "roll 1", "roll 1")
    assert state.rules.turn == 1
    state = played(state, "roll 1")
    assert state.rules.turn == 0  # although she still stands with him
    assert claras(state) == [10, 22]


def test_nut2_a1_the_tower_turns_to_one_side() -> None:
    assert [text for text in ACTIONS if text.startswith("turn")] == ["turn left", "turn right"]


def test_nut2_a2_both_may_free_their_nutcrackers() -> None:
    state = position(numbers(), claras=[KEY, KEY], phase=PICK_SIDE)
    state = played(state, "turn left", "reveal own", "turn right")
    assert state.rules.united == [1, 1]
    assert state.rules.tower == 0  # nothing left to know


@pytest.mark.parametrize(("seat", "side", "seen"), list(product((0, 1), ("left", "right"), ("own", "other"))))
def test_nut2_a3_what_was_seen_in_the_tower_stays_true(seat: int, side: str, seen: str) -> None:
    state = position(numbers(), claras=[KEY, KEY], phase=PICK_SIDE, turn=seat)
    state = played(state, f"turn {side}", f"reveal {seen}")
    assert state.rules.united[seat] == (seen == "own")
    assert state.turn == 1 - seat
    opposite = "right" if side == "left" else "left"
    theirs, mine = (opposite, side) if seen == "own" else (side, opposite)
    wrong, right = played(state.copy(), f"turn {mine}"), played(state, f"turn {theirs}")
    assert wrong.rules.united[1 - seat] == 0
    assert right.rules.united[1 - seat] == 1
    if seen == "other":
        assert right.turn == seat
        assert played(right, f"turn {mine}").rules.united == [1, 1]


def test_nut2_a5_only_the_side_is_asked() -> None:
    state = position(numbers(), claras=[KEY, 3], phase=PICK_SIDE)
    assert state.actions() == ["turn left", "turn right"]


def test_nut2_a6_a_high_roll_stops_on_the_key() -> None:
    assert claras(played(position(numbers(), claras=[36, 5]), "roll 6")) == [KEY, 5]


def test_nut2_a7_a20_the_king_passes_the_key_by() -> None:
    state = position(numbers(), claras=[KEY, 2], king=36, turn=1, phase=ROLL)
    up = played(state, "roll 1", "card sceptre", "roll 1", "king up")
    assert up.rules.king == KING_START
    assert up.rules.rests == [0, 0]
    assert up.turn == 0
    down = played(position(numbers(), claras=[2, 9]), "roll 1", "card sceptre", "roll 1", "king down")
    assert down.rules.king == 36


def test_nut2_a8_at_home_the_king_is_hit_by_exact_count_only() -> None:
    state = position(numbers(), claras=[35, 1], united=[1, 0])
    assert winners(played(state.copy(), "roll 3", "up")) == (0,)
    assert claras(played(state.copy(), "roll 4", "up")) == [KEY, 1]
    assert claras(played(state.copy(), "roll 2", "up")) == [KEY, 1]
    on_key = position(numbers(), claras=[KEY, 1], united=[1, 0])
    assert played(on_key.copy(), "roll 2").actions() == ["down"]
    assert winners(played(on_key, "roll 1", "up")) == (0,)


def test_nut2_a8_not_while_he_is_away_and_not_by_a_clara_alone() -> None:
    away = position(numbers(), claras=[KEY, 1], united=[1, 0], king=20)
    assert played(away, "roll 1").actions() == ["down"]
    alone = played(position(numbers(), claras=[35, 1]), "roll 3")
    assert claras(alone) == [KEY, 1]
    assert alone.rules.phase == PICK_SIDE


def test_nut2_a9_movement_stops_at_the_ends() -> None:
    assert claras(played(position(numbers(), claras=[2, 9], united=[1, 0]), "roll 5", "down")) == [0, 9]
    top = played(position(numbers(), claras=[2, 9], king=35), "roll 1", "card sceptre", "roll 6", "king up")
    assert top.rules.king == KING_START
    low = played(position(numbers(), claras=[2, 9], king=4), "roll 1", "card sceptre", "roll 6", "king down")
    assert low.rules.king == 0
    still = played(position(numbers(version=1), claras=[2, 9]), "roll 1", "card sceptre", "roll 6", "king up")
    assert still.rules.king == KING_START


def test_nut2_a9_a_way_that_moves_nothing_is_not_offered_while_the_other_one_moves() -> None:
    sceptre = ("roll 1", "card sceptre", "roll 6")
    assert played(position(numbers(), claras=[2, 9]), *sceptre).actions() == ["king down"]
    assert played(position(numbers(), claras=[2, 9], king=0), *sceptre).actions() == ["king up"]
    assert played(position(numbers(), claras=[2, 9], king=1), *sceptre).actions() == ["king up", "king down"]
    assert played(position(numbers(bounce=True), claras=[2, 9]), *sceptre).actions() == ["king up", "king down"]
    on_key = position(numbers(), claras=[KEY, 1], united=[1, 0])
    assert played(on_key.copy(), "roll 2").actions() == ["down"]
    assert played(on_key.copy(), "roll 1").actions() == ["up", "down"], "the King is at home, one step beyond"
    assert played(position(numbers(), claras=[0, 9], united=[1, 0]), "roll 2").actions() == ["up"]
    too_far = position(numbers(exact_key=True), claras=[35, 1], united=[1, 0], king=20)
    assert played(too_far, "roll 4").actions() == ["down"]


def test_nut2_a9_version_1_offers_both_ways_everywhere() -> None:
    sceptre = ("roll 1", "card sceptre", "roll 6")
    assert played(position(numbers(version=1), claras=[2, 9]), *sceptre).actions() == ["king up", "king down"]
    on_key = position(numbers(version=1), claras=[KEY, 1], united=[1, 0])
    assert played(on_key, "roll 2").actions() == ["up", "down"]


@pytest.mark.parametrize("options", [{}, {"bounce": True}, {"exact_key": True}, {"shuffle_each_draw": True}], ids=repr)
def test_nut2_a9_the_versions_differ_only_in_ways_that_move_nothing(options: dict[str, Any]) -> None:
    fewer = 0
    for seed in range(40):
        now = numbers(**options).new()
        for old, action in random_game(numbers(version=1, **options), seed):
            assert now.turn == old.turn
            missing = set(old.actions()) - set(now.actions())
            assert set(now.actions()) <= set(old.actions())
            for idle in missing:
                fewer += 1
                after = played(old.copy(), idle).rules
                assert (after.king, after.claras) == (old.rules.king, old.rules.claras)
            if action in missing:
                break
            now.play(action)
    assert bool(fewer) == ("bounce" not in options)


def test_nut2_a9_the_log_tells_what_happens_at_the_ends() -> None:
    words, names = Words("en").game("nutcracker"), ("Ada", "Ben")

    def told(state: State, act: str) -> str:
        before = state.copy()
        state.play(act)
        return words.sentence(before.view(None), 0, act, state.view(None), names)

    home = played(position(numbers(), claras=[2, 9]), "roll 1", "card sceptre")
    assert "he can only go down" in told(home.copy(), "roll 6")
    assert words.prompt(played(home, "roll 6").view(0), names) == "Send the Mouse King 6 down."
    near = played(position(numbers(), claras=[2, 9], king=35), "roll 1", "card sceptre", "roll 6")
    assert "there his path ends" in told(near, "king up")
    old = played(position(numbers(version=1), claras=[2, 9]), "roll 1", "card sceptre", "roll 6")
    assert "stays where he is" in told(old, "king up")


def test_nut2_a10_on_the_way_down_she_leaps_downwards() -> None:
    state = played(position(numbers(), claras=[20, 15], united=[1, 0]), "roll 5", "down")
    assert claras(state) == [14, 15]


def test_nut2_a11_a_pair_draws_cards() -> None:
    state = played(position(numbers(), claras=[20, 15], united=[1, 0]), "roll 3", "up")
    assert state.rules.phase == DRAW


def test_nut2_a12_a_fairy_leads_a_pair_up_or_down() -> None:
    state = played(position(numbers(), claras=[20, 2], united=[1, 0]), "roll 3", "up", "card fairy", "roll 5")
    assert state.turn == 0
    assert state.actions() == ["up", "down"]
    assert claras(played(state, "down")) == [18, 2]


def test_nut2_a13_a_pair_wins_whoever_brings_the_king() -> None:
    state = position(numbers(), claras=[2, 20], united=[0, 1], king=24)
    state = played(state, "roll 1", "card sceptre", "roll 4", "king down")
    assert state.result == ((1,), (2, 1), None)


def test_nut2_a14_a_locket_with_the_king_on_it_does_both() -> None:
    state = played(position(numbers(), claras=[2, 20], king=3), "roll 1")
    assert state.rules.rests == [1, 0]
    assert state.rules.phase == DRAW


def test_nut2_a15_the_turn_goes_on_although_the_next_is_lost() -> None:
    state = played(position(numbers(), claras=[2, 20], king=3), "roll 1", "card fairy", "roll 1")
    assert claras(state) == [4, 20]
    assert state.rules.rests == [1, 0]
    assert state.rules.turn == 1


def test_nut2_a18_the_card_is_back_before_the_next_is_drawn() -> None:
    # one known fairy in front, then sceptres: it must be at the back when the next card is drawn
    state = position(numbers(), claras=[2, 20], **KNOWN, pile=0b11100001)
    state = played(state, "roll 1")
    assert state.rules.pile == 0b11110000
    state = played(state, "roll 3")
    assert state.rules.phase == KING_ROLL
    assert state.rules.pile == 0b01111000


def test_nut2_a19_a_sceptre_cannot_be_refused() -> None:
    state = position(numbers(), claras=[2, 20], king=6, **SCEPTRES_FIRST)
    state = played(state, "roll 1", "roll 3")
    assert state.actions() == ["king up", "king down"]
    assert played(state, "king down").rules.rests == [1, 0]


def test_nut2_t1_a_taken_space() -> None:
    assert claras(played(position(numbers(), claras=[5, 8]), "roll 3")) == [9, 8]


def test_nut2_t2_a_failed_try_makes_the_next_certain() -> None:
    state = played(position(numbers(), claras=[35, 30]), "roll 5", "turn left", "reveal other", "roll 2")
    state = played(state, "turn right")
    assert state.rules.united == [1, 0]
    state = played(state, "roll 5", "turn left")  # seat 1 arrives
    assert state.rules.united == [1, 1]


def test_nut2_t3_from_the_key_down_to_the_king() -> None:
    state = played(position(numbers(), claras=[KEY, 5], united=[1, 0], king=33), "roll 4", "down")
    assert winners(state) == (0,)


def test_nut2_t4_a_sceptre_against_the_other_clara() -> None:
    state = played(position(numbers(), claras=[2, 20], king=24), "roll 1", "card sceptre", "roll 4", "king down")
    assert state.rules.king == 20
    assert state.rules.turn == 0


def test_nut2_clara_start_is_neutral_and_holds_both() -> None:
    state = position(numbers(), claras=[2, 0], king=2)
    state = played(state, "roll 1", "card sceptre", "roll 2", "king down")
    assert state.rules.king == 0
    assert state.rules.turn == 1
    pairs = played(position(numbers(), claras=[2, 0], united=[1, 1]), "roll 5", "down")
    assert claras(pairs) == [0, 0]
    leap = played(position(numbers(), claras=[4, 1], united=[1, 0]), "roll 3", "down")
    assert claras(leap) == [0, 1]


def test_nut2_a_pair_defeats_the_king_on_clara_start_too() -> None:
    assert winners(played(position(numbers(), claras=[2, 9], united=[1, 0], king=0), "roll 5", "down")) == (0,)


def test_nut2_a_clara_who_stands_with_the_king_holds_the_space() -> None:
    state = position(numbers(), claras=[20, 10], united=[1, 0], king=10, rests=[0, 1])
    state = played(state, "roll 6", "down", "roll 4", "down")  # 14, then 10 is taken
    assert claras(state) == [9, 10]
    assert state.result is None


def test_nut2_the_king_brought_to_two_pairs_is_a_shared_win() -> None:
    state = position(numbers(), claras=[0, 0], united=[1, 1], king=4, phase=KING_ROLL)
    assert played(state, "roll 5", "king down").result == ((0, 1), (1, 1), None)


# Options


def test_the_options_and_their_defaults() -> None:
    assert dict(colours().options) == {
        "level": 1,
        "last_reply": False,
        "reshuffle_tower": False,
        "exact_key": False,
        "bounce": False,
        "shuffle_each_draw": False,
        "idle_directions": False,
    }
    assert [option.values for option in colours().spec.offered] == [(1, 2)] + [(False, True)] * 5


def test_last_reply_level_1_the_second_player_answers_once() -> None:
    state = played(position(colours(last_reply=True), claras=[36, 35]), ORANGE)
    assert state.result is None
    assert state.turn == CHANCE
    assert played(state.copy(), YELLOW).result == ((0, 1), (1, 1), None)
    assert played(state, ORANGE).result == ((0,), (1, 2), None)


def test_last_reply_level_1_the_answer_is_a_whole_turn() -> None:
    state = played(position(colours(last_reply=True), claras=[36, 2]), ORANGE, BLUE)
    assert state.turn == CHANCE  # for the King
    assert winners(played(state, PINK)) == (0,)


def test_last_reply_a_missed_turn_is_no_answer() -> None:
    state = played(position(colours(last_reply=True), claras=[36, 35], rests=[0, 1]), ORANGE)
    assert state.result == ((0,), (1, 2), None)
    assert state.rules.rests == [0, 0]


@pytest.mark.parametrize("level", [1, 2])
def test_last_reply_the_first_player_does_not_answer(level: int) -> None:
    game = fabletop.game("nutcracker", level=level, last_reply=True)
    state = position(game, claras=[36, 36], turn=1)
    if level == 2:
        state = position(game, claras=[20, 35], united=[1, 1], king=36, turn=1)
    assert winners(played(state, *["roll 1", "up"][:level])) == (1,)


def test_last_reply_level_2_the_answer_defeats_the_king_again() -> None:
    state = position(numbers(last_reply=True), claras=[10, 14], united=[1, 1], king=12)
    state = played(state, "roll 2", "up")
    assert claras(state) == [12, 14]
    assert state.result is None
    state = played(state, "roll 2")
    assert state.turn == 1
    assert played(state.copy(), "down").result == ((0, 1), (1, 1), None)  # the winners' space may be shared
    assert played(state, "up", "card sceptre", "roll 1", "king up").result == ((0,), (1, 2), None)


def test_last_reply_level_2_at_home_and_by_sceptre() -> None:
    state = position(numbers(last_reply=True), claras=[KEY, KEY], united=[1, 1])
    state = played(state, "roll 1", "up")
    assert claras(state) == [KING_START, KEY]
    assert winners(played(state.copy(), "roll 1", "up")) == (0, 1)
    assert winners(played(state.copy(), "roll 3", "down")) == (0,)
    sceptre = played(state, "roll 4", "down", "card sceptre", "roll 4", "king down")
    assert winners(sceptre) == (0, 1)


def test_last_reply_level_2_a_win_in_the_turn_of_seat_1_ends_the_game() -> None:
    state = position(numbers(last_reply=True), claras=[20, 2], united=[1, 0], king=24, turn=1)
    assert winners(played(state, "roll 1", "card sceptre", "roll 4", "king down")) == (0,)


def test_last_reply_level_2_a_win_of_seat_1_in_the_turn_of_seat_0_ends_the_game() -> None:
    state = position(numbers(last_reply=True), claras=[2, 20], united=[0, 1], king=24)
    assert winners(played(state, "roll 1", "card sceptre", "roll 4", "king down")) == (1,)


def test_reshuffle_tower_every_look_is_even() -> None:
    state = position(numbers(reshuffle_tower=True), claras=[KEY, KEY], phase=PICK_SIDE)
    for _ in range(2):
        state = played(state, "turn left", "reveal other", "turn right", "reveal other")
        assert state.rules.tower == 0
    state = played(state, "turn left", "reveal own", "turn left")
    assert state.odds() == {"reveal own": HALF, "reveal other": HALF}
    assert played(state, "reveal own").rules.united == [1, 1]


def test_reshuffle_tower_the_side_does_not_matter() -> None:
    state = position(numbers(reshuffle_tower=True), claras=[KEY, 5], phase=PICK_SIDE)
    assert played(state.copy(), "turn left") == played(state, "turn right")
    assert state.rules.phase == REVEAL


def test_exact_key_a_roll_beyond_does_not_move() -> None:
    state = position(numbers(exact_key=True), claras=[33, 5], king=33)
    stays = played(state.copy(), "roll 5")
    assert claras(stays) == [33, 5]
    assert stays.rules.turn == 1  # no card from the locket, no harm from the King
    assert stays.rules.rests == [0, 0]
    assert played(state, "roll 4").rules.phase == PICK_SIDE


def test_exact_key_holds_for_pairs_and_leaves_no_trace_of_the_roll() -> None:
    game = numbers(exact_key=True, idle_directions=True)
    state = position(game, claras=[35, 5], united=[1, 0])
    assert played(state.copy(), "roll 4", "up") == position(game, claras=[35, 5], united=[1, 0], turn=1)
    assert winners(played(state, "roll 3", "up")) == (0,)


def test_exact_key_a_leap_may_end_on_it() -> None:
    assert claras(played(position(numbers(exact_key=True), claras=[33, 36]), "roll 3")) == [KEY, 36]


def test_bounce_the_king_at_both_ends() -> None:
    up = played(numbers(bounce=True), "roll 3", "card sceptre", "roll 4", "king up")
    assert up.rules.king == 33
    state = position(numbers(bounce=True), claras=[2, 20], king=2)
    down = played(state, "roll 1", "card sceptre", "roll 6", "king down")
    assert down.rules.king == 4


def test_bounce_pairs_at_both_ends() -> None:
    game = numbers(bounce=True)
    assert claras(played(position(game, claras=[3, 20], united=[1, 0]), "roll 5", "down")) == [2, 20]
    away = position(game, claras=[KEY, 20], united=[1, 0], king=10)
    assert claras(played(away, "roll 1", "up")) == [36, 20]
    home = position(game, claras=[36, 20], united=[1, 0])
    assert claras(played(home.copy(), "roll 3", "up")) == [35, 20]
    assert winners(played(home, "roll 2", "up")) == (0,)


def test_bounce_a_clara_alone_at_the_key() -> None:
    state = position(numbers(bounce=True), claras=[35, 20])
    assert claras(played(state.copy(), "roll 5")) == [34, 20]
    assert played(state, "roll 2").rules.phase == PICK_SIDE


def test_bounce_back_to_where_she_was_is_an_arrival() -> None:
    state = position(numbers(bounce=True), claras=[3, 20], united=[1, 0])
    assert played(state, "roll 6", "down").rules.phase == DRAW


def test_bounce_leaps_the_way_she_travels() -> None:
    game = numbers(bounce=True)
    assert claras(played(position(game, claras=[36, 35]), "roll 3")) == [34, 35]
    assert claras(played(position(game, claras=[1, 4], united=[1, 0]), "roll 5", "down")) == [5, 4]


def test_bounce_and_exact_key_the_key_is_exact_the_other_ends_bounce() -> None:
    game = numbers(bounce=True, exact_key=True)
    assert claras(played(position(game, claras=[35, 20]), "roll 5")) == [35, 20]
    assert claras(played(position(game, claras=[3, 20], united=[1, 0]), "roll 5", "down")) == [2, 20]
    assert played(game, "roll 3", "card sceptre", "roll 4", "king up").rules.king == 33


def test_shuffle_each_draw_is_always_even() -> None:
    state = played(numbers(shuffle_each_draw=True), "roll 3")
    for roll in (
        "roll 3",
        "roll 2",
        "roll 3",
        "roll 2",
        "roll 3",
        "roll 4",
        "roll 3",
        "roll 2",
        "roll 3",
        "roll 2",
        "roll 3",
    ):  # all the lockets
        assert state.odds() == {"card fairy": HALF, "card sceptre": HALF}
        state = played(state, "card fairy", roll)
    assert claras(state) == [33, 0]
    assert (state.rules.seen, state.rules.pile) == (0, 0)


# Records, data, looks

LEVEL_2 = ("last_reply", "reshuffle_tower", "exact_key", "bounce", "shuffle_each_draw")
PAIRS = [("last_reply", "bounce"), ("last_reply", "exact_key", "reshuffle_tower")]
MIXED = [numbers(**dict.fromkeys(names, True)) for names in [*((name,) for name in LEVEL_2), LEVEL_2, *PAIRS]]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: str(check.__name__))
@pytest.mark.parametrize("game", MIXED, ids=repr)
def test_level_2_conforms_with_every_option(game: Game, check: Callable[[Game], None]) -> None:
    check(game)


@pytest.mark.parametrize("game", [colours(), colours(last_reply=True), numbers(), *MIXED], ids=repr)
def test_nothing_stale_is_kept(game: Game) -> None:
    for seed in range(30):
        state = game.new()
        for state, _ in random_game(game, seed):
            now = state.rules
            assert bool(now.die) == (state.turn is not None and state.actions()[0] in WAYS)
            assert now.side == 0 or now.phase == REVEAL
            assert now.phase != PICK_WAY or now.united[now.turn]
            assert now.pile & ((1 << 8 - now.seen) - 1) == 0
            assert now.king != KEY
            assert now.level == 1 or now.heading == 0
            assert now.level == 2 or now.seen == now.pile == now.tower == sum(now.united) == 0
        assert state.turn is None
        assert state.rules.turn == state.rules.die == sum(state.rules.rests) == 0


def test_the_drawn_tables_know_every_colour_on_every_space() -> None:
    for face, name in enumerate(BOARD.die):
        for at in range(KING_START + 1):
            above = [i for i in range(at + 1, KEY) if BOARD.path[i - 1] == name]
            under = [i for i in range(1, min(at, KEY)) if BOARD.path[i - 1] == name]
            assert board_module.AHEAD[face][at] == min(above, default=KEY)
            assert board_module.BELOW[face][at] == max(under, default=0)


DATA = Path(board_module.__file__).with_name("board.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('die = ["pink", "purple"', 'die = ["pink", "pink"', "a colour of its own"),
        (
            '"pink*", "purple",  "blue",  "green*", "yellow",  "orange"',
            '"mauve"',
            "not those of the die: mauve",
        ),
        ('"orange"]', '"black"]', "not those of the die: black, orange"),
        ("*", "", "without a locket"),
        ("fairy = 4", "fairy = 0", "1 to 15 cards"),
        ("sceptre = 4", "spectre = 4", "1 to 15 cards"),
        ("path = [", "paths = [", "there is no path"),
        ("[cards]", "[deck]", "there is no cards"),
    ],
)
def test_nut1_a1_a_board_that_cannot_be_played_is_refused(old: str, new: str, message: str) -> None:
    assert old in DATA
    with pytest.raises(ValueError, match=message):
        board(DATA.replace(old, new))


def test_nut1_a1_a_path_must_be_longer_than_two_rolls() -> None:
    short = 'die = ["a", "b"]\npath = ["a*", "b", "a", "b"]\n[cards]\nfairy = 1\nsceptre = 1\n'
    with pytest.raises(ValueError, match="too short"):
        board(short)
    longer = board(short.replace('"b"]\n[', '"b", "a*"]\n['))
    assert (longer.key, longer.lockets) == (6, (1, 5))


def test_the_text_says_what_a_player_must_know() -> None:
    state = position(numbers(), claras=[20, 36], united=[1, 0], king=24, tower=1, rests=[0, 1], seen=2, pile=64)
    text = played(state, GREEN).view(0).text()
    assert "▶ ● seat 1  on space 20, with her Nutcracker" in text
    assert "■ seat 2  on space 36, her Nutcracker is in the tower, misses her next turn" in text
    assert "♛ Mouse King  on space 24" in text
    assert "cards, front first: ? ? ? ? ? ? fairy sceptre" in text
    assert "not yet seen: fairies 3, sceptres 3" in text
    assert "In the tower on the right is the Nutcracker of seat 2." in text
    assert text.endswith("● seat 1 has rolled 4: up to space 24 or down to space 16?")
    assert "\x1b[" in state.view(0).text(colour=True)


def test_the_text_tells_of_a_roll_that_does_not_move_and_of_an_answer() -> None:
    state = played(position(numbers(exact_key=True), claras=[36, 1], united=[1, 0]), YELLOW)
    assert state.view(0).text().endswith("● seat 1 has rolled 5: down to space 31")
    state = played(position(numbers(version=1, exact_key=True), claras=[36, 1], united=[1, 0]), YELLOW)
    assert state.view(0).text().endswith("up (no move) or down to space 31?")
    state = played(position(colours(last_reply=True), claras=[36, 35]), ORANGE)
    assert state.view(1).text().endswith("■ seat 2 rolls, the answer to a win")
