"""What has moved on a page though nobody pressed anything, told by the browser: which part, from where to where."""

from __future__ import annotations

from playwright.sync_api import Page

# At the end of a game its buttons come: that is not play any more
WATCH = """() => { window.shifts = [];
  const main = document.getElementById("main");
  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round);
  const name = node => node ? `${node.localName ?? node.nodeName}#${node.id ?? ""}.${node.classList ?? ""}` : "?";
  const note = one => { if (one.hadRecentInput || main.classList.contains("over")) return;
    const parts = one.sources.map(part => `${name(part.node)} ${box(part.previousRect)} -> ${box(part.currentRect)}`);
    window.shifts.push(`${one.value.toFixed(4)} ${parts.join("; ")}`); };
  new PerformanceObserver(list => list.getEntries().forEach(note)).observe({ type: "layout-shift" }); }"""
SEEN = "() => new Promise(done => requestAnimationFrame(() => setTimeout(() => done(window.shifts), 50)))"


def watch_for_shifts(page: Page) -> None:
    page.evaluate(WATCH)


def shifts(page: Page) -> list[str]:
    """All that has moved since it is watched."""
    found: list[str] = page.evaluate(SEEN)
    return found
