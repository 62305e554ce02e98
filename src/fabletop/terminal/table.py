"""A table in the terminal: people and computer players around one screen.

Everything shown goes through `view(seat)` and `tell(seat, …)`.  In a game with secrets the screen is wiped and
handed over before another person's hand is shown.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from fabletop.drawing.stage import plays_itself
from fabletop.engine.errors import BadOption, BadRecord, refusal
from fabletop.engine.game import Game, State
from fabletop.engine.records import Recording, Writer, load
from fabletop.engine.rulebook import CHANCE, NOBODY
from fabletop.engine.view import View
from fabletop.players.hints import hint
from fabletop.players.registry import bot, usual_level
from fabletop.terminal.asking import asked
from fabletop.terminal.choices import FEW, Choices, columns, keeping, kept, understood
from fabletop.terminal.replays import ending
from fabletop.terminal.screen import Quit, ask, clear, colours, say
from fabletop.words.speech import own_words
from fabletop.words.worth import worths

BREATH = 0.7  # seconds after each move of another, for somebody who watches
ANIMALS = ("Hedgehog", "Owl", "Fox", "Hare", "Bear", "Badger")  # the computer players, as in the browser
LONGEST = 12  # letters of a name, so that the boards stay in their columns


def play(
    game: Game, people: int, seed: int | None = None, record: str | None = None, level: str | None = None,
    names: Sequence[str] = (),
) -> int:  # fmt: skip
    """A new game; people have the first seats, computer players of a level the others."""
    names = _names(game.seats, people, names)
    if record is None:
        return Table(Writer.silent(game), names, people, seed, level=level).run()
    try:
        with Path(record).open("x", encoding="utf-8") as file:
            return Table(Writer.start(file, game, names), names, people, seed, record, level).run()
    except FileExistsError:
        raise BadOption(
            "--record {file}: the file exists; go on with it by --resume, or name another", file=record
        ) from None
    except OSError as error:
        raise BadOption("{file}: cannot be written: {why}", file=record, why=refusal(error)) from None


def resume(record: str, people: int, seed: int | None = None, level: str | None = None) -> int:
    """Go on with a game that was written down."""
    recording: Recording = load(record)
    state = recording.final()
    if state.turn is None:
        raise BadRecord("{file}: this game is over; watch it with `fabletop replay {file}`", file=record)
    try:
        with Path(record).open("a", encoding="utf-8") as file:
            writer = Writer(file, state, len(recording.plies))
            return Table(writer, recording.names, people, seed, record, level).run()
    except OSError as error:
        raise BadRecord("{file}: cannot be written: {why}", file=record, why=refusal(error)) from None


def _names(seats: int, people: int, given: Sequence[str] = ()) -> tuple[str, ...]:
    """Who sits where; people who watch the screen are asked for their names, unless they have given them."""
    if not 0 <= people <= seats:
        raise BadOption("--people {people}: this table has {seats} seats", people=people, seats=seats)
    words, names = own_words(), []
    for seat in range(people):
        usual = words("Player {number}", number=seat + 1)
        name = given[seat] if seat < len(given) else ""
        if not given and sys.stdin.isatty():
            name = ask(words("What is your name? [{name}] ", name=usual))
        names.append((" ".join(name.split()) or usual)[:LONGEST])
    return (*names, *(words(animal) for animal in ANIMALS[: seats - people]))


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
        self.secrets = self.state.game.has_secrets
        self.handed_round = self.secrets and len(self.people) > 1
        self.looking: int | None = None  # the person whose screen it is; with secrets nobody else sees it
        self.unheard: dict[int | None, list[str]] = {seat: [] for seat in (*self.people, None)}
        self.words = own_words()
        self.game = self.words.game(self.state.game.id)
        self.fresh = True  # nobody has seen the table yet
        self.at_it = NOBODY  # who throws without being asked: she has wished for it, or is in the middle of it

    def run(self) -> int:
        told = self.words("Answer with a number or the words; ? explains, ! gives a hint, q leaves.")
        if len(self.people) == 1:
            self.looking = next(iter(self.people))
        try:
            say(f"{self.game.title} ({self.game.described(self.state.game)}). {self.game.summary}")
            say(told)
            while self.state.turn is not None:
                self._ply(self.state.turn)
        except (Quit, KeyboardInterrupt):
            say(self._farewell())
            return 0
        self._catch_up()
        say()
        say(self._drawn(self.state.view(None)))
        say(ending(self.state, self.names))
        return 0

    def _farewell(self) -> str:
        command = f"fabletop play --resume {self.record}"
        return self.words("Go on later with: {command}", command=command) if self.record else self.words("Bye.")

    def _drawn(self, view: View) -> str:
        """The position in signs, with the names of those who play."""
        return self.game.drawn(view, self.names, colour=colours())

    def _ply(self, turn: int) -> None:
        actions, before = self.state.actions(), self.state.copy()
        thrower = self._thrower(actions[0]) if turn == CHANCE else NOBODY
        if turn == CHANCE:
            if thrower in self.people and thrower != self.at_it:
                self._roll(thrower)
            odds = self.state.odds()
            action = self.random.choices(list(odds), [float(chance) for chance in odds.values()])[0]
        elif turn not in self.people:
            action = self.players[turn].choose(self.state.view(turn))
        elif len(actions) == 1 and not self.handed_round and plays_itself(self.state.view(turn), actions[0]):
            action = actions[0]
        else:
            action = self._person(turn)
        spec = self.state.game.spec
        self.at_it = turn if spec.is_wish(action) else thrower if spec.one_throw else NOBODY
        self.writer.play(action)
        self._tell(before, turn, action)
        if self.handed_round and self.looking is not None and self.state.turn not in (None, CHANCE, self.looking):
            self._part(mine=before.acting == self.looking)

    def _labelled(self, label: str, text: str) -> str:
        return self.words.translate.labelled(label, text)

    def _thrower(self, outcome: str) -> int:
        """The seat that throws with its own hand what chance decides now, or NOBODY."""
        return int(self.state.rules.acting()) if self.state.game.spec.is_throw(outcome) else NOBODY

    def _roll(self, seat: int) -> None:
        """The person rolls; on a screen that is handed round, whoever looks at it."""
        if not self.handed_round:
            self.looking = seat
            self._catch_up()
        view = self.state.view(seat)
        if self.fresh and not self.secrets:
            say(self._drawn(view))
        self.fresh = False
        prompt = self._labelled(self.names[seat], self.game.prompt(view, self.names))
        while (answer := ask(f"{prompt} [Enter] ")).startswith(("?", "!")):
            if answer == "!":
                say("  " + self.words("Just roll: the dice decide."))
            elif thing := answer[1:].strip():
                self._explain(view, thing)
            else:
                self._table(view)

    def _table(self, view: View) -> None:
        """What lies on the table, and what is thrown now."""
        say(self._drawn(view))
        throws = self.state.game.spec.throws
        if told := next(filter(None, (self.game.explain(one, view, self.names) for one in ("die", *throws))), None):
            say("  {}: {}".format(*told))

    def _tell(self, before: State, turn: int, action: str) -> None:
        """One line for each move, as everybody hears of it; who watches gets it at once, with a breath after it."""
        for seat, lines in self.unheard.items():
            told = before.tell(seat, action)
            said = self.game.sentence(before.view(seat), turn, told, self.state.view(seat), self.names)
            if told == action or turn != CHANCE:  # that somebody draws is seen anyway
                lines.append(f"  {said}")
        if not self.handed_round:
            self._catch_up()
            if sys.stdout.isatty() and turn not in self.people and not self._throwing():
                time.sleep(BREATH)

    def _throwing(self) -> bool:
        """Are there more dice of the same throw?"""
        going_on = self.state.turn == CHANCE and self.at_it != NOBODY
        return going_on and self._thrower(self.state.actions()[0]) == self.at_it

    def _person(self, seat: int) -> str:
        if self.handed_round and self.looking != seat:
            clear()
            ask(self.words("Pass the screen to {name}, then press Enter. ", name=self.names[seat]))
        self.looking = seat
        self._catch_up()
        view = self.state.view(seat)
        say()
        say(self._drawn(view))
        say(self._labelled(self.names[seat], self.game.prompt(view, self.names)))
        return self._chosen(view)

    def _chosen(self, view: View) -> str:
        """Ask until one action is meant; what has several possibilities is asked on."""

        def kind(word: str) -> str:
            return (self.game.explain(word, view, self.names) or (word, ""))[0]

        actions, verb = view.actions(), self.words.pgettext("typed: keep these dice", "keep")
        whole = choices = Choices(actions, self.game.label, kind)
        choices.show()
        if example := keeping(actions, self.game.face, verb):
            say("  " + self.words("Keep which? Say for example: {example}", example=example))
        while True:
            answer = ask("> ")
            if answer.startswith("?"):
                self._explain(view, answer[1:].strip())
                continue
            if answer == "!":
                self._hint(view)
                continue
            if not answer and len(actions) == 1:
                return actions[0]
            if choices.things and choices is not whole:  # which of several things are kept: `1 3`, `ufo star`, nothing
                found = [act] if (act := kept(f"keep {answer}", choices.actions, self.game.face)) else []
            else:
                found = choices.meant(answer, counted=not sys.stdin.isatty())
            if answer and not found:
                act = kept(answer, actions, self.game.face, verb)
                found = [act] if act else understood(answer, actions, self.game.label) if not answer.isdecimal() else []
            if len(found) == 1:
                return found[0]
            if found:
                if not answer.isdecimal() and len(found) <= FEW:
                    several = self.words.translate.listed(map(self.game.label, found), "or")
                    say("  " + self.words("{answer} could be: {several}", answer=repr(answer), several=several))
                choices = choices.among(found)
                self._ask_on(choices)
                continue
            if answer:
                why = self.game.why_not(view, self._spelled(answer), self.names)
                say("  " + (why or self.words("{answer} is not in the list:", answer=repr(answer))))
            choices = whole
            choices.show()

    def _spelled(self, answer: str) -> str:
        """An action as the notation writes it, whatever letters were typed; else the answer itself."""
        typed = " ".join(answer.lower().split())
        return next((act for act in self.state.game.actions if act.lower() == typed), typed)

    def _ask_on(self, choices: Choices) -> None:
        if choices.things:
            columns(f"{number:>3} {self.game.face(thing)}" for number, thing in enumerate(choices.things, start=1))
            say("  " + self.words("Which of them do you keep? Their numbers or names; Enter keeps none."))
        else:
            choices.show()

    def _explain(self, view: View, thing: str) -> None:
        """`?` explains what can be done now, `? thing` anything that has a name: a square, a card, an action."""
        things = [thing] if thing else list(dict.fromkeys(act.partition(" ")[0] for act in view.actions()))
        told = [asked(self.game, view, self.names, one) for one in things]
        for name, text in filter(None, told):
            say("  " + self._labelled(name, text))
        if not any(told):
            say("  " + self.words("Nothing here is called {thing}.", thing=repr(thing)))
        if not thing:
            say("  " + self.words("Type the number or the beginning of what you want to do; ! gives a hint, q leaves."))

    def _hint(self, view: View) -> None:
        """What the sharpest player would do, why, and what the best choices are worth where that is known."""
        found = hint(view)
        say(f"  {self.game.label(found.act)} – {self.game.because(view, found.act, self.names)}")
        for label, worth in worths(self.words, view.game, found.worth):
            say(f"    {label} – {worth}")

    def _part(self, *, mine: bool) -> None:
        """The turn leaves the person at the screen: show what she has just learned, before it is covered."""
        if mine:
            self._catch_up()
            say()
            say(self._drawn(self.state.view(self.looking)))
        ask(self.words("Have you seen it? Enter covers the screen. "))
        clear()
        self.looking = None

    def _catch_up(self) -> None:
        """What has happened since the person at the screen last looked, as far as she may hear of it."""
        for line in self.unheard[self.looking][-40:]:
            say(line)
        for seat, lines in self.unheard.items():
            if seat == self.looking or not self.handed_round:  # who shares the screen has read it, too
                lines.clear()
