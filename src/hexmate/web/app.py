"""The ASGI application: assembled from its parts, with startup and shutdown."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, Response
from starlette.routing import compile_path
from starlette.types import Scope

from hexmate.store.errors import StoreError
from hexmate.store.store import Store
from hexmate.version import __version__
from hexmate.web.bundle import BUILT_IN, engine_weights, find_bundle
from hexmate.web.context import Context
from hexmate.web.engines.cache import EngineCache
from hexmate.web.engines.catalogue import Catalogue
from hexmate.web.engines.launcher import start_launcher
from hexmate.web.engines.memory import tidy_when_quiet
from hexmate.web.engines.pool import SearchPool
from hexmate.web.engines.solving import SolveTurns
from hexmate.web.errors import Code, Refusal
from hexmate.web.live.async_store import AsyncStore, lock_patience
from hexmate.web.live.broadcast import LocalBroadcast
from hexmate.web.live.directory import GameDirectory
from hexmate.web.live.expiry import GameExpiry
from hexmate.web.live.lease import ServerLease
from hexmate.web.live.relay import Relay
from hexmate.web.live.session import Services
from hexmate.web.live.system_clock import SystemClock
from hexmate.web.live.wire import WireError
from hexmate.web.pictures import PictureCache
from hexmate.web.remembered import Counts
from hexmate.web.routes import (
    about,
    api_docs,
    engine_help,
    games,
    health,
    library,
    overlays,
    pages,
    people,
    pictures,
    records,
    reviews,
)
from hexmate.web.security.admission import SocketAdmission
from hexmate.web.security.fair_play import FairPlay
from hexmate.web.security.gate import Gate
from hexmate.web.security.headers import SecurityHeaders
from hexmate.web.security.imports import Imports
from hexmate.web.security.people import People
from hexmate.web.security.rated_games import RatedGames
from hexmate.web.security.rates import Buckets
from hexmate.web.settings import Settings
from hexmate.web.sockets import analysis, live
from hexmate.web.static_files import StaticFiles
from hexmate.web.threads import started_pool
from hexmate.web.workers import FairPool, WorkPool

__all__ = ["ROUTERS", "create_app", "open_store"]

log = logging.getLogger("hexmate.web")

ROUTERS = tuple(
    module.router
    for module in (
        people,
        games,
        reviews,
        records,
        library,
        overlays,
        engine_help,
        pictures,
        about,
        health,
        live,
        analysis,
    )
)
"""The API: HTTP and sockets."""

_THREADS = 8
"""Threads for what would block the event loop and has no pool of its own."""

_SEARCHES = 2
"""Searches in the library at once; the database does most of their work, outside of Python."""

_STATIC = Path(__file__).parent / "static"


OpenedStore = tuple[Store, ServerLease]


def open_store(settings: Settings) -> OpenedStore:
    """Open the database of the settings, and claim the right to run its games."""
    patience = lock_patience(settings.limits.database)
    store = Store.open(settings.database, settings.ratings.rules, patience=patience)
    try:
        name = None if settings.broadcast is None else settings.name
        return store, ServerLease.claim(store, name)
    except BaseException:
        store.close()
        raise


def create_app(
    settings: Settings | None = None, *, open_store: Callable[[Settings], OpenedStore] = open_store
) -> FastAPI:
    """Create the ASGI application of a server with these settings."""
    settings = settings or Settings()
    relay = _relay(settings)
    app = FastAPI(
        title="Hexmate",
        version=__version__,
        summary="Play, watch and study Hex.",
        openapi_url=None,  # by api_docs, off the event loop
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan(settings, open_store, relay),
    )
    app.add_middleware(Gate, settings=settings)
    app.add_middleware(SecurityHeaders)
    for router in ROUTERS:
        app.include_router(router)
    static = settings.static or _STATIC
    bundle = find_bundle(static, settings.bundle or BUILT_IN)
    files = StaticFiles(static, bundle, beside=engine_weights())
    app.include_router(api_docs.router)
    app.state.documents = {}
    app.include_router(pages.router_of(files))
    app.state.not_found_page = pages.NotFoundPage(files)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(StoreError, _store_error)
    app.add_exception_handler(ClientDisconnect, _left)
    app.add_exception_handler(Exception, _internal_error)
    return app


def _relay(settings: Settings) -> Relay | None:
    """The connection to other servers; the Redis library is only needed for it."""
    if settings.broadcast is None:
        return None
    try:
        from hexmate.web.live.redis_wire import RedisWire
    except ModuleNotFoundError:
        raise WireError("broadcast needs the Redis library: pip install 'hexmate[redis]'") from None
    return Relay(RedisWire(settings.broadcast), settings.name)


def _lifespan(
    settings: Settings, open_store: Callable[[Settings], OpenedStore], relay: Relay | None
) -> Callable[[FastAPI], Any]:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_default_executor(started_pool(_THREADS, "loop"))
        store, lease = await asyncio.to_thread(open_store, settings)
        access = AsyncStore(store, settings.limits.database)
        context = _context(settings, store, access, relay, lease.reached)
        app.state.context = context
        await context.records.start()
        await _prepare(app)
        games, engines = context.games, context.services.engines
        work = [games.resume(), games.sweep(), engines.sweep()]
        work += [lease.keep(access, games.reached), tidy_when_quiet()]
        if settings.limits.expiry:
            work.append(GameExpiry(games, settings.limits.expiry).run())
        if relay is not None:
            work.append(relay.run(games))
        background = [asyncio.create_task(each) for each in work]
        try:
            yield
        finally:
            for task in background:
                task.cancel()
            await asyncio.wait(background)
            await context.pool.close()
            await context.records.close()
            await context.searches.close()
            await games.close()
            await lease.release(access, games.reached())
            await context.services.searches.close()
            await asyncio.to_thread(context.services.engines.close)
            await access.close()
            await asyncio.to_thread(store.close)

    return lifespan


async def _prepare(app: FastAPI) -> None:
    """Do now what would be done at the first request, while others wait: the framework builds its
    routes, and imports what runs functions on threads and streams answers.
    """
    for kind in ("http", "websocket"):
        scope: Scope = {"type": kind, "path": "/-", "method": "GET", "root_path": "", "headers": []}
        for route in app.routes:
            route.matches(scope)
    await run_in_threadpool(start_launcher)


def _context(
    settings: Settings, store: Store, access: AsyncStore, relay: Relay | None, floor: int
) -> Context:
    search = settings.search
    catalogue = Catalogue(settings.engines, search.memory)
    services = Services(
        store=access,
        broadcast=relay or LocalBroadcast(),
        time=SystemClock(),
        searches=SearchPool(settings.search_threads, search.patience, search.stopping),
        engines=EngineCache(catalogue.create, search.players, search.idle),
        catalogue=catalogue,
        search_seconds=search.seconds,
        answer_seconds=search.answer,
        adviser=search.adviser,
        ponder=search.ponder,
        rated_moves=settings.ratings.moves,
        absence=settings.limits.absence,
    )
    limits = settings.limits
    games = GameDirectory(services, relay, floor=floor, most=limits.games)
    services.engines.is_attended = games.is_attended
    pool = FairPool(limits.workers, per_visitor=limits.jobs, seconds=limits.job_seconds)
    records = WorkPool(per_visitor=limits.jobs, seconds=limits.job_seconds)
    searches = FairPool(_SEARCHES, per_visitor=limits.jobs, seconds=limits.database)
    people = People(access, settings, catalogue.names)
    rated = RatedGames(access, settings.ratings)
    fair, sockets, imports = FairPlay(games), SocketAdmission(limits), Imports(access, limits)
    return Context(
        settings,
        store,
        services,
        games,
        people,
        pool=pool,
        records=records,
        searches=searches,
        counts=Counts(store),
        rated=rated,
        fair=fair,
        sockets=sockets,
        imports=imports,
        chat_rates=Buckets(limits.chat, 10 * limits.chat),
        pictures=PictureCache(),
        solve_turns=SolveTurns(),
    )


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    page = await _not_found_page(request) if error.status == 404 else None
    return page or _answer(error)


def _answer(refusal: Refusal) -> JSONResponse:
    return JSONResponse(refusal.as_dict(), refusal.status, headers=refusal.headers)


async def _not_found_page(request: Request) -> Response | None:
    shown: pages.NotFoundPage = request.app.state.not_found_page
    return await shown.response(request)


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    problem = error.errors()[0]
    place = ".".join(str(part) for part in problem["loc"])
    return JSONResponse({"code": "invalid", "message": f"{place}: {problem['msg']}"}, 422)


async def _http_error(request: Request, error: Exception) -> Response:
    """Errors of the framework itself, such as an address without a route."""
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, Refusal):  # while the framework read a body
        return _answer(error.__cause__)
    status = error.status_code
    headers = {name.lower(): value for name, value in (error.headers or {}).items()}
    if status == 404 and (page := await _not_found_page(request)):
        return page
    if status == 405 and (methods := await asyncio.to_thread(_methods, request)):
        headers["allow"] = ", ".join(methods)
    code, text = _HTTP_ERRORS.get(status, ("bad_request", str(error.detail)))
    return JSONResponse(Refusal(status, code, text).as_dict(), status, headers=headers)


_HTTP_ERRORS: dict[int, tuple[Code, str]] = {
    404: ("not_found", "There is nothing at this address."),
    405: ("method", "This address does not support this method."),
}


def _methods(request: Request) -> list[str]:
    """The methods that the description allows for a path, of all its routes together."""
    paths: dict[str, dict[str, Any]] = request.app.openapi()["paths"]
    return sorted(
        method.upper()
        for path, operations in paths.items()
        if compile_path(path)[0].match(request.url.path)
        for method in operations
    )


async def _left(request: Request, error: Exception) -> Response:
    """The client has left before its request was complete: no one is left to answer."""
    return Response(status_code=400)


async def _internal_error(request: Request, error: Exception) -> JSONResponse:
    """The answer to a request that failed; the framework logs the exception."""
    return _answer(Refusal(500, "internal", "The server failed. Try again."))


async def _store_error(request: Request, error: Exception) -> JSONResponse:
    log.error("database error: %s", error)
    return _answer(Refusal(503, "unavailable", "The database is not available. Try again."))
