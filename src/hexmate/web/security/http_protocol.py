"""HTTP connections with deadlines and bounds.

uvicorn waits for ever for the rest of a request, takes headers of any size and queues any number
of requests that one connection sends ahead. Here a client gets a limited time for each part.
"""

import asyncio
import json
import math
from http import HTTPStatus
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from hexmate.web.errors import Refusal
from hexmate.web.security.addresses import TrustedProxies, counted_as
from hexmate.web.security.connections import OpenConnections
from hexmate.web.settings import Limits

__all__ = ["OVER_RATE", "GuardedHttp"]

OVER_RATE = "over_rate"
"""In the state of a request: its client asks too often, so its connection must slow down."""

_MOST_HEADERS = 100
_MOST_AHEAD = 8
"""Requests that a client may send before the first is answered. Browsers never do."""
_BODY_RATE = 16 * 1024
"""Bytes of a body that earn a client one more second."""
_UNREAD_SECONDS = 30.0
"""Time for a client to read some more of an answer that does not fit into the buffers."""
_LINGER_SECONDS = 2.0
"""After a refusal, data is discarded for this time: closing at once would lose the answer."""
_LINGER_BYTES = 8 * 1024 * 1024
_PAUSE_SECONDS = 0.5
"""How long a connection that asks too often waits before its next request is read."""


