"""A process for long work in Python, so that the event loop does not wait for it.

The threads of a process share one interpreter: while one of them computes, the event loop waits for
its turn after every system call. Another process has an interpreter of its own, a low priority, a
time limit that stops any work, and memory that is returned when it ends.

There are two of them: one is started with the server and waits, and its fork does the work. A fork
that has grown ends, and the next one begins as small as the first. Starting a process from the
server instead would stop all of its threads for a moment.
"""

import contextlib
import faulthandler
import importlib
import logging
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TypeVar

from hexmate.web.errors import Refusal, StoppedWork

__all__ = ["WorkError", "WorkProcess", "serve"]

Result = TypeVar("Result")

log = logging.getLogger("hexmate.web")

_PRIORITY = 5
_GROWTH = 16 * 1024 * 1024
"""Bytes that a process may grow before it is replaced."""
_FAREWELL = 5.0
_STATUS = 1.0
"""Seconds to wait for the status of a process that has closed its pipes."""
_CAN_FORK = hasattr(os, "fork")
_AGAIN = 75
"""The status of a process that has grown and wants to be replaced."""
_CHILD = """
import sys
sys.path[:] = {path!r}
if {waits}:  # import nothing before the first request
    import select
    select.select([0], [], [])
from hexmate.web.work_process import serve
serve({seconds!r})
"""


class WorkError(Exception):
    """The work failed in a way that it should not."""


class _Request(NamedTuple):
    work: Callable[..., Any] | str | None
    """A function; or a method of a kept object."""
    arguments: tuple[Any, ...] = ()
    key: int | None = None
    """The object to keep or to ask."""
    dropped: tuple[int, ...] = ()
    """Objects that are no longer needed."""
    tidy: bool = False
    """Whether to end if the process has grown."""


class _Answer(NamedTuple):
    value: bytes
    """The result, pickled."""
    error: Exception | None
    seconds: float
    """Processor time that it took."""


class WorkProcess:
    """Another process that runs functions, one at a time; it starts when it is first needed, or by
    `start`.

    Functions, arguments and results must be picklable. A `Refusal` is raised as it is, any other
    exception as a `WorkError`. Safe to use from several threads; they wait for each other.
    """

    def __init__(self, seconds: float = 10.0) -> None:
        """`seconds` is how long a function may take."""
        self._seconds = seconds
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._keys = count()
        self._dropped: deque[int] = deque()
        self._used = False
        self._closed = False
        self.processor = 0.0
        """Processor time of all that was done, in seconds."""

    def start(self) -> None:
        """Start the process; it imports nothing before it is first asked."""
        with self._lock:
            if self._child is None and not self._closed:
                self._start()

    def call(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """The result of a function."""
        result: Result = self._ask(_Request(function, arguments))
        return result

    def key(self) -> int:
        """A new key for `keep`, `ask` and `drop`."""
        return next(self._keys)

    def keep(self, key: int, make: Callable[..., Any], *arguments: Any) -> None:
        """Make an object and keep it in the process until its key is dropped."""
        self._ask(_Request(make, arguments, key))

    def ask(self, key: int, method: str, *arguments: Any) -> Any:
        """The result of a method of a kept object; a `Refusal` if the process has ended since."""
        return self._ask(_Request(method, arguments, key))

    def drop(self, key: int) -> None:
        """Keep an object no longer, even one that is still being made.

        Does not wait: the next request tells the process.
        """
        self._dropped.append(key)

    def tidy(self) -> None:
        """Return the memory of a process that has grown."""
        with self._lock, contextlib.suppress(Refusal):
            if self._child is not None and self._used:
                self._exchange(_Request(None, tidy=True))
                self._used = False

    def close(self) -> None:
        """End the process, and with it what it does."""
        self._closed = True
        if (child := self._child) is not None:
            _kill(child)
        with self._lock:
            self._end()

    def _ask(self, request: _Request) -> Any:
        with self._lock:
            answer = self._exchange(request)
        if answer.error is not None:
            raise answer.error
        return pickle.loads(answer.value)  # noqa: S301 - written by our own code

    def _exchange(self, request: _Request) -> _Answer:
        if self._closed:
            raise _busy("The server is stopping.")
        if self._child is None:
            self._start()
        assert self._child is not None
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        dropped = tuple(self._dropped)
        message = _pickled(request._replace(dropped=dropped))  # as a whole, before the pipe is used
        for _ in dropped:
            self._dropped.popleft()
        began = time.monotonic()
        # The process stops itself; this is for one that cannot even do that.
        overdue = threading.Timer(self._seconds + _FAREWELL, _kill, (self._child,))
        overdue.daemon = True
        overdue.start()
        try:
            self._child.stdin.write(message)
            self._child.stdin.flush()
            answer: _Answer = pickle.load(self._child.stdout)  # noqa: S301
        except (OSError, EOFError, pickle.UnpicklingError):
            self._stopped(self._child, time.monotonic() - began)
            raise StoppedWork("Your request took too long, or another one did.") from None
        except BaseException:
            self._end()  # half of an answer may be in the pipe
            raise
        finally:
            overdue.cancel()
        self.processor += answer.seconds
        self._used = True
        return answer

    def _stopped(self, child: "subprocess.Popen[bytes]", seconds: float) -> None:
        """The process ended during a request, which costs the time that it took."""
        self.processor += seconds
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(_STATUS)
        if not self._closed:
            log.warning(
                "the process for long work ended with status %s after a request of %.1f s",
                child.poll(),
                seconds,
            )
        self._end()

    def _start(self) -> None:
        code = _CHILD.format(path=sys.path, waits=_CAN_FORK, seconds=self._seconds)
        try:
            self._child = subprocess.Popen(  # noqa: S603 - this Python
                [sys.executable, "-c", code],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # forks want no other threads
                process_group=0 if _CAN_FORK else None,
            )
        except OSError as error:
            raise _busy(f"It cannot start a process: {error.strerror}.") from error

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        _kill(child)
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(_FAREWELL)


def _kill(child: "subprocess.Popen[bytes]") -> None:
    """End a process and its fork."""
    if _CAN_FORK:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
    else:
        child.kill()


def _pickled(request: _Request) -> bytes:
    try:
        return pickle.dumps(request)
    except RecursionError:
        raise Refusal(422, "record", "The record is nested too deeply.") from None


def _busy(reason: str) -> Refusal:
    return Refusal(503, "busy", f"The server is busy. {reason} Try again later.")


def serve(seconds: float) -> None:
    """Be the other process: answer requests until the first process closes the pipe."""
    importlib.import_module("hexmate.web.records")  # once for all forks; a visitor waits for it
    if hasattr(os, "nice"):
        os.nice(_PRIORITY)
    if not _CAN_FORK:
        _work(seconds)
        return
    while (worker := os.fork()) != 0:
        status = os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1])
        if status != _AGAIN:
            sys.exit(status if status >= 0 else 128 - status)  # as a shell tells of a signal
    _work(seconds)


