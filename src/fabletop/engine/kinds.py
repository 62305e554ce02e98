"""For the type checker: the kind of rules that a game, a state or a view is of.

`View[Rules]` knows the fields of its position; a plain `View` is of any game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from fabletop.engine.rulebook import BaseRules

    R = TypeVar("R", bound=BaseRules, default=Any)
else:
    from typing import TypeVar

    R = TypeVar("R")

__all__ = ["R"]
