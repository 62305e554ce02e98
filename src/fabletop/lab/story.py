"""A review in words that need no statistics: luck, play, big moments; and the exact numbers for who asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from fabletop.engine.game import Game, State
from fabletop.engine.rulebook import CHANCE
from fabletop.lab.review import Review, Step
from fabletop.words import Words

MUCH, SOME = 0.35, 0.12  # of luck: of a whole win
WELL, FINE = 0.04, 0.15  # given away at most
SURE = 2  # standard errors
RARE = 3  # luck that comes once in so many games is worth saying so


class Deed(Protocol):
    @property
    def act(self) -> str: ...


class Played(Protocol):
    """A game that is told: a record, or a played."""

    @property
    def game(self) -> Game: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def plies(self) -> Sequence[Deed]: ...


class Moment(NamedTuple):
    """A ply that changed much, or a decision that could have been better."""

    ply: int
    seat: int
    said: str
    changed: str


class Row(NamedTuple):
    """A line of the numbers: what it is, and how much for each that is told of."""

    label: str
    cells: tuple[str, ...]
    apart: bool = False  # it is not part of the sum


def tellers(found: Review) -> range:
    """The seats of which something is told; those who play together are one."""
    return range(1 if found.together else len(found.names))


def more_words(found: Review, words: Words) -> list[str]:
    """What the numbers do not say."""
    lines = [
        *(rare_words(found, seat, words) for seat in tellers(found)),
        *(given_words(found, seat, words) for seat in range(len(found.names)) if found.together),
        words(
            "Each column adds up: the chance at the start, plus what dice, cards and moves changed, gives the end. "
            "Over many games, luck evens out."
        ),
        "" if found.together else words("“Given away” is what the best moves would have kept."),
        words(
            "A chance can be lost, won back and lost again: so it can add up to more than {share}.",
            share=words.translate.percent(1),
        )
        if any(abs(cell) > 1.005 for cells in (found.luck, found.skill, found.gifts) for cell in cells)
        else "",
    ]
    return [line for line in lines if line]


def luck_words(found: Review, seat: int, _: Words) -> str:
    luck = found.luck[seat]
    if abs(luck) < max(SOME, SURE * found.unsure[seat]):
        return _("as much luck as bad luck")
    if luck > 0:
        return _("a lot of luck") if luck >= MUCH else _("some luck")
    return _("a lot of bad luck") if luck <= -MUCH else _("some bad luck")


def play_words(found: Review, seat: int, _: Words) -> str:
    """About what somebody decided; nothing where there was nothing to decide."""
    if not any(step.by == seat for step in found.steps):
        return ""
    lost = found.given_away[seat]
    if lost <= WELL:
        return _("played very well")
    return _("played well") if lost <= FINE else _("tried out a lot")


def rare_words(found: Review, seat: int, _: Words) -> str:
    times = found.one_in(seat)
    if times < RARE or abs(found.luck[seat]) < max(SOME, SURE * found.unsure[seat]):
        return ""
    shown = _.translate.number(round(times) if times < 20 else round(times, -1))
    if found.together:
        return _("Luck as rare as yours comes up about once in {times} games.", times=shown)
    if found.luck[seat] < 0 and len(found.names) == 2:
        return ""  # it is the other's luck
    if found.luck[seat] > 0:
        return _("{name}: that much luck comes up about once in {times} games.", name=found.names[seat], times=shown)
    return _("{name}: that much bad luck comes up about once in {times} games.", name=found.names[seat], times=shown)


def in_ten(chance: float, _: Words) -> str:
    """So many of ten games; halves are told apart near the ends only by words."""
    if chance <= 0 or chance >= 1:
        return _.translate.number(10 * chance)
    return _("nearly 0") if chance < 0.05 else _("nearly 10") if chance > 0.95 else _.translate.number(10 * chance)


def counted(before: float, after: float, _: Words) -> dict[str, str]:
    """How many games would have been won: of ten, or of a hundred where ten do not show the difference."""
    rough = in_ten(before, _), in_ten(after, _)
    if rough[0] != rough[1]:
        return {"before": rough[0], "after": rough[1], "games": _.translate.number(10)}
    number = _.translate.number
    return {"before": number(100 * before), "after": number(100 * after), "games": number(100)}


def said(found: Review, step: Step, played: Played, words: Words) -> str:
    """What happened at a ply, as everybody could see it; and what was made of a throw, unless there was better."""
    state: State = played.game.new()
    for entry in played.plies[: step.ply - 1]:
        state.play(entry.act)
    told = [step]
    following = found.steps[step.ply : step.ply + 1]
    if step.by is None:
        told += [one for one in following if one.by == state.rules.acting() and not one.better]
    return " ".join(_sentence(state, one, played, words) for one in told)


def _sentence(state: State, step: Step, played: Played, words: Words) -> str:
    """Of the next ply, which is played."""
    before, told = state.view(None), state.tell(None, step.act)
    state.play(step.act)
    by = CHANCE if step.by is None else step.by
    return words.game(played.game.id).sentence(before, by, told, state.view(None), played.names)


def moment(found: Review, step: Step, played: Played, words: Words) -> Moment:
    numbers = counted(found.chances[step.ply - 1][step.seat], found.chances[step.ply][step.seat], words)
    if found.together:
        changed = words("Before, you would have won {before} of {games} such games; now {after}.", **numbers)
    else:
        name = found.names[step.seat]
        changed = words(
            "Before, {name} would have won {before} of {games} such games; now {after}.", name=name, **numbers
        )
    return Moment(step.ply, step.seat, said(found, step, played, words), changed)


def look_again(found: Review, step: Step, played: Played, words: Words) -> Moment:
    """A position in which another move was clearly better: to be tried, not to be ashamed of."""
    name = found.names[step.by or 0]
    label = words.game(played.game.id).label(step.better)
    more = words.translate.number(max(1, 100 * step.given_away))
    return Moment(
        step.ply - 1,
        step.by or 0,
        words("Here {name} could also have chosen “{label}”.", name=name, label=label),
        words("That wins about {number} more of 100 such games.", number=more),
    )


def rows(found: Review, words: Words) -> list[Row]:
    """Exactly: the start, what changed it, and the end; a column for each that is told of."""
    percent, seats = words.translate.percent, tellers(found)

    def signed(values: Sequence[float]) -> tuple[str, ...]:
        sign = ("+" if round(100 * value) > 0 else "−" if round(100 * value) < 0 else "" for value in values)
        return tuple(mark + percent(abs(value)) for mark, value in zip(sign, values, strict=True))

    def plain(values: Sequence[float]) -> tuple[str, ...]:
        return tuple(percent(value) for value in values)

    start, end = ([found.chances[at][seat] for seat in seats] for at in (0, -1))
    moves = [found.skill[seat] + (found.gifts[seat] if found.together else 0) for seat in seats]
    lines = [
        Row(words("at the start"), plain(start)),
        Row(words("luck"), signed([found.luck[seat] for seat in seats])),
        Row(words("own moves"), signed(moves)),
    ]
    lines += [] if found.together else [Row(words("others' moves"), signed(found.gifts))]
    lines += [Row(words("at the end"), plain(end))]
    lines += [] if found.together else [Row(words("given away"), plain(found.given_away), apart=True)]
    if any(found.unsure):
        unsure = [SURE * found.unsure[seat] for seat in seats]
        lines.append(Row(words("luck and moves are sure within"), plain(unsure), apart=True))
    return lines


def given_words(found: Review, seat: int, words: Words) -> str:
    if not any(step.by == seat for step in found.steps):
        return ""
    lost = words.translate.percent(found.given_away[seat])
    return words("{name}: against the best moves, {lost} was given away.", name=found.names[seat], lost=lost)


def curve_words(found: Review, words: Words) -> str:
    """How the picture is read; where the values are exact there is no pale edge."""
    lines = [
        words("The higher a line, the more of 10 such games would be won from there."),
        words("A pale edge shows how sure that is.") if found.error else "",
        words("Touch the picture: the board shows that moment."),
    ]
    return " ".join(filter(None, lines))


def how_words(found: Review, words: Words) -> str:
    if not found.level:
        return words("This game is solved: these are its exact chances.")
    if not found.playouts:
        error = words.translate.percent(SURE * found.error)
        return words(
            "The chances are worked out as the computer would play on. They are sure within {error}.", error=error
        )
    return words(
        "Computer players went on from every move {times} times, knowing only what everybody could see. "
        "A chance is sure within {error}.",
        times=words.translate.number(found.playouts), error=words.translate.percent(SURE * found.error),
    )  # fmt: skip
