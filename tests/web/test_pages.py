"""The pages over HTTP: the chest, a table without a script, cookies, headers, secrets under the cover."""

from __future__ import annotations

import gzip
import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

import fabletop
from fabletop.tables import links
from fabletop.tables.verify import verify
from fabletop.web import pages
from fabletop.words import LANGUAGES, Words

Visit = Callable[[], httpx.Client]
JSON = {"accept": "application/json"}


def table_of(answer: httpx.Response) -> str:
    assert answer.status_code == 200, answer.text[:300]
    return str(answer.url.path)


def set_up(client: httpx.Client, game: str, kinds: list[str], **more: str) -> str:
    fields = {f"kind{seat}": kind for seat, kind in enumerate(kinds)}
    return table_of(client.post(f"/new/{game}", data={**fields, **more}))


def look(client: httpx.Client, table: str, seat: int | None = None) -> dict[str, Any]:
    answer = client.get(f"{table}/look", params={} if seat is None else {"seat": seat})
    scene: dict[str, Any] = answer.json()
    return scene


def act(client: httpx.Client, table: str, scene: dict[str, Any], text: str, seat: int | None = None) -> httpx.Response:
    chosen = scene["eye"] if seat is None else seat
    fields = {"ply": scene["ply"], "seat": chosen, "act": text, "salt": "0123456789abcdef"}
    return client.post(f"{table}/move", data=fields, headers=JSON)


def finished(client: httpx.Client) -> str:
    """A table where computer players have played a game."""
    table = set_up(client, "nutcracker", ["random", "random"])
    for _ in range(200):
        if look(client, table)["over"]:
            return table
        time.sleep(0.05)
    raise AssertionError("the game has not ended")


# The chest


def test_the_chest_shows_every_game_in_the_readers_language(visit: Visit) -> None:
    client = visit()
    english = client.get("/", headers={"accept-language": "en"}).text
    german = client.get("/", headers={"accept-language": "de-AT,de;q=0.9"}).text
    assert '<html lang="en">' in english
    assert '<html lang="de">' in german
    for id in fabletop.game_ids():
        assert f'action="/start/{id}"' in english
        assert f'href="/new/{id}"' in german


def test_the_language_can_be_chosen_without_losing_the_page(visit: Visit) -> None:
    client = visit()
    table = table_of(client.post("/start/duck"))
    answer = client.post("/language", data={"language": "de", "to": table})
    assert answer.url.path == table
    assert '<html lang="de">' in answer.text
    assert client.post("/language", data={"language": "de", "to": "//evil.example/"}).url.path == "/"


def test_a_link_can_ask_for_a_language_and_it_is_remembered(visit: Visit) -> None:
    client = visit()
    german = client.get("/rules/duck?language=de", headers={"accept-language": "en"})
    assert '<html lang="de">' in german.text
    assert german.headers["content-language"] == "de"
    assert 'name="to" value="/rules/duck"' in german.text, "or the menu could not choose another"
    assert '<html lang="de">' in client.get("/", headers={"accept-language": "en"}).text
    assert '<html lang="de">' in client.get("/?language=xx").text
    assert client.get("/api").headers["content-language"] == "en"


def test_the_menu_names_every_language_in_itself_and_needs_no_script(visit: Visit) -> None:
    page = visit().get("/", headers={"accept-language": "en"}).text
    for code, name in LANGUAGES.items():
        assert re.search(f'<button name="language" value="{code}" lang="{code}"[^>]*>{name}</button>', page)


def test_the_first_page_is_light(server: str) -> None:
    with httpx.Client(base_url=server, headers={"accept-encoding": "gzip"}) as client:
        page = client.get("/")
        weight = len(gzip.compress(page.content))
        for path in sorted(set(re.findall(r'(?:src|href)="(/(?:static|lid)/[^"]+)"', page.text))):
            with client.stream("GET", path) as answer:
                assert answer.status_code == 200
                weight += sum(map(len, answer.iter_raw()))
    assert weight < 150_000


@pytest.mark.parametrize("game", fabletop.game_ids())
def test_every_lid_opens_a_table_and_has_rules_and_a_set_up_page(visit: Visit, game: str) -> None:
    client = visit()
    page = client.post(f"/start/{game}")
    assert re.fullmatch(r"/t/[\w-]{16}", page.url.path)
    assert 'class="fabletop' in page.text
    assert client.get(f"/rules/{game}").status_code == 200
    assert "data-lesson" in client.get(f"/learn/{game}").text
    setup = client.get(f"/new/{game}").text
    for option in fabletop.game(game).spec.offered:
        assert f'name="option-{option.name}"' in setup


