"""Ctrl-C for work that should end between two steps rather than within one."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["noticing_interrupts"]


@contextmanager
def noticing_interrupts() -> Iterator[threading.Event]:
    """The first Ctrl-C only sets the event; a second one interrupts as usual."""
    noticed = threading.Event()
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN:  # whoever started us does not want us to stop
        yield noticed
        return

    def notice(number: int, frame: FrameType | None) -> None:
        noticed.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, notice)
    try:
        yield noticed
    finally:
        signal.signal(signal.SIGINT, before)
