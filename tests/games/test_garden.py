"""The Enchanted Garden, rule by rule: GAR-R (rules), GAR-A (decided gaps), GAR-T (worked examples)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest

import fabletop
from fabletop.engine.errors import BadOption, IllegalAction
from fabletop.engine.game import Game, State
from fabletop.engine.spec import Value
from fabletop.games.garden import board
from fabletop.games.garden.board import AROUND, BOARD, CLOSED, EDGES, FACING, GOALS, NEIGHBOURS, load
from fabletop.games.garden.goals import picture_of
from fabletop.games.garden.rules import ENDED, PLAYING
from fabletop.players.registry import bot
from fabletop.testing import played, position, random_game

CHANCE = fabletop.CHANCE
BOARD_FILE = Path(str(board.__file__)).with_name("board.toml").read_text(encoding="utf-8")
SEALED_D3 = {6: 3}  # turned so, axle 6 closes what axle 9 leaves open around the mirror's square
SEALED_C3 = {5: 1, 9: 0}


def square(name: str) -> int:
    return BOARD.names.index(name)


def card(name: str) -> int:
    """A goal card by its name, or a seat's own card at the gate A, B, C or D."""
    return GOALS + "ABCD".index(name) if name in "ABCD" else list(BOARD.goals).index(name)


def garden(
    pawns: str,
    cards: str,
    *,
    hedges: Mapping[int, int] | None = None,
    options: Mapping[str, Value] | None = None,
    **fields: object,
) -> State:
    """Pawns on these squares, these cards face up; seat 0 is on turn; `hedges` are turned otherwise."""
    at, up = [square(name) for name in pawns.split()], [card(name) for name in cards.split()]
    facing = list(FACING)
    for axle, quarters in (hedges or {}).items():
        facing[axle - 1] = quarters
    game = Game("garden", len(at), options)
    unseen = (1 << GOALS) - 1 & ~sum(1 << number for number in up if number < GOALS)
    found = [game.options["goals"] if number >= GOALS else 0 for number in up]
    setting = {"pawns": at, "card": up, "facing": facing, "found": found, "unseen": unseen, "phase": PLAYING}
    return position(game, **(setting | fields))


def told(state: State, verb: str) -> list[str]:
    """What may follow a verb: the squares of `walk`, the axles and quarters of `turn`."""
    return [text.partition(" ")[2] for text in state.actions() if text.partition(" ")[0] == verb]


def pawn(state: State, seat: int) -> str:
    return str(BOARD.names[state.rules.pawns[seat]])


def opening(seats: int = 2, **options: Value) -> State:
    """Placed at A, B, … and with ring, crown, … to look for."""
    gates, goals = "ABCD"[:seats], ("ring", "crown", "goblet", "key")[:seats]
    start = fabletop.game("garden", seats=seats, **options)
    return played(start, *(f"place {gate}" for gate in gates), *(f"goal {goal}" for goal in goals))


# Components and set-up


def test_gar_r1_the_garden_has_25_hedges_24_goals_and_28_magic_cards() -> None:
    assert (len(BOARD.names), len(BOARD.axles), len(BOARD.goals)) == (64, 25, 24)
    assert BOARD.magic == (14, 14)
    for seats in (1, 5):
        with pytest.raises(BadOption, match="2 to 4 seats"):
            fabletop.game("garden", seats=seats)


def test_gar_r2_thirteen_hedges_are_straight_and_twelve_are_t() -> None:
    assert [axle.hedge for axle in BOARD.axles].count("I") == 13
    straight = {number for number, axle in enumerate(BOARD.axles, start=1) if axle.hedge == "I"}
    assert straight == {1, 2, 3, 4, 8, 11, 13, 15, 18, 22, 23, 24, 25}
    for number in range(1, 26):
        arms = [CLOSED[0][4 * (number - 1) + arm] for arm in range(4)]
        for facing in range(4):
            assert sum(arm[facing] for arm in arms) == (2 if number in straight else 3)


def test_gar_r2_the_first_game_lies_as_given() -> None:
    state = fabletop.game("garden").new()
    assert tuple(state.rules.facing) == FACING
    assert FACING == (0, 0, 0, 1, 0, 0, 1, 3, 1, 2, 1, 3, 0, 1, 3, 0, 3, 1, 3, 2, 2, 3, 2, 2, 2)


def test_gar_r3_pawns_start_at_the_corners() -> None:
    state = played(fabletop.game("garden", seats=4), "place B", "place D", "place A", "place C")
    assert [pawn(state, seat) for seat in range(4)] == ["h1", "a8", "a1", "h8"]


