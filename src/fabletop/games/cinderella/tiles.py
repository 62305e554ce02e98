"""The tiles of Cinderella, cut out of paper: ten faces, one back and the special signs, each around 0 0.

A tile is 100 wide; the pictures stay within 40 units of its middle.
"""

from __future__ import annotations

from fabletop.drawing.lettering import letters
from fabletop.drawing.palette import (
    EMBER,
    GLOW,
    INK,
    MOON,
    NIGHT,
    PAPER,
    PAPER3,
    SHADOW,
    SNOW,
    STAR,
    WOOD,
    WOOD2,
    mixed,
)
from fabletop.drawing.shapes import sparkle
from fabletop.drawing.svg import at, circle, define, ellipse, n, path, polar, rect, stroke, use
from fabletop.games.cinderella.board import BOARD, PAIR_OF, TILES

SECTIONS = {  # deep for signs and words, middle, light
    "purple": ("#5B3E8F", "#9B7BCB", "#E4D8F4"),
    "pink": ("#9C3565", "#DE83AA", "#FADCE8"),
    "yellow": ("#7A5A06", "#E3B535", "#FCEDBC"),
}
INSTEP = "-20 3C-7 9 6 5 16-9C23-20 30-27 36-26C"
SHOE = f"M-38 20C-37 8-29 0{INSTEP}39-14 37-4 32 5L31 30H26L24 13C16 22 6 28-8 29H-31C-37 29-39 25-38 20Z"
INSIDE = f"M{INSTEP}30-20 26-8 18 1C9 10-8 13-20 3Z"
PINKISH, GOLD, SKY = "#F0A8B8", "#E3B535", "#BFE3F2"


def mouse() -> str:
    grey, light = "#8F899F", "#ABA5B9"
    tail = stroke("M14 28C36 34 42 14 31 7", PINKISH, 4)
    ears = "".join(circle(x, -18, 14.5, grey) + circle(x, -17, 9, PINKISH) for x in (-19, 19))
    body = ellipse(0, 20, 21, 18, grey) + ellipse(0, 23, 13, 13, light)
    paws = (
        ellipse(-6, 15, 4, 5, PINKISH)
        + ellipse(6, 15, 4, 5, PINKISH)
        + ellipse(-12, 37, 7, 4, PINKISH)
        + ellipse(12, 37, 7, 4, PINKISH)
    )
    whiskers = stroke("M-10 3L-25 0M-10 6L-24 9M10 3L25 0M10 6L24 9", INK, 1.3)
    eyes = circle(-8, -5, 3.4, INK) + circle(8, -5, 3.4, INK) + circle(-7, -6.2, 1.1, SNOW) + circle(9, -6.2, 1.1, SNOW)
    mouth = ellipse(0, 4.5, 4, 3, "#C2566F") + stroke("M0 7V9M-4 10Q-2 12 0 9Q2 12 4 10", INK, 1.6)
    return tail + ears + body + paws + ellipse(0, -1, 21, 17, light) + whiskers + eyes + mouth


def horse() -> str:
    mane = "M10-28C28-18 38 8 37 40H20C24 14 16-8 2-24Z"
    neck = "M30 40C31 12 25-10 12-24"
    head = f"{neck}L9-37L1-27C-8-25-14-16-19-5C-24 5-36 12-36 21C-36 28-29 32-22 29C-14 26-7 20 4 21C2 29-5 35-8 40Z"
    bridle = (
        stroke("M-26 7Q-18 14-17 26M-15-12Q-4-6 6 21M-21 16L2 8", "#9C3565", 3)
        + circle(-20, 16, 3, GLOW)
        + circle(1, 8, 3, GLOW)
    )
    plume = path("M4-30C-4-44 12-50 22-41C16-42 13-36 10-29Z", "#DE83AA")
    return (
        path(head, SNOW) + path(f"{neck}C20 0 16 24 4 40Z", "#D9D2DE") + path(mane, GOLD)
        + path("M37 40C37 20 32 0 20-18C28 2 30 22 28 40Z", EMBER, fill_opacity=0.5) + plume
        + circle(-2, -14, 3.2, INK) + ellipse(-30, 20, 2, 3, "#8F899F") + bridle
    )  # fmt: skip


def slipper() -> str:
    shine = stroke("M-31 18Q-28 11-22 11M-10 20Q6 18 16 7", SNOW, 3)
    bow = path("M-22 5L-33-3V11ZM-22 5L-11-3V11Z", "#C45C8C") + circle(-22, 5, 3.4, "#9C3565")
    return (
        path(SHOE, "#5FB0DB")
        + path(INSIDE, "#2F7FB0")
        + shine
        + bow
        + sparkle(-14, -24, 11, SNOW)
        + sparkle(6, -34, 6, SNOW)
        + sparkle(-34, -16, 5, SNOW)
    )


