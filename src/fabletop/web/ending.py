"""The end of a game as the page shows it: the game's own scene, drawn once for each language."""

from __future__ import annotations

from collections import OrderedDict

from fabletop.tables.table import Table
from fabletop.words import Words

KEPT = 64  # scenes in memory
POINTS = 100  # of a line of the way it went
_scenes: OrderedDict[tuple[object, ...], str] = OrderedDict()


def way(table: Table) -> list[list[float]]:
    """How far each seat was, from the first ply to the last, as everybody could see it."""
    state = table.game.new()
    stands = [state.view(None).standing()]
    every = max(1, len(table.plies) // POINTS)
    for number, entry in enumerate(table.plies, start=1):
        state.play(entry.act)
        if number % every == 0 or number == len(table.plies):
            stands.append(state.view(None).standing())
    return stands


def end_scene(table: Table, words: Words) -> str:
    """The scene; empty while the game goes on, and in a game that has none."""
    if table.turn is not None:
        return ""
    key = (table.id, table.game.id, table.ply, words.language, table.names, table.animals, table.colours)
    if key not in _scenes:
        _scenes[key] = table.state.view(None).ending(
            way(table),
            translate=words.game(table.game.id).translate,
            names=table.names,
            animals=table.animals,
            colours=table.colours,
        )
        if len(_scenes) > KEPT:
            _scenes.popitem(last=False)
    return _scenes[key]
