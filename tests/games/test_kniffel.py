"""Space Kniffel, rule by rule: ids as in its RULES.md."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import fabletop
from fabletop.engine.game import Game, State
from fabletop.games.kniffel import dice
from fabletop.games.kniffel.rules import ALL_BOXES, BOXES, ROLL, SHEET
from fabletop.testing import played, position, random_game

SCORES = [f"score {box}" for box in SHEET]
NO_TRIPLE = "ufo rocket nebula star star"


def kniffel(seats: int = 2, **options: Any) -> Game:
    return fabletop.game("kniffel", seats=seats, **options)


def lying(throw: str, rolls: int = 0, free: str = "", seats: int = 2, **options: Any) -> State:
    """Seat 0 has five dice on the table; free are all its boxes, or only those named."""
    bits = sum(1 << SHEET.index(box) for box in free.split()) or ALL_BOXES
    return position(kniffel(seats, **options), dice=dice.named(throw), rolls=rolls, free=[bits])


def worth(throw: str, **options: Any) -> dict[str, int]:
    """What the boxes would bring, without those that bring nothing."""
    found = {}
    for box in SHEET:
        state = played(lying(throw, **options), f"score {box}")
        if state.rules.score(0):
            found[box] = state.rules.score(0)
    return found


def boxes(state: State) -> list[str]:
    return [action.removeprefix("score ") for action in state.actions() if action.startswith("score")]


# The rules


def test_kni_r1_five_dice_with_six_symbols_and_eleven_boxes() -> None:
    assert dice.SYMBOLS == ("ufo", "rocket", "nebula", "star", "sun", "planet")
    state = kniffel().new()
    assert state.turn == fabletop.CHANCE
    assert len(state.actions()) == 252
    assert state.actions()[0] == "roll ufo ufo ufo ufo ufo"
    assert state.actions()[-1] == "roll planet planet planet planet planet"
    assert boxes(played(state, "roll ufo ufo rocket star sun")) == list(SHEET)


def test_kni_r2_seat_0_begins_and_the_turn_goes_round() -> None:
    state = kniffel(3).new()
    for seat in (0, 1, 2, 0):
        state = played(state, "roll ufo rocket nebula star sun")
        assert state.turn == seat
        state = played(state, next(action for action in state.actions() if action.startswith("score")))


def test_kni_r3_three_rolls_at_most() -> None:
    state = played(kniffel(), "roll ufo ufo rocket star planet", "reroll rocket planet", "roll nebula sun")
    assert state.turn == 0
    assert state.rules.dice == dice.named("ufo ufo nebula star sun")
    state = played(state, "reroll ufo", "roll ufo")
    assert state.actions() == SCORES, "no roll is left"


def test_kni_r3_dice_set_aside_may_be_rolled_again() -> None:
    state = played(kniffel(), "roll ufo ufo ufo star star", "reroll star star", "roll sun sun")
    assert "reroll ufo ufo ufo" in state.actions()
    state = played(state, "reroll ufo ufo ufo", "roll sun sun sun", "score kniffel")
    assert state.rules.score(0) == 10


def test_kni_r3_stopping_early_is_allowed() -> None:
    state = played(kniffel(), "roll sun sun sun sun sun", "score kniffel")
    assert state.turn == fabletop.CHANCE
    assert state.rules.turn == 1
    assert len(state.actions()) == 252


def test_kni_r3_only_dice_on_the_table_may_be_rolled_again() -> None:
    state = played(kniffel(), "roll ufo ufo rocket star planet")
    rerolls = [action for action in state.actions() if action.startswith("reroll")]
    assert "reroll sun" not in rerolls
    assert "reroll ufo ufo ufo" not in rerolls
    assert "reroll ufo ufo rocket star planet" in rerolls
    assert len(rerolls) == 3 * 2 * 2 * 2 - 1
    with pytest.raises(fabletop.IllegalAction):
        state.play("reroll planet star")


@pytest.mark.parametrize(("throw", "ways"), [("sun sun sun sun sun", 5), ("ufo rocket nebula star sun", 31)])
def test_kni_r3_every_different_choice_is_listed_once(throw: str, ways: int) -> None:
    assert len(lying(throw, rolls=1).actions()) == ways + 11
    assert len(lying(throw, rolls=0).actions()) == 11


def test_kni_r4_each_box_once_in_any_order() -> None:
    state = played(kniffel(1), "roll ufo ufo ufo ufo ufo", "score kniffel", "roll ufo ufo ufo ufo ufo", "score sun")
    state = played(state, "roll ufo ufo ufo ufo ufo")
    assert boxes(state) == [box for box in SHEET if box not in ("kniffel", "sun")]
    with pytest.raises(fabletop.IllegalAction):
        state.play("score kniffel")


@pytest.mark.parametrize("symbol", dice.SYMBOLS)
def test_kni_r5_one_point_for_each_die_with_the_symbol(symbol: str) -> None:
    others = [other for other in dice.SYMBOLS if other != symbol]
    for n in range(6):
        throw = " ".join([symbol] * n + others[: 5 - n])
        assert worth(throw).get(symbol, 0) == n


@pytest.mark.parametrize(
    ("throw", "expected"),
    [
        ("star star star ufo rocket", {"triple": 2}),
        ("star star ufo ufo rocket", {"two-pairs": 3}),
        ("star star star ufo ufo", {"triple": 2, "two-pairs": 3, "triple-pair": 4}),
        ("rocket nebula star sun planet", {"five-different": 5}),
        ("star star star star star", {"triple": 2, "kniffel": 10}),
        ("star star star star ufo", {"triple": 2}),
        ("star star ufo rocket sun", {}),
    ],
)
def test_kni_r6_the_five_patterns(throw: str, expected: dict[str, int]) -> None:
    assert {box: points for box, points in worth(throw).items() if box not in dice.SYMBOLS} == expected


def test_kni_r6_there_is_no_bonus() -> None:
    state = position(kniffel(1), sheets=[[5] * 6], free=[ALL_BOXES - 0b111111])
    assert state.rules.score(0) == 30


def test_kni_r7_a_zero_may_go_to_any_free_box() -> None:
    state = played(lying(NO_TRIPLE, free="triple kniffel"), "score triple")
    assert state.rules.sheets[0][SHEET.index("triple")] == 0
    assert state.rules.free[0] == 1 << SHEET.index("kniffel")


def test_kni_r8_eleven_turns_each_and_54_at_most() -> None:
    best = [f"{symbol} {symbol} {symbol} {symbol} {symbol}" for symbol in dice.SYMBOLS]
    best += ["ufo ufo ufo sun star", "ufo ufo sun sun star", "ufo ufo ufo star star"]
    best += ["ufo rocket nebula star sun", "sun sun sun sun sun"]
    state = kniffel(1).new()
    for throw, box in zip(best, SHEET, strict=True):
        assert state.result is None
        state = played(state, "roll " + dice.NAMES[dice.named(throw)], f"score {box}")
    assert state.result == fabletop.Result(winners=(0,), ranks=(1,), scores=(54,))
    assert state.turn is None
    assert state.actions() == []


def ended(*points: int) -> State:
    """A game whose last box is filled with 0, after these points."""
    seats = len(points)
    free = [0] * (seats - 1) + [1 << SHEET.index("kniffel")]
    sheets = [[n] for n in points]
    game = kniffel(seats)
    state = position(game, turn=seats - 1, dice=dice.named(NO_TRIPLE), rolls=0, free=free, sheets=sheets)
    return played(state, "score kniffel")


def test_kni_r8_the_highest_total_wins() -> None:
    assert ended(3, 5, 4).result == fabletop.Result(winners=(1,), ranks=(3, 1, 2), scores=(3, 5, 4))


def test_kni_r8_ties_share_the_victory() -> None:
    assert ended(5, 5, 4).result == fabletop.Result(winners=(0, 1), ranks=(1, 1, 3), scores=(5, 5, 4))
    assert ended(2, 4, 4, 2).result == fabletop.Result(winners=(1, 2), ranks=(3, 1, 1, 3), scores=(2, 4, 4, 2))


def test_kni_r8_everybody_has_eleven_turns() -> None:
    turns: Counter[int] = Counter()
    for state, action in random_game(kniffel(4), 1):
        if action.startswith("score"):
            turns[state.rules.turn] += 1
    assert turns == {0: 11, 1: 11, 2: 11, 3: 11}
    assert state.result is not None
    assert state.rules.turn == 0, "the end is told by an empty table, not by whose turn it was"


# The gaps


def test_kni_a1_a_zero_is_a_free_choice() -> None:
    assert boxes(lying("sun sun sun sun sun", free="ufo sun kniffel")) == ["ufo", "sun", "kniffel"]


def test_kni_a1_strict_zero_allows_a_zero_only_where_nothing_scores() -> None:
    state = lying("sun sun sun sun sun", free="ufo sun kniffel triple", strict_zero=True)
    assert boxes(state) == ["sun", "triple", "kniffel"]
    nothing = lying("sun sun sun sun sun", free="ufo star five-different", strict_zero=True)
    assert boxes(nothing) == ["ufo", "star", "five-different"]


def test_kni_a1_strict_zero_does_not_forbid_rolling_again() -> None:
    state = lying("sun sun sun sun sun", rolls=2, free="ufo kniffel", strict_zero=True)
    assert state.actions()[:5] == ["reroll " + " ".join(["sun"] * n) for n in range(1, 6)]
    assert boxes(state) == ["kniffel"]


def test_kni_a2_must_max_leaves_only_the_best_boxes() -> None:
    throw = "sun sun sun star star"
    assert boxes(lying(throw, must_max=True)) == ["triple-pair"]
    assert boxes(lying(throw, free="sun two-pairs star triple", must_max=True)) == ["sun", "two-pairs"]
    assert boxes(lying(throw, free="ufo rocket", must_max=True)) == ["ufo", "rocket"]
    assert len(lying(throw, rolls=1, must_max=True).actions()) == 4 * 3 - 1 + 1


def test_kni_a2_must_max_with_strict_zero_is_must_max() -> None:
    for free in ("sun star triple", "ufo rocket", "ufo star"):
        both = lying("sun sun sun star star", free=free, must_max=True, strict_zero=True)
        assert boxes(both) == boxes(lying("sun sun sun star star", free=free, must_max=True))


def test_kni_a2_must_max_counts_what_the_house_counts() -> None:
    free, five = "sun triple two-pairs triple-pair", "ufo ufo ufo ufo ufo"
    assert boxes(lying(five, free=free, must_max=True)) == ["triple"]
    assert boxes(lying(five, free=free, must_max=True, joker=True)) == ["triple-pair"]
    assert boxes(lying(five, free=free, must_max=True, four_is_two_pairs=True)) == ["two-pairs"]


def test_kni_a3_boxes_need_not_be_filled_from_top_to_bottom() -> None:
    assert played(lying(NO_TRIPLE), "score kniffel").rules.turn == 1


@pytest.mark.parametrize("throw", ["sun sun sun sun star", "sun sun sun sun sun"])
def test_kni_a4_four_or_five_alike_are_a_triple(throw: str) -> None:
    assert worth(throw)["triple"] == 2


def test_kni_a5_triple_and_pair_are_two_pairs() -> None:
    assert worth("sun sun sun star star")["two-pairs"] == 3


def test_kni_a6_four_alike_are_two_pairs_only_by_option() -> None:
    four = "sun sun sun sun star"
    assert "two-pairs" not in worth(four)
    assert "two-pairs" not in worth(four, joker=True)
    assert worth(four, four_is_two_pairs=True)["two-pairs"] == 3
    assert "triple-pair" not in worth(four, four_is_two_pairs=True, joker=True)
    assert "two-pairs" not in worth("sun sun sun star ufo", four_is_two_pairs=True)


def test_kni_a6_five_alike_are_everything_only_by_option() -> None:
    five = "sun sun sun sun sun"
    assert worth(five) == {"sun": 5, "triple": 2, "kniffel": 10}
    joker = {"sun": 5, "triple": 2, "two-pairs": 3, "triple-pair": 4, "kniffel": 10}
    assert worth(five, joker=True) == joker
    assert worth(five, joker=True, four_is_two_pairs=True) == joker
    assert worth(five, four_is_two_pairs=True) == {"sun": 5, "triple": 2, "two-pairs": 3, "kniffel": 10}


def test_kni_a7_a_second_five_alike_brings_nothing_extra() -> None:
    state = played(kniffel(1), "roll sun sun sun sun sun", "score kniffel", "roll sun sun sun sun sun")
    assert played(state, "score ufo").rules.score(0) == 10


def test_kni_a9_eleven_turns_not_eleven_rolls() -> None:
    rolls = ["roll ufo rocket nebula star sun", *["reroll ufo", "roll ufo"] * 2]
    state = kniffel(1).new()
    for box in SHEET:
        assert state.result is None
        state = played(state, *rolls, f"score {box}")
    assert state.result is not None


def test_kni_a10_one_to_six_may_play() -> None:
    assert fabletop.game("kniffel").seats == 2
    assert kniffel(1).new().turn == kniffel(6).new().turn == fabletop.CHANCE
    with pytest.raises(fabletop.BadOption, match="1 to 6"):
        kniffel(7)


# The examples


def test_kni_t1() -> None:
    assert worth("ufo ufo ufo star rocket") == {"ufo": 3, "star": 1, "rocket": 1, "triple": 2}


def test_kni_t2() -> None:
    expected = {"star": 2, "sun": 3, "triple": 2, "two-pairs": 3, "triple-pair": 4}
    assert worth("sun sun sun star star") == expected


def test_kni_t3() -> None:
    assert worth("sun sun sun sun sun") == {"sun": 5, "triple": 2, "kniffel": 10}


def test_kni_t4() -> None:
    points = worth("ufo rocket nebula star planet")
    assert points["five-different"] == 5
    assert "two-pairs" not in points


# Odds, tables, state, text


@pytest.mark.parametrize(("n", "outcomes"), [(1, 6), (2, 21), (3, 56), (4, 126), (5, 252)])
def test_odds_are_exact(n: int, outcomes: int) -> None:
    state = played(kniffel(), "roll sun sun sun sun sun", "reroll " + " ".join(["sun"] * n))
    counted = Counter(tuple(sorted(roll)) for roll in product(range(6), repeat=n))
    expected = {
        "roll " + " ".join(dice.SYMBOLS[symbol] for symbol in roll): Fraction(ways, 6**n)
        for roll, ways in counted.items()
    }
    assert len(expected) == outcomes
    assert state.odds() == expected
    assert list(state.odds()) == state.actions()


def test_rolling_die_by_die_reaches_every_throw_as_often_as_its_weight() -> None:
    reached: Counter[int] = Counter({0: 1})
    for n in range(1, 6):
        reached = sum(
            (Counter({dice.PLUS[throw][side]: ways}) for throw, ways in reached.items() for side in range(6)),
            Counter(),
        )
        assert reached == {throw: dice.WAYS[throw] for throw in range(dice.FIRST[n], dice.FIRST[n + 1])}


def test_throws_are_numbered_by_size_and_symbol() -> None:
    assert dice.FIRST == (0, 1, 7, 28, 84, 210, 462)
    assert len(dice.THROWS) == 462
    assert len(kniffel().actions) == 461 + 461 + 11
    for throw, name in enumerate(dice.NAMES[1:], start=1):
        assert dice.named(name) == throw
        assert kniffel().actions[ROLL + throw] == f"roll {name}"


def test_dice_come_and_go() -> None:
    for throw in range(dice.FULL):
        for symbol in range(dice.SIDES):
            more = dice.PLUS[throw][symbol]
            assert dice.MINUS[more][symbol] == throw
            assert dice.SHOWN[more][symbol] == dice.SHOWN[throw][symbol] + 1


def test_every_pick_of_every_throw_leaves_the_rest() -> None:
    for throw in range(dice.FULL, len(dice.THROWS)):
        for part in dice.PARTS[throw - dice.FULL][: dice.PART_COUNT[throw - dice.FULL]]:
            state = position(kniffel(), dice=throw, rolls=1)
            state.play(f"reroll {dice.NAMES[part]}")
            rest = Counter(dice.THROWS[throw]) - Counter(dice.THROWS[part])
            assert Counter(dice.THROWS[state.rules.dice]) == rest


def test_equal_tables_are_equal_states() -> None:
    one = played(kniffel(), "roll ufo ufo rocket star planet", "reroll rocket star", "roll sun sun")
    two = played(kniffel(), "roll ufo sun sun sun sun", "reroll sun sun", "roll ufo planet")
    assert one == two
    assert hash(one) == hash(two)


def test_the_text_shows_the_sheet_the_dice_and_what_they_bring() -> None:
    state = lying("sun sun sun star star", rolls=1, free="sun two-pairs ufo", seats=2, strict_zero=True)
    lines = state.view(0).text().splitlines()
    assert len(lines) == 1 + BOXES + 1 + 2
    assert "▶●1" in lines[0]
    assert lines[1].split() == ["Ufos", "1", "each", "·", "·", "not", "now"]
    assert lines[5].split() == ["Suns", "1", "each", "·", "·", "3"]
    assert lines[6].split() == ["Planets", "1", "each", "0", "·"]
    assert lines[-1] == "● seat 1   [star] [star] [sun] [sun] [sun]   1 roll left"
    state = played(state, "reroll star star")
    assert state.view(1).text().splitlines()[-1] == "● seat 1   [sun] [sun] [sun] [ ] [ ]   1 roll left"
    assert "seat 1 and seat 2 win" in ended(4, 4).view(None).text()
    assert "seat 2 wins" in ended(3, 4).view(None).text()
    assert "\x1b" in state.view(0).text(colour=True)


def test_names_stand_over_the_columns_whose_they_are() -> None:
    view = fabletop.game("kniffel", 3).new().view(0)
    one, other = (view.svg(names=("Ada", second, "Cleo")) for second in ("Ben", "Bea"))
    heads = [re.findall(r'<g id="plate(\d)" class="plate"[^>]*>(.*?)</g>', svg) for svg in (one, other)]
    assert [seat for (seat, was), (_, now) in zip(*heads, strict=True) if was != now] == ["1"]
    assert len(heads[0]) == 3
