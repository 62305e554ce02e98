"""One kind of card for all games: a face of paper, a back of night sky."""

from __future__ import annotations

from functools import lru_cache

from fabletop.drawing.boards import row
from fabletop.drawing.palette import DUSK, MOON, NIGHT, PAPER, SHADOW, SNOW, STAR
from fabletop.drawing.shapes import moon, sparkle
from fabletop.drawing.svg import circle, rect

WIDE, HIGH = 70, 100  # a card is drawn around 0 0 in this size; scale it with `svg.at`


@lru_cache(64)
def blank(fill: str = SNOW, rx: float = 9) -> str:
    """An empty card with its shadow."""
    x, y = -WIDE / 2, -HIGH / 2
    return (
        rect(x - 1, y + 2, WIDE + 2, HIGH + 1.5, rx + 1, SHADOW, 0.14)
        + rect(x, y + 1, WIDE, HIGH, rx, SHADOW, 0.22)
        + rect(x, y, WIDE, HIGH, rx, fill)
    )


@lru_cache(256)
def face(body: str, fill: str = SNOW, border: str | None = None) -> str:
    """A card with a drawing of your own around 0 0; with `border` a coloured field inside the paper."""
    field = rect(-WIDE / 2 + 4, -HIGH / 2 + 4, WIDE - 8, HIGH - 8, 6, border) if border else ""
    return blank(fill) + field + body


@lru_cache(16)
def back(fill: str = NIGHT, light: str = MOON) -> str:
    """The back: a moon and stars, the same for every card, so that it tells nothing."""
    sky = rect(-WIDE / 2 + 3.5, -HIGH / 2 + 3.5, WIDE - 7, HIGH - 7, 6, fill)
    sky += rect(-WIDE / 2 + 7, -HIGH / 2 + 7, WIDE - 14, HIGH - 14, 4, DUSK)
    stars = sparkle(-17, -30, 5, STAR) + sparkle(18, 29, 5, STAR)
    dots = "".join(circle(x, y, 1.6, STAR) for x, y in ((14, -35), (-20, 8), (22, 6), (-12, 36), (2, -26), (-2, 28)))
    return blank(PAPER) + sky + moon(1, 0, 13, fill=light) + stars + dots


def fan(count: int, x: float, y: float, room: float) -> list[tuple[float, float, float]]:
    """Somebody else's hand, held half as large as a card: for each card its place and how far it is turned."""
    step = min(20, (room - 50) / (count - 1)) if count > 1 else 0
    spread = min(7, 40 / count) if count else 0
    tilts = [spread * off for off in row(count, 0, 1)]
    places = row(count, x, step)
    return [(at, y + 0.12 * tilt**2, round(tilt, 1)) for at, tilt in zip(places, tilts, strict=True)]
