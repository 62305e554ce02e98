"""`fabletop review`: luck or skill, in a terminal."""

from __future__ import annotations

import json

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from fabletop.engine.records import Recording
from fabletop.lab.review import Review, review
from fabletop.lab.story import how_words, look_again, luck_words, moment, more_words, play_words, rows, tellers
from fabletop.terminal.screen import say
from fabletop.words import Words
from fabletop.words.speech import own_words

BLOCKS = "▁▂▃▄▅▆▇█"
WIDE = 60


def reviewed(recording: Recording, seed: int, *, as_json: bool) -> int:
    words = own_words()
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(words("Getting ready …"), total=1.0)

        def progress(share: float, doing: str) -> None:
            doing = words("The game is being played on from every move …") if share else words("Getting ready …")
            bar.update(task, completed=share, description=doing)

        found = review(recording, seed, progress)
    if as_json:
        print(json.dumps(found.as_json(), ensure_ascii=False))
    else:
        show(found, recording, words)
    return 0


def show(found: Review, recording: Recording, words: Words) -> None:
    """The same story that the page tells."""
    say(words("Everybody's chance to win, from the start to the end"))
    names = [words("All together")] if found.together else list(found.names)
    for seat in tellers(found):
        say(f"  {names[seat].ljust(max(map(len, names)))} {curve(found, seat)}")
    for seat in tellers(found):
        told = [luck_words(found, seat, words), "" if found.together else play_words(found, seat, words)]
        say("  " + words.translate.labelled(names[seat], ", ".join(filter(None, told))))
    if found.together:
        for seat, name in enumerate(found.names):
            if played := play_words(found, seat, words):
                say("  " + words.translate.labelled(name, played))
    if best := found.best():
        say("\n" + words("Big moments"))
    for step in best:
        told_of = moment(found, step, recording, words)
        say(f"{told_of.ply:>5}  {told_of.said}\n       {told_of.changed}")
    for step in found.look_again():
        told_of = look_again(found, step, recording, words)
        say("\n" + words("Look again"))
        say(f"{told_of.ply:>5}  {told_of.said}\n       {told_of.changed}")
    say("\n" + words("The numbers"))
    _numbers(found, names, words)
    for line in more_words(found, words):
        say(line)
    say(how_words(found, words))


def _numbers(found: Review, names: list[str], words: Words) -> None:
    table = Table("")
    for name in names:
        table.add_column(name, justify="right")
    for line in rows(found, words):
        table.add_row(line.label, *line.cells, end_section=line.label == words("at the end"))
    Console().print(table)


def curve(found: Review, seat: int) -> str:
    chances = [row[seat] for row in found.chances]
    step = max(1, len(chances) / WIDE)
    shown = [chances[min(len(chances) - 1, int(i * step))] for i in range(min(WIDE, len(chances)))]
    shown[-1] = chances[-1]
    return "".join(BLOCKS[min(len(BLOCKS) - 1, int(chance * len(BLOCKS)))] for chance in shown)
