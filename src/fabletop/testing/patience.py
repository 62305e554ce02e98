"""A check has an end, also where the game that it checks has none."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from fabletop.engine import registry
from fabletop.engine.contract import broken
from fabletop.engine.deadline import NoEnd, deadline
from fabletop.engine.game import Game

SECONDS = 60  # of our own processor time: a busy machine does not count


def in_time(check: Callable[[Game], None]) -> Callable[[Game], None]:
    """The same check; a loop of the game that never stops is named with its line."""

    @wraps(check)
    def checked(game: Game) -> None:
        try:
            with deadline(SECONDS):
                check(game)
        except NoEnd as late:
            raise AssertionError(broken(registry.folder_of(game.id), "rules", late)) from None

    return checked
