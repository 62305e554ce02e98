"""Space Kniffel explained: what each box is for, why something cannot be done, why a hint is good."""

from __future__ import annotations

from collections.abc import Sequence

from fabletop.drawing.scene import seat_name
from fabletop.engine.view import View
from fabletop.games.kniffel.dice import ALIKE, DICE, FULL, SIZE, SYMBOLS
from fabletop.games.kniffel.dice import FACES as THROWS
from fabletop.games.kniffel.rules import BOXES as ALL
from fabletop.games.kniffel.rules import ROLLS, SHEET, Rules
from fabletop.games.kniffel.words import BOXES, FACES, listed
from fabletop.words import Explained, Translate


def explain(thing: str, view: View[Rules], _: Translate) -> Explained | None:
    """The name of a thing and what it does; things are pieces by their ids, marked places, and words of actions."""
    kind, _space, rest = thing.replace("-", " ", 1).partition(" ") if thing.startswith("die") else thing.partition(" ")
    now = view.position
    if kind == "die":
        i = int(rest) - 1
        if i >= SIZE[now.dice]:
            return _("A die in the hand"), _("It will be rolled.")
        name = _(FACES[SYMBOLS[THROWS[now.dice][i]]][0])
        return name[:1].upper() + name[1:], _("You may roll it again, up to twice in a turn.")
    if kind == "box":
        return _(BOXES[rest]), box(rest, _)
    if kind.startswith(("plate", "column")):
        seat = int(kind[-1])
        text = _.ngettext(
            "{number} point so far; empty boxes: {free}.",
            "{number} points so far; empty boxes: {free}.",
            now.score(seat),
        )
        return seat_name(view, seat), text.format(number=now.score(seat), free=now.free[seat].bit_count())
    return {
        "total": (_("The total"), _("Whoever has the most points when all boxes are full wins.")),
        "rolls": (_("Rolls left"), _("You may roll up to three times in a turn.")),
        "roll": (_("Roll"), _("All dice in the hand are rolled together.")),
        "reroll": (_("Roll again"), _("Only the dice that you have chosen; the others stay.")),
        "score": (_("Write down"), _("Each box is filled once. If the dice do not fit, it gets a 0.")),
    }.get(kind)


def box(name: str, _: Translate) -> str:
    return {
        "triple": _("Three alike bring 2 points."),
        "two-pairs": _("Two different pairs bring 3 points."),
        "triple-pair": _("Three alike and two alike bring 4 points."),
        "five-different": _("Five different symbols bring 5 points."),
        "kniffel": _("Five alike bring 10 points."),
    }.get(name, _("Each of these symbols brings 1 point."))


def why_not(view: View[Rules], what: str, _: Translate) -> str:
    now = view.position
    kind, _space, rest = what.replace("-", " ", 1).partition(" ") if what.startswith("die") else what.partition(" ")
    if kind in ("die", "reroll"):
        if kind == "reroll" and now.rolls:
            return _("These dice do not lie on the table.")
        return _("You have rolled {number} times: now write something down.").format(number=ROLLS)
    if kind in ("box", "score") and rest in SHEET:
        which = SHEET.index(rest)
        if not now.free[now.turn] >> which & 1:
            return _("This box is full already.")
        if now.must_max:
            return _("You have to take the box with the most points.")
        return _("A 0 only where nothing else brings points.") if now.strict_zero else ""
    return ""


def because(view: View[Rules], act: str, names: Sequence[str], _: Translate) -> str:
    """Why this is a good move."""
    now = view.position
    word, _space, rest = act.partition(" ")
    if word == "score":
        points = now.points(SHEET.index(rest))
        best = max(now.points(i) for i in range(ALL) if now.allowed() >> i & 1)
        if not points and not best:
            return _("Nothing fits: this box would seldom bring much.")
        if not points:
            return _("A 0 costs the least here: the other boxes are worth waiting for.")
        text = _.ngettext(
            "It brings {number} point, the most you can get now.",
            "It brings {number} points, the most you can get now.",
            points,
        )
        return (text if points == best else _("It brings {number}; the other boxes are worth waiting for.")).format(
            number=points
        )
    kept = [SYMBOLS[symbol] for symbol in THROWS[now.dice][: SIZE[now.dice]]]
    for name in rest.split():
        kept.remove(name)
    if not kept or now.dice < FULL:
        return _("Nothing here is worth keeping.")
    text = _("You keep: {dice}.")
    if len(set(kept)) == len(kept) > 2 and ALIKE[now.dice] < DICE:
        text = _("You keep what is different: {dice}.")
    boxes = [_(BOXES[box]) for box in aims(kept) if now.free[now.turn] >> SHEET.index(box) & 1]
    good = _("That is good for: {boxes}.").format(boxes=_.listed(boxes, "or")) if boxes else ""
    return " ".join(filter(None, [text.format(dice=listed(" ".join(kept), _)), good]))


def aims(kept: list[str]) -> list[str]:
    """The boxes for which these dice are a beginning."""
    counts = sorted(map(kept.count, dict.fromkeys(kept)))
    if len(counts) == 1:
        return [kept[0], "triple", "kniffel"]
    if counts == [2, 2]:
        return ["two-pairs", "triple-pair"]
    return ["five-different"] if counts[-1] == 1 else []
