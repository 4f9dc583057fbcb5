"""The WebSocket protocol of uvicorn, with limits on what one client can make the server do.

- Received data is parsed in small portions, and only as long as the client's budget allows, so that
  a packet full of tiny frames does not hold up other clients.
- While a client does not read, nothing is read from it, so that answers to it do not pile up.
- A socket ends when it should, even if its client never reads.
"""

import asyncio
import time
from typing import Any, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame

__all__ = ["BoundedWebSocket", "Payer", "protocol_of"]

_KEY = "hexmate.protocol"
_LEAST, _MOST = 256, 4096
"""Bytes that are parsed at a time. What they cost depends on the size of their frames."""
_LONG_STEP, _SHORT_STEP = 0.001, 0.0002
_FAREWELL = 5.0
"""Seconds for a client to read the code with which its socket was closed."""

TRY_AGAIN, BAD_TEXT = 1013, 1007

_BAD_HANDSHAKE = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Payer(Protocol):
    """The account charged for a socket's processor time."""

    def charge(self, seconds: float) -> None:
        """Pay for processor time."""

    def delay(self) -> float:
        """Seconds to wait before anything more is done for the socket."""


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """A socket whose client can neither flood nor hold the server."""

    def __init__(self, *args: Any, stall_seconds: float, **options: Any) -> None:
        super().__init__(*args, **options)
        self.payer: Payer | None = None
        self._stall_seconds = stall_seconds
        self._unparsed = bytearray()
        self._portion = _LEAST
        self._next_step: asyncio.Handle | None = None
        self._stall: asyncio.TimerHandle | None = None

    async def run_asgi(self) -> None:
        """Run the application, which finds this protocol in its scope."""
        scope: Any = self.scope
        scope[_KEY] = self
        await super().run_asgi()
        self._end_soon()

    def connection_lost(self, exc: Exception | None) -> None:
        """Handle the end of the connection."""
        for timer in (self._next_step, self._stall):
            if timer is not None:
                timer.cancel()
        self._unparsed.clear()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse data, or keep it until it is its turn."""
        if not self.handshake_initiated:
            super().data_received(data)
            if not self.handshake_initiated:  # a line is too long for the library, which is silent
                self.transport.write(_BAD_HANDSHAKE)
                self.transport.close()
            return
        self._unparsed += data
        if self._next_step is None:
            self._parse()

    def _parse(self) -> None:
        self._next_step = None
        portion = bytes(self._unparsed[: self._portion])
        del self._unparsed[: self._portion]
        if portion:
            began = time.thread_time()
            super().data_received(portion)
            self._pay(time.thread_time() - began)
        self._parse_more()

    def _pay(self, seconds: float) -> None:
        if seconds > _LONG_STEP:
            self._portion = max(_LEAST, self._portion // 2)
        elif seconds < _SHORT_STEP:
            self._portion = min(_MOST, self._portion * 2)
        if self.payer is not None:
            self.payer.charge(seconds)

    def _parse_more(self) -> None:
        """Parse or read more, as soon as the application and the client are ready for it."""
        if self._next_step is not None or self.transport.is_closing():
            return
        delay = self.payer.delay() if self.payer is not None else 0.0
        if not self.close_sent and (not self.queue.empty() or not self.writable.is_set()):
            self._pause()
        elif delay > 0:
            self._pause()
            self._next_step = self.loop.call_later(delay, self._parse)
        elif self._unparsed:
            self._pause()
            self._next_step = self.loop.call_soon(self._parse)
        elif self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def _pause(self) -> None:
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    async def receive(self) -> Any:
        """The next event for the application."""
        event = await self.queue.get()
        if self.queue.empty():
            self._parse_more()
        return event

    async def send(self, message: Any) -> None:
        """Send an event of the application."""
        await super().send(message)
        if self.close_sent:
            self.handshake_complete = True  # uvicorn forgets it when a handshake is refused
        if self.close_timer is not None:
            self._end_soon()

    def limit(self, most_bytes: int) -> None:
        """Take no message that is longer; older versions of websockets ignore it."""
        self.conn.max_message_size = most_bytes

    def handle_cont(self, event: Frame) -> None:
        """Keep a part of a message, joined to the others: each by itself would cost more memory."""
        if event.fin:
            super().handle_cont(event)
            return
        if len(self.frames) == 1:
            parts: list[Any] = self.frames
            parts.append(bytearray())
        self.frames[-1] += event.data

    def send_receive_event_to_app(self) -> None:
        """Handle a whole message. Text that is not UTF-8 is an error of the client."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.expel(BAD_TEXT, "not UTF-8")
                return
        super().send_receive_event_to_app()

    def pause_writing(self) -> None:
        """The client has stopped reading: it has some time to resume."""
        super().pause_writing()
        self._pause()
        if self._stall is None:
            self._stall = self.loop.call_later(self._stall_seconds, self._too_slow)

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None
        self._parse_more()

    def _too_slow(self) -> None:
        self._stall = None
        self.expel(TRY_AGAIN, "too slow")

    def keepalive_timeout(self) -> None:
        """The client did not answer a ping, so it does not read."""
        self.pong_timer = self.pending_ping_payload = None
        self.expel(TRY_AGAIN, "too slow")

    def expel(self, code: int, reason: str) -> None:
        """Close the socket, without waiting for its client to read or to answer."""
        if self.close_sent or self.disconnected or not self.handshake_complete:
            return
        try:
            self.conn.send_close(code, reason)
        except InvalidState:
            return  # the client has closed it
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.writable.set()
        self._end_soon()
        self._parse_more()

    def _end_soon(self) -> None:
        """End the connection in a while: a client that does not read would keep it open."""
        if self.disconnected:
            return
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(_FAREWELL, self.transport.abort)


def protocol_of(scope: Any) -> BoundedWebSocket | None:
    """The protocol of a socket; None on another server than ours."""
    found = scope.get(_KEY)
    return found if isinstance(found, BoundedWebSocket) else None
