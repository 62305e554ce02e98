"""Mensch ärgere Dich nicht, rule by rule: ids as in its RULES.md."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import fabletop
from fabletop import CHANCE
from fabletop.engine.game import Game, State
from fabletop.engine.record import out_of_range
from fabletop.games.mensch.board import Point, board
from fabletop.testing import played, position, random_game

ROLLS = [f"roll {face}" for face in range(1, 7)]
A, B, C = 40, 41, 42  # goal squares of the big board


def mensch(seats: int = 2, **options: Any) -> Game:
    return fabletop.game("mensch", seats=seats, **options)


def standing(*rows: list[int], turn: int = 0, seats: int = 2, **options: Any) -> State:
    """Figures where each row says, seat after seat; who is not named is at home.  `turn` is to roll."""
    state = position(mensch(seats, **options), figures=list(rows))
    state.rules.take_die(turn)
    return state


def figures(state: State, seat: int = 0) -> list[int]:
    return list(state.rules.figures[seat][: state.rules.pieces])


def rolled(state: State, face: int) -> list[str]:
    """What may be done after this roll; nothing if it is lost."""
    after = played(state.copy(), f"roll {face}")
    return [] if after.turn == CHANCE else after.actions()


def rolls_next(state: State) -> int:
    """The seat that has the die."""
    assert state.turn == CHANCE
    assert state.actions() == ROLLS
    return int(state.rules.turn)


# The rules


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_mae_r1_everybody_starts_with_three_figures_at_home_and_one_die(seats: int) -> None:
    state = mensch(seats).new()
    assert [figures(state, seat) for seat in range(seats)] == [[-1, -1, -1]] * seats
    assert state.odds() == dict.fromkeys(ROLLS, Fraction(1, 6))


def test_mae_r2_seat_0_begins_and_the_die_goes_clockwise() -> None:
    state = mensch(3).new()
    for seat in (0, 1, 2, 0):
        assert rolls_next(state) == seat
        played(state, "roll 1", "roll 1", "roll 1")


def test_mae_r3_up_to_three_rolls_while_nobody_is_on_the_track() -> None:
    state = mensch().new()
    for face in (2, 5):
        assert rolls_next(played(state, f"roll {face}")) == 0
    assert rolls_next(played(state, "roll 4")) == 1


def test_mae_r3_one_roll_with_a_figure_on_the_track() -> None:
    state = played(standing([10, -1, -1]), "roll 1", "move 1")
    assert rolls_next(state) == 1
    assert rolls_next(played(standing([39, C, -1]), "roll 5")) == 1, "a lost roll is not tried again"


@pytest.mark.parametrize("misses", [0, 1, 2])
def test_mae_r3_the_tries_end_with_a_six(misses: int) -> None:
    state = played(mensch(), *["roll 1"] * misses, "roll 6")
    assert state.actions() == ["enter"]
    assert rolls_next(played(state, "enter", "roll 4", "move 1")) == 1


def test_mae_r3_how_many_tries_the_six_took_leaves_no_trace() -> None:
    assert played(mensch(), "roll 6") == played(mensch(), "roll 1", "roll 2", "roll 6")


def test_mae_r4_a_six_must_bring_a_figure_in() -> None:
    state = standing([12, 20, -1])
    assert rolled(state, 6) == ["enter"]
    assert figures(played(state, "roll 6", "enter")) == [12, 20, 0]


def test_mae_r4_the_figure_with_the_lowest_number_comes_in() -> None:
    assert figures(played(standing([-1, 9, -1]), "roll 6", "enter")) == [0, 9, -1]


def test_mae_r5_an_own_figure_on_a_moves_six_instead() -> None:
    assert rolled(standing([20, 0, -1]), 6) == ["move 2"]


def test_mae_r5_a_foreign_figure_on_a_is_thrown_out() -> None:
    state = played(standing([-1, -1, -1], [7, 20, -1]), "roll 6", "enter")
    assert figures(state) == [0, -1, -1]
    assert figures(state, 1) == [7, -1, -1]
    assert rolls_next(state) == 0


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_mae_r6_a_figure_on_a_must_leave_while_others_wait(face: int) -> None:
    assert rolled(standing([20, 0, -1]), face) == ["move 2"]


def test_mae_r6_with_nobody_at_home_the_figure_on_a_may_stay() -> None:
    assert rolled(standing([20, 0, 30]), 3) == ["move 1", "move 2", "move 3"]


def test_mae_r7_any_figure_moves_exactly_the_roll() -> None:
    state = standing([3, 9, 20])
    assert rolled(state, 4) == ["move 1", "move 2", "move 3"]
    for figure, expected in enumerate(([7, 9, 20], [3, 13, 20], [3, 9, 24]), start=1):
        assert figures(played(state.copy(), "roll 4", f"move {figure}")) == expected


def test_mae_r8_figures_are_jumped_and_their_squares_count() -> None:
    state = played(standing([10, 12, -1], [31, -1, -1]), "roll 5", "move 1")
    assert figures(state) == [15, 12, -1]
    assert figures(state, 1) == [31, -1, -1], "jumped at 11, not hit"


def test_mae_r9_a_foreign_figure_is_sent_home() -> None:
    state = played(standing([10, -1, -1], [5, 34, 8]), "roll 4", "move 1")
    assert figures(state) == [14, -1, -1]
    assert figures(state, 1) == [5, -1, 8]
    assert rolls_next(state) == 1, "a hit gives no second roll"


def test_mae_r9_own_figures_cannot_be_hit() -> None:
    assert rolled(standing([10, 13, 20]), 3) == ["move 2", "move 3"]
    assert rolled(standing([38, A, C]), 2) == [], "nor in the goal"


@pytest.mark.parametrize(("seats", "track"), list(product([2, 3, 4], [40, 32])))
def test_mae_r9_figures_meet_where_the_board_says_so(seats: int, track: int) -> None:
    """For every two seats and every square: the hit is where both stand on one square of the picture."""
    plan, corners = board(track), {2: [0, 2]}.get(seats, [0, 1, 2, 3])
    for mover, victim in product(range(seats), repeat=2):
        if mover == victim:
            continue
        for target, there in product(range(2, track), range(track)):
            meet = plan.place(corners[mover], 0, target) == plan.place(corners[victim], 0, there)
            if not meet and (target + there) % 7:
                continue
            rows = [[-1] * 3 for _ in range(seats)]
            rows[mover][0], rows[victim][1] = target - 2, there
            state = played(standing(*rows, turn=mover, seats=seats, track=track), "roll 2", "move 1")
            assert figures(state, victim)[1] == (-1 if meet else there), (mover, victim, target, there)


@pytest.mark.parametrize(("seats", "track", "there"), [(2, 40, 20), (3, 40, 30), (4, 40, 30), (2, 32, 16), (4, 32, 24)])
def test_mae_r9_entering_hits_whoever_stands_on_a(seats: int, track: int, there: int) -> None:
    state = played(standing([-1] * 3, [there, -1, -1], seats=seats, track=track), "roll 6", "enter")
    assert figures(state, 1) == [-1, -1, -1]


def test_mae_r10_a_six_rolls_again_after_its_move() -> None:
    assert rolls_next(played(mensch(), "roll 6", "enter")) == 0
    state = played(standing([3, 9, 20]), "roll 6", "move 2")
    assert figures(state) == [3, 15, 20]
    assert rolls_next(state) == 0
    assert rolls_next(played(state, "roll 6", "move 2", "roll 1", "move 2")) == 1


@pytest.mark.parametrize(("face", "square"), [(2, A), (3, B), (4, C)])
def test_mae_r11_the_goal_squares_are_counted_singly(face: int, square: int) -> None:
    assert figures(played(standing([38, -1, -1]), f"roll {face}", "move 1")) == [square, -1, -1]


@pytest.mark.parametrize(("track", "pieces"), list(product([40, 32], [3, 4])))
def test_mae_r11_nobody_moves_past_the_last_goal_square(track: int, pieces: int) -> None:
    last = track + pieces - 1
    for start, face in product(range(last - 8, last), range(1, 6)):
        able = start + face <= last
        assert ("move 1" in rolled(standing([start], track=track, pieces=pieces), face)) == able, (
            start,
            face,
        )


def test_mae_r11_nobody_is_hit_in_the_goal() -> None:
    state = played(standing([19, -1, -1], [A, B, -1]), "roll 1", "move 1")
    assert figures(state, 1) == [A, B, -1]


def test_mae_r12_a_roll_nobody_can_use_is_lost_without_a_ply() -> None:
    state = played(standing([39, C, 38]), "roll 5")
    assert figures(state) == [39, C, 38]
    assert rolls_next(state) == 1


def test_mae_r13_the_first_with_all_figures_in_the_goal_wins() -> None:
    state = played(standing([A, C, 39], [5, -1, -1]), "roll 2", "move 3")
    assert state.turn is None
    assert state.result == ((0,), (1, 2), None)


def test_mae_r13_the_others_play_on_for_places() -> None:
    state = standing([A, B, 39], [A, B, 39], [A, B, 39], [5, -1, -1], seats=4)
    played(state, "roll 3", "move 3")
    assert state.result is None
    assert rolls_next(played(state, "roll 5")) == 2, "seat 1 has lost its roll"
    assert rolls_next(played(state, "roll 3", "move 3", "roll 1", "move 1")) == 1, "0 is through and is left out"
    assert played(state, "roll 3", "move 3").result == ((0,), (1, 3, 2, 4), None)


def test_mae_r13_finishing_with_a_six_passes_the_die_on() -> None:
    state = played(standing([A, B, 36], [5, -1, -1], seats=3), "roll 6", "move 3")
    assert state.rules.places[:3] == [1, 0, 0]
    assert rolls_next(state) == 1


# The gaps


def test_mae_a1_the_track_has_40_squares_or_32() -> None:
    assert mensch().options["track"] == 40
    assert figures(played(standing([31, -1, -1], track=32), "roll 1", "move 1")) == [32, -1, -1]
    assert rolled(standing([31, -1, -1], track=32), 4) == [], "35 lies behind c"
    assert rolled(standing([31, -1, -1]), 4) == ["move 1"]


def test_mae_a2_jumped_squares_count() -> None:
    assert figures(played(standing([10, 11, 12]), "roll 3", "move 1")) == [13, 11, 12]


def test_mae_a3_one_lap_only() -> None:
    state = played(standing([38, 10, 11]), "roll 6")
    assert state.actions() == ["move 2", "move 3"]


def test_mae_a4_optional_entry_leaves_the_six_free() -> None:
    assert rolled(standing([12, 20, -1], optional_entry=True), 6) == ["enter", "move 1", "move 2"]
    state = played(standing([12, 20, -1], optional_entry=True), "roll 6", "move 2")
    assert figures(state) == [12, 26, -1]
    assert rolls_next(state) == 0


def test_mae_a4_optional_entry_still_clears_the_a_square() -> None:
    assert rolled(standing([12, 0, -1], optional_entry=True), 6) == ["move 2"]
    assert rolled(standing([12, 0, -1], optional_entry=True), 2) == ["move 2"]


def test_mae_a4_optional_entry_changes_nothing_with_nobody_on_the_track() -> None:
    assert rolled(mensch(optional_entry=True).new(), 6) == ["enter"]


def test_mae_a5_a_six_stops_the_tries_and_no_try_must_be_rolled() -> None:
    state = played(mensch(), "roll 6", "enter", "roll 1", "move 1")
    assert rolls_next(state) == 1


def test_mae_a6_a_six_rolls_again_with_nobody_at_home() -> None:
    assert rolls_next(played(standing([3, 10, 20]), "roll 6", "move 1")) == 0


def test_mae_a7_a_goal_move_or_another_try() -> None:
    state = played(standing([A, -1, -1]), "roll 1")
    assert state.turn == 0
    assert state.actions() == ["move 1", "again"]
    moved = played(state.copy(), "move 1")
    assert figures(moved) == [B, -1, -1]
    assert rolls_next(moved) == 1, "the goal move ends the turn"
    assert rolls_next(played(state, "again")) == 0


def test_mae_a7_the_third_try_is_the_last() -> None:
    state = played(standing([A, -1, -1]), "roll 1", "again", "roll 5", "roll 2")
    assert state.actions() == ["move 1"], "no tries are left, so the roll must be used"


def test_mae_a7_no_choice_where_the_goal_cannot_use_the_roll() -> None:
    state = played(standing([B, -1, -1]), "roll 2")
    assert rolls_next(state) == 0
    assert rolls_next(played(state, "roll 3", "roll 4")) == 1


def test_mae_a7_no_try_is_offered_with_a_figure_on_the_track() -> None:
    assert rolled(standing([A, 10, -1]), 1) == ["move 1", "move 2"]


def test_mae_a7_strict_tries_leave_one_roll_to_a_movable_goal() -> None:
    state = standing([A, -1, -1], strict_tries=True)
    assert rolled(state, 1) == ["move 1"]
    assert rolls_next(played(state.copy(), "roll 3")) == 1
    assert rolled(state, 6) == ["enter"]


@pytest.mark.parametrize(
    ("row", "pieces", "tries"),
    [
        ([-1, -1, -1], 3, 3),
        ([C, -1, -1], 3, 3),
        ([C, B, -1], 3, 3),
        ([B, -1, -1], 3, 1),
        ([A, C, -1], 3, 1),
        ([A, B, -1], 3, 1),
        ([C, -1, -1, -1], 4, 1),
        ([C + 1, C, -1, -1], 4, 3),
        ([C + 1, B, C, -1], 4, 3),
        ([C + 1, C, A, -1], 4, 1),
    ],
)
def test_mae_a7_strict_tries_ask_whether_the_goal_is_full_from_its_end(row: list[int], pieces: int, tries: int) -> None:
    state = standing(row, pieces=pieces, strict_tries=True)
    for _ in range(tries):
        assert rolls_next(state) == 0
        state.play("roll 5")
    assert rolls_next(state) == 1


def test_mae_a8_a_blocked_figure_on_a_leaves_the_six_to_others() -> None:
    assert rolled(standing([0, 6, -1]), 6) == ["move 2"]
    state = played(standing([0, 6, -1]), "roll 6", "move 2")
    assert figures(state) == [0, 12, -1]
    assert rolls_next(state) == 0


def test_mae_a8_somebody_in_the_row_behind_a_can_always_use_the_six() -> None:
    assert rolled(standing([0, 6, 12, -1], pieces=4), 6) == ["move 3"]


def test_mae_r12_a_six_nobody_can_use_is_lost_and_the_next_seat_is_on() -> None:
    state = played(standing([38, 39, C]), "roll 6")
    assert figures(state) == [38, 39, C]
    assert rolls_next(state) == 1


def test_mae_a9_lost_six_gives_another_roll_all_the_same() -> None:
    state = played(standing([38, 39, C], lost_six=True), "roll 6")
    assert figures(state) == [38, 39, C]
    assert rolls_next(state) == 0
    assert rolls_next(played(state, "roll 5")) == 1, "the extra roll is one roll"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_mae_a9_the_versions_part_only_at_a_six_that_nobody_can_use(seats: int) -> None:
    parted = 0
    for seed in range(20):
        now, useless = mensch(seats).new(), False
        for old, action in random_game(mensch(seats, version=1), seed):
            if useless:
                assert (now.rules.turn != old.rules.turn) == (sum(place == 0 for place in old.rules.places) > 1)
                parted += 1
                break
            assert (now.turn, now.actions(), now.rules.figures) == (old.turn, old.actions(), old.rules.figures)
            useless = action == "roll 6" and rolled(old, 6) == []
            now.play(action)
    assert parted > 5


def test_mae_a10_hitting_is_free() -> None:
    assert rolled(standing([10, 11, 20], [34, -1, -1]), 4) == ["move 1", "move 2", "move 3"]


def test_mae_a10_must_hit_leaves_only_what_hits() -> None:
    assert rolled(standing([10, 11, 20], [34, -1, -1], must_hit=True), 4) == ["move 1"]
    assert rolled(standing([10, 11, 20], [34, 35, -1], must_hit=True), 4) == ["move 1", "move 2"]
    assert rolled(standing([10, 11, 20], [33, -1, -1], must_hit=True), 4) == ["move 1", "move 2", "move 3"]


def test_mae_a10_must_hit_does_not_break_the_duty_to_enter_or_to_leave_a() -> None:
    assert rolled(standing([10, 20, -1], [36, -1, -1], must_hit=True), 6) == ["enter"]
    assert rolled(standing([0, 10, -1], [34, -1, -1], must_hit=True), 4) == ["move 1"]


def test_mae_a10_must_hit_counts_entering_as_a_hit() -> None:
    options = {"must_hit": True, "optional_entry": True}
    assert rolled(standing([10, 12, -1], [20, -1, -1], **options), 6) == ["enter"]
    assert rolled(standing([10, 12, -1], [20, 36, -1], **options), 6) == ["enter", "move 1"]
    assert rolled(standing([10, 12, -1], [36, -1, -1], **options), 6) == ["move 1"]
    assert rolled(standing([10, 12, -1], [25, -1, -1], **options), 6) == ["enter", "move 1", "move 2"]


def test_mae_a10_must_hit_leaves_the_choice_inside_the_goal() -> None:
    assert rolled(standing([A, -1, -1], [20, 21, -1], must_hit=True), 1) == ["move 1", "again"]


def test_mae_a11_a_figure_on_a_that_cannot_move_leaves_the_choice() -> None:
    assert rolled(standing([0, 3, -1]), 3) == ["move 2"]
    assert rolled(standing([0, 3, 20, -1], pieces=4), 3) == ["move 2", "move 3"]


def test_mae_a14_play_goes_on_until_one_is_left() -> None:
    state = standing([A, B, 39], [A, B, 39], [1, -1, -1], seats=3)
    assert played(state, "roll 3", "move 3").result is None
    assert played(state, "roll 3", "move 3").result == ((0,), (1, 2, 3), None)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_mae_a14_stop_at_winner_leaves_the_others_second(seats: int) -> None:
    state = played(standing([A, B, 39], [A, B, 39], seats=seats, stop_at_winner=True), "roll 3", "move 3")
    assert state.turn is None
    assert state.result == ((0,), (1, *[2] * (seats - 1)), None)


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_mae_a15_two_to_four_play(seats: int) -> None:
    with pytest.raises(fabletop.BadOption, match="2 to 4"):
        mensch(seats)


def test_mae_a16_goal_squares_are_not_chosen() -> None:
    state = played(standing([39, -1, -1]), "roll 1")
    assert state.actions() == ["move 1"]
    assert figures(played(state, "move 1")) == [A, -1, -1]


# The examples


def test_mae_t1_two_five_six_and_the_figure_on_a_must_go_on() -> None:
    state = played(mensch(), "roll 2", "roll 5", "roll 6", "enter")
    assert figures(state) == [0, -1, -1]
    assert played(state, "roll 3").actions() == ["move 1"]
    assert figures(played(state, "move 1")) == [3, -1, -1]


def test_mae_t2_from_38_a_three_reaches_b_and_a_five_nothing() -> None:
    state = standing([38, -1, -1])
    assert figures(played(state.copy(), "roll 3", "move 1")) == [B, -1, -1]
    assert rolled(state, 5) == []


def test_mae_t3_a_figure_on_a_is_jumped_in_the_goal() -> None:
    state = standing([A, 38, -1])
    assert rolled(state, 4) == ["move 2"]
    assert figures(played(state, "roll 4", "move 2")) == [A, C, -1]


def test_mae_t4_a_six_with_a_held_moves_the_figure_on_a() -> None:
    state = played(standing([0, -1, -1]), "roll 6", "move 1")
    assert figures(state) == [6, -1, -1]
    assert rolls_next(state) == 0


# The options, and what none of them may break


def test_mae_pieces_4_is_the_classic_game_with_a_fourth_goal_square() -> None:
    state = standing([A, B, C, 39], [1, -1, -1, -1], pieces=4)
    assert rolled(state, 4) == ["move 4"]
    assert played(state, "roll 4", "move 4").result == ((0,), (1, 2), None)
    assert mensch().options["pieces"] == 3
    assert rolled(standing([39, -1, -1]), 4) == [], "with three figures there is no d"


def test_mae_tries_after_a_six_that_leaves_the_track_empty() -> None:
    state = played(standing([36, A, -1], optional_entry=True), "roll 6", "move 1")
    assert figures(state) == [C, A, -1]
    for face in (5, 4, 3):
        assert rolls_next(state) == 0
        state.play(f"roll {face}")
    assert rolls_next(state) == 1


def test_mae_wrong_options_are_refused() -> None:
    for wrong in ({"track": 36}, {"pieces": 2}, {"must_hit": 1}, {"board": 32}):
        with pytest.raises(fabletop.BadOption):
            mensch(**wrong)


def square(state: State, seat: int, at: int) -> Point | None:
    """Where in the picture that square of the track is; home and goal are nobody else's business."""
    corner = 2 * seat if state.game.seats == 2 else seat
    return board(state.rules.track).place(corner, 0, at) if 0 <= at < state.rules.track else None


