"""A server in a process of its own, to be stopped, killed and started again."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from hexmate.web.watchdog import LIMIT, HeldLoop
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
        """What the watchdog of the server has logged that a busy machine does not explain."""
        lines = self.log.read_text("utf-8", "replace").splitlines()
        return [line for line in lines if _is_fault(line, LIMIT * slower_processor())]

    def __exit__(self, kind: object, *_: object) -> None:
        if self._process is not None and self._process.poll() is None:
            self._end(signal.SIGKILL)
        if kind is None and (faults := self.faults()):
            raise AssertionError("\n".join(faults))


_HELD = re.compile(
    r"event loop held for (\d+) ms by (.+) at (\S+): (\d+) ms of processor time, "
    r"(\d+) ms collecting garbage, (\d+) ms waiting \((\d+) times, (\d+) for memory(, as did)?"
)


def _is_fault(line: str, limit: float = LIMIT) -> bool:
    found = _HELD.search(line)
    if found is None:
        return False
    held, processor, collecting, waits, faults = map(int, found.group(1, 4, 5, 7, 8))
    if found[9]:
        # Searches run at a low priority, in the kernel too: on a busy machine the whole program
        # may wait until one of them has returned its memory. A call that blocks stops one thread.
        waits = 0
    said = HeldLoop(
        found[2],
        found[3],
        held / 1e3,
        processor / 1e3,
        collecting / 1e3,
        waits=waits,
        faults=faults,
    )
    return said.is_fault(limit)
