"""Play in a notebook: the board as a picture, and a button for each action (ipywidgets).

>>> fabletop.game("duck", seats=2).play("fair")
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from fabletop.engine.errors import BadOption
from fabletop.engine.game import Game, State
from fabletop.engine.rulebook import CHANCE
from fabletop.players.registry import bot
from fabletop.words import Words

MOST_BUTTONS = 60


class Play:
    """A game with you in the first seat; what a button does, `act` does for whoever types."""

    def __init__(self, game: Game, opponents: str | Sequence[str] = "fair", seed: int | None = None) -> None:
        levels = [opponents] * (game.seats - 1) if isinstance(opponents, str) else list(opponents)
        if len(levels) != game.seats - 1:
            raise BadOption(f"{game.seats - 1} opponents, but {len(levels)} levels")
        self.game, self.words = game, Words("en").game(game.id)
        self.names = ["You", *(f"{level} {seat}" for seat, level in enumerate(levels, start=2))]
        self.dice = random.Random(seed)
        self.players = [bot(game.id, level, self.dice.getrandbits(32)) for level in levels]
        self.state: State = game.new()
        self.told: list[str] = []
        self.box: Any = None
        self._carry_on()

    def act(self, action: str) -> None:
        """Play an action of yours, and all that follows until your next turn."""
        self.told = []
        self._play(action)
        self._carry_on()
        self._show()

    def _play(self, action: str) -> None:
        by, before, told = self.state.turn, self.state.view(0), self.state.tell(0, action)
        self.state.play(action)
        self.told.append(
            self.words.sentence(before, CHANCE if by is None else by, told, self.state.view(0), self.names)
        )

    def _carry_on(self) -> None:
        while self.state.turn not in (None, 0):
            turn = self.state.turn
            if turn == CHANCE:
                weights = self.state.weights()
                self._play(self.dice.choices(list(weights), list(weights.values()))[0])
            elif turn is not None:
                self._play(self.players[turn - 1].choose(self.state.view(turn)))

    # In a notebook

    def svg(self) -> str:
        return self.state.view(0).svg(translate=self.words.translate, names=self.names)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _ipython_display_(self) -> None:
        from IPython import display as shown

        show: Any = shown
        try:
            import ipywidgets as widgets
        except ImportError:
            show.display(show.SVG(self.svg()))
            print("Install ipywidgets for buttons, or type: play.act(" + repr((self.state.actions() or ["…"])[0]) + ")")
            return
        self.box = widgets.VBox()
        self._show()
        show.display(self.box)

    def _show(self) -> None:
        """The board, what has happened, and what you may do."""
        if self.box is None:
            return
        import ipywidgets as widgets

        buttons = []
        for action in self.state.actions()[:MOST_BUTTONS] if self.state.turn == 0 else []:
            button = widgets.Button(description=self.words.label(action), tooltip=action)
            button.on_click(lambda _, action=action: self.act(action))
            buttons.append(button)
        lines = [*self.told[-8:], self._end()]
        self.box.children = (
            widgets.HTML(f'<div style="max-width:560px">{self.svg()}</div>'),
            widgets.HTML("<br>".join(line for line in lines if line)),
            widgets.HBox(buttons, layout=widgets.Layout(flex_flow="row wrap")),
        )

    def _end(self) -> str:
        result = self.state.result
        if result is None:
            return ""
        return "The game is over: " + (" and ".join(self.names[seat] for seat in result.winners) or "nobody") + " won."


__all__ = ["Play"]
