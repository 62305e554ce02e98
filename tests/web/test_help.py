"""Help at a table over HTTP: what something is, why it cannot be done, the same reason for pages and programs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from tests.web.made import ADA, BEN, table

import fabletop
from fabletop.engine.errors import IllegalAction
from fabletop.engine.game import Game
from fabletop.players.hints import hint
from fabletop.tables.seats import PERSON, Occupant
from fabletop.testing import played, random_game
from fabletop.web.help_page import hints_agreed
from fabletop.words import Words

Visit = Callable[[], httpx.Client]
JSON = {"accept": "application/json"}


def set_up(client: httpx.Client, game: str, kinds: list[str], **more: str) -> str:
    fields = {f"kind{seat}": kind for seat, kind in enumerate(kinds)}
    answer = client.post(f"/new/{game}", data={**fields, **more})
    assert answer.status_code == 200, answer.text[:300]
    return str(answer.url.path)


def look(client: httpx.Client, table: str) -> dict[str, Any]:
    scene: dict[str, Any] = client.get(f"{table}/look").json()
    return scene


def act(client: httpx.Client, table: str, scene: dict[str, Any], text: str) -> httpx.Response:
    fields = {"ply": scene["ply"], "seat": scene["eye"], "act": text, "salt": "0123456789abcdef"}
    return client.post(f"{table}/move", data=fields, headers=JSON)


def asked(client: httpx.Client, table: str, kind: str, thing: str) -> dict[str, str]:
    answer = client.get(f"{table}/{kind}", params={"thing": thing})
    assert answer.status_code == 200, answer.text
    found: dict[str, str] = answer.json()
    return found


def test_what_is_this_answers_also_when_it_is_not_your_turn(visit: Visit) -> None:
    ann = visit()
    table = set_up(ann, "duck", ["here", "here"], name0="Ann", name1="Ben")
    assert asked(ann, table, "what", "square 31")["text"] == "It rains: you wait here until you roll a 6."
    assert asked(ann, table, "what", "pawn-1") == {"name": "The figure of Ben", "text": "Waits in front of the board."}
    for nonsense in ("", "square", "square 99999", "pawn-9", "<b>", "die" * 50):
        assert asked(ann, table, "what", nonsense) == {"name": "", "text": ""}
    stranger = visit()
    stranger.headers["accept-language"] = "de"
    assert asked(stranger, table, "what", "square 63")["name"] == "Der Teich"
    assert asked(stranger, table, "why", "pawn-0") == {"text": "Ann ist dran."}


def test_whoever_may_not_look_is_not_told_what_a_tile_shows(visit: Visit) -> None:
    ann = visit()
    table = set_up(ann, "maumau", ["here", "here"], name0="Ann", name1="Ben")
    assert asked(ann, table, "what", "hand1-1")["text"] == "Only Ben knows it."


def test_what_cannot_be_done_has_the_same_reason_for_page_program_and_library(visit: Visit) -> None:
    ann = visit()
    table = set_up(ann, "mensch", ["here", "here"], name0="Ann", name1="Ben")
    assert asked(ann, table, "why", "pawn-0-1") == {"text": "Roll first."}
    home = "Only a 6 brings a figure out."
    for _ in range(300):  # until somebody has a figure on the way and another at home, and no 6
        scene = look(ann, table)
        if scene["roll"]:
            assert act(ann, table, scene, "roll").status_code == 200
            continue
        only = [one for one, _label in scene["acts"]] == ["move 1"]
        if only and asked(ann, table, "why", f"pawn-{scene['eye']}-3") == {"text": home}:
            break
        act(ann, table, scene, scene["acts"][0][0])
    else:
        raise AssertionError("nobody has ever been told so")
    other = 1 - scene["eye"]
    assert asked(ann, table, "why", f"pawn-{other}-1") == {"text": f"That is a figure of {('Ann', 'Ben')[other]}."}
    refused = act(ann, table, scene, "move 3")
    assert (refused.status_code, refused.json()["error"]) == (422, home)


def test_an_illegal_action_says_why_and_what_is_legal() -> None:
    state = played(fabletop.game("mensch", pieces=4), "roll 6", "enter", "roll 3")
    with pytest.raises(IllegalAction) as refused:
        state.play("move 2")
    assert str(refused.value) == "'move 2' is not legal now (Only a 6 brings a figure out); legal: move 1"


@pytest.mark.parametrize("id", fabletop.game_ids())
def test_every_action_that_is_refused_has_its_reason(id: str) -> None:
    """Also what only chance does, and what belongs to another moment."""
    asked = 0
    for state, _ in random_game(fabletop.game(id), 5, most=150):
        if state.turn in (None, fabletop.CHANCE) or asked > 2:
            continue
        asked += 1
        legal = set(state.actions())
        for act in state.game.actions[:: 1 + len(state.game.actions) // 60]:
            assert act in legal or state.why_not(act), act


def test_the_api_gives_the_reason_apart_from_the_rest(visit: Visit) -> None:
    client = visit()
    made = client.post("/api/tables", json={"game": "maumau", "seats": ["person", "person"]}).json()
    table, seats = made["table"], {one["seat"]: one["token"] for one in made["seats"]}
    seen = client.get(f"/api/tables/{table}").json()
    seat = seen["turn"]
    bearer = {"authorization": f"Bearer {seats[seat]}"}
    refused = client.post(f"/api/tables/{table}/moves", json={"ply": seen["ply"], "act": "deal red-1"}, headers=bearer)
    assert refused.status_code == 422
    assert refused.json()["why"] == "Nobody can choose that: it is left to chance."
    assert "(Nobody can choose that: it is left to chance)" in refused.json()["error"]


def test_what_is_never_pressed_is_explained_when_it_is_tapped(visit: Visit) -> None:
    ann = visit()
    table = set_up(ann, "kniffel", ["here"], name0="Ann")
    decide(ann, table)
    told = asked(ann, table, "why", "plate0")
    assert told == asked(ann, table, "what", "plate0")
    assert told["text"]


# Hints


def hinted(client: httpx.Client, table: str) -> dict[str, Any]:
    for _ in range(20):
        found: dict[str, Any] = client.get(f"{table}/hint").json()
        if not found.get("wait"):
            return found
    raise AssertionError("nobody has come to an end with thinking")


def decide(client: httpx.Client, table: str) -> dict[str, Any]:
    """Roll until there is something to decide."""
    for _ in range(40):
        scene = look(client, table)
        if scene["acts"]:
            return scene
        if scene["roll"]:
            act(client, table, scene, "roll")
    raise AssertionError("there is nothing to decide")


def test_a_hint_is_a_legal_move_with_a_reason(visit: Visit) -> None:
    ann = visit()
    table = set_up(ann, "kniffel", ["here"], name0="Ann")
    assert hinted(ann, table)["act"] == "roll"
    scene = decide(ann, table)
    found = hinted(ann, table)
    assert found["act"] in [one for one, _label in scene["acts"]]
    assert found["text"]
    assert act(ann, table, scene, found["act"]).status_code == 200
    assert hinted(visit(), table) == {"text": "It is Ann's turn."}


def test_against_people_elsewhere_there_are_hints_only_if_all_agree(visit: Visit) -> None:
    ann, ben = visit(), visit()
    table = set_up(ann, "mensch", ["here", "elsewhere"], name0="Ann")
    invited = re.search(r"invite=([\w-]+)", ann.get(f"{table}/seats").text)
    assert invited
    ben.post(f"{table}/seat", data={"seat": "1", "do": "join", "name": "Ben", "invite": invited[1]})
    for _ in range(400):
        scenes = [look(client, table) for client in (ann, ben)]
        mine = next((i for i, scene in enumerate(scenes) if scene["own"] and scene["acts"]), None)
        if mine is not None:
            break
        for client, scene in zip((ann, ben), scenes, strict=True):
            if scene["roll"]:
                act(client, table, scene, "roll")
    assert mine is not None
    asker = (ann, ben)[mine]
    assert hinted(asker, table).get("ask")
    asker.post(f"{table}/hints")
    assert hinted(asker, table) == {"text": "There are hints as soon as the others agree."}
    (ben, ann)[mine].post(f"{table}/hints")
    assert hinted(asker, table)["act"] in [one for one, _label in scenes[mine]["acts"]]


@pytest.mark.parametrize("id", fabletop.game_ids())
def test_every_game_gives_hints_from_the_view_alone(id: str) -> None:
    game, asked = fabletop.game(id, seats=min(2, fabletop.game(id).spec.seats[1])), 0
    for state, _ in random_game(game, 3, most=200):
        if state.turn in (None, fabletop.CHANCE) or len(state.actions()) < 2:
            continue
        assert state.turn is not None
        found = hint(state.view(state.turn))
        assert found.act in state.actions()
        assert not found.worth or set(found.worth) == set(state.actions())
        asked += 1
        if asked == 3:
            break


def test_what_is_tapped_is_not_mistaken_for_something_else() -> None:
    """The other side's die says whose it is; a place on the shelf is no tile with the same number."""
    names = ("Ann", "Ben")
    quidditch = next(state for state, _ in random_game(Game("quidditch"), 1) if state.turn in (0, 1))
    view = quidditch.view(quidditch.turn)
    text = Words("en").game("quidditch").why_not(view, "keeper", names)
    assert text == f"That die belongs to {names[1 - quidditch.rules.attacker]}, who defends."
    words, places = Words("en").game("cinderella"), 0
    for state, _ in random_game(Game("cinderella", 2), 1):
        if state.turn in (0, 1):
            places += 1
            assert [words.why_not(state.view(state.turn), f"pair{by}1", names) for by in " -"] == ["", ""]
    assert places


def test_hints_need_everybodys_consent_only_across_devices() -> None:
    agreed = [Occupant(PERSON, s.name, s.browser, hints=True) for s in (ADA, BEN)]
    assert hints_agreed(table("duck", ADA, Occupant(PERSON, "Ben", "a")))
    assert hints_agreed(table("duck", ADA, Occupant(PERSON, "free")))
    assert not hints_agreed(table("duck", ADA, BEN))
    assert not hints_agreed(table("duck", ADA, agreed[1]))
    assert hints_agreed(table("duck", *agreed))
    assert not hints_agreed(table("duck", Occupant(PERSON, "Ada", keyed=True), Occupant("fair", "Fox")))
