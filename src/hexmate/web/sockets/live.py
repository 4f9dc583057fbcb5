"""The socket of a live game: its state, everything that happens, and what players do."""

from typing import Any

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError

from hexmate.web.context import here
from hexmate.web.errors import Refusal
from hexmate.web.live.actions import act
from hexmate.web.live.advice import hint
from hexmate.web.live.table import Table
from hexmate.web.models.messages import CLIENT_MESSAGE
from hexmate.web.sockets.connection import (
    Connection,
    malformed,
    opened,
    ref_of,
    turn_away,
)

__all__ = ["router"]

router = APIRouter()


@router.websocket("/api/games/{game_id}/live")
async def live(socket: WebSocket, game_id: str, since: int | None = None) -> None:
    """Follow a game, and play in it where one has a seat."""
    context = here(socket)
    try:
        table = await context.hall.find(game_id)
        person = await context.people.find(socket)
        number = None if person is None else person.id
        async with opened(socket, context, context.settings.limits.message) as connection:
            table.enter(connection, number, since)
            try:
                async for text in connection.messages():
                    await _answer(connection, table, number, text)
            finally:
                table.leave(connection)
    except Refusal as refusal:
        await turn_away(socket, refusal)


async def _answer(connection: Connection, table: Table, person: int | None, text: str) -> None:
    ref: Any = None
    try:
        message = CLIENT_MESSAGE.validate_json(text)
        ref = message.ref
        if message.type == "ping":
            connection.send({"type": "pong", "ref": ref, "at": table.services.time.epoch_ms()})
        elif message.type == "state":
            connection.send({**table.state(person), "ref": ref})
        elif message.type == "hint":
            table.spawn(_hint(connection, table, person, ref))
        else:
            answer = await act(table, person, message)
            connection.send({"type": "ack", "ref": ref, "version": table.version, **answer})
    except ValidationError as error:
        connection.refuse(ref_of(text), malformed(error))
    except Refusal as refusal:
        refusal.details.setdefault("version", table.version)
        connection.refuse(ref, refusal)


async def _hint(connection: Connection, table: Table, person: int | None, ref: Any) -> None:
    try:
        connection.send({"type": "hint", "ref": ref, **await hint(table, person)})
    except Refusal as refusal:
        connection.refuse(ref, refusal)
