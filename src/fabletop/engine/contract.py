"""The contract of a game's folder, said in one place and checked when a part of it is loaded.

Each fault is one line that names the file and the remedy.  What only shows in play (odds, secrets, words for every
ply, an end in time) is for the kit, `fabletop.testing`.
"""

from __future__ import annotations

import inspect
import re
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from fabletop.engine.deadline import NoEnd
from fabletop.engine.errors import FabletopError, listed
from fabletop.engine.record import Field, Record, out_of_range
from fabletop.engine.rulebook import CHANCE, OVER, BaseEvents, BaseMind, BaseRules, Moves
from fabletop.engine.spec import MOST_SEATS, Option, Spec, first_word

MOST_ACTIONS = 1 << 15
LONGEST = 1_000_000  # plies


class BadGame(FabletopError):  # noqa: N818
    """A game's folder that does not hold what a game must have; the message names the file and the remedy."""


class Call(NamedTuple):
    """A function of a part, as it is called: so many arguments one after the other, and these by name."""

    name: str
    one_by_one: tuple[str, ...]
    by_name: tuple[str, ...] = ()
    required: bool = True

    def __str__(self) -> str:
        named = ("*", *(f"{name}=…" for name in self.by_name)) if self.by_name else ()
        return f"{self.name}({', '.join((*self.one_by_one, *named))})"


CALLS: dict[str, tuple[Call, ...]] = {
    "text": (Call("text", ("view",), ("colour",)), Call("told", ("view", "action"), required=False)),
    "draw": (
        Call("draw", ("view",), ("last", "before")),
        Call("moving", ("view",), ("last", "before")),
        Call("squares", ("game",), required=False),
        Call("private", ("view",), required=False),
    ),
    "stage": (Call("stage", ("before", "act", "after")), Call("by_hand", ("view", "act"), required=False)),
    "ending": (Call("ending", ("view", "way")), Call("standing", ("view",))),
    "words": (
        Call("label", ("act", "_")),
        Call("sentence", ("before", "by", "act", "after", "names", "_")),
        Call("position", ("view", "names", "_")),
        Call("prompt", ("view", "names", "_", "last"), required=False),
        Call("face", ("face", "_"), required=False),
        Call("sure", ("view", "act", "_"), required=False),
        Call("together", ("before", "names", "_"), required=False),
    ),
    "help": (
        Call("explain", ("thing", "view", "_")),
        Call("why_not", ("view", "what", "_")),
        Call("because", ("view", "act", "names", "_")),
    ),
    "signs": (Call("signs", ("view", "last")), Call("button", ("view", "act")), Call("drawn", ("name",))),
    "analysis": (Call("analyse", ("game", "progress")),),
}
# of a folder, as far as it has them
PARTS = (
    "spec", "rules", "events", "text", "draw", "stage", "ending", "words", "help", "signs", "players", "mind",
    "observation", "analysis",
)  # fmt: skip
NEEDED = ("spec", "rules", "text")


def faults(name: str, module: ModuleType, spec: Spec | None = None) -> Iterator[str]:
    """What is wrong with a part; the spec is wanted where a part has to agree with it."""
    checks: dict[str, Callable[[], Iterator[str]]] = {
        "spec": lambda: _spec(module),
        "rules": lambda: _rules(module, spec) if spec else iter(()),
        "events": lambda: _events(module),
        "players": lambda: _players(module),
        "mind": lambda: _mind(module),
        "observation": lambda: _observation(module),
    }
    file = Path(str(module.__file__))
    for fault in (*checks.get(name, lambda: iter(()))(), *_calls(module, CALLS.get(name, ()))):
        yield f"{file.parent.name}/{file.name}: {fault}"


def broken(folder: Path, name: str, error: Exception) -> str:
    """A part that cannot even be loaded, with the line of the folder where it fails."""
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).parent == folder]
    file, line = (Path(own[-1].filename).name, own[-1].lineno) if own else (f"{name}.py", None)
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).parent == folder:
        file, line = Path(error.filename).name, error.lineno
    where = f"{folder.name}/{file}" + (f", line {line}" if line else "")
    said = error.msg if isinstance(error, SyntaxError) else str(error)
    unknown = re.fullmatch(r"'(?:Rules|Events|Mind)' object has no attribute '(\w+)'", said)
    remedy = f"; a record has its fields alone: add `{unknown[1]}: int = field(…)`, or mend the name" if unknown else ""
    what = "" if isinstance(error, NoEnd) else f"{type(error).__name__}: "
    return f"{where}: {what}{' '.join(said.split())}{remedy}"


def _calls(module: ModuleType, calls: tuple[Call, ...]) -> Iterator[str]:
    for call in calls:
        function = getattr(module, call.name, None)
        if function is None:
            if call.required:
                yield f"it has no function {call.name}; add `def {call}`"
        elif not _takes(function, len(call.one_by_one), call.by_name):
            yield f"{call.name} cannot be called as {call}"


def _takes(function: Callable[..., object], count: int, by_name: tuple[str, ...] = ()) -> bool:
    try:
        inspect.signature(function).bind(*[None] * count, **dict.fromkeys(by_name))
    except (TypeError, ValueError):
        return False
    return True