def test_gar_r4_each_turns_up_one_goal_after_the_other() -> None:
    state = played(fabletop.game("garden", seats=3), "place A", "place B", "place C")
    for left, goal in ((24, "ring"), (23, "owl"), (22, "ghost")):
        assert state.turn == CHANCE
        assert set(state.odds().values()) == {Fraction(1, left)}
        assert len(state.odds()) == left
        assert f"goal {goal}" in state.odds()
        state.play(f"goal {goal}")
        assert state.turn != CHANCE or f"goal {goal}" not in state.odds()
    assert state.turn == 0
    assert state.rules.magic == [[0, 0]] * 4


def test_gar_r5_seat_0_begins_and_the_turn_goes_round() -> None:
    state = opening(3)
    seen = []
    for _ in range(4):
        seen.append(state.turn)
        played(state, "end", "magic gap")
    assert seen == [0, 1, 2, 0]


# Turn


def test_gar_r6_one_hedge_by_one_two_or_three_quarters() -> None:
    state = opening()
    assert told(state, "turn") == [f"{axle} {quarters}" for axle in range(1, 26) for quarters in (1, 2, 3)]
    state.play("turn 20 3")
    assert state.rules.facing[19] == (FACING[19] + 3) % 4
    assert told(state, "turn") == []


def test_gar_r6_walk_turn_walk_but_no_two_walks_in_a_row() -> None:
    state = played(opening(), "walk c5")
    assert told(state, "walk") == []
    state.play("turn 16 3")
    assert "b5" not in told(state, "walk")
    assert told(state, "walk")
    state.play("walk " + told(state, "walk")[0])
    assert state.actions() == ["end"]


def test_gar_r7_the_hedge_just_turned_may_be_turned_again() -> None:
    state = played(opening(), "turn 13 1", "end", "magic gap", "turn 13 1", "end")
    assert state.rules.facing[12] == (FACING[12] + 2) % 4


def test_gar_r8_all_pawns_around_the_axle_turn_with_the_hedge() -> None:
    state = played(garden("d4 e4 e5 d5", "ring crown goblet key"), "turn 13 1")
    assert [pawn(state, seat) for seat in range(4)] == ["e4", "e5", "d5", "d4"]
    assert state.turn == 0
    state = played(garden("d4 a1 e5 b2", "ring crown goblet key"), "turn 13 3")
    assert [pawn(state, seat) for seat in range(4)] == ["d5", "a1", "e4", "b2"]


def test_gar_r9_hedges_block_and_bare_stones_do_not() -> None:
    state = garden("c1 h8", "goblet crown")
    assert told(state, "walk") == ["b1", "b2", "c2"]  # b1 over the stones, d1 not through the hedge


def test_gar_r10_others_are_passed_but_not_met() -> None:
    state = garden("a1 a3", "goblet crown")
    assert told(state, "walk") == ["a2", "b3", "c3", "c4", "c5"]


def test_gar_r10_the_own_goal_may_be_entered_although_somebody_is_there() -> None:
    state = garden("a1 b3", "black-cat crown")
    assert told(state, "walk") == ["a2", "a3", "b3"]
    state.play("walk b3")
    assert state.rules.found[0] == 1
    assert pawn(state, 0) == pawn(state, 1) == "b3"


def test_gar_r11_a_goal_reached_ends_the_turn_and_turns_up_the_next() -> None:
    state = played(garden("a1 h8", "black-cat crown"), "walk b3")
    assert state.turn == CHANCE
    assert len(state.odds()) == 22
    assert set(state.odds().values()) == {Fraction(1, 22)}
    assert "goal black-cat" not in state.odds()
    state.play("goal harp")
    assert state.turn == 1
    assert state.rules.card[0] == card("harp")
    assert state.rules.magic[0] == [0, 0]


def test_gar_r12_who_does_not_reach_the_goal_draws_a_magic_card() -> None:
    state = played(opening(), "walk a2", "end")
    assert state.turn == CHANCE
    assert state.odds() == {"magic gap": Fraction(1, 2), "magic fairy": Fraction(1, 2)}
    state.play("magic gap")
    assert state.turn == 1
    assert state.rules.magic[0] == [1, 0]
    state.play("end")
    assert state.odds() == {"magic gap": Fraction(13, 27), "magic fairy": Fraction(14, 27)}


# Magic


def test_gar_r13_several_magic_cards_in_one_turn_leave_the_game() -> None:
    state = garden("a1 h8", "goblet crown", magic=[[2, 4]], pile=[5, 6])
    played(state, "gap b1", "walk c2", "gap c3", "fly f3", "fly h5", "turn 1 1", "walk g5", "end")
    assert state.rules.magic[0] == [0, 0]
    assert state.rules.pile == [5, 6]


def test_gar_r14_a_gap_leads_through_one_hedge() -> None:
    state = garden("c3 h8", "goblet crown", magic=[[1, 0]])
    assert told(state, "gap") == ["c2", "d3"]  # not over the open edges to b3 and c4
    state.play("gap d3")
    assert pawn(state, 0) == "d3"
    assert told(state, "gap") == []
    assert told(state, "walk") == ["f1", "g1", "h1", "f2", "e3", "f3"]


