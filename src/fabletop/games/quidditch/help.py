"""Quidditch Dice explained: what each die and row is, why something cannot be done, why a hint is good."""

from __future__ import annotations

from collections.abc import Sequence

from fabletop.drawing.scene import seat_name
from fabletop.engine.game import copied
from fabletop.engine.view import View
from fabletop.games.quidditch.board import CAPACITY, NAMES, ROWS
from fabletop.games.quidditch.rules import (
    BONUS,
    CAUGHT,
    DEFENSE,
    FIRST,
    KEEPER,
    KINDS,
    OFFENSE,
    SEVERAL,
    SNITCH,
    Rules,
)
from fabletop.games.quidditch.words import LISTED, points
from fabletop.words import Explained, Translate


def explain(thing: str, view: View[Rules], _: Translate) -> Explained | None:
    """The name of a thing and what it does; things are pieces by their ids, marked places, and words of actions."""
    kind, *rest = thing.replace("-", " ").split()
    now = view.position
    if kind in NAMES:
        return _(LISTED[kind]), what_it_does(kind, _)
    if row := rest[0] if kind == "row" else kind.removeprefix("hoop") if kind.startswith("hoop") else "":
        return _("Row {row}").format(row=row), worth(view, int(row), _)
    if kind.startswith(("plate", "track")):
        seat = int(kind[5:])  # plate0, track0
        text = _("{points} points, and {snitch} of {most} Snitch points.")
        values = {"points": now.points[seat], "snitch": now.snitches[seat], "most": CAUGHT}
        return seat_name(view, seat), text.format(**values)
    caught = _("With five of them the Snitch is caught: {number} points, and the end.").format(number=BONUS)
    attack = _("The attack"), _("Snitch, Quaffle and Goal dice: they score in the rows.")
    defence = _("The defence"), _("Keeper and Bludgers: they block rows.")
    return {
        "roll": attack if now.acting() == now.attacker else defence,
        "attack": attack,
        "defence": defence,
        "snitches": (_("Snitch points"), caught),
        "goals": (_("Points"), _("Each bead stands for ten points.")),
        "spot": (_("A free place"), _("Several of your dice can go here: choose one.")),
        "bench": (_("Outside"), _("Dice for which no row has room lie here until the round is over.")),
        "book": (_("Book a die"), _("It goes into the row of its number and stays there.")),
        "foul": (_("Put a die outside"), _("If no die has room, one has to go outside, and the turn is over.")),
        "done": (_("Done"), _("Your other dice are rolled again later.")),
    }.get(kind)


def what_it_does(kind: str, _: Translate) -> str:
    return {
        "snitch": _("In its row each Goal die is a Snitch point instead of goal points. It is booked first."),
        "quaffle": _("In its row each Goal die brings 20 points, and it brings 20 itself."),
        "goal": _("Alone it brings 10 points; with the Quaffle 20; with the Snitch a Snitch point."),
        "keeper": _("It blocks its row: nothing scores there. It is booked first."),
        "bludger": _("It blocks its row: nothing scores there."),
    }[kind]


def worth(view: View[Rules], row: int, _: Translate) -> str:
    now = view.position
    if now.is_blocked(row):
        return _("It is blocked: nothing scores here.")
    goals, snitch = now.goal_points(row), now.snitch_points(row)
    if goals or snitch:
        return _("Now it is worth {points}.").format(points=points(goals, snitch, _))
    return _("It has room for {number} dice that show this number.").format(number=CAPACITY)


def why_not(view: View[Rules], what: str, _: Translate) -> str:
    now, acts = view.position, view.actions()
    verb, *words = what.replace("-", " ").split()
    if verb in NAMES:
        words, verb = [verb], "book"
    if verb == "done":
        return _("First book a die.") if acts[0].startswith("book") else _("There is no room: a die has to go outside.")
    if verb == "row":
        return row_reason(now, int(words[0]), _)
    if verb not in ("book", "foul") or not words or words[0] not in NAMES:
        return ""
    kind = NAMES.index(words[0])
    side = OFFENSE if kind < KEEPER else DEFENSE
    if side != now.side:
        text = _("That die belongs to {who}, who attacks.")
        if side == DEFENSE:
            text = _("That die belongs to {who}, who defends.")
        return text.format(who=seat_name(view, now.attacker if side == OFFENSE else 1 - now.attacker))
    if not any(now.dice[kind][1:]):
        return _("This die has its place already, and stays there until the round is over.")
    if kind != FIRST[side] and any(now.dice[FIRST[side]][1:]):
        return first(side, _)
    numbers = [number for number in range(1, ROWS + 1) if now.dice[kind][number]]
    if len(words) > 1 and words[1].isdecimal() and SEVERAL[kind] and what.startswith(("book", "foul")):
        numbers = [int(words[1])] if int(words[1]) in numbers else []
        if not numbers:
            return _("None of your dice shows {number}.").format(number=words[1])
    blocked = [number for number in numbers if not now.has_room(number)]
    if verb == "foul":
        return _("There is room for it in its row.")
    return full(blocked[0], _) if blocked else ""


def row_reason(now: Rules, row: int, _: Translate) -> str:
    """Why nothing can be booked in a row; empty if something can, or if a die of one's own lies there waiting."""
    if not now.has_room(row):
        return full(row, _)
    kinds = range(KEEPER) if now.side == OFFENSE else range(KEEPER, len(NAMES))
    fitting = [kind for kind in kinds if now.dice[kind][row]]
    if not fitting:
        return _("None of your dice shows {number}.").format(number=row)
    before = FIRST[now.side]
    return first(now.side, _) if any(now.dice[before][1:]) and before not in fitting else ""


def first(side: int, _: Translate) -> str:
    return _("First comes the Snitch.") if FIRST[side] == SNITCH else _("First comes the Keeper.")


def full(row: int, _: Translate) -> str:
    return _("Row {row} is full.").format(row=row)


def because(view: View[Rules], act: str, names: Sequence[str], _: Translate) -> str:
    """Why this is a good move."""
    now = view.position
    verb, *words = act.split()
    if verb == "done":
        return _("The other dice may fall better next time.")
    if verb == "foul":
        return _("You will miss this one the least.")
    kind = NAMES.index(words[0])
    if len(view.actions()) == 1:
        return _("It has to be booked first.") if kind == FIRST[now.side] else _("Nothing else is possible.")
    after = copied(now)
    row = int(words[1]) if SEVERAL[kind] else now.dice[kind].index(1, 1)
    after.pitch[kind][row] += 1
    if kind >= KEEPER:
        lost = now.goal_points(row), now.snitch_points(row)
        if any(lost) and not now.is_blocked(row):
            return _("It spoils {points}.").format(points=points(*lost, _))
        if not now.is_blocked(row):
            return _("Nothing can score in this row any more.")
    won = after.goal_points(row) - now.goal_points(row), after.snitch_points(row) - now.snitch_points(row)
    if won[0] > 0 or won[1] > 0:
        return _("It brings {points} more.").format(points=points(max(won[0], 0), max(won[1], 0), _))
    if now.is_blocked(row):
        return _("This row is blocked: here it is out of the way.")
    mates = sum(now.pitch[k][row] for k in range(KINDS))
    return _("It helps to fill this row against Bludgers.") if mates else _("It waits for others in this row.")
