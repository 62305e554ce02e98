"""What one seat, or a spectator, may know of a position: what screens, logs and computer players receive."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any, TypeAlias

from fabletop.engine import registry
from fabletop.engine.rulebook import CHANCE, OVER, Moves

if TYPE_CHECKING:
    from fabletop.engine.game import Game, Result


Translate: TypeAlias = Callable[[str], str]  # a text in the reader's language


class View:
    """A position with everything forgotten that the seat cannot know.

    `position` is the rules' record after `conceal(seat)`: a picture or a computer player may read all of it.
    """

    __slots__ = ("game", "names", "position", "seat", "translate")

    def __init__(self, game: Game, seat: int | None, position: Any) -> None:
        self.game = game
        self.seat = seat
        self.position = position
        self.translate: Translate = str  # for pictures: how a text reads in the reader's language
        self.names: Sequence[str] = ()  # and who sits where

    @property
    def turn(self) -> int | None:
        """The seat to act, CHANCE, or None when the game is over."""
        seat: int = self.position.to_move()
        return None if seat == OVER else seat

    def legal(self) -> tuple[int, ...]:
        """The numbers of what this seat, or chance as far as this seat can tell, may do now."""
        turn = self.position.to_move()
        if turn == OVER or turn not in (self.seat, CHANCE):
            return ()
        moves = Moves()
        self.position.legal(moves)
        return tuple(moves.room[: moves.n])

    def actions(self) -> list[str]:
        """What this seat may do now; chance's possible outcomes when chance is to act; nothing otherwise."""
        return [self.game.words[action] for action in self.legal()]

    def odds(self) -> dict[str, Fraction]:
        """The odds of chance's outcomes as far as this seat can tell; empty when chance is not to act."""
        from fabletop.engine.game import chances

        return chances(self.game, self.position) if self.turn == CHANCE else {}

    @property
    def result(self) -> Result | None:
        from fabletop.engine.game import outcome

        return outcome(self.game, self.position) if self.turn is None else None

    def fields(self) -> dict[str, Any]:
        """The position as plain numbers and lists, for JSON."""
        return {name: getattr(self.position, name) for name in self.position.FIELDS}

    def text(self, *, colour: bool = False) -> str:
        """The position for a terminal of 80 columns."""
        drawn: str = registry.part(self.game.id, "text").text(self, colour=colour)
        return drawn

    def told(self, action: str) -> str:
        """An action that has led here, in words for this seat; `action` is what `State.tell` gave."""
        words = registry.part(self.game.id, "text")
        return str(words.told(self, action)) if hasattr(words, "told") else action

    def svg(
        self,
        *,
        last: str | None = None,
        before: View | None = None,
        translate: Translate = str,
        names: Sequence[str] = (),
    ) -> str:
        """The position as a picture; a game without drawings shows its text.

        With the last action, as `State.tell` gave it to this seat, and this seat's view before it, the
        picture also shows what has just happened.  `translate` and `names` are for its words.
        """
        if not registry.has_part(self.game.id, "draw"):
            return _written(self.text())
        view = View(self.game, self.seat, self.position)
        view.translate, view.names = translate, names
        drawn: str = registry.part(self.game.id, "draw").draw(view, last=last, before=before)
        return drawn

    def _repr_svg_(self) -> str:
        return self.svg()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return (self.game, self.seat) == (other.game, other.seat) and bool(self.position == other.position)

    def __hash__(self) -> int:
        return hash((self.seat, self.position))

    def __repr__(self) -> str:
        who = "spectator" if self.seat is None else f"seat {self.seat}"
        return f"<View of {self.game.described()} by {who}: turn {self.turn}>"


def _written(text: str) -> str:
    lines = text.splitlines()
    width, height = 8 * max(map(len, lines), default=1) + 24, 18 * len(lines) + 24
    spans = "".join(f'<tspan x="12" y="{28 + 18 * i}">{escape(line)}</tspan>' for i, line in enumerate(lines))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">'
        f'<rect width="{width}" height="{height}" rx="12" fill="#FBF4E4"/>'
        f'<text xml:space="preserve" font-family="monospace" font-size="13" fill="#2B2A33">{spans}</text></svg>'
    )