# spec.py


def _spec(module: ModuleType) -> Iterator[str]:
    spec = getattr(module, "SPEC", None)
    if not isinstance(spec, Spec):
        yield "SPEC is missing or not a Spec; write `SPEC = Spec(title=…, …)`"
        return
    low, high = spec.seats
    if not 1 <= low <= spec.usual_seats <= high:
        yield f"seats=({low}, {high}) and usual_seats={spec.usual_seats}: say fewest, most, and a number between them"
    if high > MOST_SEATS:
        yield f"seats go to {high}, but there are colours and shapes for {MOST_SEATS}; say at most {MOST_SEATS}"
    if not (spec.title.strip() and spec.summary.strip()):
        yield "title and summary say what the game is called and, in one line, what it is about; neither is empty"
    if spec.version < 1 or not set(spec.earlier) <= set(range(1, spec.version)):
        yield f"version={spec.version}: versions count from 1, and `earlier` speaks of those before this one"
    if not 1 <= spec.most_plies <= LONGEST:
        yield f"most_plies={spec.most_plies}: say how long a random game gets at most, from 1 to {LONGEST:,}"
    if spec.one_throw and not spec.throws:
        yield 'one_throw without throws; say what is thrown: throws=("roll",)'
    names = [option.name for option in spec.options]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"two options are called {name}; rename one"
    if spec.variant and spec.variant not in names:
        yield f"variant={spec.variant!r} is none of the options; they are {listed(names)}"
    for option in spec.options:
        yield from _option(option)
    for version, values in spec.earlier.items():
        for name, value in values.items():
            if name not in names or value not in spec.option(name).values:
                yield f"earlier[{version}]: {name}={value!r} is no option, or none of its values"


def _option(option: Option) -> Iterator[str]:
    kinds = {type(value) for value in option.values}
    if not (option.name.isidentifier() and option.name == option.name.lower()):
        yield f"the option {option.name!r} names a field: small letters, digits and _ alone"
    if not option.values or len(kinds) > 1 or len(set(option.values)) < len(option.values):
        yield f"the option {option.name} needs values of one kind, each once: numbers, words, or True and False"
    elif option.default not in option.values:
        yield f"the option {option.name} has the default {option.default!r}, which is none of its values"
    if not option.help.strip():
        yield f"the option {option.name} has no help; say in one line what it does"


# rules.py


def _rules(module: ModuleType, spec: Spec) -> Iterator[str]:
    texts = [*_texts(getattr(module, "ACTIONS", None), spec)]
    yield from texts
    kind = getattr(module, "Rules", None)
    if not (isinstance(kind, type) and issubclass(kind, BaseRules)):
        yield "the class Rules is missing or no BaseRules; write `@record` and below it `class Rules(BaseRules):`"
        return
    if "FIELDS" not in vars(kind):
        yield "Rules has no fields: write `@record` above the class"
        return
    found = [*_methods(kind, BaseRules), *_fields(kind, spec), *_agreement(kind, spec)]
    yield from found
    if not found and not texts:
        yield from _start(module, kind, spec)


def _texts(actions: object, spec: Spec) -> Iterator[str]:
    if not (isinstance(actions, tuple) and actions and all(isinstance(text, str) for text in actions)):
        yield 'ACTIONS is missing or no tuple of texts; write `ACTIONS = ("roll 1", …)`'
        return
    if len(actions) > MOST_ACTIONS:
        yield f"ACTIONS has {len(actions):,} texts; {MOST_ACTIONS:,} are the most"
    twice = sorted({text for text in actions if actions.count(text) > 1}) if len(set(actions)) < len(actions) else []
    if twice:
        yield f"two actions have the text {twice[0]!r}; every text names one action"
    for text in actions:
        if text != " ".join(text.split()) or not text or text.endswith(" ?"):
            yield f"the action {text!r} is no text of words with single spaces between them (a last ? means a secret)"
            break
    first = {first_word(text) for text in actions}
    for name, words in (("throws", spec.throws), ("draws", spec.draws), ("wishes", spec.wishes)):
        for word in words:
            if word not in first:
                yield f"no action begins with {word!r}, which {name}=… of spec.py names"


def _methods(kind: type, base: type) -> Iterator[str]:
    for name, own in vars(base).items():
        if not inspect.isfunction(own):
            continue
        has = getattr(kind, name, None)
        parameters = list(inspect.signature(own).parameters)
        wanted = f"def {name}({', '.join(parameters)})"
        if has is own and getattr(own, "__isabstractmethod__", False):
            yield f"{kind.__name__} has no method {name}; add `{wanted}`: {_first_line(own)}"
        elif not inspect.isfunction(has):
            yield f"the field {name} has the name of a method; rename it"
        elif not _takes(has, len(parameters)):
            yield f"{kind.__name__}.{name} cannot be called; it is `{wanted}`"


def _first_line(function: object) -> str:
    return (inspect.getdoc(function) or "").partition("\n")[0]


