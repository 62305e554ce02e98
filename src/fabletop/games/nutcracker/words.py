"""Nutcracker in words: what a button says and what the log tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fabletop.engine.view import View
from fabletop.games.nutcracker.board import AHEAD, BOARD, CARDS, KEY, KING_START, LOCKET, START
from fabletop.games.nutcracker.rules import (
    DRAW,
    END,
    KING_ROLL,
    PICK_KING_WAY,
    PICK_WAY,
    REVEAL,
    ROLL,
    STAY,
    UNKNOWN,
    UP,
    Rules,
)
from fabletop.words import N_, Translate

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


def sentence(
    before: View[Rules], by: int, act: str, after: View[Rules], names: Sequence[str], _: Translate
) -> list[str]:
    """One text for each frame that tells: what happens on a space is said when somebody stands there."""
    now, then = before.position, after.position
    word, _space, rest = act.partition(" ")
    target = then.claras[now.turn]
    if word == "card":
        fairy = _("{who} takes a card: a Sugarplum Fairy! Roll once more.")
        told = [fairy if rest == "fairy" else _("{who} takes a card: a Sceptre! It moves the Mouse King.")]
    elif word in ("turn", "reveal"):
        told = [*tower(then, act, then.united != now.united, _)]
    elif word == "king" or now.phase == KING_ROLL:
        told, target = [king_moves(now, then, act, _)], then.king
    else:
        told = [*clara_moves(now, then, act, _)]
    values = {"who": names[now.turn], "number": rest, "there": where(target, _)}
    values["colour"] = _(BOARD.die[int(rest) - 1]) if word == "roll" else ""
    missed = [_("{who} misses a turn.").format(who=names[seat]) for seat in misses(now, then)]
    beats = [" ".join(text.format(**values) for text in told), " ".join(arrival(now, then, act, names, _)), *missed]
    return [text for text in beats if text]


def where(at: int, _: Translate) -> str:
    special = {
        START: _.pgettext("where to", "to Clara Start"),
        KEY: _.pgettext("where to", "to the Key"),
        KING_START: _.pgettext("where to", "to the King's place beside the palace"),
    }
    return special.get(at, _.pgettext("where to", "to space {square}").format(square=at))


def clara_moves(now: Rules, then: Rules, act: str, _: Translate) -> Iterator[str]:
    """A roll for the Clara on turn, or the way that a pair has chosen."""
    if then.phase == PICK_WAY:
        yield asked(then, _("{who} rolls a {number}: up or down?"), _)
    elif now.level == 1:
        yield _("{who} rolls {colour} and dances {there}.")
    else:
        target = now.clara_walk(steps(now, act))
        yield walks(act.partition(" ")[0], target, _)
        if target == now.claras[now.turn]:
            yield _("That is an end of the path: they stay.")


def steps(now: Rules, act: str) -> int:
    """How far, down if negative."""
    word, _space, rest = act.partition(" ")
    die = int(rest or now.die)
    return -die if word == "down" else die


def walks(word: str, target: int, _: Translate) -> str:
    if word == "roll":
        goes = _("{who} rolls a {number} and goes {there}.")
        return _("{who} rolls a {number}: that is too far.") if target == STAY else goes
    if target == STAY:
        return _("{who} and the Nutcracker cannot go so far.")
    up, down = _("{who} and the Nutcracker go up {there}."), _("{who} and the Nutcracker go down {there}.")
    return up if word == "up" else down


def arrival(now: Rules, then: Rules, act: str, names: Sequence[str], _: Translate) -> Iterator[str]:
    """What happens where the Clara on turn, or the King, has come to; nothing if they only stay."""
    if now.claras[now.turn] != then.claras[now.turn]:
        for text in clara_arrives(now, then, act, _):
            yield text.format(who=names[now.turn], other=names[1 - now.turn])
    elif king_moves_now(now, then):
        for seat, name in enumerate(names):
            if then.won[seat] > now.won[seat]:
                yield _("A pair is waiting there: {who} wins!").format(who=name)
            elif seat in meets(now, then):
                yield _("There he meets {who}, who will miss a turn.").format(who=name)
    if sum(then.won) > sum(now.won) and then.phase != END:
        yield _("{who} may answer once.").format(who=names[then.turn])


def clara_arrives(now: Rules, then: Rules, act: str, _: Translate) -> Iterator[str]:
    """What a Clara, or a pair, finds on her new space."""
    at, target, other = now.claras[now.turn], then.claras[now.turn], now.claras[1 - now.turn]
    if now.level == 1:
        leaps = AHEAD[int(act.split()[1]) - 1][at] == other != target
    else:
        leaps = target != KING_START and now.taken(now.along(at + steps(now, act)))
    if leaps:
        yield _("What a leap over {other}!")
    if then.won[now.turn]:
        yield (
            _("The Key opens the tower: {who} frees the Nutcracker and wins!")
            if now.level == 1
            else _("The Mouse King is defeated: {who} wins!")
        )
        return
    if meets(now, then):
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


def king_moves_now(now: Rules, then: Rules) -> bool:
    return now.phase in (KING_ROLL, PICK_KING_WAY) and then.phase != PICK_KING_WAY


def meets(now: Rules, then: Rules) -> list[int]:
    """Which Claras the King meets: whoever comes to him, or all to whom he comes."""
    came = [seat for seat in (0, 1) if king_moves_now(now, then) or then.claras[seat] != now.claras[seat]]
    return [seat for seat in came if then.claras[seat] == then.king != START and not then.united[seat]]


def misses(now: Rules, then: Rules) -> list[int]:
    """Whose turn is passed over, one after the other."""
    rest = [seat for seat in (1 - now.turn, now.turn) if now.rests[seat] or seat in meets(now, then)]
    return [seat for seat in rest if not then.rests[seat] and then.phase != END]


def king_moves(now: Rules, then: Rules, act: str, _: Translate) -> str:
    if then.phase == PICK_KING_WAY:
        return asked(then, _("{who} rolls a {number} for the Mouse King: up or down?"), _)
    if act.startswith("roll"):
        return _("{who} rolls {colour} for the Mouse King: he goes {there}.")
    if then.king == now.king and not now.bounce:
        return _("The Mouse King is at the end of his path and stays where he is.")
    up = act == "king up"
    if abs(min(then.king, KEY) - min(now.king, KEY)) < now.die and not now.bounce:
        text = _("{who} sends the Mouse King up {there}: there his path ends.")
        return text if up else _("{who} sends the Mouse King down {there}: there his path ends.")
    return _("{who} sends the Mouse King up {there}.") if up else _("{who} sends the Mouse King down {there}.")


def asked(then: Rules, both: str, _: Translate) -> str:
    """Up or down?  At an end of the path there is only one way."""
    if then.phase == PICK_KING_WAY:
        up = _("{who} rolls a {number} for the Mouse King: he can only go up.")
        down = _("{who} rolls a {number} for the Mouse King: he can only go down.")
    else:
        up = _("{who} rolls a {number}: the pair can only go up.")
        down = _("{who} rolls a {number}: the pair can only go down.")
    return open_ways(then, both, up, down)


def open_ways(now: Rules, both: str, only_up: str, only_down: str) -> str:
    up, down = now.stirs(now.die), now.stirs(-now.die)
    return both if up == down else only_up if up else only_down


def tower(then: Rules, act: str, found: bool, _: Translate) -> Iterator[str]:
    if act == "turn left":
        yield _("{who} turns the tower to the left.")
    elif act == "turn right":
        yield _("{who} turns the tower to the right.")
    if then.phase != REVEAL:
        right = _("The right Nutcracker is there and comes along with {who}!")
        yield right if found else _("It is the wrong Nutcracker: {who} tries again next time.")


def prompt(view: View[Rules], names: Sequence[str], _: Translate, last: str = "") -> str:
    """What the seat that looks is to do now; `last` is what it has just done itself."""
    now = view.position
    if now.phase == ROLL:
        if now.level == 1:
            return _("Roll: Clara dances to the next space of that colour.")
        return _("Roll for Clara and her Nutcracker.") if now.united[now.turn] else _("Roll: Clara walks that far.")
    return {
        KING_ROLL: _("A locket! Roll for the Mouse King.") if now.level == 1 else _("Roll for the Mouse King."),
        DRAW: _("A locket! Take a card."),
        PICK_WAY: open_ways(now, _("Walk {number} up or down?"), _("Walk {number} up."), _("Walk {number} down.")),
        PICK_KING_WAY: open_ways(
            now,
            _("Send the Mouse King {number} up or down."),
            _("Send the Mouse King {number} up."),
            _("Send the Mouse King {number} down."),
        ),
    }.get(now.phase, _("Turn the tower left or right: where is your Nutcracker?")).format(number=now.die)


def position(view: View[Rules], names: Sequence[str], _: Translate) -> str:
    """What lies on the table, for those who cannot see it."""
    now, told = view.position, []
    for seat, who in enumerate(names):
        told.append(stands(who, now.claras[seat], _))
        if now.level == 2:
            united = now.united[seat]
            told.append(_("Clara's Nutcracker is with her.") if united else _("Clara is without her Nutcracker."))
        if now.rests[seat]:
            told.append(_("{who} will miss a turn.").format(who=who))
    told.append(stands(_("The Mouse King"), now.king, _))
    if now.level == 1:
        told.append(_("He travels up.") if now.heading == UP else _("He travels down."))
    else:
        told += [*in_the_tower(now, names, _)]
        if not now.shuffle_each_draw:
            told.append(_("Cards known: {number} of {most}.").format(number=now.seen, most=CARDS))
    if now.die:
        told.append(_("The die shows {number}.").format(number=now.die))
    return " ".join(told)


def stands(who: str, at: int, _: Translate) -> str:
    """Where somebody is."""
    special = {
        START: _("{who} is on Clara Start."),
        KEY: _("{who} is on the Key."),
        KING_START: _("{who} is beside the palace."),
    }
    if at in special:
        return special[at].format(who=who)
    text = _("{who} is on space {square} ({colour}).")
    return text.format(who=who, square=at, colour=_(BOARD.path[at - 1]))


def in_the_tower(now: Rules, names: Sequence[str], _: Translate) -> Iterator[str]:
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
