"""Processes that tests start; a word among their arguments, which no other has, finds them."""

import os
import signal
import sys
import time
import uuid
from pathlib import Path

MOCKS = Path(__file__).parents[1] / "mocks"


def interruptible() -> None:
    """For `preexec_fn`: SIGINT does what it usually does, even if the tests run with it ignored.

    A shell ignores it in the background jobs of scripts, as nohup does, and children inherit that.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def marker() -> str:
    """A word to start a process with, so that it and its children can be found again."""
    return f"marker-{uuid.uuid4().hex}"


def mock(name: str, *words: object) -> list[str]:
    """The command of a mock engine."""
    return [sys.executable, str(MOCKS / f"{name}.py"), *map(str, words)]


def eventually(condition, seconds: float = 60.0) -> bool:
    """Whether something comes true, such as that a text has come through a pipe."""
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    return condition()


def alive(word: str, wait: float = 0.0) -> list[int]:
    """The processes with this argument; while there are some, look again for `wait` seconds."""
    eventually(lambda: not _with_argument(word.encode()), wait)
    return _with_argument(word.encode())


def zombies() -> list[int]:
    """Children of this process that have ended and were never waited for."""
    return [pid for pid, state, parent in _states() if state == "Z" and parent == os.getpid()]


def _with_argument(word: bytes) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            arguments = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if word in arguments:
            found.append(int(folder.name))
    return found


def _states():
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        yield int(folder.name), fields[0], int(fields[1])
