"""Every page in every language: nothing stays English; and a ninth language is one command and one folder."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest
from tests.languages import NINTH, made_up

import fabletop
from fabletop.testing.serving import running_server
from fabletop.words import LANGUAGES, Words
from fabletop.words.catalogue import LOCALE, languages
from fabletop.words.check import load
from fabletop.words.upkeep import catalogues, missing

Visit = Callable[[], httpx.Client]
SHOWN = ("alt", "aria-label", "aria-roledescription", "placeholder", "title")
OTHERS = [language for language in LANGUAGES if language != "en"]


class Texts(HTMLParser):
    """What a reader meets on a page: texts, and attributes that are shown or read aloud."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.silent = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent = tag in ("script", "style")
        self.found += [value for name, value in attrs if name in SHOWN and value]

    def handle_endtag(self, tag: str) -> None:
        self.silent = False

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.found.append(" ".join(data.split()))


def texts_of(html: str) -> list[str]:
    reader = Texts()
    reader.feed(re.sub(r"</?strong>", "", html))
    code = re.compile(r"[0-9a-f]{32,}|https?:.*")
    return [text for text in reader.found if re.search(r"[^\W\d_]{2}", text) and not code.fullmatch(text)]


def pages(client: httpx.Client, language: str, ids: Sequence[str]) -> Iterator[tuple[str, str]]:
    """All kinds of pages, for one game after the other, with their paths."""
    client.cookies.set("language", language)
    for path in ("/", "/games", "/privacy", "/lab", "/nothing-here"):
        yield path, client.get(path).text
    for id in ids:
        table = client.post(f"/start/{id}")
        yield str(table.url.path), table.text
        for path in (f"/new/{id}", f"/rules/{id}", f"/learn/{id}", f"/lab/{id}", f"{table.url.path}/dice"):
            yield path, client.get(path).text


@pytest.mark.parametrize("language", OTHERS)
def test_no_english_text_of_a_catalogue_is_left_on_a_page(language: str, visit: Visit) -> None:
    english = {
        str(message.id)
        for name in catalogues()
        for message in load(LOCALE / language / f"{name}.po")
        if message.id and isinstance(message.id, str) and message.id != message.string and " " in message.id
    }
    for path, html in pages(visit(), language, fabletop.game_ids()[OTHERS.index(language) % 4 :: 4]):
        assert f'<html lang="{language}">' in html
        assert not english & set(texts_of(html)), path


def test_at_one_table_everybody_reads_the_own_language(visit: Visit) -> None:
    here = visit()
    here.cookies.set("language", "de")
    table = here.post("/start/duck").url.path
    seen = {}
    for language in LANGUAGES:
        client = visit()
        client.cookies.set("language", language)
        seen[language] = texts_of(client.get(table).text)
    for language, texts in seen.items():
        assert Words(language).game("duck").title in texts
        assert [code for code in LANGUAGES if Words(code)("Who plays") in texts] == [language]


@pytest.fixture
def ninth(tmp_path: Path) -> Path:
    return made_up(tmp_path)


def test_a_ninth_language_is_one_command_and_one_folder(
    ninth: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever has no brackets on a page did not come from a catalogue."""
    assert missing(NINTH, ninth) == {}
    spoken = languages(ninth)
    assert spoken == {**LANGUAGES, NINTH: "Esperanto"}
    monkeypatch.setenv("FABLETOP_LOCALE", str(ninth))
    own, left = {"Fabletop", *spoken.values()}, {}
    with running_server(tmp_path) as url, httpx.Client(base_url=url, headers={"origin": url}) as client:
        client.follow_redirects = True
        for path, html in pages(client, NINTH, fabletop.game_ids()):
            assert f'<html lang="{NINTH}">' in html
            found = {text for text in texts_of(html) if not {*"⟦⟧"} & {*text} and text not in own}  # or half of one
            left.update(dict.fromkeys(found, path))
    assert left == {}
