"""The same text at machine speed: primitives, binding, the cache, search, exploring, and the fallback."""

from __future__ import annotations

import os
import subprocess
import sys
import types
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fabletop
from fabletop.compiler import binder, drivers, intrinsics, kernels, store
from fabletop.compiler.kernels import Compiled, Kernels, wait_for
from fabletop.compiler.packing import dtype_of, keys, packed, unpacked, width
from fabletop.engine import registry, rulebook
from fabletop.engine.record import Field
from fabletop.engine.rulebook import Rng
from fabletop.games.maumau.rules import DECK, PLAY
from fabletop.testing import played, position


@pytest.fixture(scope="module")
def fast() -> Compiled:
    made = wait_for("duck", "explore", seconds=300)
    assert made is not None, store.failure("duck")
    return made


# What the compiled text has of its own must mean the same


@given(st.integers(0, 2**62))
def test_the_machine_counts_bits_like_the_plain_text(members: int) -> None:
    assert _bits(members) == rulebook.bits(members)
    if members:
        assert _lowest(members) == rulebook.lowest(members)


def _bits(members: int) -> int:
    return int(_jitted("bits")(members))


def _lowest(members: int) -> int:
    return int(_jitted("lowest")(members))


_made: dict[str, object] = {}


def _jitted(name: str):  # type: ignore[no-untyped-def]
    from numba import njit

    if name not in _made:
        function = getattr(intrinsics, name)
        _made[name] = njit(lambda members: function(members))
    return _made[name]


def test_the_generator_gives_the_same_stream(fast: Compiled) -> None:
    plain = Rng()
    plain.seed(123456789012, 77)
    machine = packed(Rng())[0]
    from numba import njit

    seed, below = fast.bound.m_seed, fast.bound.m_below  # compiled code calls them, Python does not
    njit(lambda rng: seed(rng, 123456789012, 77))(machine)
    drawn = njit(lambda rng, n: below(rng, n))
    for n in (2, 6, 7, 252, 1 << 30):
        for _ in range(50):
            assert drawn(machine, n) == plain.below(n)


def test_a_digest_is_the_same_at_either_speed(fast: Compiled) -> None:
    from numba import njit

    digest = fast.bound.m_digest
    machine = njit(lambda state: digest(state))
    for seats in (1, 2, 3, 4):
        rules = fabletop.game("duck", seats=seats).new().rules
        assert machine(packed(rules)[0]) == rules.digest()


def test_a_numba_without_its_private_switch_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    from numba.core.options import DefaultOptions

    assert binder.can_lend() == hasattr(DefaultOptions, "_nrt")
    monkeypatch.setattr(binder, "can_lend", lambda: False)
    assert "_nrt" not in binder.bound_source("duck")


def test_two_functions_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [types.ModuleType(name) for name in ("one", "other")]
    monkeypatch.setattr("inspect.getsource", lambda one: "def choose(state): ...\n")
    with pytest.raises(binder.CannotCompile, match="the function choose is both in"):
        binder._functions(parts)


# Packing


def test_a_record_survives_packing() -> None:
    rules = played(fabletop.game("mensch", seats=2), "roll 6", "enter").rules
    assert unpacked(type(rules), packed(rules)[0]) == rules
    assert keys(type(rules), packed(rules)) == [rules.key()]
    assert dtype_of(type(rules)).itemsize < 64


@pytest.mark.parametrize(
    ("low", "high", "name"), [(0, 1, "i1"), (-129, 0, "i2"), (0, 40_000, "i4"), (0, 1 << 40, "i8")]
)
def test_fields_are_as_narrow_as_they_can_be(low: int, high: int, name: str) -> None:
    assert width(Field(low, high, ())) == name


def test_a_field_beyond_64_bits_is_refused() -> None:
    with pytest.raises(ValueError, match="wider than 64 bits"):
        width(Field(0, 1 << 63, ()))


# Binding


def test_two_methods_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = "class Rules:\n    def below(self):\n        return 1\n"
    with pytest.raises(binder.CannotCompile, match=r"Rules\.below has the name of Rng\.below"):
        binder._methods({"engine": _tree(rulebook), "rules": _parsed(text)})


def _tree(module: types.ModuleType):  # type: ignore[no-untyped-def]
    return _parsed(Path(str(module.__file__)).read_text())


def _parsed(text: str):  # type: ignore[no-untyped-def]
    import ast

    return ast.parse(text)


def test_tables_with_ragged_rows_are_refused() -> None:
    with pytest.raises(binder.CannotCompile, match="rows of TABLE differ in length"):
        binder._array("TABLE", ((1, 2), (3,)))


def test_the_cache_depends_on_everything_that_is_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FABLETOP_CACHE", str(tmp_path))
    rules = registry.rules_of("duck")
    first = store.folder.__wrapped__("duck")
    assert first.is_relative_to(tmp_path)
    assert store.folder.__wrapped__("duck") == first
    with monkeypatch.context() as change:
        for module in binder._parts("duck"):
            if hasattr(module, "FACES"):  # wherever the number has been imported to
                change.setattr(module, "FACES", 5)
        places = {first, store.folder.__wrapped__("duck")}
    changes: tuple[tuple[object, str, object], ...] = (
        (store, "bound_source", lambda id: binder.bound_source(id) + "# changed\n"),
        (rules, "Rules", type("Rules", (rules.Rules,), {"FIELDS": {**rules.Rules.FIELDS, "more": Field(0, 1, ())}})),
        (store, "numba_version", lambda: "another"),
        (store, "_processor", lambda: "another"),
    )
    for what, name, value in changes:
        with monkeypatch.context() as change:
            change.setattr(what, name, value)
            places.add(store.folder.__wrapped__("duck"))
    assert len(places) == 2 + len(changes)
    assert store.folder.__wrapped__("duck") == first