def test_tables_of_a_browser_are_listed_for_it_alone(visit: Visit) -> None:
    client, other = visit(), visit()
    table = table_of(client.post("/start/duck"))
    assert table in client.get("/").text
    assert table not in other.get("/").text


# Safe by default


def test_pages_load_nothing_but_ours_and_have_nothing_inline(visit: Visit) -> None:
    client = visit()
    table = table_of(client.post("/start/maumau"))
    over = finished(client)
    for path in (
        "/",
        "/new/maumau",
        "/rules/maumau",
        table,
        f"{table}/dice",
        f"{over}/watch",
        f"{over}/dice",
        "/nothing",
    ):
        page = client.get(path)
        assert "default-src 'none'" in page.headers["content-security-policy"]
        assert "unsafe" not in page.headers["content-security-policy"]
        assert page.headers["x-content-type-options"] == "nosniff"
        assert not re.search(r'\sstyle="|<style|\son\w+="|javascript:', page.text), path
        for script in re.findall(r"<script[^>]*>", page.text):
            assert "src=" in script or "application/json" in script
        assert not re.search(r'(?:src|href)="(?:https?:)?//(?!127\.0\.0\.1)', page.text)


def test_the_cookie_is_signed_and_out_of_reach_of_scripts(server: str, visit: Visit) -> None:
    cookie = httpx.get(server).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    client = visit()
    table = table_of(client.post("/start/duck"))
    forged = client.cookies["fabletop"][:-2] + "xx"
    stranger = httpx.get(f"{server}{table}/look", cookies={"fabletop": forged}).json()
    assert stranger["eye"] is None


