"""Lessons over plain HTTP: nothing is stored, what is asked for is judged by the rules, secrets stay secret."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import httpx
import pytest
from tests.web.made import WORDS

import fabletop
from fabletop.engine.registry import game_ids
from fabletop.guide import Course, lessons
from fabletop.guide.data import rulebook
from fabletop.web.guide_page import leaves

Visit = Callable[[], httpx.Client]
JSON = {"accept": "application/json"}
LESSONS = [(id, name) for id in fabletop.game_ids() for name in lessons(id)]


def say(client: httpx.Client, path: str, ply: int, act: str) -> dict[str, object]:
    answer = client.post(f"{path}/move", data={"ply": str(ply), "act": act}, headers=JSON)
    assert answer.status_code == 200
    body: dict[str, object] = answer.json()
    return body


@pytest.mark.parametrize(("id", "name"), LESSONS)
def test_a_lesson_is_played_by_program(visit: Visit, id: str, name: str) -> None:
    client, path, course = visit(), f"/learn/{id}/{name}", Course(id, lessons(id)[name])
    at = 0
    while at < course.last:
        told = say(client, path, at, course.wanted(at) or "next")["told"]
        assert isinstance(told, list)
        assert [body["ply"] for body in told] == list(range(at + 1, course.next(at) + 1))
        at = course.next(at)
        assert told[-1]["own"]
    assert str(say(client, path, at, "play")["go"]).startswith(f"/new/{id}")


@pytest.mark.parametrize(("id", "name"), LESSONS)
def test_a_hint_in_a_lesson_is_what_the_guide_asks_for(visit: Visit, id: str, name: str) -> None:
    client, path, course = visit(), f"/learn/{id}/{name}", Course(id, lessons(id)[name])
    for at in range(course.last):
        if course.spoken(at) == at:
            told = client.get(f"{path}/hint?ply={at}").json()
            assert told.get("act", "") == course.wanted(at)
            assert told["text"]
    assert client.get(f"{path}/what?ply=0&thing=no such thing").json() == {"name": "", "text": ""}


def test_a_lesson_is_played_without_a_script(visit: Visit) -> None:
    client, course = visit(), Course("duck", lessons("duck")["first"])
    page = client.get("/learn/duck")
    for at in (0, course.next(0)):
        page = client.post("/learn/duck/first/move", data={"ply": str(at), "act": course.wanted(at) or "next"})
    assert "at=" in str(page.url)
    assert "two squares" in page.text


def test_what_is_not_asked_for_gets_a_kind_word(visit: Visit) -> None:
    client = visit()
    assert "then tap Next" in str(say(client, "/learn/duck/first", 0, "roll")["kind"])
    assert "the guide points at" in str(say(client, "/learn/duck/first", 1, "hop")["kind"])
    hop = next(i for i in range(99) if Course("duck", lessons("duck")["first"]).wanted(i) == "hop")
    assert say(client, "/learn/duck/first", hop, "stay")["kind"] == "Staying is allowed. But a free ride is fun: hop!"
    assert "moved on" in str(say(client, "/learn/duck/first", 99999, "nonsense")["kind"])


def test_a_lesson_tells_the_learner_nothing_that_she_may_not_know(visit: Visit) -> None:
    client, course = visit(), Course("maumau", lessons("maumau")["first"])
    at = next(i for i in range(course.last) if course.wanted(i) == "play blue-plus")
    told = client.post("/learn/maumau/first/move", data={"ply": str(at), "act": "play blue-plus"}, headers=JSON).text
    assert "yellow-4" not in told  # what the Fox has drawn


def test_what_is_not_there_is_said_to_be_so(visit: Visit) -> None:
    client = visit()
    for path in ("/learn/chess", "/learn/duck/second", "/rules/duck/nothing", "/picture/x/en/duck/first/999/0.svg"):
        assert client.get(path).status_code == 404
    assert client.get("/learn/duck/first?at=junk").status_code == 200


def test_the_reference_is_one_link_further_and_a_lesson_leads_to_its_own_variant(visit: Visit) -> None:
    client = visit()
    assert "/rules/mensch/reference" in client.get("/rules/mensch").text
    assert "MAE" in client.get("/rules/mensch/reference").text or "R13" in client.get("/rules/mensch/reference").text
    last = Course("nutcracker", lessons("nutcracker")["numbers"]).last
    to = str(say(client, "/learn/nutcracker/numbers", last, "play")["go"])
    assert to == "/new/nutcracker?option-level=2"
    assert client.get(to).status_code == 200


def test_a_lesson_leads_on_to_the_next_one(visit: Visit) -> None:
    client, course = visit(), Course("nutcracker", lessons("nutcracker")["colours"])
    last = next(at for at in range(course.last) if course.next(at) == course.last and course.spoken(at) == at)
    told = say(client, "/learn/nutcracker/colours", last, course.wanted(last))["told"]
    assert isinstance(told, list)
    assert ["onward", "Level 2: Dance of Numbers"] in told[-1]["acts"]
    assert say(client, "/learn/nutcracker/colours", course.last, "onward")["go"] == "/learn/nutcracker/numbers?at=0"
    end = Course("nutcracker", lessons("nutcracker")["numbers"])
    scene = client.get(f"/learn/nutcracker/numbers/look?ply={end.last}").json()
    assert [act for act, _ in scene["acts"]] == ["play", "anew"]


def test_what_may_also_be_played_is_named_by_the_book_or_by_its_option() -> None:
    named = 0
    for id in game_ids():
        book, own = rulebook(id), WORDS.game(id)
        if book is None:
            continue
        titles = [one["title"] for one in cast(Any, leaves(id, "en")["also"])]
        for also, title in zip(book.also, titles, strict=True):
            assert title == also.title or (not also.title and title.startswith(own.option(also.option)[0]))
            named += bool(title)
    assert named > 8
