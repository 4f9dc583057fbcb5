"""One open socket: messages out in order, messages in within limits."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from hexmate.web.context import Context
from hexmate.web.errors import Refusal
from hexmate.web.security.gate import address_of
from hexmate.web.security.rates import Bucket

__all__ = ["Connection", "malformed", "opened", "ref_of", "turn_away"]

POLICY_VIOLATION, TOO_BIG, TRY_AGAIN = 1008, 1009, 1013
"""Why a socket is closed, in the words of its protocol."""

NOT_FOUND = 4404
"""Our own word, which browsers pass on: there is nothing here, and trying again will not help."""

_MOST_STRIKES = 20


class Connection:
    """A socket that never makes anybody wait: what cannot be sent at once is queued, and a
    socket whose queue is full is closed. Its client connects again and gets the whole state."""

    def __init__(self, socket: WebSocket, context: Context, most_bytes: int) -> None:
        limits = context.settings.limits
        self._socket = socket
        self._most_bytes = most_bytes
        self._outbox: asyncio.Queue[str | None] = asyncio.Queue(limits.outbox)
        self._bucket = Bucket(limits.messages, 3 * limits.messages)
        self._strikes = 0
        self._full = False

    def deliver(self, text: str) -> None:
        """Queue a message that is already encoded."""
        if self._full:
            return
        try:
            self._outbox.put_nowait(text)
        except asyncio.QueueFull:
            self._full = True

    def send(self, message: dict[str, Any]) -> None:
        """Queue a message."""
        self.deliver(json.dumps(message, separators=(",", ":"), ensure_ascii=False))

    def refuse(self, ref: object, refusal: Refusal) -> None:
        """Say what was wrong with a message."""
        self.send({"type": "error", "ref": ref, **refusal.as_dict()})

    async def pump(self) -> None:
        """Send what is queued, until the socket is closed or too slow."""
        try:
            while not self._full:
                text = await self._outbox.get()
                await self._socket.send_text(text or "")
            await self._socket.close(TRY_AGAIN, "too slow")
        except (WebSocketDisconnect, RuntimeError):
            pass  # the other side has gone; the reader notices too

    async def messages(self) -> AsyncIterator[str]:
        """What the client says, as text, until it goes or says too much."""
        while True:
            try:
                text = await self._socket.receive_text()
            except (WebSocketDisconnect, RuntimeError, KeyError):
                return
            if len(text) > self._most_bytes:
                await self._close(TOO_BIG, "message too large")
                return
            if self._bucket.take():
                yield text
            elif not await self._strike():
                return

    async def _strike(self) -> bool:
        """Too many messages: they are not read, and in the end the socket is closed."""
        self._strikes += 1
        if self._strikes >= _MOST_STRIKES:
            await self._close(POLICY_VIOLATION, "too many messages")
            return False
        self.refuse(None, Refusal(429, "too_many", "too many messages; wait a moment"))
        return True

    async def _close(self, code: int, reason: str) -> None:
        if self._socket.application_state is WebSocketState.CONNECTED:
            await self._socket.close(code, reason)


@asynccontextmanager
async def opened(socket: WebSocket, context: Context, most_bytes: int) -> AsyncIterator[Connection]:
    """Accept a socket, count it, and send what is queued for it while the block runs."""
    address = address_of(socket.scope)
    if context.sockets[address] >= context.settings.limits.sockets:
        raise Refusal(429, "too_many", "too many sockets are open from your address")
    context.sockets[address] += 1
    pump: asyncio.Task[None] | None = None
    try:
        await socket.accept()
        connection = Connection(socket, context, most_bytes)
        pump = asyncio.create_task(connection.pump())
        yield connection
    finally:
        if pump is not None:
            pump.cancel()
        context.sockets[address] -= 1
        if not context.sockets[address]:
            del context.sockets[address]


async def turn_away(socket: WebSocket, refusal: Refusal) -> None:
    """Close a socket that leads nowhere."""
    if refusal.status == 404:
        # A socket that was never open tells a browser nothing: it would come back for ever.
        await socket.accept()
        await socket.close(NOT_FOUND, refusal.code)
    else:
        await socket.close(POLICY_VIOLATION, refusal.code)


def malformed(error: ValidationError) -> Refusal:
    """What is wrong with a message."""
    problem = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in problem["loc"])
    return Refusal(422, "malformed", f"{place or 'the message'}: {problem['msg']}")


def ref_of(text: str) -> Any:
    """The reference of a message that is wrong in another place, so that its sender knows."""
    try:
        ref = json.loads(text)["ref"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return ref if isinstance(ref, (str, int)) else None
