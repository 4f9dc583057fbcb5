"""Runs the server until it is interrupted."""

import asyncio
import contextlib
import gc
import logging
import math
import os
import socket
import sys
import threading
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI

from hexmate.errors import HexmateError
from hexmate.web.app import create_app, open_store
from hexmate.web.engines.checks import check_engines
from hexmate.web.engines.memory import return_freed_memory
from hexmate.web.security.addresses import TrustedProxies
from hexmate.web.security.connections import OpenConnections
from hexmate.web.security.descriptors import connections_within, raise_limit
from hexmate.web.security.http_protocol import GuardedHttp
from hexmate.web.settings import Settings
from hexmate.web.sockets.protocol import BoundedWebSocket
from hexmate.web.watchdog import LoopWatchdog

__all__ = ["ServerError", "bind", "configuration_of", "log_unhandled", "run_watched", "serve"]

log = logging.getLogger("hexmate.web")

_GRACE = 5
_LONGEST_STOP = 9.0
_BACKLOG = 2048
_SEND_BUFFER = 256 * 1024
"""Bytes that the system keeps for a client that does not read; by default they may be megabytes."""
_PING = 8.0
_COLLECTIONS = (2000, 10, 20)
"""When garbage is collected: a full collection takes 50 ms, but games are freed by no other."""
_SWITCH = 0.001
"""Seconds that a thread may keep the interpreter while the event loop waits for it."""


class ServerError(HexmateError, RuntimeError):
    """The server cannot start."""


def bind(settings: Settings) -> socket.socket:
    """Open the socket that the server listens on; port 0 means any free port."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # Event loops send small messages at once only if the protocol is given as TCP.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":
        # Allows a restart at once on the same port.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        reason = (error.strerror or str(error)).lower()
        raise ServerError(
            f"cannot listen on {settings.host} port {settings.port}: {reason}; "
            "choose another port with --port, or --port 0 for any free one"
        ) from None
    return listener


class _Server(uvicorn.Server):
    """Ends in its own time: a second Ctrl-C would cut off the clean-up, with a traceback."""

    _signals = 0
    _quit: threading.Timer | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop at the first signal, quit at once at the third, as all commands do."""
        self._signals += 1
        if self._signals == 1:
            super().handle_exit(sig, frame)
            self._quit = threading.Timer(_LONGEST_STOP, _quit_late, [sig])
            self._quit.daemon = True
            self._quit.start()
        elif self._signals >= 3:
            os._exit(128 + sig)

    def ended(self) -> None:
        """Note that the server has ended in time."""
        if self._quit is not None:
            self._quit.cancel()


def _quit_late(sig: int) -> None:
    """Quit although something keeps the server from ending; what was acknowledged is stored."""
    log.error("Shutdown took longer than %g s; exiting.", _LONGEST_STOP)
    os._exit(128 + sig)


def serve(settings: Settings, ready: Callable[[str], None] = lambda url: None) -> None:
    """Serve until Ctrl-C or a signal to terminate; `ready` gets the address.

    Raises an error at once if the port, the database or an engine of the settings cannot be used.
    """
    check_engines(settings)
    raise_limit()
    return_freed_memory()
    listener = bind(settings)
    with contextlib.closing(listener):
        opened = open_store(settings)
        app = create_app(settings, open_store=lambda _: opened)
        configuration = configuration_of(app, settings)
        watchdog = LoopWatchdog(settings.slow_callback)
        watchdog.watch(configuration)
        server = _Server(configuration)
        host, port = listener.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host

        def started() -> None:
            # What the start has made stays: no collection needs to look at it again.
            gc.collect()
            gc.freeze()
            gc.set_threshold(*_COLLECTIONS)
            sys.setswitchinterval(_SWITCH)
            ready(f"http://{shown}:{port}/")

        try:
            run_watched(server, listener, watchdog, started)
        finally:
            server.ended()


def run_watched(
    server: uvicorn.Server,
    listener: socket.socket,
    watchdog: LoopWatchdog,
    ready: Callable[[], None] = lambda: None,
) -> None:
    """Run a server until it ends, with a watchdog from when it is ready until it stops."""
    factory = watchdog.loop_factory(server.config.get_loop_factory())
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(_run(server, listener, watchdog, ready))


async def _run(
    server: uvicorn.Server,
    listener: socket.socket,
    watchdog: LoopWatchdog,
    ready: Callable[[], None],
) -> None:
    asyncio.get_running_loop().set_exception_handler(log_unhandled)
    serving = asyncio.ensure_future(server.serve(sockets=[listener]))
    while not server.started and not serving.done():  # noqa: ASYNC110 - uvicorn has no event for it
        await asyncio.sleep(0.01)
    if server.started:
        ready()
        watchdog.arm()
    try:
        await serving
    finally:
        watchdog.disarm()


def log_unhandled(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log in one line what the event loop reports, such as an exception that nothing retrieved."""
    error = context.get("exception")
    where = ""
    if error is not None and error.__traceback__ is not None:
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f" at {Path(last.filename).name}:{last.lineno}"
    log.error("%s: %r%s", context.get("message", "unhandled"), error, where)


def configuration_of(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """The configuration of uvicorn."""
    limits = settings.limits
    connections = OpenConnections(connections_within(limits.all_connections), limits.connections)
    proxies = TrustedProxies(settings.trusted_proxies)
    socket_protocol: Any = partial(BoundedWebSocket, stall_seconds=limits.stall_seconds)
    return uvicorn.Config(
        app,
        http=GuardedHttp.of(connections, proxies, limits),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # the gate knows whom to believe
        # Messages are small and many: compressing each costs more than it saves.
        ws_per_message_deflate=False,
        ws=socket_protocol,
        ws_ping_interval=_PING,
        ws_ping_timeout=limits.stall_seconds,
        ws_max_size=max(limits.message, limits.analysis_message, limits.review_message),
        timeout_keep_alive=math.ceil(limits.idle_seconds),
        timeout_graceful_shutdown=_GRACE,
    )
