"""What is said, heard and drawn of a table: the line above the board, signs, sounds, pictures."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from tests.web.made import ADA, BEN, WORDS, table, won

import fabletop
from fabletop.engine.game import Result
from fabletop.engine.rulebook import CHANCE
from fabletop.tables.cup import Sit
from fabletop.tables.entries import Entry, Head, SeatPlan
from fabletop.tables.seats import PERSON, Occupant
from fabletop.tables.table import Table
from fabletop.web.eyes import Eyes, looking
from fabletop.web.help_page import not_now
from fabletop.web.seen import (
    forgets,
    may_undo,
    picture,
    present,
    result_words,
    sat_down,
    scene,
    sentences,
    status,
    taken_back,
    thrown,
    told_lots,
)
from fabletop.web.signs import buttons_in_signs, told_in_signs
from fabletop.web.strips import sound, told_alone


def test_the_line_above_the_board_names_who_shares_a_device() -> None:
    deal = []
    state = fabletop.game("maumau", seats=2).new()
    while state.turn == CHANCE:
        deal.append(state.actions()[0])
        state.play(deal[-1])
    dealt = table("maumau", acts=tuple(deal))
    own, shared = status(dealt, Eyes((0,), 0), WORDS), status(dealt, Eyes((0, 1), 0), WORDS)
    assert shared == f"Ada – {own}"
    assert "Ada" not in own
    assert status(dealt, Eyes((1,), None), WORDS) == "Ada plays now."


def test_what_is_heard_fits_what_happened() -> None:
    spec = fabletop.game("duck").spec
    assert sound(spec, Entry(CHANCE, "roll 3")) == "roll"
    assert sound(spec, Entry(CHANCE, "card red-2")) == "card"
    assert sound(spec, Entry(0, "hop")) == "step"
    assert sound(spec, Entry(0, undo=2)) == "back"


def test_what_moves_is_a_group_and_the_whole_a_document() -> None:
    race = table("duck")
    whole = picture(race, WORDS, race.state.view(0))
    moving = picture(race, WORDS, race.state.view(0), whole=False)
    assert str(whole["svg"]).endswith("</svg>")
    assert str(moving["moving"]).endswith("</g>")
    assert str(moving["moving"]) in str(whole["svg"])


def test_signs_tell_who_is_to_do_what_and_who_has_won() -> None:
    begun = table("duck")
    assert told_in_signs(begun, None, own=False) == ["wait"]
    (other, wait), mine = told_in_signs(begun, 1, own=False), told_in_signs(begun, 1, own=True)
    assert wait == "wait"
    assert mine[0] == other
    assert mine[1] == "die"
    over = won()
    assert over.state.result
    crown, face = told_in_signs(over, None, own=False)
    assert crown == "crown"
    assert face == told_in_signs(begun, over.state.result.winners[0], own=False)[0]


def test_where_nobody_wins_the_sign_is_once_more() -> None:
    lost = table("duck")
    result = Result(winners=(), ranks=(2, 2), scores=None)
    lost.state = cast(Any, SimpleNamespace(result=result, turn=None))
    assert told_in_signs(lost, None, own=False) == ["again"]


def test_a_game_s_own_sign_comes_before_the_page_s() -> None:
    duck = table("duck", acts=("roll 5",))
    assert buttons_in_signs(duck, 0, ())["roll"] == ["die"]
    assert buttons_in_signs(table("kniffel"), 0, ()) == {}


# Whose turn it is, and what it says to whom


def dealt(*seats: Occupant) -> Table:
    """A game of cards after the deal: seat 0 is to act."""
    made = table("maumau", *seats)
    while made.turn == CHANCE:
        made.add(Entry(CHANCE, made.state.actions()[0]))
    return made


ALONE, OTHER, SHARED, NOBODY = Eyes((0,), None), Eyes((1,), None), Eyes((0, 1), None), Eyes((), None)


@pytest.mark.parametrize(
    ("seats", "eyes", "says"),
    [
        ((ADA, BEN), OTHER, "Ada plays now."),
        ((ADA, BEN), NOBODY, "Ada plays now."),
        ((Occupant(PERSON, "somebody"), BEN), OTHER, "Waiting for somebody to sit down …"),
        ((Occupant("fair", "Fox"), BEN), OTHER, "Fox is thinking …"),
        ((ADA, BEN), SHARED, "Ada, it is your turn."),
        ((ADA, BEN), Eyes((0, 1), 1), "Ada is next."),
    ],
)
def test_whom_the_table_waits_for_is_said(seats: tuple[Occupant, ...], eyes: Eyes, says: str) -> None:
    assert status(dealt(*seats), eyes, WORDS) == says


def test_while_chance_acts_for_nobody_it_takes_a_moment_and_before_all_are_here_it_waits() -> None:
    assert status(table("maumau"), ALONE, WORDS) == "A moment …"
    waits = Table(
        "t", Head("maumau", {}, [SeatPlan(PERSON, "Ada"), SeatPlan(PERSON, "Ben")], "00" * 32, dice=2, waits=True)
    )
    waits.seats = [ADA, BEN]
    assert status(waits, ALONE, WORDS) == "It begins when everybody is here."
    assert present(waits, ALONE, WORDS)["start"] is True
    assert present(waits, NOBODY, WORDS)["start"] is False
    assert present(dealt(), ALONE, WORDS)["start"] is False


@pytest.mark.parametrize(
    ("winners", "says"),
    [
        ((), "This time nobody has won."),
        ((1,), "Ben has won!"),
        ((0, 1), "You have all won together!"),
    ],
)
def test_who_has_won_is_said(winners: tuple[int, ...], says: str) -> None:
    over = table("duck")
    assert result_words(over, WORDS) == ""
    over.state = cast(Any, SimpleNamespace(result=Result(winners=winners, ranks=(), scores=None), turn=None))
    assert result_words(over, WORDS) == says


def test_several_of_many_have_won_by_name_and_who_plays_alone_alone() -> None:
    three = Table("t", Head("duck", {}, [SeatPlan(PERSON, name) for name in ("Ada", "Ben", "Eva")], "00" * 32))
    three.state = cast(Any, SimpleNamespace(result=Result(winners=(0, 2), ranks=(), scores=None), turn=None))
    assert result_words(three, WORDS) == "Ada and Eva have won!"
    alone = Table("t", Head("kniffel", {}, [SeatPlan(PERSON, "Ada")], "00" * 32))
    alone.state = cast(Any, SimpleNamespace(result=Result(winners=(0,), ranks=(), scores=None), turn=None))
    assert result_words(alone, WORDS) == "Ada has won!"


def test_a_page_is_told_what_may_be_pressed_by_whom() -> None:
    cards = dealt()
    told = {name: present(cards, eyes, WORDS) for name, eyes in (("own", ALONE), ("other", OTHER), ("none", NOBODY))}
    assert [(one["eye"], one["seat"], one["plays"], one["own"]) for one in told.values()] == [
        (0, 0, 0, True), (1, 0, 0, False), (None, 0, 0, False),
    ]  # fmt: skip
    assert [act for act, _label in told["own"]["acts"]] == cards.actions(0)
    assert told["other"]["acts"] == told["none"]["acts"] == []
    for one in told.values():
        assert (one["roll"], one["toss"], one["cover"], one["hand_on"], one["undo"], one["over"]) == (
            False, None, None, False, False, False,
        )  # fmt: skip
        assert (one["cover_words"], one["lift_words"], one["winners"]) == ("", "", [])


def test_a_shared_page_is_covered_until_its_person_has_lifted_the_cover_and_hands_it_on() -> None:
    cards = dealt()
    covered, lifted = present(cards, SHARED, WORDS), present(cards, Eyes((0, 1), 0), WORDS)
    assert (covered["eye"], covered["own"], covered["acts"], covered["cover"]) == (None, False, [], 0)
    assert (covered["cover_words"], covered["lift_words"]) == ("Pass the device to Ada", "I am Ada")
    assert (lifted["eye"], lifted["own"], lifted["cover"], lifted["hand_on"]) == (0, True, None, False)
    other = present(cards, Eyes((0, 1), 1), WORDS)
    assert (other["eye"], other["own"], other["cover"], other["hand_on"]) == (1, False, 0, True)
    assert present(cards, OTHER, WORDS)["hand_on"] is False


def test_her_own_dice_are_rolled_by_hand_and_a_device_gives_its_link() -> None:
    plans = [SeatPlan(PERSON, "Ada"), SeatPlan(PERSON, "Ben")]
    race = Table("t", Head("duck", {}, plans, "00" * 32, rolls=True, dice=2))
    race.seats = [ADA, BEN]
    own, other = present(race, ALONE, WORDS), present(race, OTHER, WORDS)
    assert (own["roll"], own["own"], own["acts"], own["toss"]) == (True, True, [], None)
    assert (other["roll"], other["own"], other["plays"]) == (False, False, 0)
    assert race.cup
    race.cup.sat(Sit(1, "ab" * 32, [0]))
    assert present(race, ALONE, WORDS)["toss"] == {"n": 1, "head": race.cup.head}
    assert present(race, OTHER, WORDS)["toss"] is None


def test_who_has_decided_last_may_take_it_back() -> None:
    race = table("duck", acts=("roll 5",))
    while race.turn == CHANCE:
        race.add(Entry(CHANCE, race.state.actions()[0]))
    seat = race.turn
    assert seat is not None
    assert not may_undo(race, (seat,))
    race.add(Entry(seat, race.actions(seat)[0]))
    assert may_undo(race, (seat,))
    assert not may_undo(race, (1 - seat,))
    race.add(Entry(CHANCE, race.state.actions()[0]))  # now something has become known
    assert not may_undo(race, (seat,))


def test_what_is_taken_back_and_who_changes_the_device_is_told() -> None:
    back = Entry(0, undo=1)
    assert taken_back(table("duck"), back, WORDS) == "Ada takes the last move back."
    assert taken_back(table("duck", Occupant("fair", "Fox"), BEN), back, WORDS) == "Fox's move is taken back."
    plans = [SeatPlan(PERSON, "Ada"), SeatPlan(PERSON, "Ben")]
    race = Table("t", Head("duck", {}, plans, "00" * 32, dice=2))
    race.seats = [ADA, BEN]
    said = []
    for device, seats in ((1, [0]), (2, [1]), (3, [0, 1])):
        race.add(Entry(CHANCE, sit=Sit(device, f"{device:064x}", seats)))
        said.append(sat_down(race, Sit(device, f"{device:064x}", seats), WORDS))
    assert said == ["", "", "Ada plays on another device now. Ben plays on another device now."]


@pytest.mark.parametrize(
    ("eyes", "first", "later"),
    [
        (ALONE, 0, 0),
        (OTHER, 1, 1),
        (NOBODY, None, None),
        (SHARED, None, None),
        (Eyes((0, 1), 1), 1, 1),
        (Eyes((0, 1), 0), 0, 0),
    ],
)
def test_cards_are_looked_at_through_eyes_that_may(eyes: Eyes, first: int | None, later: int | None) -> None:
    cards = dealt()
    assert looking(cards, eyes) == first
    cards.add(Entry(0, cards.actions(0)[0]))
    assert looking(cards, eyes) == later


def test_an_open_game_is_looked_at_by_whoever_is_to_act() -> None:
    race = table("duck")
    assert [looking(race, eyes) for eyes in (ALONE, OTHER, SHARED, NOBODY)] == [0, 1, 0, None]
    race.add(Entry(CHANCE, "roll 1"))
    assert race.state.acting == 1
    assert [looking(race, eyes) for eyes in (ALONE, OTHER, SHARED, NOBODY)] == [0, 1, 1, None]


def test_what_only_some_are_told_stays_before_their_eyes() -> None:
    cards, deal = table("maumau"), None
    while cards.turn == CHANCE:
        before, entry = cards.state.copy(), Entry(CHANCE, cards.state.actions()[0])
        cards.add(entry)
        deal = deal or (before, entry)
    assert deal
    before, entry = deal
    assert before.tell(0, entry.act) != before.tell(None, entry.act)
    assert told_alone(cards, before, entry, 0)
    assert not told_alone(cards, before, entry, None)
    race = table("duck")
    start = race.state.copy()
    race.add(Entry(CHANCE, "roll 1"))
    assert not told_alone(race, start, Entry(CHANCE, "roll 1"), 0)


def test_the_dice_lie_as_they_were_thrown_last_by_anybody() -> None:
    race = table("duck", acts=("roll 3", "roll 4"))
    assert thrown(race.game.spec, race.plies) == "roll 4"
    assert thrown(race.game.spec, race.plies[:1]) == "roll 3"
    assert thrown(race.game.spec, ()) == ""


def test_a_page_begins_with_the_log_and_who_begins() -> None:
    race = table("duck", acts=("roll 3", "roll 4"), lots=([6, 2],))
    told = scene(race, NOBODY, WORDS)
    log = told["log"]
    assert isinstance(log, list)
    assert log[:2] == ["Who begins? Ada rolls a 6 and Ben rolls a 2.", "Ada begins."]
    assert any("3" in line for line in log[2:])
    assert any("4" in line for line in log[2:])
    assert log[-1] in " ".join(sentences(race, table("duck", acts=("roll 3",)).state, race.plies[-1], None, WORDS))


def test_a_long_game_begins_with_its_last_sentences_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fabletop.web.seen.LOG", 2)
    acts = ("roll 1", "roll 2", "roll 1")
    short, long = (table("duck", acts=acts[:plies], lots=([6, 2],)) for plies in (2, 3))
    begins = told_lots(short, WORDS)
    log = scene(short, NOBODY, WORDS)["log"]
    assert isinstance(log, list)
    assert log[:2] == begins
    log = scene(long, NOBODY, WORDS)["log"]
    assert isinstance(log, list)
    assert begins[0] not in log


def test_where_remembering_is_the_game_the_log_forgets_with_each_throw_until_the_end() -> None:
    ball = table("cinderella")
    assert ball.game.spec.fleeting
    throw = next(entry for entry in won("cinderella").plies if ball.game.spec.is_throw(entry.act))
    assert forgets(ball, throw)
    assert not forgets(ball, Entry(0, "look 1"))
    assert not forgets(won("cinderella"), throw)
    assert not forgets(table("duck"), Entry(CHANCE, "roll 3"))


def test_parts_that_can_be_chosen_on_the_board_are_named() -> None:
    dice = table("kniffel")
    while dice.turn == CHANCE:
        dice.add(Entry(CHANCE, dice.state.actions()[0]))
    parts = picture(dice, WORDS, dice.state.view(dice.turn))["parts"]
    assert isinstance(parts, dict)
    assert parts
    assert all(name and name != part for part, name in parts.items())
    assert picture(dice, WORDS, dice.state.view(None))["parts"] == {}


def test_buttons_have_signs_for_whoever_sits_there() -> None:
    race = table("duck")
    assert present(race, ALONE, WORDS)["pictures"] == present(race, OTHER, WORDS)["pictures"] != {}
    assert present(race, NOBODY, WORDS)["pictures"] == {}


def test_on_a_shared_page_only_whose_cover_is_lifted_takes_back() -> None:
    tiles = table("cinderella")
    while tiles.turn == CHANCE:
        tiles.add(Entry(CHANCE, tiles.state.actions()[0]))
    seat = tiles.turn
    assert seat is not None
    undo = [present(tiles, eyes, WORDS)["undo"] for eyes in (SHARED, Eyes((0, 1), 1 - seat), Eyes((0, 1), seat))]
    assert undo == [False, False, False]  # nothing was decided
    tiles.undo = lambda seat: []  # type: ignore[method-assign]
    tiles.decided_last = lambda: seat  # type: ignore[method-assign]
    undo = [
        present(tiles, eyes, WORDS)["undo"]
        for eyes in (Eyes((0, 1), 1 - seat), Eyes((0, 1), seat), Eyes((seat,), None))
    ]
    assert undo == [False, True, True]


def test_why_nobody_here_can_do_anything_is_said() -> None:
    cards = dealt()
    assert [not_now(cards, eyes, WORDS) for eyes in (ALONE, OTHER, SHARED, Eyes((0, 1), 0))] == [
        "", "It is Ada's turn.", "It is Ada's turn.", "",
    ]  # fmt: skip
    assert not_now(table("maumau"), ALONE, WORDS) == "A moment …"
    assert not_now(won(), ALONE, WORDS) == "The game is over."
