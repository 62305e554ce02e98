"""The charts of the lab, read back from what is drawn: bars are as high and as long as what they count."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import pytest
from tests.web.made import WORDS

import fabletop
from fabletop.drawing.palette import DUSK2, EMBER, INK, SEATS
from fabletop.lab.summary import Summary
from fabletop.web.charts import WIDTH, lengths, wins
from fabletop.web.lab_page import events, ties

NUMBER = r"([-\d.]+)"


def summary(plies: dict[int, int], won: tuple[int, ...] = (0, 0), game: str = "duck") -> Summary:
    found = Summary(fabletop.game(game, seats=len(won)), 1)
    for length, count in plies.items():
        found.lengths[length] = count
    found.games, found.won = sum(plies.values()), np.array(won)
    return found


def rects(drawn: str, fill: str) -> list[tuple[float, float, float, float]]:
    """x, y, width and height of what has this colour."""
    found = re.findall(rf'<rect x="{NUMBER}" y="{NUMBER}" width="{NUMBER}" height="{NUMBER}"[^>]* fill="{fill}"', drawn)
    return [(float(x), float(y), float(w), float(h)) for x, y, w, h in found]


def lines(drawn: str, colour: str) -> list[tuple[float, float, float, float]]:
    """Strokes straight down or across, from where to where."""
    found = []
    for d in re.findall(rf'<path d="([^"]+)"[^>]* stroke="{colour}"', drawn):
        if down := re.fullmatch(rf"M{NUMBER} {NUMBER}V{NUMBER}", d):
            x, y, end = map(float, down.groups())
            found.append((x, y, x, end))
        if across := re.fullmatch(rf"M{NUMBER} {NUMBER}H{NUMBER}", d):
            x, y, end = map(float, across.groups())
            found.append((x, y, end, y))
    return found


def said(drawn: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", drawn)


def test_bars_are_as_high_as_games_are_many_and_the_mean_stands_where_it_is() -> None:
    drawn = lengths(summary({10: 30, 11: 60, 13: 30}), WORDS)
    bars = rects(drawn, DUSK2)
    assert [high for *_, high in bars] == [60, 120, 60]  # nothing where no game has ended
    assert [round(y + high, 1) for _, y, _, high in bars] == [150, 150, 150]
    step = (WIDTH - 20) / 4  # lengths 10 to 13
    assert [x for x, *_ in bars] == pytest.approx([10 + step * place + 0.6 for place in (0, 1, 3)], abs=0.01)
    assert {w for _, _, w, _ in bars} == {step - 1.2}
    (mean,) = lines(drawn, EMBER)
    assert mean[0] == pytest.approx(10 + step * 1.25, abs=0.1)  # the mean is 11.25
    assert said(drawn) == ["mean 11.2", "10", "steps in a game", "13"]
    assert "11.2 steps on average, 95 of 100 games end within 13." in drawn


def test_many_lengths_share_24_bars_and_the_longest_games_stand_in_the_last() -> None:
    drawn = lengths(summary(dict.fromkeys(range(100, 200), 100) | {900: 10}), WORDS)
    bars = rects(drawn, DUSK2)
    assert len(bars) == 20  # of five lengths each
    assert max(x + w for x, _, w, _ in bars) == pytest.approx(WIDTH - 10 - 0.6, abs=0.1)
    assert bars[-1][3] > bars[-2][3] == bars[0][3]
    assert said(drawn)[0] == "mean 150"  # of a long game nobody wants to know the tenths
    assert said(drawn)[-1] == "199"
    assert [said(lengths(summary({length: 10}), WORDS))[0] for length in (99, 100)] == ["mean 99.0", "mean 100"]


@pytest.mark.parametrize(
    ("plies", "anchor"), [({10: 90, 40: 10}, "start"), ({10: 50, 20: 50}, "middle"), ({10: 10, 40: 90}, "end")]
)
def test_what_is_said_of_the_mean_stays_in_the_picture(plies: dict[int, int], anchor: str) -> None:
    assert re.search(rf'<text[^>]*text-anchor="{anchor}"[^>]*>mean', lengths(summary(plies), WORDS))


def test_rows_are_as_long_as_seats_win_with_how_sure_that_is_and_what_would_be_fair() -> None:
    found = summary({10: 1000}, (600, 400))
    drawn = wins(found, WORDS)
    ends = [found.win_interval(seat) for seat in (0, 1)]
    full = (WIDTH - 110) / (ends[0][1] * 1.08)  # of a game won always
    for seat, share in enumerate((0.6, 0.4)):
        ((x, y, w, h),) = rects(drawn, SEATS[seat].colour)
        assert (x, y, h) == (44, 38 * seat + 10, 18)
        assert w == pytest.approx(full * share, abs=0.1)
    whiskers = [line for line in lines(drawn, INK) if line[1] == line[3]]
    for (x, y, end, _), (low, high), seat in zip(whiskers, ends, (0, 1), strict=True):
        assert (x, end) == pytest.approx((44 + full * low, 44 + full * high), abs=0.1)
        assert y == 38 * seat + 19
    (fair,) = [line for line in lines(drawn, INK) if line[0] == line[2]]
    assert fair[0] == pytest.approx(44 + full / 2, abs=0.1)
    assert fair[3] > 2 * 38
    assert said(drawn) == ["60.0%", "40.0%", "fair"]
    assert "Who wins: seat 1: 60.0% and seat 2: 40.0%" in drawn


def test_who_always_wins_fills_the_row_and_a_team_has_no_fair_share() -> None:
    (always,) = rects(wins(summary({10: 1000}, (1000, 0)), WORDS), SEATS[0].colour)
    assert always[0] + always[2] == pytest.approx(WIDTH - 66, abs=0.1)
    assert said(wins(summary({10: 1000}, (400, 400), "cinderella"), WORDS)) == ["40.0%", "40.0%"]


def test_rows_stand_below_each_other() -> None:
    drawn = wins(summary({10: 100}, (25, 25, 25, 25)), WORDS)
    tops = [rects(drawn, SEATS[seat].colour)[0][1] for seat in range(4)]
    assert {low - high for high, low in pairwise(tops)} == {38}
    assert 'viewBox="0 0 360 176"' in drawn


@pytest.mark.parametrize(
    "drawn", [lengths(summary({10: 30, 11: 60, 13: 30}), WORDS), wins(summary({10: 100}, (60, 40)), WORDS)]
)
def test_what_is_written_stands_in_the_picture_and_on_no_bar(drawn: str) -> None:
    (high,) = re.findall(rf'viewBox="0 0 {WIDTH} {NUMBER}"', drawn)
    for x, y, anchor, text in re.findall(rf'<text x="{NUMBER}" y="{NUMBER}" text-anchor="(\w+)"[^>]*>([^<]*)<', drawn):
        wide = 7 * len(text)
        left = float(x) - {"start": 0, "middle": wide / 2, "end": wide}[anchor]
        assert 0 <= left < left + wide <= WIDTH, text
        assert 12 <= float(y) <= float(high) - 4, text
        bars = [*rects(drawn, DUSK2), *(bar for mark in SEATS for bar in rects(drawn, mark.colour))]
        covered = [bar for bar in bars if bar[0] < left + wide and left < bar[0] + bar[2]]
        assert not any(top < float(y) - 6 < top + tall for _, top, _, tall in covered), text


def test_shared_wins_are_told_where_people_play_against_each_other() -> None:
    assert ties(summary({10: 100}, (60, 50)), WORDS) == "In 10.0 of 100 games the win is shared."
    assert ties(summary({10: 100}, (60, 40)), WORDS) == ""
    assert ties(summary({10: 100}, (60, 60), "cinderella"), WORDS) == ""


def test_what_happens_in_a_game_is_told_as_far_as_it_happens() -> None:
    found = summary({10: 100}, (50, 50), "mensch")
    found.watched = 100
    found.happened = np.array([1234, 250, *[0] * (len(found.happened) - 2)])
    assert [number for _, number in events(found, WORDS)] == ["12.3", "2.50"]
