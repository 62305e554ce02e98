"""Who begins, rolled with a die: everybody rolls, and those with the most roll again until one is left.

This is done before the table is there, so it is the server's word; the dice of the game itself can be checked.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

FACES = 6


def rolled(seats: int, roll: Callable[[], int] = lambda: 1 + secrets.randbelow(FACES)) -> tuple[int, list[list[int]]]:
    """Who begins, and the rounds: what each seat has rolled, 0 where it was out."""
    rounds: list[list[int]] = []
    left = list(range(seats))
    while len(left) > 1 or not rounds:
        faces = [roll() if seat in left else 0 for seat in range(seats)]
        rounds.append(faces)
        left = [seat for seat in left if faces[seat] == max(faces)]
    return left[0], rounds
