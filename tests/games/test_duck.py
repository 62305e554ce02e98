"""The Duck Game, rule by rule: ids as in its RULES.md."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import fabletop
from fabletop.compiler.kernels import Compiled
from fabletop.engine.game import Game, State
from fabletop.games.duck import board
from fabletop.testing import played, position
from fabletop.words import Words

ROLLS = [f"roll {face}" for face in range(1, 7)]


def duck(seats: int = 2, **options: Any) -> Game:
    return fabletop.game("duck", seats=seats, **options)


def standing(*squares: int, **options: Any) -> State:
    """One figure on each of these squares, seat 0 to roll."""
    return position(duck(len(squares), **options), at=list(squares))


def where(state: State) -> list[int]:
    return list(state.rules.at[: state.game.seats])


# The rules


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_duc_r1_one_figure_each_and_seat_0_begins(seats: int) -> None:
    state = duck(seats).new()
    assert state.turn == fabletop.CHANCE
    assert state.rules.turn == 0
    assert state.actions() == ROLLS
    assert state.odds() == dict.fromkeys(ROLLS, Fraction(1, 6))


def test_duc_r1_the_usual_table_has_two_seats() -> None:
    assert fabletop.game("duck").seats == 2
    with pytest.raises(fabletop.BadOption, match="1 to 4"):
        duck(5)


def test_duc_r2_square_1_is_the_first_counted() -> None:
    state = duck().new()
    assert where(state) == [0, 0]
    assert where(played(state, "roll 1")) == [1, 0]


def test_duc_r3_one_roll_then_the_next_seat() -> None:
    state = played(duck(3), "roll 1", "roll 2", "roll 4", "roll 1")
    assert where(state) == [2, 2, 4]
    assert state.rules.turn == 1


def test_duc_r4_a_duck_may_be_used_for_the_same_number_again() -> None:
    state = played(duck(), "roll 5")
    assert state.turn == 0
    assert state.actions() == ["hop", "stay"]
    assert state.odds() == {}
    assert where(played(state.copy(), "hop")) == [10, 0]
    stayed = played(state, "stay")
    assert where(stayed) == [5, 0]
    assert stayed.rules.turn == 1


def test_duc_r4_the_die_is_forgotten_after_the_decision() -> None:
    assert played(standing(0, 7), "roll 5", "stay") == played(standing(4, 7), "roll 1", "stay")


@pytest.mark.parametrize(("first", "roll", "last"), [(4, 2, 12), (13, 2, 10), (35, 4, 33), (40, 2, 30), (55, 3, 42)])
def test_duc_r5_squares_that_send_a_figure_on_or_back(first: int, roll: int, last: int) -> None:
    state = played(standing(first, 0), f"roll {roll}")
    assert where(state) == [last, 0]
    assert state.rules.turn == 1


def test_duc_r5_square_19_costs_one_turn() -> None:
    state = played(standing(17, 0), "roll 2")
    assert (state.rules.missing[0], state.rules.turn) == (1, 1)
    state = played(state, "roll 1")
    assert (state.rules.missing[0], state.rules.turn) == (0, 1), "the missed turn is no ply"
    assert played(state, "roll 1").rules.turn == 0


def test_duc_r5_square_52_costs_two_turns() -> None:
    state = played(standing(51, 6), "roll 1", "roll 1", "roll 1")
    assert (state.rules.turn, state.rules.missing[0]) == (1, 0)
    assert where(state) == [52, 8]
    assert played(state, "roll 2").rules.turn == 0


def test_duc_r5_all_may_miss_their_turns_at_once() -> None:
    state = position(duck(3), at=[51, 18, 17], missing=[0, 1, 2])
    state = played(state, "roll 1")
    assert state.rules.missing == [1, 0, 1, 0]
    assert state.rules.turn == 1


def test_duc_r5_alone_a_missed_turn_passes_unseen() -> None:
    state = played(standing(51), "roll 1")
    assert state.actions() == ROLLS
    assert state.rules.missing[0] == 0


@pytest.mark.parametrize("roll", range(1, 7))
def test_duc_r5_square_26_gives_another_roll_after_3_or_6(roll: int) -> None:
    state = played(standing(26 - roll, 0), f"roll {roll}")
    assert where(state) == [26, 0]
    assert state.actions() == ROLLS
    assert state.rules.turn == (0 if roll in (3, 6) else 1)


def test_duc_r5_from_58_square_42_does_nothing() -> None:
    assert where(played(standing(57, 0), "roll 1")) == [42, 0]


@pytest.mark.parametrize(("first", "roll"), [(57, 6), (60, 3), (60, 4), (62, 6)])
def test_duc_r6_reaching_or_passing_63_wins(first: int, roll: int) -> None:
    state = played(standing(first, 0, 61), f"roll {roll}")
    assert state.turn is None
    assert where(state) == [63, 0, 61]
    assert state.result == fabletop.Result(winners=(0,), ranks=(1, 2, 2), scores=None)
    assert state.actions() == []


def test_duc_r6_any_seat_can_win() -> None:
    state = played(standing(0, 62), "roll 1", "roll 1")
    assert state.result == fabletop.Result(winners=(1,), ranks=(2, 1), scores=None)


# The gaps


def test_duc_a1_figures_start_off_the_board() -> None:
    assert where(duck(4).new()) == [0, 0, 0, 0]


def test_duc_a2_a_forced_hop_is_a_ply_without_a_choice() -> None:
    state = played(duck(forced_hops=True), "roll 5")
    assert where(state) == [5, 0]
    assert state.actions() == ["hop"]
    state.play("hop")
    assert where(state) == [10, 0]
    assert state.rules.turn == 1
    assert state.rules.die == 0


def test_duc_a3_a_hop_onto_a_duck_is_a_choice_again() -> None:
    state = played(standing(10, 1), "roll 4", "hop")
    assert where(state) == [18, 1]
    assert state.actions() == ["hop", "stay"]
    state = played(state, "hop")
    assert where(state) == [22, 1]
    assert state.rules.turn == 1


def test_duc_a3_forced_hops_go_from_duck_to_duck() -> None:
    state = played(standing(10, 0, forced_hops=True), "roll 4", "hop")
    assert state.actions() == ["hop"]
    assert where(played(state, "hop")) == [22, 0]


def test_duc_a4_a_hop_onto_an_event_sets_it_off() -> None:
    state = played(standing(17, 0), "roll 1", "hop")
    assert where(state) == [19, 0]
    assert state.rules.missing[0] == 1
    forced = played(standing(32, 0, forced_hops=True), "roll 4", "hop")
    assert where(forced) == [40, 0]
    back = played(standing(33, 0, forced_hops=True), "roll 3", "hop")
    assert where(back) == [33, 0], "36, a duck; 39, back to 33"


def test_duc_a5_only_figures_ahead_count() -> None:
    state = played(standing(0, 2, 3), "roll 3")
    assert where(state) == [3, 2, 3]
    assert state.rules.turn == 1, "nobody is ahead: nothing to decide"


def test_duc_a5_the_nearest_figure_ahead_counts() -> None:
    state = played(standing(2, 40, 33), "roll 1")
    assert state.actions() == ["go", "stay"]
    assert where(played(state.copy(), "go")) == [34, 40, 33]
    stayed = played(state, "stay")
    assert where(stayed) == [3, 40, 33]
    assert stayed.rules.turn == 1


def test_duc_a5_behind_stops_one_square_short() -> None:
    assert where(played(standing(0, 7, 20, field3="behind"), "roll 3", "go")) == [12, 7, 20], "6 leads to 12"
    assert where(played(standing(0, 20, 30, field3="behind"), "roll 3", "stay")) == [3, 20, 30]
    state = played(standing(0, 21, field3="behind"), "roll 3", "go")
    assert where(state) == [20, 21]
    assert state.rules.turn == 1


def test_duc_a5_behind_a_neighbour_go_leads_nowhere() -> None:
    state = played(standing(0, 4, field3="behind"), "roll 3")
    assert state.actions() == ["go", "stay"]
    gone = played(state.copy(), "go")
    assert where(gone) == [3, 4]
    assert gone == played(state, "stay")


def test_duc_a5_turn_order_leads_one_beyond_the_figure_of_the_next_player() -> None:
    state = played(standing(0, 20, 7, field3="turn_order"), "roll 3")
    assert state.actions() == ["go", "stay"]
    assert where(played(state.copy(), "go")) == [21, 20, 7], "not to 8, beyond the nearest figure"
    assert where(played(state, "stay")) == [3, 20, 7]


def test_duc_a5_turn_order_does_nothing_when_the_next_player_is_not_ahead() -> None:
    state = played(standing(0, 2, 30, field3="turn_order"), "roll 3")
    assert where(state) == [3, 2, 30]
    assert state.rules.turn == 1, "the figure on 30 is not that of the next player"
    state = played(standing(0, 3, 30, field3="turn_order"), "roll 3")
    assert state.rules.turn == 1, "beside is not ahead"
    assert played(standing(0, field3="turn_order"), "roll 3").turn == fabletop.CHANCE


def test_duc_a5_turn_order_the_last_seat_follows_the_first() -> None:
    state = standing(9, 4, 0, field3="turn_order")
    state.rules.turn = 2
    assert where(played(state, "roll 3", "go")) == [9, 4, 10]


def test_duc_a5_the_question_says_where_one_lands() -> None:
    words = Words("en").game("duck")
    for field3, square in (("ahead", 8), ("behind", 6), ("turn_order", 21)):
        before = standing(0, 20, 7, field3=field3)
        state = played(before.copy(), "roll 3")
        told = words.sentence(before.view(0), fabletop.CHANCE, "roll 3", state.view(0), ("Ada", "Ben", "Cleo"))
        assert f"swim on to square {square}?" in told


def test_duc_a5_off_makes_square_3_plain() -> None:
    state = played(standing(0, 7, field3="off"), "roll 3")
    assert where(state) == [3, 7]
    assert state.rules.turn == 1


def test_duc_a5_beyond_62_is_the_end() -> None:
    state = played(standing(0, 62), "roll 3", "go")
    assert state.result is not None
    assert state.result.winners == (0,)


def test_duc_a6_the_square_swum_to_acts() -> None:
    assert where(played(standing(0, 5), "roll 3", "go")) == [12, 5]
    assert played(standing(0, 18), "roll 3", "go").rules.missing[0] == 1
    hop = played(standing(0, 8), "roll 3", "go")
    assert hop.actions() == ["hop", "stay"]
    assert where(played(hop, "hop")) == [12, 8], "a duck: the roll of 3 again"
    forced = played(standing(0, 8, forced_hops=True), "roll 3")
    assert forced.actions() == ["go", "stay"], "only ducks are compulsory"
    assert where(played(forced, "go", "hop")) == [12, 8]


def test_duc_a6_swimming_to_26_counts_by_the_die() -> None:
    assert played(standing(0, 25), "roll 3", "go").rules.turn == 0
    assert played(standing(1, 25), "roll 2", "go").rules.turn == 1


@pytest.mark.parametrize("square", [12, 10, 33, 30])
@pytest.mark.parametrize("ducks", [0, 1, 2])
def test_duc_a7_targets_are_plain(square: int, ducks: int) -> None:
    assert board.EVENT[square] == board.PLAIN
    assert board.DUCK[ducks][square] == 0


def test_duc_a8_a_hop_to_26_with_a_3_rolls_again() -> None:
    state = played(standing(20, 0), "roll 3", "hop")
    assert where(state) == [26, 0]
    assert state.actions() == ROLLS
    assert state.rules.turn == 0
    assert played(standing(20, 0, forced_hops=True), "roll 3", "hop").rules.turn == 0


def test_duc_a9_rain_holds_a_figure_until_a_six() -> None:
    state = played(standing(25, 0), "roll 6")
    assert where(state) == [31, 0]
    assert state.rules.turn == 1, "the 6 that leads into the rain does not lead out"
    state = played(state, "roll 1", "roll 5")
    assert where(state) == [31, 1]
    assert state.rules.turn == 1, "waiting is a roll, and the turn is over"
    state = played(state, "roll 1", "roll 6")
    assert where(state) == [37, 2]
    assert state.rules.turn == 1


def test_duc_a10_a_six_gives_no_second_roll() -> None:
    assert played(standing(10, 0), "roll 6").rules.turn == 1


def test_duc_a11_a_square_may_be_shared() -> None:
    assert where(played(standing(3, 7), "roll 4")) == [7, 7]


def test_duc_a11_bump_sends_the_other_to_where_the_newcomer_came_from() -> None:
    assert where(played(standing(4, 7, 8, bump=True), "roll 3")) == [7, 4, 8]
    assert where(played(standing(0, 12, bump=True), "roll 6")) == [12, 0], "6 is only passed"
    assert where(played(standing(53, 42, bump=True), "roll 5")) == [42, 53]


def test_duc_a11_bump_on_a_duck_comes_before_the_decision() -> None:
    state = played(standing(3, 5, bump=True), "roll 2")
    assert where(state) == [5, 3]
    assert state.actions() == ["hop", "stay"]


def test_duc_a11_after_a_hop_the_duck_is_where_the_newcomer_came_from() -> None:
    state = played(standing(0, 10, bump=True), "roll 5", "hop")
    assert where(state) == [10, 5]
    assert state.actions() == ROLLS, "whoever is sent to a duck has nothing to decide"
    assert where(played(standing(0, 10, bump=True, forced_hops=True), "roll 5", "hop")) == [10, 5]


def test_duc_a11_bump_after_swimming() -> None:
    assert where(played(standing(0, 7, 8, bump=True), "roll 3", "go")) == [8, 7, 3]


def test_duc_a11_being_sent_back_sets_off_nothing_and_missed_turns_stay() -> None:
    state = position(duck(bump=True), at=[19, 20], missing=[0, 1])
    state = played(state, "roll 1")
    assert where(state) == [20, 19]
    assert state.rules.missing == [0, 0, 0, 0], "one missed turn, now over, and no new one"
    assert state.rules.turn == 0


def test_duc_a11_bump_and_rain() -> None:
    state = played(standing(30, 31, bump=True), "roll 1", "roll 2")
    assert where(state) == [31, 32], "out of the rain, free to move"
    state = played(standing(31, 37, bump=True), "roll 6")
    assert where(state) == [37, 31]
    assert where(played(state, "roll 5")) == [37, 31], "rain falls on everybody"


def test_duc_a13_missed_turns_stay_when_overtaken() -> None:
    state = position(duck(3), at=[18, 19, 0], missing=[0, 1, 0])
    state = played(state, "roll 2")
    assert where(state) == [20, 19, 0]
    assert state.rules.turn == 2


@pytest.mark.parametrize("forced_hops", [False, True])
def test_duc_a14_a_hop_beyond_63_wins(forced_hops: bool) -> None:
    state = played(standing(54, 0, forced_hops=forced_hops), "roll 5")
    assert where(state) == [59, 0]
    state = played(state, "hop")
    assert state.result is not None
    assert state.result.winners == (0,)
    assert where(state) == [63, 0]


# The examples


def test_duc_t1() -> None:
    assert where(played(duck(), "roll 6")) == [12, 0]


def test_duc_t2() -> None:
    assert where(played(duck(), "roll 5", "hop")) == [10, 0]


def test_duc_t3() -> None:
    state = played(standing(20, 0), "roll 3", "hop")
    assert (where(state), state.rules.turn, state.actions()) == ([26, 0], 0, ROLLS)


def test_duc_t4() -> None:
    assert where(played(standing(52, 0), "roll 6")) == [42, 0]


def test_duc_t5() -> None:
    state = played(standing(50, 0), "roll 4")
    assert where(played(state.copy(), "hop")) == [42, 0]
    assert where(played(state, "stay")) == [54, 0]


def test_duc_t6() -> None:
    state = played(standing(0, 7, 20), "roll 3")
    assert state.actions() == ["go", "stay"]
    assert where(played(state, "go")) == [8, 7, 20]


# Options, board, texts, all positions


def test_option_ducks() -> None:
    for name, squares in {"french": [9, 18, 27, 36, 45, 54], "none": []}.items():
        rules = duck(ducks=name).new().rules
        assert [square for square in range(64) if rules.on_duck(square)] == squares
    assert played(duck(ducks="none"), "roll 5").rules.turn == 1
    assert played(duck(ducks="french"), "roll 4", "roll 1", "roll 5").actions() == ["hop", "stay"]
    assert sum(board.DUCK[0]) == 13


def test_the_spiral_fills_nine_columns_and_seven_rows() -> None:
    places = board.BOARD.places[1:]
    assert len(set(places)) == 63
    assert places[0] == (0, 6)
    assert places[8] == (8, 6)
    assert all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in pairwise(places))


def broken(change: Callable[[dict[str, Any]], object]) -> None:
    data = tomllib.loads((Path(board.__file__).parent / "board.toml").read_text(encoding="utf-8"))
    change(data)
    board.read(data)


@pytest.mark.parametrize(
    ("message", "change"),
    [
        ("squares = 0", lambda data: data.update(squares=0)),
        ("columns times rows must be 63", lambda data: data.update(columns=8)),
        ("event on square 63", lambda data: data["events"].update({"63": {"miss": 1}})),
        ("event on square x", lambda data: data["events"].update({"x": {"miss": 1}})),
        ("square 7: {} is not one event", lambda data: data["events"].update({"7": {}})),
        ("is not one event", lambda data: data["events"].update({"7": {"miss": 1, "goto": 2}})),
        ("square 7: goto = 64", lambda data: data["events"].update({"7": {"goto": 64}})),
        ("square 7: miss = 'a'", lambda data: data["events"].update({"7": {"miss": "a"}})),
        ("square 7: rain = 7", lambda data: data["events"].update({"7": {"rain": 7}})),
        ("square 7: again = 0", lambda data: data["events"].update({"7": {"again": [3, 0]}})),
        ("sets of ducks are none, classic", lambda data: data["ducks"].pop("french")),
        ("duck of french on square 63", lambda data: data["ducks"]["french"].append(63)),
        ("square 6 of french has an event", lambda data: data["ducks"]["french"].append(6)),
        ("square 9 of french has an event or a duck", lambda data: data["ducks"]["french"].append(9)),
        ("classic a 1 never comes to an end", lambda data: data["events"].update({"12": {"goto": 6}})),
        ("classic a 3 never comes to an end", lambda data: data["events"].update({"12": {"goto": 9}})),
    ],
)
def test_a_board_that_cannot_be_played_on_is_refused(message: str, change: Callable[[dict[str, Any]], object]) -> None:
    with pytest.raises(ValueError, match="board") as caught:
        broken(change)
    assert message in str(caught.value)


def test_the_text_shows_ducks_figures_and_what_a_decision_leads_to() -> None:
    state = played(position(duck(4), at=[50, 31, 52, 0], missing=[0, 0, 2, 0]), "roll 4")
    text = state.view(0).text()
    assert "54 ●" in text
    assert text.count("duck") == 13
    assert "■ seat 2  on square 31, waits for a 6" in text
    assert "▲ seat 3  on square 52, misses 2 turns" in text
    assert "◆ seat 4  in front of the board" in text
    assert "die: 4; hop leads from 54 to 58 (← 42)" in text
    assert "go leads from 3 to 8" in played(standing(0, 7), "roll 3").view(None).text()
    assert "seat 1 has won" in played(standing(62, 0), "roll 6").view(None).text()
    assert "\x1b" in state.view(0).text(colour=True)


def test_all_positions_of_one_figure_can_be_listed() -> None:
    graph = Compiled("duck").explore(duck(1).new().rules)
    resting = {int(state["at"][0]) for state in graph.states if state["die"] == 0}
    assert resting == set(range(64)) - {6, 15, 39, 58}, "nobody rests where everybody is sent on"
    assert len(graph) < 200
