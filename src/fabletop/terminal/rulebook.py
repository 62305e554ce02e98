"""The rulebook for families in a terminal: the words of the page, without its pictures."""

from __future__ import annotations

from collections.abc import Sequence

from rich.markdown import Markdown
from rich.text import Text

from fabletop.engine.registry import spec_of
from fabletop.engine.spec import shown
from fabletop.guide import Picture, rulebook
from fabletop.terminal.screen import console
from fabletop.words.speech import own_words


def show_rules(id: str, reference: bool) -> int:
    """The rulebook; the reference, where it is asked for or there is no other."""
    words = own_words()
    own, book = words.game(id), rulebook(id)
    if book is None or reference:
        console.print(Markdown(own.rules()))
        return 0

    def plain(text: str) -> str:
        return own.translate(text).replace("**", "") if text else ""

    def heading(text: str) -> None:
        console.print(Text(f"\n{text}", style="bold"))

    def items(pictures: Sequence[Picture], numbered: bool = False) -> None:
        for number, picture in enumerate(pictures, start=1):
            mark = f"{number}." if numbered else "·"
            name, said = plain(picture.name), plain(picture.say)
            between = "" if not name or not said else " " if name.endswith("?") else ": "
            console.print(Text(f" {mark} {name}{between}{said}"))

    low, high = spec_of(id).seats
    seats = f"{low}–{high}" if low < high else str(low)
    ages = words("from {age} years", age=book.age)
    players, time = words("players"), words("about {minutes} minutes", minutes=book.minutes)
    console.print(Text(own.title, style="bold"))
    console.print(Text(plain(book.story)))
    console.print(Text(f"{seats} {players} · {ages} · {time}", style="dim"))
    guessed, box = words("Age and time are our estimates."), words("The age is on the box; the time is our estimate.")
    console.print(Text(box if book.age_on_box else guessed, style="dim"))
    heading(words("The goal"))
    console.print(Text(plain(book.goal.say)))
    heading(words("On the table"))
    items(book.table)
    heading(words("Your turn"))
    console.print(Text(plain(book.begins)))
    items(book.turn, numbered=True)
    if book.special:
        heading(plain(book.special_title) or words("Special squares"))
        items(book.special)
    heading(words("The end"))
    console.print(Text(plain(book.end.say)))
    heading(words("Good to know"))
    for tip in book.tips:
        console.print(Text(f" · {plain(tip)}"))
    heading(words("You can also play it like this"))
    for also in book.also:
        console.print(Text(f" · {plain(also.say)} {plain(also.effect)} (--set {also.option}={shown(also.value)})"))
    return 0