class GuardedHttp(HttpToolsProtocol):
    """A connection that is counted, and whose client must not take too long."""

    _guests: OpenConnections
    _proxies: TrustedProxies
    _limits: Limits

    @classmethod
    def of(
        cls, connections: OpenConnections, proxies: TrustedProxies, limits: Limits
    ) -> type["GuardedHttp"]:
        """The class of the connections of one server."""
        shared = {"_guests": connections, "_proxies": proxies, "_limits": limits}
        return type(cls.__name__, (cls,), shared)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._deadline = math.inf
        self._unread_since: float | None = None
        self._unread_bytes = 0
        self._refused = False
        self._discarded = 0
        self._receiving = False
        self._head_bytes = self._head_lines = 0
        self._idle_bytes = 0
        self._excess: Refusal | None = None
        self._cycles: list[RequestResponseCycle] = []

    # The connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or refuse it if there is no room."""
        super().connection_made(transport)
        peer = self.client[0] if self.client else None
        counted = None if peer is None or peer in self._proxies else counted_as(peer)
        if self._guests.admit(self, counted):
            self._allow(self._limits.header_seconds)
        else:
            self._refused = True
            self.transport.write(_answer(Refusal(503, "too_many", "Too many connections.")))
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        self._guests.release(self)
        self._disconnect()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the WebSocket protocol; it counts until it ends."""
        self._deadline = math.inf
        self._guests.works(self)
        super().handle_websocket_upgrade()
        socket: Any = self.transport.get_protocol()
        lost = socket.connection_lost

        def counted_lost(exc: Exception | None) -> None:
            self._guests.release(self)
            lost(exc)

        socket.connection_lost = counted_lost

    def _unsupported_upgrade_warning(self) -> None:
        """Answer a request for another protocol like any other, and then close the connection."""
        self.cycle.keep_alive = False

    # Deadlines

    def overdue(self, now: float) -> bool:
        """Whether the client took too long."""
        if self.transport.is_closing():  # closed, but the client does not read the rest
            return self._is_stuck(now)
        if self._unread_since is not None:
            return self._is_stuck(now)
        if self.flow.read_paused:  # the server is late, not the client
            if self._deadline < math.inf:
                self._allow(self._limits.body_seconds)
            return False
        return now >= self._deadline

    def _is_stuck(self, now: float) -> bool:
        """Whether the client has read nothing of its answer for too long."""
        unread = self.transport.get_write_buffer_size()
        if self._unread_since is None or unread < self._unread_bytes:
            self._unread_since = now
        self._unread_bytes = unread
        return now - self._unread_since > _UNREAD_SECONDS

    def expire(self) -> None:
        """Close the connection because its client took too long."""
        late = self._receiving and not self._refused and not self.transport.is_closing()
        if late and self._may_answer():
            problem = Refusal(408, "bad_request", "The request took too long to arrive.")
            self.transport.write(_answer(problem))
            self.transport.close()
        else:
            self.drop()

    def drop(self) -> None:
        """Close the connection at once."""
        self._refused = True
        self._disconnect()
        self.transport.abort()

    def _disconnect(self) -> None:
        """Tell all requests of a client that it has gone; uvicorn only tells the last."""
        for cycle in self._cycles:
            if not cycle.response_complete:
                cycle.disconnected = True
                cycle.message_event.set()

    def _allow(self, seconds: float) -> None:
        self._deadline = self.loop.time() + seconds

    def pause_writing(self) -> None:
        """Note that the client does not read its answer."""
        super().pause_writing()
        self._unread_since = self.loop.time()
        self._unread_bytes = self.transport.get_write_buffer_size()
        self._guests.waits(self)

    def resume_writing(self) -> None:
        """Note that the client reads its answer."""
        super().resume_writing()
        self._unread_since = None
        if not self._receiving:
            self._guests.works(self)

    # Requests

    def data_received(self, data: bytes) -> None:
        """Parse what the client sent."""
        if self._refused:
            self._discarded += len(data)
            if self._discarded > _LINGER_BYTES:
                self.drop()
            return
        self._idle_bytes += len(data)
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
            else:
                self._unsupported_upgrade_warning()
            return
        except httptools.HttpParserError:
            self._refuse(self._excess or Refusal(400, "bad_request", "This is not valid HTTP."))
            return
        if self._idle_bytes > self._limits.headers:
            self._refuse(_too_large(self._limits.headers))

    def on_message_begin(self) -> None:
        """Start the time for the headers of a request."""
        self._unset_keepalive_if_required()
        if len(self.pipeline) >= _MOST_AHEAD:
            self._stop(Refusal(429, "too_many", "Too many requests at once."))
        self._receiving = True
        self._head_bytes = self._head_lines = 0
        self._allow(self._limits.header_seconds)
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Keep a part of the address, if it is not too long."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Keep a header, if there are not too many."""
        self._head_lines += 1
        self._count(len(name) + len(value) + 4)
        super().on_header(name, value)

    def _count(self, size: int) -> None:
        self._head_bytes += size
        if self._head_bytes > self._limits.headers or self._head_lines > _MOST_HEADERS:
            self._stop(_too_large(self._limits.headers))

    def _stop(self, problem: Refusal) -> None:
        """End the parser, which calls this, with a problem."""
        self._excess = problem
        raise ValueError(problem.message)

    def on_headers_complete(self) -> None:
        """Start the time for the body, and the application."""
        self._idle_bytes = 0
        self._allow(self._limits.body_seconds)
        super().on_headers_complete()
        if self.cycle is not None:
            self._cycles.append(self.cycle)

    def on_body(self, body: bytes) -> None:
        """Take a part of the body, which earns time for the rest."""
        self._idle_bytes = 0
        if not self.cycle.response_complete:
            self._deadline += len(body) / _BODY_RATE
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Stop waiting for the client: the request is complete."""
        self._receiving = False
        self._idle_bytes = 0
        if self.cycle is not None and not self.cycle.response_complete:
            self._deadline = math.inf
            self._guests.works(self)
        else:
            self._allow(self._limits.idle_seconds)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Wait for the next request, or for the rest of a body that was refused."""
        hasty = any(
            each.response_complete and OVER_RATE in each.scope["state"] for each in self._cycles
        )
        self._cycles = [each for each in self._cycles if not each.response_complete]
        if hasty and self.pipeline:
            self.drop()
        super().on_response_complete()
        if self.pipeline or self.transport.is_closing():
            return
        self._allow(_LINGER_SECONDS if self._receiving else self._limits.idle_seconds)
        self._guests.waits(self)
        if hasty:
            # Refusing costs time too: a flood on one connection gets two refusals a second.
            self.flow.pause_reading()
            self.loop.call_later(_PAUSE_SECONDS, self._read_on)

    def _read_on(self) -> None:
        if not self.transport.is_closing():
            self.flow.resume_reading()

    def _refuse(self, problem: Refusal) -> None:
        """Answer what cannot be parsed, and discard the rest for a moment."""
        if self._refused or self.transport.is_closing():
            return
        if not self._may_answer():
            self.drop()
            return
        self._refused = True
        self.transport.write(_answer(problem))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self._allow(_LINGER_SECONDS)
        self._guests.waits(self)

    def _may_answer(self) -> bool:
        """Whether nothing has been written that another answer would garble.

        An application that waits for the rest of the request learns that the client has gone.
        """
        if self.cycle is None or self.cycle.response_complete:
            return True
        if self.pipeline or self.cycle.response_started or not self.cycle.more_body:
            return False
        self.cycle.disconnected = True
        self.cycle.message_event.set()
        return True


def _too_large(most: int) -> Refusal:
    text = f"The address and headers may have at most {_MOST_HEADERS} lines and {most:,} bytes."
    return Refusal(431, "too_large", text)


def _answer(problem: Refusal) -> bytes:
    body = json.dumps(problem.as_dict()).encode()
    extra = "".join(f"{name}: {value}\r\n" for name, value in problem.headers.items())
    head = (
        f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}\r\n{extra}"
        "content-type: application/json\r\n"
        f"content-length: {len(body)}\r\n"
        "connection: close\r\n\r\n"
    )
    return head.encode() + body