def _work(seconds: float) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this too
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints must not disturb the answers
    with Path(os.devnull).open("w") as null, contextlib.suppress(EOFError, BrokenPipeError):
        _answer_all(sys.stdin.buffer, answers, seconds, null.fileno())


def _answer_all(requests: BinaryIO, answers: BinaryIO, seconds: float, null: int) -> None:
    kept: dict[int, Any] = {}
    first_size = _memory()
    while True:
        request: _Request = pickle.load(requests)  # noqa: S301 - written by the server
        faulthandler.dump_traceback_later(seconds, exit=True, file=null)
        answer = _answered(request, kept)
        faulthandler.cancel_dump_traceback_later()
        pickle.dump(answer, answers)
        answers.flush()
        if request.tidy and _CAN_FORK and not kept and _memory() > first_size + _GROWTH:
            os._exit(_AGAIN)
        del request, answer  # not while the next one is awaited


def _answered(request: _Request, kept: dict[int, Any]) -> _Answer:
    began = time.process_time()
    value = b""
    error: Exception | None = None
    _forget(request.dropped, kept)
    try:
        value = pickle.dumps(_done(request, kept))
    except Refusal as refusal:
        error = refusal
    except Exception as problem:
        error = WorkError(repr(problem))
    _forget(request.dropped, kept)  # dropped before it was made
    return _Answer(value, error, time.process_time() - began)


def _forget(keys: tuple[int, ...], kept: dict[int, Any]) -> None:
    for key in keys:
        kept.pop(key, None)


def _done(request: _Request, kept: dict[int, Any]) -> Any:
    work = request.work
    if work is None:
        return None
    if request.key is None:
        assert callable(work)
        return work(*request.arguments)
    if callable(work):
        kept[request.key] = work(*request.arguments)
        return None
    if request.key not in kept:
        raise _busy("Another request took too long.")
    return getattr(kept[request.key], work)(*request.arguments)


def _memory() -> int:
    """The memory of this process, if the system reports it."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0
