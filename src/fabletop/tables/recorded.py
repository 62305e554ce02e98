"""A table's record for everybody: the game, and everything that is needed to check its dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabletop.engine.errors import IllegalAction
from fabletop.engine.records import header_line, ply_line
from fabletop.tables import links
from fabletop.tables.entries import Entry

if TYPE_CHECKING:
    from fabletop.tables.table import Table

NOBODY_ELSE = "no player's device had a hand in these dice: they are the server's word"


def record_of(table: Table) -> str:
    """The record of a finished game with everything that is needed to check its dice."""
    if table.turn is not None:
        raise IllegalAction("the record is given out when the game is over")
    proof: dict[str, object] = {"table": table.id, "commitment": table.commitment, "seed": table.head.seed}
    if table.head.dice == links.PROTOCOL:
        proof = {"protocol": table.head.dice} | proof
        if not any(entry.shake and entry.shake.links for entry in table.log):
            proof["note"] = NOBODY_ELSE
    chosen = {} if table.colours == tuple(range(len(table.seats))) else {"colours": table.colours}
    begun: dict[str, object] = {"begun": table.given} if table.given else {}
    lines = [header_line(table.game, table.names, **chosen, **begun, dice=proof)]
    for number, (ply, between) in enumerate(zip(table.plies, _between(table), strict=True), start=1):
        more: dict[str, object] = {"salt": ply.salt} if ply.salt else {}
        if between:
            more["log"] = [entry.line() for entry in between]
        if ply.proof():
            more["dice"] = ply.proof()
        lines.append(ply_line(number, ply.by, ply.act, **more))
    return "".join(lines)


def _between(table: Table) -> list[list[Entry]]:
    """For each ply that has stayed, the entries of the log between it and the one before: devices that sat down,
    and what was taken back."""
    if table.head.dice != links.PROTOCOL:
        return [[] for _ in table.plies]
    found: list[list[Entry]] = [[] for _ in range(table.given + 1)]
    stays = iter(table.plies[table.given :])
    next_ply = next(stays, None)
    for entry in table.log:
        if entry is next_ply:
            found.append([])
            next_ply = next(stays, None)
        else:
            found[-1].append(entry)
    return found[: len(table.plies)]
