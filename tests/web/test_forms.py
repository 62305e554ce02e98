"""What a form offers and what is made of it, without a server: seats, names, animals, house rules, links, settings."""

from __future__ import annotations

import argparse

import pytest
from tests.web.made import WORDS

from fabletop.engine.errors import BadOption
from fabletop.engine.registry import spec_of
from fabletop.tables.cup import Given
from fabletop.tables.tally import Tally
from fabletop.web.dice_page import faces, given_of
from fabletop.web.games_page import outcome
from fabletop.web.settings import add_arguments, chosen, pace
from fabletop.web.setup_page import (
    ELSEWHERE,
    HERE,
    NOBODY,
    Row,
    chosen_value,
    enough,
    option_row,
    usual_animals,
    usual_kinds,
    usual_names,
)
from fabletop.web.shelf import Kept, Note


def rows(*kinds: str, animals: tuple[str, ...] = ()) -> list[Row]:
    return [Row(seat, kind, "", dict(enumerate(animals)).get(seat, "")) for seat, kind in enumerate(kinds)]


def test_people_without_a_name_are_numbered_and_computer_players_are_animals() -> None:
    assert usual_names(rows(HERE, "fair", NOBODY, "gentle", ELSEWHERE), WORDS) == [
        "Player 1", "Hedgehog", "Player 2", "Owl", "Player 3",
    ]  # fmt: skip


def test_a_chosen_animal_is_kept_and_nobody_else_is_given_it() -> None:
    found = usual_animals(rows(HERE, "fair", ELSEWHERE, NOBODY, animals=("duckling", "", "unicorn")))
    assert found == ["duckling", "hedgehog", "deer", "squirrel"]


@pytest.mark.parametrize("game", ["duck", "kniffel", "maumau", "mensch"])
def test_a_form_begins_with_a_person_here_and_at_most_two_computer_players(game: str) -> None:
    low, high = spec_of(game).seats
    kinds = usual_kinds(game)
    players = [kind for kind in kinds if kind != NOBODY]
    assert len(kinds) == high
    assert kinds[0] == HERE
    assert low <= len(players) <= max(low, 3)
    assert len(players) == max(low, min(spec_of(game).usual_seats, 3))
    assert kinds[: len(players)] == players
    assert len(set(players[1:])) <= 1
    assert HERE not in players[1:]


def test_as_many_may_play_as_the_game_is_for() -> None:
    spec = spec_of("mensch")
    low, high = spec.seats
    for players in (low, high):
        enough(spec, players)
    for players in (low - 1, high + 1):
        with pytest.raises(BadOption, match=f"for {low} to {high} players"):
            enough(spec, players)


def test_a_house_rule_of_a_form_is_the_chosen_one_or_the_usual_one() -> None:
    spec = spec_of("mensch")
    switch = next(option for option in spec.offered if option.values == (False, True))
    choice = next(option for option in spec.offered if option.values != (False, True))
    assert chosen_value(spec, switch.name, {}) is False
    assert chosen_value(spec, switch.name, {f"option-{switch.name}": "on"}) is True
    assert chosen_value(spec, choice.name, {}) == choice.default
    other = next(value for value in choice.values if value != choice.default)
    form = {f"option-{choice.name}": str(other)}
    assert chosen_value(spec, choice.name, form) == other
    usual, changed = option_row(spec, WORDS, choice.name, {}), option_row(spec, WORDS, choice.name, form)
    assert (usual["switch"], usual["on"], changed["on"]) == (False, False, True)
    for row, value in ((usual, choice.default), (changed, other)):
        picked = [shown for shown, _, on in row["values"] if on]  # type: ignore[attr-defined]
        assert picked == [str(value)]
    assert option_row(spec, WORDS, switch.name, {})["switch"] is True


@pytest.mark.parametrize("missing", ["device", "n", "i"])
def test_a_link_comes_with_all_its_numbers_or_not_at_all(missing: str) -> None:
    form = {"device": "0", "n": "0", "i": "0", "link": "ab", "head": "cd"}
    assert given_of(form) == Given(0, 0, 0, "ab", "cd")
    assert given_of({name: text for name, text in form.items() if name != missing}) is None
    assert given_of(form | {missing: "-1"}) is None


def test_faces_are_told_with_what_was_to_be_expected_and_a_bar_beside_the_most() -> None:
    assert faces(Tally({"1": 3, "2": 1}, {"1": 2.0, "2": 2.0}), "duck", WORDS) == [
        ("1", 3, "2.0", 100),
        ("2", 1, "2.0", 33),
    ]
    assert [bar for *_, bar in faces(Tally({"1": 1}, {"1": 4.0}), "duck", WORDS)] == [25]
    assert [bar for *_, bar in faces(Tally({"1": 0}, {"1": 0.5}), "duck", WORDS)] == [0]


@pytest.mark.parametrize(
    ("note", "says"),
    [
        ({"winners": []}, "Nobody has won."),
        ({"winners": [0, 1]}, "Won together!"),
        ({"winners": [1]}, "Won by Ben"),
        ({"winners": [1], "scores": [9, 7]}, "Ben: 7 points"),
        ({"winners": [0], "scores": [1, 0]}, "Ada: 1 point"),
        ({"winners": [0], "names": ["Ada"]}, "Won by Ada"),
    ],
)
def test_how_a_game_has_ended_is_said_in_one_line(note: dict[str, object], says: str) -> None:
    known: dict[str, object] = {"names": ["Ada", "Ben"], "over": True}
    assert outcome(Kept("t", Note("duck", 0.0, **(known | note))), WORDS) == says  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("argument", "least", "most", "beyond"),
    [
        ("--port", "1", "65535", ("0", "65536")),
        ("--workers", "1", "64", ("0", "65")),
        ("--limits", "0", "1000000", ("1000001",)),
        ("--tables-per-client", "1", "1000000", ("0",)),
    ],
)
def test_a_setting_is_taken_up_to_its_bounds(argument: str, least: str, most: str, beyond: tuple[str, ...]) -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    for given in (least, most):
        settings = chosen(parser.parse_args([argument, given]))
        assert float(getattr(settings, argument[2:].replace("-", "_"))) == float(given)
    for given in beyond:
        with pytest.raises(BadOption, match=argument):
            chosen(parser.parse_args([argument, given]))


def test_a_pace_is_from_nothing_to_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    for given in ("0", "3600"):
        monkeypatch.setenv("FABLETOP_PACE", given)
        assert pace() == float(given)
    for given in ("-0.1", "3600.1", "soon"):
        monkeypatch.setenv("FABLETOP_PACE", given)
        with pytest.raises(BadOption, match="FABLETOP_PACE"):
            pace()
