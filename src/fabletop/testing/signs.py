"""A game that can be played without reading has a sign for every decision and for every button."""

from __future__ import annotations

from fabletop.drawing.signs import button_signs, has_signs, prompt_signs, sign
from fabletop.engine.game import Game
from fabletop.testing.scripts import random_game

MOST = 4  # signs in a row: more are not read by those who do not read


def signed(game: Game, games: int = 3) -> None:
    """Whatever a seat has to do is told in a few signs, and whatever it may press has some; all of them are drawn."""
    if not has_signs(game.id):
        return
    for seed in range(games):
        for state, _ in random_game(game, seed, most=240):
            seat = state.acting
            if seat is None:
                continue
            view = state.view(seat)
            told = prompt_signs(view)
            assert 0 < len(told) <= MOST, f"{game.id}: {told} are the signs of a decision in {view.text()}"
            acts = view.actions() if state.turn == seat else []
            for act in acts:
                shown = button_signs(view, act)
                assert 0 < len(shown) <= 2, f"{game.id}: {shown} are the signs of {act!r}"
                told += shown
            for name in told:
                assert sign(name, game.id), f"{game.id}: there is no sign {name!r}; draw it in signs.py"
