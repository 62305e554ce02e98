"""Quidditch Dice: all dice of a throw tumble together, and what a round has brought is seen before they leave."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from fabletop.drawing.stage import LOOK, Frame, Motion, arc, pass_on, tumble
from fabletop.engine.view import View
from fabletop.games.quidditch.board import ROWS
from fabletop.games.quidditch.dice import digit_id
from fabletop.games.quidditch.draw import booked, open_dice, whereabouts
from fabletop.games.quidditch.rules import KEEPER, OUTSIDE, Rules

Where: TypeAlias = tuple[bool, int]  # of a die: booked or open, and its row or number
RESULT = 4000  # ms, unless somebody taps


def stage(before: View[Rules], act: str, after: View[Rules]) -> Iterator[Frame]:
    then, now = before.position, after.position
    verb, *words = act.split()
    if verb == "roll":
        side = "attack" if then.next_die() < KEEPER else "defence"
        yield Frame(after.but(), _thrown(before, after), hold=LOOK, sound="roll", land="knock", joins=side)
        return
    moment = before
    if verb in ("book", "foul"):
        kind, number = booked(then, words)
        row = number if verb == "book" else OUTSIDE
        moment = before.but(
            dice={(kind, number): then.dice[kind][number] - 1}, pitch={(kind, row): then.pitch[kind][row] + 1}, begun=1
        )
        moves = _moved(whereabouts(then, kind), whereabouts(moment.position, kind), (False, number))
        yield Frame(moment, moves, hold=400, sound="card", land="knock", tells=True)
    if now.attacker != then.attacker or now.over:
        scored = moment.but(points=now.points, snitches=now.snitches)
        won = now.points != then.points or now.snitches != then.snitches
        yield Frame(scored, shows=RESULT, sound="found" if won else "sleep", tells=True, marks=True)
        yield pass_on(after)
    elif now.side != then.side or verb == "done":
        yield pass_on(after)


def _moved(old: dict[str, Where], new: dict[str, Where], gone: Where) -> dict[str, Motion]:
    """The die that is booked flies from where it lay; dice of a kind whose names change stay where they are."""
    left, moves = dict(old), dict[str, Motion]()
    for id in [id for id in new if old[id] == new[id]]:
        del left[id]
    for id, where in new.items():
        if old[id] == where:
            continue
        source = next((other for other in left if left[other] == where), None)
        flies = source is None
        source = source or (id if left.get(id) == gone else next(other for other in left if left[other] == gone))
        del left[source]
        moves[id] = arc(36, source=source) if flies else {"from": source}
    return moves


def _thrown(before: View[Rules], after: View[Rules]) -> dict[str, Motion]:
    """The dice that show something new: those of one throw come as several plies and are played as one."""
    then, now, moves = before.position, after.position, dict[str, Motion]()
    kind = then.next_die()
    old = open_dice(then, kind)
    for id, number in open_dice(now, kind).items():
        if number and old.get(id) != number:
            faces, body = list(range(1, ROWS + 1)), f"#quidditch-open{kind}"
            moves[id] = tumble(number, faces, id=digit_id(kind), body=body, half=26)
    return moves
