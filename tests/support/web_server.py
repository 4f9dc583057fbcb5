"""A server in its own process, to be stopped, killed and started again."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from hexmate.web.watchdog import LIMIT
from support.patience import slower_processor

GENEROUS = """
[limits]
connections = 10000
requests = 100000
files = 100000
people = 100000
uploads = 100000
sockets = 10000
all_sockets = 10000
handshakes = 100000
address_time = 100000
games = 10000
job_seconds = 100
"""
"""Settings for many clients from one address."""


class ServerProcess:
    """`hexmate serve` on a local port; a restart uses the same port."""

    def __init__(
        self,
        folder: Path,
        database: str | None = None,
        settings: str = GENEROUS,
        options: Sequence[str] = (),
        most_files: int = 0,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.folder = folder
        self.most_files = most_files
        self.options = options
        self.environment = environment or {}
        self.database = database or f"sqlite:///{folder / 'games.db'}"
        self.settings = folder / "settings.toml"
        self.settings.write_text(settings, "utf-8")
        self.port = 0
        self.log = folder / "server.log"
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> "ServerProcess":
        """Start, and return once it serves."""
        command = [sys.executable, "-m", "hexmate", "serve", "--port", str(self.port)]
        command += ["--database", self.database, "--settings", str(self.settings)]
        command += self.options
        if self.most_files:
            command = ["sh", "-c", f'ulimit -n {self.most_files}; exec "$@"', "sh", *command]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "PYTHONUNBUFFERED": "1", **self.environment},
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, f"the server did not start: {line!r} {self.log.read_text()}"
        self.port = int(found[1])
        self._reader = threading.Thread(target=self._process.stdout.read, daemon=True)
        self._reader.start()
        return self

    def kill(self) -> None:
        """Kill the process."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Terminate the process and return its exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        assert self._process is not None
        self._process.send_signal(how)
        status = self._process.wait(timeout=30)
        self._reader.join(30)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return status

    def __enter__(self) -> "ServerProcess":
        return self.start()

    def faults(self) -> list[str]:
        """The callbacks that took too much processor time, from the log of the server.

        Long waits do not count: a virtual machine whose memory is read back from disk makes any
        callback wait, and nothing in it tells that from a call that blocks. Servers within the
        process of a test are blamed for waits that repeat.
        """
        lines = self.log.read_text("utf-8", "replace").splitlines()
        return [line for line in lines if _worked(line) > LIMIT * slower_processor()]

    def messages(self) -> list[str]:
        """The log of the server without the watchdog's lines, which `faults` judges."""
        lines = self.log.read_text("utf-8", "replace").splitlines()
        return [line for line in lines if not _HELD.search(line)]

    def __exit__(self, kind: object, *_: object) -> None:
        if self._process is not None and self._process.poll() is None:
            self._end(signal.SIGKILL)
        if kind is None and (faults := self.faults()):
            raise AssertionError("\n".join(faults))


_HELD = re.compile(r"event loop held for .+: (\d+) ms of processor time")


def _worked(line: str) -> float:
    """The processor time of a slow callback, in seconds."""
    found = _HELD.search(line)
    return int(found[1]) / 1e3 if found else 0.0
