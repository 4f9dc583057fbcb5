"""The parts of a running server that routes and sockets use."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from hexmate.store.store import Store
from hexmate.store.values import StoredPlayer
from hexmate.web.engines.solving import SolveTurns
from hexmate.web.live.directory import GameDirectory
from hexmate.web.live.session import Services
from hexmate.web.pictures import PictureCache
from hexmate.web.remembered import Counts
from hexmate.web.security.admission import SocketAdmission
from hexmate.web.security.fair_play import FairPlay
from hexmate.web.security.gate import address_of
from hexmate.web.security.imports import Imports
from hexmate.web.security.people import People
from hexmate.web.security.rated_games import RatedGames
from hexmate.web.security.rates import Buckets
from hexmate.web.settings import Settings
from hexmate.web.workers import FairPool, Visitor, WorkPool

__all__ = ["Context", "ContextDep", "PersonDep", "VisitorDep", "context_of", "visitor_of"]


@dataclass(slots=True)
class Context:
    """The parts of a running server; they live as long as it does."""

    settings: Settings
    store: Store
    services: Services
    games: GameDirectory
    people: People
    pool: FairPool
    """Threads for work that is too long for the event loop."""
    records: WorkPool
    """A process that reads and writes records."""
    searches: FairPool
    """Threads for searches in the library."""
    counts: Counts
    rated: RatedGames
    fair: FairPlay
    sockets: SocketAdmission
    """The limits of sockets."""
    imports: Imports
    """The limits of imports."""
    chat_rates: Buckets
    """How often each person may write to chats."""
    pictures: PictureCache
    """Pictures that were drawn."""
    solve_turns: SolveTurns
    """Who is solving a position."""


def context_of(connection: HTTPConnection) -> Context:
    """The context of a request or socket."""
    context: Context = connection.app.state.context
    return context


async def _context(request: Request) -> Context:
    # A plain function would run on its own thread in every request.
    return context_of(request)


ContextDep = Annotated[Context, Depends(_context)]


async def visitor_of(connection: HTTPConnection) -> Visitor:
    """Who sent a request or opened a socket, for the turns of the pool."""
    person = await context_of(connection).people.find(connection)
    return address_of(connection.scope), "" if person is None else str(person.id)


async def _visitor(request: Request) -> Visitor:
    return await visitor_of(request)


VisitorDep = Annotated[Visitor, Depends(_visitor)]
"""Who sent the request, with or without a cookie."""


async def _person(request: Request, context: ContextDep) -> StoredPlayer:
    return await context.people.require(request)


PersonDep = Annotated[StoredPlayer, Depends(_person)]
"""The person who sent the request; answers 401 where there is no valid cookie."""
