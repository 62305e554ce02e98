"""Small promises that a third sample of faults found unguarded: lids, proxies, receipts, colours (docs/mutants.md)."""

from __future__ import annotations

import json
import logging
import re

import pytest

import fabletop
from fabletop.engine.records import load
from fabletop.engine.registry import spec_of
from fabletop.engine.translate import ENGLISH
from fabletop.tables.audit import Proved
from fabletop.tables.verify import _received
from fabletop.web.charts import WIDTH, lengths
from fabletop.web.chest_page import lid_picture, variants
from fabletop.web.proxies import Proxies
from fabletop.words import Words


@pytest.mark.parametrize("id", fabletop.game_ids())
def test_a_lid_shows_a_game_that_has_begun_and_is_not_over(id: str) -> None:
    low, high = spec_of(id).seats
    begins = fabletop.game(id, seats=min(high, max(low, 3))).new().view(None).svg().encode()
    assert lid_picture(id, "en") != begins


def test_a_lid_names_its_variants() -> None:
    words = Words("en")
    for id in fabletop.game_ids():
        spec = spec_of(id)
        values = [str(value) for value in spec.option(spec.variant).values] if spec.variant else []
        found = variants(id, words.game(id))
        assert [address for address, _ in found] == values
        assert all(name for _, name in found)


def test_a_proxy_that_nobody_has_named_is_told_of_once(caplog: pytest.LogCaptureFixture) -> None:
    proxies = Proxies()
    plain = {"type": "http", "client": ("10.1.2.3", 1), "headers": []}
    forwarded = {**plain, "headers": [(b"x-forwarded-for", b"203.0.113.9")]}
    with caplog.at_level(logging.WARNING):
        proxies._notice(plain)
        assert not caplog.records
        proxies._notice(forwarded)
        proxies._notice(forwarded)
    assert [record.getMessage() for record in caplog.records] == [
        "10.1.2.3 says that it asks for others; if it is your proxy, say --trusted-proxies 10.1.2.3"
    ]


def test_a_receipt_says_how_many_links_were_not_used() -> None:
    proved = Proved(device=1, mine=5, fixed=0, word=0, unused=0, silent=0, elsewhere=0, told=0, plies=9)
    assert not any("not used" in text for text in _received(proved, ENGLISH))
    (text,) = [text for text in _received(proved._replace(unused=2), ENGLISH) if "not used" in text]
    assert text.strip().startswith("Links given and not used: 2. ")
    (text,) = [text for text in _received(proved._replace(unused=2, elsewhere=1), ENGLISH) if "not used" in text]
    assert "(1 of them for a past" in text


@pytest.mark.parametrize(
    ("colours", "seen"),
    [([3, 1], (3, 1)), *((wrong, (0, 1)) for wrong in (None, ["red", 1], "31", [3, 3], [3, 9], [True, 0]))],
)
def test_colours_of_a_record_that_are_none_are_the_usual_ones(colours: object, seen: tuple[int, int]) -> None:
    header = {"fabletop": 1, "game": "duck", "version": 1, "options": {}, "seats": ["Ada", "Ben"], "colours": colours}
    assert load([json.dumps(header)]).colours == seen


def test_a_histogram_has_at_most_24_bars_that_fill_its_width() -> None:
    drawn = lengths(fabletop.simulate("mensch", games=40, seats=2, seed=1, threads=1), Words("en"))
    bars = [(float(x), float(w)) for x, w in re.findall(r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', drawn)]
    assert 1 < len(bars) <= 24
    assert max(x + w for x, w in bars) <= WIDTH - 10
    assert min(w for _, w in bars) > (WIDTH - 20) / 24 - 2
