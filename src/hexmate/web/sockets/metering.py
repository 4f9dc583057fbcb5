"""Measures the processor time that a coroutine takes, also while many run at once."""

import time
from collections.abc import Callable, Coroutine, Generator
from types import coroutine
from typing import Any, TypeVar

__all__ = ["metered"]

Result = TypeVar("Result")


@coroutine
def metered(
    work: Coroutine[Any, Any, Result], charge: Callable[[float], None]
) -> Generator[Any, Any, Result]:
    """Run a coroutine, and charge the seconds of each of its steps; what it waits for is free."""
    value: Any = None
    problem: BaseException | None = None
    while True:
        began = time.thread_time()
        try:
            waits = work.send(value) if problem is None else work.throw(problem)
        except StopIteration as done:
            result: Result = done.value
            return result
        finally:
            charge(time.thread_time() - began)
        value = problem = None
        try:
            value = yield waits
        except BaseException as thrown:  # a cancellation, for the coroutine to handle
            problem = thrown