def test_a_folder_that_cannot_be_written_is_not_the_end(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("FABLETOP_CACHE", str(blocked))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    assert store.folder.__wrapped__("duck").is_relative_to(tmp_path)


def test_old_folders_are_swept_away(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    new.mkdir()
    os.utime(old, (0, 0))
    store._sweep(tmp_path, keep=new)
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


# Without Numba


def test_without_numba_everything_still_works() -> None:
    code = (
        "import fabletop\n"
        "from fabletop.compiler import kernels, store\n"
        "assert store.numba_version() is None\n"
        "assert not kernels.kernels('duck', 'search').compiled\n"
        "assert kernels.wait_for('duck', 'search', 5) is None\n"
        "print(fabletop.simulate('duck', games=50, seats=2, seed=1).wins)\n"
    )
    env = {**os.environ, "FABLETOP_PLAIN": "1"}
    run = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == str(fabletop.simulate("duck", games=50, seats=2, seed=1).wins)


def test_what_does_not_compile_is_remembered_and_plays_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(store, "folder", lambda id: tmp_path)
    monkeypatch.setattr(store, "_running", {})  # another test's may still be at work
    store.mark_failed("duck", "TypingError: no")
    assert store.failure("duck") == "TypingError: no"
    store.start_compiling("duck")
    assert not store._running
    assert wait_for("duck", "simulate", 5) is None


def test_two_processes_do_not_compile_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(store, "folder", lambda id: tmp_path)
    monkeypatch.setattr(store, "GIVEN_UP_AFTER", 0.3)
    with store.only_one("duck"):
        assert (tmp_path / "lock").exists()
    assert not (tmp_path / "lock").exists()
    (tmp_path / "lock").write_text("left by a process that died")
    os.utime(tmp_path / "lock", (0, 0))
    with store.only_one("duck"):
        assert (tmp_path / "lock").read_text() == str(os.getpid())


# Simulating


def test_batches_do_not_matter(fast: Compiled) -> None:
    root = fabletop.game("duck", seats=3).new().rules
    whole = fast.simulate(root, 9, 0, 60)
    parts = [fast.simulate(root, 9, first, 20) for first in (0, 20, 40)]
    assert (whole.plies == np.concatenate([part.plies for part in parts])).all()
    assert (Kernels("duck").simulate(root, 9, 20, 20).plies == parts[1].plies).all()


def test_a_game_that_does_not_end_is_stopped_at_the_bound(fast: Compiled, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "most_plies", 3)
    batch = fast.simulate(fabletop.game("duck", seats=2).new().rules, 1, 0, 5)
    assert (batch.plies == drivers.ENDLESS).all()
    assert (batch.ranks == 0).all()


# Searching


@pytest.mark.parametrize("compiled", [False, True])
def test_a_search_finds_the_winning_card(compiled: bool) -> None:
    game = fabletop.game("maumau", seats=2)
    red_1, red_2, blue_5 = 0, 1, 25
    state = position(
        game, phase=PLAY, turn=0, hands=[1 << red_2, 1 << blue_5 | 1 << 27], held=[1, 2], top=red_1, colour=0, left=28,
        pile=DECK - (1 << red_2 | 1 << blue_5 | 1 << 27 | 1 << red_1),
    )  # fmt: skip
    using = wait_for("maumau", "search", 300) if compiled else Kernels("maumau")
    assert using is not None
    found = using.search(state.view(0).position, 60, seed=1)
    best = max(found, key=lambda action: found[action])
    assert game.actions[best] == "play red-2"
    assert found[best][1] == 1.0


def test_a_search_is_reproducible_and_only_sees_the_view() -> None:
    fast = wait_for("maumau", "search", 300)
    assert fast is not None
    game = fabletop.game("maumau", seats=3)
    rng = Rng()
    rng.seed(4, 4)
    state = game.new()
    from fabletop.engine.rulebook import Moves

    while state.turn == fabletop.CHANCE:
        state.play(game.actions[state.rules.sample(Moves(), rng)])
    known = state.view(0)
    other = state.copy()
    other.rules.become(known.position)
    other.rules.complete(rng)
    assert other != state
    assert fast.search(other.view(0).position, 500, seed=3) == fast.search(known.position, 500, seed=3)


# Exploring


def test_exploring_numbers_every_position_once(fast: Compiled) -> None:
    root = fabletop.game("duck", seats=1).new().rules
    graph, slow = fast.explore(root), Kernels("duck").explore(root)
    assert len(graph) == len(slow) == len(set(fast.keys(graph.states)))
    assert fast.keys(graph.states)[0] == root.key()
    assert graph.offsets[-1] == len(graph.targets)
    over = graph.movers == rulebook.OVER
    assert over.any()
    assert (np.diff(graph.offsets)[over] == 0).all()
    assert (np.diff(graph.offsets)[~over] > 0).all()
    for i in range(0, len(graph), 7):
        state = fast.plain(graph.states[i])
        for edge in range(graph.offsets[i], graph.offsets[i + 1]):
            twin = type(state)()
            twin.become(state)
            twin.apply(int(graph.actions[edge]))
            assert fast.plain(graph.states[graph.targets[edge]]) == twin


def test_exploring_too_much_is_an_error(fast: Compiled) -> None:
    with pytest.raises(MemoryError, match="duck has more than 100 positions"):
        fast.explore(fabletop.game("duck", seats=2).new().rules, most=100)


# In the background


def test_play_goes_on_while_the_compiler_works(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(store, "is_ready", lambda id, kernel: False)
    started: list[str] = []
    monkeypatch.setattr(store, "start_compiling", started.append)
    using = kernels.kernels("duck", "search")
    assert not using.compiled
    assert started == ["duck"]
