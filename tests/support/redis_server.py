"""A throw-away Redis, started from the program on this machine; it keeps nothing on the disk."""

import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import redis

_TRIES = 5


class RedisServer:
    """A server on a port and a Unix socket of its own, to be killed and started again."""

    def __init__(self) -> None:
        if shutil.which("redis-server") is None:
            raise FileNotFoundError("there is no program redis-server: install Redis")
        self.folder = Path(tempfile.mkdtemp(prefix="hexmate-redis-"))
        self._process: subprocess.Popen | None = None
        for _ in range(_TRIES):
            self.port = _free_port()
            try:
                self.start()
                return
            except RuntimeError:
                continue  # another process took the port first
        raise RuntimeError((self.folder / "log").read_text())

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    @property
    def socket_url(self) -> str:
        return f"unix://{self.folder / 'socket'}"

    def start(self) -> None:
        """Start, on the same port each time, and return when it answers."""
        options = {
            "bind": "127.0.0.1",
            "port": str(self.port),
            "unixsocket": str(self.folder / "socket"),
            "dir": str(self.folder),
            "save": "",
            "appendonly": "no",
        }
        words = [part for name, value in options.items() for part in (f"--{name}", value)]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(["redis-server", *words], stdout=log, stderr=log)
        end = time.monotonic() + 30
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > end:
                self.kill()
                raise RuntimeError("Redis did not start")
            time.sleep(0.02)

    def _answers(self) -> bool:
        with redis.Redis.from_url(self.socket_url) as client:
            try:
                return bool(client.ping())
            except redis.RedisError:
                return False

    def kill(self) -> None:
        """Gone without a word."""
        self._signal(signal.SIGKILL)
        self._process.wait()

    def freeze(self) -> None:
        """It holds its connections and says nothing."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(number)

    def stop(self) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