def gown() -> str:
    blue, light, deep = "#4F8FCB", "#9CC8EC", "#2E6CA6"
    skirt = path("M-8-10H8C13 6 26 20 38 31C26 42-26 42-38 31C-26 20-13 6-8-10Z", blue)
    lace = path("M0-10C8 4 16 20 27 33Q20 41 12 36Q6 42 0 37Q-6 42-12 36Q-20 41-27 33C-16 20-8 4 0-10Z", light)
    folds = stroke("M0-6V34M-6 2Q-10 18-16 32M6 2Q10 18 16 32", blue, 1.6)
    top = path("M-10-32Q0-24 10-32L12-17L8-9H-8L-12-17Z", blue)
    puffs = circle(-14, -29, 7.5, light) + circle(14, -29, 7.5, light)
    bow = path("M0-9L-11-15V-3ZM0-9L11-15V-3Z", "#C45C8C") + circle(0, -9, 3.4, "#9C3565")
    pearls = "".join(circle(x, y, 1.5, SNOW) for x, y in ((-7, -28), (-2.5, -25.6), (2.5, -25.6), (7, -28)))
    return skirt + lace + folds + puffs + top + stroke("M-10-31Q0-23 10-31", deep, 2) + bow + pearls


def gloves() -> str:
    def one(fill: str, cuff: str) -> str:
        fingers = stroke("M-7 0L-9-22M-2 0V-29M4 0L5-28M9 2L11-20M-8 8L-17-3", fill, 6.2)
        return (
            fingers
            + path("M-10-3H12.5L11 36H-9Z", fill)
            + rect(-12, 31, 26, 8, 4, cuff)
            + "".join(circle(6.5, y, 1.7, cuff) for y in (10, 17, 24))
        )

    left = at(-13, 2, one("#7E2A52", MOON), turn=-13)
    right = '<g transform="translate(13 3) rotate(13) scale(-1 1)">' + one("#B4487E", MOON) + "</g>"
    return left + right


def rat() -> str:
    fur, dark = "#7A6250", "#5C4738"
    tail = stroke("M28 24C48 30 48 4 36-4C27-10 28-24 38-26", "#D08F86", 4.4)
    body = path("M-39 14C-32 4-22 0-12-4C2-16 32-14 34 12C35 26 26 31 16 31H-10C-26 31-36 22-39 14Z", fur)
    belly = path(
        "M-34 17C-24 27-10 28 0 24C10 20 22 24 26 29Q20 31 16 31H-10C-22 31-30 24-34 17Z", mixed(fur, SNOW, 0.3)
    )
    ear = circle(-5, -9, 9, dark) + circle(-5, -8, 5.4, "#D08F86")
    feet = ellipse(-8, 33, 8, 3.4, "#D08F86") + ellipse(16, 33, 9, 3.4, "#D08F86")
    face = (
        circle(-20, 5, 3, INK)
        + circle(-19, 4, 1, SNOW)
        + circle(-38, 13, 4, "#C2566F")
        + path("M-32 19L-31 25L-28 20.6Z", SNOW)
    )
    return tail + feet + body + belly + ear + face + stroke("M-30 13L-40 4M-29 16L-41 22", INK, 1.3)


def coachman() -> str:
    coat, deep = "#2E6CA6", "#1F4A78"
    shoulders = path("M-34 40C-34 22-22 15-10 13H10C22 15 34 22 34 40Z", coat) + path("M-10 13L0 40L10 13Z", SNOW)
    lapels = path("M-10 13L-2 40H-14L-18 20ZM10 13L2 40H14L18 20Z", deep) + path(
        "M-7 14L0 20L7 14L5 24L0 20L-5 24Z", "#C43D3D"
    )
    braid = (
        stroke("M-32 29Q-25 23-20 27M32 29Q25 23 20 27", GLOW, 4)
        + circle(-10, 34, 2.2, GLOW)
        + circle(10, 34, 2.2, GLOW)
    )
    head = rect(-14, -18, 28, 33, 13, "#F2C9A1") + circle(-15, 0, 4, "#F2C9A1") + circle(15, 0, 4, "#F2C9A1")
    hair = path("M-16-12H-11V2Q-16 2-16-4ZM16-12H11V2Q16 2 16-4Z", "#7A6250")
    hat = (
        path("M-15-37Q0-41 15-37L13-14H-13Z", INK)
        + rect(-13.6, -22, 27.2, 6, 1, "#C43D3D")
        + rect(-23, -16.6, 46, 6, 3, INK)
    )
    face = (
        circle(-6, -3, 2.4, INK)
        + circle(6, -3, 2.4, INK)
        + ellipse(0, 2.5, 3, 2.4, "#E0A27C")
        + path("M0 6C-4 3-10 5-13 2C-12 9-4 11 0 8C4 11 12 9 13 2C10 5 4 3 0 6Z", "#5C4738")
    )
    return shoulders + lapels + braid + head + hair + hat + face


