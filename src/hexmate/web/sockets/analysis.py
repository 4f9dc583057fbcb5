"""The socket of analyses: one analysis at a time per client, sent as it progresses."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError

from hexmate.web.context import context_of, visitor_of
from hexmate.web.engines.analysis import AnalysisSession
from hexmate.web.errors import Refusal
from hexmate.web.models.analysis import ANALYSIS_MESSAGE, Analyse, AnalysisAck, Review
from hexmate.web.models.base import Ref, ResponseModel
from hexmate.web.security.fair_play import EngineHelp
from hexmate.web.sockets.connection import (
    Connection,
    malformed,
    opened,
    ref_of,
    reject,
)

__all__ = ["router"]

router = APIRouter()

log = logging.getLogger("hexmate.web")


@router.websocket("/api/analysis")
async def analysis(socket: WebSocket) -> None:
    """Analyse positions and review games. A new request replaces the one before."""
    context = context_of(socket)
    services, settings = context.services, context.settings
    try:
        async with opened(socket, context, settings.limits.analysis_message) as connection:
            address, person = await visitor_of(socket)
            session = AnalysisSession(
                services.searches,
                services.engines,
                services.catalogue,
                owner=person or address,
                most_seconds=settings.search.analysis,
                patience=services.answer_seconds,
                help=EngineHelp(context.fair, int(person) if person else None),
            )
            await _converse(connection, session)
    except Refusal as refusal:
        await reject(socket, refusal)


async def _converse(connection: Connection, session: AnalysisSession) -> None:
    task: asyncio.Task[None] | None = None
    try:
        async for text in connection.messages():
            try:
                message = ANALYSIS_MESSAGE.validate_json(text)
            except ValidationError as error:
                connection.refuse(ref_of(text), malformed(error))
                continue
            if message.type == "ping":
                connection.send(AnalysisAck(type="pong", ref=message.ref))
                continue
            await _end(task)
            task = None
            if isinstance(message, Analyse):
                results = session.analyse(message)
                task = asyncio.create_task(_stream(connection, message.ref, results))
            elif isinstance(message, Review):
                reviews = session.review(message)
                task = asyncio.create_task(_stream(connection, message.ref, reviews))
            else:
                connection.send(AnalysisAck(type="ack", ref=message.ref))
    finally:
        await _end(task)
        session.close()


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
