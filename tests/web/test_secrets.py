"""Nobody is sent what their seat may not know: all bytes of two worlds that a seat cannot tell apart are the same.

A game is played, and played again with other hidden cards or tiles such that one observer has heard exactly the same.
Both go into the store of a real server as two running tables.  Then everything that this observer can ask for is
asked for, in both languages, and compared byte by byte.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import msgspec
import pytest
from itsdangerous import URLSafeSerializer

import fabletop
from fabletop.engine.game import Game
from fabletop.engine.rulebook import CHANCE, BaseRules
from fabletop.tables.entries import Entry, Head, SeatPlan, hashed
from fabletop.tables.notes import SEATS_NOTE
from fabletop.tables.seats import PERSON, Occupant
from fabletop.tables.store import SqliteStore
from fabletop.testing.running import run
from fabletop.testing.serving import launched
from fabletop.web.folder import kept_secret

SEATS, TABLES = 3, 3  # so many positions of each game
HIDING = [id for id in fabletop.game_ids() if type(Game(id, None).new().rules).conceal is not BaseRules.conceal]


def played(game: Game, plies: int, chance: random.Random) -> list[Entry]:
    """A game at random, until somebody is to decide after so many plies."""
    state, log = game.new(), list[Entry]()
    while state.turn is not None and (len(log) < plies or state.turn == CHANCE):
        act = chance.choice(state.actions())
        log.append(Entry(state.turn, act))
        state.play(act)
    return log if state.turn is not None else played(game, plies, chance)


def other_world(game: Game, log: list[Entry], observer: int | None, chance: random.Random) -> list[Entry] | None:
    """Another course of the game in which the observer has heard and seen exactly the same at every ply."""
    truth, state, other = game.new(), game.new(), list[Entry]()
    hidden = list[int]()
    for number, entry in enumerate(log):
        if truth.tell(observer, entry.act) != entry.act:
            hidden.append(number)
        truth.play(entry.act)
    if not hidden:
        return None
    change, truth = chance.choice(hidden), game.new()
    for number, entry in enumerate(log):
        told = truth.tell(observer, entry.act)
        same = [act for act in state.actions() if state.turn == entry.by and state.tell(observer, act) == told]
        chance.shuffle(same)
        same.sort(key=lambda act: (act == entry.act) == (number == change))  # at one ply another, else as it was
        truth.play(entry.act)
        for act in same:
            trial = state.copy()
            trial.play(act)
            if trial.view(observer) == truth.view(observer):
                state = trial
                other.append(Entry(entry.by, act))
                break
        else:
            return None
    return other if state != truth else None


class Pair(NamedTuple):
    """Two tables that one observer cannot tell apart, and what the observer needs to come in."""

    game: str
    observer: int | None
    tables: tuple[str, str]
    ply: int
    shared: bool  # the first two seats share a browser


def pairs(game_id: str, chance: random.Random) -> Iterator[tuple[Pair, tuple[list[Entry], list[Entry]]]]:
    game = Game(game_id, SEATS)
    for observer in (*range(SEATS), None):
        for number in range(TABLES):
            for _ in range(300):
                log = played(game, 12 * (number + 1) + chance.randrange(10), chance)
                if (other := other_world(game, log, observer, chance)) is not None:
                    ids = tuple("".join(chance.choices("abcdefgh", k=16)) for _ in range(2))
                    yield Pair(game_id, observer, (ids[0], ids[1]), len(log), number == 0), (log, other)
                    break
            else:
                raise AssertionError(f"{game_id}: no other world for {observer}")


def name_of(pair: Pair, seat: int | None) -> str:
    """The browser of a seat."""
    return f"browser {0 if pair.shared and seat == 1 else seat}"


async def stored(path: Path, found: list[tuple[Pair, tuple[list[Entry], list[Entry]]]]) -> None:
    store = SqliteStore(path)
    encode = msgspec.json.encode
    for pair, logs in found:
        plans = [SeatPlan(PERSON, f"Person {seat}", hashed(f"token {seat}")) for seat in range(SEATS)]
        browsers = [hashlib.sha256(name_of(pair, seat).encode()).hexdigest() for seat in range(SEATS)]
        occupants = [Occupant(PERSON, plan.name, browser) for plan, browser in zip(plans, browsers, strict=True)]
        for id, log in zip(pair.tables, logs, strict=True):
            await store.create(id, encode(Head(pair.game, {}, plans, "5eed" * 16, rolls=True)))
            await store.note(id, SEATS_NOTE, encode(occupants))
            await store.append(id, 1, [encode(entry) for entry in log])
    await store.close()


def all_bytes(client: httpx.Client, pair: Pair, table: str, language: str) -> Iterator[tuple[str, str]]:
    """What the observer is sent, with the names under which the two tables differ taken out."""
    headers = {"accept-language": language, "origin": str(client.base_url)}
    if pair.observer is not None:
        headers["authorization"] = f"Bearer token {pair.observer}"

    def plain(text: str) -> str:
        for part in dict.fromkeys((f'"{commitments[table]}"', table)):
            text = text.replace(part, "…")
        return text

    page, api = f"/t/{table}", f"/api/tables/{table}"
    commitments = {table: client.get(api).json()["commitment"]}
    lifted = ["", f"seat={pair.observer}"] if pair.shared and pair.observer in (0, 1) else [""]
    for eye in lifted:
        for path in (page, f"{page}/look", f"{page}/seats"):
            yield f"{path}?{eye}", plain(client.get(f"{path}?{eye}", headers=headers).text)
        for path in (f"{page}/live?since=0&{eye}", f"{page}/live?since={pair.ply - 2}&{eye}", f"{api}/events"):
            said = []
            with client.stream("GET", path, headers=headers) as stream:
                for line in stream.iter_lines():
                    said.append(line)
                    if f"id: {pair.ply}" in said and not line:
                        break
            yield path, plain("\n".join(said))
    for path in (api, f"{page}/dice", "/"):
        yield path, plain(client.get(path, headers=headers).text)
    for path in (f"{page}/watch", f"{page}/frame?ply=3&seat=1", f"{page}/dice.json", f"{page}/record", f"{api}/record"):
        refused = client.get(path, headers=headers)
        assert refused.status_code == 409, path
        yield path, plain(refused.text)
    for path, body in ((f"{api}/moves", {"ply": pair.ply, "act": "cheat"}), (f"{api}/undo", {"ply": pair.ply - 1})):
        yield path, plain(client.post(path, json=body, headers=headers).text)
    form = {"ply": str(pair.ply), "seat": str(pair.observer or 0), "act": "cheat"}
    answer = client.post(f"{page}/move", data=form, headers={**headers, "accept": "application/json"})
    yield f"{page}/move", plain(answer.text)


@pytest.mark.parametrize("game", HIDING)
def test_no_byte_depends_on_what_the_seat_may_not_know(tmp_path: Path, game: str) -> None:
    found = list(pairs(game, random.Random(game)))
    run(lambda: stored(tmp_path / "tables.sqlite", found))
    signer = URLSafeSerializer(kept_secret(tmp_path), salt="browser")
    with launched(tmp_path) as server:
        for pair, _ in found:
            cookie = str(signer.dumps(name_of(pair, pair.observer)))
            with httpx.Client(base_url=server.url, cookies={"fabletop": cookie}) as client:
                for language in ("en", "de"):
                    one, two = (dict(all_bytes(client, pair, table, language)) for table in pair.tables)
                    for (path, said), other in zip(one.items(), two.values(), strict=True):
                        assert said == other, (game, pair.observer, language, path)
                    assert len(one) > 10
