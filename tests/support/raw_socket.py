"""A client that does what it likes: WebSocket frames over a plain connection, read or not."""

import asyncio
import base64
import json
import os
import socket
import struct
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import httpx

GONE = (OSError, asyncio.IncompleteReadError)


def frame(payload: bytes, opcode: int = 1, fin: bool = True) -> bytes:
    """A frame of a client, masked with zeros."""
    size = len(payload)
    head = bytes([(0x80 if fin else 0) | opcode])
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 65536:
        head += struct.pack("!BH", 0x80 | 126, size)
    else:
        head += struct.pack("!BQ", 0x80 | 127, size)
    return head + bytes(4) + payload


def text(**message: Any) -> bytes:
    """A frame with a message."""
    return frame(json.dumps(message).encode())


class RawSocket:
    """A socket after its handshake."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self.received = 0
        self.answers_pings = True
        self.code: int | None = None
        """The code with which the server closed the socket."""

    @classmethod
    async def open(
        cls, url: str, path: str, cookie: str = "", *, address: str, buffer: int = 0
    ) -> "RawSocket":
        """Connect; a refused handshake is a `ConnectionError`."""
        there = urlsplit(url)
        plain = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        plain.setblocking(False)
        if buffer:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        plain.bind((address, 0))
        try:
            loop = asyncio.get_running_loop()
            await loop.sock_connect(plain, (there.hostname, there.port))
        except BaseException:
            plain.close()
            raise
        reader, writer = await asyncio.open_connection(sock=plain, limit=buffer or 65536)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {there.netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            *([f"Cookie: hexmate={cookie}"] if cookie else []),
        ]
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except BaseException:
            writer.close()
            raise
        if b" 101 " not in head.split(b"\r\n")[0]:
            writer.close()
            raise ConnectionError(head.split(b"\r\n")[0].decode())
        return cls(reader, writer)

    async def send(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    async def drain(self) -> None:
        """Read and forget everything until the server closes the socket."""
        with suppress(*GONE):
            while True:
                self.received += len(await self._frame())

    async def message(self) -> dict[str, Any]:
        """The next message."""
        found: dict[str, Any] = json.loads(await self._frame())
        return found

    async def _frame(self) -> bytes:
        """The next text; a `ConnectionError` once the server has closed the socket."""
        while True:
            head = await self._reader.readexactly(2)
            size = head[1] & 127
            if size > 125:
                size = int.from_bytes(await self._reader.readexactly(2 if size == 126 else 8))
            data = await self._reader.readexactly(size)
            match head[0] & 15:
                case 1:
                    return data
                case 8:
                    self.code = int.from_bytes(data[:2])
                    raise ConnectionError(f"closed with {self.code}")
                case 9 if self.answers_pings:
                    await self.send(frame(data, 10))

    async def gone(self) -> None:
        """Wait until the server has ended the connection, without reading from it."""
        transport = self._writer.transport
        transport.pause_reading()  # type: ignore[attr-defined]
        while not transport.is_closing():
            self._writer.write(frame(b"", 9))  # an ended connection refuses it
            await asyncio.sleep(0.2)

    def close(self) -> None:
        self._writer.transport.abort()


def client(url: str, address: str, **options: Any) -> httpx.AsyncClient:
    """Requests from an address."""
    transport = httpx.AsyncHTTPTransport(local_address=address)
    return httpx.AsyncClient(base_url=url, transport=transport, timeout=60, **options)


async def newcomer(url: str, address: str) -> str:
    """The cookie of a new person."""
    async with client(url, address) as http:
        return (await http.get("/api/me")).raise_for_status().cookies["hexmate"]
