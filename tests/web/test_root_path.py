"""Below a path of a host that has other things beside it: nothing leads out of it, and everything works in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import httpx
import pytest

from fabletop.engine.errors import BadOption
from fabletop.testing.proxy import ReverseProxy, proxy_below
from fabletop.testing.serving import launched
from fabletop.web.root import root_path

ROOT = "/games"  # which is also the name of a page of ours
LED = re.compile(r'\b(href|src|action|formaction|data-src|data-url|data-faces)="([^"#][^"]*)"')
DRAWN = re.compile(r"/(picture|lid|animal|static)/.*")  # one of a kind will do


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReverseProxy]:
    with (
        launched(tmp_path_factory.mktemp("below"), 0.0, "--root-path", ROOT, "--limits", "0") as server,
        proxy_below(ROOT, server.url) as proxy,
    ):
        yield proxy


@pytest.fixture
def browser(host: ReverseProxy) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=host.url + ROOT, headers={"origin": host.url}, follow_redirects=True) as client:
        client.get("/")
        yield client


def led_to(page: httpx.Response) -> set[tuple[str, str]]:
    """Where a page leads, and by what."""
    return {(by, urljoin(str(page.url), unescape(to))) for by, to in LED.findall(page.text)}


def test_no_link_form_picture_or_script_leads_out_of_the_path(host: ReverseProxy, browser: httpx.Client) -> None:
    table = browser.post("/start/duck")
    assert urlsplit(str(table.url)).path.startswith(f"{ROOT}/t/")
    waiting = browser.post("/new/mensch", data={"kind0": "here", "kind1": "elsewhere", "name0": "Ada"})
    assert urlsplit(str(waiting.url)).path.startswith(f"{ROOT}/t/")
    met: set[str] = set()
    left = {str(table.url), str(waiting.url), f"{host.url}{ROOT}"}
    while left:
        url = left.pop()
        page = browser.get(url)
        hidden = url.endswith(("/record", "/watch?ply=0")) or "/t/lesson" in url  # in lessons, or until the end
        assert page.status_code == 200 or (hidden and page.status_code in (404, 409)), url
        for by, to in led_to(page) if "html" in page.headers["content-type"] else ():
            assert to.startswith(f"{host.url}{ROOT}/"), (url, by, to)
            kind = DRAWN.sub(r"/\1/", to.partition("?")[0])
            if by in ("href", "src") and kind not in met:
                met.add(kind)
                left.add(to)
    pages = ("games", "lab", "lab/duck", "privacy", "rules/duck", "learn/duck/first", "new/duck", "picture/", "static/")
    assert {f"{host.url}{ROOT}/{page}" for page in pages} <= met
    assert host.astray == []


def test_forms_cookies_streams_and_invitations_work_below_a_path(host: ReverseProxy, browser: httpx.Client) -> None:
    greeted = httpx.get(f"{host.url}{ROOT}/").headers["set-cookie"]
    assert f"Path={ROOT};" in greeted
    went = browser.post("/language", data={"language": "de", "to": "/games?x=1"}, follow_redirects=False)
    assert went.headers["location"] == f"{ROOT}/games?x=1"
    slashed = browser.get("/games/?x=1", follow_redirects=False)
    assert httpx.URL(slashed.headers["location"]).raw_path.decode() == f"{ROOT}/games?x=1"
    assert f"Path={ROOT};" in went.headers["set-cookie"]
    for trick in ("//elsewhere", "/../private", "https://elsewhere", "/a/../../private"):
        went = browser.post("/language", data={"language": "en", "to": trick}, follow_redirects=False)
        assert went.headers["location"] == f"{ROOT}/"
    page = browser.post("/new/mensch", data={"kind0": "here", "kind1": "elsewhere", "name0": "Ada"})
    invitation = next(to for by, to in led_to(page) if by == "href" and "?invite=" in to)
    assert invitation.startswith(f"{host.url}{ROOT}/t/")
    assert browser.get(f"{page.url}/qr.svg").status_code == 200
    with httpx.Client(headers={"origin": host.url}, follow_redirects=True) as guest:
        form = guest.get(invitation)
        seat = next(to for by, to in led_to(form) if by == "action" and to.endswith("/seat"))
        key = invitation.partition("?invite=")[2]
        joined = guest.post(seat, data={"seat": "1", "invite": key, "name": "Ben", "do": "join"})
        assert "Ben" in joined.text
        with guest.stream("GET", f"{page.url}/live?since=0") as stream:
            assert next(stream.iter_lines()).startswith("retry")
    assert host.astray == []


def test_programs_find_the_api_below_the_path_and_watchers_ask_the_server_itself(tmp_path: Path) -> None:
    with launched(tmp_path, 0.0, "--root-path", "club/games/") as server:
        root = f"{server.url}/club/games"
        assert httpx.get(f"{root}/api").json()["servers"] == [{"url": "/club/games"}]
        made = httpx.post(f"{root}/api/tables", json={"game": "duck", "seats": ["person", "person"]})
        assert made.status_code == 201
        assert httpx.get(f"{root}/api/tables/{made.json()['table']}").status_code == 200
        for path in ("/", "/club", "/club/gamesx", "/t/x", "/api", "/club/games/…"):
            answer = httpx.get(server.url + path)
            assert (answer.status_code, "x-request-id" in answer.headers) == (404, True), path
        for path in ("/healthz", "/readyz", "/metrics"):
            assert httpx.get(server.url + path).status_code == 200
            assert httpx.get(root + path).status_code == 200


@pytest.mark.parametrize(("given", "path"), [("", ""), ("/", ""), ("games", "/games"), ("/a/b-c/", "/a/b-c")])
def test_a_root_path_is_read(given: str, path: str) -> None:
    assert root_path(given) == path


@pytest.mark.parametrize("given", ["/a b", "/..", "/a//b", "/a/./b", "/ä", '/"', "https://x"])
def test_an_odd_root_path_is_told_in_one_line(given: str) -> None:
    with pytest.raises(BadOption, match="--root-path"):
        root_path(given)
