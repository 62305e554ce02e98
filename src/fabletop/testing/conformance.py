"""What every game must hold, whatever its rules: each check takes a game and raises AssertionError."""

from __future__ import annotations

import io
from collections.abc import Callable

from fabletop.compiler import store
from fabletop.compiler.drivers import choose
from fabletop.compiler.kernels import Kernels, Trace, event_names, wait_for
from fabletop.drawing.stage import strip
from fabletop.engine.game import Game, State, copied
from fabletop.engine.records import Writer, load, replay
from fabletop.engine.registry import events_of
from fabletop.engine.rulebook import CHANCE, NOBODY, BaseRules, Moves, Rng
from fabletop.testing.cells import cell_names, in_range
from fabletop.testing.folders import folder, players, reference, translations
from fabletop.testing.helping import helped
from fabletop.testing.knowledge import secrets, untold, worlds
from fabletop.testing.patience import in_time
from fabletop.testing.pictures import pictures
from fabletop.testing.scripts import random_game
from fabletop.testing.signs import signed
from fabletop.testing.staging import staged
from fabletop.words import LANGUAGES, Words

COLUMNS = 80


def ends(game: Game, games: int = 20, enough: int = 10_000) -> None:
    """Random games end under the stated bound, with a result that makes sense, every number in its range.

    So many games, or as many as have enough plies in all: some games are a thousand times as long as others.
    """
    plies = 0
    for seed in range(games):
        if plies >= enough:
            break
        state = game.new()
        assert state.result is None
        for state, action in random_game(game, seed):
            plies += 1
            actions = state.actions()
            legal = state.legal()
            assert action in actions, f"random play chose {action!r}, which is not legal: {actions}"
            assert list(legal) == sorted(set(legal)), (
                "rules.py: legal() does not add the actions in ascending order, each once"
            )
            assert [game.numbers[text] for text in actions] == list(legal), "texts and numbers disagree"
            in_range(state.rules)
        result = state.result
        assert result is not None, (
            f"rules.py: game {seed} has no end after {game.spec.most_plies} plies, the most_plies of spec.py"
        )
        assert state.turn is None, "rules.py: it is over, and to_move() is not OVER"
        assert state.actions() == [], "rules.py: it is over, and legal() still adds actions"
        in_range(state.rules)
        assert len(result.ranks) == game.seats
        assert min(result.ranks) == 1
        assert max(result.ranks) <= game.seats
        assert (result.scores is not None) == game.spec.scored
        best = {seat for seat, rank in enumerate(result.ranks) if rank == 1}
        together = len(best) == game.seats and not result.winners
        ranked = "rank() gives 1 to the best, and to nobody only where the whole table has lost together"
        assert together or set(result.winners) == best, f"rules.py: {ranked}: {result}"


def odds(game: Game, games: int = 3) -> None:
    """Chance's odds name exactly its outcomes and add up to one; `sample` follows them."""
    moves, rng = Moves(), Rng()
    rng.seed(1, 1)
    for seed in range(games):
        checked = 0
        for state, _ in random_game(game, seed, most=400):
            if state.turn != CHANCE:
                assert state.odds() == {}
                for text in state.actions():
                    assert not game.spec.is_chance(text), (
                        f"spec.py: a seat decides {text!r}, but throws, draws say that chance does"
                    )
                continue
            chances = state.odds()
            assert list(chances) == state.actions()
            assert sum(chances.values()) == 1
            assert all(chance > 0 for chance in chances.values()), "rules.py: an outcome without a chance"
            for text in chances:
                assert game.spec.is_chance(text), (
                    f"spec.py: chance does {text!r}: name its first word in throws or draws"
                )
            assert NOBODY <= state.rules.acting() < game.seats, (
                "rules.py: acting() is no seat: for whom does chance act?"
            )
            thrown = {game.spec.is_throw(text) for text in chances}
            assert len(thrown) == 1, "spec.py: either all that chance may do here is in throws, or nothing"
            assert not thrown.pop() or state.acting is not None, (
                "rules.py: what is thrown by hand is thrown by somebody: acting() says by whom"
            )
            checked += 1
            if checked <= 3:
                draws = 300
                seen: dict[str, int] = dict.fromkeys(chances, 0)
                before = state.rules.key()
                for _ in range(draws):
                    seen[game.actions[state.rules.sample(moves, rng)]] += 1
                assert state.rules.key() == before, "rules.py: sample() has changed the state"
                for text, chance in chances.items():
                    spread = (draws * chance * (1 - chance)) ** 0.5
                    often = f"rules.py: sample() drew {text!r} {seen[text]} of {draws} times, its odds are {chance}"
                    assert abs(seen[text] - draws * chance) <= 6 * spread + 3, often


