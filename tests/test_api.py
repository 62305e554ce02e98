"""The JSON API over a real server: the contract, the errors, the stream, and who may hear what."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """`fabletop serve` as a user starts it, with brisk computer players."""
    port, data = free_port(), tmp_path_factory.mktemp("data")
    command = [sys.executable, "-m", "fabletop.cli", "serve", "--port", str(port), "--data", str(data)]
    env = {**os.environ, "FABLETOP_PACE": "0"}
    with subprocess.Popen(command, env=env, stderr=subprocess.PIPE) as process:
        url = f"http://127.0.0.1:{port}"
        for _ in range(200):
            try:
                httpx.get(url + "/healthz").raise_for_status()
                break
            except httpx.HTTPError:
                time.sleep(0.05)
        yield url
        process.send_signal(signal.SIGTERM)
        assert process.stderr is not None
        said = process.stderr.read().decode()
        assert process.wait(10) == 0
    assert "Traceback" not in said
    for line in said.splitlines():
        json.loads(line)
        assert "seed" not in line
        assert "token" not in line


@pytest.fixture
def client(server: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server) as opened:
        yield opened


def made(client: httpx.Client, game: str = "maumau", seats: list[str] | None = None, **options: Any) -> dict[str, Any]:
    wanted = {"game": game, "options": options, "seats": seats or ["person", "person"]}
    answer = client.post("/api/tables", json=wanted)
    assert answer.status_code == 201, answer.text
    table: dict[str, Any] = answer.json()
    return table


def bearer(table: dict[str, Any], seat: int) -> dict[str, str]:
    token = next(entry["token"] for entry in table["seats"] if entry["seat"] == seat)
    return {"Authorization": f"Bearer {token}"}


def test_a_table_gives_a_token_to_each_person(client: httpx.Client) -> None:
    table = made(client, "mensch", ["person", "person", "random"])
    assert [entry["seat"] for entry in table["seats"]] == [0, 1]
    assert len({entry["token"] for entry in table["seats"]}) == 2
    assert len(table["table"]) >= 16


def test_a_seat_sees_its_own_and_acts(client: httpx.Client) -> None:
    table = made(client)
    url = f"/api/tables/{table['table']}"
    mine = client.get(url, headers=bearer(table, 0)).json()
    other = client.get(url, headers=bearer(table, 1)).json()
    nobody = client.get(url).json()
    assert mine["turn"] == 0
    assert mine["actions"]
    assert other["actions"] == nobody["actions"] == []
    assert mine["view"]["hands"][0] != 0
    assert mine["view"]["hands"][1] == 0
    assert nobody["view"]["hands"] == [0, 0, 0, 0, 0]
    assert mine["result"] is None
    move = {"ply": mine["ply"], "act": mine["actions"][0]}
    answer = client.post(url + "/moves", json=move, headers=bearer(table, 0))
    assert answer.status_code == 200
    assert answer.json()["ply"] > mine["ply"]
    again = client.post(url + "/moves", json=move, headers=bearer(table, 0))
    assert again.status_code == 409
    assert again.json()["ply"] == answer.json()["ply"]


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        ({"game": "chess", "seats": ["person"]}, 422, "there is no game 'chess'"),
        ({"game": "duck", "seats": []}, 422, "1 to 4 seats, not 0"),
        ({"game": "duck", "seats": ["person", "wizard"]}, 422, "a seat is one of person"),
        ({"game": "duck", "seats": ["person"], "options": {"bump": 1}}, 422, "option bump: 1 is not one of off, on"),
        ({"game": "duck", "seats": ["person"], "options": {"bump": [1]}}, 422, "options"),
        ({"game": "duck", "seats": "person"}, 422, "seats"),
        ({"game": "duck", "seats": ["person"], "names": ["a", "b"]}, 422, "1 seats, but 2 names"),
        ({"game": "duck", "seats": ["person"], "colour": "red"}, 422, "unknown field `colour`"),
        ({}, 422, "missing required field `game`"),
        ([], 422, "Expected `object`"),
    ],
)
def test_a_bad_table_is_refused_in_one_line(client: httpx.Client, body: Any, status: int, says: str) -> None:
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == status
    assert says in answer.json()["error"]
    assert "\n" not in answer.json()["error"]


def test_bad_moves_are_refused_and_nothing_is_stored(client: httpx.Client) -> None:
    table = made(client)
    url = f"/api/tables/{table['table']}"
    state = client.get(url, headers=bearer(table, 0)).json()
    ply, act = state["ply"], state["actions"][0]

    def post(body: Any, headers: dict[str, str] | None = None) -> tuple[int, dict[str, Any]]:
        answer = client.post(url + "/moves", json=body, headers=headers)
        return answer.status_code, answer.json()

    assert post({"ply": ply, "act": act})[0] == 403
    assert post({"ply": ply, "act": act}, {"Authorization": "Bearer guess"})[0] == 403
    assert post({"ply": ply, "act": act}, bearer(table, 1))[0] == 403
    assert post({"ply": ply - 1, "act": act}, bearer(table, 0))[0] == 409
    status, said = post({"ply": ply, "act": "fly away"}, bearer(table, 0))
    assert status == 422
    assert said["legal"] == state["actions"]
    assert post({"ply": "x", "act": act}, bearer(table, 0))[0] == 422
    assert client.post(url + "/moves", content=b"\xff{", headers=bearer(table, 0)).status_code == 400
    assert client.post(url + "/moves", content=b" " * 20_000, headers=bearer(table, 0)).status_code == 413
    assert client.get("/api/tables/nowhere").status_code == 404
    assert client.post("/api/tables/nowhere/moves", json={"ply": 0, "act": "x"}).status_code == 404
    assert client.get("/api/tables/nowhere/events").status_code == 404
    assert client.get("/nothing").status_code == 404
    assert client.delete("/api/tables").status_code == 405
    assert client.get(url, headers=bearer(table, 0)).json()["ply"] == ply


def finished(client: httpx.Client, game: str, seats: list[str]) -> dict[str, Any]:
    table = made(client, game, seats)
    url = f"/api/tables/{table['table']}"
    while (state := client.get(url, headers=bearer(table, 0)).json())["result"] is None:
        if state["turn"] == 0:
            move = {"ply": state["ply"], "act": state["actions"][0], "salt": "00ff00ff"}
            assert client.post(url + "/moves", json=move, headers=bearer(table, 0)).status_code == 200
        else:
            time.sleep(0.01)
    return table


def test_a_finished_table_gives_its_record_and_honest_dice(client: httpx.Client, tmp_path: Path) -> None:
    running = made(client)
    assert client.get(f"/api/tables/{running['table']}/record").status_code == 409
    table = finished(client, "kniffel", ["person", "random"])
    answer = client.get(f"/api/tables/{table['table']}/record")
    assert answer.status_code == 200
    path = tmp_path / "game.jsonl"
    path.write_text(answer.text, encoding="utf-8")
    check = subprocess.run([sys.executable, "-m", "fabletop.cli", "verify", str(path)], capture_output=True, text=True)
    assert check.returncode == 0, check.stderr
    assert "outcomes of chance are what the seed and the devices' links made them" in check.stdout


def events(lines: Iterator[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    number = 0
    for line in lines:
        if line.startswith("id: "):
            number = int(line[4:])
        elif line.startswith("data: ") and line != "data: {}":
            yield number, json.loads(line[6:])


def test_the_stream_has_one_event_a_ply_and_resumes(client: httpx.Client) -> None:
    table = finished(client, "maumau", ["person", "random"])
    url = f"/api/tables/{table['table']}/events"
    with client.stream("GET", url, headers=bearer(table, 0)) as stream:
        assert stream.headers["content-type"] == "text/event-stream"
        mine = list(events(stream.iter_lines()))
    assert [number for number, _ in mine] == list(range(1, len(mine) + 1))
    assert all(data["ply"] == number for number, data in mine)
    assert mine[0][1]["by"] == "chance"
    assert mine[0][1]["act"].startswith("deal ")
    assert mine[1][1]["act"] == "deal ?"
    assert mine[-1][1]["result"]["winners"]
    with client.stream("GET", url, headers={**bearer(table, 0), "Last-Event-ID": "12"}) as stream:
        assert list(events(stream.iter_lines())) == mine[12:]
    with client.stream("GET", url) as stream:
        assert [data["act"] for _, data in events(stream.iter_lines())][:10] == ["deal ?"] * 10


def test_a_live_stream_hears_a_move_of_another(client: httpx.Client, server: str) -> None:
    table = made(client)
    url = f"/api/tables/{table['table']}"
    state = client.get(url, headers=bearer(table, 0)).json()
    with (
        httpx.Client(base_url=server) as second,
        second.stream("GET", url + "/events", headers={"Last-Event-ID": str(state["ply"])}) as stream,
    ):
        heard = events(stream.iter_lines())
        move = {"ply": state["ply"], "act": state["actions"][0]}
        assert client.post(url + "/moves", json=move, headers=bearer(table, 0)).status_code == 200
        number, data = next(heard)
        assert number == state["ply"] + 1
        assert data["act"] == state["actions"][0]
        assert data["by"] == 0


def test_undo_over_the_api(client: httpx.Client) -> None:
    table = made(client, "garden")
    url = f"/api/tables/{table['table']}"
    assert client.post(url + "/moves", json={"ply": 0, "act": "place A"}, headers=bearer(table, 0)).json() == {"ply": 1}
    assert client.post(url + "/undo", json={"ply": 1}, headers=bearer(table, 1)).status_code == 422
    assert client.post(url + "/undo", json={"ply": 1}, headers=bearer(table, 0)).json() == {"ply": 2}
    assert client.get(url, headers=bearer(table, 0)).json()["actions"] == ["place A", "place B", "place C", "place D"]


def test_the_description_names_every_path(client: httpx.Client) -> None:
    document = client.get("/api").json()
    assert document["openapi"].startswith("3.")
    assert set(document["paths"]) == {
        "/api/tables",
        "/api/tables/{table}",
        "/api/tables/{table}/moves",
        "/api/tables/{table}/undo",
        "/api/tables/{table}/device",
        "/api/tables/{table}/links",
        "/api/tables/{table}/start",
        "/api/tables/{table}/events",
        "/api/tables/{table}/record",
    }
    assert "maumau" in document["components"]["schemas"]["NewTable"]["properties"]["game"]["enum"]


def test_a_port_in_use_is_one_line(server: str, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "fabletop.cli",
        "serve",
        "--port",
        server.rpartition(":")[2],
        "--data",
        str(tmp_path),
    ]
    run = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert run.returncode == 2
    assert "is something else there?" in run.stderr.splitlines()[-1]
    assert "Traceback" not in run.stderr
    blocked = tmp_path / "file"
    blocked.write_text("")
    command[-1] = str(blocked / "deeper")
    assert "cannot be used" in subprocess.run(command, capture_output=True, text=True, timeout=30).stderr
