"""docs/house-rules.md: every option of every game, measured.  `python -m fabletop.lab.house_rules` writes it anew.

The number of games follows from how long they are, so that all of it takes some minutes; nothing depends on the
clock, so the same rules give the same page.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fabletop.compiler.kernels import wait_for
from fabletop.engine.game import Game
from fabletop.engine.registry import game_ids, mind_levels, spec_of
from fabletop.engine.spec import shown
from fabletop.lab.compare import Comparison, Effect, Measure, Variation, compare, variations
from fabletop.lab.pace import CHOICE, DOUBLED, PRESS, TAP, pace_of
from fabletop.lab.simulate import simulate
from fabletop.players.registry import thinking_level

SEED = 1
PLIES = 20_000_000  # of each table: some seconds
FEWEST, MOST = 200, 20_000  # games of each set of rules
SHARPEST, SHARP_PART = "sharp", 50  # who thinks longer plays one game where others play so many
ALIKE, HELPED = 0.03, 0.005  # less than so much of a length, or of a win, is not worth a word

HEAD = """# What house rules do

Every option of every game, one at a time, against the game as it is. **All seats play like `fair`**, the computer's
middle level: it thinks a little, as a family does. Beside it stands what the same rule does where **everybody plays
like `sharp`**, in fewer games, or **at random**; where they differ, thinking makes the difference. Game number *i* has
the same random numbers under every rule (seed {seed}), so luck weighs less. In brackets: the 95 % interval. **Bold**:
it does not contain 0; by luck alone that happens once in twenty.

