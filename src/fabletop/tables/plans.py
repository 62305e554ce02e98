"""What a new table begins with: who sits where, by which token, and a seed that nobody knows."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from fabletop.engine.errors import BadOption, quoted
from fabletop.engine.registry import spec_of
from fabletop.engine.spec import Value
from fabletop.players.registry import levels
from fabletop.tables import dice, links
from fabletop.tables.entries import Head, SeatPlan, hashed
from fabletop.tables.seats import PERSON
from fabletop.tables.table import Table


class NewTable(NamedTuple):
    """A new table and the tokens of its people: this is the only time they are known."""

    table: Table
    tokens: dict[int, str]


class Plan(NamedTuple):
    head: Head
    tokens: dict[int, str]


def planned(
    game: str, options: Mapping[str, Value], seats: Sequence[str], names: Sequence[str] | None, keyed: bool,
    colours: Sequence[int | None] | None, lots: Sequence[Sequence[int]], waits: bool, begun: Table | None, plies: int,
) -> Plan:  # fmt: skip
    """See `House.make`; people who are `keyed` have tokens, the others browsers, in which they roll themselves."""
    allowed = (PERSON, *levels(game))
    for kind in seats:
        if kind not in allowed:
            raise BadOption(f"a seat is one of {', '.join(allowed)}, not {quoted(kind)}")
    tokens = {seat: secrets.token_urlsafe(24) for seat, kind in enumerate(seats) if keyed and kind == PERSON}
    sitting = [
        SeatPlan(
            kind,
            names[seat] if names else f"seat {seat + 1}",
            hashed(tokens[seat]) if seat in tokens else "",
            colours[seat] if colours else None,
        )
        for seat, kind in enumerate(seats)
    ]
    head = Head(
        game,
        dict(options),
        sitting,
        dice.new_seed(),
        rolls=not keyed,
        version=begun.game.version if begun else spec_of(game).version,
        dice=links.PROTOCOL,
        waits=waits,
        lots=[list(rolls) for rolls in lots],
        begun=[entry.act for entry in begun.plies[:plies]] if begun else [],
    )
    return Plan(head, tokens)
