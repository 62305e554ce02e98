"""Commands for who asks how long, how fair and what is best: simulate, compare, analyse."""

from __future__ import annotations

import argparse

from fabletop.cli.arguments import Commands, add_game_arguments, add_json, chosen_game, command
from fabletop.engine.errors import BadOption
from fabletop.words.arguments import share, whole
from fabletop.words.speech import said as _

# fabletop simulate


def add_simulate(commands: Commands) -> None:
    parser = command(
        commands, "simulate", _simulate, _("play many games: how long do they take, who wins?"),
        "simulate mensch --games 100000", "simulate maumau --seats 3 --set stack_plus=on --seed 1 --json",
        "simulate duck --players sharp,gentle --games 2000", "simulate kniffel --until-precision 0.5%",
        "simulate quidditch --csv games.csv --plot games.svg", "simulate duck --heat duck.svg",
    )  # fmt: skip
    add_game_arguments(parser)
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
    add_json(parser)


def _simulate(args: argparse.Namespace) -> int:
    from fabletop.terminal import simulated

    game = chosen_game(args)
    return simulated(
        game, args.games, as_json=args.json, precision=args.precision, seed=args.seed, threads=args.threads,
        players=args.players, csv=args.csv, parquet=args.parquet, record_dir=args.record_dir, plot=args.plot,
        cluster=args.cluster, events=not args.no_events, heat=args.heat,
    )  # fmt: skip


# fabletop compare


def add_compare(commands: Commands) -> None:
    parser = command(
        commands, "compare", _compare, _("what house rules do to a game: to its length, its fairness, its scores"),
        "compare maumau --vary play_drawn --vary stack_plus --pairs", "compare mensch --vary track=32 --plot track.svg",
        "compare kniffel --games 100000 --seed 1 --json",
    )  # fmt: skip
    add_game_arguments(parser)
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
    add_json(parser)


def _compare(args: argparse.Namespace) -> int:
    from fabletop.terminal.comparing import compared

    game = chosen_game(args)
    return compared(
        game, args.vary, args.games, args.seed, args.threads,
        players=args.players, pairs=args.pairs, plot=args.plot, as_json=args.json,
    )  # fmt: skip


# fabletop analyse


def add_analyse(commands: Commands) -> None:
    parser = command(
        commands, "analyse", _analyse, _("how long, how fair, what is the best play worth: solved, or else simulated"),
        "analyse duck", "analyse duck --seats 1", "analyse nutcracker --set level=2 --games 500 --computer fair --json",
        "analyse quidditch --round --snitch 1.5",
    )  # fmt: skip
    add_game_arguments(parser)
    parser.add_argument("--computer", metavar=_("LEVEL"), help=_("simulate games between players of this level"))
    parser.add_argument("--games", type=whole, metavar="N", help=_("simulate so many games (default: what 20 s allow)"))
    parser.add_argument("--seed", type=whole, default=0, metavar="N", help=_("of a simulation (default 0)"))
    add_json(parser)
    parser.set_defaults(more=[])


def _analyse(args: argparse.Namespace) -> int:
    from fabletop.terminal import analysed

    if args.games is not None and args.games < 1:
        raise BadOption("--games {games}: give a whole number from 1 up", games=args.games)
    game = chosen_game(args)
    return analysed(game, args.more, args.computer, args.games, args.seed, as_json=args.json)
