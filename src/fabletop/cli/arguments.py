"""What several commands take: a game with its seats and house rules, a record, an answer for programs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import TypeAlias

from fabletop.engine.errors import BadOption, quoted
from fabletop.engine.game import Game
from fabletop.engine.records import Recording, load
from fabletop.engine.registry import game_ids, known_id, spec_of
from fabletop.engine.spec import Value, shown
from fabletop.words.arguments import Parser, whole
from fabletop.words.speech import said as _

Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


def command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int], about: str, *examples: str
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=about,
        description=about[0].upper() + about[1:] + ("" if about[-1] in "?;" else "."),  # a Greek question ends in ;
        epilog=for_example(*examples),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--language", metavar="fr", default=argparse.SUPPRESS, help=_("default: the terminal's"))
    parser.set_defaults(run=run)
    return parser


def for_example(*commands: str) -> str:
    return _("examples:") + "\n" + "\n".join(f"  fabletop {example}" for example in commands)


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=_("for programs: one object on standard output"))


def add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar=_("FILE"), help=_("a record: JSON lines; - reads standard input"))


def chosen_recording(args: argparse.Namespace) -> Recording:
    return load(sys.stdin.buffer if args.file == "-" else args.file)


def add_game_arguments(parser: argparse.ArgumentParser, *, optional: bool = False) -> None:
    parser.add_argument(
        "game",
        metavar=_("GAME"),
        nargs="?" if optional else None,
        help=_("one of: {games}", games=", ".join(game_ids())),
    )
    parser.add_argument("--seats", type=whole, metavar="N", help=_("how many seats (default: the game's usual number)"))
    parser.add_argument(
        "--set", action="append", default=[], metavar=_("NAME=VALUE"), dest="options",
        help=_("an option of the game, as `fabletop games GAME` lists them; switches are on or off"),
    )  # fmt: skip
    parser.add_argument(
        "--rules-version", type=whole, metavar="V", dest="rules",
        help=_("an earlier version of the rules, as `fabletop games GAME` lists them (default: the latest)"),
    )  # fmt: skip


def chosen_game(args: argparse.Namespace) -> Game:
    """The game that the arguments describe."""
    id = known_id(args.game)
    spec = spec_of(id)
    options: dict[str, Value] = {}
    for setting in args.options:
        name, equals, text = setting.partition("=")
        if not equals:
            raise BadOption(
                "--set {setting}: give NAME=VALUE, for example --set {example}",
                setting=quoted(setting), example=_example(id),
            )  # fmt: skip
        options[name.strip()] = spec.option(name.strip()).parse(text)
    return Game(id, args.seats, options, args.rules)


def _example(id: str) -> str:
    options = spec_of(id).options
    return f"{options[0].name}={shown(options[0].values[-1])}" if options else "name=value"
