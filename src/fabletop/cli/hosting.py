"""Commands for who runs a server: serve, tables."""

from __future__ import annotations

import argparse

from fabletop.cli.arguments import Commands, command
from fabletop.words.speech import said as _

# fabletop serve


def add_serve(commands: Commands) -> None:
    from fabletop.web.settings import add_arguments

    parser = command(
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


def add_tables(commands: Commands) -> None:
    from fabletop.terminal.tables_command import add_arguments
    from fabletop.web.settings import data_folder

    parser = command(
        commands, "tables", _tables, _("what an operator does with tables, also while servers run"),
        "tables list", "tables delete 3ZtppFK-cfkJGr3u", "tables close", "tables backup copy.sqlite",
        "tables move --to postgresql://fabletop@localhost/fabletop",
    )  # fmt: skip
    add_arguments(parser, str(data_folder()))


def _tables(args: argparse.Namespace) -> int:
    from fabletop.terminal.tables_command import tables

    return tables(args)
