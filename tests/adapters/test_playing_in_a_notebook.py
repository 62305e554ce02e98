"""`game.play()`: buttons where ipywidgets is there."""

from __future__ import annotations

from typing import Any

import pytest

import fabletop


@pytest.mark.parametrize("id", fabletop.game_ids())
def test_a_game_can_be_played_by_its_buttons(id: str) -> None:
    pytest.importorskip("ipywidgets")
    play: Any = fabletop.game(id, seats=2).play("random", seed=2)
    play._ipython_display_()
    for _ in range(30):
        picture, _, buttons = play.box.children
        assert "<svg" in picture.value
        if play.state.turn is None:
            break
        assert buttons.children[0].tooltip == play.state.actions()[0]
        before = play.state.copy()
        buttons.children[0].click()
        assert play.state != before
        assert play.told


def test_whoever_sits_there_knows_what_a_seat_knows() -> None:
    play: Any = fabletop.game("maumau", seats=2).play("random", seed=1)
    assert play.svg() == play.state.view(0).svg(translate=play.words.translate, names=play.names)


def test_as_many_opponents_as_seats() -> None:
    with pytest.raises(fabletop.BadOption, match="2 opponents, but 1 levels"):
        fabletop.game("maumau", seats=3).play(["fair"])
