"""What a machine sets better than a hand: the spaces of French punctuation, at which no line may break."""

from __future__ import annotations

import re

NARROW, WIDE = "\u202f", "\u00a0"
SPACE = f"[ {WIDE}{NARROW}]"


def typeset(language: str, text: str) -> str:
    """A translation with the spaces of its language."""
    if language != "fr":
        return text
    text = re.sub(rf"(?<=[^\s,=;(]){SPACE}([?!;])(?!\w)", rf"{NARROW}\1", text)  # not of a key: "tape ? ou !"
    text = re.sub(rf"(?<=\S){SPACE}:(?=\s|$|\*)", f"{WIDE}:", text)
    return re.sub(f"{SPACE}?»", f"{WIDE}»", re.sub(f"«{SPACE}?", f"«{WIDE}", text))
