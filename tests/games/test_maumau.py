"""Mau-Mau(s), rule by rule: ids as in its RULES.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import fabletop
from fabletop import CHANCE
from fabletop.engine.game import Game, State, copied
from fabletop.engine.record import out_of_range
from fabletop.engine.rulebook import Rng
from fabletop.engine.translate import ENGLISH
from fabletop.games.maumau.rules import ANY, CARDS, COLOURS, DECK, NONE, PLAY, WISH, count
from fabletop.games.maumau.words import label
from fabletop.testing import played, position, random_game
from fabletop.words import Words

WISHES = [f"play wish {colour}" for colour in COLOURS]
OPTIONS = ("play_drawn", "free_draw", "stack_plus", "start_effects")
ALL_CARDS = (*CARDS, "wish", "wish", "wish")


def maumau(seats: int = 2, **options: Any) -> Game:
    return fabletop.game("maumau", seats=seats, **options)


def cards(names: str) -> int:
    """A set of cards: `red-1 wish wish`."""
    return sum(1 << CARDS.index(name) for name in names.split())


def names(of: int) -> list[str]:
    return [CARDS[card] for card in range(WISH) if of >> card & 1] + ["wish"] * (of >> WISH)


def hand(state: State, seat: int) -> list[str]:
    return names(state.rules.hands[seat])


def table(
    top: str, *hands: str, pile: str | None = None, bare: bool = False, wished: str = "", **options: Any
) -> State:
    """Seat 0 to play, with these hands.  The other cards are in the pile, or, if the pile is named, among the
    discards; on a bare table there are no others."""
    held = [cards(one) for one in hands]
    rest = 0 if bare else DECK - sum(held) - cards(top)
    stock = rest if pile is None else cards(pile)
    served = COLOURS.index(wished) if wished else ANY if top == "wish" else CARDS.index(top) // 7
    return position(
        maumau(len(hands), **options),
        phase=PLAY,
        hands=held,
        held=[count(one) for one in held],
        top=CARDS.index(top),
        colour=served,
        discards=rest - stock,
        pile=stock,
        left=count(stock),
    )


def dealt(game: Game, turned: str, *hands: str) -> State:
    """A game dealt card by card: hands of five."""
    state = game.new()
    for cards_of_round in zip(*(one.split() for one in hands), strict=True):
        played(state, *(f"deal {card}" for card in cards_of_round))
    return played(state, f"turn {turned}")


def deck_is_whole(state: State) -> bool:
    now = state.rules
    top = 0 if now.top == NONE else 1 << now.top
    rights = [count(one) for one in now.hands] == list(now.held) and count(now.pile) == now.left
    return rights and sum(now.hands) + now.pile + now.discards + top == DECK


BLUE = "blue-1 blue-2 blue-4 blue-5 yellow-5"
RED, MIXED = "red-1 red-2 red-3 red-4 red-5", "yellow-1 green-3 blue-3 yellow-4 green-5"


# The rules


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_mau_r1_five_cards_each_seat_by_seat_then_one_is_turned_up(seats: int) -> None:
    state = maumau(seats).new()
    for number in range(5 * seats):
        assert state.turn == CHANCE
        assert state.rules.turn == number % seats
        state.play(state.actions()[0])
    assert state.rules.held[:seats] == [5] * seats
    assert all(action.startswith("turn ") for action in state.actions())
    state.play("turn wish")
    assert state.turn == 0
    assert state.rules.left == 32 - 5 * seats - 1
    assert deck_is_whole(state)


def test_mau_r1_play_goes_clockwise() -> None:
    state = table("red-1", "red-2 blue-1", "red-3 blue-2", "red-4 blue-3")
    for seat, card in enumerate(("red-2", "red-3", "red-4")):
        assert state.turn == seat
        state.play(f"play {card}")
    assert state.turn == 0


def test_mau_r2_a_card_agrees_in_colour_or_number() -> None:
    state = table("green-2", "red-2 green-5 red-5 blue-4 yellow-2", "red-1")
    assert state.actions() == ["play red-2", "play yellow-2", "play green-5"]
    state.play("play yellow-2")
    assert hand(state, 0) == ["red-2", "red-5", "green-5", "blue-4"]
    assert CARDS[state.rules.top] == "yellow-2"
    assert names(state.rules.discards) == ["green-2"]


def test_mau_r3_who_cannot_lay_draws_one_and_the_turn_is_over() -> None:
    state = table("green-2", "red-1 blue-3", "red-3")
    assert state.actions() == ["draw"]
    state.play("draw")
    assert state.turn == CHANCE
    assert all(action.startswith("card ") for action in state.actions())
    state.play("card green-1")
    assert hand(state, 0) == ["red-1", "green-1", "blue-3"]
    assert state.turn == 1


def test_mau_r4_rest_goes_on_its_colour_or_another_rest() -> None:
    assert "play red-rest" in table("red-4", "red-rest blue-1", "red-1").actions()
    assert "play red-rest" in table("blue-rest", "red-rest blue-1", "red-1").actions()
    assert table("blue-plus", "red-rest green-1", "red-1").actions() == ["draw"]


@pytest.mark.parametrize(("seats", "then"), [(2, 0), (3, 2), (4, 2), (5, 2)])
def test_mau_r4_rest_makes_the_next_seat_miss_a_turn(seats: int, then: int) -> None:
    state = table("red-4", "red-rest blue-1", *["green-1", "green-2", "green-3", "green-4"][: seats - 1])
    assert played(state, "play red-rest").turn == then


def test_mau_r4_a_rest_acts_only_once() -> None:
    state = played(table("red-4", "red-rest blue-1", "green-1", "red-2 blue-2"), "play red-rest", "play red-2")
    assert state.turn == 0


def test_mau_r5_plus_goes_on_its_colour_or_another_plus() -> None:
    assert "play red-plus" in table("red-4", "red-plus blue-1", "red-1").actions()
    assert "play red-plus" in table("blue-plus", "red-plus green-1", "red-1").actions()
    assert table("blue-rest", "red-plus green-1", "red-1").actions() == ["draw"]


@pytest.mark.parametrize(("seats", "then"), [(2, 0), (3, 2), (4, 2), (5, 2)])
def test_mau_r5_plus_makes_the_next_seat_draw_and_passes_it_over(seats: int, then: int) -> None:
    state = table("red-4", "red-plus blue-1", *["red-1", "green-2", "green-3", "green-4"][: seats - 1])
    state.play("play red-plus")
    assert state.turn == CHANCE
    assert state.rules.turn == 1, "the card is for seat 1, without a decision"
    state.play("card red-2")
    assert hand(state, 1) == ["red-1", "red-2"]
    assert state.turn == then


def test_mau_r6_a_wish_goes_on_anything_and_names_a_colour() -> None:
    state = table("green-2", "wish red-1", "red-3 blue-1 green-1")
    assert state.actions() == WISHES
    state.play("play wish blue")
    assert state.turn == 1
    assert state.actions() == ["play blue-1"]


def test_mau_r6_the_wish_is_served_by_colour_alone() -> None:
    assert table("wish", "red-1 red-rest red-plus blue-1", "red-2", wished="blue").actions() == ["play blue-1"]


def test_mau_r7_the_discards_are_shuffled_when_the_pile_is_empty() -> None:
    state = table("green-2", "red-1 blue-3", "red-3", pile="")
    under = state.rules.discards
    state.play("draw")
    assert state.rules.pile == under
    assert state.rules.discards == 0
    assert CARDS[state.rules.top] == "green-2"
    assert deck_is_whole(state)


def test_mau_r7_the_last_card_of_the_pile_is_drawn_before_any_shuffle() -> None:
    state = played(table("green-2", "red-1 blue-3", "red-3", pile="red-2"), "draw")
    assert state.odds() == {"card red-2": Fraction(1)}
    assert played(state, "card red-2").rules.left == 0


def test_mau_r8_laying_the_last_card_wins() -> None:
    state = played(table("red-4", "red-1", "green-1", "green-2 green-3"), "play red-1")
    assert state.turn is None
    assert state.result == ((0,), (1, 2, 2), None)
    assert state.actions() == []


# The gaps


def test_mau_a1_the_deck() -> None:
    assert sorted(ALL_CARDS) == sorted(names(DECK))
    assert len(ALL_CARDS) == 32
    odds = maumau().new().odds()
    assert odds.pop("deal wish") == Fraction(4, 32)
    assert odds == {f"deal {card}": Fraction(1, 32) for card in CARDS[:WISH]}


def test_mau_a1_odds_follow_what_is_left() -> None:
    state = played(maumau(), "deal wish", "deal red-1")
    odds = state.odds()
    assert odds["deal wish"] == Fraction(3, 30)
    assert "deal red-1" not in odds
    assert odds["deal red-2"] == Fraction(1, 30)
    assert "deal wish" not in played(state, "deal wish", "deal wish", "deal wish").actions()


def test_mau_a2_a_drawn_card_stays_in_the_hand() -> None:
    state = played(table("green-2", "red-1", "red-3"), "draw", "card green-1")
    assert state.turn == 1


def test_mau_a2_play_drawn_offers_the_card_that_fits_and_no_other() -> None:
    state = table("green-2", "red-1 blue-3", "red-3", play_drawn=True)
    played(state, "draw", "card green-1")
    assert state.turn == 0
    assert state.actions() == ["play green-1", "keep"]
    laid = played(state.copy(), "play green-1")
    assert laid.turn == 1
    assert hand(laid, 0) == ["red-1", "blue-3"]
    assert CARDS[laid.rules.top] == "green-1"
    kept = played(state, "keep")
    assert kept.turn == 1
    assert hand(kept, 0) == ["red-1", "green-1", "blue-3"]


def test_mau_a2_play_drawn_a_card_that_does_not_fit_ends_the_turn_without_a_ply() -> None:
    state = played(table("green-2", "red-1 blue-3", "red-3", play_drawn=True), "draw", "card red-4")
    assert state.turn == 1


def test_mau_a2_play_drawn_a_wish_names_its_colour() -> None:
    state = played(table("green-2", "red-1 blue-3", "red-3", play_drawn=True), "draw", "card wish")
    assert state.actions() == [*WISHES, "keep"]
    assert played(state, "play wish red").actions() == ["play red-3"]


def test_mau_a2_play_drawn_a_kept_card_leaves_no_trace() -> None:
    kept = played(table("green-2", "red-1", "red-3", play_drawn=True), "draw", "card green-1", "keep")
    assert kept.rules.drawn == NONE


def test_mau_a2_play_drawn_a_special_card_acts() -> None:
    state = played(table("green-2", "red-1", "red-3", "blue-1", play_drawn=True), "draw", "card green-rest")
    assert played(state, "play green-rest").turn == 2


def test_mau_a3_no_drawing_while_a_card_fits() -> None:
    assert table("green-2", "green-1 red-1", "red-3").actions() == ["play green-1"]


def test_mau_a3_free_draw_allows_it() -> None:
    state = table("green-2", "green-1 red-1", "red-3", free_draw=True)
    assert state.actions() == ["play green-1", "draw"]
    assert played(state, "draw", "card blue-1").turn == 1


def test_mau_a3_free_draw_with_nothing_to_draw_leaves_no_way_out() -> None:
    state = table("green-2", "green-1 red-1", "red-3", bare=True, free_draw=True)
    assert state.actions() == ["play green-1"]


def test_mau_a3_free_draw_and_play_drawn_together() -> None:
    state = table("green-2", "green-1 red-1", "red-3", free_draw=True, play_drawn=True)
    played(state, "draw", "card green-5")
    assert state.actions() == ["play green-5", "keep"], "the cards held before must wait"


@pytest.mark.parametrize("turned", ["blue-rest", "blue-plus"])
def test_mau_a4_a_special_card_turned_up_only_shows_its_colour(turned: str) -> None:
    state = dealt(maumau(), turned, RED, BLUE)
    assert state.turn == 0
    assert state.actions() == ["draw"]
    assert [len(hand(state, seat)) for seat in (0, 1)] == [5, 5]


def test_mau_a4_on_a_wish_turned_up_any_card_may_follow() -> None:
    for effects in (False, True):
        state = dealt(maumau(start_effects=effects), "wish", MIXED, RED)
        assert state.turn == 0
        assert sorted(state.actions()) == sorted(f"play {card}" for card in MIXED.split())


@pytest.mark.parametrize(("seats", "then"), [(2, 1), (3, 1)])
def test_mau_a4_start_effects_a_rest_skips_the_first_seat(seats: int, then: int) -> None:
    hands = [RED, MIXED, BLUE][:seats]
    assert dealt(maumau(seats, start_effects=True), "red-rest", *hands).turn == then


def test_mau_a4_start_effects_a_plus_makes_the_first_seat_draw() -> None:
    state = dealt(maumau(start_effects=True), "red-plus", RED, MIXED)
    assert state.turn == CHANCE
    state.play("card wish")
    assert hand(state, 0) == [*RED.split(), "wish"]
    assert state.turn == 1


def test_mau_a4_start_effects_with_stack_plus_the_first_seat_may_answer() -> None:
    first = "blue-plus red-2 red-3 red-4 red-5"
    state = dealt(maumau(start_effects=True, stack_plus=True), "red-plus", first, MIXED)
    assert state.turn == 0
    assert state.actions() == ["play blue-plus", "draw"]
    assert played(state, "play blue-plus").actions() == ["draw"]
    played(state, "draw", "card red-1", "card yellow-2")
    assert len(hand(state, 1)) == 7
    assert state.turn == 0


def test_mau_a4_start_effects_ordinary_cards_do_nothing() -> None:
    assert dealt(maumau(start_effects=True), "red-1", MIXED, BLUE).turn == 0


def test_mau_a5_a_wish_is_not_a_card_for_everything() -> None:
    assert table("wish", "red-1 green-rest", "red-2", wished="blue").actions() == ["draw"]


def test_mau_a6_numbers_count_as_well_as_colours() -> None:
    assert table("green-2", "red-2 blue-3", "red-3").actions() == ["play red-2"]


def test_mau_a7_a_wish_answers_a_wish() -> None:
    state = table("wish", "wish red-1", "green-1 red-2", wished="blue")
    assert state.actions() == WISHES
    assert played(state, "play wish green").actions() == ["play green-1"]


def test_mau_a8_the_wish_stays_until_it_is_served() -> None:
    state = table("wish", "red-1", "green-1", "yellow-1 blue-1", wished="blue")
    played(state, "draw", "card red-2", "draw", "card red-3")
    assert state.actions() == ["play blue-1"]
    assert played(state, "play blue-1").rules.colour == COLOURS.index("blue")


def test_mau_a9_a_plus_is_not_answered_but_the_following_seat_may_lay_one() -> None:
    state = table("red-4", "red-plus blue-1", "green-plus green-1", "blue-plus green-2")
    played(state, "play red-plus", "card blue-5")
    assert state.turn == 2
    assert state.actions() == ["play blue-plus"]
    played(state, "play blue-plus", "card blue-2")
    assert state.turn == 1, "seat 0 has drawn and is passed over"


def test_mau_a9_stack_plus_the_draws_add_up() -> None:
    state = table("red-4", "red-plus blue-1", "green-plus red-1", "blue-plus red-2", stack_plus=True)
    state.play("play red-plus")
    assert state.turn == 1
    assert state.actions() == ["play green-plus", "draw"], "a red card is no answer"
    state.play("play green-plus")
    assert state.actions() == ["play blue-plus", "draw"]
    state.play("play blue-plus")
    assert state.actions() == ["draw"]
    played(state, "draw", "card red-3", "card red-5", "card yellow-1")
    assert hand(state, 0) == ["red-3", "red-5", "yellow-1", "blue-1"]
    assert state.turn == 1
    assert state.rules.plus == 0


def test_mau_a9_stack_plus_a_wish_is_no_answer() -> None:
    state = played(table("red-4", "red-plus blue-1", "wish red-1", stack_plus=True), "play red-plus")
    assert state.actions() == ["draw"]


def test_mau_a9_stack_plus_after_the_draw_the_plus_is_spent() -> None:
    state = table("red-4", "red-plus blue-1", "green-plus red-1", "red-2 green-1", stack_plus=True)
    played(state, "play red-plus", "draw", "card wish")
    assert state.turn == 2
    assert state.actions() == ["play red-2"]


@pytest.mark.parametrize("card", ["red-1", "green-plus", "wish"])
def test_mau_a9_forced_cards_cannot_be_played_at_once(card: str) -> None:
    for stack in (False, True):
        state = table("red-4", "red-plus blue-1", "green-1", "blue-2", stack_plus=stack, play_drawn=True)
        assert played(state, "play red-plus", *["draw"] * stack, f"card {card}").turn == 2


def test_mau_a9_stack_plus_a_long_draw_shuffles_on_the_way() -> None:
    state = table("red-4", "red-plus blue-1", "green-plus red-1", pile="yellow-1", stack_plus=True)
    played(state, "play red-plus", "play green-plus", "draw", "card yellow-1")
    assert state.turn == CHANCE
    assert "card red-plus" in state.actions()
    assert "card green-plus" not in state.actions(), "the top card stays"
    assert played(state, "card red-plus").turn == 1


def test_mau_a10_two_players_the_next_but_one_is_the_same_again() -> None:
    assert played(table("red-4", "red-rest red-1", "red-2"), "play red-rest").turn == 0
    assert played(table("red-4", "red-plus red-1", "red-2"), "play red-plus", "card red-3").turn == 0


def test_mau_a11_the_top_card_stays_and_a_wish_keeps_its_colour() -> None:
    state = table("wish", "red-1", "green-1 blue-1", pile="", wished="blue")
    played(state, "draw", "card red-2")
    assert CARDS[state.rules.top] == "wish"
    assert state.actions() == ["play blue-1"]


def test_mau_a12_with_nothing_to_draw_one_passes() -> None:
    state = table("green-2", "red-5", "red-3", "green-1 red-4", bare=True)
    assert state.actions() == ["pass"]
    played(state, "pass", "pass")
    assert state.actions() == ["play green-1"], "who can lay must"
    assert played(state, "play green-1").rules.passes == 0
    assert state.actions() == ["draw"], "the card below the top can be drawn again"
    state.play("draw")
    assert state.odds() == {"card green-2": Fraction(1)}


def test_mau_a12_a_full_round_of_passes_is_a_draw_and_fewest_cards_are_best() -> None:
    state = table("green-2", "red-1 red-5", "red-3", "red-4 blue-1 blue-3", "yellow-1", bare=True)
    played(state, "pass", "pass", "pass")
    assert state.result is None
    assert played(state, "pass").result == ((1, 3), (3, 1, 4, 1), None)


def test_mau_a12_a_plus_always_finds_the_card_it_covers() -> None:
    for stack in (False, True):
        state = table("red-4", "red-plus blue-1", "red-1 green-1", bare=True, stack_plus=stack)
        played(state, "play red-plus", *["draw"] * stack)
        assert state.odds() == {"card red-4": Fraction(1)}
        assert played(state, "card red-4").turn == 0


@pytest.mark.parametrize("card", ["red-rest", "red-plus", "wish red"])
@pytest.mark.parametrize("stack", [False, True])
def test_mau_a13_a_special_card_wins_at_once(card: str, stack: bool) -> None:
    state = played(table("red-4", card.partition(" ")[0], "red-1 red-2", stack_plus=stack), f"play {card}")
    assert state.result == ((0,), (1, 2), None)
    assert len(hand(state, 1)) == 2


def test_mau_a13_an_answering_plus_wins_too_and_nothing_stays_owed() -> None:
    state = table("red-4", "red-plus blue-1", "green-plus", stack_plus=True)
    played(state, "play red-plus", "play green-plus")
    assert state.result == ((1,), (2, 1), None)
    assert state.rules.plus == 0


def test_mau_a14_nobody_has_to_call() -> None:
    kinds = {word.partition(" ")[0] for word in maumau().actions}
    assert kinds == {"deal", "turn", "card", "play", "draw", "pass", "keep"}


@pytest.mark.parametrize("seats", [1, 6])
def test_mau_a15_two_to_five_play(seats: int) -> None:
    with pytest.raises(fabletop.BadOption, match="2 to 5"):
        maumau(seats)


def test_mau_a16_one_deal_is_the_game() -> None:
    result = played(table("red-4", "red-1", "green-1"), "play red-1").result
    assert result is not None
    assert result.scores is None


# The examples


def test_mau_t1_what_goes_on_a_green_two() -> None:
    state = table("green-2", "red-2 green-plus red-rest wish", "red-3")
    assert state.actions() == ["play red-2", "play green-plus", *WISHES]


def test_mau_t2_two_players_and_a_rest() -> None:
    state = played(dealt(maumau(), "red-1", "red-rest " + RED[6:], MIXED), "play red-rest")
    assert state.turn == 0


def test_mau_t3_the_wish_goes_round() -> None:
    state = table("red-4", "wish red-1", "green-1", "yellow-1 blue-2 red-2")
    played(state, "play wish blue")
    assert state.actions() == ["draw"]
    played(state, "draw", "card yellow-2")
    assert state.turn == 2
    assert state.actions() == ["play blue-2"]


def test_mau_t4_after_a_plus_the_next_but_one_plays() -> None:
    state = table("red-4", "red-plus blue-1", "red-1", "red-2 green-plus green-1")
    played(state, "play red-plus", "card red-3")
    assert state.turn == 2
    assert state.actions() == ["play red-2", "play green-plus"]


# What is known


def told(state: State, action: str) -> list[str]:
    """What each seat hears of an action, and last a spectator."""
    return [state.tell(seat, action) for seat in (*range(state.game.seats), None)]


def test_mau_secret_dealt_and_drawn_cards_are_told_to_their_owner_alone() -> None:
    assert told(maumau(3).new(), "deal red-1") == ["deal red-1", "deal ?", "deal ?", "deal ?"]
    drawing = played(table("green-2", "red-1", "red-3", "red-4"), "draw")
    assert told(drawing, "card red-2") == ["card red-2", "card ?", "card ?", "card ?"]
    forced = played(table("red-4", "red-plus red-1", "red-3", "red-5"), "play red-plus")
    assert told(forced, "card red-2") == ["card ?", "card red-2", "card ?", "card ?"]


def test_mau_secret_the_turned_up_card_and_all_decisions_are_public() -> None:
    state = maumau().new()
    for _ in range(10):
        state.play(state.actions()[0])
    assert told(state, "turn wish") == ["turn wish"] * 3
    assert told(table("red-4", "red-1 blue-1", "red-3"), "play red-1") == ["play red-1"] * 3


def test_mau_secret_worlds_with_other_hands_look_the_same() -> None:
    """Two deals that differ only in what seat 1 and the pile hold."""
    one = dealt(maumau(3), "yellow-rest", RED, MIXED, BLUE)
    two = dealt(
        maumau(3),
        "yellow-rest",
        RED,
        "wish wish wish green-rest green-plus",
        BLUE,
    )
    assert one != two
    for seat in (0, 2):
        mine, theirs = one.view(seat), two.view(seat)
        assert mine == theirs
        assert mine.fields() == theirs.fields()
        assert mine.text() == theirs.text()
        assert mine.svg() == theirs.svg()
        assert mine.actions() == theirs.actions()
    assert one.view(1) != two.view(1)
    played(one, "draw")
    played(two, "draw")
    assert one.odds() != two.odds()
    assert one.view(2).odds() == two.view(2).odds()
    assert one.view(0).odds() == two.view(0).odds()


def test_mau_secret_a_view_holds_nobody_elses_cards() -> None:
    state = dealt(maumau(3), "green-2", RED, MIXED, BLUE)
    for seat in (0, 1, 2, None):
        fields = state.view(seat).fields()
        assert [fields["hands"][other] != 0 for other in range(3)] == [other == seat for other in range(3)]
        assert fields["held"][:3] == [5, 5, 5]
        assert fields["left"] == 16
    shown = state.view(None).text()
    assert "on the pile: Green 2" in shown
    assert not [card for one in (RED, MIXED) for card in one.split() if label(f"play {card}", ENGLISH) in shown]


def test_mau_secret_the_card_in_question_is_hidden_from_the_others() -> None:
    state = played(table("green-2", "red-1", "red-3", play_drawn=True), "draw", "card green-1")
    assert state.view(0).fields()["drawn"] == CARDS.index("green-1")
    assert state.view(1).fields()["drawn"] == NONE
    assert state.view(1).actions() == []
    other = played(table("green-2", "red-1", "red-3", play_drawn=True), "draw", "card wish")
    assert state.view(1) == other.view(1)


def test_mau_secret_a_drawn_card_imagined_fits_and_comes_from_the_pile() -> None:
    state = table("green-2", "red-1 red-2", "red-3", pile="", play_drawn=True, free_draw=True)
    played(state, "draw", "card green-1")
    seen = set()
    for world in imagined(state, 1, 200):
        seen |= set(world.actions())
    greens = {f"play {card}" for card in CARDS if card.startswith("green") and card != "green-2"}
    twos = {"play yellow-2", "play blue-2"}  # red-2 is known to have been in the hand
    assert seen == greens | twos | {"keep", *WISHES}


def test_mau_kept_after_a_shuffle_everybody_knows_the_pile() -> None:
    state = table("green-2", "red-1 wish", "red-3 wish wish", "blue-1", pile="")
    played(state, "play wish red", "play red-3")
    assert state.rules.kept == 0, "no shuffle yet"
    state.play("draw")
    assert names(state.rules.kept) == ["red-1", "blue-1", "wish", "wish"]
    for seat in (0, 1, 2, None):
        assert state.view(seat).fields()["pile"] == state.rules.pile
        assert state.view(seat).odds() == state.odds()


def test_mau_kept_forgets_a_card_that_is_laid() -> None:
    state = table("green-4", "red-1 red-2", "green-1 wish blue-1", pile="")
    played(state, "draw", "card red-5")
    assert names(state.rules.kept) == ["red-1", "red-2", "green-1", "blue-1", "wish"]
    played(state, "play wish red", "play red-1")
    assert names(state.rules.kept) == ["red-2", "green-1", "blue-1"]
    assert "red-5" in hand(state, 0)


def test_mau_kept_cards_drawn_since_are_not_known() -> None:
    one = played(table("green-2", "red-1", "red-3", pile=""), "draw", "card red-5")
    two = played(table("green-2", "red-1", "red-3", pile=""), "draw", "card wish")
    assert one.view(1) == two.view(1)
    assert one.view(None) == two.view(None)


def imagined(state: State, seat: int | None, worlds: int) -> Iterator[State]:
    rng = Rng()
    rng.seed(4, 4)
    for _ in range(worlds):
        known = copied(state.view(seat).position)
        known.complete(rng)
        yield State(state.game, known)


@pytest.mark.parametrize("chosen", list(product([False, True], repeat=4)), ids=str)
def test_mau_complete_gives_possible_worlds(chosen: tuple[bool, ...]) -> None:
    game = maumau(min(5, 2 + sum(chosen)), **dict(zip(OPTIONS, chosen, strict=True)))
    for state, _ in random_game(game, 3, most=150):
        for seat in (*range(game.seats), None):
            for world in imagined(state, seat, 1):
                assert deck_is_whole(world)
                assert seat is None or hand(world, seat) == hand(state, seat)
                in_hands = Counter(card for other in range(game.seats) for card in hand(world, other))
                assert not Counter(names(state.rules.kept)) - in_hands
                assert world.view(seat) == state.view(seat)


def test_mau_complete_is_fair_to_every_unseen_card() -> None:
    state = dealt(maumau(), "green-2", RED, MIXED)
    worlds = 2000
    seen = Counter(card for world in imagined(state, 0, worlds) for card in hand(world, 1))
    assert "red-1" not in seen
    assert set(seen) == set(CARDS) - set(RED.split()) - {"green-2"}
    for card, times in seen.items():
        expected = worlds * 5 * (4 if card == "wish" else 1) / 26
        assert abs(times - expected) < 6 * expected**0.5, card


def test_mau_complete_is_fair_with_known_cards() -> None:
    """Three cards are known to be in two hands of one and two cards: each is as likely in either place."""
    state = played(table("green-2", "red-1", "blue-1", "blue-3 wish", pile=""), "draw")
    worlds = 1500
    seen = Counter(card for world in imagined(state, 0, worlds) for card in hand(world, 1))
    assert set(seen) == {"blue-1", "blue-3", "wish"}
    for times in seen.values():
        assert abs(times - worlds / 3) < 6 * (worlds / 3) ** 0.5


def test_mau_complete_mixes_known_and_drawn_cards() -> None:
    """Two cards are known to be in hands with room for three: each is in the hand of one in a third of the worlds."""
    state = played(table("green-2", "red-1", "blue-1", "yellow-1", pile=""), "draw", "card red-5")
    worlds = 1500
    seen = Counter(card for world in imagined(state, 2, worlds) for card in hand(world, 1))
    for times in (seen["red-1"], seen["blue-1"], seen.total() - seen["red-1"] - seen["blue-1"]):
        assert abs(times - worlds / 3) < 6 * (worlds / 3) ** 0.5


# All options together


def book(state: State) -> list[str]:
    """What the rules allow a seat to do, read once more, slowly, in words."""
    now, game = state.rules, state.game
    top, served = CARDS[now.top], "" if now.colour == ANY else COLOURS[now.colour]
    if now.drawn != NONE:
        card = CARDS[now.drawn]
        return [*(WISHES if card == "wish" else [f"play {card}"]), "keep"]
    fitting = []
    for card in dict.fromkeys(hand(state, now.turn)):
        colour, _, number = card.partition("-")
        on_wish = top == "wish"
        agrees = colour == served or not served or (not on_wish and number == top.partition("-")[2])
        if (number == "plus") if now.plus else (card == "wish" or agrees):
            fitting += WISHES if card == "wish" else [f"play {card}"]
    if now.left or now.discards:
        return fitting + ["draw"] * (not fitting or bool(game.options["free_draw"]) or now.plus > 0)
    return fitting or ["pass"]


@pytest.mark.parametrize("chosen", list(product([False, True], repeat=4)), ids=str)
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_mau_random_games_follow_the_book(seats: int, chosen: tuple[bool, ...]) -> None:
    game = maumau(seats, **dict(zip(OPTIONS, chosen, strict=True)))
    for seed in range(4):
        for state, action in random_game(game, seed):
            assert deck_is_whole(state)
            assert not list(out_of_range(state.rules))
            if state.turn == CHANCE:
                weights = Counter(names(state.rules.pile))
                kind = action.partition(" ")[0]
                assert state.odds() == {f"{kind} {c}": Fraction(n, state.rules.left) for c, n in weights.items()}
            else:
                assert state.actions() == book(state)
        assert state.result is not None
        assert len(state.result.winners) == 1
        assert sorted(state.result.ranks) == [1, *[2] * (seats - 1)]


def test_mau_r8_the_call_is_maumaus() -> None:
    for state, action in random_game(maumau(2), 3):
        before, last = state.copy(), action
    after = played(before.copy(), last)
    assert after.turn is None
    for language in ("en", "de"):
        told = Words(language).game("maumau").sentence(before.view(None), 0, last, after.view(None), ("Ada", "Ben"))
        assert "MauMau(s)!" in told
