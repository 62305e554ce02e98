"""The contract of a game's folder: every fault is one line with the file and the remedy; the house guesses nothing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import types
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import fabletop
import fabletop.games
from fabletop.drawing.palette import SEATS
from fabletop.drawing.scene import on_turn
from fabletop.engine import contract, registry
from fabletop.engine.contract import CALLS, BadGame, broken, faults
from fabletop.engine.spec import MOST_SEATS, Spec, first_word
from fabletop.tables.entries import Head, SeatPlan
from fabletop.tables.table import Table
from fabletop.tables.tally import tally
from fabletop.web.dice_page import faces
from fabletop.web.eyes import Eyes
from fabletop.web.seen import forgets, present
from fabletop.web.strips import sound
from fabletop.words import Words

SPEC = """
from fabletop.engine.spec import Spec, choice, switch

SPEC = Spec(
    title="Ludus", summary="Who is first wins.", version=1, seats=(2, 4), usual_seats=2, throws=("roll",),
    most_plies=1000, scored=True, draws=("stop",),
    options=(choice("length", 10, 20, help="squares"), switch("kind", "nobody is thrown out")),
)
"""
RULES = """
from fabletop.engine.rulebook import CHANCE, OVER, BaseRules, Moves, Rng, field, record

ACTIONS = ("roll 1", "roll 2", "stop")


@record
class Rules(BaseRules):
    seats: int = field(2, 4)
    length: int = field(10, 20)
    kind: int = field(0, 1)
    turn: int = field(0, 3)
    at: list[int] = field(0, 30, 4)

    def start(self) -> None:
        self.turn = 0

    def to_move(self) -> int:
        return OVER if max(self.at) >= self.length else CHANCE

    def acting(self) -> int:
        return self.turn

    def legal(self, moves: Moves) -> None:
        moves.add(0)
        moves.add(1)

    def apply(self, action: int) -> None:
        self.at[self.turn] += action + 1
        self.turn = (self.turn + 1) % self.seats

    def score(self, seat: int) -> int:
        return self.at[seat]

    def rank(self, seat: int) -> int:
        return 1 if self.at[seat] >= self.length else 2
"""
EVENTS = """
from fabletop.engine.rulebook import BaseEvents, counter, record


@record
class Events(BaseEvents):
    twos: int = counter()

    def watch(self, before, action, after) -> None:
        self.twos += action
"""
TEXT = """
def text(view, *, colour=False):
    return "race"
"""
WORDS = """
def label(act, _): ...
def sentence(before, by, act, after, names, _): ...
def position(view, names, _): ...
"""
GOOD = {"spec": SPEC, "rules": RULES, "events": EVENTS, "text": TEXT, "words": WORDS}
GOOD["players"] = "PLAYERS = {'gentle': lambda rng: None}\n"
GOOD["draw"] = "def draw(view, *, last=None, before=None): ...\ndef moving(view, *, last=None, before=None): ...\n"
GOOD["stage"] = "def stage(before, act, after): ...\n"
GOOD["ending"] = "def ending(view, way): ...\ndef standing(view): ...\n"
GOOD["observation"] = "OBSERVATION = {}\n"
GOOD["mind"] = """
from fabletop.engine.rulebook import BaseMind, field, record

LEVELS = ("gentle",)


@record
class Mind(BaseMind):
    level: int = field(0, 1)

    def decide(self, view, trial, moves, rng, book) -> int:
        return moves.room[0]
