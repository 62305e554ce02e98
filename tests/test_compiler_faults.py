"""What does not compile says so in one line, with the line of its rules.py; and nothing is compiled for ever."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fabletop.compiler import binder
from fabletop.compiler.faults import explained
from fabletop.compiler.kernels import KERNELS
from fabletop.engine.registry import rules_of
from fabletop.engine.rulebook import Rng

SPEC = """
from fabletop.engine.spec import Spec

SPEC = Spec(title="Coins", summary="Heads wins.", version=1, seats=(2, 2), usual_seats=2, most_plies=100)
"""
RULES = """
from fabletop.engine.rulebook import CHANCE, OVER, BaseRules, Moves, Rng, field, record

ACTIONS = ("heads", "tails")


@record
class Rules(BaseRules):
    seats: int = field(2, 2)
    left: int = field(0, 3)
    heads: int = field(0, 3)

    def start(self) -> None:
        self.left = 3
        self.heads = 0

    def to_move(self) -> int:
        return CHANCE if self.left else OVER

    def legal(self, moves: Moves) -> None:
        moves.add(0)
        moves.add(1)

    def apply(self, action: int) -> None:
        self.left -= 1
        self.heads += 1 - action

    def rank(self, seat: int) -> int:
        return 1 + (seat == (self.heads > 1))

    def conceal(self, seat: int) -> None:
        self.seats = self.seats

    def complete(self, rng: Rng) -> None:
        self.heads = self.heads
"""
UNREADABLE = ("        self.left -= 1\n", '        self.left -= int("1")\n')
ENDLESS = ("        self.heads = self.heads\n", "        while self.left:\n            rng.below(3)\n")
BROKEN = ("        self.left -= 1\n", "        self.left -= [1][action + 5]\n")
MIND = """
from fabletop.engine.rulebook import BaseMind, field, record

LEVELS = ("gentle",)


@record
class Mind(BaseMind):
    level: int = field(0, 1)

    def worth(self, view, trial, action, book):
        return float(f"{self.level}")