def test_gar_r15_two_fairy_cards_fly_from_fairy_square_to_fairy_square() -> None:
    one = garden("c3 h8", "goblet crown", magic=[[0, 1]])
    two = garden("c3 h8", "goblet crown", magic=[[0, 2]])
    elsewhere = garden("c4 h8", "goblet crown", magic=[[0, 2]])
    assert told(one, "fly") == told(elsewhere, "fly") == []
    assert told(two, "fly") == ["e1", "f3", "a4", "h5", "c6", "f6", "d8"]
    two.play("fly d8")
    assert pawn(two, 0) == "d8"
    assert two.rules.magic[0] == [0, 0]
    assert two.turn == 0
    assert "end" in two.actions()


# End


def test_gar_r16_the_next_seat_lays_the_card_at_a_gate() -> None:
    state = played(garden("a1 h8 h1", "black-cat crown key", found=[5]), "walk b3")
    assert state.turn == 1
    assert state.actions() == ["gate A", "gate B", "gate C", "gate D"]
    state.play("gate C")
    assert state.turn == 1  # and now her own turn
    assert "end" in state.actions()
    assert state.rules.card[0] == card("C")


def test_gar_r16_several_cards_may_lie_at_one_gate() -> None:
    state = played(garden("a1 h8", "black-cat C", found=[5, 6], hedges={25: 1}), "walk b3")
    assert state.actions() == ["gate A", "gate B", "gate C", "gate D"]
    assert played(state, "gate C").rules.card[:2] == [card("C"), card("C")]


def test_gar_r17_failing_on_the_way_to_the_gate_still_gives_a_card() -> None:
    state = played(garden("a3 h8", "C crown"), "walk a1", "end")
    assert state.turn == CHANCE
    assert state.actions() == ["magic gap", "magic fairy"]


def test_gar_r18_home_at_the_gate_wins() -> None:
    state = played(garden("a3 h8 h1", "A crown key"), "walk a1")
    assert state.turn is None
    assert state.result == ((0,), (1, 2, 2), None)


def test_gar_r18_a_gate_is_no_goal_before_the_last_card() -> None:
    state = played(garden("a3 h8", "ring crown"), "walk a1")
    assert state.result is None
    assert state.turn == 0


# Gaps decided


def test_gar_a1_the_board_is_data() -> None:
    other = load(BOARD_FILE.replace('ring = "c1"', 'ring = "b1"').replace("gap = 14", "gap = 4"))
    assert other.goals["ring"] == square("b1")
    assert other.magic == (4, 14)


def test_gar_a2_the_inner_hedges_may_be_l() -> None:
    state = position(fabletop.game("garden", seats=2, hedges="L"), facing=[0] * 25)
    closed = [state.rules.is_closed(4 * 4 + arm) for arm in range(4)]  # axle 5
    assert closed == [True, True, False, False]
    state.rules.facing[4] = 3
    assert [state.rules.is_closed(4 * 4 + arm) for arm in range(4)] == [True, False, False, True]
    assert [state.rules.is_closed(arm) for arm in range(4)] == [
        True,
        False,
        True,
        False,
    ]  # axle 1 stays straight
    t, l_shaped = (sum(map(sum, table)) for table in CLOSED)
    assert (t, l_shaped) == (4 * 62, 4 * 50)


def test_gar_a3_only_one_hedge_in_a_turn() -> None:
    state = played(opening(), "turn 20 1", "walk c5")
    assert state.actions() == ["end"]


def test_gar_a4_neither_turning_nor_walking_is_a_must() -> None:
    assert played(opening(), "end").turn == CHANCE


def test_gar_a5_a_walk_cannot_go_on_past_the_own_goal() -> None:
    state = garden("a1 h8", "black-cat crown")
    assert told(state, "walk") == ["a2", "a3", "b3"]  # c3, c4 and c5 lie behind it
    free = garden("a1 h8", "candlestick crown")
    assert told(free, "walk") == ["a2", "a3", "b3", "c3", "c4", "c5"]


def test_gar_a5_what_can_be_reached_round_the_goal_can_be_walked_to() -> None:
    assert told(garden("b1 h8", "ring crown"), "walk") == ["c1", "b2"]  # c2 only over the ring
    assert told(garden("b1 h8", "ring crown", hedges={5: 2}), "walk") == ["c1", "b2", "c2"]


def test_gar_a6_carried_onto_the_goal_by_the_own_turn() -> None:
    state = played(garden("d2 h8", "unicorn crown"), "turn 6 1")
    assert state.rules.found[0] == 1
    assert state.turn == CHANCE
    assert state.actions()[0].startswith("goal ")