Lengths are in plies (every roll, card and decision is one) and in minutes at a table. **Measured** is what the screen
takes for each kind of ply at the pace *normal*: motions, holds, sentences to be read ([seconds](#seconds) has them
all). **Assumed** is what people add: {press:g} s to press *Roll*, {tap:g} s for what is looked at until a tap,
{choice:g} s to decide between two things and {doubled:g} s more for twice as many. Around a real board your family may
be quicker.

*First seat's advantage* is how much more often it wins than another seat does, in percentage points; "it helps
nobody" means that no change of it was seen, within the interval of the table. *Shared wins* are games with several
winners.

`fabletop compare GAME` measures any of it again, with other levels, seats and more games, in pairs (`--pairs`), as a
picture (`--plot`). This page is written by `python -m fabletop.lab.house_rules`; do not edit it.
"""

SECONDS = """## Seconds

For so long the screen shows a ply of each kind, in the mean, at the pace *normal*. `python -m fabletop.lab.pace` adds
it up over golden records and games of computer players, by the very rules of the stage in the browser.

| game | seconds |
| --- | --- |"""


def page(ids: tuple[str, ...] | None = None) -> str:
    parts = [HEAD.format(seed=SEED, press=PRESS, tap=TAP, choice=CHOICE, doubled=DOUBLED)]
    for id in ids or game_ids():
        parts.append(f"## {spec_of(id).title}\n")
        parts.extend(_table(*compared(base)) for base in bases(id))
        parts.append(_meanings(id))
    return "\n".join([*parts, SECONDS, *(_seconds(id) for id in ids or game_ids())]) + "\n"


def bases(id: str) -> list[Game]:
    """The usual game; of a game with variants each of them."""
    spec = spec_of(id)
    if not spec.variant:
        return [Game(id)]
    return [Game(id, None, {spec.variant: value}) for value in spec.option(spec.variant).values]


def compared(base: Game) -> list[Comparison]:
    """With players that think, and the same with such as think longer, if there are any, and with random ones."""
    level = thinking_level(base.id)
    for kernel in ("simulate", "contest"):
        wait_for(base.id, kernel, seconds=300)
    names = [o.name for o in base.spec.offered if o.name != base.spec.variant or base == bases(base.id)[0]]
    levels = dict.fromkeys((level, *(name for name in mind_levels(base.id) if name == SHARPEST), "random"))
    return [compare(base, names, _games(base, names, one), seed=SEED, players=one) for one in levels]


def _games(base: Game, names: list[str], level: str) -> int:
    """So many that they have about as many plies as those of any other table."""
    mean = simulate(base, 100, seed=SEED, players=level).plies["mean"]
    rough = int(PLIES / (mean * (1 + len(variations(base, names)[0]))))
    part = SHARP_PART if level == SHARPEST else 1
    games = max(FEWEST, min(MOST, rough) // part)
    games = round(games, 1 - len(str(games)))  # a round number
    print(f"{base.described()}: {games:,} games of {level}", file=sys.stderr, flush=True)
    return games


def _table(found: Comparison, *others: Comparison) -> str:
    columns, level = found.shown_measures(), found.players[0]
    beside = [(other, m) for other in others for m in other.shown_measures()[:2]]
    asked = f"`fabletop compare {_command(found.game)} --games {found.games} --seed {found.seed} --players {level}`"
    lines = [", ".join([asked, *(f"`{one.players[0]}` with `--games {one.games}`" for one in others)]) + "\n"]
    titles = [found.title(m) for m in columns]
    more = (f"{other.title(m)}, {other.players[0]}" for other, m in beside)
    lines.append(_row("rule", titles[0], "in minutes", *titles[1:], *more))
    lines.append(_row("---", *("---:" for _ in range(1 + len(columns) + len(beside)))))
    usual = [m.value(found.base_value(m)) for m in columns]
    minutes = f"{found.summary.minutes['mean']:.0f}"
    lines.append(_row("*as it is*", usual[0], minutes, *usual[1:], *(m.value(c.base_value(m)) for c, m in beside)))
    for i, one in enumerate(found.variations):
        if one.different or any(other.variations[i].different for other in others):
            cells = [_cell(m, one.effects[m.key]) for m in columns]
            minutes = f"{round(one.longer, 1) + 0.0:+.1f}"
            more = (_cell(m, other.variations[i].effects[m.key]) for other, m in beside)
            lines.append(_row(f"`{one.name}`", cells[0], minutes, *cells[1:], *more))
    told = [f"- `{one.name}`: {sentence(found, one)}" for one in found.variations if one.different]
    if told:
        lines += ["", *told]
    same = [f"`{one.name}`" for one in found.variations if not one.different]
    if same:
        lines.append(f"\nNot one game of such players differs here: {', '.join(same)}.")
    return "\n".join(lines) + "\n"


# In words


def sentence(found: Comparison, one: Variation) -> str:
    """What a rule does, for a family: `Games take a tenth longer; it helps nobody.`"""
    effects = one.effects
    parts = [_longer(one.longer / max(found.summary.minutes["mean"], 1e-9))]
    if found.together or found.game.seats == 1:
        usual = next(found.base_value(m) for m in found.measures if m.key == "won")
        parts.append(_wins(usual, effects["won"]))
    else:
        parts.append(_gains(effects["first_seat"]))
    if "score" in effects and effects["score"].clear:
        points = effects["score"].mean
        parts.append(f"everybody gets about {_few(abs(points))} points {'more' if points > 0 else 'fewer'}")
    text = "; ".join(parts)
    return text[0].upper() + text[1:] + "."


PARTS = (
    (1 / 20, "a little longer", "a little less time"), (1 / 10, "a tenth longer", "a tenth less time"),
    (1 / 5, "a fifth longer", "a fifth less time"), (1 / 4, "a quarter longer", "a quarter less time"),
    (1 / 3, "a third longer", "a third less time"), (1 / 2, "half as long again", "half the time"),
    (2 / 3, "two thirds longer", "a third of the time"), (3 / 4, "three quarters longer", "a quarter of the time"),
)  # fmt: skip


def _longer(share: float) -> str:
    if abs(share) < ALIKE:
        return "games take as long"
    if share > 0.85:
        return f"games take {1 + share:.1f} times as long"
    if share < -0.8:
        return "games are over almost at once"
    _, longer, shorter = min(PARTS, key=lambda part: abs(part[0] - abs(share)))
    return f"games take {longer if share > 0 else shorter}"


def _wins(usual: float, effect: Effect) -> str:
    """How often a team wins now."""
    if not effect.clear or abs(effect.mean) < HELPED:
        return "the team wins as often"
    now = usual + effect.mean
    if now < HELPED:
        return "the team hardly ever wins"
    digits = 0 if abs(effect.mean) >= 0.02 else 1
    then, before = (f"{100 * share:.{digits}f}".removesuffix(".0") for share in (now, usual))
    return f"the team wins {then} of 100 games instead of {before}"


def _gains(effect: Effect) -> str:
    if not effect.clear or abs(effect.mean) < HELPED:
        return "it helps nobody"
    return f"whoever begins {'gains' if effect.mean > 0 else 'loses'} {_few(100 * abs(effect.mean))} wins in 100 games"


def _few(number: float) -> str:
    return f"{number:.0f}" if number >= 2 else f"{number:.1f}".removesuffix(".0")


def _seconds(id: str) -> str:
    told = (f"`{kind}` {seconds:.1f}" for kind, seconds in pace_of(id).shown.items())
    return _row(spec_of(id).title, ", ".join(told))


def _command(game: Game) -> str:
    return " ".join([game.id, *(f"--set {name}={shown(value)}" for name, value in game.changed().items())])


def _row(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


def _cell(measure: Measure, effect: Effect) -> str:
    if not effect.mean and not effect.error:
        return "0"
    mean = f"**{measure.change(effect.mean)}**" if effect.clear else measure.change(effect.mean)
    return f"{mean} ({measure.change(effect.low)} to {measure.change(effect.high)})"


def _meanings(id: str) -> str:
    return "\n".join(f"- `{o.name}` ({o.domain()}): {o.help}" for o in spec_of(id).offered) + "\n"


def main() -> None:
    target = Path(__file__).parents[3] / "docs" / "house-rules.md"
    target.write_text(page().rstrip() + "\n", encoding="utf-8")
    print(f"wrote {target.name}", file=sys.stderr)


if __name__ == "__main__":
    main()
