"""The players of Mau-Mau(s): what they remember is true, and each level is stronger than the one below."""

from __future__ import annotations

import random

import pytest

import fabletop
from fabletop.compiler.kernels import Kernels, wait_for
from fabletop.engine.game import Game, State, copied
from fabletop.engine.rulebook import CHANCE, BaseMind, BaseRules, Book, Rng
from fabletop.games.maumau.evaluation import SIZE
from fabletop.games.maumau.learn import learn
from fabletop.games.maumau.mind import FAIR, SHARP, Mind
from fabletop.games.maumau.players import PLAIN_DEALS, in_a_hurry
from fabletop.games.maumau.players import book as maumau_book
from fabletop.games.maumau.rules import PLAY, WISH, count
from fabletop.games.maumau.spec import SPEC
from fabletop.games.maumau.thinking import agrees
from fabletop.games.maumau.weights import FILE, learned, name
from fabletop.players.arena import contest
from fabletop.players.registry import makers
from fabletop.testing import option_sets

RED, GREEN = 0, 2


PLAYERS = makers("maumau")


def held(*cards: int) -> int:
    return sum(1 << card for card in cards)


def table(game: Game, hands: list[int], top: int) -> State:
    """A position in which seat 0 is to play."""
    state = game.new()
    rules = state.rules
    for seat, hand in enumerate(hands):
        rules.hands[seat], rules.held[seat] = hand, count(hand)
        rules.pile -= hand
        rules.left -= count(hand)
    rules.pile -= 1 << top
    rules.left -= 1
    rules.top, rules.colour, rules.phase, rules.turn = top, min(top // 7, 4), PLAY, 0
    return state


def card(colour: int, number: int) -> int:
    return 7 * colour + number - 1


def sharp() -> Mind:
    mind = Mind()
    mind.level = SHARP
    mind.forget()
    return mind


def test_fair_keeps_its_wishes_and_lays_special_cards_when_the_next_is_short() -> None:
    game = fabletop.game("maumau", seats=2)
    mine = held(WISH, card(RED, 1), card(RED, 7), card(GREEN, 1))
    long_hand, short_hand = held(8, 9, 10, 11), held(8, 9)
    fair = fabletop.bot("maumau", "fair", 1)
    assert fair.choose(table(game, [mine, long_hand], card(RED, 3)).view(0)) == "play red-1"
    assert fair.choose(table(game, [mine, short_hand], card(RED, 3)).view(0)) == "play red-plus"


def test_sharp_remembers_that_nothing_fitted() -> None:
    game = fabletop.game("maumau", seats=2)
    mine = held(card(RED, 1), card(RED, 2), card(RED, 4))
    state = table(game, [mine, held(card(GREEN, 4), card(GREEN, 5))], card(RED, 3))
    mind = sharp()
    mind.notice(state.view(0).position)
    for action in ("play red-1", "draw", "card red-5"):
        state.play(action)
    mind.notice(state.view(0).position)
    assert mind.lacks[1] == [1, 0, 0, 0]  # the card just drawn
    deal = copied(state.rules)
    assert agrees(mind, deal, 0)
    deal.hands[1] = held(card(RED, 5), card(RED, 6), 9)
    assert not agrees(mind, deal, 0)
    mind.forget()
    assert agrees(mind, deal, 0)


def test_a_draw_that_a_plus_made_says_nothing() -> None:
    game = fabletop.game("maumau", seats=2)
    mine = held(card(RED, 7), card(RED, 2), card(RED, 4))
    state = table(game, [mine, held(card(RED, 1), card(GREEN, 5))], card(RED, 3))
    mind = sharp()
    mind.notice(state.view(0).position)
    for action in ("play red-plus", "card red-5"):
        state.play(action)
    assert state.turn == 0
    mind.notice(state.view(0).position)
    assert mind.lacks[1] == [0, 0, 0, 0]


@pytest.mark.parametrize("game", option_sets("maumau"), ids=repr)
def test_what_is_remembered_is_nearly_always_true(game: Game) -> None:
    """In random games of every kind; who drew and laid between two looks has got a card that was not counted."""
    rng = random.Random(7)
    told = right = 0
    for _ in range(12):
        state, minds = game.new(), [sharp() for _ in range(game.seats)]
        while (turn := state.turn) is not None:
            if turn != CHANCE:
                minds[turn].notice(state.view(turn).position)
                told += any(map(any, minds[turn].lacks))
                right += any(map(any, minds[turn].lacks)) and agrees(minds[turn], state.rules, turn)
            state.play(rng.choice(state.actions()))
    assert right >= 0.9 * told
    assert told or game.options["free_draw"]


@pytest.mark.parametrize("level", PLAYERS)
@pytest.mark.parametrize("game", option_sets("maumau"), ids=repr)
def test_every_level_plays_under_all_options(game: Game, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fabletop.games.maumau.players.PLAIN_DEALS", 4)
    score = contest(game, PLAYERS[level], PLAYERS["fair"], 2, seed=3)
    assert 0 <= score.share <= 1


def test_sharp_plays_without_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    class Slow(Kernels):
        def ask(self, view: BaseRules, mind: BaseMind, whim: Rng, book: Book) -> int:
            asked.append(int(book.worths[SIZE]))
            return super().ask(view, mind, whim, book)

    monkeypatch.setattr("fabletop.players.minds.kernels", lambda id, kernel: Slow(id))
    contest(fabletop.game("maumau", seats=2), PLAYERS["sharp"], PLAYERS["fair"], 2, seed=5)
    assert set(asked) == {PLAIN_DEALS}


def test_sharp_sees_that_a_rest_and_then_the_last_card_win() -> None:
    """The 3 would leave the other one, who has one card, to win; after the rest it is the own turn again."""
    game = fabletop.game("maumau", seats=2)
    state = table(game, [held(card(RED, 3), card(RED, 6)), held(card(RED, 5))], card(RED, 2))
    for seed in range(3):
        assert fabletop.bot("maumau", "sharp", seed).choose(state.view(0)) == "play red-rest"


def test_a_table_asks_compiled_what_it_would_ask_plain() -> None:
    """The answer, what is remembered and what is left to chance are the same at either speed."""
    fast = wait_for("maumau", "ask", 300)
    if fast is None:
        pytest.skip("needs the compiled rules")
    rng, game = random.Random(3), fabletop.game("maumau", seats=3)
    book = in_a_hurry(maumau_book(game, wait=True))
    state, minds, whims = game.new(), [sharp() for _ in range(2)], [Rng() for _ in range(2)]
    asked = 0
    while (turn := state.turn) is not None:
        if turn == 0:
            known = state.view(0).position
            for mind in minds:
                mind.notice(known)
            if len(state.actions()) > 1:
                slow, quick = (
                    using.ask(known, mind, whim, book)
                    for using, mind, whim in zip((Kernels("maumau"), fast), minds, whims, strict=True)
                )
                assert slow == quick
                assert minds[0].key() == minds[1].key()
                assert whims[0] == whims[1]
                asked += 1
        state.play(rng.choice(state.actions()))
    assert asked


@pytest.mark.parametrize("seats", [2, 4])
def test_fair_beats_gentle_beats_random(seats: int) -> None:
    game, even = fabletop.game("maumau", seats=seats), 1 / seats
    for one, other in (("fair", "gentle"), ("gentle", "random")):
        others = PLAYERS.get(other, lambda rng: fabletop.bot("maumau", "random", rng.randrange(1 << 32)))
        score = contest(game, PLAYERS[one], others, 1200, seed=1)
        assert score.share - 2 * score.error > even


def test_sharp_beats_fair() -> None:
    fast = wait_for("maumau", "contest", 300)
    if fast is None:
        pytest.skip("needs the compiled rules")
    game = fabletop.game("maumau", seats=2)
    wins = 0
    for seat in range(2):
        levels = [SHARP if seat == s else FAIR for s in range(2)]
        ranks = fast.simulate(game.new().rules, 1, 0, 1000, levels=levels, book=maumau_book(game, wait=True)).ranks
        wins += int((ranks[:, seat] == 1).sum())
    assert wins > 1080  # four standard errors


def test_the_weights_are_what_their_command_writes_for_every_number_of_seats() -> None:
    low, high = SPEC.seats
    assert set(learned()) == {name(seats) for seats in range(low, high + 1)}
    assert all(len(weights) == SIZE for weights in learned().values())
    assert "python -m fabletop.games.maumau.learn --games" in FILE.read_text()


def test_learning_is_the_same_again_from_its_seed() -> None:
    if wait_for("maumau", "contest", 300) is None:
        pytest.skip("needs the compiled rules")
    assert (learn(2, 200, 1) == learn(2, 200, 1)).all()
    assert (learn(2, 200, 1) != learn(2, 200, 2)).any()