def test_gar_a7_carried_there_by_another_the_claim_is_the_whole_turn() -> None:
    state = garden("a1 d2 h8", "ring unicorn key")
    played(state, "turn 6 1", "end", "magic gap")
    assert state.rules.found == [0, 1, 0, 0]
    assert state.turn == CHANCE
    state.play("goal harp")
    assert state.turn == 2
    assert state.rules.magic[1] == [0, 0]


def test_gar_a7_also_for_the_last_goal_and_for_the_gate() -> None:
    last = played(garden("h8 d2 h1", "ring unicorn key", found=[0, 5]), "turn 6 1", "end", "magic gap")
    assert last.turn == 2
    assert last.actions() == ["gate A", "gate B", "gate C", "gate D"]
    home = played(garden("h8 a2", "ring A"), "turn 1 1", "end", "magic gap")
    assert home.turn is None
    assert home.result == ((1,), (2, 1), None)


def test_gar_a7_carried_off_again_before_the_own_turn_is_no_claim() -> None:
    state = played(garden("a1 d2 d3", "ring goblet unicorn"), "turn 6 2", "end", "magic gap")
    assert pawn(state, 2) == "e2"
    played(state, "turn 6 1", "end", "magic gap")
    assert pawn(state, 2) == "e3"
    assert state.turn == 2
    assert state.rules.found[2] == 0


def test_gar_a8_no_pause_on_a_taken_square() -> None:
    state = garden("a1 b1", "goblet crown", magic=[[1, 0]])
    assert "b1" in told(state, "gap")
    state.play("gap b1")
    assert state.actions() == ["walk c1", "walk b2", "walk c2"]  # neither turn nor end
    state.play("walk c1")
    assert "end" in state.actions()
    assert told(state, "turn")


def test_gar_a8_a_gap_onto_a_taken_square_without_a_way_on_is_no_gap() -> None:
    state = garden("c4 c3", "goblet crown", hedges=SEALED_C3, magic=[[1, 0]])
    assert "c3" not in told(state, "gap")
    alone = garden("c4 h8", "goblet crown", hedges=SEALED_C3, magic=[[1, 0]])
    assert "c3" in told(alone, "gap")


def test_gar_a8_who_is_called_on_begins_on_a_shared_square_and_must_leave() -> None:
    state = played(garden("a1 b3", "black-cat crown"), "walk b3", "goal harp")
    assert state.turn == 1
    assert state.actions() == [f"walk {name}" for name in ("a1", "a2", "a3", "c3", "c4", "c5")]


def test_gar_a9_two_on_one_square_are_carried_together() -> None:
    state = played(garden("b3 b3 h8", "goblet crown key", turn=2), "turn 8 1", "end")
    assert pawn(state, 0) == pawn(state, 1) == "b4"


def test_gar_a10_the_final_gate_may_be_entered_although_somebody_is_there() -> None:
    state = played(garden("a3 a1", "A crown"), "walk a1")
    assert state.result == ((0,), (1, 2), None)


def test_gar_a11_flying_onto_a_taken_fairy_square() -> None:
    state = garden("e1 c3", "goblet crown", magic=[[0, 2]])
    assert "c3" in told(state, "fly")
    state.play("fly c3")
    assert [text.partition(" ")[0] for text in state.actions()] == ["walk"] * len(state.actions())
    assert "c3" not in told(state, "walk")
    sealed = garden("e1 c3", "goblet crown", hedges=SEALED_C3, magic=[[0, 2]])
    assert told(sealed, "fly") == ["f3", "a4", "h5", "c6", "f6", "d8"]


def test_a_flight_glows_on_its_whole_square_unless_one_can_walk_there() -> None:
    state = garden("e1 a1", "goblet crown", magic=[[0, 2]])
    near = set(told(state, "fly")) & set(told(state, "walk"))
    for mark in re.findall('<g data-action="fly .*?</g>', state.view(0).svg()):
        name = mark.partition('"fly ')[2][:2]
        assert ("#gd-flight" in mark) is (name not in near)
    assert near < set(told(state, "fly"))


def test_at_the_end_the_treasures_of_this_game_are_shown() -> None:
    state = garden("a3 a1", "A crown", unseen=(1 << GOALS) - 1 & ~sum(1 << card(name) for name in ("harp", "crown")))
    state.play("walk a1")
    scene = state.view(None).ending([[0.0, 0.0], [1.0, 0.0]])
    assert picture_of("harp") in scene
    assert [goal for goal in BOARD.goals if picture_of(goal) in scene] == ["harp"]  # the crown was still looked for