@pytest.mark.parametrize("headers", [{"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}, {}])
def test_a_post_from_elsewhere_is_refused(server: str, headers: dict[str, str]) -> None:
    for path in ("/start/duck", "/new/duck", "/language", "/t/x/move", "/t/x/seat", "/t/x/sign", "/t/x/undo"):
        assert httpx.post(server + path, headers=headers).status_code == 403


def test_a_large_form_is_refused(visit: Visit) -> None:
    assert visit().post("/new/duck", data={"name0": "x" * 20_000}).status_code == 403


def test_an_unknown_table_or_game_is_a_kind_page(visit: Visit) -> None:
    client = visit()
    for path in ("/t/nothing", "/new/chess", "/rules/chess", "/nothing"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "There is nothing here." in answer.text


# Moves


def test_a_person_rolls_and_stale_or_foreign_moves_are_refused_kindly(visit: Visit) -> None:
    client, other = visit(), visit()
    table = table_of(client.post("/start/mensch"))
    scene = look(client, table)
    assert scene["roll"]
    assert act(other, table, scene, "roll", 0).status_code == 403
    assert act(client, table, scene, "move 1").status_code == 403  # chance is to act, not seat 0
    assert act(client, table, scene, "roll").status_code == 200
    stale = act(client, table, scene, "roll")
    assert stale.status_code == 409
    assert "moved on" in stale.json()["error"]
    assert look(client, table)["ply"] > scene["ply"]


def test_a_table_can_be_played_without_a_script(visit: Visit) -> None:
    client = visit()
    page = client.post("/start/kniffel")
    assert 'value="roll"' in page.text
    ply = re.search(r'name="ply" value="(\d+)"', page.text)
    assert ply
    page = client.post(f"{page.url.path}/move", data={"ply": ply[1], "seat": "0", "act": "roll"})
    assert page.status_code == 200
    assert 'value="score ' in page.text


def test_undo_takes_back_the_own_last_decision(visit: Visit) -> None:
    client = visit()
    table = set_up(client, "garden", ["here", "here"])
    scene = look(client, table)
    assert not scene["undo"]
    assert act(client, table, scene, scene["acts"][0][0]).status_code == 200
    moved = look(client, table)
    assert moved["undo"]
    assert client.post(f"{table}/undo", data={"ply": moved["ply"]}, headers=JSON).status_code == 200
    assert look(client, table)["acts"] == scene["acts"]
    assert "takes the last move back" in look(client, table)["log"][-1]


def test_the_stream_resumes_after_the_last_event(visit: Visit) -> None:
    client = visit()
    table = table_of(client.post("/start/nutcracker"))
    start = look(client, table)["ply"]
    for _ in range(2):
        assert act(client, table, look(client, table), "roll").status_code == 200
    last = look(client, table)["ply"]
    for headers, first in (({}, start + 1), ({"last-event-id": str(last - 1)}, last)):
        seen = []
        with client.stream("GET", f"{table}/live?since={start}", headers=headers) as stream:
            for line in stream.iter_lines():
                if line.startswith("data: "):
                    told = json.loads(line[6:])
                    if "ply" in told:
                        seen.append(told["ply"])
                        assert [frame["say"] for frame in told["strip"] if "say" in frame]
                    if seen and seen[-1] == last:
                        break
        assert seen == list(range(first, last + 1))


# Secrets


def test_nothing_private_is_sent_before_the_cover_is_lifted(visit: Visit) -> None:
    client, stranger = visit(), visit()
    table = set_up(client, "maumau", ["here", "here", "random"])
    for _ in range(6):
        covered = look(client, table)
        assert covered["eye"] is None
        assert covered["acts"] == []
        assert covered["cover"] in (0, 1)
        public = look(stranger, table)
        assert (covered["svg"], covered["log"]) == (public["svg"], public["log"])
        page = client.get(table).text
        assert public["svg"].split('<g id="moving"')[1] in page
        assert 'value="play ' not in page
        lifted = look(client, table, covered["cover"])
        assert lifted["eye"] == covered["cover"]
        assert lifted["acts"] or lifted["roll"]
        assert look(stranger, table, covered["cover"])["eye"] is None
        text = "roll" if lifted["roll"] else lifted["acts"][0][0]
        assert act(client, table, lifted, text).status_code == 200
        time.sleep(0.3)  # the computer player's turn
        if look(client, table)["cover"] is None:
            break


def test_only_a_secret_look_is_covered_in_cinderella(visit: Visit) -> None:
    """Whatever everybody may see happens on the open screen of those who share it."""
    client, stranger = visit(), visit()
    table = set_up(client, "cinderella", ["here", "here"])
    covers = opens = 0
    for _ in range(80):
        scene, public = look(client, table), look(stranger, table)
        if scene["over"] or covers > 2:
            break
        if scene["cover"] is None:
            opens += 1
            assert scene["own"]
            assert scene["lifted"] is None
            faces = r'href="#cinderella-up-\w+"'  # nobody sees a tile that the others do not see
            assert re.findall(faces, scene["svg"]) == re.findall(faces, public["svg"])
        else:
            covers += 1
            assert scene["eye"] is None
            assert scene["svg"] == public["svg"]
            scene = look(client, table, scene["cover"])
            assert scene["roll"] or not scene["own"] or scene["acts"][0][0].startswith("peek")
        text = "roll" if scene["roll"] else scene["acts"][0][0]
        assert act(client, table, scene, text).status_code == 200
    assert covers
    assert opens


def test_a_covered_stream_tells_what_a_spectator_hears(visit: Visit) -> None:
    client, stranger = visit(), visit()
    table = set_up(client, "maumau", ["here", "here"])
    ply = look(client, table)["ply"]
    for _ in range(4):
        seat = look(client, table)["cover"]
        scene = look(client, table, seat)
        assert act(client, table, scene, scene["acts"][0][0]).status_code == 200
    last = look(client, table)["ply"]
    heard = []
    for browser in (client, stranger):
        lines = []
        with browser.stream("GET", f"{table}/live?since=0") as stream:
            for line in stream.iter_lines():
                if line.startswith("data: ") and "ply" in (told := json.loads(line[6:])):
                    lines.append((told["strip"], told["acts"]))
                    if told["ply"] == last:
                        break
        heard.append(lines)
    assert heard[0] == heard[1]
    assert len(heard[0]) == last > ply


# Seats


def test_somebody_joins_by_the_link_leaves_and_comes_back(visit: Visit) -> None:
    host, guest, third = visit(), visit(), visit()
    table = set_up(host, "duck", ["here", "elsewhere"], name0="Ada")
    assert "qr.svg" in host.get(table).text
    code = host.get(f"{table}/qr.svg")
    assert code.headers["content-type"] == "image/svg+xml"
    assert ElementTree.fromstring(code.text).tag == "{http://www.w3.org/2000/svg}svg"  # or no browser shows it
    key = invitation(host, table)
    assert "Sit down" in guest.get(f"{table}?invite={key}").text
    page = guest.post(f"{table}/seat", data={"seat": "1", "do": "join", "name": "Ben", "invite": key})
    assert "Ben" in page.text
    assert "qr.svg" not in page.text
    late = third.post(f"{table}/seat", data={"seat": "1", "do": "join", "name": "Eve", "invite": key})
    assert "Somebody is already sitting there" in late.text
    third.post(f"{table}/seat", data={"seat": "1", "do": "replace"})
    assert "Eve" not in host.get(table).text
    assert act(host, table, look(host, table), "roll").status_code == 200
    host.post(f"{table}/seat", data={"seat": "1", "do": "replace"})  # Ben is not there: no stream is open
    for _ in range(100):
        if look(host, table)["seat"] == 0:
            break
        time.sleep(0.05)
    assert "stands in" in host.get(f"{table}/seats").text
    guest.post(f"{table}/seat", data={"seat": "1", "do": "back"})
    assert "stands in" not in guest.get(f"{table}/seats").text  # of the seats: a pawn may stand in front of the board
    assert look(guest, table)["eye"] == 1


def invitation(client: httpx.Client, table: str) -> str:
    found = re.search(rf"{table}\?invite=([\w-]+)", client.get(table).text)
    assert found
    return found[1]


def test_who_has_only_the_link_to_watch_cannot_sit_down(visit: Visit) -> None:
    host, watcher = visit(), visit()
    table = set_up(host, "duck", ["here", "elsewhere"])
    page = watcher.get(table).text
    assert "Sit down" not in page
    assert "invite=" not in page
    assert invitation(host, table) not in page
    assert watcher.get(f"{table}/qr.svg").status_code == 403
    for key in ("", "x", "é"):
        answer = watcher.post(f"{table}/seat", data={"seat": "1", "do": "join", "name": "Eve", "invite": key})
        assert answer.status_code == 403
        assert "You need an invitation" in answer.text
    assert "Eve" not in host.get(table).text
    other = set_up(host, "duck", ["here", "elsewhere"])
    assert invitation(host, table) != invitation(host, other)


def test_a_set_up_table_has_its_house_rules_and_who_begins(visit: Visit) -> None:
    client = visit()
    fields = {"option-track": "32", "option-must_hit": "on", "begins": "1", "name0": "Ada", "name1": "Ben"}
    table = set_up(client, "mensch", ["here", "here"], **fields)
    assert look(client, table)["status"].startswith("Ben")
    wrong = client.post("/new/mensch", data={"kind0": "here"})
    assert wrong.status_code == 422
    assert "2 to 4 players" in wrong.text


def test_what_is_wrong_is_said_in_the_readers_language(visit: Visit) -> None:
    client = visit()
    client.headers["accept-language"] = "de"
    four = {f"kind{seat}": "here" for seat in range(4)}
    clash = client.post("/new/garden", data={**four, "option-goals": "12"})
    assert "Karten reichen bei 4 Plätzen" in clash.text
    assert "gibt es nicht" in client.post("/new/garden", data={**four, "option-goals": "99"}).text
    assert "für 2 bis 4 Spieler" in client.post("/new/mensch", data={"kind0": "here"}).text
    assert "Hier ist nichts." in client.get("/t/nothing").text
    elsewhere = client.post("/start/duck", headers={"origin": "https://evil.example"})
    assert "von unseren eigenen Seiten" in elsewhere.text


@pytest.mark.parametrize("game", fabletop.game_ids())
def test_a_board_speaks_the_readers_language_and_knows_names(visit: Visit, game: str) -> None:
    said = {}
    for language in ("en", "de"):
        client = visit()
        client.headers["accept-language"] = language
        table = table_of(client.post(f"/start/{game}"))
        found = re.search(r"<title[^>]*>([^<]*)</title><desc[^>]*>([^<]*)</desc>", look(client, table)["svg"])
        assert found
        assert found[1].startswith(Words(language).game(game).title)
        said[language] = found[2]
        assert {"en": "Player 1", "de": "Spieler 1"}[language] in found[1] + found[2]
    assert said["en"] != said["de"]


def test_the_statistics_of_the_dice_are_in_the_readers_language(visit: Visit) -> None:
    client = visit()
    client.headers["accept-language"] = "de"
    table = table_of(client.post("/start/kniffel"))
    assert act(client, table, look(client, table), "roll").status_code == 200
    page = client.get(f"{table}/dice").text
    told = re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)  # it knows the notation, too
    assert "Rakete" in told
    assert "rocket" not in told


def test_where_remembering_is_the_game_the_log_forgets_with_every_roll(visit: Visit) -> None:
    client = visit()
    table = set_up(client, "cinderella", ["here"])
    saw = []
    for _ in range(60):
        scene = look(client, table)
        if scene["over"]:
            break
        rolled = [i for i, line in enumerate(scene["log"]) if "rolls the" in line]
        assert rolled in ([], [0])
        saw.append(len(scene["log"]))
        act(client, table, scene, "roll" if scene["roll"] else scene["acts"][0][0])
    assert max(saw) > 2
    assert "Remember what you see" in client.get(table).text or look(client, table)["over"]


def test_a_sign_is_one_of_ours(visit: Visit) -> None:
    client = visit()
    table = table_of(client.post("/start/duck"))
    assert client.post(f"{table}/sign", data={"sign": "hello"}, headers=JSON).status_code == 200
    assert client.post(f"{table}/sign", data={"sign": "<b>rude</b>"}, headers=JSON).status_code == 200


# Afterwards


def test_a_finished_table_can_be_watched_saved_and_checked(visit: Visit, tmp_path: Path) -> None:
    client = visit()
    table = finished(client)
    assert "/watch" in client.get("/games").text
    for path in (f"{table}/watch?ply=3", f"{table}/watch?ply=0&seat=1", f"{table}/watch?ply=99999", f"{table}/dice"):
        assert client.get(path).status_code == 200
    frame = client.get(f"{table}/frame?ply=2&seat=0").json()
    assert frame["ply"] == 2
    assert frame["svg"].startswith("<svg")
    saved = tmp_path / "game.jsonl"
    saved.write_bytes(client.get(f"{table}/record").content)
    verdict = verify(saved)
    assert verdict.wrong is None
    proof = client.get(f"{table}/dice.json").json()
    assert len(proof["odds"]) == sum(line[0] == "chance" for line in proof["lines"]) == verdict.rolls


def test_a_link_that_comes_with_the_roll_is_in_it(visit: Visit, tmp_path: Path) -> None:
    client = visit()
    table = set_up(client, "nutcracker", ["here", "here"])
    id = table.removeprefix("/t/")
    chain = links.chain(links.tag(id), b"root" * 8)
    seated = client.post(f"{table}/device", data={"anchor": chain[0].hex()}, headers=JSON)
    assert seated.json() == {"device": 1, "seats": [0, 1], "ply": look(client, table)["ply"], "since": 0}
    gave: list[tuple[int, int, str]] = []
    while not (scene := look(client, table))["over"]:
        if scene["roll"]:
            n, head, i = scene["toss"]["n"], scene["toss"]["head"], len(gave) + 1
            gave.append((n, i, head))
            link = {"device": 1, "n": n, "i": i, "head": head, "link": chain[i].hex()}
            fields = {"ply": scene["ply"], "seat": scene["eye"], "act": "roll", **link}
            assert client.post(f"{table}/move", data=fields, headers=JSON).status_code == 200
    path, receipt = tmp_path / "game.jsonl", tmp_path / "mine.json"
    record = client.get(f"{table}/record").text
    path.write_text(record, encoding="utf-8")
    commitment = json.loads(record.splitlines()[0])["dice"]["commitment"]
    noted = {"protocol": 2, "table": id, "commitment": commitment, "device": 1, "mine": chain[0].hex(), "gave": gave}
    receipt.write_text(json.dumps(noted), encoding="utf-8")
    verdict = verify(path, [receipt])
    assert (verdict.wrong, verdict.receipts[0].mine, verdict.receipts[0].unused) == (None, len(gave), 0)
    assert verdict.rolls == len(gave)
    path.write_text(record.replace(chain[2].hex(), "ab" * 32), encoding="utf-8")
    assert "not of the chain of device 1" in verify(path).why


def test_a_running_table_keeps_its_seed_record_and_replay(visit: Visit) -> None:
    client = visit()
    table = table_of(client.post("/start/duck"))
    for path in ("record", "watch", "frame", "dice.json"):
        assert client.get(f"{table}/{path}").status_code == 409
    assert "seed" not in client.get(f"{table}/look").text


def test_all_static_files_are_served_as_what_they_are(server: str) -> None:
    folder = Path(pages.__file__).parent / "static"
    address = f"{server}/static/{pages.edition()}"
    kinds = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
    for path in (folder / "table.js", folder / "fabletop.css", folder / "icon.svg"):
        answer = httpx.get(f"{address}/{path.name}")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith(kinds[path.suffix])
        assert answer.content == path.read_bytes()
    assert httpx.get(f"{address}/nothing.js").status_code == 404