def squares(state: State, *seats: int) -> list[Point]:
    """Where figures of these seats stand on the track."""
    return [at for seat in seats for figure in figures(state, seat) if (at := square(state, seat, figure))]


def book(state: State) -> list[str]:
    """What the rules allow with the die on the table, read once more, slowly."""
    now, die, last = state.rules, state.rules.die, state.rules.track + state.rules.pieces - 1
    mine, foreign = figures(state, now.turn), squares(state, *{*range(now.seats)} - {now.turn})
    ways = {f"move {i + 1}": at + die for i, at in enumerate(mine) if at >= 0}
    ways = {way: to for way, to in ways.items() if to not in mine and to <= last}
    if -1 in mine:
        if 0 in mine and f"move {mine.index(0) + 1}" in ways:
            ways = {f"move {mine.index(0) + 1}": die}
        if die == 6 and 0 not in mine:
            ways = {"enter": 0} | (ways if now.optional_entry else {})
    hits = {way: to for way, to in ways.items() if square(state, now.turn, to) in foreign}
    ways = hits if hits and now.must_hit else ways
    return [*ways] + ["again"] * (not squares(state, now.turn) and now.tries > 0 and die != 6)


OPTIONS = ("must_hit", "optional_entry", "strict_tries", "stop_at_winner")


@pytest.mark.parametrize("chosen", list(product([False, True], repeat=4)), ids=str)
def test_mae_random_games_follow_the_book(chosen: tuple[bool, ...]) -> None:
    seats, track, pieces = 2 + sum(chosen) % 3, (40, 32)[chosen[0] ^ chosen[2]], 3 + (chosen[1] ^ chosen[3])
    game = mensch(seats, track=track, pieces=pieces, **dict(zip(OPTIONS, chosen, strict=True)))
    for seed in range(3):
        for state, _ in random_game(game, seed):
            assert not list(out_of_range(state.rules))
            if state.turn != CHANCE:
                assert state.actions() == book(state) != []
            on = squares(state, *range(seats))
            assert len(set(on)) == len(on), "two figures on one square"
        assert state.result is not None
        shared, each = [1, *[2] * (seats - 1)], [*range(1, seats + 1)]
        assert sorted(state.result.ranks) == (shared if game.options["stop_at_winner"] else each)
