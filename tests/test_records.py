"""Records: written, read, refused with the place, fuzzed."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fabletop
from fabletop.engine.records import Writer, header_line, load, ply_line
from fabletop.testing import random_game

HEADER = '{"fabletop": 1, "game": "mensch", "version": 1, "options": {"track": 32}, "seats": ["Ada", "Ben"]}'
PLIES = [
    '{"ply": 1, "by": "chance", "act": "roll 6"}',
    '{"ply": 2, "by": 0, "act": "enter"}',
    '{"ply": 3, "by": "chance", "act": "roll 2"}',
]


def test_a_record_leads_to_its_state() -> None:
    state = fabletop.replay([HEADER, *PLIES])
    assert state.game == fabletop.game("mensch", seats=2, version=1, track=32)
    assert state.actions() == ["move 1"]
    recording = load([HEADER, *PLIES])
    assert recording.names == ("Ada", "Ben")
    assert [ply.act for ply in recording.plies] == ["roll 6", "enter", "roll 2"]
    assert recording.final() == state


def test_a_path_an_open_file_and_lines_are_all_read(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join([HEADER, *PLIES]) + "\n", encoding="utf-8")
    expected = fabletop.replay([HEADER, *PLIES])
    assert fabletop.replay(path) == expected
    assert fabletop.replay(str(path)) == expected
    with path.open() as file:
        assert fabletop.replay(file) == expected
    with path.open("rb") as binary:
        assert fabletop.replay(binary) == expected


def test_a_writer_writes_before_it_plays_and_refuses_without_a_trace() -> None:
    file = io.StringIO()
    writer = Writer.start(file, fabletop.game("mensch", seats=2, track=32), ["Ada", "Ben"])
    writer.play("roll 6")
    before = file.getvalue()
    with pytest.raises(fabletop.IllegalAction):
        writer.play("move 2")
    assert file.getvalue() == before
    writer.play("enter")
    assert fabletop.replay(file.getvalue().splitlines()) == writer.state


def test_lines_are_as_documented() -> None:
    game = fabletop.game("mensch", seats=2)
    head = json.loads(header_line(game, ["Ada", "Ben"]))
    assert (head["fabletop"], head["game"], head["version"], head["seats"]) == (1, "mensch", 2, ["Ada", "Ben"])
    assert head["options"]["track"] == 40
    assert json.loads(ply_line(1, fabletop.CHANCE, "roll 6")) == {"ply": 1, "by": "chance", "act": "roll 6"}
    assert json.loads(ply_line(2, 0, "enter")) == {"ply": 2, "by": 0, "act": "enter"}


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ([], "record:1: an empty record"),
        ([""], "record:1: not a whole JSON object"),
        (["[1]"], "record:1: not a JSON object"),
        ([b"\xff\xfe\x00"], "record:1: not text"),
        (['{"game": "mensch"}'], 'record:1: the header needs "fabletop": 1 .*found none'),
        ([HEADER.replace('"fabletop": 1', '"fabletop": 2')], "found 2"),
        ([HEADER.replace('"fabletop": 1', '"fabletop": true')], "found True"),
        ([HEADER.replace("mensch", "go")], "record:1: there is no game 'go'; the games are"),
        (
            [HEADER.replace('"version": 1', '"version": 7')],
            "record:1: version 7 of the rules of Mensch .* is newer than this program; known: 1, 2",
        ),
        ([HEADER.replace('"version": 1', '"version": "1"')], "unknown version '1'"),
        ([HEADER.replace('{"track": 32}', '{"track": 31}')], "record:1: option track: 31 is not one of 40, 32"),
        ([HEADER.replace('{"track": 32}', "[]")], '"options" must be an object'),
        ([HEADER.replace('["Ada", "Ben"]', "2")], '"seats" must be a list'),
        ([HEADER.replace('"Ada", ', "")], "record:1: .*2 to 4 seats, not 1"),
        ([HEADER, PLIES[0][:-9]], "record:2: not a whole JSON object"),
        ([HEADER, PLIES[1]], "record:2: ply 2 where ply 1 is expected"),
        ([HEADER, PLIES[0], PLIES[0]], "record:3: ply 1 where ply 2 is expected"),
        ([HEADER, PLIES[0].replace("chance", "0")], 'record:2: "by" is .0., but it is the turn of .chance.'),
        ([HEADER, PLIES[0], PLIES[1].replace("0", "1")], 'record:3: "by" is 1, but it is the turn of 0'),
        ([HEADER, PLIES[0], PLIES[1].replace("0", "false")], 'record:3: "by" is False'),
        ([HEADER, PLIES[0].replace("roll 6", "roll 7")], "record:2: 'roll 7' is not legal now; legal: roll 1"),
        ([HEADER, PLIES[0].replace('"roll 6"', "6")], 'record:2: "act" must be the text of an action, found 6'),
        ([HEADER, *PLIES, ""], "record:5: not a whole JSON object"),
    ],
)
def test_a_bad_record_is_refused_with_its_place(lines: list[str | bytes], says: str) -> None:
    with pytest.raises(fabletop.BadRecord, match=says) as error:
        fabletop.replay(lines)
    assert "\n" not in str(error.value)


def test_a_ply_after_the_end_is_refused() -> None:
    game = fabletop.game("duck", seats=2)
    lines = [header_line(game)]
    for number, (state, act) in enumerate(random_game(game, 1), start=1):
        lines.append(ply_line(number, state.turn, act))
    assert fabletop.replay(lines).result is not None
    with pytest.raises(fabletop.BadRecord, match="the game was over before ply"):
        fabletop.replay([*lines, ply_line(len(lines), fabletop.CHANCE, "roll 1")])


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(fabletop.BadRecord, match=r"missing\.jsonl: cannot be read"):
        fabletop.replay(tmp_path / "missing.jsonl")
    with pytest.raises(fabletop.BadRecord, match="cannot be read"):
        fabletop.replay(tmp_path)


def test_the_place_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(HEADER + "\nnonsense\n")
    with pytest.raises(fabletop.BadRecord, match=r"bad\.jsonl:2: "):
        fabletop.replay(path)


@given(st.binary(max_size=400))
@settings(max_examples=300)
def test_garbage_never_gets_through(garbage: bytes) -> None:
    with pytest.raises(fabletop.BadRecord):
        fabletop.replay(io.BytesIO(garbage))


@given(st.data())
@settings(max_examples=200)
def test_a_damaged_record_is_read_or_refused_in_one_line(data: st.DataObject) -> None:
    text = bytearray("\n".join([HEADER, *PLIES]).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(text) - 1))
        text[place : place + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    try:
        state = fabletop.replay(io.BytesIO(bytes(text)))
    except fabletop.BadRecord as error:
        assert "\n" not in str(error)
        assert ":" in str(error)
    else:
        assert state.turn is not None


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(["fabletop", "game", "version", "options", "seats"]), json_values))
@settings(max_examples=200)
def test_any_header_is_read_or_refused(changes: dict[str, object]) -> None:
    head = json.loads(HEADER) | changes
    try:
        fabletop.replay([json.dumps(head)])
    except fabletop.BadRecord as error:
        assert str(error).startswith("record:1: ")


def test_a_record_is_written_in_the_letters_of_its_players() -> None:
    assert "Zoë" in ply_line(1, 0, "roll 6", name="Zoë")
    assert json.loads(ply_line(1, fabletop.CHANCE, "roll 6"))["by"] == "chance"


@pytest.mark.parametrize(
    ("colours", "seen"),
    [([3, 1], (3, 1)), *((wrong, (0, 1)) for wrong in (None, ["red", 1], "31", [3, 3], [3, 9], [True, 0]))],
)
def test_colours_of_a_record_that_are_none_are_the_usual_ones(colours: object, seen: tuple[int, int]) -> None:
    header = {"fabletop": 1, "game": "duck", "version": 1, "options": {}, "seats": ["Ada", "Ben"], "colours": colours}
    assert load([json.dumps(header)]).colours == seen
