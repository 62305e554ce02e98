"""The kit sees what it promises to see: each mistake here is one that a new game might well have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import fabletop
from fabletop.drawing.dice import lying
from fabletop.drawing.scene import action, cached_still, moving_group, picture, piece
from fabletop.drawing.stage import Frame, flip, stay, tumble
from fabletop.drawing.svg import use
from fabletop.engine import registry
from fabletop.engine.game import Game
from fabletop.engine.view import View
from fabletop.players.simple import RandomPlayer
from fabletop.testing import conformance, folders, helping, knowledge, patience, pictures, staging

MAUMAU = fabletop.game("maumau", seats=3)


def test_the_worlds_that_are_imagined_are_as_likely_as_those_that_are_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    maumau: Any = registry.rules_of("maumau")

    def complete(self: Any, rng: Any) -> None:
        """Possible, but always the same: the lowest cards that are left."""
        for seat in range(self.seats):
            for _ in range(self.held[seat] - maumau.count(self.hands[seat])):
                card = min(maumau.lowest(self.pile), maumau.WISH)
                self.pile -= 1 << card
                self.hands[seat] += 1 << card

    knowledge.worlds(MAUMAU, games=120)
    monkeypatch.setattr(maumau.Rules, "complete", complete)
    with pytest.raises(AssertionError, match=r"complete for seat \d: bit \d+ of \w+ is set in"):
        knowledge.worlds(MAUMAU, games=120)


def test_what_a_seat_is_not_told_it_does_not_see(monkeypatch: pytest.MonkeyPatch) -> None:
    kind: Any = registry.rules_of("maumau").Rules
    conceal = kind.conceal

    def careless(self: Any, seat: int) -> None:
        """Who sits before me lies open."""
        hands = self.hands[:]
        conceal(self, seat)
        for other in range(max(seat, 0)):
            self.hands[other] = hands[other]

    knowledge.untold(MAUMAU)
    monkeypatch.setattr(kind, "conceal", careless)
    with pytest.raises(AssertionError, match=r"seat \d is not told '\w+ .*' but sees it in \['hands'.*conceal"):
        knowledge.untold(MAUMAU)


def test_what_a_seat_is_told_is_not_hidden_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry.rules_of("maumau").Rules, "knows", lambda self, seat, action: True)
    with pytest.raises(AssertionError, match=r"is told '\w+ .*' or '.*' and sees no difference: knows\(\) tells"):
        knowledge.untold(MAUMAU)


def test_a_rules_page_that_speaks_of_another_game_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    folders.reference(MAUMAU)
    monkeypatch.setattr(registry, "folder_of", lambda id, folder_of=registry.folder_of: folder_of("duck"))
    with pytest.raises(AssertionError, match=r"RULES\.de\.md: nothing about the option `\w+`"):
        folders.reference(MAUMAU)


def test_a_notation_that_lacks_an_action_is_found() -> None:
    duck = fabletop.game("duck")
    duck.actions = (*duck.actions, "fly 3")
    with pytest.raises(AssertionError, match=r"RULES\.de\.md: the notation lacks `fly`"):
        folders.reference(duck)


def test_a_player_that_does_what_it_may_not_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    folders.players(fabletop.game("duck"))
    monkeypatch.setattr(RandomPlayer, "choose", lambda self, view: "fly")
    with pytest.raises(AssertionError, match=r"players\.py: random chooses 'fly', none of \["):
        folders.players(fabletop.game("duck"))


@pytest.mark.parametrize(
    ("frame", "says"),
    [
        (lambda before, after: Frame(before), "all frames but the last are views that but"),
        (lambda before, after: Frame(before.but(), {"ufo": stay()}), "nothing has the id 'ufo', which shall move"),
        (lambda before, after: Frame(before.but(), {"die": tumble(1, id="x-{}")}), r"id of \['x-1'"),
        (lambda before, after: Frame(after, {"die": flip(source="ufo")}), "no.* the id 'ufo' to come from"),
    ],
)
def test_a_frame_that_cannot_be_shown_is_named(
    monkeypatch: pytest.MonkeyPatch, frame: Callable[[View, View], Frame], says: str
) -> None:
    monkeypatch.setattr(registry.part("duck", "stage"), "stage", lambda before, act, after: [frame(before, after)])
    with pytest.raises(AssertionError, match=rf"stage\.py: 'roll \d'.*{says}"):
        staging.staged(fabletop.game("duck"))


def test_a_catalogue_that_cannot_be_read_or_filled_in_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "de.po"
    monkeypatch.setattr(folders, "place_of", lambda id, language: path)
    path.write_text('msgid "{who} rolls"\nmsgstr "{wer} würfelt"\n', encoding="utf-8")
    with pytest.raises(AssertionError, match=r"de\.po: places do not fit: '{who} rolls'"):
        folders.translations(fabletop.game("duck"))
    path.write_text('msgid "{who} rolls"\nmsgstr ""\n\nmsgid home"\n', encoding="utf-8")
    with pytest.raises(AssertionError, match=r"de\.po, line 4: missing msgstr"):
        folders.translations(fabletop.game("duck"))


def test_a_loop_that_never_stops_is_named_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(game: Game) -> None:
        while True:
            fabletop.game("duck").new()

    monkeypatch.setattr(patience, "SECONDS", 0.2)
    monkeypatch.setattr(registry, "folder_of", lambda id: Path(__file__).parent)
    with pytest.raises(AssertionError, match=r"test_kit\.py, line \d+: this takes too long; is there a loop"):
        patience.in_time(endless)(MAUMAU)


def test_for_whom_chance_acts_is_nobodys_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    kind: Any = registry.rules_of("maumau").Rules
    monkeypatch.setattr(kind, "acting", lambda self: 0 if self.hands[0] else 1)
    with pytest.raises(AssertionError, match="cannot know for whom chance acts"):
        knowledge.secrets(MAUMAU, games=1)


def test_what_is_thrown_by_hand_is_thrown_by_somebody(monkeypatch: pytest.MonkeyPatch) -> None:
    kind: Any = registry.rules_of("duck").Rules
    monkeypatch.setattr(kind, "acting", lambda self: -1)
    with pytest.raises(AssertionError, match="thrown by somebody"):
        conformance.odds(fabletop.game("duck"), games=1)


@pytest.mark.parametrize(
    ("id", "words", "says"),
    [
        ("maumau", {"draws": ("deal", "turn", "card", "play")}, "a seat decides 'play"),
        ("duck", {"throws": ()}, "'roll 1'"),
    ],
)
def test_the_words_of_chance_are_its_own(
    monkeypatch: pytest.MonkeyPatch, id: str, words: dict[str, Any], says: str
) -> None:
    monkeypatch.setattr(registry.part(id, "spec"), "SPEC", replace(fabletop.game(id).spec, **words))
    with pytest.raises(AssertionError, match=says):
        conformance.odds(fabletop.game(id), games=1)


def test_two_buttons_that_say_the_same_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry.part("duck", "words"), "label", lambda act, _: "Go")
    with pytest.raises(AssertionError, match="two buttons say the same"):
        conformance.words(fabletop.game("duck"))


# A folder whose squares, cards or actions lack words is refused


def without(monkeypatch: pytest.MonkeyPatch, id: str, thing: str) -> None:
    help: Any = registry.part(id, "help")
    explain = help.explain
    monkeypatch.setattr(help, "explain", lambda what, view, _: None if what == thing else explain(what, view, _))


@pytest.mark.parametrize(
    ("id", "thing"),
    [("duck", "square 31"), ("nutcracker", "king"), ("maumau", "pile"), ("mensch", "tries0"), ("cinderella", "use")],
)
def test_a_thing_that_nothing_explains_is_found(monkeypatch: pytest.MonkeyPatch, id: str, thing: str) -> None:
    """A square, a figure in a game without decisions, a pile of cards, a counter, an action that is rarely met."""
    without(monkeypatch, id, thing)
    with pytest.raises(AssertionError, match=f"nothing explains '{thing}'"):
        helping.helped(fabletop.game(id), games=1)


def test_a_button_without_words_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    label: Any = registry.part("cinderella", "words").label
    monkeypatch.setattr(
        registry.part("cinderella", "words"), "label", lambda act, _: act if act == "use" else label(act, _)
    )
    with pytest.raises(AssertionError, match="no words for the button of 'use'"):
        helping.helped(fabletop.game("cinderella"), games=1)


def test_a_refusal_without_a_reason_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(View, "_common_reason", lambda *_: "")
    with pytest.raises(AssertionError, match=r"no reason why 'roll \w+' cannot be done"):
        helping.helped(fabletop.game("kniffel"), games=1)


@pytest.mark.parametrize("part", ["words", "help"])
def test_a_game_that_people_see_needs_words_and_help(monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    has = registry.has_part
    monkeypatch.setattr(registry, "has_part", lambda id, name: name != part and has(id, name))
    with pytest.raises(AssertionError, match=rf"no {part}\.py"):
        helping.helped(fabletop.game("duck"))


# What a picture lacks is named, with the remedy


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            lambda drawn: drawn.replace("data-action", "data-nothing"),
            r"may \['\w+.*nothing marks it: .*choices",
        ),
        (lambda drawn: drawn[:-4] + action("fly") + "</g>", r"may not \['fly'\], but it is marked"),
        (lambda drawn: drawn[:-4] + piece("x", 1, 1, part="fly 3") + "</g>", r"may not \['fly 3'\], but it is marked"),
    ],
)
def test_what_is_marked_wrongly_is_named(
    monkeypatch: pytest.MonkeyPatch, change: Callable[[str], str], says: str
) -> None:
    draw = registry.part("duck", "draw")
    moving = draw.moving
    monkeypatch.setattr(draw, "moving", lambda view, **just: change(moving(view, **just)))
    with pytest.raises(AssertionError, match=says):
        pictures.marks_what_may_be_done(fabletop.game("duck"))


def test_dice_and_faces_may_lie_in_the_still_part() -> None:
    view = fabletop.game("duck").new().view(0)
    drawn = picture(view, width=9, height=9, still=lying(6) + use("badge1"), moving=moving_group())
    for id in ("die-6", "badge1"):
        assert f'id="{id}"' in drawn


def test_brackets_that_are_missing_are_named() -> None:
    with pytest.raises(TypeError, match=r"write @cached_still\(\)"):
        cached_still(lambda *_: "")  # type: ignore[arg-type]
