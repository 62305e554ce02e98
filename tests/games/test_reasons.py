"""What a hint says must be so: its reasons, for every move of random games, compared with what the rules then do.

A reason states a fact, which is tried out here, or it is a judgement of the player who thinks: those are listed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import fabletop
from fabletop.engine.game import Game, State
from fabletop.engine.rulebook import CHANCE
from fabletop.games.cinderella.board import PARTNER
from fabletop.games.garden.board import BOARD, NEIGHBOURS
from fabletop.games.kniffel.rules import SHEET
from fabletop.games.kniffel.words import BOXES
from fabletop.testing.scripts import random_game
from fabletop.words import Words

NAMES = ("Ann", "Ben", "Cem", "Dot")
FIRSTS = ("Snitch", "Keeper")
Fact = Callable[[State, str, State, str], bool]  # the state before, the action, the state after, and what is said


def reasons(game: Game, games: int, most: int = 200) -> Iterator[tuple[State, str, State, str]]:
    """Every possible action of random games, with the reason that a hint would give for it."""
    words = Words("en").game(game.id)
    for seed in range(games):
        for state, _ in random_game(game, seed, most):
            seat = state.turn
            if seat is None or seat == CHANCE:
                continue
            view = state.view(seat)
            for act in view.actions()[:: 1 + len(view.actions()) // 20]:
                yield state, act, played(state, act), words.because(view, act, NAMES[: game.seats])


def played(state: State, *acts: str) -> State:
    after = state.copy()
    for act in acts:
        after.play(act)
    return after


def held(game: Game, facts: dict[str, Fact], judgements: set[str], games: int = 4) -> set[str]:
    """Every reason is a fact that holds, or a known judgement; which of them were given."""
    met = set[str]()
    for state, act, after, said in reasons(game, games):
        fact = next((pattern for pattern in facts if re.fullmatch(pattern, said)), None)
        assert fact or said in judgements, f"{said!r} is neither a fact nor a judgement"
        if fact:
            assert facts[fact](state, act, after, said), f"{said!r} is not so: {act} in {state.rules}"
        met.add(fact or said)
    return met


def name_in(said: str) -> int:
    return next(seat for seat, name in enumerate(NAMES) if name in said)


# Mensch


def thrown_out(before: State, after: State) -> list[int]:
    home = [[figures.count(-1) for figures in state.rules.figures] for state in (before, after)]
    return [seat for seat in range(before.game.seats) if home[1][seat] > home[0][seat]]


def moved(state: State, act: str, after: State) -> tuple[int, int]:
    """Where the figure was and is."""
    seat, number = state.rules.turn, int(act.split()[1]) - 1
    return state.rules.figures[seat][number], after.rules.figures[seat][number]


def is_safe(state: State, act: str, after: State, _: str) -> bool:
    """Whoever is next, whatever she rolls and does: nobody of this seat goes home from there."""
    seat, there = state.rules.turn, moved(state, act, after)[1]
    if after.turn != CHANCE or after.rules.turn == seat:
        return True
    for face in range(1, 7):
        rolled = played(after, f"roll {face}")
        for reply in rolled.actions() if rolled.turn not in (CHANCE, None) else []:
            if there not in played(rolled, reply).rules.figures[seat]:
                return False
    return True


@pytest.mark.parametrize("seats", [2, 4])
def test_mensch(seats: int) -> None:
    facts: dict[str, Fact] = {
        r"It throws out a figure of \w+\.": lambda s, act, after, said: thrown_out(s, after) == [name_in(said)],
        r"One more figure is on its way\.": lambda s, act, after, said: act == "enter",
        r"In the goal nobody can throw it out\.": lambda s, a, after, said: moved(s, a, after)[1] >= s.rules.track,
        r"It makes room on the start\.": lambda s, a, after, said: moved(s, a, after)[0] == 0,
        r"Your front figure gets ahead\.": lambda s, a, after, said: (
            moved(s, a, after)[1] == max(after.rules.figures[s.rules.turn])
        ),
        r"With one roll nobody can reach it there\.": is_safe,
    }
    judgements = {
        "There fewer figures can reach it with one roll.",
        "Your other figures stand better where they are.",
        "A 6 would be worth more than this step.",
    }
    met = held(fabletop.game("mensch", seats=seats), facts, judgements, games=3)
    assert len(met) >= 7, met


# The Duck Game


def waits(state: State, seat: int) -> bool:
    return state.rules.at[seat] in (19, 31, 52)


def forth(state: State) -> State:
    """What would have happened to who had not stayed."""
    return played(state, next(act for act in state.actions() if act != "stay"))


def test_duck() -> None:
    def ahead(s: State, act: str, after: State, said: str) -> bool:
        return after.rules.at[s.rules.turn] > s.rules.at[s.rules.turn] and not waits(after, s.rules.turn)

    def number(said: str) -> int:
        return int(re.findall(r"\d+", said)[-1])

    facts: dict[str, Fact] = {
        r"That is the pond: you win!": lambda s, act, after, said: after.result is not None,
        r"There is the next duck, for one more hop\.": lambda s, act, after, said: "hop" in after.actions(),
        r"From there you go on to \d+\.": lambda s, a, after, said: after.rules.at[s.rules.turn] == number(said),
        r"You get ahead for nothing\.": ahead,
        r"From \d+ you would go back to \d+\.": lambda s, a, after, said: (
            forth(s).rules.at[s.rules.turn] == number(said)
        ),
        r"On \d+ you would have to wait\.": lambda s, a, after, said: waits(forth(s), s.rules.turn),
    }
    judgements = {"Staying here would be worse still.", "From here the next roll promises more."}
    met = held(fabletop.game("duck", seats=3), facts, judgements, games=30)
    assert len(met) >= 6, met


# Nutcracker


def gap(state: State, seat: int) -> int:
    return abs(int(state.rules.king) - int(state.rules.claras[seat]))


def test_nutcracker() -> None:
    def nearer(s: State, act: str, after: State, said: str) -> bool:
        return gap(after, name_in(said)) < gap(s, name_in(said))

    facts: dict[str, Fact] = {
        r"There \w+ defeats him\.": lambda s, a, after, said: after.result is not None,
        r"There the Mouse King is defeated!": lambda s, a, after, said: after.result is not None,
        r"There you defeat the Mouse King!": lambda s, a, after, said: after.result is not None,
        r"There he meets \w+, who misses a turn\.": lambda s, a, after, said: (
            gap(after, name_in(said)) == 0 and after.rules.turn == s.rules.turn  # the other's turn is missed at once
        ),
        r"He comes closer to your pair\.": lambda s, a, after, said: gap(after, s.rules.turn) < gap(s, s.rules.turn),
        r"He stays away from your Clara\.": lambda s, a, after, said: gap(after, s.rules.turn) > gap(s, s.rules.turn),
        r"He passes your Clara, and she leaves him behind\.": lambda s, a, after, said: (
            after.rules.king < after.rules.claras[s.rules.turn] < s.rules.king
        ),
        r"He gets away from \w+\.": lambda s, a, after, said: gap(after, name_in(said)) > gap(s, name_in(said)),
        r"He comes closer to \w+\.": nearer,
        r"It brings you closer to the Mouse King\.": lambda s, a, after, said: (
            gap(after, s.rules.turn) < gap(s, s.rules.turn)
        ),
    }
    judgements = {
        "Of the two ways, this one promises more.",
        "From there the next roll promises most.",
        "Both sides are equally likely.",
        "There your Nutcracker is waiting.",
    }
    met = held(fabletop.game("nutcracker", level=2), facts, judgements, games=25)
    assert len(met) >= 11, met


# Mau-Mau(s)


def cards(state: State, seat: int) -> list[str]:
    """What a seat holds, by colour and number."""
    names = [*state.game.actions]
    laid = [act for act in names if re.fullmatch(r"play \w+-\w+", act)]
    return [act[5:] for i, act in enumerate(laid) if state.rules.hands[seat] >> i & 1]


@pytest.mark.parametrize("stack_plus", [False, True])
def test_maumau(stack_plus: bool) -> None:
    def colours(s: State) -> dict[str, int]:
        mine = [card.partition("-")[0] for card in cards(s, s.rules.turn)]
        return {colour: mine.count(colour) for colour in ("red", "yellow", "green", "blue")}

    def wished(s: State, act: str) -> int:
        return colours(s)[act.split()[-1]]

    def skipped(s: State, act: str, after: State, said: str) -> bool:
        while after.turn == CHANCE:
            after = played(after, after.actions()[0])
        return after.result is not None or after.rules.turn != name_in(said)

    def more(s: State, act: str, after: State, said: str) -> bool:
        colour = act.split()[1].partition("-")[0]
        return any(card.startswith(colour) for card in cards(after, s.rules.turn))

    def special(s: State, act: str, after: State, said: str) -> bool:
        left = cards(after, s.rules.turn)
        return len(left) < after.rules.held[s.rules.turn] or any(card.endswith(("rest", "plus")) for card in left)

    facts: dict[str, Fact] = {
        r"It is your last card: you win!": lambda s, a, after, said: after.result is not None,
        r"Nothing else is possible\.": lambda s, a, after, said: len(s.actions()) == 1,
        r"You hold the most cards of this colour\.": lambda s, a, after, said: all(
            wished(s, a) > n for colour, n in colours(s).items() if colour != a.split()[-1]
        ),
        r"You hold this colour yourself\.": lambda s, a, after, said: wished(s, a) > 0,
        r"Perhaps \w+ has none of this colour\.": lambda s, a, after, said: wished(s, a) == 0,
        r"Your other cards fit on every colour\.": lambda s, a, after, said: not cards(s, s.rules.turn),
        r"\w+ misses a turn\.": skipped,
        r"\w+ has few cards left: this stops \w+\.": skipped,
        r"\w+ has to take a card\.": skipped,
        r"\w+ has to lay a \+1 as well, or take cards\.": lambda s, a, after, said: after.rules.plus > 0,
        r"You have more cards of this colour for the next turns\.": more,
        r"It fits, and you keep your special cards\.": special,
    }
    judgements = {"Your other cards may fit better later.", "One more card is worth it here."}
    met = held(fabletop.game("maumau", seats=3, stack_plus=stack_plus), facts, judgements, games=30)
    assert len(met) >= 9, met


# Space Kniffel


def test_kniffel() -> None:
    def points(s: State, act: str) -> int:
        seat = s.rules.turn
        return int(sum(played(s, act).rules.sheets[seat]) - sum(s.rules.sheets[seat]))

    def best(s: State) -> int:
        return max(points(s, act) for act in s.actions() if act.startswith("score"))

    def keeps(s: State, act: str, after: State, said: str) -> bool:
        """What it is good for is still to be filled."""
        named = said.partition("good for: ")[2].rstrip(".")
        boxes = [box for box in BOXES if re.search(rf"\b{re.escape(BOXES[box])}(,|\.| or |$)", named)]
        seat = s.rules.turn
        return len(act.split()) <= 5 and all(s.rules.free[seat] >> SHEET.index(box) & 1 for box in boxes)

    facts: dict[str, Fact] = {
        r"Nothing fits: this box would seldom bring much\.": lambda s, a, after, said: best(s) == 0,
        r"A 0 costs the least here: .*": lambda s, a, after, said: points(s, a) == 0 < best(s),
        r"It brings \d+ points?, the most you can get now\.": lambda s, a, after, said: (
            points(s, a) == best(s) == int(re.findall(r"\d+", said)[0])
        ),
        r"It brings \d+; the other boxes are worth waiting for\.": lambda s, a, after, said: (
            points(s, a) == int(re.findall(r"\d+", said)[0])
        ),
        r"You keep.*": keeps,
    }
    met = held(fabletop.game("kniffel", seats=2), facts, {"Nothing here is worth keeping."}, games=6)
    assert len(met) >= 5, met


# Quidditch Dice


def test_quidditch() -> None:
    def worth(s: State) -> tuple[int, int]:
        rows = range(1, 7)
        return sum(map(s.rules.goal_points, rows)), sum(map(s.rules.snitch_points, rows))

    def change(s: State, act: str, said: str, way: int) -> bool:
        """A round that ends puts its dice away: the row is looked at before."""
        kind, *rest = act.split()[1:]
        of = ["snitch", "quaffle", "goal", "keeper", "bludger"].index(kind)
        row = int(rest[0]) if rest else next(n for n in range(1, 7) if s.rules.dice[of][n])
        before, booked = worth(s), s.copy()
        booked.rules.pitch[of][row] += 1
        after = worth(booked)
        numbers = [int(number) for number in re.findall(r"\d+", said)]
        found = [n for n in (way * (after[0] - before[0]), way * (after[1] - before[1])) if n > 0]
        return numbers == found

    facts: dict[str, Fact] = {
        r"It brings .* more\.": lambda s, a, after, said: change(s, a, said, 1),
        r"It spoils .*": lambda s, a, after, said: change(s, a, said, -1),
        r"Nothing else is possible\.": lambda s, a, after, said: len(s.actions()) == 1,
        r"It has to be booked first\.": lambda s, a, after, said: (
            len(s.actions()) == 1 and a.split()[1] in ("snitch", "keeper")
        ),
        r"It helps to fill this row against Bludgers\.": lambda s, a, after, said: a == "book quaffle",
    }
    judgements = {
        "The other dice may fall better next time.",
        "You will miss this one the least.",
        "Nothing can score in this row any more.",
        "This row is blocked: here it is out of the way.",
        "It waits for others in this row.",
    }
    met = held(fabletop.game("quidditch"), facts, judgements, games=8)
    assert len(met) >= 8, met


# The Enchanted Garden


def far(one: str, other: str) -> int:
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:]))


def home(s: State) -> str:
    return str(BOARD.names[s.rules.goal()])


def finds(s: State) -> bool:
    """Can the seat on turn find its goal with the next step?"""
    seat = s.rules.turn
    return any(
        played(s, act).rules.found[seat] > s.rules.found[seat]
        for act in s.actions()
        if act in (f"walk {home(s)}", f"gap {home(s)}", f"fly {home(s)}")
    )


def test_garden() -> None:
    def at(s: State, seat: int) -> str:
        return str(BOARD.names[s.rules.pawns[seat]])

    def by_a_turn(s: State, act: str, after: State, said: str) -> bool:
        seat = s.rules.turn
        turned = [played(after, turn) for turn in after.actions() if turn.startswith("turn")]
        return any(t.rules.found[seat] > after.rules.found[seat] or finds(t) for t in turned)

    def closed(s: State, act: str, after: State, said: str) -> bool:
        ways = []
        for state in (s, after):
            of = state.copy()
            of.rules.turn = name_in(said)
            ways.append(of.rules.reach(of.rules.pawns[of.rules.turn], 0) >> of.rules.goal() & 1)
        return ways == [1, 0]

    facts: dict[str, Fact] = {
        r"There you find .*!": lambda s, a, after, said: (
            after.rules.found[s.rules.turn] == s.rules.found[s.rules.turn] + 1
        ),
        r"That opens the way to your goal\.": lambda s, a, after, said: finds(after),
        r"From there you can walk to your goal\.": lambda s, a, after, said: finds(after),
        r"From there turn a hedge: it leads you to your goal\.": by_a_turn,
        r"Only one hedge is left before your goal\.": lambda s, a, after, said: (
            s.rules.goal() in NEIGHBOURS[after.rules.pawns[s.rules.turn]]
        ),
        r"That brings you closer to your goal\.": lambda s, a, after, said: (
            far(at(after, s.rules.turn), home(s)) < far(at(s, s.rules.turn), home(s))
        ),
        r"It blocks \w+'s way\.": closed,
        r"It is far from \w+\.": lambda s, a, after, said: s.turn != s.rules.turn == name_in(said),
    }
    judgements = {
        "It is about as far from every gate.",
        "You draw a magic card for later.",
        "From here these hedges promise more.",
        "From there the hedges may help you.",
    }
    met = held(fabletop.game("garden", seats=2, goals=2), facts, judgements, games=2)
    assert len(met) >= 9, met


# Cinderella


def test_cinderella() -> None:
    def cell(act: str) -> int:
        return int(act.split()[1]) - 1

    def knows(s: State, seat: int, at: int) -> bool:
        return bool(s.rules.seen[1 + seat] >> at & 1)

    def nobody(s: State, act: str, after: State, said: str) -> bool:
        return not any(seen >> cell(act) & 1 for seen in s.rules.seen)

    def others(s: State, act: str, after: State, said: str) -> bool:
        assert s.turn is not None
        return not knows(s, s.turn, cell(act)) and any(seen >> cell(act) & 1 for seen in s.rules.seen)

    def partner(s: State, act: str, after: State, said: str) -> bool:
        assert s.turn is not None
        mine = PARTNER[s.rules.tiles[cell(act)]]
        seen = [at for at, tile in enumerate(s.rules.tiles) if tile == mine and at != cell(act)]
        return knows(s, s.turn, cell(act)) and any(knows(s, s.turn, at) for at in seen)

    facts: dict[str, Fact] = {
        r"Nobody has seen this tile yet\.": nobody,
        r"Only others have seen this tile\.": others,
        r"Somebody else has looked here before\.": others,
        r"You know where its partner lies\.": partner,
        r"You have seen it: this is the partner\.": lambda s, a, after, said: (
            PARTNER[s.rules.tiles[s.rules.shown]] == s.rules.tiles[cell(a)]
        ),
        r"Perhaps somebody knows its partner, and points\.": lambda s, a, after, said: after.turn != CHANCE,
        r"\w+ points there\.": lambda s, a, after, said: s.rules.pointers[name_in(said)] == cell(a),
        r"You have seen .* here\.": lambda s, a, after, said: s.turn is not None and knows(s, s.turn, cell(a)),
        r"It saves you all an hour\.": lambda s, a, after, said: after.rules.hours_left == s.rules.hours_left,
    }
    judgements = {
        "You have not seen the partner.",
        "It will help more later.",
        "Then everybody knows it.",
        "You see one more tile.",
        "Everybody sees one more tile.",
        "One more secret look may still find the partner.",
    }
    met = held(fabletop.game("cinderella", seats=3, variant="magic"), facts, judgements, games=12)
    assert len(met) >= 13, met


def refusals(game: Game, things: Callable[[State], list[str]], games: int = 3) -> Iterator[tuple[State, str, str]]:
    """What is tapped in random games, and why it cannot be done."""
    words = Words("en").game(game.id)
    for seed in range(games):
        for state, _ in random_game(game, seed, 300):
            if state.turn not in (None, CHANCE):
                for thing in things(state):
                    yield state, thing, words.why_not(state.view(state.turn), thing, NAMES[: game.seats])


def test_a_row_of_quidditch_is_not_refused_by_dice_that_are_there() -> None:
    met = set[str]()
    for state, thing, said in refusals(Game("quidditch"), lambda _: [f"row {row}" for row in range(1, 7)]):
        row, now = int(thing.split()[1]), state.rules
        kinds = range(3) if now.side == 0 else range(3, 5)
        shown = any(now.dice[kind][row] for kind in kinds)
        fits = any(after.pitch[kind][row] > now.pitch[kind][row] for after in booked(state) for kind in range(5))
        assert not (said and fits), f"{thing} can be booked, and yet {said!r}"
        assert said != f"None of your dice shows {row}." or not shown
        met.add(re.sub(r"\d", "#", said))
    assert met == {"", "None of your dice shows #.", "Row # is full."} | {f"First comes the {n}." for n in FIRSTS}


def booked(state: State) -> list[Any]:
    return [played(state, act).rules for act in state.actions() if act.startswith("book")]


def test_a_square_of_the_garden_is_refused_only_where_nobody_can_walk() -> None:
    met = set[str]()
    for state, thing, said in refusals(Game("garden", 2), lambda _: [f"square {name}" for name in BOARD.names]):
        place = thing.split()[1]
        assert not (said and f"walk {place}" in state.actions()), f"{place} can be walked to, and yet {said!r}"
        if "turn a hedge" in said:
            assert any(act.startswith("turn") for act in state.actions())
        met.add(said)
    assert {"You have walked already.", "A hedge is in the way.", "You stand there."} <= met
