"""The examples do what they say."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_q_learning_beats_random_at_the_duck_game() -> None:
    duck = example("duck_q_learning")
    table = duck.learn(steps=400, games=512)
    assert duck.score(table, games=2000) > 0.1


@pytest.mark.slow
def test_q_learning_finds_the_best_hops() -> None:
    duck = example("duck_q_learning")
    found = duck.compared(duck.learn(steps=3000))
    clear = [right for _, _, better, right in found if abs(better) > 1.5]
    assert len(clear) > 20
    assert sum(clear) >= 0.95 * len(clear)


def test_kniffel_gets_better_with_every_hour_of_play() -> None:
    kniffel = example("kniffel_q_learning")
    (_, first), (_, then) = kniffel.Learner(games=64).train(rounds=20)
    assert then > first + 3


@pytest.mark.slow
def test_kniffel_approaches_the_optimum() -> None:
    kniffel = example("kniffel_q_learning")
    scores = [points for _, points in kniffel.Learner().train(rounds=120)]
    assert scores[-1] > 0.9 * kniffel.OPTIMUM
