"""The lab over HTTP: figures that grow, one look for each visitor, few at once, and all without a script."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import numpy as np
import pytest
from tests.web.made import WORDS

import fabletop
from fabletop.lab.summary import Summary
from fabletop.web import charts
from fabletop.web.charts import WIDTH, lengths
from fabletop.web.lab_page import RUNNING, fairness
from fabletop.words import Words

Visit = Callable[[], httpx.Client]


def told(lines: Iterator[str]) -> Iterator[dict[str, Any]]:
    """The events of a stream, up to its end."""
    for line in lines:
        if line == "event: end":
            return
        if line.startswith("data: "):
            yield json.loads(line[6:])


def watch(stack: ExitStack, client: httpx.Client, path: str) -> Iterator[dict[str, Any]]:
    answer = stack.enter_context(client.stream("GET", path, timeout=300))
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/event-stream"
    return told(answer.iter_lines())


def count(html: str) -> int:
    found = re.search(r'class="count"><strong>([\d,]+)', html)
    assert found, html
    return int(found[1].replace(",", ""))


def test_the_chest_leads_to_the_lab_of_every_game(visit: Visit) -> None:
    client = visit()
    assert 'href="/lab"' in client.get("/").text
    page = client.get("/lab").text
    assert all(f'href="/lab/{id}"' in page for id in fabletop.game_ids())
    german = client.get("/lab/duck", headers={"accept-language": "de"}).text
    assert "Wie viele spielen mit?" in german
    assert "Nur eine Figur auf einem Feld" in german


def test_figures_grow_while_somebody_looks(visit: Visit) -> None:
    with ExitStack() as stack:
        events = watch(stack, visit(), "/lab/mensch/watch?seats=2&option-must_hit=on")
        first, second = next(events)["html"], next(events)["html"]
        assert 0 < count(first) <= count(second)
        assert first.count('class="chart"') == 2
        assert "captures" in second


def test_one_look_for_each_visitor(visit: Visit) -> None:
    client = visit()
    with ExitStack() as stack:
        one = watch(stack, client, "/lab/garden/watch?seats=2")
        next(one)
        two = watch(stack, client, "/lab/garden/watch?seats=3")
        next(two)
        rest = list(one)  # comes to its end
        assert len(rest) < 10
        assert "Games that were played" in rest[-1]["say"]


def test_few_at_once_and_the_others_wait(visit: Visit) -> None:
    with ExitStack() as stack:
        crowd = [watch(stack, visit(), "/lab/garden/watch?seats=2&option-goals=12") for _ in range(RUNNING + 3)]
        assert any("Please wait" in next(events).get("say", "") for events in reversed(crowd))
    with ExitStack() as stack:  # all have left: there is room again
        late = watch(stack, visit(), "/lab/garden/watch?seats=2&option-goals=11")
        assert any("html" in event for event in late)


def test_levels_are_chosen_seat_by_seat(visit: Visit) -> None:
    client = visit()
    page = client.get("/lab/duck?seats=2&level0=random&level1=sharp&now=1", timeout=60).text
    assert re.findall(r'<option value="(\w+)" selected>', page)[:2] == ["random", "sharp"]
    assert "games of these computer players" in page
    assert "Whoever begins" not in page  # who is stronger is not unfair
    usual = client.get("/lab/maumau?now=1", timeout=60).text
    assert "games of these computer players" in usual  # players that think, unless others are asked for
    assert (
        "everybody playing at random"
        in client.get("/lab/duck?seats=2&level0=random&level1=random&now=1", timeout=60).text
    )


def test_without_a_script_one_answer_is_enough(visit: Visit) -> None:
    page = visit().get("/lab/duck?seats=3&now=1").text
    assert count(page) > 0
    assert 'class="fabletop heat"' in page
    assert page.count('class="chart"') == 2
    assert "<option selected>3</option>" in page


@pytest.mark.parametrize(
    ("path", "status", "says"),
    [
        ("/lab/chess", 404, "There is nothing here."),
        ("/lab/chess/watch", 404, "There is nothing here."),
        ("/lab/duck?seats=9", 422, "1 to 4 seats, not 9"),
        ("/lab/duck?option-ducks=geese", 422, "geese"),
        ("/lab/duck?level0=wise", 422, "wise"),
        ("/lab/duck?level0=perfect", 422, "perfect"),
    ],
)
def test_nonsense_is_refused_in_one_line(visit: Visit, path: str, status: int, says: str) -> None:
    answer = visit().get(path)
    assert answer.status_code == status
    assert says in answer.text
    assert "Traceback" not in answer.text


def test_a_stream_says_what_is_wrong(visit: Visit) -> None:
    with ExitStack() as stack:
        (only,) = watch(stack, visit(), "/lab/duck/watch?seats=9")
        assert "1 to 4 seats" in only["say"]


def test_a_visitor_cannot_ask_too_often(visit: Visit) -> None:
    client = visit()
    said = [client.get("/lab/duck/watch?seats=9").text for _ in range(60)]
    assert "1 to 4 seats" in said[0]
    assert any("That was a bit too quick" in line for line in said)


def test_whether_it_is_fair_is_said_in_one_sentence() -> None:
    found = Summary(fabletop.game("duck", seats=2), 1)
    found.games, found.won = 10, np.array([5, 5])
    assert "too early" in fairness(found, WORDS)
    for won, says in (([5000, 5000], "No seat"), ([6000, 4000], "Whoever begins"), ([4000, 6000], "Seat 2")):
        found.games, found.won = 10_000, np.array(won)
        assert says in fairness(found, WORDS)
        assert charts.fair_share(found) == 0.5
    found.won = np.array([4000, 4000])  # and two thousand that nobody has won
    assert charts.fair_share(found) == 0.4
    team = Summary(fabletop.game("cinderella", seats=2), 1)
    team.games, team.won = 10_000, np.array([4000, 4000])
    assert charts.fair_share(team) is None
    assert "together" in fairness(team, WORDS)


def test_a_histogram_has_at_most_24_bars_that_fill_its_width() -> None:
    drawn = lengths(fabletop.simulate("mensch", games=40, seats=2, seed=1, threads=1), Words("en"))
    bars = [(float(x), float(w)) for x, w in re.findall(r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', drawn)]
    assert 1 < len(bars) <= 24
    assert max(x + w for x, w in bars) <= WIDTH - 10
    assert min(w for _, w in bars) > (WIDTH - 20) / 24 - 2
