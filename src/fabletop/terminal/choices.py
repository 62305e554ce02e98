"""Choices in the terminal: never more than a screen of them, in the reader's words, and what an answer may mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from fabletop.terminal.screen import say

FEW = 16  # choices that are listed one by one; more are gathered by their first words, and asked for step by step
COLUMNS = 78
MANY = 3  # parts of an action that make it worth while to say the others

Named = Callable[[str], str]


class Choices:
    """What may be done now as a list with numbers; behind a number are one action, or several of a kind."""

    def __init__(self, actions: list[str], label: Named = str, kind: Named = str) -> None:
        self.actions, self.label, self.kind = actions, label, kind
        self.entries = self._entries()
        self.numbers = _numbered([found for _, found in self.entries])

    def _entries(self) -> list[tuple[str, list[str]]]:
        """All of them one by one if they are few; else the largest kinds stay together."""
        length = 1 if len({_beginning(action, 1) for action in self.actions}) > 1 else 2
        kinds: dict[str, list[str]] = {}
        for action in self.actions:
            kinds.setdefault(_beginning(action, length), []).append(action)
        if len(self.actions) <= FEW or len(kinds) == 1:
            kinds = {action: [action] for action in self.actions}
        total, alone = len(kinds), set[str]()
        for kind, found in sorted(kinds.items(), key=lambda item: len(item[1])):
            total += len(found) - 1
            if total <= FEW or len(found) == 1:
                alone.add(kind)
        name = self.kind if length == 1 else self.label
        entries: list[tuple[str, list[str]]] = []
        for kind, found in kinds.items():
            if kind in alone:
                entries += [(self.label(action), [action]) for action in found]
            else:
                entries.append((f"{name(kind)} …", found))
        return entries

    def show(self) -> None:
        texts = (text for text, _ in self.entries)
        columns(f"{number:>3} {text}" for number, text in sorted(zip(self.numbers, texts, strict=True)))

    def meant(self, answer: str, *, counted: bool = False) -> list[str]:
        """The actions that an answer may mean: the number of an entry, or what `understood` finds.

        A program that has not read the list may count instead (`counted`).
        """
        words = " ".join(answer.split())
        if not words.isdecimal():
            return understood(answer, self.actions, self.label)
        if int(words) in self.numbers:
            return self.entries[self.numbers.index(int(words))][1]
        return self.entries[int(words) - 1][1] if counted and 1 <= int(words) <= len(self.entries) else []

    def among(self, found: list[str]) -> Choices:
        """Only these: what is asked next."""
        return Choices(found, self.label, self.kind)

    @property
    def things(self) -> list[str]:
        """The things of which any number is chosen, like dice to be rolled again, where that is all there is to it."""
        verb, *everything = _longest(self.actions)
        alike = all(_beginning(action, 1) == verb for action in self.actions)
        return everything if alike and len(everything) >= MANY and len(self.actions) > FEW // 2 else []


def columns(cells: Iterable[str]) -> None:
    """As many beside each other as there is room for."""
    cells = list(cells)
    width = max(map(len, cells)) + 2
    across = max(1, COLUMNS // width)
    for i in range(0, len(cells), across):
        say(" " + "".join(cell.ljust(width) for cell in cells[i : i + across]).rstrip())


def _numbered(entries: list[list[str]]) -> list[int]:
    """The numbers of a list.  A thing with a number of its own keeps it: `3` is tile 3, also when 1 and 2 are gone."""
    last = [found[0].rpartition(" ")[2] if len(found) == 1 else "" for found in entries]
    own = [int(word) if word.isdecimal() else 0 for word in last]
    given = [number for number in own if number]
    if not given or len(set(given)) < len(given):
        return [*range(1, len(entries) + 1)]
    others = iter(range(max(given) + 1, max(given) + 1 + len(entries)))
    return [number or next(others) for number in own]


def understood(answer: str, actions: list[str], label: Named = str) -> list[str]:
    """The actions that an answer may mean: a number, the whole text or its beginning, or the beginning of its label."""
    words = " ".join(answer.lower().split())
    if words.isdecimal() and 1 <= int(words) <= len(actions):
        return [actions[int(words) - 1]]
    if exact := [action for action in actions if words in (action.lower(), label(action).lower())]:
        return exact
    found = [action for action in actions if words and action.lower().startswith(words)]
    return found or [action for action in actions if words and label(action).lower().startswith(words)]


def kept(answer: str, actions: list[str], face: Named = str, verb: str = "keep") -> str | None:
    """`keep 2 ufos …` said the other way round: the action that takes all other things, where there is one.

    For games in which one of many parts is chosen to be done again, like dice: what is kept is shorter to say.  Things
    are named as in the notation or as the reader calls them (`face`), or by their place: `keep 1 3`.
    """
    said, *names = answer.lower().split()
    word, *everything = _longest(actions)
    if said not in ("keep", verb.lower()) or len(everything) < MANY:
        return None
    places = {str(place): place for place in range(1, len(everything) + 1)}
    left: dict[int, str] = dict(enumerate(everything, start=1))
    for name in names:
        short = name.rstrip("s")
        match = next(
            (n for n, thing in left.items() if places.get(name) == n or thing.startswith(short)
             or face(thing).lower().startswith((name, short))),
            None,
        )  # fmt: skip
        if match is None:
            return None
        del left[match]
    wanted = " ".join([word, *left.values()])
    return wanted if wanted in actions else None


def keeping(actions: list[str], face: Named = str, verb: str = "keep") -> str:
    """An example of `keep`, where that is a shorter way to answer; else nothing."""
    _, *everything = _longest(actions)
    if len(everything) < MANY or len(actions) <= FEW:
        return ""
    return f"{verb} {face(everything[0])} {face(everything[-1])}"


def _beginning(action: str, length: int) -> str:
    return " ".join(action.split()[:length])


def _longest(actions: list[str]) -> list[str]:
    return max((action.split() for action in actions), key=len)