"""
DRAWING = ("        self.heads = self.heads\n", "        rng.below(3)\n")


def compiled(
    tmp_path: Path, *change: str, work: float = 300, orphaned: float | None = None, mind: str = "", before: str = ""
) -> subprocess.CompletedProcess[str]:
    """Compile the game; with `orphaned` by somebody who ends at once, and has so many seconds to be outlived."""
    folder = tmp_path / "coins"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "spec.py").write_text(SPEC)
    (folder / "text.py").write_text("def text(view, *, colour=False):\n    return 'coins'\n")
    rules = RULES.replace(*change) if change else RULES  # type: ignore[arg-type]
    assert not change or rules != RULES
    (folder / "rules.py").write_text(rules)
    if mind:
        (folder / "mind.py").write_text(mind)
    code = (
        "import sys\n"
        "from fabletop.compiler import __main__, faults, store\n"
        f"faults.WORK = {work}\n"
        f"{before}\n"
        "status = __main__.main(['coins'])\n"
        "print(store.failure('coins'))\n"
        "sys.exit(status)\n"
    )
    if orphaned is not None:
        code = code.replace("faults.WORK", f"faults.ORPHANED = {orphaned}\nfaults.WORK")
        code = (
            "import os, subprocess, sys\n"
            "env = os.environ | {'FABLETOP_STARTER': str(os.getpid())}\n"
            f"subprocess.Popen([sys.executable, '-c', {code!r}], env=env)\n"
        )
    env = {**os.environ, "FABLETOP_GAMES": str(tmp_path), "FABLETOP_CACHE": str(tmp_path / "cache")}
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=300)


def line_of(text: str) -> int:
    return 1 + RULES.splitlines().index(text.rstrip("\n"))


def test_what_the_compiler_does_not_read_is_named_with_its_line(tmp_path: Path) -> None:
    run = compiled(tmp_path, *UNREADABLE)
    assert run.returncode == 1
    told = run.stdout.strip()
    assert told.startswith(f"rules.py, line {line_of(UNREADABLE[0])}: "), told
    assert "\n" not in told
    assert run.stderr == f"coins: {told}\n"


def test_a_generator_is_refused_as_the_docs_say(tmp_path: Path) -> None:
    run = compiled(tmp_path, "        self.left -= 1\n", "        self.left -= any(x > -1 for x in range(3))\n")
    told = run.stdout.strip()
    page = (Path(__file__).parent.parent / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    assert told.startswith(f"rules.py, line {line_of(UNREADABLE[0])}: UnsupportedError: "), told
    assert f"`{told.rpartition(': ')[2]}`" in page


def test_what_is_wrong_without_any_compiler_is_named_with_its_line(tmp_path: Path) -> None:
    run = compiled(tmp_path, *BROKEN)
    assert run.stdout.strip() == f"rules.py, line {line_of(BROKEN[0])}: IndexError: list index out of range"


def test_rules_that_never_end_are_stopped_and_their_loop_is_named(tmp_path: Path) -> None:
    run = compiled(tmp_path, *ENDLESS, work=8)
    assert run.returncode == 1
    first = line_of(ENDLESS[0])
    assert run.stderr.startswith(
        (f"coins: rules.py, line {first}: no end after", f"coins: rules.py, line {first + 1}: no")
    )
    assert not list(tmp_path.glob("cache/coins/*/lock"))


def test_nobody_is_outlived_for_long_by_a_compilation(tmp_path: Path) -> None:
    run = compiled(tmp_path, *ENDLESS, orphaned=0.5)  # returns when the last process has closed its output
    assert run.returncode == 0
    assert run.stderr == "coins: left unfinished, for whoever has begun it has ended\n"
    assert not list(tmp_path.glob("cache/coins/*/lock"))
    assert not list(tmp_path.glob("cache/coins/*/failed"))  # nothing is wrong with it: the next one begins again


def test_what_is_compiled_beside_says_what_is_wrong_too(tmp_path: Path) -> None:
    run = compiled(tmp_path, mind=MIND)
    assert run.returncode == 1
    line = 1 + MIND.splitlines().index('        return float(f"{self.level}")')
    assert run.stdout.startswith(f"mind.py, line {line}: "), run.stdout
    assert run.stderr == f"coins: {run.stdout}"
    assert not list(tmp_path.glob("cache/coins/*/lock"))


def test_one_core_and_a_numba_that_nobody_has_tried_will_do(tmp_path: Path) -> None:
    before = "import os\nos.cpu_count = lambda: 1\nfrom fabletop.compiler import thrift\nthrift.TRIED = set()"
    run = compiled(tmp_path, before=before)
    assert (run.returncode, run.stdout.strip()) == (0, "None"), run.stderr
    assert {path.stem for path in tmp_path.glob("cache/coins/*/*.ready")} == set(KERNELS)


def test_a_game_whose_world_is_drawn_at_the_start_compiles(tmp_path: Path) -> None:
    run = compiled(tmp_path, *DRAWING)
    assert (run.returncode, run.stdout.strip()) == (0, "None"), run.stderr


def test_local_lists_and_dicts_of_integers_compile_as_the_docs_say(tmp_path: Path) -> None:
    more = "        few = {i: i + 1 for i in range(3)}\n        self.left -= min([few[i] for i in range(3)])\n"
    run = compiled(tmp_path, "        self.left -= 1\n", more)
    assert (run.returncode, run.stdout.strip()) == (0, "None"), run.stderr


def test_a_generator_that_nobody_has_seeded_is_as_good_as_any() -> None:
    fresh, seeded = Rng(), Rng()
    seeded.seed(0, 0)
    assert fresh == seeded
    assert {fresh.below(3) for _ in range(50)} == {0, 1, 2}


@pytest.mark.parametrize("game", ["duck", "garden", "quidditch"])
def test_every_line_of_the_bound_rules_knows_where_it_comes_from(game: str) -> None:
    """A name that the rules alone have stands in both lines."""
    text = Path(str(rules_of(game).__file__)).read_text(encoding="utf-8").splitlines()
    bound = binder.bound_source(game).splitlines()
    start = next(i for i, line in enumerate(bound) if "def m_apply" in line)
    for number in range(start + 2, start + 8):
        file, _, at = (binder.origin(game, number) or "").partition(", line ")
        assert file == "rules.py"
        words = [word for word in bound[number - 1].split() if word.isidentifier() and word.isupper()]
        assert all(word in text[int(at) - 1] for word in words)


def test_a_game_that_is_none_is_one_line() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "fabletop.compiler", "chess"], capture_output=True, text=True, timeout=60
    )
    assert run.returncode == 2
    assert run.stderr.startswith("there is no game 'chess'")
    assert run.stderr.count("\n") == 1


def test_a_painted_message_is_read_all_the_same() -> None:
    told = explained(
        "duck", RuntimeError("Failed in nopython mode pipeline (step: x)\n\x1b[1m\x1b[1mNo such thing.\n\x1b[0m")
    )
    assert told == "RuntimeError: No such thing."