def _fields(kind: type[Record], spec: Spec) -> Iterator[str]:
    fields: dict[str, Field] = kind.FIELDS
    wanted = {"seats": spec.seats}
    for option in spec.options:
        codes = [int(option.code(value)) for value in option.values]
        wanted[option.name] = (min(codes), max(codes))
    for name, (low, high) in wanted.items():
        what = "number of seats" if name == "seats" else f"option {name}"
        if name not in fields:
            yield f"no field for the {what}; add `{name}: int = field({low}, {high})`"
        elif fields[name].shape or fields[name].low > low or fields[name].high < high:
            yield f"the field {name} does not hold the {what}; say `{name}: int = field({low}, {high})`"
    for name, f in fields.items():
        if not (f.low >= -(1 << 63) and f.high < 1 << 63):
            yield f"the field {name} is wider than 64 bits; split it"


def _agreement(kind: type, spec: Spec) -> Iterator[str]:
    own = {name for name in ("score", "conceal", "complete", "knows", "acting") if _has_own(kind, name)}
    if spec.scored and "score" not in own:
        yield "spec.py says scored=True, but Rules has no score(seat); add it"
    if "score" in own and not spec.scored:
        yield "Rules has score(seat), but spec.py does not say scored=True; add it there"
    if "conceal" in own and "complete" not in own:
        yield "Rules conceals, but cannot fill in again what it has forgotten; add `def complete(self, rng)`"
    if own & {"complete", "knows"} and "conceal" not in own:
        yield "Rules has secrets, but forgets nothing; add `def conceal(self, seat)`"
    if spec.throws and "acting" not in own:
        yield "spec.py says throws=…, but Rules does not say who throws; add `def acting(self)`"


def _has_own(kind: type, name: str) -> bool:
    return getattr(kind, name) is not getattr(BaseRules, name)


def _start(module: ModuleType, kind: type, spec: Spec) -> Iterator[str]:
    """The first position, with the usual seats and defaults."""
    rules, moves = kind(), Moves()
    rules.seats = spec.usual_seats
    try:
        for name, value in spec.check_options(spec.usual_seats, {}).items():
            setattr(rules, name, spec.option(name).code(value))
        rules.start()
        turn = rules.to_move()
        if turn != OVER:
            rules.legal(moves)
    except Exception as error:
        yield f"it cannot start: {broken(Path(str(module.__file__)).parent, 'rules', error)}"
        return
    for cell in out_of_range(rules):
        yield f"after start, {cell}"
    if not (turn in (CHANCE, OVER) or 0 <= turn < spec.usual_seats):
        yield f"after start, to_move gives {turn}; it is a seat, CHANCE or OVER"
    elif turn != OVER and not moves.n:
        yield "after start, nothing is legal; `legal` adds at least one action while to_move is not OVER"
    elif not all(0 <= action < len(module.ACTIONS) for action in moves.room[: moves.n]):
        yield f"after start, an action is legal that ACTIONS, with {len(module.ACTIONS)} texts, does not have"


# The others


def _events(module: ModuleType) -> Iterator[str]:
    kind = getattr(module, "Events", None)
    if not (isinstance(kind, type) and issubclass(kind, BaseEvents) and "FIELDS" in vars(kind)):
        yield "the class Events is missing or no record; write `@record` and below it `class Events(BaseEvents):`"
    else:
        yield from _methods(kind, BaseEvents)


def _mind(module: ModuleType) -> Iterator[str]:
    kind, levels = getattr(module, "Mind", None), getattr(module, "LEVELS", None)
    if not (isinstance(kind, type) and issubclass(kind, BaseMind) and "FIELDS" in vars(kind)):
        yield "the class Mind is missing or no record; write `@record` and below it `class Mind(BaseMind):`"
    else:
        yield from _methods(kind, BaseMind)
        if kind.worth is BaseMind.worth and kind.decide is BaseMind.decide:
            yield "Mind has neither a method worth nor decide; add `def worth(self, view, trial, action, book)`"
    if not (isinstance(levels, tuple) and levels and all(isinstance(level, str) for level in levels)):
        yield 'LEVELS is missing; write `LEVELS = ("gentle", "fair")`, from level 1 on'
        return
    for name in ("READS", "DEEP"):
        for level in getattr(module, name, ()):
            if level not in levels:
                yield f"{name} names {level!r}, which is not among LEVELS; add it there"


def _observation(module: ModuleType) -> Iterator[str]:
    if not isinstance(getattr(module, "OBSERVATION", None), dict):
        yield "OBSERVATION is missing; write `OBSERVATION = {…}`: for each field what its numbers mean"


def _players(module: ModuleType) -> Iterator[str]:
    players = getattr(module, "PLAYERS", {})
    if not isinstance(players, dict) or not (players or hasattr(module, "book")):
        yield 'PLAYERS is missing; write `PLAYERS = {"gentle": MyPlayer}`: levels, and what makes a player from an rng'
        return
    for level, make in players.items():
        if not (callable(make) and _takes(make, 1)):
            yield f"PLAYERS[{level!r}] does not make a player from a random.Random"
