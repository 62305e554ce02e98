"""Space Kniffel's plies: all dice of a throw tumble together, and what is written stays to be read."""

from __future__ import annotations

from collections.abc import Iterator

from fabletop.drawing.stage import LOOK, SEEN, Frame, Motion, arc, pass_on, tumble
from fabletop.engine.view import View
from fabletop.games.kniffel.dice import DICE, FACES, SIDES, SIZE, SYMBOLS
from fabletop.games.kniffel.rules import Rules


def stage(before: View[Rules], act: str, after: View[Rules]) -> Iterator[Frame]:
    then, now = before.position, after.position
    verb, *names = act.split()
    if verb == "score":
        written = after.but(turn=then.turn, dice=then.dice, rolls=then.rolls)
        yield Frame(written, shows=SEEN, sound="write")
        yield pass_on(after)
        return
    thrown = [SYMBOLS.index(name) for name in names] if verb == "roll" else []
    moves = _moves(then.dice, now.dice, thrown)
    if verb == "roll":
        yield Frame(after.but(), moves, hold=LOOK, sound="roll", land="knock")
    else:  # which dice it is about is seen before they are gone
        yield Frame(before.but(), {id: arc(40, ms=420) for id in _picked(then.dice, names)}, hold=150, sound="card")
        yield Frame(after, moves, hold=100)


def _picked(dice: int, names: list[str]) -> list[str]:
    """The dice that are taken up, as they lie."""
    left = [SYMBOLS.index(name) for name in names]
    picked = []
    for i in range(SIZE[dice]):
        if FACES[dice][i] in left:
            left.remove(FACES[dice][i])
            picked.append(f"die-{i + 1}")
    return picked


def _moves(then: int, now: int, thrown: list[int]) -> dict[str, Motion]:
    """Dice lie sorted: which is which follows from their faces.  What was thrown tumbles, what was kept makes room."""
    moves: dict[str, Motion] = {}
    old = [FACES[then][i] if i < SIZE[then] else -1 for i in range(DICE)]
    fresh = list(thrown)
    for i in range(DICE):
        id = f"die-{i + 1}"
        face = FACES[now][i] if i < SIZE[now] else -1
        if face in fresh:
            fresh.remove(face)
            how = tumble(face, range(SIDES), id="kniffel-f{}", body="#kniffel-cube", half=40, after=90 * len(fresh))
            moves[id] = how
        elif face in old:
            at = old.index(face)
            old[at] = -2
            if at != i:
                moves[id] = {"from": f"die-{at + 1}"}
    return moves
