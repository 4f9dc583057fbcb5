"""The socket of a live game: sends the state and every change, takes the players' actions."""

import asyncio
import logging

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError

from hexmate.store.values import StoredPlayer
from hexmate.web.context import Context, context_of
from hexmate.web.errors import Refusal
from hexmate.web.live.actions import act
from hexmate.web.live.advice import hint
from hexmate.web.live.session import GameSession
from hexmate.web.models.base import Ref, malformed
from hexmate.web.models.live import AckMessage, HintMessage, PongMessage
from hexmate.web.models.messages import CLIENT_MESSAGE, ClientMessage, Report, Say
from hexmate.web.security.fair_play import is_protected
from hexmate.web.sockets.connection import (
    Connection,
    admit,
    opened,
    ref_of,
)
from hexmate.web.sockets.metering import Metered
from hexmate.web.sockets.spectator import SpectatorSocket

__all__ = ["router"]

router = APIRouter()

log = logging.getLogger("hexmate.web")

_FAILED = Refusal(500, "internal", "The server failed. Try again.")
_WRITE = 0.002
"""Processor seconds of an action in other threads, which store it."""


@router.websocket("/api/games/{game_id}/live")
async def live(socket: WebSocket, game_id: str, since: int | None = None) -> None:
    """Follow a game, and play in it if you have a seat."""
    context = context_of(socket)
    await admit(socket, context, lambda: _follow(socket, context, game_id, since))


async def _follow(socket: WebSocket, context: Context, game_id: str, since: int | None) -> None:
    limit = context.settings.limits.message
    relay = await context.games.elsewhere(game_id)
    if relay is not None:
        async with opened(socket, context, limit) as connection:
            spectator = SpectatorSocket(connection, relay, game_id, context.services.time)
            await Metered(spectator.run(), connection.budget.charge)
        return
    session = await context.games.find(game_id)
    person = await context.people.find(socket)
    person_id = None if person is None else person.id
    async with opened(socket, context, limit, person_id) as connection:
        player = _PlayerSocket(connection, session, person, context)
        await Metered(player.run(since), connection.budget.charge)


class _PlayerSocket:
    """One socket at a game of this server, of a player or a spectator."""

    def __init__(
        self,
        connection: Connection,
        session: GameSession,
        visitor: StoredPlayer | None,
        context: Context,
    ) -> None:
        self._connection, self._session, self._visitor = connection, session, visitor
        self._person = None if visitor is None else visitor.id
        self._fair, self._chat_rates = context.fair, context.chat_rates
        self._hint: asyncio.Task[None] | None = None

    async def run(self, since: int | None) -> None:
        self._session.enter(self._connection, self._person, since)
        try:
            async for text in self._connection.messages():
                await self._receive(text)
        finally:
            self._session.leave(self._connection)
            if self._hint is not None:
                self._hint.cancel()

    async def _receive(self, text: str) -> None:
        try:
            message = CLIENT_MESSAGE.validate_json(text)
        except ValidationError as error:
            self._refuse(ref_of(text), malformed(error))
            return
        try:
            await self._answer(message)
        except Refusal as refusal:
            self._refuse(message.ref, refusal)
        except Exception:
            log.exception("game %s: %s failed", self._session.game.id, message.type)
            self._refuse(message.ref, _FAILED)

    async def _answer(self, message: ClientMessage) -> None:
        session, send, ref = self._session, self._connection.send, message.ref
        if message.type == "ping":
            send(PongMessage(type="pong", ref=ref, at=session.services.time.epoch_ms()))
        elif message.type == "state":
            self._connection.deliver(session.state_text(self._person, ref=ref))
        elif message.type == "hint":
            self._start_hint(ref)
        elif message.type == "chat" or message.type == "report":
            self._talk(message)
            send(AckMessage(type="ack", ref=ref, version=session.version))
        else:
            if message.type == "hand_over":
                await self._check_engine_help()
            self._connection.budget.charge(_WRITE)
            answer = await act(session, self._person, message)
            send(AckMessage(type="ack", ref=ref, version=session.version, **answer))

    def _talk(self, message: Say | Report) -> None:
        """Write to the chat, or report a message of it."""
        visitor = self._visitor
        if visitor is None:
            raise Refusal(401, "no_person", "Not signed in.")
        if not self._chat_rates.take(str(visitor.id)):
            raise Refusal(429, "too_many", "Too many chat messages. Wait a moment.")
        if message.type == "chat":
            seats = self._session.game.held_by(visitor.id)
            name = self._session.game.seats[seats[0]].name if seats else visitor.name
            self._session.say(visitor.id, name or visitor.name, message)
        else:
            self._session.report(visitor.id, message.id)

    def _start_hint(self, ref: Ref) -> None:
        """Compute a hint in the background, one at a time."""
        if self._hint is not None and not self._hint.done():
            raise Refusal(409, "too_many", "A hint is already being computed.")
        self._hint = asyncio.create_task(self._send_hint(ref))

    async def _check_engine_help(self) -> None:
        """Refuse an engine's moves on a board that copies an online game between people."""
        game = self._session.game
        if not is_protected(game):  # it has its own rules: a hybrid player is known to be one
            await self._fair.check(self._person, game.board.copy(), game)

    async def _send_hint(self, ref: Ref) -> None:
        try:
            await self._check_engine_help()
            advice = await hint(self._session, self._person)
            self._connection.send(HintMessage(type="hint", ref=ref, **advice))
        except Refusal as refusal:
            self._refuse(ref, refusal)
        except Exception:
            log.exception("game %s: a hint failed", self._session.game.id)
            self._refuse(ref, _FAILED)

    def _refuse(self, ref: Ref, refusal: Refusal) -> None:
        self._connection.refuse(ref, refusal, self._session.version)
