"""The two charts of the lab page, drawn here as SVG: how long games are, and how often each seat wins."""

from __future__ import annotations

from markupsafe import Markup

from fabletop.drawing.palette import DUSK2, EMBER, INK, INK2, PAPER3, SEATS
from fabletop.drawing.shapes import seat_mark
from fabletop.drawing.svg import circle, el, esc, n, rect, stroke
from fabletop.lab.summary import Summary
from fabletop.words import Words

WIDTH = 360  # units: a phone shows them nearly as pixels
ROW = 38


def number(value: float, words: Words, digits: int = 0) -> str:
    """A number as people write it in their language."""
    return words.translate.number(value, digits)


def share(value: float, words: Words, digits: int = 1) -> str:
    return words.translate.percent(value, digits)


def _chart(height: float, label: str, *parts: str) -> Markup:
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {WIDTH} {n(height)}" role="img"'
        f' aria-label="{esc(label)}">{"".join(parts)}</svg>'
    )


def _text(text: str, x: float, y: float, anchor: str = "middle", colour: str = INK, size: float = 13) -> str:
    return el("text", esc(text), x=x, y=y, text_anchor=anchor, fill=colour, font_size=size)


def lengths(found: Summary, words: Words) -> Markup:
    """A histogram with the mean; its last bar also holds the few games that are longer than 99.5 % of all."""
    top, foot, left, wide = 30.0, 150.0, 10.0, WIDTH - 20.0
    low, end = int(found.plies["min"]), found.percentile(99.5)
    width = max(1, -(-(end - low + 1) // 24))
    bars = max(1, -(-(end - low + 1) // width))
    counts = [int(found.lengths[low + i * width : low + (i + 1) * width].sum()) for i in range(bars)]
    counts[-1] += int(found.lengths[low + bars * width :].sum())
    step, most = wide / bars, max(counts)
    parts = [
        rect(
            left + i * step + 0.6, foot - (foot - top) * count / most, step - 1.2, (foot - top) * count / most, 2, DUSK2
        )
        for i, count in enumerate(counts)
        if count
    ]
    mean = found.plies["mean"]
    x = left + min(wide, (mean - low) / (bars * width) * wide)
    anchor = "start" if x < WIDTH / 3 else "end" if x > 2 * WIDTH / 3 else "middle"
    said = words("mean {number}", number=number(mean, words, 0 if mean >= 100 else 1))
    parts += [
        stroke(f"M{n(left)} {n(foot)}H{n(left + wide)}", INK2, 1.4),
        stroke(f"M{n(x)} {n(top - 8)}V{n(foot)}", EMBER, 2.4),
        _text(said, x, top - 14, anchor, "#8A3F00", 14),
        _text(number(low, words), left, foot + 17, "start"),
        _text(words("steps in a game"), WIDTH / 2, foot + 17, colour=INK2),
        _text(number(low + bars * width - 1, words), left + wide, foot + 17, "end"),
    ]
    label = words(
        "How long the games are: {mean} steps on average, 95 of 100 games end within {long}.",
        mean=number(mean, words, 1), long=number(found.percentile(95), words),
    )  # fmt: skip
    return _chart(foot + 26, label, *parts)


def wins(found: Summary, words: Words) -> Markup:
    """A row for each seat: its share of the wins and how sure that is, beside what would be fair."""
    seats, left, wide = found.game.seats, 44.0, WIDTH - 44 - 66.0
    ends = [found.win_interval(seat) for seat in range(seats)]
    most = min(1.0, max(high for _, high in ends) * 1.08)
    fair = fair_share(found)
    parts, told = [], []
    for seat, (low, high) in enumerate(ends):
        y, mark, won = ROW * seat + ROW / 2, SEATS[seat % len(SEATS)], found.wins[seat] / found.games
        ends_of = f"M{n(left + wide * low / most)} {n(y)}H{n(left + wide * high / most)}"
        parts += [
            circle(20, y, 13, mark.colour), circle(20, y, 9.4, "#FFFDF8"), seat_mark(seat, 20, y, 6, mark.shade),
            rect(left, y - 9, wide * won / most, 18, 4, mark.colour),
            stroke(ends_of, "#FFFDF8", 6), stroke(ends_of, INK, 2.6),
            _text(share(won, words), WIDTH - 4, y + 5, "end", size=15),
        ]  # fmt: skip
        told.append(words("seat {seat}: {share}", seat=seat + 1, share=share(won, words)))
    foot = ROW * seats
    if fair is not None:
        x = left + wide * fair / most
        parts.append(stroke(f"M{n(x)} 2V{n(foot + 2)}", INK, 1.8, stroke_dasharray="1 5"))
        parts.append(_text(words("fair"), x, foot + 17, colour=INK2))
    else:
        parts.append(stroke(f"M{n(left)} {n(foot)}H{n(left + wide)}", PAPER3, 1))
    return _chart(foot + 24, words("Who wins: {list}", list=words.translate.listed(told)), *parts)


def fair_share(found: Summary) -> float | None:
    """What every seat would win if all were alike; None where they win together, are not alike, or one is alone."""
    seats = found.game.seats
    if seats == 1 or found.game.spec.together or len(set(found.players)) > 1:
        return None
    return sum(found.wins) / seats / max(1, found.games)
