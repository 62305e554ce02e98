"""Who begins, and in which colour: what a set-up and a table offer over HTTP."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
import pytest
from tests.web.made import WORDS, table

import fabletop
from fabletop.drawing.palette import SEATS
from fabletop.engine.registry import spec_of
from fabletop.tables.lots import rolled
from fabletop.web.seen import told_lots
from fabletop.web.setup_page import Row, turned
from fabletop.words import Words

Visit = Callable[[], httpx.Client]
CUSTOMS = {  # the rule that says it, and what it says
    "nutcracker": ("NUT-R6", "youngest"),
    "garden": ("GAR-R5", "youngest"),
    "cinderella": ("CIN-R4", "oldest"),
    "maumau": ("MAU-R1", "birthday"),
    "kniffel": ("KNI-R2", "shooting star"),
    "mensch": ("MAE-R2", "highest roll"),
    "duck": ("DUC-R1", "highest roll"),
    "quidditch": ("QUI-R4", "higher roll"),
}
THREE = {"name0": "Ada", "name1": "Ben", "name2": "Cleo"}


def set_up(client: httpx.Client, game: str, kinds: list[str], **more: str) -> httpx.Response:
    fields = {f"kind{seat}": kind for seat, kind in enumerate(kinds)}
    answer = client.post(f"/new/{game}", data={**fields, **more}, headers={"accept-language": "en"})
    assert answer.status_code == 200, answer.text[:300]
    return answer


def colours(page: str) -> list[str]:
    """The colour of each sign in the list of seats."""
    rows = re.findall(r'<li data-seat="\d".*?</li>', page, re.DOTALL)
    return [next(mark.name for mark in SEATS if mark.colour in row) for row in rows]


@pytest.mark.parametrize("game", fabletop.game_ids(), ids=lambda game: CUSTOMS[game][0])
def test_every_game_says_its_custom_when_seats_are_chosen_and_in_its_rules(visit: Visit, game: str) -> None:
    rule, custom = CUSTOMS[game]
    assert custom in spec_of(game).begins
    client = visit()
    assert spec_of(game).begins in client.get(f"/new/{game}", headers={"accept-language": "en"}).text
    row = next(line for line in Words("en").game(game).rules().splitlines() if line.startswith(f"| {rule} |"))
    assert custom in row or custom.removesuffix(" roll") in row


def test_a_colour_chosen_at_the_set_up_is_drawn_and_listed(visit: Visit) -> None:
    page = set_up(visit(), "duck", ["here", "here"], colour0="4", colour1="0").text
    assert colours(page) == ["plum", "vermilion"]
    board = page[page.index('<div id="board"') :]
    assert SEATS[4].shade in board
    assert SEATS[1].shade not in board


@pytest.mark.parametrize("wrong", ["6", "-1", "red", ""])
def test_a_colour_that_is_none_is_whichever_is_left(visit: Visit, wrong: str) -> None:
    assert colours(set_up(visit(), "duck", ["here", "here"], colour0=wrong).text) == ["vermilion", "blue"]


def test_mae_r1_a_tap_on_the_own_sign_gives_the_next_free_colour(visit: Visit) -> None:
    client, other = visit(), visit()
    page = set_up(client, "mensch", ["here", "gentle"])
    path = str(page.url.path)
    assert 'value="colour"' in page.text
    page = client.post(f"{path}/seat", data={"seat": "0", "do": "colour"})
    assert colours(page.text) == ["green", "blue"], "blue is taken"
    for _ in range(4):
        page = client.post(f"{path}/seat", data={"seat": "0", "do": "colour"})
    assert colours(page.text) == ["vermilion", "blue"], "once round"
    client.post(f"{path}/seat", data={"seat": "1", "do": "colour"})
    other.post(f"{path}/seat", data={"seat": "0", "do": "colour"})
    assert colours(client.get(path).text) == ["vermilion", "blue"], "only the own seat"
    assert 'value="colour"' not in other.get(path).text


@pytest.mark.parametrize(("favourite", "found"), [("5", "sky"), ("0", "blue")])
def test_who_sits_down_brings_a_favourite_colour_if_it_is_free(visit: Visit, favourite: str, found: str) -> None:
    client, guest = visit(), visit()
    page = set_up(client, "duck", ["here", "elsewhere"])
    path, invite = str(page.url.path), re.search(r"invite=([\w-]+)", page.text)
    assert invite
    data = {"seat": "1", "do": "join", "invite": invite[1], "name": "Ben", "colour": favourite}
    assert colours(guest.post(f"{path}/seat", data=data).text) == ["vermilion", found]


def test_the_api_takes_colours_and_tells_them(visit: Visit) -> None:
    client = visit()
    wanted = {"game": "duck", "seats": ["person", "person"], "colours": [3, None]}
    made = client.post("/api/tables", json=wanted)
    assert made.status_code == 201
    seats = client.get(f"/api/tables/{made.json()['table']}").json()["seats"]
    assert [seat["colour"] for seat in seats] == [3, 1]
    for wrong in ([0], [0, 0], [0, 6], [0, -1]):
        assert client.post("/api/tables", json={**wanted, "colours": wrong}).status_code == 422


def test_let_the_dice_decide_rolls_visibly(visit: Visit) -> None:
    first = set()
    for _ in range(12):
        page = set_up(visit(), "mensch", ["here", "here", "here"], begins="random", **THREE).text
        begins = re.search(r"(\w+) begins\.", page)
        assert begins
        assert len(re.findall(r'<svg class="die"[^>]* aria-label="\d"', page)) >= 3
        assert "rolls a" in page
        assert "The server rolled for this" in page  # before the table is there: nobody can check these
        names = re.findall(r'<li data-seat="\d".*?<strong>(\w+)</strong>', page, re.DOTALL)
        assert names[0] == begins[1]
        first.add(begins[1])
    assert len(first) > 1


def test_without_the_dice_the_first_in_the_list_begins_and_nothing_is_rolled(visit: Visit) -> None:
    page = set_up(visit(), "mensch", ["here", "here"], name0="Ada", name1="Ben").text
    assert 'class="die"' not in page
    assert "begins." not in page


def test_those_with_the_most_roll_again_until_one_is_left() -> None:
    faces = iter([5, 2, 5, 3, 3, 1, 6])
    assert rolled(3, lambda: next(faces)) == (2, [[5, 2, 5], [3, 0, 3], [1, 0, 6]])
    assert rolled(1, lambda: 4) == (0, [[4]])


def test_how_it_was_rolled_who_begins_is_told_only_if_it_was() -> None:
    assert told_lots(table(), WORDS) == []
    told = told_lots(table(lots=([6, 0], [2, 5])), WORDS)
    assert told[0] == "Who begins? Ada rolls a 6."
    assert told[-1] == "Ada begins."
    assert len(told) == 3


def test_who_has_rolled_highest_begins_and_what_was_rolled_moves_along(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [Row(seat, "here", name, "") for seat, name in enumerate(("Ada", "Ben", "Eva"))]
    monkeypatch.setattr("fabletop.web.setup_page.rolled", lambda seats: (1, [[2, 6, 6], [0, 5, 3]]))
    placed, lots = turned(rows, "random")
    assert [row.name for row in placed] == ["Ben", "Eva", "Ada"]
    assert lots == [[6, 6, 2], [5, 3, 0]]
    assert [row.name for row in turned(rows, "2")[0]] == ["Eva", "Ada", "Ben"]
    assert turned(rows, "custom") == turned(rows, "0") == (rows, [])
    assert turned([], "random") == ([], [])
