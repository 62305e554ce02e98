"""The gallery: one picture of each game, and of each variant that looks different, from the middle of a game.

`python -m fabletop.testing.gallery [FOLDER]` (or `make gallery`) writes docs/gallery.md and docs/pictures/.
"""

from __future__ import annotations

import sys
from itertools import cycle
from pathlib import Path

from fabletop.drawing.glyphs import GREEK
from fabletop.drawing.lettering import letters
from fabletop.drawing.palette import PAPER
from fabletop.drawing.svg import rect
from fabletop.engine import registry
from fabletop.engine.game import Game, State
from fabletop.testing.golden import name_of
from fabletop.testing.optionsets import option_sets
from fabletop.testing.scripts import random_game
from fabletop.words import LANGUAGES, Words

SEED = 2026
HEAD = """# Gallery

One picture of each game, and of each variant that looks different: a position of a random game, as the seat on turn
sees it. Written by `python -m fabletop.testing.gallery`.
"""


def shown_games(id: str) -> list[Game]:
    """The game as it usually is, and what one option changes about the board or the kind of game."""
    usual = Game(id)
    found = {_still(usual): usual}
    for game in option_sets(id, mixtures=0):
        changed = list(game.changed().items())
        if game.seats != usual.seats or len(changed) != 1:
            continue
        ((name, value),) = changed
        if name == usual.spec.variant or isinstance(value, str):
            found[repr(game)] = game  # a word names a kind of its own
        else:
            found.setdefault(_still(game), game)
    return list(found.values())


def _still(game: Game) -> str:
    return game.new().view(None).svg().partition('<g id="moving"')[0].partition('<g class="still"')[2]


def scene(game: Game) -> tuple[State, State, str]:
    """A position in the middle of a game where a seat has much to choose from; the one before; what was played."""
    length = sum(1 for _ in random_game(game, SEED))
    most, best = -1, None
    before, played = game.new(), ""
    for ply, (state, action) in enumerate(random_game(game, SEED, most=7 * length // 10 + 2)):
        options = len(state.actions()) if state.turn is not None and state.turn >= 0 else 0
        if ply >= 0.45 * length and options > most:
            most, best = options, (state.copy(), before, played)
        before, played = state.copy(), action
    assert best is not None, "no game is that short"
    return best


def picture(game: Game) -> str:
    state, before, played = scene(game)
    seat = state.turn if state.turn is not None and state.turn >= 0 else None
    return state.view(seat).svg(last=before.tell(seat, played), before=before.view(seat))


ALPHABETS = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", GREEK, "αβγδεζηθικλμνξοπρστυφχψως ϊϋ",
    "ÄÖÜẞ äöüß ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ", "ÁÉÍÑÓÚÜ ÃÕÂÊÔÇ ÀÈÉÌÒÙ ëïéó ñãõç", "0123456789 + - – — = × / % & → ←",
    ". … , : ; · ! ? ¡ ¿ ' ’ « » “ ” „ ( )",
)  # fmt: skip


def all_letters() -> str:
    """All signs of our own lettering on one sheet."""
    high = 40 * len(ALPHABETS) + 10
    rows = [letters(row, 24, 24 + 40 * i, 20, anchor="start") for i, row in enumerate(ALPHABETS)]
    paper = rect(0, 0, 640, high, 0, PAPER)
    box = f'viewBox="0 0 640 {high}" width="640" height="{high}"'
    drawn = paper + "".join(rows)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img"><title>Letters</title>{drawn}</svg>'


def spoken() -> dict[str, str]:
    """A table in each language: which game is shown; the screens are taken by tests/browser/screens.py."""
    return dict(zip(LANGUAGES, cycle(registry.game_ids()), strict=False))


def write(folder: Path) -> list[Path]:
    """The page and its pictures; pictures that are no longer wanted go."""
    pictures = folder / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    lines, written = [HEAD], []
    for id in registry.game_ids():
        if not registry.has_part(id, "draw"):
            continue
        spec = registry.spec_of(id)
        lines.append(f"\n## {spec.title}\n\n{spec.summary}\n")
        for game in shown_games(id):
            name = f"{id}-{name_of(game).partition('-seats')[2].lstrip('-')}".rstrip("-")
            path = pictures / f"{name}.svg"
            path.write_text(picture(game) + "\n", encoding="utf-8")
            written.append(path)
            lines.append(f"\n![{game.described()}](pictures/{path.name})\n\n`{game!r}`\n")
    lines.append("\n## Languages\n\nAll letters that are painted on boards, and a table in each language.\n")
    path = pictures / "letters.svg"
    path.write_text(all_letters() + "\n", encoding="utf-8")
    written.append(path)
    lines.append(f"\n![letters](pictures/{path.name})\n")
    for code, id in spoken().items():
        title = f"{LANGUAGES[code]}: {Words(code).game(id).title}"
        lines.append(f"\n![{title}](pictures/screens/in-{code}.jpg)\n\n{title}\n")
    for old in set(pictures.glob("*.svg")) - set(written):
        old.unlink()
    page = folder / "gallery.md"
    page.write_text("".join(lines), encoding="utf-8")
    return [page, *written]


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("docs")
    for path in write(folder):
        print(f"{path}  {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
