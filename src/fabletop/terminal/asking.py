"""`? pond`: what somebody asks about at a terminal, by whatever name she has for it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fabletop.drawing.things import things
from fabletop.engine.view import View
from fabletop.words.words import Explained, GameWords


def asked(words: GameWords, view: View, names: Sequence[str], thing: str) -> Explained | None:
    """A thing by its name in the notation, alone or with its kind (`31` is square 31), or by a word of its own name;
    else the first whose explanation has that word."""
    there = sorted(things(view.svg()))
    for one in (thing, thing.lower()):
        if told := words.explain(one, view, names):
            return told
    for kind in dict.fromkeys(re.split(r"[ -]", one)[0] for one in there if re.search(r"[ -]", one)):
        told = words.explain(f"{kind} {thing.lower()}", view, names)
        anything = [words.explain(f"{kind} {any}", view, names) for any in ("?", "999")]
        if told and told not in anything:  # some kinds answer to whatever they are asked
            return told
    known = [told for one in there if (told := words.explain(one, view, names))]
    word = re.compile(rf"\b{re.escape(thing)}", re.IGNORECASE)
    for part in (0, 1):
        if told := next((told for told in known if word.search(told[part])), None):
            return told
    return None
