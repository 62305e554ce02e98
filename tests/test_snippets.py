"""Every block of code in the docs is run by a test; a block of `text` is output, or for a machine that we do not have.

Blocks that another test runs are named here, so that a new one cannot be forgotten.
"""

from __future__ import annotations

import importlib.util
import inspect
import re
import tomllib
from pathlib import Path
from types import FunctionType

import msgspec
import pytest

import fabletop
from fabletop import drawing
from fabletop.drawing import dice, pawns, scene, stage, svg
from fabletop.engine import registry
from fabletop.guide.course import Course
from fabletop.guide.data import Lesson

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")])
FENCE = re.compile(r"^```(\S*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
RUN_ELSEWHERE = {  # page: which test runs all of its Python
    "README.md": "test_docs.py",
    "docs/research.md": "test_docs.py",
    "docs/dice.md": "tables/test_strangers.py",
}
NO_CODE = {"text", "sh", "diff", "nginx"}  # sh is checked in test_docs.py, diff in test_tutorial.py
TOOLS = r"(\.venv/bin/)?(fabletop|make|export|dask|cd|cp|pip|pg_dump)\b|python -m (?P<module>[\w.]+)"


def found(*kinds: str) -> list[tuple[str, str]]:
    blocks = [
        (page.relative_to(ROOT).as_posix(), *block) for page in PAGES for block in FENCE.findall(page.read_text())
    ]
    return [(page, text) for page, kind, text in blocks if kind in kinds]


def names(*modules: object) -> dict[str, object]:
    return {name: thing for module in modules for name, thing in vars(module).items() if not name.startswith("_")}


def test_every_block_says_what_it_is() -> None:
    kinds = {kind for page in PAGES for kind, _ in FENCE.findall(page.read_text(encoding="utf-8"))}
    assert kinds <= NO_CODE | {"python", "json", "toml", "bibtex"}
    for page, test in RUN_ELSEWHERE.items():
        assert Path(page).name in (ROOT / "tests" / test).read_text(encoding="utf-8")


@pytest.mark.parametrize(("page", "text"), found("sh"))
def test_commands_are_ones_that_exist(page: str, text: str) -> None:
    for line in filter(None, text.splitlines()):
        match = re.match(TOOLS, line)
        assert match, f"{page}: {line}"
        module = match["module"]
        assert module is None or importlib.util.find_spec(module), f"{page}: {line}"


@pytest.mark.parametrize(("page", "text"), [pair for pair in found("python") if pair[0] not in RUN_ELSEWHERE])
def test_python_runs(page: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if page == "docs/add-a-game.md" and "class " in text:
        return  # the game of tests/test_games_by_folder.py
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    before = fabletop.game("duck", seats=2).new()
    after = before.copy()
    after.play("roll 5")
    scope = names(drawing, scene, stage, svg, pawns, dice, fabletop) | {"fabletop": fabletop, "path": stage.path}
    scope |= {"played": fabletop.testing.played, "view": after.view(0), "x": 1, "y": 2, "tile": "<path/>", "notes": ()}
    scope["feet"] = [(0, 0), (30, 40)]
    text = text.replace('option_sets("nim")', 'option_sets("duck")')
    if page.startswith("docs/analysis/"):
        text, fewer = re.subn(r"\b(40|200|250)\b", "2", text)  # games: the page measures, here it only has to run
        assert fewer == 1
    exec("from __future__ import annotations\n" + text, scope)
    for name, function in list(scope.items()):
        if isinstance(function, FunctionType) and function.__globals__ is scope:
            if name.startswith("test_mae"):
                function()
            elif name == "stage":
                frames = list(function(before.view(0), "roll 5", after.view(0)))
                assert [type(frame) for frame in frames] == [stage.Frame] * 3
            elif re.search(rf"def {name}\(.*\.\.\.(  #.*)?$", text, re.MULTILINE):
                assert list(inspect.signature(function).parameters) == list(signature(name).parameters), name


def signature(name: str) -> inspect.Signature:
    """Of a function that every game has, as the duck game has it."""
    parts = [vars(registry.part("duck", part)) for part in ("draw", "help", "signs", "ending")]
    return inspect.signature(next(p[name] for p in parts if name in p and p[name].__module__ == p["__name__"]))


@pytest.mark.parametrize(("page", "text"), found("json"))
def test_records_are_read(page: str, text: str) -> None:
    assert fabletop.replay(text.splitlines()).actions(), page


@pytest.mark.parametrize(("page", "text"), found("toml"))
def test_lessons_are_taught(page: str, text: str) -> None:
    course = Course("duck", msgspec.convert(tomllib.loads(text), Lesson))
    assert [course.wanted(moment) for moment in range(course.last)].count("roll") == 1, page


@pytest.mark.parametrize(("page", "text"), found("bibtex"))
def test_what_is_cited_is_this_version(page: str, text: str) -> None:
    assert re.search(r"version += {(.*)}", text)[1] == fabletop.__version__, page  # type: ignore[index]
    assert text.count("{") == text.count("}")
