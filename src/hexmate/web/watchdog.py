"""A watchdog for the event loop: reports callbacks that keep every client waiting.

Each callback that runs longer than a limit is one line in the log, with what ran and where. The
line separates what the callback did (processor time, waiting) from what happened to it (garbage
collection, a busy machine), so that only the first counts as its fault.
"""

import asyncio
import gc
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import uvicorn
from starlette.types import Scope

__all__ = ["LIMIT", "HeldLoop", "LoopWatchdog", "asked"]

log = logging.getLogger("hexmate.web")

LIMIT = 0.05
"""Seconds that a callback may take."""

_SNAPSHOT = 0.01
_LONG_WAIT = 0.02
_QUIET = 10.0
_MOST_NAMES = 100

_ANSWER = ".run_asgi"  # the end of the names of the tasks that answer requests

asked: ContextVar[Scope | None] = ContextVar("asked", default=None)
"""The request that a task answers, to be named if it holds the loop."""

LoopFactory = Callable[[], asyncio.AbstractEventLoop]


@dataclass(frozen=True, slots=True)
class HeldLoop:
    """A callback that was slow, and where its time went, in seconds."""

    name: str
    where: str
    wall: float
    processor: float
    """Processor time of the callback itself."""
    collecting: float = 0.0
    """Processor time of garbage collections that happened to run in it."""
    queued: float = 0.0
    """Time that the thread was ready to run, but the machine ran others."""
    waits: int = 0
    """How often it waited. Waiting for the interpreter's lock counts once per 5 ms."""
    faults: int = 0
    """How often the machine read memory of the program back from disk."""
    request: str = ""
    """The method and route of the request that it answered."""
    seen: bool = True
    """Whether another thread could run and see it. If not, the whole program stood still."""

    @property
    def waiting(self) -> float:
        """Time that it waited: for a lock, a disk, or another thread of Python."""
        return max(0.0, self.wall - self.processor - self.collecting - self.queued)

    @property
    def held(self) -> float:
        """How long it held the loop, apart from what a busy machine added."""
        return max(self.wall - self.queued, self.processor + self.collecting)

    def is_fault(self, limit: float) -> bool:
        """Whether the callback itself is to blame, however busy the machine is.

        Waits for the interpreter's lock are short and many; a blocking call is one long wait. So is
        memory that the machine reads back from disk, which is not the callback's fault.
        """
        blocking = self.waits > 0 == self.faults and self.waiting / self.waits > _LONG_WAIT
        return self.processor > limit or (blocking and self.waiting > limit)

    def __str__(self) -> str:
        answering = f" answering {self.request}" if self.request else ""
        return (
            f"event loop held for {1000 * self.held:.0f} ms by {self.name}{answering}"
            f" at {self.where}: "
            f"{1000 * self.processor:.0f} ms of processor time, "
            f"{1000 * self.collecting:.0f} ms collecting garbage, "
            f"{1000 * self.waiting:.0f} ms waiting ({self.waits} times, {self.faults} for memory"
            f"{'' if self.seen else ', as did all threads'})"
        )