def copies(game: Game, games: int = 3) -> None:
    """A copy is equal, has the same hash, and goes its own way."""
    for seed in range(games):
        for state, action in random_game(game, seed, most=120):
            twin, kept = state.copy(), state.rules.key()
            assert twin == state
            assert hash(twin) == hash(state)
            twin.play(action)
            assert state.rules.key() == kept, "playing on a copy has changed the original"
            view = state.view(None)
            view.position.start()
            assert state.rules.key() == kept, "changing a view has changed the state"


def refusals(game: Game) -> None:
    """What is not legal is refused and changes nothing."""
    for state, _ in random_game(game, 5, most=60):
        kept, legal = state.rules.key(), set(state.actions())
        for text in ("", "fly away", next((word for word in game.actions if word not in legal), "-")):
            refusal = _refusal(state, text)
            assert refusal, f"{text!r} was accepted"
            assert "\n" not in refusal
            assert state.rules.key() == kept


def _refusal(state: State, text: str) -> str | None:
    try:
        state.play(text)
    except ValueError as error:
        return str(error)
    return None


def records(game: Game, games: int = 2) -> None:
    """A game written down and read again is the same at every ply, and its lines replay to the same end."""
    for seed in range(games):
        file = io.StringIO()
        writer, seen = Writer.start(file, game), []
        for state, action in random_game(game, seed, most=1500):
            seen.append(state.rules.key())
            writer.play(action)
        lines = file.getvalue().splitlines(keepends=True)
        assert len(lines) == 1 + len(seen)
        assert replay(lines) == writer.state
        recording = load(lines)
        assert recording.game == game
        for state, key in zip(recording.states(), seen, strict=False):
            assert state.rules.key() == key


def texts(game: Game, games: int = 2) -> None:
    """Every view has a text that fits the terminal, and colours only where they are wanted."""
    for seed in range(games):
        for ply, (state, _) in enumerate(random_game(game, seed, most=600)):
            if ply % 7:
                continue
            for seat in (*range(game.seats), None):
                text = state.view(seat).text()
                assert text.strip(), "text.py: nothing is said"
                assert "\x1b" not in text, "text.py: colours only with colour=True"
                widest = max(text.splitlines(), key=len)
                assert len(widest) <= COLUMNS, f"text.py: {len(widest)} columns, at most {COLUMNS}: {widest!r}"


def compiled(game: Game, games: int = 300, enough: int = 20_000) -> None:
    """Plain and compiled agree at every ply: mover, legal actions, weights, choice, state; and on every view.

    So many games, or as many as have enough plies in all.
    """
    fast = wait_for(game.id, "trace", seconds=600)
    assert fast is not None, f"nothing to compare with: {store.excuse(game.id)}"
    plain, root = Kernels(game.id), game.new().rules
    compared, stream = 0, 0
    while stream < games and compared < enough:
        trace = fast.trace(root, 7, stream, game.spec.most_plies)
        _same_game(game, trace, stream)
        compared, stream = compared + len(trace.movers), stream + 1
    a, b = plain.simulate(root, 8, 0, 5), fast.simulate(root, 8, 0, 5)
    assert (a.plies == b.plies).all()
    assert (a.ranks == b.ranks).all()
    assert (a.scores == b.scores).all()
    positions = [copied(state.rules) for state, _ in random_game(game, 9, most=400)]
    for seat in (*range(game.seats), NOBODY):
        rng = Rng()
        rng.seed(3, 3)
        for fill in (False, True):
            expected = plain.imagine(positions, seat, rng, fill=fill)
            assert fast.imagine(positions, seat, rng, fill=fill) == expected


