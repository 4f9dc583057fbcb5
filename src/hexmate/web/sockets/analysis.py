"""The socket of analyses: one analysis at a time per client, sent as it progresses."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from functools import partial

from fastapi import APIRouter, WebSocket

from hexmate.web.context import Context, context_of, visitor_of
from hexmate.web.engines.analysis import AnalysisSession
from hexmate.web.errors import Refusal
from hexmate.web.models.analysis import (
    Analyse,
    AnalysisAck,
    Review,
    Solve,
)
from hexmate.web.models.base import Ref, ResponseModel
from hexmate.web.reviews import AnalysisRequest, analysis_request
from hexmate.web.security.fair_play import EngineHelp
from hexmate.web.settings import Limits
from hexmate.web.sockets.connection import (
    Connection,
    admit,
    opened,
    ref_of,
)
from hexmate.web.sockets.kept_reviews import review_stored
from hexmate.web.sockets.metering import Metered
from hexmate.web.workers import Visitor, WorkPool

__all__ = ["router"]

router = APIRouter()

log = logging.getLogger("hexmate.web")

StoredReviews = Callable[[Review, str], AsyncGenerator[ResponseModel, None]]
"""Reviews a stored game by its id."""


@router.websocket("/api/analysis")
async def analysis(socket: WebSocket) -> None:
    """Analyse positions and review games. A new request replaces the one before."""
    context = context_of(socket)
    await admit(socket, context, lambda: _serve(socket, context))


async def _serve(socket: WebSocket, context: Context) -> None:
    services, settings = context.services, context.settings
    visitor = await visitor_of(socket)
    person = int(visitor[1]) if visitor[1] else None
    session = AnalysisSession(
        services.searches,
        services.engines,
        services.catalogue,
        owner=visitor[1] or visitor[0],
        most_seconds=settings.search.analysis,
        patience=services.answer_seconds,
        help=EngineHelp(context.fair, person),
        person=person,
        solve_turns=context.solve_turns,
        table_mib=settings.search.memory,
    )
    async with opened(socket, context, settings.limits.review_message, person) as connection:
        reader = _Reader(context.records, visitor, settings.limits)
        stored = partial(review_stored, context, visitor, session)
        work = _converse(connection, reader, session, stored)
        await Metered(work, connection.budget.charge)


class _Reader:
    """Parses messages: short ones at once, reviews of games in another process."""

    def __init__(self, pool: WorkPool, visitor: Visitor, limits: Limits) -> None:
        self._pool, self._visitor = pool, visitor
        self._most_bytes, self._record = limits.analysis_message, limits.record

    async def read(self, text: str) -> AnalysisRequest:
        """A message, and the game of a review."""
        if '"review"' in text:
            request = await self._pool.run(self._visitor, analysis_request, text, self._record)
        else:
            self._check(text)
            request = analysis_request(text, self._record)
        if request[1] is None:
            self._check(text)
        return request

    async def ref(self, text: str) -> Ref:
        """The `ref` of a message that was refused."""
        if len(text) > self._most_bytes:
            return await asyncio.to_thread(ref_of, text)
        return ref_of(text)

    def _check(self, text: str) -> None:
        if len(text) > self._most_bytes:
            most = f"at most {self._most_bytes:,} characters"
            raise Refusal(413, "too_large", f"Messages other than reviews may have {most}.")


async def _converse(
    connection: Connection, reader: _Reader, session: AnalysisSession, stored: StoredReviews
) -> None:
    task: asyncio.Task[None] | None = None
    try:
        async for text in connection.messages():
            try:
                message, game = await reader.read(text)
            except Refusal as refusal:
                connection.refuse(await reader.ref(text), refusal)
                continue
            if message.type == "ping":
                connection.send(AnalysisAck(type="pong", ref=message.ref))
                continue
            await _end(task)
            task = None
            if isinstance(message, Analyse):
                task = _streaming(connection, message.ref, session.analyse(message))
            elif isinstance(message, Solve):
                task = _streaming(connection, message.ref, session.solve(message))
            elif isinstance(message, Review) and game is not None:
                task = _streaming(connection, message.ref, session.review(message, game))
            elif isinstance(message, Review) and message.game_id is not None:
                task = _streaming(connection, message.ref, stored(message, message.game_id))
            else:
                connection.send(AnalysisAck(type="ack", ref=message.ref))
    finally:
        await _end(task)
        session.close()


def _streaming(
    connection: Connection, ref: Ref, messages: AsyncGenerator[ResponseModel, None]
) -> asyncio.Task[None]:
    work = _stream(connection, ref, messages)
    return asyncio.create_task(Metered(work, connection.budget.charge))


async def _stream(
    connection: Connection, ref: Ref, messages: AsyncGenerator[ResponseModel, None]
) -> None:
    try:
        async with aclosing(messages) as stream:
            async for message in stream:
                connection.send(message)
    except Refusal as refusal:
        connection.refuse(ref, refusal)
    except Exception:
        log.exception("an analysis failed")
        connection.refuse(ref, Refusal(500, "internal", "The server failed. Try again."))


async def _end(task: asyncio.Task[None] | None) -> None:
    if task is not None and not task.done():
        task.cancel()
        await asyncio.wait([task])