"""


def module(name: str, text: str) -> types.ModuleType:
    made = types.ModuleType(f"race_{name}")
    made.__file__ = f"/games/race/{name}.py"
    exec(compile(text, made.__file__, "exec"), made.__dict__)
    return made


def found(name: str, old: str = "", new: str = "") -> list[str]:
    """The faults of one part of the good game, changed in one place."""
    text = GOOD[name]
    assert old in text, old
    spec = module("spec", SPEC).SPEC
    assert isinstance(spec, Spec)
    return list(faults(name, module(name, text.replace(old, new)), spec))


@pytest.mark.parametrize("name", GOOD)
def test_a_good_game_has_no_fault(name: str) -> None:
    assert found(name) == []


FAULTS = [
    ("spec", "SPEC = Spec(", "OTHER = Spec(", "SPEC is missing"),
    ("spec", "seats=(2, 4), usual_seats=2", "seats=(2, 4), usual_seats=5", "usual_seats=5"),
    ("spec", "seats=(2, 4)", "seats=(0, 4)", "seats=(0, 4)"),
    ("spec", "seats=(2, 4)", "seats=(2, 7)", "seats go to 7"),
    ("spec", 'title="Ludus"', 'title=""', "title and summary"),
    ("spec", "version=1", "version=0", "versions count from 1"),
    ("spec", "version=1", "version=1, earlier={1: {}}", "versions count from 1"),
    ("spec", "version=1", "version=2, earlier={1: {'length': 11}}", "earlier[1]: length=11"),
    ("spec", "most_plies=1000", "most_plies=0", "most_plies=0"),
    ("spec", 'throws=("roll",)', "one_throw=True", "one_throw without throws"),
    ("spec", 'switch("kind"', 'switch("length"', "two options are called length"),
    ("spec", "version=1", 'version=1, variant="level"', "variant='level' is none of the options"),
    ("spec", 'choice("length", 10, 20', 'choice("length", 10, "twenty"', "values of one kind"),
    ("spec", 'choice("length", 10, 20', 'choice("length", 10, 10', "each once"),
    ("spec", 'choice("length", 10, 20', 'choice("length", 10, 20, default=30', "the default 30"),
    ("spec", 'choice("length"', 'choice("my length"', "names a field"),
    ("spec", 'help="squares"', 'help=""', "has no help"),
    ("rules", 'ACTIONS = ("roll 1", "roll 2", "stop")', 'TEXTS = ("roll 1", "roll 2", "stop")', "ACTIONS is missing"),
    ("rules", '"roll 2", "stop"', '"roll 2", "roll 1"', "two actions have the text 'roll 1'"),
    ("rules", '"stop"', '"stop  now"', "single spaces"),
    ("rules", '"stop"', '"card ?"', "single spaces"),
    ("rules", '"roll 1", "roll 2"', '"go 1", "go 2"', "no action begins with 'roll'"),
    ("rules", '"stop")', '"halt")', "no action begins with 'stop', which draws=… of spec.py names"),
    ("rules", "class Rules(BaseRules)", "class Game(BaseRules)", "the class Rules is missing"),
    ("rules", "@record\nclass", "class", "write `@record`"),
    ("rules", "    def rank", "    def place", "no method rank; add `def rank(self, seat)`: After the end: 1"),
    ("rules", "    def apply(self, action", "    def apply(self, *, action", "it is `def apply(self, action"),
    ("rules", "    turn: int", "    knows: int", "the field knows has the name of a method"),
    ("rules", "    length: int = field(10, 20)\n", "", "add `length: int = field(10, 20)`"),
    ("rules", "    length: int = field(10, 20)", "    length: int = field(10, 19)", "does not hold the option length"),
    ("rules", "    kind: int = field(0, 1)", "    kind: int = field(0, 0)", "does not hold the option kind"),
    ("rules", "    seats: int = field(2, 4)", "    seats: int = field(2, 3)", "does not hold the number of seats"),
    ("rules", "    turn: int = field(0, 3)", "    turn: int = field(0, 1 << 63)", "wider than 64 bits"),
    ("rules", "    def score", "    def points", "has no score(seat)"),
    ("rules", "    def acting", "    def whose", "does not say who throws"),
    ("rules", "    def acting", "    def conceal(self, seat):\n        pass\n\n    def acting", "add `def complete"),
    ("rules", "    def acting", "    def complete(self, rng):\n        pass\n\n    def acting", "add `def conceal"),
    ("rules", "        self.turn = 0\n", "        self.turn = 7\n", "after start, turn is 7"),
    ("rules", "        self.turn = 0\n", "        self.tern = 0\n", "race/rules.py, line 16: AttributeError"),
    ("rules", "else CHANCE", "else 3", "to_move gives 3"),
    ("rules", "        moves.add(0)\n        moves.add(1)\n", "        pass\n", "nothing is legal"),
    ("rules", "        moves.add(1)\n", "        moves.add(9)\n", "an action is legal that ACTIONS"),
    ("events", "class Events(BaseEvents)", "class Counts(BaseEvents)", "the class Events is missing"),
    ("events", "    def watch", "    def see", "add `def watch(self, before, action, after)`"),
    ("text", "def text(view, *, colour=False)", "def text(view)", "text cannot be called as text(view, *, colour=…)"),
    ("draw", "def draw(", "def paint(", "add `def draw(view, *, last=…, before=…)`"),
    ("words", "def label(act, _)", "def label(act)", "label cannot be called as label(act, _)"),
    ("words", "def sentence(", "def told(", "it has no function sentence"),
    ("draw", "def moving(", "def moves(", "add `def moving(view, *, last=…, before=…)`"),
    ("stage", "before, act, after", "before, after", "stage cannot be called as stage(before, act, after)"),
    ("ending", "def standing(view)", "def standing(view, seat)", "standing cannot be called as standing(view)"),
    ("observation", "OBSERVATION = ", "SEEN = ", "OBSERVATION is missing"),
    ("mind", "LEVELS = ", "NAMES = ", "LEVELS is missing"),
    ("mind", "LEVELS = ", 'DEEP = ("sharp",)\nLEVELS = ', "DEEP names 'sharp', which is not among LEVELS"),
    ("mind", "class Mind(BaseMind)", "class Brain(BaseMind)", "the class Mind is missing"),
    ("mind", "    def decide", "    def choose", "Mind has neither a method worth nor decide"),
    ("players", "PLAYERS = ", "players = ", "PLAYERS is missing"),
    ("players", "lambda rng: None", "lambda: None", "PLAYERS['gentle'] does not make a player"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new", "says"), FAULTS)
def test_a_fault_is_one_line_with_file_and_remedy(name: str, old: str, new: str, says: str) -> None:
    lines = found(name, old, new)
    assert any(says in line for line in lines), lines
    for line in lines:
        assert line.startswith(f"race/{name}.py: ")
        assert "\n" not in line


def test_a_score_that_nobody_asks_for_is_found() -> None:
    spec = module("spec", SPEC.replace("scored=True,", "")).SPEC
    assert "does not say scored=True" in next(faults("rules", module("rules", RULES), spec))


def test_there_is_a_colour_for_every_seat() -> None:
    assert len(SEATS) == MOST_SEATS


@pytest.mark.parametrize("id", registry.game_ids())
def test_the_games_of_the_chest_hold_it(id: str) -> None:
    registry.check(id)


def test_every_call_of_the_contract_is_in_the_docs() -> None:
    page = (Path(__file__).parent.parent / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    for part, calls in CALLS.items():
        for call in calls:
            assert f"`{call}`" in page, f"{part}.py: {call}"


# A broken game of a guest does not keep the others from being played


def command(tmp_path: Path, *args: str, **files: str) -> subprocess.CompletedProcess[str]:
    folder = tmp_path / "race"
    folder.mkdir(parents=True)
    for name, text in {**GOOD, **files}.items():
        (folder / f"{name}.py").write_text(text)
    env = {**os.environ, "FABLETOP_GAMES": str(tmp_path)}
    run = [sys.executable, "-m", "fabletop.cli", *args]
    return subprocess.run(run, env=env, capture_output=True, text=True, timeout=60)


def test_a_game_from_outside_is_played_like_any_other(tmp_path: Path) -> None:
    assert "Ludus" in command(tmp_path, "games").stdout


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"rules": RULES.replace("    def rank", "    def place")}, "race/rules.py: Rules has no method rank; add"),
        ({"rules": RULES.replace("def legal(", "def legal((")}, "race/rules.py, line 24: SyntaxError: "),
        ({"spec": SPEC + "\n1 / 0\n"}, "race/spec.py, line 10: ZeroDivisionError: division by zero"),
        ({"words": "import nowhere\n"}, "race/words.py, line 1: ModuleNotFoundError: No module named 'nowhere'"),
    ],
)
def test_what_is_wrong_with_it_is_one_line_and_the_chest_stays_open(
    tmp_path: Path, files: dict[str, str], says: str
) -> None:
    asked = command(tmp_path / "a", "simulate", "race", "--games", "5", **files)
    assert asked.returncode == 2
    assert says in asked.stderr.splitlines()[-1]
    listed = command(tmp_path / "b", "games", **files)
    assert listed.returncode == 0
    assert "The Duck Game" in listed.stdout
    assert "Ludus" not in listed.stdout
    assert says in listed.stderr


ENDLESS = "        while True:\n            pass\n"


@pytest.mark.parametrize("thread", ["main", "other"])
@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        (
            "rules",
            "        self.turn = 0\n",
            ENDLESS,
            r"rules\.py: it cannot start: race_1/rules\.py, line 1[67]: ",
        ),
        (
            "rules",
            "        moves.add(0)\n",
            ENDLESS,
            r"rules\.py: it cannot start: race_1/rules\.py, line 2[56]: ",
        ),
        ("draw", "def draw", "while True:\n    pass\ndef draw", r"race_1/draw\.py, line [12]: "),
    ],
)
def test_what_never_ends_is_named_with_its_line_and_keeps_nobody_waiting(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, name: str, old: str, new: str, says: str, thread: str
) -> None:
    folder = shelf / "race_1"
    folder.mkdir()
    for part, text in {**GOOD, "__init__": "", name: GOOD[name].replace(old, new)}.items():
        (folder / f"{part}.py").write_text(text)
    monkeypatch.setattr(registry, "LOADING", 0.2)
    for known in (registry._packages, registry._found):
        known.cache_clear()
    with ThreadPoolExecutor(1) as pool:
        ids = registry.game_ids() if thread == "main" else pool.submit(registry.game_ids).result()
    for module in [one for one in sys.modules if one.startswith("fabletop.games.race_1")]:
        del sys.modules[module]
    assert "duck" in ids
    assert "race_1" not in ids
    with pytest.raises(BadGame, match=says + r"this takes too long; is there a loop that never stops\?$"):
        registry.part("race_1", "spec")


# The house guesses nothing: with nonsense for every word of a game it does exactly the same


def nonsense(text: str) -> str:
    return " ".join(f"q{word[::-1]}" for word in text.split())


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A shelf of games that this test puts there."""
    with monkeypatch.context() as patch:
        patch.setattr(fabletop.games, "__path__", [*fabletop.games.__path__, str(tmp_path)])
        yield tmp_path
    for known in (registry._packages, registry._found):
        known.cache_clear()


