"""Quidditch Dice in a terminal: the score, the rows and what each is worth, the dice still to be booked."""

from __future__ import annotations

from collections.abc import Iterable

from fabletop.drawing.ansi import Paint, filled, widest
from fabletop.engine.translate import Translate
from fabletop.engine.view import View
from fabletop.games.quidditch.board import CAPACITY, NAMES, ROWS
from fabletop.games.quidditch.rules import CAUGHT, DEFENSE, FIRST, KINDS, OFFENSE, OUTSIDE, WAITING, Rules
from fabletop.games.quidditch.words import LISTED

PAINTS = ("#F2C230", "#E5484D", "#4D8FE0", "#8C8C9A", "#8C8C9A")  # gold, red, blue; black, lightened


def text(view: View[Rules], *, colour: bool = False) -> str:
    paint, now, _ = Paint(colour, view.colours), view.position, view.translate
    names = [_(LISTED[name]) for name in NAMES]
    dice = [paint(letter, PAINTS[kind], bold=True) for kind, letter in enumerate(letters(names))]
    lines = [_seat(view, seat, paint) for seat in range(2)]
    if now.max_rounds and not now.over:
        lines.append("    " + _("rounds left, this one counted: {number}").format(number=now.rounds_left))
    if CAUGHT in now.snitches and not now.over:
        lines.append("    " + _("the last attack"))
    if now.over:
        return "\n".join([*lines, "", _("the match is over")])
    lines += ["", *(_row(now, row, dice, paint, _) for row in range(1, ROWS + 1)), ""]
    lines += _to_book(view, dice, paint)
    outside = [dice[kind] for kind in range(KINDS) for _each in range(now.pitch[kind][OUTSIDE])]
    if outside:
        lines.append("  " + _("fouled: {dice}").format(dice=" ".join(outside)))
    legend = ", ".join(f"{die} {name}" for die, name in zip(dice, names, strict=True))
    return "\n".join([*lines, "", "  " + _("dice: {list}").format(list=legend)])


def letters(names: Iterable[str]) -> list[str]:
    """One for each die: the first of its name that no other has."""
    found: list[str] = []
    for name in names:
        found.append(next(letter for letter in name.upper() if letter.isalpha() and letter not in found))
    return found


def _seat(view: View[Rules], seat: int, paint: Paint) -> str:
    now, _ = view.position, view.translate
    turn = "▶" if view.turn == seat else " "
    roles = (_("attacks"), _("defends"))
    role = "" if now.over else roles[seat != now.attacker]
    caught = now.snitches[seat] == CAUGHT
    text = _("Snitch caught") if caught else _("Snitch {number} of {most}")
    snitch = text.format(number=now.snitches[seat], most=CAUGHT)
    points = _.ngettext("{number} point", "{number} points", now.points[seat]).format(number=f"{now.points[seat]:4}")
    who = filled(view.called(seat), widest(map(view.called, range(2))))
    return f"{turn} {paint.seat(seat)} {who}  {filled(role, widest(roles))}  {points}  {snitch}{_won(view, seat)}"


def _won(view: View[Rules], seat: int) -> str:
    _ = view.translate
    if view.result is None or seat not in view.result.winners:
        return ""
    return "  " + (_("wins") if len(view.result.winners) == 1 else _("shares the win"))


def _row(now: Rules, row: int, dice: list[str], paint: Paint, _: Translate) -> str:
    lying = [dice[kind] for kind in range(KINDS) for _each in range(now.pitch[kind][row])]
    cells = lying + [paint.dim("·")] * (CAPACITY - len(lying))
    name = _("row {row}").format(row=row)
    return f"  {name}    {' '.join(cells)}    {_worth(now, row, _)}".rstrip()


def _worth(now: Rules, row: int, _: Translate) -> str:
    """What the row would score now."""
    goals, snitch = now.goal_points(row), now.snitch_points(row)
    if now.is_blocked(row):
        return _("blocked")
    if snitch:
        return _("Snitch +{number}").format(number=snitch)
    return _.ngettext("{number} point", "{number} points", goals).format(number=goals) if goals else ""


def _to_book(view: View[Rules], dice: list[str], paint: Paint) -> list[str]:
    now, _ = view.position, view.translate
    sides, lines = (_("Offense"), _("Defense")), []
    for side in (OFFENSE, DEFENSE):
        kinds = range(FIRST[side], FIRST[side + 1])
        shown = [
            f"{dice[kind]}{number}"
            for kind in kinds
            for number in range(1, ROWS + 1)
            for _each in range(now.dice[kind][number])
        ]
        shown += [f"{dice[kind]}?" for kind in kinds for _each in range(now.dice[kind][WAITING])]
        seat = now.attacker if side == OFFENSE else 1 - now.attacker
        left = " ".join(shown) or _("no dice left")
        lines.append(f"{paint.seat(seat)} {filled(sides[side], widest(sides))}  {left}")
    return lines
