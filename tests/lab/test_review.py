"""Luck or skill: the sums add up, luck is nobody's over many games, and good play gives nothing away."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path

import pytest

import fabletop
from fabletop.cli import main
from fabletop.engine.records import Writer, load
from fabletop.engine.registry import part
from fabletop.engine.rulebook import CHANCE
from fabletop.lab import critic
from fabletop.lab.review import Judge, Look, Review, can_review, review, told, told_of
from fabletop.lab.story import counted, curve_words, rows, said
from fabletop.players import solutions
from fabletop.words import Words

CHOSEN = {"mensch": {"seats": 2, "track": 32}, "maumau": {"seats": 3}, "nutcracker": {"level": 2}, "duck": {"seats": 2}}


def played(folder: Path, id: str, seed: int = 1, level: str = "fair") -> Path:
    """A whole game of computer players, written down."""
    game, dice = fabletop.game(id, **CHOSEN.get(id, {})), random.Random(seed)
    path = folder / f"{id}-{seed}.jsonl"
    players = [fabletop.bot(id, level, dice.getrandbits(30)) for _ in range(game.seats)]
    with path.open("w", encoding="utf-8") as file:
        writer = Writer.start(file, game, [f"Player {seat + 1}" for seat in range(game.seats)])
        while (turn := writer.state.turn) is not None:
            if turn == CHANCE:
                weights = writer.state.weights()
                writer.play(dice.choices(list(weights), list(weights.values()))[0])
            else:
                writer.play(players[turn].choose(writer.state.view(turn)))
    return path


def reviewed(folder: Path, id: str, seed: int = 1) -> Review:
    return review(load(played(folder, id, seed)), playouts=240)


@pytest.mark.parametrize("id", ["duck", "mensch", "maumau", "nutcracker"])
def test_chance_at_the_start_and_luck_and_skill_make_the_result(id: str, tmp_path: Path) -> None:
    found = reviewed(tmp_path, id)
    assert len(found.chances) == len(found.steps) + 1
    for seat in range(len(found.names)):
        total = found.chances[0][seat] + found.luck[seat] + found.skill[seat] + found.gifts[seat]
        assert total == pytest.approx(found.chances[-1][seat])
        assert found.given_away[seat] >= 0
    assert sum(found.chances[-1]) == pytest.approx(1)
    assert 1 <= len(found.best()) <= 3


def interval(values: list[float]) -> float:
    """Three standard errors of the mean."""
    mean = sum(values) / len(values)
    spread = (sum((value - mean) ** 2 for value in values) / (len(values) - 1)) ** 0.5
    return float(3 * spread / len(values) ** 0.5)


@pytest.mark.parametrize(
    ("id", "games"),
    [
        ("duck", 40),
        pytest.param("nutcracker", 16, marks=pytest.mark.slow),
        pytest.param("maumau", 12, marks=pytest.mark.slow),
    ],
)
def test_luck_is_nobodys_over_many_games(id: str, games: int, tmp_path: Path) -> None:
    found = [review(load(played(tmp_path, id, seed)), playouts=120) for seed in range(games)]
    for seat in range(len(found[0].names)):
        lucks = [one.luck[seat] for one in found]
        assert abs(sum(lucks) / games) < interval(lucks)


@pytest.mark.parametrize("id", ["duck", "kniffel", "quidditch"])
def test_a_throw_is_worth_nothing_before_it_is_made_and_the_best_move_costs_nothing(id: str, tmp_path: Path) -> None:
    """So luck has the expectation 0, and perfect play loses nothing, in every position and not only on average."""
    recording = load(played(tmp_path, id, 2))
    judge = Judge(recording.game, patience=60)
    assert judge.reckons
    looked, rounds = 0, 0
    for n, state in enumerate(recording.states()):
        if n % 3 or state.result is not None:
            continue
        values = {}
        for act in state.actions():
            after = state.copy()
            after.play(act)
            values[act] = judge.chances(after)[0][0]
        here = judge.chances(state)[0][0]
        weights = state.weights() if state.turn == CHANCE else {}
        if weights:
            mean = sum(values[act] * weight for act, weight in weights.items()) / sum(weights.values())
            assert mean == pytest.approx(here, abs=1e-5)
        else:
            best = max(values.values()) if state.turn == 0 else min(values.values())
            rounds += best != pytest.approx(here, abs=1e-5)  # reckoned only within a round of Quidditch
        looked += 1
    assert looked > 8
    assert rounds == 0 or not judge.exact


def test_the_learned_chances_of_mensch_are_those_of_many_games(tmp_path: Path) -> None:
    recording = load(played(tmp_path, "mensch"))
    judge = Judge(recording.game, patience=60)
    assert judge.level == "sharp"
    states = [state.copy() for state in recording.states()][:-1]
    off = [
        judge.chances(state)[0][0] - judge.foretold(state.view(None).position, 1000, 1)[0]
        for state in states[:: len(states) // 12]
        if not any(state.rules.places)
    ]
    assert len(off) > 5
    assert (sum(one * one for one in off) / len(off)) ** 0.5 < 3 * judge.sure


def test_a_match_of_quidditch_is_reckoned_at_once_and_many_rounds_are_as_good_as_no_limit() -> None:
    without, limited = (fabletop.game("quidditch", max_rounds=rounds) for rounds in (0, 99))
    quidditch = part("quidditch", "players")
    quidditch.the_round()  # where no game was reviewed yet, it is computed in the background
    mine, theirs = quidditch.estimate(without, without.new().rules)
    assert 0.6 < mine < 0.7  # solved: 0.661
    assert mine + theirs == pytest.approx(1)
    assert quidditch._as_sharp_plays(limited)[99] == pytest.approx(quidditch._as_sharp_plays(without)[0], abs=1e-3)


def solved_duck() -> None:
    """The exact solution of the Duck Game for two is there."""
    Judge(fabletop.game("duck", seats=2), patience=60)
    assert solutions.finished(120)


def test_perfect_players_give_nothing_away_and_the_values_are_exact(tmp_path: Path) -> None:
    solved_duck()
    for seed in range(6):
        found = review(load(played(tmp_path, "duck", seed, "perfect")))
        assert found.level == ""
        assert found.error == 0
        assert found.given_away == (0.0, 0.0)
        assert found.skill == pytest.approx((0, 0), abs=1e-6)
        assert found.gifts == pytest.approx((0, 0), abs=1e-6)
        assert found.unsure == (0.0, 0.0)
        assert "pale edge" not in curve_words(found, Words("en")), "nothing is unsure"


def test_a_review_in_slices_is_the_same_review(tmp_path: Path) -> None:
    """As the server makes it: some positions at a time."""
    path = played(tmp_path, "maumau")
    text, recording = path.read_text(encoding="utf-8"), load(path)
    looks: list[Look] = []
    while len(looks) <= len(recording.plies):
        job = {"record": text, "first": len(looks), "playouts": 30, "patient": False, "seconds": 0.0}
        answer = critic.looked(job)
        looks += [Look(tuple(c), tuple(e), lost, better) for c, e, lost, better in answer["looks"]]  # type: ignore[attr-defined]
    judge = Judge(recording.game, playouts=30)
    whole = told(recording, list(judge.looks(recording)), judge.level, judge.playouts)
    sliced = told(recording, looks, judge.level, judge.playouts)
    assert (sliced.chances, sliced.steps, sliced.luck) == (whole.chances, whole.steps, whole.luck)


def test_a_review_waits_for_exact_values_that_are_being_computed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on the first evening: nobody has solved Kniffel on this machine yet."""
    job = {"record": played(tmp_path, "kniffel").read_text(encoding="utf-8"), "first": 0, "playouts": 0, "seconds": 0.0}
    monkeypatch.setattr(critic, "prepared", lambda id: True)
    with monkeypatch.context() as unsolved:
        unsolved.setattr(part("kniffel", "players"), "chances", lambda game, position: None)
        unsolved.setattr(solutions, "finished", lambda seconds: False)
        assert critic.looked({**job, "patient": True}) == {"waits": critic.SOLVING}
    part("kniffel", "players").chances(fabletop.game("kniffel"), fabletop.game("kniffel").new().rules)
    assert solutions.finished(300)
    answer = critic.looked({**job, "patient": True})
    assert (answer["waits"], answer["playouts"], answer["level"]) == (0.0, 0, "")  # solved: nothing is played out


