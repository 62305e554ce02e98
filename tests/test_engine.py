"""The public face: games, options, states, views, errors."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fabletop
from fabletop.engine import registry
from fabletop.engine.errors import listed, quoted
from fabletop.engine.record import field, out_of_range, record
from fabletop.engine.rulebook import NOBODY, BaseRules, Moves, Rng, bits, lowest
from fabletop.engine.spec import Option, choice, switch
from fabletop.testing import played, position

# Records


@record
class Sample:
    number: int = field(-3, 5)
    row: list[int] = field(0, 9, 4)
    grid: list[list[int]] = field(1, 2, 2, 3)

    def double(self) -> int:
        return 2 * self.number


def test_a_fresh_record_is_in_range_and_keeps_its_methods() -> None:
    sample = Sample()
    assert (sample.number, sample.row, sample.grid) == (0, [0, 0, 0, 0], [[1, 1, 1], [1, 1, 1]])
    assert not list(out_of_range(sample))
    sample.number = 4
    assert sample.double() == 8


def test_records_compare_and_copy_by_value() -> None:
    one, two = Sample(), Sample()
    two.row[2] = 7
    assert one != two
    one.become(two)  # type: ignore[attr-defined]
    assert one == two
    assert hash(one) == hash(two)
    one.grid[0][1] = 2
    assert two.grid == [[1, 1, 1], [1, 1, 1]]


def test_out_of_range_names_the_cell() -> None:
    sample = Sample()
    sample.grid[1][2] = 3
    assert list(out_of_range(sample)) == ["grid[1][2] is 3, not 1 to 2"]


def test_a_record_takes_no_other_attribute() -> None:
    with pytest.raises(AttributeError):
        Sample().other = 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("bad", [(3, 2), (0, 1, 2, 2, 2)])
def test_a_field_that_makes_no_sense_is_refused(bad: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="a field"):
        field(*bad)


# The generator and the move buffer


def test_streams_are_reproducible_and_differ() -> None:
    def words(seed: int, stream: int) -> list[int]:
        rng = Rng()
        rng.seed(seed, stream)
        return [rng.word() for _ in range(5)]

    assert words(1, 2) == words(1, 2)
    different = {tuple(words(seed, stream)) for seed in (0, 1, 2, 1 << 40) for stream in (0, 1, 2, 1 << 40)}
    assert len(different) == 16


def test_xoshiro128_plus_plus_follows_its_definition() -> None:
    rng = Rng()
    rng.a, rng.b, rng.c, rng.d = 1, 2, 3, 4
    assert [rng.word() for _ in range(4)] == [641, 1573767, 3222811527, 3517856514]


@given(st.integers(1, 500), st.integers(0, 2**62))
def test_below_stays_below(n: int, seed: int) -> None:
    rng = Rng()
    rng.seed(seed, 0)
    assert all(0 <= rng.below(n) < n for _ in range(20))


def test_below_is_even() -> None:
    rng = Rng()
    rng.seed(5, 5)
    counts = [0] * 6
    for _ in range(60_000):
        counts[rng.below(6)] += 1
    assert all(abs(count - 10_000) < 500 for count in counts), counts


def test_pick_follows_the_weights() -> None:
    rng, moves = Rng(), Moves()
    rng.seed(1, 0)
    for action, weight in ((3, 1), (5, 0), (8, 3)):
        moves.add_weighted(action, weight)
    picked = [moves.pick(rng) for _ in range(4000)]
    assert set(picked) == {3, 8}
    assert 2850 < picked.count(8) < 3150


@given(st.sets(st.integers(0, 60)))
def test_sets_of_bits(members: set[int]) -> None:
    packed = sum(1 << member for member in members)
    assert bits(packed) == len(members)
    if members:
        assert lowest(packed) == min(members)
    moves = Moves()
    moves.add_set(100, packed)
    assert moves.room[: moves.n] == [100 + member for member in sorted(members)]


# Options


def test_options_say_what_is_allowed() -> None:
    number, word, house = choice("n", *range(4, 13), help=""), choice("w", "a", "b", help=""), switch("h", "")
    assert number.domain() == "4 to 12"
    assert word.domain() == "a, b"
    assert (house.default, house.domain()) == (False, "off, on")
    assert [number.parse("7"), word.parse("b"), house.parse("on")] == [7, "b", True]
    assert [number.code(7), word.code("b"), house.code(True)] == [7, 1, 1]


@pytest.mark.parametrize(
    ("option", "value"), [(switch("h", ""), 1), (choice("n", 1, 2, help=""), True), (choice("n", 1, 2, help=""), "1")]
)
def test_an_option_keeps_its_type(option: Option, value: object) -> None:
    with pytest.raises(fabletop.BadOption, match="is not one of"):
        option.check(value)


# Games


@pytest.mark.parametrize(
    ("id", "seats", "options", "says"),
    [
        ("chess", None, {}, "there is no game 'chess'; the games are "),
        (3, None, {}, "there is no game 3"),
        ("mensch", 5, {}, "2 to 4 seats, not 5"),
        ("mensch", True, {}, "2 to 4 seats, not True"),
        ("mensch", 2, {"track": 33}, "option track: 33 is not one of 40, 32"),
        ("mensch", 2, {"trak": 40}, "no option 'trak'; its options: track, "),
        ("maumau", 3, {"play_drawn": "on"}, "option play_drawn: 'on' is not one of off, on"),
    ],
)
def test_bad_choices_are_refused_in_one_line(id: Any, seats: Any, options: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says) as error:
        fabletop.game(id, seats, **options)
    assert "\n" not in str(error.value)


def test_games_are_equal_when_their_choices_are() -> None:
    assert fabletop.game("mensch", seats=2, track=40) == fabletop.game("mensch", seats=2)
    assert fabletop.game("mensch", seats=2) != fabletop.game("mensch", seats=3)
    assert repr(fabletop.game("mensch", seats=2, track=32)) == "fabletop.game('mensch', seats=2, track=32)"
    assert len({fabletop.game("mensch"), fabletop.game("mensch")}) == 1


# States


def test_the_example_of_the_design() -> None:
    state = fabletop.game("mensch", seats=2, track=32).new()
    assert state.turn == fabletop.CHANCE
    assert state.odds() == {f"roll {n}": Fraction(1, 6) for n in range(1, 7)}
    state.play("roll 6")
    assert state.turn == 0
    assert state.actions() == ["enter"]
    assert state.odds() == {}
    assert state.result is None


@pytest.mark.parametrize("action", ["move 1", "roll 3", "", "ENTER", "enter ", 7, None, "x" * 1000])
def test_an_illegal_action_changes_nothing_and_says_what_is_legal(action: Any) -> None:
    state = played(fabletop.game("mensch", seats=2), "roll 6")
    before = state.copy()
    with pytest.raises(fabletop.IllegalAction, match="legal: enter") as error:
        state.play(action)
    assert state == before
    assert len(str(error.value)) < 200


def test_after_the_end_nothing_is_legal() -> None:
    game = fabletop.game("mensch", seats=2)
    state = position(game, figures=[[42, 41, 39], [-1, -1, -1]], die=1, tries=0)
    state.play("move 3")
    assert state.turn is None
    assert state.result == fabletop.Result(winners=(0,), ranks=(1, 2), scores=None)
    assert state.actions() == []
    with pytest.raises(fabletop.IllegalAction, match="the game is over"):
        state.play("roll 1")


def test_copies_are_independent() -> None:
    state = fabletop.game("mensch", seats=2).new()
    twin = state.copy()
    assert twin == state
    assert hash(twin) == hash(state)
    twin.play("roll 6")
    assert twin != state
    assert state.turn == fabletop.CHANCE


# Views


def test_a_view_is_for_a_seat_that_exists() -> None:
    state = fabletop.game("mensch", seats=2).new()
    assert state.view(1).seat == 1
    assert state.view(None).seat is None
    for seat in (2, -1, True, "0"):
        with pytest.raises(ValueError, match="the seats are 0 to 1"):
            state.view(seat)  # type: ignore[arg-type]


def test_only_the_seat_to_act_has_actions() -> None:
    state = played(fabletop.game("mensch", seats=2), "roll 6")
    assert state.view(0).actions() == ["enter"]
    assert state.view(1).actions() == []
    assert state.view(None).actions() == []


def test_a_view_has_odds_text_picture_and_numbers() -> None:
    view = fabletop.game("mensch", seats=2).new().view(0)
    assert sum(view.odds().values()) == 1
    assert "seat 1" in view.text()
    assert view.svg().startswith("<svg")
    assert view._repr_svg_() == view.svg()
    assert view.fields()["seats"] == 2
    assert view == fabletop.game("mensch", seats=2).new().view(0)
    assert view != fabletop.game("mensch", seats=2).new().view(1)


def test_a_game_without_drawings_shows_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fabletop.engine.registry.has_part", lambda id, name: False)
    assert "seat 1" in fabletop.game("mensch", seats=2).new().view(0).svg()


# Words for messages


def test_lists_and_quotes_stay_short() -> None:
    assert listed(range(3)) == "0, 1, 2"
    assert listed([]) == "nothing"
    assert listed(range(99)).endswith("11, …, 98")
    assert len(quoted("y" * 500)) == 60


# Importing


def test_importing_loads_no_numbers() -> None:
    heavy = "import sys, fabletop; print([m for m in ('numpy', 'numba', 'rich') if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", heavy], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_the_earlier_name_of_the_actions_still_works() -> None:
    game = fabletop.game("duck")
    assert game.words == game.actions
    assert [game.numbers[text] for text in game.actions] == list(range(len(game.actions)))


def test_a_refusal_calls_the_seats_as_every_text_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry.part("mensch", "help"), "why_not", lambda view, what, _: "")
    monkeypatch.setattr(registry.part("mensch", "words"), "prompt", lambda view, names, _, last: f"{names[1]} waits.")
    view = played(fabletop.game("mensch", seats=2), "roll 6").view(0)
    assert view.why_not("move 1") == f"Not now. {view.called(1)} waits."


def test_lists_and_quotes_are_cut_only_when_they_are_too_long() -> None:
    assert listed(range(12)) == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11"
    assert listed(range(13)).endswith("11, …, 12")
    assert quoted("x" * 58) == "'" + "x" * 58 + "'"
    assert quoted("x" * 59) == "'" + "x" * 58 + "…"


def test_what_is_chance_and_what_a_decision() -> None:
    spec = fabletop.game("maumau").spec
    assert spec.is_chance("card red-2")
    assert not spec.is_chance("play red-2")
    assert fabletop.game("duck").spec.is_chance("roll 3")


def test_chance_acts_for_nobody_unless_the_game_says_so() -> None:
    assert BaseRules.acting(fabletop.game("duck").new().rules) == NOBODY


def test_a_view_tells_who_looks() -> None:
    state = fabletop.game("duck").new()
    assert "by spectator" in repr(state.view(None))
    assert "by seat 1" in repr(state.view(1))


def test_why_not_is_asked_only_of_who_is_to_act() -> None:
    state = played(fabletop.game("mensch", seats=2), "roll 6", "enter", "roll 3")
    assert state.view(1).why_not("enter") == ""
    assert isinstance(state.view(0).why_not("enter"), str)
    assert state.view(0).why_not("fly") == ""


def test_records_that_differ_in_anything_differ() -> None:
    one, other = (fabletop.game("duck").new() for _ in range(2))
    assert one.rules.same(other.rules)
    assert one.rules.digest() == other.rules.digest()
    other.play("roll 3")
    assert not one.rules.same(other.rules)
    assert one.rules.digest() != other.rules.digest()


def test_a_game_is_equal_to_games_alone() -> None:
    duck = fabletop.game("duck")
    assert (duck == "duck") is False
    assert duck == fabletop.game("duck")
    assert (duck.new() == "duck") is False
