"""`fabletop serve`: run the application until somebody stops it."""

from __future__ import annotations

import contextlib
import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from multiprocessing.synchronize import Event

import uvicorn

from fabletop.engine.errors import BadOption
from fabletop.lab.bench import Bench
from fabletop.tables.house import House
from fabletop.tables.opening import check_store, open_store
from fabletop.tables.warming import warm_up
from fabletop.web.app import make_app
from fabletop.web.connections import connections
from fabletop.web.folder import held, kept_secret, prepared
from fabletop.web.limits import Limits
from fabletop.web.logs import log_to_stderr
from fabletop.web.names import Names
from fabletop.web.pages import lan_address
from fabletop.web.proxies import Proxies
from fabletop.web.settings import Settings, data_folder, gone, pace
from fabletop.web.workers import Workers
from fabletop.words.speech import own_words


class _Server(uvicorn.Server):
    """Ends with status 0 when it is asked to end: that is no accident."""

    ready: Callable[[], None] | None = None  # called when it listens
    house: Callable[[], House]
    bench: Callable[[], Bench]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self.ready:
            threading.Thread(target=self.ready, daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.house().dismiss()
        self.bench().dismiss()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        hang_up = [signal.SIGHUP] if hasattr(signal, "SIGHUP") else []  # not on this system
        before = {
            number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM, *hang_up)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def open_chest(*, browser: bool = True, only_here: bool = False, language: str = "") -> None:
    """`fabletop`: the chest for a family, in the browser; phones in the local net can join."""
    host, port = "127.0.0.1" if only_here else "0.0.0.0", free_port()
    here, lan = f"http://localhost:{port}/", None if only_here else lan_address()

    def ready() -> None:
        words = own_words()
        print(words("The chest is open: {address}", address=here))
        if lan:
            print(words("On other devices in your net: {address}", address=f"http://{lan}:{port}/"))
        print(words("Ctrl-C closes it; running games are kept."), flush=True)
        if browser:
            webbrowser.open(f"{here}?language={language}" if language else here)

    serve(Settings(host, port, data_folder(), pace=pace(), gone=gone()), ready=ready, level=logging.WARNING)


def free_port(wanted: int = 8000) -> int:
    """The wanted port if nobody listens there, else any."""
    for port in (wanted, 0):
        with socket.socket() as probe, contextlib.suppress(OSError):
            if os.name == "posix":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("0.0.0.0", port))
            return int(probe.getsockname()[1])
    raise BadOption("no port is free")


def serve(settings: Settings, *, ready: Callable[[], None] | None = None, level: int = logging.INFO) -> None:
    """Serve until Ctrl-C or a termination signal; what is under way is finished first."""
    Proxies.named(settings.trusted_proxies)  # odd ones are told now
    Names.read(settings.unwanted_names)
    if settings.store:
        with contextlib.suppress(OSError):
            settings.data.mkdir(parents=True, exist_ok=True)
        kept_secret(settings.data)
        check_store(settings.store)
        if settings.workers == 1:
            run_server(settings, ready=ready, level=level)
        else:
            log_to_stderr(level)
            Workers(settings, work).run()
    elif settings.workers > 1:
        raise BadOption("--workers {number}: several workers need --store postgresql://…", number=settings.workers)
    else:
        with held(settings.data):
            prepared(settings.data, mend=settings.repair)
            run_server(settings, ready=ready, level=level)


def work(settings: Settings, sock: socket.socket, ready: Event, warm: bool) -> None:
    """One worker of several, in a process of its own."""
    threading.Thread(target=end_with_parent, daemon=True).start()

    def started() -> None:
        ready.set()
        if not warm:
            warm_up()

    if warm:
        warm_up()
    run_server(settings, sock, ready=started)


def end_with_parent() -> None:
    """A worker without its parent would be nobody's."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def calm_collector() -> None:
    """What is there now stays: the garbage collector need not look at it again and again, and seldom at all."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


def run_server(
    settings: Settings,
    sock: socket.socket | None = None,
    *,
    ready: Callable[[], None] | None = None,
    level: int = logging.INFO,
) -> None:
    """One server in this process, on its own port or on a socket that is given."""
    host, port, proxies = settings.host, settings.port, Proxies.named(settings.trusted_proxies)
    calm_collector()
    sys.setswitchinterval(0.001)  # the store and thinking players hand over sooner
    log_to_stderr(level)
    share = settings.workers  # what one client may do is shared out among the workers
    app = make_app(
        lambda: open_store(settings.store, settings.data),
        pace=settings.pace,
        gone=settings.gone,
        limits=Limits(-(-settings.tables_per_client // share), settings.limits / share),
        secret=kept_secret(settings.data),
        lan=settings.lan,
        proxies=proxies,
        names=settings.names,
        root=settings.root,
        keep=settings.keep,
        unwanted=Names.read(settings.unwanted_names),
    )
    config = uvicorn.Config(
        app,
        host,
        port,
        http=connections(proxies, settings.limits),
        ws="none",
        proxy_headers=False,  # the guard knows whom to believe
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=3,
        timeout_keep_alive=75,
    )
    server = _Server(config)
    server.ready, server.house = ready, lambda: app.state.house
    server.bench = lambda: app.state.pages.bench
    try:
        server.run(sockets=[sock] if sock else None)
    except SystemExit:
        raise BadOption(
            "cannot listen on {host}:{port}; is something else there? Try --port", host=host, port=port
        ) from None
    if not server.started:
        raise BadOption("cannot listen on {host}:{port}; is something else there? Try --port", host=host, port=port)