def events(game: Game, games: int = 5) -> None:
    """What is counted belongs to the games that are played, plain and compiled; watching changes nothing."""
    root, kind = game.new().rules, events_of(game.id)
    if kind is None:
        return
    plain = Kernels(game.id)
    seen, alone = plain.simulate(root, 6, 0, games, events=True), plain.simulate(root, 6, 0, games)
    assert (seen.plies == alone.plies).all()
    assert seen.events.shape == (games, len(event_names(game.id)))
    fast = wait_for(game.id, "simulate", seconds=600)
    if fast is not None:
        same = fast.simulate(root, 6, 0, games, events=True)
        assert (seen.events == same.events).all()
        assert (seen.visits == same.visits).all() if "visits" in kind.FIELDS else same.visits is None
    counters = kind()
    for state, action in random_game(game, 6, most=300):
        after, kept, before = state.copy(), counters.key(), state.rules.key()
        after.play(action)
        then = after.rules.key()
        counters.watch(state.rules, game.numbers[action], after.rules)
        assert (state.rules.key(), after.rules.key()) == (before, then), "events.py: watch() has changed a position"
        assert all(now >= was for now, was in zip(counters.key(), kept, strict=True)), "events.py: a counter went down"


def _same_game(game: Game, trace: Trace, stream: int) -> None:
    """Play the plain text beside what the compiled one has written down."""
    state, moves, rng = copied(game.new().rules), Moves(), Rng()
    rng.seed(7, stream)
    for ply, mover in enumerate(trace.movers):
        place = f"game {stream}, ply {ply}"
        assert state.key() == trace.states[ply], f"{place}: {_differences(state, trace.states[ply])}"
        assert state.to_move() == mover, place
        assert (state.acting() if mover == CHANCE else mover) == trace.acting[ply], place
        moves.clear()
        state.legal(moves)
        assert moves.room[: moves.n] == trace.legal[ply], place
        weights = moves.weights[: moves.n] if moves.total else [0] * moves.n
        assert weights == trace.weights[ply], place
        action = choose(state, mover, moves, rng)
        assert action == trace.actions[ply], place
        state.apply(action)
    assert state.key() == trace.states[-1], f"game {stream}, end: {_differences(state, trace.states[-1])}"


def _differences(state: BaseRules, key: tuple[int, ...]) -> list[str]:
    both = zip(cell_names(state), state.key(), key, strict=True)
    return [f"{name} is {plain} plain, {fast} compiled" for name, plain, fast in both if plain != fast]


def words(game: Game, games: int = 1) -> None:
    """Every ply has a sentence, every position and every decision its words, in every language."""
    spoken, names = [*LANGUAGES], [f"Name{seat}" for seat in range(game.seats)]
    for seed in range(games):
        for ply, (state, action) in enumerate(random_game(game, seed, most=240)):
            language = spoken[ply % len(spoken)]
            said = Words(language).game(game.id)
            after, seat = state.copy(), ply // len(spoken) % game.seats
            after.play(action)
            before, then, told = state.view(seat), after.view(seat), state.tell(seat, action)
            by = CHANCE if state.turn is None else state.turn
            texts = [*said.sentences(before, by, told, then, names), said.position(before, names)]
            tellers = sum(frame.tells for frame in strip(before, told, then))
            wrong = f"stage.py: for {action!r} {tellers} frames tell {texts[:-1]}"
            assert tellers == len(texts) - 1 or len(texts) == 2, wrong
            if state.turn == seat:
                labels = [said.label(act) for act in state.actions()]
                assert len(set(labels)) == len(labels), f"words.py: two buttons say the same: {labels}"
                texts += [*labels, said.prompt(before, names)]
            for text in texts:
                assert text.strip(), f"words.py: for {action!r} a text is empty in {language}"
                assert "{" not in text, f"words.py: for {action!r} a place is not filled in: {text}"


CHECKS: tuple[Callable[[Game], None], ...] = tuple(map(in_time, (
    folder, ends, odds, copies, refusals, records, secrets, untold, worlds, texts, words, pictures, staged, compiled,
    events, helped, signed, players, translations, reference,
)))  # fmt: skip


def conform(game: Game) -> None:
    """All checks, one after the other."""
    for check in CHECKS:
        check(game)
