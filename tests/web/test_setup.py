"""Setting up a table: variants, names, animals, who begins, and what is refused in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
import pytest
from tests.web.test_again import seats
from tests.web.test_pages import look, set_up, table_of

import fabletop
from fabletop.drawing.animals import ANIMALS
from fabletop.web.setup_page import known_animal, known_colour

Visit = Callable[[], httpx.Client]


@pytest.mark.parametrize("game", [id for id in fabletop.game_ids() if fabletop.game(id).spec.variant])
def test_every_variant_is_on_the_lid_and_opens_its_game(visit: Visit, game: str) -> None:
    client, spec = visit(), fabletop.game(game).spec
    chest = client.get("/").text
    drawn = set()
    for value in spec.option(spec.variant).values:
        assert f'formaction="/start/{game}/{value}"' in chest
        table = table_of(client.post(f"/start/{game}/{value}"))
        drawn.add(look(client, table)["svg"])
    assert len(drawn) == len(spec.option(spec.variant).values)
    assert client.post(f"/start/{game}/nonsense").status_code == 422


def test_a_name_that_is_too_long_is_refused_and_not_cut(visit: Visit) -> None:
    client = visit()
    fields = {"kind0": "here", "kind1": "random", "name0": "x" * 25}
    answer = client.post("/new/duck", data=fields, headers={"accept-language": "de"})
    assert answer.status_code == 422
    assert "höchstens 24 Buchstaben" in answer.text
    assert "x" * 25 in answer.text  # what was typed is still there


def test_too_few_players_are_told_how_many_it_needs(visit: Visit) -> None:
    client = visit()
    assert "This game is for 2 players." in client.post("/new/nutcracker", data={"kind0": "here"}).text
    assert "This game is for 2 to 5 players." in client.post("/new/maumau", data={"kind0": "here"}).text


def test_everybody_has_an_animal_of_their_own(visit: Visit) -> None:
    client = visit()
    table = set_up(client, "mensch", ["here", "here", "random", "random"], animal0="fox", animal1="nonsense")
    faces = re.findall(r'id="badge\d">(.*?)</g></g>', look(client, table)["svg"])
    assert len(faces) == len(set(faces)) == 4
    for name in ANIMALS:
        assert "<svg" in client.get(f"/animal/x/{name}.svg").text
    assert client.get("/animal/x/dragon.svg").status_code == 404


def test_who_begins_is_found_among_those_who_play(visit: Visit) -> None:
    client = visit()
    table = set_up(client, "kniffel", ["here", "nobody", "here"], name0="Ada", name2="Ben", begins="2")
    assert seats(client, table)[0] == "Ben"


def test_colours_and_animals_of_the_house_alone_are_known() -> None:
    assert (known_colour("5"), known_colour("6"), known_colour("x")) == (5, None, None)
    assert (known_animal("fox"), known_animal("<fox>")) == ("fox", "")
