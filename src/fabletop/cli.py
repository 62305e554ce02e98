"""The command line: `fabletop` opens the chest, `fabletop COMMAND --help` explains the rest."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from typing import TypeAlias

from fabletop import __version__
from fabletop.engine.errors import BadOption, FabletopError, quoted
from fabletop.engine.game import Game
from fabletop.engine.records import Recording, load
from fabletop.engine.registry import game_ids, known_id, spec_of
from fabletop.engine.spec import Value
from fabletop.words.arguments import Parser, share, translated, whole
from fabletop.words.speech import own_language, own_words, spoken
from fabletop.words.speech import said as _

Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


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
        parser = _parser()
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


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="fabletop",
        description=_("A chest of fairy-tale family games. Without a command it opens the chest in the browser."),
        epilog=_examples("play mensch --seats 2", "simulate maumau --games 100000"),
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
    _add_games(commands)
    _add_rules(commands)
    _add_play(commands)
    _add_simulate(commands)
    _add_compare(commands)
    _add_analyse(commands)
    _add_advise(commands)
    _add_review(commands)
    _add_replay(commands)
    _add_draw(commands)
    _add_verify(commands)
    _add_serve(commands)
    _add_tables(commands)
    _add_new_game(commands)
    return parser


def _examples(*examples: str) -> str:
    return _("examples:") + "\n" + "\n".join(f"  fabletop {example}" for example in examples)


def _command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int], about: str, *examples: str
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=about,
        description=about[0].upper() + about[1:] + ("" if about[-1] in "?;" else "."),  # a Greek question ends in ;
        epilog=_examples(*examples),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--language", metavar="fr", default=argparse.SUPPRESS, help=_("default: the terminal's"))
    parser.set_defaults(run=run)
    return parser


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=_("for programs: one object on standard output"))


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar=_("FILE"), help=_("a record: JSON lines; - reads standard input"))


def _recording(args: argparse.Namespace) -> Recording:
    return load(sys.stdin.buffer if args.file == "-" else args.file)


def _add_game_arguments(parser: argparse.ArgumentParser, *, optional: bool = False) -> None:
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
    from fabletop.engine.spec import shown

    options = spec_of(id).options
    return f"{options[0].name}={shown(options[0].values[-1])}" if options else "name=value"


# fabletop


def _chest(args: argparse.Namespace) -> int:
    if args.terminal:
        from fabletop.terminal import chest

        return chest()
    from fabletop.web.server import open_chest

    open_chest(browser=not args.no_browser, only_here=args.only_here, language=args.language or "")
    return 0


# fabletop new-game


def _add_new_game(commands: Commands) -> None:
    parser = _command(
        commands, "new-game", _new_game, _("write a small complete game, to be changed into a new one"),
        "new-game black_peter", 'new-game black_peter --title "Black Peter" --in games',
    )  # fmt: skip
    parser.add_argument("id", metavar="ID", help=_("small letters, digits and _: the name of its folder"))
    parser.add_argument("--title", default="", help=_("what people call it (default: made from the id)"))
    parser.add_argument(
        "--in",
        dest="place",
        metavar=_("FOLDER"),
        help=_("where (default: the first folder of FABLETOP_GAMES, or here)"),
    )


def _new_game(args: argparse.Namespace) -> int:
    from fabletop.terminal.new_game import made

    return made(args.id, args.title, args.place)


# fabletop games


def _add_games(commands: Commands) -> None:
    parser = _command(
        commands, "games", _games, _("list the games, or the options and house rules of one"),
        "games", "games mensch", "games --json",
    )  # fmt: skip
    parser.add_argument("game", metavar=_("GAME"), nargs="?", help=_("show the options of this one"))
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def _games(args: argparse.Namespace) -> int:
    from fabletop.terminal import show_game, show_games

    ids = [known_id(args.game)] if args.game else list(game_ids())
    if args.json:
        print(json.dumps([_described(id) for id in ids], ensure_ascii=False, indent=1))
    elif args.game:
        show_game(args.game)
    else:
        show_games()
    return 0


def _described(id: str) -> dict[str, object]:
    spec = spec_of(id)
    options = [{"name": o.name, "values": list(o.values), "default": o.default, "help": o.help} for o in spec.offered]
    latest = spec.defaults(spec.version)
    earlier = {
        version: {name: value for name, value in spec.defaults(version).items() if value != latest[name]}
        for version in range(1, spec.version)
    }
    return {
        "game": id,
        "title": spec.title,
        "summary": spec.summary,
        "version": spec.version,
        "earlier": earlier,
        "seats": list(spec.seats),
        "options": options,
    }


# fabletop rules


def _add_rules(commands: Commands) -> None:
    parser = _command(
        commands, "rules", _rules, _("read the rules of a game: how it is played, or every rule to the letter"),
        "rules duck", "rules cinderella --language de", "rules mensch --reference",
    )  # fmt: skip
    parser.add_argument("game", metavar=_("GAME"))
    parser.add_argument("--reference", action="store_true", help=_("every rule to the letter"))


def _rules(args: argparse.Namespace) -> int:
    from fabletop.terminal.rulebook import show_rules

    return show_rules(known_id(args.game), args.reference)


# fabletop play


def _add_play(commands: Commands) -> None:
    parser = _command(
        commands, "play", _play, _("play a game in the terminal"),
        "play mensch", "play maumau --seats 3 --people 2", "play mensch --set track=32 --record game.jsonl",
        "play mensch --computer sharp", "play --resume game.jsonl",
    )  # fmt: skip
    _add_game_arguments(parser, optional=True)
    parser.add_argument(
        "--people", type=whole, metavar="N", help=_("how many people play (default 1); without --seats, so many seats")
    )
    parser.add_argument("--names", metavar=_("NAMES"), default="", help=_("the people's names: Ann,Ben"))
    parser.add_argument(
        "--seed", type=whole, metavar="N", help=_("the same dice and cards again (default: fresh ones)")
    )
    parser.add_argument("--record", metavar=_("FILE"), help=_("write the game down, ply by ply, into a new file"))
    parser.add_argument("--resume", metavar=_("FILE"), help=_("go on with a game that was written down"))
    parser.add_argument("--computer", metavar=_("LEVEL"), help=_("random, gentle (default), fair, sharp or perfect"))


def _play(args: argparse.Namespace) -> int:
    from fabletop.terminal import chest, play, resume

    if args.resume:
        if args.game or args.record or args.options or args.seats or args.rules:
            raise BadOption("--resume goes on with the game in the file: it takes no game, seats, options or --record")
        return resume(args.resume, 1 if args.people is None else args.people, args.seed, args.computer)
    if not args.game:
        return chest()
    if args.people and args.people > 1 and args.seats is None:
        args.seats = max(args.people, spec_of(known_id(args.game)).seats[0])
    names = [name.strip() for name in args.names.split(",")] if args.names else []
    people = max(1, len(names)) if args.people is None else args.people
    return play(chosen_game(args), people, args.seed, args.record, args.computer, names)


# fabletop simulate


def _add_simulate(commands: Commands) -> None:
    parser = _command(
        commands, "simulate", _simulate, _("play many games: how long do they take, who wins?"),
        "simulate mensch --games 100000", "simulate maumau --seats 3 --set stack_plus=on --seed 1 --json",
        "simulate duck --players sharp,gentle --games 2000", "simulate kniffel --until-precision 0.5%",
        "simulate quidditch --csv games.csv --plot games.svg", "simulate duck --heat duck.svg",
    )  # fmt: skip
    _add_game_arguments(parser)
    parser.add_argument("--games", type=whole, metavar="N", help=_("how many (default 10,000)"))
    parser.add_argument("--seed", type=whole, metavar="N", help=_("the same seed gives the same numbers"))
    parser.add_argument(
        "--threads", "--workers", type=whole, metavar="N", dest="threads",
        help=_("how many at once, default one for each core; players that think have processes of their own"),
    )  # fmt: skip
    parser.add_argument(
        "--players", default="random", metavar=_("LEVEL[,LEVEL…]"),
        help=_("who plays: one for all seats or one for each (default: random, at machine speed)"),
    )  # fmt: skip
    parser.add_argument(
        "--until-precision", type=share, metavar="P", dest="precision",
        help=_("until every chance to win is known to ± P (0.005 or 0.5%%) and the mean length to that share of it"),
    )  # fmt: skip
    parser.add_argument(
        "--cluster", metavar=_("ADDRESS"), help=_("play on a Dask cluster: tcp://host:8786 (fabletop[lab])")
    )
    parser.add_argument("--csv", metavar=_("FILE"), help=_("a row for each game: plies, ranks, scores, events"))
    parser.add_argument("--parquet", metavar=_("FILE"), help=_("the same as Parquet (needs pyarrow)"))
    parser.add_argument("--record-dir", metavar=_("FOLDER"), help=_("write every game down in a new folder"))
    parser.add_argument(
        "--plot", metavar=_("FILE"), help=_("draw lengths and wins: a .svg or .png (needs fabletop[lab])")
    )
    parser.add_argument("--heat", metavar=_("FILE"), help=_("draw how often each square is visited: a .svg or .png"))
    parser.add_argument("--no-events", action="store_true", help=_("count no captures, draws, …: somewhat faster"))
    _add_json(parser)


def _simulate(args: argparse.Namespace) -> int:
    from fabletop.terminal import simulated

    game = chosen_game(args)
    return simulated(
        game, args.games, as_json=args.json, precision=args.precision, seed=args.seed, threads=args.threads,
        players=args.players, csv=args.csv, parquet=args.parquet, record_dir=args.record_dir, plot=args.plot,
        cluster=args.cluster, events=not args.no_events, heat=args.heat,
    )  # fmt: skip


# fabletop compare


def _add_compare(commands: Commands) -> None:
    parser = _command(
        commands, "compare", _compare, _("what house rules do to a game: to its length, its fairness, its scores"),
        "compare maumau --vary play_drawn --vary stack_plus --pairs", "compare mensch --vary track=32 --plot track.svg",
        "compare kniffel --games 100000 --seed 1 --json",
    )  # fmt: skip
    _add_game_arguments(parser)
    parser.add_argument(
        "--vary", action="append", default=[], metavar=_("NAME[=VALUE]"),
        help=_("an option, with all its other values or this one; may be repeated (default: every option)"),
    )  # fmt: skip
    parser.add_argument("--pairs", action="store_true", help=_("also every two of them together"))
    parser.add_argument("--games", type=whole, default=10_000, metavar="N", help=_("under each rule (default 10,000)"))
    parser.add_argument("--seed", type=whole, metavar="N", help=_("the same seed gives the same numbers"))
    parser.add_argument("--threads", type=whole, metavar="N", help=_("default: one for each core"))
    parser.add_argument(
        "--players", metavar=_("LEVEL[,LEVEL…]"), help=_("for all seats or for each (default: players that think)")
    )
    parser.add_argument("--plot", metavar=_("FILE"), help=_("draw the effects: a .svg or .png (needs fabletop[lab])"))
    _add_json(parser)


def _compare(args: argparse.Namespace) -> int:
    from fabletop.terminal.comparing import compared

    game = chosen_game(args)
    return compared(
        game, args.vary, args.games, args.seed, args.threads,
        players=args.players, pairs=args.pairs, plot=args.plot, as_json=args.json,
    )  # fmt: skip


# fabletop analyse, fabletop advise


def _add_analyse(commands: Commands) -> None:
    parser = _command(
        commands, "analyse", _analyse, _("how long, how fair, what is the best play worth: solved, or else simulated"),
        "analyse duck", "analyse duck --seats 1", "analyse nutcracker --set level=2 --games 500 --computer fair --json",
        "analyse quidditch --round --snitch 1.5",
    )  # fmt: skip
    _add_game_arguments(parser)
    parser.add_argument("--computer", metavar=_("LEVEL"), help=_("simulate games between players of this level"))
    parser.add_argument("--games", type=whole, metavar="N", help=_("simulate so many games (default: what 20 s allow)"))
    parser.add_argument("--seed", type=whole, default=0, metavar="N", help=_("of a simulation (default 0)"))
    _add_json(parser)
    parser.set_defaults(more=[])


def _analyse(args: argparse.Namespace) -> int:
    from fabletop.terminal import analysed

    if args.games is not None and args.games < 1:
        raise BadOption("--games {games}: give a whole number from 1 up", games=args.games)
    game = chosen_game(args)
    return analysed(game, args.more, args.computer, args.games, args.seed, as_json=args.json)


def _add_advise(commands: Commands) -> None:
    parser = _command(
        commands, "advise", _advise, _("what every action was worth at a ply of a record"),
        "advise game.jsonl", "advise game.jsonl --ply 40", "advise game.jsonl --json",
    )  # fmt: skip
    _add_file(parser)
    parser.add_argument("--ply", type=whole, metavar="N", help=_("the decision with this number (default: the last)"))
    _add_json(parser)


def _advise(args: argparse.Namespace) -> int:
    from fabletop.terminal import advised

    return advised(_recording(args), args.ply, as_json=args.json)


# fabletop review


def _add_review(commands: Commands) -> None:
    parser = _command(
        commands, "review", _review, _("luck or skill: the story of a finished game, ply by ply"),
        "review game.jsonl", "review game.jsonl --json",
    )  # fmt: skip
    _add_file(parser)
    parser.add_argument("--seed", type=whole, default=1, metavar="N", help=_("the same again (default: 1)"))
    _add_json(parser)


def _review(args: argparse.Namespace) -> int:
    from fabletop.terminal import reviewed

    return reviewed(_recording(args), args.seed, as_json=args.json)


# fabletop replay


def _add_replay(commands: Commands) -> None:
    parser = _command(
        commands, "replay", _replay, _("watch a game that was written down"),
        "replay game.jsonl", "replay game.jsonl --step", "replay game.jsonl --ply 40 --seat 1",
    )  # fmt: skip
    _add_file(parser)
    parser.add_argument(
        "--seat",
        type=whole,
        metavar="S",
        help=_("as this seat saw it, counted from 0 as in the record (default: a spectator)"),
    )
    parser.add_argument("--ply", type=whole, metavar="N", help=_("show the position after this ply"))
    parser.add_argument("--step", action="store_true", help=_("ply by ply, with Enter"))
    parser.add_argument("--json", action="store_true", help=_("for programs: who sat there, plies, result"))


def _replay(args: argparse.Namespace) -> int:
    from fabletop.terminal import replayed

    recording = _recording(args)
    if args.step and args.file == "-":
        raise BadOption("--step needs the keyboard: give the record as a file")
    return replayed(recording, seat=args.seat, ply=args.ply, step=args.step, as_json=args.json)


# fabletop draw


def _add_draw(commands: Commands) -> None:
    parser = _command(
        commands, "draw", _draw, _("draw a position of a game that was written down, or the whole game"),
        "draw game.jsonl -o game.svg", "draw game.jsonl --ply 40 --seat 1 -o board.png --width 1024",
        "draw game.jsonl --gif game.gif --width 480",
    )  # fmt: skip
    parser.add_argument("file", metavar=_("RECORD"), help=_("a record: JSON lines; - reads standard input"))
    parser.add_argument("--ply", type=whole, metavar="N", help=_("the position after this ply (default: the last one)"))
    parser.add_argument(
        "--seat",
        type=whole,
        metavar="S",
        help=_("as this seat saw it, counted from 0 as in the record (default: a spectator)"),
    )
    parser.add_argument("-o", "--out", metavar=_("FILE"), help=_("a .svg or .png (default: SVG to standard output)"))
    parser.add_argument("--width", type=whole, default=800, metavar="W", help=_("pixels of a PNG or GIF (default 800)"))
    parser.add_argument("--gif", metavar=_("FILE"), help=_("the game up to there as a film (needs Pillow)"))
    parser.add_argument("--frames", metavar=_("FOLDER"), help=_("an SVG for each ply up to there"))


def _draw(args: argparse.Namespace) -> int:
    from fabletop.terminal.pictures import drawn

    recording = _recording(args)
    return drawn(
        recording, seat=args.seat, ply=args.ply, out=args.out, width=args.width, gif=args.gif, frames=args.frames
    )


# fabletop verify


def _add_verify(commands: Commands) -> None:
    parser = _command(
        commands, "verify", _verify, _("check the dice and cards of a finished game"),
        "verify game.jsonl", "verify game.jsonl --receipt mine.json", "verify game.jsonl --json",
    )  # fmt: skip
    parser.add_argument("file", metavar=_("FILE"), help=_("the record of a finished table"))
    parser.add_argument(
        "--receipt", metavar=_("FILE"), action="append", default=[],
        help=_("what a player's device has noted (its page of the dice saves it); several are checked together"),
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def _verify(args: argparse.Namespace) -> int:
    from fabletop.tables.verify import said, verify

    verdict = verify(args.file, args.receipt)
    honest = verdict.wrong is None
    if args.json:
        receipts = [receipt._asdict() for receipt in verdict.receipts]
        print(json.dumps({**verdict._asdict(), "honest": honest, "receipts": receipts}))
    else:
        print("\n".join(said(verdict, own_words().translate)))
    return 0 if honest else 1


# fabletop serve


def _add_serve(commands: Commands) -> None:
    from fabletop.web.settings import add_arguments

    parser = _command(
        commands, "serve", _serve, _("run a server for many tables"),
        "serve", "serve --host 0.0.0.0 --port 8080 --data tables",
        "serve --name games.example.org --trusted-proxies 10.0.0.0/8",
        "serve --store postgresql://fabletop@localhost/fabletop --workers 4 --keep-finished 90d",
    )  # fmt: skip
    add_arguments(parser)


def _serve(args: argparse.Namespace) -> int:
    from fabletop.web.server import serve
    from fabletop.web.settings import chosen

    serve(chosen(args))
    return 0


# fabletop tables


def _add_tables(commands: Commands) -> None:
    from fabletop.terminal.tables_command import add_arguments
    from fabletop.web.settings import data_folder

    parser = _command(
        commands, "tables", _tables, _("what an operator does with tables, also while servers run"),
        "tables list", "tables delete 3ZtppFK-cfkJGr3u", "tables close", "tables backup copy.sqlite",
        "tables move --to postgresql://fabletop@localhost/fabletop",
    )  # fmt: skip
    add_arguments(parser, str(data_folder()))


def _tables(args: argparse.Namespace) -> int:
    from fabletop.terminal.tables_command import tables

    return tables(args)


if __name__ == "__main__":
    sys.exit(main())
