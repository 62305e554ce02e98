"""The Enchanted Garden explained: what each thing is, why something cannot be done, why a hint is good."""

from __future__ import annotations

from collections.abc import Sequence

from fabletop.drawing.scene import seat_name
from fabletop.engine.game import copied
from fabletop.engine.view import View
from fabletop.games.garden.board import AXLES, BOARD, FAIRIES, GOALS, NEIGHBOURS, SPOTS
from fabletop.games.garden.rules import FAIRY, GAP, NONE, PLACING, PLAYING, SENDING, SETTING, TURN, Rules
from fabletop.games.garden.words import CARDS, aim, sought
from fabletop.words import N_, Explained, Translate

NAMES = {
    "ring": N_("Ring"),
    "crown": N_("Crown"),
    "goblet": N_("Goblet"),
    "key": N_("Key"),
    "black-cat": N_("Black cat"),
    "rat": N_("Rat"),
    "owl": N_("Owl"),
    "toad": N_("Toad"),
    "magic-lamp": N_("Magic lamp"),
    "crystal-ball": N_("Crystal ball"),
    "treasure-chest": N_("Treasure chest"),
    "harp": N_("Harp"),
    "root-spirit": N_("Root spirit"),
    "unicorn": N_("Unicorn"),
    "gnome": N_("Gnome"),
    "bat": N_("Bat"),
    "mirror": N_("Mirror"),
    "spell-book": N_("Spell book"),
    "hourglass": N_("Hourglass"),
    "candlestick": N_("Candlestick"),
    "dragon": N_("Dragon"),
    "ghost": N_("Ghost"),
    "spider": N_("Spider"),
    "firefly": N_("Firefly"),
}


def explain(thing: str, view: View, _: Translate) -> Explained | None:
    """The name of a thing and what it does; things are pieces by their ids, marked places, and words of actions."""
    kind, *rest = thing.replace("-", " ").split()
    now = view.position
    if kind == "square":
        return square(BOARD.names.index(rest[0]), view, _)
    if kind.startswith("hedge") and kind != "hedge":
        return _("A hedge"), _("Once in your turn you may turn one: pawns beside it ride along.")
    if (kind in ("pawn", "goal") and rest) or kind.startswith(("plate", "panel")):
        seat = int(rest[0]) if rest else int(kind[5:])
        return seat_name(view, seat), looks_for(now, seat, _)
    return {
        "numbers": (_("The numbers"), _("Goals found, and the cards that everybody has and that are left.")),
        "goals": (_("Goal cards"), _("Whoever reaches a goal turns up the next card.")),
        "magic": (_("Magic cards"), _("Whoever ends a turn without a goal draws one.")),
        "gap": (_("A gap in the hedge"), _("With this card you slip through one hedge to the next square.")),
        "fairy": (_("A forest fairy"), _("Two of these cards fly you from one fairy square to another.")),
        "place": (_("Start at a gate"), _("Your pawn begins there.")),
        "walk": (_("Walk"), _("As far as you like, but not through hedges, once in your turn.")),
        "fly": (_("Fly"), _("Two fairy cards take you from one fairy square to another.")),
        "turn": (_("Turn a hedge"), _("By a quarter or half round; pawns beside it ride along.")),
        "end": (_("End the turn"), _("You draw a magic card, and the next player goes on.")),
        "done": (_("They are fine"), _("When all have said so, one after the other, the game begins.")),
        "gate": (_("Home to a gate"), _("The next player chooses where you have to come home.")),
    }.get(kind)


def square(at: int, view: View, _: Translate) -> Explained:
    now = view.position
    place = BOARD.names[at]
    for name, gate in BOARD.gates.items():
        if gate == at:
            return _("Gate {place}").format(place=name), _("Here pawns begin, and here one of them comes home.")
    for number, spot in enumerate(SPOTS[:GOALS]):
        if spot != at:
            continue
        name = _(NAMES.get(CARDS[number], CARDS[number]))
        for seat in range(now.seats):
            if now.card[seat] == number:
                return name, _("{who} looks for it.").format(who=seat_name(view, seat))
        seen = not now.unseen >> number & 1
        return name, _("It has been found.") if seen else _("A goal for somebody, some day.")
    if at in FAIRIES:
        return _("A fairy square"), _("With two fairy cards you can fly from here to another one.")
    return _("Square {place}").format(place=place), _("A quiet place between the hedges.")


def looks_for(now: Rules, seat: int, _: Translate) -> str:
    card = now.card[seat]
    found = _("Found: {number} of {most}.").format(number=min(now.found[seat], now.goals), most=now.goals)
    if card == NONE or now.found[seat] > now.goals:
        return found
    goal = sought(CARDS[card], _) if card < GOALS else _.pgettext("accusative", "their own gate")
    return _("Looks for {goal}.").format(goal=goal) + " " + found


