"""The application: pages and the API over a house of tables, with health and limits."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fabletop import __version__
from fabletop.engine.errors import FabletopError
from fabletop.tables.house import House, UnknownTable
from fabletop.tables.store import Store
from fabletop.web import api
from fabletop.web.api import Api, Refused, answered
from fabletop.web.limits import Bucket
from fabletop.web.pages import Pages
from fabletop.web.stream import Straight, StraightOn
from fabletop.web.visitor import SafeHeaders, wants_json

TABLES = 100  # that one client may make at once; one more every second


def make_app(
    open_store: Callable[[], Store], *, pace: float = 0.0, tables: int = TABLES, secret: str = "", lan: bool = False
) -> Starlette:
    """The server over a store, which is opened when it starts and closed when it ends.

    `secret` signs the cookies; `lan` says that other machines of the local net can reach it.
    """

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        house = House(open_store(), pace=pace)
        bucket = Bucket(tables, 1.0)
        pages = Pages(house, secret or secrets.token_hex(32), tables=bucket, moves=Bucket(60, 20.0), lan=lan)
        app.state.house, app.state.pages = house, pages
        app.router.routes.extend(Api(house, tables=bucket, moves=Bucket(60, 20.0)).routes())
        app.router.routes.extend(pages.routes())
        for name in pages.templates.list_templates():  # now, and not while somebody plays
            pages.templates.get_template(name)
        app.state.straight = [route for route in app.router.routes if isinstance(route, Straight)]
        yield
        await pages.bench.close()
        await house.close()

    async def health(request: Request) -> Response:
        return answered({"ok": True, "version": __version__})

    def for_program(request: Request) -> bool:
        return request.url.path.startswith("/api") or wants_json(request)

    async def refused(request: Request, error: Exception) -> Response:
        if request.url.path.startswith("/api") or not isinstance(error, FabletopError):
            return await api.refused(request, error)
        pages: Pages = request.app.state.pages
        return pages.refused(request, error)

    async def unknown(request: Request, error: Exception) -> Response:
        status = getattr(error, "status_code", 500)
        if not for_program(request) and status == 404:
            pages: Pages = request.app.state.pages
            return pages.refused(request, UnknownTable("there is nothing here"))
        return answered({"error": "there is nothing here" if status == 404 else "this cannot be done here"}, status)

    handlers: dict[Any, Any] = {FabletopError: refused, Refused: refused, 404: unknown, 405: unknown}
    return Starlette(
        routes=[Route("/healthz", health)],
        lifespan=lifespan,
        exception_handlers=handlers,
        middleware=[Middleware(StraightOn), Middleware(SafeHeaders)],
    )
