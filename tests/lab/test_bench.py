"""Games for visitors of a server: the same numbers as anywhere, in one modest process that may die."""

from __future__ import annotations

import asyncio
import json
import os
from io import StringIO

import pytest

import fabletop
from fabletop.engine.errors import FabletopError
from fabletop.lab import bench, workers
from fabletop.lab.bench import Bench, Study
from fabletop.lab.simulate import simulate
from fabletop.testing.running import run

GAMES = 3000


async def finish(place: Bench, study: Study) -> int:
    """Refine it to the end; how many slices that took."""
    slices = 0
    while not study.finished:
        await place.refine(study)
        slices += 1
    return slices


def test_the_numbers_are_those_of_a_simulation() -> None:
    async def work() -> tuple[Study, Study]:
        place = Bench(GAMES)
        duck, kniffel = place.study(fabletop.game("duck", bump=True)), place.study(fabletop.game("kniffel"))
        await asyncio.gather(finish(place, duck), finish(place, kniffel))
        assert place.study(fabletop.game("duck", bump=True)) is duck, "what is known is kept"
        assert await finish(place, duck) == 0
        await place.close()
        return duck, kniffel

    duck, kniffel = run(work)
    assert duck.summary == simulate("duck", GAMES, seed=bench.SEED, bump=True)
    assert kniffel.summary == simulate("kniffel", GAMES, seed=bench.SEED)


def test_the_numbers_of_players_that_think_are_those_of_a_simulation() -> None:
    async def work() -> Study:
        place = Bench(400)
        study = place.study(fabletop.game("duck"), ("gentle", "sharp"))
        assert place.study(fabletop.game("duck")) is not study
        await finish(place, study)
        await place.close()
        return study

    assert run(work).summary == simulate("duck", 400, seed=bench.SEED, players="gentle,sharp")


def test_the_process_is_modest_and_may_die() -> None:
    async def work() -> Study:
        place = Bench(GAMES)
        study = place.study(fabletop.game("duck"))
        await place.refine(study)
        process = place.process
        assert process is not None
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 10)
        process.kill()
        await process.wait()
        await finish(place, study)
        await place.close()
        return study

    assert run(work).summary == simulate("duck", GAMES, seed=bench.SEED)


def test_who_stops_waiting_disturbs_nobody() -> None:
    async def work() -> None:
        place = Bench(GAMES)
        study = place.study(fabletop.game("duck"))
        impatient = asyncio.create_task(place.refine(study))
        await asyncio.sleep(0)
        impatient.cancel()
        await finish(place, study)
        assert study.summary == simulate("duck", GAMES, seed=bench.SEED)
        place.dismiss()
        other = place.study(fabletop.game("kniffel"))
        await place.refine(other)
        assert other.played == 0, "nothing is played after the end"
        await place.close()

    run(work)


def test_what_cannot_be_played_is_an_error() -> None:
    async def work() -> None:
        place = Bench(GAMES)
        study = place.study(fabletop.game("duck"))
        study.game.options["bump"] = 3  # type: ignore[index]
        try:
            with pytest.raises(FabletopError, match="bump"):
                await place.refine(study)
        finally:
            await place.close()

    run(work)


def test_few_games_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "KEPT", 2)

    async def work() -> None:
        place = Bench()
        first = place.study(fabletop.game("duck", seats=1))
        for seats in (2, 3):
            place.study(fabletop.game("duck", seats=seats))
        assert len(place.studies) == 2
        assert place.study(fabletop.game("duck", seats=1)) is not first

    run(work)


def test_a_slice_is_bounded_in_time_and_games() -> None:
    out = StringIO()
    job = workers.job_of(fabletop.game("duck")) | {"first": 0, "games": 7, "seconds": 60}
    asked = [job, job | {"games": 10**9, "seconds": 0}, job | {"game": "chess"}]
    workers.serve(StringIO("".join(map(workers.line_of, asked))), out, bench.answer)
    few, quick, wrong = (json.loads(line) for line in out.getvalue().splitlines())
    assert few["games"] == 7
    assert quick["games"] == 1
    assert "chess" in wrong["error"]