def test_as_many_playouts_as_there_is_time_for(tmp_path: Path) -> None:
    recording = load(played(tmp_path, "maumau"))
    judge = Judge(recording.game, patience=60)
    judge.afford(recording, 0.0)
    few = judge.playouts
    judge.afford(recording, 1000.0)
    assert few < judge.playouts


def test_who_plays_alone_is_told_why_there_is_nothing_to_review(tmp_path: Path) -> None:
    path, game, dice = tmp_path / "alone.jsonl", fabletop.game("duck", seats=1), random.Random(1)
    with path.open("w", encoding="utf-8") as file:
        writer = Writer.start(file, game, ["Ada"])
        while writer.state.turn is not None:
            writer.play(dice.choice(writer.state.actions()))
    with pytest.raises(fabletop.BadOption, match="whoever plays alone always wins"):
        review(load(path))


def test_a_blunder_is_looked_at_again(tmp_path: Path) -> None:
    """Random players blunder sooner or later."""
    for seed in range(30):
        again = review(load(played(tmp_path, "duck", seed, "random"))).look_again()
        if again and again[0].given_away > 0.05:
            assert again[0].better != again[0].act
            return
    pytest.fail("nobody has blundered")


def test_the_same_seed_gives_the_same_review(tmp_path: Path) -> None:
    path = played(tmp_path, "duck")
    assert review(load(path), seed=4) == review(load(path), seed=4)


