"""Mau-Mau(s) as a picture: the mice play on a wheel of cheese; one's own hand lies open, the others show backs."""

from __future__ import annotations

from functools import cache, lru_cache

from fabletop.drawing.cards import back, fan
from fabletop.drawing.lettering import letters
from fabletop.drawing.palette import BLACK, DUSK, DUSK2, EMBER, GLOW, INK, NIGHT, SHADOW, SNOW, WOOD, WOOD2, mixed
from fabletop.drawing.scene import (
    Game,
    action,
    ask_about,
    button,
    cached_still,
    chance,
    choices,
    counter,
    finish,
    last_spot,
    moving_group,
    page,
    picture,
    piece,
    plate,
    trail,
    warm_box,
    ways,
)
from fabletop.drawing.shapes import halo, sky_stars
from fabletop.drawing.signs import house_sign
from fabletop.drawing.svg import Point, at, circle, define, ellipse, gradient, n, path, rect, stroke, use
from fabletop.engine.rulebook import CHANCE
from fabletop.engine.view import Translate, View
from fabletop.games.maumau.faces import FILLS, defs
from fabletop.games.maumau.rules import ANY, CARDS, COLOURS, NONE, PLAY, WISH, Rules
from fabletop.games.maumau.words import hand

WIDTH, HIGH, LOW = 600, 712, 520  # a spectator has no hand: the picture ends with the table
CHEESE, RIND, CRUMB = "#F7CB5A", "#D9982B", "#E9B13C"
PILE: Point = (188, 320)
TOP: Point = (312, 320)
SIDE: Point = (450, 318)  # where wishes and buttons are
BIG = 1.22  # cards on the table and in one's own hand
HAND = 618  # the height of the own hand


def height(seat: int | None) -> int:
    return LOW if seat is None else HIGH


# The still part


@cached_still(per_seat=True)
def _still(game: Game, seat: int | None, translate: Translate) -> str:
    h = height(seat)
    cards = define("mau-back", back())
    wishes = "".join(define(f"mau-wish-{colour}", _colour(colour, 29, True)) for colour in COLOURS)
    glow = define("mau-glow", warm_box(-37, -52, 74, 104, 11, 4))
    return "".join(
        (
            f"<defs>{gradient('mau-wall', NIGHT, DUSK, DUSK2)}{cards}{glow}{wishes}{defs()}</defs>",
            page(WIDTH, h, "url(#mau-wall)"),
            sky_stars(10, 10, 580, 200, 26, seed=2),
            _floor(h),
            mouse(58, 262, 1.1, False),
            mouse(542, 262, 1.1, True),
            cheese(),
            ask_about("pile", *PILE, 98, 136),
        )
    )


def _floor(h: int) -> str:
    floor = f"M0 300H600V{h - 22}Q600 {h} 578 {h}H22Q0 {h} 0 {h - 22}Z"
    deep = h - 304  # as far as the edge of the paper
    boards = "".join(
        stroke(f"M{x0} 300L{n(x0 + slope * deep * share)} {n(300 + deep * share)}", "#4C2C2A", 2.5)
        for x0, slope, share in ((80, -0.23, 0.8), (190, -0.1, 1), (300, 0, 1), (410, 0.1, 1), (520, 0.23, 0.8))
    )
    return path(floor, "#5B3631") + boards + rect(0, 292, WIDTH, 12, 0, WOOD2)


def mouse(x: float, y: float, size: float, right: bool) -> str:
    """A mouse that looks over the edge of the table."""
    fur, dark = ("#B9B2C6", "#8F879F") if right else ("#D8C3A5", "#B59C79")
    body = (
        path("M-26 70C-30 34-20 14 0 14C20 14 30 34 26 70Z", dark)
        + circle(-20, -18, 15, dark) + circle(20, -18, 15, dark)
        + circle(-20, -17, 10, "#E8A9B4") + circle(20, -17, 10, "#E8A9B4")
        + path("M0 28C-20 26-28 8-22-6C-16-20 16-20 22-6C28 8 20 26 0 28Z", fur)
        + circle(-9, -1, 3.6, INK) + circle(9, -1, 3.6, INK) + circle(-8, -2.2, 1.2, SNOW) + circle(10, -2.2, 1.2, SNOW)
        + ellipse(0, 12, 4.4, 3.4, "#D9738A") + stroke("M0 15.4V19M-5 21Q0 23.6 5 21", INK, 1.6)
        + stroke("M-8 13L-26 9M-8 16L-25 19M8 13L26 9M8 16L25 19", SNOW, 1.1, stroke_opacity=0.7)
    )  # fmt: skip
    return at(x, y, body, turn=6 if right else -6, scale=size)


