"""What one seat, or a spectator, may know of a position: what screens, logs and computer players receive."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any, Generic

from fabletop.engine import registry
from fabletop.engine.kinds import R
from fabletop.engine.rulebook import CHANCE, OVER, Moves
from fabletop.engine.translate import ENGLISH
from fabletop.engine.translate import Translate as Translate

if TYPE_CHECKING:
    from fabletop.engine.game import Game, Result


class _Scratch(threading.local):
    """One move buffer for each thread: a fresh one for every position would cost more than the rules."""

    def __init__(self) -> None:
        self.moves = Moves()


scratch = _Scratch()


class View(Generic[R]):
    """A position with everything forgotten that the seat cannot know.

    `position` is the rules' record after `conceal(seat)`: a picture or a computer player may read all of it.
    """

    __slots__ = (
        "animals", "colours", "everybody", "game", "names", "position", "quiet",
        "seat", "thrown", "translate", "turned",
    )  # fmt: skip

    def __init__(self, game: Game[R], seat: int | None, position: R) -> None:
        self.game = game
        self.seat = seat
        self.position = position
        self.translate: Translate = ENGLISH  # for pictures: how a text reads in the reader's language
        self.names: Sequence[str] = ()  # and who sits where
        self.animals: Sequence[str] = ()  # with which face
        self.colours: Sequence[int] = range(game.seats)  # which of the house's colours and shapes each seat has
        self.thrown = ""  # the last throw of anybody, as `State.tell` gave it: its face lies there until the next
        self.quiet = False  # nothing may be pressed: a moment of a ply
        self.turned = False  # a board with places around it is drawn from where this seat sits
        self.everybody = False  # drawn for all seats at once: each fills in what is its own (drawing/own.py)

    def _twin(self) -> View[R]:
        twin = object.__new__(type(self))
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        return twin

    def but(self, **fields: Any) -> View[R]:
        """This view as a moment of a ply: with some fields changed, and with nothing to press.

        A cell of a list is named by its place: `view.but(die=4, at={2: 17}, figures={(2, 0): 5})`.
        """
        moment, position = self._twin(), object.__new__(type(self.position))
        position.become(self.position)
        for name, value in fields.items():
            if not isinstance(value, dict):
                setattr(position, name, value)
                continue
            for place, cell in value.items():
                *rows, last = place if isinstance(place, tuple) else (place,)
                line = getattr(position, name)
                for row in rows:
                    line = line[row]
                line[last] = cell
        moment.position, moment.quiet = position, True
        return moment

    @property
    def turn(self) -> int | None:
        """The seat to act, CHANCE, or None when the game is over."""
        seat: int = self.position.to_move()
        return None if seat == OVER else seat

    @property
    def acting(self) -> int | None:
        """The seat that acts or for whom chance acts; None: nobody, or the game is over."""
        from fabletop.engine.game import acting_in

        return acting_in(self.position)

    @property
    def facing(self) -> int | None:
        """The seat that a board which can be turned faces; None: it lies as it does for everybody."""
        return self.seat if self.turned else None

    def legal(self) -> tuple[int, ...]:
        """The numbers of what this seat, or chance as far as this seat can tell, may do now."""
        turn = self.position.to_move()
        if turn == OVER or turn not in (self.seat, CHANCE):
            return ()
        moves = scratch.moves
        moves.clear()
        self.position.legal(moves)
        return tuple(moves.room[: moves.n])

    def actions(self) -> list[str]:
        """What this seat may do now; chance's possible outcomes when chance is to act; nothing otherwise."""
        return [self.game.actions[action] for action in self.legal()]

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

    def text(self, *, colour: bool = False, translate: Translate = ENGLISH, names: Sequence[str] = ()) -> str:
        """The position for a terminal of 80 columns; `translate` and `names` are for its words."""
        view = self.dressed(translate, names, self.animals, self.colours)
        drawn: str = registry.part(self.game.id, "text").text(view, colour=colour)
        return drawn

    def called(self, seat: int) -> str:
        """Who sits there, by name where names are known: `seat 1`, counted as people count."""
        _ = self.translate
        return self.names[seat] if self.names else _("seat {number}").format(number=seat + 1)

    def told(self, action: str) -> str:
        """An action that has led here, in words for this seat; `action` is what `State.tell` gave."""
        words = registry.part(self.game.id, "text")
        return str(words.told(self, action)) if hasattr(words, "told") else action

    def why_not(self, what: str, translate: Translate = ENGLISH) -> str:
        """Why this seat, to act now, cannot do that: an action, or something tapped.

        An action of the game always has a reason; what is nothing here, or only lies there, has none.
        """
        if self.turn != self.seat:
            return ""
        return self._own_reason(what, translate) or self._common_reason(what, translate)

    def _own_reason(self, what: str, translate: Translate) -> str:
        """What the game itself says."""
        if not registry.has_part(self.game.id, "help"):
            return ""
        try:
            return str(registry.part(self.game.id, "help").why_not(self, what, translate))
        except (IndexError, KeyError, TypeError, ValueError):  # not the name of anything here
            return ""

    def _common_reason(self, what: str, _: Translate) -> str:
        """What holds in every game: nobody chooses what chance decides, and all else has its time."""
        if what not in self.game.numbers:
            return ""
        if self.game.spec.is_chance(what):
            return _("Nobody can choose that: it is left to chance.")
        words: Any = registry.part(self.game.id, "words") if registry.has_part(self.game.id, "words") else None
        if not hasattr(words, "prompt"):
            return ""
        names = [self.called(seat) for seat in range(self.game.seats)]
        return _("Not now. {prompt}").format(prompt=words.prompt(self, names, _, ""))

    def svg(
        self,
        *,
        last: str | None = None,
        before: View[R] | None = None,
        translate: Translate = ENGLISH,
        names: Sequence[str] = (),
        animals: Sequence[str] = (),
        colours: Sequence[int] = (),
        thrown: str = "",
    ) -> str:
        """The position as a picture; a game without drawings shows its text.

        With the last action, as `State.tell` gave it to this seat, and this seat's view before it, the
        picture also shows what has just happened; with the last throw of anybody, the dice as they lie.
        `translate` and `names` are for its words, `animals` for the faces of those who sit there,
        `colours` for what they have chosen.
        """
        if not registry.has_part(self.game.id, "draw"):
            return _written(self.text())
        view = self.dressed(translate, names, animals, colours)
        view.thrown = thrown or self.thrown
        drawn: str = registry.part(self.game.id, "draw").draw(view, last=last, before=before)
        return drawn

    def moving(
        self,
        *,
        last: str | None = None,
        before: View[R] | None = None,
        translate: Translate = ENGLISH,
        names: Sequence[str] = (),
        animals: Sequence[str] = (),
        colours: Sequence[int] = (),
    ) -> str:
        """Only what moves in the picture; empty in a game without drawings."""
        if not registry.has_part(self.game.id, "draw"):
            return ""
        view = self.dressed(translate, names, animals, colours)
        drawn: str = registry.part(self.game.id, "draw").moving(view, last=last, before=before)
        return drawn

    def dressed(
        self, translate: Translate, names: Sequence[str], animals: Sequence[str], colours: Sequence[int]
    ) -> View[R]:
        """This view with all that a picture needs besides: words, and who sits where with which face and colour."""
        view = self._twin()
        view.translate, view.names, view.animals = translate, names, animals
        view.colours = tuple(colours or self.colours)
        return view

    def ending(
        self,
        way: Sequence[Sequence[float]],
        *,
        translate: Translate = ENGLISH,
        names: Sequence[str] = (),
        animals: Sequence[str] = (),
        colours: Sequence[int] = (),
    ) -> str:
        """The end of a game as a scene of its own; `way` is how far each seat was, ply by ply (`standing`)."""
        if self.turn is not None or not registry.has_part(self.game.id, "ending"):
            return ""
        view = self.dressed(translate, names, animals, colours)
        drawn: str = registry.part(self.game.id, "ending").ending(view, way)
        return drawn

    def standing(self) -> list[float]:
        """How far each seat is, in a game that tells; for the lines of its ending."""
        if not registry.has_part(self.game.id, "ending"):
            return []
        return list(registry.part(self.game.id, "ending").standing(self))

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
