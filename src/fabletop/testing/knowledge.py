"""Who may know what: nobody learns a secret, and what is imagined is as likely as what is dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from fabletop.engine.game import Game, State, copied
from fabletop.engine.rulebook import CHANCE, NOBODY, BaseRules, Rng
from fabletop.engine.spec import first_word
from fabletop.engine.view import View
from fabletop.testing.cells import cell_names, in_range
from fabletop.testing.scripts import random_game


def secrets(game: Game, games: int = 4) -> None:
    """Nobody learns what they cannot know: other possible worlds look the same, in numbers, words and actions."""
    rng = Rng()
    rng.seed(2, 2)
    for seed in range(games):
        for ply, (state, action) in enumerate(random_game(game, seed, most=250)):
            if ply % 3:
                continue
            for seat in (*range(game.seats), None):
                _one_seat(game, state, seat, action, rng)


def untold(game: Game, games: int = 2, enough: int = 150) -> None:
    """Who is not told what was done does not see it afterwards, and what somebody is told is not hidden from her.

    Compared is what a seat knows after one action and after another.  Where remembering is the game it may be less than
    it was told.
    """
    if not game.has_secrets:
        return
    for seed in range(games):
        for state, _ in random_game(game, seed, most=enough):
            acts = state.actions()
            after = {act: _after(state, act) for act in acts[:: 1 + len(acts) // 12]}
            for seat in (*range(game.seats), None):
                _same_news(state, after, seat)


def _after(state: State, action: str) -> State:
    after = state.copy()
    after.play(action)
    return after


def _same_news(state: State, after: Mapping[str, State], seat: int | None) -> None:
    who = "a spectator" if seat is None else f"seat {seat}"
    unseen: dict[tuple[str, int], View] = {}
    seen: dict[tuple[int, ...], tuple[str, State]] = {}
    for act, then in after.items():
        if then.turn is None:  # when the game is over everything is turned up
            continue
        view = then.view(seat)
        if state.tell(seat, act) != act:
            same = unseen.setdefault((first_word(act), then.turn), view)
            fields = [name for name, value in view.fields().items() if value != same.fields()[name]]
            assert not fields, f"rules.py: {who} is not told {act!r} but sees it in {fields}; let conceal() forget that"
        elif not state.game.spec.fleeting:
            other, world = seen.setdefault(view.position.key(), (act, then))
            hidden = f"{who} is told {act!r} or {other!r} and sees no difference: knows() tells what conceal() forgets"
            assert world == then, f"rules.py: {hidden}"


def worlds(game: Game, games: int = 300) -> None:
    """What `complete` imagines is as likely as what chance deals.

    Compared is the position before the first decision of a seat that has a secret: until then nothing that anybody
    does tells anything, so in many games every bit of every field is set as often in the true worlds as in the
    imagined ones.
    """
    if not game.has_secrets:
        return
    rng = Rng()
    rng.seed(4, 4)
    for seat in (*range(game.seats), NOBODY):
        true, imagined = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
        for seed in range(games):
            state = _before_a_secret_counts(game, seed)
            world = copied(state.rules)
            world.conceal(seat)
            world.complete(rng)
            true.update(_bits(state.rules))
            imagined.update(_bits(world))
        for place in true | imagined:
            a, b = true[place], imagined[place]
            name = cell_names(state.rules)[place[0]]
            assert abs(a - b) <= 6 * (a + b) ** 0.5 + 4, (
                f"rules.py: complete for seat {seat}: bit {place[1]} of {name} is set in {b} of {games} worlds, "
                f"by chance in {a}"
            )


def _before_a_secret_counts(game: Game, seed: int) -> State:
    for state, _ in random_game(game, seed, most=200):
        seat = state.turn
        if seat is not None and seat != CHANCE and state.view(seat).position.key() != state.view(None).position.key():
            break
    return state


def _bits(rules: BaseRules) -> Iterator[tuple[int, int]]:
    """Each bit that is set, by the number of the cell."""
    for cell, value in enumerate(rules.key()):
        for bit in range(value.bit_length() if value >= 0 else 0):
            if value >> bit & 1:
                yield cell, bit


def _one_seat(game: Game, state: State, seat: int | None, action: str, rng: Rng) -> None:
    view = state.view(seat)
    other = copied(view.position)
    other.complete(rng)
    in_range(other)
    world = State(game, other)
    assert world.turn == state.turn, f"rules.py: complete() changes for seat {seat} whose turn it is"
    assert view.acting == state.acting == world.acting, f"rules.py: seat {seat} cannot know for whom chance acts"
    assert world.view(seat) == view, f"rules.py: conceal(complete(conceal)) differs for seat {seat}"
    assert world.view(seat).text() == view.text(), f"text.py: seat {seat} reads what it cannot know"
    assert world.view(seat).actions() == view.actions(), f"rules.py: legal() tells seat {seat} what it cannot know"
    if state.turn == seat:
        assert view.actions() == state.actions(), (
            "rules.py: a seat to act must know all it may do; conceal() forgets too much"
        )
    again = copied(view.position)
    again.conceal(NOBODY if seat is None else seat)
    assert again.key() == view.position.key(), "rules.py: concealing twice forgets more than once"
    told = state.tell(seat, action)
    assert told in (action, action.partition(" ")[0] + " ?")
    if state.turn == seat:
        assert told == action, f"rules.py: knows({seat}, …) hides from seat {seat} what it does itself"