def cheese() -> str:
    """A wheel of cheese."""
    rind = ((120, 424), (250, 458), (350, 456), (452, 434))
    holes = (
        (112, 300, 17, 10),
        (255, 246, 14, 7),
        (140, 372, 12, 7),
        (402, 396, 18, 9),
        (505, 352, 13, 8),
        (392, 250, 10, 5),
    )
    return (
        ellipse(300, 372, 262, 128, SHADOW, 0.3)
        + path("M44 322A256 122 0 0 0 556 322V352A256 122 0 0 1 44 352Z", RIND)
        + "".join(ellipse(x, y, 9, 7, mixed(RIND, WOOD, 0.4)) for x, y in rind)
        + ellipse(300, 322, 256, 122, CHEESE) + ellipse(300, 320, 246, 114, mixed(CHEESE, SNOW, 0.18))
        + "".join(ellipse(*hole, CRUMB) for hole in holes)
        + "".join(ellipse(x, y + 1.6, rx - 2, ry - 1.6, mixed(CRUMB, RIND, 0.4)) for x, y, rx, ry in holes)
        + "".join(rect(x - 49, y - 68, 98, 136, 18, SHADOW, 0.1) for x, y in (PILE, TOP))
    )  # fmt: skip


# The moving part


def draw(view: View[Rules], *, last: str | None = None, before: View[Rules] | None = None) -> str:
    return picture(
        view, width=WIDTH, height=height(view.seat), still=_still(view), moving=moving(view, last=last, before=before),
    )  # fmt: skip


def moving(view: View[Rules], *, last: str | None = None, before: View[Rules] | None = None) -> str:
    may = choices(view)
    parts = [_others(view)]
    if last is not None and before is not None:
        parts.append(_last(view, before.position, last))
    parts += [_pile(view, may), _top(view), _side(view, may)]
    if view.seat is not None:
        parts.append(_hand(view, view.seat, may))
    return moving_group(*parts)


def _columns(view: View[Rules]) -> list[tuple[int, float, float]]:
    """The others, from the next one on: seat, the middle of its place, how wide that is."""
    seats = view.game.seats
    others = range(seats) if view.seat is None else [(view.seat + i) % seats for i in range(1, seats)]
    wide = (WIDTH - 24) / len(others)
    return [(seat, 12 + wide * (i + 0.5), min(wide, 210)) for i, seat in enumerate(others)]


def _others(view: View[Rules]) -> str:
    now, parts = view.position, []
    for seat, x, wide in _columns(view):
        held = now.held[seat]
        for i, (left, y, tilt) in enumerate(fan(held, x, 50, wide), start=1):
            parts.append(piece(f"hand{seat}-{i}", left, y, use("mau-back"), turn=tilt, size=0.5))
        w = min(132, wide - 8)
        parts.append(plate(view, seat, x - w / 2, 96, w, str(held)))
    return "".join(parts)


def _place(view: View[Rules], seat: int) -> Point:
    """Where a seat's hand is."""
    if seat == view.seat:
        return 300, HAND - 90
    return next((x, 76.0) for other, x, _ in _columns(view) if other == seat)


