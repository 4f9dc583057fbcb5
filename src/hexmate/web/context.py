"""The parts of a running server that routes and sockets use."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from hexmate.store.store import Store
from hexmate.store.values import StoredPlayer
from hexmate.web.live.directory import GameDirectory
from hexmate.web.live.session import Services
from hexmate.web.security.people import People
from hexmate.web.settings import Settings

__all__ = ["Context", "ContextDep", "PersonDep", "context_of"]


@dataclass(slots=True)
class Context:
    """The parts of a running server; they live as long as it does."""

    settings: Settings
    store: Store
    services: Services
    games: GameDirectory
    people: People
    sockets: Counter[str] = field(default_factory=Counter)
    """Open sockets by client address."""


def context_of(connection: HTTPConnection) -> Context:
    """The context of a request or socket."""
    context: Context = connection.app.state.context
    return context


ContextDep = Annotated[Context, Depends(context_of)]


async def _person(request: Request, context: ContextDep) -> StoredPlayer:
    return await context.people.require(request)


PersonDep = Annotated[StoredPlayer, Depends(_person)]
"""The person who sent the request; answers 401 where there is no valid cookie."""