def test_gar_a11_from_a_shared_square_one_may_fly_or_slip_on() -> None:
    state = played(garden("e1 c3", "goblet crown", magic=[[1, 4]]), "fly c3")
    assert {text.partition(" ")[0] for text in state.actions()} == {"walk", "gap", "fly"}
    state.play("fly h5")
    assert "end" in state.actions()


def test_gar_a12_magic_before_and_after_the_hedge() -> None:
    state = garden("a1 h8", "goblet crown", magic=[[2, 2]])
    played(state, "gap b1", "turn 13 1", "gap a1", "walk c3", "fly c6", "end")
    assert pawn(state, 0) == "c6"


def test_gar_a13_one_crossing_for_each_card() -> None:
    state = played(garden("a1 h8", "goblet crown", magic=[[1, 0]]), "gap b1")
    assert told(state, "gap") == []
    assert state.rules.magic[0] == [0, 0]


def test_gar_a14_no_gap_in_the_outer_wall() -> None:
    state = garden("a1 h8", "goblet crown", magic=[[1, 0]])
    assert told(state, "gap") == ["b1"]
    with pytest.raises(IllegalAction):
        state.play("gap a2")  # an open edge needs no gap


def test_gar_a15_an_empty_pile_gives_nothing() -> None:
    state = played(garden("a1 h8", "goblet crown", pile=[0, 0]), "end")
    assert state.turn == 1
    last = played(garden("a1 h8", "goblet crown", pile=[0, 1]), "end")
    assert last.odds() == {"magic fairy": Fraction(1)}
    last.play("magic fairy")
    assert last.rules.pile == [0, 0]


def test_gar_a16_a_card_just_drawn_is_for_the_next_turn() -> None:
    state = played(garden("a1 h8", "goblet crown"), "end", "magic gap")
    assert state.turn == 1
    played(state, "end", "magic fairy")
    assert told(state, "gap") == ["b1"]


def test_gar_a17_no_magic_card_on_success() -> None:
    state = played(garden("a1 h8", "black-cat crown"), "walk b3", "goal ring")
    assert state.rules.magic[0] == [0, 0]
    assert state.rules.pile == [14, 14]


def test_gar_a18_gates_are_chosen_in_turn_and_differ() -> None:
    state = fabletop.game("garden", seats=3).new()
    assert (state.turn, state.actions()) == (0, ["place A", "place B", "place C", "place D"])
    state.play("place C")
    assert (state.turn, state.actions()) == (1, ["place A", "place B", "place D"])
    state.play("place A")
    assert (state.turn, state.actions()) == (2, ["place B", "place D"])


@pytest.mark.parametrize(("seats", "most"), [(2, 12), (3, 8), (4, 6)])
def test_gar_a19_the_goal_cards_must_go_round(seats: int, most: int) -> None:
    assert fabletop.game("garden", seats=seats).options["goals"] == 6
    assert fabletop.game("garden", seats=seats, goals=most).options["goals"] == most
    with pytest.raises(BadOption):
        fabletop.game("garden", seats=seats, goals=most + 1)
    with pytest.raises(BadOption):
        fabletop.game("garden", seats=seats, goals=0)


def test_gar_a20_half_a_turn_of_a_straight_hedge_carries_pawns_across() -> None:
    state = garden("a1 h8", "goblet crown")
    before = [state.rules.is_closed(edge) for edge in range(4)]
    state.play("turn 1 2")
    assert pawn(state, 0) == "b2"
    assert [state.rules.is_closed(edge) for edge in range(4)] == before


def test_gar_a21_no_quarters_and_four_quarters_are_no_turn() -> None:
    state = opening()
    for text in ("turn 1 0", "turn 1 4", "turn 0 1", "turn 26 1"):
        with pytest.raises(IllegalAction):
            state.play(text)


def test_gar_a22_the_first_one_home_has_won_at_once() -> None:
    assert played(garden("a3 h7", "A C", hedges={25: 1}), "walk a1").result == ((0,), (1, 2), None)


def test_gar_a22_finish_round_lets_the_others_come_home_too() -> None:
    state = garden("a3 h7 h3", "A C key", options={"finish_round": True})
    state.play("walk a1")
    assert state.turn == 1
    state.play("walk h8")
    assert state.turn == 2
    played(state, "end", "magic gap")
    assert state.result == ((0, 1), (1, 1, 2), None)


def test_gar_a22_finish_round_ends_with_the_last_seat() -> None:
    state = garden("h3 a3", "key A", turn=1, options={"finish_round": True})
    assert played(state, "walk a1").result == ((1,), (2, 1), None)


def test_gar_a22_finish_round_claims_at_the_start_of_the_last_turns() -> None:
    state = garden("a3 h4 a7 b8", "A crown D key", options={"finish_round": True})
    played(state, "walk a1", "turn 22 3", "end", "magic gap")
    assert pawn(state, 2) == "a8"
    assert state.turn == 3  # seat 2 is home without a decision
    played(state, "end", "magic gap")
    assert state.result == ((0, 2), (1, 2, 1, 2), None)