def why_not(view: View, what: str, _: Translate) -> str:
    now = view.position
    verb, *words = what.split()
    if now.phase in (PLACING, SENDING):
        return (
            _("Another pawn stands there.")
            if verb in ("square", "place") and taken(now, words)
            else _("Choose a gate.")
        )
    if now.phase != PLAYING:
        return ""
    if verb.startswith("hedge") or verb == "turn":
        at = now.pawns[now.turn]
        return _("One hedge in a turn is all.") if now.turned or now.is_free(at) else _("First leave this square.")
    if verb == "gap":
        if not now.magic[now.turn][GAP]:
            return _("You have no gap card.")
        return _("A gap leads only through the hedge beside you.")
    if verb == "fly":
        return no_flight(now, _)
    if verb in ("square", "walk") and words and words[0] in BOARD.names:
        return no_walk(now, BOARD.names.index(words[0]), _)
    return ""


def taken(now: Rules, words: list[str]) -> bool:
    at = BOARD.gates.get(words[0], -1) if words else -1
    return (BOARD.names.index(words[0]) if words and words[0] in BOARD.names else at) in now.pawns


def no_flight(now: Rules, _: Translate) -> str:
    if now.magic[now.turn][FAIRY] < 2:
        return _("A flight needs two fairy cards.")
    return _("A flight starts on a fairy square.") if now.pawns[now.turn] not in FAIRIES else ""


def no_walk(now: Rules, target: int, _: Translate) -> str:
    at = now.pawns[now.turn]
    if target == at:
        return _("You stand there.")
    if now.walked:
        if now.turned:
            return _("You have walked already.")
        return _("You have walked already: turn a hedge, or end the turn.")
    if not now.reach(at, 0) >> target & 1:
        return _("A hedge is in the way.")
    return _("Another pawn stands there.") if target in now.pawns else ""


def because(view: View, act: str, names: Sequence[str], _: Translate) -> str:
    """Why this is a good move."""
    now = view.position
    word = act.partition(" ")[0]
    if word == "done":
        return _("The garden is good as it is.")
    if now.phase == SETTING:
        return _("Another garden is another game.")
    if word == "place":
        return _("It is about as far from every gate.")
    if word == "gate":
        return _("It is far from {who}.").format(who=names[now.turn])
    if word == "end":
        return _("You draw a magic card for later.")
    card = now.card[now.turn]
    after = copied(now)
    after.apply(view.game.numbers[act])
    if after.found[now.turn] > now.found[now.turn]:
        return _("There you find {goal}!").format(goal=aim(card, _))
    goal, there = SPOTS[card], after.pawns[now.turn]
    if not after.walked and after.reach(there, 0) >> goal & 1:
        return _("That opens the way to your goal.") if word == "turn" else _("From there you can walk to your goal.")
    if word != "turn" and turns_to(after, goal):
        return _("From there turn a hedge: it leads you to your goal.")
    if goal in NEIGHBOURS[there]:
        return _("Only one hedge is left before your goal.")
    if squares_between(there, goal) < squares_between(now.pawns[now.turn], goal):
        return _("That brings you closer to your goal.")
    if word == "turn":
        for seat, name in enumerate(names):
            if seat != now.turn and is_open(now, seat) and not is_open(after, seat):
                return _("It blocks {who}'s way.").format(who=name)
        return _("From here these hedges promise more.")
    return _("From there the hedges may help you.")


def squares_between(one: int, other: int) -> int:
    """As the owl flies, by rows and columns."""
    (a, b), (c, d) = ((ord(BOARD.names[at][0]), int(BOARD.names[at][1:])) for at in (one, other))
    return abs(a - c) + abs(b - d)


def is_open(now: Rules, seat: int) -> bool:
    """Can a pawn walk to its goal?"""
    of = copied(now)
    of.turn = seat
    return now.card[seat] != NONE and bool(of.reach(now.pawns[seat], 0) >> of.goal() & 1)


def turns_to(now: Rules, goal: int) -> bool:
    """Can the pawn come to its goal in this turn by turning one hedge, and perhaps walking on?"""
    if now.turned or not now.is_free(now.pawns[now.turn]):
        return False
    for i in range(3 * AXLES):
        turned = copied(now)
        turned.apply(TURN + i)
        if turned.found[now.turn] > now.found[now.turn] or turned.reach(turned.pawns[now.turn], 0) >> goal & 1:
            return True
    return False
