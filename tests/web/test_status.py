"""What is said, heard and drawn of a table: the line above the board, signs, sounds, pictures."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from tests.web.made import WORDS, table, won

import fabletop
from fabletop.engine.game import Result
from fabletop.engine.rulebook import CHANCE
from fabletop.tables.entries import Entry
from fabletop.web.eyes import Eyes
from fabletop.web.seen import picture, status
from fabletop.web.signs import buttons_in_signs, told_in_signs
from fabletop.web.strips import sound


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
