"""Slow sockets, which sessions do not wait for, and the size limit of messages."""

import asyncio
from types import SimpleNamespace

import pytest
from starlette.websockets import WebSocketDisconnect, WebSocketState
from support.web_room import room

from hexmate.web.live.messages import encoded
from hexmate.web.models.live import ErrorMessage
from hexmate.web.settings import Limits
from hexmate.web.sockets.connection import Connection, ref_of


class SlowSocket:
    """A socket that blocks until `reads` is set."""

    def __init__(self):
        self.sent, self.closed = [], None
        self.reads = asyncio.Event()

    async def send_text(self, text):
        await self.reads.wait()
        self.sent.append(text)

    async def close(self, code, reason):
        self.closed = code


def connection_to(socket, outbox):
    settings = SimpleNamespace(limits=Limits(outbox=outbox))
    return Connection(socket, SimpleNamespace(settings=settings), 1000)


def test_a_client_that_does_not_read_is_closed_and_delays_no_other():
    async def test():
        socket = SlowSocket()
        connection = connection_to(socket, 5)
        pump = asyncio.create_task(connection.pump())
        async with room() as here:
            session = await here.session(rows=5, cols=5)
            session.enter(connection, None, None)
            await here.moves(session, *["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2"])
            assert session.game.ply == 8
            socket.reads.set()
            await asyncio.wait_for(pump, 10)
            session.leave(connection)
        assert socket.closed == 1013
        assert 1 <= len(socket.sent) <= 6

    asyncio.run(test())


def test_a_client_that_reads_gets_everything():
    async def test():
        socket = SlowSocket()
        socket.reads.set()
        connection = connection_to(socket, 5)
        pump = asyncio.create_task(connection.pump())
        for number in range(20):
            connection.deliver(str(number))
            await asyncio.sleep(0)
        while len(socket.sent) < 20:
            await asyncio.sleep(0)
        pump.cancel()
        assert socket.sent == [str(number) for number in range(20)]
        assert socket.closed is None

    asyncio.run(test())


class ReadableSocket:
    """A socket on which the client has sent some messages and then left."""

    application_state = WebSocketState.CONNECTED

    def __init__(self, texts):
        self._texts = iter(texts)
        self.closed = None

    async def receive_text(self):
        try:
            return next(self._texts)
        except StopIteration:
            raise WebSocketDisconnect from None

    async def close(self, code, reason):
        self.closed = code


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        ("a" * 1000, True),
        ("a" * 1001, False),
        ("é" * 500, True),
        ("é" * 501, False),
        ("漢" * 333, True),
        ("漢" * 334, False),
        ("🎲" * 250, True),
        ("🎲" * 251, False),
    ],
)
def test_the_limit_of_a_message_is_in_bytes(text, accepted):
    async def test():
        socket = ReadableSocket([text, "next"])
        received = [each async for each in connection_to(socket, 5).messages()]
        assert received == ([text, "next"] if accepted else [])
        assert socket.closed == (None if accepted else 1009)

    asyncio.run(test())


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ('{"ref": "a"}', "a"),
        ('{"ref": 7}', 7),
        ('{"ref": "\\ud800"}', None),  # half a surrogate pair cannot be sent back
        ('{"ref": [1]}', None),
        ('{"ref": ' + "9" * 5000 + "}", None),
        ("[" * 100_000, None),
    ],
)
def test_the_ref_of_a_malformed_message(text, ref):
    assert ref_of(text) == ref
    message = ErrorMessage(type="error", ref=ref_of(text), code="malformed", message="")
    assert encoded(message)
