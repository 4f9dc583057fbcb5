"""One open socket: queued messages out, limited messages in."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from hexmate.web.context import Context
from hexmate.web.errors import Refusal
from hexmate.web.live.messages import encoded
from hexmate.web.models.base import Ref, ResponseModel
from hexmate.web.models.live import ErrorMessage
from hexmate.web.security.gate import address_of
from hexmate.web.security.rates import Bucket

__all__ = ["Connection", "malformed", "opened", "ref_of", "reject"]

POLICY_VIOLATION, TOO_BIG, TRY_AGAIN = 1008, 1009, 1013
"""Close codes of the WebSocket protocol."""

NOT_FOUND = 4404
"""Our own close code: the game does not exist, so reconnecting is useless."""

_MOST_STRIKES = 20


class Connection:
    """A socket that never blocks the sender.

    Messages are queued. A socket whose queue is full is closed; its client reconnects and gets the
    whole state.
    """

    def __init__(self, socket: WebSocket, context: Context, most_bytes: int) -> None:
        limits = context.settings.limits
        self._socket = socket
        self._most_bytes = most_bytes
        self._outbox: asyncio.Queue[str | None] = asyncio.Queue(limits.outbox)
        self._bucket = Bucket(limits.messages, 3 * limits.messages)
        self._strikes = 0
        self._full = False

    def deliver(self, text: str) -> None:
        """Queue an encoded message."""
        if self._full:
            return
        try:
            self._outbox.put_nowait(text)
        except asyncio.QueueFull:
            self._full = True

    def send(self, message: ResponseModel) -> None:
        """Queue a message."""
        self.deliver(encoded(message))

    def refuse(self, ref: Ref, refusal: Refusal, version: int | None = None) -> None:
        """Answer a message with an error."""
        extra: dict[str, Any] = {} if version is None else {"version": version}
        if refusal.expected is not None:
            extra["expected"] = refusal.expected
        code, message = refusal.code, refusal.message
        self.send(ErrorMessage(type="error", ref=ref, code=code, message=message, **extra))

    async def pump(self) -> None:
        """Send queued messages until the socket closes or its queue is full."""
        try:
            while not self._full:
                text = await self._outbox.get()
                await self._socket.send_text(text or "")
            await self._socket.close(TRY_AGAIN, "too slow")
        except (WebSocketDisconnect, RuntimeError):
            pass  # the client has gone; the reader notices too

    async def messages(self) -> AsyncIterator[str]:
        """The client's messages, until it disconnects or exceeds a limit."""
        while True:
            try:
                text = await self._socket.receive_text()
            except (WebSocketDisconnect, RuntimeError, KeyError):
                return
            if len(text.encode("utf-8", errors="surrogatepass")) > self._most_bytes:
                await self._close(TOO_BIG, "message too large")
                return
            if self._bucket.take():
                yield text
            elif not await self._strike():
                return

    async def _strike(self) -> bool:
        """Drop a message over the rate limit; return False once the socket has been closed."""
        self._strikes += 1
        if self._strikes >= _MOST_STRIKES:
            await self._close(POLICY_VIOLATION, "too many messages")
            return False
        self.refuse(None, Refusal(429, "too_many", "Too many messages. Wait a moment."))
        return True

    async def _close(self, code: int, reason: str) -> None:
        if self._socket.application_state is WebSocketState.CONNECTED:
            await self._socket.close(code, reason)


@asynccontextmanager
async def opened(socket: WebSocket, context: Context, most_bytes: int) -> AsyncIterator[Connection]:
    """Accept a socket, count it against its address, and send its queue while the block runs."""
    address = address_of(socket.scope)
    if context.sockets[address] >= context.settings.limits.sockets:
        raise Refusal(429, "too_many", "Too many sockets are open from your address.")
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


async def reject(socket: WebSocket, refusal: Refusal) -> None:
    """Close a socket that cannot be served."""
    if refusal.status == 404:
        # Browsers do not see why a socket that never opened was closed, and would keep retrying.
        await socket.accept()
        await socket.close(NOT_FOUND, refusal.code)
    else:
        await socket.close(POLICY_VIOLATION, refusal.code)


def malformed(error: ValidationError) -> Refusal:
    """What is wrong with a message."""
    problem = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in problem["loc"])
    return Refusal(422, "malformed", f"{place or 'The message'}: {problem['msg']}")


def ref_of(text: str) -> Ref:
    """The `ref` of a malformed message, if it can be found."""
    try:
        ref: Any = json.loads(text)["ref"]
        str(ref).encode()  # half a surrogate pair is a string that cannot be sent back
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return ref if isinstance(ref, (str, int)) else None
