"""The application: its parts put together, and its life from start to stop."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.routing import compile_path

from hexmate.store.errors import StoreError
from hexmate.store.store import Store
from hexmate.version import __version__
from hexmate.web.context import Context
from hexmate.web.errors import Refusal
from hexmate.web.live.broadcast import LocalBroadcast
from hexmate.web.live.hall import Hall
from hexmate.web.live.relay import Relay
from hexmate.web.live.table import Services
from hexmate.web.live.timepiece import Timepiece
from hexmate.web.live.wire import WireError
from hexmate.web.live.writer import Writer
from hexmate.web.routes import about, games, library, overlays, pages, people, records
from hexmate.web.security.gate import Gate
from hexmate.web.security.headers import SecurityHeaders
from hexmate.web.security.people import People
from hexmate.web.settings import Settings
from hexmate.web.sockets import analysis, live
from hexmate.web.static_files import StaticFiles
from hexmate.web.thinking.catalogue import Catalogue
from hexmate.web.thinking.machines import Machines
from hexmate.web.thinking.pool import Thinkers

__all__ = ["ROUTERS", "create_app"]

log = logging.getLogger("hexmate.web")

ROUTERS = tuple(
    module.router for module in (people, games, records, library, overlays, about, live, analysis)
)
"""The API: HTTP and sockets."""

_STATIC = Path(__file__).parent / "static"


def create_app(
    settings: Settings | None = None, *, open_store: Callable[[str], Store] = Store.open
) -> FastAPI:
    """The ASGI application of a server with these settings."""
    settings = settings or Settings()
    relay = _relay(settings)
    app = FastAPI(
        title="Hexmate",
        version=__version__,
        summary="Play, watch and study Hex.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=_life(settings, open_store, relay),
    )
    app.add_middleware(Gate, settings=settings)
    app.add_middleware(SecurityHeaders)
    for router in ROUTERS:
        app.include_router(router)
    app.include_router(pages.router_of(StaticFiles(settings.static or _STATIC)))
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(StoreError, _store_error)
    return app


def _relay(settings: Settings) -> Relay | None:
    """The way to other servers; without Redis' library nobody needs it."""
    if settings.broadcast is None:
        return None
    try:
        from hexmate.web.live.redis_wire import RedisWire
    except ModuleNotFoundError:
        raise WireError("a broadcast needs a library: pip install 'hexmate[redis]'") from None
    return Relay(RedisWire(settings.broadcast), settings.name)


def _life(
    settings: Settings, open_store: Callable[[str], Store], relay: Relay | None
) -> Callable[[FastAPI], Any]:
    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        store = await asyncio.to_thread(open_store, settings.database)
        context = _context(settings, store, relay)
        app.state.context = context
        await context.hall.restore()
        beside = [asyncio.create_task(context.hall.sweep())]
        if relay is not None:
            beside.append(asyncio.create_task(relay.run(context.hall)))
        try:
            yield
        finally:
            for task in beside:
                task.cancel()
            await asyncio.wait(beside)
            await context.hall.close()
            await context.services.thinkers.close()
            await asyncio.to_thread(context.services.machines.close)
            await context.writer.close()
            await asyncio.to_thread(store.close)

    return life


def _context(settings: Settings, store: Store, relay: Relay | None) -> Context:
    writer = Writer(store)
    catalogue = Catalogue(settings.engines)
    services = Services(
        writer=writer,
        broadcast=relay or LocalBroadcast(),
        time=Timepiece(),
        thinkers=Thinkers(settings.thinkers, settings.thinking.patience),
        machines=Machines(catalogue.create, settings.thinking.players),
        catalogue=catalogue,
        think_seconds=settings.thinking.seconds,
        adviser=settings.thinking.adviser,
    )
    hall = Hall(services, relay)
    return Context(settings, store, writer, services, hall, People(writer, settings))


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refusal)
    return JSONResponse(error.as_dict(), error.status)


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    problem = error.errors()[0]
    place = ".".join(str(part) for part in problem["loc"])
    return JSONResponse({"error": "invalid", "message": f"{place}: {problem['msg']}"}, 422)


async def _http_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    code = {404: "not_found", 405: "method"}.get(error.status_code, "bad_request")
    headers = dict(error.headers or {})
    if error.status_code == 405 and (methods := _methods(request)):
        headers["allow"] = ", ".join(methods)
    content = {"error": code, "message": str(error.detail)}
    return JSONResponse(content, error.status_code, headers=headers)


def _methods(request: Request) -> list[str]:
    """What the description says can be done with a path, by all of its routes together."""
    paths: dict[str, dict[str, Any]] = request.app.openapi()["paths"]
    return sorted(
        method.upper()
        for path, operations in paths.items()
        if compile_path(path)[0].match(request.url.path)
        for method in operations
    )


async def _store_error(request: Request, error: Exception) -> JSONResponse:
    log.error("the store refused: %s", error)
    return JSONResponse({"error": "unavailable", "message": "the store cannot do this"}, 503)
