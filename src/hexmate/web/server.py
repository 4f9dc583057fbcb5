"""A server that runs until it is told to stop."""

import asyncio
import contextlib
import os
import socket
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI

from hexmate.errors import HexmateError
from hexmate.store.store import Store
from hexmate.web.app import create_app
from hexmate.web.settings import Settings

__all__ = ["ServerError", "bind", "configuration_of", "serve"]

_GRACE = 5
_BACKLOG = 2048


class ServerError(HexmateError, RuntimeError):
    """A server that cannot start."""


def bind(settings: Settings) -> socket.socket:
    """The socket that the server listens on; port 0 is any free one."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # The protocol is named so that event loops know it for TCP and send small messages at once.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":
        # A server that is started again at once finds its port free.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        reason = (error.strerror or str(error)).lower()
        raise ServerError(
            f"cannot listen on {settings.host} port {settings.port}: {reason}; "
            "another port is given by --port, any free one by --port 0"
        ) from None
    return listener


def serve(settings: Settings, ready: Callable[[str], None] = lambda url: None) -> None:
    """Serve until Ctrl-C or a signal to terminate; `ready` is told the address.

    What can be wrong with a port or a database is an error before anything is served.
    """
    listener = bind(settings)
    with contextlib.closing(listener):
        store = Store.open(settings.database)
        app = create_app(settings, open_store=lambda _: store)
        configuration = configuration_of(app, settings)
        server = uvicorn.Server(configuration)
        host, port = listener.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        with asyncio.Runner(loop_factory=configuration.get_loop_factory()) as runner:
            runner.run(_run(server, listener, lambda: ready(f"http://{shown}:{port}/")))


async def _run(server: uvicorn.Server, listener: socket.socket, ready: Callable[[], None]) -> None:
    serving = asyncio.ensure_future(server.serve(sockets=[listener]))
    while not server.started and not serving.done():  # noqa: ASYNC110 - uvicorn has no event for it
        await asyncio.sleep(0.01)
    if server.started:
        ready()
    await serving


def configuration_of(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """How uvicorn serves the application."""
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        # Messages are small and many: packing each costs more than it saves.
        ws_per_message_deflate=False,
        ws_max_size=max(settings.limits.message, settings.limits.analysis_message),
        timeout_graceful_shutdown=_GRACE,
    )
