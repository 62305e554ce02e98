"""The beats of each kind of ply, read from the strips of whole random games: which thing moves how, in which order, and
how long it is left to be seen (docs/stage.md; films of the browser's side are in tests/browser/test_films.py)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import fabletop
from fabletop.drawing.stage import LOOK, SEEN, Frame, strip, told_by
from fabletop.engine.game import Game, State
from fabletop.engine.view import Translate, View
from fabletop.games.kniffel.dice import FACES, SYMBOLS
from fabletop.games.quidditch.draw import booked, whereabouts
from fabletop.games.quidditch.pitch import panel_x
from fabletop.testing.scripts import random_game
from fabletop.words import Words


def strips(
    id: str, games: int = 6, seat: int = 0, seats: int | None = None, **options: int | str
) -> Iterator[tuple[State, str, State, list[Frame]]]:
    """Each ply of some games: the position before, what happened, the one after, and its frames for a seat."""
    game = Game(id, seats, options)
    for seed in range(games):
        thrown = ""
        for state, act in random_game(game, seed, most=500):
            after, was = state.copy(), thrown
            after.play(act)
            thrown = act if game.spec.is_throw(act) else thrown
            before, then = state.view(seat), after.view(seat)
            before.thrown, then.thrown = was, thrown
            yield state, act, after, strip(before, state.tell(seat, act), then)


def named(frames: list[Frame], kind: str) -> list[int]:
    """The frames in which something moves in this way."""
    return [i for i, frame in enumerate(frames) if any(kind in how for how in frame.motion.values())]


@pytest.mark.parametrize("id", fabletop.game_ids())
def test_a_throw_lands_and_lies_before_anything_else_moves(id: str) -> None:
    spec, seen = fabletop.game(id).spec, 0
    for _, act, _, frames in strips(id, 2):
        if not spec.is_throw(act):
            continue
        (tumbles,) = named(frames, "tumble")
        frame = frames[tumbles]
        assert all("tumble" in how for how in frame.motion.values() if "path" in how or "about" in how)
        assert frame.sound == "roll"
        assert frame.land == "knock"
        assert frame.hold >= LOOK
        assert all(i > tumbles for kind in ("path", "about") for i in named(frames, kind))
        seen += 1
    assert seen or not spec.throws


def test_mensch_the_mover_first_and_then_all_the_way_home() -> None:
    thrown_out = lost = 0
    for state, act, after, frames in strips("mensch"):
        now = after.rules
        home = [
            (seat, figure)
            for seat in range(now.seats)
            for figure in range(now.pieces)
            if now.figures[seat][figure] < 0 <= state.rules.figures[seat][figure]
        ]
        if act.startswith("roll") and after.rules.die == 0:
            lost += 1
            assert frames[0].shows >= 900, "a lost roll has its beat"
        for seat, figure in home:
            thrown_out += 1
            walks = named(frames, "path")
            last = frames[walks[-1]]
            way = state.rules.figures[seat][figure]
            assert list(last.motion) == [f"pawn-{seat}-{figure + 1}"]
            assert len(last.motion[f"pawn-{seat}-{figure + 1}"]["path"]) == way, "stone by stone, backwards"
            assert (last.sound, last.hold >= 600) == ("bump", True)
    assert thrown_out
    assert lost


def test_maumau_cards_travel_and_turn_over_and_a_rest_has_its_beat() -> None:
    own = others = rests = 0
    for state, act, _, frames in strips("maumau"):
        if act.startswith("card") and state.rules.turn == 0:
            own += any("flip" in how for how in frames[0].motion.values())
        if act.startswith("play") and state.rules.turn != 0:
            others += 1
            assert any("flip" in how for how in frames[0].motion.values())
            assert frames[0].shows >= SEEN
        rests += any(frame.sound == "sleep" and frame.shows >= 900 for frame in frames)
    assert own
    assert others
    assert rests


def test_garden_a_hedge_carries_its_pawns_about_its_axle() -> None:
    turns = rides = 0
    for state, act, after, frames in strips("garden", 2):
        if not act.startswith("turn"):
            continue
        turns += 1
        motion, (_, number, quarters) = frames[0].motion, act.split()
        assert f"hedge{number}" in motion
        assert len({str(how) for how in motion.values()}) == 1, "all about one point"
        assert abs(motion[f"hedge{number}"]["by"]) in (90, 180), quarters
        carried = {f"pawn-{seat}" for seat, at in enumerate(after.rules.pawns) if at != state.rules.pawns[seat]}
        assert carried <= set(motion)
        rides += bool(carried)
    assert turns
    assert rides


def test_quidditch_a_booked_die_flies_from_where_it_lay_and_no_other_moves() -> None:
    renamed = 0
    for state, act, _, frames in strips("quidditch", 6):
        verb, *words = act.split()
        if verb not in ("book", "foul"):
            continue
        kind, number = booked(state.rules, words)
        old, new = whereabouts(state.rules, kind), whereabouts(frames[0].view.position, kind)
        flown = [id for id, how in frames[0].motion.items() if "arc" in how]
        for id, where in new.items():
            source = str(frames[0].motion.get(id, {}).get("from", id))
            assert old[source] == ((False, number) if id in flown else where)
            renamed += source != id
        assert len(flown) == 1
    assert renamed


def test_quidditch_all_dice_join_in_one_throw_and_results_stay() -> None:
    results = 0
    for state, act, after, frames in strips("quidditch", 2):
        if act.startswith("roll"):
            attacks = state.rules.next_die() < 3
            assert frames[0].joins == ("attack" if attacks else "defence")
            who = state.rules.attacker if attacks else 1 - state.rules.attacker
            light = re.search(r'id="light"[^>]*translate\(([\d.]+)', state.view(0).moving())
            assert light
            assert float(light[1]) == panel_x(who), "the light stands at whoever throws"
        if act.startswith("book"):  # what a row is worth changes when the die has arrived: it is a counter
            assert len(re.findall(r'<g id="hoop\d" class="plate"', frames[0].view.moving())) == 6
        if after.rules.attacker != state.rules.attacker or after.rules.over:
            results += 1
            (result,) = [frame for frame in frames if frame.shows >= 4000]
            drawn = result.view.moving(last=act, before=state.view(0)) if result.marks else ""
            assert 'class="last"' in drawn, "what the round has brought stands beside the points"
            assert drawn.count('class="piece"') >= 9, "while the dice lie where they are"
            assert result.view.position.points == after.rules.points
            assert "last attack" not in says(result.view), "nobody is sent on when the match is over"
    assert results


def says(view: View) -> str:
    """The words in a picture, which are drawn as strokes: asked of the game as it looks them up."""
    asked: list[str] = []

    class Listening(Translate):
        def __call__(self, text: str) -> str:
            asked.append(text)
            return super().__call__(text)

    view.moving(translate=Listening())
    return " ".join(asked)


def test_nutcracker_turns_the_tower_and_who_was_behind_comes_to_the_door() -> None:
    right = wrong = 0
    for state, act, after, frames in strips("nutcracker", 8, level=2):
        if act.startswith("reveal") or (act.startswith("turn") and state.rules.tower):
            seat = state.rules.turn
            own = after.rules.united[seat]
            who = seat if own else 1 - seat
            assert frames[0].shows >= SEEN
            if state.rules.united[who]:  # behind that side there is nobody any more
                assert not frames[0].motion
                continue
            ((piece, way),) = frames[0].motion.items()
            assert piece == f"nut-{who}"
            assert door_of(frames[0].view, piece) == 500 != way["from"][0], "from his window to the door"
            assert list(frames[1].motion) == ([piece] if own else []), "with her, or back to where he was"
            if not own:
                assert door_of(frames[1].view, piece) == way["from"][0]
            right, wrong = right + bool(own), wrong + (not own)
    assert right
    assert wrong


def door_of(view: View, piece: str) -> float:
    """How far to the right a piece stands."""
    (place,) = re.findall(rf'id="{piece}"[^>]*translate\(([-.0-9]+)', view.moving())
    return float(place)


def test_cinderella_shows_for_long_and_own_secrets_until_a_tap() -> None:
    secrets = shown = strikes = 0
    for state, act, after, frames in strips("cinderella", 3):
        secrets += any(frame.until == "tap" for frame in frames)
        shown += any(frame.shows >= 2500 and not frame.until for frame in frames)
        if after.rules.hours_left != state.rules.hours_left and not act.startswith("roll"):
            strikes += any(frame.sound == "clock" and frame.shows >= SEEN for frame in frames)
    assert secrets
    assert shown
    assert strikes


def test_cinderella_tiles_cease_to_glow_before_somebody_points() -> None:
    points = 0
    for state, act, _, frames in strips("cinderella", 2):
        if act.startswith("point"):
            (moves,) = named(frames, "arc")
            points += "#cinderella-warm" in state.view(0).moving() and moves > 0
            assert all("#cinderella-warm" not in frame.view.moving() for frame in frames[:moves])
    assert points


def test_cinderella_deals_magic_tiles_from_the_middle_and_a_used_one_turns_over() -> None:
    dealt = used = 0
    for state, act, _, frames in strips("cinderella", 3, seats=3, variant="magic"):
        tile = f"special-{state.rules.turn + 1}"
        if act.startswith("deal"):
            dealt += "from" in frames[0].motion[tile]
        elif act == "use":
            used += "flip" in frames[0].motion[tile] and frames[0].shows >= SEEN
    assert dealt == 9
    assert used


def test_duck_what_a_square_does_is_told_once_the_figure_stands_on_it() -> None:
    words, sent = Words("en").game("duck"), 0
    for state, act, after, frames in strips("duck"):
        seat, before, then = state.rules.turn, state.view(0), after.view(0)
        texts = words.sentences(before, 0, act, then, ("Ada", "Ben"))
        for number, text in told_by(frames, texts).items():
            stands = frames[number].view.position.at[seat]
            if text == texts[0]:
                assert stands == state.rules.at[seat]
            elif "back to" in text or "along to" in text:
                sent += 1
                assert f"to square {stands}." in texts[0], "sent from where it stands"
            else:
                assert stands == after.rules.at[seat]
    assert sent


def spoken(
    id: str, games: int, seats: int | None = None, **options: int | str
) -> Iterator[tuple[State, State, View, str]]:
    """Each sentence of some games: the positions before and after its ply, and the moment at which it is said."""
    words = Words("en").game(id)
    for state, act, after, frames in strips(id, games, 0, seats, **options):
        by, names = state.turn if state.turn is not None else -1, ("Ada", "Ben", "Cid", "Dot")[: state.game.seats]
        texts = words.sentences(state.view(0), by, state.tell(0, act), after.view(0), names)
        for number, text in told_by(frames, texts).items():
            yield state, after, frames[number].view, text


@pytest.mark.parametrize("level", [1, 2])
def test_nutcracker_tells_what_a_space_does_once_somebody_stands_there(level: int) -> None:
    met = lockets = missed = 0
    for state, after, moment, text in spoken("nutcracker", 12, level=level):
        now, there = moment.position, after.rules
        if "locket" in text.lower():
            lockets += 1
            assert now.claras == there.claras
            assert "rolls" not in text, "first it is told what was rolled"
        if "will miss a turn" in text:
            met += 1
            assert (now.claras, now.king) == (there.claras, there.king)
            assert sum(now.rests) > sum(state.rules.rests)
        if "misses a turn" in text:
            missed += 1
            assert sum(now.rests) < 2
            assert now.turn == ["Ada", "Ben"].index(text.split()[0]), "the light is at whoever misses it"
    assert lockets
    assert met
    assert missed


@pytest.mark.parametrize("variant", ["basic", "magic"])
def test_cinderella_tells_the_hour_when_the_clock_strikes(variant: str) -> None:
    strikes = pairs = 0
    for state, after, moment, text in spoken("cinderella", 6, variant=variant):
        hour, late = moment.position.hours_left, after.rules.hours_left
        if "The hand moves on" in text or "strikes twelve" in text:
            strikes += 1
            assert hour == late < state.rules.hours_left
            assert "pair" not in text.partition("last chance")[0]
        elif late < state.rules.hours_left:
            pairs += "A pair" in text
            assert hour == state.rules.hours_left, "the hand waits until the tiles have been seen"
    assert strikes
    assert pairs


def test_quidditch_tells_what_the_round_has_brought_after_the_last_die() -> None:
    rounds = 0
    for state, after, moment, text in spoken("quidditch", 2):
        if "The round brings" in text:
            rounds += 1
            assert moment.position.points == after.rules.points
            assert "books" not in text
        elif after.rules.points != state.rules.points:
            assert moment.position.points == state.rules.points, "the die first"
    assert rounds


def test_garden_tells_what_was_found_once_it_was_reached() -> None:
    found = carried = 0
    for state, after, moment, text in spoken("garden", 12, seats=4, goals=1):
        if "has found" in text or "finds" in text or "has won" in text:
            found += 1
            assert moment.position.found == after.rules.found
            carried += "already stands" in text
            assert "walks" not in text
        elif after.rules.found != state.rules.found:
            assert moment.position.found == state.rules.found, "first it is told how somebody came there"
    assert found
    assert carried, "in no game somebody was carried to a goal"


@pytest.mark.parametrize("id", ["duck", "nutcracker"])
def test_who_misses_a_turn_is_lit_for_a_moment(id: str) -> None:
    sleeps = [frame for *_, frames in strips(id) for frame in frames if frame.sound == "sleep"]
    assert any(frame.shows >= 900 for frame in sleeps)
    assert all(max(frame.shows, frame.hold) >= 800 for frame in sleeps)  # falling asleep is one, too


@pytest.mark.parametrize("id", fabletop.game_ids())
def test_the_light_goes_on_last(id: str) -> None:
    passed = 0
    for *_, frames in strips(id, 1):
        turns = [i for i, frame in enumerate(frames) if frame.sound == "turn"]
        assert turns in ([], [len(frames) - 1])
        passed += len(turns)
    assert passed


def test_kniffel_dice_that_are_taken_up_hop_before_they_are_gone() -> None:
    taken = 0
    for state, act, _, frames in strips("kniffel", 2):
        if not act.startswith("reroll "):
            continue
        first, _then = frames
        faces = [FACES[state.rules.dice][int(id.removeprefix("die-")) - 1] for id in first.motion]
        assert sorted(act.split()[1:]) == sorted(SYMBOLS[face] for face in faces)
        assert all(how["arc"] for how in first.motion.values())
        taken += 1
    assert taken