def twin(id: str, shelf: Path) -> str:
    """The game once more, with nonsense for its actions' words and for the names of its fields."""
    other = f"{id}_q"
    folder = shelf / other
    folder.mkdir()
    spec, kind = registry.spec_of(id), registry.rules_of(id).Rules
    throws, draws, wishes = (tuple(map(nonsense, words)) for words in (spec.throws, spec.draws, spec.wishes))
    source = Path(str(registry.rules_of(id).__file__)).read_text(encoding="utf-8")
    for name in kind.FIELDS:
        if name != "seats" and name not in [option.name for option in spec.options]:
            source = re.sub(
                rf"(?<=self\.){name}\b|(?<=^    ){name}(?=: (int|list))", nonsense(name), source, flags=re.M
            )
    source += "\n\nACTIONS = tuple(' '.join('q' + word[::-1] for word in text.split()) for text in ACTIONS)\n"
    (folder / "__init__.py").write_text("")
    (folder / "rules.py").write_text(source)
    (folder / "text.py").write_text("def text(view, *, colour=False):\n    return 'q'\n")
    (folder / "spec.py").write_text(
        "from dataclasses import replace\n"
        f"from fabletop.games.{id}.spec import SPEC\n\n"
        f"SPEC = replace(SPEC, throws={throws!r}, draws={draws!r}, wishes={wishes!r})\n"
    )
    for known in (registry._packages, registry._found):
        known.cache_clear()
    registry.check(other)
    return other