def _pile(view: View[Rules], may: dict[str, int]) -> str:
    now = view.position
    x, y = PILE
    stack = _stack(min(4, (now.left + 7) // 8))
    count = counter("left", rect(-20, -14, 40, 28, 14, SNOW), letters(str(now.left), 0, 0, 15), x=x, y=y + 68)
    drawn = f'<g id="pile" transform="translate({x} {y})">{stack}</g>'
    if "draw" in may:
        return action("draw", warm_box(x - 52, y - 74, 99, 137, 15, 5), drawn, count)
    if now.to_move() == CHANCE and not view.quiet:
        return chance(halo(x, y - 4, 80), drawn, count)
    return drawn + count


@lru_cache(8)
def _stack(layers: int) -> str:
    return "".join(at(-1.5 * i, -3 * i, use("mau-back"), scale=BIG) for i in range(layers))


def top_id(view: View[Rules]) -> str:
    """What the card on top is called: as it was called in the own hand."""
    now = view.position
    if now.top != WISH:
        return f"card-{CARDS[now.top]}"
    mine = now.hands[view.seat] >> WISH if view.seat is not None else 0
    return f"card-wish-{mine + 1}"


def _top(view: View[Rules]) -> str:
    now = view.position
    if now.top == NONE:
        return ""
    x, y = TOP
    under = now.discards & ((1 << WISH) - 1)
    below = at(x + 4, y + 4, use("mau-paper"), scale=BIG) if under or now.discards >> WISH else ""
    return below + piece(top_id(view), x, y, _own(now.top, False), size=BIG)


def _side(view: View[Rules], may: dict[str, int]) -> str:
    """Beside the piles: the colour wished for, the cards to be taken, and what can be chosen."""
    now = view.position
    x, y = SIDE
    parts = []
    if now.top == WISH:
        colour = COLOURS[now.colour] if now.colour != ANY else "any"
        sign = counter("wished", _colour(colour, 30, False), x=x - 18, y=y - 34)
        parts.append(sign + ask_about("wished", x - 18, y - 34, 60))
    if now.plus and now.phase == PLAY:
        parts.append(
            counter(
                "owed",
                circle(0, 3, 27, SHADOW, 0.25),
                circle(0, 0, 27, EMBER),
                letters(f"+{now.plus}", 0, 0, 22, BLACK),
                ask_about("owed", 0, 0, 54),
                x=x + 34,
                y=y - 34,
            )
        )
    return "".join(parts) + _choices(may, 40, view.translate)


def _choices(may: dict[str, int], dy: float, _: Translate) -> str:
    x, y = SIDE
    words = {"pass": (_("Pass"), "palm"), "keep": (_("keep"), "keep")}
    return "".join(
        action(act, button(word, 118, 46, house_sign(sign)), x=x, y=y + dy)
        for act, (word, sign) in words.items()
        if act in may
    )


@lru_cache(32)
def _colour(colour: str, r: float, can: bool) -> str:
    """A colour as a button or a sign: its fill and its own mark on paper."""
    light = circle(0, 0, r + 5, GLOW, 0.6) if can else ""
    if colour == "any":
        quarters = "".join(
            path(f"M0 0V{-r}A{r} {r} 0 0 1 {r} 0Z", FILLS[c], transform=f"rotate({90 * i})")
            for i, c in enumerate(COLOURS)
        )
        return circle(0, 3, r, SHADOW, 0.25) + quarters + circle(0, 0, r * 0.6, SNOW) + letters("?", 0, 0, r * 0.7)
    edge = circle(0, 0, r, EMBER if can else SNOW) + circle(0, 0, r - 3, FILLS[colour])
    return (
        circle(0, 3, r, SHADOW, 0.25)
        + light
        + edge
        + circle(0, 0, r * 0.66, SNOW)
        + at(0, 0, use(f"mau-{colour}"), scale=r / 18)
    )


def _hand(view: View[Rules], seat: int, may: dict[str, int]) -> str:
    """One's own cards: in one row, or two if there are many; what fits is raised and glows."""
    now = view.position
    cards = hand(now.hands[seat])
    rows = 1 if len(cards) <= 8 else 2
    each = -(-len(cards) // rows) if cards else 1
    step = min(92, (WIDTH - 40 - 88) / (each - 1)) if each > 1 else 0
    parts = [plate(view, seat, 16, 462, 116, str(now.held[seat]))]
    wishes = 0
    for i, card in enumerate(cards):
        row, column = divmod(i, each)
        count = min(each, len(cards) - row * each)
        x = 300 + (column - (count - 1) / 2) * step
        y = HAND + (0 if rows == 1 else 68 * row - 42)
        if card == WISH:
            wishes += 1
            fits = f"play wish {COLOURS[0]}" in may
            part = "play wish" if fits else None
            parts.append(piece(f"card-wish-{wishes}", x, y - 14 * fits, _own(card, fits), part=part, size=BIG))
        else:
            act = f"play {CARDS[card]}"
            if act in may:
                parts.append(piece(f"card-{CARDS[card]}", x, y - 14, _own(card, True), act=act, size=BIG))
            else:
                parts.append(piece(f"card-{CARDS[card]}", x, y, _own(card, False), size=BIG))
    if f"play wish {COLOURS[0]}" in may:
        parts.append(_wishes())
    return "".join(parts)


@cache
def _wishes() -> str:
    """Above the wish card that has been tapped: which colour?"""
    places = ((-34, -176), (34, -176), (-34, -108), (34, -108))
    return ways(
        *(finish(colour, use(f"mau-wish-{colour}"), x=x, y=y) for colour, (x, y) in zip(COLOURS, places, strict=True))
    )


@lru_cache(64)
def _own(card: int, fits: bool) -> str:
    return ('<use href="#mau-glow"/>' if fits else "") + f'<use href="#mau{card}"/>'


def _last(view: View[Rules], then: Rules, last: str) -> str:
    """From a hand to the table or from the pile to a hand."""
    x, y = _place(view, then.turn)
    verb = last.partition(" ")[0]
    if verb == "play":
        return trail([(x, y + 64 if y < 200 else y), (TOP[0], TOP[1] - 40 if y < 200 else TOP[1] + 40)], 11)
    if verb in ("card", "deal", "draw"):
        return trail([(PILE[0], PILE[1] - 40 if y < 200 else PILE[1] + 40), (x, y + 64 if y < 200 else y)], 11)
    if verb in ("pass", "keep"):
        return last_spot(x, y, 44)
    return ""
