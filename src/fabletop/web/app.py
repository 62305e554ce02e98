"""The application: pages and the API over a house of tables, with health and limits."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from starlette.applications import Starlette
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import Request
from starlette.responses import Response

from fabletop.engine.errors import FabletopError
from fabletop.tables.errors import UnknownTable
from fabletop.tables.house import GONE, House
from fabletop.tables.keep import FOREVER, Keep
from fabletop.tables.keeping import Keeper
from fabletop.tables.store import Store
from fabletop.web import api
from fabletop.web.api import Api, answered
from fabletop.web.guard import Guard, Refused
from fabletop.web.health import Health
from fabletop.web.limits import Limits
from fabletop.web.names import Names
from fabletop.web.openapi import document
from fabletop.web.pages import Pages
from fabletop.web.proxies import Proxies
from fabletop.web.root import Below
from fabletop.web.stream import DirectRoute, DirectRouting
from fabletop.web.visitor import wants_json


def make_app(
    open_store: Callable[[], Store],
    *,
    pace: float = 0.0,
    gone: float = GONE,
    limits: Limits | None = None,
    secret: str = "",
    lan: bool = False,
    proxies: Proxies | None = None,
    names: Sequence[str] = (),
    root: str = "",
    keep: Keep = FOREVER,
    unwanted: Names | None = None,
) -> Starlette:
    """The server over a store, which is opened when it starts and closed when it ends.

    `secret` signs the cookies; `lan` says that other machines of the local net can reach it; `names` are what it may
    be called besides addresses and local names; `root` is the path that it lives below.
    """
    limits = limits or Limits()
    direct: list[DirectRoute] = []

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        house = House(open_store(), pace, gone)
        keeper = Keeper(house, keep)
        await keeper.open()
        pages = Pages(house, secret or secrets.token_hex(32), limits, lan=lan, keep=keep, names=unwanted, root=root)
        app.state.house, app.state.pages = house, pages
        app.router.routes.extend(Health(house).routes())
        app.router.routes.extend(Api(house, limits, unwanted, root).routes())
        app.router.routes.extend(pages.routes())
        for name in pages.templates.list_templates():  # now, and not while somebody plays
            pages.templates.get_template(name)
        document()
        direct[:] = [route for route in app.router.routes if isinstance(route, DirectRoute)]
        yield
        await pages.bench.close()
        await keeper.close()
        await house.close()

    async def refused(request: Request, error: Exception) -> Response:
        if request.url.path.startswith("/api") or isinstance(error, Refused):
            return await api.refused(request, error)
        pages: Pages = request.app.state.pages
        return pages.refused(request, error)

    async def unknown(request: Request, error: Exception) -> Response:
        status = getattr(error, "status_code", 500)
        if status == 404 and not request.url.path.startswith("/api") and not wants_json(request):
            pages: Pages = request.app.state.pages
            return pages.refused(request, UnknownTable("there is nothing here"))
        return answered({"error": "there is nothing here" if status == 404 else "this cannot be done here"}, status)

    handlers: dict[Any, Any] = {FabletopError: refused, Refused: refused, 404: unknown, 405: unknown}
    app = Starlette(lifespan=lifespan)
    inside = DirectRouting(ExceptionMiddleware(app.router, handlers), direct)
    guard = Guard(inside, limits, refused, proxies or Proxies(), names)  # answers also what goes wrong
    app.middleware_stack = Below(guard, root) if root else guard
    return app
