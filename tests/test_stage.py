"""Every ply as a strip of frames (docs/stage.md): each can be drawn, moves only what is there, and tells no secret."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from fabletop.drawing.stage import Frame, strip, tumble
from fabletop.engine.game import Game, State, copied
from fabletop.engine.registry import game_ids, has_part
from fabletop.engine.rulebook import Rng
from fabletop.engine.view import View
from fabletop.testing import option_sets
from fabletop.testing.scripts import random_game

GAMES = [game for id in game_ids() if has_part(id, "stage") for game in option_sets(id, mixtures=1)]
KEYED = ("piece", "plate", "last")


def told(state: State, act: str, after: State, seat: int | None, was: str, now: str) -> tuple[View, str, View]:
    before, then = state.view(seat), after.view(seat)
    before.thrown, then.thrown = was, now
    return before, state.tell(seat, act), then


def drawn(frames: list[Frame], before: View, act: str) -> list[str]:
    return [frame.view.moving() for frame in frames[:-1]] + [frames[-1].view.svg(last=act, before=before)]


def test_every_game_is_staged() -> None:
    assert {game.id for game in GAMES} == set(game_ids())


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_strips_end_in_what_is_and_move_only_what_is_there(game: Game) -> None:
    rng, thrown = Rng(), ""
    rng.seed(3, 3)
    for ply, (state, act) in enumerate(random_game(game, 3, most=70)):
        after, was = state.copy(), thrown
        after.play(act)
        thrown = act if game.spec.is_throw(act) else thrown
        for seat in (0, None) if ply % 3 == 0 else (ply % game.seats,):
            before, said, then = told(state, act, after, seat, was, thrown)
            kept = before.position.key(), then.position.key()
            frames = strip(before, said, then)
            assert (before.position.key(), then.position.key()) == kept, "staging has changed a position"
            assert frames[-1].view is then
            there = keyed(before.svg())[0]
            for frame in frames:
                marks = {"last": said, "before": before} if frame.view is then else {}
                ids, names = keyed(frame.view.svg(**marks))  # type: ignore[arg-type]
                assert frame.view.quiet is (frame.view is not then)
                if frame.view.quiet:
                    assert "data-action" not in frame.view.moving()
                for id, how in frame.motion.items():
                    assert id in ids | there, (said, id, how)
                    faces = [*how.get("tumble", ()), how.get("body", ""), how.get("flip", "")]
                    assert {face[1:] for face in faces if isinstance(face, str) and face} <= names, (said, faces)
                    assert not isinstance(how.get("from"), str) or how["from"] in there, (said, how)
                there = ids
            world = State(game, copied(before.position))
            world.rules.complete(rng)
            other = world.copy()
            if act in world.actions() and world.tell(seat, act) == said:
                other.play(act)
                seen = told(world, act, other, seat, was, thrown)
                if seen[2] == then:  # another world that looks the same, before and after
                    assert drawn(strip(*seen), seen[0], said) == drawn(frames, before, said)


def keyed(svg: str) -> tuple[set[str], set[str]]:
    """What can move, and everything that has a name."""
    nodes = [node for node in ElementTree.fromstring(svg).iter() if node.get("id")]
    names = {node.get("id", "") for node in nodes}
    return {
        node.get("id", "") for node in nodes if (node.get("class") or "").split()[:1] in [[k] for k in KEYED]
    }, names


def test_a_view_with_fields_changed_leaves_the_old_one_alone() -> None:
    view = Game("mensch", 2).new().view(0)
    moment = view.but(die=4, figures={(1, 2): 7}, places={0: 1})
    assert (moment.position.die, moment.position.figures[1][2], moment.position.places[0]) == (4, 7, 1)
    assert (view.position.die, view.position.figures[1][2], view.position.places[0]) == (0, -1, 0)
    assert moment.quiet
    assert not view.quiet


def test_a_die_tumbles_over_other_faces_to_the_one_that_was_thrown() -> None:
    for face in range(1, 7):
        shown = tumble(face)["tumble"]
        assert shown[-1] == f"#die-{face}"
        assert all(a != b for a, b in pairwise(shown))
    assert tumble("b", "abc", id="x-{}")["tumble"][-1] == "#x-b"
