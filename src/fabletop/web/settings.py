"""The settings of a server, and the arguments of `fabletop serve` that set them."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from fabletop.engine.errors import BadOption
from fabletop.tables.keep import FOREVER, Keep, period
from fabletop.web.root import root_path
from fabletop.words.arguments import number, whole
from fabletop.words.speech import said as _

GONE = 30.0  # seconds without a sign of life after which others may let a computer player stand in
PACE = 0.6  # seconds that a computer player takes for a ply, so that people can follow


@dataclass(frozen=True)
class Settings:
    """What `fabletop serve` can be told."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = Path()
    store: str = ""
    workers: int = 1
    keep: Keep = FOREVER
    tables_per_client: int = 100
    limits: float = 1.0
    trusted_proxies: str = ""
    names: tuple[str, ...] = ()
    root: str = ""
    unwanted_names: str = ""
    pace: float = PACE
    gone: float = GONE
    repair: bool = False

    @property
    def lan(self) -> bool:
        """Can other machines reach it?"""
        return self.host not in ("127.0.0.1", "localhost", "::1")


def data_folder() -> Path:
    """FABLETOP_DATA, or the platform's place for what must be kept."""
    if given := os.environ.get("FABLETOP_DATA"):
        return Path(given)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "fabletop"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "fabletop"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "fabletop"


def pace() -> float:
    """FABLETOP_PACE, or the usual one."""
    return _seconds("FABLETOP_PACE", PACE)


def gone() -> float:
    """FABLETOP_GONE, or the usual time after which others may let a computer player stand in."""
    return _seconds("FABLETOP_GONE", GONE)


def _seconds(name: str, usual: float) -> float:
    given = os.environ.get(name, str(usual))
    try:
        found = float(given)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 3600:
        raise BadOption("{name}={found}: a number of seconds from 0 to 3600", name=name, found=given)
    return found


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--host", default="127.0.0.1", help=_("the address to listen on (default: this machine only)"))
    add("--port", type=whole, default=8000, metavar="N", help=_("default 8000"))
    add("--data", metavar=_("FOLDER"), help=_("where tables are kept (default: the user's data folder)"))
    add(
        "--store",
        default=os.environ.get("FABLETOP_STORE", ""),
        metavar="URL",
        help=_(
            "a database for many workers, postgresql://user@host/name, or FABLETOP_STORE (default: a file in --data)"
        ),
    )
    add("--workers", type=whole, default=1, metavar="N", help=_("processes that serve; more than one needs --store"))
    add(
        "--keep-finished",
        default="forever",
        metavar=_("TIME"),
        help=_("how long finished tables are kept, as 90d (default: forever)"),
    )
    add(
        "--keep-abandoned",
        default="forever",
        metavar=_("TIME"),
        help=_("how long others are kept that nobody plays on, as 30d"),
    )
    add(
        "--unwanted-names",
        default="",
        metavar=_("FILE"),
        help=_("names that nobody may have: a regular expression a line"),
    )
    add("--repair", action="store_true", help=_("first save what can be saved of a damaged file of tables"))
    add("--name", action="append", default=[], metavar="HOST",
        help=_("a name that the server is called by in the net, as games.example.org; may be repeated"))  # fmt: skip
    add("--root-path", default="", metavar=_("PATH"),
        help=_("where the server lives below its host, as /games; the proxy passes it on"))  # fmt: skip
    add("--trusted-proxies", default="", metavar=_("NETS"),
        help=_("reverse proxies that are believed when they say who asks, as 127.0.0.1 (default: nobody)"))  # fmt: skip
    add("--tables-per-client", type=whole, default=100, metavar="N",
        help=_("how many tables one client may make at once (default 100, and one more every second)"))  # fmt: skip
    add("--limits", type=number, default=1.0, metavar=_("FACTOR"),
        help=_("how much one client may read and play: 2 is twice the usual, 0 is without limits"))  # fmt: skip


def chosen(args: argparse.Namespace) -> Settings:
    if not 0 < args.port < 65536:
        raise BadOption("--port {found}: a port is a number from 1 to 65535", found=args.port)
    if args.tables_per_client < 1:
        raise BadOption("--tables-per-client {found}: at least 1", found=args.tables_per_client)
    if not 0 <= args.limits <= 1e6:
        raise BadOption("--limits {found}: a factor from 0 up", found=args.limits)
    if not 1 <= args.workers <= 64:
        raise BadOption("--workers {found}: from 1 to 64", found=args.workers)
    return Settings(
        host=args.host,
        port=args.port,
        data=Path(args.data) if args.data else data_folder(),
        store=args.store,
        workers=args.workers,
        keep=Keep(period(args.keep_finished), period(args.keep_abandoned)),
        tables_per_client=args.tables_per_client,
        limits=args.limits,
        trusted_proxies=args.trusted_proxies,
        names=tuple(args.name),
        root=root_path(args.root_path),
        unwanted_names=args.unwanted_names,
        pace=pace(),
        gone=gone(),
        repair=args.repair,
    )
