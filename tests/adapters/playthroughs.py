"""Write the playthroughs anew that test_open_spiel.py replays: python tests/adapters/playthroughs.py"""

from __future__ import annotations

from pathlib import Path

from open_spiel.python.algorithms import generate_playthrough

from fabletop.adapters.open_spiel import register

FOLDER = Path(__file__).parent.parent / "data" / "playthroughs"
GAMES = ("fabletop_duck(seats=2)", "fabletop_maumau(seats=2,history=2)", "fabletop_space_dice(seats=1)")

if __name__ == "__main__":
    register()
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        text = generate_playthrough.playthrough(game, None, seed=1)
        (FOLDER / f"{game.partition('(')[0]}.txt").write_text(text.rstrip() + "\n", encoding="utf-8")
