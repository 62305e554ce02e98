"""The sounds of the beats, rendered to numbers: none is silent, none clips, all are about as loud as each other."""

from __future__ import annotations

import math
import re
import wave
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

import fabletop

from .conftest import A_GAME
from .test_in_chromium import PRESS, READY

Visit = Callable[..., Page]
RATE = 24_000
GAMES = Path(fabletop.__file__).parent / "games"


def waveforms(page: Page) -> dict[str, list[float]]:
    edition = page.evaluate("document.querySelector('script[src*=static]').src.split('/static/')[1].split('/')[0]")
    return dict(
        page.evaluate(
            """async edition => { const { names, rendered } = await import(`/static/${edition}/sounds.js`);
            const all = names.map(async name => [name, [...await rendered(name)]]);
            return Object.fromEntries(await Promise.all(all)); }""",
            edition,
        )
    )


def loudest(data: list[float], window: int = RATE // 20) -> float:
    """The level of the loudest twentieth of a second, in decibels of full scale."""
    powers = [sum(x * x for x in data[i : i + window]) / window for i in range(0, len(data) - window, window // 2)]
    return 10 * math.log10(max(powers) + 1e-12)


def write(folder: Path, found: dict[str, list[float]]) -> None:
    """As files, to be listened to and looked at."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in found.items():
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setparams((1, 2, RATE, 0, "NONE", ""))
            file.writeframes(b"".join(round(32767 * x).to_bytes(2, "little", signed=True) for x in data))


def test_sounds_are_alike_in_level_short_and_soft_at_their_ends(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    page.goto("/")
    page.locator("form[action='/start/duck'] button").first.click()
    page.wait_for_selector("#sound:not([hidden])")
    found = waveforms(page)
    write(tmp_path, found)
    levels = {name: loudest(data) for name, data in found.items()}
    for name, data in found.items():
        assert max(map(abs, data)) < 0.7, name
        assert max(map(abs, data[:120] + data[-240:])) < 0.02, name  # it neither begins nor ends with a click
    usual = sorted(levels.values())[len(levels) // 2]
    apart = {name: round(level - usual, 1) for name, level in levels.items()}
    assert all(abs(level) < 6 for name, level in apart.items() if name != "step"), apart
    assert -12 < apart["step"] < 0, apart


FANFARE = 1047  # Hz: the highest note of "win"
HEARS = """window.heard = []; const Real = window.OscillatorNode;
window.OscillatorNode = class extends Real {
  constructor(context, how) { super(context, how); heard.push(how.frequency); }
};"""


@pytest.mark.parametrize(("game", "hours"), [("nutcracker", ""), ("cinderella", "4")])
def test_a_fanfare_is_for_winners(visit: Visit, game: str, hours: str) -> None:
    page = visit()
    page.add_init_script(HEARS)
    page.goto(f"/new/{game}")
    if hours:  # midnight is near
        page.locator("details.house-rules summary").click()
        page.select_option("[name=option-hours]", hours)
    page.locator(".go .big").click()
    page.wait_for_selector(READY)
    page.evaluate(PRESS)
    page.wait_for_selector("main.over", timeout=A_GAME)
    page.wait_for_function("() => heard.length > 2")
    lost = "nobody" in page.inner_text("#status")
    assert (FANFARE not in page.evaluate("heard")) == lost


@pytest.mark.parametrize("game", fabletop.game_ids())
def test_every_sound_that_a_game_asks_for_exists(game: str) -> None:
    text = (GAMES / game / "stage.py").read_text(encoding="utf-8")
    made = (GAMES.parent / "web/static/sounds.js").read_text(encoding="utf-8")
    asked = set(re.findall(r'(?:sound|land)="(\w+)"', text)) | {"turn", "step"}
    assert asked <= set(re.findall(r"^  (\w+)\(\{", made, re.MULTILINE))