def pumpkin() -> str:
    deep, middle, light = "#C45E12", "#E37A1C", "#F29A3C"
    stem = path("M-5-16C-4-26-8-32-3-37L6-34C2-30 5-24 6-16Z", "#5A7A34")
    leaf = path("M5-24C14-36 28-34 33-26C26-20 14-18 5-24Z", "#6C9A4A") + stroke(
        "M-6-22C-14-34-24-30-22-22C-20-16-28-14-30-20", "#5A7A34", 2.4
    )
    ribs = (
        ellipse(-22, 10, 16, 23, deep)
        + ellipse(22, 10, 16, 23, deep)
        + ellipse(-12, 10, 15, 26, middle)
        + ellipse(12, 10, 15, 26, middle)
    )
    return stem + leaf + ribs + ellipse(0, 10, 11, 27, light) + stroke("M-24-3Q-30 8-27 18", light, 3)


def carriage() -> str:
    frame = stroke("M-32 18Q-30 27-20 27H20Q30 27 32 18", WOOD2, 4)
    cabin = "M-29 0C-29-20-14-27 0-27C14-27 29-20 29 0C29 15 16 21 0 21C-16 21-29 15-29 0Z"
    ribs = stroke("M-13-24Q-24-8-15 18M13-24Q24-8 15 18", "#C45E12", 2.2)
    door = path("M-11 19V-6C-11-18 11-18 11-6V19Z", "#9C3565") + path("M-7.5 4V-6C-7.5-13 7.5-13 7.5-6V4Z", STAR)
    curtain = path("M-7.5-6C-7.5-13 7.5-13 7.5-6Q4-4 0-10Q-4-4-7.5-6Z", "#DE83AA") + circle(7, 10, 1.7, GLOW)
    wheels = "".join(at(x, 28, _wheel()) for x in (-22, 22))
    top = path("M-9-26L-11-37L-4-32L0-40L4-32L11-37L9-26Z", EMBER) + circle(0, -40, 2.4, GLOW)
    return (
        frame
        + path(cabin, "#F0A531")
        + path("M-29 0C-29 15-16 21 0 21C16 21 29 15 29 0C24 12-24 12-29 0Z", EMBER, fill_opacity=0.55)
        + ribs
        + door
        + curtain
        + wheels
        + top
    )


def _wheel() -> str:
    spokes = stroke("M-8 0H8M0-8V8M-6-6L6 6M6-6L-6 6", WOOD2, 2)
    return circle(0, 0, 12, WOOD2) + circle(0, 0, 8.6, SNOW) + spokes + circle(0, 0, 3, GLOW)


def blank() -> str:
    """Nothing but a little dust."""
    dust = stroke("M-20-8h0M14-22h0M24 16h0M-8 26h0M-28 18h0M4 4h0", PAPER3, 4)
    return sparkle(-13, -20, 10, PAPER3) + sparkle(16, -4, 14, PAPER3) + sparkle(-8, 14, 8, PAPER3) + dust


# Special signs: on the die and on the special tiles


def mirror() -> str:
    handle = path("M-4 14H4L5 37Q0 41-5 37Z", WOOD) + circle(0, 37, 4.4, GOLD)
    frame = ellipse(0, -10, 23, 27, "#A8781A") + ellipse(0, -11, 23, 26.5, GOLD)
    glass = ellipse(0, -11, 17.5, 21, "#7FB8D6") + path("M-17 -6A17.5 21 0 0 1 6-31L-9 8A17.5 21 0 0 1-17-6Z", SKY)
    return handle + frame + glass + stroke("M7-22Q12-14 10-5", SNOW, 3) + circle(0, -37, 4, "#C43D6B")


def wand() -> str:
    stick = stroke("M-27 33L10-8", WOOD2, 6) + stroke("M-27 33L-21 26.4", GOLD, 7)
    points = [polar(14, -14, 23 if i % 2 == 0 else 10.5, 36 * i + 8) for i in range(10)]
    d = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"
    star = f'<path d="{d}" fill="{GLOW}" stroke="{GLOW}" stroke-width="4" stroke-linejoin="round"/>'
    return (
        stick
        + star
        + circle(14, -14, 6, STAR)
        + sparkle(-16, -20, 9, EMBER)
        + sparkle(26, 22, 8, EMBER)
        + circle(-4, -34, 2.4, EMBER)
    )


