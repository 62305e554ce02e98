"""Documentation that lies breaks the build: snippets run, commands exist, links lead somewhere."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

import fabletop
from fabletop.cli import _parser, chosen_game

ROOT = Path(__file__).parent.parent
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
    args = _parser().parse_args(shlex.split(command))
    if getattr(args, "game", None) and hasattr(args, "options"):
        chosen_game(args.game, args.seats, args.options)


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


def test_every_game_has_its_rules_written_down() -> None:
    for id in fabletop.game_ids():
        rules = ROOT / "src" / "fabletop" / "games" / id / "RULES.md"
        assert rules.exists(), id
        text = rules.read_text(encoding="utf-8")
        for option in fabletop.game(id).spec.options:
            assert re.search(rf"\b{option.name}\b", text), f"{id}: {option.name} is not explained"