class LoopWatchdog:
    """Times the callbacks of one event loop."""

    def __init__(
        self, limit: float = LIMIT, report: Callable[[HeldLoop], None] | None = None
    ) -> None:
        self.limit = limit
        self._report = report or _Logbook().write
        self._armed = False
        self._timed_run = self._run
        self._began = 0.0
        self._serial = 0
        self._running = False
        self._seen: tuple[int, str] | None = None
        self._kernel: _Kernel | None = None
        self._before = _Counts()
        self._next_snapshot = 0.0
        self._collecting = 0.0
        self._collection_began = 0.0
        self._thread = 0
        self._stopped = threading.Event()

    def loop_factory(self, factory: LoopFactory | None) -> LoopFactory:
        """A factory of the same loops, with timed callbacks."""

        def new_loop() -> asyncio.AbstractEventLoop:
            loop = (factory or asyncio.new_event_loop)()
            for name in ("call_soon", "call_soon_threadsafe", "call_at", "call_later"):
                first = 0 if name.startswith("call_soon") else 1
                setattr(loop, name, self._timed(getattr(loop, name), first))
            return loop

        return new_loop

    def watch(self, configuration: uvicorn.Config) -> None:
        """Also time the protocols of a server: loops call them directly."""
        if not configuration.loaded:
            configuration.load()
        configuration.http_protocol_class = self._protocol(configuration.http_protocol_class)
        if configuration.ws_protocol_class is not None:
            configuration.ws_protocol_class = self._protocol(configuration.ws_protocol_class)

    def arm(self) -> None:
        """Begin, on the thread of the loop. Slow callbacks before (a start) keep no one waiting."""
        self._kernel = _Kernel.open()
        self._thread = threading.get_ident()
        gc.callbacks.append(self._collected)
        threading.Thread(target=self._sample, name="hexmate-watchdog", daemon=True).start()
        self._armed = True

    def disarm(self) -> None:
        """End; on the thread of the loop."""
        if not self._armed:
            return
        self._armed = False
        self._stopped.set()
        gc.callbacks.remove(self._collected)
        if self._kernel is not None:
            self._kernel.close()

    def _timed(self, schedule: Callable[..., Any], first: int) -> Callable[..., Any]:
        run = self._timed_run

        def timed(*args: Any, **options: Any) -> Any:
            if args[first] is run:  # asyncio's call_later calls call_at
                return schedule(*args, **options)
            return schedule(*args[:first], run, *args[first:], **options)

        return timed

    def _protocol(self, protocol: Any) -> Any:
        if isinstance(protocol, partial):
            return partial(self._protocol(protocol.func), *protocol.args, **protocol.keywords)
        run, receive = self._timed_run, protocol.data_received

        def data_received(self: asyncio.Protocol, data: bytes) -> None:
            run(receive, self, data)

        return type(protocol.__name__, (protocol,), {"data_received": data_received})

    def _run(self, callback: Callable[..., object], *args: Any) -> None:
        if not self._armed or self._running:
            callback(*args)
            return
        began = time.perf_counter()
        if began > self._next_snapshot:
            self._before = self._counts()
            self._next_snapshot = began + _SNAPSHOT
            began = time.perf_counter()  # so that the counts cover all of the time
        used = time.thread_time()
        self._began, self._collecting, self._running = began, 0.0, True
        try:
            callback(*args)
        finally:
            self._running = False
            self._serial += 1
            wall = time.perf_counter() - began
            if wall > self.limit and self._armed:
                self._slow(callback, args, wall, time.thread_time() - used)

    def _slow(
        self, callback: Callable[..., object], args: tuple[Any, ...], wall: float, used: float
    ) -> None:
        after = self._counts()
        sample = self._seen
        seen = sample is not None and sample[0] == self._serial - 1
        name = _name(callback, args)
        held = HeldLoop(
            name=name,
            where=sample[1] if sample is not None and seen else _place(callback),
            wall=wall,
            processor=used - self._collecting,
            collecting=self._collecting,
            queued=min(wall, after.queued - self._before.queued),
            waits=after.waits - self._before.waits,
            faults=after.faults - self._before.faults,
            request=_request(name),
            seen=seen,
        )
        self._before = after
        if held.held > self.limit:
            self._report(held)

    def _counts(self) -> "_Counts":
        return self._kernel.counts() if self._kernel is not None else _Counts()

    def _collected(self, phase: str, _: dict[str, int]) -> None:
        if threading.get_ident() != self._thread:
            return
        if phase == "start":
            self._collection_began = time.thread_time()
        else:
            self._collecting += time.thread_time() - self._collection_began

    def _sample(self) -> None:
        """Note where a slow callback is while it runs; afterwards nothing shows it."""
        while not self._stopped.wait(self.limit / 2):
            serial, running, began = self._serial, self._running, self._began
            if running and time.perf_counter() - began > self.limit / 2:
                seen, frame = self._seen, sys._current_frames().get(self._thread)
                if frame is None or serial != self._serial:
                    continue
                if seen is None or seen[0] != serial:  # the first look: the last may be at its end
                    self._seen = serial, _spot(frame)