def cauldron() -> str:
    pot = path("M-30-4C-36 14-28 33-14 34H14C28 33 36 14 30-4Z", INK) + path(
        "M-25 2C-28 14-22 26-14 29C-18 20-19 10-18 2Z", "#5C5668"
    )
    feet = path("M-20 30L-25 39H-17L-12 33ZM20 30L25 39H17L12 33Z", INK)
    rim = ellipse(0, -5, 33, 8, INK) + ellipse(0, -6, 27, 5, "#5FB56C")
    foam = (
        circle(-12, -8, 6, "#5FB56C")
        + circle(4, -10, 8, "#7CCB86")
        + circle(16, -7, 5, "#5FB56C")
        + circle(2, -12, 2, SNOW)
    )
    bubbles = circle(-8, -24, 5, "#7CCB86") + circle(10, -30, 4, "#5FB56C") + circle(-1, -37, 3, "#7CCB86")
    return feet + pot + rim + foam + bubbles


def hourglass() -> str:
    posts = stroke("M-21-28V28M21-28V28", WOOD, 4)
    glass = "M-16-29H16C16-12 5-6 4 0C5 6 16 12 16 29H-16C-16 12-5 6-4 0C-5-6-16-12-16-29Z"
    sand = path("M-12-14C-9-8-4-5-3 0H3C4-5 9-8 12-14Q0-10-12-14Z", EMBER) + path(
        "M-15 28C-14 18-6 16 0 13C6 16 14 18 15 28Z", EMBER
    )
    frame = rect(-27, -38, 54, 9, 4, WOOD2) + rect(-27, 29, 54, 9, 4, WOOD2)
    return (
        posts + path(glass, SKY) + sand + stroke("M0 0V16", EMBER, 2) + stroke("M-10-24Q-10-18-7-15", SNOW, 3) + frame
    )


PICTURES = {
    "mouse": mouse, "horse": horse, "slipper": slipper, "gown": gown, "gloves": gloves, "rat": rat,
    "coachman": coachman, "pumpkin": pumpkin, "carriage": carriage, "blank": blank,
    "mirror": mirror, "wand": wand, "cauldron": cauldron, "hourglass": hourglass,
}  # fmt: skip


# The tiles


def _card(fill: str, edge: str) -> str:
    """The wood and the paper of a tile."""
    return use("cinderella-shade") + rect(-48, -48, 96, 97, 15, edge) + rect(-48, -48, 96, 93, 15, fill)


def cards() -> str:
    """What the pictures lie on: a card for each section, with its number, one for blanks and one for specials."""
    shade = rect(-47, -44, 96, 96, 15, SHADOW, 0.16) + rect(-48, -45, 96, 95, 15, SHADOW, 0.25)
    parts = [define("cinderella-shade", shade)]
    parts += [define("cinderella-card", _card("#FFF8E2", GOLD)), define("cinderella-card-", _card(PAPER, PAPER3))]
    for i, name in enumerate(BOARD.sections):
        deep, middle, light = SECTIONS[name]
        badge = circle(36, -36, 9.5, deep) + letters(str(i + 1), 36, -36, 10, SNOW)
        parts.append(define(f"cinderella-card-{name}", _card(light, middle), badge))
    return "".join(parts)


def face(name: str) -> str:
    """A tile turned up: its picture on the card of its section; needs `cards` and the pictures in `<defs>`."""
    kind = TILES.index(name)
    section = BOARD.sections[section_of(kind)] if PAIR_OF[kind] >= 0 else ""
    return use(f"cinderella-card-{section}") + use(f"cinderella-{name}", 0, -1)


def section_of(kind: int) -> int:
    return BOARD.section_of[PAIR_OF[kind]]


def back() -> str:
    """The same for all tiles: the clock of the palace at midnight."""
    hours = [polar(0, 0, 33, 30 * i) for i in range(12)]
    dots = ["".join(f"M{n(x)} {n(y)}h0" for x, y in hours[i::3]) for i in range(3)]
    ticks = stroke(dots[0], MOON, 5.2) + stroke(dots[1] + dots[2], MOON, 3.2)
    shoe = at(
        1,
        0,
        path(SHOE, MOON),
        path(INSIDE, GOLD),
        scale=0.5,
    )
    return (
        _card("#34396F", NIGHT)
        + circle(0, 0, 38, "#454B87")
        + at(0, 0, ticks)
        + shoe
        + sparkle(-11, -10, 5, MOON)
        + circle(-33, -33, 13, NIGHT)
    )


def special(name: str) -> str:
    """A special tile in front of a seat."""
    return use("cinderella-card") + use(f"cinderella-{name}", 0, -2)
