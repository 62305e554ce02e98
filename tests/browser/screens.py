"""Pictures of the table in the browser for the README: `python tests/browser/screens.py [FOLDER]`.

They are taken in a real Chromium from a real server, after a few moves of a game against computer players.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from fabletop.testing.gallery import spoken
from fabletop.testing.serving import chromium_path, running_server

SCREENS = {  # name -> game that is opened (none: the chest), width, height, language
    "chest": ("", 1280, 860, "en"),
    "table": ("mensch", 1280, 900, "en"),
    "phone-hand": ("maumau", 390, 720, "en"),
    "phone-board": ("garden", 390, 720, "en"),
    **{f"in-{code}": (id, 390, 844, code) for code, id in spoken().items()},
}
MOVES = 12
READY = "#moves:not(.waiting) #buttons button"
ON = "document.querySelector('#sure[open] [value=yes], #go-on:not([hidden])')"
PRESS = f"({ON} ?? document.querySelector('{READY}'))?.click()"


def take(folder: Path) -> list[Path]:
    from playwright.sync_api import sync_playwright

    folder.mkdir(parents=True, exist_ok=True)
    written = []
    with (
        tempfile.TemporaryDirectory() as data,
        running_server(Path(data)) as url,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        for name, (game, width, height, language) in SCREENS.items():
            context = browser.new_context(
                viewport={"width": width, "height": height}, base_url=url, locale=language, reduced_motion="reduce"
            )
            context.add_init_script("window.stageRate = 20")  # nobody waits for what is told meanwhile
            page = context.new_page()
            page.goto("/")
            while game:
                page.goto("/")
                page.locator(f"form[action='/start/{game}'] button").click()
                page.wait_for_selector("#board svg")
                for _ in range(MOVES):
                    page.wait_for_timeout(300)
                    page.evaluate(PRESS)
                page.evaluate(f"{ON}?.click()")
                while not page.locator(f"{READY}, main.over").count():  # on some boards they are for keys alone
                    page.wait_for_timeout(300)
                    page.evaluate(f"{ON}?.click()")
                if not page.locator("main.over").count():  # else another game
                    break
            path = folder / f"{name}.jpg"
            page.screenshot(path=path, type="jpeg", quality=82)
            written.append(path)
            context.close()
        browser.close()
    return written


def main() -> None:
    for path in take(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("docs/pictures/screens")):
        print(f"{path}  {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
