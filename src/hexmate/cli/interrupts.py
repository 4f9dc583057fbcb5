"""Ctrl-C: the first ends a command cleanly, the second changes nothing, the third quits.

While a command cleans up (ends engines, saves what was learnt), another Ctrl-C must not cut that
short, nor end in a traceback. Only the third skips the clean-up.
"""

import atexit
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

__all__ = ["INTERRUPTED", "ending_cleanly", "noticing_interrupts"]

INTERRUPTED = 130
"""The exit status of a command that Ctrl-C ended."""

_GRACE = 2.0
"""Seconds that native code may keep Python from answering Ctrl-C before the process ends."""

_SOON = 0.01
"""Seconds until a Ctrl-C whose exception was ignored comes again."""


_Hook = Callable[["sys.UnraisableHookArgs"], object]


class _Presses:
    """What Ctrl-C does next."""

    def __init__(self) -> None:
        self.count = 0
        self.calls = 0
        self.noticed: threading.Event | None = None

    def answered(self, since: int) -> bool:
        """Whether a Ctrl-C was handled since that many calls, here or by another handler."""
        return self.calls > since or signal.getsignal(signal.SIGINT) is not self

    def repeat(self) -> None:
        """Press again: Python has ignored the exception of the last one."""
        self.count -= 1

        def press() -> None:
            time.sleep(_SOON)
            if os.name == "posix":  # this one also wakes a main thread that sleeps
                os.kill(os.getpid(), signal.SIGINT)
            else:  # where os.kill would end the process
                signal.raise_signal(signal.SIGINT)

        # Not from here, where the next exception would be ignored as well.
        threading.Thread(target=press, name="hexmate-ctrl-c", daemon=True).start()

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self.calls += 1
        self.count += 1
        if self.count == 1 and self.noticed is None:
            raise KeyboardInterrupt
        if self.noticed is not None:
            self.noticed.set()
        if self.count == 2:
            _write("Stopping; press Ctrl-C once more to quit at once.\n")
        elif self.count > 2:
            _quit()


@contextmanager
def ending_cleanly(forever: bool) -> Iterator[None]:
    """Handle Ctrl-C while a command runs; with `forever` until the end of the process.

    A process that was started with Ctrl-C ignored, as by nohup, keeps ignoring it.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN or threading.current_thread() is not threading.main_thread():
        yield
        return
    presses, unwatch, ignored_before = _Presses(), _nothing, sys.unraisablehook
    try:
        sys.unraisablehook = _repeating(presses, ignored_before)
        signal.signal(signal.SIGINT, presses)
        if forever:  # registered first, so called last: the interpreter has no handler after that
            atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
        unwatch = _watch(presses)
        yield
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    finally:
        unwatch()
        # After a Ctrl-C within exec or eval of a text, as in dataclasses, Python remembers it as
        # unhandled and ends by the signal instead of our status; the next such call clears that.
        exec("")  # noqa: S102
        if forever:  # nothing is left to clean up but the interpreter itself
            presses.count = max(presses.count, 2)
        else:
            signal.signal(signal.SIGINT, before)
            sys.unraisablehook = ignored_before


def _repeating(presses: _Presses, otherwise: _Hook) -> _Hook:
    """Repeat a Ctrl-C that came where Python ignores exceptions.

    Callbacks of weak references are such places, and imports are full of them.
    """

    def hook(ignored: "sys.UnraisableHookArgs", /) -> None:
        if ignored.exc_type is KeyboardInterrupt:
            presses.repeat()
        else:
            otherwise(ignored)

    return hook


@contextmanager
def noticing_interrupts() -> Iterator[threading.Event]:
    """For work that should stop between two steps: Ctrl-C only sets the event."""
    noticed = threading.Event()
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN:
        yield noticed
        return
    presses = before if isinstance(before, _Presses) else _Presses()
    presses.noticed = noticed
    signal.signal(signal.SIGINT, presses)
    try:
        yield noticed
    finally:
        presses.noticed = None
        signal.signal(signal.SIGINT, before)


def _watch(presses: _Presses) -> Callable[[], None]:
    """End the process when native code keeps the main thread from answering Ctrl-C.

    Python runs signal handlers in the main thread only, between two of its own instructions; a
    search that takes a minute would answer a minute later. The C part of Python writes each signal
    to a pipe at once, and a thread that reads it sees whether the handler follows.
    """
    if os.name != "posix":
        return _nothing
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    earlier = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)

    def read() -> None:
        settled = unanswered = 0
        more = select.poll()
        more.register(reading, select.POLLIN)
        while signals := os.read(reading, 4096):
            if signal.SIGINT not in signals:
                continue
            end = time.monotonic() + _GRACE
            while not presses.answered(settled) and time.monotonic() < end:
                time.sleep(0.02)
            if presses.answered(settled):
                # One call of the handler may answer several signals: those that came before it.
                settled, unanswered = presses.calls, 0
                while more.poll(0) and os.read(reading, 4096):
                    pass
                continue
            unanswered += 1
            if presses.noticed is None or unanswered > 2:
                _quit()
        os.close(reading)

    threading.Thread(target=read, name="hexmate-interrupts", daemon=True).start()

    def unwatch() -> None:
        signal.set_wakeup_fd(earlier)
        os.close(writing)

    return unwatch


def _nothing() -> None:
    pass


def _write(text: str) -> None:
    with suppress(OSError):  # the terminal may be gone
        os.write(2, text.encode())


def _quit() -> None:
    """Leave without any clean-up; engines and workers end with us."""
    if sys.stderr is not None and sys.stderr.isatty():
        _write("\x1b[?25h")  # a live display hides the cursor
    os._exit(INTERRUPTED)
