"""The socket of analyses: one at a time for each client, streamed as it is thought."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError

from hexmate.web.context import context_of
from hexmate.web.engines.analysis import AnalysisSession
from hexmate.web.errors import Refusal
from hexmate.web.models.analysis import ANALYSIS_MESSAGE, Analyse, Review
from hexmate.web.sockets.connection import (
    Connection,
    malformed,
    opened,
    ref_of,
    turn_away,
)

__all__ = ["router"]

router = APIRouter()


@router.websocket("/api/analysis")
async def analysis(socket: WebSocket) -> None:
    """Analyse positions and review games; a new request ends the one before."""
    context = context_of(socket)
    services, settings = context.services, context.settings
    analyst = AnalysisSession(services.searches, services.catalogue, settings.search.analysis)
    try:
        async with opened(socket, context, settings.limits.analysis_message) as connection:
            await _converse(connection, analyst)
    except Refusal as refusal:
        await turn_away(socket, refusal)


async def _converse(connection: Connection, analyst: AnalysisSession) -> None:
    task: asyncio.Task[None] | None = None
    try:
        async for text in connection.messages():
            try:
                message = ANALYSIS_MESSAGE.validate_json(text)
            except ValidationError as error:
                connection.refuse(ref_of(text), malformed(error))
                continue
            if message.type == "ping":
                connection.send({"type": "pong", "ref": message.ref})
                continue
            await _end(task)
            task = None
            if isinstance(message, Analyse):
                task = asyncio.create_task(
                    _stream(connection, message.ref, analyst.analyse(message))
                )
            elif isinstance(message, Review):
                task = asyncio.create_task(
                    _stream(connection, message.ref, analyst.review(message))
                )
            else:
                connection.send({"type": "ack", "ref": message.ref})
    finally:
        await _end(task)
        analyst.close()


async def _stream(
    connection: Connection, ref: Any, messages: AsyncGenerator[dict[str, Any], None]
) -> None:
    try:
        async with aclosing(messages) as stream:
            async for message in stream:
                connection.send({**message, "ref": ref})
    except Refusal as refusal:
        connection.refuse(ref, refusal)


async def _end(task: asyncio.Task[None] | None) -> None:
    if task is not None and not task.done():
        task.cancel()
        await asyncio.wait([task])
