"""The server's process: killed at any moment, asked to end, its log, its health, its limits."""

from __future__ import annotations

import contextlib
import json
import logging
import random
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from fabletop.testing.serving import launched
from fabletop.web import logs

Heard = dict[int, dict[str, Any]]


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


def events(lines: Iterator[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The number and the body of each whole event."""
    number, body = 0, ""
    for line in lines:
        if line.startswith("id: "):
            number = int(line[4:])
        elif line.startswith("data: "):
            body = line[6:]
        elif not line and body and number:
            yield number, json.loads(body)
            number, body = 0, ""


def listen(url: str, table: str, token: str, heard: Heard) -> None:
    """Keep what a stream says until the line is cut."""
    headers = {**bearer(token), "Last-Event-ID": str(max(heard, default=0))}
    with (
        contextlib.suppress(httpx.HTTPError),
        httpx.Client(base_url=url, timeout=20) as client,
        client.stream("GET", f"/api/tables/{table}/events", headers=headers) as stream,
    ):
        for number, body in events(stream.iter_lines()):
            heard[number] = body


def play(url: str, table: str, tokens: list[str], answered: list[int], chance: random.Random) -> None:
    """Play on until the line is cut or the game is over."""
    with contextlib.suppress(httpx.HTTPError), httpx.Client(base_url=url, timeout=20) as client:
        while True:
            for token in tokens:
                state = client.get(f"/api/tables/{table}", headers=bearer(token)).json()
                if state["result"] is not None:
                    return
                if state["actions"]:
                    move = {"ply": state["ply"], "act": chance.choice(state["actions"])}
                    answer = client.post(f"/api/tables/{table}/moves", json=move, headers=bearer(token))
                    assert answer.status_code == 200, answer.text
                    answered.append(answer.json()["ply"])


def test_kill_9_at_any_moment_loses_nothing_that_was_seen(tmp_path: Path) -> None:
    chance = random.Random(6)
    table, tokens, kills = "", [""], 4
    heard: dict[str, Heard] = {}  # what each seat and a spectator ("") have heard, over all lives of the server
    answered = [0]
    for life in range(kills + 1):
        with launched(tmp_path, 0.0, "--limits", "0") as server:
            if not table:
                wanted = {"game": "mensch", "seats": ["person"] * 3 + ["random"]}
                made = httpx.post(f"{server.url}/api/tables", json=wanted).json()
                table, tokens = made["table"], [seat["token"] for seat in made["seats"]]
                heard = {token: {} for token in (*tokens, "")}
            # all that has ever been seen is there, unchanged
            for token, seen in heard.items():
                again: Heard = {}
                ply = httpx.get(f"{server.url}/api/tables/{table}").json()["ply"]
                assert ply >= max([*seen, *answered])
                headers = bearer(token)
                with httpx.stream("GET", f"{server.url}/api/tables/{table}/events", headers=headers) as stream:
                    for number, body in events(stream.iter_lines()):
                        again[number] = body
                        if number >= ply:
                            break
                assert {number: again[number] for number in seen} == seen
                assert list(again) == list(range(1, max(again) + 1))
            if life == kills:
                break
            work = [threading.Thread(target=listen, args=(server.url, table, *pair)) for pair in heard.items()]
            work.append(threading.Thread(target=play, args=(server.url, table, tokens, answered, chance)))
            for thread in work:
                thread.start()
            enough, until = len(answered) + chance.randint(2, 9), time.monotonic() + 20
            while len(answered) < enough and time.monotonic() < until:
                time.sleep(0.001)
            time.sleep(chance.uniform(0, 0.02))
            server.process.kill()
            for thread in work:
                thread.join()
    assert len(answered) > 2 * kills
    for seen in heard.values():  # no stream has a gap or a ply twice, over all its lives
        assert list(seen) == list(range(1, max(seen) + 1))


def test_the_server_ends_at_once_and_well_while_others_listen(tmp_path: Path) -> None:
    with launched(tmp_path) as server:
        made = httpx.post(f"{server.url}/api/tables", json={"game": "duck", "seats": ["person"] * 2}).json()
        page = httpx.post(f"{server.url}/start/duck", headers={"origin": server.url}, follow_redirects=True)
        paths = [f"/api/tables/{made['table']}/events", f"{page.url.path}/live"]
        ends: list[str] = []

        def hear(path: str, open_now: threading.Semaphore) -> None:
            with httpx.stream("GET", server.url + path, timeout=20) as stream:
                open_now.release()
                ends.append("".join(stream.iter_text()))  # a line that is cut would be an error here

        ready = threading.Semaphore(0)
        threads = [threading.Thread(target=hear, args=(path, ready)) for path in paths * 3]
        for thread in threads:
            thread.start()
        for _ in threads:
            assert ready.acquire(timeout=20)
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(15) == 0
        for thread in threads:
            thread.join()
        said = [json.loads(line) for line in server.log.read_text(encoding="utf-8").splitlines()]
    assert len(ends) == len(threads)
    assert not any("event: end" in text for text in ends)  # the game is not over: they may come back
    assert {line["level"] for line in said} == {"info"}, said


def test_the_log_is_json_without_names_tokens_cookies_seeds_or_cards(tmp_path: Path) -> None:
    with launched(tmp_path) as server:
        wanted = {"game": "maumau", "seats": ["person", "person"], "names": ["Rumpelstilz", "Rapunzel"]}
        made = httpx.post(f"{server.url}/api/tables", json=wanted).json()
        tokens = [seat["token"] for seat in made["seats"]]
        url = f"{server.url}/api/tables/{made['table']}"
        state = httpx.get(url, headers=bearer(tokens[0])).json()
        move = {"ply": state["ply"], "act": state["actions"][0]}
        assert httpx.post(url + "/moves", json=move, headers=bearer(tokens[0])).status_code == 200
        with httpx.Client(base_url=server.url, headers={"origin": server.url}, follow_redirects=True) as browser:
            browser.get("/")
            browser.post("/new/maumau", data={"kind0": "here", "kind1": "here", "name0": "Rumpelstilz"})
            cookie = browser.cookies["fabletop"]
        server.process.send_signal(signal.SIGHUP)  # a terminal is closed: the same
        assert server.process.wait(15) == 0
        log = server.log.read_text(encoding="utf-8")
    assert made["table"] in log
    for line in log.splitlines():
        assert {"at", "level", "of", "says"} <= set(json.loads(line))
    for secret in (*tokens, cookie, "Rumpelstilz", "Rapunzel", "seed", *state["actions"]):
        assert secret not in log, secret


def test_nobody_can_fill_the_log_with_the_same_line(tmp_path: Path) -> None:
    with launched(tmp_path) as server:
        host, port = server.url.removeprefix("http://").split(":")
        for _ in range(30):
            with socket.create_connection((host, int(port)), 30) as line:
                line.sendall(b"\x16\x03\x01 what is this\r\n\r\n")
                assert line.recv(1000).startswith(b"HTTP/1.1 400")
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(15) == 0
        said = [json.loads(line) for line in server.log.read_text(encoding="utf-8").splitlines()]
    assert sum("Invalid HTTP request" in line["says"] for line in said) == 1


def test_a_line_left_out_of_the_log_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    now, seldom, says = 0.0, logs.Seldom(), list[int]()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    for second in range(150):
        now = float(second)
        record = logging.makeLogRecord({"msg": "the disk is full", "levelno": logging.ERROR})
        if seldom.filter(record):
            says.append(vars(record)["unsaid"])
        assert seldom.filter(logging.makeLogRecord({"msg": "a table is made", "levelno": logging.INFO}))
    assert says == [0, 59, 59]


def until_busy(ask: Callable[[], httpx.Response], before: int) -> httpx.Response:
    """The first answer that asks to wait; what came before."""
    for _ in range(300):
        answer = ask()
        if answer.status_code == 429:
            return answer
        assert answer.status_code == before
    raise AssertionError("it is never refused")


def test_it_says_how_it_is_and_limits_what_a_client_may_do(tmp_path: Path) -> None:
    with (
        launched(tmp_path, 0.0, "--tables-per-client", "3", "--limits", "0.2") as server,
        httpx.Client(base_url=server.url) as client,
    ):
        assert client.get("/healthz").json()["ok"] is True
        wanted = {"game": "duck", "seats": ["person"]}
        answers = [client.post("/api/tables", json=wanted) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201] * 3
        assert "wait a little" in until_busy(lambda: client.post("/api/tables", json=wanted), 201).json()["error"]
        table, token = answers[0].json()["table"], answers[0].json()["seats"][0]["token"]
        path = f"/api/tables/{table}/moves"
        until_busy(lambda: client.post(path, json={"ply": -1, "act": "x"}, headers=bearer(token)), 409)
        assert client.post(path, content=b"{" * 20_000, headers=bearer("another")).status_code == 413
        # a body that says it is huge is refused before it is sent
        with socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), 10) as line:
            head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 900000000\r\n\r\n"
            line.sendall(head.encode() + b"x" * 20_000)
            assert line.recv(100).startswith(b"HTTP/1.1 413")
        assert client.get("/healthz").status_code == 200


def test_a_first_page_and_all_that_it_loads_is_there(tmp_path: Path) -> None:
    """The page and all that it loads, by a visitor who comes for the first time to a server that has just started."""
    with launched(tmp_path) as server, httpx.Client(base_url=server.url) as client:
        page = client.get("/").text
        for path in sorted({part.split('"')[0] for part in page.split('="') if part.startswith(("/static/", "/lid/"))}):
            assert client.get(path).status_code == 200