def table_of(id: str) -> Table:
    plans = [SeatPlan("person", f"name {seat}") for seat in range(registry.spec_of(id).usual_seats)]
    table = Table("t", Head(id, {}, plans, "5eed" * 16, rolls=True, version=registry.spec_of(id).version))
    for entry in table.opening():
        table.add(entry)
    return table


@pytest.mark.parametrize("id", registry.game_ids())
def test_with_nonsense_for_every_word_a_table_does_the_same(id: str, shelf: Path) -> None:
    one, other = table_of(id), table_of(twin(id, shelf))
    eyes, words = Eyes((0, 1), lifted=0), Words("en")
    told = ("ply", "eye", "seat", "own", "roll", "cover", "hand_on", "undo", "over", "winners")
    for step in range(150):
        assert [nonsense(entry.act) for entry in one.log] == [entry.act for entry in other.log]
        assert one.state.rules.key() == other.state.rules.key()
        assert (one.roller, one.turn, one.state.acting) == (other.roller, other.turn, other.state.acting)
        assert on_turn(one.state.view(None)) == on_turn(other.state.view(None))
        seen, also = present(one, eyes, words), present(other, eyes, words)
        assert {key: seen[key] for key in told} == {key: also[key] for key in told}
        assert [nonsense(act) for act, *_ in seen["acts"]] == [act for act, *_ in also["acts"]]
        for mine, its in zip(one.log, other.log, strict=True):
            assert sound(one.game.spec, mine) == sound(other.game.spec, its)
            assert forgets(one, mine) == forgets(other, its)
        if one.turn is None:
            break
        for table in (one, other):
            if table.roller is not None:
                entries = table.roll(table.roller)
            else:
                assert table.turn is not None
                acts = table.actions(table.turn)
                entries = table.answer(table.turn, acts[step * 7 % len(acts)])
            for entry in entries:
                table.add(entry)
    counts = [[(row[1], row[2]) for row in faces(tally(table), table.game.id, words)] for table in (one, other)]
    assert sorted(counts[0]) == sorted(counts[1])
    assert {first_word(entry.act) for entry in one.log}.isdisjoint(first_word(entry.act) for entry in other.log)


