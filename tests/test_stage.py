"""Plies as strips of frames (docs/stage.md); what every strip must hold is in the kit, `testing/staging.py`."""

from __future__ import annotations

from itertools import pairwise

from fabletop.drawing.stage import tumble
from fabletop.engine.game import Game
from fabletop.engine.registry import game_ids, has_part


def test_every_game_is_staged() -> None:
    assert all(has_part(id, "stage") for id in game_ids())


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
