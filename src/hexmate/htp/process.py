"""An engine as a child process: lines to it and from it, its error output, and a reliable end."""

import os
import shlex
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, cast

from hexmate.errors import EngineDiedError, EngineError, EngineGarbledError, EngineTimeoutError

__all__ = ["EngineProcess"]

_KEEPER = Path(__file__).with_name("keeper.py")
_CHUNK = 1 << 16
_MOST_WAITING = 1 << 20
"""Unread bytes of output that are kept; a line must fit, and a flood waits in its pipe."""
_MOST_STDERR = 1 << 14
_LONGEST_TITLE = 60
_LONGEST_COMPLAINT = 300
_TIME_TO_DIE = 3.0
"""Seconds that a process and its keeper get to end before the next, harder step."""
_UNKEPT = b"this system cannot end what an engine starts, only the engine\n"


class EngineProcess:
    """A program with pipes to its three streams. Use it as a context manager, or `close` it.

    A flood on either output costs no memory: what is not read stays in the pipe, and of the error
    output only the end is kept. Before an `EngineError` is raised the program has been ended, and a
    process that was not closed ends with the object or the interpreter.

    >>> import sys
    >>> with EngineProcess([sys.executable, "-c", "print(input()[::-1])"]) as process:
    ...     process.send("hello")
    ...     process.read_line(time.monotonic() + 60)
    'olleh'
    """

    def __init__(
        self, command: Sequence[str], *, memory: int | None = None, title: str | None = None
    ) -> None:
        """Start the program; `memory` is its limit in MiB.

        Messages call it by its `title`, or by its command.
        """
        self.command = tuple(command)
        self.title = title or _shortened(shlex.join(command))
        kept = os.name == "posix"
        self._stderr = bytearray(b"" if kept else _UNKEPT)
        try:
            self._popen = subprocess.Popen(  # noqa: S603 - the engine that the user named
                _kept(self.command, memory) if kept else self.command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=kept,  # Ctrl-C in the terminal is only for us
            )
        except OSError as error:
            raise EngineDiedError(f"{self.title} cannot be started: {error}") from None
        popen = self._popen
        self._stdin, stdout, stderr = (
            cast(IO[bytes], pipe) for pipe in (popen.stdin, popen.stdout, popen.stderr)
        )
        if kept:  # a program that does not read its input must not block us
            os.set_blocking(self._stdin.fileno(), False)
        self._writing, self._ending = threading.Lock(), threading.Lock()
        self._inbox = _Inbox()
        # The threads know the pipes but not this object, so that it can be garbage-collected.
        threads = (_thread(self._inbox.fill, stdout), _thread(_keep_tail, stderr, self._stderr))
        self._end = weakref.finalize(self, _end, popen, self._inbox, threads)

    @property
    def alive(self) -> bool:
        """True while it runs and has not closed its output."""
        return self._end.alive and not self._inbox.ended

    @property
    def stderr(self) -> str:
        """The end of its error output."""
        return bytes(self._stderr).decode(errors="replace")

    def send(self, line: str) -> None:
        """Write one line."""
        data = f"{line}\n".encode()
        with self._writing:
            try:
                written = os.write(self._stdin.fileno(), data)
            except BlockingIOError:
                written = 0
            except (OSError, ValueError):  # the other end is closed, or ours
                raise self.died() from None
        if written < len(data):
            raise self.failed(EngineTimeoutError, "does not read what it is sent")

    def read_line(self, deadline: float | None = None) -> str:
        """The next line, without its end; `deadline` is a time of `time.monotonic`.

        Raises TimeoutError if it does not come in time; the program keeps running.
        """
        try:
            line = self._inbox.line(deadline)
        except OverflowError:
            problem = f"wrote {_MOST_WAITING >> 10} KiB without an end of line"
            raise self.failed(EngineGarbledError, problem) from None
        if line is None:
            raise self.died()
        return line.decode(errors="replace").rstrip("\r")

    def drain(self) -> None:
        """Drop all unread output."""
        self._inbox.clear()

    def failed(self, kind: type[EngineError], problem: str) -> EngineError:
        """End the program; returns the error to raise, with its error output."""
        self.kill()
        return kind(f"{self.title} {problem}", self.stderr)

    def died(self) -> EngineError:
        """The error to raise for a program that has ended by itself: how it ended."""
        if not self._end.alive:
            return EngineDiedError(f"{self.title} is not running", self.stderr)
        status = _wait(self._popen, 0.5)
        self.kill()
        said = next((line for line in reversed(self.stderr.splitlines()) if line.strip()), "")
        said = _shortened(said.strip().removeprefix("Error: "), _LONGEST_COMPLAINT)
        problem = f"{self.title} {_how_ended(status)}{': ' * bool(said)}{said}"
        return EngineDiedError(problem, self.stderr)

    def close(self, grace: float = 0.5) -> None:
        """Ask it to quit, and end it if it has not done so within `grace` seconds."""
        if self.alive and grace > 0:
            with suppress(EngineError):
                self.send("quit")
                self._inbox.wait_for_end(grace)
        self.kill()

    def kill(self) -> None:
        """End it and everything that it started, at once."""
        with self._ending:  # a second caller waits for the first
            self._end()

    def __enter__(self) -> "EngineProcess":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<EngineProcess {self.title}>"


