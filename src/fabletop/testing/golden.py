"""Golden records: games kept in the game's folder that must replay for ever, each decision with what was legal.

`python -m fabletop.testing.golden [GAME …]` (or `make golden`) writes those of the latest version anew; a look at the
difference tells whether a change of the rules was meant.  Those of earlier versions stay as they are.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from fabletop.engine.errors import FabletopError
from fabletop.engine.game import Game, State
from fabletop.engine.records import header_line, load, ply_line
from fabletop.engine.registry import folder_of, game_ids, spec_of
from fabletop.engine.rulebook import CHANCE
from fabletop.engine.spec import shown
from fabletop.testing.optionsets import option_sets
from fabletop.testing.scripts import random_game

WHOLE, CUT = 600, 120  # plies: of a game with all defaults, of one with an option changed
MANY = 16  # legal actions: more are counted instead of listed
SEED = 2026


def folder(id: str, version: int = 1) -> Path:
    """Version 1 lies in `golden`, every later one in a folder of its own beside it."""
    place = folder_of(id) / "golden"
    return place if version == 1 else place / f"v{version}"


def kept(id: str) -> list[Path]:
    """The golden records of all versions."""
    versions = range(1, spec_of(id).version + 1)
    return [path for version in versions for path in sorted(folder(id, version).glob("*.jsonl"))]


def name_of(game: Game) -> str:
    """`2-seats`, `4-seats-track-32`."""
    words = [f"{game.seats}-seats", *(f"{name}-{shown(value)}" for name, value in game.changed().items())]
    return "-".join(words).replace("_", "-")


def written(game: Game) -> str:
    """The golden record of a game: the same text every time."""
    lines = [header_line(game)]
    most = CUT if game.changed() else WHOLE
    for number, (state, action) in enumerate(random_game(game, SEED, most), start=1):
        lines.append(ply_line(number, state.turn, action, of=choices(state)))
    return "".join(lines)


def choices(state: State) -> list[str] | int:
    """What could be done: a seat's few actions as they are, chance's outcomes and long lists as a number."""
    actions = state.actions()
    return len(actions) if state.turn == CHANCE or len(actions) > MANY else actions


def check(path: Path) -> None:
    """Replay a golden record, line by line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    recording = load(lines)
    for state, line in zip(recording.states(), lines[1:], strict=False):
        assert choices(state) == json.loads(line)["of"], f"{path.name}: {line}: legal now: {state.actions()}"


def write(id: str) -> int:
    """Write all golden records of a game's latest version; those that are no longer wanted go."""
    place = folder(id, spec_of(id).version)
    place.mkdir(parents=True, exist_ok=True)
    texts = {f"{name_of(game)}.jsonl": written(game) for game in option_sets(id, mixtures=0)}
    for old in place.glob("*.jsonl"):
        if old.name not in texts:
            old.unlink()
    for name, text in texts.items():
        (place / name).write_text(text, encoding="utf-8")
    return len(texts)


def main(ids: list[str]) -> int:
    try:
        for id in ids or game_ids():
            print(f"{id}: {write(id)} golden records")
    except FabletopError as error:
        print(f"golden: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
