"""Clients that no library would be: requests byte by byte, from addresses of their own."""

import re
import socket
from contextlib import suppress
from urllib.parse import urlsplit


class RawClient:
    """A connection from a local address, such as 127.0.0.2."""

    def __init__(self, url: str, address: str = "127.0.0.1", timeout: float = 30) -> None:
        place = urlsplit(url)
        self.socket = socket.socket()
        self.socket.settimeout(timeout)
        self.socket.bind((address, 0))
        self.socket.connect((place.hostname, place.port))

    def __enter__(self) -> "RawClient":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, data: bytes) -> bool:
        """Send all; False if the server closed the connection."""
        try:
            self.socket.sendall(data)
        except ConnectionError:
            return False
        return True

    def rest(self) -> bytes:
        """What the server sends until it closes the connection."""
        found = bytearray()
        with suppress(ConnectionError):
            while piece := self.socket.recv(65536):
                found += piece
        return bytes(found)

    def status(self) -> int:
        """The status of the next answer; 0 if the server closes the connection without one."""
        found = bytearray()
        with suppress(ConnectionError):
            while b"\r\n\r\n" not in found and (piece := self.socket.recv(65536)):
                found += piece
            head, _, body = bytes(found).lower().partition(b"\r\n\r\n")
            size = int((re.findall(rb"content-length: (\d+)", head) or [b"0"])[0])
            while len(body) < size and (piece := self.socket.recv(65536)):
                body += piece
        return int(found[9:12]) if found else 0

    def is_open(self) -> bool:
        """Whether the server has left the connection open so far."""
        self.socket.setblocking(False)
        try:
            return bool(self.socket.recv(65536))
        except BlockingIOError:
            return True
        except ConnectionError:
            return False


def get(path: str = "/api/about", *headers: str) -> bytes:
    """A request that is answered, by a server on this machine."""
    lines = [f"GET {path} HTTP/1.1", "Host: localhost", *headers]
    return "\r\n".join([*lines, "", ""]).encode()


HALF = b"GET /api/about HTTP/1.1\r\nHost: localhost\r\n"
"""A request whose end never comes."""
