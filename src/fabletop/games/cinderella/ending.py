"""The end of Cinderella: off to the ball, or the clock strikes twelve and the tiles are turned up."""

from __future__ import annotations

from fabletop.drawing.ending import Way, the_end
from fabletop.drawing.lettering import letters
from fabletop.drawing.palette import INK, INK2, MOON, NIGHT, PAPER, SHADOW
from fabletop.drawing.shapes import hills, moon, sheet
from fabletop.drawing.svg import at, circle, path, polar
from fabletop.engine.view import View
from fabletop.games.cinderella.board import BOARD, CELLS, PAIR_COUNT, TILES
from fabletop.games.cinderella.rules import BLANK, UNDRAWN
from fabletop.games.cinderella.scenery import palace
from fabletop.games.cinderella.tiles import PICTURES, cards, carriage, face, pumpkin, slipper


def standing(view: View) -> list[float]:
    """The pairs that are found: all together."""
    return [view.position.found.bit_count()] * view.game.seats


def ending(view: View, way: Way) -> str:
    _, now = view.translate, view.position
    won = now.found.bit_count() == PAIR_COUNT
    if won:
        scenery = (
            moon(86, 60, 24) + hills(0, 140, 600, 60, "#35456B", 2, 4, deep=120) + at(-56, -22, palace(), scale=1.25)
        )
        scenery += (
            hills(0, 212, 600, 30, "#2F5560", 3, 1, deep=480)
            + at(150, 218, carriage(), scale=0.95)
            + at(506, 226, slipper(), scale=0.6)
        )
        story = _("Everything is found before twelve. The godmother waves her wand: off to the ball!")
    else:
        scenery = hills(0, 170, 600, 60, "#35456B", 2, 4, deep=120) + at(190, 130, _midnight())
        scenery += hills(0, 216, 600, 30, "#2F5560", 3, 1, deep=480) + at(456, 214, pumpkin(), scale=1)
        story = _(
            "Twelve: the godmother's magic is over, the carriage a pumpkin. "
            "But one slipper stays: who dares to try again?"
        )
    return the_end(
        view,
        sky=("#1E2340", "#3A3A6B", "#6B5B95"),
        scenery=scenery,
        story=story,
        instead=_found() if won else _turned_up(view),
    )


def _midnight() -> str:
    """The clock of the palace, both hands up."""
    numbers = "".join(letters(str(i), *polar(0, 0, 68, 30 * i), 12, INK) for i in range(1, 13))
    hands = path("M-4 12L-3-50H3L4 12Z", INK) + path("M-5 10L-4-34H4L5 10Z", "#9C3565") + circle(0, 0, 7, INK)
    dial = circle(0, 6, 98, SHADOW, 0.3) + circle(0, 0, 96, "#A8781A") + circle(0, -1, 93, "#E3B535")
    return dial + circle(0, 0, 85, PAPER) + numbers + hands


def _turned_up(view: View) -> str:
    """What still lay there.  Tiles that somebody has seen have their number; where the others lay was never decided."""
    now, _ = view.position, view.translate
    cells = [cell for cell in range(CELLS) if now.layout >> cell & 1]
    known = [(cell + 1, now.tiles[cell]) for cell in cells if now.tiles[cell] < UNDRAWN]
    rest = [(0, kind) for kind in range(len(TILES)) for each in range(now.unseen[kind])]
    lying = [(number, kind) for number, kind in (*known, *rest) if kind != BLANK or number]
    each = min(56, 540 / max(1, (len(lying) + 1) // 2 if len(lying) > 8 else len(lying)))
    rows = 2 if len(lying) > 8 else 1
    per, parts = -(-len(lying) // rows), []
    for i, (number, kind) in enumerate(lying):
        x = 300 + each * (i % per - (min(per, len(lying) - per * (i // per)) - 1) / 2)
        y = 646 + (i // per - (rows - 1) / 2) * each
        tile = f'<g class="turned t{i % 6}">{face(TILES[kind])}</g>'
        parts.append(at(x, y, tile, scale=each / 112))
        if number:
            parts.append(circle(x + 19, y + 19, 8.5, NIGHT) + letters(str(number), x + 19, y + 19, 8, MOON))
    title = letters(_("These were still hidden"), 40, 576, 11, INK2, "start")
    return _tray() + title + "".join(parts)


def _found() -> str:
    """All that the godmother needs, pair by pair."""
    parts = []
    for i, pair in enumerate(BOARD.pairs):
        for k, name in enumerate(pair):
            x, y = 300 + 178 * (i % 3 - 1) + 62 * (k - 0.5), 600 + 66 * (i // 3)
            parts.append(at(x, y, f'<g class="turned t{i}">{face(name)}</g>', scale=0.56))
    return _tray() + "".join(parts)


def _tray() -> str:
    """A sheet at the foot of the scene, and the tiles that lie on it."""
    tiles = (f'<g id="cinderella-{name}">{draw()}</g>' for name, draw in PICTURES.items() if name in TILES)
    return f"<defs>{cards()}{''.join(tiles)}</defs>" + sheet(24, 562, 552, 142, 16, PAPER, 3)
