"""The end of a game as a scene of its own: who won, the story's ending, everybody's place, and the way it went.

A game's ending.py has `standing(view)`, how far each seat is, and `ending(view, way)`, the scene; see docs/drawing.md.
Whoever has lost is drawn as large and as happy as the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fabletop.drawing.lettering import fitted, letters, shortened, width
from fabletop.drawing.palette import DUSK, DUSK2, GLOW, INK, INK2, MOON, NIGHT, PAPER, PAPER2, PAPER3, SEATS, SNOW
from fabletop.drawing.plates import face
from fabletop.drawing.scene import picture, seat_name
from fabletop.drawing.shapes import SHAPES, crown, ribbon, seat_mark, sheet, sky_stars
from fabletop.drawing.svg import at, circle, gradient, n, path, rect, stroke

if TYPE_CHECKING:
    from fabletop.engine.view import View

WIDTH, HEIGHT = 600, 720
GROUND = "#272C50"  # below the picture
Way = Sequence[Sequence[float]]  # how far each seat was, from the first ply to the last


def the_end(
    view: View,
    *,
    scenery: str,
    story: str,
    way: Way = (),
    notes: Sequence[str] = (),
    sky: tuple[str, ...] = (NIGHT, DUSK, DUSK2),
    instead: str = "",
) -> str:
    """The scene: the game's own picture above (600 by 250), then what all games have.

    `story` is its last sentence, `notes` stand below the names (points, squares), `instead` takes the place of the way.
    """
    result = view.result
    won = bool(result and result.winners)
    told = paragraph(story, WIDTH / 2, 338, 540)
    still = "".join(
        [
            f"<defs>{gradient('end-sky', *sky)}</defs>",
            rect(0, 0, WIDTH, HEIGHT, 22, "url(#end-sky)"),
            sky_stars(10, 8, 580, 300, 34, seed=9),
            f'<svg width="{WIDTH}" height="280">{scenery}</svg>',  # whatever grows further down is cut off
            path(
                f"M0 268H{WIDTH}V{HEIGHT - 22}Q{WIDTH} {HEIGHT} {WIDTH - 22} {HEIGHT}H22Q0 {HEIGHT} 0 {HEIGHT - 22}Z",
                GROUND,
            ),
            ribbon(WIDTH / 2, 286, 500, 54, GLOW if won else PAPER2, "#C98A1E" if won else PAPER3),
            fitted(title(view), WIDTH / 2, 286, 24, 460, INK),
            *told,
            places(view, notes, 462 if len(told) > 2 or not notes else 444),  # no crown in the words, no empty rows
            instead or the_way(view, way),
            festivity() if won else "",
        ]
    )
    return picture(view, width=WIDTH, height=HEIGHT, still=still, moving="", story=story)


def title(view: View) -> str:
    """Who has won, in a few words."""
    _, result = view.translate, view.result
    winners = [seat_name(view, seat) for seat in result.winners] if result else []
    if not winners:
        return _("This time nobody has won.")
    if len(winners) == view.game.seats > 1:
        return _("You have all won together!")
    if len(winners) > 1:
        return _("{names} have won!").format(names=_.listed(winners))
    return _("{name} has won!").format(name=winners[0])


def first_home(view: View) -> int:
    """The seat that the picture shows: whoever has won, or was best."""
    result = view.result
    return result.ranks.index(min(result.ranks)) if result else 0


def winner(view: View) -> str:
    """The name of whoever has won; of all of them, if there are several."""
    result = view.result
    return view.translate.listed(seat_name(view, seat) for seat in result.winners) if result else ""


def paragraph(text: str, x: float, y: float, room: float, size: float = 14, colour: str = MOON) -> list[str]:
    """A sentence in lines that fit, around x."""
    lines: list[str] = []
    wide = width(text, size)
    room = min(room, wide / -(-wide // room) * 1.12)  # about equally long
    for word in text.split():
        if lines and width(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return [letters(line, x, y + 23 * i, size, colour) for i, line in enumerate(lines)]


def places(view: View, notes: Sequence[str] = (), middle: float = 444) -> str:
    """Everybody in a row at the height `middle`, the first a step higher and with a crown; ties stand alike."""
    result, seats = view.result, view.game.seats
    ranks = result.ranks if result else (1,) * seats
    order = sorted(range(seats), key=lambda seat: (ranks[seat], seat))
    shares, parts = len(set(ranks)) == 1, []
    each = min(150, 560 / seats)
    left = (WIDTH - each * seats) / 2
    for i, seat in enumerate(order):
        first = result is not None and seat in result.winners
        x, y = left + each * (i + 0.5), middle - 12 * first
        size = min(1.9, each / 60)
        parts.append(
            sheet(
                x - each / 2 + 4,
                y + 30,
                each - 8,
                (552 if notes else 536) - y - 30,
                14,
                SEATS[view.colours[seat]].tint if first else PAPER,
                3,
            )
        )
        parts.append(at(x, y, face(view.colours[seat], view.animals[seat] if view.animals else ""), scale=size))
        if first:
            parts.append(crown(x, y - 17 * size - 6, 13))
        elif not shares:
            parts.append(
                circle(x - 15 * size, y - 12 * size, 11, SNOW)
                + letters(str(ranks[seat]), x - 15 * size, y - 12 * size, 11)
            )
        name, room = seat_name(view, seat), each - 22
        wide = min(room, width(name, 13))
        parts.append(shortened(name, x - wide / 2, y + 50, 13, room, INK))
        if notes and notes[seat]:
            parts.append(fitted(notes[seat], x, y + 74, 13, room, INK2))
    return "".join(parts)


def the_way(view: View, way: Way) -> str:
    """How far everybody was, from the beginning to the end: a line for each seat."""
    if len(way) < 2 or not any(map(any, way)):
        return ""
    _ = view.translate
    x, y, w, h = 24, 562, 552, 142
    most, least = max(map(max, way)), min(0, *map(min, way))
    span, last = (most - least) or 1, len(way) - 1
    across = [x + 24 + (w - 66) * i / last for i in range(len(way))]
    ends: list[tuple[float, int]] = []
    parts = [sheet(x, y, w, h, 16, PAPER, 3), letters(_("How it went"), x + 16, y + 16, 11, INK2, "start")]
    for seat in range(len(way[0])):
        up = [y + h - 14 - (h - 46) * (stand[seat] - least) / span for stand in way]
        d = "M" + "L".join(f"{n(a)} {n(b)}" for a, b in zip(across, up, strict=True))
        parts.append(stroke(d, SEATS[view.colours[seat]].colour, 3.6))
        ends.append((up[-1], seat))
    left = across[-1] + 14
    for mark, seat in _apart(ends, y + 12, y + h - 12):
        colour = view.colours[seat]
        parts.append(circle(left, mark, 10, SNOW) + seat_mark(colour, left, mark, 7, SEATS[colour].shade))
    return "".join(parts)


def _apart(ends: list[tuple[float, int]], top: float, bottom: float) -> list[tuple[float, int]]:
    """Those who end alike stand one above the other, and all of them between top and bottom."""
    step, low, high, spots = min(17.0, (bottom - top) / len(ends)), bottom, top, []
    for end, seat in sorted(ends, reverse=True):
        low = min(low, end)
        spots.append((low, seat))
        low -= step
    apart = []
    for spot, seat in reversed(spots):
        high = max(high, spot)
        apart.append((high, seat))
        high += step
    return apart


def festivity() -> str:
    """Bits of coloured paper that sail down for a while; where nothing shall move they lie in the air."""
    parts = []
    for i in range(30):
        mark = SEATS[i % len(SEATS)]
        x, y = 18 + (i * 137) % 566, 14 + (i * 71) % 244
        bit = path(SHAPES[mark.shape], mark.colour)
        where = f"translate({x} {y}) rotate({i * 47 % 90}) scale(.6)"
        parts.append(f'<g transform="{where}"><g class="confetti c{i % 5}">{bit}</g></g>')
    return "".join(parts)


__all__ = ["HEIGHT", "WIDTH", "Way", "first_home", "the_end", "winner"]
