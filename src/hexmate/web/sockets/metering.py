"""Measures the processor time that a coroutine takes, also while many run at once."""

import time
from collections.abc import Callable, Coroutine, Generator
from types import FrameType
from typing import Any, TypeVar

__all__ = ["Metered"]

Result = TypeVar("Result", covariant=True)


class Metered(Coroutine[Any, Any, Result]):
    """A coroutine that pays the seconds of each of its steps; what it waits for is free."""

    def __init__(self, work: Coroutine[Any, Any, Result], charge: Callable[[float], None]) -> None:
        self._work, self._charge = work, charge
        self.__qualname__ = getattr(work, "__qualname__", repr(work))

    def send(self, value: Any) -> Any:
        """Resume the coroutine with a value."""
        began = time.thread_time()
        try:
            return self._work.send(value)
        finally:
            self._charge(time.thread_time() - began)

    def throw(self, *error: Any) -> Any:
        """Resume the coroutine with an exception, such as a cancellation."""
        began = time.thread_time()
        try:
            return self._work.throw(*error)
        finally:
            self._charge(time.thread_time() - began)

    def close(self) -> None:
        """End the coroutine, also before it has begun."""
        self._work.close()

    def __iter__(self) -> "Metered[Result]":
        return self

    def __next__(self) -> Any:
        return self.send(None)

    def __await__(self) -> Generator[Any, Any, Result]:
        result: Result = yield from self
        return result

    @property
    def cr_frame(self) -> FrameType | None:
        """Where the coroutine is, for those who look at a task."""
        return getattr(self._work, "cr_frame", None)
