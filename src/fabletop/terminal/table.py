"""A table in the terminal: people and computer players around one screen.

Everything shown goes through `view(seat)` and `tell(seat, …)`.  In a game with secrets the screen is wiped and
handed over before another person's hand is shown.
"""

from __future__ import annotations

import random
from pathlib import Path

from fabletop.engine.errors import BadOption, BadRecord
from fabletop.engine.game import Game, State
from fabletop.engine.records import Recording, Writer, load
from fabletop.engine.rulebook import CHANCE, BaseRules
from fabletop.players.registry import bot, usual_level
from fabletop.terminal.analyses import advise_live
from fabletop.terminal.replays import ending
from fabletop.terminal.screen import Quit, ask, clear, colours, say


def play(game: Game, people: int, seed: int | None = None, record: str | None = None, level: str | None = None) -> int:
    """A new game; people have the first seats, computer players of a level the others."""
    names = _names(game.seats, people)
    if record is None:
        return Table(Writer.silent(game), names, people, seed, level=level).run()
    try:
        with Path(record).open("x", encoding="utf-8") as file:
            return Table(Writer.start(file, game, names), names, people, seed, record, level).run()
    except FileExistsError:
        raise BadOption(f"--record {record}: the file exists; go on with it by --resume, or name another") from None
    except OSError as error:
        raise BadOption(f"--record {record}: cannot be written: {error.strerror or error}") from None


def resume(record: str, people: int, seed: int | None = None, level: str | None = None) -> int:
    """Go on with a game that was written down."""
    recording: Recording = load(record)
    state = recording.final()
    if state.turn is None:
        raise BadRecord(f"{record}: this game is over; watch it with `fabletop replay {record}`")
    try:
        with Path(record).open("a", encoding="utf-8") as file:
            writer = Writer(file, state, len(recording.plies))
            return Table(writer, recording.names, people, seed, record, level).run()
    except OSError as error:
        raise BadRecord(f"{record}: cannot be written: {error.strerror or error}") from None


def _names(seats: int, people: int) -> tuple[str, ...]:
    if not 0 <= people <= seats:
        raise BadOption(f"--people {people}: this table has {seats} seats")
    return tuple(f"seat {seat}" if seat < people else f"seat {seat} (computer)" for seat in range(seats))


class Table:
    """One game from its present state to its end."""

    def __init__(
        self, writer: Writer, names: tuple[str, ...], people: int, seed: int | None, record: str | None = None,
        level: str | None = None,
    ) -> None:  # fmt: skip
        self.writer, self.names, self.record = writer, names, record
        self.state: State = writer.state
        self.people = set(range(min(people, len(names))))
        self.random: random.Random = random.SystemRandom() if seed is None else random.Random(seed)
        level = usual_level(self.state.game.id) if level is None else level
        self.players = {
            seat: bot(self.state.game.id, level, None if seed is None else self.random.randrange(1 << 62))
            for seat in range(len(names))
            if seat not in self.people
        }
        self.secrets = type(self.state.rules).conceal is not BaseRules.conceal
        self.handed_round = self.secrets and len(self.people) > 1
        self.looking: int | None = None  # the person whose screen it is; with secrets nobody else sees it
        self.unheard: dict[int | None, list[str]] = {seat: [] for seat in (*self.people, None)}

    def run(self) -> int:
        game = self.state.game
        say(f"{game.spec.title} ({game.described()}). Answer with a number or the words; q leaves, ? helps, ! advises.")
        if len(self.people) == 1:
            self.looking = next(iter(self.people))
        try:
            while self.state.turn is not None:
                self._ply(self.state.turn)
        except Quit:
            say(f"Go on later with: fabletop play --resume {self.record}" if self.record else "Bye.")
            return 0
        self._catch_up()
        say()
        say(self.state.view(None).text(colour=colours()))
        say(ending(self.state, self.names))
        return 0

    def _ply(self, turn: int) -> None:
        actions = self.state.actions()
        if turn == CHANCE:
            odds = self.state.odds()
            action = self.random.choices(list(odds), [float(chance) for chance in odds.values()])[0]
        elif turn not in self.people:
            action = self.players[turn].choose(self.state.view(turn))
        elif len(actions) == 1 and not self.handed_round:
            action = actions[0]
        else:
            action = self._person(turn)
        heard = {seat: self.state.tell(seat, action) for seat in self.unheard}
        self.writer.play(action)
        for seat, lines in self.unheard.items():
            if turn != CHANCE:
                lines.append(f"  {self.names[turn]}: {self.state.view(seat).told(heard[seat])}")
            elif heard[seat] == action:  # that somebody draws is seen anyway
                lines.append(f"  {action}")
        if self.secrets and self.looking is not None and self.state.turn not in (CHANCE, self.looking):
            self._part(mine=turn in (CHANCE, self.looking))

    def _person(self, seat: int) -> str:
        if self.handed_round and self.looking != seat:
            clear()
            ask(f"Pass the screen to {self.names[seat]}, then press Enter. ")
        self.looking = seat
        self._catch_up()
        view = self.state.view(seat)
        say()
        say(view.text(colour=colours()))
        actions = view.actions()
        say(f"{self.names[seat]}, what will you do?")
        _list_actions(actions)
        while True:
            answer = ask("> ")
            if answer == "?":
                say("  Type the number or the beginning of what you want to do. ! says what each choice is worth.")
                say("  q leaves the game.")
                continue
            if answer == "!":
                advise_live(view)
                continue
            found = understood(answer, actions)
            if len(found) == 1:
                return found[0]
            if found:
                say(f"  {answer!r} could be: {', '.join(found)}")
            else:
                say(f"  {answer!r} is not possible now. Give a number from 1 to {len(actions)}, or one of these words:")
                _list_actions(actions)

    def _part(self, *, mine: bool) -> None:
        """The turn leaves the person at the screen: show what she has just learned, before it is covered."""
        if mine:
            self._catch_up()
            say()
            say(self.state.view(self.looking).text(colour=colours()))
        if self.handed_round:
            ask("Have you seen it? Enter covers the screen. ")
            clear()
            self.looking = None

    def _catch_up(self) -> None:
        """What has happened since the person at the screen last looked, as far as she may hear of it."""
        for line in self.unheard[self.looking][-40:]:
            say(line)
        self.unheard[self.looking].clear()


def understood(answer: str, actions: list[str]) -> list[str]:
    """The actions that an answer may mean: a number, the whole text, or its beginning."""
    words = " ".join(answer.lower().split())
    if words.isdecimal() and 1 <= int(words) <= len(actions):
        return [actions[int(words) - 1]]
    if words in actions:
        return [words]
    return [action for action in actions if words and action.startswith(words)]


def _list_actions(actions: list[str]) -> None:
    """The choices with their numbers, as many beside each other as fit into 80 columns."""
    cells = [f"{number:>3} {action}" for number, action in enumerate(actions, start=1)]
    width = max(map(len, cells)) + 2
    across = max(1, 78 // width)
    for i in range(0, len(cells), across):
        say(" " + "".join(cell.ljust(width) for cell in cells[i : i + across]).rstrip())
