"""What the routes reach through the application: everything that lives as long as the server."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from hexmate.store.store import Store
from hexmate.store.values import StoredPlayer
from hexmate.web.live.hall import Hall
from hexmate.web.live.table import Services
from hexmate.web.live.writer import Writer
from hexmate.web.security.people import People
from hexmate.web.settings import Settings

__all__ = ["Context", "Here", "Person", "here"]


@dataclass(slots=True)
class Context:
    """The parts of a running server."""

    settings: Settings
    store: Store
    writer: Writer
    services: Services
    hall: Hall
    people: People
    sockets: Counter[str] = field(default_factory=Counter)
    """Open sockets by address."""


def here(connection: HTTPConnection) -> Context:
    """The context of a request or socket."""
    context: Context = connection.app.state.context
    return context


Here = Annotated[Context, Depends(here)]


async def _person(request: Request, context: Here) -> StoredPlayer:
    return await context.people.require(request)


Person = Annotated[StoredPlayer, Depends(_person)]
"""The person who asks; a stranger is refused."""