def test_the_command_tells_the_story(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(played(tmp_path, "duck"))
    assert main(["review", path]) == 0
    told = capsys.readouterr().out
    assert "Everybody's chance to win" in told
    assert "Big moments" in told
    assert main(["--language", "de", "review", path]) == 0
    told = capsys.readouterr().out
    assert "Große Momente" in told
    assert "würfelt eine" in told
    assert main(["review", path, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == "duck"


def test_a_game_that_goes_on_is_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = played(tmp_path, "duck")
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)[:-2]
    path.write_text("".join(lines), encoding="utf-8")
    assert main(["review", str(path)]) == 2
    assert "the game is not over" in capsys.readouterr().err


def test_most_games_can_be_reviewed() -> None:
    assert {id for id in fabletop.game_ids() if not can_review(id)} <= {"garden"}


def test_a_moment_is_told_of_who_acted_and_its_numbers_show_the_difference(tmp_path: Path) -> None:
    assert told_of((-0.2, 0.2), 0) == 0
    assert told_of((0.02, -0.2, 0.18), 0) == 1
    assert told_of((0.1, -0.1), -1) == 0, "where chance acts for nobody, who gains"
    words = Words("en")
    assert counted(0.41, 0.58, words) == {"before": "4", "after": "6", "games": "10"}
    assert counted(0.68, 0.74, words) == {"before": "68", "after": "74", "games": "100"}
    recording = load(played(tmp_path, "mensch"))
    found = review(recording, playouts=24)
    pairs = pairwise(found.steps)
    throw = next(one for one, then in pairs if one.by is None and one.ply > 1 and then.by is not None)
    assert said(found, throw, recording, words).count("Player") >= 2, "a throw, and what was made of it"


def test_an_error_between_two_steps_of_one_kind_is_not_counted(tmp_path: Path) -> None:
    recording = load(played(tmp_path, "nutcracker"))
    wavering = [Look((0.5 + 0.01 * (n % 2), 0.5 - 0.01 * (n % 2)), (0.1, 0.1)) for n in range(len(recording.plies))]
    found = told(recording, [*wavering, Look((1.0, 0.0), (0.0, 0.0))], "fair", 25)
    turns = [step.by for step in found.steps]
    changes = 1 + sum(one != other for one, other in pairwise(turns))
    assert found.unsure[0] <= 0.1 * changes**0.5 + 1e-9
    assert rows(found, Words("en"))[-1].label == "luck and moves are sure within"
    assert "pale edge" in curve_words(found, Words("en"))
