"""Quidditch Dice as a picture: a pitch at dusk with six rows that lead to six hoops, and the dice beside it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from fabletop.drawing.boards import row as places
from fabletop.drawing.lettering import fitted, letters
from fabletop.drawing.palette import (
    GLOW,
    INK,
    MOON,
    PAPER2,
    SEATS,
    SNOW,
)
from fabletop.drawing.scene import (
    Game,
    action,
    ask_about,
    cached_still,
    chance,
    choices,
    counter,
    finish,
    last_spot,
    moving_group,
    picture,
    piece,
    plate,
    warm_box,
    ways,
)
from fabletop.drawing.shapes import crown, halo, seat_mark, sheet
from fabletop.drawing.svg import at, circle, rect, use
from fabletop.engine.view import Translate, View
from fabletop.games.quidditch.board import CAPACITY, COUNTS, NAMES, ROWS
from fabletop.games.quidditch.dice import GOLD, digit
from fabletop.games.quidditch.pitch import (
    BAR,
    BENCH,
    DICE_Y,
    DONE,
    HEIGHT,
    HOOP_X,
    PANEL,
    PITCH_W,
    ROLE,
    ROW,
    TRAY_H,
    TRAY_Y,
    TRAYS,
    WIDTH,
    goal_at,
    ground,
    panel_x,
    place,
    snitch_at,
    tray,
)
from fabletop.games.quidditch.rules import (
    BLUDGER,
    CAUGHT,
    DEFENSE,
    KEEPER,
    KINDS,
    OFFENSE,
    OUTSIDE,
    SEVERAL,
    WAITING,
    Rules,
)

same_for_all = True  # one drawing for all who look on (drawing/own.py)


@cached_still()
def _still(game: Game, seat: int | None, translate: Translate) -> str:
    return ground(translate) + "".join(_places())


def _places() -> Iterator[str]:
    """What can be asked about."""
    for row in range(1, ROWS + 1):
        yield ask_about(f"row {row}", WIDTH / 2, place(row, 0)[1], PITCH_W, ROW)
    for seat in range(2):
        yield ask_about("snitches", *snitch_at(seat, 2), 150, 36)
        yield ask_about("goals", *goal_at(seat, 5), 108, 36)
    for side, what in ((OFFENSE, "attack"), (DEFENSE, "defence")):
        x, w = TRAYS[side]
        yield ask_about(what, x + w / 2, TRAY_Y + TRAY_H / 2, w, TRAY_H)
    yield ask_about("bench", BENCH[0] + BENCH[1] / 2, BAR, BENCH[1], 60)


def draw(view: View[Rules], *, last: str | None = None, before: View[Rules] | None = None) -> str:
    return picture(
        view,
        width=WIDTH,
        height=HEIGHT,
        still=_still(view),
        moving=moving(view, last=last, before=before),
    )


def moving(view: View[Rules], *, last: str | None = None, before: View[Rules] | None = None) -> str:
    now, may, _ = view.position, choices(view), view.translate
    parts = [_seats(view)]
    if now.over:
        parts.append(_winners(view))
    else:
        parts += [_trays(view), _hoops(now)]
    if last is not None and before is not None:
        parts.append(_last(now, before.position, last))
    if not now.over:
        spots, which = _targets(now, may)
        parts += [spots, _dice(now, may), which]
    if any(act.startswith("foul") for act in may):
        parts.append(_OUTSIDE)
    if "done" in may:
        parts.append(action("done", use("quidditch-done"), x=DONE[0], y=DONE[1]))
    elif not _counted(now) and (now.max_rounds or CAUGHT in now.snitches):
        rounds = _.ngettext("the last round", "{number} rounds left", now.rounds_left)
        text = _("the last attack") if CAUGHT in now.snitches else rounds.format(number=now.rounds_left)
        parts.append(fitted(text, *DONE, 16, 230, SNOW))
    return moving_group(*parts)


def _seats(view: View[Rules]) -> str:
    """Plates with points and roles, and the tracks."""
    now, parts = view.position, []
    shining = None if now.over else now.attacker if _busy(now) == OFFENSE else 1 - now.attacker
    longest = max(now.points) // 10  # both tracks have one measure
    for seat in range(2):
        x = panel_x(seat)
        role = "" if now.over else use(f"quidditch-role{int(seat != now.attacker)}", 134, 6)
        points = str(now.points[seat])
        parts.append(plate(view, seat, x, 12, PANEL, points, lit=seat == shining, more=role, room=88 if role else 0))
        caught = (use("quidditch-caught", *snitch_at(seat, i)) for i in range(now.snitches[seat]))
        goals = (use("quidditch-goal", *goal_at(seat, i, longest)) for i in range(now.points[seat] // 10))
        parts.append(counter(f"track{seat}", *caught, *goals))
    return "".join(parts)


def _busy(now: Rules) -> int:
    """The side that throws or books now."""
    coming = now.next_die()
    return int(now.side) if coming == KINDS else DEFENSE if coming >= KEEPER else OFFENSE


def _winners(view: View[Rules]) -> str:
    """Who has won, where the dice lay."""
    winners = view.result.winners if view.result else ()
    parts = []
    for x, seat in zip(places(len(winners), WIDTH / 2, 130), winners, strict=True):
        colour = view.colours[seat]
        mark = SEATS[colour]
        parts.append(halo(x, DICE_Y, 76) + circle(x, DICE_Y, 38, mark.colour) + circle(x, DICE_Y, 28, SNOW))
        parts.append(seat_mark(colour, x, DICE_Y, 18, mark.shade) + crown(x, DICE_Y - 42, 22))
    return "".join(parts)


def _trays(view: View[Rules]) -> str:
    now, parts = view.position, []
    books = None if now.next_die() < KINDS else now.side  # dice to be thrown shine themselves
    for side in (OFFENSE, DEFENSE):
        seat = now.attacker if side == OFFENSE else 1 - now.attacker
        parts.append(_tray(side, view.colours[seat], side == books, view.translate(ROLE[side])))
    return "".join(parts)


@cache
def _tray(side: int, colour: int, lit: bool, role: str) -> str:
    x, w = TRAYS[side]
    mark = SEATS[colour]
    glow = rect(x - 4, TRAY_Y - 4, w + 8, TRAY_H + 8, 24, GLOW, 0.8) if lit else ""
    return (
        glow
        + sheet(x, TRAY_Y, w, TRAY_H, 20, mark.tint if lit else PAPER2, 3)
        + circle(x + 20, TRAY_Y + 15, 11, mark.colour)
        + circle(x + 20, TRAY_Y + 15, 8.4, SNOW)
        + seat_mark(colour, x + 20, TRAY_Y + 15, 5.4, mark.shade)
        + letters(role, x + 38, TRAY_Y + 15, 13, INK, "start")
    )


def _hoops(now: Rules) -> str:
    """What each row is worth now."""
    parts = []
    for row in range(1, ROWS + 1):
        if now.is_blocked(row):
            worth = use("quidditch-blocked", HOOP_X, place(row, 0)[1])
        elif now.snitch_points(row):
            worth = _worth(row, f"+{now.snitch_points(row)}", True)
        else:
            worth = _worth(row, str(now.goal_points(row)), False) if now.goal_points(row) else ""
        parts.append(counter(f"hoop{row}", worth))
    return "".join(parts)


@cache
def _worth(row: int, text: str, winged: bool) -> str:
    y = place(row, 0)[1]
    wings = use("quidditch-caught", HOOP_X + 34, y - 20) if winged else ""
    return use("quidditch-scores", HOOP_X, y) + letters(text, HOOP_X, y, 17, INK) + wings


def die_id(kind: int, which: int) -> str:
    return f"{NAMES[kind]}-{which}" if SEVERAL[kind] else NAMES[kind]


def whereabouts(now: Rules, kind: int) -> dict[str, tuple[bool, int]]:
    """The dice of a kind by their names: booked in a row (0: outside), or open with a number (0: to be rolled)."""
    found = enumerate(_whereabouts(kind, tuple(now.pitch[kind]), tuple(now.dice[kind])), start=1)
    return {die_id(kind, which): where for which, where in found}


def open_dice(now: Rules, kind: int) -> dict[str, int]:
    """What is to be booked of a kind: what the dice are called and what they show; 0: to be rolled."""
    return {id: number for id, (booked, number) in whereabouts(now, kind).items() if not booked}


def _dice(now: Rules, may: dict[str, int]) -> str:
    """All nine dice: booked, outside, open, or about to be rolled."""
    parts, hand = [], []
    throwing = _busy(now) if now.next_die() < KINDS else None  # this side throws all that it still has to
    outside = 0
    open_: list[list[tuple[int, int, int]]] = [[], []]  # kind, number (0: to be rolled), which
    used = [0] * (ROWS + 1)
    black = [0] * (ROWS + 1)
    for kind in range(KINDS):
        for which, (booked, number) in enumerate(
            _whereabouts(kind, tuple(now.pitch[kind]), tuple(now.dice[kind])), start=1
        ):
            id = die_id(kind, which)
            if not booked:
                open_[kind >= KEEPER].append((kind, number, which))
            elif number == OUTSIDE:
                parts.append(piece(id, BENCH[0] + 34 + 33 * outside, BAR - 7, use(f"quidditch-die{kind}"), size=0.66))
                outside += 1
            else:
                if kind < KEEPER:
                    x, y = place(number, used[number])
                    used[number] += 1
                else:
                    black[number] += 1
                    x, y = place(number, CAPACITY - black[number])
                parts.append(piece(id, x, y, use(f"quidditch-die{kind}")))
    for side in (OFFENSE, DEFENSE):
        open_[side].sort(key=lambda die: (die[0], die[1] or 9, die[2]))
        for i, (kind, number, which) in enumerate(open_[side]):
            id = die_id(kind, which)
            x, y = tray(side, i, len(open_[side]))
            body = use(f"quidditch-open{kind}") + digit(kind, number)
            word = f"{NAMES[kind]} {number}" if SEVERAL[kind] else NAMES[kind]
            if f"book {word}" in may:
                parts.append(piece(id, x, y, _WARM, body, act=f"book {word}"))
            elif f"foul {word}" in may:
                parts.append(piece(id, x, y, _WARM, body, act=f"foul {word}"))
            elif number == WAITING and side == throwing:
                hand.append(piece(id, x, y, _GLOW, body))
            else:
                parts.append(piece(id, x, y, body))
    return "".join(parts) + (chance(*hand) if hand else "")


_WARM = warm_box(-28, -28, 56, 56, 16, 3.4)
_GLOW = rect(-33, -33, 66, 66, 20, GLOW, 0.7)


@cache
def _whereabouts(kind: int, pitch: tuple[int, ...], dice: tuple[int, ...]) -> list[tuple[bool, int]]:
    """Where each die of a kind is: booked in a row (0: outside), or open with a number (0: to be rolled).

    Dice of a kind are alike and a position only counts them, so which is which is a convention.  Each number has
    a die that it prefers, booked dice choose first: a die seldom changes its name when it, or another, is booked.
    """
    count = COUNTS[kind]
    where: list[tuple[bool, int] | None] = [None] * count
    places = [(True, row) for row in range(1, ROWS + 1) for _ in range(pitch[row])]
    places += [(False, number) for number in range(1, ROWS + 1) for _ in range(dice[number])]
    places += [(False, WAITING)] * dice[WAITING] + [(True, OUTSIDE)] * pitch[OUTSIDE]
    for booked, number in places:
        wished = (number - 1) % count
        which = next(i % count for i in range(wished, wished + count) if where[i % count] is None)
        where[which] = (booked, number)
    return [each for each in where if each is not None]


def _targets(now: Rules, may: dict[str, int]) -> tuple[str, str]:
    """The next place in a row that a die may go to; if several may, a tap asks which."""
    rows: dict[int, list[str]] = {}
    for act in may:
        verb, *words = act.split()
        if verb == "book":
            kind = NAMES.index(words[0])
            row = int(words[1]) if SEVERAL[kind] else now.dice[kind].index(1, 1)
            rows.setdefault(row, []).append(act)
    parts, which = [], ""
    for row, acts in sorted(rows.items()):
        mine = sum(now.pitch[kind][row] for kind in range(KEEPER))
        x, y = place(row, mine if now.side == OFFENSE else CAPACITY - 1 - _black(now, row))
        if len(acts) == 1:
            parts.append(action(acts[0], _SPOT, x=x, y=y))
        else:  # which of the dice?
            parts.append(piece("spot", x, y, _SPOT, part="book"))
            which = _which(tuple(act.removeprefix("book ") for act in acts), row)
    return "".join(parts), which


@cache
def _which(dice: tuple[str, ...], row: int) -> str:
    """Beside a place that has been tapped: the kinds of dice that can go there."""
    finishes = []
    for x, name in zip(places(len(dice), 0, 70), dice, strict=True):
        kind = NAMES.index(name.partition(" ")[0])
        body = _WARM + use(f"quidditch-open{kind}") + digit(kind, row)
        finishes.append(finish(name, body, x=x, y=-66 if row > 1 else 66))
    return ways(*finishes)


_SPOT = (
    rect(-31, -31, 62, 62, 18, GLOW, 0.35)
    + f'<rect x="-27" y="-27" width="54" height="54" rx="15" fill="{MOON}" fill-opacity=".55" stroke="{GLOW}"'
    ' stroke-width="3.4" stroke-dasharray="9 6"/>'
)


_OUTSIDE = rect(BENCH[0] + 10, BAR - 30, 48, 42, 14, GLOW, 0.35) + (
    f'<rect x="{BENCH[0] + 14}" y="{BAR - 26}" width="40" height="36" rx="12" fill="{MOON}" fill-opacity=".4"'
    f' stroke="{GLOW}" stroke-width="3" stroke-dasharray="7 5"/>'
)


def _last(now: Rules, then: Rules, last: str) -> str:
    """A ring around what was just booked or fouled, or what the round has brought."""
    us = then.attacker
    gone = now.attacker != us or now.over
    if gone or _counted(now):
        caught = range(then.snitches[us], now.snitches[us])
        new = "".join(last_spot(*snitch_at(us, i), 14, id=f"last-{i}") for i in caught)
        chip = rect(-21, -9, 42, 18, 9, GOLD) + letters(f"+{now.points[us] - then.points[us]}", 0, 0, 11, INK)
        left = _left(then, last) if gone else ""
        return f'<g id="last" class="last">{at(panel_x(us) + 106, 42, chip)}{left}</g>{new}'
    verb, *words = last.split()
    if verb == "book":
        kind, row = booked(then, words)
        which = sum(now.pitch[k][row] for k in range(kind + 1)) - 1 if kind < KEEPER else CAPACITY - _black(now, row)
        return last_spot(*place(row, which), 38)
    if verb == "foul":
        return last_spot(BENCH[0] + 34, BAR - 7, 28)
    return ""


def _counted(now: Rules) -> bool:
    """All dice lie, and what they have brought is shown; or the match is over."""
    return bool(now.over) or not any(map(any, now.dice))


def booked(then: Rules, words: list[str]) -> tuple[int, int]:
    """The kind and the row of a die that has just been booked."""
    kind = NAMES.index(words[0])
    return kind, int(words[1]) if SEVERAL[kind] else then.dice[kind].index(1, 1)


def _left(then: Rules, last: str) -> str:
    """The dice of a round that is over, as they leave the pitch."""
    verb, *words = last.split()
    gone = [(kind, row) for kind in range(KINDS) for row in range(1, ROWS + 1) for _ in range(then.pitch[kind][row])]
    if verb == "book":
        gone = sorted([*gone, booked(then, words)])
    parts, taken = [], [0] * (ROWS + 1)
    for kind, row in gone:
        black = sum(k >= KEEPER and r == row for k, r in gone)
        first = CAPACITY - black if kind >= KEEPER and taken[row] < CAPACITY - black else taken[row]
        parts.append(use(f"quidditch-die{kind}", *place(row, first)))
        taken[row] = first + 1
    return f'<g opacity=".4">{"".join(parts)}</g>'


def _black(now: Rules, row: int) -> int:
    return int(now.pitch[KEEPER][row] + now.pitch[BLUDGER][row])
