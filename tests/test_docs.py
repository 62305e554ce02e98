"""Documentation that lies breaks the build: snippets run, commands exist, links lead somewhere."""

from __future__ import annotations

import doctest
import importlib
import inspect
import re
import shlex
from pathlib import Path

import pytest

import fabletop
from fabletop.cli import command_line
from fabletop.cli.arguments import chosen_game

ROOT = Path(__file__).parent.parent
MADE_THERE = "moon_race"  # the game that a reader of the tutorial makes; tests/test_tutorial.py does so
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/fabletop/games/*/RULES.md")])


def blocks(path: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)


def commands() -> list[tuple[str, str]]:
    """Every `fabletop …` line in a shell block."""
    found = []
    for page in PAGES:
        for block in blocks(page, "sh"):
            for line in block.splitlines():
                match = re.match(r"(?:\.venv/bin/)?fabletop( .*)?$", line.split("  #")[0].rstrip())
                if match:
                    found.append((page.name, (match[1] or "").strip()))
    return found


@pytest.mark.parametrize(("page", "command"), commands())
def test_commands_in_the_docs_are_understood(page: str, command: str) -> None:
    args = command_line().parse_args(shlex.split(command))
    if getattr(args, "game", None) not in (None, MADE_THERE) and hasattr(args, "options"):
        chosen_game(args)


def test_there_are_commands_to_check() -> None:
    assert len(commands()) > 8


def test_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (snippet,) = blocks(ROOT / "README.md", "python")
    scope: dict[str, object] = {}
    exec(snippet, scope)
    state = scope["state"]
    assert isinstance(state, fabletop.State)
    assert state.actions() == ["enter"]


def test_the_package_docstring_runs() -> None:
    assert doctest.testmod(fabletop).attempted > 3
    assert doctest.testmod(fabletop).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)", text):
        if not target.startswith(("http:", "https:")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_make_targets_in_the_docs_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for page in PAGES:
        named = set(re.findall(r"(?:^|`)make ([a-z]+)", page.read_text(encoding="utf-8"), re.MULTILINE))
        assert named <= targets, f"{page.name}: {named - targets}"


def test_the_site_leads_to_pages_that_exist_and_to_all_rules() -> None:
    """`make docs` builds it, with a warning as an error."""
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("nav:")[2]
    named = re.findall(r"[\w/-]+\.md", nav)
    assert len(named) > 12
    assert all((ROOT / "docs" / name).exists() for name in named)
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    for path in ROOT.glob("src/fabletop/games/*/RULES.md"):
        assert path.relative_to(ROOT).as_posix() in index


def test_the_map_of_the_house_shows_every_room() -> None:
    page = (ROOT / "docs" / "how-it-works.md").read_text(encoding="utf-8")
    shown = re.findall(r"^  (\w+)/", page[page.index("src/fabletop/\n") :], re.MULTILINE)
    rooms = {init.parent.name for init in (ROOT / "src" / "fabletop").glob("*/__init__.py")}
    assert set(shown) == rooms
    assert len(shown) == len(rooms)


@pytest.mark.parametrize("language", ["", ".de"])
def test_every_game_has_its_rules_written_down(language: str) -> None:
    """That they name every option and action is for the kit."""
    for id in fabletop.game_ids():
        assert (ROOT / "src" / "fabletop" / "games" / id / f"RULES{language}.md").exists(), id


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("number", range(9))
def test_the_page_for_researchers_runs(number: int) -> None:
    pytest.importorskip("pettingzoo")
    pytest.importorskip("pyspiel")
    found = blocks(ROOT / "docs" / "research.md", "python")
    assert len(found) == 9
    exec(found[number], {})


def test_the_kit_is_called_as_the_page_on_drawing_says() -> None:
    """Each line `module.name(parameters)` of the list has the parameters of the function, in their order."""
    listed = [line for block in blocks(ROOT / "docs" / "drawing.md", "text") for line in block.splitlines()]
    for line in listed:
        module, name, given = re.fullmatch(r"(\w+)\.(\w+)\((.*)\)", line).groups()  # type: ignore[union-attr]
        function = getattr(importlib.import_module(f"fabletop.drawing.{module}"), name)
        told = re.sub(r"\([^()]*\)", "", given)  # of a default
        names = [part.partition("=")[0].strip(" *") for part in told.split(",")]
        assert [each for each in names if each] == [*inspect.signature(function).parameters], line
    assert len(listed) > 40
