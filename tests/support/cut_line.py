"""A network that can be cut: a relay between a browser and a server, in a thread of the tests."""

import selectors
import socket
import threading
from typing import Self


class Line:
    """Passes bytes on between its own port and another of this machine, until it is cut."""

    def __init__(self, port: int) -> None:
        self._target = ("127.0.0.1", port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._whole = threading.Event()
        self._whole.set()
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def cut(self) -> None:
        """Everything that is open ends, and nothing new comes through."""
        self._whole.clear()
        self._end_all()

    def mend(self) -> None:
        self._whole.set()

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()
        self._end_all()

    def _end_all(self) -> None:
        with self._lock:
            for end in self._open:
                end.close()
            self._open.clear()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            if self._whole.is_set():
                threading.Thread(target=self._relay, args=(client,), daemon=True).start()
            else:
                client.close()

    def _relay(self, client: socket.socket) -> None:
        try:
            server = socket.create_connection(self._target, timeout=10)
        except OSError:
            client.close()
            return
        with self._lock:
            self._open |= {client, server}
        with selectors.DefaultSelector() as ready:
            ready.register(client, selectors.EVENT_READ, server)
            ready.register(server, selectors.EVENT_READ, client)
            try:
                while self._pass_on(ready):
                    pass
            except (OSError, ValueError):
                pass  # cut on either side
        with self._lock:
            self._open -= {client, server}
        client.close()
        server.close()

    @staticmethod
    def _pass_on(ready: selectors.BaseSelector) -> bool:
        for key, _ in ready.select(timeout=0.2):
            assert isinstance(key.fileobj, socket.socket)
            content = key.fileobj.recv(65536)
            if not content:
                return False
            key.data.sendall(content)
        return all(
            isinstance(k.fileobj, socket.socket) and k.fileobj.fileno() >= 0
            for k in ready.get_map().values()
        )
