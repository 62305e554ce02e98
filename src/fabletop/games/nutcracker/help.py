"""Nutcracker explained: what each space, card and figure is, why something cannot be done, why a hint is good."""

from __future__ import annotations

from collections.abc import Sequence

from fabletop.drawing.scene import seat_name
from fabletop.engine.view import View
from fabletop.games.nutcracker.board import BOARD, CARDS, KEY, KING_START, LOCKET, START
from fabletop.games.nutcracker.rules import PICK_KING_WAY, PICK_SIDE, PICK_WAY, STAY, UNKNOWN, UP, Rules
from fabletop.games.nutcracker.words import stands
from fabletop.words import Explained, Translate


def explain(thing: str, view: View[Rules], _: Translate) -> Explained | None:
    """The name of a thing and what it does; things are pieces by their ids, marked places, and words of actions."""
    kind, *rest = thing.replace("-", " ").split()
    now = view.position
    if kind == "space":
        return space(int(rest[0]), view, _)
    if kind == "clara":
        seat = int(rest[0])
        text = _("She has to reach the palace.") if now.level == 1 else _("She looks for her Nutcracker in the tower.")
        if now.rests[seat]:
            text = _("She will miss a turn.")
        elif now.united[seat]:
            text = _("With her Nutcracker she now hunts the Mouse King.")
        return _("Clara of {who}").format(who=seat_name(view, seat)), text
    if kind == "nut":
        return _("The Nutcracker of {who}").format(who=seat_name(view, int(rest[0]))), _(
            "Together they can defeat the Mouse King."
        )
    if kind.startswith("plate"):
        seat = int(kind[5:])
        who, key = seat_name(view, seat), _("The Key comes after space {last}.").format(last=KEY - 1)
        return who, f"{stands(who, now.claras[seat], _)} {key}"
    if kind == "card":
        return card(int(rest[0]), view, _)
    if kind == "king":
        return king(view, _)
    if kind == "used":
        return _("The card on top"), _("A Sugarplum Fairy: roll once more. A Sceptre: move the Mouse King.")
    return simple("tower" if kind.startswith("window") else kind, now.level, _)


def simple(kind: str, level: int, _: Translate) -> Explained | None:
    die = _("Clara dances to the next space of the colour that it shows.")
    return {
        "die": (_("The die"), die if level == 1 else _("It says how many spaces to walk.")),
        "palace": (_("The palace"), _("Here the way ends.")),
        "tower": (_("The tower"), _("Both Nutcrackers are inside. Turn it to find yours.")),
        "up": (_("Up"), _("The pair walks towards the palace.")),
        "down": (_("Down"), _("The pair walks towards Clara Start.")),
        "turn": (_("Turn the tower"), _("Left or right: behind one side is your Nutcracker.")),
    }.get(kind)


def king(view: View[Rules], _: Translate) -> Explained:
    now = view.position
    if now.level == 2:
        return _("The Mouse King"), _(
            "If he meets a Clara, she misses a turn. A Clara with her Nutcracker defeats him."
        )
    text = _("He travels up. If he meets a Clara, she misses a turn.")
    down = _("He travels down. If he meets a Clara, she misses a turn.")
    return _("The Mouse King"), text if now.heading == UP else down


def space(at: int, view: View[Rules], _: Translate) -> Explained:
    now = view.position
    if at == START:
        return _("Clara Start"), _("Here both Claras begin. The Mouse King does no harm here.")
    if at == KEY:
        text = _("Whoever comes here first wins.") if now.level == 1 else _("Here you may look into the tower.")
        return _("The Dungeon Key"), text
    if at == KING_START:
        return _("The place of the Mouse King"), _("Here he begins.")
    name = _("Space {square} ({colour})").format(square=at, colour=_(BOARD.path[at - 1]))
    if LOCKET[at]:
        text = _("A locket: whoever comes here also rolls for the Mouse King.")
        return name, text if now.level == 1 else _("A locket: whoever comes here takes a card.")
    return name, _("Nothing happens here.")


def card(place: int, view: View[Rules], _: Translate) -> Explained:
    now = view.position
    if place < CARDS - now.seen or now.shuffle_each_draw:
        return _("A card face down"), _("A Sugarplum Fairy or a Sceptre: nobody knows.")
    if now.pile >> place & 1:
        return _("A Sugarplum Fairy"), _("Whoever takes it rolls once more.")
    return _("A Sceptre"), _("Whoever takes it moves the Mouse King.")


def why_not(view: View[Rules], what: str, _: Translate) -> str:
    now = view.position
    kind, *rest = what.replace("-", " ").split()
    if now.phase == PICK_SIDE:
        return _("First turn the tower, left or right.")
    if kind == "turn":
        return _("The tower can only be turned from the Key.")
    if kind in ("up", "down", "clara", "nut") and now.phase == PICK_KING_WAY:
        return _("Now the Mouse King walks.")
    if kind == "king" and now.phase == PICK_WAY:
        return _("Now your own pair walks.")
    if kind == "space" and now.die:
        walk = now.clara_walk if now.phase == PICK_WAY else now.king_walk
        if int(rest[0]) not in (walk(now.die), walk(-now.die)):
            return _("It has to be exactly {number}, up or down.").format(number=now.die)
    return ""


def of_king(view: View[Rules], at: int, names: Sequence[str], _: Translate) -> str:
    """Why it is good that the Mouse King goes there, though he meets nobody."""
    now, other = view.position, 1 - view.position.turn
    mine, theirs = now.claras[now.turn], now.claras[other]
    if now.united[now.turn]:
        if abs(at - mine) < abs(now.king - mine):
            return _("He comes closer to your pair.")
    elif at < mine < now.king:
        return _("He passes your Clara, and she leaves him behind.")
    elif abs(at - mine) > abs(now.king - mine):
        return _("He stays away from your Clara.")
    if now.united[other] and abs(at - theirs) > abs(now.king - theirs):
        return _("He gets away from {who}.").format(who=names[other])
    if not now.united[other] and abs(at - theirs) < abs(now.king - theirs):
        return _("He comes closer to {who}.").format(who=names[other])
    return _("Of the two ways, this one promises more.")


def because(view: View[Rules], act: str, names: Sequence[str], _: Translate) -> str:
    """Why this is a good move."""
    now = view.position
    if act.startswith("turn"):
        return _("Both sides are equally likely.") if now.tower == UNKNOWN else _("There your Nutcracker is waiting.")
    steps = now.die if act.endswith("up") else -now.die
    if now.phase == PICK_KING_WAY:
        at = now.king_walk(steps)
        for seat, name in enumerate(names):
            if now.claras[seat] == at != START:
                if now.united[seat]:
                    text = _("There {who} defeats him.")
                    return _("There the Mouse King is defeated!") if seat == now.turn else text.format(who=name)
                if seat != now.turn:
                    return _("There he meets {who}, who misses a turn.").format(who=name)
        return of_king(view, at, names, _)
    at = now.clara_walk(steps)
    if at == now.king:
        return _("There you defeat the Mouse King!")
    if at != STAY and abs(at - now.king) < abs(now.claras[now.turn] - now.king):
        return _("It brings you closer to the Mouse King.")
    return _("From there the next roll promises most.")
