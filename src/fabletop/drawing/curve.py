"""The story of a game as a curve: everybody's chance to win after every ply, how sure it is, and the big moments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fabletop.drawing.palette import GLOW, INK, INK2, PAPER3, SEATS, SNOW
from fabletop.drawing.shapes import seat_mark
from fabletop.drawing.svg import circle, el, esc, n, rect, stroke

WIDTH, HEIGHT = 360.0, 216.0  # units: a phone shows them nearly as pixels
LEFT, RIGHT, TOP, FOOT = 30.0, 334.0, 14.0, 186.0


class Mark(NamedTuple):
    """A moment: after which ply, what stands in it, and on whose line."""

    ply: int
    sign: str
    seat: int


def curve(
    chances: Sequence[Sequence[float]],
    *,
    errors: Sequence[Sequence[float]] = (),
    colours: Sequence[int] = (),
    marks: Sequence[Mark] = (),
    together: bool = False,
    label: str = "",
    start: str = "",
    end: str = "",
    at: int | None = None,
) -> str:
    """SVG.  The x of ply p is `data-left` + p · `data-step`, so that a page can tell which ply is touched."""
    last = max(1, len(chances) - 1)
    step = (RIGHT - LEFT) / last
    seats = range(1 if together else len(chances[0]))
    colour_of = [SEATS[(colours[seat] if seat < len(colours) else seat) % len(SEATS)] for seat in seats]
    parts = [rect(LEFT, TOP, RIGHT - LEFT, FOOT - TOP, 0, SNOW)]
    for share in (0.0, 0.5, 1.0):
        y = _y(share)
        parts.append(stroke(f"M{n(LEFT)} {n(y)}H{n(RIGHT)}", INK2 if share == 0 else PAPER3, 1.2))
        parts.append(_text(f"{round(10 * share)}", LEFT - 6, y + 4.5, "end"))
    for seat in seats:
        if errors:
            parts.append(_band(chances, errors, seat, step, colour_of[seat].colour))
    for seat in seats:
        points = [f"{n(LEFT + step * k)} {n(_y(row[seat]))}" for k, row in enumerate(chances)]
        parts.append(stroke("M" + "L".join(points), colour_of[seat].colour, 2.6))
    for seat in seats:
        x, y = RIGHT + 13, _spread([chances[-1][s] for s in seats], seat)
        parts += [circle(x, y, 9, colour_of[seat].colour), circle(x, y, 6.6, SNOW)]
        parts.append(seat_mark((colours[seat] if seat < len(colours) else seat) % len(SEATS), x, y, 4.4, INK))
    shown = last if at is None else at
    parts.append(
        el("line", x1=0, x2=0, y1=TOP - 4, y2=FOOT, stroke=INK, stroke_width=1.6, stroke_dasharray="3 3", id="cursor",
           transform=f"translate({n(LEFT + step * shown)} 0)")
    )  # fmt: skip
    for mark in marks:
        x, y = LEFT + step * mark.ply, _y(chances[mark.ply][min(mark.seat, len(seats) - 1)])
        inside = el("title", esc(mark.sign)) + circle(x, y, 10, INK) + circle(x, y, 8.4, GLOW)
        parts.append(el("g", inside + _text(mark.sign, x, y + 4.6, "middle", INK, 12.5), data_ply=mark.ply))
    parts += [_text(start, LEFT, FOOT + 18, "start"), _text(end, RIGHT, FOOT + 18, "end")]
    head = f'viewBox="0 0 {n(WIDTH)} {n(HEIGHT)}" role="img" aria-label="{esc(label)}"'
    more = f'data-left="{n(LEFT)}" data-step="{step:.6f}" data-last="{last}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" class="chart curve" {head} {more}>{"".join(parts)}</svg>'


def _y(share: float) -> float:
    return FOOT - (FOOT - TOP) * min(1.0, max(0.0, share))


def _spread(shares: Sequence[float], seat: int) -> float:
    """Where the sign of a line stands: at its end, but never on another's."""
    order = sorted(range(len(shares)), key=lambda s: (-shares[s], s))
    ys: dict[int, float] = {}
    for k, s in enumerate(order):
        wanted = _y(shares[s])
        ys[s] = wanted if k == 0 else max(wanted, ys[order[k - 1]] + 19)
    low = max(0.0, max(ys.values()) - FOOT)
    moved = {s: y - low for s, y in ys.items()}
    for k in range(len(order) - 2, -1, -1):  # those above make room
        moved[order[k]] = min(ys[order[k]], moved[order[k + 1]] - 19)
    return moved[seat]


def _band(
    chances: Sequence[Sequence[float]], errors: Sequence[Sequence[float]], seat: int, step: float, colour: str
) -> str:
    """Two standard errors up and down."""
    above = [
        f"{n(LEFT + step * k)} {n(_y(c[seat] + 2 * e[seat]))}"
        for k, (c, e) in enumerate(zip(chances, errors, strict=True))
    ]
    below = [
        f"{n(LEFT + step * k)} {n(_y(c[seat] - 2 * e[seat]))}"
        for k, (c, e) in enumerate(zip(chances, errors, strict=True))
    ]
    return el("path", d="M" + "L".join([*above, *reversed(below)]) + "Z", fill=colour, fill_opacity=0.16)


def _text(text: str, x: float, y: float, anchor: str, colour: str = INK2, size: float = 12) -> str:
    return el("text", esc(text), x=x, y=y, text_anchor=anchor, fill=colour, font_size=size)
