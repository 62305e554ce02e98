"""The application: the API over a house of tables, with health and limits."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fabletop import __version__
from fabletop.engine.errors import FabletopError
from fabletop.tables.house import House
from fabletop.tables.store import Store
from fabletop.web.api import Api, Refused, answered, refused
from fabletop.web.limits import Bucket


TABLES = 100  # that one client may make at once; one more every second


def make_app(open_store: Callable[[], Store], *, pace: float = 0.0, tables: int = TABLES) -> Starlette:
    """The server over a store, which is opened when it starts and closed when it ends."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        house = House(open_store(), pace=pace)
        app.state.house = house
        app.router.routes.extend(Api(house, tables=Bucket(tables, 1.0), moves=Bucket(60, 20.0)).routes())
        yield
        await house.close()

    async def health(request: Request) -> Response:
        return answered({"ok": True, "version": __version__})

    async def unknown(request: Request, error: Exception) -> Response:
        status = getattr(error, "status_code", 500)
        return answered({"error": "there is nothing here" if status == 404 else "this cannot be done here"}, status)

    handlers: dict[Any, Any] = {FabletopError: refused, Refused: refused, 404: unknown, 405: unknown}
    return Starlette(routes=[Route("/healthz", health)], lifespan=lifespan, exception_handlers=handlers)
