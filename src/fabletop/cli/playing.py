"""Commands for who plays: the chest, the games, their rules, a table in the terminal, a new game."""

from __future__ import annotations

import argparse
import json

from fabletop.cli.arguments import Commands, add_game_arguments, chosen_game, command
from fabletop.engine.errors import BadOption
from fabletop.engine.registry import game_ids, known_id, spec_of
from fabletop.words.arguments import whole
from fabletop.words.speech import said as _

# fabletop games


def add_games(commands: Commands) -> None:
    parser = command(
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


def add_rules(commands: Commands) -> None:
    parser = command(
        commands, "rules", _rules, _("read the rules of a game: how it is played, or every rule to the letter"),
        "rules duck", "rules cinderella --language de", "rules mensch --reference",
    )  # fmt: skip
    parser.add_argument("game", metavar=_("GAME"))
    parser.add_argument("--reference", action="store_true", help=_("every rule to the letter"))


def _rules(args: argparse.Namespace) -> int:
    from fabletop.terminal.rulebook import show_rules

    return show_rules(known_id(args.game), args.reference)


# fabletop play


def add_play(commands: Commands) -> None:
    parser = command(
        commands, "play", _play, _("play a game in the terminal"),
        "play mensch", "play maumau --seats 3 --people 2", "play mensch --set track=32 --record game.jsonl",
        "play mensch --computer sharp", "play --resume game.jsonl",
    )  # fmt: skip
    add_game_arguments(parser, optional=True)
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


# fabletop new-game


def add_new_game(commands: Commands) -> None:
    parser = command(
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
