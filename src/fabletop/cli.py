"""The command line: `fabletop` opens the chest, `fabletop COMMAND --help` explains the rest."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from fabletop import __version__
from fabletop.engine.errors import BadOption, FabletopError, quoted
from fabletop.engine.game import Game
from fabletop.engine.registry import game_ids, known_id, spec_of
from fabletop.engine.spec import Value


class _Parser(argparse.ArgumentParser):
    """Errors are one line on standard error and exit status 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (try {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    parser = _parser()
    args, more = parser.parse_known_args(argv)
    if more and not hasattr(args, "more"):  # only `analyse` has arguments that the game explains
        parser.error(f"unrecognized arguments: {' '.join(more)}")
    args.more = more
    try:
        status: int = args.run(args)
    except FabletopError as error:
        print(f"fabletop: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:  # `fabletop … | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="fabletop",
        description="A chest of fairy-tale family games. Without a command it opens the chest in the browser.",
        epilog="examples: fabletop play mensch --seats 2   fabletop simulate maumau --games 100000",
    )
    parser.add_argument("--version", action="version", version=f"fabletop {__version__}")
    parser.add_argument("--terminal", action="store_true", help="open the chest in the terminal instead")
    parser.add_argument("--no-browser", action="store_true", help="print the address of the chest, open nothing")
    parser.add_argument(
        "--only-here", action="store_true", help="other devices in the local net cannot join (by default they can)"
    )
    parser.set_defaults(run=_chest)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)
    _add_games(commands)
    _add_play(commands)
    _add_simulate(commands)
    _add_compare(commands)
    _add_analyse(commands)
    _add_advise(commands)
    _add_replay(commands)
    _add_draw(commands)
    _add_verify(commands)
    _add_serve(commands)
    return parser


def _command(commands: Any, name: str, run: Any, about: str, *examples: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=about,
        description=about[0].upper() + about[1:] + ".",
        epilog="examples:\n" + "\n".join(f"  fabletop {example}" for example in examples),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


def _add_game_arguments(parser: argparse.ArgumentParser, *, optional: bool = False) -> None:
    parser.add_argument(
        "game", metavar="GAME", nargs="?" if optional else None, help="one of: " + ", ".join(game_ids())
    )
    parser.add_argument("--seats", type=_number, metavar="N", help="how many seats (default: the game's usual number)")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", dest="options",
        help="an option of the game, as `fabletop games GAME` lists them; switches are on or off",
    )  # fmt: skip


def _number(text: str) -> int:
    try:
        return int(text.replace("_", "").replace(",", ""))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a whole number") from None


def chosen_game(id: str, seats: int | None, settings: Sequence[str]) -> Game:
    """The game that the arguments describe."""
    spec = spec_of(known_id(id))
    options: dict[str, Value] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals:
            raise BadOption(f"--set {quoted(setting)}: give NAME=VALUE, for example --set {_example(id)}")
        options[name.strip()] = spec.option(name.strip()).parse(text)
    return Game(id, seats, options)


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

    open_chest(browser=not args.no_browser, only_here=args.only_here)
    return 0


# fabletop games


def _add_games(commands: Any) -> None:
    parser = _command(
        commands, "games", _games, "list the games, or the options and house rules of one",
        "games", "games mensch", "games --json",
    )  # fmt: skip
    parser.add_argument("game", metavar="GAME", nargs="?", help="show the options of this one")
    parser.add_argument("--json", action="store_true", help="for programs")


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


def _described(id: str) -> dict[str, Any]:
    spec = spec_of(id)
    options = [{"name": o.name, "values": list(o.values), "default": o.default, "help": o.help} for o in spec.options]
    return {
        "game": id,
        "title": spec.title,
        "summary": spec.summary,
        "version": spec.version,
        "seats": list(spec.seats),
        "options": options,
    }


# fabletop play


def _add_play(commands: Any) -> None:
    parser = _command(
        commands, "play", _play, "play a game in the terminal",
        "play mensch", "play maumau --seats 3 --people 2", "play mensch --set track=32 --record game.jsonl",
        "play mensch --computer sharp", "play --resume game.jsonl",
    )  # fmt: skip
    _add_game_arguments(parser, optional=True)
    parser.add_argument("--people", type=_number, default=1, metavar="N", help="how many seats people have (default 1)")
    parser.add_argument("--seed", type=_number, metavar="N", help="the same dice and cards again (default: fresh ones)")
    parser.add_argument("--record", metavar="FILE", help="write the game down, ply by ply, into a new file")
    parser.add_argument("--resume", metavar="FILE", help="go on with a game that was written down")
    parser.add_argument("--computer", metavar="LEVEL", help="random, gentle (default), fair, sharp or perfect")


def _play(args: argparse.Namespace) -> int:
    from fabletop.terminal import chest, play, resume

    if args.resume:
        if args.game or args.record or args.options or args.seats:
            raise BadOption("--resume goes on with the game in the file: it takes no game, seats, options or --record")
        return resume(args.resume, args.people, args.seed, args.computer)
    if not args.game:
        return chest()
    return play(chosen_game(args.game, args.seats, args.options), args.people, args.seed, args.record, args.computer)


# fabletop simulate


def _add_simulate(commands: Any) -> None:
    parser = _command(
        commands, "simulate", _simulate, "play many games: how long do they take, who wins?",
        "simulate mensch --games 100000", "simulate maumau --seats 3 --set stack_plus=on --seed 1 --json",
        "simulate duck --players sharp,gentle --games 2000", "simulate kniffel --until-precision 0.5%",
        "simulate quidditch --csv games.csv --plot games.svg", "simulate duck --heat duck.svg",
    )  # fmt: skip
    _add_game_arguments(parser)
    parser.add_argument("--games", type=_number, metavar="N", help="how many (default 10,000)")
    parser.add_argument("--seed", type=_number, metavar="N", help="the same seed gives the same numbers")
    parser.add_argument(
        "--threads", "--workers", type=_number, metavar="N", dest="threads",
        help="how many at once, default one for each core; players that think have processes of their own",
    )  # fmt: skip
    parser.add_argument(
        "--players", default="random", metavar="LEVEL[,LEVEL…]",
        help="who plays: one for all seats or one for each (default: random, at machine speed)",
    )  # fmt: skip
    parser.add_argument(
        "--until-precision", type=_share, metavar="P", dest="precision",
        help="until every chance to win is known to ± P (0.005 or 0.5%%) and the mean length to that share of it",
    )  # fmt: skip
    parser.add_argument("--cluster", metavar="ADDRESS", help="play on a Dask cluster: tcp://host:8786 (fabletop[lab])")
    parser.add_argument("--csv", metavar="FILE", help="a row for each game: plies, ranks, scores, events")
    parser.add_argument("--parquet", metavar="FILE", help="the same as Parquet (needs pyarrow)")
    parser.add_argument("--record-dir", metavar="FOLDER", help="write every game down in a new folder")
    parser.add_argument("--plot", metavar="FILE", help="draw lengths and wins: a .svg or .png (needs fabletop[lab])")
    parser.add_argument("--heat", metavar="FILE", help="draw how often each square is visited: a .svg or .png")
    parser.add_argument("--no-events", action="store_true", help="count no captures, draws, …: somewhat faster")
    parser.add_argument("--json", action="store_true", help="for programs: one object on standard output")


def _share(text: str) -> float:
    try:
        return float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number or a percentage") from None


def _simulate(args: argparse.Namespace) -> int:
    from fabletop.terminal import simulated

    game = chosen_game(args.game, args.seats, args.options)
    return simulated(
        game, args.games, as_json=args.json, precision=args.precision, seed=args.seed, threads=args.threads,
        players=args.players, csv=args.csv, parquet=args.parquet, record_dir=args.record_dir, plot=args.plot,
        cluster=args.cluster, events=not args.no_events, heat=args.heat,
    )  # fmt: skip


# fabletop compare


def _add_compare(commands: Any) -> None:
    parser = _command(
        commands, "compare", _compare, "what house rules do to a game: to its length, its fairness, its scores",
        "compare maumau --vary play_drawn --vary stack_plus --pairs", "compare mensch --vary track=32 --plot track.svg",
        "compare kniffel --games 100000 --seed 1 --json",
    )  # fmt: skip
    _add_game_arguments(parser)
    parser.add_argument(
        "--vary", action="append", default=[], metavar="NAME[=VALUE]",
        help="an option, with all its other values or this one; may be repeated (default: every option)",
    )  # fmt: skip
    parser.add_argument("--pairs", action="store_true", help="also every two of them together")
    parser.add_argument("--games", type=_number, default=10_000, metavar="N", help="under each rule (default 10,000)")
    parser.add_argument("--seed", type=_number, metavar="N", help="the same seed gives the same numbers")
    parser.add_argument("--threads", type=_number, metavar="N", help="default: one for each core")
    parser.add_argument("--plot", metavar="FILE", help="draw the effects: a .svg or .png (needs fabletop[lab])")
    parser.add_argument("--json", action="store_true", help="for programs: one object on standard output")


def _compare(args: argparse.Namespace) -> int:
    from fabletop.terminal.comparing import compared

    game = chosen_game(args.game, args.seats, args.options)
    return compared(
        game, args.vary, args.games, args.seed, args.threads, pairs=args.pairs, plot=args.plot, as_json=args.json
    )


# fabletop analyse, fabletop advise


def _add_analyse(commands: Any) -> None:
    parser = _command(
        commands, "analyse", _analyse, "how long, how fair, what is the best play worth: solved, or else simulated",
        "analyse duck", "analyse duck --seats 1", "analyse nutcracker --set level=2 --games 500 --computer fair --json",
        "analyse quidditch --round --snitch 1.5",
    )  # fmt: skip
    _add_game_arguments(parser)
    parser.add_argument("--computer", metavar="LEVEL", help="simulate games between players of this level")
    parser.add_argument("--games", type=_number, metavar="N", help="simulate so many games (default: what 20 s allow)")
    parser.add_argument("--seed", type=_number, default=0, metavar="N", help="of a simulation (default 0)")
    parser.add_argument("--json", action="store_true", help="for programs: one object on standard output")
    parser.set_defaults(more=[])


def _analyse(args: argparse.Namespace) -> int:
    from fabletop.terminal import analysed

    if args.games is not None and args.games < 1:
        raise BadOption(f"--games {args.games}: give a whole number from 1 up")
    game = chosen_game(args.game, args.seats, args.options)
    return analysed(game, args.more, args.computer, args.games, args.seed, as_json=args.json)


def _add_advise(commands: Any) -> None:
    parser = _command(
        commands, "advise", _advise, "what every action was worth at a ply of a record",
        "advise game.jsonl", "advise game.jsonl --ply 40", "advise game.jsonl --json",
    )  # fmt: skip
    parser.add_argument("file", metavar="FILE", help="a record: JSON lines; - reads standard input")
    parser.add_argument("--ply", type=_number, metavar="N", help="the decision with this number (default: the last)")
    parser.add_argument("--json", action="store_true", help="for programs: one object on standard output")


def _advise(args: argparse.Namespace) -> int:
    from fabletop.engine.records import load
    from fabletop.terminal import advised

    recording = load(sys.stdin.buffer if args.file == "-" else args.file)
    return advised(recording, args.ply, as_json=args.json)


# fabletop replay


def _add_replay(commands: Any) -> None:
    parser = _command(
        commands, "replay", _replay, "watch a game that was written down",
        "replay game.jsonl", "replay game.jsonl --step", "replay game.jsonl --ply 40 --seat 1",
    )  # fmt: skip
    parser.add_argument("file", metavar="FILE", help="a record: JSON lines; - reads standard input")
    parser.add_argument("--seat", type=_number, metavar="S", help="as this seat saw it (default: as a spectator)")
    parser.add_argument("--ply", type=_number, metavar="N", help="show the position after this ply")
    parser.add_argument("--step", action="store_true", help="ply by ply, with Enter")
    parser.add_argument("--json", action="store_true", help="for programs: who sat there, plies, result")


def _replay(args: argparse.Namespace) -> int:
    from fabletop.engine.records import load
    from fabletop.terminal import replayed

    recording = load(sys.stdin.buffer if args.file == "-" else args.file)
    if args.step and args.file == "-":
        raise BadOption("--step needs the keyboard: give the record as a file")
    return replayed(recording, seat=args.seat, ply=args.ply, step=args.step, as_json=args.json)


# fabletop draw


def _add_draw(commands: Any) -> None:
    parser = _command(
        commands, "draw", _draw, "draw a position of a game that was written down, or the whole game",
        "draw game.jsonl -o game.svg", "draw game.jsonl --ply 40 --seat 1 -o board.png --width 1024",
        "draw game.jsonl --gif game.gif --width 480",
    )  # fmt: skip
    parser.add_argument("file", metavar="RECORD", help="a record: JSON lines; - reads standard input")
    parser.add_argument("--ply", type=_number, metavar="N", help="the position after this ply (default: the last one)")
    parser.add_argument("--seat", type=_number, metavar="S", help="as this seat saw it (default: as a spectator)")
    parser.add_argument("-o", "--out", metavar="FILE", help="a .svg or .png (default: SVG to standard output)")
    parser.add_argument("--width", type=_number, default=800, metavar="W", help="pixels of a PNG or GIF (default 800)")
    parser.add_argument("--gif", metavar="FILE", help="the game up to there as a film (needs Pillow)")
    parser.add_argument("--frames", metavar="FOLDER", help="an SVG for each ply up to there")


def _draw(args: argparse.Namespace) -> int:
    from fabletop.engine.records import load
    from fabletop.terminal.pictures import drawn

    recording = load(sys.stdin.buffer if args.file == "-" else args.file)
    return drawn(
        recording, seat=args.seat, ply=args.ply, out=args.out, width=args.width, gif=args.gif, frames=args.frames
    )


# fabletop verify


def _add_verify(commands: Any) -> None:
    parser = _command(
        commands, "verify", _verify, "check the dice and cards of a finished game against its published seed",
        "verify game.jsonl", "verify game.jsonl --json",
    )  # fmt: skip
    parser.add_argument("file", metavar="FILE", help="the record of a finished table")
    parser.add_argument("--json", action="store_true", help="for programs")


def _verify(args: argparse.Namespace) -> int:
    from fabletop.tables.verify import verify

    verdict = verify(args.file)
    if args.json:
        print(json.dumps({"rolls": verdict.rolls, "honest": verdict.wrong is None, "wrong": verdict.wrong}))
    elif verdict.wrong is None:
        print(f"All {verdict.rolls} outcomes of chance are what the seed and the players made them.")
    else:
        print(f"Ply {verdict.wrong} is not what the seed and the players made it.")
    return 0 if verdict.wrong is None else 1


# fabletop serve


def _add_serve(commands: Any) -> None:
    parser = _command(
        commands, "serve", _serve, "run a server for many tables",
        "serve", "serve --host 0.0.0.0 --port 8080 --data tables",
    )  # fmt: skip
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: this machine only)")
    parser.add_argument("--port", type=_number, default=8000, metavar="N", help="default 8000")
    parser.add_argument("--data", metavar="FOLDER", help="where tables are kept (default: the user's data folder)")
    parser.add_argument(
        "--tables-per-client", type=_number, default=100, metavar="N",
        help="how many tables one client may make at once (default 100, and one more every second)",
    )  # fmt: skip


def _serve(args: argparse.Namespace) -> int:
    from fabletop.web.server import data_folder, serve

    if not 0 < args.port < 65536:
        raise BadOption(f"--port {args.port}: a port is a number from 1 to 65535")
    if args.tables_per_client < 1:
        raise BadOption(f"--tables-per-client {args.tables_per_client}: at least 1")
    serve(args.host, args.port, Path(args.data) if args.data else data_folder(), args.tables_per_client)
    return 0


if __name__ == "__main__":
    sys.exit(main())
