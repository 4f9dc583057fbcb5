"""One open socket: queued messages out, limited messages in."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from starlette.responses import JSONResponse
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from hexmate.store.errors import StoreError
from hexmate.web.context import Context
from hexmate.web.errors import Refusal
from hexmate.web.live.messages import encoded
from hexmate.web.models.base import Ref, ResponseModel
from hexmate.web.models.live import ErrorMessage
from hexmate.web.security.gate import address_of
from hexmate.web.security.rates import Bucket, Budget
from hexmate.web.sockets.metering import Metered
from hexmate.web.sockets.protocol import protocol_of

__all__ = ["Connection", "admit", "opened", "ref_of"]

log = logging.getLogger("hexmate.web")

UNSUPPORTED, POLICY_VIOLATION, TOO_BIG, TRY_AGAIN = 1003, 1008, 1009, 1013
"""Close codes of the WebSocket protocol."""

NOT_FOUND = 4404
"""Our own close code: the game does not exist, so reconnecting is useless."""

_MOST_STRIKES = 20
_REFUSAL_DELAY = 3.0
_BACKLOG = 8
"""Unread messages from which on no more are taken from a client."""


class Connection:
    """A socket that never blocks the sender.

    Messages are queued. A socket whose queue is full is closed; its client reconnects and gets the
    whole state. A client that does not read its answers is not asked for more messages.
    """

    def __init__(
        self,
        socket: WebSocket,
        context: Context,
        most_bytes: int,
        budget: Budget | None = None,
    ) -> None:
        limits = context.settings.limits
        self._socket = socket
        self._protocol = protocol_of(getattr(socket, "scope", {}))
        self._most_bytes = most_bytes
        self._outbox: asyncio.Queue[str] = asyncio.Queue(limits.outbox)
        self._room = asyncio.Event()
        self._bucket = Bucket(limits.messages, 3 * limits.messages)
        self.budget = budget or Budget(())
        if self._protocol is not None:
            self._protocol.payer = self.budget
            self._protocol.limit(most_bytes)
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
            if self._protocol is not None:
                self._protocol.expel(TRY_AGAIN, "too slow")

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
                if self._outbox.qsize() < _BACKLOG:
                    self._room.set()
                await self._socket.send_text(text)
            await self._socket.close(TRY_AGAIN, "too slow")
        except (WebSocketDisconnect, RuntimeError):
            pass  # the client has gone; the reader notices too
        finally:
            self._full = True
            self._room.set()

    async def messages(self) -> AsyncIterator[str]:
        """The client's messages, until it disconnects or exceeds a limit."""
        while True:
            await self._ready()
            try:
                text = await self._socket.receive_text()
            except (WebSocketDisconnect, RuntimeError):
                return
            except KeyError:
                await self._close(UNSUPPORTED, "text only")
                return
            if _size(text) > self._most_bytes:
                await self._close(TOO_BIG, "message too large")
                return
            if self._bucket.take():
                yield text
            elif not await self._strike():
                return

    async def _ready(self) -> None:
        """Wait until the client has read its answers and paid for them."""
        while self._outbox.qsize() >= _BACKLOG and not self._full:
            self._room.clear()
            await self._room.wait()
        if (delay := self.budget.delay()) > 0:
            await asyncio.sleep(delay)

    async def _strike(self) -> bool:
        """Drop a message over the rate limit; return False once the socket has been closed."""
        self._strikes += 1
        if self._strikes >= _MOST_STRIKES:
            await self._close(POLICY_VIOLATION, "too many messages")
            return False
        self.refuse(None, Refusal(429, "too_many", "Too many messages. Wait a moment."))
        return True

    async def _close(self, code: int, reason: str) -> None:
        if self._protocol is not None:
            self._protocol.expel(code, reason)
        elif self._socket.application_state is WebSocketState.CONNECTED:
            await self._socket.close(code, reason)


@asynccontextmanager
async def opened(
    socket: WebSocket, context: Context, most_bytes: int, person: int | None = None
) -> AsyncIterator[Connection]:
    """Accept a socket, and send its queue while the block runs."""
    await socket.accept()
    budget = context.sockets.budget(address_of(socket.scope), person)
    connection = Connection(socket, context, most_bytes, budget)
    pump: asyncio.Task[None] = asyncio.create_task(Metered(connection.pump(), budget.charge))
    try:
        yield connection
    finally:
        pump.cancel()
        await asyncio.wait([pump])


async def admit(socket: WebSocket, context: Context, serve: Callable[[], Awaitable[None]]) -> None:
    """Serve a socket, counted while it is open; close it if it cannot be served."""
    address = address_of(socket.scope)
    try:
        if not context.sockets.may_connect(address):
            # A client that waits for an answer asks less often.
            await asyncio.sleep(_REFUSAL_DELAY)
            text = "Too many new sockets from your address. Wait a moment."
            raise Refusal(429, "too_many", text)
        with context.sockets.admitted(address):
            await serve()
    except Refusal as refusal:
        await reject(socket, refusal)
    except StoreError as error:
        log.error("database error: %s", error)
        text = "The database is not available. Try again."
        await reject(socket, Refusal(503, "unavailable", text))


async def reject(socket: WebSocket, refusal: Refusal) -> None:
    """Close a socket that cannot be served."""
    with suppress(RuntimeError, WebSocketDisconnect):  # the client has gone
        if refusal.status == 404:
            # Browsers do not see why a socket that never opened was closed, and would retry.
            await socket.accept()
            await socket.close(NOT_FOUND, refusal.code)
        elif socket.application_state is not WebSocketState.CONNECTING:
            await socket.close(TRY_AGAIN, refusal.code)
        else:
            await socket.send_denial_response(JSONResponse(refusal.as_dict(), refusal.status))


def _size(text: str) -> int:
    return len(text.encode("utf-8", errors="surrogatepass"))


def ref_of(text: str) -> Ref:
    """The `ref` of a malformed message, if it can be found."""
    try:
        ref: Any = json.loads(text)["ref"]
        str(ref).encode()  # half a surrogate pair is a string that cannot be sent back
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return ref if isinstance(ref, (str, int)) else None
