"""The dice in a real browser, on an origin that is not a secure context: as on a phone in the local net."""

from __future__ import annotations

import gzip
import hashlib
import hmac
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from fabletop.tables import dice, links
from fabletop.tables.verify import verify
from fabletop.testing.serving import running_server

from .conftest import A_GAME, PATIENCE, Phone
from .test_in_chromium import PRESS, READY, SITS, TABLES, join, pressed, set_up

NIST = {  # FIPS 180-4, examples for SHA-256
    "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": (
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    "a" * 1_000_000: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
}
RFC_4231 = [  # key, data, HMAC-SHA-256
    ("0b" * 20, "4869205468657265", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    (
        "aa" * 131,
        b"Test Using Larger Than Block-Size Key - Hash Key First".hex(),
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ),
]
# Names in the picture of the chain that cover one another, or reach beyond it
CROWDED = """() => {
  const room = document.querySelector('#picture svg').getBoundingClientRect(), found = [];
  const names = [...document.querySelectorAll('#picture .below')];
  const boxes = names.map(name => name.getBoundingClientRect());
  boxes.forEach((a, i) => {
    if (a.left < room.left || a.right > room.right || a.bottom > room.bottom) found.push(names[i].textContent);
    boxes.slice(i + 1).forEach((b, j) => {
      const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top + 2 || b.bottom <= a.top + 2;
      if (!apart) found.push(`${names[i].textContent} and ${names[i + 1 + j].textContent}`);
    });
  });
  return found;
}"""
VERSION_1 = Path(__file__).parents[1] / "data" / "version-1"


def module(page: Page, name: str, call: str, given: object) -> Any:
    """What a function of one of our modules makes of something."""
    edition = page.locator("link[rel=stylesheet]").first.get_attribute("href")
    assert edition
    path = edition.rsplit("/", 1)[0]
    both = f"const m = await import('{path}/{name}'), l = await import('{path}/links.js')"
    return page.evaluate(f"async given => {{ {both}; return {call}; }}", given)


def test_sha256_and_hmac_are_those_of_the_standards_and_of_python(phone: Phone) -> None:
    page = phone()
    page.goto("/")
    assert page.evaluate("isSecureContext") is False
    assert page.evaluate("crypto.subtle === undefined")
    hashed = module(page, "sha256.js", "given.map(text => l.hex(m.sha256(l.text(text))))", list(NIST))
    assert hashed == list(NIST.values())
    for key, data, expected in RFC_4231:
        assert module(page, "sha256.js", "l.hex(m.hmac(l.bytes(given[0]), l.bytes(given[1])))", [key, data]) == expected
    samples = [os.urandom(n).hex() for n in (1, 31, 32, 49, 55, 56, 63, 64, 65, 119, 120, 128, 1000)]
    call = "given.map(one => [l.hex(m.sha256(l.bytes(one))), l.hex(m.hmac(l.bytes(one), l.bytes(one)))])"
    for sample, found in zip(samples, module(page, "sha256.js", call, samples), strict=True):
        body = bytes.fromhex(sample)
        assert found == [hashlib.sha256(body).hexdigest(), hmac.digest(body, body, "sha256").hex()]


def test_the_sums_of_the_page_are_those_of_the_table(phone: Phone) -> None:
    page = phone()
    page.goto("/")
    tag, root = links.tag("table"), os.urandom(32)
    chain = links.chain(tag, root)
    found = module(
        page,
        "links.js",
        "[0, 1, 77, 4096].map(i => l.hex(l.chain(l.tag('table'), l.bytes(given))(i)))",
        root.hex(),
    )
    assert found == [chain[i].hex() for i in (0, 1, 77, 4096)]
    given = [(1, 5, chain[5].hex()), (2, 4, chain[9].hex())]
    pool = links.pooled(tag, links.NOTHING, 3, given)
    assert module(page, "links.js", "l.hex(l.pooled(l.tag('table'), l.NOTHING, 3, given))", given[::-1]) == pool.hex()
    odds = {"roll 6": 1, "roll 1": 3, "deal b": 2, "deal ä": 5}
    for drawn in range(30):
        call = "l.outcome(l.bytes(given[0]), l.tag('table'), 3, given[1], l.bytes(given[2]), given[3]).act"
        said = module(page, "links.js", call, [root.hex(), drawn, pool.hex(), odds])
        assert said == links.outcome(root, tag, 3, drawn, pool, odds)
    many = {f"card {card:04}": 2**53 for card in range(1025)}  # half of all numbers would favour some: taken again
    call = (
        "[0, 1, 2, 3, 4, 5].map(j => l.outcome(l.bytes(given[0]), l.tag('table'), 3, j, l.bytes(given[1]), given[2]))"
    )
    tries = module(page, "links.js", f"({call}).map(one => [one.act, one.attempt])", [root.hex(), pool.hex(), many])
    assert [act for act, _ in tries] == [links.outcome(root, tag, 3, drawn, pool, many) for drawn in range(6)]
    line = ["sit", 2, "ab" * 32, [0, 1]]
    key = links.log_key(root, tag)
    call = "l.hex(l.headed(l.tag('table'), l.logKey(l.bytes(given[0]), l.tag('table')), l.NOTHING, 7, given[1]))"
    said = module(page, "links.js", call, [root.hex(), line])
    assert said == links.headed(tag, key, links.NOTHING, 7, links.line(line)).hex()


def invited(host: Page, guest: Page) -> None:
    link = host.locator("a.link", has_text="invite=").first.get_attribute("href")
    assert link
    join(guest, re.sub(r"https?://[^/]+", "", link))


def test_two_phones_over_plain_http_check_their_dice_and_save_receipts(phone: Phone, tmp_path: Path) -> None:
    host, guest = phone(), phone()
    set_up(host, "nutcracker", "here", "elsewhere")
    expect(host.locator("#board svg")).to_be_visible()
    invited(host, guest)
    for page in (host, guest):
        page.evaluate(PRESS)
    for page in (host, guest):
        page.wait_for_selector("main.over", timeout=A_GAME)
        expect(page.locator("#fair")).to_contain_text("Your device has checked")
    table = re.sub(r"\?.*", "", host.url)
    record = tmp_path / "game.jsonl"
    record.write_text(host.evaluate(f"fetch('{table}/record').then(answer => answer.text())"), encoding="utf-8")
    receipts = []
    for number, page in enumerate((host, guest)):
        page.goto(table + "/dice")
        expect(page.locator("#verdict")).to_contain_text("Your device has checked")
        expect(page.locator("#picture svg .bead")).not_to_have_count(0)
        page.locator("#roll").fill("3")
        expect(page.locator("#which")).to_contain_text("Roll 3 of")
        with page.expect_download() as download:
            page.locator("#saved a").click()
        receipts.append(tmp_path / f"{number}.json")
        download.value.save_as(receipts[-1])
        assert "root" not in json.loads(receipts[-1].read_text())
    assert host.locator("#print").inner_text() == guest.locator("#print").inner_text()
    host.set_viewport_size({"width": 360, "height": 740})
    for language in ("de", "it", "en"):  # what stands below the beads is read in full
        host.goto(f"{table}/dice?language={language}")
        expect(host.locator("#picture svg .bead")).not_to_have_count(0)
        assert host.evaluate(CROWDED) == []
    given = [part for path in receipts for part in ("--receipt", str(path))]
    command = [sys.executable, "-m", "fabletop.cli", "verify", str(record), *given, "--json"]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert found["honest"]
    assert found["devices"] == 2
    assert found["linked"] + found["silences"] >= found["rolls"]  # on a busy machine a page may be too slow


def test_the_cards_are_dealt_when_everybody_is_here(phone: Phone) -> None:
    host, guest = phone(), phone()
    set_up(host, "maumau", "here", "elsewhere")
    expect(host.locator("#status")).to_have_text("It begins when everybody is here.")
    expect(host.locator("#buttons button")).to_have_text("Start now")
    assert host.locator("#log li").count() == 0
    invited(host, guest)
    expect(host.locator("#log li").first).to_be_attached()
    expect(guest.locator("#log li").first).to_be_attached()
    alone = phone()
    set_up(alone, "maumau", "here", "elsewhere")
    alone.locator("#buttons button").click()
    expect(alone.locator("#log li").first).to_be_attached()


def test_a_page_finds_a_lying_server_by_its_own_receipt(phone: Phone) -> None:
    page = phone()
    for _ in range(TABLES):
        set_up(page, "duck", "here", "here")
        page.evaluate(PRESS)
        page.wait_for_selector("main.over", timeout=A_GAME)
        expect(page.locator("#fair.good")).to_have_text(re.compile(r"^Your device has checked all \d+ rolls\.$"))
        table = page.url
        honest = page.evaluate(f"fetch('{table}/dice.json').then(answer => answer.text())")
        if any(line[0] in (0, 1) for line in json.loads(honest)["lines"]):  # somebody had something to decide
            break

    def lied(change: Callable[[dict[str, Any]], None]) -> None:
        proof = json.loads(honest)
        change(proof)
        page.route("**/dice.json", lambda route: route.fulfill(json=proof))
        page.goto(table + "/dice")
        expect(page.locator("#verdict.bad")).to_be_visible()
        page.unroute("**/dice.json")

    def face(proof: dict[str, Any]) -> None:
        line = next(line for line in proof["lines"] if line[0] == "chance")
        line[1] = "roll 1" if line[1] != "roll 1" else "roll 2"

    lied(face)
    expect(page.locator("#verdict")).to_contain_text("is not what the dice made")
    lied(lambda proof: proof.update(seed="00" * 32, commitment=hashlib.sha256(bytes(32)).hexdigest()))
    expect(page.locator("#verdict")).to_contain_text("not the one that was promised")

    def decided(proof: dict[str, Any]) -> None:
        line = next(line for line in proof["lines"] if line[0] in (0, 1))
        line[1] = "stay" if line[1] != "stay" else "go"

    lied(decided)
    expect(page.locator("#verdict")).to_contain_text("the past was changed")

    def older(proof: dict[str, Any]) -> None:
        """All the dice as the old protocol would have them: each with a number that makes the face that pleases."""
        mix, plies, rolled = dice.first_mix(proof["commitment"]), [], 0
        for number in range(1, 5):
            odds, rolled = list(proof["odds"][rolled]), rolled + 1
            salts = (f"{salt:016x}" for salt in range(1000))
            mix, salt = next(
                (mixed, salt)
                for salt in salts
                if (mixed := dice.mixed(mix, salt))
                and odds[dice.outcome(proof["seed"], proof["table"], number, mixed, [1] * 6)] == "roll 6"
            )
            plies.append({"by": -1, "act": "roll 6", "salt": salt})
        proof.update(protocol=1, plies=plies)

    lied(older)
    expect(page.locator("#verdict")).to_contain_text("its dice were of another kind")
    lied(lambda proof: proof.update(table="another"))
    expect(page.locator("#verdict")).to_contain_text("another table's dice")
    lied(lambda proof: proof["lines"].insert(1, ["chance", "roll 1", 1, 0, [[9, 1, "00"]], []]))

    def skipped(proof: dict[str, Any]) -> None:
        """A later link of the same chain: whoever may skip links tries them until the outcome pleases."""
        kept = page.evaluate("table => localStorage['dice:' + table]", proof["table"])
        chain = links.chain(links.tag(proof["table"]), bytes.fromhex(json.loads(kept)[-1]["root"]))
        given = next(line for line in proof["lines"] if line[0] == "chance")[4][0]
        given[1:] = [given[1] + 1, chain[given[1] + 1].hex()]

    lied(skipped)
    expect(page.locator("#verdict")).to_contain_text("a link is not the one for shake 1")
    lied(lambda proof: proof.pop("lines"))
    lied(lambda proof: next(line for line in reversed(proof["lines"]) if line[0] == "chance").__setitem__(3, 7))

    def unasked(proof: dict[str, Any]) -> None:
        """A second throw of the same shake, foreseen by the table: nobody was asked for a link."""
        first = next(k for k, line in enumerate(proof["lines"]) if line[0] == "chance")
        seed, tag, (_, _, n, _, given, _) = (
            bytes.fromhex(proof["seed"]),
            links.tag(proof["table"]),
            proof["lines"][first],
        )
        pool = links.pooled(tag, links.NOTHING, n, [(device, i, link) for device, i, link in given])
        face = links.outcome(seed, tag, n, 1, pool, {f"roll {face}": 1 for face in range(1, 7)})
        proof.update(lines=[*proof["lines"][: first + 1], ["chance", face]], throwers=[0, 1])

    def told(proof: dict[str, Any]) -> None:
        """A game with another face than the page was told while it went on; all else may fit."""
        page.evaluate("""() => { for (const key of Object.keys(localStorage).filter(key => key.startsWith('dice:'))) {
            const all = JSON.parse(localStorage[key]), one = all.at(-1).told.find(([, act]) => act.startsWith('roll'));
            one[1] = one[1] === 'roll 1' ? 'roll 2' : 'roll 1'; localStorage[key] = JSON.stringify(all); } }""")

    kept = page.evaluate("JSON.stringify(localStorage)")
    lied(told)
    expect(page.locator("#verdict")).to_contain_text(re.compile(r"roll [12] was told as line \d+ of the log"))
    page.evaluate("kept => Object.assign(localStorage, JSON.parse(kept))", kept)

    def again(proof: dict[str, Any]) -> None:
        """The first throw did not please: it is taken back."""
        first = next(k for k, line in enumerate(proof["lines"]) if line[0] == "chance")
        proof["lines"].insert(first + 1, ["undo", 0, 1])

    lied(again)
    expect(page.locator("#verdict")).to_contain_text("more than a decision went back")

    def woken(proof: dict[str, Any]) -> None:
        next(line for line in proof["lines"] if line[0] in (0, 1))[2] = 2

    lied(woken)
    expect(page.locator("#verdict")).to_contain_text("by a device that does not sit there")
    lied(unasked)
    expect(page.locator("#verdict")).to_contain_text("shaken once too often, or not at all")
    page.goto(table + "/dice")
    expect(page.locator("#verdict.good")).to_be_visible()
    page.locator("#roll").fill("5")
    shown = page.locator("#explorer dd").all_text_contents()  # all that is needed to compute this roll by hand
    anchor, link, before, pool, seed, counted, number, rest, act, odds = shown
    n, drawn, attempt = map(int, counted.split(", "))
    tag, value = links.tag(json.loads(honest)["table"]), bytes.fromhex(link)
    for _ in range(n):
        value = links.step(tag, value)
    assert value.hex() == anchor
    assert links.pooled(tag, bytes.fromhex(before), n, [(1, n, link)]).hex() == pool
    assert links.number(bytes.fromhex(seed), tag, n, drawn, attempt, bytes.fromhex(pool)) == int(number)
    assert (int(number) % 6, f"roll {int(rest) + 1}", odds) == (int(rest), act, "1 / 6")
    page.evaluate("localStorage.clear()")  # whoever has no receipt is told just that
    page.goto(table + "/dice")
    expect(page.locator("#verdict.plain")).to_contain_text("Your device had no hand in it")


def test_a_page_says_when_its_device_was_asleep_or_its_link_was_dropped(phone: Phone, tmp_path: Path) -> None:
    """Ben's phone hears no call, so it has a hand in its own throws alone: his page counts the others, and Ada's says
    that somebody was silent.  It counts as `fabletop verify` does."""
    host, guest = phone(), phone()
    guest.route("**/link", lambda route: route.abort())
    set_up(host, "duck", "here", "elsewhere", names=("Ada",))
    invited(host, guest)
    guest.wait_for_function(SITS)
    for page in (host, guest):
        page.evaluate(PRESS)
    for page in (host, guest):
        page.wait_for_selector("main.over", timeout=A_GAME)
    table = re.sub(r"\?.*", "", host.url)
    record, receipts = tmp_path / "game.jsonl", [tmp_path / "ada.json", tmp_path / "ben.json"]
    record.write_text(host.evaluate(f"fetch('{table}/record').then(answer => answer.text())"), encoding="utf-8")
    for page, path in zip((host, guest), receipts, strict=True):
        page.goto(table + "/dice")
        with page.expect_download() as download:
            page.locator("#saved a").click()
        download.value.save_as(path)
    seen = verify(record, receipts)
    ada, ben = seen.receipts
    assert seen.wrong is None
    assert 0 < ben.mine < seen.rolls
    assert ben.unused > 0, "given, and it never arrived: to Ben it is as if the server had dropped it"
    assert ada.silent > 0
    hers = f"Your device has checked all {seen.rolls} rolls. Rolls at which a device was silent: {ada.silent}."
    if ada.fixed == ada.word == 0:  # on a busy machine her page may have been too slow once
        expect(host.locator("#verdict.plain")).to_contain_text(hers)
    his = guest.locator("#verdict.plain")
    expect(his).to_contain_text(f"not used: {ben.unused}.")
    if ben.word:
        checked = f"Your device has checked {ben.checked} of {seen.rolls} rolls. The others are the server's word."
        expect(his).to_contain_text(checked)
    else:
        expect(his).to_contain_text(f"It had a hand in {ben.mine} of them itself.")
    kinds = set()
    for roll in range(1, seen.rolls + 1):
        guest.locator("#roll").fill(str(roll))
        kinds.add(guest.locator("#which").inner_text().partition("(")[2])
    assert {"with your device's link)"} < kinds, kinds


def test_a_page_gives_one_link_for_one_past(phone: Phone) -> None:
    """A server that loses answers, asks twice, asks again for another past or for an older shake learns nothing."""
    page = phone()
    page.goto("/")
    script = """(async () => {
      const dice = { protocol: 2, table: 'greedy', commitment: '00', seats: [0] }, sent = [];
      const sits = { ok: true, json: async () => ({ device: 1, since: 2, ply: 1 }) };
      const post = async (path, body) => { sent.push([path, body]); return sits; };
      const mine = m.device(dice, post);
      await mine.sit();
      for (const [n, head] of given) mine.answer({ n, head, devices: [1] });
      for (const [k, act] of [[2, 'roll 1'], [2, 'roll 6'], [1, 'roll 6'], [4, 'go']]) mine.note(k, act);
      m.device(dice, post).answer({ n: 9, head: 'later', devices: [1] }); // another tab, or after a reload
      return sent.filter(([path]) => path === 'link').map(([, one]) => [one.n, one.head, one.i, one.link]);
    })()"""
    asked = [(3, "past"), (3, "past"), (3, "another past"), (2, "past"), (9, "later"), (3, "past")]
    first, again, later, reloaded = module(page, "receipt.js", f"await {script}", asked)
    assert first == again
    assert (first[:3], later[:3]) == ([3, "past", 1], [9, "later", 7])
    assert reloaded == later
    told = module(page, "receipt.js", "m.receipts('greedy').at(-1).told", None)
    assert told == [[2, "roll 1"], [4, "go"]], "what it was told first is what counts"


def test_a_table_that_begins_anew_gets_another_chain(phone: Phone) -> None:
    """A server that lays the same table again, with the same promise, is given no link twice: they would be known."""
    page = phone()
    page.goto("/")
    script = """(async () => {
      const dice = { protocol: 2, table: 'again', commitment: '00', seats: [0], shakes: 0, sits: null }, sent = [];
      const sits = { ok: true, json: async () => ({ device: 1, since: 0, ply: 1 }) };
      const post = async (path, body) => { sent.push(body); return sits; };
      for (const _ of [1, 2]) {
        const mine = m.device(dice, post);
        await mine.sit();
        mine.answer({ n: 1, head: 'past', devices: [1] });
      }
      const [first, one, second, two] = sent;
      const back = { ...dice, sits: { anchor: second.anchor }, shakes: given };
      return [first.anchor, one.link, second.anchor, two.link, await m.device(back, post).sit(), sent.length];
    })()"""
    anchor, link, other, its, nothing_new, sent = module(page, "receipt.js", f"await {script}", 4095)
    assert len({anchor, link, other, its}) == 4
    tag = links.tag("again")
    assert [links.step(tag, bytes.fromhex(one)).hex() for one in (link, its)] == [anchor, other]
    assert (nothing_new, sent) == (0, 4), "whoever sits there already goes on"
    assert module(page, "receipt.js", f"await {script}", 4096)[4:] == [1, 5], "but for a chain that is used up"


def test_a_link_is_copied_over_plain_http(phone: Phone) -> None:
    page = phone()
    set_up(page, "duck", "here", "elsewhere")
    assert page.evaluate("isSecureContext") is False
    assert page.evaluate("navigator.clipboard === undefined")
    page.locator(".bar .invite-open").click()
    link = page.locator("#invitation a.link").inner_text()
    page.locator("#invitation [data-do=copy]").click()
    expect(page.locator("#toast")).to_contain_text("copied")
    page.evaluate("document.querySelector('#invitation').append(document.createElement('textarea'))")
    page.locator("#invitation textarea").focus()
    page.keyboard.press("Control+V")
    expect(page.locator("#invitation textarea")).to_have_value(link)


def test_another_device_in_a_seat_is_seen_by_all_and_by_the_old_one(phone: Phone) -> None:
    host, guest = phone(), phone()
    set_up(host, "duck", "here", "elsewhere")
    invited(host, guest)
    expect(host.locator("#seats")).to_contain_text("Ben")
    guest.wait_for_function(SITS)
    other = guest.context.new_page()
    other.goto("/")
    other.evaluate(
        "Object.keys(localStorage).filter(k => k.startsWith('dice:')).forEach(k => localStorage.removeItem(k))"
    )
    other.goto(guest.url)  # her browser has forgotten its chain
    expect(host.locator("#log li", has_text="Ben plays on another device now")).to_be_attached()
    expect(guest.locator("#log li", has_text="Ben plays on another device now")).to_be_attached()


def test_who_finds_another_device_in_her_seat_is_asked_and_can_take_it_back(phone: Phone) -> None:
    mine, theirs = phone(), phone()
    set_up(mine, "duck", "here", "fair")
    mine.wait_for_function(SITS)
    for one in mine.context.cookies():  # whoever has her cookie is she
        theirs.context.add_cookies([{"name": one["name"], "value": one["value"], "url": mine.url}])
    theirs.goto(mine.url)
    question = mine.locator("#sure")
    expect(question).to_contain_text("Your seat has moved to another device. Was that you?")
    question.get_by_role("button", name="No").click()
    expect(theirs.locator("#sure")).to_be_visible()  # she plays on here, and the other device is asked in turn
    theirs.locator("#sure").get_by_role("button", name="Yes").click()
    expect(mine.locator("#sure")).to_be_hidden()
    pressed(mine)
    expect(mine.locator("#log li").filter(has_text=re.compile("roll|moves|goes"))).not_to_have_count(0)
    mine.goto(re.sub(r"\?.*", "", mine.url) + "/dice")
    expect(mine.locator("#given")).to_contain_text("How often your device has shaken the cup")


def test_whoever_cannot_keep_a_receipt_is_not_waited_for(phone: Phone) -> None:
    page = phone()
    page.add_init_script("""const put = Storage.prototype.setItem; Storage.prototype.setItem = function (key, value) {
        if (key.startsWith('dice:')) throw new Error('nothing can be kept'); put.call(this, key, value); }""")
    set_up(page, "maumau", "here", "fair", ready="#board svg")
    page.wait_for_selector(READY)
    expect(page.locator("#log li").first).to_be_attached()
    page.goto(re.sub(r"\?.*", "", page.url) + "/dice")
    expect(page.locator("#given")).to_contain_text("server's word")


def test_tables_of_the_old_protocol_are_checked_by_the_page_and_played_to_their_end(
    chromium: Browser, tmp_path: Path
) -> None:
    """The stored folder of version 1, in a browser without a secure context."""
    about = json.loads((VERSION_1 / "about.json").read_text(encoding="utf-8"))
    (tmp_path / "tables.sqlite").write_bytes(gzip.decompress((VERSION_1 / "tables.sqlite.gz").read_bytes()))
    (tmp_path / "secret").write_bytes((VERSION_1 / "secret").read_bytes())
    over = {table["game"]: id for id, table in about["tables"].items() if table["over"]}
    running = next(
        id for id, table in about["tables"].items() if (table["game"], table["what"]) == ("duck", "hot-seat, running")
    )
    with running_server(tmp_path) as url:
        there = url.replace("127.0.0.1", "fabletop.lan")
        context = chromium.new_context(base_url=there, locale="en-GB")
        context.set_default_timeout(PATIENCE)
        context.add_init_script("window.stageRate = 50")
        context.add_cookies([{"name": name, "value": value, "url": there} for name, value in about["cookie"].items()])
        page = context.new_page()
        for id in over.values():
            page.goto(f"/t/{id}/dice")
            expect(page.locator("#verdict.plain")).to_contain_text("It does not show that nobody chose.")
        proof = page.evaluate("fetch('dice.json').then(answer => answer.json())")
        salted = next(ply for ply in proof["plies"] if ply["salt"])
        salted["salt"] = "00" * 8
        page.route("**/dice.json", lambda route: route.fulfill(json=proof))
        page.reload()
        expect(page.locator("#verdict.bad")).to_contain_text("is not what the dice made")
        page.unroute("**/dice.json")
        page.goto(f"/t/{running}")
        page.evaluate(PRESS)
        page.wait_for_selector("main.over", timeout=A_GAME)
        expect(page.locator("#fair.plain")).to_contain_text("These are dice of the old kind")
        context.close()


def test_who_deletes_everything_of_the_device_leaves_no_receipt_behind(phone: Phone) -> None:
    page = phone()
    set_up(page, "duck", "here", "fair")
    page.wait_for_function(SITS)
    page.goto("/privacy")
    page.locator("form[action='/forget'] button").click()
    expect(page.get_by_role("status")).to_have_text("Everything from this device is deleted.")
    page.wait_for_function("() => localStorage.length === 0")