class _Counts(NamedTuple):
    """What the system has counted for a thread."""

    queued: float = 0.0
    """Seconds in its run queue."""
    waits: int = 0
    """Voluntary waits."""
    faults: int = 0
    """Waits for memory that was read from disk."""


class _Kernel:
    """Linux's counts of this thread. Without them, faults are found by processor time only."""

    def __init__(self, file: int) -> None:
        self._file = file

    @classmethod
    def open(cls) -> "_Kernel | None":
        if sys.platform != "linux":  # wine shows Linux's files, too
            return None
        try:
            return cls(os.open("/proc/thread-self/schedstat", os.O_RDONLY))
        except OSError:
            return None

    def counts(self) -> _Counts:
        import resource

        queued = int(os.pread(self._file, 100, 0).split()[1]) / 1e9
        used = resource.getrusage(resource.RUSAGE_THREAD)
        return _Counts(queued, used.ru_nvcsw, used.ru_majflt)

    def close(self) -> None:
        os.close(self._file)


class _Logbook:
    """Writes at most one line in ten seconds for each callback, with how many it left out."""

    def __init__(self) -> None:
        self._lines: dict[str, tuple[float, int]] = {}

    def write(self, held: HeldLoop) -> None:
        now = time.monotonic()
        key = f"{held.name} {held.request}"
        then, left_out = self._lines.get(key, (-_QUIET, 0))
        if now - then < _QUIET:
            self._lines[key] = then, left_out + 1
            return
        if len(self._lines) >= _MOST_NAMES:
            self._lines.clear()
        self._lines[key] = now, 0
        more = f"; {left_out} more since the last line" if left_out else ""
        log.warning("%s%s", held, more)


def _name(callback: Callable[..., object], args: tuple[Any, ...]) -> str:
    """The name of a task's coroutine, of a protocol's method, or of a function."""
    owner = getattr(callback, "__self__", None)
    if isinstance(owner, asyncio.Task):
        work = owner.get_coro()
        return getattr(work, "__qualname__", None) or repr(work)
    if args and isinstance(args[0], asyncio.BaseProtocol):
        return f"{type(args[0]).__name__}.data_received"
    return getattr(callback, "__qualname__", None) or repr(callback)


def _request(name: str) -> str:
    """The method and route of the request that a task of this name answers. Not its path: clients
    choose paths, and each new one would get its own line in the log.
    """
    scope = asked.get()
    if scope is None or not name.endswith(_ANSWER):
        return ""
    route = getattr(scope.get("route"), "path", "(no route)")
    return f"{scope.get('method', 'socket')} {route}"


def _place(callback: Callable[..., object]) -> str:
    """Where a callback is now: the line at which its task waits, or its first line."""
    owner = getattr(callback, "__self__", None)
    if isinstance(owner, asyncio.Task):
        frames = owner.get_stack(limit=1)
        return _line(frames[0]) if frames else "its end"
    code = getattr(callback, "__code__", None)
    return "?" if code is None else f"{_short(code.co_filename)}:{code.co_firstlineno}"


def _spot(frame: FrameType) -> str:
    """The line that runs, after the line of this package that led to it."""
    if frame.f_code is LoopWatchdog._collected.__code__ and frame.f_back is not None:
        frame = frame.f_back
    own = Path(__file__).parents[1]
    here: FrameType | None = frame
    while here is not None:
        path = Path(here.f_code.co_filename)
        if own in path.parents and path != Path(__file__):
            break
        here = here.f_back
    inner = _line(frame)
    return inner if here is None or here is frame else f"{_line(here)}>{inner}"


def _line(frame: FrameType) -> str:
    return f"{_short(frame.f_code.co_filename)}:{frame.f_lineno}"


def _short(path: str) -> str:
    return "/".join(Path(path).parts[-3:])
