"""Cinderella as a picture: the palace clock, the shelf of pairs, the tiles on the ballroom floor, the seats."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from fabletop.drawing.lettering import fitted
from fabletop.drawing.palette import GLOW, MOON
from fabletop.drawing.scene import (
    Game,
    action,
    ask_about,
    cached_still,
    chance,
    choices,
    counter,
    moving_group,
    picture,
    piece,
    plates,
)
from fabletop.drawing.svg import at, circle, use
from fabletop.engine.rulebook import NOBODY
from fabletop.engine.view import Translate, View
from fabletop.games.cinderella.board import BOARD, CELLS, FACES, PAIR_COUNT, SPECIAL_NAMES, TILES
from fabletop.games.cinderella.rules import (
    ADVANCED,
    BASIC,
    DEAL,
    END,
    NAME,
    NO_SPECIAL,
    NONE,
    PEEK,
    POINT,
    ROLL,
    SHOW,
    UNDRAWN,
    USE,
    WAND,
    Rules,
)
from fabletop.games.cinderella.scenery import CLOCK, DIAL, DIE, WIDTH, Plan, clock, number_of, panel, plan, slot, still

BUTTONS = 160  # the height of use, done and pass


@cached_still(per_colour=True)
def _still(game: Game, seat: int | None, translate: Translate, colours: Sequence[int]) -> str:
    marks = (ask_about(f"pair {pair + 1}", *slot(pair), 88, 62) for pair in range(PAIR_COUNT))
    return still(plan_of(game), colours, translate) + ask_about("clock", *CLOCK, 2 * DIAL) + "".join(marks)


@lru_cache(256)
def plan_of(game: Game) -> Plan:
    now: Rules = game.new().rules
    cells = now.layout.bit_count()
    return plan(cells, game.seats, now.variant)


def draw(view: View[Rules], *, last: str | None = None, before: View[Rules] | None = None) -> str:
    return picture(
        view, width=WIDTH, height=plan_of(view.game).height, still=_still(view),
        moving=moving(view, last=last, before=before),
    )  # fmt: skip


def private(view: View[Rules]) -> bool:
    """Only this seat looks: it is about to peek at a tile, or has one of its own open."""
    now, seat = view.position, view.seat
    if seat is None:
        return False
    return bool((now.phase == PEEK and now.turn == seat) or now.looked & now.seen[1 + seat] & ~now.seen[0])


def moving(view: View[Rules], *, last: str | None = None, before: View[Rules] | None = None) -> str:
    now, may, the = view.position, choices(view), plan_of(view.game)
    then = before.position if before is not None else now
    return moving_group(
        counter("clock", clock(now.hours_left, then.hours_left)),
        _journey(now),
        _die(view),
        _buttons(now, may),
        _shelf(now, then),
        _gone(the, now, then),
        _tiles(view, the, may),
        _pointers(the, now, then),
        plates(view, the.plates, the.plate),
        _specials(view, the, may),
    )


# The scene


def _journey(now: Rules) -> str:
    """The carriage comes nearer with every pair; at midnight it is a pumpkin."""
    found = now.found.bit_count()
    won, lost = found == PAIR_COUNT, now.phase == END and found < PAIR_COUNT
    lights = use("cinderella-lights") + (use("cinderella-ball") if not now.layout else "") if won else ""
    return lights + piece("carriage", 200 + 18 * found, 178, use("cinderella-lost" if lost else "cinderella-coach"))


def _die(view: View[Rules]) -> str:
    """The last throw of anybody lies there until the next."""
    now, _ = view.position, view.translate
    if now.phase == END:
        return ""
    waits = now.phase in (DEAL, ROLL)
    name = FACES[now.face - WAND] if now.face and not waits else view.thrown[5:]
    cube = piece("die", *DIE, use(f"cinderella-die-{name}" if name else "cinderella-die")) if now.phase != DEAL else ""
    if view.quiet:
        return cube
    saying = {
        ROLL: _("roll"), SHOW: _("show a tile"), PEEK: _("secret look"), POINT: _("point"), USE: _("use it?"),
        NAME: _("pair?"),
    }.get(now.phase, "")  # fmt: skip
    if now.phase == ROLL:
        cube = chance(circle(*DIE, 50, GLOW, 0.6), cube)
    return cube + fitted(saying, DIE[0], 122, 15, 150, MOON)


def _buttons(now: Rules, may: dict[str, int]) -> str:
    if "pass" in may:
        return action("pass", use("cinderella-pass"), x=DIE[0], y=BUTTONS)
    if "use" in may:
        name = SPECIAL_NAMES[now.special[now.turn] - 1]
        sign = at(0, 0, use(f"cinderella-{name}"), scale=0.46)
        yes = action("use", use("cinderella-yes"), sign, x=DIE[0] - 44, y=BUTTONS)
        return yes + action("done", use("cinderella-no"), x=DIE[0] + 44, y=BUTTONS)
    return ""


# The pairs found


def _shelf(now: Rules, then: Rules) -> str:
    parts = []
    if now.variant == ADVANCED and not now.bank_early_pairs and now.phase != END:
        section = _sought(now.found)
        parts.append(use("cinderella-sought", *panel(section)) + use(f"cinderella-section{section}", *panel(section)))
        parts += [use("cinderella-lock", *panel(later)) for later in range(section + 1, len(BOARD.sections))]
    for pair in range(PAIR_COUNT):
        if now.found >> pair & 1:
            new = "" if then.found >> pair & 1 else use("cinderella-new")
            parts.append(piece(f"pair-{pair + 1}", *slot(pair), new, use(f"cinderella-pair{pair}")))
    return "".join(parts)


def _sought(found: int) -> int:
    """The section that alone counts now."""
    return min(BOARD.section_of[pair] for pair in range(PAIR_COUNT) if not found >> pair & 1)


# The tiles


def _tiles(view: View[Rules], the: Plan, may: dict[str, int]) -> str:
    """Face down, but for what this seat sees at this moment."""
    now, seat = view.position, NOBODY if view.seat is None else view.seat
    word = {SHOW: "show", PEEK: "peek", POINT: "point", NAME: "pair"}.get(now.phase, "") if may else ""
    parts, open_ = [], []
    for cell in range(the.cells):
        if not now.layout >> cell & 1:
            continue
        x, y = the.places[cell]
        if not now.looked >> cell & 1:
            parts.append(_hidden(cell, x, y, word))
            continue
        if is_open(view, cell):
            secret = "" if now.lies_open(cell, NOBODY) else use("cinderella-alone")
            up = use(f"cinderella-up-{TILES[now.tiles[cell]]}") + use("cinderella-corner") + number_of(cell, the.scale)
            body = use("cinderella-glow") + up + secret
        else:
            sign = "ask" if cell == now.drawing and now.lies_open(cell, seat) else "eye"
            body = use("cinderella-glow") + use(f"cinderella-t{cell}") + use(f"cinderella-{sign}")
        part = f"pair {cell + 1}" if word == "pair" else None
        drawn = piece(f"tile-{cell + 1}", x, y, body, part=part)
        open_.append(chance(drawn) if cell == now.drawing else drawn)
    return "".join(parts + open_)


def is_open(view: View[Rules], cell: int) -> bool:
    """Does whoever looks see the picture of this tile right now?"""
    now, seat = view.position, NOBODY if view.seat is None else view.seat
    there = now.layout >> cell & 1 and now.looked >> cell & 1
    return bool(there and now.lies_open(cell, seat) and now.tiles[cell] < UNDRAWN)


@lru_cache(1024)
def _hidden(cell: int, x: float, y: float, word: str) -> str:
    id, body = f"tile-{cell + 1}", use(f"cinderella-t{cell}")
    if not word:
        return piece(id, x, y, body)
    body = use("cinderella-warm") + body
    if word == "pair":
        return piece(id, x, y, body, part=f"pair {cell + 1}")
    return piece(id, x, y, body, act=f"{word} {cell + 1}")


def _gone(the: Plan, now: Rules, then: Rules) -> str:
    """Where the pair just found has been."""
    cells = then.layout & ~now.layout
    places = [the.places[cell] for cell in range(CELLS) if cells >> cell & 1]
    rings = "".join(use("cinderella-left", *place) for place in places)
    return f'<g id="found" class="last">{rings}</g>' if rings else ""


def _pointers(the: Plan, now: Rules, then: Rules) -> str:
    """The seats' pins; the newest is the largest."""
    pointed: dict[int, list[int]] = {}
    for seat in range(now.seats):
        if now.pointers[seat] != NONE:
            pointed.setdefault(now.pointers[seat], []).append(seat)
    parts = []
    for cell, seats in pointed.items():
        x, y = the.places[cell]
        apart = min(27, (the.pitch - 26) / max(len(seats) - 1, 1))
        for i, seat in enumerate(seats):
            pin = use(f"cinderella-point{seat}")
            if then.pointers[seat] == NONE:
                pin = at(0, -7, pin, scale=1.3)
            parts.append(
                piece(f"pointer-{seat + 1}", x + apart * (i - (len(seats) - 1) / 2), y - the.pitch * 0.12, pin)
            )
    return "".join(parts)


# The seats


def _specials(view: View[Rules], the: Plan, may: dict[str, int]) -> str:
    """In front of each seat its special tile; a used one is set aside."""
    now = view.position
    if now.variant == BASIC:
        return ""
    parts = []
    for seat in range(now.seats):
        x, y = the.specials[seat]
        own = now.special[seat]
        if own == NO_SPECIAL:
            dealt = now.phase != DEAL or seat < now.turn
            parts.append(piece(f"special-{seat + 1}", x, y, use("cinderella-used")) if dealt else "")
            continue
        name = SPECIAL_NAMES[own - 1]
        body = use(f"cinderella-own-{name}")
        if "use" in may and seat == now.turn:
            glow = use("cinderella-lit")
            parts.append(piece(f"special-{seat + 1}", x, y, glow, body, act="use"))
        else:
            parts.append(piece(f"special-{seat + 1}", x, y, body))
    return "".join(parts)
