"""Nutcracker in words: what a button says and what the log tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fabletop.engine.view import View
from fabletop.games.nutcracker.board import AHEAD, BOARD, CARDS, KEY, KING_START, LOCKET, START
from fabletop.games.nutcracker.rules import END, KING_ROLL, PICK_KING_WAY, PICK_WAY, REVEAL, STAY, UNKNOWN, UP
from fabletop.words import Translate


def N_(text: str) -> str:  # noqa: N802
    """Marks a text for translation that is translated later."""
    return text


OPTIONS = {
    "level": N_("Level"),
    "last_reply": N_("A last reply"),
    "reshuffle_tower": N_("The tower forgets"),
    "exact_key": N_("The Key by exact count"),
    "bounce": N_("Walking back at the ends"),
    "shuffle_each_draw": N_("Cards are shuffled each time"),
}
VALUES = {"level": {1: N_("1: Dance of Colours"), 2: N_("2: Dance of Numbers")}}
COLOURS = (N_("pink"), N_("purple"), N_("blue"), N_("green"), N_("yellow"), N_("orange"))


def label(act: str, _: Translate) -> str:
    return {
        "up": _("Up"),
        "down": _("Down"),
        "king up": _("Mouse King up"),
        "king down": _("Mouse King down"),
        "turn left": _("Turn left"),
        "turn right": _("Turn right"),
    }.get(act, act)


def sentence(before: View, by: int, act: str, after: View, names: Sequence[str], _: Translate) -> str:
    now, then = before.position, after.position
    word, _space, rest = act.partition(" ")
    target = then.claras[now.turn]
    if word == "card":
        fairy = _("{who} takes a card: a Sugarplum Fairy! Roll once more.")
        told = [fairy if rest == "fairy" else _("{who} takes a card: a Sceptre! It moves the Mouse King.")]
    elif word in ("turn", "reveal"):
        told = [*tower(then, act, then.united != now.united, _)]
    elif word == "king" or now.phase == KING_ROLL:
        told, target = [king_moves(then, act, _)], then.king
    else:
        told = [*clara_moves(now, then, act, _)]
    values = {"who": names[now.turn], "other": names[1 - now.turn], "number": rest, "there": where(target, _)}
    values["colour"] = _(BOARD.die[int(rest) - 1]) if word == "roll" else ""
    return " ".join([*(text.format(**values) for text in told), *consequences(now, then, names, _)])


def where(at: int, _: Translate) -> str:
    special = {
        START: _("to Clara Start"),
        KEY: _("to the Key"),
        KING_START: _("to the King's place beside the palace"),
    }
    return special.get(at, _("to space {square}").format(square=at))


def clara_moves(now: Any, then: Any, act: str, _: Translate) -> Iterator[str]:
    """A roll for the Clara on turn, or the way that a pair has chosen."""
    word, _space, rest = act.partition(" ")
    at, other, die = now.claras[now.turn], now.claras[1 - now.turn], int(rest or now.die)
    if then.phase == PICK_WAY:
        yield _("{who} rolls a {number}: up or down?")
    elif now.level == 1:
        yield _("{who} rolls {colour} and dances {there}.")
        target = now.clara_dance(die - 1)
        yield from arrives(now, then, target, AHEAD[die - 1][at] == other != target, _)
    else:
        steps = -die if word == "down" else die
        target = now.clara_walk(steps)
        yield walks(word, target, _)
        if target != STAY:
            yield from arrives(now, then, target, target != KING_START and now.taken(now.along(at + steps)), _)


def walks(word: str, target: int, _: Translate) -> str:
    if word == "roll":
        goes = _("{who} rolls a {number} and goes {there}.")
        return _("{who} rolls a {number}: that is too far.") if target == STAY else goes
    if target == STAY:
        return _("{who} and the Nutcracker cannot go so far.")
    up, down = _("{who} and the Nutcracker go up {there}."), _("{who} and the Nutcracker go down {there}.")
    return up if word == "up" else down


def arrives(now: Any, then: Any, target: int, leaps: bool, _: Translate) -> Iterator[str]:
    """What a Clara, or a pair, finds where it has come to."""
    if leaps:
        yield _("What a leap over {other}!")
    if then.won[now.turn]:
        yield _("That is the palace: {who} wins!") if now.level == 1 else _("The Mouse King is defeated: {who} wins!")
        return
    if target == now.king != START:
        yield _("Oh dear, the Mouse King! {who} will miss a turn.")
    if target == KEY and not now.united[now.turn]:
        yield _("Now {who} may look into the tower.")
    elif LOCKET[target] and now.level == 1:
        yield _("A locket: now the Mouse King moves.")
    elif LOCKET[target] and now.seen < CARDS:
        yield _("A locket: {who} takes a card.")
    elif LOCKET[target]:
        fairy = _("A locket, and a Sugarplum Fairy: roll once more!")
        yield fairy if now.pile & 1 else _("A locket, and a Sceptre: it moves the Mouse King.")


def king_moves(then: Any, act: str, _: Translate) -> str:
    if then.phase == PICK_KING_WAY:
        return _("{who} rolls a {number} for the Mouse King: up or down?")
    if act.startswith("roll"):
        return _("{who} rolls {colour} for the Mouse King: he goes {there}.")
    up, down = _("{who} sends the Mouse King up {there}."), _("{who} sends the Mouse King down {there}.")
    return up if act == "king up" else down


def tower(then: Any, act: str, found: bool, _: Translate) -> Iterator[str]:
    if act == "turn left":
        yield _("{who} turns the tower to the left.")
    elif act == "turn right":
        yield _("{who} turns the tower to the right.")
    if then.phase != REVEAL:
        right = _("The right Nutcracker is there and comes along with {who}!")
        yield right if found else _("It is the wrong Nutcracker: {who} tries again next time.")


def consequences(now: Any, then: Any, names: Sequence[str], _: Translate) -> Iterator[str]:
    """Whom the King has met, who may still answer, and whose turn is passed over."""
    king_moved = now.phase in (KING_ROLL, PICK_KING_WAY) and then.phase != PICK_KING_WAY
    for seat, name in enumerate(names):
        if king_moved and then.won[seat] > now.won[seat]:
            yield _("A pair is waiting there: {who} wins!").format(who=name)
        elif king_moved and then.claras[seat] == then.king != START and not then.united[seat]:
            yield _("There he meets {who}, who will miss a turn.").format(who=name)
    if then.phase == END:
        return
    if sum(then.won) > sum(now.won):
        yield _("{who} may answer once.").format(who=names[then.turn])
    for seat, name in enumerate(names):
        if then.rests[seat] < now.rests[seat]:
            yield _("{who} misses a turn.").format(who=name)


def position(view: View, names: Sequence[str], _: Translate) -> str:
    """What lies on the table, for those who cannot see it."""
    now, told = view.position, []
    for seat, who in enumerate(names):
        told.append(stands(now.claras[seat], _).format(who=who))
        if now.level == 2:
            united = now.united[seat]
            told.append(_("Her Nutcracker is with her.") if united else _("She is without her Nutcracker."))
        if now.rests[seat]:
            told.append(_("{who} will miss a turn.").format(who=who))
    told.append(stands(now.king, _).format(who=_("The Mouse King")))
    if now.level == 1:
        told.append(_("He travels up.") if now.heading == UP else _("He travels down."))
    else:
        told += [*in_the_tower(now, names, _)]
        if not now.shuffle_each_draw:
            told.append(_("Cards known: {number} of {most}.").format(number=now.seen, most=CARDS))
    if now.die:
        told.append(_("The die shows {number}.").format(number=now.die))
    return " ".join(told)


def stands(at: int, _: Translate) -> str:
    """Where somebody is."""
    special = {
        START: _("{who} is on Clara Start."),
        KEY: _("{who} is on the Key."),
        KING_START: _("{who} is beside the palace."),
    }
    if at in special:
        return special[at]
    return _("{{who}} is on space {square} ({colour}).").format(square=at, colour=_(BOARD.path[at - 1]))


def in_the_tower(now: Any, names: Sequence[str], _: Translate) -> Iterator[str]:
    if all(now.united):
        yield _("The tower is empty.")
    elif now.tower == UNKNOWN:
        yield _("Nobody knows who sits where in the tower.")
    else:
        for seat, who in enumerate(names):
            left = (now.tower - 1) ^ seat == 0
            if not now.united[seat]:
                text = _("In the tower on the left is the Nutcracker of {who}.")
                yield (text if left else _("In the tower on the right is the Nutcracker of {who}.")).format(who=who)
