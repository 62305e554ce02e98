"""Luck or skill in the browser: the story of a finished game, and playing on from any moment of it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
from tests.web.made import ADA, WORDS, table, won
from tests.web.test_again import ended, played_out
from tests.web.test_pages import look, set_up, table_of

from fabletop.drawing.curve import Mark, curve
from fabletop.lab.review import Review
from fabletop.lab.story import rows
from fabletop.players.registry import usual_level
from fabletop.tables.seats import PERSON, Occupant
from fabletop.testing.running import run
from fabletop.web.review_page import OPPONENT, ReviewPages, key, seated
from fabletop.web.visitor import Visitor

Visit = Callable[[], httpx.Client]
SLOW = 300.0  # seconds: the rules are compiled on the way


def test_a_finished_game_is_told_in_words_and_in_numbers(visit: Visit) -> None:
    client = visit()
    table = ended(client, "here", "random", name0="Ada")
    assert f'href="{table}/review"' in client.get(table).text
    assert f'href="{table}/review"' in client.get("/games").text
    page = client.get(f"{table}/review?now=1", timeout=SLOW).text
    assert 'class="chart curve"' in page
    assert "luck" in page
    assert re.findall(r'<th scope="col">(.*?)</th>', page) == ["Ada", "Hedgehog"]
    rows = {
        label: [int(number.replace("−", "-")) for number in re.findall(r"<td>([+−]?\d+)[^<]*</td>", cells)]
        for label, cells in re.findall(r'<tr[^>]*><th scope="row">(.*?)</th>(.*?)</tr>', page)
    }
    for start, luck, own, others, end, *_ in zip(*rows.values(), strict=True):
        assert abs(start + luck + own + others - end) <= 2, "the sums add up, but for rounding"
    moments = [int(ply) for ply in re.findall(r'data-ply="(\d+)"><b', page)]
    assert moments
    frame = client.get(f"{table}/frame?ply={moments[0]}").json()
    assert "<svg" in frame["svg"]
    with client.stream("GET", f"{table}/review/watch", timeout=SLOW) as stream:
        told = [json.loads(line[6:]) for line in stream.iter_lines() if line.startswith('data: {"')]
    assert 'class="chart curve"' in told[-1]["html"]
    client.post("/language", data={"language": "de", "to": "/"})
    assert "Glück oder Können?" in client.get(f"{table}/review").text


def test_what_if_goes_on_from_a_moment_against_the_computer(visit: Visit) -> None:
    client = visit()
    table = ended(client, "here", "random", name0="Ada")
    plies = len(client.get(f"{table}/record").text.splitlines()) - 1
    new = table_of(client.post(f"{table}/whatif", data={"ply": str(plies // 2), "as": "0"}))
    assert new != table
    scene = look(client, new)
    assert not scene["over"]
    played_out(client, new)
    lines = client.get(f"{new}/record").text.splitlines()
    before = client.get(f"{table}/record").text.splitlines()
    assert json.loads(lines[0])["begun"] == plies // 2
    for old, kept in zip(before[1:], lines[1 : 1 + plies // 2], strict=False):
        assert json.loads(old)["act"] == json.loads(kept)["act"]


def test_a_game_that_goes_on_is_not_reviewed_and_nothing_is_tried_from_it(visit: Visit) -> None:
    client = visit()
    table = set_up(client, "duck", ["here", "here"])
    assert client.get(f"{table}/review").status_code == 409
    assert client.get(f"{table}/review/watch").status_code == 409
    assert client.post(f"{table}/whatif", data={"ply": "0"}).status_code == 409
    for nonsense in ({"ply": "-5"}, {"ply": "x" * 300, "as": "99"}, {}):
        over = ended(client, "here", "random")
        assert client.post(f"{over}/whatif", data=nonsense).status_code == 200


def test_who_plays_alone_has_nothing_to_compare(visit: Visit) -> None:
    client = visit()
    table = played_out(client, set_up(client, "duck", ["here"]))
    assert "/review" not in client.get(table).text
    answer = client.get(f"{table}/review")
    assert answer.status_code == 422
    assert "nothing to tell" in answer.text


def test_signs_at_the_end_of_the_lines_never_lie_on_each_other() -> None:
    chances = [[0.2] * 5, [1.0, 0.0, 0.0, 0.0, 0.0]]
    drawn = curve(chances, errors=[[0.01] * 5] * 2, marks=[Mark(1, "1", 0)], colours=(4, 3, 2, 1, 0), label="<story>")
    ys = sorted(float(y) for y in re.findall(r'<circle cx="347" cy="([\d.]+)" r="9"', drawn))
    assert len(ys) == 5
    assert min(after - before for before, after in pairwise(ys)) >= 18.9
    assert "&lt;story&gt;" in drawn


@pytest.mark.parametrize("together", [False, True])
def test_luck_own_and_others_lead_from_the_start_to_the_end(together: bool) -> None:
    found = SimpleNamespace(
        names=("Ada", "Ben"), chances=[(0.5, 0.25), (0.75, 0.1)], luck=[0.1, -0.2], skill=[0.05, 0.3],
        gifts=[0.1, -0.25], given_away=[0.02, 0.0], unsure=[0.0, 0.0], together=together,
    )  # fmt: skip
    told = {line.label: line.cells for line in rows(cast(Review, found), WORDS)}
    assert told["at the start"][0] == "50%"
    assert told["at the end"][0] == "75%"
    assert told["luck"] == (("+10%",) if together else ("+10%", "−20%"))
    assert told["own moves"][0] == ("+15%" if together else "+5%")
    assert told.get("others' moves") == (None if together else ("+10%", "−25%"))


def test_for_people_a_computer_player_stands_in_when_a_game_is_tried_another_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = table("duck", ADA, Occupant("gentle", "Ben"))
    visitor = cast(Visitor, SimpleNamespace(browser="me"))
    me, other = seated(played, visitor, 0)
    assert (me.kind, me.browser, other.kind) == (PERSON, "me", "gentle")
    stand_in, _ = seated(played, visitor, 1)
    assert stand_in.kind == OPPONENT
    monkeypatch.setattr("fabletop.web.review_page.levels", lambda game: ("random", "gentle"))
    assert seated(played, visitor, 1)[0].kind == usual_level("duck") != OPPONENT


@pytest.mark.parametrize("known", [True, False])
def test_whoever_waits_for_a_review_is_told_how_far_it_is_and_then_all(known: bool) -> None:
    async def work() -> None:
        page, over, done = ReviewPages.__new__(ReviewPages), won("duck"), asyncio.Event()
        review = cast(Review, object())
        half = SimpleNamespace(share=0.5, ready=True)
        page.critic = cast(Any, SimpleNamespace(found=lambda key: review if known else None, at_work={key(over): half}))

        async def begun(scope: object, table: object) -> Review:
            await done.wait()
            return review

        page._begun = begun  # type: ignore[method-assign]
        page.told = lambda found, table, words, at=None: "story" if found is review else ""  # type: ignore[method-assign]
        said = []
        async for event in page.progress({}, over, WORDS):
            said.append(json.loads(event.decode().partition("data: ")[2].splitlines()[0]))
            done.set()
        assert said[-1] == {"html": "story", "say": ""}
        assert [one.get("share") for one in said[:-1]] == ([] if known else [0.5])

    run(work)