@pytest.mark.parametrize("line", ["self.rounds = 0", "self.turn = self.rounds"])
def test_a_field_that_a_record_does_not_have_is_named_with_the_remedy(line: str, tmp_path: Path) -> None:
    """Reading and writing fail in different ways."""

    def start() -> None:
        scope = {"self": fabletop.game("duck").new().rules}
        exec(line, scope)

    with pytest.raises(AttributeError) as failed:
        start()
    said = broken(tmp_path, "rules", failed.value)
    assert said.endswith("; a record has its fields alone: add `rounds: int = field(…)`, or mend the name")


def test_a_text_that_two_actions_have_is_named() -> None:
    spec = fabletop.game("duck").spec
    faults = list(contract._texts(("roll 1", "hop", "roll 2", "roll 2"), spec))
    assert "two actions have the text 'roll 2'" in faults[0]
    assert not any("two actions" in fault for fault in contract._texts(("roll 1", "hop"), spec))


def test_a_fault_of_syntax_is_told_with_its_file_and_line(tmp_path: Path) -> None:
    for folder, where in ((tmp_path, f"{tmp_path.name}/rules.py, line 7"), (tmp_path / "else", "else/words.py")):
        error = SyntaxError("bad", (str(tmp_path / "rules.py"), 7, 1, "x", 7, 2))
        assert contract.broken(folder, "words", error).startswith(where + ":")


def test_what_a_folder_may_leave_out_is_not_missed() -> None:
    optional = {call.name for calls in contract.CALLS.values() for call in calls if not call.required}
    assert {"by_hand", "told", "squares", "private", "prompt", "face", "sure", "together"} <= optional
    assert not optional & {"draw", "moving", "text", "label", "sentence", "position", "stage"}


@pytest.mark.parametrize("id", ["Duck", "moon race", "mönd"])
def test_the_name_of_a_folder_is_plain(id: str) -> None:
    with pytest.raises(BadGame, match="small letters"):
        registry._check(id)


def test_every_game_is_loaded_part_by_part_when_it_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []
    monkeypatch.setattr(registry, "_part", lambda id, name: loaded.append(name))
    registry._check("duck")
    assert {"spec", "rules", "text", "draw", "words", "help"} <= set(loaded)