class _Inbox:
    """Bytes between the thread that reads a pipe and the caller that waits for lines."""

    def __init__(self) -> None:
        self.ended = False
        self._data = bytearray()
        self._seen = 0
        self._abandoned = False
        self._changed = threading.Condition()

    def fill(self, pipe: IO[bytes]) -> None:
        """Read the pipe to its end; wait while there is too much to keep."""
        while chunk := _read(pipe):
            with self._changed:
                while len(self._data) >= _MOST_WAITING and not self._abandoned:
                    self._changed.wait()
                if not self._abandoned:
                    self._data += chunk
                    self._changed.notify_all()
        with self._changed:
            self.ended = True
            self._changed.notify_all()

    def line(self, deadline: float | None) -> bytes | None:
        """The next line, None at the end; raises OverflowError if it is too long."""
        with self._changed:
            left = _left(
                deadline
            )  # even if lines are waiting: an engine may never stop writing them
            while (end := self._data.find(b"\n", self._seen)) < 0:
                self._seen = len(self._data)
                if self.ended:
                    return None
                if self._seen >= _MOST_WAITING:
                    raise OverflowError
                self._changed.wait(left)
                left = _left(deadline)
            line = bytes(self._data[:end])
            del self._data[: end + 1]
            self._seen = 0
            self._changed.notify_all()
            return line

    def clear(self) -> None:
        """Drop what is waiting."""
        with self._changed:
            self._data.clear()
            self._seen = 0
            self._changed.notify_all()

    def abandon(self) -> None:
        """Stop reading: from now on all output is dropped."""
        with self._changed:
            self._abandoned = True
            self._changed.notify_all()

    def wait_for_end(self, seconds: float) -> None:
        """Wait until the other side closes the pipe."""
        self.abandon()
        with self._changed:
            self._changed.wait_for(lambda: self.ended, seconds)


def _left(deadline: float | None) -> float | None:
    """Seconds until then; raises TimeoutError if none are left."""
    if deadline is None:
        return None
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _kept(command: Sequence[str], memory: int | None) -> list[str]:
    """The command run by a keeper, which ends its children with it."""
    keeper = [sys.executable, "-S", "-E", str(_KEEPER), str(os.getpid()), str(memory or 0)]
    return [*keeper, "--", *command]


def _thread(target: Callable[..., None], *arguments: object) -> threading.Thread:
    thread = threading.Thread(target=target, args=arguments, name="hexmate-engine", daemon=True)
    thread.start()
    return thread


def _keep_tail(pipe: IO[bytes], tail: bytearray) -> None:
    while chunk := _read(pipe):
        tail += chunk
        del tail[:-_MOST_STDERR]


def _read(pipe: IO[bytes]) -> bytes:
    """The next bytes; empty at the end, where our side of the pipe is closed too."""
    chunk = os.read(pipe.fileno(), _CHUNK)
    if not chunk:
        pipe.close()
    return chunk


def _end(
    popen: "subprocess.Popen[bytes]", inbox: _Inbox, threads: Sequence[threading.Thread]
) -> None:
    inbox.abandon()
    with suppress(OSError):
        popen.stdin.close()  # type: ignore[union-attr]
    if popen.poll() is None:
        popen.terminate()  # the keeper passes it on as a kill
    deadline = time.monotonic() + _TIME_TO_DIE
    for (
        thread
    ) in threads:  # once both pipes have ended, no process is left; waiting for that is quicker
        thread.join(max(0.0, deadline - time.monotonic()))
    if _wait(popen, max(0.0, deadline - time.monotonic())) is None:
        popen.kill()
        popen.wait()


def _wait(popen: "subprocess.Popen[bytes]", seconds: float) -> int | None:
    try:
        return popen.wait(seconds)
    except subprocess.TimeoutExpired:
        return None


def _how_ended(status: int | None) -> str:
    """How a process ended, in words.

    >>> _how_ended(3), _how_ended(-11), _how_ended(None)
    ('ended with status 3', 'was ended by SIGSEGV', 'closed its output')
    """
    if status is None:
        return "closed its output"
    if status >= 0:
        return f"ended with status {status}"
    with suppress(ValueError):
        return f"was ended by {signal.Signals(-status).name}"
    return f"was ended by signal {-status}"


def _shortened(text: str, longest: int = _LONGEST_TITLE) -> str:
    return text if len(text) <= longest else f"{text[: longest - 3]}..."
