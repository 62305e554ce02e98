"""Commands for who has a record: advise, review, replay, draw, verify."""

from __future__ import annotations

import argparse
import json

from fabletop.cli.arguments import Commands, add_file, add_json, chosen_recording, command
from fabletop.engine.errors import BadOption
from fabletop.words.arguments import whole
from fabletop.words.speech import own_words
from fabletop.words.speech import said as _

# fabletop advise


def add_advise(commands: Commands) -> None:
    parser = command(
        commands, "advise", _advise, _("what every action was worth at a ply of a record"),
        "advise game.jsonl", "advise game.jsonl --ply 40", "advise game.jsonl --json",
    )  # fmt: skip
    add_file(parser)
    parser.add_argument("--ply", type=whole, metavar="N", help=_("the decision with this number (default: the last)"))
    add_json(parser)


def _advise(args: argparse.Namespace) -> int:
    from fabletop.terminal import advised

    return advised(chosen_recording(args), args.ply, as_json=args.json)


# fabletop review


def add_review(commands: Commands) -> None:
    parser = command(
        commands, "review", _review, _("luck or skill: the story of a finished game, ply by ply"),
        "review game.jsonl", "review game.jsonl --json",
    )  # fmt: skip
    add_file(parser)
    parser.add_argument("--seed", type=whole, default=1, metavar="N", help=_("the same again (default: 1)"))
    add_json(parser)


def _review(args: argparse.Namespace) -> int:
    from fabletop.terminal import reviewed

    return reviewed(chosen_recording(args), args.seed, as_json=args.json)


# fabletop replay


def add_replay(commands: Commands) -> None:
    parser = command(
        commands, "replay", _replay, _("watch a game that was written down"),
        "replay game.jsonl", "replay game.jsonl --step", "replay game.jsonl --ply 40 --seat 1",
    )  # fmt: skip
    add_file(parser)
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

    recording = chosen_recording(args)
    if args.step and args.file == "-":
        raise BadOption("--step needs the keyboard: give the record as a file")
    return replayed(recording, seat=args.seat, ply=args.ply, step=args.step, as_json=args.json)


# fabletop draw


def add_draw(commands: Commands) -> None:
    parser = command(
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

    recording = chosen_recording(args)
    return drawn(
        recording, seat=args.seat, ply=args.ply, out=args.out, width=args.width, gif=args.gif, frames=args.frames
    )


# fabletop verify


def add_verify(commands: Commands) -> None:
    parser = command(
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
