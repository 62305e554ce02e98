"""Quidditch Dice, rule by rule."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import fabletop
from fabletop.compiler.kernels import Compiled
from fabletop.engine.game import Game, State
from fabletop.games.quidditch import board as board_module
from fabletop.games.quidditch.board import COUNTS, NAMES, ROWS, board
from fabletop.games.quidditch.rules import DEFENSE, KINDS, OFFENSE, OUTSIDE, WAITING
from fabletop.testing import played, position, random_game

DICE = [f"roll {number}" for number in range(1, 7)]
BOARD = Path(board_module.__file__).with_name("board.toml").read_text(encoding="utf-8")


def quidditch(**options: object) -> Game:
    return fabletop.game("quidditch", 2, **options)


def rolls(numbers: str) -> list[str]:
    """`rolls("31 6")`: one ply for each digit, in the order snitch, quaffle, goals, keeper, bludgers."""
    return [f"roll {number}" for number in numbers.replace(" ", "")]


def counted(dice: dict[str, list[int]]) -> list[list[int]]:
    """{"goal": [1, 1, 3]} as the record has it."""
    return [[dice.get(name, []).count(number) for number in range(ROWS + 1)] for name in NAMES]


def scene(
    game: Game,
    dice: dict[str, list[int]],
    pitch: dict[str, list[int]],
    side: int = OFFENSE,
    **fields: object,
) -> State:
    """A position in mid-round: what the dice to be booked show, and the rows of those on the pitch."""
    return position(game, dice=counted(dice), pitch=counted(pitch), side=side, **fields)


def round_of(numbers: str) -> list[str]:
    """A whole round in which both sides book all their dice at once: `round_of("12 1134 6 66")`."""
    plies = rolls(numbers)
    shown = [ply.removeprefix("roll ") for ply in plies]
    words = [
        "snitch",
        "quaffle",
        *(f"goal {n}" for n in shown[2:6]),
        "keeper",
        *(f"bludger {n}" for n in shown[7:]),
    ]
    return [*plies, *(f"book {word}" for word in words)]


SEEK = round_of("12 1113 6 66")  # 3 Snitch points, 10 goal points
SCORE = round_of("65 5551 4 44")  # 80 + 10 goal points
QUIET = round_of("12 3456 3 45")  # only the Goal die in row 6 counts: 10 goal points


# The dice and the pitch


def test_qui_r1_two_seats_and_nine_dice() -> None:
    state = quidditch().new()
    assert dict(zip(NAMES, COUNTS, strict=True)) == {
        "snitch": 1,
        "quaffle": 1,
        "goal": 4,
        "keeper": 1,
        "bludger": 2,
    }
    assert [row[WAITING] for row in state.rules.dice] == list(COUNTS)
    with pytest.raises(fabletop.BadOption, match="exactly 2 seats"):
        fabletop.game("quidditch", seats=3)


def test_qui_r2_a_die_goes_to_the_row_of_its_number_and_stays() -> None:
    state = played(quidditch(), *rolls("25 1466 3 12"), "book snitch", "book goal 6", "book quaffle", "done")
    assert state.rules.pitch[:3] == counted({"snitch": [2], "quaffle": [5], "goal": [6]})[:3]
    played(state, "book keeper", "done", *rolls("111 11"), "book goal 1", "done")
    assert state.rules.pitch == counted({"snitch": [2], "quaffle": [5], "goal": [6, 1], "keeper": [3]})


def test_qui_r2_a_row_has_room_for_four() -> None:
    state = scene(quidditch(), {"quaffle": [3], "goal": [2], "keeper": [1]}, {"goal": [3, 3], "bludger": [3, 3]})
    assert state.actions() == ["book goal 2"]


@pytest.mark.parametrize("numbers", ["", "1", "11", "1111", "111111", "1111111"])
def test_qui_r3_a1_every_die_shows_each_row_alike(numbers: str) -> None:
    state = played(quidditch(), *rolls(numbers))
    assert state.odds() == dict.fromkeys(DICE, Fraction(1, 6))


def test_qui_r4_seat_0_attacks_first_and_the_roles_change_every_round() -> None:
    state = played(quidditch(), *rolls("12 3456 3 45"))
    assert state.turn == 0
    played(state, *QUIET[9:], *rolls("12 3456 3 45"))
    assert state.turn == 1
    played(state, *QUIET[9:], *rolls("12 3456 3 45"))
    assert state.turn == 0


# A round


def test_qui_r5_all_nine_dice_are_rolled_before_anything_is_booked() -> None:
    state = quidditch().new()
    for ply in rolls("12 3456 3 45"):
        assert state.turn == fabletop.CHANCE
        assert state.actions() == DICE
        state.play(ply)
    assert state.turn == 0
    dice = {"snitch": [1], "quaffle": [2], "goal": [3, 4, 5, 6], "keeper": [3], "bludger": [4, 5]}
    assert state.rules.dice == counted(dice)


def test_qui_r6_the_snitch_is_booked_first_then_any_number_of_others() -> None:
    state = played(quidditch(), *rolls("12 3346 3 45"))
    assert state.actions() == ["book snitch"]
    state.play("book snitch")
    assert state.actions() == ["book quaffle", "book goal 3", "book goal 4", "book goal 6", "done"]
    played(state, "book goal 3", "book goal 3")
    assert state.actions() == ["book quaffle", "book goal 4", "book goal 6", "done"]


def test_qui_r6_no_other_die_need_be_booked() -> None:
    state = played(quidditch(), *rolls("12 3346 3 45"), "book snitch", "done")
    assert (state.turn, state.actions()) == (1, ["book keeper"])


def test_qui_r7_the_keeper_is_booked_first_then_any_number_of_bludgers() -> None:
    state = played(quidditch(), *rolls("12 3346 3 45"), "book snitch", "done", "book keeper")
    assert (state.turn, state.actions()) == (1, ["book bludger 4", "book bludger 5", "done"])
    state.play("book bludger 5")
    assert state.actions() == ["book bludger 4", "done"]
    state.play("done")
    assert state.turn == fabletop.CHANCE


def test_qui_r8_the_rest_is_rolled_again_the_attackers_dice_first() -> None:
    opening = ["book snitch", "book goal 3", "done", "book keeper", "book bludger 4", "done"]
    state = played(quidditch(), *rolls("12 3346 3 45"), *opening)
    assert [row[WAITING] for row in state.rules.dice] == [0, 1, 3, 0, 1]
    played(state, *rolls("6 225 1"))
    assert state.turn == 0
    assert state.rules.dice == counted({"quaffle": [6], "goal": [2, 2, 5], "bludger": [1]})


def test_qui_r8_at_least_one_die_is_booked_in_every_later_turn() -> None:
    state = scene(quidditch(), {"quaffle": [6], "goal": [2, 2], "bludger": [1, 5]}, {"snitch": [1], "keeper": [1]})
    assert state.actions() == ["book quaffle", "book goal 2"]
    state.play("book goal 2")
    assert state.actions() == ["book quaffle", "book goal 2", "done"]
    state.play("done")
    assert (state.turn, state.actions()) == (1, ["book bludger 1", "book bludger 5"])
    state.play("book bludger 1")
    assert state.actions() == ["book bludger 5", "done"]


def test_qui_r9_a_defense_without_dice_is_passed_over() -> None:
    state = scene(quidditch(), {"goal": [2, 2]}, {"snitch": [1], "quaffle": [1]})
    played(state, "book goal 2", "done")
    assert state.turn == fabletop.CHANCE
    state.play("roll 5")
    assert (state.turn, state.actions()) == (0, ["book goal 5"])


def test_qui_r9_an_offense_without_dice_is_passed_over() -> None:
    state = played(quidditch(), *round_of("12 3456 3 45")[:15], "book keeper", "done", *rolls("16"))
    assert (state.turn, state.actions()) == (1, ["book bludger 1", "book bludger 6"])
    played(state, "book bludger 6", "done")
    assert state.turn == fabletop.CHANCE
    assert state.rules.dice == counted({"bludger": [WAITING]})


FULL = {"snitch": [1], "goal": [3, 3], "keeper": [3], "bludger": [3]}  # row 3 is full


def test_qui_r10_without_a_fitting_die_one_is_fouled_and_that_was_the_turn() -> None:
    state = scene(quidditch(), {"quaffle": [3], "goal": [3, 3], "bludger": [3]}, FULL)
    assert state.actions() == ["foul quaffle", "foul goal 3"]
    state.play("foul quaffle")
    assert (state.turn, state.actions()) == (1, ["foul bludger 3"])
    state.play("foul bludger 3")
    assert [row[OUTSIDE] for row in state.rules.pitch] == [0, 1, 0, 0, 1]
    assert state.rules.dice == counted({"goal": [WAITING, WAITING]})


def test_qui_r10_a_fouled_die_is_back_in_the_next_round() -> None:
    state = scene(quidditch(), {"goal": [3]}, FULL)
    state.play("foul goal 3")
    assert [row[WAITING] for row in state.rules.dice] == list(COUNTS)
    assert state.rules.attacker == 1


def test_qui_r11_the_round_ends_with_the_last_die() -> None:
    state = played(quidditch(), *QUIET[:-1])
    assert (state.turn, state.actions()) == (1, ["book bludger 5", "done"])
    state.play("book bludger 5")
    assert state.rules.attacker == 1
    assert state.turn == fabletop.CHANCE
    assert not any(map(any, state.rules.pitch))


# The score


def scored(pitch: dict[str, list[int]]) -> tuple[int, int]:
    """Goal points and Snitch points of seat 0 for a round that ends like this."""
    black = list(pitch["bludger"])
    state = scene(quidditch(), {"bludger": black[-1:]}, {**pitch, "bludger": black[:-1]}, DEFENSE)
    state.play(f"book bludger {black[-1]}")
    assert state.rules.points[1] == state.rules.snitches[1] == 0
    return state.rules.points[0], state.rules.snitches[0]


def test_qui_r12_a_row_with_a_black_die_scores_nothing() -> None:
    goals = {"snitch": [1], "quaffle": [2], "goal": [1, 2, 2, 2]}
    assert scored({**goals, "keeper": [5], "bludger": [5, 5]}) == (80, 1)
    assert scored({**goals, "keeper": [1], "bludger": [5, 5]}) == (80, 0)
    assert scored({**goals, "keeper": [5], "bludger": [5, 1]}) == (80, 0)
    assert scored({**goals, "quaffle": [3], "keeper": [2], "bludger": [1, 1]}) == (0, 0)
    assert scored({**goals, "quaffle": [3], "keeper": [5], "bludger": [2, 5]}) == (0, 1)


def test_qui_r13_t3_the_snitch_row_gives_snitch_points_only() -> None:
    goals = {"snitch": [4], "quaffle": [4], "goal": [4, 4, 1, 1], "keeper": [1]}
    assert scored({**goals, "bludger": [2, 2]}) == (0, 2)


def test_qui_r14_goal_dice_give_ten_each_and_more_with_the_quaffle() -> None:
    away = {"snitch": [6], "keeper": [6], "bludger": [6, 6]}
    assert scored({**away, "quaffle": [5], "goal": [1, 2, 2, 3]}) == (40, 0)
    assert scored({**away, "quaffle": [2], "goal": [1, 2, 2, 3]}) == (80, 0)


def test_qui_r14_quaffle_and_snitch_without_a_goal_die_give_nothing() -> None:
    assert scored({"snitch": [1], "quaffle": [2], "goal": [3, 3, 4, 4], "keeper": [3], "bludger": [4, 4]}) == (0, 0)


def test_qui_r15_totals_carry_over_beyond_a_hundred() -> None:
    state = played(quidditch(), *SCORE, *QUIET, *SCORE)
    assert state.rules.points == [180, 10]
    assert [state.rules.score(seat) for seat in range(2)] == [180, 10]


def test_qui_r16_five_snitch_points_end_the_match_at_once() -> None:
    state = played(quidditch(), *SEEK, *QUIET, *SEEK)
    assert state.turn is None
    assert state.actions() == []
    assert state.result == fabletop.Result((0,), (1, 2), (35, 10))  # 10 + 10 + 15


def test_qui_r16_the_second_attacker_may_catch_too() -> None:
    state = played(quidditch(), *QUIET, *SEEK, *QUIET, *SEEK)
    assert state.result == fabletop.Result((1,), (2, 1), (20, 35))


def test_qui_r17_the_higher_score_wins_and_the_bonus_leaves_no_tie() -> None:
    for stream in range(40):
        *_, (state, _) = random_game(quidditch(), stream)
        assert state.result is not None
        assert state.result.scores is not None
        assert len(state.result.winners) == 1
        assert max(state.result.scores) == state.result.scores[state.result.winners[0]]
        assert sorted(score % 10 for score in state.result.scores) == [0, 5]


# Gaps


def test_qui_a2_dice_of_one_turn_go_to_different_rows() -> None:
    state = played(quidditch(), *round_of("12 3456 3 45")[:14])
    assert state.rules.pitch == counted({"snitch": [1], "quaffle": [2], "goal": [3, 4, 5]})


def test_qui_a3_a_fouled_die_lies_outside_and_takes_no_room() -> None:
    state = scene(quidditch(), {"quaffle": [3], "goal": [3, 3], "bludger": [4]}, FULL)
    state.play("foul quaffle")
    assert state.rules.pitch == counted({**FULL, "quaffle": [OUTSIDE]})


def test_qui_a4_the_defender_attacks_next() -> None:
    state = played(quidditch(), *SCORE, *SCORE)
    assert state.rules.points == [90, 90]


def test_qui_a5_nothing_is_booked_in_a_full_row_and_all_that_is_left_is_rolled_again() -> None:
    state = scene(quidditch(), {"goal": [3, 4], "bludger": [5]}, FULL)
    state.play("book goal 4")  # the other die does not fit: no `done`
    assert state.turn == 1
    state.play("book bludger 5")
    assert state.rules.dice == counted({"goal": [WAITING]})


def test_qui_a6_a_keeper_on_a_full_row_is_fouled_and_bludgers_may_follow() -> None:
    opening = ["book snitch", "book goal 2", "book goal 2", "book goal 2", "done"]
    state = played(quidditch(), *rolls("25 2226 2 24"), *opening)
    assert (state.turn, state.actions()) == (1, ["foul keeper"])
    state.play("foul keeper")
    assert (state.turn, state.actions()) == (1, ["book bludger 4", "done"])
    twin = played(state.copy(), "done")
    assert [row[WAITING] for row in twin.rules.dice] == [0, 1, 1, 0, 2]
    state.play("book bludger 4")  # the other does not fit, but the compulsory booking is made
    assert [row[WAITING] for row in state.rules.dice] == [0, 1, 1, 0, 1]
    assert [row[OUTSIDE] for row in state.rules.pitch] == [0, 0, 0, 1, 0]


def test_qui_a6_a_fouled_keeper_ends_the_turn_where_no_bludger_fits() -> None:
    opening = ["book snitch", "book goal 2", "book goal 2", "book goal 2", "done"]
    state = played(quidditch(), *rolls("25 2226 2 22"), *opening, "foul keeper")
    assert state.turn == fabletop.CHANCE
    assert [row[WAITING] for row in state.rules.dice] == [0, 1, 1, 0, 2]


def test_qui_a7_exactly_one_die_is_fouled_and_the_others_are_rolled_again() -> None:
    state = scene(quidditch(), {"quaffle": [3], "goal": [3, 3]}, FULL)
    state.play("foul goal 3")
    assert state.rules.pitch[2][OUTSIDE] == 1
    assert state.rules.dice == counted({"quaffle": [WAITING], "goal": [WAITING]})


def test_qui_a7_alike_dice_are_one_choice() -> None:
    full = {"snitch": [3], "quaffle": [5], "goal": [3, 3, 5, 5], "keeper": [3]}
    state = scene(quidditch(), {"bludger": [3, 3]}, full, DEFENSE)
    assert state.actions() == ["foul bludger 3"]


def test_qui_a8_no_die_is_fouled_while_another_fits() -> None:
    state = scene(quidditch(), {"quaffle": [3], "goal": [3, 4]}, FULL)
    assert state.actions() == ["book goal 4"]
    with pytest.raises(fabletop.IllegalAction):
        state.play("foul quaffle")


def test_qui_a9_a_row_fills_up_within_a_turn() -> None:
    state = played(quidditch(), *rolls("22 2224 5 55"), "book snitch", "book goal 2", "book goal 2", "book goal 2")
    assert state.actions() == ["book goal 4", "done"]
    state.play("book goal 4")  # the Quaffle is left and does not fit
    assert (state.turn, state.actions()) == (1, ["book keeper"])


def test_qui_a10_both_see_every_die() -> None:
    state = played(quidditch(), *rolls("12 3456 3 45"))
    for seat in (0, 1, None):
        assert state.view(seat).fields() == state.view(0).fields()
        assert "K3 B4 B5" in state.view(seat).text()


def test_qui_a11_more_than_five_snitch_points_are_five() -> None:
    state = played(quidditch(), *SEEK, *QUIET, *SEEK)
    assert state.rules.snitches == [5, 0]


def test_qui_a12_by_default_the_match_ends_with_unequal_attacks() -> None:
    state = played(quidditch(), *SEEK, *SCORE, *SEEK)
    assert state.result is not None
    assert state.result.scores == (35, 90)


def test_qui_a13_a15_the_bonus_is_goal_points_and_the_catcher_can_lose() -> None:
    state = played(quidditch(), *SEEK, *SCORE, *SEEK)
    assert state.result == fabletop.Result((1,), (2, 1), (35, 90))


def test_qui_a14_goal_points_and_snitch_points_are_counted_apart() -> None:
    state = played(quidditch(), *SEEK)
    assert (state.rules.points, state.rules.snitches) == ([10, 0], [3, 0])


def test_qui_a16_a_match_without_the_snitch_goes_on() -> None:
    state = played(quidditch(), *QUIET * 300)
    assert state.turn == fabletop.CHANCE
    assert state.rules.points == [1500, 1500]
    assert state == position(quidditch(), points=[1500, 1500])


# Worked examples


@pytest.mark.parametrize(("goals", "points"), [(3, 80), (2, 60), (1, 40)])
def test_qui_t1_the_quaffle_with_goal_dice(goals: int, points: int) -> None:
    row = {"snitch": [6], "quaffle": [2], "goal": [2] * goals + [5] * (4 - goals)}
    assert scored({**row, "keeper": [5], "bludger": [5 if goals > 2 else 6, 6]}) == (points, 0)


def test_qui_t2_the_sample_pitch() -> None:
    pitch = {"snitch": [4], "quaffle": [6], "goal": [2, 3, 4, 6], "keeper": [2], "bludger": [3, 5]}
    assert scored(pitch) == (40, 1)


@pytest.mark.parametrize(("before", "winner"), [(110, 0), (100, 1)])
def test_qui_t4_the_bonus_may_or_may_not_be_enough(before: int, winner: int) -> None:
    catch = {"snitch": [1], "quaffle": [1], "goal": [1, 2, 2, 2], "keeper": [2], "bludger": [5]}
    state = scene(quidditch(), {"bludger": [5]}, catch, DEFENSE, points=[before, 120], snitches=[4, 4])
    state.play("book bludger 5")
    assert state.result is not None
    assert state.result.scores == (before + 15, 120)
    assert state.result.winners == (winner,)


def test_qui_t5_the_best_round() -> None:
    state = played(quidditch(), *SCORE)
    assert state.rules.points == [90, 0]
    state = played(quidditch(), *SEEK)
    assert state.rules.snitches == [3, 0]
    best = [0, 0]
    for stream in range(300):
        for now, _ in random_game(quidditch(max_rounds=1), stream):
            assert now.rules.points == [0, 0]
        best = [max(best[0], now.rules.points[0]), max(best[1], now.rules.snitches[0])]
    assert best[0] <= 90
    assert best[1] <= 3


# Options


def test_equal_innings_gives_the_second_attacker_a_last_attack() -> None:
    state = played(quidditch(equal_innings=True), *SEEK, *SCORE, *SEEK)
    assert state.turn == fabletop.CHANCE
    assert state.rules.points == [35, 90]  # the catcher has the bonus
    assert "the last attack" in state.view(1).text()
    played(state, *QUIET)
    assert state.result == fabletop.Result((1,), (2, 1), (35, 100))


def test_equal_innings_both_may_catch_and_then_share_a_tie() -> None:
    state = played(quidditch(equal_innings=True), *SEEK, *SEEK, *SEEK, *SEEK)
    assert state.result == fabletop.Result((0, 1), (1, 1), (35, 35))


def test_equal_innings_ends_at_once_when_the_second_attacker_catches() -> None:
    state = played(quidditch(equal_innings=True), *QUIET, *SEEK, *QUIET, *SEEK)
    assert state.result == fabletop.Result((1,), (2, 1), (20, 35))


def test_max_rounds_ends_the_match_and_a_tie_is_shared() -> None:
    state = played(quidditch(max_rounds=2), *SCORE)
    assert state.turn == fabletop.CHANCE
    played(state, *SCORE)
    assert state.result == fabletop.Result((0, 1), (1, 1), (90, 90))
    assert "shares the win" in state.view(None).text()


def test_max_rounds_may_be_odd() -> None:
    assert played(quidditch(max_rounds=1), *SCORE).result == fabletop.Result((0,), (1, 2), (90, 0))


def test_max_rounds_the_snitch_may_be_caught_before_and_in_the_last_round() -> None:
    assert played(quidditch(max_rounds=9), *SEEK, *SCORE, *SEEK).result == ((1,), (2, 1), (35, 90))
    assert played(quidditch(max_rounds=3), *SEEK, *SCORE, *SEEK).result == ((1,), (2, 1), (35, 90))


def test_max_rounds_leaves_no_last_attack_beyond_it() -> None:
    assert played(quidditch(max_rounds=3, equal_innings=True), *SEEK, *SCORE, *SEEK).turn is None
    state = played(quidditch(max_rounds=4, equal_innings=True), *SEEK, *SCORE, *SEEK)
    assert state.turn == fabletop.CHANCE
    assert played(state, *SCORE).result == ((1,), (2, 1), (35, 180))


@pytest.mark.parametrize("value", [-1, 100, True, "3"])
def test_max_rounds_refuses_other_values(value: object) -> None:
    with pytest.raises(fabletop.BadOption, match="0 to 99"):
        quidditch(max_rounds=value)


# Notation, and what positions hold


def test_the_seat_with_nothing_left_to_book_is_finished_without_done() -> None:
    state = played(quidditch(), *QUIET[:15])
    assert (state.turn, state.actions()) == (1, ["book keeper"])  # the Offense has no dice left


def test_dice_are_conserved_and_nothing_is_left_of_a_round() -> None:
    for stream in range(20):
        for state, _ in random_game(quidditch(), stream):
            now = state.rules
            assert [sum(now.dice[kind]) + sum(now.pitch[kind]) for kind in range(KINDS)] == list(COUNTS)
            assert all(sum(now.pitch[kind][row] for kind in range(KINDS)) <= 4 for row in range(1, 7))
            assert now.pitch[0][OUTSIDE] == 0
            assert not (now.begun and state.turn == fabletop.CHANCE)
            assert state.actions()


def test_equal_situations_are_equal_records() -> None:
    one = played(quidditch(), *rolls("12 3456 3 45"), "book snitch", "book goal 3", "book goal 4")
    two = played(quidditch(), *rolls("12 4365 3 54"), "book snitch", "book goal 4", "book goal 3")
    assert one == two
    assert played(quidditch(), *SCORE) == position(quidditch(), points=[90, 0], attacker=1)
    by_catch = played(quidditch(max_rounds=9), *SEEK, *SCORE, *SEEK)
    assert by_catch.rules.rounds_left == by_catch.rules.attacker == 0


def test_a_round_takes_18_to_43_plies() -> None:
    slow = [*rolls("11 1111 6 66"), "book snitch", "done", "book keeper", "done"]
    slow += [*rolls("22345 66"), "book quaffle", "done", "book bludger 6", "done"]
    slow += [*rolls("2345 6"), "book goal 2", "done", "book bludger 6"]
    slow += [
        *rolls("345"),
        "book goal 3",
        "done",
        *rolls("45"),
        "book goal 4",
        "done",
        "roll 5",
        "book goal 5",
    ]
    assert played(quidditch(max_rounds=1), *slow).turn is None
    assert (len(SCORE), len(slow)) == (18, 43)


def test_random_matches_are_far_below_the_stated_bound() -> None:
    game = quidditch()
    plies = Compiled("quidditch").simulate(game.new().rules, 1, 0, 20_000).plies
    assert 490 < plies.mean() < 515
    assert plies.min() > 0
    assert plies.max() < game.spec.most_plies / 5


def test_the_text_shows_what_there_is_to_decide() -> None:
    state = played(quidditch(max_rounds=5), *rolls("25 2266 2 24"), "book snitch", "book goal 2", "book goal 6")
    text = state.view(0).text()
    assert "▶ ● seat 1  attacks" in text
    assert "row 2    S G · ·    Snitch +1" in text
    assert "row 6    G · · ·    10 points" in text
    assert "● Offense  Q5 G2 G6" in text
    assert "■ Defense  K2 B2 B4" in text
    assert "rounds left, this one counted: 5" in text
    played(state, "book goal 2", "done", "book keeper", "done")
    assert "row 2    S G G K    blocked" in state.view(0).text()
    assert "● Offense  Q? G?" in state.view(0).text()
    assert "\x1b[" in state.view(0).text(colour=True)
    assert "fouled: Q" in played(scene(quidditch(), {"quaffle": [3], "goal": [3]}, FULL), "foul quaffle").view(0).text()


# The data file


def test_the_board_file_is_the_one_that_is_played() -> None:
    made = board(BOARD)
    assert (made.rows, made.capacity, made.counts) == (6, 4, COUNTS)
    assert all(sorted(faces) == sorted([1, 2, 3, 4, 5, 6] * 2) for faces in made.faces)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("rows = 6", "rows = 5", "one of the rows 1 to 5"),
        ("rows = 6", "", "'rows' is missing"),
        ("capacity = 4", "capacity = 0", "are no pitch"),
        ("[offense.goal]", "[offense.hoop]", "has snitch, quaffle, goal, not snitch, quaffle, hoop"),
        ("[offense.goal]\ncount = 4\nfaces", "[other.goal]\nfaces", "'goal' is missing"),
        (
            "[offense.snitch]\ncount = 1",
            "[offense.snitch]\ncount = 2",
            "2 is no number of dice of the kind snitch",
        ),
        ("count = 4", "count = 0", "0 is no number of dice of the kind goal"),
        ("faces = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]", "faces = [1, 2, 7]", "every face of a quaffle"),
        ("faces = [1, 2, 3, 4, 5, 6]", "faces = []", "every face of a snitch"),
    ],
)
def test_a_board_that_does_not_fit_is_an_error(old: str, new: str, message: str) -> None:
    assert old in BOARD
    with pytest.raises(ValueError, match=message):
        board(BOARD.replace(old, new, 1))
