"""The command line: `fabletop` opens the chest, `fabletop COMMAND --help` explains the rest."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from fabletop import __version__
from fabletop.cli import hosting, measuring, playing, records
from fabletop.cli.arguments import for_example
from fabletop.engine.errors import FabletopError
from fabletop.words.arguments import Parser, translated
from fabletop.words.speech import own_language, own_words, spoken
from fabletop.words.speech import said as _

COMMANDS = (
    playing.add_games,
    playing.add_rules,
    playing.add_play,
    measuring.add_simulate,
    measuring.add_compare,
    measuring.add_analyse,
    records.add_advise,
    records.add_review,
    records.add_replay,
    records.add_draw,
    records.add_verify,
    hosting.add_serve,
    hosting.add_tables,
    playing.add_new_game,
)  # as the help lists them


def main(argv: Sequence[str] | None = None) -> int:
    try:
        with spoken(_wished(argv) or own_language()):
            return _done(_understood(argv))
    except FabletopError as error:  # not a language that we know
        return _refused(error)


def _wished(argv: Sequence[str] | None) -> str | None:
    """The language that is asked for, wherever that stands: even mistakes are answered in it."""
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    first.add_argument("--language", nargs="?")
    wish: str | None = first.parse_known_args(argv)[0].language
    return wish


def _understood(argv: Sequence[str] | None) -> argparse.Namespace:
    with translated():
        parser = command_line()
        args, more = parser.parse_known_args(argv)
        if more and not hasattr(args, "more"):  # only `analyse` has arguments that the game explains
            parser.error(_("unrecognized arguments: %s") % " ".join(more))
    args.more = more
    return args


def _refused(error: FabletopError) -> int:
    print(f"fabletop: {own_words().error(error)}", file=sys.stderr)
    return 2


def _done(args: argparse.Namespace) -> int:
    """The exit status of what was asked for; whatever goes wrong is said in one line, in the reader's language."""
    try:
        status: int = args.run(args)
    except FabletopError as error:
        return _refused(error)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:  # `fabletop … | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def command_line() -> argparse.ArgumentParser:
    parser = Parser(
        prog="fabletop",
        description=_("A chest of fairy-tale family games. Without a command it opens the chest in the browser."),
        epilog=for_example("play mensch --seats 2", "simulate maumau --games 100000"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--version", action="version", version=f"fabletop {__version__}", help=_("show the version and exit")
    )
    parser.add_argument("--terminal", action="store_true", help=_("open the chest in the terminal instead"))
    parser.add_argument("--no-browser", action="store_true", help=_("print the address of the chest, open nothing"))
    parser.add_argument(
        "--only-here", action="store_true", help=_("other devices in the local net cannot join (by default they can)")
    )
    parser.add_argument("--language", metavar="fr", help=_("speak this language (default: the terminal's)"))
    parser.set_defaults(run=_chest)
    commands = parser.add_subparsers(title=_("commands"), metavar=_("COMMAND"), parser_class=Parser)
    for add in COMMANDS:
        add(commands)
    return parser


def _chest(args: argparse.Namespace) -> int:
    if args.terminal:
        from fabletop.terminal import chest

        return chest()
    from fabletop.web.server import open_chest

    open_chest(browser=not args.no_browser, only_here=args.only_here, language=args.language or "")
    return 0
