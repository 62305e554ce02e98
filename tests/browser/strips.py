"""Strips of frames for docs/stage.md: `python -m tests.browser.strips [FOLDER]`, on the stage's own clock."""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from fabletop.testing.serving import chromium_path, running_server

from .filming import Film


class Moment(NamedTuple):
    """What is waited for: a frame with this sound in a game that names a piece like this; then so many shots."""

    game: str
    sound: str
    piece: str = ""
    gap: int = 130  # ms from shot to shot
    shots: int = 6
    stops: int = 0  # at least so many on the way


MOMENTS = {
    "duck-throw": Moment("duck", "roll", "die"),
    "duck-walk": Moment("duck", "", "pawn-", 320, stops=4),
    "mensch-out": Moment("mensch", "bump", "pawn-", 160),
    "nutcracker-throw": Moment("nutcracker", "roll", "die"),
    "kniffel-throw": Moment("kniffel", "roll", "die-"),
    "kniffel-again": Moment("kniffel", "card", "die-"),
    "maumau-card": Moment("maumau", "card", "card-", 110),
    "cinderella-tile": Moment("cinderella", "card", "tile-", 75),
    "quidditch-throw": Moment("quidditch", "roll"),
    "quidditch-result": Moment("quidditch", "found", "", 400, 4),
    "garden-hedge": Moment("garden", "hedge", "hedge", 150),
}
FITS = """([sound, piece, stops]) => { const frame = window.stageClock.stage.shown;
  return frame && (frame.sound ?? "") === sound && !frame.filmed && (!piece ||
    Object.entries(frame.motion ?? {}).some(([id, how]) => id.startsWith(piece) && (how.path?.length ?? 0) >= stops));
}"""


def strip(film: Film, moment: Moment) -> Any:
    from PIL import Image

    page = film.page
    for _ in range(6000):
        if page.evaluate(FITS, [moment.sound, moment.piece, moment.stops]):
            break
        seen = film.run(1)
        if page.evaluate("window.stageClock.stage.idle"):
            film.press()
        elif seen and seen[-1]["waits"]:
            page.evaluate("window.stageClock.stage.tap()")
    else:
        raise AssertionError(f"{moment} has not come")
    shots = []
    for _ in range(moment.shots):
        page.evaluate("ms => window.stageClock.stage.advance(ms)", moment.gap)
        box, line = page.locator("#board").bounding_box(), page.locator("#status").bounding_box()
        assert box is not None
        assert line is not None
        clip = {**box, "y": line["y"], "height": box["y"] + box["height"] - line["y"]}
        shots.append(Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("RGB"))  # type: ignore[arg-type]
    wide = 170 * shots[0].width // shots[0].height * 2
    small = [shot.resize((wide, 340)) for shot in shots]
    sheet = Image.new("RGB", (len(small) * (wide + 4) - 4, 340), "#1E2340")
    for i, shot in enumerate(small):
        sheet.paste(shot, (i * (wide + 4), 0))
    return sheet


def take(folder: Path, only: list[str]) -> None:
    from playwright.sync_api import sync_playwright

    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, running_server(Path(data)) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        for name, moment in MOMENTS.items():
            if only and name not in only:
                continue
            context = browser.new_context(viewport={"width": 390, "height": 844}, base_url=url, locale="en-GB")
            path = folder / f"{name}.jpg"
            strip(Film(context.new_page(), moment.game, 7), moment).save(path, quality=72)
            print(f"{path}  {path.stat().st_size / 1000:.0f} kB", flush=True)
            context.close()
        browser.close()


if __name__ == "__main__":
    take(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("docs/pictures/stage"), sys.argv[2:])
