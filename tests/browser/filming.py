"""A film of a table: its time passes when we say so, and what is on the screen is written down at every step."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, TimeoutError

from .shifts import watch_for_shifts

Picture = dict[str, Any]
STEP = 40  # ms from picture to picture

# What can be seen: where things are, which of them move or change, and what is said
CAMERA = """() => {
  const stage = window.stageClock.stage;
  const numbers = (said, name) => (said.match(name + "\\\\(([^)]*)") ?? [, ""])[1].split(/[ ,]+/).map(Number);
  const where = node => { const said = node.getAttribute("transform") ?? "";
    return [...numbers(said, "translate"), numbers(said, "rotate")[0] || 0]; };
  let was = new Map(), t = 0;
  function picture() {
    const now = new Map(), moving = {}, changing = [];
    for (const actor of document.querySelectorAll(".sheet [data-of]")) {
      const body = actor.lastChild, id = actor.dataset.of, [old, fresh] = body.children, at = where(body);
      now.set(id, body.getAttribute("transform"));
      if (was.has(id) && was.get(id) !== now.get(id)) moving[id] = at;
      const plate = document.getElementById(id)?.matches(".plate");
      if (plate && fresh && Number(fresh.style.opacity) > 0.02) changing.push(id);
    }
    was = now;
    const board = {}; // what lies still
    for (const node of document.querySelectorAll("#moving .piece[id]:not(.away)")) board[node.id] = where(node);
    const { sound, shows, until, says, motion } = stage.shown ?? {};
    const faces = [...document.querySelectorAll("#moving use")].map(use => use.getAttribute("href"));
    const frame = stage.shown && { sound, shows, until, says, named: Object.keys(motion ?? {}) };
    return { t, moving, changing, board, waits: stage.left === Infinity && !stage.moving && !stage.idle,
      frame, status: document.getElementById("status").textContent,
      open: faces.filter(href => href.includes("-up-")) };
  }
  window.film = (step, most) => {
    const pictures = [];
    while (!stage.idle && pictures.length < most) {
      stage.advance(step), t += step;
      pictures.push(picture());
      if (pictures.at(-1).waits) break;
    }
    return pictures;
  };
}"""

# Time is ours, and the newest ply that was told is noted
TOLD = """window.stageClock = {};
window.EventSource = class extends EventSource {
  set onmessage(hear) {
    super.onmessage = event => {
      const told = JSON.parse(event.data);
      if (told.strip) stageClock.told = told;
      hear(event);
    };
  }
};"""
# All that follows a press has come, up to the next own decision: however slow the line, the film is the same
CAME = """() => document.querySelector("main.over") || !stageClock.stage.idle
  && (!stageClock.told || stageClock.told.own || stageClock.told.over)"""

PRESS = """n => {
  if (!document.getElementById("cover").hidden) return document.getElementById("lift").click();
  const all = [...document.querySelectorAll("#moves:not(.waiting) #buttons button")];
  if (all.length) all[n % all.length].click();
}"""


# Where only a tap leads on there is a button for it, or a decision is open
LEADS_ON = """() => !document.getElementById("go-on").hidden
  || document.querySelector("#moves:not(.waiting) #buttons button") !== null"""


class Film:
    """A game on a page; `pictures` is all that has been seen of it so far."""

    def __init__(self, page: Page, game: str, seed: int = 1) -> None:
        self.page, self.chance, self.pictures = page, random.Random(seed), list[Picture]()
        page.add_init_script(TOLD)
        page.goto("/")
        page.locator(f"form[action='/start/{game}'] button").first.click()
        page.wait_for_selector("#sound:not([hidden])")
        page.evaluate(CAMERA)
        watch_for_shifts(page)

    @property
    def over(self) -> bool:
        return self.page.locator("main.over").count() > 0

    def run(self, most: int = 4000) -> list[Picture]:
        """Until everything has been seen, or only a tap leads on."""
        seen: list[Picture] = self.page.evaluate("([step, most]) => window.film(step, most)", [STEP, most])
        self.pictures += seen
        return seen

    def press(self) -> None:
        """Whatever can be pressed, and wait until something happens."""
        for _ in range(120):
            self.page.evaluate(PRESS, self.chance.randrange(1000))
            try:
                self.page.wait_for_function(CAME, timeout=500)
                return
            except TimeoutError:  # it is asked once more, or another is still thinking
                continue
        raise AssertionError(f"nothing happens: {self.page.inner_text('#status')}")

    @property
    def seconds(self) -> float:
        """So long is it, by the stage's clock."""
        return self.pictures[-1]["t"] / 1000 if self.pictures else 0.0

    def play(self, seconds: float, until: Callable[[list[Picture]], object] = lambda seen: True) -> None:
        """On and on, for so long and until something has been seen, or the game is over; a hold is tapped away."""
        while not self.over and (self.seconds < seconds or not until(self.pictures)):
            seen = self.run()
            if seen and seen[-1]["waits"]:
                assert self.page.evaluate(LEADS_ON), "nothing says that a tap leads on"
                self.page.evaluate("window.stageClock.stage.tap()")
            elif self.page.evaluate("window.stageClock.stage.idle"):
                self.press()