def test_gar_a23_with_two_players_the_opponent_chooses_the_gate() -> None:
    state = played(garden("h8 a1", "crown black-cat", turn=1, found=[0, 5]), "walk b3")
    assert state.turn == 0
    played(state, "gate B")
    assert state.turn == 0
    assert state.rules.card[1] == card("B")


def test_gar_a24_a_gate_with_a_pawn_may_be_chosen() -> None:
    state = played(garden("a1 h8", "black-cat crown", found=[5]), "walk b3", "gate C")
    assert pawn(state, 1) == "h8"
    assert state.rules.card[0] == card("C")


def test_gar_a25_no_diagonal_steps() -> None:
    for near, edges in zip(NEIGHBOURS, EDGES, strict=True):
        here = NEIGHBOURS.index(near)
        for other in near:
            assert other == -1 or abs(other // 8 - here // 8) + abs(other % 8 - here % 8) == 1
        assert all(edge == -1 for other, edge in zip(near, edges, strict=True) if other == -1)


def test_gar_a26_nothing_is_hidden_because_nothing_is_drawn_before() -> None:
    state = opening(3)
    for seat in (0, 1, 2, None):
        assert state.view(seat).fields() == state.view(0).fields()
        assert "ring at c1" in state.view(seat).text()
    assert state.rules.unseen.bit_count() == 21


def test_gar_a27_nobody_has_to_come_closer() -> None:
    state = played(garden("a3 h8", "black-cat crown"), "walk a1", "end")
    assert state.turn == CHANCE


def test_gar_a28_an_enclosed_pawn_can_still_be_carried() -> None:
    state = garden("d3 h8", "goblet crown", hedges=SEALED_D3)
    assert told(state, "walk") == []
    assert len(told(state, "turn")) == 75
    assert "end" in state.actions()
    assert pawn(played(state, "turn 6 1"), 0) == "d2"


# Decided by us


def test_nobody_is_stuck_on_a_shared_square_without_a_way_out() -> None:
    state = garden("c3 d3", "mirror crown", hedges=SEALED_D3, magic=[[1, 0]])
    played(state, "gap d3", "goal ring")
    assert state.turn == 1
    assert told(state, "walk") == []
    assert len(told(state, "turn")) == 75
    assert "end" in state.actions()
    state.play("turn 6 1")
    assert pawn(state, 0) == pawn(state, 1) == "d2"
    with_gap = garden("d3 d3", "ring crown", hedges=SEALED_D3, magic=[[1, 0]])
    assert with_gap.actions() == ["gap d2", "gap c3", "gap e3", "gap d4"]


def test_the_last_round_is_played_like_any_other() -> None:
    state = garden("a3 b3", "A candlestick", options={"finish_round": True}, found=[6, 5])
    played(state, "walk a1", "walk c5")
    assert state.turn == 0  # although home: the neighbour of the last seat
    state.play("gate B")
    assert state.result == ((0,), (1, 2), None)


# Worked examples


def test_gar_t1_from_gate_a_without_turning() -> None:
    state = garden("a1 h8", "goblet crown")
    assert ["a1", *told(state, "walk")] == ["a1", "a2", "a3", "b3", "c3", "c4", "c5"]


def test_gar_t1_seven_squares_from_every_gate_and_62_closed_edges() -> None:
    for gate, other in (("a1", "h8"), ("h1", "a8"), ("h8", "a1"), ("a8", "h1")):
        assert len(told(garden(f"{gate} {other}", "dragon ghost"), "walk")) == 6
    rules = fabletop.game("garden").new().rules
    assert sum(rules.is_closed(edge) for edge in range(100)) == 62


def test_gar_t2_turn_then_step() -> None:
    state = played(garden("a1 h8", "ring crown"), "turn 1 1")
    assert pawn(state, 0) == "b1"
    assert "c1" in told(state, "walk")
    state.play("walk c1")
    assert state.rules.found[0] == 1


def test_gar_t5_both_are_carried() -> None:
    state = played(garden("d4 e4", "ring crown"), "turn 13 1")
    assert (pawn(state, 0), pawn(state, 1)) == ("e4", "e5")


def test_gar_t6_walk_to_a_fairy_and_fly() -> None:
    state = played(garden("a1 h8", "goblet crown", magic=[[0, 2]]), "walk c3")
    assert sorted(told(state, "fly")) == ["a4", "c6", "d8", "e1", "f3", "f6", "h5"]


# Options


def test_goals_a_short_game_needs_one_goal_and_a_gate() -> None:
    state = opening(goals=1)
    played(state, "turn 1 1", "walk c1")
    assert state.turn == 1
    assert state.actions() == ["gate A", "gate B", "gate C", "gate D"]
    state.play("gate A")
    assert state.turn == 1


def test_layout_random_lays_hedge_after_hedge() -> None:
    state = fabletop.game("garden", seats=2, layout="random").new()
    for axle in range(25):
        assert state.turn == CHANCE
        assert state.odds() == {f"hedge {facing}": Fraction(1, 4) for facing in range(4)}
        assert f"hedge {axle + 1} is laid" in state.view(None).text()
        state.play(f"hedge {axle % 4}")
    assert state.rules.facing == [axle % 4 for axle in range(25)]
    assert state.actions() == ["place A", "place B", "place C", "place D"]


def test_finish_round_off_is_the_default() -> None:
    assert fabletop.game("garden").options == {
        "goals": 6,
        "layout": "first",
        "hedges": "T",
        "finish_round": False,
    }


def test_the_way_to_a_position_leaves_no_trace() -> None:
    one = played(opening(), "walk a2", "turn 20 1", "walk a1", "end", "magic gap")
    two = played(opening(), "turn 20 1", "end", "magic gap")
    assert one == two


# Against paper: the geometry of the board worked out once more, from corners and coordinates


def closed_on_paper(state: State) -> set[frozenset[tuple[int, int]]]:
    """Pairs of squares (row, column) with a hedge between them."""
    corners = [(r, c) for r in range(1, 8) for c in range(1, 8) if (r + c) % 2 == 0]
    edge = {1, 7}
    found = set()
    for (r, c), facing in zip(corners, state.rules.facing, strict=True):
        straight = r in edge or c in edge or (r, c) == (4, 4)
        inner = "NE" if state.game.options["hedges"] == "L" else "WNE"
        around = {"N": ((r - 1, c - 1), (r - 1, c)), "E": ((r - 1, c), (r, c))}
        around |= {"S": ((r, c), (r, c - 1)), "W": ((r, c - 1), (r - 1, c - 1))}
        for arm in "NS" if straight else inner:
            found.add(frozenset(around["NESW"[("NESW".index(arm) + facing) % 4]]))
    return found


def walks_on_paper(state: State) -> set[str]:
    rules = state.rules
    hedges, mover = closed_on_paper(state), rules.turn
    pawns = [divmod(at, 8) for at in rules.pawns[: rules.seats]]
    sought = list(BOARD.goals.values())[rules.card[mover]] if rules.card[mover] < GOALS else None
    goal = divmod((0, 7, 63, 56)[rules.card[mover] - GOALS] if sought is None else sought, 8)
    seen, todo = {pawns[mover]}, [pawns[mover]]
    while todo:
        here = todo.pop()
        if here == goal:
            continue
        for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            there = (here[0] + down, here[1] + right)
            if there in seen or not (0 <= there[0] < 8 and 0 <= there[1] < 8):
                continue
            if frozenset((here, there)) not in hedges:
                seen.add(there)
                todo.append(there)
    taken = set(pawns) - {goal}
    return {"abcdefgh"[c] + str(r + 1) for r, c in seen - taken - {pawns[mover]}}


@pytest.mark.parametrize("hedges", ["T", "L"])
def test_walks_are_those_on_paper(hedges: str) -> None:
    compared = 0
    for state, _ in random_game(fabletop.game("garden", seats=4, hedges=hedges, layout="random"), 11, most=900):
        if state.rules.phase == PLAYING and not state.rules.walked:
            assert set(told(state, "walk")) == walks_on_paper(state)
            compared += 1
    assert compared > 200


# Board data


def broken(old: str, new: str) -> str:
    assert old in BOARD_FILE
    return BOARD_FILE.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("a1 b1 c1 d1 e1 f1 g1 h1", "a1 b1 c1 d1 e1 f1 g1", "missing"),
        ("a1 b1 c1 d1 e1 f1 g1 h1", "a1 b1 c1 d1 e1 f1 g1 a1", "one name"),
        ('  "a8 b8', '  "a9 b9 c9 d9 e9 f9 g9 h9",\n  "a8 b8', "more than 64"),
        ('"a1 b1 b2 a2"', '"a1 b1 b2 z2"', "axle 1 is on 'z2', which is no square"),
        ('"a1 b1 b2 a2"', '"a1 b1 b2"', "axle 1: a1 b1 b2 do not lie clockwise"),
        ('"a1 b1 b2 a2"', '"a1 a2 b2 b1"', "clockwise"),
        ('"g1 h1 h2 g2"', '"h1 a2 a3 h2"', "axle 4.*clockwise"),
        ('"c1 d1 d2 c2"', '"a1 b1 b2 a2"', "edge between a1 and b1 is owned by both axles 1 and 2"),
        ('"c1 d1 d2 c2"', '"b1 c1 c2 b2"', "owned by both axles"),
        ('hedge = "I", start = 0', 'hedge = "I", start = 4', "axle 1 starts turned by 4 quarters"),
        ('hedge = "I", start = 0', 'hedge = "X", start = 0', "hedge 'X' without arms"),
        ('L = "NE"', 'L = "NO"', "hedge 'L' without arms"),
        ('A = "a1"', 'A = "i1"', "gate A is on 'i1'"),
        ('A = "a1"', 'A = "h1"', "two of one kind"),
        ('A = "a1"\n', "", "four gates"),
        ('["c3", "f3"', '["c3", "k3"', "fairy k3"),
        ('ring = "c1"', 'ring = "h3"', "two of one kind"),
        ('ring = "c1"', 'ring = "a1"', "the goal ring lies at a gate"),
        ('ring = "c1"\n', "", "24 goals"),
        ("gap = 14", "gap = -1", "magic"),
    ],
)
def test_a_broken_board_is_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load(broken(old, new))


