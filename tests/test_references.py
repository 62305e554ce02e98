"""RULES.md of each game is the reference: every rule, where its book says it, and every gap, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import fabletop
from fabletop.engine.registry import spec_of

GAMES = Path(fabletop.__file__).parent / "games"
PARTS = {"nutcracker": {"NUT-R": 7, "NUT1-R": 8, "NUT2-R": 10, "NUT1-A": 13, "NUT2-A": 21}}
MOST = {  # rules and gaps of the other games
    "cinderella": ("CIN", 18, 22),
    "duck": ("DUC", 6, 14),
    "garden": ("GAR", 18, 29),
    "kniffel": ("KNI", 8, 10),
    "maumau": ("MAU", 8, 16),
    "mensch": ("MAE", 13, 16),
    "quidditch": ("QUI", 17, 16),
}
for game, (prefix, rules, gaps) in MOST.items():
    PARTS[game] = {f"{prefix}-R": rules, f"{prefix}-A": gaps}
PAGES = [(id, language) for id in sorted(PARTS) for language in ("", ".de")]


def rows(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in text.splitlines() if line[:1] == "|"]


def named(cell: str, prefix: str) -> set[str]:
    """The ids of a first cell: `NUT2-A4, A5` are two, and `A5` is the game's own."""
    found, last = set(), prefix
    for part in cell.split(", "):
        match = re.fullmatch(r"(?:([A-Z]+\d?)-)?([RA])(\d+)", part)
        if not match:
            return set()
        last = match[1] or last
        found.add(f"{last}-{match[2]}{match[3]}")
    return found


@pytest.mark.parametrize(("id", "language"), PAGES)
def test_every_rule_and_every_gap_has_its_row(id: str, language: str) -> None:
    text = (GAMES / id / f"RULES{language}.md").read_text(encoding="utf-8")
    prefix = next(iter(PARTS[id])).partition("-")[0]
    found: dict[str, list[str]] = {}
    for row in rows(text):
        for name in named(row[0], prefix):
            found.setdefault(name, row)
    wanted = {f"{start}{number}" for start, most in PARTS[id].items() for number in range(1, most + 1)}
    assert found.keys() == wanted
    for name, row in found.items():
        assert all(row[:3]), name  # what it says, and where it stands or how it is decided


@pytest.mark.parametrize(("id", "language"), PAGES)
def test_every_version_is_told(id: str, language: str) -> None:
    text = (GAMES / id / f"RULES{language}.md").read_text(encoding="utf-8")
    assert ("off" if not language else "aus") in text
    for old in spec_of(id).earlier:
        assert f"{'Fassung' if language else 'version'} {old}" in text


@pytest.mark.parametrize("id", sorted(PARTS))
def test_both_languages_quote_the_same_words(id: str) -> None:
    pages = [(GAMES / id / f"RULES{language}.md").read_text(encoding="utf-8") for language in ("", ".de")]
    codes = r"(?:DE|EN|EL|ES|FR|IT|NL|PT) [“„]([^”“]+)[”“]"
    assert re.findall(codes, pages[0]) == re.findall(codes, pages[1]) != []


@pytest.mark.parametrize(("id", "language"), PAGES)
def test_seats_are_counted_from_1_where_a_person_reads(id: str, language: str) -> None:
    text = (GAMES / id / f"RULES{language}.md").read_text(encoding="utf-8")
    assert not re.search(r"\b(?:seat|Seat|Platz|Sitz) 0\b", text)