def test_every_line_at_an_axle_belongs_to_one_hedge_and_twelve_are_bare() -> None:
    edges = [edge for row in EDGES for edge in row if edge >= 0]
    assert sorted(edges) == sorted([*range(100), *range(100)])  # each seen from both sides
    bare = {
        frozenset((here, other))
        for here in range(64)
        for other, edge in zip(NEIGHBOURS[here], EDGES[here], strict=True)
        if other >= 0 and edge < 0
    }
    assert len(bare) == 12
    assert all(len(set(around)) == 4 for around in AROUND)


def test_the_gates_are_equal_and_no_square_is_far_from_a_fairy() -> None:
    def steps(a: int, b: int) -> int:
        return abs(a // 8 - b // 8) + abs(a % 8 - b % 8)

    goals = BOARD.goals.values()
    far = {tuple(sorted(steps(gate, goal) for goal in goals)) for gate in BOARD.gates.values()}
    assert far == {(2, 3, 4, 4, 5, 5, 5, 5, 6, 6, 6, 7, 7, 8, 8, 8, 9, 9, 9, 9, 10, 10, 11, 12)}
    assert max(min(steps(at, fairy) for fairy in BOARD.fairies) for at in range(64)) == 3


# The text


def test_the_text_shows_pawns_goals_hedges_and_axles() -> None:
    lines = opening().view(0).text().splitlines()
    assert lines[2].startswith("1 │ A● ▒      ○  ▒")
    assert "seeks ○ the ring at c1" in "\n".join(lines)
    assert "▒▒▒10▒▒▒▒" in lines[7]
    assert "\x1b[" in opening().view(0).text(colour=True)


def test_the_text_of_a_finished_game_says_who_is_home() -> None:
    state = played(garden("a3 h8", "A crown"), "walk a1")
    assert state.rules.phase == ENDED
    assert "is home" in state.view(1).text()
    assert "the game is over" in state.view(1).text()


# Setting the hedges by hand


def by_hand(seats: int = 2) -> State:
    return fabletop.game("garden", seats, layout="hand").new()


def test_gar_r2_before_the_start_seat_after_seat_turns_a_hedge_or_is_done() -> None:
    state = by_hand()
    assert state.turn == 0
    assert state.actions()[-1] == "done"
    assert len(state.actions()) == 3 * 25 + 1
    before = list(state.rules.facing)
    played(state, "turn 7 1")
    assert state.turn == 1
    assert state.rules.facing[6] == before[6] + 1 & 3
    assert [i for i in range(25) if state.rules.facing[i] != before[i]] == [6]
    played(state, "turn 7 3")
    assert list(state.rules.facing) == before


def test_gar_a29_it_begins_when_all_have_been_done_in_a_row() -> None:
    state = played(by_hand(3), "done", "done", "turn 1 2")
    assert state.turn == 0
    played(state, "done", "done")
    assert state.actions()[-1] == "done", "the third has not said so since the last hedge"
    played(state, "done")
    assert state.turn == 0
    assert state.actions() == ["place A", "place B", "place C", "place D"]
    assert (state.rules.turned, state.rules.laid, state.rules.agreed) == (0, 0, 0)
    assert played(by_hand(), "done", "done").rules.facing == fabletop.game("garden", 2).new().rules.facing


def test_gar_a29_at_most_as_many_hedges_are_turned_as_there_are_for_each_seat() -> None:
    state = by_hand()
    for _ in range(50):
        played(state, "turn 1 1")
    assert state.actions() == ["done"]
    assert played(state, "done", "done").actions()[0] == "place A"


@pytest.mark.parametrize("level", ["gentle", "fair", "sharp"])
def test_gar_a29_computer_players_leave_the_hedges_as_they_are(level: str) -> None:
    state = by_hand()
    assert bot("garden", level, seed=1).choose(state.view(0)) == "done"
